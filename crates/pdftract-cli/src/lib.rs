//! The `pdftract` command: arguments become a plan, the plan is carried out, its outcome is the exit code.

#![deny(unsafe_code)]

mod args;
mod attachments;
mod check;
mod closed_stdout;
mod diagnostics;
mod diff;
mod doctor;
mod exit;
mod explain;
mod extract;
mod font_data_files;
mod fonts;
mod for_each_file;
mod glyphs;
mod grep;
mod info;
mod input;
#[cfg(feature = "server")]
mod inspect;
mod invocation;
mod json;
mod learn;
mod manual;
#[cfg(feature = "server")]
mod mcp;
mod password;
mod pdftotext;
mod plan;
mod printable;
mod quality;
mod render;
mod repair;
mod report;
mod rows;
#[cfg(feature = "server")]
mod serve;
mod table;
mod tables;
#[cfg(feature = "server")]
mod tasks;
mod terminal;
mod worker;
mod workers;

use args::Args;
use exit::Exit;
pub use invocation::Invocation;
use plan::Plan;

/// Runs the command inside another program and returns the exit code.
pub fn run_inside(invocation: Invocation) -> u8 {
    invocation::set(invocation);
    main()
}

/// Runs the command with the arguments of the process and returns the exit code.
pub fn main() -> u8 {
    quiet_renderer();
    match pdftotext::asked_for() {
        Some(arguments) => pdftotext::run(&arguments),
        None => run() as u8,
    }
}

/// Suppresses panic messages from the render thread; a failed rendering is already reported as a diagnostic.
fn quiet_renderer() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(pdftract::ocr::render::THREAD_NAME) {
            usual(panic);
        }
    }));
}

fn run() -> Exit {
    let args = match Args::read() {
        Ok(args) => args,
        Err(exit) => return exit,
    };
    match Plan::from_args(args) {
        Ok(Plan::Extract(plan)) => extract::run(&plan),
        Ok(Plan::Rows(plan)) => rows::run(&plan),
        Ok(Plan::Check(plan)) => check::run(&plan),
        Ok(Plan::Grep(plan)) => grep::run(&plan),
        Ok(Plan::Diff(plan)) => diff::run(&plan),
        Ok(Plan::Quality(source)) => quality::run(&source),
        Ok(Plan::Info(plan)) => info::run(&plan),
        Ok(Plan::Fonts(plan)) => fonts::run(&plan),
        Ok(Plan::Glyphs(plan)) => glyphs::run(&plan),
        Ok(Plan::Tables(plan)) => tables::run(&plan),
        Ok(Plan::Render(plan)) => render::run(&plan),
        Ok(Plan::Doctor(plan)) => doctor::run(&plan),
        Ok(Plan::Learn(plan)) => learn::run(&plan),
        Ok(Plan::Explain(plan)) => explain::run(&plan),
        #[cfg(feature = "server")]
        Ok(Plan::Inspect(plan)) => inspect::run(&plan),
        Ok(Plan::Repair(plan)) => repair::run(&plan),
        Ok(Plan::Report(plan)) => report::run(&plan),
        #[cfg(feature = "server")]
        Ok(Plan::Mcp(args)) => mcp::run(args),
        #[cfg(feature = "server")]
        Ok(Plan::Serve(args)) => serve::run(*args),
        Ok(Plan::Worker(args)) => worker::run(*args),
        Ok(Plan::Attachments(plan)) => attachments::run(&plan),
        Ok(Plan::Completions(shell)) => manual::completions(shell),
        Ok(Plan::Man(command)) => manual::page(command.as_deref()),
        Err(failure) => failure.report(),
    }
}
