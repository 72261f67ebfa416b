//! Rates the roles of blocks by the evidence for them.

use super::line_facts::LineFacts;
use super::model::{StructuredBlock, StructuredPage};
use super::role::{Evidence, Role};

/// Paragraphs of at least this many lines are running text.
const MANY_LINES: usize = 3;

/// Completes the evidence of all blocks of a page and rates their roles.
pub(super) fn rate(structured: &mut StructuredPage, facts: &[LineFacts]) {
    let tables = &structured.tables;
    for block in &mut structured.blocks {
        if block.evidence.is_empty() {
            let table = block.table.and_then(|table| tables.get(table as usize));
            let is_ruled = table.is_some_and(|table| table.ruled);
            block.evidence.extend(missing_evidence(block, is_ruled, facts));
        }
        block.confidence = confidence(&block.evidence);
    }
}

/// Returns the evidence for roles that were decided without noting it.
fn missing_evidence(block: &StructuredBlock, is_ruled: bool, facts: &[LineFacts]) -> Vec<Evidence> {
    let lines = block.lines.slice(facts);
    match block.role {
        Role::Table if is_ruled => vec![Evidence::Rules],
        Role::Table => vec![Evidence::Columns],
        Role::Header | Role::Footer | Role::PageNumber => vec![Evidence::Position],
        Role::FormField => vec![Evidence::Form],
        Role::Paragraph => {
            let ends = lines.last().is_some_and(LineFacts::ends_sentence);
            let is_text = lines.len() >= MANY_LINES || (lines.len() > 1 && ends);
            let running = is_text.then_some(Evidence::Extent);
            running.into_iter().chain([Evidence::Plain]).collect()
        }
        _ => vec![Evidence::Plain],
    }
}

/// Returns the confidence in a role, from 0 to 1: independent evidence adds up.
fn confidence(evidence: &[Evidence]) -> f32 {
    let doubt: f32 = evidence.iter().map(|&evidence| 1.0 - weight(evidence)).product();
    1.0 - doubt
}

/// Returns the weight of evidence: how likely the role is right if this is all there is. The weights rank kinds of evidence;
/// they were not measured.
fn weight(evidence: Evidence) -> f32 {
    match evidence {
        Evidence::Tag => 0.97,
        Evidence::Form => 0.98,
        Evidence::Outline => 0.92,
        Evidence::Rules | Evidence::Repetition | Evidence::Marker | Evidence::Position => 0.9,
        Evidence::Extent | Evidence::Pitch | Evidence::Wording => 0.85,
        Evidence::Columns | Evidence::Size | Evidence::Angle => 0.75,
        Evidence::Plain | Evidence::Numbering | Evidence::Indent => 0.7,
        Evidence::Weight => 0.6,
        Evidence::Slant | Evidence::Capitals | Evidence::Color => 0.4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_adds_up() {
        assert_eq!(confidence(&[]), 0.0);
        let (bold, large) = (confidence(&[Evidence::Weight]), confidence(&[Evidence::Size]));
        let both = confidence(&[Evidence::Size, Evidence::Weight]);
        assert!(both > bold.max(large) && both < 1.0);
        assert!(confidence(&[Evidence::Tag]) > both);
    }
}
