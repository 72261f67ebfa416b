//! Attached files: found by name, decoded under limits.

use pdftract::file::attachment::AttachmentError;
use pdftract::{Document, ExtractOptions, Limits, Options};
use pdftract_testkit::builder::{flate_stream_body, stream_body};
use pdftract_testkit::sheet::Sheet;

use super::open;

fn with_attachments() -> Vec<u8> {
    let (sheet, data) = Sheet::new(100, 100).object(flate_stream_body("/Type/EmbeddedFile", b"a,b\n1,2\n"));
    let (sheet, spec) = sheet.object(format!("<</Type/Filespec/F(../table.csv)/EF<</F {data} 0 R>>>>"));
    let (sheet, absent) = sheet.object("<</Type/Filespec/F(elsewhere.txt)>>");
    let (sheet, strange) = sheet.object(stream_body("/Filter/Strange", b"?"));
    let (sheet, unknown) = sheet.object(format!("<</Type/Filespec/F(odd.bin)/EF<</F {strange} 0 R>>>>"));
    let names = format!("[(a){spec} 0 R(b){absent} 0 R(c){unknown} 0 R]");
    sheet.catalog(&format!("/Names<</EmbeddedFiles<</Names{names}>>>>")).bytes()
}

#[test]
fn attachments_are_found_by_either_name_and_decoded() {
    let document = open(with_attachments());
    assert_eq!(document.attachments().len(), 3);
    for name in ["table.csv", "../table.csv"] {
        let attachment = document.find_attachment(name).unwrap();
        let file = document.attachment_bytes(&attachment).unwrap();
        assert_eq!(
            (file.name.as_str(), file.complete),
            ("table.csv", true),
            "a name that is safe to save under"
        );
        assert_eq!(file.data, b"a,b\n1,2\n");
    }
    assert_eq!(document.find_attachment("none"), None);
}

#[test]
fn what_cannot_be_had_is_a_typed_reason() {
    let document = open(with_attachments());
    for (name, reason) in
        [("elsewhere.txt", AttachmentError::NotEmbedded), ("odd.bin", AttachmentError::Unreadable)]
    {
        let attachment = document.find_attachment(name).unwrap();
        assert_eq!(document.attachment_bytes(&attachment), Err(reason));
    }
    assert!(document.diagnostics().iter().any(|diagnostic| diagnostic.code.as_str() == "FILTER_UNKNOWN"));
}

#[test]
fn long_attachments_are_cut_at_the_limit() {
    let limits = Limits::default().with(|limits| limits.stream_bytes = 4);
    let document =
        Document::open(with_attachments(), &Options::default().with(|options| options.limits = limits))
            .unwrap();
    let attachment = document.find_attachment("table.csv").unwrap();
    let file = document.attachment_bytes(&attachment).unwrap();
    assert_eq!((file.data.as_slice(), file.complete), (&b"a,b\n"[..], false));
}

#[test]
fn files_and_notes_are_found_among_links() {
    let (sheet, data) = Sheet::new(100, 100).object(flate_stream_body("/Type/EmbeddedFile", b"a,b\n"));
    let place = "/Rect[10 10 20 20]";
    let action = "/A<</S/URI/URI(https://example.org)>>";
    let (sheet, link) = sheet.object(format!("<</Type/Annot/Subtype /Link{place}{action}>>"));
    let (sheet, named) = sheet.object(format!("<</Subtype/Link{place}{action}/Contents(a FileAttachment)>>"));
    let (sheet, file) = sheet.object(format!(
        "<</Subtype/FileAttachment{place}/Contents(of a /Link)/FS<</F(table.csv)/EF<</F {data} 0 R>>>>>>"
    ));
    let (sheet, note) = sheet.object(format!("<</Subtype/Text{place}/Contents(see the /Link)>>"));
    let annotations = [link, named, file, note].map(|number| format!("{number} 0 R")).join(" ");
    let document = open(sheet.page(&format!("/Annots[{annotations}]")).content("").bytes());
    let names: Vec<String> = document.attachments().into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["table.csv"]);
    let record = document.page_record(0, &ExtractOptions::default()).unwrap();
    let kinds: Vec<&str> = record.annotations.iter().map(|annotation| annotation.subtype.as_str()).collect();
    assert_eq!(kinds, ["FileAttachment", "Text"]);
}
