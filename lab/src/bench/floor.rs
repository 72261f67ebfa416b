//! `lab bench floor`: CPU time to open files and decode and tokenise all pages, by pdftract and by its peer in turn.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use libdeflater::Decompressor;
use pdftract::bench_support::count_tokens;
use pdftract::file::{Page, Stream};
use pdftract::{File, Input, Options};

use super::peer;
use crate::Check;
use crate::files::{self, PdfFile};
use crate::process::{self, Ending};
use crate::workers::Reading;
use crate::workers::clock::thread_cpu_time;

/// Arguments of `lab bench floor`.
#[derive(Args)]
pub(super) struct Arguments {
    /// Folder with the files to read.
    folder: PathBuf,
    /// How often to read all of them.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// A file that takes longer is left out.
const TRIAL: Duration = Duration::from_secs(5);

/// A file in memory, lent to both sides without copying it.
pub(super) type Bytes = Arc<Vec<u8>>;

/// CPU time of pdftract by stage.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Stages {
    open: Duration,
    decode: Duration,
    lex: Duration,
}

impl Stages {
    /// All stages together.
    pub(super) fn total(self) -> Duration {
        self.open + self.decode + self.lex
    }
}

/// CPU time of one round over all files.
#[derive(Debug, Clone, Copy, Default)]
struct Round {
    ours: Stages,
    theirs: Duration,
}

/// Measures and prints.
pub(super) fn run(arguments: &Arguments) -> Result<Check, String> {
    let (inputs, skipped) = usable_files(&arguments.folder)?;
    let bytes: usize = inputs.iter().map(|input| input.len()).sum();
    println!("{} files, {:.1} MB, {skipped} skipped", inputs.len(), bytes as f64 / 1e6);
    let rounds: Vec<Round> = (0..arguments.rounds.max(1)).map(|round| read_all(&inputs, round)).collect();
    print(&rounds);
    Ok(Check::Passed)
}

/// Files that both sides can open, in memory. Each is tried in a separate process first: the peer panics on some
/// files, and inflates without a limit.
fn usable_files(folder: &PathBuf) -> Result<(Vec<Bytes>, usize), String> {
    let found = files::find(std::slice::from_ref(folder))?;
    let all = found.len();
    let mut inputs = Vec::new();
    for file in found {
        if opens("corpus-worker", &file)? && opens("hayro-worker", &file)? {
            let bytes = fs::read(&file.path);
            inputs.push(Arc::new(bytes.map_err(|error| format!("{}: {error}", file.path.display()))?));
        }
    }
    let skipped = all - inputs.len();
    if inputs.is_empty() { Err("no file can be read by both".into()) } else { Ok((inputs, skipped)) }
}

fn opens(worker: &str, file: &PdfFile) -> Result<bool, String> {
    let command: [OsString; 2] = [worker.into(), file.path.clone().into()];
    let ending = process::run_self(&command, TRIAL)?;
    let Ending::Finished(line) = ending else { return Ok(false) };
    Ok(Reading::parse(&line).is_some_and(|reading| reading.error.is_none()))
}

/// Reads each file by both sides; who begins changes from file to file and from round to round, since the second one
/// finds the bytes in the cache.
fn read_all(inputs: &[Bytes], round: usize) -> Round {
    let mut sum = Round::default();
    for (index, bytes) in inputs.iter().enumerate() {
        if (index + round).is_multiple_of(2) {
            add_ours(&mut sum, bytes);
            add_theirs(&mut sum, bytes);
        } else {
            add_theirs(&mut sum, bytes);
            add_ours(&mut sum, bytes);
        }
    }
    sum
}

fn add_ours(sum: &mut Round, bytes: &Bytes) {
    if let Some(stages) = read_ours(bytes, Scope::Pages) {
        sum.ours.open += stages.open;
        sum.ours.decode += stages.decode;
        sum.ours.lex += stages.lex;
    }
}

fn add_theirs(sum: &mut Round, bytes: &Bytes) {
    let start = thread_cpu_time();
    std::hint::black_box(read_theirs(bytes));
    sum.theirs += thread_cpu_time().saturating_sub(start);
}

fn read_theirs(bytes: &Bytes) -> Option<usize> {
    peer::read(Arc::clone(bytes), &mut Decompressor::new())
}

/// Shares the bytes with pdftract without copying them.
pub(super) struct Shared(pub Bytes);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The amount decoded and tokenised.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// The content streams of pages.
    Pages,
    /// Also every form that a page's resources lead to, once a page: what any reader of text must at least do.
    PagesAndForms,
}

/// Opens a file, decodes and tokenises all pages. Closing the file counts as part of opening it, as it does for the peer.
pub(super) fn read_ours(bytes: &Bytes, scope: Scope) -> Option<Stages> {
    let mut stages = Stages::default();
    let mut last = thread_cpu_time();
    let mut lap = || {
        let now = thread_cpu_time();
        now.saturating_sub(std::mem::replace(&mut last, now))
    };
    let file = File::open(Input::new(Shared(Arc::clone(bytes))), &Options::default()).ok()?;
    stages.open += lap();
    for page in file.pages() {
        let content = page.content();
        stages.decode += lap();
        std::hint::black_box(count_tokens(&content));
        stages.lex += lap();
        for form in forms(&page, scope) {
            let content = form.decode_data().data;
            stages.decode += lap();
            std::hint::black_box(count_tokens(&content));
            stages.lex += lap();
        }
    }
    drop(file);
    stages.open += lap();
    Some(stages)
}

/// The forms that a page's resources lead to, each once.
fn forms<'f>(page: &Page<'f>, scope: Scope) -> Vec<Stream<'f>> {
    let mut found: Vec<Stream<'f>> = Vec::new();
    if scope == Scope::Pages {
        return found;
    }
    let mut seen = HashSet::new();
    let mut waiting: Vec<_> = page.resources().into_iter().collect();
    while let Some(resources) = waiting.pop() {
        let Some(objects) = resources.dict(b"XObject") else { continue };
        for (_, object) in objects.iter() {
            let Some(form) = object.as_stream().filter(|stream| stream.dict().name_is(b"Subtype", b"Form"))
            else {
                continue;
            };
            if seen.insert(form.id()) {
                waiting.extend(form.dict().dict(b"Resources"));
                found.push(form);
            }
        }
    }
    found
}

fn print(rounds: &[Round]) {
    let of = |part: fn(&Round) -> Duration| median(rounds.iter().map(part).collect());
    let (ours, theirs) = (of(|round| round.ours.total()), of(|round| round.theirs));
    println!("median CPU of {} rounds over all files:", rounds.len());
    println!("  pdftract                     {:>9.1} ms", ours * 1e3);
    for (name, time) in [
        ("open", of(|round| round.ours.open)),
        ("decode", of(|round| round.ours.decode)),
        ("lex", of(|round| round.ours.lex)),
    ] {
        println!("    {name:<8}                   {:>9.1} ms", time * 1e3);
    }
    println!("  hayro-syntax and libdeflate  {:>9.1} ms", theirs * 1e3);
    let ratios = rounds.iter().map(|round| round.ours.total().div_duration_f64(round.theirs));
    println!("  ratio                        {:>9.2}", median_of(ratios.collect()));
}

/// The middle one, in seconds.
fn median(times: Vec<Duration>) -> f64 {
    median_of(times.iter().map(Duration::as_secs_f64).collect())
}

/// The middle one; 0 when there are none.
pub(super) fn median_of(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median_of(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median_of(Vec::new()), 0.0);
    }

    #[test]
    fn stages_add_up() {
        let second = Duration::from_secs(1);
        assert_eq!(Stages { open: second, decode: second, lex: second }.total(), second * 3);
    }
}
