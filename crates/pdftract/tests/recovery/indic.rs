//! Indic text whose glyphs have a character each, in the order in which they are drawn.

use pdftract::{Document, Options};
use pdftract_testkit::Sheet;
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::fonts::sfnt;

/// The advance of glyphs with a width, in thousandths of an em.
const ADVANCE: u16 = 290;

/// A font with a `/ToUnicode` map: the text of each glyph, `None` where the map has no entry.
struct Face<'t> {
    /// The glyphs; those behind `!` have no width.
    texts: Vec<Option<&'t str>>,
    program: Option<Vec<u8>>,
}

impl<'t> Face<'t> {
    /// Returns a font with the glyphs of some words, in which `|` separates glyphs.
    fn of(words: &[&'t str]) -> Self {
        let mut texts: Vec<&str> = words.iter().flat_map(|word| word.split('|')).collect();
        texts.sort_unstable();
        texts.dedup();
        Self { texts: texts.into_iter().map(Some).collect(), program: None }
    }

    fn code(&self, glyph: &str) -> usize {
        self.texts.iter().position(|text| *text == Some(glyph)).unwrap() + 1
    }

    fn codes(&self, word: &str) -> Vec<usize> {
        word.split('|').map(|glyph| self.code(glyph)).collect()
    }

    fn map(&self) -> String {
        let entry = |(index, text): (usize, &Option<&str>)| {
            let units = text.as_ref()?.trim_start_matches('!').encode_utf16();
            let units: String = units.map(|unit| format!("{unit:04X}")).collect();
            Some(format!("<{:04X}> <{units}>\n", index + 1))
        };
        let entries: Vec<String> = self.texts.iter().enumerate().filter_map(entry).collect();
        format!("{} beginbfchar {}endbfchar", entries.len(), entries.concat())
    }

    fn is_narrow(&self, glyph: usize) -> bool {
        self.texts[glyph].is_some_and(|text| text.starts_with('!'))
    }

    fn widths(&self) -> String {
        (0..self.texts.len()).map(|glyph| if self.is_narrow(glyph) { "0 " } else { "290 " }).collect()
    }

    /// Returns the text of a page with one word in each line.
    fn text(&self, words: &[Vec<usize>]) -> String {
        let (sheet, map) = Sheet::new(300, 900).object(stream_body("", self.map().as_bytes()));
        let program = self.program.clone().unwrap_or_default();
        let (sheet, file) = sheet.object(stream_body("", &program));
        let file = if program.is_empty() { String::new() } else { format!("/FontFile2 {file} 0 R") };
        let font = format!(
            "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode {map} 0 R/DescendantFonts[\
             <</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)\
             /Supplement 0>>/CIDToGIDMap/Identity/W[1[{}]]\
             /FontDescriptor<</Type/FontDescriptor/FontName/X/Flags 4{file}>>>>]>>",
            self.widths()
        );
        // Shapers move the pen back over the letter before a mark, and forth again.
        let shown_glyph = |code: &usize| match self.is_narrow(code - 1) {
            true => format!("250 <{code:04X}> -250 "),
            false => format!("<{code:04X}> "),
        };
        let shown = |(word, line): (&Vec<usize>, usize)| {
            let glyphs: String = word.iter().map(shown_glyph).collect();
            format!("BT /F1 10 Tf 50 {} Td [{glyphs}] TJ ET ", 860 - 30 * line)
        };
        let content: String = words.iter().zip(0..).map(shown).collect();
        let document = sheet.font(&font).content(&content).bytes();
        let document = Document::open(document, &Options::default()).unwrap();
        document.text().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Returns the text of a page with some words, in which `|` separates glyphs.
fn text(words: &[&str]) -> String {
    let face = Face::of(words);
    face.text(&words.iter().map(|word| face.codes(word)).collect::<Vec<_>>())
}

#[test]
fn vowel_signs_drawn_before_their_consonants_follow_them() {
    assert_eq!(text(&["ि|न|य|त", "क|ि|र|त|ा", "ि|स्|थ|ि|त"]), "नियत करिता स्थिति");
    assert_eq!(text(&["ਿ|ਦ|ਨ", "ਕ|ਿ|ਵ"]), "ਦਿਨ ਕਵਿ");
    assert_eq!(text(&["િ|દ|વ|સ", "ક|િ|વ"]), "દિવસ કવિ");
}

#[test]
fn vowels_drawn_around_their_consonants_are_composed() {
    assert_eq!(text(&["ে|ত|া|ম|া|র", "ে|ম|ৗ|ি|ল|ক"]), "তোমার মৌলিক");
    assert_eq!(text(&["ெ|ப|ா|ன்", "நி|ை|ல"]), "பொன் நிலை");
    assert_eq!(text(&["േ|ക|ാ|ൺ", "െ|ച|യ്"]), "കോൺ ചെയ്");
    assert_eq!(text(&["ଭ|ା|ଷ|ା|େ|ର", "େ|ଯ|ା|ଗ"]), "ଭାଷାରେ ଯୋଗ");
}

#[test]
fn a_reph_drawn_behind_its_consonants_precedes_them() {
    assert_eq!(text(&["व|ग|!र्", "स|व|!र्"]), "वर्ग सर्व");
    // The mark lies over the letter before it and is no reason for a space behind it.
    assert_eq!(text(&["ক|ত|!র্|া", "ি|ন|ভ|!র্|র"]), "কর্তা নির্ভর");
}

#[test]
fn text_in_logical_order_stays() {
    let words = ["क|ि|स|ी", "य|द|ि", "श|क्|त|ि", "व|र्|ग", "प|ि|त|ा"];
    assert_eq!(text(&words), "किसी यदि शक्ति वर्ग पिता");
    assert_eq!(text(&["ক|ি", "য|দ|ি", "ত|ো|ম|া|র"]), "কি যদি তোমার");
}

#[test]
fn clusters_spelled_as_old_fonts_name_them_are_put_in_order() {
    assert_eq!(text(&["সব্|া|ভ|া|ি|ব|ক", "পৰ্|ম|া|ণ", "র|স"]), "স্বাভাবিক প্রমাণ রস");
    assert_eq!(text(&["স|া|হ|া|য|য্", "ি|ন|ই"]), "সাহায্য নিই");
}

/// Returns a sign of a stem of [`ADVANCE`] with an arch that reaches as far as `end`.
fn arched(end: i16) -> Vec<u8> {
    let top = [(end, 820), (end - 40, 860), (end / 2, 1000), (100, 900), (100, 690), (-10, 690), (-10, 620)];
    let stem = [(100, 620), (100, 0), (180, 0), (180, 620), (290, 620), (290, 690), (180, 690), (180, 880)];
    sfnt::simple_glyph(&[top.as_slice(), stem.as_slice(), &[(end / 2, 940)]].concat())
}

/// Returns a font program with the given glyphs after the one for missing characters.
fn program(glyphs: &[Vec<u8>]) -> Vec<u8> {
    let mut tables = sfnt::basic_tables(1000, &vec![ADVANCE; glyphs.len() + 1]);
    tables[0].1[51] = 1;
    let mut loca = vec![0_u32, 0];
    glyphs.iter().for_each(|glyph| loca.push(loca.last().unwrap() + u32::try_from(glyph.len()).unwrap()));
    tables.push((b"loca", loca.iter().flat_map(|at| at.to_be_bytes()).collect()));
    tables.push((b"glyf", glyphs.concat()));
    sfnt::sfnt(&[0, 1, 0, 0], &tables)
}

#[test]
fn signs_with_longer_arches_are_the_sign_of_the_map() {
    let letter = |height: i16| sfnt::simple_glyph(&[(0, 0), (280, 0), (280, height), (90, 300), (0, 650)]);
    let reph_on_arch = {
        let points = [(760, 1000), (800, 1080), (700, 1090), (690, 1010)];
        sfnt::simple_glyph(&[(-10, 0), (180, 0), (180, 690)].into_iter().chain(points).collect::<Vec<_>>())
    };
    let texts = vec![Some("न"), Some("य"), Some("म"), Some("त"), Some("क"), Some("ि"), None, None];
    let mut glyphs: Vec<Vec<u8>> = (0..5).map(|index| letter(500 + 30 * index)).collect();
    glyphs.extend([arched(600), arched(900), reph_on_arch]);
    let face = Face { texts, program: Some(program(&glyphs)) };
    let (long, other) = (7, 8);
    let words = [vec![long, 1, 2, 4], vec![6, 4, 3], vec![other, 5, 3]];
    assert_eq!(face.text(&words), "नियत तिम \u{fffd}कम");
}

#[test]
fn conjuncts_that_look_like_latin_letters_are_unknown() {
    let latin = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "m"];
    let indic = ["क", "ख", "ग", "घ", "च", "छ", "ज", "झ", "त", "थ"];
    let angle = sfnt::simple_glyph(&[(30, 0), (270, 0), (270, 80), (110, 80), (110, 700), (30, 700)]);
    let read = |mapped: &[&'static str]| {
        let texts = mapped.iter().copied().map(Some).chain([None]).collect();
        let mut glyphs = vec![Vec::new(); mapped.len()];
        glyphs.push(angle.clone());
        let unmapped = glyphs.len();
        Face { texts, program: Some(program(&glyphs)) }.text(&[vec![1, unmapped, 2]])
    };
    assert!(!read(&latin).contains('\u{fffd}'), "{}", read(&latin));
    assert_eq!(read(&[&indic[..], &latin[..]].concat()), "क\u{fffd}ख");
}

#[test]
fn signs_without_head_line_at_the_beginning_of_words_are_the_sign_of_the_map() {
    let sign = |left: i16| {
        let bowl = [(300, 0), (300, 690), (180, 690), (80, 400), (120, 0)];
        sfnt::simple_glyph(&[&[(left, 690), (left, 620), (70, 600)], &bowl[..]].concat())
    };
    let letter = |height: i16| sfnt::simple_glyph(&[(0, 0), (280, 0), (280, height), (90, 300), (0, 650)]);
    let texts = vec![Some("ট"), Some("ক"), Some("ন"), Some("ম"), Some("া"), Some("ে"), None];
    let mut glyphs: Vec<Vec<u8>> = (0..5).map(|index| letter(500 + 30 * index)).collect();
    glyphs.extend([sign(-60), sign(40)]);
    let face = Face { texts, program: Some(program(&glyphs)) };
    let (inner, initial) = (6, 7);
    assert_eq!(face.text(&[vec![initial, 2, 5, 3], vec![3, 5, inner, 4]]), "কোন নামে");
}
