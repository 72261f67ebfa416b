//! How pages without usable text are read, as typed.

use std::path::Path;
use std::sync::Arc;

use pdftract::ocr::{CommandEngine, Engine, EngineFailure, Mode, Recognition, Tesseract};

use crate::args::{OcrArg, RecognitionArgs};
use crate::exit::{Exit, Failure};

/// The name of Tesseract on the path.
pub(crate) const TESSERACT: &str = "tesseract";

/// Settles what was typed; `None` when recognition is off.
pub(super) fn plan(args: RecognitionArgs) -> Result<Option<Arc<Recognition>>, Failure> {
    let mode = match args.ocr {
        Some(OcrArg::Off) => return Ok(None),
        Some(OcrArg::Force) => Mode::Force,
        Some(OcrArg::Auto) | None => Mode::Auto,
    };
    let mut recognition = match args.ocr_command {
        Some(command) => by_command(mode, &command)?,
        None => {
            let program = args.ocr_engine.unwrap_or_else(|| TESSERACT.into());
            Recognition::new(mode, move || tesseract(&program))
        }
    };
    // Judging text costs time on every page, and its false alarms cost seconds: only for those who ask by name.
    recognition.judges = args.ocr.is_some();
    let languages = args.ocr_lang.as_deref().unwrap_or_default().split(['+', ',']);
    recognition.languages =
        languages.map(str::trim).filter(|name| !name.is_empty()).map(Into::into).collect();
    recognition.threshold = Some(args.ocr_threshold).filter(|score| *score > 0.0);
    recognition.dpi = args.ocr_dpi;
    Ok(Some(Arc::new(recognition)))
}

/// Tesseract, if it is there.
pub(crate) fn tesseract(program: &Path) -> Result<Arc<dyn Engine>, EngineFailure> {
    Tesseract::find(program).map(|engine| Arc::new(engine) as Arc<dyn Engine>)
}

fn by_command(mode: Mode, command: &str) -> Result<Recognition, Failure> {
    let words = command.split_whitespace().map(str::to_owned);
    let Some(engine) = CommandEngine::new(words) else {
        return Err(Failure::new(Exit::Unusable, "--ocr-command is empty"));
    };
    let engine: Arc<dyn Engine> = Arc::new(engine);
    Ok(Recognition::new(mode, move || Ok(Arc::clone(&engine))))
}
