//! Fonts of one page are judged each on its own: garbled ones beside good ones, fonts of pictures, flags that say little.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pdftract::output::model::{Page, Span};
use pdftract::quality::{Quality, Signal};
use pdftract::{Detail, Document, LayoutOptions, Options};
use pdftract_testkit::builder::simple_builder;
use pdftract_testkit::garble::Garble;
use pdftract_testkit::random::Random;

const PROSE: &str = "The ferry left the harbour before sunrise, and nobody on board had slept much. When the fog lifted, \
    the captain read the names of the islands aloud, one after the other, as his father had done before him.";

/// A page of one block whose lines are in the fonts `/F1` and `/F2` by turns.
fn page(first: (&str, &str), second: (&str, &str)) -> Page {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (ours, theirs) = (words(first.1), words(second.1));
    let mut content = String::from("BT 14 TL 72 700 Td ");
    for (own, other) in ours.chunks(8).zip(theirs.chunks(8)) {
        content += &format!("/F1 10 Tf ({}) Tj T* /F2 10 Tf ({}) Tj T* ", own.join(" "), other.join(" "));
    }
    content += "ET";
    let mut builder = simple_builder(&[&content]);
    builder.set(3, first.0);
    builder.set(
        4,
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R/F2 6 0 R>>>>/Contents 5 0 R>>",
    );
    builder.set(6, second.0);
    builder.set(
        7,
        "<</Type/FontDescriptor/FontName/Plain/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200\
         /CapHeight 700/StemV 80>>",
    );
    let document = Document::open(builder.finish(), &Options::default()).unwrap();
    let laid_out =
        document.laid_out(0, &LayoutOptions { roles: true, ..LayoutOptions::default() }).expect("a page");
    document.record_of(&laid_out, Detail::Glyphs).expect("a record")
}

fn spans<'p>(page: &'p Page, font: &str) -> Vec<&'p Span> {
    let all = page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| &line.spans);
    all.filter(|span| span.font == font).collect()
}

const HELVETICA: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
const TIMES: &str = "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>";
const WINGDINGS: &str = "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Wingdings/Encoding/WinAnsiEncoding>>";
/// A font whose descriptor calls it symbolic, as that of many subsets of ordinary fonts does.
const SYMBOLIC: &str =
    "<</Type/Font/Subtype/TrueType/BaseFont/Plain/Encoding/WinAnsiEncoding/FontDescriptor 7 0 R>>";

#[test]
fn rv_19_a_block_of_two_minds_is_judged_span_by_span() {
    let garbled = Garble::Permutation.apply(PROSE, &mut Random::new(3)).replace(['(', ')'], "");
    let page = page((HELVETICA, PROSE), (TIMES, &garbled));
    assert!(spans(&page, "Helvetica").iter().all(|span| span.readable), "good lines stay good");
    assert!(spans(&page, "Times-Roman").iter().all(|span| !span.readable), "garbled ones are told");
    let score = page.readability.score;
    assert!((0.3..0.7).contains(&score), "half of the block is right: {score}");
}

#[test]
fn rv_29_the_flag_of_symbolic_fonts_alone_says_nothing() {
    let page = page((SYMBOLIC, PROSE), (HELVETICA, PROSE));
    assert!(!spans(&page, "Plain").is_empty());
    for span in spans(&page, "Plain") {
        assert_eq!((span.quality, span.quality_signals.len()), (Quality::High, 0), "{}", span.text);
    }
}

#[test]
fn rv_32_letters_of_a_font_of_pictures_are_garbled() {
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
    assert_eq!(without_spaces(&first.text), codes, "what the encoding says is left as it is");
}
