//! Runs work without the lock of the interpreter: signals interrupt it, panics become exceptions.
//!
//! CPython handles signals on the main thread only. Work that the main thread starts therefore runs on another thread,
//! while the main thread looks for signals; other threads do their work themselves. The thread lives as long as the call,
//! so that a process that forks has no thread to miss.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::failure::Failure;

/// The time between two looks for signals.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(25);

/// Runs work without the lock of the interpreter. A signal whose handler raises, such as Ctrl-C, calls `interrupt`, which
/// must make the work end soon.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    interrupt: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let done = if is_main_thread(py)? {
        let (done, signal) = py.detach(|| beside(&interrupt, work));
        if let Some(signal) = signal {
            return Err(signal);
        }
        done
    } else {
        py.detach(|| catch_unwind(AssertUnwindSafe(work)).ok())
    };
    done.ok_or_else(|| Failure::panicked().into())
}

/// Runs work on another thread; returns its result, unless it panicked, and the exception of a signal handler.
fn beside<T: Send>(
    interrupt: &(impl Fn() + Sync),
    work: impl FnOnce() -> T + Send,
) -> (Option<T>, Option<PyErr>) {
    let slot = Mutex::new(Some(work));
    let take = || slot.lock().unwrap_or_else(PoisonError::into_inner).take();
    let run = || take().and_then(|work| catch_unwind(AssertUnwindSafe(work)).ok());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<Option<T>>(1);
        let send = move || {
            let _ = sender.send(run());
        };
        let started = thread::Builder::new().name("pdftract".into()).spawn_scoped(scope, send);
        let Ok(started) = started else {
            // The system has no thread left; then the work is done here, and a signal is handled after it.
            return (run(), None);
        };
        let (done, signal) = wait(&receiver, interrupt);
        // Without this, the next thread could start before this one has given its memory arena back. Each arena of the C
        // library would then keep the memory of some calls.
        let _ = started.join();
        (done, signal)
    })
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
