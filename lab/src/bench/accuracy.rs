//! The accuracy of pdftract and its peers on files with known text, as another program has scored it.

use std::path::Path;

use super::table::{Section, Table};

/// The scores of the last measurement: name, words, order, tests.
const RECORDED: &str = include_str!("accuracy.tsv");
const MEASURES: [&str; 3] = ["words", "order", "tests"];

/// Returns the scores in a file that the scorer of the corpus printed, or the recorded ones.
pub(super) fn section(scores: Option<&Path>) -> Result<Section, String> {
    let rows = match scores {
        Some(path) => {
            let text =
                std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            scored(&text).ok_or_else(|| format!("{} has no means of collections", path.display()))?
        }
        None => recorded(),
    };
    let mut table = Table::new(&["", "words", "order", "tests"]);
    rows.into_iter().for_each(|row| table.row(row));
    Ok(Section::new("accuracy", "Accuracy", table, Vec::new()))
}

fn recorded() -> Vec<Vec<String>> {
    RECORDED.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Reads the table of the scorer: a column for each program, and a row with the mean of the collections for each measure.
fn scored(text: &str) -> Option<Vec<Vec<String>>> {
    let cells =
        |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = text.lines().filter(|line| line.starts_with('|')).map(cells).collect();
    let names = rows.first()?.iter().skip(2);
    names
        .enumerate()
        .map(|(index, name)| {
            let scores = MEASURES.map(|measure| {
                let is_mean = |row: &&Vec<String>| {
                    row.first().is_some_and(|cell| cell.contains("mean of collections"))
                        && row.get(1).is_some_and(|cell| cell == measure)
                };
                let score =
                    rows.iter().find(is_mean)?.get(index + 2)?.trim_matches('*').parse::<f64>().ok()?;
                Some(format!("{score:.3}"))
            });
            let scores: Option<Vec<String>> = scores.into_iter().collect();
            Some(std::iter::once(name.clone()).chain(scores?).collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scores_of_each_program_are_read() {
        let text = "| collection | | pdftract | pdftotext |\n|---|---|---:|---:|\n| some (2) | words | 0.1 | 0.2 |\n\
                    | **mean of collections** | words | **0.9622** | **0.9571** |\n\
                    | **mean of collections** | order | **0.9299** | **0.8770** |\n\
                    | **mean of collections** | tests | **0.6667** | **0.6333** |\n";
        let rows = scored(text).unwrap();
        assert_eq!(rows, [["pdftract", "0.962", "0.930", "0.667"], ["pdftotext", "0.957", "0.877", "0.633"]]);
        assert_eq!(scored("| collection | | pdftract |\n"), None);
    }

    #[test]
    fn the_recorded_scores_are_complete() {
        assert!(recorded().iter().all(|row| row.len() == 4) && recorded().len() > 4);
    }
}
