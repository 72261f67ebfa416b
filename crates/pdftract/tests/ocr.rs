//! OCR: which pages are recognised, how words are merged, and the effect of a failing engine.
//!
//! Most tests use a mock engine. Tests with Tesseract are skipped, with a printed reason, if it is missing.

#![cfg(feature = "render")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::cast_possible_truncation
)]
#![allow(clippy::cast_sign_loss, clippy::cast_precision_loss, clippy::panic)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pdftract::ocr::picture::Picture;
use pdftract::ocr::render::{NoPicture, PageRenderer};
use pdftract::ocr::{
    CommandEngine, Engine, EngineFailure, MergeOutcome, Mode, Recognition, Request, Tesseract, Word,
};
use pdftract::output::model::{Page, PageType};
use pdftract::unicode::UnicodeSource;
use pdftract::write::RepairError;
use pdftract::{CancelFlag, Code, Document, ExtractOptions, Options, Stop};
use pdftract_testkit::PdfBuilder;
use pdftract_testkit::builder::{simple_document, stream_body};
use pdftract_testkit::compare::similarity;
use pdftract_testkit::garble::Garble;
use pdftract_testkit::random::Random;
use pdftract_testkit::scan::Scan;

/// Returns the same words for every image, and counts the images.
#[derive(Debug, Default)]
struct Fixed {
    words: Vec<(&'static str, [f32; 4], u8)>,
    asked: AtomicUsize,
}

impl Engine for Fixed {
    fn name(&self) -> String {
        "fixed".into()
    }

    fn languages(&self) -> Vec<String> {
        vec!["eng".into()]
    }

    /// Boxes are given in points and lines by their tops.
    fn read(&self, _: &Picture, request: &Request<'_>) -> Result<Vec<Word>, EngineFailure> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let scale = request.dpi as f32 / 72.0;
        let word = |&(text, bbox, confidence_percent): &(&str, [f32; 4], u8)| Word {
            text: text.into(),
            bbox: bbox.map(|edge| edge * scale),
            confidence_percent,
            line: bbox[1] as u32,
        };
        Ok(self.words.iter().map(word).collect())
    }
}

fn open(pdf: Vec<u8>) -> Document {
    Document::open(pdf, &Options::default()).unwrap()
}

fn with_engine(pdf: Vec<u8>, mode: Mode, engine: Arc<dyn Engine>) -> Document {
    let mut recognition = Recognition::new(mode, move || Ok(Arc::clone(&engine)));
    recognition.dpi = 72;
    open(pdf).with_recognition(Arc::new(recognition))
}

fn record(document: &Document) -> Page {
    document.page_record(0, &ExtractOptions::default()).unwrap()
}

fn codes(document: &Document) -> Vec<Code> {
    document.diagnostics().iter().map(|diagnostic| diagnostic.code).collect()
}

/// A grey sheet of 100 by 100 points.
fn blank_scan() -> Vec<u8> {
    Scan::new(100, 100, vec![200; 10_000]).document(72.0)
}

/// Returns a page whose glyphs have meaningless names, so that no code is known. `lines` are in its codes.
fn unmapped_page(lines: &[&str]) -> Vec<u8> {
    let mut content = String::from("BT /F1 10 Tf 20 TL 10 180 Td\n");
    lines.iter().for_each(|line| content.push_str(&format!("({line}) '\n")));
    content.push_str("ET");
    unmapped_document(200, "<</F1 4 0 R>>", &content, "null")
}

/// Returns a page of this height with content in the font 4, whose codes are unknown, and the font 6.
fn unmapped_document(height: u32, fonts: &str, content: &str, other_font: &str) -> Vec<u8> {
    let mut names = String::new();
    for code in 33..=126 {
        names.push_str(&format!("/xq{code}z "));
    }
    let mut builder = PdfBuilder::new();
    builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
    builder.set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>");
    builder.set(
        3,
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 {height}]/Resources<</Font{fonts}>>/Contents 5 0 R>>"
        ),
    );
    let widths = "600 ".repeat(94);
    builder.set(
        4,
        format!(
            "<</Type/Font/Subtype/Type1/BaseFont/AAAAAA+Strange/FirstChar 33/LastChar 126/Widths[{widths}]\
             /Encoding<</Differences[33 {names}]>>/FontDescriptor<</Type/FontDescriptor/FontName/AAAAAA+Strange\
             /Flags 4/MissingWidth 600>>>>"
        ),
    );
    builder.set(5, stream_body("", content.as_bytes()));
    builder.set(6, other_font);
    builder.finish()
}

/// Returns the box of a word of `glyphs` glyphs, each 6 points wide, after `before` others on a line of
/// [`unmapped_page`].
fn place(line: u32, before: u32, glyphs: u32) -> [f32; 4] {
    let (left, baseline) = (10.0 + 6.0 * before as f32, 40.0 + 20.0 * line as f32);
    [left, baseline - 8.0, left + 6.0 * glyphs as f32, baseline + 2.0]
}

#[test]
fn rv_47_a_scan_is_read_and_marked() {
    let words = vec![("Hello", [10.0, 10.0, 40.0, 20.0], 96), ("reader", [45.0, 10.0, 80.0, 20.0], 91)];
    let document = with_engine(blank_scan(), Mode::Auto, Arc::new(Fixed { words, ..Fixed::default() }));
    let page = record(&document);
    assert_eq!(page.page_type, PageType::Scanned);
    assert_eq!(page.blocks[0].text, "Hello reader");
    let span = &page.blocks[0].lines[0].spans[0];
    assert_eq!(span.unicode_source, UnicodeSource::Ocr);
    assert!(span.confidence > 0.9 && !page.readability.ocr_recommended && page.readability.score > 0.9);
    assert_eq!(page.ocr.unwrap().verdict, MergeOutcome::Recognised);
    assert_eq!(document.page_text(0, &ExtractOptions::default()).unwrap().trim(), "Hello reader");
    assert!(codes(&document).contains(&Code::OcrUsed));
}

#[test]
fn rv_47_good_text_never_reaches_the_engine() {
    let engine = Arc::new(Fixed::default());
    let pdf = simple_document(&["BT /F1 12 Tf 72 700 Td (Plain words that everybody can read) Tj ET"]);
    let document = with_engine(pdf, Mode::Auto, Arc::clone(&engine) as Arc<dyn Engine>);
    assert!(record(&document).ocr.is_none());
    assert_eq!(engine.asked.load(Ordering::Relaxed), 0);
}

#[test]
fn rv_47_without_an_engine_a_page_is_reported_once() {
    let recognition = Arc::new(Recognition::new(Mode::Auto, || Err(EngineFailure::Missing)));
    let document = open(blank_scan()).with_recognition(recognition);
    let page = record(&document);
    assert!(page.readability.ocr_recommended && page.ocr.is_none());
    let told: Vec<_> = page.diagnostics.iter().filter(|d| d.code == Code::OcrUnavailable).collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].message.contains("apt install tesseract-ocr"), "{}", told[0].message);
}

#[cfg(unix)]
#[test]
fn a_crashing_or_talkative_engine_costs_one_diagnostic() {
    // `cat` answers with the picture itself, which is no table of words.
    for (command, complaint) in [("false", "it says nothing"), ("cat", ""), ("sh -c exit\u{A0}3", "")] {
        let engine = CommandEngine::new(command.split(' ').map(str::to_owned)).unwrap();
        let document = with_engine(blank_scan(), Mode::Auto, Arc::new(engine));
        let page = record(&document);
        assert!(page.blocks.is_empty());
        let told: Vec<_> = page.diagnostics.iter().filter(|d| d.code == Code::OcrFailed).collect();
        assert_eq!(told.len(), 1, "{command}");
        assert!(told.iter().all(|d| d.message.contains(complaint)), "{told:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_hanging_engine_is_killed() {
    let engine = CommandEngine::new(["sleep".to_owned(), "100".to_owned()]).unwrap();
    let mut options = Options::default();
    options.limits.recognition_seconds = 0;
    let engine: Arc<dyn Engine> = Arc::new(engine);
    let recognition = Recognition::new(Mode::Auto, move || Ok(Arc::clone(&engine)));
    let document = Document::open(blank_scan(), &options).unwrap().with_recognition(Arc::new(recognition));
    let start = std::time::Instant::now();
    let page = record(&document);
    assert!(start.elapsed().as_secs() < 30);
    assert_eq!(page.diagnostics.iter().filter(|d| d.code == Code::OcrFailed).count(), 1);
}

#[test]
fn t3_43_t3_44_w_19_w_57_codes_without_meaning_get_it_from_the_words_above_them() {
    // Three glyphs for "the", "fi" in one glyph, and a word that the engine misreads once.
    let pdf = unmapped_page(&["ABC ABC DEC", "ABC FGHC ABC"]);
    let words = vec![
        ("the", place(0, 0, 3), 95),
        ("the", place(0, 4, 3), 95),
        ("one", place(0, 8, 3), 90),
        ("lhe", place(1, 0, 3), 60),
        ("finre", place(1, 4, 4), 92),
        ("the", place(1, 9, 3), 95),
    ];
    let document = with_engine(pdf, Mode::Auto, Arc::new(Fixed { words, ..Fixed::default() }));
    let page = record(&document);
    let text = document.page_text(0, &ExtractOptions::default()).unwrap();
    assert!(text.starts_with("the the one\nthe "), "{text:?}");
    assert!(text.trim_end().ends_with("e the"), "{text:?}");
    assert_eq!(page.page_type, PageType::BrokenText);
    let ocr = page.ocr.unwrap();
    assert!(ocr.glyphs_settled > 12, "{ocr:?}");
    let spans = || page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans);
    assert!(spans().any(|span| span.unicode_source == UnicodeSource::Ocr));
}

/// Returns good prose in which each `w` is drawn with a font without mappings.
fn gapped_page() -> Vec<u8> {
    let mut content = String::from("BT /F2 10 Tf 20 TL 10 180 Td\n");
    for line in PROSE {
        let line = line.replace('w', ") Tj /F1 10 Tf (w) Tj /F2 10 Tf (");
        content.push_str(&format!("({line}) Tj T*\n"));
    }
    content.push_str("ET");
    let courier = "<</Type/Font/Subtype/Type1/BaseFont/Courier>>";
    unmapped_document(200, "<</F1 4 0 R/F2 6 0 R>>", &content, courier)
}

#[test]
fn t3_45_an_answer_is_accepted_by_its_confidence() {
    let read = |confidence: u8| {
        let words = words_of_gapped_page(|word| if word.contains('w') { confidence } else { 95 });
        let document = with_engine(gapped_page(), Mode::Auto, Arc::new(Fixed { words, ..Fixed::default() }));
        let glyphs = document.laid_out(0, &ExtractOptions::default()).unwrap().glyphs;
        let letters = glyphs.glyphs.iter().filter(|glyph| glyph.code == u32::from(b'w'));
        let found: Vec<_> = letters.map(|glyph| (glyphs.text(glyph), glyph.confidence_percent)).collect();
        assert_eq!(found.len(), PROSE.join("").matches('w').count());
        assert!(found.iter().all(|one| *one == found[0]), "a code is decided once: {found:?}");
        found[0].clone()
    };
    assert_eq!(read(90), ("w".into(), 90));
    assert_eq!(read(60), ("w".into(), 60), "accepted, and no surer than the engine was");
    assert_eq!(read(50), ("w".into(), 50));
    assert_eq!(read(49), ("\u{FFFD}".into(), 0), "below 50 an answer is none");
}

/// Counts the lines in an image: bands of rows with ink.
#[derive(Debug, Default)]
struct CountingLines(AtomicUsize);

impl Engine for CountingLines {
    fn name(&self) -> String {
        "counting".into()
    }

    fn languages(&self) -> Vec<String> {
        vec!["eng".into()]
    }

    fn read(&self, picture: &Picture, _: &Request<'_>) -> Result<Vec<Word>, EngineFailure> {
        let width = picture.width() as usize;
        let is_inked = |row: &[u8]| row.iter().any(|pixel| *pixel < 128);
        let rows: Vec<bool> = picture.grey().chunks_exact(width).map(is_inked).collect();
        let begins = |pair: &&[bool]| !pair[0] && pair[1];
        self.0.store(rows.windows(2).filter(begins).count(), Ordering::Relaxed);
        Ok(Vec::new())
    }
}

#[test]
fn t3_45_at_most_fifty_lines_of_a_page_are_read_for_single_letters() {
    let lines_shown = |lines: usize| {
        let mut content = String::from("BT /F2 10 Tf 20 TL 10 1600 Td\n");
        let line = "(the harbour master closed his ) Tj /F1 10 Tf (w) Tj /F2 10 Tf (indo) Tj /F1 10 Tf (w) Tj T* /F2 10 Tf\n";
        content.push_str(&line.repeat(lines));
        content.push_str("ET");
        let courier = "<</Type/Font/Subtype/Type1/BaseFont/Courier>>";
        let pdf = unmapped_document(1_620, "<</F1 4 0 R/F2 6 0 R>>", &content, courier);
        let engine = Arc::new(CountingLines::default());
        record(&with_engine(pdf, Mode::Auto, Arc::clone(&engine) as Arc<dyn Engine>));
        engine.0.load(Ordering::Relaxed)
    };
    assert_eq!(lines_shown(20), 20);
    assert_eq!(lines_shown(70), 50);
}

/// Returns the words of [`gapped_page`] at their positions, with a confidence for each.
fn words_of_gapped_page(confidence: impl Fn(&str) -> u8) -> Vec<(&'static str, [f32; 4], u8)> {
    let mut words = Vec::new();
    for (line, text) in (0..).zip(PROSE) {
        let mut before = 0;
        for word in text.split(' ') {
            // Lines begin at the first baseline here.
            let [left, top, right, bottom] = place(line, before, word.len() as u32);
            words.push((word, [left, top - 20.0, right, bottom - 20.0], confidence(word)));
            before += word.len() as u32 + 1;
        }
    }
    words
}

#[test]
fn t3_43_unknown_letters_of_good_lines_come_from_those_lines() {
    let words = words_of_gapped_page(|_| 90);
    let engine = Arc::new(Fixed { words, ..Fixed::default() });
    let document = with_engine(gapped_page(), Mode::Auto, Arc::clone(&engine) as Arc<dyn Engine>);
    assert_eq!(document.page_text(0, &ExtractOptions::default()).unwrap().trim(), PROSE.join("\n"));
    assert_eq!(engine.asked.load(Ordering::Relaxed), 1);
    let unread = open(gapped_page()).page_text(0, &ExtractOptions::default()).unwrap();
    assert_eq!(unread.matches('\u{FFFD}').count(), PROSE.join("").matches('w').count());
    let glyphs = document.laid_out(0, &ExtractOptions::default()).unwrap().glyphs;
    let from_engine = glyphs.glyphs.iter().filter(|glyph| glyph.source == UnicodeSource::Ocr);
    assert_eq!(from_engine.count(), PROSE.join("").matches('w').count(), "the file's own letters stay");
}

#[test]
fn rv_25_agreement_keeps_the_text_of_the_file() {
    let pdf = simple_document(&["BT /F1 10 Tf 72 700 Td (Agreement) Tj ET"]);
    let words = vec![("Agreement", [72.0, 84.0, 122.0, 95.0], 90)];
    let document = with_engine(pdf, Mode::Force, Arc::new(Fixed { words, ..Fixed::default() }));
    let page = record(&document);
    assert_eq!(page.ocr.as_ref().unwrap().verdict, MergeOutcome::Agree);
    assert_eq!(page.blocks[0].lines[0].spans[0].unicode_source, UnicodeSource::Agl);
}

#[test]
fn rv_26_rv_35_a_difference_is_reported_and_the_text_is_kept() {
    let pdf = simple_document(&["BT /F1 10 Tf 72 700 Td (Agreement) Tj ET"]);
    let words = vec![("Aqneement", [72.0, 84.0, 122.0, 95.0], 90)];
    let document = with_engine(pdf, Mode::Force, Arc::new(Fixed { words, ..Fixed::default() }));
    let page = record(&document);
    assert_eq!(page.ocr.as_ref().unwrap().verdict, MergeOutcome::Review);
    let span = &page.blocks[0].lines[0].spans[0];
    assert_eq!((span.text.as_str(), span.ocr_text.as_deref()), ("Agreement", Some("Aqneement")));
    assert!(codes(&document).contains(&Code::OcrDiffers));
}

#[test]
fn rv_27_in_contradiction_language_wins_but_not_over_digits() {
    let cipher = "BT /F1 10 Tf 72 700 Td (Uifgh xfbuifswq xbtzk gjofvb boeqx uifzjk xfouwz gpsvv bqq xbmlzz) Tj \
                  0 -20 Td (1482 96) Tj ET";
    let plain = ["The", "weather", "was", "fine", "and", "they", "went", "for", "a", "walk"];
    let words = plain.iter().scan(72.0_f32, |x, word| {
        let left = *x;
        *x += 20.0;
        Some((*word, [left, 84.0, left + 19.0, 95.0], 93))
    });
    let mut words: Vec<_> = words.collect();
    words.push(("l4B2", [72.0, 104.0, 94.0, 115.0], 70));
    let engine = Arc::new(Fixed { words, ..Fixed::default() });
    let document = with_engine(simple_document(&[cipher]), Mode::Force, engine);
    let page = record(&document);
    assert_eq!(page.ocr.as_ref().unwrap().verdict, MergeOutcome::FileReplaced);
    let text = document.page_text(0, &ExtractOptions::default()).unwrap();
    assert!(text.contains("The weather was fine") && text.contains("1482"), "{text:?}");
    assert!(!text.contains("xfbuifs") && !text.contains("l4B2"), "{text:?}");
}

#[test]
fn rv_28_symbols_that_an_engine_cannot_read_either_are_kept() {
    let pdf = unmapped_page(&["ABCDEFGHIJKLMNOPQRSTUVWXYZ"; 4]);
    let line = |line| ("mxkz qfjw vzzk bqxj wpvq", place(line, 0, 26), 50);
    let words = (0..4).map(line).collect();
    let document = with_engine(pdf, Mode::Force, Arc::new(Fixed { words, ..Fixed::default() }));
    assert_eq!(record(&document).ocr.unwrap().verdict, MergeOutcome::NoText);
    assert!(!document.page_text(0, &ExtractOptions::default()).unwrap().contains("mxkz"));
}

#[test]
fn pages_without_confidence_stay_as_they_are() {
    let words = vec![("ASAT", [10.0, 10.0, 40.0, 20.0], 12), ("Farcevata", [10.0, 30.0, 80.0, 40.0], 30)];
    let document = with_engine(blank_scan(), Mode::Auto, Arc::new(Fixed { words, ..Fixed::default() }));
    assert!(record(&document).blocks.is_empty());
    assert!(codes(&document).contains(&Code::OcrFailed));
}

#[test]
fn pages_are_not_read_once_half_of_the_time_is_over() {
    let time_limit = std::time::Duration::from_secs(4);
    let options = Options::default().with(|options| options.time_limit = Some(time_limit));
    let engine = Arc::new(Fixed::default());
    let asked = Arc::clone(&engine);
    let recognition = Recognition::new(Mode::Force, move || Ok(Arc::clone(&engine) as Arc<dyn Engine>));
    let document = Document::open(blank_scan(), &options).unwrap().with_recognition(Arc::new(recognition));
    std::thread::sleep(time_limit / 2);
    let page = record(&document);
    assert_eq!(asked.asked.load(Ordering::Relaxed), 0);
    let told: Vec<_> = page.diagnostics.iter().filter(|d| d.code == Code::OcrSkipped).collect();
    assert_eq!(told.len(), 1, "{:?}", page.diagnostics);
    assert!(told[0].message.contains("half of the time"), "{}", told[0].message);
}

#[test]
fn languages_without_data_are_named() {
    let engine: Arc<dyn Engine> = Arc::new(Fixed::default());
    let mut recognition = Recognition::new(Mode::Force, move || Ok(Arc::clone(&engine)));
    recognition.languages = vec!["fi".into()];
    let document = open(blank_scan()).with_recognition(Arc::new(recognition));
    record(&document);
    let found = document.diagnostics().into_iter().find(|found| found.code == Code::OcrLanguageMissing);
    assert!(found.unwrap().message.contains("fin"));
}

#[test]
fn objects_that_are_too_large_for_a_picture_are_reported() {
    let options = Options::default().with(|options| options.limits.image_pixels = 100);
    let document = Document::open(blank_scan(), &options).unwrap();
    document.picture(0, 72.0).unwrap().unwrap();
    assert!(codes(&document).contains(&Code::RenderFailed));
}

/// Draws nothing, and keeps the copy of the page and the pixels of its images.
#[derive(Debug, Default)]
struct Keeping(Mutex<Vec<(Vec<u8>, u64)>>);

impl PageRenderer for Keeping {
    fn draw(
        &self,
        pdf: Vec<u8>,
        scale: f64,
        time: Duration,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Picture, NoPicture> {
        self.draw_images(pdf, scale, 0, time, is_cancelled)
    }

    fn draw_images(
        &self,
        pdf: Vec<u8>,
        _: f64,
        image_pixels: u64,
        _: Duration,
        _: &(dyn Fn() -> bool + Sync),
    ) -> Result<Picture, NoPicture> {
        self.0.lock().unwrap().push((pdf, image_pixels));
        Err(NoPicture::Unreadable)
    }
}

/// Returns the copy of the first page, and the pixels of its images.
fn copied(pdf: Vec<u8>, options: &Options) -> (Vec<u8>, u64) {
    let renderer = Arc::new(Keeping::default());
    let document = Document::open(pdf, options).unwrap().with_renderer(Arc::clone(&renderer) as _);
    document.picture(0, 72.0).unwrap().unwrap_err();
    renderer.0.lock().unwrap().remove(0)
}

/// Returns the bytes of the copy of the first page, and the pixels of its images.
fn measured(pdf: Vec<u8>, options: &Options) -> (usize, u64) {
    let (copy, pixels) = copied(pdf, options);
    (copy.len(), pixels)
}

/// A font that is missing is looked for whenever it is selected, which takes the renderer seconds for thousands.
#[test]
fn fonts_beyond_what_a_picture_may_use_share_a_stand_in() {
    let mut builder = PdfBuilder::new();
    builder.set(1, "<< /Type /Catalog /Pages 2 0 R >>");
    builder.set(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
    let fonts: String = (0..2_100).map(|number| format!("/F{number} {} 0 R ", 10 + number)).collect();
    builder.set(3, format!("<< /Type /Page /Parent 2 0 R /Resources << /Font << {fonts} >> >> >>"));
    for number in 0..2_100 {
        let font = format!("<< /Type /Font /Subtype /Type1 /BaseFont /Font{number} >>");
        builder.set(10 + number, font);
    }
    let (copy, _) = copied(builder.finish(), &Options::default());
    let copy = String::from_utf8_lossy(&copy);
    assert_eq!(copy.matches("/BaseFont /Font").count(), 2_000);
    assert_eq!(copy.matches("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>").count(), 100);
}

#[test]
fn renderers_are_told_how_many_pixels_images_have() {
    let image =
        "/Type /XObject /Subtype /Image /Width 20 /Height 30 /ColorSpace /DeviceGray /BitsPerComponent 8";
    let mut builder = PdfBuilder::new();
    builder.set(1, "<< /Type /Catalog /Pages 2 0 R >>");
    builder.set(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
    let resources = "<< /XObject << /A 5 0 R /B 6 0 R >> >>";
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R";
    builder.set(3, format!("{page} /Resources {resources} >>"));
    builder.set(4, stream_body("", b"/A Do /B Do"));
    builder.set(5, stream_body(image, &[0; 600]));
    builder.set(6, stream_body(image, &[0; 600]));
    let (bytes, pixels) = measured(builder.finish(), &Options::default());
    assert_eq!(pixels, 2 * 20 * 30);
    assert!(bytes > 1_200);
    assert_eq!(measured(prose_page(), &Options::default()).1, 0);
}

#[test]
fn content_that_unpacks_to_more_than_a_picture_may_have_is_cut() {
    let content = format!("BT /F1 12 Tf 72 700 Td (Hello) Tj ET {}", " ".repeat(1 << 20));
    let options = Options::default().with(|options| options.limits.picture_bytes = 400_000);
    let (bytes, _) = measured(simple_document(&[&content]), &options);
    assert!((100_000..120_000).contains(&bytes), "{bytes}");
}

/// Returns Tesseract, or prints the reason why it is not available.
fn tesseract() -> Option<Arc<dyn Engine>> {
    match Tesseract::find("tesseract") {
        Ok(engine) => Some(Arc::new(engine)),
        Err(failure) => {
            println!("skipped: {failure}");
            None
        }
    }
}

const PROSE: [&str; 6] = [
    "The harbour master closed his office at a quarter past six.",
    "Nobody had asked for him since noon, and the rain went on.",
    "He counted the receipts once more: 1,482 crates of oranges,",
    "96 barrels of tar and a single piano, bound for Valparaiso.",
    "It will never fit through the door, his sister had said when",
    "they unloaded it, and she was right, as she usually was.",
];

fn prose_page() -> Vec<u8> {
    let lines: Vec<String> = PROSE.iter().map(|line| format!("({line}) '")).collect();
    simple_document(&[&format!("BT /F1 12 Tf 20 TL 72 700 Td {} ET", lines.join("\n"))])
}

#[test]
fn a_scan_gets_a_searchable_text_layer() {
    let document = reading(blank_scan(), &Options::default());
    let layered = document.with_text_layer(false).unwrap();
    assert_eq!(layered.pages, [0]);
    assert!(layered.bytes.starts_with(document.file().data()), "the original bytes stay in front");
    let again = open(layered.bytes.clone());
    let glyphs = again.glyphs(0).unwrap();
    let text: String = glyphs.glyphs.iter().map(|glyph| glyphs.text(glyph)).collect();
    assert_eq!(text, "Größefits");
    assert!(glyphs.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::ToUnicode));
    let width: f32 = glyphs.glyphs[..5].iter().map(|glyph| glyph.advance).sum();
    let first = &glyphs.glyphs[0];
    assert!((first.x - 10.0).abs() < 0.1 && (width - 30.0).abs() < 0.1, "{first:?} {width}");
    assert_eq!(again.text().unwrap().trim_end(), "Größe fits");
    // A page with a text layer is not a scan without text, so nothing is added a second time.
    let second = reading(layered.bytes.clone(), &Options::default()).with_text_layer(false).unwrap();
    assert_eq!((second.pages.len(), second.bytes), (0, layered.bytes));
}

/// Returns a document whose engine reads these two words on every scan.
fn reading(pdf: Vec<u8>, options: &Options) -> Document {
    let words = vec![("Größe", [10.0, 20.0, 40.0, 30.0], 95), ("fits", [45.0, 20.0, 60.0, 30.0], 95)];
    let engine: Arc<dyn Engine> = Arc::new(Fixed { words, ..Fixed::default() });
    let mut recognition = Recognition::new(Mode::Auto, move || Ok(Arc::clone(&engine)));
    recognition.dpi = 72;
    Document::open(pdf, options).unwrap().with_recognition(Arc::new(recognition))
}

/// Returns a file converted by qpdf; `None` if qpdf is not installed.
fn by_qpdf(pdf: &[u8], name: &str, arguments: &[&str]) -> Option<Vec<u8>> {
    let place =
        |end: &str| std::env::temp_dir().join(format!("pdftract-{}-{name}-{end}.pdf", std::process::id()));
    let (from, to) = (place("from"), place("to"));
    std::fs::write(&from, pdf).unwrap();
    let made = std::process::Command::new("qpdf").args(arguments).args([&from, &to]).output();
    let out = match &made {
        Ok(output) if output.status.success() => std::fs::read(&to).ok(),
        Ok(output) => panic!("{name}: {}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => {
            println!("skipped what qpdf has to make or check: {error}");
            None
        }
    };
    let _ = (std::fs::remove_file(from), std::fs::remove_file(to));
    out
}

#[test]
fn an_encrypted_scan_gets_a_layer_and_stays_encrypted() {
    let locks: [&[&str]; 3] = [
        &["--allow-weak-crypto", "--encrypt", "user", "owner", "128", "--use-aes=n", "--"],
        &["--allow-weak-crypto", "--encrypt", "user", "owner", "128", "--use-aes=y", "--"],
        &["--object-streams=generate", "--encrypt", "user", "owner", "256", "--"],
    ];
    for (index, lock) in locks.into_iter().enumerate() {
        let Some(locked) = by_qpdf(&blank_scan(), &format!("lock{index}"), lock) else { return };
        let options = Options::default().with(|options| options.password = Some("user".into()));
        let layered = reading(locked.clone(), &options).with_text_layer(false).unwrap();
        assert_eq!((layered.pages, layered.unreachable), (vec![0], vec![]));
        assert!(layered.bytes.starts_with(&locked));
        assert!(!String::from_utf8_lossy(&layered.bytes[locked.len()..]).contains("(Adobe)"));
        assert!(Document::open(layered.bytes.clone(), &Options::default()).is_err(), "it stays locked");
        let again = Document::open(layered.bytes.clone(), &options).unwrap();
        assert_eq!(again.text().unwrap().trim_end(), "Größe fits");
        assert_eq!(codes(&again), []);
        // Another reader accepts it as well.
        let opened = by_qpdf(&layered.bytes, &format!("open{index}"), &["--password=user", "--decrypt"]);
        assert_eq!(open(opened.unwrap()).text().unwrap().trim_end(), "Größe fits");
    }
}

#[test]
fn signatures_are_listed_before_a_layer_would_break_them() {
    let mut builder = scan_builder("3 0 R");
    let signature =
        builder.add("<</Type/Sig/Filter/Adobe.PPKLite/Name(Ada L.)/ByteRange[0 1 2 3]/Contents<00>>>");
    let field = builder.add(format!("<</FT/Sig/T(Approval)/V {signature} 0 R>>"));
    builder.set(1, format!("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{field} 0 R]/SigFlags 3>>>>"));
    let document = reading(builder.finish(), &Options::default());
    let refused = document.with_text_layer(false).unwrap_err();
    assert_eq!(refused, RepairError::Signed(vec!["Approval (Ada L.)".into()]));
    assert_eq!(document.with_text_layer(true).unwrap().pages, [0]);
}

const SCAN_PAGE: &str =
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>";

/// Returns a document whose pages are the same scan; page 3 is an indirect object.
fn scan_builder(kids: &str) -> PdfBuilder {
    let mut builder = PdfBuilder::new();
    builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
    builder.set(2, format!("<</Type/Pages/Count 2/Kids[{kids}]>>"));
    builder.set(3, SCAN_PAGE);
    let entries = "/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8";
    builder.set(4, stream_body(entries, &[200; 64]));
    builder.set(5, stream_body("", b"q 100 0 0 100 0 0 cm /I Do Q"));
    builder
}

#[test]
fn a_page_that_cannot_get_a_layer_is_listed() {
    let pdf = scan_builder(&format!("3 0 R {SCAN_PAGE}")).finish();
    let layered = reading(pdf, &Options::default()).with_text_layer(false).unwrap();
    assert_eq!((layered.pages, layered.unreachable), (vec![0], vec![1]));
    let alone = scan_builder(SCAN_PAGE).finish();
    let layered = reading(alone.clone(), &Options::default()).with_text_layer(false).unwrap();
    assert_eq!((layered.pages, layered.unreachable, layered.bytes), (vec![], vec![0], alone));
}

/// Cancels while it reads.
#[derive(Debug)]
struct Cancelling(CancelFlag, AtomicUsize);

impl Engine for Cancelling {
    fn name(&self) -> String {
        "cancelling".into()
    }

    fn languages(&self) -> Vec<String> {
        vec!["eng".into()]
    }

    fn read(&self, _: &Picture, _: &Request<'_>) -> Result<Vec<Word>, EngineFailure> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.cancel();
        Ok(Vec::new())
    }
}

#[test]
fn layers_are_given_up_when_the_caller_cancels() {
    let cancel = CancelFlag::new();
    let engine = Arc::new(Cancelling(cancel.clone(), AtomicUsize::new(0)));
    let asked = Arc::clone(&engine);
    let recognition = Recognition::new(Mode::Auto, move || Ok(Arc::clone(&engine) as Arc<dyn Engine>));
    let options = Options::default().with(|options| options.cancel = cancel);
    let pdf = scan_builder("3 0 R 3 0 R 3 0 R").finish();
    let document = Document::open(pdf, &options).unwrap().with_recognition(Arc::new(recognition));
    assert_eq!(document.with_text_layer(false).unwrap_err(), RepairError::Stopped(Stop::Cancelled));
    assert_eq!(asked.1.load(Ordering::Relaxed), 1);
}

#[test]
fn scans_of_known_pages_come_back() {
    let Some(engine) = tesseract() else { return };
    let drawn = open(prose_page()).picture(0, 200.0).unwrap().unwrap();
    let (width, height) = (drawn.picture.width() as usize, drawn.picture.height() as usize);
    let mut scan = Scan::new(width, height, drawn.picture.grey());
    scan.noise(12, 5);
    let recognition = Recognition::new(Mode::Auto, move || Ok(Arc::clone(&engine)));
    let document = open(scan.document(200.0)).with_recognition(Arc::new(recognition));
    let text = document.page_text(0, &ExtractOptions::default()).unwrap();
    assert!(similarity(&PROSE.join(" "), &text) >= 0.98, "{text}");
}

#[test]
fn skewed_scans_are_straightened() {
    let Some(engine) = tesseract() else { return };
    let drawn = open(prose_page()).picture(0, 200.0).unwrap().unwrap();
    let (width, height) = (drawn.picture.width() as usize, drawn.picture.height() as usize);
    let mut scan = Scan::new(width, height, drawn.picture.grey());
    scan.skew(4.0);
    let recognition = Recognition::new(Mode::Auto, move || Ok(Arc::clone(&engine)));
    let document = open(scan.document(200.0)).with_recognition(Arc::new(recognition));
    let text = document.page_text(0, &ExtractOptions::default()).unwrap();
    assert!(similarity(&PROSE.join(" "), &text) >= 0.97, "{text}");
}

#[test]
fn recognition_of_clean_pages_agrees_with_their_text() {
    let Some(engine) = tesseract() else { return };
    let recognition = Recognition::new(Mode::Force, move || Ok(Arc::clone(&engine)));
    let document = open(prose_page()).with_recognition(Arc::new(recognition));
    assert_eq!(record(&document).ocr.unwrap().verdict, MergeOutcome::Agree);
    assert_eq!(document.page_text(0, &ExtractOptions::default()).unwrap().trim(), PROSE.join("\n"));
}

#[test]
fn rv_50_a_page_below_three_tenths_is_read_as_a_whole_and_marked() {
    let garbled = Garble::Permutation.apply(&PROSE.join("\n"), &mut Random::new(7)).replace(['(', ')'], "");
    let lines: Vec<String> = garbled.lines().map(|line| format!("({line}) '")).collect();
    let pdf = simple_document(&[&format!("BT /F1 12 Tf 20 TL 72 700 Td {} ET", lines.join("\n"))]);
    let score = open(pdf.clone()).page_record(0, &ExtractOptions::default()).unwrap().readability.score;
    assert!(score < 0.3, "{score}");
    let words: Vec<_> = (0..)
        .zip(PROSE)
        .map(|(line, text)| {
            let baseline = 112.0 + 20.0 * line as f32;
            (text, [72.0, baseline - 9.0, 440.0, baseline + 2.0], 93)
        })
        .collect();
    let document = with_engine(pdf, Mode::Auto, Arc::new(Fixed { words, ..Fixed::default() }));
    let page = record(&document);
    assert_eq!(
        (page.page_type, page.ocr.as_ref().unwrap().verdict),
        (PageType::BrokenText, MergeOutcome::FileReplaced)
    );
    assert_eq!(
        document
            .page_text(0, &ExtractOptions::default())
            .unwrap()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        PROSE.join(" ")
    );
    let spans = page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans);
    assert!(spans.clone().count() > 0 && spans.clone().all(|span| span.unicode_source == UnicodeSource::Ocr));
}

/// Returns a scan of the prose with a garbled invisible text layer.
fn garbled_layer(way: Garble) -> Vec<u8> {
    let drawn = open(prose_page()).picture(0, 200.0).unwrap().unwrap();
    let scan =
        Scan::new(drawn.picture.width() as usize, drawn.picture.height() as usize, drawn.picture.grey());
    let garbled = way.apply(&PROSE.join("\n"), &mut Random::new(7));
    let lines: Vec<String> = garbled.lines().map(|line| format!("({line}) '")).collect();
    scan.document_with(200.0, &format!("BT 3 Tr /F1 12 Tf 20 TL 72 700 Td {} ET", lines.join("\n")))
}

#[test]
fn a_garbled_text_layer_comes_back_right_with_tesseract() {
    let Some(engine) = tesseract() else { return };
    for way in [Garble::Shift, Garble::Permutation] {
        let engine = Arc::clone(&engine);
        let recognition = Recognition::new(Mode::Auto, move || Ok(Arc::clone(&engine)));
        let document = open(garbled_layer(way)).with_recognition(Arc::new(recognition));
        let page = record(&document);
        assert_eq!(page.page_type, PageType::BrokenText, "{way:?}");
        let text = document.page_text(0, &ExtractOptions::default()).unwrap();
        assert!(similarity(&PROSE.join(" "), &text) >= 0.97, "{way:?}: {text}");
        let spans = page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans);
        let ocr = spans.filter(|span| span.unicode_source == UnicodeSource::Ocr).count();
        assert!(ocr > 0, "{way:?}");
    }
}

#[test]
fn a_good_invisible_text_layer_is_used_and_not_read_again() {
    let drawn = open(prose_page()).picture(0, 72.0).unwrap().unwrap();
    let scan =
        Scan::new(drawn.picture.width() as usize, drawn.picture.height() as usize, drawn.picture.grey());
    let lines: Vec<String> = PROSE.iter().map(|line| format!("({line}) '")).collect();
    let pdf = scan.document_with(72.0, &format!("BT 3 Tr /F1 12 Tf 20 TL 72 700 Td {} ET", lines.join("\n")));
    let engine = Arc::new(Fixed::default());
    let document = with_engine(pdf, Mode::Auto, Arc::clone(&engine) as Arc<dyn Engine>);
    assert_eq!(record(&document).page_type, PageType::Mixed);
    assert_eq!(engine.asked.load(Ordering::Relaxed), 0);
    assert_eq!(document.page_text(0, &ExtractOptions::default()).unwrap().trim(), PROSE.join("\n"));
}
