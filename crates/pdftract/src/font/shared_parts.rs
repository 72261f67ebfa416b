//! Parts that several fonts of a document may share: read once, kept once, charged once.
//!
//! Writers give each font object the same `/ToUnicode` stream or program, and hostile files give it to thousands of them.

use std::sync::Arc;

use super::cmap::CMap;
use super::parts::Parts;
use super::program::FontProgram;
use super::to_unicode::ToUnicode;
use super::type3::GlyphCache;
use super::widths::SharedWidths;
use crate::file::object::ObjectId;

/// Parts by the object they were read from.
pub(crate) struct SharedParts {
    /// Type 3 glyphs as they were drawn lately.
    pub(crate) drawn: Arc<GlyphCache>,
    pub(super) to_unicode: Parts<ObjectId, ToUnicode>,
    pub(super) cmaps: Parts<ObjectId, CMap>,
    pub(super) programs: Parts<ObjectId, Option<FontProgram>>,
    pub(super) glyph_maps: Parts<ObjectId, Vec<u8>>,
    pub(super) widths: SharedWidths,
}

impl SharedParts {
    pub(crate) fn new(drawn: Arc<GlyphCache>) -> Self {
        Self {
            drawn,
            to_unicode: Parts::default(),
            cmaps: Parts::default(),
            programs: Parts::default(),
            glyph_maps: Parts::default(),
            widths: SharedWidths::default(),
        }
    }

    /// Drops what no font has any more; it is read again when a font asks for it.
    pub(crate) fn drop_unused(&self) {
        self.to_unicode.drop_unused();
        self.cmaps.drop_unused();
        self.programs.drop_unused();
        self.glyph_maps.drop_unused();
        self.widths.drop_unused();
    }
}
