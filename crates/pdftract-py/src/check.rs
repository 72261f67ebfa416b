//! The verdict on the text of a document, page by page.

use pdftract::output::document::{Readability, is_cut};
use pdftract::record::{Page, PageType};
use pdftract::{Detail, Document, ExtractOptions, Format};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::reading::{Selection, each_page, share};

/// Returns the verdict as JSON.
pub(crate) fn check(document: &Document, selection: &Selection) -> Result<String, Failure> {
    let options = ExtractOptions::default().detail(Detail::Blocks);
    let (mut readability, mut pages) = (Readability::default(), Vec::new());
    each_page(document, selection, &options, &[Format::Json], |page| {
        match page.record() {
            Some(page) => {
                readability.add(page);
                pages.push(page_facts(page));
            }
            None => readability.add_missing(),
        }
        Ok(())
    })?;
    let end = readability.end(document.diagnostics());
    let report = json!({
        "readable": end.readable,
        "judged": end.readability.judged,
        "score": share(end.readability.score),
        "reasons": end.readability.reasons,
        "page_count": document.page_count(),
        "pages_needing_ocr": end.pages_needing_ocr,
        "pages": pages,
        "diagnostics": end.diagnostics,
    });
    Ok(report.to_string())
}

fn page_facts(page: &Page) -> Value {
    let readability = &page.readability;
    let is_blank = page.page_type == PageType::Blank;
    json!({
        "page_index": page.page_index,
        "page_number": page.page_number,
        "page_type": page.page_type,
        "score": if is_blank { Value::Null } else { share(readability.score).into() },
        "quality": if is_blank { Value::Null } else { readability.quality.as_str().into() },
        "judged": readability.judged,
        "signals": readability.signals,
        "needs_ocr": readability.ocr_recommended,
        "hidden": page.dropped.unseen(),
        "unmapped": page.recovery.unmapped,
        "by_source": page.recovery.by_source,
        "empty_because": page.empty_because,
        "cut": is_cut(page),
    })
}
