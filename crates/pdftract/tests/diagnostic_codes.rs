//! Every diagnostic code is reported for a file that this repository makes.
//!
//! The recipes of hostile files reach most codes; the files here reach the others. Codes of recognition and rendering need an engine:
//! `tests/ocr.rs` reaches them.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use pdftract::knowledge::FontDatabaseError;
use pdftract::{Code, Document, ExtractOptions, Format, Knowledge, LearnedFonts, Options};
use pdftract_testkit::builder::{
    PdfBuilder, flate_stream_body, simple_builder, simple_document, stream_body, text_page,
};
use pdftract_testkit::hostile;

/// Codes that other tests reach and assert, with their source.
const ELSEWHERE: [(Code, &str); 5] = [
    (Code::FreeObjectUsed, include_str!("reading.rs")),
    (Code::ShapeAmbiguous, include_str!("recovery/marks.rs")),
    (Code::ToUnicodeDistrusted, include_str!("recovery/main.rs")),
    (Code::CmapDistrusted, include_str!("cjk/lying.rs")),
    (Code::FontMissing, include_str!("glyphs/main.rs")),
];

/// Codes that `tests/ocr.rs` reaches.
const WITH_ENGINE: [Code; 7] = [
    Code::RenderFailed,
    Code::OcrUnavailable,
    Code::OcrFailed,
    Code::OcrSkipped,
    Code::OcrLanguageMissing,
    Code::OcrUsed,
    Code::OcrDiffers,
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(bytes: Vec<u8>, options: &Options, reached: &mut BTreeSet<Code>) {
    let Ok(document) = Document::open(bytes, options) else { return };
    look(&document, reached);
}

fn look(document: &Document, reached: &mut BTreeSet<Code>) {
    for page in 0..document.page_count().min(20) {
        drop(document.page_output(page, &ExtractOptions::default(), &[Format::Json]));
    }
    drop(document.file().summary());
    for attachment in document.attachments() {
        drop(document.attachment_bytes(&attachment));
    }
    reached.extend(document.diagnostics().iter().map(|diagnostic| diagnostic.code));
}

/// Returns a page that shows a string in a font, with further objects.
fn font_page(font: &str, string: &str, objects: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut builder = PdfBuilder::new();
    let page =
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>";
    builder
        .set(1, "<</Type/Catalog/Pages 2 0 R>>")
        .set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>")
        .set(3, page)
        .set(4, font)
        .set(5, stream_body("", format!("BT /F1 12 Tf 72 700 Td {string} Tj ET").as_bytes()));
    for (number, body) in objects {
        builder.set(*number, body.clone());
    }
    builder.finish()
}

fn with_to_unicode(map: &str) -> Vec<u8> {
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>";
    font_page(font, "(ABC)", &[(6, stream_body("", map.as_bytes()))])
}

fn composite(encoding: &str, descendant: &str, string: &str, objects: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding {encoding}/DescendantFonts[7 0 R]/ToUnicode 9 0 R>>"
    );
    let descendant = format!("<</Type/Font/Subtype/CIDFontType2/BaseFont/A{descendant}>>").into_bytes();
    let objects: Vec<(u32, Vec<u8>)> = objects.iter().cloned().chain([(7, descendant)]).collect();
    font_page(&font, string, &objects)
}

/// Replaces the data of a compressed content stream.
fn damaged_content(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut builder = simple_builder(&[&text_page("x")]);
    let mut body = flate_stream_body("", text_page("words of a page ").repeat(40).as_bytes());
    change(&mut body);
    builder.set(5, body);
    builder.finish()
}

fn files() -> Vec<(&'static str, Vec<u8>)> {
    let hello = simple_document(&[&text_page("hello")]);
    let without_header =
        hello.iter().position(|&byte| byte == b'\n').map(|end| hello[end..].to_vec()).unwrap();
    let wrong_checksum = damaged_content(|body| {
        let end = body.windows(10).rposition(|window| window == b"\nendstream").unwrap();
        body[end - 1] ^= 0xFF;
    });
    let encrypted =
        fs::read(repository().join("crates/pdftract/tests/fixtures/encrypted/aes-128-r4-empty.pdf")).unwrap();
    let cut_blocks = shortened_streams(&encrypted);
    let mut no_pages = PdfBuilder::new();
    no_pages.set(1, "<</Type/Catalog/Pages 2 0 R>>").set(2, "<</Type/Pages/Count 0/Kids[]>>");
    let type3 = |procedure: &str, names: &str| {
        let font = format!(
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 66/Widths[1 1]\
             /CharProcs<<{names}>>/Encoding<</Differences[65/a/b]>>>>"
        );
        font_page(&font, "(AB)", &[(6, stream_body("", procedure.as_bytes()))])
    };
    let program = "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+X/FirstChar 65/LastChar 65/Widths[500]/FontDescriptor 7 0 R>>";
    let descriptor = b"<</Type/FontDescriptor/FontName/ABCDEF+X/Flags 4/FontFile2 6 0 R>>".to_vec();
    let collection = "/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>";
    let hangul = "begincmap 1 begincodespacerange<0000><ffff>endcodespacerange 1 beginbfchar<0022><D55C>endbfchar endcmap";
    vec![
        ("no header", without_header),
        ("wrong checksum", wrong_checksum),
        ("cut blocks", cut_blocks),
        ("no pages", no_pages.finish()),
        ("locked attachment", locked_attachment()),
        ("broken ToUnicode", with_to_unicode("begincmap 1 beginbfchar <41> (oops) endbfchar 1 beginbfrange <42> endbfrange endcmap")),
        ("broken CMap", composite("6 0 R", "", "<0041>", &[(6, stream_body("/Type/CMap/CMapName/X", b"begincmap 1 begincidrange <00> (x) 7 endcidrange 1 begincidchar <zz> 1 endcidchar endcmap"))])),
        ("unknown CMap", composite("/Nothing-Like-This", "", "<0041>", &[])),
        ("hangul in Japan1", composite("/Identity-H", collection, "<0022>", &[(9, stream_body("", hangul.as_bytes()))])),
        ("glyph without width", type3("0 0 1 1 re f", "/a 6 0 R/b 6 0 R")),
        ("glyph missing", type3("1 0 d0 0 0 1 1 re f", "/a 6 0 R")),
        ("broken program", font_page(program, "(A)", &[(6, stream_body("", b"\0\x01\0\0not a font")), (7, descriptor)])),
    ]
}

/// Cuts some bytes off every stream, so that encrypted data does not end with a whole block.
fn shortened_streams(file: &[u8]) -> Vec<u8> {
    let text: Vec<u8> = file.to_vec();
    let mut out = Vec::new();
    let mut rest = text.as_slice();
    while let Some(at) = rest.windows(9).position(|window| window == b"endstream") {
        let end = at.saturating_sub(6);
        out.extend_from_slice(&rest[..end]);
        out.extend_from_slice(b"\n     endstream"[..15].as_ref());
        rest = &rest[at + 9..];
    }
    out.extend_from_slice(rest);
    out
}

/// Returns a document whose attachment alone is encrypted, with a password that is not empty.
fn locked_attachment() -> Vec<u8> {
    let encrypt = format!(
        "<</Filter/Standard/V 4/R 4/Length 128/P -4/EncryptMetadata false/CF<</StdCF<</CFM/AESV2/AuthEvent/EFOpen/Length 16>>>>\
         /StmF/Identity/StrF/Identity/EFF/StdCF/O<{o}>/U<{u}>>>",
        o = "11".repeat(32),
        u = "22".repeat(32)
    );
    let mut builder = PdfBuilder::new();
    builder
        .set(1, "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a)6 0 R]>>>>>>")
        .set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>")
        .set(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>")
        .set(4, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
        .set(5, stream_body("", text_page("open").as_bytes()))
        .set(6, "<</Type/Filespec/F(a.txt)/EF<</F 7 0 R>>>>")
        .set(7, stream_body("/Type/EmbeddedFile", &[7; 48]))
        .set(8, encrypt)
        .trailer_extra("/Encrypt 8 0 R/ID[<00><00>]");
    builder.finish()
}

#[test]
fn every_code_is_reached() {
    let mut reached = BTreeSet::new();
    for recipe in hostile::all() {
        read(recipe.generate(1.0), &Options::default(), &mut reached);
    }
    for entry in fs::read_dir(repository().join("samples")).unwrap() {
        read(fs::read(entry.unwrap().path()).unwrap(), &Options::default(), &mut reached);
    }
    for (_, bytes) in files() {
        read(bytes, &Options::default(), &mut reached);
    }
    stopped(&mut reached);
    let unusable = LearnedFonts::later(|| Err(FontDatabaseError::new("unusable")));
    let knowledge =
        Knowledge::default().with(|knowledge| knowledge.font_databases = vec![Arc::new(unusable)]);
    let with_database = Options::default().with(|options| options.knowledge = Arc::new(knowledge));
    read(fs::read(repository().join("samples/broken-font.pdf")).unwrap(), &with_database, &mut reached);
    let few = Options::default().with(|options| options.limits.diagnostics = 1);
    read(hostile::by_name("pages_kids_wrong").unwrap().generate(1.0), &few, &mut reached);
    reached.extend(WITH_ENGINE);
    reached.extend(ELSEWHERE.map(|(code, _)| code));
    let missing: Vec<Code> = Code::ALL.iter().copied().filter(|code| !reached.contains(code)).collect();
    assert_eq!(missing, []);
}

fn stopped(reached: &mut BTreeSet<Code>) {
    let hello = simple_document(&[&text_page("hello")]);
    let options = Options::default();
    let document = Document::open(hello.clone(), &options).unwrap();
    options.cancel.cancel();
    look(&document, reached);
    let soon = Duration::from_millis(200);
    let document = Document::open(hello, &Options::default().time_limit(soon)).unwrap();
    std::thread::sleep(soon);
    look(&document, reached);
}

/// The lists above would hide a code that nothing reaches any more.
#[test]
fn codes_of_the_lists_are_asserted_elsewhere() {
    for (code, source) in ELSEWHERE {
        let named = [format!("Code::{code:?}"), format!("\"{}\"", code.as_str())];
        assert!(named.iter().any(|name| source.contains(name)), "{code:?}");
    }
    let source = include_str!("ocr.rs");
    for code in WITH_ENGINE {
        assert!(source.contains(&format!("Code::{code:?}")), "{code:?}");
    }
}
