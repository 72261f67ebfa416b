//! Runs work without the lock of the interpreter: signals interrupt it, panics become exceptions.
//!
//! CPython handles signals on the main thread only. Work that the main thread starts therefore runs on another thread,
//! while the main thread looks for signals; other threads do their work themselves. The thread is kept for the next call:
//! one per page would cost a third of the work, most of it for memory and buffers that each thread begins anew.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SendError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::failure::Failure;

/// The time between two looks for signals.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(25);

/// Runs work without the lock of the interpreter. A signal whose handler raises, such as Ctrl-C, calls `interrupt`, which
/// must make the work end soon.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    interrupt: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let done = if is_main_thread(py)? {
        let (done, signal) = py.detach(|| beside(&interrupt, work));
        if let Some(signal) = signal {
            return Err(signal);
        }
        done
    } else {
        py.detach(|| guarded(work))
    };
    done.ok_or_else(|| Failure::panicked().into())
}

/// Returns the result of some work, unless it panics.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

type Job = Box<dyn FnOnce() + Send>;

/// A thread that does the work of the main thread. It ends when this is dropped.
struct Helper {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
    /// The process of the thread: one that was forked does not have it.
    process: u32,
}

/// The helper, unless it is at work.
static IDLE: Mutex<Option<Helper>> = Mutex::new(None);

impl Helper {
    /// Returns the idle helper, or a new one; `None` if the system has no thread left.
    fn take() -> Option<Self> {
        Self::idle().or_else(Self::start)
    }

    /// Returns the idle helper, if there is one.
    fn idle() -> Option<Self> {
        let helper = IDLE.try_lock().ok()?.take()?;
        if helper.process == std::process::id() {
            return Some(helper);
        }
        // Its thread, which is not here, may hold locks of the channel.
        std::mem::forget(helper);
        None
    }

    fn start() -> Option<Self> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let work = move || waiting.into_iter().for_each(|job| job());
        let thread = thread::Builder::new().name("pdftract".into()).spawn(work).ok()?;
        Some(Self { jobs, thread, process: std::process::id() })
    }

    /// Keeps the helper for the next call. The handler of a signal may have kept another one meanwhile.
    fn keep(self) {
        if let Ok(mut idle) = IDLE.try_lock() {
            idle.get_or_insert(self);
        }
    }
}

/// Ends the idle helper, which gives back the memory that its thread keeps. The next call starts another one.
pub(crate) fn end_helper() {
    if let Some(Helper { jobs, thread, .. }) = Helper::idle() {
        drop(jobs);
        let _ = thread.join();
    }
}

/// Runs work on another thread; returns its result, unless it panicked, and the exception of a signal handler.
fn beside<T: Send + 'static>(
    interrupt: &(impl Fn() + Sync),
    work: impl FnOnce() -> T + Send + 'static,
) -> (Option<T>, Option<PyErr>) {
    let Some(helper) = Helper::take() else {
        // Then the work is done here, and a signal is handled after it.
        return (guarded(work), None);
    };
    let (sender, receiver) = mpsc::sync_channel::<Option<T>>(1);
    let job = move || {
        let _ = sender.send(guarded(work));
    };
    if let Err(SendError(job)) = helper.jobs.send(Box::new(job)) {
        job();
    }
    let done = wait(&receiver, interrupt);
    helper.keep();
    done
}

/// Waits for the result of another thread, and looks for signals meanwhile.
fn wait<T>(receiver: &Receiver<Option<T>>, interrupt: &(impl Fn() + Sync)) -> (Option<T>, Option<PyErr>) {
    let mut signal = None;
    loop {
        match receiver.recv_timeout(LOOK_EVERY) {
            Ok(done) => return (done, signal),
            Err(RecvTimeoutError::Disconnected) => return (None, signal),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(raised) = Python::attach(|py| py.check_signals()) {
                    interrupt();
                    signal = Some(raised);
                }
            }
        }
    }
}

/// Returns whether this is the thread on which Python handles signals.
fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    static CURRENT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static MAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let function = |name: &str| Ok::<_, PyErr>(py.import("threading")?.getattr(name)?.unbind());
    let current = CURRENT.get_or_try_init(py, || function("get_ident"))?.call0(py)?;
    let main = MAIN.get_or_try_init(py, || function("main_thread"))?.call0(py)?.getattr(py, "ident")?;
    current.bind(py).eq(main)
}

/// Suppresses panic messages from the render thread; a failed rendering is already reported as an exception.
pub(crate) fn quiet_renderer() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(pdftract::ocr::render::THREAD_NAME) {
            usual(panic);
        }
    }));
}

/// Panics inside the guard, for the tests.
#[pyfunction]
pub(crate) fn panic_inside(py: Python<'_>) -> PyResult<()> {
    #[allow(clippy::panic)]
    run(py, || {}, || panic!("asked for by a test"))
}
