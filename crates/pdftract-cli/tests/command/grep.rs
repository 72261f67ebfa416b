//! `pdftract grep`: matches, flags, output and exit codes.

use std::process::Output;

use pdftract_testkit::builder::{simple_builder, simple_document};

use crate::running::{
    assert_exit, encrypted, folder_with, hello, repository, run, run_in, run_on, saying, stderr, stdout,
};

/// A page with these lines, from its top.
pub(crate) fn page_of(lines: &[&str]) -> String {
    let shown = lines.iter().zip(0..);
    shown.map(|(line, row)| format!("BT /F1 11 Tf 72 {} Td ({line}) Tj ET\n", 720 - 14 * row)).collect()
}

/// A document with one page of these lines.
pub(crate) fn lines(lines: &[&str]) -> Vec<u8> {
    simple_document(&[&page_of(lines)])
}

/// A document with one page in a font of this encoding.
fn in_helvetica(content: &str, encoding: &str) -> Vec<u8> {
    let mut builder = simple_builder(&[content]);
    let font = format!("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding{encoding}>>");
    let number = builder.add(font);
    let resources = format!("<</Font<</F1 {number} 0 R>>>>");
    builder.set(
        4,
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources{resources}>>"),
    );
    builder.finish()
}

fn sample(name: &str) -> String {
    repository().join("samples").join(name).to_string_lossy().into_owned()
}

fn grep(pdf: &[u8], arguments: &[&str]) -> Output {
    run_on(&[&["grep"], arguments, &["-"]].concat(), pdf.to_vec())
}

#[track_caller]
fn prints(pdf: &[u8], arguments: &[&str], expected: &str) {
    let output = grep(pdf, arguments);
    assert_exit(&output, i32::from(expected.is_empty()));
    assert_eq!(stdout(&output), expected, "{arguments:?}");
}

const TEXT: [&str; 6] = [
    "The maintainer of this program is well known",
    "and has written many letters about the main-",
    "tainability of programs, which are printed in",
    "a small office. Nothing else is known of the",
    "author, who lives abroad. Some say that Ann",
    "is not the name of the author; others do.",
];

#[test]
fn words_are_found_over_line_ends_and_hyphens() {
    let pdf = lines(&TEXT);
    // Plain text has already joined a word that is surely divided; the search does not depend on it.
    let output = grep(&pdf, &["maintainability"]);
    assert_exit(&output, 0);
    assert!(
        stdout(&output).starts_with("1:and has written many letters about the main"),
        "{}",
        stdout(&output)
    );
    prints(
        &pdf,
        &["of the author, who"],
        "1:a small office. Nothing else is known of the\n1:author, who lives abroad. Some say that Ann\n",
    );
    prints(&pdf, &["-o", r"Ann\s+is"], "1:Ann is\n");
    prints(&pdf, &["known.and"], "");
    // A hyphen that may belong to the word is found in both readings.
    let compound = lines(&["Letters of the co-", "author are kept here.", "Another line of text"]);
    prints(&compound, &["-c", "coauthor"], "1\n");
    prints(&compound, &["-c", "co-author"], "1\n");
}

#[test]
fn ligatures_and_forms_of_characters_are_letters() {
    let encoding = "<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[147/fi/ffi]>>";
    let pdf = in_helvetica(&page_of(&["The of\\223ce and e\\224cient work"]), encoding);
    let output = grep(&pdf, &["-o", "office|efficient|ef\u{fb01}cient"]);
    assert_eq!(stdout(&output), "1:office\n1:efficient\n", "{}", stdout(&run_on(&["-"], pdf)));
}

#[test]
fn text_of_a_font_without_unicode_is_found() {
    let output = run(&["grep", "-o", "which characters they are", &sample("broken-font.pdf")]);
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), "1:which characters they are\n");
}

/// `rg --pre` runs the command on each file and searches what it prints.
#[test]
fn ripgrep_uses_the_command_as_its_preprocessor() {
    let folder = folder_with(&[("a.pdf", &saying(&["Hello, PDF"])), ("b.txt", b"Hello, text")]);
    let mut command = std::process::Command::new("rg");
    command.args([
        "--sort",
        "path",
        "--pre",
        env!("CARGO_BIN_EXE_pdftract"),
        "--pre-glob",
        "*.pdf",
        "-n",
        "Hello",
    ]);
    match command.arg(".").current_dir(folder.path()).output() {
        Err(error) => println!("skipped: rg cannot be started: {error}"),
        Ok(output) => {
            let printed = stdout(&output);
            assert!(
                printed.starts_with("./a.pdf:1:Hello") && printed.ends_with("./b.txt:1:Hello, text\n"),
                "{printed}"
            );
        }
    }
}

#[test]
fn accents_are_ignored_on_request() {
    let content = page_of(&["A r\\351sum\\351 of the \\351t\\351", "and a resume of the rest"]);
    let pdf = in_helvetica(&content, "/WinAnsiEncoding");
    prints(&pdf, &["-c", "resume"], "1\n");
    prints(&pdf, &["-c", "--ignore-diacritics", "resume"], "2\n");
    prints(&pdf, &["-c", "--unac", "r\u{e9}sum\u{e9}"], "2\n");
    // A composed letter and a letter with a combining accent are the same.
    prints(&pdf, &["-o", "e\u{301}te\u{301}"], "1:\u{e9}t\u{e9}\n");
}

#[test]
fn patterns_have_the_flags_of_grep() {
    let pdf = lines(&["Alpha beta a.c", "alphabet soup abc", "ALPHA", "last line"]);
    prints(&pdf, &["alpha"], "1:alphabet soup abc\n");
    prints(&pdf, &["-i", "alpha"], "1:Alpha beta a.c\n1:alphabet soup abc\n1:ALPHA\n");
    prints(&pdf, &["-S", "alpha", "-c"], "3\n");
    prints(&pdf, &["--smart-case", "Alpha", "-c"], "1\n");
    prints(&pdf, &["-iw", "alpha"], "1:Alpha beta a.c\n1:ALPHA\n");
    prints(&pdf, &["-ix", "alpha"], "1:ALPHA\n");
    prints(&pdf, &["-F", "a.c"], "1:Alpha beta a.c\n");
    prints(&pdf, &["a.c", "-c"], "2\n");
    prints(&pdf, &["-e", "soup", "-e", "last"], "1:alphabet soup abc\n1:last line\n");
    prints(&pdf, &["soup\nlast", "-c"], "2\n");
    prints(&pdf, &["^last", "-c"], "1\n");
    prints(&pdf, &["", "-c"], "4\n");
    prints(&pdf, &["-o", "[ab]c"], "1:bc\n");
    let folder = folder_with(&[("patterns", b"soup\nlast\n"), ("none", b""), ("a.pdf", &pdf)]);
    let output = run_in(folder.path(), &["grep", "-f", "patterns", "-c", "a.pdf"]);
    assert_eq!(stdout(&output), "2\n");
    assert_exit(&run_in(folder.path(), &["grep", "-f", "none", "a.pdf"]), 1);
    assert_exit(&run_in(folder.path(), &["grep", "-f", "missing", "a.pdf"]), 2);
}

#[test]
fn lines_have_context_numbers_and_limits() {
    let pdf = lines(&["one", "two", "three", "four", "five", "six", "seven"]);
    prints(&pdf, &["-n", "t"], "1:2:two\n1:3:three\n");
    prints(&pdf, &["-A1", "two"], "1:two\n1-three\n");
    prints(&pdf, &["-B1", "two"], "1-one\n1:two\n");
    prints(&pdf, &["-C1", "^two|^six"], "1-one\n1:two\n1-three\n--\n1-five\n1:six\n1-seven\n");
    prints(
        &pdf,
        &["-C2", "-n", "^two|^five"],
        "1-1-one\n1:2:two\n1-3-three\n1-4-four\n1:5:five\n1-6-six\n1-7-seven\n",
    );
    prints(&pdf, &["-m1", "-A1", "t"], "1:two\n1-three\n");
    prints(&pdf, &["-m", "1", "-c", "t"], "1\n");
    prints(&pdf, &["--no-page-number", "two"], "two\n");
    prints(&pdf, &["-H", "two"], "(standard input):1:two\n");
    prints(
        &pdf,
        &["--color", "always", "-n", "w"],
        "\u{1B}[32m1\u{1B}[0m\u{1B}[36m:\u{1B}[0m\u{1B}[32m2\u{1B}[0m\u{1B}[36m:\u{1B}[0mt\u{1B}[1;31mw\u{1B}[0mo\n",
    );
}

#[test]
fn pages_have_numbers_and_labels() {
    let mut builder = simple_builder(&[&page_of(&["first"]), &page_of(&["second"])]);
    builder.set(1, "<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>1<</S/D/St 2>>]>>>>");
    let pdf = builder.finish();
    prints(&pdf, &["first|second"], "1[i]:first\n2:second\n");
    prints(&pdf, &["-p", "2", "first|second"], "2:second\n");
}

#[test]
fn folders_are_searched_in_order() {
    let folder = folder_with(&[
        ("in/b.PDF", &saying(&["a needle", "hay"])),
        ("in/a.pdf", &saying(&["hay"])),
        ("in/deep/c.pdf", &saying(&["hay", "needle and needle"])),
        ("in/notes.txt", b"needle"),
        ("in/data.bin", &saying(&["needle"])),
    ]);
    let found = |arguments: &[&str]| {
        let output = run_in(folder.path(), &[&["grep"], arguments].concat());
        assert_eq!(stderr(&output), "", "{arguments:?}");
        (output.status.code().unwrap(), stdout(&output))
    };
    let both = "in/b.PDF:1:a needle\nin/deep/c.pdf:2:needle and needle\n".to_owned();
    for arguments in [&["needle", "in"][..], &["-r", "needle", "in"], &["-j1", "needle", "in/"]] {
        assert_eq!(found(arguments), (0, both.clone()), "{arguments:?}");
    }
    assert_eq!(found(&["-r", "-l", "needle"]), (0, "./in/b.PDF\n./in/deep/c.pdf\n".into()));
    assert_eq!(found(&["-c", "needle", "in"]), (0, "in/a.pdf:0\nin/b.PDF:1\nin/deep/c.pdf:1\n".into()));
    assert_eq!(found(&["-L", "needle", "in"]), (0, "in/a.pdf\n".into()));
    assert_eq!(found(&["-l", "-Z", "needle", "in"]), (0, "in/b.PDF\0in/deep/c.pdf\0".into()));
    assert_eq!(found(&["--null", "a needle", "in"]), (0, "in/b.PDF\u{0}1:a needle\n".into()));
    assert_eq!(found(&["-h", "needle", "in"]), (0, "1:a needle\n2:needle and needle\n".into()));
    assert_eq!(found(&["-ho", "needle", "in"]), (0, "1:needle\n2:needle\n2:needle\n".into()));
    assert_eq!(found(&["-l", "--max-depth", "1", "needle", "in"]), (0, "in/b.PDF\n".into()));
    assert_eq!(found(&["-l", "--include", "*.bin", "needle", "in"]), (0, "in/data.bin\n".into()));
    assert_eq!(found(&["-l", "--exclude", "deep", "needle", "in"]), (0, "in/b.PDF\n".into()));
    assert_eq!(found(&["-q", "needle", "in"]), (0, String::new()));
    assert_eq!(found(&["nothing", "in"]), (1, String::new()));
    assert_eq!(found(&["-L", "hay|needle", "in"]), (1, String::new()));
}

#[test]
fn trouble_does_not_stop_the_search() {
    let folder = folder_with(&[
        ("a.pdf", b"this is no PDF, only text"),
        ("b.pdf", &[0, 159, 146, 150, 255]),
        ("c.pdf", b""),
        ("d.pdf", &saying(&["needle"])),
    ]);
    let output = run_in(folder.path(), &["grep", "needle", "."]);
    assert_exit(&output, 2);
    assert_eq!(stdout(&output), "./d.pdf:1:needle\n");
    let names: Vec<String> = stderr(&output).lines().map(|line| line.chars().take(17).collect()).collect();
    assert_eq!(names, ["pdftract: ./a.pdf", "pdftract: ./b.pdf", "pdftract: ./c.pdf"]);
    let silent = run_in(folder.path(), &["grep", "-s", "needle", "."]);
    assert_exit(&silent, 2);
    assert_eq!(stderr(&silent), "");
    // grep -q is content with a match.
    assert_exit(&run_in(folder.path(), &["grep", "-sq", "needle", "d.pdf", "a.pdf"]), 0);
    assert_exit(&run_in(folder.path(), &["grep", "needle", "missing.pdf"]), 2);
}

#[test]
fn mistakes_have_the_exit_code_of_grep() {
    let output = run(&["grep", "(", &hello()]);
    assert_exit(&output, 2);
    assert_eq!(stderr(&output), "pdftract: the regular expression cannot be used: unclosed group in (\n");
    assert_exit(&run(&["grep", "x"]), 2);
    assert_exit(&run(&["grep", "-F", "(", &hello()]), 1);
    assert_exit(&run(&["grep", "--no-such", "x", &hello()]), 2);
    assert_exit(&run(&["grep", "--password-file", "/no/such/file", "x", &hello()]), 2);
    assert_exit(&run(&["grep", "x", "https://example.org/a.pdf"]), 2);
}

#[test]
fn pages_without_readable_text_are_counted() {
    let scan = sample("scan.pdf");
    let output = run(&["grep", "zebra", &scan, &hello()]);
    assert_exit(&output, 1);
    let notice = stderr(&output);
    assert!(
        notice
            .starts_with("pdftract: 1 of 2 pages searched has no readable text (1 image), first page 1 of "),
        "{notice}"
    );
    assert!(notice.ends_with("scan.pdf; nothing is found there; try --ocr auto\n"), "{notice}");
    assert_exit(&run(&["grep", "--require-readable", "zebra", &scan]), 4);
    assert_exit(&run(&["grep", "--require-readable", "zebra", &hello()]), 1);
    assert_exit(&run(&["grep", "--require-readable", "Hello", &scan, &hello()]), 0);
    assert_eq!(stderr(&run(&["grep", "-q", "zebra", &scan])), "");
    let garbled = "Gur dhvpx oebja sbk whzcf bire gur ynml qbt naq ehaf vagb gur qnex sberfg";
    let output = grep(&lines(&[garbled; 12]), &["quick"]);
    assert_exit(&output, 1);
    assert!(
        stderr(&output).contains("1 of 1 page searched has no readable text (1 garbled)"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn passwords_and_time_limits_are_those_of_other_commands() {
    let locked = encrypted("aes-256-r6.pdf");
    let text = stdout(&run(&["--password", "user", &locked]));
    let word = text.split_whitespace().find(|word| word.chars().all(char::is_alphabetic)).unwrap().to_owned();
    assert_exit(&run(&["grep", "--password", "user", &word, &locked]), 0);
    let refused = run(&["grep", &word, &locked]);
    assert_exit(&refused, 2);
    assert!(stderr(&refused).contains("password"), "{}", stderr(&refused));
    assert_exit(&run(&["grep", "--time-limit", "30", "-j", "2", "Hello", &hello()]), 0);
}
