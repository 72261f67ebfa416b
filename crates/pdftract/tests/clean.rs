//! Clean text: order, marks, line ends and options on small pages.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;
use std::sync::Arc;

use pdftract::knowledge::Dictionary;
use pdftract::{
    Document, ExtractOptions, Hyphens, Ligatures, LineForm, Normalization, Options, Signal, Spaces,
    TextPolicy,
};
use pdftract_testkit::builder::{PdfBuilder, stream_body};

const SIZE: f64 = 10.0;
/// Ends a page in the content of a sheet.
const PAGE_END: char = '\u{c}';

/// A page on which each glyph may have any text. Letters are half as wide as their size, marks have no width.
#[derive(Default)]
struct Sheet {
    texts: Vec<String>,
    content: String,
}

fn is_mark(text: &str) -> bool {
    text.chars().all(|c| matches!(u32::from(c), 0x300..=0x36f | 0x591..=0x5c7 | 0x64b..=0x65f))
}

impl Sheet {
    fn code(&mut self, text: &str) -> usize {
        let known = self.texts.iter().position(|known| known == text);
        known.unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        })
    }

    /// Continues on the next page.
    fn next_page(mut self) -> Self {
        self.content.push(PAGE_END);
        self
    }

    /// Draws a glyph at a position.
    fn glyph(mut self, x: f64, y: f64, text: &str) -> Self {
        let code = self.code(text) + 1;
        writeln!(self.content, "BT /F1 {SIZE} Tf 1 0 0 1 {x} {y} Tm <{code:02x}> Tj ET").unwrap();
        self
    }

    /// Draws characters one after the other, from left to right.
    fn line(mut self, x: f64, y: f64, text: &str) -> Self {
        let codes: Vec<usize> = text.chars().map(|c| self.code(&c.to_string()) + 1).collect();
        let hex: String = codes.iter().map(|code| format!("{code:02x}")).collect();
        writeln!(self.content, "BT /F1 {SIZE} Tf 1 0 0 1 {x} {y} Tm <{hex}> Tj ET").unwrap();
        self
    }

    /// Draws characters one after the other, from right to left.
    fn line_from_right(mut self, x: f64, y: f64, text: &str) -> Self {
        for (index, character) in (0u32..).zip(text.chars()) {
            self = self.glyph(x - f64::from(index) * SIZE / 2.0, y, &character.to_string());
        }
        self
    }

    fn document(&self) -> Document {
        let mut map = format!("{} beginbfchar\n", self.texts.len());
        let mut widths = String::from("0 ");
        for (code, text) in (1..).zip(&self.texts) {
            let units: String = text.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
            writeln!(map, "<{code:02x}> <{units}>").unwrap();
            widths.push_str(if is_mark(text) { "0 " } else { "500 " });
        }
        map.push_str("endbfchar");
        let mut builder = PdfBuilder::new();
        builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
        let numbers = (10..).step_by(2).take(self.content.split(PAGE_END).count());
        let kids: String = numbers.clone().map(|number| format!("{number} 0 R ")).collect();
        builder.set(2, format!("<</Type/Pages/Count {}/Kids[{kids}]>>", numbers.clone().count()));
        for (number, content) in numbers.zip(self.content.split(PAGE_END)) {
            let page = format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 500]/Resources<</Font<</F1 4 0 R>>>>/Contents {} 0 R>>",
                number + 1
            );
            builder.set(number, page);
            builder.set(number + 1, stream_body("", content.as_bytes()));
        }
        let last = self.texts.len();
        builder.set(
            4,
            format!(
                "<</Type/Font/Subtype/TrueType/BaseFont/Test/FirstChar 0/LastChar {last}/Widths[{widths}]/ToUnicode 6 0 R>>"
            ),
        );
        builder.set(6, stream_body("", map.as_bytes()));
        Document::open(builder.finish(), &Options::default()).unwrap()
    }

    fn text(&self) -> String {
        self.document().page_text(0, &ExtractOptions::default()).unwrap()
    }

    fn text_with(&self, policy: TextPolicy, lines: LineForm) -> String {
        let options = ExtractOptions::default().policy(policy).lines(lines);
        self.document().page_text(0, &options).unwrap()
    }
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

#[test]
fn un_14_line_breaks_come_from_places_and_soft_hyphens_join_them() {
    let sheet = Sheet::default().line(40.0, 440.0, "the Immo\u{ad}").line(40.0, 428.0, "bilien and more");
    assert_eq!(sheet.text(), "the Immobilien\nand more\n");
    let kept =
        sheet.text_with(TextPolicy::default().with(|policy| policy.hyphens = Hyphens::Keep), LineForm::Keep);
    assert_eq!(kept, "the Immo-\nbilien and more\n");
}

#[test]
fn w_50_visible_soft_hyphens_are_hyphens() {
    let seen = Sheet::default().line(40.0, 440.0, "a well\u{ad}known road");
    assert_eq!(seen.text(), "a well-known road\n");
    let covered = Sheet::default().line(40.0, 440.0, "well\u{ad}").line(60.0, 440.0, "known");
    assert_eq!(covered.text(), "wellknown\n");
}

#[test]
fn un_5_un_6_w_49_raised_digits_stay_in_prose_and_in_formulas_unless_all_forms_are_folded() {
    let sheet = Sheet::default()
        .line(40.0, 440.0, "A square of 12 m² has sides that are known¹ to be equal, and")
        .line(140.0, 400.0, "x² + y² = z²")
        .line(40.0, 360.0, "holds for the sides of right triangles and for no other.");
    let text = sheet.text();
    assert!(text.contains("12 m² has") && text.contains("known¹") && text.contains("x² + y² = z²"), "{text}");
    // NFKC folds compatibility forms everywhere; the record keeps the original.
    let policy = TextPolicy::default().with(|policy| policy.normalization = Normalization::Nfkc);
    let text = sheet.text_with(policy, LineForm::Keep);
    assert!(text.contains("12 m2 has") && text.contains("known1") && text.contains("x2 + y2 = z2"), "{text}");
    let options = ExtractOptions::default().policy(policy);
    let page = sheet.document().page_record(0, &options).unwrap();
    let spans = page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans);
    let raw: Vec<&str> = spans.filter_map(|span| span.raw_text.as_deref()).collect();
    assert!(raw.contains(&"x² + y² = z²"), "{raw:?}");
}

#[test]
fn un_7_folded_digits_are_kept_in_the_raw_text() {
    let sheet = Sheet::default().line(40.0, 440.0, "an area of 12 m² and a word¹");
    let span = |policy| {
        let options = ExtractOptions::default().policy(policy);
        let page = sheet.document().page_record(0, &options).unwrap();
        (page.blocks[0].lines[0].spans[0].text.clone(), page.blocks[0].lines[0].spans[0].raw_text.clone())
    };
    let kept = "an area of 12 m² and a word¹";
    assert_eq!(span(TextPolicy::default()), (kept.into(), None), "kept without being asked");
    let nfkc = TextPolicy::default().with(|policy| policy.normalization = Normalization::Nfkc);
    assert_eq!(span(nfkc), ("an area of 12 m2 and a word1".into(), Some(kept.into())));
}

#[test]
fn un_17_text_has_ordinary_spaces_and_records_keep_the_original() {
    let sheet = Sheet::default().line(40.0, 440.0, "1\u{a0}000\u{202f}€ for\u{2007}all");
    assert_eq!(sheet.text(), "1 000 € for all\n");
    let document = sheet.document();
    let page = document.page_record(0, &ExtractOptions::default()).unwrap();
    assert_eq!(page.blocks[0].text, "1\u{a0}000\u{202f}€ for\u{2007}all");
    assert_eq!(page.blocks[0].role, pdftract::structure::Role::Paragraph);
    let markdown = document.markdown(&ExtractOptions::default()).unwrap();
    assert_eq!(markdown, "1 000 € for all\n");
}

#[test]
fn spaces_that_are_to_be_kept_are_kept_in_every_format() {
    let sheet = Sheet::default().line(40.0, 440.0, "1\u{a0}000\u{202f}€");
    let policy = TextPolicy::default().with(|policy| policy.spaces = Spaces::Keep);
    let options = ExtractOptions::default().policy(policy);
    assert_eq!(sheet.text_with(policy, LineForm::Keep), "1\u{a0}000\u{202f}€\n");
    let markdown = sheet.document().markdown(&options).unwrap();
    assert_eq!(markdown, "1\u{a0}000\u{202f}€\n");
}

#[test]
fn un_27_lines_end_in_line_feeds() {
    let sheet = Sheet::default().line(40.0, 440.0, "one\r two").line(40.0, 428.0, "three\u{c}four\r\n");
    assert_eq!(sheet.text(), "one two\nthree four\n");
}

#[test]
fn un_28_no_line_ends_in_spaces() {
    let sheet = Sheet::default().line(40.0, 440.0, "one \u{a0} ").line(40.0, 428.0, "two \u{200b}");
    assert_eq!(sheet.text(), "one\ntwo\n");
}

#[test]
fn un_29_blocks_are_separated_by_one_blank_line() {
    let sheet = Sheet::default()
        .line(40.0, 440.0, "one")
        .line(40.0, 400.0, "\u{1}")
        .line(40.0, 300.0, " \u{a0} ")
        .line(40.0, 200.0, "two")
        .line(40.0, 40.0, "three");
    assert_eq!(sheet.text(), "one\n\ntwo\n\nthree\n");
}

#[test]
fn un_33_hebrew_reads_the_same_however_it_was_drawn() {
    let logical = "שלום (עולם) בשנת 1984, טוב.";
    // From left to right the page shows the number unchanged, and mirrored brackets.
    let seen = reversed("שלום )עולם( בשנת 4891, טוב.");
    assert_eq!(Sheet::default().line(40.0, 440.0, &seen).text(), format!("{logical}\n"));
    let by_meaning = reversed("שלום (עולם) בשנת 4891, טוב.");
    assert_eq!(Sheet::default().line(40.0, 440.0, &by_meaning).text(), format!("{logical}\n"));
    let from_right = "שלום (עולם) בשנת 4891, טוב.";
    assert_eq!(Sheet::default().line_from_right(300.0, 440.0, from_right).text(), format!("{logical}\n"));
}

#[test]
fn un_33_marks_belong_to_the_letters_they_touch() {
    // Drawn after its letter, before it, and at its left edge.
    let after =
        Sheet::default().glyph(50.0, 440.0, "ש").glyph(53.0, 440.0, "\u{5c1}").glyph(45.0, 440.0, "ל");
    assert_eq!(after.text(), "ש\u{5c1}ל\n");
    let before =
        Sheet::default().glyph(45.0, 440.0, "ל").glyph(53.0, 440.0, "\u{5c1}").glyph(50.0, 440.0, "ש");
    assert_eq!(before.text(), "ש\u{5c1}ל\n");
    let edge = after_both("\u{5c1}");
    assert_eq!(edge.text(), "ש\u{5c1}ל\u{5b0}\n");
}

/// Two letters, each followed by a mark; the first mark is drawn where the letters meet.
fn after_both(first: &str) -> Sheet {
    Sheet::default()
        .glyph(50.0, 440.0, "ש")
        .glyph(50.0, 440.0, first)
        .glyph(45.0, 440.0, "ל")
        .glyph(47.0, 440.0, "\u{5b0}")
}

#[test]
fn un_33_words_of_the_other_direction_stay_in_their_line() {
    let hebrew =
        Sheet::default().line(40.0, 440.0, &format!("{} PDF 1.7 {}", reversed("בקובץ"), reversed("כתוב")));
    assert_eq!(hebrew.text(), "כתוב PDF 1.7 בקובץ\n");
    let english = Sheet::default().line(40.0, 452.0, "The note on the door of the house").line(
        40.0,
        440.0,
        &format!("says {} too.", reversed("שלום עולם וגם ברוכים הבאים")),
    );
    assert_eq!(english.text(), "The note on the door of the house\nsays שלום עולם וגם ברוכים הבאים too.\n");
}

#[test]
fn c_20_arabic_forms_on_the_page_are_letters_in_the_text() {
    let sheet = Sheet::default().line(40.0, 440.0, &reversed("\u{fedb}\u{fe98}\u{fe92}\u{fe96}"));
    assert_eq!(sheet.text(), "\u{643}\u{62a}\u{628}\u{62a}\n");
}

#[test]
fn un_11_hyphens_join_with_evidence_and_lines_flow_on_request() {
    let sheet = Sheet::default()
        .line(40.0, 440.0, "the surveyor and the sur-")
        .line(40.0, 428.0, "veyor of a well-known well-")
        .line(40.0, 416.0, "known road");
    assert_eq!(sheet.text(), "the surveyor and the surveyor\nof a well-known well-\nknown road\n");
    let options = LineForm::Reflow;
    let flowing = sheet.text_with(TextPolicy::default(), options);
    assert_eq!(flowing, "the surveyor and the surveyor of a well-known well-known road\n");
}

#[test]
fn raw_text_keeps_the_text_of_the_file() {
    let sheet = Sheet::default().line(40.0, 440.0, "cafe\u{301} o\u{fb03}ce 1\u{a0}000");
    let page = sheet.document().page_record(0, &ExtractOptions::default()).unwrap();
    let span = &page.blocks[0].lines[0].spans[0];
    assert_eq!(span.text, "café office 1\u{a0}000");
    assert_eq!(span.raw_text.as_deref(), Some("cafe\u{301} o\u{fb03}ce 1\u{a0}000"));
    assert_eq!(page.blocks[0].text, span.text);
    assert_eq!((span.start, span.end), (0, 17));
    assert_eq!(sheet.text(), "café office 1 000\n");
}

#[test]
fn un_10_private_use_has_no_confidence() {
    let sheet = Sheet::default().line(40.0, 440.0, "\u{e0ff}");
    let page = sheet.document().page_record(0, &ExtractOptions::default()).unwrap();
    let span = &page.blocks[0].lines[0].spans[0];
    assert_eq!(span.text, "\u{e0ff}");
    assert!(span.confidence < 0.001 && span.min_confidence < 0.001, "{span:?}");
}

#[test]
fn hyphens_join_by_words_of_earlier_pages() {
    let sheet = Sheet::default()
        .line(40.0, 440.0, "of the maintainer and of all others")
        .next_page()
        .line(40.0, 440.0, "that the main-")
        .line(40.0, 428.0, "tainer came by a half-")
        .line(40.0, 416.0, "way road to us");
    let document = sheet.document();
    assert_eq!(
        document.page_text(1, &ExtractOptions::default()).unwrap(),
        "that the main-\ntainer came by a half-\nway road to us\n"
    );
    let joined = "that the maintainer\ncame by a half-\nway road to us\n";
    assert_eq!(document.text().unwrap(), format!("of the maintainer and of all others\n\u{c}{joined}"));
    let options = ExtractOptions::default();
    let page = document.page_records(&options).nth(1).unwrap().unwrap();
    let block = &page.blocks[0];
    assert_eq!(block.text, "that the maintainer came by a half-\nway road to us");
    let characters: Vec<char> = block.text.chars().collect();
    for span in block.lines.iter().flat_map(|line| &line.spans) {
        let text: String = characters[span.start as usize..span.end as usize].iter().collect();
        assert_eq!(text, span.text);
    }
    assert_eq!(block.lines[0].spans[0].raw_text.as_deref(), Some("that the main-"));
    let markdown = document.markdown(&options).unwrap();
    assert!(markdown.ends_with("that the maintainer came by a half-way road to us\n"), "{markdown:?}");
    let keep = TextPolicy::default().with(|policy| policy.hyphens = Hyphens::Keep);
    let options = options.policy(keep);
    let page = document.page_records(&options).nth(1).unwrap().unwrap();
    assert!(page.blocks[0].text.starts_with("that the main-\ntainer"));
}

#[test]
fn un_11_hyphens_join_by_the_common_words_of_the_language() {
    let sheet = Sheet::default()
        .line(40.0, 440.0, "When the fog lifted, the captain read the names of")
        .line(40.0, 428.0, "the islands aloud, one after the other, to the moun-")
        .line(40.0, 416.0, "tain that stood before him in the old half-")
        .line(40.0, 404.0, "way house of the harbour near the village");
    let joined = "one after the other, to the mountain\nthat stood before him in the old half-\nway house";
    let text = sheet.document().text().unwrap();
    assert!(text.contains(joined), "{text}");
}

#[test]
fn a_compound_that_is_divided_again_is_joined_where_the_document_has_it_whole() {
    let sheet = Sheet::default()
        .line(40.0, 440.0, "of self-employed people")
        .next_page()
        .line(40.0, 440.0, "a worker is self-em-")
        .line(40.0, 428.0, "ployed if alone, and well-under-")
        .line(40.0, 416.0, "stood by all");
    let document = sheet.document();
    let text = document.text().unwrap();
    assert!(text.contains("a worker is self-employed\nif alone, and well-under-\nstood"), "{text}");
    let records: Vec<_> = document.page_records(&ExtractOptions::default()).map(Result::unwrap).collect();
    assert!(records[1].blocks[0].text.starts_with("a worker is self-employed if"), "{:?}", records[1].blocks);
}

#[test]
fn characters_that_cleaning_removes_count_in_the_verdict() {
    let line = "The names of all islands";
    let spread: String = line.chars().flat_map(|character| [character, '\u{200b}']).collect();
    let clean = Sheet::default().line(40.0, 440.0, line);
    let strange = Sheet::default().line(40.0, 440.0, &spread);
    assert_eq!(strange.text(), clean.text(), "text is clean");
    let readability =
        |sheet: &Sheet| sheet.document().page_record(0, &ExtractOptions::default()).unwrap().readability;
    assert_eq!(readability(&clean).score, 1.0);
    let judged = readability(&strange);
    assert!(judged.score < 0.9 && judged.signals.contains(&Signal::ZeroWidth), "{judged:?}");
    let ligatures = Sheet::default().line(
        40.0,
        440.0,
        "o\u{fb03}cial \u{fb01}gures o\u{fb00}ered to \u{fb02}oor managers",
    );
    assert_eq!(readability(&ligatures).score, 1.0, "judged as it is written");
}

#[test]
fn words_continue_across_page_ends() {
    let hard = Sheet::default()
        .line(40.0, 440.0, "of the maintainer and")
        .line(40.0, 428.0, "of his main-")
        .next_page()
        .line(40.0, 440.0, "tainer and more");
    assert_eq!(hard.document().text().unwrap(), "of the maintainer and\nof his maintainer\n\u{c}and more\n");
    let soft = Sheet::default().line(40.0, 440.0, "Immo\u{ad}").next_page().line(40.0, 440.0, "bilien");
    assert_eq!(soft.document().text().unwrap(), "Immobilien\n\u{c}");
    let last = Sheet::default().line(40.0, 440.0, "the Immo\u{ad}").next_page();
    assert_eq!(last.document().text().unwrap(), "the Immo-\n\u{c}");
    let other = Sheet::default().line(40.0, 440.0, "of a half-").next_page().line(40.0, 440.0, "Way to go");
    assert_eq!(other.document().text().unwrap(), "of a half-\n\u{c}Way to go\n");
}

#[test]
fn text_in_drawing_order_and_in_place_is_clean_too() {
    let sheet =
        Sheet::default().line(40.0, 440.0, "cafe\u{301} o\u{fb03}ce it\u{92}s a well\u{ad}known 1\u{a0}000");
    let clean = "café office it’s a well-known 1 000\n";
    let document = sheet.document();
    assert_eq!(document.raw_text(0, &ExtractOptions::default()).unwrap(), clean);
    let physical =
        document.laid_out(0, &ExtractOptions::default()).unwrap().physical_text(&ExtractOptions::default());
    assert_eq!(physical.split_whitespace().collect::<Vec<_>>().join(" ") + "\n", clean);
    let keep = TextPolicy::default().with(|policy| policy.ligatures = Ligatures::Keep);
    assert!(document.raw_text(0, &ExtractOptions::default().policy(keep)).unwrap().contains("o\u{fb03}ce"));
}

#[test]
fn rv_34_pages_of_utf_8_decoded_as_windows_1252_are_repaired_and_judged_again() {
    let lines = [
        "Die Fähre verließ den Hafen vor Sonnenaufgang,",
        "und niemand an Bord hatte geschlafen – der",
        "Kapitän",
    ];
    let read_wrong = |line: &str| line.bytes().map(char::from).collect::<String>();
    let mut sheet = Sheet::default();
    for (line, y) in lines.iter().zip([440.0, 428.0, 416.0]) {
        sheet = sheet.line(40.0, y, &read_wrong(line));
    }
    assert_eq!(sheet.text().trim_end(), lines.join("\n"));
    let page = sheet.document().page_record(0, &ExtractOptions::default()).unwrap();
    let span = &page.blocks[0].lines[2].spans[0];
    assert_eq!((span.text.as_str(), span.raw_text.as_deref()), ("Kapitän", Some("KapitÃ¤n")));
    assert!(span.readable && page.readability.score > 0.9, "{span:?}");
    let mixed = Sheet::default().line(40.0, 440.0, "Ã¤hnlich, wirklich ähnlich: SÃO PAULO");
    assert_eq!(mixed.text(), "Ã¤hnlich, wirklich ähnlich: SÃO PAULO\n", "not without loss");
}

#[test]
fn rv_37_words_are_corrected_only_on_request() {
    let sheet = Sheet::default().line(40.0, 440.0, "When the captian read the names of all islands in 1984");
    let words = "when\nthe\ncaptain\nread\nnames\nof\nall\nislands\nin\n";
    let dictionary = Dictionary::read(words.as_bytes()).unwrap();
    let options = ExtractOptions::default().dictionary(Some(Arc::new(dictionary)));
    let document = sheet.document();
    let meant = "When the captain read the names of all islands in 1984";
    assert_eq!(document.laid_out(0, &options).unwrap().text(&options).trim_end(), meant);
    let page = document.page_record(0, &options).unwrap();
    let span = &page.blocks[0].lines[0].spans[0];
    assert_eq!(page.blocks[0].text, meant);
    assert_eq!(span.raw_text.as_deref(), Some("When the captian read the names of all islands in 1984"));
    assert!(sheet.text().contains("captian"), "nothing is corrected without being asked");
    let odd = Sheet::default().line(40.0, 440.0, "xqz captian wvkq zzkp bnmq xxwq");
    let text = odd.document().laid_out(0, &options).unwrap().text(&options);
    assert!(text.contains("captian"), "a line that is no language is left alone");
}
