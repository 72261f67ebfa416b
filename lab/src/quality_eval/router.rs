//! `lab facts-eval`: measures whether the facts of pages find those that need OCR.
//!
//! Good pages are those whose text other programs confirm. They must not be sent to OCR; the same pages with the text of most
//! fonts garbled, without text below an image, and with a few words of a stamp on the image must be.

use std::collections::BTreeMap;

use pdftract::LaidOutPage;
use pdftract::PageFacts;
use pdftract::geometry::Rect;
use pdftract_testkit::garble::Garble;

use super::{Arguments, Check, agreed, garbled, pages};
use crate::files::{self, PdfFile};
use crate::parallel;

/// The least share of pages to find, and the largest share of good pages to send.
const MIN_FOUND: f64 = 0.99;
const MOST_SENT: f64 = 0.005;
/// Pages with fewer letters cannot be judged, garbled or not.
const MIN_LETTERS: usize = 50;
/// The glyphs of a stamp.
const STAMP: usize = 12;

/// Counts by the way in which pages were changed.
type Counts = BTreeMap<String, (usize, usize)>;

pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let files = files::find(std::slice::from_ref(&arguments.folder))?;
    let agreed = agreed(arguments, &files)?;
    let counted = parallel::map(&files, None, |file| {
        let numbers = agreed.get(&file.name).map(Vec::as_slice).unwrap_or_default();
        Ok(count_file(file, numbers, arguments.verbose))
    })?;
    let mut counts = Counts::new();
    for (name, (sent, all)) in counted.into_iter().flatten() {
        let sum = counts.entry(name).or_default();
        *sum = (sum.0 + sent, sum.1 + all);
    }
    let mut found = (0, 0);
    println!("pages\tsent to OCR\tof");
    for (name, &(sent, all)) in &counts {
        println!("{name}\t{sent}\t{all}");
        if name != GOOD {
            found = (found.0 + sent, found.1 + all);
        }
    }
    let share = |(part, whole): (usize, usize)| part as f64 / whole.max(1) as f64;
    let sent = share(counts.get(GOOD).copied().unwrap_or_default());
    println!("found {:.4} of pages that need OCR; sent {sent:.4} of good pages", share(found));
    Ok(Check::passed_if(share(found) >= MIN_FOUND && sent <= MOST_SENT))
}

const GOOD: &str = "good";

fn count_file(file: &PdfFile, numbers: &[usize], verbose: bool) -> Counts {
    let mut counts = Counts::new();
    if numbers.is_empty() {
        return counts;
    }
    for mut page in pages(&file.path) {
        if !numbers.contains(&(page.glyphs.page_index + 1)) {
            continue;
        }
        let letters = page.text(&pdftract::ExtractOptions::default());
        if letters.chars().filter(|character| character.is_alphabetic()).count() < MIN_LETTERS {
            continue;
        }
        let mut count = |page: &LaidOutPage, name: String| {
            let facts = PageFacts::new(&page.glyphs, 0);
            let entry = counts.entry(name.clone()).or_default();
            *entry = (entry.0 + usize::from(facts.ocr_likely), entry.1 + 1);
            if verbose && facts.ocr_likely == (name == GOOD) {
                println!("{} page {} {name}: {facts:?}", file.name, page.glyphs.page_index + 1);
            }
        };
        count(&page, GOOD.to_owned());
        for garble in
            Garble::ALL.into_iter().filter(|garble| garbled::reaches(&page, *garble)).collect::<Vec<_>>()
        {
            garbled::with_garbled(&mut page, garble, |page| count(page, format!("garbled {garble:?}")));
        }
        page.glyphs.images = vec![Rect { x0: 0.0, y0: 0.0, x1: page.glyphs.width, y1: page.glyphs.height }];
        page.glyphs.glyphs.truncate(STAMP);
        count(&page, "scan with a stamp".to_owned());
        page.glyphs.glyphs.clear();
        count(&page, "scan".to_owned());
    }
    counts
}
