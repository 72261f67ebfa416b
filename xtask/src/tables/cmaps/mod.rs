//! Packs Adobe's CMaps and character collections into two files that the library searches in place.
//!
//! `cmaps.bin` is a sequence of entries: the length of a name, the name, the length of a block as a number, the
//! block. `collections.bin` is the same for the collections. Numbers are little-endian in groups of seven bits.
//! `pack.rs` describes the blocks. `cmap_checks.txt` holds, for each table as read from its source, the number of
//! mapped codes and a hash of all of them, so that a test can detect any loss.

mod checks;
mod collection;
mod national;
mod pack;
mod source;
mod supplement;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::Generated;
use source::SourceCMap;

/// The folder of the CMaps in Debian's package.
const FOLDER: &str = "poppler-data/usr/share/poppler/cMap";

/// The collections whose CMaps and CIDs are packed, by their orderings. Blocks refer to them by index.
const ORDERINGS: [&str; 6] = ["Japan1", "GB1", "CNS1", "Korea1", "KR", "Japan2"];

/// All CMaps of the package by name.
type SourceCMaps = BTreeMap<String, SourceCMap>;

pub(super) fn generate(sources: &Path) -> Result<Vec<Generated>, String> {
    let mut all = read(&sources.join(FOLDER))?;
    supplement::add(&mut all)?;
    let is_wanted = |cmap: &&SourceCMap| !cmap.is_to_unicode && ORDERINGS.contains(&cmap.ordering.as_str());
    let wanted: Vec<&SourceCMap> = all.values().filter(is_wanted).collect();
    let mut checks = String::new();
    let mut cmaps = Vec::new();
    for cmap in wanted {
        checks.push_str(&checks::line(&cmap.name, &checks::of_codes(&source::expand(cmap, &all)?)));
        put_entry(&mut cmaps, &cmap.name, &pack::cmap(cmap, &all)?);
    }
    let mut collections = Vec::new();
    for ordering in ORDERINGS {
        let texts = collection::texts(ordering, &all)?;
        checks.push_str(&checks::line(&format!("Adobe-{ordering}"), &checks::of_texts(&texts)));
        put_entry(&mut collections, ordering, &pack::collection(&texts));
    }
    Ok(vec![
        Generated { file_name: "cmaps.bin", contents: cmaps },
        Generated { file_name: "collections.bin", contents: collections },
        Generated { file_name: "cmap_checks.txt", contents: checks.into_bytes() },
    ])
}

/// Reads the files of all collections.
fn read(folder: &Path) -> Result<SourceCMaps, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut all = SourceCMaps::new();
    for collection in fs::read_dir(folder).map_err(failed)? {
        let collection = collection.map_err(failed)?.path();
        if !collection.is_dir() {
            continue;
        }
        for file in fs::read_dir(&collection).map_err(failed)? {
            let path = file.map_err(failed)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !is_read(&name) {
                continue;
            }
            let text = fs::read(&path).map_err(failed)?;
            let cmap = SourceCMap::read(&name, &String::from_utf8_lossy(&text));
            all.insert(name, cmap.map_err(|error| format!("{}: {error}", path.display()))?);
        }
    }
    Ok(all)
}

/// Returns `true` if a file maps codes to CIDs, or the CIDs of a collection to Unicode. The other files map back to
/// codes.
fn is_read(name: &str) -> bool {
    if let Some((_, end)) = name.strip_prefix("Adobe-").and_then(|rest| rest.split_once('-')) {
        return end == "UCS2" || end.bytes().all(|byte| byte.is_ascii_digit());
    }
    !name.starts_with("UCS2-") && !name.ends_with("-UCS2") && !name.ends_with("-UCS2C")
}

fn put_entry(file: &mut Vec<u8>, name: &str, block: &[u8]) {
    file.push(u8::try_from(name.len()).expect("names are short"));
    file.extend_from_slice(name.as_bytes());
    pack::put_number(file, block.len() as u64);
    file.extend_from_slice(block);
}
