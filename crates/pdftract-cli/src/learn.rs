//! `pdftract learn`: what outlines mean, from PDFs and font files that can be trusted, goes into a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use pdftract::knowledge::{Added, FontDatabase};
use pdftract::unicode::Harvest;
use pdftract::{Error, Input};

use crate::exit::{Exit, Failure};
use crate::font_data_files;
use crate::for_each_file::{FileError, each_source, print, time_is_left};
use crate::input::Source;
use crate::plan::LearnPlan;
use crate::printable::printable;
use crate::repair::save;

/// Bytes that tell a font file from a PDF.
const HEAD_BYTES: u64 = 16;

/// Carries out the plan.
pub(crate) fn run(plan: &LearnPlan) -> Exit {
    let mut database = match existing(&plan.output) {
        Ok(database) => database,
        Err(failure) => return failure.report(),
    };
    let exit = each_source(&plan.sources, |source| learn(source, plan, &mut database));
    let saved = save(&plan.output, &database.to_bytes());
    let last = saved.map(|()| {
        let (glyphs, faces) = (database.len(), database.faces().len());
        // A closed pipe does not fail the run: the file is written.
        let _ = print(&[&format!(
            "{}: {glyphs} glyphs of {faces} fonts\n",
            printable(&plan.output.to_string_lossy())
        )]);
        Exit::Ok
    });
    exit.max(last.unwrap_or_else(|failure| failure.report()))
}

/// The file that is added to; an empty one if it is not there yet.
fn existing(path: &Path) -> Result<FontDatabase, Failure> {
    if path.exists() { font_data_files::font_database(path) } else { Ok(FontDatabase::default()) }
}

fn learn(source: &Source, plan: &LearnPlan, database: &mut FontDatabase) -> Result<(), FileError> {
    let mut harvest = harvest(source, plan)?;
    let added = database.add(std::mem::take(&mut harvest.glyphs));
    print(&[&told(&source.name(), &harvest, &added, plan.conflicts)]).map_err(FileError::Output)
}

fn harvest(source: &Source, plan: &LearnPlan) -> Result<Harvest, Failure> {
    let input = read(source, plan)?;
    let mut harvest = Harvest::default();
    if is_font(input.bytes()) {
        let name = Path::new(&source.name()).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let read = harvest.add_font_file(input.bytes(), &name.unwrap_or_default());
        let failure = || Failure::new(Exit::NotPdf, "the font file cannot be read");
        return read.then_some(harvest).ok_or_else(failure);
    }
    let document = source.open_bytes(input, &plan.opening)?;
    let harvest = document.learn();
    time_is_left(&document)?;
    Ok(harvest)
}

/// Reads a PDF or a font file. Anything but a font file is read within the time allowed for a document, since a pipe or a
/// device may never end.
fn read(source: &Source, plan: &LearnPlan) -> Result<Input, Error> {
    match source {
        Source::Path(path) if path.is_file() && is_font(&head(path)?) => source.read(plan.opening.mmap),
        _ => source.read_document(&plan.opening),
    }
}

/// Returns the first bytes of a file.
fn head(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

/// Returns whether the first bytes are those of a font file.
fn is_font(bytes: &[u8]) -> bool {
    let starts: [&[u8]; 7] =
        [b"\0\x01\0\0", b"OTTO", b"true", b"ttcf", b"%!PS-AdobeFont", b"%!FontType1", b"\x80\x01"];
    starts.iter().any(|start| bytes.starts_with(start))
}

fn told(name: &str, harvest: &Harvest, added: &Added, lists_conflicts: bool) -> String {
    let contradicted = harvest.contradicted.len() + added.disputed.len();
    let mut out = format!(
        "{}: {} glyphs learned, {} known before, {contradicted} contradicted, {} unconfirmed\n",
        printable(name),
        added.new,
        added.known,
        harvest.unconfirmed
    );
    if lists_conflicts {
        for (font, one, other) in harvest.contradicted.iter().chain(&added.disputed) {
            let [font, one, other] = [font, one, other].map(|text| printable(text).into_owned());
            out.push_str(&format!("  {font}: \u{201C}{one}\u{201D} or \u{201C}{other}\u{201D}\n"));
        }
    }
    out
}
