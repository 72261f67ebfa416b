//! Regular expressions for the text of pages: a space also matches the end of a line.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind};
use unicode_normalization::UnicodeNormalization;

use super::folding::{Folding, folded};

/// Characters of a class that are folded one by one; larger classes already have the plain letters.
const MOST_FOLDED: u32 = 2_000;

/// Parses an expression and adapts it to the text of pages.
///
/// A space, and a class of spaces and signs that has one, also matches the end of a line. A class with letters, such as
/// `[^;]`, does not, like `.`: otherwise `[^;]*` would match whole pages. Letters are composed like those of the text,
/// and ligatures are written out.
pub(super) fn adapted(pattern: &str, ignore_case: bool, folding: Folding) -> Result<Hir, String> {
    let mut parser = ParserBuilder::new().case_insensitive(ignore_case).multi_line(true).build();
    let hir = parser.parse(pattern).map_err(|error| one_line(&error.to_string(), pattern))?;
    Ok(rewritten(hir, folding))
}

/// The message of the parser shows the pattern on several lines; the last one has the reason.
fn one_line(message: &str, pattern: &str) -> String {
    let reason = message.lines().next_back().unwrap_or_default();
    format!("{} in {pattern}", reason.strip_prefix("error: ").unwrap_or(reason))
}

/// The parser limits how deeply expressions are nested.
fn rewritten(hir: Hir, folding: Folding) -> Hir {
    let all = |parts: Vec<Hir>| parts.into_iter().map(|part| rewritten(part, folding)).collect();
    match hir.into_kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Look(look) => Hir::look(look),
        HirKind::Literal(literal) => rewritten_literal(&literal.0, folding),
        HirKind::Class(Class::Unicode(class)) => Hir::class(Class::Unicode(rewritten_class(class, folding))),
        HirKind::Class(class) => Hir::class(class),
        HirKind::Repetition(mut repetition) => {
            repetition.sub = Box::new(rewritten(*repetition.sub, folding));
            Hir::repetition(repetition)
        }
        HirKind::Capture(mut capture) => {
            capture.sub = Box::new(rewritten(*capture.sub, folding));
            Hir::capture(capture)
        }
        HirKind::Concat(parts) => Hir::concat(all(parts)),
        HirKind::Alternation(parts) => Hir::alternation(all(parts)),
    }
}

fn rewritten_literal(literal: &[u8], folding: Folding) -> Hir {
    let Ok(text) = std::str::from_utf8(literal) else { return Hir::literal(literal) };
    let written_out: String = text.chars().flat_map(letters).nfc().collect();
    let text = folded(&written_out, folding);
    let mut parts = Vec::new();
    for (index, words) in text.split(' ').enumerate() {
        if index > 0 {
            let class = [ClassUnicodeRange::new(' ', ' '), ClassUnicodeRange::new('\n', '\n')];
            parts.push(Hir::class(Class::Unicode(ClassUnicode::new(class))));
        }
        if !words.is_empty() {
            parts.push(Hir::literal(words.as_bytes()));
        }
    }
    Hir::concat(parts)
}

/// Returns the letters of a ligature, or the character.
fn letters(character: char) -> impl Iterator<Item = char> {
    let is_ligature = matches!(character, '\u{FB00}'..='\u{FB06}');
    let expanded = is_ligature.then(|| std::iter::once(character).nfkc());
    expanded.into_iter().flatten().chain((!is_ligature).then_some(character))
}

fn rewritten_class(mut class: ClassUnicode, folding: Folding) -> ClassUnicode {
    let has = |class: &ClassUnicode, wanted: char| {
        class.ranges().iter().any(|range| range.start() <= wanted && wanted <= range.end())
    };
    let is_any = class.ranges().iter().any(|range| range.start() == '\0' && range.end() == char::MAX);
    let has_letters = ['a', 'Z', '0'].into_iter().any(|letter| has(&class, letter));
    let line_end = ClassUnicodeRange::new('\n', '\n');
    if is_any {
        // `.` with the flag `s` was asked for.
        return class;
    }
    if has_letters && has(&class, '\n') {
        class.difference(&ClassUnicode::new([line_end]));
    } else if !has_letters && has(&class, ' ') {
        class.push(line_end);
    }
    let characters = |range: &ClassUnicodeRange| u32::from(range.end()) - u32::from(range.start()) + 1;
    if folding != Folding::NONE && class.ranges().iter().map(characters).sum::<u32>() <= MOST_FOLDED {
        let all: Vec<char> = class.ranges().iter().flat_map(|range| range.start()..=range.end()).collect();
        for character in all.into_iter().filter(|character| !character.is_ascii()) {
            let folded = folded(character.encode_utf8(&mut [0; 4]), folding);
            let mut folded = folded.chars();
            if let (Some(plain), None) = (folded.next(), folded.next()) {
                class.push(ClassUnicodeRange::new(plain, plain));
            }
        }
    }
    class
}

/// Returns `true` if an expression has an upper-case letter outside of escapes.
pub(super) fn has_upper_case(pattern: &str) -> bool {
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        if character == '\\' {
            // `\S`, and `\p{Lu}`, whose name is skipped.
            if matches!(characters.next(), Some('p' | 'P')) && characters.clone().next() == Some('{') {
                characters.by_ref().find(|character| *character == '}');
            }
        } else if character.is_uppercase() {
            return true;
        }
    }
    false
}
