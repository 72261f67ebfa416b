//! Recognition as a user meets it: `--ocr`, `pdftract doctor`, `pdftract render`.

use pdftract_testkit::scan::Scan;

use crate::running::{assert_exit, folder_with, hello, json, run, run_on, stderr, stdout};

fn blank_scan() -> Vec<u8> {
    Scan::new(100, 100, vec![200; 10_000]).document(72.0)
}

#[test]
fn a_missing_engine_costs_one_line_and_no_text() {
    let output = run_on(&["-v", "--ocr-engine", "/no/such/engine", "-"], blank_scan());
    assert_exit(&output, 0);
    assert_eq!(stderr(&output).matches("OCR_UNAVAILABLE").count(), 1, "{}", stderr(&output));
    let off = run_on(&["-v", "--ocr", "off", "-"], blank_scan());
    assert!(!stderr(&off).contains("OCR_"), "{}", stderr(&off));
}

#[cfg(unix)]
#[test]
fn another_engine_is_plugged_in_by_its_command() {
    let row = "5\t1\t1\t1\t1\t1\t40\t40\t200\t40\t95\tPlugged\n";
    let folder = folder_with(&[("answer.tsv", row.as_bytes())]);
    let command = format!("cat {}", folder.path().join("answer.tsv").display());
    let output = run_on(&["--ocr-command", &command, "-"], blank_scan());
    assert_exit(&output, 0);
    assert_eq!(stdout(&output).trim(), "Plugged");
    let page = json(&run_on(&["-f", "json", "--ocr-command", &command, "-"], blank_scan()));
    assert_eq!(page["pages"][0]["ocr"]["verdict"], "recognised");
    assert_eq!(page["pages"][0]["blocks"][0]["lines"][0]["spans"][0]["unicode_source"], "ocr");
}

#[cfg(unix)]
#[test]
fn repair_adds_text_layers_to_scans_or_reports_why_not() {
    let row = "5\t1\t1\t1\t1\t1\t40\t40\t200\t40\t95\tPlugged\n";
    let folder = folder_with(&[("answer.tsv", row.as_bytes())]);
    let command = format!("cat {}", folder.path().join("answer.tsv").display());
    let out = folder.path().join("out.pdf").to_string_lossy().into_owned();
    let output = run_on(&["repair", "--ocr", "--ocr-command", &command, "-o", &out, "-"], blank_scan());
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), "page 1: added a text layer\n");
    assert_eq!(stdout(&run(&[&out])).trim(), "Plugged");
    let again = json(&run(&["repair", "--json", "--ocr", "--ocr-command", &command, "-o", &out, &out]));
    assert_eq!((&again["changed"], &again["text_layers"]), (&false.into(), &serde_json::json!([])));
    let none = ["repair", "--ocr", "--ocr-engine", "/no/such/engine", "-o", &out, "-"];
    let output = run_on(&none, blank_scan());
    assert_eq!(stdout(&output), "nothing to repair\n");
    assert_eq!(stderr(&output).matches("OCR_UNAVAILABLE").count(), 1, "{}", stderr(&output));
}

#[test]
fn the_doctor_reports_a_missing_engine() {
    let report = json(&run(&["doctor", "--json", "--ocr-engine", "/no/such/engine"]));
    assert_eq!(report["ocr"]["available"], false);
    assert!(report["ocr"]["problem"].as_str().unwrap().contains("apt install"));
    assert!(stdout(&run(&["doctor"])).contains("OCR"));
}

#[test]
fn a_page_becomes_a_picture() {
    let folder = folder_with(&[]);
    let path = folder.path().join("page.png");
    let output = run(&["render", &hello(), "--dpi", "72", "--boxes", "-o", &path.to_string_lossy()]);
    assert_exit(&output, 0);
    let png = std::fs::read(path).unwrap();
    // 300 by 200 points, a pixel each.
    assert_eq!((&png[..4], &png[16..24]), (&b"\x89PNG"[..], &[0, 0, 1, 44, 0, 0, 0, 200][..]));
    assert_exit(&run(&["render", &hello(), "--page", "2", "-o", "-"]), 5);
}
