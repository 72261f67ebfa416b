//! One statistical model of written language: scripts, trigram costs of languages and of character classes, common words,
//! bigrams of ideographs.
//!
//! Part of the foundation: it knows nothing of PDF and imports no other room. Recovery of Unicode, the text stage and the
//! quality verdict all use it, so that they agree on what ordinary text is.

pub mod alphabet;
pub mod bigrams;
pub mod bloom;
pub(crate) mod classes;
pub mod fit;
pub mod model;
pub mod script;
pub mod signs;
mod table;
pub mod words;

pub use model::{Language, languages};
pub use script::Script;
