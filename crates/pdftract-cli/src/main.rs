//! The `pdftract` command: what was typed becomes a plan, the plan is carried out, its outcome becomes the exit code.

#![deny(unsafe_code)]

mod args;
mod diagnostics;
mod each;
mod exit;
mod fonts;
mod glyphs;
mod in_order;
mod info;
mod input;
mod json;
mod page_selection;
mod password;
mod plan;
mod printable;
mod table;
mod text;

use std::process::ExitCode;

use args::Args;
use exit::Exit;
use plan::Plan;

fn main() -> ExitCode {
    run().into()
}

fn run() -> Exit {
    let args = match Args::read() {
        Ok(args) => args,
        Err(exit) => return exit,
    };
    match Plan::from_args(args) {
        Ok(Plan::Text(plan)) => text::run(&plan),
        Ok(Plan::Info(plan)) => info::run(&plan),
        Ok(Plan::Fonts(plan)) => fonts::run(&plan),
        Ok(Plan::Glyphs(plan)) => glyphs::run(&plan),
        Err(failure) => failure.report(),
    }
}
