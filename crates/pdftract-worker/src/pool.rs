//! Workers that are started when they are needed, kept while they are good, and replaced when they are not.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use pdftract::CancelFlag;
use pdftract::ocr::Word;
use pdftract::ocr::picture::Picture;
use pdftract_rows::Outcome;

use crate::class::{Class, ProcessLimits};
use crate::event::{Event, Extracted, Failed, Reason};
use crate::message::{
    self, ExtractJob, Job, RecogniseJob, Sides, Started, TaskDone, TaskJob, WireDiagnostic, WireWord,
};
use crate::request::{ExtractRequest, Input, TaskRequest};
use crate::self_check::{Attempts, Targets};
use crate::task::TaskResult;
#[cfg(unix)]
use processes::Processes;

/// Options for starting workers, and their number.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PoolOptions {
    /// The program that becomes a worker.
    pub program: PathBuf,
    /// Its first arguments; class and limits are added to them.
    pub arguments: Vec<OsString>,
    /// The class of the workers.
    pub class: Class,
    /// The limits of each worker.
    pub limits: ProcessLimits,
    /// Workers at the same time. Callers beyond that wait.
    pub workers: usize,
    /// Documents after which a worker is replaced, so that what it may have lost is given back.
    pub documents_per_worker: u32,
    /// Time beyond that of a request after which a worker is killed.
    pub grace: Duration,
}

impl PoolOptions {
    /// Returns options for as many workers as the machine has cores.
    pub fn new<A: Into<OsString>>(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = A>,
        class: Class,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            class,
            limits: ProcessLimits::for_class(class),
            workers: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            documents_per_worker: 200,
            grace: Duration::from_millis(500),
        }
    }

    /// Returns the options with a change.
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// A pool of workers of one class. It can be used from many threads; each call occupies one worker.
#[derive(Debug)]
pub struct Pool {
    #[cfg(unix)]
    processes: Processes,
}

/// The state of a pool at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolStatus {
    /// Workers that wait for a document.
    pub idle: usize,
    /// Workers that exist or are being started.
    pub live: usize,
    /// Workers started since the pool was made.
    pub started: u64,
    /// Workers that died or were killed, in contrast to those replaced after some documents.
    pub lost: u64,
}

/// The limits of a job.
struct Allowance<'a> {
    time: Option<Duration>,
    is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

type OnAnswer<'a> = dyn FnMut(u8, &[u8]) -> ControlFlow<()> + 'a;

impl Pool {
    /// Makes a pool. No worker is started before it is needed. `warn` gets a sentence for each wall that the first worker
    /// lacks, once.
    pub fn new(options: PoolOptions, warn: impl Fn(&str) + Send + Sync + 'static) -> Self {
        #[cfg(unix)]
        return Self { processes: Processes::new(options, Box::new(warn)) };
        #[cfg(not(unix))]
        {
            let _ = (options, warn);
            Self {}
        }
    }

    /// Returns the process numbers of the workers that are there.
    pub fn worker_ids(&self) -> Vec<u32> {
        #[cfg(unix)]
        return self.processes.ids();
        #[cfg(not(unix))]
        Vec::new()
    }

    /// Returns the number of workers by what they do, and of those that were started and lost.
    pub fn status(&self) -> PoolStatus {
        #[cfg(unix)]
        return self.processes.status();
        #[cfg(not(unix))]
        PoolStatus::default()
    }

    /// Starts the workers that are missing, so that the next callers need not wait for them.
    ///
    /// # Errors
    ///
    /// Returns the reason why a worker cannot be started.
    pub fn fill(&self) -> Result<(), Failed> {
        #[cfg(unix)]
        return self.processes.fill();
        #[cfg(not(unix))]
        Err(Failed::new(Reason::Unavailable, "this system has no worker processes yet"))
    }

    /// Runs a task on a document.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no result.
    pub fn task(&self, request: &TaskRequest, input: Input<'_>) -> Result<TaskResult, Failed> {
        let job = Job::Task(Box::new(TaskJob {
            name: request.name.clone(),
            parameters: request.parameters.clone(),
            password: request.password.clone(),
            limits: request.limits.clone(),
            seconds: request.time_limit.map(|time| time.as_secs_f64()),
        }));
        let is_cancelled = || request.cancel.is_cancelled();
        let allowance = Allowance { time: request.time_limit, is_cancelled: &is_cancelled };
        let (bytes, done) = self.collect(&job, input, &allowance)?;
        let TaskDone { value, is_partial } = read(&done)?;
        Ok(TaskResult { bytes, value, is_partial })
    }

    /// Reads a document. Events come as they happen; `Break` ends the work.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no result, or only the part that events have delivered.
    pub fn extract(
        &self,
        request: &ExtractRequest,
        input: Input<'_>,
        on_event: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Extracted, Failed> {
        let job = Job::Extract(Box::new(ExtractJob {
            formats: request.formats.iter().map(|&format| format.into()).collect(),
            options: request.options.clone(),
            name: request.name.clone(),
            password: request.password.clone(),
            pages: request.pages.clone(),
            limits: request.limits.clone(),
            seconds: request.time_limit.map(|time| time.as_secs_f64()),
            rows: request.rows.clone(),
        }));
        let cancel: &CancelFlag = &request.cancel;
        let is_cancelled = || cancel.is_cancelled();
        let allowance = Allowance { time: request.time_limit, is_cancelled: &is_cancelled };
        let mut on_answer =
            |kind, bytes: &[u8]| event(kind, bytes).map_or(ControlFlow::Continue(()), &mut *on_event);
        let done = self.run(&job, input, &allowance, &mut on_answer)?;
        read(&done)
    }

    /// Reads a document into rows.
    ///
    /// # Errors
    ///
    /// Returns the reason why there are none.
    pub fn rows(&self, request: &ExtractRequest, input: Input<'_>) -> Result<Outcome, Failed> {
        let mut collected = Vec::new();
        self.extract(request, input, &mut |event| {
            if let Event::Output { bytes, .. } = event {
                collected.extend_from_slice(bytes);
            }
            if collected.len() > MAX_COLLECTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        read(&collected)
    }

    /// Renders a PDF of one page at the given number of pixels per unit.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no picture.
    pub fn draw(
        &self,
        pdf: &[u8],
        scale: f64,
        time: Duration,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Picture, Failed> {
        let job = Job::Draw { scale, seconds: time.as_secs_f64() };
        let allowance = Allowance { time: Some(time), is_cancelled };
        let (pixels, done) = self.collect(&job, Input::Bytes(pdf), &allowance)?;
        let Sides { width, height } = read(&done)?;
        Picture::new(width, height, pixels)
            .ok_or_else(|| Failed::new(Reason::Io, "a worker sent a picture that is not as large as it says"))
    }

    /// Reads the words of a picture by the engine that the workers were started with.
    ///
    /// # Errors
    ///
    /// Returns the reason why there are no words.
    pub fn recognise(
        &self,
        picture: &Picture,
        request: &pdftract::ocr::Request<'_>,
    ) -> Result<Vec<Word>, Failed> {
        let job = Job::Recognise(RecogniseJob {
            width: picture.width(),
            height: picture.height(),
            dpi: request.dpi,
            languages: request.languages.to_vec(),
            seconds: request.time_limit.as_secs_f64(),
            max_bytes: request.max_bytes,
        });
        let allowance = Allowance { time: Some(request.time_limit), is_cancelled: request.is_cancelled };
        let (words, _) = self.collect(&job, Input::Bytes(picture.pixels()), &allowance)?;
        let words: Vec<WireWord> = read(&words)?;
        Ok(words.into_iter().map(Into::into).collect())
    }

    /// Lets a worker try what it must not be able to do.
    ///
    /// # Errors
    ///
    /// Returns the reason why no worker was available.
    pub fn self_check(&self, targets: Targets) -> Result<Attempts, Failed> {
        let allowance = Allowance { time: Some(Duration::from_secs(30)), is_cancelled: &|| false };
        let job = Job::SelfCheck(targets);
        let done = self.run(&job, Input::Bytes(&[]), &allowance, &mut |_, _| ControlFlow::Continue(()))?;
        read(&done)
    }

    /// Runs a job whose answer is bytes and a last message.
    fn collect(
        &self,
        job: &Job,
        input: Input<'_>,
        allowance: &Allowance<'_>,
    ) -> Result<(Vec<u8>, Vec<u8>), Failed> {
        let mut collected = Vec::new();
        let mut on_answer = |kind, bytes: &[u8]| {
            if kind == message::PIXELS {
                collected.extend_from_slice(bytes);
            }
            if collected.len() > MAX_COLLECTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let done = self.run(job, input, allowance, &mut on_answer)?;
        Ok((collected, done))
    }

    #[cfg(unix)]
    fn run(
        &self,
        job: &Job,
        input: Input<'_>,
        allowance: &Allowance<'_>,
        on_answer: &mut OnAnswer<'_>,
    ) -> Result<Vec<u8>, Failed> {
        self.processes.run(job, input, allowance, on_answer)
    }

    #[cfg(not(unix))]
    fn run(&self, _: &Job, _: Input<'_>, _: &Allowance<'_>, _: &mut OnAnswer<'_>) -> Result<Vec<u8>, Failed> {
        Err(Failed::new(Reason::Unavailable, "this system has no worker processes yet"))
    }
}

/// Bytes of one picture: the largest that the limits of the library allow by default, three bytes a pixel, twice.
const MAX_COLLECTED: usize = 256 << 20;

/// The event that a frame stands for; `None` for one that a caller does not need.
fn event(kind: u8, bytes: &[u8]) -> Option<Event<'_>> {
    match kind {
        message::STARTED => {
            let Started { page_count, pages } = serde_json::from_slice(bytes).ok()?;
            Some(Event::Started { page_count, pages })
        }
        message::OUTPUT => {
            let (&format_index, bytes) = bytes.split_first()?;
            Some(Event::Output { format_index: format_index.into(), bytes })
        }
        message::PAGE => Some(Event::Page { page_index: serde_json::from_slice(bytes).ok()? }),
        message::DIAGNOSTICS => {
            let found: Vec<WireDiagnostic> = serde_json::from_slice(bytes).ok()?;
            Some(Event::Diagnostics(found.into_iter().filter_map(WireDiagnostic::read).collect()))
        }
        _ => None,
    }
}

fn read<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, Failed> {
    serde_json::from_slice(bytes)
        .map_err(|error| Failed::new(Reason::Io, format!("a worker's answer: {error}")))
}

#[cfg(unix)]
#[path = "processes.rs"]
mod processes;
