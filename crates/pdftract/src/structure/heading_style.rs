//! Heading styles: their difference from body text, their frequency, and their levels.

use std::collections::HashSet;

use super::byline;
use super::formula::is_formula;
use super::line_facts::{LineFacts, Look, is_same_color};
use super::numbering::{Numbering, numbering};
use crate::char_class::is_letter;

/// The maximum number of lines of a heading.
const MAX_LINES: usize = 4;
/// The maximum number of characters of a heading.
const MAX_CHARACTERS: usize = 200;
/// The maximum number of bytes of a character.
const MAX_BYTES: usize = 4;
/// The maximum number of lines and characters of headings without a larger size; longer ones are emphasised
/// paragraphs.
const MAX_PLAIN_LINES: usize = 2;
const MAX_PLAIN_CHARACTERS: usize = 120;
/// The least number of letters of a heading; page numbers and signs have fewer.
const MIN_LETTERS: usize = 2;
/// Text larger than the body text by this factor is a heading, regardless of its other properties.
const LARGE: f32 = 1.12;
/// Text larger by this factor may be one, if it is bold or recurs.
const LARGER: f32 = 1.05;
/// Text smaller than this share of the usual size is a label, not a heading.
const SMALLER: f32 = 0.94;
/// Bold headings with section numbers or in capitals may be smaller: REVTeX sets them in 9 points over text of 10.
const SMALLER_NUMBERED: f32 = 0.85;
/// Sizes closer than this factor are one style, because producers round sizes.
const SAME_SIZE: f32 = 1.03;
/// The greatest factor between capitals and small capitals.
const SMALL_CAPITALS: f32 = 1.5;
/// The deepest level of a heading.
pub(super) const MAX_LEVEL: u8 = 6;
/// The share of numbered headings from which a style counts as numbered.
const NUMBERED: f32 = 0.6;

/// The appearance of a heading.
#[derive(Debug, Clone, Copy)]
pub(super) struct StyleKey {
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) capitals: bool,
    pub(super) color: u32,
}

impl StyleKey {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.capitals == other.capitals && self.is_same_but_for_capitals(other)
    }

    /// Returns `true` if two styles only differ in capitals, which may be those of a name.
    pub(super) fn is_same_but_for_capitals(&self, other: &Self) -> bool {
        self.size.max(other.size) <= SAME_SIZE * self.size.min(other.size)
            && (self.bold, self.italic) == (other.bold, other.italic)
            && is_same_color(self.color, other.color)
    }
}

/// The body text of a document.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BodyStyle {
    pub(super) size: f32,
    pub(super) look: Look,
}

/// The property that distinguishes a heading from text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Emphasis {
    /// Its size.
    Large,
    /// A somewhat larger size, or its weight.
    Strong,
    /// Its colour, slant or capitals.
    Weak,
}

impl BodyStyle {
    /// Returns the property that distinguishes a style from text; `None` if there is none.
    pub(super) fn emphasis(&self, key: &StyleKey, is_numbered: bool) -> Option<Emphasis> {
        if key.size > self.size * LARGE {
            return Some(Emphasis::Large);
        }
        let may_be_small = key.bold && (is_numbered || key.capitals);
        if key.size < self.size * if may_be_small { SMALLER_NUMBERED } else { SMALLER } {
            return None;
        }
        if key.bold && !self.look.bold {
            return Some(Emphasis::Strong);
        }
        let is_set_apart = key.size > self.size * LARGER
            || (key.italic && !self.look.italic)
            || key.capitals
            || !is_same_color(key.color, self.look.color);
        is_set_apart.then_some(Emphasis::Weak)
    }

    /// Returns `true` if a line is larger or bolder than text.
    pub(super) fn is_emphatic(&self, line: &LineFacts) -> bool {
        line.size > self.size * LARGER || (line.look.bold && !self.look.bold)
    }
}

/// Returns the style of lines that have the shape of a heading: few, short, uniform, and not a sentence.
pub(super) fn heading_shape(
    lines: &[LineFacts],
    text: &str,
    body: &BodyStyle,
) -> Option<(StyleKey, Emphasis)> {
    shape_in_outline(lines, text, body, false)
}

/// Returns the same, for lines that the outline lists or not: titles in an outline may begin with a small letter.
pub(super) fn shape_in_outline(
    lines: &[LineFacts],
    text: &str,
    body: &BodyStyle,
    is_outlined: bool,
) -> Option<(StyleKey, Emphasis)> {
    let first = lines.first()?;
    // Most blocks are paragraphs, whose characters need not be counted.
    if lines.len() > MAX_LINES || text.len() > MAX_CHARACTERS * MAX_BYTES {
        return None;
    }
    let characters = text.chars().count();
    let letters = text.chars().filter(|c| is_letter(*c)).count();
    if characters > MAX_CHARACTERS || letters < MIN_LETTERS || letters * 3 < characters {
        return None;
    }
    if lines.iter().any(|line| line.is_turned) || text.contains("____") {
        return None;
    }
    let is_one_look = lines.iter().all(|line| {
        (line.look.bold, line.look.italic) == (first.look.bold, first.look.italic)
            && (!line.look.fixed_pitch || line.look.bold)
    });
    if !is_one_look && first.size <= body.size * LARGE {
        return None;
    }
    let capitals = is_in_capitals(text);
    // Small capitals have two sizes, of which the larger is that of the heading.
    let size = |line: &LineFacts| {
        if capitals && line.largest < line.size * SMALL_CAPITALS { line.largest } else { line.size }
    };
    let key = StyleKey {
        size: lines.iter().map(size).fold(0.0, f32::max),
        bold: first.look.bold,
        italic: first.look.italic,
        capitals,
        color: first.look.color,
    };
    let is_numbered = numbering(text).is_some();
    let emphasis = body.emphasis(&key, is_numbered)?;
    let is_plain = emphasis != Emphasis::Large;
    let is_long = lines.len() > MAX_PLAIN_LINES || characters > MAX_PLAIN_CHARACTERS;
    // After a wide gap, a number is a page number or a table cell; a title may follow its section number in this way.
    let is_row = lines.iter().any(|line| line.has_wide_gap && !line.has_number_gap)
        && (!is_numbered || text.ends_with(|c: char| c.is_ascii_digit()));
    // Titles that a search engine has cut end in an ellipsis.
    let is_cut = text.ends_with("...") || text.ends_with('…');
    let ends_badly = text.ends_with([',', ';'])
        || (is_plain && text.ends_with(['.', ':']) && !is_numbered && !is_cut)
        || (!is_numbered && has_two_sentences(text));
    let is_bullet = first.has_bullet
        || first.marker.is_some_and(|marker| marker.kind == crate::layout::list_marker::MarkerKind::Bullet);
    let is_sentence = is_plain && first.begins_small() && !first.is_run_in && !is_outlined;
    // Code or a link in a line of text does not make the line a heading.
    let is_patched = emphasis == Emphasis::Weak && lines.iter().any(|line| !line.is_uniform);
    let is_listed = emphasis == Emphasis::Weak && ends_in_number(text) && !ends_in_year(text);
    let is_out = (is_plain && (is_long || is_row || is_sentence || is_listed || is_patched))
        || ends_badly
        || is_bullet
        || is_no_title(text, letters, is_numbered);
    (!is_out).then_some((key, emphasis))
}

/// Returns `true` if the wording of a text excludes that it is a title.
fn is_no_title(text: &str, letters: usize, is_numbered: bool) -> bool {
    is_contents_entry(text)
        || is_display(text)
        || ends_in_amount(text)
        || byline::is_contact(text)
        || (!is_numbered && is_long_sentence(text))
        || repeats_a_letter(text, letters)
        || byline::is_date(text)
        || byline::is_address(text)
        || byline::is_imprint(text)
        || byline::is_author_list(text)
}

/// Returns whether a text consists of two sentences or more, each with a capital at its start and a full stop.
fn has_two_sentences(text: &str) -> bool {
    let inner = text.strip_suffix('.').filter(|inner| !inner.ends_with('.')).unwrap_or_default();
    inner
        .split(". ")
        .skip(1)
        .any(|rest| rest.starts_with(char::is_uppercase) && rest.split_whitespace().count() >= MIN_SENTENCE)
        && inner.split(". ").next().is_some_and(|first| first.split_whitespace().count() >= MIN_SENTENCE)
}

/// The least number of words of a sentence; initials and abbreviations have fewer before their full stop.
const MIN_SENTENCE: usize = 4;

/// Returns whether a text is a formula that is displayed. A single plus may be part of a name.
fn is_display(text: &str) -> bool {
    is_formula(text) && text.contains(['=', '∫', '∑', '∇', '≤', '≥', '≈', '∂'])
}

/// Returns `true` for an entry of a table of contents: dots lead to a number.
pub(super) fn is_contents_entry(text: &str) -> bool {
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit() || "ivxlc ".contains(c));
    before.len() < text.len()
        && (before.ends_with("....") || before.ends_with(". . .") || before.ends_with("……"))
}

/// Returns `true` if a text ends in a number, like entries of tables of contents, whose links are often coloured.
pub(super) fn ends_in_number(text: &str) -> bool {
    text.rsplit(char::is_whitespace).next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns `true` if a text is a sentence of many words, however large it is set.
fn is_long_sentence(text: &str) -> bool {
    text.ends_with('.') && !text.ends_with("..") && text.split_whitespace().count() >= LONG_SENTENCE
}

/// Sentences of at least this many words are not titles.
const LONG_SENTENCE: usize = 10;

/// Returns `true` if a text ends in a year of our time, which is no page number.
fn ends_in_year(text: &str) -> bool {
    let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    last.len() == 4 && (last.starts_with("19") || last.starts_with("20"))
}

/// Returns `true` if one letter is most of a text, as the heads of notes are in a line of music.
fn repeats_a_letter(text: &str, letters: usize) -> bool {
    let count = |letter: char| text.chars().filter(|c| *c == letter).count();
    // Words such as "assess" have one letter more often than all others.
    let is_most = |letter: char| {
        count(letter) * 2 > letters && (!letter.is_ascii() || count(letter) * 10 > letters * 7)
    };
    let mut first = text.chars().filter(|c| c.is_alphabetic()).take(MAX_TRIED);
    letters >= MIN_REPEATED && first.any(is_most)
}

/// Shorter texts may repeat a letter by chance.
const MIN_REPEATED: usize = 5;
/// A letter that is most of a text is among this many letters at its start.
const MAX_TRIED: usize = 6;

/// Returns `true` if a text ends in an amount of money, like the total of an invoice or a line of a menu.
fn ends_in_amount(text: &str) -> bool {
    const CURRENCIES: [char; 6] = ['$', '€', '£', '¥', '₹', '₽'];
    let mut words = text.rsplit(char::is_whitespace);
    let last = words.next().unwrap_or_default();
    let is_number = |word: &str| {
        word.contains(|c: char| c.is_ascii_digit())
            && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '\''))
    };
    let is_sign = |word: &str| word.chars().all(|c| CURRENCIES.contains(&c)) && !word.is_empty();
    let bare = last.trim_matches(CURRENCIES);
    words.next().is_some_and(|before| {
        is_number(bare) && (bare.len() < last.len() || is_sign(before))
            || (is_sign(last) && is_number(before))
    })
}

fn is_in_capitals(text: &str) -> bool {
    let (mut upper, mut lower) = (0, 0);
    for character in text.chars() {
        upper += usize::from(character.is_uppercase());
        lower += usize::from(character.is_lowercase());
    }
    let letters = text.chars().filter(|c| is_letter(*c)).count();
    upper >= 3 && lower * 10 <= upper && upper * 4 > letters * 3
}

/// A block of the sample that has the shape of a heading.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) key: StyleKey,
    pub(super) emphasis: Emphasis,
    pub(super) page: usize,
    pub(super) numbering: Option<Numbering>,
    /// The depth in the outline, from 1, of the entry with its title.
    pub(super) outline: Option<u8>,
    /// `true` if text follows it on its page; `None` if nothing does.
    pub(super) leads_text: Option<bool>,
    /// Its text without numbers, spaces and case.
    pub(super) label: String,
    /// The number of its words.
    pub(super) words: usize,
    /// `true` if it is the title of the first page that later pages repeat.
    pub(super) is_repeated: bool,
}

/// A heading style.
#[derive(Debug, Clone)]
pub(super) struct HeadingStyle {
    pub(super) key: StyleKey,
    pub(super) emphasis: Emphasis,
    pub(super) level: u8,
    pub(super) count: usize,
    pub(super) is_numbered: bool,
    pub(super) is_title: bool,
    /// `true` if the outline lists most of its headings.
    pub(super) is_in_outline: bool,
}

/// The styles of paragraphs that are too long for headings. A document whose tables have most of its text may set its
/// prose in a larger size.
#[derive(Debug, Default)]
pub(super) struct TextStyles(Vec<(f32, bool, bool, usize)>);

/// Paragraphs of a style have at least this many words if its short ones are no headings, and this many times theirs.
const MANY_TEXT_WORDS: usize = 60;
const MORE_TEXT: usize = 2;
/// The least number of words of a paragraph.
const PARAGRAPH_WORDS: usize = 15;

impl TextStyles {
    /// Adds a block that does not have the shape of a heading.
    pub(super) fn add(&mut self, lines: &[LineFacts], text: &str) {
        let words = text.split_whitespace().count();
        let Some(first) = lines.first().filter(|_| words >= PARAGRAPH_WORDS) else { return };
        let (size, bold, italic) = (first.size, first.look.bold, first.look.italic);
        let is_same = |known: &&mut (f32, bool, bool, usize)| {
            (known.1, known.2) == (bold, italic) && known.0.max(size) <= SAME_SIZE * known.0.min(size)
        };
        if let Some(known) = self.0.iter_mut().find(is_same) {
            known.3 += words;
        } else if self.0.len() < MAX_STYLES {
            self.0.push((size, bold, italic, words));
        }
    }

    /// Returns whether paragraphs have the style of large headings.
    fn are_like(&self, group: &Group<'_>) -> bool {
        let key = &group.key;
        let is_same = |&&(size, bold, italic, _): &&(f32, bool, bool, usize)| {
            (bold, italic) == (key.bold, key.italic) && size.max(key.size) <= SAME_SIZE * size.min(key.size)
        };
        let own: usize = group.members.iter().map(|member| member.words).sum();
        let texts: usize = self.0.iter().filter(is_same).map(|known| known.3).sum();
        group.emphasis == Emphasis::Large
            && group.outlined() == 0
            && texts >= MANY_TEXT_WORDS
            && texts >= MORE_TEXT * own
    }
}

/// A single bold line of this many words is a sentence.
const SENTENCE_WORDS: usize = 12;

/// Large texts are labels, as in charts, if there are at least this many and few different ones.
const MANY_LABELS: usize = 12;

/// The headings of one style in the sample.
struct Group<'c> {
    key: StyleKey,
    emphasis: Emphasis,
    members: Vec<&'c Candidate>,
}

impl Group<'_> {
    fn is_up_to_page(&self, page: usize) -> bool {
        self.members.iter().all(|member| member.page <= page)
    }

    /// Returns whether it repeats a few texts, as labels such as `Note`, `Tip` or `Definition 3` do, where headings
    /// that the outline lists have other styles.
    fn is_label_style(&self, has_outline: bool) -> bool {
        let count = self.members.len();
        let (few, factor) = if has_outline { (3, 2) } else { (8, 4) };
        if count < few
            || (self.emphasis == Emphasis::Large && count < MANY_LABELS)
            || self.outlined() > 0
            || self.numbered() * 2 >= count
        {
            return false;
        }
        let labels: HashSet<&str> = self.members.iter().map(|member| member.label.as_str()).collect();
        labels.len() * factor <= count
    }

    fn leading(&self) -> usize {
        self.members.iter().filter(|member| member.leads_text == Some(true)).count()
    }

    fn numbered(&self) -> usize {
        self.members.iter().filter(|member| member.numbering.is_some()).count()
    }

    fn outlined(&self) -> usize {
        self.members.iter().filter(|member| member.outline.is_some()).count()
    }

    /// Returns `true` if the only text of the style is as long as a sentence: an emphasised line, not a system of headings.
    fn is_single_sentence(&self) -> bool {
        matches!(self.members.as_slice(), [one] if one.numbering.is_none() && one.words >= SENTENCE_WORDS)
    }

    /// Returns `true` if the style is a heading style.
    fn is_heading_style(&self) -> bool {
        let count = self.members.len();
        match self.emphasis {
            _ if self.outlined() * 2 >= count => true,
            _ if self.members.iter().any(|member| member.is_repeated) => true,
            Emphasis::Large => true,
            // Labels of forms and tables are bold too, so text must follow at least some.
            Emphasis::Strong => self.leading() * 3 >= count && !self.is_single_sentence(),
            Emphasis::Weak => self.leading() >= 2 && self.leading() * 2 >= count,
        }
    }
}

/// Returns the heading styles from the largest to the smallest, with their levels.
pub(super) fn rank(
    candidates: &[Candidate],
    title_page: usize,
    body: &BodyStyle,
    texts: &TextStyles,
) -> Vec<HeadingStyle> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for candidate in candidates {
        if let Some(group) = groups.iter_mut().find(|group| group.key.is_same(&candidate.key)) {
            group.members.push(candidate);
        } else if groups.len() < MAX_STYLES {
            let &Candidate { key, emphasis, .. } = candidate;
            groups.push(Group { key, emphasis, members: vec![candidate] });
        }
    }
    merge_capitals(&mut groups);
    let has_outline = groups.iter().map(Group::outlined).sum::<usize>() >= LISTED;
    groups.retain(|group| {
        group.is_heading_style() && !group.is_label_style(has_outline) && !texts.are_like(group)
    });
    groups.sort_by(|a, b| order(&a.key, &b.key, body));
    let title = title_of(&groups, candidates, title_page);
    drop_bylines(&mut groups, title, title_page);
    levels(&groups, title)
}

/// With fewer headings in capitals, capitals are not a separate style.
const FEW_CAPITALS: usize = 4;

/// Merges rare headings in capitals with those that otherwise have the same style.
fn merge_capitals(groups: &mut Vec<Group<'_>>) {
    let (capitals, mut others): (Vec<_>, Vec<_>) =
        std::mem::take(groups).into_iter().partition(|group| group.key.capitals);
    for group in capitals {
        let is_host = |other: &&mut Group<'_>| {
            other.key.is_same_but_for_capitals(&group.key)
                && other.members.len() >= FEW_CAPITALS * group.members.len()
        };
        match others.iter_mut().filter(|other| !other.key.capitals).find(is_host) {
            Some(host) => host.members.extend(group.members),
            None => groups.push(group),
        }
    }
    groups.append(&mut others);
}

/// The maximum number of styles; more of them are not a system.
const MAX_STYLES: usize = 64;

/// Orders styles by how prominent readers find them.
fn order(a: &StyleKey, b: &StyleKey, body: &BodyStyle) -> std::cmp::Ordering {
    let is_same_size = a.size.max(b.size) <= SAME_SIZE * a.size.min(b.size);
    let by_size = if is_same_size { std::cmp::Ordering::Equal } else { b.size.total_cmp(&a.size) };
    let is_plain = |key: &StyleKey| is_same_color(key.color, body.look.color);
    by_size
        .then(b.bold.cmp(&a.bold))
        .then(b.capitals.cmp(&a.capitals))
        .then(is_plain(a).cmp(&is_plain(b)))
        .then(a.italic.cmp(&b.italic))
}

/// Title pages are at most this many pages behind the first.
const MAX_TITLE_PAGE: usize = 2;

/// Returns the first page with something larger than text: covers may be pictures.
pub(super) fn title_page(candidates: &[Candidate]) -> usize {
    let large = candidates.iter().filter(|candidate| candidate.emphasis == Emphasis::Large);
    large.map(|candidate| candidate.page).min().filter(|page| *page <= MAX_TITLE_PAGE).unwrap_or(0)
}

/// Returns the style of the title, which occurs on the title page and nowhere else: the largest, or that of the first
/// heading of the document, which may be no larger than those of its chapters.
fn title_of(groups: &[Group<'_>], candidates: &[Candidate], title_page: usize) -> Option<usize> {
    let is_single = |group: &&Group<'_>| {
        group.members.len() <= 2
            && group.is_up_to_page(title_page)
            && group.numbered() == 0
            && groups.len() > 1
    };
    if groups.first().filter(is_single).is_some_and(|group| group.emphasis == Emphasis::Large) {
        return Some(0);
    }
    let first = candidates.iter().find(|candidate| candidate.page <= title_page)?;
    let at = groups.iter().position(|group| group.key.is_same(&first.key))?;
    let group = groups.get(at).filter(is_single)?;
    let is_title = group.outlined() == 0
        && (group.emphasis == Emphasis::Large
            || (group.emphasis == Emphasis::Strong && first.words >= TITLE_WORDS))
        && groups.iter().map(|group| group.members.len()).sum::<usize>() > MIN_BELOW_TITLE;
    is_title.then_some(at)
}

/// A title that is only bold has at least this many words.
const TITLE_WORDS: usize = 3;
/// A document with a title that is no larger than its headings has more than this many of them.
const MIN_BELOW_TITLE: usize = 3;

/// The number of headings listed in the outline from which it can be trusted to list all of the highest ones.
const LISTED: usize = 3;

/// Drops styles that only the title page has below its title and that no text follows, or that the outline leaves out:
/// authors, their affiliations, dates. Where the outline is long, all pages before its first entry are title pages.
fn drop_bylines(groups: &mut Vec<Group<'_>>, title: Option<usize>, title_page: usize) {
    let has_outline = groups.iter().map(Group::outlined).sum::<usize>() >= LISTED;
    let listed = groups.iter().flat_map(|group| &group.members).filter(|member| member.outline.is_some());
    let first_listed = listed.map(|member| member.page).min().filter(|_| has_outline).unwrap_or(0);
    let front = title_page.max(first_listed.saturating_sub(1));
    let has_other_pages = groups.iter().any(|group| !group.is_up_to_page(front));
    let keeps = |index: usize, group: &Group<'_>| {
        let is_byline = group.is_up_to_page(front)
            && group.outlined() == 0
            && (has_outline || (title.is_some() && group.leading() == 0 && group.numbered() == 0));
        // The largest style is that of the title, also where several pages repeat it.
        let may_be_title = index == 0 && group.emphasis == Emphasis::Large;
        title == Some(index) || may_be_title || !has_other_pages || !is_byline
    };
    let mut index = 0;
    groups.retain(|group| {
        index += 1;
        keeps(index - 1, group)
    });
}

/// Assigns levels to styles: by the outline, by section numbers, else one below the previous style.
fn levels(groups: &[Group<'_>], title: Option<usize>) -> Vec<HeadingStyle> {
    let titled = u8::from(title.is_some());
    let is_title_listed = title.and_then(|at| groups.get(at)).is_some_and(|group| group.outlined() > 0);
    let below_title = if is_title_listed { 0 } else { titled };
    let mut deepest = titled;
    let mut styles: Vec<HeadingStyle> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let count = group.members.len();
        let is_numbered = group.numbered() as f32 >= NUMBERED * count as f32;
        let by_outline = most_common(group.members.iter().filter_map(|member| member.outline))
            .map(|level| level + below_title);
        let by_number = || {
            let depths = group.members.iter().filter_map(|member| depth(member.numbering));
            depths.min().filter(|_| is_numbered).map(|depth| depth + titled)
        };
        let is_title = title == Some(index);
        let is_in_outline = group.outlined() * 2 >= count && group.outlined() > 0;
        let level = if is_title {
            1
        } else {
            by_outline.filter(|_| is_in_outline).or_else(by_number).unwrap_or(deepest + 1)
        };
        let level = level.clamp(1, MAX_LEVEL);
        deepest = deepest.max(level);
        let &Group { key, emphasis, .. } = group;
        styles.push(HeadingStyle { key, emphasis, level, count, is_numbered, is_title, is_in_outline });
    }
    styles
}

/// Returns the depth stated by a numbering.
pub(super) fn depth(numbering: Option<Numbering>) -> Option<u8> {
    match numbering? {
        Numbering::Parts(parts) => Some(parts),
        Numbering::Roman => Some(1),
        Numbering::Letter => None,
    }
}

fn most_common(levels: impl Iterator<Item = u8>) -> Option<u8> {
    let mut counts = [0usize; 16];
    for level in levels {
        if let Some(count) = counts.get_mut(usize::from(level)) {
            *count += 1;
        }
    }
    let most = (0u8..).zip(counts).max_by_key(|&(level, count)| (count, std::cmp::Reverse(level)))?;
    (most.1 > 0).then_some(most.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_music_repeat_a_letter() {
        let is_music =
            |text: &str| repeats_a_letter(text, text.chars().filter(|c| c.is_alphabetic()).count());
        assert!(is_music("4 œ j œ &b4 œœ œ œœ.œœ"));
        assert!(is_music("b œ j œ œ") && !is_music("Assess") && !is_music("References"));
        assert!(!is_music("AAA") && !is_music("Übersicht"));
    }

    #[test]
    fn amounts_end_lines_of_invoices() {
        for text in ["TOTAL $821.14", "Total due 1.200,50 €", "Soup | €7", "Balance $ 10"] {
            assert!(ends_in_amount(text), "{text}");
        }
        for text in ["Budget 2024", "$100", "The price of $5 words", "Cost in €"] {
            assert!(!ends_in_amount(text), "{text}");
        }
    }
}
