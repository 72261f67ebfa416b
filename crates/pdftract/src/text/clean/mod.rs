//! Cleaning: converts the characters of glyphs to ordinary Unicode text, in ten steps.
//!
//! A step is a pure function over the characters of a line. [`STEPS`] defines their order. Each character records its
//! range of the raw text, so that offsets can be mapped ([`OffsetMap`]). Cleaning is idempotent.

mod compatibility;
pub(crate) mod control;
mod fast_path;
mod ligature;
mod mark;
pub(crate) mod mojibake;
mod non_breaking_space;
mod normal_form;
mod offset;
mod private_use;
mod script_digit;
mod soft_hyphen;
mod spelling;
mod tracked_char;
mod white_space;
mod zero_width;

pub(crate) use compatibility::without_ligatures;
pub use offset::OffsetMap;
pub(crate) use tracked_char::Letter;

use crate::char_class::has_double_space;
use crate::knowledge::Dictionary;
use crate::options::{Ligatures, TextPolicy};

/// The treatment of spaces in cleaned text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextForm {
    /// Text for reading: non-breaking spaces become ordinary ones, and runs of spaces become one.
    Plain,
    /// Text of a record, whose spaces may be significant in numbers and cells.
    Record,
}

/// Context for the steps beyond the characters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'c> {
    /// The caller's policy.
    pub(crate) policy: &'c TextPolicy,
    /// The use of the text.
    pub(crate) form: TextForm,
    /// Offsets of soft hyphens in the raw text that are drawn within a line, so that readers see them.
    pub(crate) seen_hyphens: &'c [u32],
    /// `true` if the text is UTF-8 that was decoded as Windows-1252.
    pub(crate) misread: bool,
    /// `true` if control characters above U+007F are not bytes of code page 1252, and are removed as all others.
    pub(crate) stray_controls: bool,
    /// The word list for spelling correction.
    pub(crate) dictionary: Option<&'c Dictionary>,
}

impl<'c> Context<'c> {
    /// Returns a context without further knowledge.
    pub(crate) fn new(policy: &'c TextPolicy, form: TextForm) -> Self {
        Self { policy, form, seen_hyphens: &[], misread: false, stray_controls: false, dictionary: None }
    }
}

/// A function that changes the characters of a line.
type Step = fn(&mut Vec<Letter>, &Context<'_>);

/// The steps in order. Each may rely on the results of those before it.
const STEPS: [Step; 10] = [
    control::repair,
    zero_width::keep_where_meant,
    private_use::follow_policy,
    soft_hyphen::take_out,
    compatibility::spell_out,
    script_digit::follow_policy,
    non_breaking_space::follow_policy,
    mark::sort,
    normal_form::compose,
    white_space::collapse,
];

/// A cleaned text with the origin of its characters.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cleaned {
    /// The text.
    pub text: String,
    /// Maps offsets between the raw text and this one.
    pub offsets: OffsetMap,
}

/// Cleans a line of text in the same way as the plain text of a page.
///
/// ```
/// use pdftract::{TextPolicy, clean_text};
/// let cleaned = clean_text("o\u{fb03}ce cafe\u{301}", &TextPolicy::default());
/// assert_eq!(cleaned.text, "office café");
/// assert_eq!(cleaned.offsets.to_raw(5), 5);
/// ```
pub fn clean_text(raw: &str, policy: &TextPolicy) -> Cleaned {
    let mut controls = control::UpperControls::default();
    controls.add(raw);
    let stray_controls = controls.are_stray();
    clean(raw, &Context { stray_controls, ..Context::new(policy, TextForm::Plain) })
}

fn clean(raw: &str, context: &Context<'_>) -> Cleaned {
    let mut text = raw.to_owned();
    let offsets = clean_from(0, &mut text, context);
    Cleaned { text, offsets }
}

/// Cleans the part of a text from `start` on and returns the map of offsets within that part.
#[inline]
pub(crate) fn clean_from(start: usize, text: &mut String, context: &Context<'_>) -> OffsetMap {
    let raw = text.get(start..).unwrap_or_default();
    match need_of(raw, context) {
        Need::Nothing => return OffsetMap::default(),
        Need::Ligatures => return ligature::spell_out(start, text),
        Need::Steps => {}
    }
    let letters = cleaned_letters(raw, context);
    let offsets = OffsetMap::new(&letters, raw);
    text.truncate(start);
    text.extend(letters.iter().map(|letter| letter.character));
    offsets
}

/// Returns `true` for ASCII text that no step changes in a record, unless words are corrected.
pub(crate) fn is_plain(raw: &str) -> bool {
    fast_path::is_plain_ascii(raw)
}

/// What a text needs to be clean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Nothing: no step would change it.
    Nothing,
    /// Only its Latin ligatures are to be spelled out.
    Ligatures,
    /// The steps.
    Steps,
}

/// Returns what a text needs. Most lines need nothing, and therefore cost a single pass.
#[inline]
fn need_of(raw: &str, context: &Context<'_>) -> Need {
    let has_rare_step = context.dictionary.is_some() || context.misread;
    if has_rare_step || (context.form == TextForm::Plain && has_double_space(raw)) {
        return Need::Steps;
    }
    if fast_path::is_plain_ascii(raw) {
        return Need::Nothing;
    }
    let expands = context.policy.ligatures == Ligatures::Expand;
    let mut has_ligatures = false;
    let is_ligature = |character| {
        let is_ligature = expands && ligature::is_latin_ligature(character);
        has_ligatures |= is_ligature;
        is_ligature
    };
    match fast_path::is_inert_apart_from(raw, context.policy.normalization, is_ligature) {
        true if has_ligatures => Need::Ligatures,
        true => Need::Nothing,
        false => Need::Steps,
    }
}

fn cleaned_letters(raw: &str, context: &Context<'_>) -> Vec<Letter> {
    let mut letters = tracked_char::letters(raw);
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
