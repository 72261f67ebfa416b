//! Parses the most common command lines, `pdftract [-q] [-j N] [-f FORMAT] FILE…`, without clap.
//!
//! clap builds the definition of all commands and options before it looks at the first word, which takes longer than
//! reading a short file. Every other line is left to clap, including mistakes and help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;

use super::shared::MAX_JOBS;
use super::{Args, ExtractArgs};
use crate::extract::format::Format;

/// Returns the parsed arguments, or `None` for a line that clap has to parse.
pub(super) fn read(words: impl IntoIterator<Item = OsString>) -> Option<Args> {
    let mut extract = ExtractArgs::default();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.to_str()? {
            "-q" | "--quiet" if !extract.quiet => extract.quiet = true,
            "-j" | "--jobs" if extract.reading.jobs.is_none() => {
                extract.reading.jobs = Some(jobs(words.next()?.to_str()?)?);
            }
            "-f" | "--format" if extract.result.format.is_empty() => {
                extract.result.format = formats(words.next()?.to_str()?)?;
            }
            name if is_surely_a_file(name) => extract.files.push(PathBuf::from(word)),
            _ => return None,
        }
    }
    (!extract.files.is_empty()).then_some(Args { command: None, extract })
}

fn jobs(typed: &str) -> Option<u16> {
    let is_plain = typed.bytes().all(|byte| byte.is_ascii_digit());
    let jobs = typed.parse().ok().filter(|_| is_plain)?;
    (1..=MAX_JOBS).contains(&i64::from(jobs)).then_some(jobs)
}

fn formats(typed: &str) -> Option<Vec<Format>> {
    typed.split(',').map(|name| Format::from_str(name, false).ok()).collect()
}

/// Returns whether a word can be neither an option nor a command.
fn is_surely_a_file(word: &str) -> bool {
    !word.starts_with('-') && word.contains(['.', '/'])
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn words(line: &str) -> impl Iterator<Item = OsString> {
        line.split(' ').filter(|word| !word.is_empty()).map(OsString::from)
    }

    /// Returns the result of clap, or `None` for a mistake.
    fn by_clap(line: &str) -> Option<String> {
        let words = std::iter::once("pdftract".into()).chain(words(line));
        Args::try_parse_from(words).ok().map(|args| format!("{args:?}"))
    }

    #[test]
    fn common_lines_mean_what_clap_reads() {
        for line in [
            "a.pdf",
            "./a",
            "folder/ b.pdf c.pdf",
            "-q a.pdf",
            "a.pdf --quiet",
            "-j 1 a.pdf",
            "--jobs 256 a.pdf -q",
            "-f text a.pdf",
            "-q -j 2 -f json,markdown x/y.PDF",
            "a.pdf --format ndjson",
            "-j 007 a.pdf",
        ] {
            let read = read(words(line)).map(|args| format!("{args:?}"));
            assert!(read.is_some(), "{line}");
            assert_eq!(read, by_clap(line), "{line}");
        }
    }

    #[test]
    fn other_lines_are_left_to_clap() {
        for line in [
            "",
            "-q",
            "check a.pdf",
            "info",
            "help",
            "a",
            "-",
            "- a.pdf",
            "-- a.pdf",
            "-qj1 a.pdf",
            "-q -q a.pdf",
            "-j 0 a.pdf",
            "-j +1 a.pdf",
            "-j 257 a.pdf",
            "-j a.pdf",
            "-f a.pdf",
            "-f Text a.pdf",
            "-f text, a.pdf",
            "-f text -f json a.pdf",
            "--format=text a.pdf",
            "-o out.txt a.pdf",
            "--version",
            "-h",
        ] {
            assert!(read(words(line)).is_none(), "{line}");
        }
    }
}
