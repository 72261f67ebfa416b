//! Finds pages whose text cannot be searched: images without text, and garbled text.

use std::sync::atomic::{AtomicUsize, Ordering};

use pdftract::{Document, ExtractOptions, PageOutput, judge};

use crate::extract::notices::{is_garbled, is_suspicious};

/// The trust in the text of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Trust {
    /// There is no reason against it.
    #[default]
    Fine,
    /// The page is an image without text.
    Image,
    /// The text is garbled, or many of its characters are unknown.
    Garbled,
}

/// Characters of each page that are judged: about a twentieth of the cost of reading it.
const JUDGED: usize = 300;
/// Characters that are judged of pages whose first ones look garbled: a table of signs may precede ordinary text.
const JUDGED_AGAIN: usize = 4_000;
/// Pages of a file that are read again because their text looks garbled.
const MOST_CONFIRMED: usize = 8;
/// Pages with more bytes of text are not read again, which would take the memory of both results.
const MOST_READ_AGAIN: usize = 100_000;
/// A page with more unknown characters than one in this many cannot be searched.
const UNKNOWN_SHARE: usize = 10;

/// Judges the pages of a file.
#[derive(Default)]
pub(super) struct Judge {
    confirmed: AtomicUsize,
}

impl Judge {
    /// Returns the trust in the text of a page, counted from 0.
    pub(super) fn page(&self, document: &Document, page_index: usize, page: &PageOutput) -> Trust {
        if page.is_image_without_text() {
            return Trust::Image;
        }
        if let Some(record) = page.record().filter(|record| record.readability.judged) {
            return if is_garbled(record) { Trust::Garbled } else { Trust::Fine };
        }
        let text = page.plain_text();
        let (unknown, all) = text.chars().filter(|c| !c.is_whitespace()).fold((0, 0), |(unknown, all), c| {
            (unknown + usize::from(c == char::REPLACEMENT_CHARACTER), all + 1)
        });
        if unknown * UNKNOWN_SHARE > all {
            return Trust::Garbled;
        }
        if is_readable(text, JUDGED) && !is_suspicious(text) || is_readable(text, JUDGED_AGAIN) {
            return Trust::Fine;
        }
        let is_confirmed = text.len() > MOST_READ_AGAIN
            || self.confirmed.fetch_add(1, Ordering::Relaxed) >= MOST_CONFIRMED
            // Glyphs say more than text alone, which is too strict for Indic scripts, charts of characters and formulas.
            || document.page_record(page_index, &ExtractOptions::default()).is_some_and(|record| is_garbled(&record));
        if is_confirmed { Trust::Garbled } else { Trust::Fine }
    }
}

fn is_readable(text: &str, characters: usize) -> bool {
    let sample: String = text.chars().take(characters).collect();
    sample.is_empty() || judge(&sample).quality.is_readable()
}
