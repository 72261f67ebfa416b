//! `pdftract info`: its sheet, its JSON, its exit codes.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::running::{assert_exit, encrypted, hello, pdf_of, pdftract, repository, run, stderr, stdout};

const PAGE: &[u8] = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>";

#[test]
fn json_of_one_file_is_one_object_with_its_source() {
    let output = run(&["info", "--json", &hello()]);
    assert_exit(&output, 0);
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["source"]["file"], hello());
    assert_eq!(json["source"]["bytes"], std::fs::metadata(hello()).unwrap().len());
    assert_eq!(json["source"]["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(json["pdf"]["version"], "1.7");
    assert_eq!(json["metadata"]["title"], "Hello");
    assert_eq!(json["page_count"], 1);
    assert_eq!(json["pages"][0]["width"], 300.0);
    for list in ["outline", "layers", "links", "annotations", "form_fields", "attachments", "diagnostics"] {
        assert!(json[list].is_array(), "{list}");
    }
    assert!(json["schema_version"].is_string());
    assert!(json.get("file").is_none());
}

#[test]
fn json_of_several_files_is_one_object_per_line() {
    let output = run(&["info", "--json", &hello(), "no-such.pdf", &encrypted("plain.pdf")]);
    assert_exit(&output, 1);
    let lines: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["file"], hello());
    assert_eq!(lines[1]["file"], encrypted("plain.pdf"));
    assert_eq!(lines[1]["attachments"][0]["name"], "note.txt");
}

#[test]
fn standard_input_is_read_with_a_dash() {
    let bytes = std::fs::read(hello()).unwrap();
    let output = pdftract().args(["info", "-"]).write_stdin(bytes.clone()).output().unwrap();
    assert_exit(&output, 0);
    assert!(stdout(&output).starts_with("(standard input)\n  Title        Hello\n"));

    let output = pdftract().args(["info", "--json", "-"]).write_stdin(bytes.clone()).output().unwrap();
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["source"]["file"], "-");

    let output = pdftract().args(["info", "-", "-"]).write_stdin(bytes).output().unwrap();
    assert_exit(&output, 2);
    assert!(stderr(&output).contains("only once"));
}

#[test]
fn one_bad_file_does_not_stop_the_others_and_the_worst_code_is_returned() {
    let folder = tempfile::tempdir().unwrap();
    let no_pdf = folder.path().join("no.pdf");
    std::fs::write(&no_pdf, "Dear reader").unwrap();
    let no_pdf = no_pdf.to_string_lossy();
    let output = run(&["info", "no-such.pdf", &hello(), &no_pdf, &encrypted("plain.pdf")]);
    assert_exit(&output, 5);
    assert!(stdout(&output).contains("Title        Hello"));
    assert!(stdout(&output).contains("\n\n"), "a blank line stands between two files");
    assert!(stdout(&output).contains("A locked title"));
    let errors = stderr(&output);
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("pdftract: no-such.pdf: "));
    assert_eq!(lines[1], format!("pdftract: {no_pdf}: not a PDF file"));

    let output = run(&["info", &encrypted("aes-256-r6.pdf"), "no-such.pdf", &no_pdf]);
    assert_exit(&output, 5);
}

#[test]
fn missing_files_and_directories_are_errors() {
    let output = run(&["info", "no-such.pdf"]);
    assert_exit(&output, 1);
    assert!(stderr(&output).starts_with("pdftract: no-such.pdf: "));
    assert_eq!(stdout(&output), "");

    for mmap in [&[][..], &["--mmap"]] {
        let folder = repository().to_string_lossy().into_owned();
        let output = pdftract().arg("info").args(mmap).arg(folder).output().unwrap();
        assert_exit(&output, 1);
        assert!(stderr(&output).contains("is a folder"));
    }
}

#[test]
fn empty_files_and_other_formats_are_not_pdf() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&str, &[u8], &str); 4] = [
        ("empty.pdf", b"", "it is empty"),
        ("text.pdf", b"Dear reader", "not a PDF file"),
        ("picture.pdf", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not a PDF file"),
        ("header.pdf", b"%PDF-1.7\nand nothing else", "cannot be read"),
    ];
    for (name, bytes, message) in cases {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        for mmap in [&[][..], &["--mmap"]] {
            let output = pdftract().arg("info").args(mmap).arg(&path).output().unwrap();
            assert_exit(&output, 5);
            assert!(stderr(&output).contains(message), "{}", stderr(&output));
        }
    }
}

#[test]
fn a_locked_file_needs_the_right_password() {
    for name in ["rc4-40-r2.pdf", "rc4-128-r3.pdf", "aes-128-r4.pdf", "aes-256-r5.pdf", "aes-256-r6.pdf"] {
        let file = encrypted(name);
        // Standard input of a test is not a terminal, so that there is no prompt.
        let output = run(&["info", &file]);
        assert_exit(&output, 3);
        assert!(stderr(&output).contains("a password is needed"));

        let output = run(&["info", "--password", "wrong", &file]);
        assert_exit(&output, 3);
        assert!(stderr(&output).contains("the password is wrong"));

        for (password, opened) in [("user", "opened as user"), ("owner", "opened as owner")] {
            let output = run(&["info", "--password", password, &file]);
            assert_exit(&output, 0);
            assert!(stdout(&output).contains("A locked title"));
            assert!(stdout(&output).contains(opened), "{}", stdout(&output));
        }
    }
}

#[test]
fn the_password_can_be_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("password.txt");
    let locked = encrypted("aes-256-r6-unicode.pdf");
    for (content, code) in
        [("日本", 0), ("日本\nsecond line", 0), ("日本\r\n", 0), ("日本 \n", 3), ("\n日本", 3)]
    {
        std::fs::write(&path, content).unwrap();
        let output = pdftract().args(["info", "--password-file"]).arg(&path).arg(&locked).output().unwrap();
        assert_exit(&output, code);
    }
    let output = run(&["info", "--password-file", "no-such.txt", &locked]);
    assert_exit(&output, 1);
    assert!(stderr(&output).starts_with("pdftract: no-such.txt: the password file: "));
    let output = run(&["info", "--password", "a", "--password-file", "b", &locked]);
    assert_exit(&output, 2);
}

#[test]
fn permissions_are_reported() {
    let output = run(&["info", &encrypted("aes-256-r6-empty.pdf")]);
    assert_exit(&output, 0);
    assert!(stdout(&output).contains("Encryption   AES-256 (V5 R6), opened as user\n"));
    assert!(stdout(&output).contains("Forbidden    print, copy, print high quality"));
    let output = run(&["info", "--json", &encrypted("aes-256-r6-empty.pdf")]);
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["pdf"]["encrypted"], true);
    assert_eq!(json["pdf"]["forbidden"][0], "print");
}

#[test]
fn a_memory_map_reads_the_same() {
    let (read, mapped) = (run(&["info", &hello()]), run(&["info", "--mmap", &hello()]));
    assert_exit(&mapped, 0);
    assert_eq!(stdout(&read), stdout(&mapped));
}

#[test]
fn controls_of_a_file_do_not_reach_the_terminal() {
    let title = b"<</Title(\x1b]0;owned\x07A\x9bB\x7f)/Evil#1b[31m(x\\r\\n\x1b[2Jy)>>";
    let pages = b"<</Type/Pages/Count 1/Kids[3 0 R]>>";
    let field = b"<</FT/Tx/T(na\x1bme)/V(a\\nb\x1b[31m)>>";
    let layers =
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>/OCProperties<</OCGs[6 0 R]/D<<>>>>>>";
    let layer = b"<</Type/OCG/Name(la\x1b[5myer)>>";
    let pdf = pdf_of(&[layers, pages, PAGE, title, field, layer], "/Info 4 0 R");
    for arguments in [&["info", "-"][..], &["info", "-v", "-"], &["info", "--json", "-"]] {
        let output = pdftract().args(arguments).write_stdin(pdf.clone()).output().unwrap();
        assert_exit(&output, 0);
        let text = stdout(&output);
        let controls: Vec<char> = text.chars().filter(|&c| c.is_control() && c != '\n').collect();
        assert_eq!(controls, [], "{text}");
        assert!(text.contains("owned"));
    }
}

#[cfg(unix)]
#[test]
fn controls_of_a_file_name_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a\u{1B}[31m\nb.pdf");
    std::fs::copy(hello(), &path).unwrap();
    let output = pdftract().arg("info").arg(&path).output().unwrap();
    assert_exit(&output, 0);
    assert!(stdout(&output).lines().next().unwrap().ends_with("a\\u{1b}[31m\\u{a}b.pdf"));
    std::fs::write(&path, "").unwrap();
    let output = pdftract().arg("info").arg(&path).output().unwrap();
    assert_exit(&output, 5);
    assert_eq!(stderr(&output).lines().count(), 1);
    assert!(!stderr(&output).contains('\u{1B}'));
}

/// A file with everything that a sheet can show, and a list long enough to be cut.
fn rich() -> Vec<u8> {
    let catalog = b"<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>\
        /AcroForm<</Fields[<</FT/Tx/T(Name)/V(Ada)>><</FT/Btn/T(Agree)/Ff 1>>]>>\
        /OCProperties<</OCGs[8 0 R 9 0 R]/D<</OFF[9 0 R]>>>>>>";
    let pages = b"<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 10 0 R]>>";
    let linked = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Annots[\
        <</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org/)>>>>\
        <</Subtype/Link/Rect[0 0 9 9]/Dest[4 0 R/Fit]>>\
        <</Subtype/Text/Rect[0 0 9 9]/Contents(See here)/T(Bob)>>]>>";
    let turned = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Rotate 90>>";
    let outline = b"<</First 6 0 R/Last 6 0 R>>";
    let first = b"<</Title(Part one)/Parent 5 0 R/First 7 0 R/Last 7 0 R/Dest[3 0 R/Fit]>>";
    let inner = b"<</Title(Chapter)/Parent 6 0 R/Dest[10 0 R/Fit]>>";
    let objects: [&[u8]; 10] = [
        catalog,
        pages,
        linked,
        PAGE,
        outline,
        first,
        inner,
        b"<</Type/OCG/Name(Plan)>>",
        b"<</Type/OCG/Name(Notes)>>",
        turned,
    ];
    pdf_of(&objects, "")
}

#[test]
fn the_sheet_shows_all_that_a_file_holds() {
    let output = pdftract().args(["info", "-"]).write_stdin(rich()).output().unwrap();
    assert_exit(&output, 0);
    let expected = "\
(standard input)
  File         PDF 1.7, SIZE bytes
  Pages        3
               1–2:  612 × 792 pt (Letter)
               3:    842 × 595 pt (A4, landscape), turned by 90°
  Page labels  2 ranges
               1–2:  i–ii
               3:    1
  Outline      2 entries
               Part one   page 1
                 Chapter  page 3
  Layers       2, 1 off
               on   Plan
               off  Notes
  Form         2 fields, 1 filled in
               Name   text                  = Ada
               Agree  check box, read-only
  Links        2: 1 to pages, 1 to addresses
  Annotations  1: 1 Text
";
    let size = rich().len();
    let size = format!("{},{:03}", size / 1000, size % 1000);
    assert_eq!(stdout(&output), expected.replace("SIZE", &size));

    let output = pdftract().args(["info", "--verbose", "-"]).write_stdin(rich()).output().unwrap();
    let text = stdout(&output);
    assert!(text.contains("page 1  → https://example.org/\n"));
    assert!(text.contains("page 1  → page 2\n"));
    assert!(text.contains("page 1  Text  Bob  See here\n"));
}

#[test]
fn long_lists_are_cut_with_a_note_unless_verbose() {
    let fields: String = (0..200).map(|n| format!("<</FT/Tx/T(field{n})>>")).collect();
    let catalog = format!("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{fields}]>>>>");
    let pdf = pdf_of(&[catalog.as_bytes(), b"<</Type/Pages/Count 1/Kids[3 0 R]>>", PAGE], "");
    let output = pdftract().args(["info", "-"]).write_stdin(pdf.clone()).output().unwrap();
    assert!(stdout(&output).contains("… 180 more, see --json\n"));
    assert!(!stdout(&output).contains("field199"));
    let output = pdftract().args(["info", "-v", "-"]).write_stdin(pdf).output().unwrap();
    assert!(stdout(&output).contains("field199"));
}

#[test]
fn damage_is_reported_without_failing() {
    let mut pdf = rich();
    let table = pdf.windows(4).position(|window| window == b"xref").unwrap();
    pdf.truncate(table);
    let output = pdftract().args(["info", "-"]).write_stdin(pdf).output().unwrap();
    assert_exit(&output, 0);
    assert!(stdout(&output).contains("  Diagnostics  "));
    assert!(stdout(&output).contains("XREF_REPAIRED"));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_run_in_silence() {
    let files = vec![hello(); 2_000];
    let mut child = std::process::Command::new(cargo_bin!("pdftract"))
        .arg("info")
        .args(files)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    // The reader is dropped here, which closes the pipe while there is much left to write.
    BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(line.ends_with("hello.pdf\n"));
    assert_exit(&output, 0);
    assert_eq!(stderr(&output), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = std::process::Command::new(cargo_bin!("pdftract"))
        .args(["info", &hello()])
        .stdout(full)
        .output()
        .unwrap();
    assert_exit(&output, 1);
    assert!(stderr(&output).starts_with("pdftract: the output cannot be written: "));
}

#[test]
fn a_time_limit_of_zero_is_none() {
    for seconds in ["0", "1", "18446744073709551615"] {
        assert_exit(&run(&["info", "--time-limit", seconds, &hello()]), 0);
    }
}

#[test]
fn help_and_version_teach_and_mistakes_are_usage_errors() {
    let output = run(&["--help"]);
    assert_exit(&output, 0);
    assert!(stdout(&output).contains("Examples:") && stdout(&output).contains("Exit codes:"));
    let output = run(&["info", "--help"]);
    assert_exit(&output, 0);
    for option in ["--json", "--password-file", "--time-limit", "--mmap", "--verbose"] {
        assert!(stdout(&output).contains(option), "{option}");
    }
    let output = run(&["--version"]);
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), concat!("pdftract ", env!("CARGO_PKG_VERSION"), "\n"));

    let output = run(&[]);
    assert_exit(&output, 2);
    assert!(stderr(&output).contains("Examples:"));
    for wrong in [&["info"][..], &["info", "--no-such-option", "a.pdf"], &["--no-such-option"]] {
        assert_exit(&run(wrong), 2);
    }
    assert_exit(&run(&["info", "--time-limit", "soon", "a.pdf"]), 2);
}
