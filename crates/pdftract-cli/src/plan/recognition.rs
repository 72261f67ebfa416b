//! The plan for OCR: mode, engine and languages.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use pdftract::ocr::{CommandEngine, Engine, EngineFailure, HOW_TO_INSTALL, Mode, Recognition, Tesseract};

use crate::args::{EngineArgs, OcrArg, RecognitionArgs};
use crate::exit::{Exit, Failure};
use crate::workers;

/// The name of the program Tesseract.
pub(crate) const TESSERACT: &str = "tesseract";

/// Creates the plan from the arguments; `None` without any OCR option.
pub(super) fn plan(args: RecognitionArgs) -> Result<Option<Arc<Recognition>>, Failure> {
    let Some(mode) = mode(&args) else { return Ok(None) };
    let mut recognition = by_engine(mode, args.engine)?;
    recognition.threshold = Some(args.ocr_threshold).filter(|score| *score > 0.0);
    Ok(Some(Arc::new(recognition)))
}

/// Returns recognition with the engine that was named, or with Tesseract, in worker processes.
pub(super) fn by_engine(mode: Mode, args: EngineArgs) -> Result<Recognition, Failure> {
    let arguments: Vec<OsString> =
        args.as_arguments().into_iter().flat_map(|(name, value)| [name.into(), value]).collect();
    let apart = move |engine: &dyn Engine| workers::engine_apart(engine, arguments.clone());
    let program = args.ocr_engine.unwrap_or_else(|| TESSERACT.into());
    let program = args.ocr_command.is_none().then_some(program);
    let mut recognition = match (&args.ocr_command, program.clone()) {
        (Some(command), _) => {
            let engine = by_command(command)?;
            Recognition::new(mode, move || Ok(apart(&engine)))
        }
        (None, program) => {
            let program = program.unwrap_or_else(|| TESSERACT.into());
            Recognition::new(mode, move || tesseract(&program).map(|engine| apart(engine.as_ref())))
        }
    };
    let languages = args.ocr_lang.as_deref().unwrap_or_default().split(['+', ',']);
    recognition.languages =
        languages.map(str::trim).filter(|name| !name.is_empty()).map(Into::into).collect();
    if let Some(program) = program.filter(|_| !recognition.languages.is_empty()) {
        check_languages(&program, &recognition.languages)?;
    }
    recognition.dpi = args.ocr_dpi;
    Ok(recognition)
}

/// The same for a worker that reads documents.
pub(crate) fn document_recognition(args: RecognitionArgs) -> Result<Option<Arc<Recognition>>, Failure> {
    plan(args)
}

/// Returns the engine itself, for a worker that reads pictures. Its parent has found out that it is there.
pub(crate) fn plain_engine(args: EngineArgs) -> Result<Arc<dyn Engine>, Failure> {
    Ok(match &args.ocr_command {
        Some(command) => Arc::new(by_command(command)?),
        None => Arc::new(Tesseract::at(args.ocr_engine.unwrap_or_else(|| TESSERACT.into()))),
    })
}

/// Returns the mode of OCR. Naming an engine or a language turns it on. It is off by default, because reading one image
/// takes as long as a thousand pages of text.
fn mode(args: &RecognitionArgs) -> Option<Mode> {
    match args.ocr {
        Some(OcrArg::Off) => Some(Mode::Off),
        Some(OcrArg::Force) => Some(Mode::Force),
        Some(OcrArg::Auto) => Some(Mode::Auto),
        None if args.engine.is_named() => Some(Mode::Auto),
        None => None,
    }
}

/// Finds Tesseract.
pub(crate) fn tesseract(program: &Path) -> Result<Arc<dyn Engine>, EngineFailure> {
    Tesseract::find(program).map(|engine| Arc::new(engine) as Arc<dyn Engine>)
}

/// Refuses languages that Tesseract does not have, and OCR without Tesseract. A run must not read a German scan as English
/// because of a typing error.
fn check_languages(program: &Path, wanted: &[String]) -> Result<(), Failure> {
    let engine = match tesseract(program) {
        Ok(engine) => engine,
        Err(EngineFailure::Missing) => {
            return Err(Failure::new(Exit::Error, format!("Tesseract is not installed: {HOW_TO_INSTALL}")));
        }
        // Other failures are reported for the page that needs OCR.
        Err(_) => return Ok(()),
    };
    let installed = engine.languages();
    let missing = pdftract::ocr::missing_languages(wanted, &installed);
    match missing.first() {
        None => Ok(()),
        Some(name) => Err(Failure::usage(format!(
            "--ocr-lang: Tesseract has no language {name}; installed: {} (Debian and Ubuntu: apt install {})",
            installed.join(", "),
            pdftract::ocr::language_package(name)
        ))),
    }
}

fn by_command(command: &str) -> Result<CommandEngine, Failure> {
    let words = command.split_whitespace().map(str::to_owned);
    CommandEngine::new(words).ok_or_else(|| Failure::usage("--ocr-command is empty"))
}
