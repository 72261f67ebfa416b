//! The per-thread glyph buffer that is reused from page to page.

use std::cell::Cell;

use super::glyph::Glyph;

thread_local! {
    static BUFFER: Cell<Vec<Glyph>> = const { Cell::new(Vec::new()) };
}

/// The usual number of glyphs on a page of text.
const USUAL_GLYPHS: usize = 2_048;
/// Larger buffers are released.
const MOST_KEPT: usize = 32_768;

/// Returns an empty buffer with capacity for a page of text.
pub(super) fn take() -> Vec<Glyph> {
    let mut glyphs = BUFFER.take();
    glyphs.reserve(USUAL_GLYPHS);
    glyphs
}

/// Keeps the buffer of a page that is no longer needed for the next page of this thread.
pub(crate) fn keep(mut glyphs: Vec<Glyph>) {
    if glyphs.capacity() <= MOST_KEPT {
        glyphs.clear();
        BUFFER.set(glyphs);
    }
}
