//! The bodies of the fuzz targets: what each does with its input, and the seeds it begins with.
//!
//! They are a library so that `cargo test` can replay seeds and findings without cargo-fuzz (`tests/replay.rs`), and so
//! that `lab soak` can run them on mutated seeds. See `fuzz/README.md` for fuzzing.

mod reading;
mod seeds;
mod wrap;

pub use seeds::seeds;

use pdftract::{FontDatabase, FontMap};

/// A fuzz target.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name, which is also the name of its file in `fuzz_targets`.
    pub name: &'static str,
    /// Reads an input. A panic is a finding, and so are the checks that it makes of the output.
    pub body: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 13] = [
    Target { name: "document", body: reading::read_all },
    Target { name: "objects", body: |data| reading::read(&wrap::objects(data), data) },
    Target { name: "xref", body: |data| reading::read(&wrap::xref(data), data) },
    Target { name: "filters", body: |data| reading::read(&wrap::filters(data), data) },
    Target { name: "cmap", body: |data| reading::read(&wrap::cmap(data), data) },
    Target { name: "sfnt", body: |data| reading::read(&wrap::sfnt(data), data) },
    Target { name: "cff", body: |data| reading::read(&wrap::cff(data), data) },
    Target { name: "type1", body: |data| reading::read(&wrap::type1(data), data) },
    Target { name: "type3", body: |data| reading::read(&wrap::type3(data), data) },
    Target { name: "content", body: |data| reading::read(&wrap::content(data), data) },
    Target { name: "ptfp", body: ptfp },
    Target { name: "font_map", body: font_map },
    Target { name: "xmp", body: |data| reading::read(&wrap::xmp(data), data) },
];

/// Returns the target of a name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

/// A database of learned fonts, as it is and with a head that fits.
fn ptfp(data: &[u8]) {
    for bytes in [data.to_vec(), wrap::ptfp(data)] {
        if let Ok(database) = FontDatabase::read(&bytes) {
            let again = FontDatabase::read(&database.to_bytes());
            assert!(again.is_ok(), "a database that was written cannot be read");
        }
    }
}

fn font_map(data: &[u8]) {
    let _ = std::hint::black_box(FontMap::read(data));
}
