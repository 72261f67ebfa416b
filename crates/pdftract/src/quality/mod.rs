//! Whether text can be trusted: facts about its characters and words, signals, a verdict.

pub mod characters;
pub mod entropy;
pub mod page;
pub mod signal;
pub mod symbol_font;
pub mod verdict;
pub(crate) mod wrong_code_page;

pub use page::{EmptyReason, PageVerdict, Picture, judge_page};
pub use signal::Signal;
pub use verdict::{Quality, Verdict, judge, repaired};
