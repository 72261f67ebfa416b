//! `pdftract explain`: explains the text of glyphs, for people and as JSON.

use std::fmt::Write as _;

use pdftract::content::{Glyph, PageGlyphs};
use pdftract::file::summary::SCHEMA_VERSION;
use pdftract::output::model::{Page, Span};
use pdftract::unicode::{Explanation, RungOutcome, UnicodeSource};
use pdftract::{Document, ExtractOptions};
use serde::Serialize;

use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::for_each_file::{FileError, each_source, print, time_is_left};
use crate::input::Source;
use crate::json::{Layout, Origin, rounded, to_json};
use crate::plan::{ExplainPlan, Wanted};
use crate::printable::printable;

#[derive(Serialize)]
struct Report<'a> {
    schema_version: &'static str,
    source: Origin<'a>,
    page_number: usize,
    glyphs: Vec<Entry>,
}

/// One glyph.
#[derive(Serialize)]
struct Entry {
    text: String,
    code: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    glyph_name: Option<String>,
    font: String,
    unicode_source: UnicodeSource,
    confidence: f64,
    bbox: [f64; 4],
    #[serde(flatten)]
    explanation: Explanation,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<Span>,
}

/// Carries out the plan.
pub(crate) fn run(plan: &ExplainPlan) -> Exit {
    each_source(std::slice::from_ref(&plan.file.source), |source| explain(source, plan))
}

fn explain(source: &Source, plan: &ExplainPlan) -> Result<(), FileError> {
    let document = source.open(&plan.file.opening)?;
    // Page numbers count from 1.
    let index = plan.page_number.checked_sub(1);
    let page = index.and_then(|index| document.glyphs(index));
    let page = page.ok_or_else(|| Failure::no_such_page(plan.page_number, document.page_count()))?;
    let glyphs = wanted(&page, &plan.wanted)?;
    let record = document.page_record(page.page_index, &ExtractOptions::default());
    let entries: Vec<Entry> =
        glyphs.into_iter().filter_map(|glyph| entry(&document, &page, glyph, record.as_ref())).collect();
    let name = source.name();
    let text = if plan.file.json {
        let source = Origin::new(&name, document.file());
        let report =
            Report { schema_version: SCHEMA_VERSION, source, page_number: plan.page_number, glyphs: entries };
        to_json(&report, Layout::Indented)?
    } else {
        entries.iter().map(told).collect::<Vec<_>>().join("\n")
    };
    print(&[&text]).map_err(FileError::Output)?;
    if plan.file.diagnostics {
        diagnostics::report(&name, &document.diagnostics());
    }
    Ok(time_is_left(&document)?)
}

fn wanted<'p>(page: &'p PageGlyphs, wanted: &Wanted) -> Result<Vec<&'p Glyph>, Failure> {
    let found = match wanted {
        Wanted::At(x, y) => page.glyph_at(*x, *y).into_iter().collect(),
        Wanted::Text(text) => page.glyphs_of(text),
    };
    let nothing = || Failure::new(Exit::Usage, "there is no such glyph on the page");
    if found.is_empty() { Err(nothing()) } else { Ok(found) }
}

fn entry(document: &Document, page: &PageGlyphs, glyph: &Glyph, record: Option<&Page>) -> Option<Entry> {
    let font = page.font(glyph)?;
    Some(Entry {
        text: page.text(glyph),
        code: glyph.code,
        glyph_name: font.glyph_name(glyph.code),
        font: font.facts().name.clone(),
        unicode_source: glyph.source,
        confidence: rounded(glyph.confidence()),
        bbox: page.bbox(glyph).map(rounded),
        explanation: document.explain(page, glyph)?,
        span: record.and_then(|record| span_of(record, page.bbox(glyph))).cloned(),
    })
}

/// Returns the span that contains the centre of a box.
fn span_of(record: &Page, [x0, y0, x1, y1]: [f32; 4]) -> Option<&Span> {
    let (x, y) = (f32::midpoint(x0, x1), f32::midpoint(y0, y1));
    let holds = |span: &&Span| {
        let [left, top, right, bottom] = span.bbox;
        (left..=right).contains(&x) && (top..=bottom).contains(&y)
    };
    record.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans).find(holds)
}

fn told(entry: &Entry) -> String {
    let mut out = String::new();
    let quoted = |text: &str| format!("\u{201C}{}\u{201D}", printable(text));
    let name =
        entry.glyph_name.as_ref().map_or_else(String::new, |name| format!(", glyph {}", printable(name)));
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{}: code {:#04x}{name} of font {}, from {} with confidence {}",
        quoted(&entry.text),
        entry.code,
        printable(&entry.font),
        entry.unicode_source.as_str(),
        entry.confidence
    );
    for rung in &entry.explanation.rungs {
        let outcome = match rung.outcome {
            RungOutcome::Answered => "answered",
            RungOutcome::Agrees => "agrees",
            RungOutcome::Outranked => "outranked",
            RungOutcome::Refused => "refused",
            RungOutcome::Silent => "silent",
        };
        let text = rung.text.as_deref().map_or_else(|| "\u{2013}".into(), quoted);
        let sure = rung.confidence.map_or_else(String::new, |sure| format!(" ({})", rounded(sure)));
        let _ = writeln!(out, "  {outcome:<9}  {:<28}  {text}{sure}: {}", rung.rung, printable(&rung.reason));
    }
    if !entry.explanation.alternatives.is_empty() {
        let shown = entry.explanation.alternatives.iter().take(5);
        let shown = shown.map(|other| format!("{} {}", quoted(&other.text), rounded(other.chance)));
        let _ = writeln!(out, "  looks like: {}", shown.collect::<Vec<_>>().join(", "));
    }
    if let Some(outline) = &entry.explanation.outline {
        let _ = writeln!(out, "  outline {outline}");
    }
    if let Some(span) = &entry.span {
        let signals: Vec<String> = span.quality_signals.iter().map(|signal| format!("{signal:?}")).collect();
        let signals = if signals.is_empty() { "no signals against it".into() } else { signals.join(", ") };
        let _ = writeln!(
            out,
            "  span {}: confidence {}, {signals}",
            quoted(&span.text),
            rounded(span.confidence)
        );
    }
    out
}
