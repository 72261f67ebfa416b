//! `xtask tables check`: verifies that the committed tables are up to date, for those whose sources are available.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{GENERATORS, Generator, hashes, stale, tables_folder};
use crate::Check;

/// Options of `xtask tables check`.
#[derive(Args)]
pub(super) struct CheckPlace {
    /// Folder with the unpacked source packages; `.ci/table-sources` fills it.
    #[arg(long, default_value = "target/table-sources")]
    sources: PathBuf,
    /// Record the hashes of the committed tables instead of comparing them.
    #[arg(long)]
    record: bool,
}

/// The result of checking one group of tables.
#[derive(Debug, PartialEq, Eq)]
enum Proof {
    /// Regenerated with identical bytes.
    Fresh,
    /// Regenerated with differences, or regeneration failed; the text names the files or the error.
    Stale(String),
    /// Not regenerated, for this reason.
    Skipped(String),
}

/// Checks all tables and prints one line for each group.
pub(super) fn run(place: &CheckPlace) -> Result<Check, String> {
    if place.record {
        hashes::record()?;
    }
    let mut is_fresh = true;
    for generator in GENERATORS {
        let proof = prove(generator, &place.sources);
        is_fresh &= !matches!(proof, Proof::Stale(_));
        println!("{}", line(generator.name, &proof));
    }
    println!(
        "tables shapes: skipped: training takes some ten minutes; run `cargo xtask tables shapes` and see that git shows no change"
    );
    let changed = hashes::changed()?;
    changed.iter().for_each(|what| println!("{what}"));
    println!(
        "hashes of all committed tables: {}",
        if changed.is_empty() { "as recorded" } else { "CHANGED" }
    );
    Ok(Check::passed_if(is_fresh && changed.is_empty()))
}

fn prove(generator: &Generator, sources: &Path) -> Proof {
    let missing: Vec<&str> =
        generator.needs.iter().copied().filter(|name| !sources.join(name).exists()).collect();
    if !missing.is_empty() {
        return Proof::Skipped(format!("{} has no {}", sources.display(), missing.join(", ")));
    }
    match (generator.generate)(sources).map(|files| stale(&tables_folder(generator.module), &files)) {
        Ok(stale) if stale.is_empty() => Proof::Fresh,
        Ok(stale) => Proof::Stale(stale.join(", ")),
        Err(reason) => Proof::Stale(reason),
    }
}

fn line(name: &str, proof: &Proof) -> String {
    match proof {
        Proof::Fresh => format!("tables {name}: fresh"),
        Proof::Stale(what) => format!("tables {name}: STALE: {what}"),
        Proof::Skipped(reason) => format!("tables {name}: skipped: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FONTS, Generated};
    use super::*;

    const SAMPLE: Generator =
        Generator { name: "sample", module: "font", needs: &["src"], generate: |_| Ok(vec![]) };

    fn proof(generator: &Generator) -> Proof {
        prove(generator, Path::new(env!("CARGO_MANIFEST_DIR")))
    }

    #[test]
    fn a_group_without_sources_is_skipped_with_the_reason() {
        let Proof::Skipped(reason) = proof(&FONTS) else { panic!("there are no sources here") };
        assert!(
            reason.contains("fonttools") && line("fonts", &proof(&FONTS)).contains("skipped"),
            "{reason}"
        );
    }

    #[test]
    fn other_bytes_and_failures_are_stale() {
        assert_eq!(proof(&SAMPLE), Proof::Fresh);
        let changed = Generator {
            generate: |_| Ok(vec![Generated { file_name: "agl.rs", contents: b"other".to_vec() }]),
            ..SAMPLE
        };
        assert_eq!(proof(&changed), Proof::Stale("agl.rs".into()));
        let failing = Generator { generate: |_| Err("no list".into()), ..SAMPLE };
        assert_eq!(proof(&failing), Proof::Stale("no list".into()));
    }
}
