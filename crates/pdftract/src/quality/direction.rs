//! Detects right-to-left text whose lines are in visual order: words, or runs of words, from left to right.
//!
//! The letters of each word may still be in logical order, so language models do not notice. The evidence is the
//! position of sentence ends: full stops at the beginning of lines, or after their first word.

use crate::language::script::is_right_to_left;

/// Lines with fewer right-to-left letters are ignored.
const MIN_LETTERS: usize = 4;
/// Full stops before words that show words in visual order, unless some are where they belong.
const MIN_PREFIXED: u32 = 3;

/// The positions of stops in lines of right-to-left text.
#[derive(Debug, Clone, Copy, Default)]
pub struct LineOrder {
    /// The number of lines that end with a stop.
    ends: u32,
    /// The number of lines with runs in the wrong order: a stop before a left-to-right number or word, or between two
    /// scripts.
    swapped_runs: u32,
    /// The number of lines whose first word ends a sentence, and of others whose last word does.
    first_word_ends: u32,
    last_word_ends: u32,
    /// The same counts for last lines of paragraphs.
    paragraph_first_word_ends: u32,
    paragraph_last_word_ends: u32,
    /// The numbers of stops after a letter, between blanks, and before a blank at the beginning of a line.
    attached: u32,
    detached: u32,
    leading: u32,
    /// Full stops directly before a word, with a blank or the beginning of the line before them.
    prefixed: u32,
    /// Those of them within a line: at its beginning, the full stop alone may be displaced.
    inner_prefixed: u32,
}

impl LineOrder {
    /// Measures a text.
    pub fn measure(text: &str) -> Self {
        let mut order = Self::default();
        if text.is_ascii() || !text.chars().any(is_right_to_left) {
            return order;
        }
        // Marks of direction around words change nothing about their order.
        let unmarked: String = text.chars().filter(|character| !is_direction_mark(*character)).collect();
        let mut lines = unmarked.lines().map(str::trim).peekable();
        while let Some(line) = lines.next() {
            if line.chars().filter(|character| is_right_to_left(*character)).count() >= MIN_LETTERS {
                order.add(line, lines.peek().is_none_or(|next| next.is_empty()));
            }
        }
        order
    }

    /// Returns `true` if the lines are in visual order.
    pub fn is_visual(&self) -> bool {
        let stops_float = self.attached == 0 && self.detached > 0 && self.detached + self.leading >= 4;
        (self.swapped_runs >= 2 && self.swapped_runs > self.ends)
            || stops_float
            || (self.inner_prefixed > 0 && self.prefixed >= MIN_PREFIXED && self.prefixed > 3 * self.attached)
            || (self.first_word_ends >= 4 && self.first_word_ends >= 4 * self.last_word_ends)
            || (self.paragraph_first_word_ends >= 2 && self.paragraph_last_word_ends == 0)
    }

    fn add(&mut self, line: &str, ends_paragraph: bool) {
        let mut words = line.split_whitespace();
        let (first, last) = match (words.next(), words.next_back()) {
            (Some(first), Some(last)) => (is_end(first), is_end(last)),
            _ => (false, false),
        };
        let (first_only, last_only) = (u32::from(first && !last), u32::from(last && !first));
        self.first_word_ends += first_only;
        self.last_word_ends += last_only;
        if ends_paragraph {
            self.paragraph_first_word_ends += first_only;
            self.paragraph_last_word_ends += last_only;
        }
        let ends = line.ends_with(|character: char| is_stop(character) || "\"”»)]…".contains(character));
        self.ends += u32::from(ends);
        self.swapped_runs += u32::from(!ends && has_swapped_runs(line));
        self.count_stops(line);
    }

    fn count_stops(&mut self, line: &str) {
        let (mut before, mut is_first) = (' ', true);
        let mut characters = line.chars().peekable();
        while let Some(character) = characters.next() {
            let is_before_blank = characters.peek().is_none_or(|next| next.is_whitespace());
            let is_before_word = characters.peek().copied().is_some_and(is_right_to_left);
            let is_full_stop = matches!(character, '.' | '!' | '?' | '؟');
            let is_prefix = is_full_stop && is_before_word && before.is_whitespace();
            self.prefixed += u32::from(is_prefix);
            self.inner_prefixed += u32::from(is_prefix && !is_first);
            if is_stop(character) && is_before_blank {
                self.leading += u32::from(is_first);
                self.detached += u32::from(!is_first && before.is_whitespace());
                self.attached += u32::from(!before.is_whitespace());
            }
            (before, is_first) = (character, false);
        }
    }
}

/// Returns `true` for characters that only mark the direction of text.
pub(super) fn is_direction_mark(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_stop(character: char) -> bool {
    matches!(character, '.' | '!' | '?' | '؟' | '،' | ',' | '؛')
}

/// Returns `true` if a word ends a sentence; an initial does not.
fn is_end(word: &str) -> bool {
    word.ends_with(['.', '!', '?', '؟'])
        && word.chars().filter(|character| character.is_alphabetic()).count() > 1
}

/// Detects a stop at the beginning of a line followed by a left-to-right run, and stops between two scripts.
fn has_swapped_runs(line: &str) -> bool {
    let is_latin = |character: char| character.is_ascii_alphanumeric();
    let mut characters = line.chars();
    let begins_with_stop = characters.next().is_some_and(is_stop);
    let rest = characters.as_str();
    let begins_with_run = begins_with_stop && rest.starts_with(is_latin);
    let after_run = rest.split(is_latin).nth(1).is_some_and(|_| {
        rest.rsplit(is_latin).next().is_some_and(|after| after.chars().any(is_right_to_left))
    });
    begins_with_run || (begins_with_stop && after_run) || has_stop_between_scripts(line)
}

fn has_stop_between_scripts(line: &str) -> bool {
    let (mut before, mut last) = (' ', ' ');
    for character in line.chars() {
        let latin_after = is_right_to_left(before) && character.is_ascii_alphabetic();
        let latin_before = before.is_ascii_alphabetic() && is_right_to_left(character);
        if is_stop(last) && (latin_after || latin_before) {
            return true;
        }
        (before, last) = (last, character);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_visual(text: &str) -> bool {
        LineOrder::measure(text).is_visual()
    }

    #[test]
    fn lines_in_logical_order_are_not_visual() {
        assert!(!is_visual(
            "הרכבת Express מגיעה בשעה 17:45 לרציף 9.\nהספרייה משתמשת בתוכנה LibreOffice מאז שנת 2014."
        ));
        assert!(!is_visual(
            "הדייגים תיקנו את הרשתות וחיכו\nשהרוח תשקוט.\n\nבסתיו התפוחים מבשילים\nוהעלים נושרים."
        ));
        // Only the full stop is displaced.
        assert!(!is_visual(
            "خرج القطار من القاهرة مساء ووصل قبل منتصف الليل. قال مريم إن المفتاح كان في\n.الدرج الآخر\nيغلي الماء فوق الجبل\n.أوراق الشجر"
        ));
        assert!(!is_visual("Plain text. It has no such letters.\n.5 of it"));
    }

    #[test]
    fn swapped_runs_are_seen_by_stops_before_numbers_and_between_scripts() {
        assert!(is_visual(".9 לרציף 17:45 מגיעה בשעה Expressהרכבת\n.2014 מאז שנת LibreOfficeהספרייה"));
        assert!(is_visual("במחברת.piליד המילה3.14המהנדס כתב את\n.9לרציף17:45מגיעה בשעהExpressהרכבת"));
    }

    #[test]
    fn words_in_marks_of_direction_are_seen_by_full_stops_before_them() {
        let words = "ארצות לפי ולא נהרות לפי מסודרות בספרייה";
        let marked: String = words.split(' ').map(|word| format!("\u{202b}{word}\u{202c} ")).collect();
        assert!(is_visual(&format!(".{marked}\n.{marked}\n{marked} .{marked}\n")));
        assert!(!is_visual(&format!("{}.\n", marked.trim_end()).repeat(3)), "marks alone change nothing");
        assert!(!is_visual(&format!(".{words}\n").repeat(4)), "only full stops are displaced");
        assert!(
            !is_visual(&format!(".{words}\n{words}. {words}.\n.{words}\n.{words}")),
            "stops elsewhere too"
        );
    }

    #[test]
    fn swapped_words_are_seen_by_stops_after_the_first_word_of_last_lines() {
        assert!(is_visual(
            "וחיכו הרשתות את תיקנו הדייגים\nתשקוט. שהרוח\n\nמבשילים התפוחים בסתיו\nנושרים. והעלים"
        ));
        assert!(is_visual(
            ". پیرمرد پرسید کلید کجاست . گربه روی پله خوابیده بود\n. در پاییز برگهای چنار زرد . در سال مردم یزد\n. کنار رود"
        ));
    }
}
