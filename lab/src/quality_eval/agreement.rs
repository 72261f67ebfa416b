//! Finds pages with correct text: those where two other programs, or the known text, have the same character bigrams.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;

use crate::files::PdfFile;
use crate::page_coverage::program::Program;

/// The overlap from which on texts agree.
const MIN_AGREEMENT: f64 = 0.98;
/// The number of programs that must agree with a page for it to count as correct.
const QUORUM: usize = 2;

/// The pages of each file with correct text, counted from 1.
pub(crate) type Agreed = BTreeMap<String, Vec<usize>>;

/// Known texts by file name.
#[derive(Default)]
pub(super) struct Truth(HashMap<String, Vec<KnownText>>);

#[derive(Deserialize)]
struct KnownText {
    pdf: String,
    /// Counted from 1; `None` for the whole document.
    page: Option<usize>,
    text: Option<String>,
}

impl Truth {
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut texts: HashMap<String, Vec<KnownText>> = HashMap::new();
        for line in text.lines() {
            let known: KnownText =
                serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))?;
            let name = known.pdf.rsplit('/').next().unwrap_or_default().to_owned();
            texts.entry(name).or_default().push(known);
        }
        Ok(Self(texts))
    }

    /// Returns `true` if a page of a file, counted from 1, has the known text.
    fn confirms(&self, file: &str, page: usize, texts: &[String]) -> bool {
        let known = self.0.get(file.rsplit('/').next().unwrap_or_default()).into_iter().flatten();
        known.filter(|known| known.page.is_none_or(|known| known == page)).any(|known| {
            let Some(expected) = &known.text else { return false };
            let own = if known.page.is_some() { texts[page - 1].clone() } else { texts.join("\n") };
            agreement(&pairs(expected), &pairs(&own)) >= MIN_AGREEMENT
        })
    }
}

/// Returns the pages of a file with correct text.
pub(super) fn pages(
    file: &PdfFile,
    texts: &[String],
    truth: &Truth,
    limit: Duration,
) -> Result<Vec<usize>, String> {
    if texts.iter().all(|text| text.trim().is_empty()) {
        return Ok(Vec::new());
    }
    let mut others = Vec::new();
    for program in Program::ALL {
        others.push(program.texts(&file.path, limit)?);
    }
    let is_right = |page: usize, text: &String| {
        let own = pairs(text);
        let agree = |others: &Vec<String>| {
            others.get(page - 1).is_some_and(|other| agreement(&own, &pairs(other)) >= MIN_AGREEMENT)
        };
        let agreeing = others.iter().filter(|others| agree(others)).count();
        !own.is_empty() && (agreeing >= QUORUM || truth.confirms(&file.name, page, texts))
    };
    Ok((1..).zip(texts).filter(|(page, text)| is_right(*page, text)).map(|(page, _)| page).collect())
}

type Bag = HashMap<(char, char), usize>;

/// Returns the character bigrams of each line, ignoring blanks and compatible forms, since programs differ in where
/// they see spaces.
fn pairs(text: &str) -> Bag {
    let mut bag = Bag::new();
    for line in text.lines() {
        let belongs =
            |character: &char| !character.is_whitespace() && !"\u{AD}-\u{2010}".contains(*character);
        let mut before = ' ';
        for character in line.nfkc().filter(belongs) {
            *bag.entry((before, character)).or_default() += 1;
            before = character;
        }
    }
    bag
}

/// Returns the share of bigrams that two texts have in common.
fn agreement(one: &Bag, other: &Bag) -> f64 {
    let common: usize = one.iter().map(|(pair, count)| (*count).min(*other.get(pair).unwrap_or(&0))).sum();
    let all = one.values().sum::<usize>() + other.values().sum::<usize>();
    if all == 0 { 1.0 } else { 2.0 * common as f64 / all as f64 }
}

/// Formats a line for each file that has such pages.
pub(super) fn table(agreed: &Agreed) -> String {
    let mut table = String::new();
    for (file, pages) in agreed.iter().filter(|(_, pages)| !pages.is_empty()) {
        let pages: Vec<String> = pages.iter().map(usize::to_string).collect();
        table += &format!("{file}\t{}\n", pages.join(" "));
    }
    table
}

/// Reads the table from a file.
pub(crate) fn read(path: &Path) -> Result<Agreed, String> {
    let table = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(parse(&table))
}

/// Parses the table.
pub(super) fn parse(table: &str) -> Agreed {
    let row = |line: &str| {
        let (file, pages) = line.split_once('\t')?;
        Some((file.to_owned(), pages.split(' ').filter_map(|page| page.parse().ok()).collect()))
    };
    table.lines().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_looks_and_order_of_lines_do_not_matter_but_letters_do() {
        let share = |one: &str, other: &str| agreement(&pairs(one), &pairs(other));
        assert_eq!(share("of\u{FB01}ce hours\nopen", "open\noffice hour s"), 1.0);
        assert!(share("the quick brown fox", "uif rvjdl cspxo gpy") < 0.1);
        // Some bigrams occur in both orders, so the overlap is not zero.
        assert!(share("שלום לכולם", "םלוכל םולש") < 0.5);
    }

    #[test]
    fn the_table_can_be_read_back() {
        let agreed = Agreed::from([("a.pdf".to_owned(), vec![1, 3])]);
        assert_eq!(parse(&table(&agreed)), agreed);
    }
}
