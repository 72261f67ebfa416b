//! Finds out whether standard output was closed when the program was started (`pdftract FILE >&-`).
//!
//! The standard library opens `/dev/null` in its place before `main`, so that all output would be lost without an error,
//! and later nobody can tell it from a `/dev/null` that was meant.

use std::sync::atomic::{AtomicBool, Ordering};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns whether there is nothing to print to.
pub(crate) fn was_closed() -> bool {
    WAS_CLOSED.load(Ordering::Relaxed)
}

/// Returns an error if there is nothing to print to.
pub(crate) fn check() -> std::io::Result<()> {
    if was_closed() { Err(std::io::Error::other("standard output is closed")) } else { Ok(()) }
}

#[cfg(target_os = "linux")]
extern "C" fn look() {
    let is_closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()) == Err(rustix::io::Errno::BADF);
    WAS_CLOSED.store(is_closed, Ordering::Relaxed);
}

// SAFETY: the loader calls the functions of this section before `main`, with arguments that may be ignored. `look` makes one
// system call and sets one flag; it uses nothing that the runtime of the standard library has to prepare.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
