//! `lab calibrate`: evaluates the text verdicts by language and script, on sentences held out from training.
//!
//! Each passage of about two hundred characters is judged unchanged and garbled in every way of the testkit. The
//! output has the share of passages judged readable, the share of garbled ones judged unreadable, the area under the
//! ROC curve and the expected calibration error (ECE) over ten bins of confidence.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use pdftract::quality::judge;
use pdftract_testkit::garble::Garble;
use pdftract_testkit::random::Random;
use xtask::tables::held_out::{LANGUAGES, sentences};

use crate::Check;

/// Arguments of `lab calibrate`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with the unpacked source packages; `docs/data-licences.md` lists them.
    #[arg(long)]
    sources: PathBuf,
    /// Print misjudged passages.
    #[arg(long)]
    verbose: bool,
}

/// The number of characters per passage.
const PASSAGE: usize = 200;
/// The number of passages per language.
const PASSAGES: usize = 40;
/// Languages judged by models other than the trigram models.
const OTHERS: [(&str, &str); 2] = [("ko", "korean"), ("zh", "chinese")];
/// The shares that the verdicts must reach.
const MIN_READABLE: f64 = 0.98;
const MIN_CAUGHT: f64 = 0.97;
const MAX_ERROR: f64 = 0.03;
const MAX_SCRIPT_ERROR: f64 = 0.06;

/// A judgement: the confidence, and how the text was garbled.
type Judged = (f64, Option<Garble>);

pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let mut scripts: BTreeMap<String, Vec<Judged>> = BTreeMap::new();
    let mut all = Vec::new();
    for (code, package) in LANGUAGES.iter().copied().chain(OTHERS) {
        let text = sentences(&arguments.sources, package)?;
        let (script, judged) = judge_language(code, &text, arguments.verbose);
        println!("{code:10} {}", row(&judged));
        scripts.entry(script).or_default().extend(&judged);
        all.extend(judged);
    }
    for (script, judged) in &scripts {
        println!("{script:10} {}", row(judged));
    }
    println!("{:10} {}", "all", row(&all));
    let scripts_hold = scripts.values().all(|judged| calibration_error(judged) <= MAX_SCRIPT_ERROR);
    let holds =
        readable(&all) >= MIN_READABLE && caught(&all) >= MIN_CAUGHT && calibration_error(&all) <= MAX_ERROR;
    Ok(Check::passed_if(holds && scripts_hold))
}

fn judge_language(code: &str, text: &str, verbose: bool) -> (String, Vec<Judged>) {
    let mut judged = Vec::new();
    let mut random = Random::new(1);
    let mut script = String::new();
    for passage in passages(text) {
        let verdict = judge(&passage);
        script = verdict.script.and_then(|script| script.code()).unwrap_or("?").to_owned();
        let mut note = |confidence: f64, garble: Option<Garble>, text: &str| {
            if verbose && (confidence >= 0.5) == garble.is_some() {
                println!("  {code} {garble:?} {confidence:.2} {}", text.replace('\n', " "));
            }
            judged.push((confidence, garble));
        };
        note(verdict.confidence, None, &passage);
        for garble in Garble::ALL.into_iter().filter(|garble| garble.affects(&passage)) {
            let garbled = garble.apply(&passage, &mut random);
            note(judge(&garbled).confidence, Some(garble), &garbled);
        }
    }
    (script, judged)
}

fn passages(text: &str) -> Vec<String> {
    let mut passages = vec![String::new()];
    for line in text.lines() {
        if passages.last().is_some_and(|passage| passage.chars().count() >= PASSAGE) {
            passages.push(String::new());
        }
        if let Some(passage) = passages.last_mut() {
            passage.push_str(line);
            passage.push('\n');
        }
    }
    passages.retain(|passage| passage.chars().count() >= PASSAGE / 2);
    passages.truncate(PASSAGES);
    passages
}

fn row(judged: &[Judged]) -> String {
    let mut row = format!(
        "n {:5}  readable {:.3}  caught {:.3}  roc {:.4}  ece {:.3} ",
        judged.len(),
        readable(judged),
        caught(judged),
        area(judged),
        calibration_error(judged)
    );
    for garble in Garble::ALL {
        let of_kind: Vec<Judged> = judged.iter().copied().filter(|(_, kind)| *kind == Some(garble)).collect();
        row += &format!(" {garble:?} {:.2}", caught(&of_kind));
    }
    row
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

fn readable(judged: &[Judged]) -> f64 {
    let right = judged.iter().filter(|(_, garble)| garble.is_none());
    share(right.clone().filter(|(confidence, _)| *confidence >= 0.5).count(), right.count())
}

fn caught(judged: &[Judged]) -> f64 {
    let garbled = judged.iter().filter(|(_, garble)| garble.is_some());
    share(garbled.clone().filter(|(confidence, _)| *confidence < 0.5).count(), garbled.count())
}

/// Returns the area under the ROC curve: the probability that a passage has a higher confidence than a garbled one.
fn area(judged: &[Judged]) -> f64 {
    let (mut wins, mut pairs) = (0.0, 0.0);
    for (right, _) in judged.iter().filter(|(_, garble)| garble.is_none()) {
        for (wrong, _) in judged.iter().filter(|(_, garble)| garble.is_some()) {
            wins += if right > wrong {
                1.0
            } else if right < wrong {
                0.0
            } else {
                0.5
            };
            pairs += 1.0;
        }
    }
    if pairs == 0.0 { 1.0 } else { wins / pairs }
}

/// Returns the expected calibration error over ten bins of confidence.
fn calibration_error(judged: &[Judged]) -> f64 {
    let mut tenths = [(0.0, 0.0, 0.0); 10];
    for (confidence, garble) in judged {
        let tenth = &mut tenths[((confidence * 10.0) as usize).min(9)];
        tenth.0 += confidence;
        tenth.1 += f64::from(u8::from(garble.is_none()));
        tenth.2 += 1.0;
    }
    let distance: f64 = tenths.iter().map(|(confidence, right, _)| (confidence - right).abs()).sum();
    distance / judged.len().max(1) as f64
}
