//! Judges a page: the quality of its text, by font and block, or the reason why it has none.
//!
//! Text is garbled font by font, so the letters of one font in one block are judged together. If there are few of
//! them, the text of the same font on the rest of the page is used too.

use serde::Serialize;

use crate::char_class::is_mark;
use crate::clock;
use crate::content::{Glyph, PageGlyphs, Visibility};
use crate::geometry::Rect;
use crate::language::Language;
use crate::language::fit::{ENOUGH_LETTERS, language_fit};
use crate::layout::IndexRange;
use crate::structure::{StructuredBlock, StructuredPage};
use crate::text::stretch::DOUBTFUL;
use crate::text::{GlyphRanges, LineStretches, Stretch, TextPage};
use crate::unicode::UnicodeSource;

use super::characters::Characters;
use super::direction::LineOrder;
use super::recognised_font::is_recognised_font;
use super::shape::Shape;
use super::signal::Signal;
use super::symbol_font::{reads_as_letters, shows_pictures};
use super::verdict::{Facts, Quality, TextVerdict, UnsureShare, is_suspicious, verdict};

/// Text with fewer characters also uses the character counts of its font on the page.
const ENOUGH_CHARACTERS: u32 = 20;
/// Confidence in hundredths up to which the text of a glyph is a guess, or nothing speaks for it.
const GUESS: u8 = DOUBTFUL;
const UNFOUNDED: u8 = 5;
/// A picture that covers this part of a page is the page, and the text beside it is a stamp or a number if it has few glyphs.
pub(crate) const SCAN_SHARE: f64 = 0.7;
pub(crate) const STAMP_GLYPHS: u32 = 60;
/// The share of a page's characters from which a signal is reported for the page.
const TOLD_SHARE: f64 = 0.05;
/// The garbled parts of a page with a lower score are better recognised by OCR.
pub const OCR_BELOW: f64 = 0.5;
/// A page with a lower score is better recognised by OCR as a whole.
pub const WHOLE_BELOW: f64 = 0.3;

/// The reason why a page has no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EmptyReason {
    /// It draws neither text nor images.
    NothingDrawn,
    /// It only draws images.
    OnlyPictures,
    /// All its text was left out, because it is hidden (see `dropped`) or was not requested.
    AllLeftOut,
    /// It only draws spaces.
    OnlySpaces,
}

/// The part of a page that should be recognised by OCR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// Nothing: its text can be trusted, or there is nothing to read.
    Nothing,
    /// The parts with garbled text.
    Parts,
    /// All of it.
    Whole,
}

/// The verdict on a page.
#[derive(Debug)]
pub struct PageVerdict {
    /// The weighted mean over the characters of the page: 0 is garbled, 1 is correct. 1 for a page without text.
    pub score: f64,
    /// The evidence against it.
    pub signals: Vec<Signal>,
    /// `true` if most of its text could be judged; a page of numbers cannot.
    pub judged: bool,
    /// The reason why it has no text, if it has none.
    pub empty: Option<EmptyReason>,
    groups: Vec<Group>,
}

/// The text of one font in one block.
#[derive(Debug)]
struct Group {
    block: usize,
    font: u16,
    /// `true` for a pictogram font.
    pictures: bool,
    /// Whether recognition has made the font of a scan.
    recognised: bool,
    /// The number of stretches of its text, and of those that are invisible.
    stretches: u32,
    invisible: u32,
    /// The number of stretches whose text is from predefined tables.
    standard: u32,
    glyphs: GlyphCounts,
    text: String,
    facts: Facts,
    verdict: TextVerdict,
}

/// Numbers of glyphs.
#[derive(Debug, Clone, Copy, Default)]
struct GlyphCounts {
    all: u32,
    /// Those whose text is a guess.
    guessed: u32,
    /// Those with a text that nothing speaks for.
    unfounded: u32,
}

impl GlyphCounts {
    #[inline]
    fn count(&mut self, glyph: &Glyph) {
        self.all += 1;
        // Most glyphs are neither.
        if glyph.confidence_percent <= GUESS {
            let is_known = glyph.source != UnicodeSource::Unknown;
            self.guessed += u32::from(glyph.source.is_guess());
            self.unfounded += u32::from(is_known && glyph.confidence_percent <= UNFOUNDED);
        }
    }

    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.guessed += other.guessed;
        self.unfounded += other.unfounded;
    }
}

/// What a page is judged by: plain data, which needs neither its glyphs nor its fonts.
#[derive(Debug)]
pub(crate) struct PageEvidence {
    groups: Vec<Group>,
    /// The clean text, line by line.
    lines: String,
    beside_picture: bool,
    /// The reason why the page has no text, if it has none.
    empty: EmptyReason,
}

impl PageEvidence {
    /// Collects the clean text of a page. Characters removed by cleaning count too.
    pub(crate) fn new(
        page: &PageGlyphs,
        layout: &StructuredPage,
        text: &TextPage,
        ranges: &GlyphRanges,
    ) -> Self {
        let groups = Vec::with_capacity(layout.blocks.len());
        let mut collector = Collector { page, layout, text, ranges, groups, fonts: Vec::new(), room: 0 };
        let blocks = layout.blocks.iter().enumerate().take_while(|_| !clock::is_over_often());
        blocks.for_each(|(index, block)| collector.add_block(index, block));
        let groups = collector.groups;
        Self {
            beside_picture: is_beside_picture(page, &groups),
            empty: empty_because(page, layout),
            lines: text.to_lines(),
            groups,
        }
    }
}

/// Judges the text of a page.
pub(crate) fn judge_page(evidence: PageEvidence) -> PageVerdict {
    let PageEvidence { mut groups, lines, beside_picture, empty } = evidence;
    let shared = shared_fonts(&groups);
    let mut has_others = vec![false; groups.len()];
    for &place in shared.iter().flatten() {
        has_others.get_mut(place).into_iter().for_each(|has_others| *has_others = true);
    }
    let mut kept = None;
    for (group, has_others) in groups.iter_mut().zip(has_others).take_while(|_| !clock::is_over()) {
        group.measure(kept, has_others);
        kept = group.language().or(kept);
    }
    for places in shared {
        lend(&mut groups, &places, kept);
    }
    measure_shapes(&mut groups, &lines);
    for group in groups.iter_mut().take_while(|_| !clock::is_over_often()) {
        group.facts.beside_picture = beside_picture;
        group.judge();
    }
    let weight: u32 = groups.iter().map(Group::weight).sum();
    let judged: u32 = groups.iter().filter(|group| group.verdict.judged).map(Group::weight).sum();
    let empty = (weight == 0).then_some(empty);
    let judged = judged * 2 > weight;
    PageVerdict { score: score(groups.iter()), signals: significant_signals(&groups), judged, empty, groups }
}

/// Measures the shapes of groups on a page whose text as a whole is implausible. A font that only has signs, as in
/// formulas, is ordinary beside the letters of others.
fn measure_shapes(groups: &mut [Group], whole: &str) {
    let visual_order = LineOrder::measure(whole).is_visual();
    let has_no_shape = is_suspicious(&Shape::measure(whole));
    if !visual_order && !has_no_shape {
        return;
    }
    for group in groups {
        group.facts.visual_order = visual_order && group.language().is_some_and(is_right_to_left);
        if has_no_shape {
            group.facts.shape = Shape::measure(&group.text);
        }
    }
}

/// Returns whether a picture fills the page and its text is a few visible words, such as the stamp on a scan.
fn is_beside_picture(page: &PageGlyphs, groups: &[Group]) -> bool {
    let glyphs: u32 = groups.iter().map(|group| group.glyphs.all).sum();
    if glyphs > STAMP_GLYPHS || picture_share(page) < SCAN_SHARE {
        return false;
    }
    // The text of the picture itself: a layer over it, or words that recognition has just read from it.
    let has_layer = groups.iter().any(|group| group.invisible > 0);
    !has_layer && !page.glyphs.iter().any(|glyph| glyph.source == UnicodeSource::Ocr)
}

fn is_right_to_left(language: &'static Language) -> bool {
    language.script.is_right_to_left()
}

impl PageVerdict {
    /// Returns what is said of a page that nobody asked to be judged.
    pub(crate) fn unjudged() -> Self {
        Self { score: 1.0, signals: Vec::new(), judged: false, empty: None, groups: Vec::new() }
    }

    /// Returns the score of a block, by its index in the layout.
    pub fn block_score(&self, block: usize) -> f64 {
        score(self.of_block(block))
    }

    /// Returns the language of most of a block, if it is certain.
    pub fn block_language(&self, block: usize) -> Option<&'static str> {
        self.of_block(block).max_by_key(|group| group.weight())?.verdict.lang
    }

    /// Returns the verdict on the text of one font in a block, or on glyphs in it without known text.
    pub fn of_span(&self, block: usize, font: u16, is_known: bool) -> TextVerdict {
        let group = self.of_block(block).find(|group| group.font == font);
        let verdict = group.map_or_else(TextVerdict::unjudged, |group| group.verdict.clone());
        if is_known {
            return verdict;
        }
        TextVerdict {
            quality: Quality::Garbled,
            confidence: 0.0,
            signals: vec![Signal::ReplacementChars],
            ..verdict
        }
    }

    /// Returns the part of the page that should be recognised, given the score below which that is wanted; 0 means
    /// never.
    pub fn to_recognise(&self, threshold: f64) -> Picture {
        match self.empty {
            Some(EmptyReason::OnlyPictures) if threshold > 0.0 => Picture::Whole,
            Some(_) => Picture::Nothing,
            None if self.score >= threshold => Picture::Nothing,
            None if self.score < WHOLE_BELOW => Picture::Whole,
            None => Picture::Parts,
        }
    }

    /// Returns the quality of the page.
    pub fn quality(&self) -> Quality {
        Quality::from_confidence(self.score)
    }

    fn of_block(&self, block: usize) -> impl Iterator<Item = &Group> {
        // Groups are in the order of their blocks.
        let first = self.groups.partition_point(|group| group.block < block);
        self.groups.iter().skip(first).take_while(move |group| group.block == block)
    }
}

impl Group {
    /// Returns a group without text that has room for some.
    fn new(block: usize, FontKind { font, pictures, recognised }: FontKind, room: usize) -> Self {
        let facts = Facts::default();
        Self {
            block,
            font,
            pictures,
            recognised,
            stretches: 0,
            invisible: 0,
            standard: 0,
            glyphs: GlyphCounts::default(),
            text: String::with_capacity(room),
            verdict: TextVerdict::unjudged(),
            facts,
        }
    }

    /// Measures its text. The language fit of a short text is determined later, together with others of its font.
    fn measure(&mut self, kept: Option<&'static Language>, has_others: bool) {
        let is_short = self.text.chars().nth(ENOUGH_LETTERS as usize).is_none();
        self.facts = if has_others && is_short {
            Facts::without_reading(&self.text)
        } else {
            Facts::measure(&self.text, kept)
        };
    }

    /// Counts the glyphs of a stretch, of which none is a guess, and begins its text behind other text.
    fn add_stretch(&mut self, stretch: &Stretch, is_apart: bool) {
        let begun = stretch.breaks + u32::from(is_apart);
        self.stretches += begun;
        self.standard += if is_standard(stretch.likeness.source) { begun } else { 0 };
        self.invisible += if stretch.likeness.visibility == Visibility::InvisibleMode { begun } else { 0 };
        self.glyphs.all += stretch.glyphs;
        if is_apart {
            self.text.push(' ');
        }
    }

    /// Returns `true` if it has too few letters to be judged separately, so that it uses the judgement of its font on
    /// the page.
    fn is_needy(&self) -> bool {
        self.facts.reading.letters < ENOUGH_LETTERS
    }

    fn judge(&mut self) {
        self.facts.standard_source = self.standard * 2 > self.stretches;
        self.facts.recognised = self.recognised || self.invisible * 2 > self.stretches;
        let GlyphCounts { all, guessed, unfounded } = self.glyphs;
        let share = |count: u32| f64::from(count) / f64::from(all.max(1));
        self.facts.unsure = UnsureShare { guessed: share(guessed), unfounded: share(unfounded) };
        self.facts.letters_for_pictures = self.pictures && reads_as_letters(&self.facts.characters);
        let reading = &self.facts.reading;
        self.verdict =
            TextVerdict { lang: reading.lang().filter(|_| reading.is_sure()), ..verdict(&self.facts) };
    }

    fn weight(&self) -> u32 {
        self.facts.own_weight
    }

    fn language(&self) -> Option<&'static Language> {
        self.facts.reading.sure_language()
    }
}

/// Collects the clean text of a page, font by font and block by block.
struct Collector<'p> {
    page: &'p PageGlyphs,
    layout: &'p StructuredPage,
    text: &'p TextPage,
    ranges: &'p GlyphRanges,
    groups: Vec<Group>,
    /// The fonts so far.
    fonts: Vec<FontKind>,
    /// The length of the text of the current lines, most of which is usually in one font.
    room: usize,
}

/// Adjacent glyphs of a line that are not appended yet.
struct Pending {
    text: IndexRange,
    glyphs: GlyphCounts,
}

/// What the name of a font says about its text.
#[derive(Debug, Clone, Copy)]
struct FontKind {
    font: u16,
    /// `true` for a pictogram font.
    pictures: bool,
    /// Whether recognition has made the font of a scan.
    recognised: bool,
}

impl Collector<'_> {
    fn add_block(&mut self, index: usize, block: &StructuredBlock) {
        let first = self.groups.len();
        let Some(table) = block.table else { return self.add_lines(block.lines, index, first) };
        let cells = self.layout.tables.get(table as usize).into_iter().flat_map(|table| &table.cells);
        cells.for_each(|cell| self.add_lines(cell.lines, index, first));
    }

    fn add_lines(&mut self, lines: IndexRange, block: usize, first: usize) {
        let end = lines.end.checked_sub(1).map_or(0, |last| self.text.line(last).range.end);
        self.room = end.saturating_sub(self.text.line(lines.start).range.start) as usize;
        (lines.start..lines.end).for_each(|line| self.add_line(line, block, first));
    }

    fn add_line(&mut self, index: u32, block: usize, first: usize) {
        let (page, text) = (self.page, self.text);
        let Some(line) = self.layout.lines.get(index as usize) else { return };
        if let Some(LineStretches { stretches, .. }) = self.ranges.stretches(index) {
            self.add_stretches(stretches, text.line(index).range.start, block, first);
            return;
        }
        let ranges = self.ranges.of_line(page, self.layout, index);
        let pieces = line.pieces.slice(&self.layout.pieces).iter().zip(ranges.iter());
        let mut end = text.line(index).range.start;
        let (mut last_run, mut last_font, mut place) = (None, None, first);
        // Text of directly adjacent glyphs is appended at once.
        let mut pending = Pending { text: IndexRange { start: end, end }, glyphs: GlyphCounts::default() };
        for (piece, range) in pieces {
            let Some(glyph) = page.glyphs.get(piece.glyph as usize) else { continue };
            let clean = range.clean;
            let goes_on = clean.start <= end && clean.start == pending.text.end && !range.is_removed;
            // Most glyphs follow another of their run, which need not be looked up.
            if !goes_on || last_run != Some(glyph.run) {
                let Some(run) = page.run(glyph) else { continue };
                last_run = Some(glyph.run);
                let is_apart = clean.start > end || last_font != Some(run.font);
                if is_apart || !goes_on {
                    self.append(place, pending);
                    pending = Pending { text: clean, glyphs: GlyphCounts::default() };
                    if last_font.replace(run.font) != Some(run.font) {
                        place = self.group(run.font, block, first);
                    }
                    self.begin(place, glyph, is_apart, range.is_removed);
                }
            }
            pending.glyphs.count(glyph);
            pending.text.end = clean.end.max(pending.text.start);
            end = end.max(clean.end);
        }
        self.append(place, pending);
    }

    /// Adds a line whose text begins at a place of the clean text.
    fn add_stretches(&mut self, stretches: &[Stretch], start: u32, block: usize, first: usize) {
        let (mut end, mut last_font, mut place) = (start, None, first);
        for stretch in stretches {
            let Some(run) = self.page.runs.get(stretch.likeness.run as usize) else { continue };
            let is_apart = stretch.clean.start > end || last_font != Some(run.font);
            if last_font.replace(run.font) != Some(run.font) {
                place = self.group(run.font, block, first);
            }
            end = stretch.end;
            let Some(group) = self.groups.get_mut(place) else { continue };
            group.add_stretch(stretch, is_apart);
            group.text.push_str(self.text.slice(IndexRange { start: stretch.clean.start, end }));
        }
    }

    fn append(&mut self, group: usize, Pending { text, glyphs }: Pending) {
        let Some(group) = self.groups.get_mut(group) else { return };
        group.glyphs.add(glyphs);
        if !text.is_empty() {
            group.text.push_str(self.text.slice(text));
        }
    }

    /// Begins a stretch of text of a group, with the characters that cleaning removed before it.
    fn begin(&mut self, group: usize, glyph: &Glyph, is_apart: bool, is_removed: bool) {
        let Some(group) = self.groups.get_mut(group) else { return };
        group.stretches += 1;
        group.standard += u32::from(is_standard(glyph.source));
        group.invisible += u32::from(glyph.visibility == Visibility::InvisibleMode);
        if is_apart {
            group.text.push(' ');
        }
        if is_removed {
            push_removed(self.page, glyph, &mut group.text);
        }
    }

    /// Returns the index of the group of a font in a block whose groups begin at `first`.
    fn group(&mut self, font: u16, block: usize, first: usize) -> usize {
        let known = self.groups.iter().skip(first).position(|group| group.font == font);
        let place = known.map_or(self.groups.len(), |place| place + first);
        if place == self.groups.len() {
            let kind = self.font_kind(font);
            let room = if place == first { self.room } else { 0 };
            self.groups.push(Group::new(block, kind, room));
        }
        place
    }

    fn font_kind(&mut self, font: u16) -> FontKind {
        if let Some(known) = self.fonts.iter().find(|known| known.font == font) {
            return *known;
        }
        let resolved = self.page.fonts.get(usize::from(font));
        let name = resolved.map_or("", |font| font.facts().name.as_ref());
        let kind = FontKind { font, pictures: shows_pictures(name), recognised: is_recognised_font(name) };
        self.fonts.push(kind);
        kind
    }
}

/// Returns `true` if the text of a glyph is from its page or from tables of whole character sets, which producers do
/// not write for each file.
fn is_standard(source: UnicodeSource) -> bool {
    matches!(source, UnicodeSource::ActualText | UnicodeSource::UnicodeCmap | UnicodeSource::CidCollection)
}

/// Appends the characters of a glyph that cleaning removed, such as controls, because text that contains them is not
/// trustworthy. Spaces do not count, and marks of a glyph without width belong to the letter of another glyph.
fn push_removed(page: &PageGlyphs, glyph: &Glyph, out: &mut String) {
    let start = out.len();
    page.push_text(glyph, out);
    let is_lost = |character: char| !character.is_whitespace() && !is_mark(character);
    if !out.get(start..).is_some_and(|removed| removed.chars().all(is_lost)) {
        out.truncate(start);
    }
}

/// Returns the places of the groups of each font that has more than one.
fn shared_fonts(groups: &[Group]) -> Vec<Vec<usize>> {
    let font = |place: &usize| groups.get(*place).map(|group| group.font);
    let mut places: Vec<usize> = (0..groups.len()).collect();
    places.sort_by_key(font);
    let fonts = places.chunk_by(|a, b| font(a) == font(b));
    fonts.filter(|places| places.len() > 1).map(<[usize]>::to_vec).collect()
}

/// Gives the groups of a font with few letters the language fit of the font on the whole page.
fn lend(groups: &mut [Group], places: &[usize], kept: Option<&'static Language>) {
    let of_font = || places.iter().filter_map(|&place| groups.get(place));
    let needy: Vec<&str> =
        of_font().filter(|group| group.is_needy()).map(|group| group.text.as_str()).collect();
    if needy.is_empty() {
        return;
    }
    let mut reading = language_fit(&needy.join(" "), kept);
    of_font().filter(|group| !group.is_needy()).for_each(|group| reading.add(&group.facts.reading));
    let mut characters = Characters::default();
    of_font().for_each(|group| characters.add(&group.facts.characters));
    for &place in places {
        let Some(group) = groups.get_mut(place).filter(|group| group.is_needy()) else { continue };
        group.facts.reading = reading.clone();
        if group.facts.characters.all < ENOUGH_CHARACTERS {
            group.facts.characters = characters.clone();
        }
    }
}

/// Returns the weighted mean over characters; 1 if there are none.
fn score<'g>(groups: impl Iterator<Item = &'g Group>) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for group in groups {
        let weight = f64::from(group.weight());
        sum += group.verdict.confidence * weight;
        all += weight;
    }
    if all > 0.0 { sum / all } else { 1.0 }
}

/// Returns the signals shown by a significant part of the page, in the order of the table.
fn significant_signals(groups: &[Group]) -> Vec<Signal> {
    let all: u32 = groups.iter().map(Group::weight).sum();
    let with = |signal: Signal| {
        let showing = groups.iter().filter(|group| group.verdict.signals.contains(&signal));
        showing.map(Group::weight).sum::<u32>()
    };
    let much = |signal: &Signal| f64::from(with(*signal)) > f64::from(all) * TOLD_SHARE;
    Signal::ALL.iter().copied().filter(much).collect()
}

/// Returns the share of a page covered by its largest image.
pub fn picture_share(page: &PageGlyphs) -> f64 {
    let sheet = Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height };
    let seen = page.images.iter().filter_map(|image| image.intersect(&sheet));
    let largest = seen.map(|image| image.width() * image.height()).fold(0.0, f64::max);
    largest / (page.width * page.height).max(1.0)
}

fn empty_because(page: &PageGlyphs, layout: &StructuredPage) -> EmptyReason {
    if !layout.pieces.is_empty() {
        EmptyReason::OnlySpaces
    } else if !page.glyphs.is_empty() {
        EmptyReason::AllLeftOut
    } else if picture_share(page) > 0.0 {
        EmptyReason::OnlyPictures
    } else {
        EmptyReason::NothingDrawn
    }
}
