//! Buffers that layout reuses from page to page, so that a document of a thousand pages allocates them once per
//! thread.

use std::cell::Cell;

use super::fragment::{Fragment, Fragments};
use super::line::LineBuffers;
use super::row::Rows;
use super::table::Words;

/// The vectors that the passes reuse. Their contents are not valid across pages.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    pub(super) fragments: Fragments,
    /// The fragments of one frame.
    pub(super) members: Vec<Fragment>,
    pub(super) rows: Rows,
    pub(super) lines: LineBuffers,
    pub(super) words: Words,
}

thread_local! {
    static BUFFERS: Cell<Option<Box<Buffers>>> = const { Cell::new(None) };
}

/// The largest capacity that is kept; buffers of pages with more fragments or longer lines are freed.
const MOST_KEPT: usize = 8_192;

impl Buffers {
    /// Takes the buffers of this thread.
    pub(super) fn take() -> Box<Self> {
        BUFFERS.take().unwrap_or_default()
    }

    /// Keeps the buffers for the next page of this thread, unless they are unusually large.
    pub(super) fn keep(self: Box<Self>) {
        let sizes = [
            self.fragments.list.capacity(),
            self.fragments.steps.capacity(),
            self.members.capacity(),
            self.rows.segments.capacity(),
            self.lines.capacity(),
            self.words.capacity(),
        ];
        if sizes.into_iter().all(|size| size <= MOST_KEPT) {
            BUFFERS.set(Some(self));
        }
    }
}
