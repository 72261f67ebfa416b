//! Repository chores of pdftract: generated tables, the JSON schema, checks of the sources, and releases.
//!
//! `cargo xtask --help` lists the commands. The crate is a library too, because `lab` evaluates the models on the
//! training data of [`shapes`] and [`tables`].

pub mod bill_of_materials;
pub mod book;
pub mod deny;
pub mod dist;
mod generated;
pub mod layers;
pub mod minimum_rust;
pub mod prose;
pub mod samples;
pub mod schema;
pub mod shapes;
mod source;
mod source_files;
pub mod tables;

/// The result of a chore that ran to completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// All checks passed.
    Passed,
    /// A check failed, and the reason has been printed.
    Failed,
}

impl Check {
    /// Returns `Passed` if the condition holds.
    #[must_use]
    pub fn passed_if(condition: bool) -> Self {
        if condition { Self::Passed } else { Self::Failed }
    }
}
