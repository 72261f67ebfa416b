//! Findings about a file as a table for people.

use super::Findings;
use super::page::PageFacts;
use crate::printable::printable;
use crate::table::{Side, table};

/// Returns a line for the file and a line for each page.
pub(super) fn text(title: &str, findings: &Findings<'_>) -> String {
    let verdict = match findings.readable {
        false => "cannot be trusted",
        true if findings.end.readability.judged => "can be trusted",
        true => "unknown (too little text to judge)",
    };
    let heading = format!("{}: {verdict}, score {:.2}\n", printable(title), findings.end.readability.score);
    let titles = [
        ("page", Side::Right),
        ("score", Side::Right),
        ("verdict", Side::Left),
        ("unmapped", Side::Right),
        ("text source", Side::Left),
        ("reason", Side::Left),
    ];
    heading + &table(titles, findings.pages.iter().map(row).collect())
}

fn row(page: &PageFacts) -> [String; 6] {
    let sources = page.by_source.iter().map(|(source, count)| format!("{} {count}", source.as_str()));
    let reasons = page.reasons.iter().map(|reason| reason.words());
    let reasons: Vec<&str> = reasons.chain(page.signals.iter().map(|signal| signal.words())).collect();
    [
        page.page_number.to_string(),
        page.score.map_or_else(|| "–".into(), |score| format!("{score:.2}")),
        verdict(page).to_owned(),
        page.unmapped.to_string(),
        sources.collect::<Vec<_>>().join(", "),
        reasons.join(", "),
    ]
}

/// Returns the quality of the text of a page, or `unknown` for text that could not be judged.
fn verdict(page: &PageFacts) -> &'static str {
    match page.quality {
        None => "–",
        Some(quality) if quality.is_readable() && !page.judged => "unknown",
        Some(quality) => quality.as_str(),
    }
}
