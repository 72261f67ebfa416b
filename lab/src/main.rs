//! Evaluates pdftract on corpora, against other extractors and against its own earlier builds: `cargo lab --help`.

mod batch_kill;
mod batch_poison;
mod batch_run;
mod bbox_eval;
mod bench;
mod calibrate;
mod cjk;
mod compare;
mod corpus;
mod files;
mod grep_eval;
mod guarantees;
mod headings;
mod hostile;
mod layout_eval;
mod ocr;
mod page_coverage;
mod parallel;
mod peer_verdict;
mod process;
mod quality_eval;
mod repair_eval;
mod rows_batch;
mod rows_kill;
mod scale_sim;
mod serve_load;
mod shapes_eval;
mod sign_table;
mod soak;
mod stops;
mod tool;
mod verdict;
mod without_to_unicode;
mod word_bag;
mod word_coverage;
mod workers;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::Check;

/// Evaluates pdftract.
#[derive(Parser)]
#[command(name = "cargo lab", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Kills batch runs at random moments and compares what they leave with an undisturbed run.
    BatchKill(batch_kill::Arguments),
    /// Reads good files and attacks in one batch with little memory and checks the good results.
    BatchPoison(batch_poison::Arguments),
    /// Compares the boxes of words with those of poppler.
    BboxEval(bbox_eval::Arguments),
    /// Measures CPU time, instructions and memory beside other extractors, in one run.
    Bench(bench::Arguments),
    /// Evaluates the probabilities of the quality verdicts on sentences held out from training.
    Calibrate(calibrate::Arguments),
    /// Compares the characters of Chinese, Japanese and Korean files with those of three other programs.
    Cjk(cjk::Arguments),
    /// Compares the output of two pdftract binaries byte by byte, and their CPU time.
    Compare(compare::Arguments),
    /// Reads every PDF below some folders, each in a separate process, and reports outcome, time and memory.
    Corpus(corpus::Arguments),
    /// Measures whether facts of pages find those that need OCR: good pages, the same pages garbled, and as scans.
    FactsEval(quality_eval::Arguments),
    /// Compares `pdftract grep` with pdfgrep: CPU time and matching lines.
    GrepEval(grep_eval::Arguments),
    /// Reads every PDF below some folders in all formats and checks the guarantees for output characters.
    Guarantees(guarantees::Arguments),
    /// Compares the headings that are found with the outlines of the documents.
    Headings(headings::Arguments),
    /// Writes hostile files, or runs pdftract on them.
    Hostile(hostile::Arguments),
    /// Compares the columns of `--layout` with those of pdftotext on the most tabular files.
    LayoutEval(layout_eval::Arguments),
    /// Measures optical character recognition.
    Ocr(ocr::Arguments),
    /// Compares on which pages pdftract and three other programs find text.
    PageCoverage(page_coverage::Arguments),
    /// Judges the outputs of other programs on files with known text.
    PeerVerdict(peer_verdict::Arguments),
    /// Measures the quality verdicts on pages with correct text, and on the same pages garbled.
    QualityEval(quality_eval::Arguments),
    /// Measures the commands repair, learn and report on files with known text.
    RepairEval(repair_eval::Arguments),
    /// Loads `pdftract serve` on this machine and measures answers, processor time and memory.
    ServeLoad(serve_load::Arguments),
    /// Reads many files into rows: once each, as plain text, apart, and among attacks whose workers are killed.
    RowsBatch(rows_batch::Arguments),
    /// Kills runs that write rows at evenly spread moments and compares them with an undisturbed run.
    RowsKill(rows_kill::Arguments),
    /// Simulates a run of many workers over documents of very different lengths.
    ScaleSim(scale_sim::Arguments),
    /// Trains the shape network without some font families and measures it on them.
    ShapesEval(shapes_eval::Arguments),
    /// Counts how signs follow each other in text files, and prints the table of their costs.
    SignTable(sign_table::Arguments),
    /// Reads damaged variants of real files and keeps those that make pdftract panic or exceed the time limit.
    Soak(soak::Arguments),
    /// Measures how long work goes on after it was cancelled or its time is over.
    Stops(stops::Arguments),
    /// Compares the score of `pdftract check` with the accuracy of the text, on files with known text.
    Verdict(verdict::Arguments),
    /// Removes `/ToUnicode` from real files and counts the characters that are still recovered.
    WithoutToUnicode(without_to_unicode::Arguments),
    /// Finds files where two other programs agree on words that pdftract lacks.
    WordCoverage(word_coverage::Arguments),
    /// Reads one file with pdftract and prints the result as JSON.
    #[command(hide = true)]
    CorpusWorker(workers::worker::Arguments),
    /// Reads one file with hayro-syntax and prints the result as JSON.
    #[command(hide = true)]
    HayroWorker(workers::worker::Arguments),
    /// Reads every file named on standard input, one path per line, and prints its cost.
    #[command(hide = true)]
    BenchWorker(bench::library_worker::Arguments),
    /// Writes a generated benchmark document.
    #[command(hide = true)]
    BenchSpecimen(bench::specimens::Arguments),
    /// Prints the peak memory of a program.
    #[command(hide = true)]
    BenchMemory(bench::memory::Arguments),
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(Check::Passed) => ExitCode::SUCCESS,
        Ok(Check::Failed) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("lab: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<Check, String> {
    match command {
        Command::BatchKill(arguments) => batch_kill::run(arguments),
        Command::BatchPoison(arguments) => batch_poison::run(arguments),
        Command::BboxEval(arguments) => bbox_eval::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Calibrate(arguments) => calibrate::run(arguments),
        Command::Cjk(arguments) => cjk::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Corpus(arguments) => corpus::run(arguments),
        Command::FactsEval(arguments) => quality_eval::run_router(arguments),
        Command::GrepEval(arguments) => grep_eval::run(arguments),
        Command::Guarantees(arguments) => guarantees::run(arguments),
        Command::Headings(arguments) => headings::run(arguments),
        Command::Hostile(arguments) => hostile::run(arguments),
        Command::LayoutEval(arguments) => layout_eval::run(arguments),
        Command::Ocr(arguments) => ocr::run(arguments),
        Command::PageCoverage(arguments) => page_coverage::run(arguments),
        Command::PeerVerdict(arguments) => peer_verdict::run(arguments),
        Command::QualityEval(arguments) => quality_eval::run(arguments),
        Command::RepairEval(arguments) => repair_eval::run(arguments),
        Command::ServeLoad(arguments) => serve_load::run(arguments),
        Command::RowsBatch(arguments) => rows_batch::run(arguments),
        Command::RowsKill(arguments) => rows_kill::run(arguments),
        Command::ScaleSim(arguments) => scale_sim::run(arguments),
        Command::ShapesEval(arguments) => shapes_eval::run(arguments),
        Command::SignTable(arguments) => sign_table::run(arguments),
        Command::Soak(arguments) => soak::run(arguments),
        Command::Stops(arguments) => stops::run(arguments),
        Command::Verdict(arguments) => verdict::run(arguments),
        Command::WithoutToUnicode(arguments) => without_to_unicode::run(arguments),
        Command::WordCoverage(arguments) => word_coverage::run(arguments),
        Command::CorpusWorker(arguments) => workers::worker::run(arguments, workers::pdftract::read),
        Command::HayroWorker(arguments) => workers::worker::run(arguments, workers::hayro::read),
        Command::BenchWorker(arguments) => bench::library_worker::run(arguments).map(|()| Check::Passed),
        Command::BenchSpecimen(arguments) => bench::specimens::write(arguments).map(|()| Check::Passed),
        Command::BenchMemory(arguments) => bench::memory::measure(arguments).map(|()| Check::Passed),
    }
}
