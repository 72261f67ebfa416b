//! What the typed words mean: which files, how to open them, what to print.

use std::path::PathBuf;
use std::time::Duration;

use pdftract::Options;

use crate::args::{Args, Command, InfoArgs, OpeningArgs};
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::password::{self, Password};

/// A request that is complete and free of contradictions.
pub(crate) enum Plan {
    /// Tell what files say about themselves.
    Info(InfoPlan),
}

/// The request behind `pdftract info`.
pub(crate) struct InfoPlan {
    /// What to read, in the order given.
    pub(crate) sources: Vec<Source>,
    /// How to open each.
    pub(crate) opening: Opening,
    /// What to print.
    pub(crate) form: Form,
}

/// How to open files.
pub(crate) struct Opening {
    /// Where the password of a locked file comes from.
    pub(crate) password: Password,
    /// Time allowed for each file.
    time_limit: Option<Duration>,
    /// Whether to map files into memory.
    pub(crate) mmap: bool,
}

/// The form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people.
    Text {
        /// Whether lists are shown to their end.
        verbose: bool,
    },
    /// One JSON object, laid out for reading.
    Json,
    /// One JSON object per line.
    JsonLines,
}

impl Plan {
    /// Settles what was typed. Reads the password file, so that a wrong name is told before any work.
    pub(crate) fn from_args(args: Args) -> Result<Self, Failure> {
        match args.command {
            Command::Info(args) => InfoPlan::from_args(args).map(Self::Info),
        }
    }
}

impl InfoPlan {
    fn from_args(args: InfoArgs) -> Result<Self, Failure> {
        let sources = sources(args.files)?;
        let form = match (args.json, sources.len()) {
            (true, 1) => Form::Json,
            (true, _) => Form::JsonLines,
            (false, _) => Form::Text { verbose: args.verbose },
        };
        Ok(Self { sources, opening: Opening::from_args(args.opening)?, form })
    }
}

impl Opening {
    fn from_args(args: OpeningArgs) -> Result<Self, Failure> {
        let password = match (args.password, args.password_file) {
            (Some(password), _) => Password::Given(password),
            (None, Some(path)) => Password::Given(password::from_file(&path)?),
            (None, None) => Password::for_this_terminal(),
        };
        let time_limit = Some(args.time_limit).filter(|&seconds| seconds > 0).map(Duration::from_secs);
        Ok(Self { password, time_limit, mmap: args.mmap })
    }

    /// The library's options for a try with this password.
    pub(crate) fn options(&self, password: Option<String>) -> Options {
        Options { password, time_limit: self.time_limit, ..Options::default() }
    }
}

fn sources(files: Vec<PathBuf>) -> Result<Vec<Source>, Failure> {
    let sources: Vec<Source> = files.into_iter().map(Source::from_argument).collect();
    let from_stdin = sources.iter().filter(|source| matches!(source, Source::Stdin)).count();
    if from_stdin > 1 {
        return Err(Failure::new(Exit::Unusable, "standard input (-) can be read only once"));
    }
    Ok(sources)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_dash_is_standard_input_and_may_stand_once() {
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let read = sources(files(&["-", "./-"])).map_err(|failure| failure.to_string());
        assert_eq!(read, Ok(vec![Source::Stdin, Source::Path("./-".into())]));
        assert!(sources(files(&["-", "-"])).is_err());
    }
}
