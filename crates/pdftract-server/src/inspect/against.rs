//! Another result to compare with, page by page: another version of the document, a JSON file, or what pdftotext or
//! mutool print.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pdftract::{Document, Input, Options, PageRenderer};
use serde::{Deserialize, Serialize};

use super::diff::{Part, diff};
use super::error::Refused;
use super::page_view::PageView;
use super::session::{drawn_by, png};

/// The longest output of another program for one page, and the time it may take.
const MOST_OUTPUT: u64 = 32 << 20;
const MOST_TIME: Duration = Duration::from_secs(20);
/// The longest JSON file.
const MOST_JSON: u64 = 512 << 20;
/// Pages of the other version, before and behind the page of the same number, that a page may have moved to.
const MOVED: usize = 4;
/// A page that shares this part of its words with the page of the same number has not moved.
const SAME_PAGE: f64 = 0.5;

/// Another result to compare with.
#[derive(Debug)]
pub struct Against {
    name: String,
    origin: Origin,
}

#[derive(Debug)]
enum Origin {
    /// The words of each page.
    Pages(Vec<Vec<TheirWord>>),
    /// A program that prints a page of a file.
    Program(Program, PathBuf),
    /// Another version of the document.
    Document(Box<Document>),
}

#[derive(Debug, Clone, Copy)]
enum Program {
    Pdftotext,
    Mutool,
}

/// A word of the other result.
#[derive(Debug, Clone, Serialize)]
struct TheirWord {
    t: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<[f32; 4]>,
}

/// The comparison of a page.
#[derive(Debug, Serialize)]
pub(super) struct Comparison<'a> {
    name: &'a str,
    parts: Vec<Compared>,
    same: usize,
    only_ours: usize,
    only_theirs: usize,
    /// The page of the other version of the document, to be shown beside this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    beside: Option<Beside>,
}

/// A page of the other version.
#[derive(Debug, Clone, Copy, Serialize)]
struct Beside {
    page_number: usize,
    width: f64,
    height: f64,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Compared {
    /// The number of our words that are the same.
    Same { words: usize },
    /// The number of our words that are missing there.
    Ours { words: usize },
    /// Words that only the other result has.
    Theirs { words: Vec<TheirWord> },
}

#[derive(Deserialize)]
struct JsonDocument {
    pages: Vec<JsonPage>,
}

#[derive(Deserialize)]
struct JsonPage {
    page_index: Option<usize>,
    text: Option<String>,
    #[serde(default)]
    blocks: Vec<JsonBlock>,
}

#[derive(Deserialize)]
struct JsonBlock {
    text: Option<String>,
    #[serde(default)]
    lines: Vec<JsonLine>,
}

#[derive(Deserialize)]
struct JsonLine {
    words: Option<Vec<JsonWord>>,
}

#[derive(Deserialize)]
struct JsonWord {
    text: String,
    bbox: Option<[f32; 4]>,
}

impl Against {
    /// Takes `pdftotext`, `mutool` or the path of a JSON file. `document` is the path of the document, which programs read.
    ///
    /// # Errors
    ///
    /// Returns the reason if the JSON cannot be read, the program is not installed, or the document is no file.
    pub fn new(given: &Path, document: Option<&Path>) -> Result<Self, String> {
        let program = match given.to_str() {
            Some("pdftotext") => Program::Pdftotext,
            Some("mutool") => Program::Mutool,
            _ => return Self::json(given),
        };
        let document =
            document.ok_or("a comparison with another program needs a file, not standard input")?;
        // An absolute path cannot be taken for an option.
        let document = std::path::absolute(document).map_err(|error| error.to_string())?;
        let name = program.name();
        let started = Command::new(name).arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status();
        started.map_err(|error| format!("{name} cannot be started: {error}"))?;
        Ok(Self { name: name.to_owned(), origin: Origin::Program(program, document) })
    }

    /// Takes another version of the document.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be opened.
    pub fn pdf(
        name: String,
        input: Input,
        options: &Options,
        renderer: Option<&Arc<dyn PageRenderer>>,
    ) -> Result<Self, pdftract::Error> {
        let document = drawn_by(Document::open(input, options)?, renderer);
        Ok(Self { name, origin: Origin::Document(Box::new(document)) })
    }

    fn json(path: &Path) -> Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = std::fs::File::open(path).map_err(|error| told(&error))?;
        let reader = std::io::BufReader::new(file.take(MOST_JSON));
        let parsed: JsonDocument = serde_json::from_reader(reader).map_err(|error| {
            told(&format!(
                "neither a PDF nor a result of pdftract -f json ({error}); other choices are pdftotext and mutool"
            ))
        })?;
        let mut pages: Vec<Vec<TheirWord>> = Vec::new();
        for (place, page) in parsed.pages.into_iter().enumerate() {
            let index = page.page_index.unwrap_or(place);
            if index > 1_000_000 {
                return Err(told(&"a page index is too large"));
            }
            if pages.len() <= index {
                pages.resize_with(index + 1, Vec::new);
            }
            if let Some(kept) = pages.get_mut(index) {
                *kept = page.words();
            }
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { name, origin: Origin::Pages(pages) })
    }

    /// Returns the name shown to people.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Compares a page, counted from 0, with the other result.
    pub(super) fn compare(&self, page_index: usize, page: &PageView) -> Result<Comparison<'_>, Refused> {
        let ours: Vec<&str> = page.words().map(|word| word.text.as_str()).collect();
        let mut beside = None;
        let theirs = match &self.origin {
            Origin::Pages(pages) => pages.get(page_index).cloned().unwrap_or_default(),
            Origin::Program(program, path) => program.words(path, page_index).map_err(Refused::failed)?,
            Origin::Document(document) => match page_beside(document, page_index, &ours) {
                Some((page, words)) => {
                    beside = Some(page);
                    words
                }
                None => Vec::new(),
            },
        };
        let texts: Vec<&str> = theirs.iter().map(|word| word.t.as_str()).collect();
        let mut all = theirs.iter().cloned();
        let mut comparison =
            Comparison { name: &self.name, parts: Vec::new(), same: 0, only_ours: 0, only_theirs: 0, beside };
        for part in diff(&ours, &texts) {
            comparison.parts.push(match part {
                Part::Same(words) => {
                    all.by_ref().take(words).for_each(drop);
                    comparison.same += words;
                    Compared::Same { words }
                }
                Part::First(words) => {
                    comparison.only_ours += words;
                    Compared::Ours { words }
                }
                Part::Second(words) => {
                    comparison.only_theirs += words;
                    Compared::Theirs { words: all.by_ref().take(words).collect() }
                }
            });
        }
        Ok(comparison)
    }

    /// Returns the picture of a page of the other version as PNG.
    pub(super) fn picture(&self, page_number: usize, dpi: u32) -> Result<Vec<u8>, Refused> {
        let Origin::Document(document) = &self.origin else {
            return Err(Refused::missing("the other result is not a PDF"));
        };
        let missing = || Refused::no_such_page(page_number, document.page_count());
        png(document, page_number.checked_sub(1).ok_or_else(missing)?, dpi)
    }
}

/// Finds the page of another version that shows what a page shows: that of the same number, or one near it if pages were
/// added or removed. Returns it with its words; `None` if there is no page near.
fn page_beside(document: &Document, page_index: usize, ours: &[&str]) -> Option<(Beside, Vec<TheirWord>)> {
    let mut best: Option<(f64, Beside, Vec<TheirWord>)> = None;
    for distance in 0..=MOVED {
        let places = [page_index.checked_add(distance), page_index.checked_sub(distance)];
        for index in places.into_iter().flatten().take(if distance == 0 { 1 } else { 2 }) {
            let Ok(page) = PageView::read(document, index) else { continue };
            let words: Vec<TheirWord> =
                page.words().map(|word| TheirWord { t: word.text.clone(), b: Some(word.b) }).collect();
            let share = shared(ours, &words);
            if best.as_ref().is_none_or(|(most, ..)| share > *most) {
                let (width, height) = page.size();
                best = Some((share, Beside { page_number: index + 1, width, height }, words));
            }
        }
        if best.as_ref().is_some_and(|(share, ..)| *share >= SAME_PAGE) {
            break;
        }
    }
    best.map(|(_, page, words)| (page, words))
}

/// Returns the share of words that two pages have in common, in any order; two empty pages are equal.
fn shared(ours: &[&str], theirs: &[TheirWord]) -> f64 {
    let mut counts: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    ours.iter().for_each(|word| *counts.entry(word).or_default() += 1);
    let common = theirs.iter().filter(|word| {
        let left = counts.get_mut(word.t.as_str()).filter(|left| **left > 0);
        left.is_some_and(|left| {
            *left -= 1;
            true
        })
    });
    let (common, most) = (common.count(), ours.len().max(theirs.len()));
    if most == 0 { 1.0 } else { common as f64 / most as f64 }
}

impl JsonPage {
    fn words(self) -> Vec<TheirWord> {
        let mut words = split(self.text.as_deref().unwrap_or_default());
        for block in self.blocks {
            let listed: Vec<JsonWord> =
                block.lines.into_iter().filter_map(|line| line.words).flatten().collect();
            if listed.is_empty() {
                words.extend(split(block.text.as_deref().unwrap_or_default()));
            }
            words.extend(listed.into_iter().map(|word| TheirWord { t: word.text, b: word.bbox }));
        }
        words
    }
}

fn split(text: &str) -> Vec<TheirWord> {
    text.split_whitespace().map(|word| TheirWord { t: word.to_owned(), b: None }).collect()
}

impl Program {
    fn name(self) -> &'static str {
        match self {
            Self::Pdftotext => "pdftotext",
            Self::Mutool => "mutool",
        }
    }

    /// Runs the program for a page, counted from 0.
    fn words(self, path: &Path, page_index: usize) -> Result<Vec<TheirWord>, String> {
        let page = (page_index + 1).to_string();
        let mut command = Command::new(self.name());
        match self {
            Self::Pdftotext => {
                command.args(["-q", "-bbox-layout", "-f", &page, "-l", &page]).arg(path).arg("-")
            }
            Self::Mutool => command.args(["draw", "-q", "-F", "text"]).arg(path).arg(&page),
        };
        let output = printed(&mut command).map_err(|error| format!("{}: {error}", self.name()))?;
        Ok(match self {
            Self::Pdftotext => marked_words(&output),
            Self::Mutool => split(&output),
        })
    }
}

/// Returns the output of a program, which is ended when it takes too long.
fn printed(command: &mut Command) -> std::io::Result<String> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let stdout = child.stdout.take().ok_or_else(|| std::io::Error::other("no output"))?;
    let reader = std::thread::Builder::new().name("pdftract against".into()).spawn(move || {
        let mut bytes = Vec::new();
        stdout.take(MOST_OUTPUT).read_to_end(&mut bytes).map(|_| bytes)
    })?;
    let end = Instant::now() + MOST_TIME;
    while !reader.is_finished() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    // It has printed everything or is too slow; either way nobody waits for it any more.
    let _ = child.kill();
    let _ = child.wait();
    let bytes = reader.join().map_err(|_| std::io::Error::other("its output cannot be read"))??;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the words of `pdftotext -bbox-layout`.
fn marked_words(html: &str) -> Vec<TheirWord> {
    let elements = html.split("<word ").skip(1);
    let word = |element: &str| {
        let (attributes, rest) = element.split_once('>')?;
        let (text, _) = rest.split_once("</word>")?;
        let edge = |name: &str| -> Option<f32> {
            let (_, value) = attributes.split_once(&format!("{name}=\""))?;
            value.split_once('"')?.0.parse().ok()
        };
        let b = (|| Some([edge("xMin")?, edge("yMin")?, edge("xMax")?, edge("yMax")?]))();
        Some(TheirWord { t: unescaped(text), b })
    };
    elements.filter_map(word).collect()
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_pdftotext_are_read_with_their_boxes() {
        let html =
            "<page>\n<word xMin=\"1.5\" yMin=\"2\" xMax=\"3\" yMax=\"4\">a&lt;b</word>\n<word>c</word><word ";
        let words = marked_words(html);
        assert_eq!(words.len(), 1, "an element without attributes or end is none");
        assert_eq!((words[0].t.as_str(), words[0].b), ("a<b", Some([1.5, 2.0, 3.0, 4.0])));
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "not JSON").unwrap();
        let reason = Against::new(file.path(), None).unwrap_err();
        assert!(reason.contains("pdftract -f json"), "{reason}");
        assert!(Against::new(Path::new("pdftotext"), None).is_err(), "standard input cannot be read twice");
    }
}
