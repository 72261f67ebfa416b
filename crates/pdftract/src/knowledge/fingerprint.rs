//! Identifies a font program by the SHA-256 of its bytes.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// The SHA-256 of a font program, displayed as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Returns the fingerprint of bytes given in parts; `None` if there are no parts.
    pub(crate) fn of<T: AsRef<[u8]>>(parts: impl IntoIterator<Item = T>) -> Option<Self> {
        let mut parts = parts.into_iter().peekable();
        parts.peek()?;
        let hash = parts.fold(Sha256::new(), |hash, part| hash.chain_update(part));
        Some(Self(hash.finalize().into()))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Fingerprint {
    type Err = &'static str;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "a fingerprint has 64 hexadecimal digits";
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let digits: Vec<u8> = written.bytes().map(digit).collect::<Option<_>>().ok_or(WRONG)?;
        let mut bytes = [0; 32];
        if digits.len() != bytes.len() * 2 {
            return Err(WRONG);
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair.iter().fold(0, |byte, digit| byte << 4 | digit);
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_sha_256_in_64_hexadecimal_digits() {
        let fingerprint = Fingerprint::of(["a", "bc"]).unwrap();
        let written = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(fingerprint.to_string(), written);
        assert_eq!(written.to_uppercase().parse(), Ok(fingerprint));
        assert!(written.trim_start_matches('b').parse::<Fingerprint>().is_err());
        assert!("xyz".parse::<Fingerprint>().is_err());
        assert_eq!(Fingerprint::of::<&[u8]>([]), None);
    }
}
