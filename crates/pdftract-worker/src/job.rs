//! The jobs themselves, done in the child.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pdftract::ocr::picture::Picture;
use pdftract::ocr::render::{NoPicture, PageRenderer, ThreadRenderer};
use pdftract::ocr::{EngineFailure, Request};
use pdftract::{
    Document, DocumentWriter, Error, ExtractOptions, Format, Limits, Options, PageAssembler, PageOutput,
    PageRanges,
};

use pdftract_rows::RowSchema;

use crate::event::{Extracted, Failed, Reason};
use crate::message::{
    self, ExtractJob, RecogniseJob, Sides, Started, TaskDone, TaskJob, WireDiagnostic, WireWord,
};
use crate::request::RowsRequest;
use crate::serve::{Answers, JobError, Serving};

/// Reads a document and sends its results page by page.
pub(crate) fn extract(
    job: ExtractJob,
    input: Vec<u8>,
    serving: &Serving,
    out: &mut Answers,
) -> Result<(), JobError> {
    let mut extraction = job.options;
    extraction.dictionary.clone_from(&serving.dictionary);
    let document = open(input, job.password, job.limits, job.seconds, serving)?;
    if let Some(rows) = &job.rows {
        return send_rows(&document, rows, &extraction, out);
    }
    let pages = pages(&document, job.pages.as_deref())?;
    out.json(message::STARTED, &Started { page_count: document.page_count(), pages: pages.len() })?;
    let formats = job.formats.into_iter().map(Format::from).collect();
    let mut writing = Writing::begin(&document, formats, &extraction, job.name, out)?;
    let read = pages.iter().try_for_each(|&page_index| writing.page(page_index, out));
    let (left_out, images_without_text) = (writing.left_out, writing.images_without_text);
    if read.is_ok() {
        writing.finish(out)?;
    }
    let found: Vec<WireDiagnostic> = document.diagnostics().into_iter().map(Into::into).collect();
    out.json(message::DIAGNOSTICS, &found)?;
    read?;
    document.file().budget().check().map_err(|stop| Failed::from(Error::Stopped(stop)))?;
    Ok(out.json(message::DONE, &Extracted { pages: pages.len(), left_out, images_without_text })?)
}

fn open(
    input: Vec<u8>,
    password: Option<String>,
    limits: Limits,
    seconds: Option<f64>,
    serving: &Serving,
) -> Result<Document, Failed> {
    let options = Options::default().with(|options| {
        options.password = password;
        options.limits = limits;
        options.time_limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        options.knowledge = Arc::clone(&serving.knowledge);
    });
    let mut document = Document::open(input, &options)?;
    if let Some(recognition) = &serving.recognition {
        document = document.with_recognition(Arc::clone(recognition));
    }
    if let Some(renderer) = &serving.renderer {
        document = document.with_renderer(Arc::clone(renderer));
    }
    Ok(document)
}

/// Runs a task of the program on a document and sends what it writes.
pub(crate) fn task(
    job: TaskJob,
    input: Vec<u8>,
    serving: &Serving,
    out: &mut Answers,
) -> Result<(), JobError> {
    let tasks = serving.tasks.as_ref();
    let tasks = tasks.ok_or_else(|| Failed::new(Reason::BadRequest, "this worker has no tasks"))?;
    let document = open(input, job.password, job.limits, job.seconds, serving)?;
    let mut written = Vec::new();
    let value = tasks.run(&job.name, job.parameters, &document, &mut written)?;
    let is_partial = document.file().budget().check().is_err();
    out.pieces(message::PIXELS, &written)?;
    Ok(out.json(message::DONE, &TaskDone { value, is_partial })?)
}

/// Reads a document into rows and sends them as JSON.
fn send_rows(
    document: &Document,
    request: &RowsRequest,
    extraction: &ExtractOptions,
    out: &mut Answers,
) -> Result<(), JobError> {
    let unknown = |name| Failed::new(Reason::Io, format!("there is no column {name}"));
    let schema = RowSchema::with_columns(request.granularity, &request.columns).map_err(unknown)?;
    let page_count = document.page_count();
    out.json(message::STARTED, &Started { page_count, pages: page_count })?;
    let outcome = pdftract_rows::read_document(document, &schema, &request.origin, extraction);
    let bytes = serde_json::to_vec(&outcome).map_err(io::Error::from)?;
    out.numbered(message::OUTPUT, 0, &bytes)?;
    let (left_out, images_without_text) = (0, 0);
    Ok(out.json(message::DONE, &Extracted { pages: outcome.pages, left_out, images_without_text })?)
}

fn pages(document: &Document, wanted: Option<&str>) -> Result<Vec<usize>, Failed> {
    let page_count = document.page_count();
    if page_count == 0 {
        return Err(Failed::new(Reason::NoSuchPage, "the PDF cannot be read: it has no pages"));
    }
    let no_such_page = |error: &dyn std::fmt::Display| Failed::new(Reason::NoSuchPage, error.to_string());
    match wanted {
        None => Ok((0..page_count).collect()),
        Some(wanted) => {
            let ranges: PageRanges = wanted.parse().map_err(|error| no_such_page(&error))?;
            Ok(ranges.page_indices(page_count).map_err(|error| no_such_page(&error))?.collect())
        }
    }
}

/// Bytes that wait for the end of their page.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The results of a document while they are written.
struct Writing<'d> {
    document: &'d Document,
    extraction: &'d ExtractOptions,
    formats: Vec<Format>,
    writers: Vec<DocumentWriter<Buffer>>,
    buffers: Vec<Buffer>,
    assembler: PageAssembler,
    left_out: u32,
    images_without_text: usize,
}

impl<'d> Writing<'d> {
    fn begin(
        document: &'d Document,
        formats: Vec<Format>,
        extraction: &'d ExtractOptions,
        name: Option<String>,
        out: &mut Answers,
    ) -> io::Result<Self> {
        let buffers: Vec<Buffer> = formats.iter().map(|_| Buffer::default()).collect();
        let head = || {
            let mut head = document.head(extraction);
            head.source.file.clone_from(&name);
            head
        };
        let begin = |(format, buffer): (&Format, &Buffer)| {
            DocumentWriter::new(*format, buffer.clone(), extraction, head)
        };
        let writers = formats.iter().zip(&buffers).map(begin).collect::<io::Result<_>>()?;
        let assembler = PageAssembler::new(extraction);
        let (left_out, images_without_text) = (0, 0);
        let mut writing = Self {
            document,
            extraction,
            formats,
            writers,
            buffers,
            assembler,
            left_out,
            images_without_text,
        };
        writing.send(out)?;
        Ok(writing)
    }

    fn page(&mut self, page_index: usize, out: &mut Answers) -> Result<(), JobError> {
        let page = self.document.page_output(page_index, self.extraction, &self.formats);
        self.left_out = self.left_out.saturating_add(page.left_out());
        self.images_without_text += usize::from(page.is_image_without_text());
        if let Some(page) = self.assembler.page(page) {
            self.write(page)?;
        }
        self.send(out)?;
        Ok(out.json(message::PAGE, &page_index)?)
    }

    fn write(&mut self, mut page: PageOutput) -> io::Result<()> {
        self.writers.iter_mut().try_for_each(|writer| writer.page(&mut page))
    }

    fn finish(mut self, out: &mut Answers) -> io::Result<()> {
        if let Some(page) = self.assembler.finish() {
            self.write(page)?;
        }
        for writer in std::mem::take(&mut self.writers) {
            writer.finish(self.document.diagnostics())?;
        }
        self.send(out)
    }

    /// Sends what was written since the last time.
    fn send(&mut self, out: &mut Answers) -> io::Result<()> {
        for (index, buffer) in self.buffers.iter().enumerate() {
            out.numbered(message::OUTPUT, u8::try_from(index).unwrap_or(u8::MAX), &buffer.take())?;
        }
        Ok(())
    }
}

/// Draws a PDF of one page and sends its pixels.
pub(crate) fn draw(input: Vec<u8>, scale: f64, seconds: f64, out: &mut Answers) -> Result<(), JobError> {
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let drawn = ThreadRenderer.draw(input, scale, time, &|| false);
    let picture = drawn.map_err(|why| {
        let reason = match why {
            NoPicture::TooSlow => Reason::TimeLimit,
            NoPicture::TooCostly => Reason::TooCostly,
            NoPicture::Crashed => Reason::Panicked,
            _ => Reason::NoPicture,
        };
        Failed::new(reason, why.reason())
    })?;
    out.pieces(message::PIXELS, picture.pixels())?;
    Ok(out.json(message::DONE, &Sides { width: picture.width(), height: picture.height() })?)
}

/// Reads the words of a picture and sends them.
pub(crate) fn recognise(
    job: &RecogniseJob,
    pixels: Vec<u8>,
    serving: &Serving,
    out: &mut Answers,
) -> Result<(), JobError> {
    let failed = |reason, message: String| Failed::new(reason, message);
    let picture = Picture::new(job.width, job.height, pixels)
        .ok_or_else(|| failed(Reason::Io, "the picture is not as large as it says".into()))?;
    let engine = match &serving.engine {
        Some(Ok(engine)) => engine,
        Some(Err(why)) => return Err(engine_failed(why).into()),
        None => return Err(failed(Reason::EngineMissing, "this worker has no engine".into()).into()),
    };
    let request = Request {
        dpi: job.dpi,
        languages: &job.languages,
        time_limit: Duration::try_from_secs_f64(job.seconds).unwrap_or(Duration::MAX),
        max_bytes: job.max_bytes,
        is_cancelled: &|| false,
    };
    let words = engine.read(&picture, &request).map_err(|why| engine_failed(&why))?;
    let words: Vec<WireWord> = words.into_iter().map(Into::into).collect();
    out.pieces(message::PIXELS, &serde_json::to_vec(&words).map_err(io::Error::from)?)?;
    Ok(out.json(message::DONE, &())?)
}

fn engine_failed(why: &EngineFailure) -> Failed {
    let reason = match why {
        EngineFailure::Missing => Reason::EngineMissing,
        EngineFailure::TooSlow => Reason::TimeLimit,
        EngineFailure::Cancelled => Reason::Cancelled,
        EngineFailure::Failed(_) => Reason::EngineFailed,
    };
    let message = match why {
        EngineFailure::Failed(message) => message.clone(),
        other => other.to_string(),
    };
    Failed::new(reason, message)
}
