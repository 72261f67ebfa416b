//! The source of content bytes: the streams of a page in order, each in chunks, up to a limit.

use std::borrow::Cow;

use crate::file::{Chunks, Stream};

/// Streams in order, each in chunks.
#[derive(Default)]
pub(crate) struct ContentSource<'f> {
    pieces: std::vec::IntoIter<Stream<'f>>,
    current: Option<Chunks<'f>>,
    pub(super) bytes_left: u64,
    /// `true` if the limit truncated the content.
    pub(super) cut: bool,
}

/// The next bytes of a source.
pub(super) enum More<'f> {
    /// Bytes that continue the same stream.
    Same(Cow<'f, [u8]>),
    /// The first bytes of the next stream.
    Next(Cow<'f, [u8]>),
    End,
}

impl<'f> ContentSource<'f> {
    pub(crate) fn new(pieces: Vec<Stream<'f>>, max_bytes: u64) -> Self {
        Self { pieces: pieces.into_iter(), current: None, bytes_left: max_bytes, cut: false }
    }

    pub(super) fn more(&mut self) -> More<'f> {
        let chunk = self.current.as_mut().and_then(Iterator::next);
        let (chunk, is_same) = match chunk {
            Some(chunk) => (chunk, true),
            None => loop {
                let Some(piece) = self.pieces.next() else { return More::End };
                let chunks = self.current.insert(piece.chunks());
                if let Some(chunk) = chunks.next() {
                    break (chunk, false);
                }
            },
        };
        let len = chunk.len() as u64;
        if len > self.bytes_left {
            self.cut = true;
            self.pieces = Vec::new().into_iter();
            self.current = None;
            return More::End;
        }
        self.bytes_left -= len;
        if is_same { More::Same(chunk) } else { More::Next(chunk) }
    }
}
