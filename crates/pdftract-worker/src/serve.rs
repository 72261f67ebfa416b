//! The child: locks itself in, then does one job after the other until its parent closes the pipe.

use std::fs::File;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use pdftract::ocr::EngineFailure;
use pdftract::ocr::render::PageRenderer;
use pdftract::{Dictionary, Engine, Knowledge, Recognition};
use serde::Serialize;

use crate::class::{Class, ProcessLimits};
use crate::event::{Failed, Reason};
use crate::message::{self, Hello, Job};
use crate::task::Tasks;
use crate::{frame, job, sandbox, self_check};

/// The data a child loads before it confines itself: everything that is read from files.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Serving {
    /// The font knowledge. Lazily read databases must be read before [`serve`] is called.
    pub knowledge: Arc<Knowledge>,
    /// Words by which others are corrected.
    pub dictionary: Option<Arc<Dictionary>>,
    /// Recognition of pages without usable text; only for [`Class::Programs`].
    pub recognition: Option<Arc<Recognition>>,
    /// By what pages are drawn for recognition; a thread of the child by default.
    pub renderer: Option<Arc<dyn PageRenderer>>,
    /// The engine for pictures that are sent alone; only for [`Class::Programs`].
    pub engine: Option<Result<Arc<dyn Engine>, EngineFailure>>,
    /// Work beyond extraction.
    pub tasks: Option<Arc<dyn Tasks>>,
}

impl Serving {
    /// Returns it with a change.
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// Locks this process in and serves jobs from standard input until it is closed. Answers go to standard output.
///
/// # Errors
///
/// Returns the error of a pipe.
pub fn serve(class: Class, limits: &ProcessLimits, serving: &Serving) -> io::Result<()> {
    // Panics are answers; what they print would only fill the pipe.
    std::panic::set_hook(Box::new(|_| {}));
    let (mut input, out) = pipes()?;
    let mut out = Answers { out };
    let isolation = sandbox::enter(class, limits);
    out.json(message::HELLO, &Hello { isolation })?;
    loop {
        let mut header = Vec::new();
        match frame::read(&mut input, &mut header)? {
            None => return Ok(()),
            Some(message::JOB) => {}
            Some(_) => return Err(io::Error::other("a job was expected")),
        }
        let job: Job = serde_json::from_slice(&header)?;
        let bytes = match read_input(&mut input) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::OutOfMemory => {
                let failed = Failed::new(Reason::MemoryLimit, "the file is larger than a worker's memory");
                out.json(message::FAILED, &failed)?;
                // The rest of the input is still in the pipe; a new process begins with an empty one.
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let done = catch_unwind(AssertUnwindSafe(|| run(job, bytes, serving, &mut out)));
        match done.unwrap_or_else(|_| Err(Failed::new(Reason::Panicked, "the work panicked").into())) {
            Ok(()) => {}
            Err(JobError::Failed(failed)) => out.json(message::FAILED, &failed)?,
            Err(JobError::Pipe(error)) => return Err(error),
        }
    }
}

/// Why a job has no answer.
pub(crate) enum JobError {
    /// The answer is that it failed.
    Failed(Failed),
    /// There is no one left to report to.
    Pipe(io::Error),
}

impl From<Failed> for JobError {
    fn from(failed: Failed) -> Self {
        Self::Failed(failed)
    }
}

impl From<io::Error> for JobError {
    fn from(error: io::Error) -> Self {
        Self::Pipe(error)
    }
}

fn run(job: Job, input: Vec<u8>, serving: &Serving, out: &mut Answers) -> Result<(), JobError> {
    match job {
        Job::Extract(job) => job::extract(*job, input, serving, out),
        Job::Task(job) => job::task(*job, input, serving, out),
        Job::Draw { scale, seconds } => job::draw(input, scale, seconds, out),
        Job::Recognise(job) => job::recognise(&job, input, serving, out),
        Job::SelfCheck(targets) => Ok(out.json(message::DONE, &self_check::attempt(&targets))?),
    }
}

fn read_input(pipe: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        match frame::read(pipe, &mut bytes)? {
            Some(message::INPUT) => {}
            Some(message::INPUT_END) => return Ok(bytes),
            _ => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// The way back to the parent.
pub(crate) struct Answers {
    out: File,
}

impl Answers {
    /// Sends a message.
    pub(crate) fn json(&mut self, kind: u8, message: &impl Serialize) -> io::Result<()> {
        frame::write(&mut self.out, kind, &serde_json::to_vec(message)?)
    }

    /// Sends bytes of any length.
    pub(crate) fn pieces(&mut self, kind: u8, bytes: &[u8]) -> io::Result<()> {
        frame::write_pieces(&mut self.out, kind, bytes)
    }

    /// Sends bytes of any length, each piece behind a number.
    pub(crate) fn numbered(&mut self, kind: u8, number: u8, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.chunks(frame::PIECE_BYTES) {
            let length = u32::try_from(piece.len() + 1).unwrap_or(u32::MAX).to_le_bytes();
            let [a, b, c, d] = length;
            self.out.write_all(&[kind, a, b, c, d, number])?;
            self.out.write_all(piece)?;
        }
        Ok(())
    }
}

/// Standard input and output without the buffers of the standard library, which look for line ends.
#[cfg(unix)]
fn pipes() -> io::Result<(File, File)> {
    use std::os::fd::AsFd;
    let input = io::stdin().as_fd().try_clone_to_owned()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    Ok((input.into(), output.into()))
}

#[cfg(not(unix))]
fn pipes() -> io::Result<(File, File)> {
    Err(io::ErrorKind::Unsupported.into())
}
