//! Gives freed memory back to the operating system.
//!
//! The C library keeps what documents have freed, up to the largest that was ever read. A process that reads files for
//! days should not keep the memory of its worst file.

/// Gives memory back, at most twice a second. Call it after a document was dropped.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub(crate) fn give_back() {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::{Duration, Instant};

    /// Giving memory back takes about a millisecond.
    const EVERY: Duration = Duration::from_millis(500);
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    /// Milliseconds since the first call at which memory may be given back again.
    static NEXT: AtomicU64 = AtomicU64::new(0);

    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let now = milliseconds(BEGUN.get_or_init(Instant::now).elapsed());
    let next = NEXT.load(Ordering::Relaxed);
    let later = now + milliseconds(EVERY);
    if now >= next && NEXT.compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
        // SAFETY: the function has no requirements; it locks what it changes.
        unsafe { libc::malloc_trim(0) };
    }
}

/// Other systems give memory back without being asked.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}
