//! What callers see: text in its several forms.

pub mod raw;
