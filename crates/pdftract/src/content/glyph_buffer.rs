//! The buffer of glyphs that a thread keeps from page to page.

use std::cell::Cell;

use super::glyph::Glyph;

thread_local! {
    static BUFFER: Cell<Vec<Glyph>> = const { Cell::new(Vec::new()) };
}

/// A page of text has so many glyphs.
const USUAL_GLYPHS: usize = 2_048;
/// The buffer of a page with more glyphs is given back to the system.
const MOST_KEPT: usize = 32_768;

/// Returns an empty buffer with room for a page of text.
pub(super) fn take() -> Vec<Glyph> {
    let mut glyphs = BUFFER.take();
    glyphs.reserve(USUAL_GLYPHS);
    glyphs
}

/// Keeps the buffer of a page that nobody needs any more for the next page of this thread.
pub(crate) fn keep(mut glyphs: Vec<Glyph>) {
    if glyphs.capacity() <= MOST_KEPT {
        glyphs.clear();
        BUFFER.set(glyphs);
    }
}
