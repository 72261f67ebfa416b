//! One statistical model of written language: scripts, trigram costs of languages and of character classes, common words,
//! bigrams of ideographs.
//!
//! Part of the foundation: it is independent of PDF and imports no stage. Recovery of Unicode, the text stage and the
//! quality verdict all use it, so that they share one definition of ordinary text.

pub mod alphabet;
pub mod bigrams;
pub mod bloom;
pub(crate) mod classes;
pub mod fit;
pub(crate) mod indic;
pub mod model;
mod pair_costs;
pub mod script;
pub mod signs;
mod table;
pub(crate) mod tokens;
mod word_costs;
pub mod words;

pub use model::{Language, languages};
pub use script::Script;
