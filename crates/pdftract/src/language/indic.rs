//! The roles of characters in the syllables of Indic scripts: Devanagari to Malayalam, which share one arrangement of
//! their Unicode blocks, and Sinhala.

/// The role of a character in a syllable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A consonant.
    Consonant,
    /// The dot that makes another consonant of one.
    Nukta,
    /// The sign of a consonant without a vowel, which joins it to the next one.
    Virama,
    /// A vowel sign that is drawn before its consonants.
    PreBaseVowel,
    /// Another vowel sign, or a part of one.
    Vowel,
    /// A mark behind the vowel: nasalisation or breath.
    Modifier,
    /// A vowel that is a syllable of its own, a digit or another sign.
    Other,
}

/// The first characters of blocks of 128 characters that are arranged alike, and of Sinhala, which is not.
const FIRST: u32 = 0x900;
const ORIYA: u32 = 0xb00;
const SINHALA: u32 = 0xd80;
const END: u32 = 0xe00;
/// The place of the letter ra in these blocks.
const RA: u32 = 0x30;
/// The letter ra of Assamese.
const ASSAMESE_RA: u32 = 0x9f0;

/// Returns the role of a character; `None` if it is of another script.
#[inline]
pub(crate) fn role(character: char) -> Option<Role> {
    let code = u32::from(character);
    match code {
        FIRST..SINHALA => Some(if is_pre_base(code) { Role::PreBaseVowel } else { role_at(code) }),
        SINHALA..END => Some(sinhala(code)),
        _ => None,
    }
}

/// Returns whether a character is of one of these scripts.
pub(crate) fn is_indic(character: char) -> bool {
    (FIRST..END).contains(&u32::from(character))
}

/// Vowel signs at the same place of their blocks are drawn before the consonant in some scripts and over it in others.
fn is_pre_base(code: u32) -> bool {
    matches!(code,
        0x93f | 0x94e | 0x9bf | 0x9c7 | 0x9c8 | 0xa3f | 0xabf | 0xb47 | 0xb48 | 0xbc6..=0xbc8 | 0xd46..=0xd48)
}

fn role_at(code: u32) -> Role {
    match code % 0x80 {
        0..=3 => Role::Modifier,
        0x15..=0x39 | 0x58..=0x5f if !is_length_mark(code) => Role::Consonant,
        // The Assamese letters; in other blocks these are signs.
        0x70 | 0x71 if code == ASSAMESE_RA || code == ASSAMESE_RA + 1 => Role::Consonant,
        0x3c => Role::Nukta,
        0x4d => Role::Virama,
        0x3a | 0x3b | 0x3e..=0x4c | 0x4e | 0x4f | 0x55..=0x57 | 0x62 | 0x63 => Role::Vowel,
        _ => Role::Other,
    }
}

/// Malayalam has other signs where its sisters have consonants with a dot.
fn is_length_mark(code: u32) -> bool {
    matches!(code, 0xd58..=0xd5f)
}

fn sinhala(code: u32) -> Role {
    match code {
        0xd81..=0xd83 => Role::Modifier,
        0xd9a..=0xdc6 => Role::Consonant,
        0xdca => Role::Virama,
        0xdd9..=0xddb => Role::PreBaseVowel,
        0xdcf..=0xddf | 0xdf2 | 0xdf3 => Role::Vowel,
        _ => Role::Other,
    }
}

/// Returns whether a character is the letter ra.
pub(crate) fn is_ra(character: char) -> bool {
    let code = u32::from(character);
    code == ASSAMESE_RA || (FIRST..SINHALA).contains(&code) && code % 0x80 == RA
}

/// Returns whether a character is one of the vowel signs i and ii, which have an arch over a consonant in Devanagari,
/// Bengali, Gurmukhi and Gujarati.
pub(crate) fn has_arch(character: char) -> bool {
    let code = u32::from(character);
    (FIRST..ORIYA).contains(&code) && matches!(code % 0x80, 0x3f | 0x40)
}

/// Returns whether a character is one of the vowel signs e and ai of Bengali, which have no head line at the beginning of
/// words.
pub(crate) fn has_initial_form(character: char) -> bool {
    matches!(character, '\u{9c7}' | '\u{9c8}')
}

/// Returns whether a character is of Malayalam, whose ra is drawn before the consonant that it follows.
pub(crate) fn is_malayalam(character: char) -> bool {
    matches!(character, '\u{d00}'..='\u{d7f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_share_their_arrangement() {
        for consonant in "कরਰરରரరರരක".chars() {
            assert_eq!(role(consonant), Some(Role::Consonant), "{consonant}");
        }
        for virama in "्্੍્୍்్್്්".chars() {
            assert_eq!(role(virama), Some(Role::Virama), "{virama}");
        }
        for vowel in "ािी".chars().filter(|&vowel| vowel != 'ि').chain("াીుෘ".chars()) {
            assert_eq!(role(vowel), Some(Role::Vowel), "{vowel}");
        }
        for vowel in "िিেৈਿિେெேைെේෙ".chars() {
            assert_eq!(role(vowel), Some(Role::PreBaseVowel), "{vowel}");
        }
        assert_eq!(
            (role('अ'), role('१'), role('ं')),
            (Some(Role::Other), Some(Role::Other), Some(Role::Modifier))
        );
        assert_eq!((role('a'), role('ก')), (None, None));
    }

    #[test]
    fn over_a_consonant_is_not_before_it() {
        assert_eq!([role('ି'), role('ி'), role('ి'), role('ി')], [Some(Role::Vowel); 4]);
    }
}
