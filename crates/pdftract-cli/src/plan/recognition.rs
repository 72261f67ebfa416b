//! How pages without usable text are read, as typed.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use pdftract::ocr::{CommandEngine, Engine, EngineFailure, Mode, Recognition, Tesseract};

use crate::args::{EngineArgs, OcrArg, RecognitionArgs};
use crate::exit::{Exit, Failure};
use crate::workers;

/// The name of Tesseract on the path.
pub(crate) const TESSERACT: &str = "tesseract";

/// Settles what was typed; `None` when nothing was said of it.
pub(super) fn plan(args: RecognitionArgs) -> Result<Option<Arc<Recognition>>, Failure> {
    let Some(mode) = mode(&args) else { return Ok(None) };
    let mut recognition = by_engine(mode, args.engine)?;
    recognition.threshold = Some(args.ocr_threshold).filter(|score| *score > 0.0);
    Ok(Some(Arc::new(recognition)))
}

/// Recognition by the engine that was named, or by Tesseract, in worker processes.
pub(super) fn by_engine(mode: Mode, args: EngineArgs) -> Result<Recognition, Failure> {
    let arguments: Vec<OsString> =
        args.as_arguments().into_iter().flat_map(|(name, value)| [name.into(), value]).collect();
    let apart = move |engine: &dyn Engine| workers::engine_apart(engine, arguments.clone());
    let mut recognition = match &args.ocr_command {
        Some(command) => {
            let engine = by_command(command)?;
            Recognition::new(mode, move || Ok(apart(&engine)))
        }
        None => {
            let program = args.ocr_engine.unwrap_or_else(|| TESSERACT.into());
            Recognition::new(mode, move || tesseract(&program).map(|engine| apart(engine.as_ref())))
        }
    };
    let languages = args.ocr_lang.as_deref().unwrap_or_default().split(['+', ',']);
    recognition.languages =
        languages.map(str::trim).filter(|name| !name.is_empty()).map(Into::into).collect();
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

/// When pages are read. Whoever names an engine or a language wants it; without a word, scans are only told of, because
/// reading one page takes as long as a thousand pages of text.
fn mode(args: &RecognitionArgs) -> Option<Mode> {
    match args.ocr {
        Some(OcrArg::Off) => Some(Mode::Off),
        Some(OcrArg::Force) => Some(Mode::Force),
        Some(OcrArg::Auto) => Some(Mode::Auto),
        None if args.engine.is_named() => Some(Mode::Auto),
        None => None,
    }
}

/// Tesseract, if it is there.
pub(crate) fn tesseract(program: &Path) -> Result<Arc<dyn Engine>, EngineFailure> {
    Tesseract::find(program).map(|engine| Arc::new(engine) as Arc<dyn Engine>)
}

fn by_command(command: &str) -> Result<CommandEngine, Failure> {
    let words = command.split_whitespace().map(str::to_owned);
    CommandEngine::new(words).ok_or_else(|| Failure::new(Exit::Unusable, "--ocr-command is empty"))
}
