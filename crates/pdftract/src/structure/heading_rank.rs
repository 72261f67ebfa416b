//! Ranks heading styles: which styles of a document are headings, and their levels.

use std::collections::HashSet;

use super::heading_style::{BodyStyle, Candidate, Emphasis, HeadingStyle, SAME_SIZE, StyleKey};
use super::line_facts::{LineFacts, is_same_color};
use super::numbering::Numbering;

/// The deepest level of a heading.
pub(super) const MAX_LEVEL: u8 = 6;
/// The share of numbered headings from which a style counts as numbered.
const NUMBERED: f32 = 0.6;

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
