//! `xtask tables shapes`: writes the network, the fingerprints, their labels and the list of fonts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::{INNER, Studied, fonts, labels, network, quantise, samples, study};

/// The number of training epochs.
const ROUNDS: usize = 5;

/// Buckets of fingerprints, and bits of an entry's label.
const BUCKETS: usize = 4096;
const LABEL_BITS: u32 = 12;

/// Writes all shape files; the weights only if `train` is set.
pub(crate) fn write(sources: &Path, train: bool) -> Result<(), String> {
    let all = study(sources)?;
    let mut labels = labels(&all);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tables = root.join("crates/pdftract/src/font/tables");
    let learned = samples(&all, &labels, |_| true);
    println!("{} fonts, {} glyphs to learn, {} labels", all.len(), learned.len(), labels.len());
    if train {
        let network = network::train(&learned, INNER, labels.len(), ROUNDS);
        save(&tables.join("shape_model.bin"), &quantise::quantise(&network, &learned))?;
    }
    let fingerprints = fingerprints(&all, &mut labels);
    println!("{} fingerprints, {} labels", (fingerprints.len() - BUCKETS * 4) / 4, labels.len());
    save(&tables.join("fingerprints.bin"), &fingerprints)?;
    save(&tables.join("shape_labels.txt"), (labels.join("\n") + "\n").as_bytes())?;
    save(&root.join("docs/shape-fonts.md"), font_list(&all)?.as_bytes())
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the table `fingerprints.bin`. Labels that the network does not know are added to the list.
fn fingerprints(all: &[Studied], labels: &mut Vec<String>) -> Vec<u8> {
    let mut numbers: BTreeMap<String, usize> =
        labels.iter().enumerate().map(|(number, label)| (label.clone(), number)).collect();
    let mut entries: BTreeSet<(u64, usize)> = BTreeSet::new();
    let known =
        all.iter().flat_map(|studied| studied.known.iter().map(|known| (known, studied.file.package)));
    for ((label, fingerprint), package) in known {
        let Some(hash) = fingerprint.filter(|_| fonts::is_fingerprinted(label, package)) else { continue };
        let number = *numbers.entry(label.clone()).or_insert_with(|| {
            labels.push(label.clone());
            labels.len() - 1
        });
        entries.insert((hash >> 32, number));
    }
    let mut ends = vec![0_u32; BUCKETS];
    let mut bytes = Vec::new();
    for (key, number) in entries {
        let bucket = usize::try_from(key >> 20).unwrap_or(0);
        let rest = u32::try_from(key & 0xF_FFFF).unwrap_or(0);
        let label = u32::try_from(number).unwrap_or(u32::MAX);
        if label < 1 << LABEL_BITS {
            bytes.extend((rest << LABEL_BITS | label).to_le_bytes());
            ends[bucket] += 1;
        }
    }
    let mut end = 0;
    let ends = ends.into_iter().flat_map(|count| {
        end += count;
        end.to_le_bytes()
    });
    ends.chain(bytes).collect()
}

/// Returns the list of fonts used, with their hashes, as a page of the documentation.
fn font_list(all: &[Studied]) -> Result<String, String> {
    let mut text = String::from(
        "# Fonts that shapes were learned from\n\nWritten by `cargo xtask tables shapes`. All are packages of Debian 12. \
         The tables hold hashes of outlines and weights of a\nnetwork, no outlines.\n",
    );
    for package in fonts::PACKAGES {
        let _ = writeln!(text, "\n## {} {}: {}\n", package.name, package.version, package.licence);
        let used = all.iter().filter(|studied| studied.file.package.name == package.name);
        for studied in used.filter(|studied| !studied.known.is_empty()) {
            let path = &studied.file.path;
            let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let _ = writeln!(text, "- `{hash}` {name}");
        }
    }
    Ok(text)
}
