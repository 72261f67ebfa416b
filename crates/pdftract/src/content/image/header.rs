//! The declarations in the dictionary of an image.

use super::{ImageColorSpace, ImageKind, colors};
use crate::file::filter::ImageFilter;
use crate::file::object::{Dict, lossy};
use crate::file::string;

/// The maximum number of filters listed; real files use at most three.
pub(super) const MAX_FILTERS: usize = 16;

/// The properties of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ImageHeader {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bits: Option<u8>,
    pub(super) kind: ImageKind,
    pub(super) color_space: ImageColorSpace,
    pub(super) has_mask: bool,
    pub(super) filters: Vec<String>,
}

impl ImageHeader {
    /// Reads the dictionary of an image object.
    pub(super) fn from_dict(dict: &Dict<'_>) -> Self {
        let side = |key: &[u8]| dict.int(key).and_then(|side| u32::try_from(side).ok()).unwrap_or(0);
        let is_mask = dict.bool(b"ImageMask") == Some(true);
        let bits = dict.int(b"BitsPerComponent").and_then(|bits| u8::try_from(bits).ok());
        let filters = dict.list(b"Filter").into_iter().take(MAX_FILTERS);
        Self {
            width: side(b"Width"),
            height: side(b"Height"),
            bits: if is_mask { Some(1) } else { bits },
            kind: if is_mask { ImageKind::StencilMask } else { ImageKind::Colors },
            color_space: if is_mask { ImageColorSpace::Gray } else { colors::kind(&dict.get(b"ColorSpace")) },
            has_mask: dict.has(b"SMask") || dict.has(b"Mask"),
            filters: filters.map(|name| full_filter_name(name.as_name().unwrap_or_default())).collect(),
        }
    }
}

/// Expands the name of a filter, which may be abbreviated inside content streams.
pub(super) fn full_filter_name(name: &[u8]) -> String {
    let full = match name {
        b"AHx" => "ASCIIHexDecode",
        b"A85" => "ASCII85Decode",
        b"LZW" => "LZWDecode",
        b"Fl" => "FlateDecode",
        b"RL" => "RunLengthDecode",
        b"CCF" => ImageFilter::CcittFax.name(),
        b"DCT" => ImageFilter::Dct.name(),
        other => return string::clean(&lossy(other)).into_owned(),
    };
    full.to_owned()
}
