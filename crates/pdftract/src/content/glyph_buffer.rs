//! The per-thread glyph buffer that is reused from page to page.

use std::cell::Cell;

use super::glyph::Glyph;

thread_local! {
    static BUFFER: Cell<Vec<Glyph>> = const { Cell::new(Vec::new()) };
    /// The number of glyphs of the last page, which is a good guess for the next.
    static LAST_LENGTH: Cell<usize> = const { Cell::new(0) };
}

/// The usual number of glyphs on a page of text.
const USUAL_GLYPHS: usize = 2_048;
/// Larger buffers are released.
const MOST_KEPT: usize = 32_768;

/// Returns an empty buffer with capacity for a page of text like the last one.
pub(super) fn take() -> Vec<Glyph> {
    let mut glyphs = BUFFER.take();
    glyphs.reserve(LAST_LENGTH.get().clamp(USUAL_GLYPHS, MOST_KEPT));
    glyphs
}

/// Remembers how many glyphs a page has.
pub(super) fn note_length(length: usize) {
    LAST_LENGTH.set(length);
}

/// Keeps the buffer of a page that is no longer needed for the next page of this thread.
pub(crate) fn keep(mut glyphs: Vec<Glyph>) {
    if glyphs.capacity() <= MOST_KEPT {
        glyphs.clear();
        BUFFER.set(glyphs);
    }
}
