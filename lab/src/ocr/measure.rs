//! Renders pages, degrades them like a scanner, recognises them, and counts wrong words.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use pdftract::ocr::{Engine, Mode, Recognition, Tesseract};
use pdftract::{Document, ExtractOptions, Options};
use pdftract_testkit::compare::{collapse_whitespace, edit_distance};
use pdftract_testkit::scan::Scan;

use super::pages::TEXTS;
use crate::Check;

/// Pages to render, and how.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files whose first pages are rendered [default: built-in pages]
    files: Vec<PathBuf>,
    /// Dots per inch of the scans
    #[arg(long, value_delimiter = ',', default_values_t = [150, 200, 300])]
    dpi: Vec<u32>,
    /// Language of the files, as a Tesseract code; restricts built-in pages to this language
    #[arg(long)]
    lang: Option<String>,
    /// Degrees by which pages are rotated, instead of the default degradation
    #[arg(long, value_delimiter = ',')]
    skew: Vec<f64>,
}

/// A page to render.
struct Sheet {
    name: String,
    language: String,
    pdf: Vec<u8>,
}

/// A degradation: shades of noise, degrees of skew, coarseness of JPEG.
struct Wear {
    name: String,
    noise: u8,
    skew: f64,
    jpeg: f64,
}

/// Words and characters of a page, and the number that are wrong, missing or spurious.
#[derive(Default, Clone, Copy)]
struct Errors {
    words: usize,
    wrong_words: usize,
    characters: usize,
    wrong_characters: usize,
}

/// Runs the measurement.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let engine: Arc<dyn Engine> =
        Arc::new(Tesseract::find("tesseract").map_err(|failure| failure.to_string())?);
    println!("{}\n{:<34} {:>6} {:>7} {:>7}", engine.name(), "page", "words", "WER %", "CER %");
    let mut totals: BTreeMap<(String, u32), Errors> = BTreeMap::new();
    for sheet in sheets(arguments)? {
        for &dpi in &arguments.dpi {
            for wear in wears(arguments) {
                let errors = measure(&sheet, dpi, &wear, &engine)?;
                print(&format!("{} {dpi} dpi {}", sheet.name, wear.name), errors);
                totals.entry((sheet.language.clone(), dpi)).or_default().add(errors);
            }
        }
    }
    for ((language, dpi), errors) in totals {
        print(&format!("all of {language} {dpi} dpi"), errors);
    }
    Ok(Check::Passed)
}

fn print(what: &str, errors: Errors) {
    let percent = |wrong: usize, of: usize| 100.0 * wrong as f64 / of.max(1) as f64;
    let (wer, cer) =
        (percent(errors.wrong_words, errors.words), percent(errors.wrong_characters, errors.characters));
    println!("{what:<34} {:>6} {wer:>7.2} {cer:>7.2}", errors.words);
}

impl Errors {
    fn add(&mut self, other: Self) {
        self.words += other.words;
        self.wrong_words += other.wrong_words;
        self.characters += other.characters;
        self.wrong_characters += other.wrong_characters;
    }
}

fn wears(arguments: &Arguments) -> Vec<Wear> {
    let wear = |name: &str, noise, skew, jpeg| Wear { name: name.into(), noise, skew, jpeg };
    if arguments.skew.is_empty() {
        return vec![
            wear("clean", 0, 0.0, 0.0),
            wear("noise", 24, 0.0, 0.0),
            wear("skew", 8, 0.7, 0.0),
            wear("jpeg", 8, 0.3, 6.0),
        ];
    }
    arguments.skew.iter().map(|&skew| wear(&format!("skew {skew}"), 8, skew, 0.0)).collect()
}

fn sheets(arguments: &Arguments) -> Result<Vec<Sheet>, String> {
    if arguments.files.is_empty() {
        let fonts = ["Times-Roman", "Helvetica"];
        let is_wanted = |language: &str| arguments.lang.as_ref().is_none_or(|wanted| wanted == language);
        let sheets = TEXTS.iter().filter(|text| is_wanted(text.language)).flat_map(|text| {
            fonts.map(|font| Sheet {
                name: format!("{} {font}", text.language),
                language: text.language.into(),
                pdf: text.page(font),
            })
        });
        return Ok(sheets.collect());
    }
    let language = arguments.lang.clone().unwrap_or_else(|| "eng".into());
    let read = |path: &PathBuf| {
        let pdf = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Sheet { name, language: language.clone(), pdf })
    };
    arguments.files.iter().map(read).collect()
}

fn measure(sheet: &Sheet, dpi: u32, wear: &Wear, engine: &Arc<dyn Engine>) -> Result<Errors, String> {
    let document = open(sheet.pdf.clone())?;
    let truth = document.page_text(0, &ExtractOptions::default()).unwrap_or_default();
    let drawn = document.picture(0, f64::from(dpi)).ok_or("no page")?.map_err(|why| why.reason())?;
    let picture = &drawn.picture;
    let mut scan = Scan::new(picture.width() as usize, picture.height() as usize, picture.grey());
    if wear.skew > 0.0 {
        scan.skew(wear.skew);
    }
    if wear.noise > 0 {
        scan.noise(wear.noise, 1);
    }
    if wear.jpeg > 0.0 {
        scan.jpeg(wear.jpeg);
    }
    let engine = Arc::clone(engine);
    let mut recognition = Recognition::new(Mode::Auto, move || Ok(Arc::clone(&engine)));
    recognition.languages = vec![sheet.language.clone()];
    let scanned = open(scan.document(f64::from(dpi)))?.with_recognition(Arc::new(recognition));
    Ok(errors(&truth, &scanned.page_text(0, &ExtractOptions::default()).unwrap_or_default(), &sheet.language))
}

fn open(pdf: Vec<u8>) -> Result<Document, String> {
    Document::open(pdf, &Options::default()).map_err(|error| error.to_string())
}

fn errors(truth: &str, read: &str, language: &str) -> Errors {
    // Japanese and Chinese have no spaces between words, so spaces inserted by an engine are not errors.
    let joined = |text: &str| match language {
        "jpn" | "chi_sim" | "chi_tra" => text.split_whitespace().collect::<String>(),
        _ => collapse_whitespace(text),
    };
    let (letters, read_letters) = (joined(truth), joined(read));
    Errors {
        words: truth.split_whitespace().count(),
        wrong_words: wrong_words(truth, read),
        characters: letters.chars().count(),
        wrong_characters: edit_distance(&letters, &read_letters),
    }
}

/// Counts wrong, missing and spurious words, by mapping each word to one character for the edit distance.
fn wrong_words(truth: &str, read: &str) -> usize {
    let mut numbers: HashMap<String, char> = HashMap::new();
    let mut coded = |text: &str| -> String {
        let plain = text.replace(['‘', '’'], "'").replace(['“', '”'], "\"");
        let words = plain.split_whitespace().map(|word| {
            let next = char::from_u32(0x1_0000 + u32::try_from(numbers.len()).unwrap_or(0)).unwrap_or('?');
            *numbers.entry(word.to_owned()).or_insert(next)
        });
        words.collect()
    };
    edit_distance(&coded(truth), &coded(read))
}
