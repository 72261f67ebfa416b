//! The library from the caller's view: pages one at a time, cancelled from outside.

use pdftract::{CancelFlag, Detail, Document, Error, ExtractOptions, Options, Stop};

use crate::paper::{bytes, document, lines};

#[test]
fn records_end_with_an_error_when_cancelled() {
    let cancel = CancelFlag::new();
    let options = Options::default().with(|options| options.cancel = cancel.clone());
    let content = lines(&["(x) Tj"]);
    let document = Document::open(bytes(&[&content, &content, &content], ""), &options).unwrap();
    let layout = ExtractOptions::default();
    let mut pages = document.page_records(&layout);
    assert!(pages.next().is_some_and(|page| page.is_ok()));
    cancel.cancel();
    assert!(matches!(pages.next(), Some(Err(Error::Stopped(Stop::Cancelled)))));
    assert!(pages.next().is_none());
    assert!(document.record(&layout).is_err());
}

#[test]
fn glyphs_are_included_on_request() {
    let document = document(&[&lines(&["(Hi) Tj"])]);
    let glyphs_of = |detail| {
        let page = document.page_record(0, &ExtractOptions::default().detail(detail)).unwrap();
        page.blocks[0].lines[0].spans[0].glyphs.clone()
    };
    assert!(glyphs_of(Detail::Spans).is_none());
    let glyphs = glyphs_of(Detail::Glyphs).unwrap();
    assert_eq!(glyphs.iter().map(|glyph| glyph.text.as_str()).collect::<String>(), "Hi");
    assert_eq!((glyphs[0].code, glyphs[0].glyph_name.as_deref()), (72, Some("H")));
    assert_eq!(glyphs[0].advance, 7.22);
}

#[test]
fn a_missing_page_has_no_record() {
    let document = document(&[&lines(&["(x) Tj"])]);
    assert!(document.page_record(1, &ExtractOptions::default()).is_none());
}
