//! `lab headings`: compares the headings that pdftract finds with the outlines of the documents.
//!
//! Only documents whose outline titles are printed on their pages count. Recall is the share of those titles that are
//! headings on their page; a heading that the outline does not list is invented, unless it is deeper than every heading
//! that the outline does list: many outlines stop at the second level.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use serde::Deserialize;

use crate::{Check, files, parallel, tool};

/// Arguments of `lab headings`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// PDF files and folders with PDF files.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The program to measure; the one built beside this one unless given.
    #[arg(long, value_name = "PROGRAM")]
    pdftract: Option<PathBuf>,
    /// Print the missed titles and the invented headings of each file.
    #[arg(long)]
    list: bool,
}

const LIMIT: Duration = Duration::from_secs(120);
/// Outlines with fewer entries show no system.
const MIN_ENTRIES: usize = 4;
/// The share of the entries whose title is on their page.
const MIN_ON_PAGE: f64 = 0.7;
/// Titles with fewer letters are compared as a whole only.
const MIN_PART: usize = 8;
/// The least recall and the largest share of invented headings that pass.
const MIN_RECALL: f64 = 0.85;
const MAX_INVENTED: f64 = 0.15;

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    outline: Vec<Entry>,
    pages: Vec<Page>,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    title: String,
    page_index: Option<usize>,
}

#[derive(Deserialize)]
struct Page {
    page_index: usize,
    blocks: Vec<Block>,
}

#[derive(Deserialize)]
struct Block {
    role: String,
    level: Option<u8>,
    text: String,
}

/// The comparison of one file.
#[derive(Debug, Default, PartialEq)]
struct Compared {
    name: String,
    /// Outline titles that are on their page.
    entries: usize,
    /// Headings, titles of documents aside.
    headings: usize,
    missed: Vec<String>,
    invented: Vec<String>,
    /// Headings that the outline does not list below its deepest level.
    deeper: usize,
}

/// Compares all files and prints shares over all of them.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let program = match &arguments.pdftract {
        Some(path) => path.clone(),
        None => tool::built_beside("pdftract", "cargo build --release")?,
    };
    let found = files::find(&arguments.paths)?;
    let compared = parallel::map(&found, None, |file| compare_file(&program, &file.path))?;
    let compared: Vec<Compared> = compared.into_iter().flatten().collect();
    for file in &compared {
        let Compared { name, entries, headings, missed, invented, deeper } = file;
        println!(
            "{name}: {entries} entries, {} missed; {headings} headings, {} invented, {deeper} deeper",
            missed.len(),
            invented.len()
        );
        if arguments.list {
            missed.iter().for_each(|title| println!("  missed   {title}"));
            invented.iter().for_each(|title| println!("  invented {title}"));
        }
    }
    let sum = |count: fn(&Compared) -> usize| compared.iter().map(count).sum::<usize>() as f64;
    let recall = 1.0 - sum(|file| file.missed.len()) / sum(|file| file.entries).max(1.0);
    let invented = sum(|file| file.invented.len()) / sum(|file| file.headings).max(1.0);
    let deeper = sum(|file| file.deeper) / sum(|file| file.headings).max(1.0);
    println!("{} files: recall {recall:.3}, invented {invented:.3}, deeper {deeper:.3}", compared.len());
    Ok(Check::passed_if(recall >= MIN_RECALL && invented <= MAX_INVENTED))
}

fn compare_file(program: &Path, path: &Path) -> Result<Option<Compared>, String> {
    let arguments = ["-q", "-j", "1", "-f", "json"];
    let Some(json) = tool::output(Command::new(program).args(arguments).arg(path), LIMIT)? else {
        return Ok(None);
    };
    let Ok(answer) = serde_json::from_str::<Answer>(&json) else { return Ok(None) };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(compare(&answer).map(|compared| Compared { name, ..compared }))
}

/// Compares one document; `None` when its outline is too short or not on its pages.
fn compare(answer: &Answer) -> Option<Compared> {
    let text = |page: &Page| key(&page.blocks.iter().map(|block| block.text.as_str()).collect::<String>());
    let pages: Vec<(usize, String)> = answer.pages.iter().map(|page| (page.page_index, text(page))).collect();
    let is_on_page = |entry: &&Entry| {
        let title = key(without_number(&entry.title));
        pages.iter().any(|(index, text)| {
            entry.page_index == Some(*index) && !title.is_empty() && text.contains(&title)
        })
    };
    let named: Vec<&Entry> = answer.outline.iter().filter(|entry| !key(&entry.title).is_empty()).collect();
    let entries: Vec<&Entry> = named.iter().copied().filter(is_on_page).collect();
    if entries.len() < MIN_ENTRIES || (entries.len() as f64) < MIN_ON_PAGE * named.len() as f64 {
        return None;
    }
    let headings: Vec<(usize, &Block)> = answer
        .pages
        .iter()
        .flat_map(|page| page.blocks.iter().map(|block| (page.page_index, block)))
        .filter(|(_, block)| matches!(block.role.as_str(), "heading" | "title"))
        .collect();
    let is_hit = |entry: &Entry, page: usize, block: &Block| {
        entry.page_index == Some(page) && is_same_title(&entry.title, &block.text)
    };
    let missed =
        entries.iter().filter(|entry| !headings.iter().any(|(page, block)| is_hit(entry, *page, block)));
    let missed = missed.map(|entry| entry.title.clone()).collect();
    // A title may be repeated elsewhere, as in a running head or before a contents list.
    let titles: HashSet<String> = named.iter().flat_map(|entry| keys(&entry.title)).collect();
    let is_listed = |page: usize, block: &Block| {
        entries.iter().any(|entry| is_hit(entry, page, block))
            || keys(&block.text).any(|key| titles.contains(&key))
    };
    let plain: Vec<(usize, &Block)> =
        headings.into_iter().filter(|(_, block)| block.role == "heading").collect();
    let level = |block: &Block| block.level.unwrap_or(1);
    let deepest =
        plain.iter().filter(|(page, block)| is_listed(*page, block)).map(|(_, block)| level(block)).max();
    let (invented, deeper): (Vec<_>, Vec<_>) = plain
        .iter()
        .filter(|(page, block)| !is_listed(*page, block))
        .partition(|(_, block)| deepest.is_none_or(|deepest| level(block) <= deepest));
    let show = |(page, block): &(usize, &Block)| {
        format!("page {} level {} {}", page + 1, level(block), block.text.replace('\n', " "))
    };
    Some(Compared {
        name: String::new(),
        entries: entries.len(),
        headings: plain.len(),
        missed,
        invented: invented.iter().map(show).collect(),
        deeper: deeper.len(),
    })
}

/// Returns whether a heading is that of an entry: equal, with or without number, or one with a part of the other.
fn is_same_title(title: &str, heading: &str) -> bool {
    let (a, b) = (key(title), key(heading));
    let is_part = |part: &str, whole: &str| {
        part.chars().count() > MIN_PART && whole.contains(part) && 2 * part.len() > whole.len()
    };
    keys(title).any(|a| keys(heading).any(|b| a == b)) || is_part(&a, &b) || is_part(&b, &a)
}

fn keys(title: &str) -> impl Iterator<Item = String> {
    [key(title), key(without_number(title))].into_iter().filter(|key| !key.is_empty())
}

/// Returns the letters and digits of a title in lower case.
fn key(title: &str) -> String {
    title.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns a title behind its section number.
fn without_number(title: &str) -> &str {
    let title = title.trim();
    let Some((word, rest)) = title.split_once(char::is_whitespace) else { return title };
    let word = word.trim_end_matches(['.', ':', ')']);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = word.split('.').all(is_digits)
        || (word.len() <= 4 && word.chars().all(|c| "IVXLC".contains(c)))
        || (word.len() == 1 && word.chars().all(|c| c.is_ascii_uppercase()));
    if is_number { rest.trim_start() } else { title }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(headings: &[(&str, u8)]) -> Answer {
        let block = |role: &str, level, text: &str| Block { role: role.into(), level, text: text.into() };
        let titles = ["1 Scope", "2 Terms", "2.1 Letters", "3 Method"];
        let mut blocks: Vec<Block> =
            headings.iter().map(|(text, level)| block("heading", Some(*level), text)).collect();
        blocks.push(block("paragraph", None, "scope terms letters method"));
        Answer {
            outline: titles.map(|title| Entry { title: title.into(), page_index: Some(0) }).into(),
            pages: vec![Page { page_index: 0, blocks }],
        }
    }

    #[test]
    fn headings_are_compared_with_the_outline() {
        let headings = [("Scope", 1), ("2 Terms", 1), ("Jane Doe", 1), ("2.1 Letters", 2), ("A note", 3)];
        let compared = compare(&document(&headings)).unwrap();
        assert_eq!(compared.missed, ["3 Method"]);
        assert_eq!(compared.invented, ["page 1 level 1 Jane Doe"]);
        assert_eq!((compared.entries, compared.headings, compared.deeper), (4, 5, 1));
    }

    #[test]
    fn outlines_that_are_not_printed_do_not_count() {
        let mut answer = document(&[]);
        answer.pages[0].blocks.clear();
        assert_eq!(compare(&answer), None);
    }
}
