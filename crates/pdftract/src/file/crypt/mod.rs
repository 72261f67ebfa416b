//! Decrypts strings and streams, given the encryption dictionary and a password.
//!
//! Supports the standard security handler with V1, V2, V4 and V5, revisions 2 to 6: RC4, AES-128 and AES-256. Other
//! handlers, versions and methods are rejected with their name. Nothing here reads PDF syntax; the caller passes
//! plain data.
//!
//! The caller must skip data that is never encrypted separately: strings of the encryption dictionary and of objects
//! inside object streams, cross-reference streams, and `Contents` of signatures.

mod cipher;
mod key;
mod method;
mod params;
mod password;
mod revision_2_to_4;
mod revision_5_and_6;
#[cfg(test)]
mod tests;

use aes::cipher::KeyInit;
use aes::{Aes128, Aes256};
use sha2::{Digest, Sha256};

pub(crate) use cipher::Plain;
pub(crate) use key::Unlocked;
pub(crate) use params::{CryptError, CryptFilterParams, EncryptionParams};

use key::FileKey;
use method::{Method, Methods};
use params::shown_name;
use revision_2_to_4::ObjectKey;

/// The kind of a stream, as relevant for its encryption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamKind<'a> {
    /// Any other stream.
    Ordinary,
    /// The file inside an attachment (`Type EmbeddedFile`).
    EmbeddedFile,
    /// An XMP packet (`Type Metadata`).
    Metadata,
    /// A stream with the filter `Crypt`: the `Name` of its parameters, `Identity` if absent.
    Named(&'a [u8]),
}

/// The result of decrypting a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DecryptedStream {
    /// The stream is not encrypted.
    AsIs,
    /// The decrypted bytes.
    Plain(Plain),
    /// The stream is encrypted, and its key or method is unknown. See [`Decryptor::lock`].
    Locked,
}

/// Decrypts the strings and streams of one document.
#[derive(Debug)]
pub(crate) struct Decryptor {
    key: Result<Key, CryptError>,
    unlocked: Unlocked,
    methods: Methods,
    version: i64,
    revision: i64,
    permissions: u32,
}

/// The file key, and the cipher that uses it for all objects.
#[derive(Debug)]
struct Key {
    file: FileKey,
    aes_256: Aes256,
}

impl Decryptor {
    /// Opens a document with the password given, or with the empty one.
    ///
    /// A document whose text is not encrypted opens without any; its embedded files may then remain locked.
    pub(crate) fn new(params: &EncryptionParams, password: Option<&[u8]>) -> Result<Self, CryptError> {
        let methods = Methods::read(params);
        let found =
            known_handler(params).and_then(|()| methods.known()).and_then(|()| key::unlock(params, password));
        let (key, unlocked) = match found {
            Ok((file, unlocked)) => {
                let aes_256 = Aes256::new(file.as_aes_256().into());
                (Ok(Key { file, aes_256 }), unlocked)
            }
            Err(error) if methods.body_is_plain() => (Err(error), Unlocked::NotNeeded),
            Err(error) => return Err(error),
        };
        let permissions = permissions(params, key.as_ref().ok());
        Ok(Self { key, unlocked, methods, version: params.v, revision: params.r, permissions })
    }

    /// Returns the kind of password that opened the document.
    pub(crate) fn unlocked(&self) -> Unlocked {
        self.unlocked
    }

    /// Returns the reason why there is no key, if the document could be opened without one.
    pub(crate) fn lock(&self) -> Option<&CryptError> {
        self.key.as_ref().err()
    }

    /// Returns the permission bits (ISO 32000-2, table 22); those sealed with the key if available.
    pub(crate) fn permissions(&self) -> u32 {
        self.permissions
    }

    /// Returns the cipher, version and revision, such as `AES-256 (V5 R6)`.
    pub(crate) fn description(&self) -> String {
        let Methods { stream, string, embedded, .. } = &self.methods;
        let cipher = if !self.methods.body_is_plain() {
            self.cipher_name(if *stream == Method::Identity { string } else { stream })
        } else if *embedded == Method::Identity {
            "not encrypted".to_owned()
        } else {
            format!("{}, embedded files only", self.cipher_name(embedded))
        };
        format!("{cipher} (V{} R{})", self.version, self.revision)
    }

    fn cipher_name(&self, method: &Method) -> String {
        match (method, &self.key) {
            (Method::Identity, _) => "not encrypted".to_owned(),
            (Method::Rc4, Ok(key)) => format!("RC4-{}", key.file.as_bytes().len().saturating_mul(8)),
            (Method::Rc4, Err(_)) => "RC4".to_owned(),
            (Method::Aes128, _) => "AES-128".to_owned(),
            (Method::Aes256, _) => "AES-256".to_owned(),
            (Method::Unknown(name), _) => format!("unknown method {}", shown_name(name)),
        }
    }

    /// Decrypts a string of an indirect object.
    pub(crate) fn decrypt_string(&self, object: u32, generation: u16, data: &[u8]) -> Plain {
        match self.decrypt(&self.methods.string, object, generation, data) {
            DecryptedStream::Plain(plain) => plain,
            DecryptedStream::AsIs => Plain { bytes: data.to_vec(), damaged: false },
            DecryptedStream::Locked => Plain { bytes: data.to_vec(), damaged: true },
        }
    }

    /// Decrypts the bytes of a stream, before its other filters are applied.
    pub(crate) fn decrypt_stream(
        &self,
        object: u32,
        generation: u16,
        data: &[u8],
        kind: StreamKind<'_>,
    ) -> DecryptedStream {
        self.decrypt(self.methods.of_stream(kind), object, generation, data)
    }

    /// Encrypts a string of an indirect object; `None` without a key.
    pub(crate) fn encrypt_string(&self, object: u32, generation: u16, data: &[u8]) -> Option<Vec<u8>> {
        self.encrypt(&self.methods.string, object, generation, data)
    }

    /// Encrypts the bytes of an ordinary stream; `None` without a key.
    pub(crate) fn encrypt_stream(&self, object: u32, generation: u16, data: &[u8]) -> Option<Vec<u8>> {
        self.encrypt(&self.methods.stream, object, generation, data)
    }

    fn encrypt(&self, method: &Method, object: u32, generation: u16, data: &[u8]) -> Option<Vec<u8>> {
        if *method == Method::Identity {
            return Some(data.to_vec());
        }
        let key = self.key.as_ref().ok()?;
        let object_key = |aes| ObjectKey::new(&key.file, object, generation, aes);
        let iv = initialization_vector(&key.file, object, generation, data);
        match method {
            Method::Identity | Method::Unknown(_) => None,
            Method::Rc4 => Some(cipher::rc4(object_key(false).as_rc4(), data).bytes),
            Method::Aes128 => {
                let cipher = Aes128::new(object_key(true).as_aes_128().into());
                Some(cipher::aes_cbc_sealed(&cipher, &iv, data))
            }
            Method::Aes256 => Some(cipher::aes_cbc_sealed(&key.aes_256, &iv, data)),
        }
    }

    fn decrypt(&self, method: &Method, object: u32, generation: u16, data: &[u8]) -> DecryptedStream {
        let Ok(key) = &self.key else {
            return if *method == Method::Identity { DecryptedStream::AsIs } else { DecryptedStream::Locked };
        };
        let object_key = |aes| ObjectKey::new(&key.file, object, generation, aes);
        let plain = match method {
            Method::Identity => return DecryptedStream::AsIs,
            Method::Unknown(_) => return DecryptedStream::Locked,
            Method::Rc4 => cipher::rc4(object_key(false).as_rc4(), data),
            Method::Aes128 => cipher::aes_cbc(&Aes128::new(object_key(true).as_aes_128().into()), data),
            Method::Aes256 => cipher::aes_cbc(&key.aes_256, data),
        };
        DecryptedStream::Plain(plain)
    }
}

/// Returns an initialization vector that is unpredictable without the key, and deterministic for the same data.
fn initialization_vector(
    key: &FileKey,
    object: u32,
    generation: u16,
    data: &[u8],
) -> [u8; cipher::BLOCK_BYTES] {
    let hash = Sha256::new()
        .chain_update(key.as_bytes())
        .chain_update(object.to_le_bytes())
        .chain_update(generation.to_le_bytes())
        .chain_update(data)
        .finalize();
    hash.first_chunk().copied().unwrap_or_default()
}

/// Rejects security handlers other than the standard one, and unknown versions of it.
fn known_handler(params: &EncryptionParams) -> Result<(), CryptError> {
    let EncryptionParams { filter, v, r, .. } = params;
    match (filter.as_slice(), v, r) {
        // Writers that omit the handler mean the standard one.
        (b"Standard" | b"", 1 | 2 | 4, 2..=4) | (b"Standard" | b"", 5, 5 | 6) => Ok(()),
        (b"Standard" | b"", _, _) => Err(CryptError::Unsupported(format!("encryption version V{v} R{r}"))),
        _ => Err(CryptError::Unsupported(format!("security handler {}", shown_name(filter)))),
    }
}

fn permissions(params: &EncryptionParams, key: Option<&Key>) -> u32 {
    let sealed = key
        .filter(|_| params.r >= 5)
        .and_then(|key| revision_5_and_6::sealed_permissions(&key.file, &params.perms));
    let [p0, p1, p2, p3, ..] = params.p.to_le_bytes();
    sealed.unwrap_or(u32::from_le_bytes([p0, p1, p2, p3]))
}
