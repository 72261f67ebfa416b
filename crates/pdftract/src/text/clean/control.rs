//! Step 1: control characters. Those that are bytes of code page 1252 become its characters, all others are removed.
//!
//! Control characters are bytes of that code page only if their positions allow it: quotes, dashes and letters fit, but text
//! never has currency signs, daggers or closing quotes between two letters.

use super::Context;
use super::tracked_char::Letter;
use crate::file::string::is_clean;

/// The characters of code page 1252 from 0x80 to 0x9f; five bytes have none.
const CODE_PAGE_1252: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘', '’', '“',
    '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// Repairs or removes control characters. Line ends and tabs within a line become spaces, because only the layout
/// ends lines and cells.
pub(super) fn repair(letters: &mut Vec<Letter>, context: &Context<'_>) {
    letters.retain_mut(|letter| {
        let is_stray = context.stray_controls && is_upper_control(letter.character);
        let repaired = repaired(letter.character).filter(|_| !is_stray);
        letter.character = repaired.unwrap_or(letter.character);
        repaired.is_some()
    });
}

/// Detects controls that may be bytes of the code page.
pub(crate) fn is_upper_control(character: char) -> bool {
    matches!(character, '\u{80}'..='\u{9f}')
}

/// The first byte in UTF-8 of the controls that may be bytes of the code page, and of the soft hyphen.
const LEAD_BYTE: u8 = 0xC2;

/// Returns `true` if a text may have such controls or soft hyphens, which few texts do.
pub(crate) fn may_have_controls_or_soft_hyphens(text: &str) -> bool {
    memchr::memchr(LEAD_BYTE, text.as_bytes()).is_some()
}

/// Returns the character of the code page that a control stands for.
fn meant(control: char) -> Option<char> {
    let index = u32::from(control).checked_sub(0x80)?;
    CODE_PAGE_1252.get(index as usize).copied().filter(|&meant| meant != '\0')
}

/// Controls of the upper range in a text: how many there are, and how many cannot be bytes of the code page.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct UpperControls {
    all: u32,
    misplaced: u32,
}

impl UpperControls {
    /// Counts the controls of a line.
    pub(crate) fn add(&mut self, line: &str) {
        let mut before = ' ';
        let mut characters = line.chars().peekable();
        while let Some(character) = characters.next() {
            if is_upper_control(character) {
                let is_inside =
                    before.is_alphabetic() && characters.peek().is_some_and(|next| next.is_alphabetic());
                let fits = meant(character).is_some_and(|meant| !is_inside || may_be_inside(meant));
                self.all += 1;
                self.misplaced += u32::from(!fits);
            }
            before = character;
        }
    }

    /// Returns whether so many are misplaced that none of them is a character.
    pub(crate) fn are_stray(self) -> bool {
        self.misplaced * 3 > self.all
    }
}

/// Returns whether a character of the code page may be between two letters.
fn may_be_inside(meant: char) -> bool {
    meant.is_alphabetic() || matches!(meant, '‘' | '’' | '–' | '—' | '…')
}

fn repaired(character: char) -> Option<char> {
    match character {
        ' '..='~' => Some(character),
        '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{80}'..='\u{9f}' => meant(character),
        // Tags and byte order marks are handled in a separate step.
        '\u{e0020}'..='\u{e007f}' | '\u{feff}' => Some(character),
        _ => Some(character).filter(|&c| is_clean(c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_stray(text: &str) -> bool {
        let mut controls = UpperControls::default();
        text.lines().for_each(|line| controls.add(line));
        controls.are_stray()
    }

    #[test]
    fn bytes_of_the_code_page_are_known_by_their_places() {
        assert!(!are_stray("It\u{92}s \u{93}one\u{94} of 5\u{96}7 \u{97} c\u{9c}ur"));
        assert!(!are_stray("no controls"));
        assert!(are_stray("A l\u{9e}ibrarian in\u{8d} the m\u{80}aps by ri\u{94}ver"));
    }
}
