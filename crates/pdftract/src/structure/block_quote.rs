//! Block quotations: paragraphs that are indented on both sides.

use super::block_facts::BlockFacts;
use super::document_style::DocumentStyle;
use super::line_facts::LineFacts;

/// The least indentation of quotations on each side, in font sizes.
const INDENT: f32 = 0.9;
/// The greatest difference of the left edges of a quotation's lines, in font sizes; those of centred text differ
/// more.
const SAME_EDGE: f32 = 0.5;
/// The least number of characters of a quotation; shorter texts are displayed for other reasons.
const MIN_CHARACTERS: usize = 60;
/// The greatest factor between the size of quotations and text; abstracts are set smaller.
const SAME_SIZE: f32 = 1.06;
/// Headings of texts that are set like quotations, in lower case.
const NO_QUOTES: [&str; 6] = ["abstract", "summary", "zusammenfassung", "résumé", "resumen", "keywords"];

/// Returns `true` if lines are a quotation in a column with these edges.
pub(super) fn is_quote(
    lines: &[LineFacts],
    (left, right): (f32, f32),
    style: &DocumentStyle,
    previous: Option<&BlockFacts>,
) -> bool {
    let (Some(first), Some(second)) = (lines.first(), lines.get(1)) else { return false };
    let indent = INDENT * first.size;
    let is_text_size = first.size.max(style.body.size) <= SAME_SIZE * first.size.min(style.body.size);
    let is_inside = lines.iter().all(|line| line.left > left + indent);
    // Word processors indent quotations on one side and set them in italics.
    let is_italic = !style.body.look.italic && lines.iter().all(|line| line.look.italic);
    let is_set_in = is_inside && (is_italic || lines.iter().all(|line| line.right < right - indent));
    let is_centred = lines.iter().any(|line| (line.left - second.left).abs() > SAME_EDGE * line.size)
        && lines
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if (a.left + a.right - b.left - b.right).abs() < a.size));
    let is_bold = first.look.bold && !style.body.look.bold;
    let is_aligned = lines.iter().skip(1).all(|line| (line.left - second.left).abs() < SAME_EDGE * line.size);
    let is_row = lines.iter().any(|line| line.has_wide_gap || line.is_marked());
    // The texts are looked at last: few paragraphs are set like a quotation.
    is_text_size
        && is_set_in
        && is_aligned
        && !is_row
        && !is_centred
        && !is_bold
        && lines.iter().map(|line| line.text.chars().count()).sum::<usize>() >= MIN_CHARACTERS
        && !previous.is_some_and(|previous| announces_no_quote(&previous.text))
}

/// Returns whether a text is the heading of a text that is set like a quotation.
fn announces_no_quote(text: &str) -> bool {
    NO_QUOTES.contains(&text.trim_end_matches([':', '.']).to_lowercase().as_str())
}
