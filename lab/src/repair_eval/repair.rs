//! Measures whether other programs read a repaired file as well as pdftract reads the broken one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use pdftract::write::RepairOptions;
use pdftract::{Document, Options};

use super::truth;
use crate::{Check, files, tool};

/// The time limit for another program.
const LIMIT: Duration = Duration::from_secs(60);
/// The mean gap allowed for other programs.
const ALLOWED_GAP: f64 = 0.01;
/// The gap from which a file is listed.
const LISTED_GAP: f64 = 0.02;

/// Scores of pdftract, pdftotext and mutool; then the same without white space.
///
/// A character map does not define word breaks. Bitmap fonts of TeX have a font size of a tenth of a point, at which
/// mutool takes each kern for a space.
type Scores = [f64; 6];

pub(crate) fn run(folders: &[PathBuf]) -> Result<Check, String> {
    tool::require_poppler()?;
    tool::require_mutool()?;
    tool::require("qpdf", &["--version"], "install qpdf")?;
    let place = std::env::temp_dir().join(format!("pdftract-repaired-{}.pdf", std::process::id()));
    let mut all: Vec<Scores> = Vec::new();
    let mut faults = 0;
    for file in files::find(folders)? {
        let Some(truth) = truth::of(&file.path) else { continue };
        let (scores, fault) = judge(&file.path, &truth, &place)?;
        if let Some(fault) = &fault {
            println!("{}: {fault}", file.path.display());
        }
        faults += usize::from(fault.is_some());
        if scores[0] - scores[1].min(scores[2]) > LISTED_GAP {
            println!("{}: {scores:.3?}", file.path.display());
        }
        all.push(scores);
    }
    let _ = fs::remove_file(&place);
    let column = |index: usize| truth::mean(&all.iter().map(|scores| scores[index]).collect::<Vec<f64>>());
    let [own, poppler, mutool] = [column(0), column(1), column(2)];
    println!(
        "{} files: pdftract {own:.4}, pdftotext {poppler:.4}, mutool {mutool:.4}; {faults} faulty",
        all.len()
    );
    println!("without white space: {:.4}, {:.4}, {:.4}", column(3), column(4), column(5));
    Ok(Check::passed_if(faults == 0 && own - poppler.min(mutool) <= ALLOWED_GAP))
}

/// Repairs a file and scores the result; also returns a defect of the repaired file, if any.
fn judge(path: &Path, truth: &str, place: &Path) -> Result<(Scores, Option<&'static str>), String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let open = |bytes: &[u8]| Document::open(bytes, &Options::default()).map_err(|error| error.to_string());
    let document = open(&bytes)?;
    let repaired = document.repair(RepairOptions::default()).map_err(|error| error.to_string())?.bytes;
    let again = open(&repaired)?.repair(RepairOptions::default()).map_err(|error| error.to_string())?.bytes;
    fs::write(place, &repaired).map_err(|error| error.to_string())?;
    let is_clean =
        Command::new("qpdf").arg("--check").arg(place).output().is_ok_and(|output| output.status.success());
    let fault = if !repaired.starts_with(&bytes) {
        Some("the original bytes are not in front")
    } else if again != repaired {
        Some("repaired twice it is not the same")
    } else {
        (!is_clean).then_some("qpdf --check is not content")
    };
    let by = |program: &str, arguments: &[&str], after: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).arg(place).args(after);
        Ok::<_, String>(tool::output(&mut command, LIMIT)?.unwrap_or_default())
    };
    let texts = [
        document.text().map_err(|error| error.to_string())?,
        by("pdftotext", &["-enc", "UTF-8"], &["-"])?,
        by("mutool", &["draw", "-q", "-F", "text"], &[])?,
    ];
    let [own, poppler, mutool] = texts.each_ref().map(|text| truth::score(truth, text));
    let solid = |text: &str| text.split_whitespace().collect::<String>();
    let [solid_own, solid_poppler, solid_mutool] =
        texts.each_ref().map(|text| truth::score(&solid(truth), &solid(&text.replace("-\n", ""))));
    Ok(([own, poppler, mutool, solid_own, solid_poppler, solid_mutool], fault))
}
