//! Allocations per page: the difference between a document and one with twice as many pages.

use std::path::Path;
use std::process::Command;

use super::scratch::Scratch;
use super::specimens::{self, Kind};
use super::table::{Section, Table, grouped};
use super::valgrind::{self, Allocations};

const KEY: &str = "allocations";
const TITLE: &str = "Allocations";
/// The number of pages of the shorter document.
const PAGES: usize = 100;

/// Counts allocations for several kinds of pages.
pub(super) fn section(program: &Path, scratch: &Scratch) -> Result<Section, String> {
    if let Err(reason) = valgrind::require() {
        return Ok(Section::skipped(KEY, TITLE, &reason));
    }
    eprintln!("allocations …");
    let mut table = Table::new(&["pages", "allocations a page", "KB a page", "peak heap of 200 pages, MB"]);
    for (kind, name) in
        [(Kind::Book, "book"), (Kind::Tex, "TeX"), (Kind::Table, "tables"), (Kind::Tagged, "tagged")]
    {
        let short = count(program, scratch, kind, PAGES)?;
        let long = count(program, scratch, kind, 2 * PAGES)?;
        let each = |long: u64, short: u64| long.saturating_sub(short) as f64 / PAGES as f64;
        table.row(vec![
            name.to_owned(),
            grouped(each(long.blocks, short.blocks)),
            grouped(each(long.bytes, short.bytes) / 1e3),
            format!("{:.1}", long.peak_bytes as f64 / 1e6),
        ]);
    }
    Ok(Section::new(KEY, TITLE, table, Vec::new()))
}

fn count(program: &Path, scratch: &Scratch, kind: Kind, pages: usize) -> Result<Allocations, String> {
    let path = specimens::write_in_child(scratch.path(), kind, pages)?;
    let mut command = Command::new(program);
    command.args(["-q", "--jobs", "1"]).arg(path);
    valgrind::allocations(&command)
}
