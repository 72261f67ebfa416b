//! How files are opened: password, time, memory map.

use std::sync::Arc;
use std::time::Duration;

use pdftract::{CancelFlag, Knowledge, Options};

use crate::args::OpeningArgs;
use crate::exit::Failure;
use crate::font_data_files;
use crate::password::{self, Password};

/// How to open files.
pub(crate) struct Opening {
    /// Where the password of a locked file comes from.
    pub(crate) password: Password,
    /// Time allowed for each file.
    time_limit: Option<Duration>,
    /// Whether to map files into memory.
    pub(crate) mmap: bool,
    /// Ends the work on open files, for when nobody wants the output any more.
    pub(crate) cancel: CancelFlag,
    /// What is known of fonts already.
    knowledge: Arc<Knowledge>,
}

/// Seconds allowed for a file unless something else is said.
const DEFAULT_SECONDS: u64 = 60;

impl Opening {
    /// Settles what was typed.
    pub(super) fn from_args(args: OpeningArgs) -> Result<Self, Failure> {
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

    /// A run over many files is not stopped by questions: a locked one fails.
    pub(super) fn ask_nobody(&mut self) {
        if matches!(self.password, Password::Ask) {
            self.password = Password::None;
        }
    }

    /// The way of programs that ask nobody and set no time.
    pub(crate) fn with_password(password: Password) -> Self {
        let (cancel, knowledge) = (CancelFlag::new(), Arc::default());
        Self { password, time_limit: None, mmap: false, cancel, knowledge }
    }

    /// The library's options for a try with this password.
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
