//! Cuts a line into spans: stretches of text that share font, size, look, direction, kind of source and link.

use std::collections::BTreeMap;

use crate::clean::ligature;
use crate::content::{Glyph, PageGlyphs, Run, Visibility};
use crate::font::{Font, UnicodeSource};
use crate::layout::line_text::{as_is, push_piece, trim_line};
use crate::layout::{BaselineShift, Gap, Line, PageLayout, Piece, WritingMode};
use crate::quality::PageVerdict;
use crate::quality::script::Script;

use super::links::PageLinks;
use super::model;
use super::number::{points, share, small};
use super::page::Detail;

/// The page that spans are made from.
#[derive(Clone, Copy)]
pub(super) struct Sheet<'p> {
    pub(super) page: &'p PageGlyphs,
    pub(super) layout: &'p PageLayout,
    pub(super) links: &'p PageLinks,
    pub(super) detail: Detail,
    pub(super) verdict: &'p PageVerdict,
    /// The block at hand, by its index in the layout.
    pub(super) block: usize,
}

/// How many glyphs that are no spaces stand in a text, and how many of them have no known Unicode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tally {
    pub(super) glyphs: u32,
    pub(super) unmapped: u32,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        self.glyphs += other.glyphs;
        self.unmapped += other.unmapped;
    }
}

/// A line cut into spans.
pub(super) struct CutLine {
    /// Their places are counted in bytes.
    pub(super) spans: Vec<model::Span>,
    pub(super) tally: Tally,
    /// Where the marker of a list item ends.
    pub(super) marker_end: usize,
}

/// Appends the text of a line and cuts it into spans. So many pieces at its start are a marker.
pub(super) fn push_line(sheet: Sheet<'_>, line: &Line, marker: u32, out: &mut String) -> CutLine {
    let mut spans =
        Spans { sheet, done: Vec::new(), open: None, tally: Tally::default(), raw: String::new() };
    let line_start = out.len();
    let mut marker_end = line_start;
    for (index, piece) in (0u32..).zip(line.pieces.of(&sheet.layout.pieces)) {
        let (before, raw_before) = (out.len(), spans.raw.len());
        push_piece(sheet.page, piece, line_start, out, ligature::push_expanded);
        push_piece(sheet.page, piece, 0, &mut spans.raw, as_is);
        if index == marker {
            spans.close(out);
        } else if index < marker {
            marker_end = out.trim_end_matches(' ').len();
        }
        let added = out.get(before..).unwrap_or_default();
        let start = out.len() - added.trim_start_matches(' ').len();
        let raw_added = spans.raw.get(raw_before..).unwrap_or_default();
        let raw_start = spans.raw.len() - raw_added.trim_start_matches(' ').len();
        spans.add(piece, start, raw_start, out);
    }
    trim_line(line_start, out);
    spans.close(out);
    CutLine { spans: spans.done, tally: spans.tally, marker_end }
}

struct Spans<'p> {
    sheet: Sheet<'p>,
    done: Vec<model::Span>,
    open: Option<OpenSpan<'p>>,
    tally: Tally,
    /// The line as the glyphs give it.
    raw: String,
}

impl<'p> Spans<'p> {
    /// Takes in a piece whose text, spaces before it left out, begins at `start` and ends the text so far.
    fn add(&mut self, piece: &Piece, start: usize, raw_start: usize, out: &str) {
        let page = self.sheet.page;
        let Some(glyph) = page.glyphs.get(piece.glyph as usize) else { return };
        let text = out.get(start..).unwrap_or_default().trim_end_matches(' ');
        if text.is_empty() {
            // A space, or a glyph whose text another one carries. Neither ends a span.
            self.extend_by(glyph);
            return;
        }
        let Some(run) = page.run(glyph) else { return };
        let key = Key::new(self.sheet.links, piece, glyph, run, text);
        let fits = self.open.as_mut().is_some_and(|open| piece.gap != Gap::Wide && open.key.takes(&key));
        if !fits {
            self.close(out);
            self.open = Some(OpenSpan::new(key, (start, raw_start), page.font(glyph), glyph));
        }
        let Some(open) = &mut self.open else { return };
        open.take(glyph, text);
        open.end = start + text.len();
        open.raw_end = self.raw.trim_end_matches(' ').len();
        open.glyphs.extend((self.sheet.detail == Detail::Glyphs).then(|| model_glyph(page, glyph, text)));
        self.tally.add(Tally { glyphs: 1, unmapped: u32::from(glyph.source == UnicodeSource::Unknown) });
    }

    /// Widens the open span by a glyph without text of its own.
    fn extend_by(&mut self, glyph: &Glyph) {
        if glyph.text == crate::content::TextId::NONE
            && let Some(open) = &mut self.open
        {
            open.bbox = around(open.bbox, glyph.bbox);
        }
    }

    fn close(&mut self, out: &str) {
        let Some(open) = self.open.take() else { return };
        let raw = self.raw.get(open.raw_start..open.raw_end).unwrap_or_default();
        self.done.push(open.finish(out, raw, self.sheet));
    }
}

/// What all characters of a span share.
#[derive(Debug, Clone, PartialEq)]
struct Key {
    font: u16,
    size: f32,
    visibility: Visibility,
    rendering_mode: u8,
    shift: BaselineShift,
    /// `None` as long as there are only characters that run either way.
    direction: Option<WritingMode>,
    source: SourceClass,
    link: Option<u16>,
}

impl Key {
    fn new(links: &PageLinks, piece: &Piece, glyph: &Glyph, run: &Run, text: &str) -> Self {
        Self {
            font: run.font,
            size: points(glyph.size),
            visibility: glyph.visibility,
            rendering_mode: run.rendering_mode,
            shift: piece.shift,
            direction: if run.vertical { Some(WritingMode::Ttb) } else { direction(text) },
            source: SourceClass::of(glyph.source),
            link: links.at(&glyph.bbox),
        }
    }

    /// Whether a character with another key may follow in the same span.
    fn takes(&mut self, other: &Self) -> bool {
        let direction = self.direction.or(other.direction);
        let agrees = other.direction.is_none() || other.direction == direction;
        let undirected = Self { direction: self.direction, ..other.clone() };
        if !agrees || *self != undirected {
            return false;
        }
        self.direction = direction;
        true
    }
}

/// Sources of Unicode by what they are worth: spans never mix what the file says with what was guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SourceClass {
    Stated,
    Guessed,
    Unknown,
}

impl SourceClass {
    fn of(source: UnicodeSource) -> Self {
        match source {
            UnicodeSource::ActualText
            | UnicodeSource::Override
            | UnicodeSource::ToUnicode
            | UnicodeSource::UnicodeCmap
            | UnicodeSource::Agl
            | UnicodeSource::FontCmap
            | UnicodeSource::CidCollection
            | UnicodeSource::TexEncoding => Self::Stated,
            UnicodeSource::Fingerprint
            | UnicodeSource::ShapeMatch
            | UnicodeSource::Context
            | UnicodeSource::Ocr => Self::Guessed,
            UnicodeSource::Unknown => Self::Unknown,
        }
    }
}

/// How a text runs, by its first letter.
fn direction(text: &str) -> Option<WritingMode> {
    text.chars().find_map(|character| {
        if is_right_to_left(character) {
            Some(WritingMode::Rtl)
        } else {
            character.is_alphabetic().then_some(WritingMode::Ltr)
        }
    })
}

/// Whether a character belongs to the blocks of scripts that run from right to left (Unicode, Bidi_Class R and AL).
fn is_right_to_left(character: char) -> bool {
    matches!(character,
        '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
        && character.is_alphabetic()
}

struct OpenSpan<'p> {
    key: Key,
    font: Option<&'p Font>,
    start: usize,
    end: usize,
    raw_start: usize,
    raw_end: usize,
    bbox: [f32; 4],
    characters: u32,
    confidence: u64,
    min_confidence: u8,
    sources: BTreeMap<UnicodeSource, u32>,
    codes: Vec<u32>,
    glyphs: Vec<model::Glyph>,
}

impl<'p> OpenSpan<'p> {
    fn new(
        key: Key,
        (start, raw_start): (usize, usize),
        font: Option<&'p std::sync::Arc<Font>>,
        glyph: &Glyph,
    ) -> Self {
        Self {
            key,
            font: font.map(AsRef::as_ref),
            start,
            end: start,
            raw_start,
            raw_end: raw_start,
            bbox: glyph.bbox,
            characters: 0,
            confidence: 0,
            min_confidence: 100,
            sources: BTreeMap::new(),
            codes: Vec::new(),
            glyphs: Vec::new(),
        }
    }

    fn take(&mut self, glyph: &Glyph, text: &str) {
        let characters = small(text.chars().count());
        self.characters += characters;
        self.confidence += u64::from(characters) * u64::from(glyph.confidence_percent);
        self.min_confidence = self.min_confidence.min(glyph.confidence_percent);
        *self.sources.entry(glyph.source).or_default() += characters;
        self.bbox = around(self.bbox, glyph.bbox);
        if self.key.source == SourceClass::Unknown {
            self.codes.push(glyph.code);
        }
    }

    fn finish(self, out: &str, raw: &str, sheet: Sheet<'_>) -> model::Span {
        let text = out.get(self.start..self.end).unwrap_or_default();
        let facts = self.font.map(Font::facts);
        let is_known = self.key.source != SourceClass::Unknown;
        let verdict = sheet.verdict.of_span(sheet.block, self.key.font, is_known);
        model::Span {
            start: small(self.start),
            end: small(self.end),
            text: text.to_owned(),
            raw_text: (raw != text).then(|| raw.to_owned()),
            bbox: self.bbox.map(points),
            font: facts.map(|facts| facts.name.clone()).unwrap_or_default(),
            font_type: facts.map_or(crate::font::FontKind::Unknown, |facts| facts.kind),
            size: self.key.size,
            weight: facts.map_or(400, |facts| facts.weight),
            italic: facts.is_some_and(|facts| facts.italic),
            rendering_mode: self.key.rendering_mode,
            visibility: self.key.visibility,
            unicode_source: dominant(&self.sources),
            confidence: mean(self.confidence, self.characters).min(share(verdict.confidence)),
            min_confidence: share(f64::from(self.min_confidence) / 100.0),
            quality: verdict.quality,
            readable: verdict.quality.is_readable(),
            quality_signals: verdict.signals,
            ambiguous: false,
            raw_glyphs: self.codes,
            ocr_text: None,
            lang: verdict.lang.map(str::to_owned),
            script: verdict.script.and_then(Script::code).map(str::to_owned),
            direction: self.key.direction.unwrap_or_default(),
            baseline_shift: Some(self.key.shift).filter(|shift| *shift != BaselineShift::None),
            link: self.key.link.and_then(|index| sheet.links.get(index)).cloned(),
            glyphs: (sheet.detail == Detail::Glyphs).then_some(self.glyphs),
        }
    }
}

/// The source of most characters; the more trusted one if two have as many.
fn dominant(sources: &BTreeMap<UnicodeSource, u32>) -> UnicodeSource {
    let most = sources.iter().rev().max_by_key(|(_, count)| **count);
    most.map_or(UnicodeSource::Unknown, |(source, _)| *source)
}

/// The mean of hundredths.
#[allow(clippy::cast_precision_loss)]
fn mean(sum: u64, count: u32) -> f32 {
    share(sum as f64 / 100.0 / f64::from(count.max(1)))
}

/// The box around two boxes.
pub(super) fn around(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let ([ax0, ay0, ax1, ay1], [bx0, by0, bx1, by1]) = (a, b);
    [ax0.min(bx0), ay0.min(by0), ax1.max(bx1), ay1.max(by1)]
}

fn model_glyph(page: &PageGlyphs, glyph: &Glyph, text: &str) -> model::Glyph {
    model::Glyph {
        code: glyph.code,
        glyph_name: page.font(glyph).and_then(|font| font.glyph_name(glyph.code)),
        text: text.to_owned(),
        unicode_source: glyph.source,
        confidence: share(glyph.confidence()),
        bbox: glyph.bbox.map(points),
        advance: points(glyph.advance),
        alternatives: Vec::new(),
    }
}
