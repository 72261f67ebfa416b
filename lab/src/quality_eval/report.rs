//! Reports the shares of correct verdicts, by script and by way of garbling, and the misjudged pages.

use std::collections::BTreeSet;

use pdftract_testkit::garble::Garble;

use super::Judged;

/// The shares that the verdicts must reach.
const MIN_READABLE: f64 = 0.995;
const MIN_CAUGHT: f64 = 0.99;
/// A page with fewer letters in words cannot be distinguished from a cipher.
const MIN_LETTERS: usize = 60;
/// The number of characters of a text that are shown.
const SHOWN: usize = 150;

impl Judged {
    fn is_readable(&self) -> bool {
        self.score >= 0.5
    }

    fn is_right(&self) -> bool {
        self.is_readable() == self.garble.is_none()
    }

    /// Returns `true` if the page has enough text for the verdict.
    fn counts(&self) -> bool {
        self.garble.is_none() || self.letters >= MIN_LETTERS
    }
}

/// A share of correct verdicts.
struct Share {
    right: usize,
    all: usize,
}

impl Share {
    fn of<'j>(judged: impl Iterator<Item = &'j Judged>) -> Self {
        judged.filter(|judged| judged.counts()).fold(Self { right: 0, all: 0 }, |share, judged| Self {
            right: share.right + usize::from(judged.is_right()),
            all: share.all + 1,
        })
    }

    fn value(&self) -> f64 {
        self.right as f64 / self.all.max(1) as f64
    }

    fn text(&self) -> String {
        if self.all == 0 { "-".into() } else { format!("{}/{} {:.4}", self.right, self.all, self.value()) }
    }
}

fn scripts(judged: &[Judged]) -> BTreeSet<&'static str> {
    judged.iter().map(|judged| judged.script).collect()
}

fn whole(judged: &[Judged], script: Option<&str>) -> Share {
    let belongs = |judged: &&Judged| script.is_none_or(|script| judged.script == script);
    Share::of(judged.iter().filter(belongs).filter(|judged| judged.garble.is_none()))
}

fn garbled(judged: &[Judged], script: Option<&str>, garble: Option<Garble>) -> Share {
    let belongs = |judged: &&Judged| script.is_none_or(|script| judged.script == script);
    let is_kind = |judged: &&Judged| judged.garble.is_some() && (garble.is_none() || judged.garble == garble);
    Share::of(judged.iter().filter(belongs).filter(is_kind))
}

pub(super) fn holds(judged: &[Judged]) -> bool {
    let scripts = scripts(judged);
    let readable = scripts.iter().all(|script| whole(judged, Some(script)).value() >= MIN_READABLE);
    readable && garbled(judged, None, None).value() >= MIN_CAUGHT
}

pub(super) fn text(judged: &[Judged], verbose: bool) -> String {
    let mut text = String::from("script\treadable\tgarbled ones caught");
    Garble::ALL.into_iter().for_each(|garble| text += &format!("\t{garble:?}"));
    text.push('\n');
    for script in scripts(judged).into_iter().map(Some).chain([None]) {
        text += &format!(
            "{}\t{}\t{}",
            script.unwrap_or("all"),
            whole(judged, script).text(),
            garbled(judged, script, None).text()
        );
        for garble in Garble::ALL {
            text += &format!("\t{}", garbled(judged, script, Some(garble)).text());
        }
        text.push('\n');
    }
    for wrong in judged.iter().filter(|judged| verbose && judged.counts() && !judged.is_right()) {
        text += &line(wrong);
    }
    text
}

fn line(judged: &Judged) -> String {
    let shown: String = judged.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = shown.chars().take(SHOWN).collect();
    let Judged { file, page, script, garble, score, signals, letters, .. } = judged;
    let garble = garble.map_or("as it is".to_owned(), |garble| format!("{garble:?}"));
    format!("{garble}\t{script}\t{file}\t{page}\t{score:.2}\t{signals}\t{letters}\t{shown:?}\n")
}
