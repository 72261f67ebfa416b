//! Runs OCR on a page: routing, rendering, recognition and merging.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::classify::{self, PageType};
use super::engine::{Engine, EngineFailure, Request, Word};
use super::language::{self, Languages};
use super::merge;
use super::reading::{Choice, Reading, best_reading};
use super::render::{self, PagePicture};
use super::report::{DifferingWord, MergeOutcome, PageRecognition};
use super::route::{self, Mode, Route};
use super::tesseract::HOW_TO_INSTALL;
use super::word_glyphs;
use super::{code_votes, overlap, score, skew};
use crate::content::{Glyph, PageGlyphs};
use crate::diagnostic::{Code, Diagnostic};
use crate::file::Page;
use crate::quality::page::OCR_BELOW;
use crate::session::Session;
use crate::structure::StructuredPage;
use crate::unicode::UnicodeSource;

/// The default resolution in dots per inch, at which engines are trained.
pub const DEFAULT_DPI: u32 = 300;
/// The default score below which text is recognised again (RV-49).
pub const DEFAULT_THRESHOLD: f64 = OCR_BELOW;

/// Options of OCR.
pub struct Recognition {
    /// The mode.
    pub mode: Mode,
    /// The score below which the text of a page is not trusted; `None` to trust all text.
    pub threshold: Option<f64>,
    /// The expected languages, in BCP 47 or the engine's codes; those of the document if empty.
    pub languages: Vec<String>,
    /// The resolution in dots per inch.
    pub dpi: u32,
    find: Box<dyn Fn() -> Result<Arc<dyn Engine>, EngineFailure> + Send + Sync>,
    engine: OnceLock<Result<Arc<dyn Engine>, EngineFailure>>,
}

impl std::fmt::Debug for Recognition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Recognition({:?})", self.mode)
    }
}

impl Recognition {
    /// Creates options with an engine that is looked up when a page first needs it.
    pub fn new(
        mode: Mode,
        find: impl Fn() -> Result<Arc<dyn Engine>, EngineFailure> + Send + Sync + 'static,
    ) -> Self {
        Self {
            mode,
            threshold: Some(DEFAULT_THRESHOLD),
            languages: Vec::new(),
            dpi: DEFAULT_DPI,
            find: Box::new(find),
            engine: OnceLock::new(),
        }
    }

    fn engine(&self) -> &Result<Arc<dyn Engine>, EngineFailure> {
        self.engine.get_or_init(|| (self.find)())
    }

    /// Returns `true` if a page would be recognised.
    pub fn wants(&self, glyphs: &PageGlyphs, layout: &StructuredPage) -> bool {
        self.route(glyphs, layout).0 != Route::Keep
    }

    /// Returns the part of a page to recognise, and the kind of the page.
    fn route(&self, glyphs: &PageGlyphs, layout: &StructuredPage) -> (Route, PageType) {
        let signals = classify::signals(glyphs);
        let scores = score::judged(glyphs, layout);
        let route = route::route(self.mode, self.threshold, &signals, &scores);
        (route, classify::page_type(&signals, scores.page))
    }

    /// Runs OCR on a page if needed; returns the result, if there is one. `layout` is that of the text so far.
    pub(crate) fn improve(
        &self,
        session: &Session,
        page: &Page<'_>,
        glyphs: &mut PageGlyphs,
        layout: &StructuredPage,
    ) -> Option<PageRecognition> {
        if self.mode == Mode::Off {
            return None;
        }
        let (route, page_type) = self.route(glyphs, layout);
        if route == Route::Keep {
            return None;
        }
        let attempt = Attempt { recognition: self, session, page };
        match attempt.words(&route) {
            Ok(read) => Some(attempt.put_in(read, &route, glyphs, page_type)),
            Err(diagnostic) => {
                session.note(diagnostic);
                None
            }
        }
    }
}

/// The result of an engine.
struct Read {
    words: Vec<Word>,
    engine: String,
    languages: Vec<String>,
    dpi: u32,
}

/// An attempt to recognise one page.
struct Attempt<'a> {
    recognition: &'a Recognition,
    session: &'a Session,
    page: &'a Page<'a>,
}

impl Attempt<'_> {
    fn note(&self, code: Code, message: String) -> Diagnostic {
        Diagnostic::new(code, message).on_page(u32::try_from(self.page.index()).unwrap_or(u32::MAX))
    }

    /// Returns the words of the page, in points, or the diagnostic that explains why there are none.
    fn words(&self, route: &Route) -> Result<Read, Diagnostic> {
        if self.session.budget().is_late() {
            let message = "the page needs recognition, but half of the time for the file is over (--time-limit 0 sets none)";
            return Err(self.note(Code::OcrSkipped, message.into()));
        }
        let engine = self.recognition.engine().as_ref().map_err(|failure| self.failed(failure))?;
        let dpi = f64::from(self.recognition.dpi);
        let drawn = render::page_picture(self.session, self.page, dpi)
            .map_err(|why| self.note(Code::RenderFailed, why.reason().into()))?;
        let languages = self.languages(engine.as_ref());
        let is_cancelled = || self.session.budget().check().is_err();
        let limits = self.session.limits();
        let dpi = whole(drawn.scale * 72.0);
        let read_in = |languages: &[String]| {
            let request = Request {
                dpi,
                languages,
                time_limit: Duration::from_secs(limits.recognition_seconds),
                max_bytes: limits.recognition_bytes,
                is_cancelled: &is_cancelled,
            };
            read(engine.as_ref(), &drawn, route, &request)
        };
        let choice = Choice {
            expected: languages.used,
            is_fixed: !self.recognition.languages.is_empty(),
            installed: &engine.languages(),
        };
        let best = best_reading(choice, read_in).map_err(|failure| self.failed(&failure))?;
        if let Some(missing) = best.missing {
            self.note_missing(&[missing]);
        }
        match best.reading {
            Some(Reading { words, languages }) => Ok(Read { words, engine: engine.name(), languages, dpi }),
            None => Err(self.note(Code::OcrFailed, ILLEGIBLE.into())),
        }
    }

    fn failed(&self, failure: &EngineFailure) -> Diagnostic {
        match failure {
            EngineFailure::Missing => {
                let message = format!("the page needs recognition, but there is no engine: {HOW_TO_INSTALL}");
                self.note(Code::OcrUnavailable, message)
            }
            other => self.note(Code::OcrFailed, format!("the page could not be recognised: {other}")),
        }
    }

    fn languages(&self, engine: &dyn Engine) -> Languages {
        let of_document = self.page.file().catalog().and_then(|catalog| catalog.text(b"Lang"));
        let chosen =
            language::choose(&self.recognition.languages, of_document.as_deref(), &engine.languages());
        if !chosen.missing.is_empty() {
            self.note_missing(&chosen.missing);
        }
        chosen
    }

    fn note_missing(&self, names: &[String]) {
        let packages: Vec<String> = names.iter().map(|name| language::package(name)).collect();
        let message = format!(
            "the engine has no data for {} (Debian and Ubuntu: apt install {})",
            names.join(", "),
            packages.join(" ")
        );
        self.session.note(self.note(Code::OcrLanguageMissing, message));
    }

    /// Merges the words into the page.
    fn put_in(
        &self,
        read: Read,
        route: &Route,
        page: &mut PageGlyphs,
        page_type: PageType,
    ) -> PageRecognition {
        let ground = overlap::ground(page, &read.words);
        let is_doubtful = |page: &PageGlyphs, glyph: &Glyph| {
            glyph.source == UnicodeSource::Unknown
                || is_garbled(route, page_type, overlap::middle(page, glyph))
        };
        let glyphs_settled = code_votes::settle(page, &read.words, &ground, is_doubtful);
        let merged = merge::merge(page, &read.words, &ground, page_type == PageType::BrokenText);
        let (words_added, glyphs_replaced) = (merged.added.len(), merged.removed.len());
        remove(page, merged.removed);
        word_glyphs::add(&merged.added, page);
        self.tell(merged.verdict, words_added, glyphs_replaced, glyphs_settled);
        PageRecognition {
            engine: read.engine,
            languages: read.languages,
            dpi: read.dpi,
            verdict: merged.verdict,
            distance: merged.distance,
            words_added,
            glyphs_replaced,
            glyphs_settled,
            page_type,
            differing: merged
                .differing
                .into_iter()
                .map(|word| DifferingWord { text: word.text, bbox: word.bbox })
                .collect(),
        }
    }

    fn tell(&self, verdict: MergeOutcome, added: usize, replaced: usize, settled: usize) {
        let (code, message) = match verdict {
            MergeOutcome::Review => (
                Code::OcrDiffers,
                "the text of the file and what was recognised differ; the file's was kept".into(),
            ),
            _ => (
                Code::OcrUsed,
                format!(
                    "recognised: {added} words added, {replaced} glyphs replaced, {settled} glyphs settled"
                ),
            ),
        };
        self.session.note(self.note(code, message));
    }
}

const ILLEGIBLE: &str = "the page could not be recognised with any confidence; its language may be another \
                         (--ocr-lang), or it shows no text";

/// Returns `true` for a position where the text as a whole is garbled.
fn is_garbled(route: &Route, page_type: PageType, (x, y): (f32, f32)) -> bool {
    match route {
        Route::Keep | Route::Lines(_) => false,
        Route::WholePage => page_type == PageType::BrokenText,
        Route::Regions(regions) => regions.iter().any(|region| overlap::holds(*region, x, y)),
    }
}

/// Recognises the image of a page, or the requested parts of it. Boxes are in points.
fn read(
    engine: &dyn Engine,
    drawn: &PagePicture,
    route: &Route,
    request: &Request<'_>,
) -> Result<Vec<Word>, EngineFailure> {
    let words = match route {
        Route::Regions(regions) | Route::Lines(regions) => {
            let boxes: Vec<[u32; 4]> = regions.iter().map(|region| pixels(*region, drawn.scale)).collect();
            engine.read(&drawn.picture.only(&boxes), request)?
        }
        Route::Keep | Route::WholePage => match skew::straightened(&drawn.picture) {
            Some((straight, turn)) => skew::put_back(engine.read(&straight, request)?, &turn),
            None => engine.read(&drawn.picture, request)?,
        },
    };
    Ok(word_glyphs::placed(words, drawn.scale))
}

/// The margin of a region in points, since letters extend beyond the boxes of their cells.
const REGION_MARGIN: f32 = 2.0;

/// Converts a box in points to pixels.
pub(crate) fn pixels([left, top, right, bottom]: [f32; 4], scale: f64) -> [u32; 4] {
    let grown = [left - REGION_MARGIN, top - REGION_MARGIN, right + REGION_MARGIN, bottom + REGION_MARGIN];
    grown.map(|edge| whole(f64::from(edge) * scale))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(number: f64) -> u32 {
    number.max(0.0).round() as u32
}

/// Removes glyphs from a page.
fn remove(page: &mut PageGlyphs, mut removed: Vec<u32>) {
    removed.sort_unstable();
    let mut index = 0;
    page.glyphs.retain(|_| {
        let is_removed = removed.binary_search(&index).is_ok();
        index += 1;
        !is_removed
    });
}
