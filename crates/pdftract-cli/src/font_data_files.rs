//! Reads font maps, learned fonts and word lists named on the command line or in the environment.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pdftract::Knowledge;
use pdftract::knowledge::{Dictionary, FontDatabase, FontDatabaseError, FontMap, LearnedFonts};

use crate::exit::{Exit, Failure};

/// Names a database or a folder of databases for all runs.
const ENVIRONMENT: &str = "PDFTRACT_FONT_DB";
/// The extension of files of learned fonts.
const EXTENSION: &str = "ptfp";
/// The bytes that identify a file of learned fonts.
const HEAD_BYTES: u64 = 64;

/// Reads font maps and databases.
pub(crate) fn read(font_maps: &[PathBuf], mut databases: Vec<PathBuf>) -> Result<Knowledge, Failure> {
    if databases.is_empty() {
        databases.extend(from_environment());
    }
    let font_maps = font_maps.iter().map(|path| font_map(path)).collect::<Result<_, _>>()?;
    let mut font_databases = Vec::new();
    for path in &databases {
        for file in files(path)? {
            font_databases.push(Arc::new(learned_fonts(file)?));
        }
    }
    Ok(Knowledge::default().with(|knowledge| {
        knowledge.font_maps = font_maps;
        knowledge.font_databases = font_databases;
    }))
}

/// Returns the database or folder of databases that the environment names.
pub(crate) fn from_environment() -> Option<PathBuf> {
    std::env::var_os(ENVIRONMENT).filter(|path| !path.is_empty()).map(PathBuf::from)
}

fn font_map(path: &Path) -> Result<FontMap, Failure> {
    FontMap::read(&bytes(path)?).map_err(|error| unusable(path, &error))
}

/// Opens a file of learned fonts. Only its header is read now, the rest when a font needs it.
fn learned_fonts(path: PathBuf) -> Result<LearnedFonts, Failure> {
    let mut head = Vec::new();
    let file = fs::File::open(&path).map_err(|error| unreadable(&path, &error))?;
    let length = file.metadata().map_err(|error| unreadable(&path, &error))?.len();
    file.take(HEAD_BYTES).read_to_end(&mut head).map_err(|error| unreadable(&path, &error))?;
    FontDatabase::check_head(&head, length).map_err(|error| unusable(&path, &error))?;
    Ok(LearnedFonts::later(move || {
        let told =
            |error: &dyn std::fmt::Display| FontDatabaseError::new(format!("{}: {error}", path.display()));
        let bytes = fs::read(&path).map_err(|error| told(&error))?;
        FontDatabase::read(&bytes).map_err(|error| told(&error))
    }))
}

/// Reads a file of learned fonts.
pub(crate) fn font_database(path: &Path) -> Result<FontDatabase, Failure> {
    FontDatabase::read(&bytes(path)?).map_err(|error| unusable(path, &error))
}

/// Reads lists of words; `None` without any.
pub(crate) fn dictionary(lists: &[PathBuf]) -> Result<Option<Dictionary>, Failure> {
    let mut all: Option<Dictionary> = None;
    for path in lists {
        let list = Dictionary::read(&bytes(path)?).map_err(|error| unusable(path, &error))?;
        all = Some(match all {
            Some(all) => all.with(list),
            None => list,
        });
    }
    Ok(all)
}

/// The databases of a folder by name, or the file itself.
fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let entries = fs::read_dir(path).map_err(|error| unreadable(path, &error))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION)).collect();
    found.sort();
    Ok(found)
}

/// The longest file of fonts or words that is read; a device such as `/dev/zero` has no end. Half the memory that a document
/// may use by default, since the file is parsed beside its bytes.
const MOST_BYTES: u64 = 128 << 20;

fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(unusable(path, &"the file is longer than allowed"));
    }
    Ok(bytes)
}

fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(Exit::Error, error.to_string()).of_file(path.to_string_lossy())
}

fn unusable(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(Exit::Usage, error.to_string()).of_file(path.to_string_lossy())
}
