//! The trustworthiness of text: facts about its characters and words, signals, a verdict.

pub mod characters;
pub mod direction;
pub mod entropy;
pub mod page;
mod placeholders;
pub mod recognised_font;
pub mod shape;
pub mod signal;
pub mod symbol_font;
pub mod verdict;

pub use page::{EmptyReason, PageVerdict, Picture};
pub(crate) use page::{PageEvidence, judge_page};
pub use signal::Signal;
pub(crate) use verdict::plausibility;
pub use verdict::{Quality, TextVerdict, judge, judge_after, repaired};
