//! Buffers that layout keeps from page to page: a document of a thousand pages allocates them once per thread.

use std::cell::Cell;

use super::fragment::{Fragment, Fragments};
use super::line::LineBuffers;
use super::row::Rows;

/// The vectors of the passes. What a page left in them is not read again.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    pub(super) fragments: Fragments,
    /// The fragments of one frame.
    pub(super) members: Vec<Fragment>,
    pub(super) rows: Rows,
    pub(super) lines: LineBuffers,
}

thread_local! {
    static BUFFERS: Cell<Option<Box<Buffers>>> = const { Cell::new(None) };
}

/// Buffers of a page with more fragments or with longer lines are given back to the system.
const MOST_KEPT: usize = 16_384;

impl Buffers {
    /// Takes the buffers of this thread.
    pub(super) fn take() -> Box<Self> {
        BUFFERS.take().unwrap_or_default()
    }

    /// Keeps the buffers for the next page of this thread, unless a page was unusually large.
    pub(super) fn keep(self: Box<Self>) {
        let sizes = [
            self.fragments.list.capacity(),
            self.fragments.steps.capacity(),
            self.members.capacity(),
            self.rows.segments.capacity(),
            self.lines.capacity(),
        ];
        if sizes.into_iter().all(|size| size <= MOST_KEPT) {
            BUFFERS.set(Some(self));
        }
    }
}
