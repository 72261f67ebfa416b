//! The command line of the repository chores: `cargo xtask --help` lists them.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::{
    Check, bill_of_materials, book, deny, dist, layers, minimum_rust, prose, samples, schema, tables,
};

/// Repository chores of pdftract.
#[derive(Parser)]
#[command(name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Writes the generated parts of the documentation, or checks that the committed ones are fresh.
    Book(book::Arguments),
    /// Checks licences, sources and banned crates against deny.toml.
    Deny,
    /// Builds the artefacts of a release: tarball, Debian package, wheel, sdist, crates, hashes.
    Dist(dist::Arguments),
    /// Checks that no stage imports a later stage and that no group of modules is a knot.
    Layers,
    /// Checks that no source uses syntax newer than `rust-version`.
    MinimumRust,
    /// Measures the language of comments, help and documents.
    Prose(prose::Arguments),
    /// Writes the PDFs in samples/, or checks that the committed ones are fresh.
    Samples(samples::Arguments),
    /// Writes the bill of materials and the notices of third parties for a release.
    Sbom(bill_of_materials::Arguments),
    /// Writes docs/schema.json, or checks that the committed one is fresh.
    Schema(schema::Arguments),
    /// Writes the generated tables, or checks that the committed ones are fresh.
    Tables(tables::Arguments),
}

fn main() -> ExitCode {
    match run(&Arguments::parse().chore) {
        Ok(Check::Passed) => ExitCode::SUCCESS,
        Ok(Check::Failed) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run(chore: &Chore) -> Result<Check, String> {
    match chore {
        Chore::Book(arguments) => book::run(arguments),
        Chore::Deny => deny::run(),
        Chore::Dist(arguments) => dist::run(arguments),
        Chore::Layers => layers::run(),
        Chore::MinimumRust => minimum_rust::run(),
        Chore::Prose(arguments) => prose::run(arguments),
        Chore::Samples(arguments) => samples::run(arguments),
        Chore::Sbom(arguments) => bill_of_materials::run(arguments),
        Chore::Schema(arguments) => schema::run(arguments),
        Chore::Tables(arguments) => tables::run(arguments),
    }
}
