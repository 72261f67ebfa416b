//! Tables of a page: several detectors propose candidates, and the one that explains more of the text is kept.
//!
//! Full grids ([`grid`]) and horizontal rules or stripes ([`level`]) are detected before the reading order, so that
//! columns of a table are not mistaken for columns of a page; white space alone ([`white`]) is evidence only within a
//! region of the reading order.

mod choice;
mod column;
mod draft;
mod evidence;
mod extent;
mod grid;
mod head;
mod level;
mod line_evidence;
mod model;
mod piece;
mod row_group;
mod run_scan;
mod spelling;
mod stub;
pub(super) mod white;
mod word;

pub(super) use choice::ruled;
pub(super) use model::{Table, set_aside, stood_for};
pub(super) use word::{TextSource, Words};
