//! Symbol fonts: their codes have fixed meanings, however a file encodes them.

use pdftract::content::PageGlyphs;
use pdftract::unicode::UnicodeSource;
use pdftract::{Document, Options};
use pdftract_testkit::Sheet;
use pdftract_testkit::builder::stream_body;

use crate::paper::text_of;

/// Returns a page that shows two-byte codes 1, 2, … of a font that is not embedded, with these values in its
/// `/ToUnicode`.
fn composite(name: &str, values: &[u16]) -> PageGlyphs {
    let entries: String =
        values.iter().zip(1..).map(|(value, code)| format!("<{code:04X}> <{value:04X}> ")).collect();
    let map = format!("{} beginbfchar {entries}endbfchar", values.len());
    let (sheet, map) = Sheet::new(300, 400).object(stream_body("", map.as_bytes()));
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H/ToUnicode {map} 0 R/DescendantFonts[\
         <</Type/Font/Subtype/CIDFontType2/BaseFont/{name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)\
         /Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/{name}/Flags 4>>>>]>>"
    );
    let codes: String = (1..=values.len()).map(|code| format!("{code:04X}")).collect();
    let document = sheet.font(&font).content(&format!("BT /F1 10 Tf 20 50 Td <{codes}> Tj ET")).bytes();
    open(document)
}

fn open(bytes: Vec<u8>) -> PageGlyphs {
    Document::open(bytes, &Options::default()).unwrap().glyphs(0).unwrap()
}

fn simple(name: &str, entries: &str, text: &str) -> String {
    let font = format!("<</Type/Font/Subtype/TrueType/BaseFont/{name}{entries}>>");
    let document =
        Sheet::new(300, 400).font(&font).content(&format!("BT /F1 10 Tf 20 50 Td {text} Tj ET")).bytes();
    text_of(&open(document))
}

#[test]
fn private_codes_of_a_pictogram_font_are_its_pictograms() {
    let page = composite("ABCDEF+Wingdings-Regular", &[0xF0A7, 0xF06E, 0xF0FC]);
    assert_eq!(text_of(&page), "▪◼✓");
    assert!(page.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::SymbolEncoding));
    assert_eq!(text_of(&composite("Symbol", &[0xF073, 0xF0B3, 0xF0B7])), "σ≥•");
}

#[test]
fn private_codes_of_open_symbol_are_what_they_show() {
    let page = composite("BAAAAA+OpenSymbol", &[0xE00C, 0xE01E, 0x2022, 0xE0B7, 0xE089, 0x0041]);
    assert_eq!(text_of(&page), "◆••α∈A");
    let sources: Vec<bool> =
        page.glyphs.iter().map(|glyph| glyph.source == UnicodeSource::SymbolEncoding).collect();
    assert_eq!(sources, [true, true, false, true, true, false]);
    // A picture without a usual character is kept, without confidence.
    let page = composite("StarSymbol", &[0xE00A, 0xE012]);
    assert_eq!((text_of(&page).as_str(), page.glyphs[1].confidence_percent), ("■\u{E012}", 0));
}

#[test]
fn latin_letters_in_a_symbol_font_are_its_codes() {
    assert_eq!(text_of(&composite("Wingdings", &[0x00A7, 0x006C])), "▪⚫");
    assert_eq!(simple("Wingdings", "/Encoding/WinAnsiEncoding", "<A7>"), "▪");
    assert_eq!(simple("Webdings", "/Encoding<</Differences[1/a/section]>>", "<01>"), "✔");
    assert_eq!(text_of(&composite("ABCDEF+MTExtra", &[0x006C, 0x004B, 0xF04C])), "ℓ…⋯");
    // Symbol has digits and punctuation, but its letters are Greek.
    assert_eq!(text_of(&composite("Symbol", &[0x0061, 0x0033, 0x002C])), "α3,");
}

#[test]
fn symbols_stated_by_to_unicode_are_trusted() {
    let page = composite("Wingdings", &[0x2022, 0x2192]);
    assert_eq!(text_of(&page), "•→");
    assert!(page.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::ToUnicode));
}

#[test]
fn the_bullet_of_symbol_is_a_bullet_in_a_font_of_any_name() {
    let page = composite("Unheard", &[0xF0B7, 0xF0A8]);
    assert_eq!(text_of(&page), "•\u{F0A8}");
    // The second code is unknown, so the private-use character is kept, without confidence.
    assert_eq!(page.glyphs[1].confidence_percent, 0);
}

#[test]
fn private_forms_with_a_known_meaning_are_their_letters() {
    // Small capitals of the Adobe Glyph List, and a Thai tone mark that is shifted down.
    let page = composite("Unheard", &[0xF773, 0xF769, 0x0E01, 0xF70A]);
    assert_eq!(text_of(&page), "siก\u{E48}");
    assert!(page.glyphs.iter().all(|glyph| glyph.source == UnicodeSource::ToUnicode));
}
