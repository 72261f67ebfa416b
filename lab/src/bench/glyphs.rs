//! `lab bench glyphs`: CPU time to extract all glyphs, against the floor of decoding and tokenising the same pages.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use pdftract::content::Glyph;
use pdftract::unicode::UnicodeSource;
use pdftract::{Code, Document, Input, Options};

use super::children;
use super::floor::{self, Bytes, Scope, Shared};
use crate::Check;
use crate::files::{self, PdfFile};
use crate::workers::clock::thread_cpu_time;

/// Arguments of `lab bench glyphs`.
#[derive(Args)]
pub(super) struct Arguments {
    /// Folder with the files to read.
    folder: PathBuf,
    /// How often to read all of them.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Also compare with MuPDF, both as child processes.
    #[arg(long)]
    peers: bool,
}

/// Extraction may cost this many times the floor.
const TARGET: f64 = 2.0;
/// How many of the worst files are named.
const WORST: usize = 10;

/// A file, in memory, with the CPU time of each round.
struct Subject {
    file: PdfFile,
    bytes: Bytes,
    kind: Kind,
    floor: Vec<f64>,
    glyphs: Vec<f64>,
}

/// The cost of reading a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It ends at a limit: such files are made to be slow, and would hide all others.
    Attack,
    /// Fonts leave codes open, so that shapes and the text of many pages have to tell: the floor knows nothing of that.
    Recovery,
    /// Fonts tell what all codes mean.
    Plain,
}

impl Subject {
    fn cost(&self) -> Cost<'_> {
        let (floor, glyphs) = (floor::median_of(self.floor.clone()), floor::median_of(self.glyphs.clone()));
        Cost { name: &self.file.name, floor, glyphs }
    }
}

/// The cost of one file, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cost<'n> {
    name: &'n str,
    floor: f64,
    glyphs: f64,
}

impl Cost<'_> {
    fn ratio(&self) -> f64 {
        self.glyphs / self.floor.max(1e-9)
    }

    /// A bad ratio matters as much as the time it costs.
    fn weight(&self) -> f64 {
        self.ratio() * self.glyphs
    }
}

/// Measures and prints; bad when a target is missed.
pub(super) fn run(arguments: &Arguments) -> Result<Check, String> {
    if cfg!(debug_assertions) {
        return Err("measure a release build: cargo lab bench glyphs".into());
    }
    let (mut subjects, skipped) = usable_files(&arguments.folder)?;
    let bytes: usize = subjects.iter().map(|subject| subject.bytes.len()).sum();
    println!("{} files, {:.1} MB, {skipped} skipped", subjects.len(), bytes as f64 / 1e6);
    let rounds = arguments.rounds.max(1);
    for round in 0..rounds {
        for (index, subject) in subjects.iter_mut().enumerate() {
            measure(subject, index + round);
        }
    }
    let fast_enough = print(&subjects, rounds);
    let against_peers = if arguments.peers {
        children::compare(subjects.iter().map(|subject| &subject.file))?
    } else {
        Check::Passed
    };
    Ok(Check::passed_if(fast_enough && against_peers == Check::Passed))
}

fn usable_files(folder: &PathBuf) -> Result<(Vec<Subject>, usize), String> {
    let mut subjects = Vec::new();
    let found = files::find(std::slice::from_ref(folder))?;
    let all = found.len();
    for file in found {
        let bytes = fs::read(&file.path).map_err(|error| format!("{}: {error}", file.path.display()))?;
        let bytes = Arc::new(bytes);
        if let Some(kind) = kind(&bytes) {
            subjects.push(Subject { file, bytes, kind, floor: Vec::new(), glyphs: Vec::new() });
        }
    }
    let skipped = all - subjects.len();
    if subjects.is_empty() { Err("no file can be read".into()) } else { Ok((subjects, skipped)) }
}

/// Returns the cost of reading a file; `None` when it cannot be opened.
fn kind(bytes: &Bytes) -> Option<Kind> {
    let document = Document::open(Input::new(Shared(Arc::clone(bytes))), &Options::default()).ok()?;
    let is_recovered =
        |glyph: &Glyph| !glyph.source.is_stated() || glyph.source == UnicodeSource::TexEncoding;
    // All pages are read, so that all limits are met.
    let recovers = document.pages().filter(|page| page.glyphs.iter().any(is_recovered)).count() > 0;
    let at_limit = |code| matches!(code, Code::PageWorkLimit | Code::DocumentLimit | Code::StreamLimit);
    Some(match document.diagnostics().iter().any(|diagnostic| at_limit(diagnostic.code)) {
        true => Kind::Attack,
        false if recovers => Kind::Recovery,
        false => Kind::Plain,
    })
}

/// Reads a file in both ways; which comes first changes, since the second finds the bytes in the cache.
fn measure(subject: &mut Subject, turn: usize) {
    for way in [turn, turn + 1] {
        if way.is_multiple_of(2) {
            let stages = floor::read_ours(&subject.bytes, Scope::PagesAndForms).unwrap_or_default();
            subject.floor.push(stages.total().as_secs_f64());
        } else {
            subject.glyphs.push(extract(&subject.bytes).as_secs_f64());
        }
    }
}

/// CPU time of opening a document, extracting the glyphs of all pages and closing it.
fn extract(bytes: &Bytes) -> Duration {
    let start = thread_cpu_time();
    if let Ok(document) = Document::open(Input::new(Shared(Arc::clone(bytes))), &Options::default()) {
        for page in document.pages() {
            std::hint::black_box(page.glyphs.len());
        }
    }
    thread_cpu_time().saturating_sub(start)
}

/// Prints totals and the worst files; whether files that reach no limit meet the target.
fn print(subjects: &[Subject], rounds: usize) -> bool {
    println!("median CPU of {rounds} rounds:");
    print_total("all files", subjects.iter(), rounds);
    let without_attacks = subjects.iter().filter(|subject| subject.kind != Kind::Attack);
    let ratio = print_total("files that reach no limit", without_attacks, rounds);
    let plain = subjects.iter().filter(|subject| subject.kind == Kind::Plain);
    print_total("of these, files whose fonts tell what all codes mean", plain, rounds);
    println!("worst by ratio times cost (*: reaches a limit):");
    let is_attack = |each: &Subject| each.kind == Kind::Attack;
    let mut costs: Vec<(Cost<'_>, bool)> =
        subjects.iter().map(|each| (each.cost(), is_attack(each))).collect();
    costs.sort_by(|a, b| b.0.weight().total_cmp(&a.0.weight()));
    let attacks = costs.iter().filter(|(_, attacks)| *attacks).count();
    for (cost, attacks) in costs.iter().take(WORST + attacks) {
        let (floor, glyphs, mark) = (cost.floor * 1e3, cost.glyphs * 1e3, if *attacks { "*" } else { " " });
        println!("{mark} {:>6.1} times, {glyphs:>8.1} ms over {floor:>7.1} ms  {}", cost.ratio(), cost.name);
    }
    ratio <= TARGET
}

/// Prints the totals of some files; their ratio.
fn print_total<'s>(title: &str, subjects: impl Iterator<Item = &'s Subject> + Clone, rounds: usize) -> f64 {
    let total = |of: fn(&Subject) -> &Vec<f64>| {
        let sum = |round| subjects.clone().filter_map(|subject| of(subject).get(round)).sum();
        floor::median_of((0..rounds).map(sum).collect())
    };
    let (floor, glyphs) = (total(|each| &each.floor), total(|each| &each.glyphs));
    let ratio = glyphs / floor.max(1e-9);
    println!("  {title} ({})", subjects.count());
    println!("    floor (open, decode, lex)  {:>9.1} ms", floor * 1e3);
    println!("    glyphs of all pages        {:>9.1} ms", glyphs * 1e3);
    println!("    ratio                      {ratio:>9.2}    target {TARGET:.1}");
    ratio
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_ratio_weighs_by_its_cost() {
        let dear = Cost { name: "dear", floor: 1.0, glyphs: 3.0 };
        let cheap = Cost { name: "cheap", floor: 0.01, glyphs: 0.1 };
        assert!(cheap.ratio() > dear.ratio());
        assert!(dear.weight() > cheap.weight());
    }

    #[test]
    fn both_ways_are_measured_whichever_is_first() {
        let sample = include_bytes!("../../../samples/hello.pdf").to_vec();
        let file = PdfFile { name: "hello.pdf".into(), path: "hello.pdf".into() };
        let bytes = Arc::new(sample);
        let mut subject = Subject { file, bytes, kind: Kind::Plain, floor: Vec::new(), glyphs: Vec::new() };
        (0..2).for_each(|turn| measure(&mut subject, turn));
        assert_eq!((subject.floor.len(), subject.glyphs.len()), (2, 2));
    }
}
