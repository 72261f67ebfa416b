//! Code blocks: fenced, with indentation derived from the positions of their lines.

use super::super::model::{Block, Line};
use super::super::number::small;

/// Greater indentation is a measuring error.
const MAX_INDENT: usize = 120;
/// More consecutive blank lines are collapsed.
const MAX_BLANK_LINES: usize = 2;

pub(super) fn render(block: &Block) -> String {
    let width = character_width(&block.lines);
    let pitch = line_pitch(&block.lines);
    let texts: Vec<&str> = block.text.split('\n').collect();
    let mut numbers = line_numbers(&texts);
    // A program of one line is numbered if another font than that of the program sets the number.
    if let ([line], [number], [text]) = (block.lines.as_slice(), numbers.as_mut_slice(), texts.as_slice()) {
        *number = single_number(line, text);
    }
    let lines: Vec<(f32, &Line, &str)> = block
        .lines
        .iter()
        .zip(&texts)
        .enumerate()
        .map(|(index, (line, text))| behind_number(line, text, numbers.get(index).copied().flatten()))
        .collect();
    let left = lines.iter().map(|(left, ..)| *left).fold(f32::MAX, f32::min);
    let mut body = String::new();
    let mut bottom: Option<f32> = None;
    for (start, line, text) in lines {
        let step = bottom.replace(line.bbox[3]).map_or(pitch, |bottom| line.bbox[3] - bottom);
        body.push_str(&"\n".repeat(blank_lines(step, pitch)));
        body.push_str(&" ".repeat(indent(start - left, width)));
        body.push_str(text);
        body.push('\n');
    }
    let fence = "`".repeat(longest_run_of_backticks(&body).max(2) + 1);
    format!("{fence}\n{body}{fence}")
}

/// Appends the next part of a program, shifted by the difference of the margins of the two pages.
pub(super) fn append(whole: &mut Block, part: &Block, shift: f32) {
    whole.text.push('\n');
    whole.text.push_str(&part.text);
    for line in &part.lines {
        let mut line = line.clone();
        let boxes = line.spans.iter_mut().map(|span| &mut span.bbox).chain([&mut line.bbox]);
        boxes.for_each(|bbox| [bbox[0], bbox[2]] = [bbox[0] + shift, bbox[2] + shift]);
        whole.lines.push(line);
    }
}

/// Returns how many bytes the number of each line takes; `None` for lines without one, and for all where the numbers do not
/// count on or too few lines have them. A long line of a program may go on on a second one.
fn line_numbers(texts: &[&str]) -> Vec<Option<usize>> {
    let mut numbers = Vec::with_capacity(texts.len());
    let mut last: Option<u32> = None;
    for text in texts {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let number: Option<u32> = text.get(..digits).and_then(|number| number.parse().ok());
        let is_apart = text.get(digits..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        let counts = number.is_some_and(|number| last.is_none_or(|last| number == last + 1));
        let is_number = is_apart && counts;
        last = if is_number { number } else { last };
        numbers.push(is_number.then_some(digits));
    }
    let found = numbers.iter().flatten().count();
    let begins = numbers.first().is_some_and(Option::is_some);
    if !begins || found < MIN_NUMBERED || found * 2 < texts.len() {
        numbers.fill(None);
    }
    numbers
}

/// Returns how many bytes the number of the only line of a program takes.
fn single_number(line: &Line, text: &str) -> Option<usize> {
    let [number, program, ..] = line.spans.as_slice() else { return None };
    let is_number = number.text.trim() == "1" && !number.monospace && program.monospace;
    (is_number && text.starts_with("1 ")).then_some(1)
}

/// With fewer numbered lines, a number may be part of the program.
const MIN_NUMBERED: usize = 2;

/// Returns where a line begins behind its number, and its text there.
fn behind_number<'b>(line: &'b Line, text: &'b str, number: Option<usize>) -> (f32, &'b Line, &'b str) {
    let Some(digits) = number else { return (line.bbox[0], line, text) };
    let rest = text.get(digits..).unwrap_or_default().trim_start();
    let bytes = text.len() - rest.len();
    let mut passed = 0;
    for span in &line.spans {
        if passed >= digits {
            return (span.bbox[0], line, rest);
        }
        let characters = span.text.chars().count().max(1);
        if passed + span.text.len() > bytes {
            // The number shares a span with the program, whose letters are equally wide.
            let share = small(bytes - passed) as f32 / small(characters) as f32;
            return (span.bbox[0] + share * (span.bbox[2] - span.bbox[0]), line, rest);
        }
        passed += span.text.len();
    }
    (line.bbox[0], line, rest)
}

/// Returns the line pitch in points: the smallest distance between lines, since blank lines only enlarge it.
fn line_pitch(lines: &[Line]) -> f32 {
    let steps = lines.windows(2).filter_map(|pair| match pair {
        [a, b] => Some(b.bbox[3] - a.bbox[3]).filter(|step| *step > 1.0),
        _ => None,
    });
    steps.fold(f32::MAX, f32::min)
}

/// Returns the number of blank lines that fit between two lines.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn blank_lines(step: f32, pitch: f32) -> usize {
    if pitch == f32::MAX { 0 } else { ((step / pitch).round().max(1.0) as usize - 1).min(MAX_BLANK_LINES) }
}

/// Returns the typical width of a character, in points.
#[allow(clippy::cast_precision_loss)]
fn character_width(lines: &[Line]) -> f32 {
    let spans = lines.iter().flat_map(|line| &line.spans);
    let (width, characters) = spans.fold((0.0, 0), |(width, characters), span| {
        (width + span.bbox[2] - span.bbox[0], characters + small(span.text.chars().count()))
    });
    if characters == 0 { 0.0 } else { width / characters as f32 }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn indent(shift: f32, width: f32) -> usize {
    if width <= 0.0 { 0 } else { ((shift / width).round().max(0.0) as usize).min(MAX_INDENT) }
}

fn longest_run_of_backticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lines_count_on() {
        assert_eq!(
            line_numbers(&["1 let x;", "2 x = 1;", "  + 2;", "3 end"]),
            [Some(1), Some(1), None, Some(1)]
        );
        assert_eq!(line_numbers(&["1 let x;", "3 x = 1;"]), [None, None], "they do not count on");
        assert_eq!(line_numbers(&["let x;", "1 x = 1;", "2 y"]), [None, None, None], "the first has none");
        assert_eq!(line_numbers(&["10 PRINT", "11GOTO"]), [None, None], "one number alone");
    }
}
