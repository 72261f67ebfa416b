//! Reads documents with several threads and delivers batches in the order of the sources.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pdftract::{CancelFlag, ExtractOptions};
use pdftract_rows::RowSchema;
use pdftract_worker::Pool;

use super::Item;
use super::rows::Reader;
use crate::freed;
use crate::opening::Opening;

/// The documents to read, and the options for it.
pub(super) struct Plan {
    pub(super) items: Vec<Item>,
    pub(super) rows: RowSchema,
    pub(super) schema: SchemaRef,
    /// The first page of each document and the one after the last; all pages where absent.
    pub(super) page_ranges: Vec<Option<(usize, usize)>>,
    pub(super) opening: Opening,
    pub(super) options: ExtractOptions,
    /// The workers that read documents apart, if that is wanted.
    pub(super) pool: Option<Pool>,
    pub(super) threads: usize,
    /// The number of documents that one thread reads at a time, into the same batch.
    pub(super) batch_documents: usize,
}

type Part = Result<Vec<RecordBatch>, ArrowError>;

/// The threads of a stream.
struct Threads {
    jobs: Sender<usize>,
    done: Receiver<(usize, Part)>,
}

/// A stream of batches. Threads start with the first batch; dropping the stream ends them.
pub(super) struct Batches {
    plan: Arc<Plan>,
    cancel: CancelFlag,
    threads: Option<Threads>,
    /// The number of parts that were started, and the next one to deliver.
    begun: usize,
    next: usize,
    waiting: BTreeMap<usize, Part>,
    ready: std::vec::IntoIter<RecordBatch>,
}

impl Batches {
    pub(super) fn new(plan: Arc<Plan>) -> Self {
        Self {
            plan,
            cancel: CancelFlag::new(),
            threads: None,
            begun: 0,
            next: 0,
            waiting: BTreeMap::new(),
            ready: Vec::new().into_iter(),
        }
    }

    fn parts(&self) -> usize {
        self.plan.items.len().div_ceil(self.plan.batch_documents)
    }

    /// Returns the batches of the next part.
    fn part(&mut self) -> Part {
        let (parts, ahead) = (self.parts(), self.plan.threads * 2);
        if self.threads.is_none() {
            self.threads = Some(start(&self.plan, &self.cancel)?);
        }
        let Some(threads) = &self.threads else { return Ok(Vec::new()) };
        while self.begun < parts && self.begun < self.next + ahead {
            let _ = threads.jobs.send(self.begun);
            self.begun += 1;
        }
        loop {
            if let Some(part) = self.waiting.remove(&self.next) {
                self.next += 1;
                return part;
            }
            let lost = |_| ArrowError::ExternalError("the threads that read documents have ended".into());
            let (index, part) = threads.done.recv().map_err(lost)?;
            self.waiting.insert(index, part);
        }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(batch) = self.ready.next() {
                return Some(Ok(batch));
            }
            if self.next >= self.parts() {
                return None;
            }
            match self.part() {
                Ok(batches) => self.ready = batches.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.plan.schema)
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

fn start(plan: &Arc<Plan>, cancel: &CancelFlag) -> Result<Threads, ArrowError> {
    let (jobs, waiting) = mpsc::channel();
    let (finished, done) = mpsc::channel();
    let waiting = Arc::new(Mutex::new(waiting));
    for _ in 0..plan.threads {
        let (plan, cancel) = (Arc::clone(plan), cancel.clone());
        let (waiting, finished) = (Arc::clone(&waiting), finished.clone());
        let run = move || work(&plan, &cancel, &waiting, &finished);
        thread::Builder::new().name("pdftract arrow".into()).spawn(run)?;
    }
    Ok(Threads { jobs, done })
}

fn work(
    plan: &Plan,
    cancel: &CancelFlag,
    waiting: &Mutex<Receiver<usize>>,
    finished: &Sender<(usize, Part)>,
) {
    loop {
        let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(part) = job else { return };
        let first = part * plan.batch_documents;
        let read = AssertUnwindSafe(|| {
            let mut reader = Reader::new(plan, cancel);
            let items = plan.items.iter().enumerate().skip(first).take(plan.batch_documents);
            items
                .take_while(|_| !cancel.is_cancelled())
                .try_for_each(|(index, item)| reader.document(index, item))?;
            reader.finish()
        });
        let panicked = |_| Err(ArrowError::ExternalError("pdftract failed internally".into()));
        let read = catch_unwind(read).unwrap_or_else(panicked);
        freed::give_back();
        if finished.send((part, read)).is_err() {
            return;
        }
    }
}
