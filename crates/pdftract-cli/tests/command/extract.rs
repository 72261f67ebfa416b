//! Options for the choice of text and its format.

use pdftract_testkit::builder::simple_document;

use crate::running::{assert_exit, json, run_on, saying, stderr, stdout};

#[test]
fn the_separator_of_pages_can_be_chosen() {
    let pdf = saying(&["one", "two"]);
    for (typed, between) in [(r"\n", "\n"), ("--- \\f", "--- \u{C}"), ("", ""), (r"\\n", r"\n")] {
        let output = run_on(&["--page-separator", typed, "-"], pdf.clone());
        assert_exit(&output, 0);
        assert_eq!(stdout(&output), format!("one\n{between}two\n"));
    }
    assert_exit(&run_on(&["--page-separator", r"\x", "-"], pdf), 2);
}

#[test]
fn a_part_of_the_page() {
    let page = "BT /F1 12 Tf 72 700 Td (above) Tj 0 -600 Td (below) Tj ET";
    let pdf = simple_document(&[page]);
    for (part, expected) in
        [("0,0,612,200", "above\n"), ("0,500,612,792", "below\n"), ("-10,300,612,400", "")]
    {
        for format in ["text", "markdown"] {
            let output = run_on(&["--bbox", part, "-f", format, "-"], pdf.clone());
            assert_exit(&output, 0);
            assert_eq!(stdout(&output), expected, "{format}");
        }
    }
    for wrong in ["1,2,3", "5,0,1,1", "a,b,c,d", "0,0,nan,1"] {
        assert_exit(&run_on(&["--bbox", wrong, "-"], pdf.clone()), 2);
    }
}

#[test]
fn hidden_text_is_marked_dropped_kept_or_alone() {
    let page = "BT /F1 12 Tf 72 700 Td (seen) Tj 0 -100 Td 3 Tr (hidden) Tj 0 -3000 Td 0 Tr (away) Tj ET";
    let pdf = simple_document(&[page]);
    for (hidden, expected) in
        [("mark", "seen hidden"), ("drop", "seen"), ("keep", "seen hidden away"), ("only", "hidden away")]
    {
        let output = run_on(&["--hidden", hidden, "-"], pdf.clone());
        assert_exit(&output, 0);
        assert_eq!(stdout(&output).split_whitespace().collect::<Vec<_>>().join(" "), expected, "{hidden}");
    }
    // By default it is left out, and that is said in one line.
    for format in ["text", "markdown", "json"] {
        let output = run_on(&["-f", format, "-"], pdf.clone());
        assert!(!stdout(&output).contains("away"), "{format}");
        assert!(
            !stdout(&output).contains("hidden\n") && !stdout(&output).contains("\"text\":\"hidden"),
            "{format}"
        );
        let told = stderr(&output);
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.contains("left out 10 hidden characters; --hidden keep keeps them"), "{told}");
    }
    assert_eq!(stderr(&run_on(&["-q", "-"], pdf.clone())), "");
    assert_eq!(stderr(&run_on(&["--hidden", "keep", "-"], pdf.clone())), "");
    assert_exit(&run_on(&["--hidden", "maybe", "-"], pdf), 2);
}

#[test]
fn drawing_order_and_layout() {
    let page = "BT /F1 12 Tf 72 100 Td (last) Tj 0 600 Td (first) Tj ET";
    let pdf = simple_document(&[page]);
    assert_eq!(stdout(&run_on(&["-"], pdf.clone())), "first\n\nlast\n");
    assert_eq!(stdout(&run_on(&["--raw", "-"], pdf.clone())), "last\nfirst\n");
    let physical = run_on(&["--layout", "-"], pdf.clone());
    assert_exit(&physical, 0);
    assert!(stdout(&physical).find("first") < stdout(&physical).find("last"));
    let row = "BT /F1 12 Tf 72 700 Td (left) Tj 300 0 Td (right) Tj ET";
    let physical = stdout(&run_on(&["--layout", "-"], simple_document(&[row])));
    assert!(physical.contains("left          "), "{physical}");
    for arguments in [
        &["--raw", "--layout", "-"][..],
        &["--raw", "--hidden", "keep", "-"],
        &["--raw", "--no-headers", "-"],
        &["--layout", "--no-headers", "-"],
        &["--layout", "-f", "json", "-"],
        &["--raw", "-f", "markdown", "-"],
        &["--page-separator", "x", "-f", "json", "-"],
        &["--glyphs", "-"],
    ] {
        let output = run_on(arguments, pdf.clone());
        assert_exit(&output, 2);
        assert_eq!(stdout(&output), "");
        assert!(!stderr(&output).is_empty());
    }
}

#[test]
fn json_names_its_file_and_glyphs_come_on_request() {
    let pdf = saying(&["one", "two"]);
    let record = json(&run_on(&["-f", "json", "-"], pdf.clone()));
    assert_eq!(record["source"]["file"], "-");
    assert_eq!(record["pages"][1]["blocks"][0]["text"], "two");
    assert_eq!(record["readable"], true);
    assert!(!record.to_string().contains("\"code\":"));
    let with_glyphs = json(&run_on(&["-f", "json", "--glyphs", "-"], pdf.clone()));
    assert!(with_glyphs.to_string().contains("\"code\":111"));
    let some = json(&run_on(&["-f", "json", "--pages", "2", "-"], pdf));
    assert_eq!(some["pages"][0]["page_number"], 2);
    assert_eq!(some["pages"].as_array().unwrap().len(), 1);
}

#[test]
fn ndjson_is_a_line_per_page_between_head_and_end() {
    let output = run_on(&["-f", "ndjson", "-"], saying(&["one", "two"]));
    assert_exit(&output, 0);
    let records: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = records.iter().filter_map(|record| record["record"].as_str()).collect();
    assert_eq!(kinds, ["document", "page", "page", "end"]);
    assert_eq!(records[0]["source"]["file"], "-");
}

#[test]
fn the_number_of_threads_changes_no_format() {
    // Words that differ from page to page, lest they be taken for running headers.
    let letter = |number: usize| char::from(b'a' + u8::try_from(number % 26).unwrap());
    let word = |page: usize| (0..9).map(|place| letter(page * 7 + place * (page + 3))).collect();
    let pages: Vec<String> = (0..60).map(word).collect();
    let pdf = saying(&pages.iter().map(String::as_str).collect::<Vec<_>>());
    for format in ["json", "ndjson", "markdown"] {
        let one = stdout(&run_on(&["-f", format, "-j", "1", "-"], pdf.clone()));
        assert!(one.contains(&pages[59]), "{format}");
        for jobs in ["2", "9"] {
            assert!(stdout(&run_on(&["-f", format, "-j", jobs, "-"], pdf.clone())) == one, "{format} {jobs}");
        }
    }
}

#[test]
fn an_empty_document_keeps_its_place_between_files() {
    let folder =
        crate::running::folder_with(&[("a.pdf", &simple_document(&[""])), ("b.pdf", &saying(&["two"]))]);
    let output = crate::running::run_in(folder.path(), &["-q", "a.pdf", "b.pdf"]);
    assert_eq!(stdout(&output), "\u{C}two\n");
}
