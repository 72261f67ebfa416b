//! Reads the encryption dictionary and unlocks the file with the given or the empty password.

use super::File;
use super::crypt::{CryptError, CryptFilterParams, Decryptor, EncryptionParams, Unlocked};
use super::object::Dict;
use super::xref;
use crate::error::Error;

impl File {
    /// Sets up decryption if the file is encrypted.
    pub(crate) fn unlock(&mut self, password: Option<&str>) -> Result<(), Error> {
        let Some((params, object)) = self.encryption_params() else { return Ok(()) };
        let decryptor =
            Decryptor::new(&params, password.map(str::as_bytes)).map_err(|error| match error {
                CryptError::PasswordNeeded => Error::PasswordNeeded,
                CryptError::WrongPassword => Error::WrongPassword,
                CryptError::Unsupported(what) => Error::UnsupportedEncryption(what),
                CryptError::Damaged(what) => Error::UnsupportedEncryption(format!("damaged: {what}")),
            })?;
        self.decryptor = Some(decryptor);
        self.encryption_object = object;
        // Objects read before this point still have encrypted strings.
        self.objects.clear();
        self.object_streams.clear();
        Ok(())
    }

    fn encryption_params(&self) -> Option<(EncryptionParams, Option<u32>)> {
        let entry = xref::trailer_entry(self, &self.trailers, b"Encrypt")?;
        let dict = entry.resolve().as_dict()?;
        let ids = xref::trailer_entry(self, &self.trailers, b"ID");
        let first_id = ids.and_then(|ids| ids.resolve().as_array()).map(|ids| ids.get(0));
        let file_id = first_id.and_then(|id| id.as_string().map(<[u8]>::to_vec)).unwrap_or_default();
        Some((params_of(&dict, file_id), dict.id().map(|id| id.number)))
    }

    /// Describes the encryption, such as `AES-256 (V5 R6)`; `None` if there is none.
    pub fn encryption(&self) -> Option<String> {
        self.decryptor.as_ref().map(Decryptor::description)
    }

    /// Returns the password that unlocked the file: `owner`, `user`, or `none needed` if only attachments are
    /// encrypted.
    pub fn unlocked_as(&self) -> Option<&'static str> {
        self.decryptor.as_ref().map(|decryptor| match decryptor.unlocked() {
            Unlocked::NotNeeded => "none needed",
            Unlocked::AsUser => "user",
            Unlocked::AsOwner => "owner",
        })
    }

    /// Returns the permission bits of an encrypted file (ISO 32000-1, Table 22).
    pub fn permissions(&self) -> Option<u32> {
        self.decryptor.as_ref().map(Decryptor::permissions)
    }
}

fn params_of(dict: &Dict<'_>, file_id: Vec<u8>) -> EncryptionParams {
    let string = |key: &[u8]| dict.string(key).unwrap_or_default();
    EncryptionParams {
        filter: dict.name(b"Filter").unwrap_or_default(),
        v: dict.int(b"V").unwrap_or(0),
        r: dict.int(b"R").unwrap_or(0),
        length_bits: dict.int(b"Length"),
        o: string(b"O"),
        u: string(b"U"),
        oe: string(b"OE"),
        ue: string(b"UE"),
        perms: string(b"Perms"),
        p: dict.int(b"P").unwrap_or(0),
        encrypt_metadata: dict.bool(b"EncryptMetadata").unwrap_or(true),
        stream_filter: dict.name(b"StmF"),
        string_filter: dict.name(b"StrF"),
        embedded_filter: dict.name(b"EFF"),
        crypt_filters: crypt_filters(dict),
        file_id,
    }
}

/// The maximum number of crypt filters; a real file has one or two.
const MAX_CRYPT_FILTERS: usize = 32;

fn crypt_filters(dict: &Dict<'_>) -> Vec<(Vec<u8>, CryptFilterParams)> {
    let Some(filters) = dict.dict(b"CF") else { return Vec::new() };
    let known = filters.iter().take(MAX_CRYPT_FILTERS).filter_map(|(name, value)| {
        let filter = value.as_dict()?;
        let method = filter.name(b"CFM").unwrap_or_default();
        Some((name.to_vec(), CryptFilterParams { method, length: filter.int(b"Length") }))
    });
    known.collect()
}
