//! Measures whether a database learned from some files helps to read others, without harming any.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pdftract::knowledge::FontDatabase;
use pdftract::{Document, Knowledge, Options};

use super::truth;
use crate::{Check, files};

/// The change of score from which a file is listed.
const LISTED_CHANGE: f64 = 0.0005;

/// A file is listed and counted if its score stays below this.
const KNOWN_BY_HEART: f64 = 0.999;

pub(crate) fn run(folders: &[PathBuf], from: &[PathBuf]) -> Result<Check, String> {
    let mut database = FontDatabase::default();
    for file in files::find(from)? {
        if let Ok(document) = Document::open_path(&file.path, &Options::default()) {
            database.add(document.learn().glyphs);
        }
    }
    println!("learned {} glyphs of {} fonts", database.len(), database.faces().len());
    let knowledge =
        Knowledge::default().with(|knowledge| knowledge.font_databases = vec![Arc::new(database.into())]);
    let knowing = Options::default().with(|options| options.knowledge = Arc::new(knowledge));
    let (mut before, mut after, mut worse) = (Vec::new(), Vec::new(), 0);
    for file in files::find(folders)? {
        let Some(truth) = truth::of(&file.path) else { continue };
        let [old, new] =
            [score(&file.path, &truth, &Options::default())?, score(&file.path, &truth, &knowing)?];
        if (new - old).abs() >= LISTED_CHANGE || new < KNOWN_BY_HEART {
            println!("{}: {old:.4} → {new:.4}", file.path.display());
        }
        worse += usize::from(old - new >= LISTED_CHANGE);
        before.push(old);
        after.push(new);
    }
    let known = after.iter().filter(|score| **score >= KNOWN_BY_HEART).count();
    println!(
        "{} files: {:.4} → {:.4}; {known} with at least {KNOWN_BY_HEART}; {worse} worse",
        before.len(),
        truth::mean(&before),
        truth::mean(&after)
    );
    Ok(Check::passed_if(worse == 0))
}

fn score(path: &Path, truth: &str, options: &Options) -> Result<f64, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let document = Document::open(bytes, options).map_err(|error| error.to_string())?;
    Ok(truth::score(truth, &document.text().map_err(|error| error.to_string())?))
}
