//! Writes the documents of the inspector's tests into a folder, for the test in a real browser (`.ci/inspector`).

#[path = "../tests/inspect_fixtures/mod.rs"]
mod inspect_fixtures;

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    std::fs::create_dir_all(&folder)?;
    let [old, new] = inspect_fixtures::two_versions();
    let files = [
        ("old.pdf", old),
        ("new.pdf", new),
        ("hostile.pdf", inspect_fixtures::hostile()),
        ("unknown.pdf", inspect_fixtures::unknown_glyph()),
        ("hidden.pdf", inspect_fixtures::hidden_text()),
        ("pages-500.pdf", inspect_fixtures::many_pages(500)),
        ("pages-5000.pdf", inspect_fixtures::many_pages(5_000)),
    ];
    files.iter().try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes))
}
