//! `pdftract FILE…`: the text, its pages, its threads, its failures.

use std::io::Read;
use std::process::Stdio;

use assert_cmd::cargo::cargo_bin;
use pdftract_testkit::builder::{simple_builder, simple_document, text_page};

use crate::running::{
    assert_exit, encrypted, hello, pdf_of, pdftract, repository, run, run_in, run_on, stderr, stdout,
};

const HELLO: &str = "Hello, reader!\n\nThis page says where each word stands.\n";
/// The same in drawing order.
const RAW_HELLO: &str = "Hello, reader!\nThis page says where each word stands.\n";

/// Returns a document with the number of each page as its text, on some pages in many lines.
fn numbered(pages: usize) -> Vec<u8> {
    let contents: Vec<String> = (1..=pages).map(|page| numbered_page(page).0).collect();
    simple_document(&contents.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The content and the text of a page. Work differs from page to page, so that threads overtake each other.
fn numbered_page(page: usize) -> (String, String) {
    let lines = if page.is_multiple_of(7) { 2_000 } else { page % 5 };
    let (mut content, mut text) = (text_page(&format!("Page {page}")), format!("Page {page}\n"));
    for line in 0..lines {
        let y = 680 - line % 200 * 3;
        content.push_str(&format!("BT /F1 2 Tf 72 {y} Td (Line {line} of page {page}) Tj ET\n"));
        text.push_str(&format!("Line {line} of page {page}\n"));
    }
    (content, text)
}

fn numbered_text(pages: impl IntoIterator<Item = usize>) -> String {
    pages.into_iter().map(|page| numbered_page(page).1).collect::<Vec<_>>().join("\u{C}")
}

#[test]
fn the_sample_reads_as_it_looks() {
    for (argument, text) in [("--quiet", HELLO), ("--raw", RAW_HELLO), ("--mmap", HELLO)] {
        let output = run_in(&repository(), &[argument, "samples/hello.pdf"]);
        assert_exit(&output, 0);
        assert_eq!((stdout(&output).as_str(), stderr(&output).as_str()), (text, ""));
    }
}

#[test]
fn a_form_feed_separates_pages_and_files() {
    let output = run_on(&["--raw", "-"], numbered(3));
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), numbered_text(1..=3));

    let output = run_on(&["--raw", &hello(), "-", &hello()], numbered(2));
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), [RAW_HELLO, &numbered_text(1..=2), RAW_HELLO].join("\u{C}"));
}

#[test]
fn pages_without_text_keep_their_place() {
    let output = run_on(&["-"], simple_document(&["", &text_page("two"), ""]));
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), "\u{C}two\n\u{C}");
}

#[test]
fn pages_can_be_chosen() {
    let document = numbered(14);
    let all: Vec<usize> = (1..=14).collect();
    for (typed, pages) in [
        ("2", &all[1..2]),
        ("12-", &all[11..]),
        ("1-3,5", &[1, 2, 3, 5]),
        ("5,1-3,2", &[1, 2, 3, 5]),
        ("13-99", &all[12..]),
        ("1-", &all),
    ] {
        let output = run_on(&["--raw", "--pages", typed, "-"], document.clone());
        assert_exit(&output, 0);
        assert_eq!(stdout(&output), numbered_text(pages.iter().copied()), "{typed}");
    }
}

#[test]
fn a_wrong_choice_of_pages_is_reported() {
    for (typed, message) in [
        ("0", "pages are counted from 1"),
        ("5-2", "5-2 ends before it begins"),
        ("-", "a page number is missing"),
        ("x", "x is not a page number"),
        ("", "missing"),
    ] {
        let output = run(&["--pages", typed, &hello()]);
        assert_exit(&output, 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    // The file that has no such page fails, the other does not.
    let output = run_on(&["--raw", "--quiet", "--pages", "2", &hello(), "-"], numbered(3));
    assert_exit(&output, 5);
    assert_eq!(stdout(&output), numbered_text([2]));
    assert_eq!(stderr(&output), format!("pdftract: {}: there is no page 2: the file has 1 page\n", hello()));
}

#[test]
fn the_number_of_threads_does_not_change_the_output() {
    let document = numbered(60);
    let expected = numbered_text(1..=60);
    let in_reading_order = run_on(&["--jobs", "1", "-"], document.clone());
    for jobs in ["1", "2", "8", "256"] {
        for _ in 0..3 {
            let output = run_on(&["--raw", "--jobs", jobs, "-"], document.clone());
            assert_exit(&output, 0);
            assert!(stdout(&output) == expected, "--jobs {jobs}");
        }
        assert!(run_on(&["--jobs", jobs, "-"], document.clone()).stdout == in_reading_order.stdout);
    }
    for wrong in ["0", "257", "-1", "many"] {
        assert_exit(&run(&["--jobs", wrong, &hello()]), 2);
    }
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let no_pdf = folder.path().join("no.pdf");
    std::fs::write(&no_pdf, "Dear reader").unwrap();
    let no_pdf = no_pdf.to_string_lossy();
    let output = run(&["--quiet", "no-such.pdf", &hello(), &no_pdf, &hello()]);
    assert_exit(&output, 5);
    assert_eq!(stdout(&output), [HELLO, HELLO].join("\u{C}"));
    assert_eq!(stderr(&output).lines().count(), 2);
    assert!(stderr(&output).ends_with(&format!("pdftract: {no_pdf}: not a PDF file\n")));

    assert_exit(&run(&["no-such.pdf"]), 1);
    assert_exit(&run(&["no-such.pdf", &no_pdf, &encrypted("aes-256-r6.pdf")]), 5);
    assert_exit(&run(&["no-such.pdf", &encrypted("aes-256-r6.pdf")]), 3);
    assert_exit(&run_on(&["-", "-"], numbered(1)), 2);
}

#[test]
fn a_file_without_pages_fails_with_a_reason() {
    let pdf = pdf_of(&[b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 0/Kids[]>>"], "");
    for arguments in [&["-"][..], &["--pages", "1", "-"], &["fonts", "-"], &["glyphs", "-"]] {
        let output = run_on(arguments, pdf.clone());
        assert_exit(&output, 5);
        assert_eq!(stdout(&output), "");
        assert!(stderr(&output).contains("it has no pages"), "{}", stderr(&output));
    }
}

#[test]
fn a_locked_file_needs_its_password() {
    let plain = stdout(&run(&[&encrypted("plain.pdf")]));
    assert!(!plain.is_empty());
    for name in ["rc4-40-r2.pdf", "aes-128-r4.pdf", "aes-256-r6.pdf"] {
        let output = run(&[&encrypted(name)]);
        assert_exit(&output, 3);
        assert_eq!(stdout(&output), "");
        for password in ["user", "owner"] {
            let output = run(&["--password", password, &encrypted(name)]);
            assert_exit(&output, 0);
            assert_eq!(stdout(&output), plain);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("password.txt");
    std::fs::write(&path, "user\n").unwrap();
    let output =
        pdftract().arg("--password-file").arg(path).arg(encrypted("aes-256-r6.pdf")).output().unwrap();
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), plain);
}

#[test]
fn diagnostics_are_printed_on_request_one_line_each() {
    let mut damaged = numbered(2);
    let table = damaged.windows(5).position(|window| window == b"\nxref").unwrap();
    damaged.truncate(table);
    let output = run_on(&["--raw", "-"], damaged.clone());
    assert_exit(&output, 0);
    assert_eq!((stdout(&output), stderr(&output)), (numbered_text(1..=2), String::new()));
    for flag in ["--diagnostics", "-v"] {
        let output = run_on(&["--raw", flag, "-"], damaged.clone());
        assert_exit(&output, 0);
        assert_eq!(stdout(&output), numbered_text(1..=2));
        assert!(stderr(&output).contains("XREF_REPAIRED: "));
        assert!(stderr(&output).lines().all(|line| line.starts_with("pdftract: -: ")));
    }
    let output = run(&["-v", &hello()]);
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_file_named_like_a_command_is_given_with_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(hello(), folder.path().join("info")).unwrap();
    let output = pdftract().current_dir(folder.path()).arg("./info").output().unwrap();
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), HELLO);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_run_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.pdf");
    std::fs::write(&path, numbered(140)).unwrap();
    for jobs in ["1", "8"] {
        let mut child = std::process::Command::new(cargo_bin!("pdftract"))
            .args(["--keep-headers", "--jobs", jobs])
            .args([&path; 20])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut start = [0; 6];
        // The pipe is dropped here while there is much left to write.
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(&start, b"Page 1");
        assert_exit(&output, 0);
        assert_eq!(stderr(&output), "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output =
        std::process::Command::new(cargo_bin!("pdftract")).arg(hello()).stdout(full).output().unwrap();
    assert_exit(&output, 1);
    assert!(stderr(&output).starts_with("pdftract: the output cannot be written: "));
}

#[test]
fn the_help_states_the_order_of_text() {
    let help = stdout(&run(&["--help"]));
    for word in ["--raw", "--pages", "--jobs", "--diagnostics", "Text is in reading order", "./info"] {
        assert!(help.split_whitespace().collect::<Vec<_>>().join(" ").contains(word), "{word}");
    }
}

/// Returns a sparse file of more than 2 GiB with objects at offsets that need more than 32 bits.
#[test]
fn files_over_two_gibibytes() {
    use std::io::{Seek, SeekFrom, Write};

    const HOLE: u64 = (2 << 30) + (300 << 20);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.pdf");
    let mut file = std::fs::File::create(&path).unwrap();
    file.write_all(b"%PDF-1.7\n").unwrap();
    if file.seek(SeekFrom::Start(HOLE)).is_err() || file.write_all(b"\n").is_err() {
        println!("skipped: the disk takes no file of {HOLE} bytes");
        return;
    }
    let content = "BT /F1 12 Tf 9 9 Td (far away) Tj ET";
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>"
            .to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()),
    ];
    let mut table = String::from("xref\n0 6\n0000000000 65535 f \n");
    for (index, object) in objects.iter().enumerate() {
        table.push_str(&format!("{:010} 00000 n \n", file.stream_position().unwrap()));
        write!(file, "{} 0 obj\n{object}\nendobj\n", index + 1).unwrap();
    }
    let start = file.stream_position().unwrap();
    write!(file, "{table}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n").unwrap();
    drop(file);
    let output = pdftract().arg("--mmap").arg(&path).output().unwrap();
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), "far away\n");
}

#[test]
fn rv_37_words_are_corrected_by_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let list = |name: &str, words: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, words).unwrap();
        path.to_string_lossy().into_owned()
    };
    let (some, more) =
        (list("some.txt", "the\nisland\nharbour\n"), list("more.dic", "2\ncaptain/S\nreads\n"));
    let pdf = simple_builder(&[&text_page("When the captian left the harbuor of the island")]).finish();
    let output = run_on(&["--correct", &some, "--correct", &more, "-"], pdf.clone());
    assert_eq!(stdout(&output).trim(), "When the captain left the harbour of the island");
    let wrong = list("wrong.txt", "12\n");
    let output = run_on(&["--correct", &wrong, "-"], pdf);
    assert_exit(&output, 2);
    assert!(stderr(&output).contains("wrong.txt: there are no words"), "{}", stderr(&output));
}
