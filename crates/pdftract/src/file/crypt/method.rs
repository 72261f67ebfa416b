//! Determines the ciphers of strings, streams and embedded files from `V` and the crypt filters.

use super::StreamKind;
use super::params::{CryptError, EncryptionParams, shown_name};

/// The encryption method of one kind of data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Method {
    /// Not encrypted.
    Identity,
    /// RC4 with a key per object.
    Rc4,
    /// AES in CBC mode with a 128-bit key per object.
    Aes128,
    /// AES in CBC mode with the 256-bit file key.
    Aes256,
    /// An unknown method; the value of `CFM`.
    Unknown(Vec<u8>),
}

impl Method {
    /// Returns the method for `CFM` under `V`.
    fn named(cfm: &[u8], v: i64) -> Self {
        match (cfm, v) {
            (b"" | b"None" | b"Identity", _) => Self::Identity,
            (b"V2", 4) => Self::Rc4,
            (b"AESV2", 4) => Self::Aes128,
            // Some writers keep the old name; the key of V5 only fits AES-256.
            (b"AESV2" | b"AESV3", 5) => Self::Aes256,
            _ => Self::Unknown(cfm.to_vec()),
        }
    }

    /// Returns the method that readers assume if a crypt filter is used but not defined.
    fn undefined(v: i64) -> Self {
        if v == 5 { Self::Aes256 } else { Self::Aes128 }
    }

    /// Returns an error with the name of the method, if it is unknown.
    fn known(&self) -> Result<(), CryptError> {
        match self {
            Self::Unknown(name) => {
                Err(CryptError::Unsupported(format!("crypt filter method {}", shown_name(name))))
            }
            _ => Ok(()),
        }
    }
}

/// The methods of all kinds of data in a document.
#[derive(Debug)]
pub(super) struct Methods {
    pub(super) string: Method,
    pub(super) stream: Method,
    pub(super) embedded: Method,
    metadata: Method,
    /// The crypt filters that a stream may refer to. `None` before V4, which has no crypt filters.
    filters: Option<Vec<(Vec<u8>, Method)>>,
}

impl Methods {
    /// Reads the methods, known or not.
    pub(super) fn read(params: &EncryptionParams) -> Self {
        if matches!(params.v, 4 | 5) { Self::with_filters(params) } else { Self::without_filters() }
    }

    /// Rejects unknown methods of strings or streams. Embedded files may have any.
    pub(super) fn known(&self) -> Result<(), CryptError> {
        self.string.known().and_then(|()| self.stream.known())
    }

    fn without_filters() -> Self {
        let rc4 = || Method::Rc4;
        Self { string: rc4(), stream: rc4(), embedded: rc4(), metadata: rc4(), filters: None }
    }

    fn with_filters(params: &EncryptionParams) -> Self {
        let filters: Vec<_> = params
            .crypt_filters
            .iter()
            .map(|(name, filter)| (name.clone(), Method::named(&filter.method, params.v)))
            .collect();
        let method = |name: &Option<Vec<u8>>| match name {
            // ISO 32000-2, table 20: the default is Identity.
            None => Method::Identity,
            Some(name) => find(&filters, name).cloned().unwrap_or_else(|| Method::undefined(params.v)),
        };
        let (string, stream) = (method(&params.string_filter), method(&params.stream_filter));
        let embedded = match &params.embedded_filter {
            None => stream.clone(),
            name => method(name),
        };
        let metadata = if params.encrypt_metadata { stream.clone() } else { Method::Identity };
        Self { string, stream, embedded, metadata, filters: Some(filters) }
    }

    /// Returns `true` if the document can be read without a key; embedded files may still need one.
    pub(super) fn body_is_plain(&self) -> bool {
        self.string == Method::Identity && self.stream == Method::Identity
    }

    /// Returns the method of a stream.
    pub(super) fn of_stream(&self, kind: StreamKind<'_>) -> &Method {
        match (kind, &self.filters) {
            (StreamKind::Ordinary, _) => &self.stream,
            (StreamKind::EmbeddedFile, _) => &self.embedded,
            (StreamKind::Metadata, _) => &self.metadata,
            (StreamKind::Named(name), Some(filters)) => find(filters, name).unwrap_or(&self.stream),
            (StreamKind::Named(_), None) => &self.stream,
        }
    }
}

fn find<'a>(filters: &'a [(Vec<u8>, Method)], name: &[u8]) -> Option<&'a Method> {
    if name == b"Identity" {
        return Some(&Method::Identity);
    }
    filters.iter().find(|(known, _)| known == name).map(|(_, method)| method)
}
