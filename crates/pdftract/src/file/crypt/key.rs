//! The file key, which is found with a password and decrypts everything.

use std::fmt;

use super::params::{CryptError, EncryptionParams};
use super::{password, revision_2_to_4, revision_5_and_6};

/// The length of the longest file key, that of AES-256.
const MOST_KEY_BYTES: usize = 32;

/// The password that opened the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unlocked {
    /// None: no key was found, but only embedded files need one.
    NotNeeded,
    /// The user password, which is often empty.
    AsUser,
    /// The owner password, which grants all permissions.
    AsOwner,
}

/// The key with which all data of the document is encrypted.
pub(super) struct FileKey {
    bytes: [u8; MOST_KEY_BYTES],
    length: usize,
}

impl FileKey {
    /// Creates a key; bytes beyond the 32 of the longest one are dropped.
    pub(super) fn new(key: &[u8]) -> Self {
        let mut bytes = [0; MOST_KEY_BYTES];
        bytes.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
        Self { bytes, length: key.len().min(MOST_KEY_BYTES) }
    }

    /// Returns the key.
    pub(super) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or(&self.bytes)
    }

    /// Returns the key padded with zeros to 32 bytes; it has full length under revisions 5 and 6.
    pub(super) fn as_aes_256(&self) -> &[u8; MOST_KEY_BYTES] {
        &self.bytes
    }
}

/// The key opens the file like a password, so it must not be shown.
impl fmt::Debug for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileKey({} bytes)", self.length)
    }
}

/// Finds the file key with the password given or with the empty one, each tried as user and as owner.
///
/// The given one comes first: even if the empty one opens the file, it may be the owner's.
pub(super) fn unlock(
    params: &EncryptionParams,
    password: Option<&[u8]>,
) -> Result<(FileKey, Unlocked), CryptError> {
    let given = password.filter(|password| !password.is_empty());
    let long = params.r >= 5;
    let mut forms = match given {
        Some(password) if long => password::long_forms(password),
        Some(password) => password::short_forms(password),
        None => Vec::new(),
    };
    forms.push(Vec::new());
    let found =
        if long { revision_5_and_6::unlock(params, &forms) } else { revision_2_to_4::unlock(params, &forms) };
    found.ok_or_else(|| why_locked(params, given.is_some()))
}

/// Returns the reason why the file is locked. A dictionary too damaged to check passwords must not be reported as a
/// wrong password.
fn why_locked(params: &EncryptionParams, given: bool) -> CryptError {
    let damage =
        if params.r >= 5 { revision_5_and_6::damage(params) } else { revision_2_to_4::damage(params) };
    match damage {
        Some(what) => CryptError::Damaged(what),
        None if given => CryptError::WrongPassword,
        None => CryptError::PasswordNeeded,
    }
}

/// Compares two hashes in constant time.
pub(super) fn same_hash<const N: usize>(left: &[u8; N], right: &[u8; N]) -> bool {
    let difference = left.iter().zip(right).fold(0, |difference, (l, r)| difference | (l ^ r));
    std::hint::black_box(difference) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_not_shown() {
        assert_eq!(format!("{:?}", FileKey::new(b"ABCDE")), "FileKey(5 bytes)");
    }

    #[test]
    fn hashes_differ_by_any_byte() {
        let hash = [7; 32];
        assert!(same_hash(&hash, &hash.clone()));
        for at in 0..32 {
            let mut other = hash;
            other[at] ^= 0x80;
            assert!(!same_hash(&hash, &other));
        }
    }
}
