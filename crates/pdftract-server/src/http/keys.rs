//! Keys of clients.

use std::hint::black_box;

/// Keys of clients. They are compared in a time that does not depend on where a wrong key differs.
#[derive(Default)]
pub struct ApiKeys(Vec<Vec<u8>>);

impl std::fmt::Debug for ApiKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ApiKeys({})", self.0.len())
    }
}

impl ApiKeys {
    /// The fewest characters of a key.
    const SHORTEST: usize = 16;

    /// Reads keys, one per line. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// Returns a sentence if there is no key, or one that can be guessed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let keys: Vec<Vec<u8>> = lines.map(|line| line.as_bytes().to_vec()).collect();
        if keys.is_empty() {
            return Err("the file of keys is empty".into());
        }
        if keys.iter().any(|key| key.len() < Self::SHORTEST) {
            return Err(format!("a key has fewer than {} characters", Self::SHORTEST));
        }
        Ok(Self(keys))
    }

    /// Returns whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a client has one of the keys. All keys are compared.
    pub fn has(&self, given: &[u8]) -> bool {
        self.0.iter().fold(false, |found, key| equal(key, given) | found)
    }
}

/// Compares all bytes of a key with those given, repeated if there are fewer.
fn equal(key: &[u8], given: &[u8]) -> bool {
    if given.is_empty() {
        return false;
    }
    let different = key.iter().zip(given.iter().cycle()).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
    (different == 0) & (key.len() == given.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_compared_whole() {
        let keys =
            ApiKeys::parse("# clients\n\nabcdefghijklmnop\n  0123456789abcdef0123\n").unwrap_or_default();
        assert!(keys.has(b"abcdefghijklmnop") && keys.has(b"0123456789abcdef0123"));
        for wrong in [
            "",
            "a",
            "abcdefghijklmno",
            "abcdefghijklmnopq",
            "abcdefghijklmnoq",
            "abcdefghijklmnopabcdefghijklmnop",
        ] {
            assert!(!keys.has(wrong.as_bytes()), "{wrong}");
        }
        assert!(ApiKeys::parse("# none\n").is_err() && ApiKeys::parse("short").is_err());
    }
}
