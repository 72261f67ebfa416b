//! `pdf_search`: matches in a document with page, block and box.

use pdftract::{Document, Search, SearchOptions};
use pdftract_worker::Failed;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{bad, options, rounded};

#[derive(Debug, Deserialize)]
pub(super) struct SearchTask {
    query: String,
    regex: bool,
    match_case: bool,
    /// Matches before the first one of the answer.
    skip: usize,
    max_hits: usize,
}

/// Returns the matches after some that were returned before.
pub(super) fn search(document: &Document, task: &SearchTask) -> Result<Value, Failed> {
    let options_of_search = SearchOptions::new().ignore_case(!task.match_case);
    let search = if task.regex {
        Search::regex(&task.query, options_of_search)
    } else {
        Search::literal(&task.query, options_of_search)
    };
    let search = search.map_err(|error| bad(&error))?;
    let (mut hits, mut seen) = (Vec::new(), 0);
    for index in 0..document.page_count() {
        let Some(found) = document.search_page(index, &search, &options()) else { break };
        for found in found {
            seen += 1;
            if seen <= task.skip {
                continue;
            }
            if hits.len() == task.max_hits {
                return Ok(json!({ "hits": hits, "more": true }));
            }
            let part = found.parts.first();
            hits.push(json!({
                "page": found.page_index + 1,
                "block_id": part.map(|part| &part.block_id),
                "bbox": part.map(|part| rounded(part.bbox)),
                "snippet": found.snippet,
            }));
        }
    }
    Ok(json!({ "hits": hits, "more": false }))
}
