//! Splits a line into spans: consecutive text that shares font, size, appearance, direction, kind of source and link.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::char_class::is_private_use;
use crate::content::{Glyph, PageGlyphs};
use crate::file::string::is_clean;
use crate::font::Font;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::style::{FILL_AND_STROKE, FontStyle};
use crate::language::Script;
use crate::layout::{BaselineShift, Gap, IndexRange, LayoutLine, Piece, WritingMode};
use crate::options::{Detail, Math};
use crate::quality::PageVerdict;
use crate::structure::StructuredPage;
use crate::text::{GlyphRange, GlyphRanges, Stretch, TextPage};
use crate::unicode::{ResolvedFont, UnicodeSource};

use super::char_boxes::around;
use super::links::PageLinks;
use super::model;
use super::number::{points, share, small};
use super::span_key::{Key, Look, Next, SourceClass, direction_in};
use super::words::WordCollector;

/// The usual colour of text, which spans leave out.
const BLACK: u32 = 0;

/// The page from which spans are built.
#[derive(Clone, Copy)]
pub(super) struct Sheet<'p> {
    pub(super) access: Access<'p>,
    /// Alternatives of ambiguous font codes, determined on first use.
    pub(super) alternatives: &'p RefCell<BTreeMap<(u16, u32), Vec<String>>>,
    pub(super) page: &'p PageGlyphs,
    pub(super) layout: &'p StructuredPage,
    pub(super) text: &'p TextPage,
    pub(super) ranges: &'p GlyphRanges,
    pub(super) links: &'p PageLinks,
    pub(super) detail: Detail,
    pub(super) math: Math,
    pub(super) verdict: &'p PageVerdict,
    /// The index of the current block in the layout.
    pub(super) block: usize,
}

/// A line split into spans.
pub(super) struct CutLine {
    /// Offsets are counted in bytes.
    pub(super) spans: Vec<model::Span>,
    /// The words, if requested.
    pub(super) words: Option<Vec<model::Word>>,
    /// The end of the marker of a list item.
    pub(super) marker_end: usize,
}

/// Appends the text of a line and splits it into spans. The first `marker` pieces are the marker of a list item.
pub(super) fn push_line(
    sheet: Sheet<'_>,
    index: u32,
    line: &LayoutLine,
    marker: u32,
    out: &mut String,
) -> CutLine {
    let line_start = out.len();
    out.push_str(sheet.text.line_text(index));
    let links = sheet.links.on_line(&line.bbox);
    let origin = Origin { block: line_start, page: sheet.text.line(index).range.start };
    let mut spans = Spans { sheet, links, origin, done: Vec::new(), open: None };
    // Glyphs and words need a look at each glyph.
    let is_even = !matches!(sheet.detail, Detail::Glyphs | Detail::Words);
    if let Some(stretches) = sheet.ranges.stretches(index).filter(|_| is_even)
        && let Some(marker_end) =
            spans.add_stretches(stretches.stretches, stretches.raw_start, line, marker, out)
    {
        return CutLine { spans: spans.finish(out), words: None, marker_end };
    }
    let mut words = WordCollector::new(sheet.detail);
    let mut marker_end = line_start;
    let ranges = sheet.ranges.of_line(sheet.page, sheet.layout, index);
    let pieces = line.pieces.slice(&sheet.layout.pieces).iter().zip(ranges.iter());
    for (index, (piece, range)) in (0u32..).zip(pieces) {
        let place = origin.place(range.clean, range.raw);
        if words.are_wanted()
            && let Some(glyph) = sheet.page.glyphs.get(piece.glyph as usize)
        {
            words.add(out, place.start, place.end, sheet.page.bbox(glyph));
        }
        if index > marker && spans.take_plain(piece, range, out.as_bytes()) {
            continue;
        }
        if index == marker {
            spans.close(out);
        } else if index < marker {
            marker_end = marker_end.max(place.end);
        }
        spans.add(piece, place, out);
    }
    CutLine { spans: spans.finish(out), words: words.finish(), marker_end }
}

/// The start of a line in the text of its block and in the clean text of the page.
#[derive(Debug, Clone, Copy)]
struct Origin {
    block: usize,
    page: u32,
}

impl Origin {
    /// Returns the place of characters, given in the texts of the page.
    #[inline]
    fn place(self, clean: IndexRange, raw: IndexRange) -> Place {
        let in_block = |place: u32| self.block + place.saturating_sub(self.page) as usize;
        Place { start: in_block(clean.start), end: in_block(clean.end), raw }
    }
}

/// The range of a piece in the text of the block, and in the raw text of the page.
#[derive(Debug, Clone, Copy)]
struct Place {
    start: usize,
    end: usize,
    raw: IndexRange,
}

struct Spans<'p> {
    sheet: Sheet<'p>,
    /// The links of the page, if one may be on the line.
    links: Option<&'p PageLinks>,
    origin: Origin,
    done: Vec<model::Span>,
    open: Option<OpenSpan<'p>>,
}

impl<'p> Spans<'p> {
    /// Adds a piece whose text is at the given place.
    fn add(&mut self, piece: &Piece, place: Place, out: &str) {
        let page = self.sheet.page;
        let Some(glyph) = page.glyphs.get(piece.glyph as usize) else { return };
        let text = without_spaces(out.get(place.start..place.end).unwrap_or_default());
        if text.is_empty() {
            // A space, or a glyph whose text belongs to another one. Neither ends a span.
            self.extend_by(glyph, place);
            return;
        }
        let Some(run) = page.run(glyph) else { return };
        let look = Look::new(piece, glyph, run);
        let bbox = run.bbox(glyph);
        let link = self.links.and_then(|links| links.at(&bbox));
        let direction = direction_in(run, text);
        self.make_room(Next { look, link, direction, is_apart: piece.gap == Gap::Wide, bbox }, place, out);
        let Some(open) = &mut self.open else { return };
        open.take(glyph, bbox, text);
        open.end = place.end;
        open.raw.end = place.raw.end;
        if self.sheet.detail == Detail::Glyphs {
            open.glyphs.push(model_glyph(self.sheet, glyph, text));
        }
    }

    /// Adds an ASCII character to the open span if it has the same properties as the previous glyph. Returns `false` for
    /// any other glyph and leaves it to [`add`](Self::add).
    #[inline]
    fn take_plain(&mut self, piece: &Piece, range: &GlyphRange, out: &[u8]) -> bool {
        let page = self.sheet.page;
        let (Some(open), Some(glyph)) = (&mut self.open, page.glyphs.get(piece.glyph as usize)) else {
            return false;
        };
        // Glyphs and links need a look at each glyph.
        let is_enough = self.sheet.detail != Detail::Glyphs && self.links.is_none();
        let at = self.origin.place(range.clean, range.raw).start;
        let byte = out.get(at).copied().filter(|byte| byte.is_ascii_graphic());
        let look = open.look;
        let is_same = is_enough
            && range.clean.end == range.clean.start + 1
            && piece.gap != Gap::Wide
            && piece.shift == look.shift
            && glyph.visibility == look.visibility
            && glyph.source == look.source
            && glyph.run == look.run_index
            && open.key.source != SourceClass::Unknown;
        let Some(byte) = byte.filter(|_| is_same) else { return false };
        let direction = if look.run.vertical {
            Some(WritingMode::Ttb)
        } else {
            byte.is_ascii_alphabetic().then_some(WritingMode::Ltr)
        };
        if !open.key.takes_direction(direction) {
            return false;
        }
        open.characters += 1;
        open.confidence += u64::from(glyph.confidence_percent);
        open.min_confidence = open.min_confidence.min(glyph.confidence_percent);
        if let Some(count) = open.sources.get_mut(glyph.source as usize) {
            *count += 1;
        }
        open.bbox = around(open.bbox, look.run.bbox(glyph));
        open.is_ambiguous |= glyph.is_ambiguous();
        open.end = at + 1;
        open.raw.end = range.raw.end;
        true
    }

    /// Extends the open span by a glyph without text, or one whose text was merged into the previous character.
    fn extend_by(&mut self, glyph: &Glyph, place: Place) {
        let has_raw_text = !place.raw.is_empty();
        if (glyph.text == crate::content::TextId::NONE || has_raw_text)
            && let Some(open) = &mut self.open
        {
            open.bbox = around(open.bbox, self.sheet.page.bbox(glyph));
            open.raw.end = open.raw.end.max(place.raw.end);
        }
    }

    /// Adds a line of stretches, whose raw text begins at `raw_start`. Its first `marker` pieces are the marker of a list item.
    /// Returns the end of the marker; `None`, and adds nothing, if a stretch is not part of one link as a whole.
    fn add_stretches(
        &mut self,
        stretches: &[Stretch],
        raw_start: u32,
        LayoutLine { pieces, .. }: &LayoutLine,
        marker: u32,
        out: &str,
    ) -> Option<usize> {
        let pieces = pieces.slice(&self.sheet.layout.pieces);
        if !self.have_one_link_each(stretches, pieces) {
            return None;
        }
        let (mut marker_end, mut is_marker, mut first) = (self.origin.block, marker > 0, 0);
        for stretch in stretches {
            let place = self.place_of(stretch, raw_start);
            if is_marker && first >= marker {
                is_marker = false;
                self.close(out);
            }
            if is_marker {
                marker_end = place.end;
            }
            let next = Next::of_stretch(stretch, self.sheet.page)?;
            let link = self.links_of(stretch, pieces, first).next().flatten();
            first += stretch.glyphs;
            self.make_room(Next { link, ..next }, place, out);
            let open = self.open.as_mut()?;
            open.take_stretch(stretch);
            open.end = place.end;
            open.raw.end = place.raw.end;
        }
        Some(marker_end)
    }

    fn place_of(&self, stretch: &Stretch, raw_start: u32) -> Place {
        let in_raw = |at: u32| raw_start + at.saturating_sub(self.origin.page);
        let raw = IndexRange { start: in_raw(stretch.clean.start), end: in_raw(stretch.clean.end) };
        self.origin.place(stretch.clean, raw)
    }

    /// Returns whether all glyphs of each stretch of a line are in the same link, or none in any.
    fn have_one_link_each(&self, stretches: &[Stretch], pieces: &[Piece]) -> bool {
        let Some(links) = self.links else { return true };
        let mut first = 0;
        stretches.iter().all(|stretch| {
            let mut found = self.links_of(stretch, pieces, first);
            first += stretch.glyphs;
            let link = found.next();
            links.on_line(&stretch.bbox).is_none() || found.all(|other| Some(other) == link)
        })
    }

    /// Returns the link of each glyph of a stretch that begins with a piece of its line; nothing if the line has none.
    fn links_of<'s>(
        &'s self,
        stretch: &Stretch,
        pieces: &'s [Piece],
        first: u32,
    ) -> impl Iterator<Item = Option<u16>> + use<'s, 'p> {
        let of_stretch = IndexRange { start: first, end: first + stretch.glyphs }.slice(pieces);
        let page = self.sheet.page;
        let glyphs = of_stretch.iter().filter_map(|piece| page.glyphs.get(piece.glyph as usize));
        let links = glyphs.filter(|glyph| glyph.text.ascii() != Some(b' ')).map(|glyph| page.bbox(glyph));
        self.links.into_iter().flat_map(move |found| links.clone().map(|bbox| found.at(&bbox)))
    }

    /// Closes the open span and opens another if text with these properties must not follow in it.
    fn make_room(&mut self, next: Next<'p>, place: Place, out: &str) {
        if !next.is_apart && self.open.as_mut().is_some_and(|open| open.takes(&next)) {
            return;
        }
        self.close(out);
        self.open =
            Some(OpenSpan::new(next, place, self.sheet.page.fonts.get(usize::from(next.look.run.font))));
    }

    fn finish(mut self, out: &str) -> Vec<model::Span> {
        self.close(out);
        self.done
    }

    fn close(&mut self, out: &str) {
        let Some(open) = self.open.take() else { return };
        // Most lines are one span, and spans are large.
        if self.done.is_empty() {
            self.done.reserve_exact(1);
        }
        self.done.push(open.finish(out, self.sheet));
    }
}

struct OpenSpan<'p> {
    key: Key,
    /// The look of the last glyph.
    look: Look<'p>,
    font: Option<&'p Font>,
    start: usize,
    end: usize,
    raw: IndexRange,
    bbox: [f32; 4],
    characters: u32,
    confidence: u64,
    min_confidence: u8,
    /// The number of characters by source.
    sources: [u32; UnicodeSource::ALL.len()],
    is_ambiguous: bool,
    codes: Vec<u32>,
    glyphs: Vec<model::Glyph>,
}

impl<'p> OpenSpan<'p> {
    fn new(next: Next<'p>, place: Place, font: Option<&'p std::sync::Arc<ResolvedFont>>) -> Self {
        Self {
            key: Key::new(&next),
            look: next.look,
            font: font.map(|font| &***font),
            start: place.start,
            end: place.start,
            raw: IndexRange { start: place.raw.start, end: place.raw.start },
            bbox: next.bbox,
            characters: 0,
            confidence: 0,
            min_confidence: 100,
            sources: [0; UnicodeSource::ALL.len()],
            is_ambiguous: false,
            codes: Vec::new(),
            glyphs: Vec::new(),
        }
    }

    /// Returns `true` if a glyph or a stretch may follow in the span.
    #[inline]
    fn takes(&mut self, next: &Next<'p>) -> bool {
        let takes = if self.look.is_same(&next.look) || self.look.is_alike(&next.look) {
            next.link == self.key.link && self.key.takes_direction(next.direction)
        } else {
            self.key.takes(&Key::new(next))
        };
        if takes {
            self.look = next.look;
        }
        takes
    }

    fn take_stretch(&mut self, stretch: &Stretch) {
        let (source, confidence) = (stretch.likeness.source, stretch.likeness.confidence);
        let characters = stretch.glyphs.saturating_sub(stretch.spaces);
        self.characters += characters;
        self.confidence += u64::from(characters) * u64::from(confidence);
        self.min_confidence = self.min_confidence.min(confidence);
        if let Some(count) = self.sources.get_mut(source as usize) {
            *count += characters;
        }
        self.bbox = around(self.bbox, stretch.bbox);
    }

    fn take(&mut self, glyph: &Glyph, bbox: [f32; 4], text: &str) {
        let mut rest = text.chars();
        // Only the font defines a private-use character.
        let (characters, is_private) = match (rest.next(), rest.as_str()) {
            (Some(single), "") => (1, is_private_use(single)),
            _ => (small(text.chars().count()), text.chars().any(is_private_use)),
        };
        let confidence = if is_private { 0 } else { glyph.confidence_percent };
        self.characters += characters;
        self.confidence += u64::from(characters) * u64::from(confidence);
        self.min_confidence = self.min_confidence.min(confidence);
        if let Some(count) = self.sources.get_mut(glyph.source as usize) {
            *count += characters;
        }
        self.bbox = around(self.bbox, bbox);
        self.is_ambiguous |= glyph.is_ambiguous();
        if self.key.source == SourceClass::Unknown {
            self.codes.push(glyph.code);
        }
    }

    /// Returns the source of most characters; the more trusted one if counts are equal.
    fn dominant_source(&self) -> UnicodeSource {
        // Most spans have a single source.
        let last = self.look.source;
        if self.characters > 0 && self.sources.get(last as usize) == Some(&self.characters) {
            return last;
        }
        let used = UnicodeSource::ALL.into_iter().zip(&self.sources).filter(|(_, count)| **count > 0);
        // Of equal counts the last is taken, which is the most trusted source because of the reversed order.
        used.rev().max_by_key(|(_, count)| **count).map_or(UnicodeSource::Unknown, |(source, _)| source)
    }

    fn finish(self, out: &str, sheet: Sheet<'_>) -> model::Span {
        let raw = sheet.ranges.raw(self.raw);
        let text = out.get(self.start..self.end).unwrap_or_default();
        let facts = self.font.map(Font::facts);
        let style = self.font.map(Font::style);
        let mut span = model::Span {
            start: small(self.start),
            end: small(self.end),
            text: text.to_owned(),
            raw_text: (raw != text).then(|| without_controls(raw)),
            bbox: self.bbox.map(points),
            font: facts.map(|facts| facts.name.clone()).unwrap_or_default(),
            font_index: self.key.font,
            font_type: facts.map_or(crate::font::FontKind::Unknown, |facts| facts.kind),
            size: self.key.size,
            weight: style.map_or(400, |style| weight_as_drawn(style, self.key.rendering_mode)),
            italic: style.is_some_and(|style| style.italic),
            monospace: style.is_some_and(|style| style.fixed_pitch),
            serif: style.and_then(|style| style.serif),
            color: self.key.color.filter(|color| *color != BLACK).map(|color| format!("#{color:06x}")),
            rendering_mode: self.key.rendering_mode,
            visibility: self.key.visibility,
            unicode_source: self.dominant_source(),
            confidence: mean(self.confidence, self.characters),
            min_confidence: share(f64::from(self.min_confidence) / 100.0),
            quality: model::Quality::High,
            readable: true,
            quality_signals: Vec::new(),
            ambiguous: self.is_ambiguous,
            raw_glyphs: self.codes,
            ocr_text: None,
            lang: None,
            script: None,
            direction: self.key.direction.unwrap_or_default(),
            role: None,
            baseline_shift: Some(self.key.shift).filter(|shift| *shift != BaselineShift::None),
            link: self.key.link.and_then(|index| sheet.links.get(index)).cloned(),
            glyphs: (sheet.detail == Detail::Glyphs).then_some(self.glyphs),
        };
        enter_verdict(&mut span, sheet.block, sheet.verdict);
        span
    }
}

/// Enters the verdict on the text of a span, given the index of its block in the layout.
pub(crate) fn enter_verdict(span: &mut model::Span, block: usize, verdict: &PageVerdict) {
    // Glyphs without known text are in spans of their own.
    let is_known = span.unicode_source != UnicodeSource::Unknown;
    let verdict = verdict.of_span(block, span.font_index, is_known);
    span.confidence = span.confidence.min(share(verdict.confidence));
    span.quality = verdict.quality;
    span.readable = verdict.quality.is_readable();
    span.quality_signals = verdict.signals;
    span.lang = verdict.lang;
    span.script = verdict.script.and_then(Script::code);
}

/// Returns the weight of a font as drawn: letters that are filled and stroked look bold.
fn weight_as_drawn(style: FontStyle, rendering_mode: u8) -> u16 {
    if rendering_mode == FILL_AND_STROKE { style.weight.max(700) } else { style.weight }
}

/// Removes characters that no output may have.
fn without_controls(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    text.extend(raw.chars().filter(|&character| is_clean(character)));
    text
}

/// Trims spaces at both ends.
#[inline]
fn without_spaces(text: &str) -> &str {
    let bytes = text.as_bytes();
    if bytes.first() == Some(&b' ') || bytes.last() == Some(&b' ') { text.trim_matches(' ') } else { text }
}

/// Returns the mean of hundredths.
#[allow(clippy::cast_precision_loss)]
fn mean(sum: u64, count: u32) -> f32 {
    share(sum as f64 / 100.0 / f64::from(count.max(1)))
}

fn alternatives(sheet: Sheet<'_>, glyph: &Glyph, text: &str) -> Vec<String> {
    let (Some(run), Some(font)) = (sheet.page.run(glyph), sheet.page.font(glyph)) else { return Vec::new() };
    let code = CharCode { value: glyph.code, len: glyph.code_bytes };
    let mut known = sheet.alternatives.borrow_mut();
    let found = || font.alternatives(sheet.access, code, text);
    known.entry((run.font, glyph.code)).or_insert_with(found).clone()
}

fn model_glyph(sheet: Sheet<'_>, glyph: &Glyph, text: &str) -> model::Glyph {
    let font = sheet.page.font(glyph);
    model::Glyph {
        code: glyph.code,
        glyph_name: font.and_then(|font| font.glyph_name(glyph.code)),
        text: text.to_owned(),
        unicode_source: glyph.source,
        confidence: share(glyph.confidence()),
        bbox: sheet.page.bbox(glyph).map(points),
        advance: points(glyph.advance),
        alternatives: if glyph.is_doubtful() { alternatives(sheet, glyph, text) } else { Vec::new() },
    }
}
