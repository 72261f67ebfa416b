//! Reads all pages in the background for the list of scores. Requests of the reader come first.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{io, thread};

use pdftract::ExtractOptions;
use pdftract::output::model::{Page, PageType, Quality};
use serde::Serialize;

use super::session::Session;

/// The pause while a request is worked on, and while there is nothing to do.
const PAUSE: Duration = Duration::from_millis(20);
const IDLE: Duration = Duration::from_millis(200);
/// The first page is shown before the others are read.
const HEAD_START: Duration = Duration::from_millis(400);

/// The facts about a page for the list of pages.
#[derive(Debug, Clone, Serialize)]
pub(super) struct PageScore {
    /// From 0 to 1; `None` for a blank page.
    score: Option<f32>,
    quality: Option<Quality>,
    unmapped: u32,
    hidden: u32,
    ocr: bool,
    problems: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

/// The progress of reading all pages.
#[derive(Debug)]
pub(super) struct Scan {
    scores: Mutex<Vec<Option<PageScore>>>,
    next: AtomicUsize,
    /// The number of requests that are being worked on.
    requests: AtomicUsize,
    is_begun: AtomicBool,
}

/// Counts a request as long as it exists.
#[derive(Debug)]
pub(super) struct Busy(Arc<Session>);

impl Busy {
    pub(super) fn new(session: &Arc<Session>) -> Self {
        session.scan.requests.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(session))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.scan.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Scan {
    pub(super) fn new(page_count: usize) -> Self {
        Self {
            scores: Mutex::new(vec![None; page_count]),
            next: AtomicUsize::new(0),
            requests: AtomicUsize::new(0),
            is_begun: AtomicBool::new(false),
        }
    }

    /// Reads all pages again; scores so far stay until they are replaced.
    pub(super) fn restart(&self) {
        self.next.store(0, Ordering::Relaxed);
    }

    /// Returns how many pages were read since the last start.
    pub(super) fn done(&self) -> usize {
        self.next.load(Ordering::Relaxed)
    }

    /// Returns the scores of pages from an index on.
    pub(super) fn scores(&self, from: usize, most: usize) -> Vec<Option<PageScore>> {
        self.lock().iter().skip(from).take(most).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Option<PageScore>>> {
        self.scores.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the thread that reads all pages.
pub(super) fn start(session: &Arc<Session>) -> io::Result<()> {
    let weak = Arc::downgrade(session);
    let begin = move || {
        thread::sleep(HEAD_START);
        while let Some(session) = weak.upgrade().filter(|session| !session.is_cancelled()) {
            let pause = step(&session);
            drop(session);
            thread::sleep(pause);
        }
    };
    thread::Builder::new().name("pdftract scan".into()).spawn(begin).map(drop)
}

/// Reads the next page; returns the pause before the one after it.
fn step(session: &Session) -> Duration {
    let scan = &session.scan;
    if scan.requests.load(Ordering::Relaxed) > 0 && scan.is_begun.load(Ordering::Relaxed) {
        return PAUSE;
    }
    scan.is_begun.store(true, Ordering::Relaxed);
    let page_index = scan.next.load(Ordering::Relaxed);
    let document = session.for_reading().document;
    if page_index >= document.page_count() {
        return IDLE;
    }
    let record = document.page_record(page_index, &ExtractOptions::default());
    let score = record.map(|record| score(&record));
    if let Some(kept) = scan.lock().get_mut(page_index) {
        *kept = score;
    }
    // If everything begins anew meanwhile, the next page is the first.
    let _ = scan.next.compare_exchange(page_index, page_index + 1, Ordering::Relaxed, Ordering::Relaxed);
    Duration::ZERO
}

fn score(page: &Page) -> PageScore {
    let is_blank = page.page_type == PageType::Blank;
    PageScore {
        score: (!is_blank).then_some(page.readability.score),
        quality: (!is_blank).then_some(page.readability.quality),
        unmapped: page.recovery.unmapped,
        hidden: page.dropped.unseen(),
        ocr: !is_blank && page.readability.ocr_recommended,
        problems: page.diagnostics.len(),
        label: page.page_label.clone(),
    }
}
