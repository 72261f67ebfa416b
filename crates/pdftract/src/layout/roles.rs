//! Roles: what each block is, from its style, its place and its words.

use super::style::{DocumentStyle, folded};
use super::{Block, PageLayout, Role, furniture, line_text, list};
use crate::content::{PageGlyphs, RunOrigin};

/// Headings have at most so many lines.
const MAX_HEADING_LINES: usize = 4;
/// Headings have at most so many characters.
const MAX_HEADING_CHARACTERS: usize = 160;
/// Text counts as bold or of one width when this part of its glyphs is.
const MOST: f32 = 0.8;
/// Weights from here on are bold.
const BOLD: u16 = 600;
/// Footnotes are smaller than text by this factor.
const FOOTNOTE_FACTOR: f32 = 0.93;
/// Footnotes stand in the lower part of the page, from here on.
const FOOTNOTE_FROM: f32 = 0.5;
/// Watermarks are larger than text by this factor.
const WATERMARK_FACTOR: f32 = 3.0;
/// Words that begin captions, folded.
const CAPTIONS: [&str; 18] = [
    "figure",
    "fig",
    "table",
    "tab",
    "abbildung",
    "abb",
    "tabelle",
    "tableau",
    "figura",
    "tabla",
    "tabela",
    "рисунок",
    "рис",
    "таблица",
    "图",
    "表",
    "図",
    "algorithm",
];

/// Gives the blocks of a page their roles.
pub fn assign(page: &PageGlyphs, layout: &mut PageLayout, style: &DocumentStyle) {
    let mut blocks = std::mem::take(&mut layout.blocks);
    furniture::split(page, layout, style, &mut blocks);
    for block in &mut blocks {
        if block.role == Role::Paragraph {
            let facts = Facts::of(page, layout, block);
            judge(page, layout, style, &facts, block);
        }
    }
    // The structure tree says itself how deep its lists are.
    if !layout.tagged {
        nest_lists(layout, &mut blocks);
    }
    layout.blocks = blocks;
}

/// What is known of a block.
struct Facts {
    text: String,
    lines: usize,
    size: f32,
    bold: bool,
    fixed_pitch: bool,
    form_value: bool,
    slanted: bool,
    raised_start: bool,
}

impl Facts {
    fn of(page: &PageGlyphs, layout: &PageLayout, block: &Block) -> Self {
        let lines = block.lines.of(&layout.lines);
        let (mut total, mut bold, mut fixed, mut form, mut slanted) =
            (0usize, 0usize, 0usize, 0usize, 0usize);
        let pieces = || lines.iter().flat_map(|line| line.pieces.of(&layout.pieces));
        for glyph in pieces().filter_map(|piece| page.glyphs.get(piece.glyph as usize)) {
            let (Some(run), Some(font)) = (page.run(glyph), page.font(glyph)) else { continue };
            total += 1;
            bold += usize::from(font.facts().weight >= BOLD);
            fixed += usize::from(font.facts().fixed_pitch);
            form += usize::from(run.origin == RunOrigin::FormValue);
            let [dx, dy] = run.direction;
            slanted += usize::from(dx.abs() > 0.1 && dy.abs() > 0.1);
        }
        let most = |count: usize| total > 0 && count as f32 >= MOST * total as f32;
        Self {
            text: line_text::joined(page, layout, lines),
            lines: lines.len(),
            size: lines.iter().map(|line| line.size).fold(0.0, f32::max),
            bold: most(bold),
            fixed_pitch: most(fixed),
            form_value: most(form),
            slanted: most(slanted),
            raised_start: pieces().next().is_some_and(|piece| piece.shift == super::BaselineShift::Super),
        }
    }

    fn characters(&self) -> usize {
        self.text.chars().count()
    }
}

/// Decides the role of one block. What is surest is asked first.
fn judge(page: &PageGlyphs, layout: &PageLayout, style: &DocumentStyle, facts: &Facts, block: &mut Block) {
    let marker =
        block.lines.of(&layout.lines).first().map_or(0, |line| list::marker_pieces(page, layout, line));
    if facts.form_value {
        block.role = Role::FormField;
    } else if facts.slanted && facts.size > style.body_size * WATERMARK_FACTOR {
        block.role = Role::Watermark;
    } else if facts.fixed_pitch && facts.characters() > 1 && marker == 0 {
        block.role = Role::Code;
    } else if is_caption(&facts.text) && facts.lines <= 12 {
        block.role = Role::Caption;
    } else if let Some((role, level)) = heading(page, style, facts) {
        (block.role, block.level) = (role, level);
    } else if is_footnote(page, style, facts, block, marker) {
        block.role = Role::Footnote;
    } else if marker > 0 {
        (block.role, block.level, block.marker) = (Role::ListItem, 1, marker);
    } else if is_formula(&facts.text) {
        block.role = Role::Formula;
    }
}

/// The role and level of a heading: by the outline, by size, by weight and numbering.
fn heading(page: &PageGlyphs, style: &DocumentStyle, facts: &Facts) -> Option<(Role, u8)> {
    let letters = facts.text.chars().filter(|c| c.is_alphabetic()).count();
    if facts.lines > MAX_HEADING_LINES || facts.characters() > MAX_HEADING_CHARACTERS || letters < 2 {
        return None;
    }
    if let Some(&level) = style.outline.get(&folded(&facts.text))
        && (facts.bold || facts.size > style.body_size * 1.02)
    {
        return Some((Role::Heading, level.clamp(1, 6)));
    }
    let by_size = style.heading_sizes.iter().position(|&size| facts.size >= size * 0.99);
    let numbering = numbering_depth(&facts.text);
    if let Some(rank) = by_size {
        if rank == 0 && page.page_index == 0 && style.heading_sizes.len() > 1 {
            return Some((Role::Title, 1));
        }
        let level = u8::try_from(rank + 1).unwrap_or(6).clamp(1, 6);
        return Some((Role::Heading, numbering.unwrap_or(level)));
    }
    let ends_sentence = facts.text.ends_with(['.', ',', ';', ':']);
    let short = facts.lines <= 2 && facts.characters() <= 100;
    let by_weight = facts.bold && short && !ends_sentence && facts.size >= style.body_size * 0.98;
    let level = u8::try_from(style.heading_sizes.len() + 1).unwrap_or(6).min(6);
    by_weight.then_some((Role::Heading, numbering.unwrap_or(level)))
}

/// How many parts a section number has: `2.1 Scope` has two.
fn numbering_depth(text: &str) -> Option<u8> {
    let number = text.split_whitespace().next()?.trim_end_matches('.');
    let parts = number.split('.');
    let sound = parts
        .clone()
        .all(|part| !part.is_empty() && part.len() <= 2 && part.chars().all(|c| c.is_ascii_digit()));
    let depth = u8::try_from(parts.count()).unwrap_or(6).min(6);
    (sound && text.len() > number.len() + 1).then_some(depth)
}

fn is_caption(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (Some(first), second) = (words.next(), words.next()) else { return false };
    let split = first.find(|c: char| c.is_ascii_digit()).unwrap_or(first.len());
    let (word, number) = first.split_at(split);
    let numbered = !number.is_empty()
        || second.is_some_and(|second| second.starts_with(|c: char| c.is_ascii_digit() || "IVX".contains(c)));
    numbered && CAPTIONS.contains(&folded(word).as_str()) && first.starts_with(|c: char| !c.is_lowercase())
}

fn is_footnote(page: &PageGlyphs, style: &DocumentStyle, facts: &Facts, block: &Block, marker: u32) -> bool {
    let [_, top, _, _] = block.bbox;
    let starts = facts.raised_start || marker > 0 || facts.text.starts_with(['*', '†', '‡', '§']);
    let low = f64::from(top) > page.height * f64::from(FOOTNOTE_FROM);
    low && starts && facts.size < style.body_size * FOOTNOTE_FACTOR
}

/// Text that is mostly operators and single letters.
fn is_formula(text: &str) -> bool {
    let signs = text.chars().filter(|c| "=+−±×÷≤≥<>∈∑∏∫√∞≈≠→⇒∂∇∀∃".contains(*c)).count();
    let words = text
        .split_whitespace()
        .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 3)
        .count();
    signs >= 1 && words <= signs && text.chars().count() >= 3
}

/// Lists within lists are further right.
fn nest_lists(layout: &PageLayout, blocks: &mut [Block]) {
    let mut lefts: Vec<f32> = Vec::new();
    for block in blocks.iter_mut() {
        if block.role != Role::ListItem {
            if block.role == Role::Heading || block.role == Role::Title {
                lefts.clear();
            }
            continue;
        }
        let size = block.lines.of(&layout.lines).first().map_or(10.0, |line| line.size);
        let [left, ..] = block.bbox;
        lefts.retain(|&other| other < left - size * 0.5);
        lefts.push(left);
        block.level = u8::try_from(lefts.len()).unwrap_or(u8::MAX);
    }
}
