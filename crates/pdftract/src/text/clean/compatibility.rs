//! Step 5: replaces ligatures and presentation forms with their letters.
//!
//! Latin and Armenian ligatures follow the policy. Contextual forms of Arabic letters become plain letters, so that
//! text can be searched; so do Hebrew forms and characters rotated for vertical lines. Symbols in the same blocks,
//! such as U+FDFA, are kept. A radical beside ideographs or kana becomes the ideograph it looks like: many
//! `/ToUnicode` maps list the first character of a glyph, which is the radical. An isolated radical is kept.

use unicode_normalization::char::decompose_compatible;

use super::Context;
use super::tracked_char::{Letter, replace_each};
use crate::options::Ligatures;

/// Replaces ligatures and presentation forms.
pub(super) fn spell_out(letters: &mut Vec<Letter>, context: &Context<'_>) {
    let expand = context.policy.ligatures == Ligatures::Expand;
    unify_radicals(letters);
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

/// Replaces radicals with ideographs where they are part of a word.
fn unify_radicals(letters: &mut [Letter]) {
    for index in 0..letters.len() {
        let Some(ideograph) = letters.get(index).and_then(|letter| ideograph_of(letter.character)) else {
            continue;
        };
        let is_east_asian = |at: Option<usize>| {
            at.and_then(|at| letters.get(at)).is_some_and(|letter| is_ideograph_or_kana(letter.character))
        };
        let is_in_word = is_east_asian(index.checked_sub(1)) || is_east_asian(Some(index + 1));
        if let Some(letter) = letters.get_mut(index).filter(|_| is_in_word) {
            letter.character = ideograph;
        }
    }
}

/// Returns the ideograph that Unicode assigns to a radical.
fn ideograph_of(character: char) -> Option<char> {
    if !matches!(character, '\u{2e80}'..='\u{2fd5}') {
        return None;
    }
    let mut unified = None;
    decompose_compatible(character, |ideograph| unified = Some(ideograph));
    unified.filter(|ideograph| *ideograph != character)
}

fn is_ideograph_or_kana(character: char) -> bool {
    matches!(character, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{2e80}'..='\u{2fd5}')
}

/// Replaces Latin ligatures with letters, so that words can be found.
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
    /// The decomposition of Unicode.
    Letters,
    /// An isolated mark, without the space on which Unicode places it.
    Mark,
    /// A single character that Unicode would decompose further.
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

/// Returns the horizontal form of a character rotated for vertical lines: full-width, as in East Asian text.
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
