//! The encryption dictionary as plain data, and the reasons why a document cannot be decrypted.

use std::fmt;

/// The entries of the encryption dictionary needed for decryption, and the first half of the file identifier.
///
/// An absent string is empty, an absent name or number is `None`. `EncryptMetadata` defaults to `true`.
#[derive(Debug, Clone)]
pub(crate) struct EncryptionParams {
    /// `Filter`: the security handler. Empty if absent, which means `Standard`.
    pub(crate) filter: Vec<u8>,
    /// `V`: the algorithm.
    pub(crate) v: i64,
    /// `R`: the revision of the standard security handler.
    pub(crate) r: i64,
    /// `Length` in bits; some writers give bytes.
    pub(crate) length_bits: Option<i64>,
    /// `O`: verifies the owner password.
    pub(crate) o: Vec<u8>,
    /// `U`: verifies the user password.
    pub(crate) u: Vec<u8>,
    /// `OE`: the file key, encrypted with the owner password (R5 and later).
    pub(crate) oe: Vec<u8>,
    /// `UE`: the file key, encrypted with the user password (R5 and later).
    pub(crate) ue: Vec<u8>,
    /// `Perms`: the permissions, encrypted with the file key (R5 and later).
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
    /// The first string of the trailer's `ID`. Empty if absent.
    pub(crate) file_id: Vec<u8>,
}

/// An entry of the dictionary `CF`.
#[derive(Debug, Clone, Default)]
pub(crate) struct CryptFilterParams {
    /// `CFM`: the method. Empty if absent, which means `None`.
    pub(crate) method: Vec<u8>,
    /// `Length` in bytes; many writers give bits.
    pub(crate) length: Option<i64>,
}

/// The reason why a document, or a part of it, stays locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CryptError {
    /// The empty password does not open it, and no other was given.
    PasswordNeeded,
    /// The password is neither the user password nor the owner password.
    WrongPassword,
    /// An unknown handler, version or method, named in the text.
    Unsupported(String),
    /// The encryption dictionary lacks data needed to check a password, named in the text.
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

/// The maximum length of a name in a message.
const SHOWN_NAME_BYTES: usize = 64;

/// Sanitises a name of the file for a message.
pub(super) fn shown_name(name: &[u8]) -> String {
    name.iter()
        .take(SHOWN_NAME_BYTES)
        .flat_map(|&byte| std::ascii::escape_default(byte))
        .map(char::from)
        .collect()
}
