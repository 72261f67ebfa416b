//! Checks that an anonymised copy has no words of the original, and the same diagnostics.

use std::collections::BTreeSet;
use std::path::PathBuf;

use pdftract::{Document, ExtractOptions, Hidden, Options};

use crate::files::PdfFile;
use crate::{Check, files};

/// Shorter words occur in every text.
const WORD_LETTERS: usize = 5;

/// The compared properties of a document: its words, hidden ones too, and its diagnostics.
struct Traits {
    words: BTreeSet<String>,
    codes: BTreeSet<&'static str>,
}

pub(crate) fn run(folders: &[PathBuf], count: usize) -> Result<Check, String> {
    let found = files::find(folders)?;
    let step = (found.len() / count.max(1)).max(1);
    let (mut copies, mut telling, mut different) = (0, 0, 0);
    let open = |file: &&PdfFile| Document::open_path(&file.path, &Options::default()).ok();
    let documents = found.iter().step_by(step).filter_map(|file| Some((file, open(&file)?)));
    for (file, original) in documents.take(count) {
        let before = traits(&original);
        let copy = original.report();
        let copy = Document::open(copy, &Options::default())
            .map_err(|error| format!("{}: {error}", file.path.display()))?;
        let after = traits(&copy);
        copies += 1;
        let left: Vec<&String> = before.words.intersection(&after.words).take(5).collect();
        if !left.is_empty() {
            println!("{}: words are left: {left:?}", file.path.display());
            telling += 1;
        }
        if before.codes != after.codes {
            println!("{}: {:?} became {:?}", file.path.display(), before.codes, after.codes);
            different += 1;
        }
    }
    println!("{copies} copies: {telling} with words of the original, {different} with other diagnostics");
    Ok(Check::passed_if(telling + different == 0))
}

/// Returns `true` if a word identifies its text: long enough, and not one repeated letter, since substitutes look
/// like that.
fn is_distinctive(word: &str) -> bool {
    let first = word.chars().next();
    word.chars().count() >= WORD_LETTERS && !word.chars().all(|letter| Some(letter) == first)
}

fn traits(document: &Document) -> Traits {
    let options = ExtractOptions::default().hidden(Hidden::Keep);
    let mut words = BTreeSet::new();
    for page in (0..document.page_count()).filter_map(|index| document.laid_out(index, &options)) {
        let text = page.text(&options);
        let found = text.split(|c: char| !c.is_alphabetic()).filter(|word| is_distinctive(word));
        words.extend(found.map(str::to_lowercase));
    }
    let codes = document.diagnostics().iter().map(|diagnostic| diagnostic.code.as_str()).collect();
    Traits { words, codes }
}
