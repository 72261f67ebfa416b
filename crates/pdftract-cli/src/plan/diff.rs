//! The plan of `pdftract diff`.

use super::grep::uses_color;
use super::{Opening, Reading, input, stdin_once};
use crate::args::DiffArgs;
use crate::exit::{Exit, Failure};
use crate::input::Source;

/// A plan to compare two files.
pub(crate) struct DiffPlan {
    /// The old and the new file.
    pub(crate) sources: [Source; 2],
    /// The form of the result.
    pub(crate) form: DiffForm,
    /// Ignore the difference between upper and lower case.
    pub(crate) ignore_case: bool,
    /// Compare running headers, footers and page numbers.
    pub(crate) keep_headers: bool,
    /// Words shown before and after each change.
    pub(crate) context: usize,
    /// The pages to read, and the number of threads.
    pub(crate) reading: Reading,
    /// Options to open the files.
    pub(crate) opening: Opening,
}

/// The form of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DiffForm {
    /// Changes for people, with or without colours.
    Text {
        /// Print colours.
        color: bool,
    },
    /// One JSON object.
    Json,
    /// Nothing.
    Quiet,
}

impl DiffPlan {
    /// Creates a plan from the arguments. Every mistake has the exit code 2, as with diff.
    pub(super) fn from_args(args: DiffArgs) -> Result<Self, Failure> {
        Self::planned(args).map_err(|mut failure| {
            failure.exit = Exit::Usage;
            failure
        })
    }

    fn planned(args: DiffArgs) -> Result<Self, Failure> {
        let sources = [input(args.old)?, input(args.new)?];
        stdin_once(&sources)?;
        let form = match (args.quiet, args.json) {
            (true, _) => DiffForm::Quiet,
            (false, true) => DiffForm::Json,
            (false, false) => DiffForm::Text { color: uses_color(args.color) },
        };
        Ok(Self {
            sources,
            form,
            ignore_case: args.ignore_case,
            keep_headers: args.keep_headers,
            context: args.context,
            reading: Reading::from_args(args.reading),
            opening: Opening::from_args(args.opening)?,
        })
    }
}
