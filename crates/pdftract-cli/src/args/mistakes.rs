//! Recognises common mistakes on the command line and proposes the right one.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{CommandFactory, ValueEnum};

use super::{Args, OcrArg};
use crate::extract::format::Format;

/// Words that people try as a command to extract text, which needs none, with the option that they mean.
const NOT_COMMANDS: [(&str, &str); 9] = [
    ("extract", ""),
    ("text", ""),
    ("txt", ""),
    ("convert", ""),
    ("parse", ""),
    ("md", "--markdown "),
    ("markdown", "--markdown "),
    ("json", "--json "),
    ("layout", "--layout "),
];

/// Letters that may be wrong, missing or added in a mistyped command.
const MAX_DISTANCE: usize = 2;

/// Turns `--ocr FILE` into `--ocr=auto FILE`, so that the option does not take the file for its value.
pub(super) fn with_ocr_value(words: Vec<OsString>) -> Vec<OsString> {
    // `pdftract repair --ocr` is an option without a value.
    if words.iter().skip(1).any(|word| word == "repair") {
        return words;
    }
    let is_value = |word: Option<&OsString>| {
        word.and_then(|word| word.to_str()).is_some_and(|word| OcrArg::from_str(word, true).is_ok())
    };
    let followed: Vec<bool> = (1..=words.len()).map(|next| is_value(words.get(next))).collect();
    let with_value = |(word, is_followed): (OsString, bool)| {
        if word == "--ocr" && !is_followed { "--ocr=auto".into() } else { word }
    };
    words.into_iter().zip(followed).map(with_value).collect()
}

/// Returns a message for the first file that is a URL.
pub(crate) fn url_hint(files: &[PathBuf]) -> Option<String> {
    let url = files.iter().filter_map(|file| file.to_str()).find(|file| is_url(file))?;
    Some(format!("pdftract does not download files; try: curl -sL {url} | pdftract -"))
}

/// Returns a message for the first of the named files that cannot be meant as an input.
pub(crate) fn hint(files: &[PathBuf]) -> Option<String> {
    if let Some(message) = url_hint(files) {
        return Some(message);
    }
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    if let [first, rest @ ..] = files.as_slice()
        && !first.exists()
        && let Some(message) = first.to_str().and_then(|word| command_hint(word, rest.first().copied()))
    {
        return Some(message);
    }
    if let [inputs @ .., last] = files.as_slice()
        && !inputs.is_empty()
        && !last.exists()
        && last.extension().and_then(OsStr::to_str).is_some_and(|name| Format::from_extension(name).is_some())
    {
        let inputs: Vec<_> = inputs.iter().map(|input| input.to_string_lossy()).collect();
        let (inputs, output) = (inputs.join(" "), last.display());
        return Some(format!("{output} does not exist; to write it: pdftract {inputs} -o {output}"));
    }
    None
}

fn is_url(word: &str) -> bool {
    ["http://", "https://", "ftp://", "file://"]
        .iter()
        .any(|scheme| word.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Returns a message for a word that looks like a mistyped command.
fn command_hint(word: &str, next: Option<&Path>) -> Option<String> {
    if word.contains(['.', '/', '\\']) || word == "-" {
        return None;
    }
    let lower = word.to_lowercase();
    let file = next.map_or_else(|| "FILE".into(), |next| next.to_string_lossy());
    if let Some((_, option)) = NOT_COMMANDS.iter().find(|(name, _)| *name == lower) {
        return Some(format!(
            "there is no command or file {word}; extraction needs none: pdftract {option}{file}"
        ));
    }
    let command = Args::command();
    let names =
        command.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
    let nearest = names.map(|name| (distance(&lower, name), name)).min()?;
    match nearest {
        (distance, name) if distance <= MAX_DISTANCE && distance * 2 < name.len() => {
            Some(format!("there is no command or file {word}; did you mean: pdftract {name} {file}"))
        }
        _ => None,
    }
}

/// Returns the number of letters to insert, delete, replace or swap to turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let is_same = a[i - 1] == b[j - 1];
            let mut best =
                (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + usize::from(!is_same));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn ocr_without_a_value_does_not_take_the_file() {
        for (typed, meant) in [
            ("pdftract --ocr a.pdf", "pdftract --ocr=auto a.pdf"),
            ("pdftract a.pdf --ocr", "pdftract a.pdf --ocr=auto"),
            ("pdftract --ocr Force a.pdf", "pdftract --ocr Force a.pdf"),
            ("pdftract --ocr=off a.pdf", "pdftract --ocr=off a.pdf"),
            ("pdftract repair --ocr a.pdf", "pdftract repair --ocr a.pdf"),
        ] {
            assert_eq!(with_ocr_value(words(typed)), words(meant));
        }
    }

    #[test]
    fn mistyped_commands_are_near_one_and_file_names_are_not() {
        let hint = |word| command_hint(word, Some(Path::new("a.pdf")));
        assert!(hint("chekc").is_some_and(|hint| hint.ends_with("did you mean: pdftract check a.pdf")));
        assert!(hint("Tabels").is_some_and(|hint| hint.contains("pdftract tables")));
        assert!(hint("MD").is_some_and(|hint| hint.ends_with("pdftract --markdown a.pdf")));
        assert_eq!([hint("letters"), hint("chekc.pdf"), hint("x"), hint("-")], [None, None, None, None]);
    }

    #[test]
    fn distances_count_swaps_once() {
        assert_eq!(distance("chekc", "check"), 1);
        assert_eq!(distance("", "ab"), 2);
        assert_eq!(distance("info", "info"), 0);
    }
}
