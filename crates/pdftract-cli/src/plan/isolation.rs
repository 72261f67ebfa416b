//! Which files are read by worker processes, and what these are started with.

use std::ffi::OsString;
use std::time::Duration;

use pdftract_worker::Class;

use crate::args::{ExtractArgs, OcrArg};

/// When a file is read by a worker process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Isolation {
    /// When it takes longer than [`PATIENCE`] in this process.
    WhenSlow,
    /// Always.
    Always,
}

/// Time for a file of a batch in this process. Of 1,033 files of the corpus none needs 2 s; what needs more is better read
/// where it can be killed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// How workers that read documents are started.
#[derive(Debug)]
pub(crate) struct WorkerStart {
    /// Their class: recognition starts programs.
    pub(crate) class: Class,
    /// What they need to know before they lock themselves in.
    pub(crate) arguments: Vec<OsString>,
}

impl WorkerStart {
    /// Settles what was typed.
    pub(super) fn from_args(args: &ExtractArgs) -> Self {
        let mut arguments: Vec<OsString> = Vec::new();
        let mut add = |name: &str, value: OsString| arguments.extend([OsString::from(name), value]);
        args.opening.font_map.iter().for_each(|path| add("--font-map", path.into()));
        args.opening.font_db.iter().for_each(|path| add("--font-db", path.into()));
        args.characters.correct.iter().for_each(|path| add("--correct", path.into()));
        if args.opening.font_db.is_empty()
            && let Some(path) = crate::font_data_files::from_environment()
        {
            add("--font-db", path.into());
        }
        let recognition = &args.recognition;
        let when = match recognition.ocr {
            Some(OcrArg::Off) => None,
            Some(OcrArg::Auto) => Some("auto"),
            Some(OcrArg::Force) => Some("force"),
            None => recognition.engine.is_named().then_some("auto"),
        };
        let Some(when) = when else { return Self { class: Class::Document, arguments } };
        add("--ocr", when.into());
        add("--ocr-threshold", recognition.ocr_threshold.to_string().into());
        recognition.engine.as_arguments().into_iter().for_each(|(name, value)| add(name, value));
        Self { class: Class::Programs, arguments }
    }
}
