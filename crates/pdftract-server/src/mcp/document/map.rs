//! `pdf_map`: an overview of a document, so that an agent can choose what to read.

use pdftract::Document;
use pdftract::record::{Page, Role};
use pdftract_worker::Failed;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{bad, options};
use crate::mcp::tokens;

/// Entries of the outline in the first answer.
const MAX_OUTLINE: usize = 150;
/// Characters of a title.
const MAX_TITLE: usize = 120;

#[derive(Debug, Deserialize)]
pub(super) struct MapTask {
    max_tokens: usize,
    /// The first page, counted from 1.
    cursor: Option<String>,
}

/// Returns facts about the document and its pages, as many as there is room for.
pub(super) fn map(document: &Document, task: &MapTask) -> Result<Value, Failed> {
    let first = match task.cursor.as_deref() {
        None => 1,
        Some(cursor) => {
            cursor.parse::<usize>().map_err(|_| bad(&"the cursor is not one of this tool"))?.max(1)
        }
    };
    let mut answer = head(document, first == 1);
    let mut left = task.max_tokens.saturating_sub(tokens::estimate(&answer.to_string()) + 100);
    let (mut pages, mut next) = (Vec::new(), None);
    for index in first - 1..document.page_count() {
        let Some(page) = document.page_record(index, &options()) else { break };
        let entry = entry(&page);
        let cost = tokens::estimate(&entry.to_string()) + 1;
        if cost > left && !pages.is_empty() {
            next = Some((index + 1).to_string());
            break;
        }
        left = left.saturating_sub(cost);
        pages.push(entry);
    }
    answer["pages"] = pages.into();
    answer["next_cursor"] = next.into();
    Ok(answer)
}

fn head(document: &Document, is_first: bool) -> Value {
    let head = document.head(&options());
    let outline: Vec<Value> = head
        .outline
        .iter()
        .take(if is_first { MAX_OUTLINE } else { 0 })
        .map(|item| {
            let title: String = item.title.chars().take(MAX_TITLE).collect();
            json!({ "title": title, "level": item.level, "page": item.page_index.map(|index| index + 1) })
        })
        .collect();
    json!({
        "title": head.metadata.title.as_deref().map(|title| title.chars().take(MAX_TITLE).collect::<String>()),
        "page_count": document.page_count(),
        "outline_entries": head.outline.len(),
        "outline": outline,
    })
}

fn entry(page: &Page) -> Value {
    let text: usize = page.blocks.iter().map(|block| tokens::estimate(&block.text)).sum();
    let tables: Vec<&str> =
        page.blocks.iter().filter(|block| block.table.is_some()).map(|block| block.id.as_str()).collect();
    let heading = page.blocks.iter().find(|block| matches!(block.role, Role::Heading | Role::Title));
    let heading = heading.map(|block| block.text.chars().take(80).collect::<String>().replace('\n', " "));
    json!({
        "page": page.page_number,
        "label": page.page_label,
        "tokens": text,
        "quality": page.readability.quality,
        "needs_ocr": page.readability.ocr_recommended,
        "hidden_characters": page.dropped.unseen(),
        "tables": tables,
        "heading": heading,
    })
}
