//! Step 5: ligatures and presentation forms as the letters that they show.
//!
//! Latin and Armenian ligatures follow the policy. Arabic letters in the shapes they take within words become plain
//! letters, or else nobody could search for them; so do Hebrew letters and characters turned for vertical lines.
//! Symbols that happen to stand among them, such as U+FDFA, stay.

use unicode_normalization::char::decompose_compatible;

use super::Context;
use super::tracked_char::{Letter, replace_each};
use crate::options::Ligatures;

/// Spells them out.
pub(super) fn spell_out(letters: &mut Vec<Letter>, context: &Context<'_>) {
    let expand = context.policy.ligatures == Ligatures::Expand;
    if letters.iter().any(|letter| form(letter.character, expand).is_some()) {
        replace_each(letters, |letter, out| match form(letter.character, expand) {
            Some(Form::Letters) => decompose_compatible(letter.character, |c| out.push(letter.with(c))),
            Some(Form::Mark) => decompose_compatible(letter.character, |c| {
                out.extend((c != ' ').then(|| letter.with(c)));
            }),
            Some(Form::One(character)) => out.push(letter.with(character)),
            None => out.push(letter),
        });
    }
}

/// A text with letters instead of Latin ligatures, so that words are found.
pub(crate) fn without_ligatures(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\u{fb00}'..='\u{fb06}') {
            decompose_compatible(character, |letter| out.push(letter));
        } else {
            out.push(character);
        }
    }
    out
}

enum Form {
    /// As Unicode decomposes it.
    Letters,
    /// A mark that is drawn by itself: without the space that Unicode puts under it.
    Mark,
    /// One character that Unicode would decompose further.
    One(char),
}

fn form(character: char, expand_ligatures: bool) -> Option<Form> {
    Some(match u32::from(character) {
        0..0xfb00 => return None,
        0xfb00..=0xfb06 | 0xfb13..=0xfb17 if expand_ligatures => Form::Letters,
        0xfb20..=0xfb29 | 0xfb4f => Form::Letters,
        0xfc5e..=0xfc63 | 0xfe70 | 0xfe72 | 0xfe74 | 0xfe76 | 0xfe78 | 0xfe7a | 0xfe7c | 0xfe7e => Form::Mark,
        0xfb50..=0xfbb1 | 0xfbd3..=0xfd3d | 0xfd50..=0xfd8f | 0xfd92..=0xfdc7 | 0xfdf0..=0xfdf9 => {
            Form::Letters
        }
        0xfe71 | 0xfe77 | 0xfe79 | 0xfe7b | 0xfe7d | 0xfe7f..=0xfefc => Form::Letters,
        0xfe10..=0xfe19 | 0xfe30..=0xfe48 => upright(character)?,
        _ => return None,
    })
}

/// A character turned for vertical lines as it stands in level ones: full-width, as East Asian text has it.
fn upright(turned: char) -> Option<Form> {
    Some(match turned {
        '\u{fe10}' => Form::One('，'),
        '\u{fe13}' => Form::One('：'),
        '\u{fe14}' => Form::One('；'),
        '\u{fe15}' => Form::One('！'),
        '\u{fe16}' => Form::One('？'),
        '\u{fe19}' => Form::One('…'),
        '\u{fe30}' => Form::One('‥'),
        '\u{fe33}' | '\u{fe34}' => Form::One('＿'),
        '\u{fe35}' => Form::One('（'),
        '\u{fe36}' => Form::One('）'),
        '\u{fe37}' => Form::One('｛'),
        '\u{fe38}' => Form::One('｝'),
        '\u{fe47}' => Form::One('［'),
        '\u{fe48}' => Form::One('］'),
        '\u{fe45}' | '\u{fe46}' => return None,
        _ => Form::Letters,
    })
}
