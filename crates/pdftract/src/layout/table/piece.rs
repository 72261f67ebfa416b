//! Texts of lines in the columns of a table, with the columns that each text covers.

use super::word::{TextLine, Word};

/// The farthest that a text may extend over a column boundary, as a fraction of its size, before it spans both
/// columns.
const OVERHANG: f32 = 0.35;

/// Words of a line that are one text of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) line: usize,
    /// Its words, as a half-open range.
    pub(super) words: (usize, usize),
    pub(super) u0: f32,
    pub(super) u1: f32,
    /// The first and the last column that it covers.
    pub(super) columns: (usize, usize),
    /// `true` if most of its words are numbers.
    pub(super) is_numeric: bool,
    pub(super) is_lower: bool,
    /// `true` if it ends with a colon.
    pub(super) is_label: bool,
    /// The width of its first word, or of its first letter in scripts without spaces.
    pub(super) first_word: f32,
}

impl Piece {
    /// Returns the text of some words of a line; `None` when there are none.
    pub(super) fn new(
        number: usize,
        line: &TextLine,
        (first, end): (usize, usize),
        partings: &[f32],
    ) -> Option<Self> {
        let words = line.words(first, end);
        let (left, u1) = (words.first()?, words.iter().map(|word| word.u1).fold(f32::MIN, f32::max));
        Some(Self {
            line: number,
            words: (first, end),
            u0: left.u0,
            u1,
            columns: columns(left.u0, u1, line.size, partings),
            is_numeric: is_numeric(words),
            is_lower: left.spelling().is_lower(),
            is_label: words.last().is_some_and(|word| word.spelling().is_label()),
            // Text without spaces breaks between any two letters.
            first_word: if left.spelling().is_unspaced() { line.size } else { left.u1 - left.u0 },
        })
    }
}

/// The texts of several lines, one after the other.
#[derive(Debug, Default)]
pub(super) struct Texts {
    pieces: Vec<Piece>,
    /// The end of each line among the texts.
    ends: Vec<usize>,
}

impl Texts {
    /// Returns the texts of lines in columns.
    pub(super) fn new(lines: &[TextLine], partings: &[f32]) -> Self {
        let runs = lines.iter().map(|line| line.runs.len()).sum();
        let mut texts = Self { pieces: Vec::with_capacity(runs), ends: Vec::with_capacity(lines.len()) };
        for (number, line) in lines.iter().enumerate() {
            push_pieces(number, line, partings, &mut texts.pieces);
            texts.ends.push(texts.pieces.len());
        }
        texts
    }

    /// Returns the number of lines.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the texts of a line, if there is such a line.
    pub(super) fn get(&self, line: usize) -> Option<&[Piece]> {
        let end = *self.ends.get(line)?;
        let start = line.checked_sub(1).and_then(|above| self.ends.get(above)).copied().unwrap_or(0);
        self.pieces.get(start..end)
    }

    /// Returns the texts of some lines.
    pub(super) fn of_lines(&self, lines: std::ops::Range<usize>) -> &[Piece] {
        let end = |count: usize| match count.min(self.ends.len()).checked_sub(1) {
            Some(last) => self.ends.get(last).copied().unwrap_or(0),
            None => 0,
        };
        self.pieces.get(end(lines.start)..end(lines.end)).unwrap_or_default()
    }

    /// Returns the texts of each line.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Piece]> + Clone {
        (0..self.ends.len()).filter_map(|line| self.get(line))
    }
}

/// Returns the texts of a line in columns.
pub(super) fn pieces(line: &TextLine, partings: &[f32]) -> Vec<Piece> {
    let mut list = Vec::with_capacity(line.runs.len());
    push_pieces(0, line, partings, &mut list);
    list
}

/// Adds the texts of a line in columns.
fn push_pieces(number: usize, line: &TextLine, partings: &[f32], list: &mut Vec<Piece>) {
    let start = list.len();
    for run in &line.runs {
        let Some(piece) = Piece::new(number, line, (run.first, run.end), partings) else { continue };
        let columns = piece.columns;
        let last = if list.len() > start { list.last_mut() } else { None };
        match last {
            // Two texts of one column, with a wide space between words.
            Some(last) if last.columns.1 >= columns.0 => {
                last.words.1 = run.end;
                last.u1 = last.u1.max(run.u1);
                last.columns.1 = last.columns.1.max(columns.1);
                last.is_numeric &= piece.is_numeric;
                last.is_label = piece.is_label;
            }
            _ => list.push(piece),
        }
    }
}

fn is_numeric(words: &[Word]) -> bool {
    let numeric = words.iter().filter(|word| word.spelling().is_numeric()).count();
    numeric * 3 >= words.len() * 2 && words.len() <= 6
}

/// Returns the first and the last column that a text covers.
pub(super) fn columns(u0: f32, u1: f32, size: f32, partings: &[f32]) -> (usize, usize) {
    let slack = (OVERHANG * size).min((u1 - u0) / 2.0);
    let first = partings.partition_point(|&parting| parting < u0 + slack);
    let last = partings.partition_point(|&parting| parting < u1 - slack);
    (first, last.max(first))
}
