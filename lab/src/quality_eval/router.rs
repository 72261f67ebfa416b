//! `lab facts-eval`: measures whether the facts of pages find those that need OCR.
//!
//! Good pages are those whose text other programs confirm. They must not be sent to OCR; the same pages with the text of most
//! fonts garbled, without text below an image, and with a few words of a stamp on the image must be, and so must the pages of the
//! files that show an image and in which no program finds text.

use std::collections::BTreeMap;
use std::time::Duration;

use pdftract::geometry::Rect;
use pdftract::{Document, ExtractOptions, LaidOutPage, Options, PageFacts};
use pdftract_testkit::garble::Garble;

use super::{Arguments, Check, agreed, garbled};
use crate::files::{self, PdfFile};
use crate::page_coverage::program::Program;
use crate::parallel;

/// The least share of pages to find, and the largest share of good pages to send.
const MIN_FOUND: f64 = 0.99;
const MOST_SENT: f64 = 0.005;
/// Pages with fewer letters cannot be judged, garbled or not.
const MIN_LETTERS: usize = 50;
/// The glyphs of a stamp.
const STAMP: usize = 12;
/// The share of a page that images cover on scans.
const SCAN_SHARE: f32 = 0.5;
/// The share of pages that need OCR for which the table of probabilities is printed.
const PRIOR: f64 = 0.3;
/// The pages that need none.
const GOOD: &str = "good";
/// The pages of the files that no program finds text on.
const SCAN_OF_CORPUS: &str = "scan of the corpus";

/// The judged pages of one kind.
#[derive(Default, Clone)]
struct Pages {
    sent: usize,
    all: usize,
    /// By tenths of the probability.
    tenths: [usize; 10],
}

impl Pages {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn add(&mut self, facts: &PageFacts) {
        self.all += 1;
        self.sent += usize::from(facts.ocr_likely);
        self.tenths[((facts.ocr_probability * 10.0) as usize).min(9)] += 1;
    }

    fn join(&mut self, other: &Self) {
        self.all += other.all;
        self.sent += other.sent;
        self.tenths.iter_mut().zip(other.tenths).for_each(|(sum, count)| *sum += count);
    }

    fn share(&self) -> f64 {
        self.sent as f64 / self.all.max(1) as f64
    }
}

/// Pages by the way in which they were changed.
type Kinds = BTreeMap<String, Pages>;

pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let files = files::find(std::slice::from_ref(&arguments.folder))?;
    let agreed = agreed(arguments, &files)?;
    let limit = Duration::from_secs(arguments.timeout);
    let judged = parallel::map(&files, None, |file| {
        let numbers = agreed.get(&file.name).map(Vec::as_slice).unwrap_or_default();
        judge_file(file, numbers, limit, arguments.verbose)
    })?;
    let (mut kinds, mut needing) = (Kinds::new(), Pages::default());
    for (name, pages) in judged.into_iter().flatten() {
        kinds.entry(name).or_default().join(&pages);
    }
    println!("pages\tsent to OCR\tof");
    for (name, pages) in &kinds {
        println!("{name}\t{}\t{}", pages.sent, pages.all);
        if name != GOOD {
            needing.join(pages);
        }
    }
    let good = kinds.get(GOOD).cloned().unwrap_or_default();
    print_probabilities(&good, &needing);
    println!("found {:.4} of pages that need OCR; sent {:.4} of good pages", needing.share(), good.share());
    Ok(Check::passed_if(needing.share() >= MIN_FOUND && good.share() <= MOST_SENT))
}

/// Prints the share of pages that need OCR by tenths of the probability.
fn print_probabilities(good: &Pages, needing: &Pages) {
    println!("probability\tgood\tneeding\tshare that needs OCR, where three pages in ten do");
    for (tenth, (&fine, &bad)) in good.tenths.iter().zip(&needing.tenths).enumerate() {
        let (fine_weight, bad_weight) = (
            fine as f64 / good.all.max(1) as f64 * (1.0 - PRIOR),
            bad as f64 / needing.all.max(1) as f64 * PRIOR,
        );
        let share = bad_weight / (fine_weight + bad_weight).max(f64::MIN_POSITIVE);
        println!("0.{tenth}\t{fine}\t{bad}\t{share:.3}");
    }
}

fn judge_file(file: &PdfFile, numbers: &[usize], limit: Duration, verbose: bool) -> Result<Kinds, String> {
    let mut kinds = Kinds::new();
    let Ok(document) = Document::open_path(&file.path, &Options::default()) else { return Ok(kinds) };
    let mut add = |facts: &PageFacts, kind: &str| {
        kinds.entry(kind.to_owned()).or_default().add(facts);
        if verbose && facts.ocr_likely == (kind == GOOD) {
            println!("{} page {} {kind}: {facts:?}", file.name, facts.profile.page_index + 1);
        }
    };
    let is_scan = |facts: &PageFacts| facts.profile.image_share >= SCAN_SHARE && facts.profile.glyphs < 50;
    let suspects: Vec<PageFacts> =
        (0..document.page_count()).filter_map(|index| document.page_facts(index)).filter(is_scan).collect();
    if !suspects.is_empty() {
        let texts: Vec<Vec<String>> =
            Program::ALL.iter().map(|program| program.texts(&file.path, limit)).collect::<Result<_, _>>()?;
        let is_blank = |index: usize| {
            let blank = |pages: &&Vec<String>| pages.get(index).is_some_and(|text| text.trim().is_empty());
            texts.iter().filter(blank).count() >= 2
        };
        suspects
            .iter()
            .filter(|facts| is_blank(facts.profile.page_index))
            .for_each(|facts| add(facts, SCAN_OF_CORPUS));
    }
    for &number in numbers {
        let (Some(facts), Some(page)) =
            (document.page_facts(number - 1), document.laid_out(number - 1, &ExtractOptions::default()))
        else {
            continue;
        };
        let letters = page.text(&ExtractOptions::default());
        if letters.chars().filter(|character| character.is_alphabetic()).count() >= MIN_LETTERS {
            add(&facts, GOOD);
            spoiled(page, &mut add);
        }
    }
    Ok(kinds)
}

/// Judges a page that is changed so that it needs OCR.
fn spoiled(mut page: LaidOutPage, add: &mut impl FnMut(&PageFacts, &str)) {
    let reaching: Vec<Garble> =
        Garble::ALL.into_iter().filter(|garble| garbled::reaches(&page, *garble)).collect();
    for garble in reaching {
        garbled::with_garbled(&mut page, garble, |page| {
            add(&PageFacts::new(&page.glyphs, 0), &format!("garbled {garble:?}"));
        });
    }
    page.glyphs.images = vec![Rect { x0: 0.0, y0: 0.0, x1: page.glyphs.width, y1: page.glyphs.height }];
    page.glyphs.glyphs.truncate(STAMP);
    add(&PageFacts::new(&page.glyphs, 0), "scan with a stamp");
    page.glyphs.glyphs.clear();
    add(&PageFacts::new(&page.glyphs, 0), "scan");
}
