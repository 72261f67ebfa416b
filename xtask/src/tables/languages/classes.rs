//! Trigram costs of character classes, over texts of several languages.
//!
//! The number of classes of punctuation; the characters of each; the costs of all trigrams of classes.
//! `language/classes.rs` of the library reads them.

use std::path::Path;

use super::counts::Counts;
use super::{all_sentences, put_costs, put_text};

/// The packages whose sentences are counted: common languages of scripts with case.
const PACKAGES: [&str; 18] = [
    "english",
    "german",
    "french",
    "spanish",
    "italian",
    "portuguese",
    "dutch",
    "polish",
    "czech",
    "swedish",
    "danish",
    "finnish",
    "hungarian",
    "romanian",
    "turkish",
    "russian",
    "ukrainian",
    "greek",
];

/// The characters of each class of punctuation. Before them come white space, lower case, upper case and digits; after
/// them all other characters.
const PUNCTUATION: [&str; 8] = [
    ".",
    ",",
    "'\u{2019}",
    "-\u{2010}",
    "([{\u{ab}\u{201c}\u{201e}\u{2018}",
    ")]}\u{bb}\u{201d}",
    ":;",
    "?!",
];
const FIRST_PUNCTUATION: usize = 4;
const CLASSES: usize = FIRST_PUNCTUATION + PUNCTUATION.len() + 1;
const SPACE: usize = 0;

pub(super) fn section(sources: &Path) -> Result<Vec<u8>, String> {
    let mut counts = Counts::new(CLASSES);
    for package in PACKAGES {
        add(&mut counts, &all_sentences(sources, package)?);
    }
    let mut section = vec![u8::try_from(PUNCTUATION.len()).expect("classes are few")];
    PUNCTUATION.iter().for_each(|class| put_text::<1>(&mut section, class));
    let costs: Vec<u8> = (0..CLASSES * CLASSES).flat_map(|context| counts.trigram_costs(context)).collect();
    put_costs(&mut section, &costs);
    Ok(section)
}

fn add(counts: &mut Counts, text: &str) {
    let (mut before, mut last) = (SPACE, SPACE);
    for class in text.chars().map(class_of) {
        // All white space counts as one space.
        if class != SPACE || last != SPACE {
            counts.add([before, last, class], 1.0);
            (before, last) = (last, class);
        }
    }
}

fn class_of(character: char) -> usize {
    let listed = PUNCTUATION.iter().position(|class| class.contains(character));
    match character {
        _ if character.is_whitespace() => SPACE,
        _ if character.is_lowercase() => 1,
        _ if character.is_uppercase() => 2,
        _ if character.is_numeric() => 3,
        _ => listed.map_or(CLASSES - 1, |class| class + FIRST_PUNCTUATION),
    }
}
