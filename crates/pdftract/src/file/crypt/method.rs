//! Turns `V` and the crypt filters into the cipher of strings, streams and embedded files.

use super::StreamKind;
use super::params::{CryptError, EncryptionParams, shown_name};

/// How one kind of data is encrypted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Method {
    /// Not at all.
    Identity,
    /// RC4 with a key per object.
    Rc4,
    /// AES in CBC mode with a 128-bit key per object.
    Aes128,
    /// AES in CBC mode with the 256-bit file key.
    Aes256,
    /// In a way that is not known; the value of `CFM`.
    Unknown(Vec<u8>),
}

impl Method {
    /// The method that `CFM` names under `V`.
    fn named(cfm: &[u8], v: i64) -> Self {
        match (cfm, v) {
            (b"" | b"None" | b"Identity", _) => Self::Identity,
            (b"V2", 4) => Self::Rc4,
            (b"AESV2", 4) => Self::Aes128,
            // Some writers keep the old name; the key of V5 fits AES-256 alone.
            (b"AESV2" | b"AESV3", 5) => Self::Aes256,
            _ => Self::Unknown(cfm.to_vec()),
        }
    }

    /// What readers assume when a crypt filter is used but not defined.
    fn undefined(v: i64) -> Self {
        if v == 5 { Self::Aes256 } else { Self::Aes128 }
    }

    /// An error that names the method, if it is not known.
    fn known(&self) -> Result<(), CryptError> {
        match self {
            Self::Unknown(name) => {
                Err(CryptError::Unsupported(format!("crypt filter method {}", shown_name(name))))
            }
            _ => Ok(()),
        }
    }
}

/// The method of every kind of data in one document.
#[derive(Debug)]
pub(super) struct Methods {
    pub(super) string: Method,
    pub(super) stream: Method,
    pub(super) embedded: Method,
    metadata: Method,
    /// The crypt filters that a stream may name. `None` before V4, which has no crypt filters.
    filters: Option<Vec<(Vec<u8>, Method)>>,
}

impl Methods {
    /// Reads the methods, known or not.
    pub(super) fn read(params: &EncryptionParams) -> Self {
        if matches!(params.v, 4 | 5) { Self::with_filters(params) } else { Self::without_filters() }
    }

    /// Refuses methods of strings or streams that are not known. Embedded files may have any.
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

    /// Whether the document can be read without any key; embedded files may still need one.
    pub(super) fn body_is_plain(&self) -> bool {
        self.string == Method::Identity && self.stream == Method::Identity
    }

    /// The method of one stream.
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
