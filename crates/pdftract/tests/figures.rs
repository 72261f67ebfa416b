//! Figures and their captions, entries of tables of contents, formulas as LaTeX, drop caps, and the confidence in roles.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pdftract::record::{Evidence, Page, Role};
use pdftract::{Document, ExtractOptions, MarkdownOptions, Math, Options};
use pdftract_testkit::PdfBuilder;

/// A black image of one pixel, drawn as `/Im` by the page.
const IMAGE: &str = "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8";

/// Builds a document of two pages of 400 by 600 points; the second is empty. `page` and `catalog` are further entries,
/// `objects` further objects from number 10 on.
fn document(content: &str, page: &str, catalog: &str, objects: &[&str]) -> Document {
    let mut builder = PdfBuilder::new();
    builder.set(1, format!("<</Type/Catalog/Pages 2 0 R{catalog}>>"));
    builder.set(2, "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>");
    builder.set(
        3,
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Contents 5 0 R/Resources<</Font<</F1 6 0 R/F2 7 0 R\
             /F3 9 0 R>>/XObject<</Im 8 0 R>>>>{page}>>"
        ),
    );
    builder.set(4, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]>>");
    builder.set(5, pdftract_testkit::builder::stream_body("", content.as_bytes()));
    builder.set(6, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
    builder.set(7, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>");
    builder.set(8, pdftract_testkit::builder::stream_body(IMAGE, b"\0"));
    builder.set(9, "<</Type/Font/Subtype/Type1/BaseFont/Times-Italic/Encoding/WinAnsiEncoding>>");
    for (number, object) in (10..).zip(objects) {
        builder.set(number, *object);
    }
    Document::open(builder.finish(), &Options::default()).unwrap()
}

fn at(font: u32, size: f64, x: f64, y: f64, text: &str) -> String {
    format!("BT /F{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

fn image(x: u32, y: u32, width: u32, height: u32) -> String {
    format!("q {width} 0 0 {height} {x} {y} cm /Im Do Q\n")
}

/// Returns some lines of text downwards from a height.
fn prose(y: f64) -> String {
    let lines = [
        "The river rises in the hills above the old mill and runs through",
        "seven villages until it meets the sea. A railway follows the valley",
        "on its southern side; it was closed before the war.",
    ];
    (0..).zip(lines).map(|(row, line)| at(1, 10.0, 50.0, y - 12.0 * f64::from(row), line)).collect()
}

fn record(document: &Document) -> Page {
    document.page_record(0, &ExtractOptions::default()).unwrap()
}

fn markdown(document: &Document) -> String {
    document.markdown(&ExtractOptions::default()).unwrap()
}

#[test]
fn a_picture_is_a_figure_tied_to_the_caption_below_it() {
    let content =
        prose(550.0) + &image(50, 300, 200, 150) + &at(1, 10.0, 60.0, 285.0, "Figure 1: The old mill");
    let document = document(&content, "", "", &[]);
    let page = record(&document);
    let caption = page.blocks.iter().find(|block| block.role == Role::Caption).unwrap();
    assert_eq!(page.figures.len(), 1);
    assert_eq!(page.figures[0].id, "p1-f1");
    assert_eq!(page.figures[0].bbox, [50.0, 150.0, 250.0, 300.0]);
    assert_eq!(page.figures[0].caption.as_ref(), Some(&caption.id));
    assert_eq!(caption.caption_of.as_deref(), Some("p1-f1"));
    assert!(markdown(&document).contains("![](#p1-f1)\n\nFigure 1: The old mill"));
    let without = ExtractOptions::default().markdown(MarkdownOptions::default().without_figures(true));
    assert!(!document.markdown(&without).unwrap().contains("#p1-f1"));
}

#[test]
fn the_alternative_text_of_a_tagged_figure_is_kept() {
    let text = "/P <</MCID 1>> BDC ".to_owned() + &prose(550.0) + "EMC\n";
    let content = text + "/Figure <</MCID 0>> BDC " + &image(50, 300, 200, 150) + "EMC\n";
    let tree =
        "<</Type/StructTreeRoot/K[<</S/P/Pg 3 0 R/K 1>><</S/Figure/Alt(A mill [1890])/Pg 3 0 R/K 0>>]>>";
    let document = document(&content, "", "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R", &[tree]);
    assert_eq!(record(&document).figures[0].alt.as_deref(), Some("A mill [1890]"));
    assert!(markdown(&document).contains("![A mill \\[1890\\]](#p1-f1)"), "{}", markdown(&document));
}

#[test]
fn backgrounds_icons_and_artifacts_are_no_figures() {
    let content = image(0, 0, 400, 600)
        + &prose(550.0)
        + &image(50, 300, 12, 12)
        + "/Artifact BMC "
        + &image(100, 200, 100, 60)
        + "EMC\n";
    assert_eq!(record(&document(&content, "", "", &[])).figures, []);
}

#[test]
fn every_block_has_evidence_and_confidence() {
    let content =
        at(2, 16.0, 50.0, 560.0, "2 Rivers of the north") + &prose(530.0) + &at(1, 10.0, 50.0, 470.0, "Mill");
    let page = record(&document(&content, "", "", &[]));
    assert!(page.blocks.iter().all(|block| !block.evidence.is_empty() && block.role_confidence > 0.3));
    let (heading, text) = (&page.blocks[0], &page.blocks[1]);
    assert_eq!(heading.role, Role::Heading);
    assert!(heading.evidence.contains(&Evidence::Size) && heading.evidence.contains(&Evidence::Weight));
    assert!(heading.role_confidence > 0.85, "{}", heading.role_confidence);
    assert_eq!(text.evidence, [Evidence::Extent, Evidence::Plain]);
    assert!(text.role_confidence > page.blocks[2].role_confidence, "a short line may be anything");
}

#[test]
fn entries_of_contents_become_links_without_dots() {
    let dots = " . . . . . . . . . . . . . . ";
    let content = at(2, 16.0, 50.0, 560.0, "Contents")
        + &at(1, 10.0, 50.0, 530.0, &format!("1 Rivers & lakes{dots}2"))
        + &at(1, 10.0, 50.0, 515.0, &format!("2 Mills{dots}12"));
    let link = "/Annots[<</Subtype/Link/Rect[50 526 300 540]/Dest[4 0 R/Fit]>>]";
    let found = markdown(&document(&content, link, "", &[]));
    assert!(found.contains("- [1 Rivers & lakes](#1-rivers--lakes) 2\n- 2 Mills 12"), "{found}");
}

#[test]
fn certain_formulas_become_latex_on_request() {
    let content =
        prose(550.0) + &at(3, 10.0, 150.0, 480.0, "E = mc") + &at(3, 7.0, 180.0, 484.0, "2") + &prose(440.0);
    let document = document(&content, "", "", &[]);
    let page = record(&document);
    let formula = page.blocks.iter().find(|block| block.role == Role::Formula).expect("a formula");
    assert_eq!((formula.text.as_str(), formula.latex.as_deref()), ("E = mc2", None));
    let options = ExtractOptions::default().math(Math::Latex);
    let page = document.page_record(0, &options).unwrap();
    let formula = page.blocks.iter().find(|block| block.role == Role::Formula).unwrap();
    assert_eq!(formula.latex.as_deref(), Some("E = mc^{2}"));
    assert!(document.markdown(&options).unwrap().contains("$$\nE = mc^{2}\n$$"));
}

#[test]
fn a_drop_cap_begins_the_first_of_its_lines() {
    let content = at(1, 32.0, 50.0, 506.0, "T")
        + &at(1, 10.0, 73.0, 519.0, "he river rises in the hills above the old mill")
        + &at(1, 10.0, 73.0, 506.0, "and runs through seven villages until it meets")
        + &at(1, 10.0, 50.0, 493.0, "the sea. A railway follows the valley on its side;");
    let text = document(&content, "", "", &[]).page_text(0, &ExtractOptions::default()).unwrap();
    assert!(text.starts_with("The river rises in the hills above the old mill\nand runs"), "{text}");
}
