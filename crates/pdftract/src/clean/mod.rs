//! Cleaning: from the characters of glyphs to the characters that people mean, in ten steps.
//!
//! A step is a pure function over the characters of a line. [`STEPS`] is the one place that tells their order. Each
//! character knows which part of the raw text it stands for, so that places can be carried over ([`OffsetMap`]).
//! Cleaning what is clean changes nothing.

mod compatibility;
mod control;
pub(crate) mod document_words;
mod inert;
mod letter;
pub(crate) mod line_end;
mod mark;
pub(crate) mod mojibake;
mod no_break_space;
mod normal_form;
mod offset;
mod private_use;
mod script_digit;
mod soft_hyphen;
mod spelling;
mod white_space;
mod word_set;
mod zero_width;

pub(crate) use compatibility::without_ligatures;
pub(crate) use letter::Letter;
pub(crate) use no_break_space::is_no_break_space;
pub use offset::OffsetMap;
pub(crate) use private_use::is_private_use;
pub(crate) use soft_hyphen::SOFT_HYPHEN;

use crate::knowledge::Dictionary;
use crate::options::TextPolicy;

/// What the steps may know beyond the characters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'c> {
    /// What the caller asked for.
    pub(crate) policy: &'c TextPolicy,
    /// Whether the text is to be read as it is, without the data that tells what its spaces mean.
    pub(crate) plain: bool,
    /// Where soft hyphens stand in the raw text that were drawn within a line, so that people see them.
    pub(crate) seen_hyphens: &'c [u32],
    /// Whether the text is UTF-8 that was read as Windows-1252.
    pub(crate) misread: bool,
    /// Words by which others are corrected.
    pub(crate) dictionary: Option<&'c Dictionary>,
}

impl<'c> Context<'c> {
    /// What is known of characters alone.
    pub(crate) fn new(policy: &'c TextPolicy, plain: bool) -> Self {
        Self { policy, plain, seen_hyphens: &[], misread: false, dictionary: None }
    }
}

/// Changes the characters of a line.
type Step = fn(&mut Vec<Letter>, &Context<'_>);

/// The steps in their order. Each may rely on what those before it have settled.
const STEPS: [Step; 10] = [
    control::repair,
    zero_width::keep_where_meant,
    private_use::follow_policy,
    soft_hyphen::take_out,
    compatibility::spell_out,
    script_digit::follow_policy,
    no_break_space::follow_policy,
    mark::sort,
    normal_form::compose,
    white_space::collapse,
];

/// Clean text and where its characters come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    /// The text.
    pub text: String,
    /// Carries places from the raw text to this one and back.
    pub offsets: OffsetMap,
}

/// Cleans a text of one line, as plain text or as the text of a record.
///
/// ```
/// use pdftract::{TextPolicy, clean_text};
/// let cleaned = clean_text("o\u{fb03}ce cafe\u{301}", &TextPolicy::default(), true);
/// assert_eq!(cleaned.text, "office café");
/// assert_eq!(cleaned.offsets.to_raw(5), 5);
/// ```
pub fn clean_text(raw: &str, policy: &TextPolicy, plain: bool) -> Cleaned {
    clean(raw, &Context::new(policy, plain))
}

/// Cleans the text of a line.
pub(crate) fn clean(raw: &str, context: &Context<'_>) -> Cleaned {
    if is_clean(raw, context) {
        return Cleaned { text: raw.to_owned(), offsets: OffsetMap::default() };
    }
    let letters = cleaned_letters(raw, context);
    Cleaned {
        text: letters.iter().map(|letter| letter.character).collect(),
        offsets: OffsetMap::of(&letters, raw),
    }
}

/// Cleans what stands behind a place in a text.
#[inline]
pub(crate) fn clean_from(start: usize, text: &mut String, context: &Context<'_>) {
    let raw = text.get(start..).unwrap_or_default();
    if is_clean(raw, context) {
        return;
    }
    let letters = cleaned_letters(raw, context);
    text.truncate(start);
    text.extend(letters.iter().map(|letter| letter.character));
}

/// Whether no step would change a text: true for most lines, which therefore cost a single look.
#[inline]
pub(crate) fn is_clean(raw: &str, context: &Context<'_>) -> bool {
    let form = context.policy.normalization;
    context.dictionary.is_none()
        && !context.misread
        && (inert::is_plain_ascii(raw) || raw.chars().all(|character| inert::is_inert(character, form)))
        && !(context.plain && inert::has_double_space(raw))
}

fn cleaned_letters(raw: &str, context: &Context<'_>) -> Vec<Letter> {
    let mut letters = letter::letters(raw);
    if context.misread {
        mojibake::undo(&mut letters);
    }
    for step in STEPS {
        step(&mut letters, context);
    }
    if let Some(dictionary) = context.dictionary {
        spelling::correct(&mut letters, dictionary);
    }
    letters
}

#[cfg(test)]
mod tests;
