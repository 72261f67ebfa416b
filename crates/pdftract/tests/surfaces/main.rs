//! Library features for applications: images, attachments, page facts, words, search, parallel pages.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod attachments;
mod facts;
mod images;
#[cfg(feature = "threads")]
mod parallel;
mod profile;
mod search;
mod words;

use pdftract::{Document, Options};

fn open(bytes: Vec<u8>) -> Document {
    Document::open(bytes, &Options::default()).unwrap()
}
