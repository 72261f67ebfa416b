//! Facts of pages for routers: which pages need OCR, without their layout.

use pdftract::ExtractOptions;
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::sheet::{HELVETICA, Sheet};

use super::open;

const PROSE: &str =
    "The harbour was quiet in the morning, and the boats came back with the tide before noon. ";
/// The same with each letter replaced by another, as a font with a wrong map shows it.
const CIPHER: &str =
    "Qeh bzpgwsp xzl fsvhq vt qeh ymptvtj, ztk qeh gwzql rzyh gzrn xvqe qeh qvkh ghawph twwt. ";

/// Returns the content of a page with lines from the top.
fn lines<'t>(lines: impl IntoIterator<Item = &'t str>) -> String {
    let shown: String = lines.into_iter().map(|line| format!("({line}) Tj 0 -12 Td ")).collect();
    format!("BT /F1 9 Tf 20 760 Td {shown} ET")
}

fn page(content: &str) -> Sheet {
    Sheet::new(600, 800).font(HELVETICA).content(content)
}

fn likely(sheet: Sheet) -> bool {
    let facts = open(sheet.bytes()).page_facts(0).unwrap();
    assert_eq!(facts.ocr_likely, facts.ocr_probability > 0.5, "{facts:?}");
    facts.ocr_likely
}

/// Words of a story, of which lines are made that differ.
const WORDS: &str = "harbour morning letter carried quiet winter village promise window garden summer brother market \
                     shadow answer candle silver bridge travel corner evening kitchen station weather history";

/// Returns a line of the story, or of the story in another alphabet.
fn line(number: usize, is_garbled: bool) -> String {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let text: Vec<&str> =
        (0..9).map(|place| words[(number * 11 + place * (number % 7 + 2)) % words.len()]).collect();
    let turned = |letter: char| match letter {
        'a'..='z' if is_garbled => char::from((letter as u8 - b'a' + 13) % 26 + b'a'),
        _ => letter,
    };
    text.join(" ").chars().map(turned).collect()
}

#[test]
fn text_is_judged_by_samples_from_all_of_the_page() {
    assert!(!likely(page(&lines([PROSE; 40]))));
    assert!(likely(page(&lines([CIPHER; 40]))));
    let is_sent = |is_garbled: fn(usize) -> bool| {
        let text: Vec<String> = (0..40).map(|number| line(number, is_garbled(number))).collect();
        likely(page(&lines(text.iter().map(String::as_str))))
    };
    assert!(!is_sent(|_| false));
    assert!(is_sent(|line| line >= 4), "only the first lines are readable");
    assert!(is_sent(|line| line < 36), "only the last lines are readable");
    assert!(!is_sent(|line| line < 4) && !is_sent(|line| line >= 36), "most lines are readable");
}

#[test]
fn hidden_text_is_not_part_of_the_sample() {
    // Text off the page is as long as what readers see.
    let content = format!("{} BT /F1 9 Tf 900 700 Td ({}) Tj ET", lines([PROSE; 20]), CIPHER.repeat(20));
    let facts = open(page(&content).bytes()).page_facts(0).unwrap();
    assert_eq!(facts.text_score, open(page(&lines([PROSE; 20])).bytes()).page_facts(0).unwrap().text_score);
}

#[test]
fn scans_are_sent_and_blank_pages_are_not() {
    let with_image = |content: &str| {
        let image =
            stream_body("/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", &[0]);
        let (sheet, number) = Sheet::new(600, 800).font(HELVETICA).object(image);
        sheet.resource(&format!("/XObject<</I {number} 0 R>>")).content(content)
    };
    let scan = |content: &str| with_image(&format!("q 600 0 0 800 0 0 cm /I Do Q {content}"));
    assert!(likely(scan("")));
    let strips: String = (0..80).map(|row| format!("q 600 0 0 10 0 {} cm /I Do Q ", row * 10)).collect();
    assert!(likely(with_image(&strips)), "a scan that is cut into strips");
    assert!(likely(scan(&lines(["Received 17 May"]))), "a stamp is not the text of the page");
    let layer = lines([PROSE; 40]).replacen("BT", "BT 3 Tr", 1);
    assert!(!likely(scan(&layer)), "a text layer is");
    assert!(!likely(page("")));
}

#[test]
fn letters_that_are_mapped_to_control_characters_are_lost() {
    let map = "1 begincodespacerange <00> <FF> endcodespacerange \
               2 beginbfrange <41> <5A> <0001> <61> <7A> <0001> endbfrange";
    let (sheet, number) = Sheet::new(600, 800).object(stream_body("", map.as_bytes()));
    let font = HELVETICA.replace(">>", &format!("/ToUnicode {number} 0 R>>"));
    let document = open(sheet.font(&font).content(&lines([PROSE; 40])).bytes());
    let text = document.page_text(0, &ExtractOptions::default()).unwrap();
    // The names of the glyphs may be believed instead of the map.
    assert_eq!(document.page_facts(0).unwrap().ocr_likely, !text.contains("harbour"), "{text}");
}
