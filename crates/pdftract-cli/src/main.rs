//! The `pdftract` command: what was typed becomes a plan, the plan is carried out, its outcome becomes the exit code.

#![deny(unsafe_code)]

mod args;
mod exit;
mod info;
mod input;
mod password;
mod plan;

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
        Ok(Plan::Info(plan)) => info::run(&plan),
        Err(failure) => failure.report(),
    }
}
