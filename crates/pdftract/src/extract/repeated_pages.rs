//! Finds pages that only show again what earlier pages showed, where a document has more of them than allowed.
//!
//! Half a million pages that share one stream take a few kilobytes of a file. Pages with content of their own are never left
//! out, however many there are.

use std::collections::HashSet;

use crate::budget::Stop;
use crate::file::File;
use crate::session::Session;

/// Pages that are left out, by index.
#[derive(Debug, Default)]
pub(super) struct LeftOut(Vec<u64>);

impl LeftOut {
    /// Finds the pages beyond the limit in page order, so that the result does not depend on threads.
    pub(super) fn find(file: &File, session: &Session) -> Self {
        let mut left_out = vec![0; file.page_count().div_ceil(64)];
        let (mut shown, mut repeated) = (HashSet::new(), 0);
        for index in 0..file.page_count() {
            // Pages after the deadline are not read in any case.
            if session.budget().check_often().is_err() {
                break;
            }
            if shown.insert(file.content_key(index)) {
                continue;
            }
            repeated += 1;
            if let Some(bits) =
                left_out.get_mut(index / 64).filter(|_| repeated > session.limits().repeated_pages)
            {
                *bits |= 1 << (index % 64);
            }
        }
        if repeated > session.limits().repeated_pages {
            session.note_stop(Stop::Repetition);
        }
        Self(left_out)
    }

    /// Returns whether a page is left out.
    pub(super) fn contains(&self, page_index: usize) -> bool {
        self.0.get(page_index / 64).is_some_and(|bits| bits >> (page_index % 64) & 1 == 1)
    }
}
