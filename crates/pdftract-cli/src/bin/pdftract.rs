//! The program `pdftract`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    pdftract_cli::main().into()
}
