//! PDF written: what was found out goes back into the file, or into a copy that can be shared.
//!
//! | file | job |
//! |---|---|
//! | [`value`] | values as PDF syntax |
//! | [`update`] | new and changed objects behind the original bytes, with a section of the cross-reference |
//! | [`to_unicode_map`] | codes and texts as a `/ToUnicode` CMap |
//! | [`repair`] | which fonts of a document get one |

pub mod repair;
mod to_unicode_map;
mod update;
mod value;

pub use repair::{RepairError, RepairOptions, Repaired, RepairedFont};
