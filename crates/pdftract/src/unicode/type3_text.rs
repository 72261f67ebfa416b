//! The rung for Type 3 procedures: text that a glyph shows in other fonts, or a blank that is a space.

use std::sync::Arc;

use super::font_store::FontStore;
use super::glyph_table::InfoText;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use crate::file::object::Dict;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::type3::InnerText;

/// The maximum nesting of Type 3 fonts; deeper inner text is not read.
const MAX_DEPTH: u8 = 8;

/// The maximum length of the text of a glyph in bytes. Longer "glyphs" are pages.
const MAX_TEXT: usize = 1_000;

/// The maximum number of fonts that a glyph selects. Each takes a few kilobytes if it is a direct object in the
/// resources.
const MAX_FONTS: usize = 256;

/// The confidence that a blank glyph is a space.
const BLANK_CONFIDENCE: u8 = 90;

/// Returns the text that the procedure of a code shows. Procedures at the greatest depth are drawn, but their text is
/// not read.
pub(super) fn by_stream(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    let type3 = font.type3(access)?;
    let mut reader = InnerTextReader::new(font, access);
    let glyph = type3.draw_text(u8::try_from(code.value).ok()?, &mut reader)?;
    if glyph.shows_text {
        return reader.text.resolved();
    }
    let is_space = glyph.is_blank && font.advance(access, code) > 0.0;
    is_space.then(|| Resolved::new(' ', UnicodeSource::ShapeMatch, BLANK_CONFIDENCE))
}

/// Reads the text that a glyph shows, in the fonts that it selects.
struct InnerTextReader<'d> {
    access: Access<'d>,
    /// `None` at the greatest depth.
    store: Option<FontStore>,
    /// The depth of fonts inside this one.
    depth: u8,
    fonts: Vec<Arc<ResolvedFont>>,
    codes_left: u64,
    text: GlyphText,
}

impl<'d> InnerTextReader<'d> {
    fn new(font: &ResolvedFont, access: Access<'d>) -> Self {
        let inner = font.inner_fonts.as_ref().filter(|inner| inner.depth < MAX_DEPTH);
        Self {
            access,
            store: inner.and_then(|inner| inner.store.upgrade()),
            depth: inner.map_or(MAX_DEPTH, |inner| inner.depth) + 1,
            fonts: Vec::new(),
            codes_left: access.session.limits().operators_per_glyph,
            text: GlyphText::default(),
        }
    }
}

impl InnerText for InnerTextReader<'_> {
    fn font(&mut self, font: &Dict<'_>) -> Option<usize> {
        let font = self.store.as_ref()?.nested(font, self.access.session, self.depth);
        let known = self.fonts.iter().position(|other| Arc::ptr_eq(other, &font));
        if known.is_none() && self.fonts.len() < MAX_FONTS {
            self.fonts.push(font);
            return self.fonts.len().checked_sub(1);
        }
        known
    }

    fn show(&mut self, font: usize, bytes: &[u8]) {
        let Some(font) = self.fonts.get(font) else { return };
        let mut rest = bytes;
        while !rest.is_empty() && self.codes_left > 0 {
            self.codes_left -= 1;
            let code = font.next_code(rest);
            rest = rest.get(usize::from(code.len.max(1))..).unwrap_or_default();
            let info = font.glyph(self.access, code);
            // Text inside glyphs is not part of the text of the document, so its context cannot resolve an uncertain
            // shape.
            if info.is_uncertain_shape() && !font.is_type3() {
                let resolved = font.distributed(self.access, code);
                self.text.push(&resolved.text, resolved.source, resolved.confidence_percent);
                continue;
            }
            let text = match info.text {
                InfoText::Char(character) => character.to_string(),
                InfoText::Sequence(_) => font.text_of(info.text),
            };
            self.text.push(&text, info.source, info.confidence_percent);
        }
    }

    fn gap(&mut self) {
        self.text.push_space();
    }
}

/// The text inside a glyph, with the weakest source among its characters.
struct GlyphText {
    text: String,
    known: usize,
    source: UnicodeSource,
    confidence_percent: u8,
}

impl Default for GlyphText {
    fn default() -> Self {
        Self { text: String::new(), known: 0, source: UnicodeSource::ActualText, confidence_percent: 100 }
    }
}

impl GlyphText {
    fn push(&mut self, text: &str, source: UnicodeSource, confidence_percent: u8) {
        if self.text.len() + text.len() > MAX_TEXT {
            return;
        }
        self.text.push_str(text);
        self.confidence_percent = self.confidence_percent.min(confidence_percent);
        if source != UnicodeSource::Unknown {
            self.known += 1;
            self.source = self.source.weaker(source);
        }
    }

    fn push_space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(' ') && self.text.len() < MAX_TEXT {
            self.text.push(' ');
        }
    }

    /// Returns the text, if any of it is known.
    fn resolved(self) -> Option<Resolved> {
        (self.known > 0).then(|| Resolved::new(self.text, self.source, self.confidence_percent))
    }
}
