//! Gives freed memory back to the operating system.
//!
//! A process that reads files for days should not keep the memory of its worst file. The allocator of the C library does:
//! it cannot give back the end of the memory of any thread but the first.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mimalloc::MiMalloc;

use crate::guard;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The time between two calls of the allocator, since each takes about a millisecond.
const EVERY: Duration = Duration::from_millis(500);

/// Gives memory back, at most twice a second. Call it after a document was dropped.
///
/// The allocator gives memory back by itself when it is used again, so this matters for programs that then wait.
#[allow(unsafe_code)]
pub(crate) fn give_back() {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    /// Milliseconds since the first call at which memory may be given back again.
    static NEXT: AtomicU64 = AtomicU64::new(0);

    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let now = milliseconds(BEGUN.get_or_init(Instant::now).elapsed());
    let next = NEXT.load(Ordering::Relaxed);
    let later = now + milliseconds(EVERY);
    if now >= next && NEXT.compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
        // An idle thread keeps what it has freed, and its buffers.
        guard::end_helper();
        // SAFETY: the function has no requirements; it may be called by any thread at any time.
        unsafe { libmimalloc_sys::mi_collect(true) };
    }
}
