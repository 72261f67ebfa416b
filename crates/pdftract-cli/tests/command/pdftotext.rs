//! pdftract in the place of pdftotext: its arguments, names, shapes and exit codes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

use crate::running::{assert_exit, encrypted, files_in, folder_with, hello, run_on, saying, stderr, stdout};

/// Runs it in a folder.
fn pdftotext(folder: &Path, arguments: &[&str]) -> Output {
    let command = cargo_bin!("pdftract");
    Command::new(command).current_dir(folder).arg("--pdftotext").args(arguments).output().unwrap()
}

#[test]
fn the_name_of_the_output_comes_from_the_input() {
    let pdf = saying(&["one", "two", "three"]);
    let folder = folder_with(&[("a.pdf", &pdf), ("b.PDF", &pdf), ("c", &pdf)]);
    let at = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for (arguments, name, text) in [
        (&["a.pdf"][..], "a.txt", "one\n\u{C}two\n\u{C}three\n\u{C}"),
        (&["-nopgbrk", "b.PDF"], "b.txt", "one\ntwo\nthree\n"),
        (&["-f", "2", "-l", "2", "c"], "c.txt", "two\n\u{C}"),
        (&["a.pdf", "d.text", "-f", "3", "-raw", "-q", "-enc", "UTF-8"], "d.text", "three\n\u{C}"),
        (
            &["-l", "99", "-f", "0", "-eol", "dos", "a.pdf", "e"],
            "e",
            "one\r\n\u{C}two\r\n\u{C}three\r\n\u{C}",
        ),
    ] {
        let output = pdftotext(folder.path(), arguments);
        assert_exit(&output, 0);
        assert_eq!((stdout(&output).as_str(), stderr(&output).as_str()), ("", ""));
        assert_eq!(at(name), text);
    }
    assert_exit(&pdftotext(folder.path(), &["-bbox", "a.pdf"]), 0);
    assert!(at("a.html").contains("<word "));
    let output = pdftotext(folder.path(), &["-layout", "a.pdf", "-"]);
    assert!(stdout(&output).contains("one\n") && stdout(&output).matches('\u{C}').count() == 3);
}

#[test]
fn standard_input_needs_a_name() {
    assert_eq!(stdout(&run_on(&["--pdftotext", "-", "-"], saying(&["one"]))), "one\n\u{C}");
    assert_exit(&run_on(&["--pdftotext", "-"], saying(&["one"])), 99);
}

#[test]
fn exit_codes_are_those_of_pdftotext() {
    let pdf = saying(&["one"]);
    let folder = folder_with(&[("a.pdf", &pdf), ("bad.pdf", b"Dear reader")]);
    let locked = encrypted("aes-256-r6.pdf");
    for (arguments, code) in [
        (&["no-such.pdf", "-"][..], 1),
        (&["bad.pdf", "-"], 1),
        (&[&locked, "-"], 1),
        (&["-upw", "wrong", &locked, "-"], 1),
        (&["a.pdf", "no-such/a.txt"], 2),
        (&["a.pdf", "a.pdf"], 2),
        (&["-f", "2", "a.pdf", "-"], 99),
        (&["-foo", "a.pdf", "-"], 99),
        (&["-enc", "Latin1", "a.pdf", "-"], 99),
        (&[], 99),
        (&["-upw", "user", &locked, "-"], 0),
        (&["-upw", "wrong", "-opw", "owner", &locked, "-"], 0),
        (&["-h"], 0),
        (&["-v"], 0),
    ] {
        let output = pdftotext(folder.path(), arguments);
        assert_exit(&output, code);
        assert_eq!(stderr(&output).is_empty(), code == 0, "{arguments:?}");
    }
    assert!(fs::read(folder.path().join("a.pdf")).unwrap() == pdf);
    assert_eq!(files_in(folder.path()), ["a.pdf", "bad.pdf"]);
    let quiet = pdftotext(folder.path(), &["-q", "bad.pdf", "-"]);
    assert_exit(&quiet, 1);
    assert_eq!(stderr(&quiet), "");
}

#[test]
fn boxes_have_the_shape_that_programs_expect() {
    let folder = folder_with(&[]);
    let words = stdout(&pdftotext(folder.path(), &["-bbox", &hello(), "-"]));
    let expected = concat!(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" ",
        "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\"><html xmlns=\"http://www.w3.org/1999/xhtml\">\n",
        "<head>\n<title>Hello</title>\n<meta name=\"Author\" content=\"The pdftract authors\"/>\n",
        "<meta name=\"CreationDate\" content=\"2025-01-01T12:00:00Z\"/>\n</head>\n<body>\n<doc>\n",
        "  <page width=\"300.000000\" height=\"200.000000\">\n",
        "    <word xMin=\"36.000000\" yMin=\"37.076000\" xMax=\"82.008000\" yMax=\"53.726000\">Hello,</word>\n",
    );
    assert!(words.starts_with(expected), "{words}");
    assert!(words.ends_with(">stands.</word>\n  </page>\n</doc>\n</body>\n</html>\n"));
    assert_eq!(words.matches("<word ").count(), 9);

    let layout = stdout(&pdftotext(folder.path(), &["-bbox-layout", &hello(), "-"]));
    let block = concat!(
        "    <flow>\n",
        "      <block xMin=\"36.000000\" yMin=\"37.076000\" xMax=\"144.036000\" yMax=\"53.726000\">\n",
        "        <line xMin=\"36.000000\" yMin=\"37.076000\" xMax=\"144.036000\" yMax=\"53.726000\">\n",
        "          <word xMin=\"36.000000\" yMin=\"37.076000\" xMax=\"82.008000\" yMax=\"53.726000\">Hello,</word>\n",
    );
    assert!(layout.contains(block), "{layout}");
    assert!(layout.contains("        </line>\n      </block>\n    </flow>\n  </page>\n"));

    let scaled = stdout(&pdftotext(folder.path(), &["-r", "144", "-bbox", &hello(), "-"]));
    assert!(scaled.contains("<word xMin=\"72.000000\" yMin=\"74.152000\" xMax=\"164.016000\""), "{scaled}");
    let table = stdout(&pdftotext(folder.path(), &["-tsv", &hello(), "-"]));
    assert!(table.contains("5\t1\t0\t0\t0\t1\t87.01\t37.08\t57.02\t16.65\t100\treader!\n"), "{table}");
}

#[test]
fn a_part_of_the_page_and_no_diagonal_text() {
    let page = "BT /F1 12 Tf 72 700 Td (level) Tj 0.7 0.7 -0.7 0.7 72 300 Tm (slanted) Tj ET";
    let pdf = pdftract_testkit::builder::simple_document(&[page]);
    let text = |arguments: &[&str]| {
        stdout(&run_on(&[&["--pdftotext", "-nopgbrk"], arguments, &["-", "-"]].concat(), pdf.clone()))
    };
    assert!(text(&[]).contains("slanted"));
    assert_eq!(text(&["-nodiag"]), "level\n");
    assert_eq!(text(&["-x", "0", "-y", "0", "-W", "612", "-H", "200"]), "level\n");
    assert_eq!(text(&["-raw", "-x", "0", "-y", "0", "-W", "612", "-H", "200"]), "level\n");
}

#[cfg(unix)]
#[test]
fn the_name_of_the_command_is_enough() {
    let folder = folder_with(&[("a.pdf", &saying(&["one"]))]);
    let link = folder.path().join("pdftotext");
    std::os::unix::fs::symlink(cargo_bin!("pdftract"), &link).unwrap();
    let output = Command::new(link).current_dir(folder.path()).args(["a.pdf", "-"]).output().unwrap();
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), "one\n\u{C}");
}
