//! Parses the table of words that Tesseract prints, which is also the format of other engines.
//!
//! It has twelve tab-separated columns: level, page, block, paragraph, line, word, left, top, width, height,
//! confidence, text. Rows of level 5 are words; all others, and invalid rows, are skipped.

use super::engine::Word;

/// The level of rows with words.
const WORD_LEVEL: &str = "5";
/// The maximum number of words; a page has a few thousand.
const MAX_WORDS: usize = 100_000;

/// Returns the words of a table, in order.
pub(super) fn words(table: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut last, mut line) = (None, 0);
    for row in table.lines() {
        let Some((place, mut word)) = word(row) else { continue };
        if last != Some(place) {
            (last, line) = (Some(place), line + 1);
        }
        word.line = line;
        words.push(word);
        if words.len() >= MAX_WORDS {
            break;
        }
    }
    words
}

/// Block, paragraph and line of a word.
type Place = [u32; 3];

fn word(row: &str) -> Option<(Place, Word)> {
    let mut columns = row.splitn(12, '\t');
    if columns.next()? != WORD_LEVEL {
        return None;
    }
    let mut number = || columns.next()?.parse::<f32>().ok().filter(|number| number.is_finite());
    let (_page, block, paragraph, line, _word) = (number()?, number()?, number()?, number()?, number()?);
    let (left, top, width, height, confidence) = (number()?, number()?, number()?, number()?, number()?);
    let text: String = columns.next()?.trim().chars().filter(|c| !c.is_control()).collect();
    let place = [block, paragraph, line].map(whole);
    let bbox = [left, top, left + width.max(0.0), top + height.max(0.0)];
    let confidence_percent = u8::try_from(whole(confidence.clamp(0.0, 100.0))).unwrap_or(100);
    (!text.is_empty()).then_some((place, Word { text, bbox, confidence_percent, line: 0 }))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(number: f32) -> u32 {
    number.max(0.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_tesseract_give_words_with_lines_boxes_and_confidence() {
        let table = "level\tpage_num\tblock_num\n4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t\n\
            5\t1\t1\t1\t1\t1\t10\t20\t30\t8\t96.4\tHello,\n5\t1\t1\t1\t1\t2\t50\t20\t30\t8\t91\treader!\n\
            5\t1\t1\t1\t2\t1\t10\t40\t30\t8\t12\t \n5\t1\t2\t1\t1\t1\t10\t60\t30\t8\t88\ta\u{1B}b\n";
        let words = words(table);
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["Hello,", "reader!", "ab"]);
        assert_eq!(words[0].bbox, [10.0, 20.0, 40.0, 28.0]);
        assert_eq!((words[0].confidence_percent, words[0].line, words[1].line, words[2].line), (96, 1, 1, 2));
    }

    #[test]
    fn invalid_rows_are_skipped() {
        for nonsense in [
            "",
            "5",
            "5\t1\t1",
            "5\t1\t1\t1\t1\t1\tx\t0\t1\t1\t9\tw",
            "\0\0\t\t\t",
            "5\t\t\t\t\t\t\t\t\t\t\t\t\t",
        ] {
            assert!(words(nonsense).is_empty(), "{nonsense:?}");
        }
        let wild = words("5\t1\t-3\t1\t1\t1\t1e30\t0\t-5\t1\t900\tw");
        assert_eq!(wild[0].confidence_percent, 100);
    }
}
