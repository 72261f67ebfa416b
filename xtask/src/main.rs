//! Chores of the workspace, each a typed command: `cargo xtask --help` lists them.

mod bench;
mod boxes;
mod calibrate;
mod cjk;
mod corpus;
mod files;
mod guarantees;
mod hands;
mod hostile;
mod layers;
mod ocr;
mod parallel;
mod peers;
mod process;
mod quality;
mod reading;
mod schema;
mod shapes;
mod soak;
mod stripped;
mod tables;
mod tool;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the pdftract workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Reads every PDF below some folders, each in a process of its own, and reports outcome, time and memory.
    Corpus(corpus::Arguments),
    /// Measures CPU time.
    Bench(bench::Arguments),
    /// Compares on which pages pdftract and three other programs find text.
    Peers(peers::Arguments),
    /// Compares the text of Chinese, Japanese and Korean files with that of the best of three other programs.
    Cjk(cjk::Arguments),
    /// Compares the boxes of words with those of poppler.
    Boxes(boxes::Arguments),
    /// Judges sentences and garbled ones by language, and shows how well the verdicts hold.
    Calibrate(calibrate::Arguments),
    /// Reads every PDF below some folders in all formats and checks what output promises of its characters.
    Guarantees(guarantees::Arguments),
    /// Judges pages whose text is known to be right, as they are and garbled.
    Quality(quality::Arguments),
    /// Checks that no stage looks at a later stage.
    Layers,
    /// Measures optical character recognition.
    Ocr(ocr::Arguments),
    /// Writes the files that attack a reader, or runs pdftract on them.
    Hostile(hostile::Arguments),
    /// Reads damaged variants of real files until one makes pdftract panic.
    Soak(soak::Arguments),
    /// Measures repair, learn and report on files whose text is known.
    Hands(hands::Arguments),
    /// Writes docs/schema.json, or checks that the committed one is fresh.
    Schema(schema::Arguments),
    /// Learns shapes without some families of fonts and counts how well their glyphs are recognised.
    Shapes(shapes::evaluate::Arguments),
    /// Takes `/ToUnicode` from real files and counts how many characters still come out the same.
    Stripped(stripped::Arguments),
    /// Writes the generated tables, or checks that the committed ones are fresh.
    Tables(tables::Arguments),
    /// Reads one file by pdftract and prints what came out as JSON.
    #[command(hide = true)]
    CorpusWorker(reading::worker::Arguments),
    /// Reads one file by hayro-syntax and prints what came out as JSON.
    #[command(hide = true)]
    HayroWorker(reading::worker::Arguments),
    /// Prints the text of one file, page after page.
    #[command(hide = true)]
    TextWorker(reading::text::Arguments),
    /// Makes text of every file named on standard input, a path a line, and prints what each cost.
    #[command(hide = true)]
    BenchWorker,
    /// Writes a file with many pages.
    #[command(hide = true)]
    BenchBook(bench::pages::BookArguments),
}

/// Whether what a chore looked at is as it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All is well.
    Good,
    /// Something is not, and has been printed.
    Bad,
}

impl Verdict {
    /// Good when the condition holds.
    pub(crate) fn good_if(condition: bool) -> Self {
        if condition { Self::Good } else { Self::Bad }
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse().chore) {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run(chore: &Chore) -> Result<Verdict, String> {
    match chore {
        Chore::Corpus(arguments) => corpus::run(arguments),
        Chore::Bench(arguments) => bench::run(arguments),
        Chore::Peers(arguments) => peers::run(arguments),
        Chore::Cjk(arguments) => cjk::run(arguments),
        Chore::Boxes(arguments) => boxes::run(arguments),
        Chore::Calibrate(arguments) => calibrate::run(arguments),
        Chore::Guarantees(arguments) => guarantees::run(arguments),
        Chore::Quality(arguments) => quality::run(arguments),
        Chore::Layers => layers::run(),
        Chore::Ocr(arguments) => ocr::run(arguments),
        Chore::Hostile(arguments) => hostile::run(arguments),
        Chore::Soak(arguments) => soak::run(arguments),
        Chore::Hands(arguments) => hands::run(arguments),
        Chore::Schema(arguments) => schema::run(arguments),
        Chore::Shapes(arguments) => shapes::evaluate::run(arguments),
        Chore::Stripped(arguments) => stripped::run(arguments),
        Chore::Tables(arguments) => tables::run(arguments).map(|()| Verdict::Good),
        Chore::CorpusWorker(arguments) => reading::worker::run(arguments, reading::ours::read),
        Chore::HayroWorker(arguments) => reading::worker::run(arguments, reading::oracle::read),
        Chore::TextWorker(arguments) => reading::text::run(arguments).map(|()| Verdict::Good),
        Chore::BenchBook(arguments) => bench::pages::write_book(arguments).map(|()| Verdict::Good),
        Chore::BenchWorker => bench::worker::run().map(|()| Verdict::Good),
    }
}
