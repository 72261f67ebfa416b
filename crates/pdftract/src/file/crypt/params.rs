//! What the encryption dictionary says, as plain data, and why a document cannot be decrypted.

use std::fmt;

/// The entries of the encryption dictionary that decryption needs, and the first half of the file identifier.
///
/// An absent string is empty, an absent name or number is `None`. `EncryptMetadata` is `true` when absent.
#[derive(Debug, Clone)]
pub(crate) struct EncryptionParams {
    /// `Filter`: the security handler. Empty when absent, which reads as `Standard`.
    pub(crate) filter: Vec<u8>,
    /// `V`: the algorithm.
    pub(crate) v: i64,
    /// `R`: the revision of the standard security handler.
    pub(crate) r: i64,
    /// `Length` in bits; some writers give bytes.
    pub(crate) length_bits: Option<i64>,
    /// `O`: checks the owner password.
    pub(crate) o: Vec<u8>,
    /// `U`: checks the user password.
    pub(crate) u: Vec<u8>,
    /// `OE`: the file key, locked with the owner password (R5 and later).
    pub(crate) oe: Vec<u8>,
    /// `UE`: the file key, locked with the user password (R5 and later).
    pub(crate) ue: Vec<u8>,
    /// `Perms`: the permissions, locked with the file key (R5 and later).
    pub(crate) perms: Vec<u8>,
    /// `P`: the permissions, signed or unsigned.
    pub(crate) p: i64,
    /// `EncryptMetadata`.
    pub(crate) encrypt_metadata: bool,
    /// `StmF`: the crypt filter of streams.
    pub(crate) stream_filter: Option<Vec<u8>>,
    /// `StrF`: the crypt filter of strings.
    pub(crate) string_filter: Option<Vec<u8>>,
    /// `EFF`: the crypt filter of embedded files.
    pub(crate) embedded_filter: Option<Vec<u8>>,
    /// `CF`: the crypt filters by name.
    pub(crate) crypt_filters: Vec<(Vec<u8>, CryptFilterParams)>,
    /// The first string of the trailer's `ID`. Empty when absent.
    pub(crate) file_id: Vec<u8>,
}

/// One entry of the dictionary `CF`.
#[derive(Debug, Clone, Default)]
pub(crate) struct CryptFilterParams {
    /// `CFM`: the method. Empty when absent, which reads as `None`.
    pub(crate) method: Vec<u8>,
    /// `Length` in bytes; many writers give bits.
    pub(crate) length: Option<i64>,
}

/// Why a document, or a part of it, stays locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CryptError {
    /// The empty password does not open it, and no other was given.
    PasswordNeeded,
    /// The password given opens it neither as user nor as owner.
    WrongPassword,
    /// It is locked by a handler, version or method that is not known; the text names it.
    Unsupported(String),
    /// The encryption dictionary lacks what would be needed to check a password; the text says what.
    Damaged(String),
}

impl fmt::Display for CryptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PasswordNeeded => write!(f, "a password is needed"),
            Self::WrongPassword => write!(f, "the password is wrong"),
            Self::Unsupported(what) => write!(f, "unsupported: {what}"),
            Self::Damaged(what) => write!(f, "damaged encryption dictionary: {what}"),
        }
    }
}

impl std::error::Error for CryptError {}

/// Longest part of a name that is repeated in a message.
const SHOWN_NAME_BYTES: usize = 64;

/// A name of the file, made fit for a message.
pub(super) fn shown_name(name: &[u8]) -> String {
    name.iter()
        .take(SHOWN_NAME_BYTES)
        .flat_map(|&byte| std::ascii::escape_default(byte))
        .map(char::from)
        .collect()
}
