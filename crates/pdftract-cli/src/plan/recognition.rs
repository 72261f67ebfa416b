//! How pages without usable text are read, as typed.

use std::path::Path;
use std::sync::Arc;

use pdftract::ocr::{CommandEngine, Engine, EngineFailure, Mode, Recognition, Tesseract};

use crate::args::{EngineArgs, OcrArg, RecognitionArgs};
use crate::exit::{Exit, Failure};

/// The name of Tesseract on the path.
pub(crate) const TESSERACT: &str = "tesseract";

/// Settles what was typed; `None` when nothing was said of it.
pub(super) fn plan(args: RecognitionArgs) -> Result<Option<Arc<Recognition>>, Failure> {
    let Some(mode) = mode(&args) else { return Ok(None) };
    let mut recognition = by_engine(mode, args.engine)?;
    recognition.threshold = Some(args.ocr_threshold).filter(|score| *score > 0.0);
    Ok(Some(Arc::new(recognition)))
}

/// Recognition by the engine that was named, or by Tesseract.
pub(super) fn by_engine(mode: Mode, args: EngineArgs) -> Result<Recognition, Failure> {
    let mut recognition = match args.ocr_command {
        Some(command) => by_command(mode, &command)?,
        None => {
            let program = args.ocr_engine.unwrap_or_else(|| TESSERACT.into());
            Recognition::new(mode, move || tesseract(&program))
        }
    };
    let languages = args.ocr_lang.as_deref().unwrap_or_default().split(['+', ',']);
    recognition.languages =
        languages.map(str::trim).filter(|name| !name.is_empty()).map(Into::into).collect();
    recognition.dpi = args.ocr_dpi;
    Ok(recognition)
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

fn by_command(mode: Mode, command: &str) -> Result<Recognition, Failure> {
    let words = command.split_whitespace().map(str::to_owned);
    let Some(engine) = CommandEngine::new(words) else {
        return Err(Failure::new(Exit::Unusable, "--ocr-command is empty"));
    };
    let engine: Arc<dyn Engine> = Arc::new(engine);
    Ok(Recognition::new(mode, move || Ok(Arc::clone(&engine))))
}
