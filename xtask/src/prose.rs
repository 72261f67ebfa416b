//! `xtask prose`: measures the share of sentences in comments, help and documentation that are not plain technical English.
//!
//! Early documentation of this repository was written in a style of its own: free relative clauses as subjects ("What a
//! page says"), objects that speak, tell and stand. The check counts sentences with such phrases by folder and fails when
//! their share of the whole tree exceeds [`MAX_SHARE`].

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Check;

/// The largest share of marked sentences in the whole tree.
const MAX_SHARE: f64 = 0.05;
/// Shorter fragments are labels, not sentences.
const MIN_SENTENCE_BYTES: usize = 9;

/// Words that begin a free relative clause when they open a sentence.
const OPENINGS: [&str; 6] = ["What", "Whether", "How", "Where", "Which", "Those"];
/// Words that mark a sentence.
const WORDS: [&str; 33] = [
    "stand", "stands", "stood", "standing", "tell", "tells", "told", "telling", "nobody", "somebody",
    "whoever", "who", "ours", "our", "we", "us", "say", "says", "speak", "speaks", "believe", "believed",
    "lie", "lies", "ask", "asks", "asked", "dear", "anew", "room", "rooms", "hand", "hands",
];
/// Phrases that mark a sentence.
const PHRASES: [&[&str]; 7] = [
    &["so", "many"],
    &["so", "few"],
    &["so", "much"],
    &["of", "its", "own"],
    &["of", "their", "own"],
    &["by", "themselves"],
    &["by", "itself"],
];

/// Arguments of `xtask prose`.
#[derive(Args)]
pub struct Arguments {
    /// Prints the marked sentences of files whose path contains this text.
    #[arg(long, value_name = "TEXT")]
    list: Option<String>,
}

/// Sentences of a folder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Count {
    sentences: usize,
    marked: usize,
}

impl Count {
    #[allow(clippy::cast_precision_loss)]
    fn share(self) -> f64 {
        self.marked as f64 / self.sentences.max(1) as f64
    }
}

/// Measures the tree and prints the share of every folder.
///
/// # Errors
/// When a file or folder cannot be read.
pub fn run(arguments: &Arguments) -> Result<Check, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut folders, mut total) = (BTreeMap::<String, Count>::new(), Count::default());
    for path in documents(&root)? {
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        let count = folders.entry(folder(&name)).or_default();
        for sentence in sentences(&prose(&name, &text)) {
            let marked = is_marked(sentence);
            for count in [&mut *count, &mut total] {
                count.sentences += 1;
                count.marked += usize::from(marked);
            }
            if marked && arguments.list.as_ref().is_some_and(|list| name.contains(list)) {
                println!("{name}: {sentence}");
            }
        }
    }
    for (folder, count) in &folders {
        println!("{folder:24} {:6} sentences {:5.1} %", count.sentences, 100.0 * count.share());
    }
    println!(
        "{:24} {:6} sentences {:5.1} % (at most {:.0} %)",
        "total",
        total.sentences,
        100.0 * total.share(),
        100.0 * MAX_SHARE
    );
    Ok(Check::passed_if(total.share() <= MAX_SHARE))
}

/// Returns the sources, documents and man pages of the tree, sorted.
fn documents(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut waiting = vec![root.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && !name.starts_with("target") && name != "fixtures" {
                    waiting.push(path);
                }
            } else if matches!(extension.as_str(), "rs" | "md" | "1") && !name.starts_with("shape-fonts") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the folder under which a file is counted.
fn folder(name: &str) -> String {
    let parts: Vec<&str> = name.split('/').collect();
    match parts.as_slice() {
        ["crates", "pdftract", "src", stage, _, ..] => format!("pdftract/{stage}"),
        ["crates", krate, "src", ..] => (*krate).to_owned(),
        ["crates", krate, ..] => format!("{krate}/tests"),
        [first, _, ..] => (*first).to_owned(),
        _ => "documents".to_owned(),
    }
}

/// Returns the comments of a source file, or a document without code blocks and markup of man pages.
fn prose(name: &str, text: &str) -> String {
    let mut out = String::new();
    let mut in_code = false;
    for line in text.lines() {
        let trimmed = line.trim_start();
        let taken = if name.ends_with(".rs") {
            let comment = trimmed.strip_prefix("//").map(|rest| rest.trim_start_matches(['/', '!']));
            let is_fence = comment.is_some_and(|comment| comment.trim_start().starts_with("```"));
            in_code ^= is_fence;
            comment.filter(|_| !in_code && !is_fence)
        } else {
            let is_fence = trimmed.starts_with("```");
            in_code ^= is_fence;
            let is_markup = name.ends_with(".1") && line.starts_with('.');
            Some(line).filter(|_| !in_code && !is_fence && !is_markup)
        };
        if let Some(taken) = taken {
            out.push_str(taken.trim());
            out.push(' ');
        }
    }
    out
}

/// Returns the sentences of a text, split after `.`, `!`, `?` and `:` before a space.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    let parts = std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut ends =
            rest.char_indices().filter(|(_, character)| matches!(character, '.' | '!' | '?' | ':'));
        let end = ends.find(|(at, _)| rest[at + 1..].starts_with(' ')).map_or(rest.len(), |(at, _)| at + 1);
        let (sentence, after) = rest.split_at(end);
        rest = after.trim_start();
        Some(sentence.trim())
    });
    parts.filter(|sentence| sentence.len() >= MIN_SENTENCE_BYTES)
}

/// Returns whether a sentence has one of the openings, words or phrases.
fn is_marked(sentence: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let words: Vec<&str> = sentence.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
    let opens = words.first().is_some_and(|first| OPENINGS.contains(first) && sentence.starts_with(first));
    let stands_for = |index: usize| words.get(index + 1) == Some(&"for");
    let has_word = words
        .iter()
        .enumerate()
        .any(|(index, word)| WORDS.contains(word) && !(word.starts_with("st") && stands_for(index)));
    let has_phrase = PHRASES.iter().any(|phrase| words.windows(phrase.len()).any(|part| part == *phrase));
    // "is no table" for "is not a table".
    let negates = words.windows(3).any(|part| {
        let [verb, no, noun] = part else { return false };
        matches!(*verb, "is" | "are") && *no == "no" && noun.starts_with(|c: char| c.is_ascii_lowercase())
    });
    opens || has_word || has_phrase || negates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_style_is_marked_and_plain_english_is_not() {
        for sentence in [
            "What a page says.",
            "Whether it is there.",
            "The file stands on the page.",
            "This is told by a diagnostic.",
            "A thread of its own.",
            "After so many pages it stops.",
            "A number that is no table.",
        ] {
            assert!(is_marked(sentence), "{sentence}");
        }
        for sentence in [
            "Returns the text of a page.",
            "The letter stands for a number.",
            "Removes what is below a level.",
            "There is nothing to do.",
        ] {
            assert!(!is_marked(sentence), "{sentence}");
        }
    }

    #[test]
    fn comments_and_documents_give_sentences_and_code_does_not() {
        let source = "//! One. Two words here.\n/// ```\n/// let told = 1;\n/// ```\nfn told() {} // A last comment.\n    // Inside it.\n";
        let text = prose("a.rs", source);
        assert_eq!(sentences(&text).collect::<Vec<_>>(), ["Two words here.", "Inside it."]);
        let document = "Some text: more of it.\n```sh\nwhat stands\n```\nAn end without a stop\n";
        let text = prose("a.md", document);
        assert_eq!(
            sentences(&text).collect::<Vec<_>>(),
            ["Some text:", "more of it.", "An end without a stop"]
        );
    }

    #[test]
    fn files_are_counted_by_stage_and_crate() {
        assert_eq!(folder("crates/pdftract/src/font/mod.rs"), "pdftract/font");
        assert_eq!(folder("crates/pdftract/src/lib.rs"), "pdftract");
        assert_eq!(folder("crates/pdftract-cli/tests/command/main.rs"), "pdftract-cli/tests");
        assert_eq!(folder("docs/json.md"), "docs");
        assert_eq!(folder("README.md"), "documents");
    }
}
