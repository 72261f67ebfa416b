//! What shapes are called: the list of texts that the tables of shapes number.

use std::sync::OnceLock;

use crate::font::tables::SHAPE_LABELS;

/// The text of a number.
pub(crate) fn get(number: usize) -> Option<&'static str> {
    all().get(number).copied()
}

/// All texts in the order of their numbers.
pub(crate) fn all() -> &'static [&'static str] {
    static LABELS: OnceLock<Vec<&'static str>> = OnceLock::new();
    LABELS.get_or_init(|| SHAPE_LABELS.lines().collect())
}
