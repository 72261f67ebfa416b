//! Prints pages, wears them like a scanner, reads them back, and counts wrong words.

use std::path::PathBuf;
use std::sync::Arc;

use pdftract::ocr::{Engine, Mode, Recognition, Tesseract};
use pdftract::{Document, Options};
use pdftract_testkit::compare::{edit_distance, similarity};
use pdftract_testkit::scan::Scan;

use super::pages::TEXTS;
use crate::Verdict;

/// What to print and how.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files whose first pages are printed; pages of our own unless given
    files: Vec<PathBuf>,
    /// Dots per inch of the scans
    #[arg(long, value_delimiter = ',', default_values_t = [150, 200, 300])]
    dpi: Vec<u32>,
    /// Language of the files, as Tesseract calls it
    #[arg(long, default_value = "eng")]
    lang: String,
}

/// A page to print.
struct Sheet {
    name: String,
    language: String,
    pdf: Vec<u8>,
}

/// How pages are worn: shades of noise, degrees of skew, coarseness of JPEG.
const WEAR: [(&str, u8, f64, f64); 4] =
    [("clean", 0, 0.0, 0.0), ("noise", 24, 0.0, 0.0), ("skew", 8, 0.7, 0.0), ("jpeg", 8, 0.3, 6.0)];

/// Measures.
pub(crate) fn run(arguments: &Arguments) -> Result<Verdict, String> {
    let engine: Arc<dyn Engine> =
        Arc::new(Tesseract::find("tesseract").map_err(|failure| failure.to_string())?);
    println!(
        "{}\n{:<28} {:>5} {:>6} {:>6} {:>7} {:>7}",
        engine.name(),
        "page",
        "dpi",
        "wear",
        "words",
        "WER %",
        "CER %"
    );
    for sheet in sheets(arguments)? {
        for &dpi in &arguments.dpi {
            for wear in WEAR {
                measure(&sheet, dpi, wear, &engine)?;
            }
        }
    }
    Ok(Verdict::Good)
}

fn sheets(arguments: &Arguments) -> Result<Vec<Sheet>, String> {
    if arguments.files.is_empty() {
        let fonts = ["Times-Roman", "Helvetica"];
        let sheets = TEXTS.iter().flat_map(|text| {
            fonts.map(|font| Sheet {
                name: format!("{} {font}", text.language),
                language: text.language.into(),
                pdf: text.page(font),
            })
        });
        return Ok(sheets.collect());
    }
    let read = |path: &PathBuf| {
        let pdf = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Sheet { name, language: arguments.lang.clone(), pdf })
    };
    arguments.files.iter().map(read).collect()
}

fn measure(
    sheet: &Sheet,
    dpi: u32,
    (name, noise, skew, jpeg): (&str, u8, f64, f64),
    engine: &Arc<dyn Engine>,
) -> Result<(), String> {
    let document = open(sheet.pdf.clone())?;
    let truth = document.page_text(0).unwrap_or_default();
    let drawn = document.picture(0, f64::from(dpi)).ok_or("no page")?.map_err(|why| why.reason())?;
    let picture = &drawn.picture;
    let mut scan = Scan::new(picture.width() as usize, picture.height() as usize, picture.grey());
    if skew > 0.0 {
        scan.skew(skew);
    }
    if noise > 0 {
        scan.noise(noise, 1);
    }
    if jpeg > 0.0 {
        scan.jpeg(jpeg);
    }
    let engine = Arc::clone(engine);
    let mut recognition = Recognition::new(Mode::Auto, move || Ok(Arc::clone(&engine)));
    recognition.languages = vec![sheet.language.clone()];
    let scanned = open(scan.document(f64::from(dpi)))?.with_recognition(Arc::new(recognition));
    let read = scanned.page_text(0).unwrap_or_default();
    let words = truth.split_whitespace().count();
    let (wer, cer) = (word_errors(&truth, &read), 1.0 - similarity(&truth, &read));
    println!("{:<28} {dpi:>5} {name:>6} {words:>6} {:>7.2} {:>7.2}", sheet.name, wer * 100.0, cer * 100.0);
    Ok(())
}

fn open(pdf: Vec<u8>) -> Result<Document, String> {
    Document::open(pdf, &Options::default()).map_err(|error| error.to_string())
}

/// The share of words that are wrong, missing or too many. Each word is one character to the comparer.
fn word_errors(truth: &str, read: &str) -> f64 {
    let mut numbers: std::collections::HashMap<String, char> = std::collections::HashMap::new();
    let mut coded = |text: &str| -> String {
        let plain = text.replace(['‘', '’'], "'").replace(['“', '”'], "\"");
        let words = plain.split_whitespace().map(|word| {
            let next = char::from_u32(0x1_0000 + u32::try_from(numbers.len()).unwrap_or(0)).unwrap_or('?');
            *numbers.entry(word.to_owned()).or_insert(next)
        });
        words.collect()
    };
    let (truth, read) = (coded(truth), coded(read));
    edit_distance(&truth, &read) as f64 / truth.chars().count().max(1) as f64
}
