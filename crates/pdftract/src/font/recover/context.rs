//! Decides what open codes mean by the text of the whole document: first encodings of whole fonts, then letter by
//! letter.

use super::passages::{Answers, Passages};
use super::tex;
use crate::file::File;

/// What can be told of the open codes.
pub(crate) fn decide(passages: &Passages, _file: &File) -> Answers {
    let mut answers = Answers::default();
    tex::decide(passages, &mut answers);
    answers
}
