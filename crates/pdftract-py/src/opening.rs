//! Sources of documents and the options to open them with.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pdftract::ocr::{CommandEngine, Engine, Mode, Recognition, Tesseract};
use pdftract::{
    CancelFlag, Document, FontDatabase, FontDatabaseError, FontMap, Input, Knowledge, LearnedFonts, Limits,
    Options,
};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use serde::Deserialize;

use crate::failure::Failure;

/// The bytes of a document, or the place to read them from.
#[derive(Clone)]
pub(crate) enum Source {
    Path(PathBuf),
    Bytes(Input),
}

impl Source {
    /// Takes a path, or anything with bytes. `bytes` are shared; others, which may change, are copied.
    pub(crate) fn from_python(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if source.is_instance_of::<PyBytes>() {
            return Ok(Self::Bytes(Input::new(source.extract::<PyBackedBytes>()?)));
        }
        if let Ok(buffer) = PyBuffer::<u8>::get(source) {
            return Ok(Self::Bytes(Input::from(buffer.to_vec(source.py())?)));
        }
        let path = source.extract::<PathBuf>();
        path.map(Self::Path).map_err(|_| PyTypeError::new_err("expected a path or a bytes-like object"))
    }

    fn read(&self, options: &Options) -> Result<Input, Failure> {
        match self {
            Self::Bytes(input) => Ok(input.clone()),
            Self::Path(path) => {
                let file = std::fs::File::open(path).map_err(|error| Failure::from(error).of_file(path))?;
                Input::read_within(file, options).map_err(|error| Failure::from(error).of_file(path))
            }
        }
    }
}

/// The options to open documents with; they can be used for many documents.
#[derive(Clone, Default)]
pub(crate) struct Opening {
    pub(crate) options: Options,
    recognition: Option<Arc<Recognition>>,
}

/// The options as Python code sends them.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Sent {
    password: Option<String>,
    time_limit: Option<f64>,
    limits: Limits,
    font_maps: Vec<PathBuf>,
    font_dbs: Vec<PathBuf>,
    ocr: Option<SentRecognition>,
}

/// Options of recognition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentRecognition {
    mode: String,
    #[serde(default)]
    languages: Vec<String>,
    dpi: Option<u32>,
    threshold: Option<f64>,
    engine: Option<PathBuf>,
    command: Option<Vec<String>>,
}

impl Opening {
    /// Reads options from JSON, and the font maps that they name.
    pub(crate) fn from_json(json: &str) -> PyResult<Self> {
        let sent: Sent =
            serde_json::from_str(json).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let knowledge = knowledge(&sent)?;
        let time_limit = sent.time_limit.map(Duration::try_from_secs_f64).transpose();
        let time_limit = time_limit.map_err(|error| PyValueError::new_err(format!("time_limit: {error}")))?;
        let options = Options::default().with(|options| {
            options.password = sent.password;
            options.limits = sent.limits;
            options.time_limit = time_limit;
            options.knowledge = Arc::new(knowledge);
        });
        Ok(Self { options, recognition: sent.ocr.map(recognition).transpose()? })
    }

    /// Opens a document that the flag cancels.
    pub(crate) fn open(&self, source: &Source, cancel: &CancelFlag) -> Result<(Document, Input), Failure> {
        let input = self.read(source, cancel)?;
        Ok((self.open_input(input.clone(), cancel)?, input))
    }

    /// Reads the bytes of a document.
    pub(crate) fn read(&self, source: &Source, cancel: &CancelFlag) -> Result<Input, Failure> {
        source.read(&self.cancelled_by(cancel))
    }

    fn cancelled_by(&self, cancel: &CancelFlag) -> Options {
        self.options.clone().with(|options| options.cancel = cancel.clone())
    }

    /// Opens bytes that were read.
    pub(crate) fn open_input(&self, input: Input, cancel: &CancelFlag) -> Result<Document, Failure> {
        let document = Document::open(input, &self.cancelled_by(cancel))?;
        Ok(match &self.recognition {
            Some(recognition) => document.with_recognition(Arc::clone(recognition)),
            None => document,
        })
    }
}

fn knowledge(sent: &Sent) -> PyResult<Knowledge> {
    let read = |path: &PathBuf| std::fs::read(path).map_err(|error| Failure::from(error).of_file(path));
    let mut font_maps = Vec::new();
    for path in &sent.font_maps {
        let map = FontMap::read(&read(path)?);
        font_maps.push(map.map_err(|error| PyValueError::new_err(format!("{}: {error}", path.display())))?);
    }
    let font_databases = sent.font_dbs.iter().map(|path| Arc::new(learned_fonts(path.clone()))).collect();
    Ok(Knowledge::default().with(|knowledge| {
        knowledge.font_maps = font_maps;
        knowledge.font_databases = font_databases;
    }))
}

/// Returns learned fonts that are read when a font first needs them.
fn learned_fonts(path: PathBuf) -> LearnedFonts {
    LearnedFonts::later(move || {
        let failed =
            |error: &dyn std::fmt::Display| FontDatabaseError::new(format!("{}: {error}", path.display()));
        let bytes = std::fs::read(&path).map_err(|error| failed(&error))?;
        FontDatabase::read(&bytes).map_err(|error| failed(&error))
    })
}

fn recognition(sent: SentRecognition) -> PyResult<Arc<Recognition>> {
    let mode = match sent.mode.as_str() {
        "off" => Mode::Off,
        "auto" => Mode::Auto,
        "force" => Mode::Force,
        other => return Err(PyValueError::new_err(format!("ocr: unknown mode {other:?}"))),
    };
    let mut recognition = match sent.command {
        Some(command) => {
            let engine = CommandEngine::new(command);
            let engine: Arc<dyn Engine> =
                Arc::new(engine.ok_or_else(|| PyValueError::new_err("ocr: the command is empty"))?);
            Recognition::new(mode, move || Ok(Arc::clone(&engine)))
        }
        None => {
            let program = sent.engine.unwrap_or_else(|| "tesseract".into());
            Recognition::new(mode, move || {
                Tesseract::find(&program).map(|engine| Arc::new(engine) as Arc<dyn Engine>)
            })
        }
    };
    recognition.languages = sent.languages;
    recognition.dpi = sent.dpi.unwrap_or(recognition.dpi);
    recognition.threshold = sent.threshold.or(recognition.threshold).filter(|score| *score > 0.0);
    Ok(Arc::new(recognition))
}
