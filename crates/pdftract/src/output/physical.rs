//! Physical layout: places words on a character grid as they are on the page, for tables and forms read visually.

use crate::content::PageGlyphs;
use crate::structure::StructuredPage;
use crate::text::placed_word::PlacedWord;

/// Words whose vertical distance is below this fraction of their size are in one row.
const SAME_ROW: f32 = 0.5;
/// A gap of this many font sizes between rows is a blank line.
const BLANK_LINE: f32 = 1.9;
/// A gap of this many sizes between two words separates columns; a smaller one is a space inside a phrase. Of values from
/// 0.7 to 1.5, this one gives the columns of pdftotext most often.
const COLUMN_GAP: f32 = 0.8;
/// The same between the dots of a leader, which are one phrase however wide they are set.
const LEADER_GAP: f32 = 2.0;
/// Columns are at least this many spaces apart, so that programs can split rows where pdftotext separates columns.
const COLUMN_SPACES: usize = 2;
/// The maximum length of a row in characters: a page of tiny text beside large text would otherwise be mostly blank.
const MAX_COLUMNS: f32 = 400.0;

/// Returns the words of a page on a grid; `unit` is the width of a column in points.
pub(crate) fn page_text(mut words: Vec<PlacedWord>, unit: f32) -> String {
    words.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let left = words.iter().map(|word| word.x).fold(f32::MAX, f32::min);
    let mut out = String::new();
    let mut above: Option<f32> = None;
    let mut rest = words.as_mut_slice();
    while let Some(first) = rest.first() {
        let (y, size) = (first.y, first.size);
        let end = rest
            .iter()
            .take_while(|word| word.y - y < SAME_ROW * size.min(word.size).max(1.0))
            .count()
            .max(1);
        let (row, below) = rest.split_at_mut(end);
        if above.is_some_and(|above| y - above > BLANK_LINE * size) {
            out.push('\n');
        }
        push_row(row, left, unit, &mut out);
        above = Some(y);
        rest = below;
    }
    out
}

fn push_row(row: &mut [PlacedWord], left: f32, unit: f32, out: &mut String) {
    row.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut column = 0;
    let mut before: Option<&PlacedWord> = None;
    for word in &*row {
        let blanks = match before {
            // Placing every word on the grid would tear phrases of narrow letters apart.
            Some(before) if word.x - before.right < column_gap(before, word) => 1,
            Some(_) => column_of(word.x - left, unit).saturating_sub(column).max(COLUMN_SPACES),
            None => column_of(word.x - left, unit),
        };
        out.extend(std::iter::repeat_n(' ', blanks));
        out.push_str(&word.text);
        column += blanks + word.text.chars().count();
        before = Some(word);
    }
    out.push('\n');
}

/// Returns the gap from which on two words are in different columns, in points.
fn column_gap(before: &PlacedWord, word: &PlacedWord) -> f32 {
    let is_leader = |word: &PlacedWord| word.text.chars().all(|c| matches!(c, '.' | '_'));
    let gap = if is_leader(before) && is_leader(word) { LEADER_GAP } else { COLUMN_GAP };
    gap * before.size.min(word.size)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn column_of(distance: f32, unit: f32) -> usize {
    (distance / unit).round().clamp(0.0, MAX_COLUMNS) as usize
}

/// Returns the mean width of the characters of a page, in points.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn character_width(page: &PageGlyphs, layout: &StructuredPage) -> f32 {
    let glyphs = layout.pieces.iter().filter_map(|piece| page.glyphs.get(piece.glyph as usize));
    let (mut width, mut count) = (0.0, 0usize);
    for glyph in glyphs {
        width += glyph.advance.abs();
        count += 1;
    }
    (width / count.max(1) as f32).max(0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(x: f32, right: f32, text: &str) -> PlacedWord {
        PlacedWord { x, right, y: 10.0, size: 10.0, text: text.to_owned() }
    }

    #[test]
    fn words_of_a_phrase_are_one_space_apart_and_columns_two_or_more() {
        let words = vec![
            word(0.0, 20.0, "Sold"),
            word(27.0, 36.0, "by"),
            word(43.0, 100.0, "Retail"),
            word(108.5, 130.0, "12"),
            word(300.0, 320.0, "4.20"),
        ];
        let text = page_text(words, 5.0);
        assert_eq!(
            text.trim_end().split("  ").map(str::trim).filter(|field| !field.is_empty()).collect::<Vec<_>>(),
            ["Sold by Retail", "12", "4.20"]
        );
        assert_eq!(text.find("4.20"), Some(60));
    }

    #[test]
    fn leaders_stay_together() {
        let words =
            vec![word(0.0, 20.0, "Sum"), word(25.0, 27.0, "."), word(40.0, 42.0, "."), word(55.0, 57.0, ".")];
        assert_eq!(page_text(words, 5.0), "Sum . . .\n");
    }
}
