//! Options to open files: password, time limit, memory map.

use std::sync::Arc;
use std::time::Duration;

use pdftract::{CancelFlag, Knowledge, Options};

use crate::args::OpeningArgs;
use crate::exit::Failure;
use crate::font_data_files;
use crate::password::{self, Password};

/// Options to open files.
pub(crate) struct Opening {
    /// The source of the password of encrypted files.
    pub(crate) password: Password,
    /// Time limit for each file.
    time_limit: Option<Duration>,
    /// Map files into memory.
    pub(crate) mmap: bool,
    /// Cancels the work on open files when the output is closed.
    pub(crate) cancel: CancelFlag,
    /// Font maps and learned fonts.
    knowledge: Arc<Knowledge>,
}

/// The default time limit for a file, in seconds.
const DEFAULT_SECONDS: u64 = 60;

impl Opening {
    /// Creates the options from the arguments.
    pub(crate) fn from_args(args: OpeningArgs) -> Result<Self, Failure> {
        let password = match (args.password, args.password_file) {
            (Some(password), _) => Password::Given(password),
            (None, Some(path)) => Password::Given(password::from_file(&path)?),
            (None, None) => Password::for_this_terminal(),
        };
        let seconds = args.time_limit.unwrap_or(DEFAULT_SECONDS);
        let time_limit = Some(seconds).filter(|&seconds| seconds > 0).map(Duration::from_secs);
        let knowledge = Arc::new(font_data_files::read(&args.font_map, args.font_db)?);
        Ok(Self { password, time_limit, mmap: args.mmap, cancel: CancelFlag::new(), knowledge })
    }

    /// Returns the time allowed for each file.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// Returns the same with at most so much time for each file.
    pub(crate) fn within(&self, time: Duration) -> Self {
        let time_limit = Some(self.time_limit.map_or(time, |limit| limit.min(time)));
        let (cancel, knowledge) = (self.cancel.clone(), Arc::clone(&self.knowledge));
        Self { password: self.password.clone(), time_limit, mmap: self.mmap, cancel, knowledge }
    }

    /// Turns off the password prompt. A run over many files must not stop for a question: an encrypted file fails.
    pub(super) fn never_ask(&mut self) {
        if matches!(self.password, Password::Ask) {
            self.password = Password::None;
        }
    }

    /// Returns options without a prompt and without a time limit, as `pdftotext` has them.
    pub(crate) fn with_password(password: Password) -> Self {
        let (cancel, knowledge) = (CancelFlag::new(), Arc::default());
        Self { password, time_limit: None, mmap: false, cancel, knowledge }
    }

    /// Returns the options of the library with this password.
    pub(crate) fn options(&self, password: Option<String>) -> Options {
        let (time_limit, cancel) = (self.time_limit, self.cancel.clone());
        let knowledge = Arc::clone(&self.knowledge);
        Options::default().with(|options| {
            options.password = password;
            options.time_limit = time_limit;
            options.cancel = cancel;
            options.knowledge = knowledge;
        })
    }
}
