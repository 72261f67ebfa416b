//! Notices on standard error about text that is missing, garbled or lost, and saved images and attachments.

use crate::running::{
    assert_exit, files_in, folder_with, json, repository, run, run_in, run_on, stderr, stdout,
};

fn sample(name: &str) -> String {
    repository().join("samples").join(name).to_string_lossy().into_owned()
}

#[test]
fn scans_are_counted_in_every_format() {
    for format in ["text", "markdown", "json", "ndjson"] {
        let here = run(&["-f", format, &sample("scan.pdf")]);
        let apart = run(&["--isolate", "-f", format, &sample("scan.pdf")]);
        assert_exit(&here, 0);
        assert!(stderr(&here).contains("is an image without text; try --ocr auto"), "{format}");
        assert_eq!(stderr(&apart), stderr(&here), "{format}");
    }
}

/// Content with twelve lines of the same text.
fn lines_of(line: &str) -> String {
    (0..12).map(|row| format!("BT /F1 10 Tf 40 {} Td ({line}) Tj ET\n", 700 - 14 * row)).collect()
}

const PLAIN: &str = "The quick brown fox jumps over the lazy dog and runs into the dark forest";
const ROTATED: &str = "Gur dhvpx oebja sbk whzcf bire gur ynml qbt naq ehaf vagb gur qnex sberfg";
const SIGNS: &str = "!\"#$ $\"#%\"$& '* \"''\"$* +, '\\(-* .#/\" \\)++0 $-/'& 1\"' '\\(\" 2-\\)\"";

#[test]
fn garbled_text_is_reported_in_every_format() {
    let pdf = pdftract_testkit::builder::simple_document(&[&lines_of(ROTATED)]);
    for format in ["text", "markdown", "json"] {
        let output = run_on(&["-f", format, "-"], pdf.clone());
        assert_exit(&output, 0);
        let message = "pdftract: -: the text of page 1 looks garbled; see pdftract check\n";
        assert_eq!(stderr(&output), message, "{format}");
        assert_eq!(stderr(&run_on(&["-q", "-f", format, "-"], pdf.clone())), "", "{format}");
    }
}

#[test]
fn garbled_text_of_later_pages_is_reported() {
    let plain = lines_of(PLAIN);
    // A long garbled part is seen by samples; signs instead of letters are seen on any page.
    for (garbled, first, count, page) in [(ROTATED, 6, 8, 10), (SIGNS, 6, 1, 7)] {
        let garbled = lines_of(garbled);
        let mut pages = vec![plain.as_str(); 16];
        pages[first..first + count].fill(&garbled);
        let output = run_on(&["-"], pdftract_testkit::builder::simple_document(&pages));
        let message = format!("pdftract: -: the text of page {page} looks garbled; see pdftract check\n");
        assert_eq!(stderr(&output), message);
    }
}

#[test]
fn lost_content_is_reported() {
    // The content stream is cut in the middle of its compressed data.
    let mut builder = pdftract_testkit::builder::simple_builder(&["BT /F1 12 Tf 72 700 Td (Hello) Tj ET"]);
    let packed = pdftract_testkit::builder::flate_stream_body(
        "",
        "BT /F1 12 Tf 72 700 Td (Hello) Tj ET".repeat(40).as_bytes(),
    );
    let cut = packed.len() - 40;
    let mut body = packed[..cut].to_vec();
    body.extend(b"\nendstream");
    builder.set(5, body);
    let output = run_on(&["-"], builder.finish());
    assert!(stderr(&output).contains("some content was lost ("), "{}", stderr(&output));
    assert!(stderr(&output).contains("see --diagnostics"));
}

#[test]
fn the_samples_give_no_notices_but_the_scan() {
    for name in ["arabic", "broken-font", "form", "hello", "table", "two-columns", "vertical-japanese"] {
        let output = run(&[&sample(&format!("{name}.pdf"))]);
        assert_exit(&output, 0);
        assert_eq!(stderr(&output), "", "{name}");
    }
}

#[test]
fn samples_are_read_right() {
    let text = |name: &str| stdout(&run(&[&sample(name)]));
    assert!(text("broken-font.pdf").contains("does not say which characters they are. Copy the"));
    assert!(text("vertical-japanese.pdf").starts_with("吾輩は猫である。\n名前はまだ無い。"));
    assert!(text("arabic.pdf").starts_with("السلام عليكم ورحمة الله\n"));
    assert!(text("form.pdf").contains("Newsletter ☑") && text("form.pdf").contains("Catalogue ☐"));
    let markdown = stdout(&run(&["--md", &sample("form.pdf")]));
    assert!(markdown.contains("Newsletter ☑"), "{markdown}");
    let columns = text("two-columns.pdf");
    assert!(columns.find("in the file is of no use.") < columns.find("The gap between columns"));
}

#[test]
fn images_are_saved_and_referred_to() {
    let scan = std::fs::read(sample("scan.pdf")).unwrap();
    let folder = folder_with(&[("scan.pdf", &scan)]);
    let output = run_in(folder.path(), &["-q", "scan.pdf", "--images", "img", "-o", "scan.md"]);
    assert_exit(&output, 0);
    assert_eq!(files_in(folder.path()), ["img/scan-p1-1.png", "scan.md", "scan.pdf"]);
    let markdown = std::fs::read_to_string(folder.path().join("scan.md")).unwrap();
    assert_eq!(markdown, "![](img/scan-p1-1.png)\n");
    let record = json(&run_in(folder.path(), &["-q", "scan.pdf", "--images", "img", "--json"]));
    assert_eq!(record["pages"][0]["images"][0]["file"], "img/scan-p1-1.png");
}

#[test]
fn attachments_are_listed_and_saved() {
    let folder = folder_with(&[]);
    let listed = run(&["attachments", &sample("form.pdf")]);
    assert!(stdout(&listed).contains("registration.txt"));
    let saved = run_in(folder.path(), &["attachments", &sample("form.pdf"), "-o", "out"]);
    assert_exit(&saved, 0);
    assert_eq!(std::fs::read(folder.path().join("out/registration.txt")).unwrap(), b"Ada Lovelace, PT\n");
    assert_eq!(stdout(&run(&["attachments", &sample("hello.pdf")])), "no attachments\n");
    let missing = run(&["attachments", &sample("form.pdf"), "-o", "out", "--name", "x"]);
    assert_exit(&missing, 2);
    assert!(stderr(&missing).ends_with("there is no attachment x\n"));
}
