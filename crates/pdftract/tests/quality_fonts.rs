//! Fonts of a page are judged separately: garbled ones beside good ones, pictogram fonts, unreliable flags.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pdftract::output::model::{Page, Span};
use pdftract::quality::characters::Characters;
use pdftract::quality::{Quality, Signal, judge};
use pdftract::{Detail, Document, ExtractOptions, Options};
use pdftract_testkit::builder::simple_builder;
use pdftract_testkit::garble::Garble;
use pdftract_testkit::random::Random;

const PROSE: &str = "The ferry left the harbour before sunrise, and nobody on board had slept much. When the fog lifted, \
    the captain read the names of the islands aloud, one after the other, as his father had done before him.";

/// Returns a page of one block whose lines are alternately in the fonts `/F1` and `/F2`.
fn page(first: (&str, &str), second: (&str, &str)) -> Page {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (ours, theirs) = (words(first.1), words(second.1));
    let mut content = String::from("BT 14 TL 72 700 Td ");
    for line in 0..ours.len().max(theirs.len()).div_ceil(8) {
        for (font, words) in [("F1", &ours), ("F2", &theirs)] {
            if let Some(words) = words.chunks(8).nth(line) {
                content += &format!("/{font} 10 Tf ({}) Tj T* ", words.join(" "));
            }
        }
    }
    content += "ET";
    page_of(&content, first.0, second.0)
}

/// Returns a page with this content, its fonts `/F1` and `/F2`, and a descriptor as object 7.
fn page_of(content: &str, first: &str, second: &str) -> Page {
    let mut builder = simple_builder(&[content]);
    builder.set(3, first);
    builder.set(
        4,
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R/F2 6 0 R>>>>/Contents 5 0 R>>",
    );
    builder.set(6, second);
    builder.set(
        7,
        "<</Type/FontDescriptor/FontName/Plain/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200\
         /CapHeight 700/StemV 80>>",
    );
    let document = Document::open(builder.finish(), &Options::default()).unwrap();
    document.page_record(0, &ExtractOptions::default().detail(Detail::Glyphs)).expect("a record")
}

fn spans<'p>(page: &'p Page, font: &str) -> Vec<&'p Span> {
    let all = page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans);
    all.filter(|span| span.font == font).collect()
}

const HELVETICA: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
const TIMES: &str = "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>";
const WINGDINGS: &str = "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Wingdings/Encoding/WinAnsiEncoding>>";
/// A font whose descriptor flags it as symbolic, like many subsets of ordinary fonts.
const SYMBOLIC: &str =
    "<</Type/Font/Subtype/TrueType/BaseFont/Plain/Encoding/WinAnsiEncoding/FontDescriptor 7 0 R>>";

#[test]
fn rv_19_a_block_with_good_and_garbled_fonts_is_judged_span_by_span() {
    let garbled = Garble::Permutation.apply(PROSE, &mut Random::new(3)).replace(['(', ')'], "");
    let page = page((HELVETICA, PROSE), (TIMES, &garbled));
    assert!(spans(&page, "Helvetica").iter().all(|span| span.readable), "good lines stay good");
    assert!(spans(&page, "Times-Roman").iter().all(|span| !span.readable), "garbled ones are told");
    let score = page.readability.score;
    assert!((0.3..0.7).contains(&score), "half of the block is right: {score}");
}

/// Returns the weight of a text in means: letters weigh four times as much as digits and marks.
fn weight(text: &str) -> f64 {
    f64::from(Characters::measure(text).weight)
}

#[test]
fn rv_44_the_score_of_a_block_is_the_mean_over_its_characters() {
    let garbled = Garble::Permutation.apply(PROSE, &mut Random::new(3)).replace(['(', ')'], "");
    let short = garbled.split(' ').take(16).collect::<Vec<_>>().join(" ");
    let page = page((HELVETICA, PROSE), (TIMES, &short));
    assert_eq!(page.blocks.len(), 1);
    let parts = [PROSE, short.as_str()].map(|text| (judge(text).confidence, weight(text)));
    assert!(parts[0].0 > 0.9 && parts[1].0 < 0.3, "one good and one bad: {parts:?}");
    let sum: f64 = parts.iter().map(|(confidence, weight)| confidence * weight).sum();
    let mean = sum / (parts[0].1 + parts[1].1);
    let score = f64::from(page.blocks[0].score);
    assert!((score - mean).abs() < 0.02, "{score}, wanted {mean}");
}

#[test]
fn rv_46_c_11_the_score_of_a_page_is_the_mean_over_its_blocks_not_the_median() {
    let garbled = Garble::Permutation.apply(PROSE, &mut Random::new(3)).replace(['(', ')'], "");
    let short = garbled.split(' ').take(16).collect::<Vec<_>>().join(" ");
    let lines = |font: &str, text: &str| {
        let words: Vec<&str> = text.split(' ').collect();
        words.chunks(8).map(|line| format!("/{font} 10 Tf ({}) Tj T* ", line.join(" "))).collect::<String>()
    };
    let content =
        format!("BT 14 TL 72 700 Td {} ET BT 14 TL 72 300 Td {} ET", lines("F1", PROSE), lines("F2", &short));
    let page = page_of(&content, HELVETICA, TIMES);
    assert_eq!(page.blocks.len(), 2);
    let weights: Vec<f64> = page.blocks.iter().map(|block| weight(&block.text)).collect();
    let sum: f64 =
        page.blocks.iter().zip(&weights).map(|(block, weight)| f64::from(block.score) * weight).sum();
    let (mean, score) = (sum / weights.iter().sum::<f64>(), f64::from(page.readability.score));
    assert!((score - mean).abs() < 0.005, "{score}, wanted {mean}");
    assert_eq!(
        page.readability.block_scores,
        page.blocks.iter().map(|block| block.score).collect::<Vec<_>>()
    );
    assert!(score < 0.9, "the larger part is right, and a median would hide the other");
}

#[test]
fn rv_30_text_in_the_font_symbol_is_text() {
    let greek = "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>";
    // In the encoding of Symbol these are Greek words.
    let page = page((HELVETICA, PROSE), (greek, "logos anqrwpos fusis yuch texnh dhmos polis metron"));
    let symbols = spans(&page, "Symbol");
    assert!(symbols.iter().any(|span| span.text.contains("λογοσ")), "{symbols:?}");
    for span in symbols {
        assert!(span.readable && !span.quality_signals.contains(&Signal::SymbolFont), "{span:?}");
    }
}

#[test]
fn rv_29_the_symbolic_flag_alone_is_not_evidence() {
    let page = page((SYMBOLIC, PROSE), (HELVETICA, PROSE));
    assert!(!spans(&page, "Plain").is_empty());
    for span in spans(&page, "Plain") {
        assert_eq!((span.quality, span.quality_signals.len()), (Quality::High, 0), "{}", span.text);
    }
}

#[test]
fn rv_32_letters_of_a_pictogram_font_are_garbled() {
    let page = page((HELVETICA, PROSE), (WINGDINGS, PROSE));
    let pictures = spans(&page, "Wingdings");
    assert!(!pictures.is_empty());
    for span in pictures {
        assert!(!span.readable && span.quality == Quality::Garbled, "{}: {:?}", span.text, span.quality);
        assert!(span.quality_signals.contains(&Signal::SymbolFont), "{:?}", span.quality_signals);
    }
    assert!(spans(&page, "Helvetica").iter().all(|span| span.readable));
}

#[test]
fn rv_33_pictures_keep_their_codes_and_are_not_corrected() {
    let page = page((HELVETICA, PROSE), (WINGDINGS, PROSE));
    let first = spans(&page, "Wingdings")[0];
    let codes: Vec<char> =
        first.glyphs.iter().flatten().filter_map(|glyph| char::from_u32(glyph.code)).collect();
    let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
    let codes = without_spaces(&codes.into_iter().collect::<String>());
    assert_eq!(codes, "Theferrylefttheharbourbeforesunrise,and", "all codes are told where all is asked for");
    let pictures = without_spaces(&first.text);
    assert_eq!(pictures.chars().count(), codes.len());
    assert!(!pictures.chars().any(char::is_alphanumeric), "the font shows pictures, which stay: {pictures}");
}
