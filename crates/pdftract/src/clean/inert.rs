//! Characters that no step changes: what most text consists of.

use unicode_normalization::{IsNormalized, is_nfkc_quick};

use crate::script::is_nonspacing_mark;

/// Whether no step changes a character, whatever stands beside it and whatever the policy.
#[inline]
pub(super) fn is_inert(character: char) -> bool {
    match character {
        ' '..='~' => true,
        '\u{0}'..='\u{a9}' => false,
        // Letters of Latin, Greek and Cyrillic that are composed already; three digits that are raised are not.
        '\u{ae}' | '\u{b0}' | '\u{b1}' | '\u{b6}' | '\u{b7}' | '\u{bb}' => true,
        '\u{bf}'..='\u{131}' | '\u{134}'..='\u{13e}' | '\u{141}'..='\u{148}' | '\u{14a}'..='\u{17e}' => true,
        '\u{410}'..='\u{44f}'
        | '\u{2013}'
        | '\u{2014}'
        | '\u{2018}'..='\u{201e}'
        | '\u{4e00}'..='\u{9fff}' => true,
        _ => is_inert_elsewhere(character),
    }
}

fn is_inert_elsewhere(character: char) -> bool {
    let touched = matches!(u32::from(character),
        0xad | 0x200b..=0x200f | 0x2028 | 0x2029 | 0x202a..=0x202f | 0x2060..=0x206f | 0x61c | 0xe000..=0xf8ff | 0xfdd0..=0xfdef | 0xfeff
        | 0xfff9..=0xfffb | 0xe_0000..=0xe_0fff | 0xf_0000..)
        || u32::from(character) & 0xfffe == 0xfffe;
    !touched
        && !is_nonspacing_mark(character)
        && is_nfkc_quick(std::iter::once(character)) == IsNormalized::Yes
}
