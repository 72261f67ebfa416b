//! Reading intact and broken files: every kind of cross-reference and every repair, with its diagnostics.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;

use pdftract::file::ObjectId;
use pdftract::{Document, Error, File, Limits, Options};
use pdftract_testkit::builder::{
    XrefEntry, append_revision, append_revision_with_xref_stream, simple_builder, simple_document, text_page,
};
use pdftract_testkit::{encode, lzw, template};

fn open(bytes: impl Into<Vec<u8>>) -> File {
    File::open(bytes.into(), &Options::default()).unwrap()
}

fn codes(file: &File) -> BTreeSet<&'static str> {
    file.diagnostics().iter().map(|diagnostic| diagnostic.code.as_str()).collect()
}

fn content(file: &File, page: usize) -> String {
    String::from_utf8(file.page(page).unwrap().content()).unwrap()
}

fn says(file: &File, words: &[&str]) {
    assert_eq!(file.page_count(), words.len());
    for (page, word) in words.iter().enumerate() {
        assert!(content(file, page).contains(word), "page {page} does not say {word}");
    }
}

fn two_pages() -> Vec<u8> {
    simple_document(&[&text_page("FIRST"), &text_page("SECOND")])
}

/// Replaces bytes; the replacement may have another length, so offsets after it become wrong.
fn replace(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).expect(from);
    [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
}

/// Replaces every occurrence.
fn replace_all(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(from.len()).position(|window| window == from.as_bytes()) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(to.as_bytes());
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    out
}

#[test]
fn sound_files_leave_no_diagnostics() {
    let file = open(two_pages());
    says(&file, &["FIRST", "SECOND"]);
    assert_eq!(codes(&file), BTreeSet::new());
}

#[test]
fn xref_streams_object_streams_and_hybrids() {
    let mut builder = simple_builder(&[&text_page("FIRST"), &text_page("SECOND")]);
    builder.pack(1..=3);
    for bytes in [builder.finish_with_xref_stream(), builder.finish_hybrid()] {
        let file = open(bytes);
        says(&file, &["FIRST", "SECOND"]);
        assert_eq!(codes(&file), BTreeSet::new());
    }
}

#[test]
fn newest_revision_wins() {
    let original = two_pages();
    let changed = format!("<</Length 40>>\nstream\n{:<40}\nendstream", text_page("THIRD").trim());
    let number = stream_number(&original, "FIRST");
    for update in [append_revision, append_revision_with_xref_stream] {
        let bytes = update(&original, &[(number, changed.as_bytes())]);
        let file = open(bytes.clone());
        says(&file, &["THIRD", "SECOND"]);
        assert_eq!(file.summary().pdf.revisions, Some(2));
        // The same applies if the cross-reference is lost.
        let file = open(replace_all(&bytes, "startxref", "startyref"));
        assert!(content(&file, 0).contains("THIRD"));
    }
}

/// Returns the number of the stream object that contains a word.
fn stream_number(bytes: &[u8], word: &str) -> u32 {
    let file = open(bytes);
    let page = file.pages().find(|page| String::from_utf8_lossy(&page.content()).contains(word)).unwrap();
    page.contents()[0].id().number
}

#[test]
fn junk_before_the_header_shifts_offsets() {
    let bytes = [b"From: someone\r\n\r\n".as_slice(), &two_pages()].concat();
    let file = open(bytes);
    says(&file, &["FIRST", "SECOND"]);
    assert_eq!(codes(&file), BTreeSet::from(["HEADER_JUNK"]));
}

#[test]
fn wrong_or_missing_startxref_xref_and_trailer_are_repaired() {
    let sound = two_pages();
    let cases = [
        replace(&sound, "startxref\n", "startxref\n9"),
        replace(&sound, "startxref", "startnone"),
        replace(&sound, "xref\n0 ", "xerf\n0 "),
        replace(&sound, "trailer", "trailed"),
        replace(&sound, "/Root", "/Toor"),
        sound[..sound.len() / 2].to_vec(),
    ];
    for (case, bytes) in cases.into_iter().enumerate() {
        let file = open(bytes);
        assert!(codes(&file).contains("XREF_REPAIRED"), "case {case}: {:?}", codes(&file));
        assert!(content(&file, 0).contains("FIRST"), "case {case}");
    }
}

#[test]
fn entries_of_wrong_width_and_first_number_are_read() {
    let sound = two_pages();
    // Offsets stay correct because the table comes after all objects.
    let narrow = replace_all(&replace_all(&sound, " n \n", " n\n"), " f \n", " f\n");
    let file = open(narrow);
    says(&file, &["FIRST", "SECOND"]);
    let shifted = replace(&sound, "xref\n0 ", "xref\n1 ");
    let file = open(shifted);
    says(&file, &["FIRST", "SECOND"]);
    assert!(!codes(&file).contains("XREF_REPAIRED"), "an off-by-one table needs no scan");
}

#[test]
fn one_wrong_offset_costs_one_scan() {
    let mut builder = simple_builder(&[&text_page("FIRST"), &text_page("SECOND")]);
    let number = stream_number(&two_pages(), "SECOND");
    builder.force_entry(number, XrefEntry::At(3));
    let file = open(builder.finish());
    says(&file, &["FIRST", "SECOND"]);
    assert_eq!(codes(&file), BTreeSet::from(["XREF_REPAIRED"]));
}

#[test]
fn free_entries_still_in_use_are_read() {
    let mut builder = simple_builder(&[&text_page("FIRST")]);
    builder.force_entry(stream_number(&simple_document(&[&text_page("FIRST")]), "FIRST"), XrefEntry::Free);
    let file = open(builder.finish());
    says(&file, &["FIRST"]);
    assert!(codes(&file).contains("FREE_OBJECT_USED"));
}

#[test]
fn an_object_deleted_by_an_update_stays_deleted() {
    let sound = simple_document(&[&text_page("FIRST")]);
    let number = stream_number(&sound, "FIRST");
    let updated = append_revision(&sound, &[(99, b"null")]);
    let table = format!("xref\n{number} 1\n0000000000 00001 f \n99 1\n");
    let file = open(replace(&updated, "xref\n99 1\n", &table));
    assert_eq!(content(&file, 0), "");
}

#[test]
fn wrong_stream_lengths_are_detected() {
    for length in ["0", "7", "99999", "-1", "(x)", "55 0 R"] {
        let body =
            pdftract_testkit::builder::stream_body_with_length("", text_page("FIRST").as_bytes(), length);
        let mut builder = simple_builder(&[&text_page("OTHER")]);
        builder.set(stream_number(&simple_document(&[&text_page("OTHER")]), "OTHER"), body);
        let file = open(builder.finish());
        says(&file, &["FIRST"]);
        assert!(codes(&file).contains("STREAM_LENGTH_WRONG"), "/Length {length}");
    }
}

#[test]
fn missing_endobj_and_lost_page_tree() {
    let sound = two_pages();
    let file = open(replace_all(&sound, "endobj", "      "));
    says(&file, &["FIRST", "SECOND"]);
    let file = open(replace(&sound, "/Type/Pages", "/Type/Pagan"));
    assert_eq!(file.page_count(), 2);
    let file = open(replace_all(&sound, "/Kids", "/Dogs"));
    says(&file, &["FIRST", "SECOND"]);
    assert!(codes(&file).contains("PAGE_TREE_REBUILT"));
}

#[test]
fn every_filter_alone_and_in_chains() {
    let data = text_page("FIRST").into_bytes();
    let early = lzw::encode(&data, lzw::EarlyChange::Yes);
    let late = lzw::encode(&data, lzw::EarlyChange::No);
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("/Filter/FlateDecode", encode::flate(&data)),
        ("/Filter/Fl", encode::flate(&data)),
        ("/Filter/LZWDecode", early),
        ("/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>", late),
        ("/Filter[/ASCII85Decode]", encode::ascii85(&data)),
        ("/Filter/ASCIIHexDecode", encode::ascii_hex(&data)),
        ("/Filter/RunLengthDecode", encode::run_length(&data)),
        ("/Filter[/ASCII85Decode/FlateDecode]", encode::ascii85(&encode::flate(&data))),
        ("/Filter[/FlateDecode/FlateDecode]", encode::flate(&encode::flate(&data))),
        ("/Filter[/AHx/RL/Fl]", encode::ascii_hex(&encode::run_length(&encode::flate(&data)))),
        ("/Filter[/Crypt/FlateDecode]/DecodeParms[<</Name/Identity>> null]", encode::flate(&data)),
    ];
    for (entries, packed) in cases {
        assert_eq!(decoded(entries, &packed), (data.clone(), true), "{entries}");
    }
}

/// Decodes one stream with these dictionary entries.
fn decoded(entries: &str, packed: &[u8]) -> (Vec<u8>, bool) {
    let mut builder = simple_builder(&[&text_page("X")]);
    let number = builder.add_stream(entries, packed);
    let file = open(builder.finish());
    let stream = file.object(ObjectId { number, generation: 0 }).as_stream().unwrap();
    let decoded = stream.decode();
    (decoded.data.into_owned(), decoded.complete)
}

#[test]
fn long_lzw_data_of_both_timings() {
    let data: Vec<u8> = (0..200_000u32).map(|n| (n.wrapping_mul(n) >> 7).to_le_bytes()[0]).collect();
    for (early, entries) in [
        (lzw::EarlyChange::Yes, "/Filter/LZWDecode"),
        (lzw::EarlyChange::No, "/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>"),
    ] {
        assert_eq!(decoded(entries, &lzw::encode(&data, early)), (data.clone(), true));
    }
}

#[test]
fn predictors_of_every_kind_and_depth() {
    let data: Vec<u8> = (0..960u32).map(|n| (n * 7 % 251) as u8).collect();
    for filter in encode::PngFilter::ALL {
        let packed = encode::flate(&encode::png_predict(&data, filter, 24, 3));
        let entries = "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 3/Columns 8>>";
        assert_eq!(decoded(entries, &packed), (data.clone(), true));
    }
    for bits in [1, 2, 4, 8, 16] {
        let columns = 24 * 8 / (3 * bits);
        let packed = encode::flate(&encode::tiff_predict(&data, columns, 3, bits));
        let parameters = format!("<</Predictor 2/Colors 3/BitsPerComponent {bits}/Columns {columns}>>");
        let entries = format!("/Filter/FlateDecode/DecodeParms{parameters}");
        assert_eq!(decoded(&entries, &packed), (data.clone(), true), "{bits} bits");
    }
}

#[test]
fn image_filters_are_named_and_left_alone() {
    let mut builder = simple_builder(&[&text_page("X")]);
    let number = builder.add_stream("/Filter[/ASCIIHexDecode/DCTDecode]", b"FFD8FF>");
    let file = open(builder.finish());
    let decoded = file.object(ObjectId { number, generation: 0 }).as_stream().unwrap().decode();
    assert_eq!(decoded.image_filter.unwrap().name(), "DCTDecode");
    assert_eq!(*decoded.data, [0xFF, 0xD8, 0xFF]);
}

#[test]
fn caps_truncate_streams_and_documents_with_a_diagnostic() {
    let packed = encode::flate(&vec![b' '; 100_000]);
    let mut builder = simple_builder(&[&text_page("X")]);
    let number = builder.add_stream("/Filter/FlateDecode", &packed);
    let bytes = builder.finish();
    let cut = |limits: Limits| {
        let file =
            File::open(bytes.clone(), &Options::default().with(|options| options.limits = limits)).unwrap();
        let decoded = file.object(ObjectId { number, generation: 0 }).as_stream().unwrap().decode();
        assert!(!decoded.complete);
        (decoded.data.len(), codes(&file))
    };
    let (len, found) = cut(Limits::default().with(|limits| limits.stream_bytes = 1_000));
    assert_eq!((len, found), (1_000, BTreeSet::from(["STREAM_LIMIT"])));
    let (len, found) = cut(Limits::default().with(|limits| limits.document_bytes = 50_000));
    assert!(len < 100_000 && found.contains("DOCUMENT_LIMIT"));
}

#[test]
fn every_limit_lowered_to_one_still_returns() {
    let one = Limits::default().with(|limits| {
        limits.header_search_bytes = 1;
        limits.picture_pixels = 1;
        limits.picture_bytes = 1;
        limits.picture_objects = 1;
        limits.image_pixels = 1;
        limits.picture_seconds = 1;
        limits.recognition_seconds = 1;
        limits.recognition_bytes = 1;
        limits.nesting = 1;
        limits.elements_per_object = 1;
        limits.elements_per_document = 1;
        limits.reference_hops = 1;
        limits.object_number = 1;
        limits.xref_entries = 1;
        limits.xref_sections = 1;
        limits.number_bytes = 1;
        limits.name_bytes = 1;
        limits.string_bytes = 1;
        limits.filters_per_stream = 1;
        limits.stream_bytes = 1;
        limits.xmp_bytes = 1;
        limits.document_bytes = 1;
        limits.predictor_row_bytes = 1;
        limits.pages = 1;
        limits.page_tree_depth = 1;
        limits.contents_pieces = 1;
        limits.content_bytes = 1;
        limits.operators_per_page = 1;
        limits.forms_per_page = 1;
        limits.form_depth = 1;
        limits.saved_states = 1;
        limits.glyphs_per_page = 1;
        limits.operators_per_glyph = 1;
        limits.glyph_bytes = 1;
        limits.type3_form_depth = 1;
        limits.structure_items = 1;
        limits.structure_depth = 1;
        limits.tree_depth = 1;
        limits.tree_items = 1;
        limits.object_cache_bytes = 1;
        limits.object_stream_cache_bytes = 1;
        limits.diagnostics = 1;
    });
    if let Ok(document) =
        Document::open(two_pages(), &Options::default().with(|options| options.limits = one))
    {
        let _ = (document.file().summary(), document.pages().count());
        assert!(!document.diagnostics().is_empty());
    }
}

#[test]
fn a_file_that_is_not_a_pdf_is_an_error() {
    for bytes in [b"".as_slice(), b"hello", b"\x89PNG\r\n\x1a\n0000", b"1 0 nothing"] {
        assert!(matches!(File::open(bytes, &Options::default()), Err(Error::NotPdf)));
    }
    assert!(matches!(File::open(b"%PDF-1.7".as_slice(), &Options::default()), Err(Error::Unreadable(_))));
}

#[test]
fn cancelling_ends_the_work() {
    let options = Options::default();
    options.cancel.cancel();
    assert!(matches!(File::open(two_pages(), &options), Err(Error::Stopped(_))));
}

#[test]
fn templates_of_broken_files() {
    for (name, text) in [
        ("split_token", include_str!("fixtures/reading/contents_array.pdf.in")),
        ("inherited", include_str!("fixtures/reading/inherited_attributes.pdf.in")),
    ] {
        let file = open(template::expand(text).unwrap());
        assert!(content(&file, 0).contains("HELLO"), "{name}");
        let page = file.page(0).unwrap();
        assert_eq!(page.rotation(), 90, "{name}");
        assert_eq!(page.size(), (400.0, 300.0), "{name}");
        assert!(page.resources().unwrap().dict(b"Font").is_some(), "{name}");
    }
}

/// Bugs found with real or mutated files, each as the smallest file that shows it.
mod regressions {
    use super::*;

    const TREE: &str = "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]>>endobj \
        3 0 obj<</Type/Page/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj ";

    #[test]
    fn index_beyond_numbers_in_a_cross_reference_stream() {
        let body = "9 0 obj<</Type/XRef/Size 9/W[1 1 1]/Index[9223372036854775807 2]/Root 1 0 R/Length 6>>stream\n\
            \x01\x01\x01\x01\x01\x01\nendstream endobj";
        let bytes = format!("%PDF-1.7\n{TREE}{body}\nstartxref\n{}\n%%EOF", 9 + TREE.len());
        assert_eq!(open(bytes).page_count(), 1);
    }

    #[test]
    fn the_word_stream_in_a_comment_is_not_a_stream() {
        let bytes = format!(
            "%PDF-1.7\n5 0 obj<</A 1>>% no streams are used here\nendobj {TREE}4 0 obj<</Length 5>>stream\nHELLO\nendstream"
        );
        let file = open(bytes);
        says(&file, &["HELLO"]);
    }

    #[test]
    fn a_damaged_endstream_does_not_swallow_the_next_object() {
        let bytes = format!(
            "%PDF-1.7\n6 0 obj<</Length 99>>stream\nxx\nendstre?m endobj {TREE}4 0 obj<</Length 5>>stream\nHELLO\nendstream"
        );
        says(&open(bytes), &["HELLO"]);
    }

    #[test]
    fn a_page_tree_written_into_the_catalog() {
        let page = "<</Type/Page/MediaBox[0 0 9 9]/Contents 4 0 R>>";
        let bytes = format!(
            "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages<</Type/Pages/Kids[<</Type/Pages/Kids[{page}]>>]>>>>endobj \
             4 0 obj<</Length 5>>stream\nHELLO\nendstream endobj"
        );
        says(&open(bytes), &["HELLO"]);
    }

    #[test]
    fn chains_that_expand_and_shrink_are_charged_at_every_stage() {
        let swollen = encode::flate(&encode::flate(&vec![b' '; 64 << 20]));
        let mut builder = simple_builder(&["x"]);
        let number = builder.add_stream("/Filter[/Fl/Fl/AHx/AHx/AHx/AHx]", &swollen);
        let limits = Limits::default().with(|limits| limits.document_bytes = 8 << 20);
        let file = File::open(builder.finish(), &Options::default().with(|options| options.limits = limits))
            .unwrap();
        let decoded = file.object(ObjectId { number, generation: 0 }).as_stream().unwrap().decode();
        assert!(decoded.data.is_empty() && !decoded.complete);
        assert!(codes(&file).contains("DOCUMENT_LIMIT"));
    }
}
