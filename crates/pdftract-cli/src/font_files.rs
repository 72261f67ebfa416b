//! Reads what is known of fonts from the files that the command line names.

use std::fs;
use std::path::{Path, PathBuf};

use pdftract::Knowledge;
use pdftract::knowledge::FontMap;

use crate::exit::{Exit, Failure};

/// Reads font maps.
pub(crate) fn read(font_maps: &[PathBuf]) -> Result<Knowledge, Failure> {
    let font_maps = font_maps.iter().map(|path| font_map(path)).collect::<Result<_, _>>()?;
    Ok(Knowledge { font_maps })
}

fn font_map(path: &Path) -> Result<FontMap, Failure> {
    FontMap::read(&bytes(path)?).map_err(|error| unusable(path, &error))
}

fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let failure = |error| Failure::new(Exit::Error, format!("{error}")).of_file(path.to_string_lossy());
    fs::read(path).map_err(failure)
}

fn unusable(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(Exit::Unusable, error.to_string()).of_file(path.to_string_lossy())
}
