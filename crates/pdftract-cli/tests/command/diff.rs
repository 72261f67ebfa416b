//! `pdftract diff`: changed words, page breaks, JSON and exit codes.

use pdftract_testkit::builder::simple_document;

use crate::grep::{lines, page_of};
use crate::running::{assert_exit, encrypted, folder_with, hello, run, run_in, saying, stderr, stdout};

const OLD: [&str; 4] = [
    "The committee met on Monday and discussed the",
    "budget of the coming year. All members agreed",
    "that the price of paper would rise, and that",
    "the printing of letters should be reduced.",
];

#[test]
fn changed_words_are_shown_with_their_context() {
    let mut new = OLD;
    new[0] = "The committee met on Friday and discussed the";
    new[2] = "that the price of good paper would rise, and";
    new[3] = "the printing of letters should be reduced.";
    let folder =
        folder_with(&[("old.pdf", &lines(&OLD)), ("new.pdf", &lines(&new)), ("same.pdf", &lines(&OLD))]);
    let output = run_in(folder.path(), &["diff", "-U", "2", "old.pdf", "new.pdf"]);
    assert_exit(&output, 1);
    let expected = "--- old.pdf\n+++ new.pdf\n\
                    @@ page 1, paragraph → page 1, paragraph @@\n… met on [-Monday-] {+Friday+} and discussed …\n\
                    @@ page 1, paragraph → page 1, paragraph @@\n… price of {+good+} paper would rise, and [-that-] the printing …\n";
    assert_eq!(stdout(&output), expected);
    let colored = stdout(&run_in(folder.path(), &["diff", "--color", "always", "old.pdf", "new.pdf"]));
    assert!(colored.contains("\u{1B}[31mMonday\u{1B}[0m \u{1B}[32mFriday\u{1B}[0m"), "{colored}");
    let equal = run_in(folder.path(), &["diff", "old.pdf", "same.pdf"]);
    assert_exit(&equal, 0);
    assert_eq!(stdout(&equal), "");
    let quiet = run_in(folder.path(), &["diff", "-q", "old.pdf", "new.pdf"]);
    assert_exit(&quiet, 1);
    assert_eq!(stdout(&quiet), "");
}

#[test]
fn lines_and_page_breaks_are_no_differences() {
    let broken = [
        "The committee met on Monday",
        "and discussed the budget of the com-",
        "ing year. All members agreed that the",
        "price of paper would rise, and that",
    ];
    let end = ["the printing of letters should be", "reduced."];
    let other = simple_document(&[&page_of(&broken), &page_of(&end)]);
    let folder = folder_with(&[("old.pdf", &lines(&OLD)), ("new.pdf", &other)]);
    let output = run_in(folder.path(), &["diff", "old.pdf", "new.pdf"]);
    assert_eq!(stdout(&output), "");
    assert_exit(&output, 0);
}

#[test]
fn changes_are_json_with_pages_and_blocks() {
    let folder = folder_with(&[
        ("old.pdf", &saying(&["first page", "second page", "The End"])),
        ("new.pdf", &saying(&["first page", "second sheet of paper", "the end"])),
    ]);
    let output = run_in(folder.path(), &["diff", "--json", "-i", "old.pdf", "new.pdf"]);
    assert_exit(&output, 1);
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(
        (&json["equal"], &json["old"]["file"], &json["new"]["pages"]),
        (&false.into(), &"old.pdf".into(), &3.into())
    );
    let changes = json["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0]["kind"], "replaced");
    assert_eq!((&changes[0]["old"]["text"], &changes[0]["old"]["page_number"]), (&"page".into(), &2.into()));
    assert_eq!(
        (&changes[0]["new"]["text"], &changes[0]["new"]["word"]),
        (&"sheet of paper".into(), &1.into())
    );
    assert!(changes[0]["new"]["block"].as_str().unwrap().starts_with("p2-b"));
    let exact = run_in(folder.path(), &["diff", "--json", "old.pdf", "new.pdf"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&exact)).unwrap();
    assert_eq!(json["changes"].as_array().unwrap().len(), 2);
}

#[test]
fn trouble_has_the_exit_code_of_diff() {
    assert_exit(&run(&["diff", &hello(), "/no/such/file.pdf"]), 2);
    assert_exit(&run(&["diff", &hello(), &encrypted("aes-256-r6.pdf")]), 2);
    assert_exit(&run(&["diff", &hello()]), 2);
    let scan = hello().replace("hello.pdf", "scan.pdf");
    let output = run(&["diff", &hello(), &scan]);
    assert_exit(&output, 1);
    assert!(
        stderr(&output).contains("scan.pdf: 1 of 1 page has no readable text, first page 1"),
        "{}",
        stderr(&output)
    );
}
