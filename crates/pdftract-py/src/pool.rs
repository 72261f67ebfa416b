//! A pool of threads that extract many documents.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pdftract::output::document::Readability;
use pdftract::{CancelFlag, Chunker, Document, DocumentWriter, ExtractOptions, Format};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

use crate::failure::Failure;
use crate::freed;
use crate::guard::LOOK_EVERY;
use crate::opening::{Opening, Source};
use crate::options::NativeOptions;
use crate::reading::{Selection, each_page, share};

/// The results that are wanted of each document.
#[derive(Debug, Clone, Copy, Default)]
struct Wanted {
    text: bool,
    markdown: bool,
    json: bool,
    chunks: bool,
    check: bool,
}

/// The data that all threads share.
struct Work {
    opening: Opening,
    options: Arc<ExtractOptions>,
    wanted: Wanted,
    cancel: CancelFlag,
}

type Job = (usize, Source);
type Done = (usize, Result<Extracted, Failure>);

/// The results of one document.
struct Extracted {
    outputs: [Option<String>; 3],
    chunks: Option<Vec<String>>,
    facts: String,
    is_partial: bool,
}

/// A pool of threads that extract documents; results come in the order in which they are ready.
#[pyclass(frozen, module = "pdftract._native")]
pub(crate) struct NativePool {
    jobs: Mutex<Option<Sender<Job>>>,
    done: Mutex<Receiver<Done>>,
    cancel: CancelFlag,
}

#[pymethods]
impl NativePool {
    #[new]
    fn new(threads: usize, opening: &str, options: &NativeOptions, outputs: Vec<String>) -> PyResult<Self> {
        let mut wanted = Wanted::default();
        for output in outputs {
            match output.as_str() {
                "text" => wanted.text = true,
                "markdown" => wanted.markdown = true,
                "json" => wanted.json = true,
                "chunks" => wanted.chunks = true,
                "check" => wanted.check = true,
                other => return Err(PyValueError::new_err(format!("unknown output {other:?}"))),
            }
        }
        let cancel = CancelFlag::new();
        let opening = Opening::from_json(opening)?;
        let options = Arc::clone(&options.options);
        let work = Arc::new(Work { opening, options, wanted, cancel: cancel.clone() });
        let (jobs, waiting) = mpsc::channel();
        let (finished, done) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads.max(1) {
            let (work, waiting, finished) = (Arc::clone(&work), Arc::clone(&waiting), finished.clone());
            thread::Builder::new()
                .name("pdftract pool".into())
                .spawn(move || work.run(&waiting, &finished))?;
        }
        Ok(Self { jobs: Mutex::new(Some(jobs)), done: Mutex::new(done), cancel })
    }

    /// Adds a document.
    fn submit(&self, index: usize, source: &Bound<'_, PyAny>) -> PyResult<()> {
        let source = Source::from_python(source)?;
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = jobs.as_ref().is_some_and(|jobs| jobs.send((index, source)).is_ok());
        if sent { Ok(()) } else { Err(Failure::closed().into()) }
    }

    /// Waits for the next result: its index, an exception or `None`, the status, text, Markdown, JSON, chunks and facts.
    #[allow(clippy::type_complexity)]
    fn next(
        &self,
        py: Python<'_>,
    ) -> PyResult<(
        usize,
        Option<Py<PyAny>>,
        &'static str,
        [Option<String>; 3],
        Option<Vec<String>>,
        Option<String>,
    )> {
        let received = loop {
            let wait = || self.done.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK_EVERY);
            match py.detach(wait) {
                Ok(received) => break received,
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::closed().into()),
            }
        };
        Ok(match received {
            (index, Ok(Extracted { outputs, chunks, facts, is_partial })) => {
                let status = if is_partial { "partial" } else { "ok" };
                (index, None, status, outputs, chunks, Some(facts))
            }
            (index, Err(failure)) => {
                (index, Some(failure.exception(py)?), "failed", [None, None, None], None, None)
            }
        })
    }

    /// Ends all work; threads end soon after.
    fn close(&self) {
        self.cancel.cancel();
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Drop for NativePool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Work {
    /// Extracts documents until there are no more.
    fn run(&self, waiting: &Mutex<Receiver<Job>>, finished: &Sender<Done>) {
        loop {
            let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((index, source)) = job else { return };
            let work = AssertUnwindSafe(|| self.extract(&source));
            let done = catch_unwind(work).unwrap_or_else(|_| Err(Failure::panicked()));
            freed::give_back();
            if finished.send((index, done)).is_err() {
                return;
            }
        }
    }

    fn extract(&self, source: &Source) -> Result<Extracted, Failure> {
        let (document, _) = self.opening.open(source, &self.cancel)?;
        let extracted = self.read(&document)?;
        match self.cancel.is_cancelled() {
            true => Err(Failure::cancelled()),
            false => Ok(extracted),
        }
    }

    fn formats(&self) -> Vec<Format> {
        let Wanted { text, markdown, json, chunks, check } = self.wanted;
        let formats =
            [(text, Format::Text), (markdown, Format::Markdown), (json || chunks || check, Format::Json)];
        formats.into_iter().filter_map(|(is_wanted, format)| is_wanted.then_some(format)).collect()
    }

    fn read(&self, document: &Document) -> Result<Extracted, Failure> {
        let (options, wanted) = (&self.options, self.wanted);
        let writer = |is_wanted: bool, format| {
            let new = || DocumentWriter::new(format, Vec::new(), options, || document.head(options));
            is_wanted.then(new).transpose()
        };
        let mut text = writer(wanted.text, Format::Text)?;
        let mut markdown = writer(wanted.markdown, Format::Markdown)?;
        let mut json = writer(wanted.json, Format::Json)?;
        let mut chunker = wanted.chunks.then(|| Chunker::new(options.chunks));
        let (mut readability, mut chunks) = (Readability::default(), Vec::new());
        let selection =
            Selection { threads: std::num::NonZeroUsize::new(1), ..Selection::new(document, None, 1) };
        each_page(document, &selection, options, &self.formats(), |mut page| {
            for writer in [&mut text, &mut markdown].into_iter().flatten() {
                writer.page(&mut page)?;
            }
            match page.record() {
                Some(record) => readability.add(record),
                None => readability.add_missing(),
            }
            if let (Some(chunker), Some(record)) = (&mut chunker, page.record()) {
                chunks.extend(chunker.page(record.clone()));
            }
            json.as_mut().map_or(Ok(()), |writer| writer.page(&mut page))?;
            Ok(())
        })?;
        if let Some(chunker) = &mut chunker {
            chunks.extend(chunker.finish());
        }
        let diagnostics = document.diagnostics();
        let finish = |writer: Option<DocumentWriter<Vec<u8>>>| match writer {
            None => Ok::<_, Failure>(None),
            Some(writer) => Ok(Some(
                String::from_utf8(writer.finish(diagnostics.clone())?).map_err(|_| Failure::panicked())?,
            )),
        };
        let chunks = chunks.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
        Ok(Extracted {
            outputs: [finish(text)?, finish(markdown)?, finish(json)?],
            chunks: wanted.chunks.then_some(chunks),
            is_partial: diagnostics.iter().any(|diagnostic| diagnostic.code.is_loss()),
            facts: facts(document, &readability, wanted),
        })
    }
}

/// Returns facts about a document as JSON.
fn facts(document: &Document, readability: &Readability, wanted: Wanted) -> String {
    let is_judged = wanted.check || wanted.json || wanted.chunks;
    let end = readability.end(document.diagnostics());
    json!({
        "page_count": document.page_count(),
        "readable": is_judged.then_some(end.readable),
        "score": is_judged.then(|| share(end.readability.score)),
        "pages_needing_ocr": is_judged.then_some(end.pages_needing_ocr),
        "metadata": document.file().metadata(),
        "diagnostics": end.diagnostics,
    })
    .to_string()
}
