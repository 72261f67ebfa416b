//! Tables of a page: several detectors propose candidates, and what explains more of the text is kept.
//!
//! Full grids ([`grid`]) and level lines or stripes ([`level`]) are looked for before the reading order, so that columns
//! of a table are not taken for columns of a page; white space alone ([`white`]) is believed within a region of it.

mod choice;
mod column;
mod draft;
mod evidence;
mod extent;
mod grid;
mod head;
mod level;
mod model;
mod piece;
mod row_group;
mod stub;
pub(super) mod white;
mod word;

pub(super) use choice::ruled;
pub(super) use model::{Table, set_aside, stood_for};
pub(super) use word::TextSource;
