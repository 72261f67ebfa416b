//! Written PDFs: repaired files, and anonymised copies.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

use std::process::Command;
use std::sync::Arc;

use pdftract::knowledge::{FontMap, Knowledge};
use pdftract::write::{RepairError, RepairOptions, Repaired};
use pdftract::{Document, Options};
use pdftract_testkit::builder::{PdfBuilder, flate_stream_body, simple_builder, stream_body, text_page};

/// Returns options with a font map, which defines codes that the file does not.
fn knowing(map: &str, password: Option<&str>) -> Options {
    let font_maps = vec![FontMap::read(map.as_bytes()).unwrap()];
    let knowledge = Arc::new(Knowledge::default().with(|knowledge| knowledge.font_maps = font_maps));
    Options::default().with(|options| {
        options.knowledge = knowledge;
        options.password = password.map(Into::into);
    })
}

fn repair(pdf: &[u8], options: &Options) -> Repaired {
    Document::open(pdf, options).unwrap().repair(RepairOptions::default()).unwrap()
}

fn text(pdf: &[u8], password: Option<&str>) -> String {
    let options = Options::default().with(|options| options.password = password.map(Into::into));
    Document::open(pdf, &options).unwrap().text().unwrap().trim().to_owned()
}

/// Asserts the properties of every repaired file: the original in front, unchanged by another repair, valid for qpdf.
#[track_caller]
fn assert_sound(original: &[u8], repaired: &Repaired, options: &Options) {
    assert!(repaired.bytes.starts_with(original));
    assert!(repaired.bytes.len() > original.len());
    assert_eq!(repair(&repaired.bytes, options).bytes, repaired.bytes, "repaired twice");
    assert_eq!(
        repair(&repaired.bytes, &options.clone().with(|options| options.knowledge = Arc::default())).fonts,
        []
    );
    let path =
        std::env::temp_dir().join(format!("pdftract-writing-{}-{}.pdf", std::process::id(), original.len()));
    std::fs::write(&path, &repaired.bytes).unwrap();
    let password = format!("--password={}", options.password.as_deref().unwrap_or_default());
    match Command::new("qpdf").args([&password, "--check"]).arg(&path).output() {
        Ok(checked) => {
            let told = String::from_utf8_lossy(&checked.stdout).into_owned();
            assert!(checked.status.success(), "{told}{}", String::from_utf8_lossy(&checked.stderr));
        }
        Err(error) => println!("skipped the check by qpdf: {error}"),
    }
    std::fs::remove_file(&path).unwrap();
}

const HELVETICA_MAP: &str = "[[font]]\nname = \"Helvetica\"\ncodes = { 97 = \"α\", 98 = \"ffi\" }\n";

#[test]
fn repair_writes_the_map_of_a_simple_font_in_every_form_of_file() {
    let mut builder = simple_builder(&[&text_page("abc"), &text_page("ba")]);
    builder.pack([1, 2, 3]);
    let options = knowing(HELVETICA_MAP, None);
    for pdf in [
        builder.finish(),
        builder.finish_with_xref_stream(),
        builder.finish_hybrid(),
        builder.finish_without_xref(),
    ] {
        let repaired = repair(&pdf, &options);
        assert_sound(&pdf, &repaired, &options);
        assert_eq!(text(&repaired.bytes, None), "αffic\n\u{c}ffiα");
        assert_eq!((repaired.fonts[0].object, repaired.fonts[0].codes), (3, 3));
    }
}

#[test]
fn repair_changes_nothing_where_nothing_was_recovered() {
    let pdf = simple_builder(&[&text_page("abc")]).finish();
    let repaired = repair(&pdf, &Options::default());
    assert_eq!(repaired.bytes, pdf);
    assert!(repaired.fonts.is_empty());
}

/// Returns one page that shows `content` with the font of object 5.
fn one_font(font: &str, extra: &[&str], content: &str) -> Vec<u8> {
    let mut builder = PdfBuilder::new();
    builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
    builder.set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>");
    builder.set(
        3,
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
    );
    builder.set(4, stream_body("", content.as_bytes()));
    builder.set(5, font);
    extra.iter().for_each(|body| {
        builder.add(*body);
    });
    builder.finish()
}

#[test]
fn repair_writes_the_map_of_a_composite_font() {
    let font = "<</Type/Font/Subtype/Type0/BaseFont/Comp/Encoding/Identity-H/DescendantFonts[6 0 R]>>";
    let descendant = "<</Type/Font/Subtype/CIDFontType2/BaseFont/Comp/CIDSystemInfo<</Registry(Adobe)\
                      /Ordering(Identity)/Supplement 0>>/DW 600>>";
    let pdf = one_font(font, &[descendant], "BT /F1 12 Tf 72 700 Td <000100020001> Tj ET");
    let options = knowing("[[font]]\nname = \"Comp\"\ncodes = { 1 = \"Ж\", 2 = \"😀\" }\n", None);
    let repaired = repair(&pdf, &options);
    assert_sound(&pdf, &repaired, &options);
    assert_eq!(text(&repaired.bytes, None), "Ж😀Ж");
}

const BOX_FONT: &str = "<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 1\
                        /LastChar 2/Widths[600 600]/CharProcs<</p 6 0 R/q 7 0 R>>/Encoding<</Differences[1/p/q]>>/Name/Boxes>>";

#[test]
fn repair_writes_the_map_of_a_type_3_font() {
    let glyphs = [
        "<</Length 26>>\nstream\n600 0 d0 0 0 300 700 re f\nendstream",
        "<</Length 26>>\nstream\n600 0 d0 0 0 300 200 re f\nendstream",
    ];
    let pdf = one_font(BOX_FONT, &glyphs, "BT /F1 12 Tf 72 700 Td <010201> Tj ET");
    let options = knowing("[[font]]\nname = \"Boxes\"\ncodes = { 1 = \"H\", 2 = \"o\" }\n", None);
    let repaired = repair(&pdf, &options);
    assert_sound(&pdf, &repaired, &options);
    assert_eq!(text(&repaired.bytes, None), "HoH");
}

#[test]
fn repair_keeps_encrypted_files_encrypted() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/encrypted/");
    for name in
        ["rc4-40-r2", "rc4-128-r3", "aes-128-r4", "aes-256-r5", "aes-256-r6", "aes-256-r6-object-streams"]
    {
        let pdf = std::fs::read(format!("{folder}{name}.pdf")).unwrap();
        let open = Document::open(pdf.clone(), &knowing("", Some("user"))).unwrap();
        let font = open.fonts()[0].facts.name.clone();
        let map = format!("[[font]]\nname = \"{font}\"\ncodes = {{ 72 = \"Ĥ\" }}\n");
        let options = knowing(&map, Some("user"));
        let repaired = repair(&pdf, &options);
        assert_sound(&pdf, &repaired, &options);
        assert!(text(&repaired.bytes, Some("user")).contains("Ĥello, locked world"), "{name}");
        assert!(Document::open(repaired.bytes.clone(), &Options::default()).is_err(), "{name}");
        assert!(!String::from_utf8_lossy(&repaired.bytes[pdf.len()..]).contains("begincmap"));
    }
}

#[test]
fn repair_lists_signatures_before_it_breaks_them() {
    let mut builder = simple_builder(&[&text_page("abc")]);
    let signature =
        builder.add("<</Type/Sig/Filter/Adobe.PPKLite/Name(Ada L.)/ByteRange[0 1 2 3]/Contents<00>>>");
    let field = builder.add(format!("<</FT/Sig/T(Approval)/V {signature} 0 R>>"));
    builder.set(1, format!("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{field} 0 R]/SigFlags 3>>>>"));
    let pdf = builder.finish();
    let document = Document::open(pdf.clone(), &knowing(HELVETICA_MAP, None)).unwrap();
    let refused = document.repair(RepairOptions::default()).unwrap_err();
    assert_eq!(refused, RepairError::Signed(vec!["Approval (Ada L.)".into()]));
    assert!(refused.to_string().contains("Approval (Ada L.)"));
    let forced = document.repair(RepairOptions::default().with(|repair| repair.force = true)).unwrap();
    assert!(forced.bytes.starts_with(&pdf));
    // If nothing is written, no signature is broken.
    assert!(Document::open(pdf, &Options::default()).unwrap().repair(RepairOptions::default()).is_ok());
}

#[test]
fn a_report_keeps_the_shape_of_text_but_no_words() {
    let content = "% a secret comment\nBT /F1 12 Tf 72 700 Td (Confidential figures: 1234, Zürich) Tj \
                   /Span<</ActualText(hidden phrase)>>BDC (again) Tj EMC ET BI /W 8 /H 1 /BPC 8 ID picture! EI";
    let mut builder = simple_builder(&[content]);
    builder.set(1, "<</Type/Catalog/Pages 2 0 R/Outlines 8 0 R/Metadata 9 0 R>>");
    builder.set(8, "<</Type/Outlines/First 10 0 R/Last 10 0 R/Count 1>>");
    builder.set(9, stream_body("/Type/Metadata/Subtype/XML", b"<x>metadata words</x>"));
    builder.set(10, "<</Title(Chapter headline)/Parent 8 0 R/Dest[4 0 R/Fit]>>");
    builder.set(11, "<</Title(Information title)/Author(Somebody)>>");
    builder.set(12, stream_body("/Type/EmbeddedFile", b"attached letters"));
    builder.trailer_extra("/Info 11 0 R");
    let pdf = builder.finish();
    let original = Document::open(pdf.clone(), &Options::default()).unwrap();
    let report = original.report();
    let copy = Document::open(report.clone(), &Options::default()).unwrap();
    let (before, after) = (original.glyphs(0).unwrap(), copy.glyphs(0).unwrap());
    assert_eq!(before.glyphs.len(), after.glyphs.len());
    let plain = String::from_utf8_lossy(&copy.file().page(0).unwrap().content()).into_owned()
        + &String::from_utf8_lossy(&report)
        + &copy.text().unwrap();
    for word in [
        "onfidential",
        "igures",
        "1234",
        "rich",
        "again",
        "hidden",
        "phrase",
        "secret",
        "picture",
        "Chapter",
        "headline",
        "Information",
        "Somebody",
        "metadata",
        "attached",
        "letters",
    ] {
        assert!(!plain.contains(word), "{word}: {plain}");
    }
    let shape = copy.text().unwrap();
    assert!(shape.contains(": ") && shape.contains(", "), "punctuation stays: {shape}");
    assert!(copy.diagnostics().is_empty(), "{:?}", copy.diagnostics());
    assert_eq!(original.report(), report, "the same each time");
}

#[test]
fn a_report_shows_the_damage_of_the_original() {
    let builder = simple_builder(&[&text_page("damaged goods")]);
    let codes = |pdf: &[u8]| {
        let document = Document::open(pdf, &Options::default()).unwrap();
        document.text().unwrap();
        let codes: std::collections::BTreeSet<&str> =
            document.diagnostics().iter().map(|diagnostic| diagnostic.code.as_str()).collect();
        (codes, document.report())
    };
    let mut wrong_length = builder.clone();
    let content = text_page("damaged goods");
    wrong_length.set(5, pdftract_testkit::builder::stream_body_with_length("", content.as_bytes(), "3"));
    let junk = [b"some junk\n".as_slice(), &builder.finish()].concat();
    let mut wrong_checksum = builder.clone();
    let mut body = flate_stream_body("", content.as_bytes());
    let last = body.len() - b"\nendstream".len() - 1;
    body[last] = !body[last];
    wrong_checksum.set(5, body);
    let mut picture = builder.clone();
    picture.set(5, stream_body("/Filter/DCTDecode", b"goods in a picture"));
    let damaged = [builder.finish_without_xref(), wrong_length.finish(), junk];
    for pdf in damaged.into_iter().chain([wrong_checksum.finish(), picture.finish()]) {
        let (before, report) = codes(&pdf);
        assert!(!before.is_empty());
        assert_eq!(codes(&report).0, before);
        assert!(!String::from_utf8_lossy(&report).contains("goods"));
    }
}

#[test]
fn hostile_files_are_repaired_learned_from_and_copied_within_bounds() {
    /// Deep recursion over input would overflow this.
    const STACK_BYTES: usize = 128 << 10;
    for recipe in pdftract_testkit::hostile::all() {
        let work = || {
            let time_limit = Some(std::time::Duration::from_secs(2));
            let options = Options::default().with(|options| options.time_limit = time_limit);
            let Ok(document) = Document::open(recipe.generate(0.1), &options) else { return };
            let _ = document.repair(RepairOptions::default().with(|repair| {
                repair.min_confidence = 0.0;
                repair.force = true;
            }));
            document.learn();
            document.report();
        };
        std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work).unwrap().join().expect(recipe.name);
    }
}
