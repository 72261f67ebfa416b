//! Common mistakes and habits: each gets a message that proposes the fix, and the documented exit code.

use std::path::Path;

use pdftract_testkit::builder::simple_document;

use crate::running::{
    assert_exit, folder_with, hello, repository, run, run_in, run_on, saying, stderr, stdout,
};

/// A folder with `in.pdf`, a document of three pages.
fn folder() -> tempfile::TempDir {
    folder_with(&[("in.pdf", &saying(&["first", "second", "third"])), ("not.pdf", b"plain text")])
}

/// Runs a line in that folder and compares the exit code and standard error.
#[track_caller]
fn assert_says(line: &str, exit: i32, message: &str) {
    let folder = folder();
    let words: Vec<&str> = line.split(' ').collect();
    let output = run_in(folder.path(), &words);
    assert_exit(&output, exit);
    assert_eq!(stderr(&output), message, "{line}");
}

fn sample(name: &str) -> String {
    repository().join("samples").join(name).to_string_lossy().into_owned()
}

#[test]
fn a_scan_is_reported_also_in_a_pipe_and_not_when_quiet() {
    let scan = sample("scan.pdf");
    let output = run(&[&scan]);
    assert_exit(&output, 0);
    assert_eq!(
        stderr(&output),
        format!("pdftract: {scan}: the page is an image without text; try --ocr auto\n")
    );
    assert_eq!(stderr(&run(&["-q", &scan])), "");
}

#[test]
fn formats_have_short_names_and_ignore_case() {
    let hello = hello();
    let markdown = stdout(&run(&["-f", "markdown", &hello]));
    for arguments in [&["-f", "md"][..], &["-f", "MD"], &["--format", "Markdown"], &["--markdown"], &["--md"]]
    {
        let output = run(&[arguments, &[&hello]].concat());
        assert_exit(&output, 0);
        assert_eq!(stdout(&output), markdown, "{arguments:?}");
    }
    assert_eq!(stdout(&run(&["--json", &hello])), stdout(&run(&["-f", "JSON", &hello])));
    assert_exit(&run(&["--hidden", "KEEP", &hello]), 0);
}

#[test]
fn mistyped_commands_get_a_proposal_and_nothing_is_done() {
    for (line, proposal) in [
        ("chekc in.pdf", "there is no command or file chekc; did you mean: pdftract check in.pdf"),
        ("text in.pdf", "there is no command or file text; extraction needs none: pdftract in.pdf"),
        ("extract in.pdf", "there is no command or file extract; extraction needs none: pdftract in.pdf"),
        ("md in.pdf", "there is no command or file md; extraction needs none: pdftract --markdown in.pdf"),
    ] {
        assert_says(line, 2, &format!("pdftract: {proposal}\n"));
    }
}

#[test]
fn an_output_without_its_option_gets_a_proposal() {
    let message = "pdftract: out.md does not exist; to write it: pdftract in.pdf -o out.md\n";
    assert_says("in.pdf out.md", 2, message);
}

#[test]
fn urls_are_refused() {
    for command in ["", "check ", "info ", "render -o x.png "] {
        let message = "pdftract: pdftract does not download files; try: curl -sL https://example.org/a.pdf | pdftract -\n";
        assert_says(&format!("{command}https://example.org/a.pdf"), 2, message);
    }
}

#[test]
fn unknown_extensions_of_outputs_are_refused() {
    let message = "pdftract: there is no format .docx: use .txt, .md, .json or .ndjson, or name the format with --format\n";
    assert_says("in.pdf -o out.docx", 2, message);
    assert_says("in.pdf -o out.docx -f text", 0, "");
    let message = "pdftract: pdftract renders PNG only, not .jpg: use -o NAME.png\n";
    assert_says("render in.pdf -o x.jpg", 2, message);
    assert_says("in.pdf -o missing/x.md", 2, "pdftract: missing: there is no such folder\n");
    assert_says("in.pdf -o x.md -f json", 0, "pdftract: x.md: writing JSON, as --format asks for\n");
}

#[test]
fn options_without_effect_are_refused() {
    for (option, applies) in [
        ("--detail block", "pdftract: --detail only applies to JSON (--format json or ndjson)\n"),
        ("--page-markers", "pdftract: --page-markers only applies to Markdown (--format markdown)\n"),
        ("--json --lines reflow", "pdftract: --lines only applies to text (--format text)\n"),
        ("--md --layout", "pdftract: --layout only applies to text (--format text)\n"),
    ] {
        assert_says(&format!("{option} in.pdf"), 2, applies);
    }
}

#[test]
fn pages_have_words_and_count_from_the_end() {
    for (pages, text) in [
        ("last", "third"),
        ("-1", "third"),
        ("-2-", "second\n\u{C}third"),
        ("even", "second"),
        ("odd", "first\n\u{C}third"),
    ] {
        let folder = folder();
        let output = run_in(folder.path(), &["--pages", pages, "in.pdf"]);
        assert_exit(&output, 0);
        assert_eq!(stdout(&output).trim_end(), text, "{pages}");
    }
}

#[test]
fn a_page_beyond_the_end_is_reported_and_the_others_are_read() {
    let folder = folder();
    let output = run_in(folder.path(), &["--pages", "2,7", "in.pdf"]);
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), "second\n");
    assert_eq!(stderr(&output), "pdftract: in.pdf: there is no page 7 (the file has 3 pages)\n");
    assert_says("--pages 7 in.pdf", 5, "pdftract: in.pdf: there is no page 7: the file has 3 pages\n");
    let one = run_on(&["--pages", "2", "-"], simple_document(&["BT ET"]));
    assert_eq!(stderr(&one), "pdftract: -: there is no page 2: the file has 1 page\n");
    assert_says(
        "render --page 9 -o x.png in.pdf",
        5,
        "pdftract: in.pdf: there is no page 9: the file has 3 pages\n",
    );
}

#[test]
fn ocr_without_a_value_leaves_the_file_name_alone() {
    let folder = folder();
    for arguments in [&["--ocr", "in.pdf"][..], &["in.pdf", "--ocr"], &["--ocr", "AUTO", "in.pdf"]] {
        let output = run_in(folder.path(), arguments);
        assert_exit(&output, 0);
        assert!(stdout(&output).starts_with("first"), "{arguments:?}");
    }
}

#[test]
fn a_language_that_is_not_installed_is_an_error() {
    let folder = folder();
    let output = run_in(folder.path(), &["--ocr-lang", "xyz", "in.pdf"]);
    let told = stderr(&output);
    if told.contains("Tesseract is not installed") {
        assert_exit(&output, 1);
    } else {
        assert_exit(&output, 2);
        assert!(
            told.starts_with("pdftract: --ocr-lang: Tesseract has no language xyz; installed: "),
            "{told}"
        );
    }
}

#[test]
fn a_wrong_command_line_and_a_wrong_file_have_different_codes() {
    assert_exit(&run(&["--no-such-option"]), 2);
    assert_says("not.pdf", 5, "pdftract: not.pdf: not a PDF file\n");
    assert_says("missing.pdf", 1, "pdftract: missing.pdf: No such file or directory\n");
}

#[test]
fn garbled_text_has_the_exit_code_of_check() {
    let cipher = "Gur dhvpx oebja sbk whzcf bire gur ynml qbt naq ehaf vagb gur sberfg jurer vg fyrrcf";
    let output = run_on(&["quality", "-"], cipher.repeat(3).into_bytes());
    assert_exit(&output, 4);
    assert!(!stdout(&output).contains("\"lang\""), "{}", stdout(&output));
}

#[test]
fn a_short_text_has_no_language() {
    let output = run_on(&["quality", "-"], b"The invoice is attached to this letter.".to_vec());
    assert_exit(&output, 0);
    assert!(!stdout(&output).contains("\"lang\""), "{}", stdout(&output));
    let long = "The invoice is attached to this letter, and we kindly ask you to pay it within thirty days of today.";
    assert!(stdout(&run_on(&["quality", "-"], long.into())).contains("\"lang\": \"en\""));
}

#[test]
fn phrases_stay_together_in_layout() {
    let output = run(&["--layout", &hello()]);
    assert!(stdout(&output).contains("Hello, reader!"), "{}", stdout(&output));
}

#[test]
fn the_first_failure_ends_the_run_on_request() {
    let folder = folder();
    let files = ["missing.pdf", "in.pdf"];
    let output = run_in(folder.path(), &[&files[..], &["-o", "out/", "-j", "1", "--fail-fast"]].concat());
    assert_exit(&output, 1);
    assert!(!Path::new(&folder.path().join("out/in.txt")).exists());
    assert!(stderr(&output).contains("0 files done, 1 failed, 0 skipped"), "{}", stderr(&output));
    let output = run_in(folder.path(), &[&files[..], &["-o", "out/", "-j", "1"]].concat());
    assert_exit(&output, 1);
    assert!(folder.path().join("out/in.txt").exists());
    assert!(stderr(&output).contains("pdftract: failed:\n  missing.pdf: No such file or directory\n"));
}

#[test]
fn standard_error_has_no_colours_outside_of_a_terminal() {
    assert!(!stderr(&run(&["missing.pdf"])).contains('\u{1B}'));
}

/// Devices without end, in place of every kind of file that is read whole.
#[cfg(target_os = "linux")]
#[test]
fn inputs_without_end_are_refused() {
    let zero = "/dev/zero";
    let output = run(&["quality", zero]);
    assert_exit(&output, 1);
    assert!(stderr(&output).contains("the text is longer than 48 MB"), "{}", stderr(&output));
    assert_exit(&run(&[zero]), 5);
    assert_exit(&run(&["check", zero]), 5);
    assert_exit(&run(&["--font-map", zero, &hello()]), 2);
    assert_exit(&run(&["--correct", zero, &hello()]), 2);
    // A file that is not locked is opened without its password.
    assert_exit(&run(&["--password-file", zero, &hello()]), 0);
}
