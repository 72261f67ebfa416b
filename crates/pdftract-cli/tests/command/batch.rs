//! Many files at once: folders, names of results, resuming, failures, the order of output.

use std::fs;

use crate::running::{assert_exit, encrypted, files_in, folder_with, run_in, saying, stderr, stdout};

#[test]
fn folders_become_folders_of_the_same_shape() {
    let folder = folder_with(&[
        ("in/b.PDF", &saying(&["bee"])),
        ("in/deep/er/a.pdf", &saying(&["one", "two"])),
        ("in/notes.txt", b"no PDF"),
        ("c.pdf", &saying(&["sea"])),
    ]);
    let output = run_in(folder.path(), &["in", "c.pdf", "-o", "out"]);
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), "");
    assert!(
        stderr(&output).starts_with("pdftract: 3 files done, 0 failed, 0 skipped; 4 pages in "),
        "{}",
        stderr(&output)
    );
    assert_eq!(files_in(&folder.path().join("out")), ["b.txt", "c.txt", "deep/er/a.txt"]);
    assert_eq!(fs::read_to_string(folder.path().join("out/deep/er/a.txt")).unwrap(), "one\n\u{C}two\n");
    // Standard output has the same order, with a form feed between files too.
    let output = run_in(folder.path(), &["--quiet", "in/", "c.pdf"]);
    assert_eq!(
        (stdout(&output).as_str(), stderr(&output).as_str()),
        ("bee\n\u{C}one\n\u{C}two\n\u{C}sea\n", "")
    );
}

#[test]
fn files_of_the_same_name_are_kept_apart() {
    let (one, two) = (saying(&["one"]), saying(&["two"]));
    let folder = folder_with(&[("a/x.pdf", &one), ("b/x.pdf", &two), ("b/y.pdf", &two)]);
    let output = run_in(folder.path(), &["-q", "a/x.pdf", "b/x.pdf", "b/y.pdf", "./a/x.pdf", "-o", "out/"]);
    assert_exit(&output, 0);
    assert_eq!(files_in(&folder.path().join("out")), ["a/x.txt", "b/x.txt", "y.txt"]);
    assert_eq!(fs::read_to_string(folder.path().join("out/b/x.txt")).unwrap(), "two\n");
    let output = run_in(folder.path(), &["-q", "a", "b", "-o", "out2"]);
    assert_exit(&output, 0);
    assert_eq!(files_in(&folder.path().join("out2")), ["a/x.txt", "b/x.txt", "y.txt"]);
}

#[test]
fn several_formats_from_one_reading() {
    let folder = folder_with(&[("a.pdf", &saying(&["one", "two"]))]);
    for formats in [
        &["-f", "json,text,md-is-no-format"][..],
        &["-f", "text,json"],
        &["-f", "json", "-f", "text", "-o", "-"],
    ] {
        let output = run_in(folder.path(), &[formats, &["a.pdf"]].concat());
        assert_exit(&output, 2);
        assert_eq!(stdout(&output), "");
    }
    let output =
        run_in(folder.path(), &["-f", "json,text", "-f", "markdown,ndjson,text", "a.pdf", "-o", "out"]);
    assert_exit(&output, 0);
    assert_eq!(stderr(&output), "");
    assert_eq!(files_in(&folder.path().join("out")), ["a.json", "a.md", "a.ndjson", "a.txt"]);
    let json = fs::read(folder.path().join("out/a.json")).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    // JSON written together with Markdown has the positions of its blocks in it.
    assert_eq!(json["pages"][1]["markdown_blocks"][0]["page_index"], 1);
}

#[test]
fn one_file_goes_to_the_file_that_is_named() {
    let folder = folder_with(&[("a.pdf", &saying(&["one"])), ("there/b.txt", b"old")]);
    let at = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for (output, expected) in [
        ("new.txt", "new.txt"),
        ("z", "z"),
        ("there", "there/a.txt"),
        ("d/", "d/a.txt"),
        ("there/b.txt", "there/b.txt"),
    ] {
        assert_exit(&run_in(folder.path(), &["a.pdf", "-o", output]), 0);
        assert_eq!(at(expected), "one\n", "{output}");
    }
    // The extension decides the format, unless --format does.
    assert_exit(&run_in(folder.path(), &["a.pdf", "-o", "a.json"]), 0);
    assert!(at("a.json").starts_with("{\"schema_version\""));
    assert_exit(&run_in(folder.path(), &["a.pdf", "-f", "text", "-o", "b.json"]), 0);
    assert_eq!(at("b.json"), "one\n");
    assert_eq!(stdout(&run_in(folder.path(), &["a.pdf", "-o", "-"])), "one\n");
}

#[test]
fn inputs_are_never_written_over() {
    let pdf = saying(&["one"]);
    let folder = folder_with(&[("a.pdf", &pdf), ("b.pdf", &pdf), ("d/a.txt", &pdf)]);
    for (arguments, message) in [
        (&["a.pdf", "-o", "b.pdf"][..], "has the extension of a PDF"),
        (&["a.pdf", "b.pdf", "-o", "b.pdf"], "several results need a folder"),
        (&["d/a.txt", "-o", "d/a.txt"], "overwrite an input"),
        (&["a.pdf", "d/a.txt", "-o", "d"], "overwrite an input"),
    ] {
        let output = run_in(folder.path(), arguments);
        assert_exit(&output, 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    for name in ["a.pdf", "b.pdf", "d/a.txt"] {
        assert!(fs::read(folder.path().join(name)).unwrap() == pdf, "{name}");
    }
}

#[test]
fn a_failing_file_leaves_nothing_and_does_not_stop_the_run() {
    let locked = fs::read(encrypted("aes-256-r6.pdf")).unwrap();
    let cut = &saying(&["one"])[..40];
    let folder = folder_with(&[
        ("in/a.pdf", &saying(&["one"])),
        ("in/cut.pdf", cut),
        ("in/locked.pdf", &locked),
        ("in/z.pdf", &saying(&["two"])),
    ]);
    for jobs in ["1", "2", "16"] {
        let output = run_in(folder.path(), &["in", "no-such.pdf", "-o", "out", "--jobs", jobs]);
        assert_exit(&output, 5);
        assert_eq!(files_in(&folder.path().join("out")), ["a.txt", "z.txt"]);
        // Messages are in the order of files, whichever was read first.
        let stderr = stderr(&output);
        let lines: Vec<&str> = stderr.lines().collect();
        assert!(
            lines[0].starts_with("pdftract: in/cut.pdf: ")
                && lines[1].starts_with("pdftract: in/locked.pdf: "),
            "{stderr}"
        );
        assert!(lines[2].starts_with("pdftract: no-such.pdf: ") && lines.len() == 8, "{stderr}");
        // Failed files are listed again before the summary.
        assert_eq!(lines[3], "pdftract: failed:");
        assert!(
            lines[4].starts_with("  in/cut.pdf: ") && lines[6].starts_with("  no-such.pdf: "),
            "{stderr}"
        );
        assert!(lines[7].starts_with("pdftract: 2 files done, 3 failed, 0 skipped; 2 pages in "), "{stderr}");
    }
    // A wrong password fails the locked file alone.
    let output =
        run_in(folder.path(), &["in/a.pdf", "in/locked.pdf", "-o", "out2", "--password", "wrong", "--quiet"]);
    assert_exit(&output, 3);
    assert_eq!(
        (files_in(&folder.path().join("out2")), stderr(&output).lines().count()),
        (vec!["a.txt".to_owned()], 1)
    );
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let folder = folder_with(&[
        ("in/a.pdf", &saying(&["one"])),
        ("in/b.pdf", &saying(&["two"])),
        ("out/a.txt", b"kept"),
    ]);
    let output = run_in(folder.path(), &["in", "-o", "out", "--skip-existing"]);
    assert_exit(&output, 0);
    assert!(stderr(&output).starts_with("pdftract: 1 file done, 0 failed, 1 skipped; 1 page in "));
    assert_eq!(fs::read_to_string(folder.path().join("out/a.txt")).unwrap(), "kept");
    assert_eq!(fs::read_to_string(folder.path().join("out/b.txt")).unwrap(), "two\n");
    // Formats belong together: if one is missing, all are made.
    assert_exit(&run_in(folder.path(), &["in", "-o", "out", "--skip-existing", "-f", "text,json"]), 0);
    assert_eq!(fs::read_to_string(folder.path().join("out/a.txt")).unwrap(), "one\n");
    for arguments in [&["in", "--skip-existing"][..], &["in", "-o", "-", "--skip-existing"]] {
        assert_exit(&run_in(folder.path(), arguments), 2);
    }
}

#[test]
fn many_files_are_printed_in_order_with_any_number_of_threads() {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for number in 0..40 {
        // One long file among short ones: the others wait for it, and help with its pages.
        let pages = if number == 1 { 300 } else { 1 + number % 3 };
        let words: Vec<String> = (0..pages).map(|page| format!("file {number} page {page}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        files.push((format!("{number:02}.pdf"), saying(&words)));
    }
    let named: Vec<(&str, &[u8])> = files.iter().map(|(name, pdf)| (name.as_str(), pdf.as_slice())).collect();
    let folder = folder_with(&named);
    let expected = stdout(&run_in(folder.path(), &["--jobs", "1", "."]));
    assert!(
        expected.starts_with("file 0 page 0\n\u{C}file 1 page 0\n\u{C}")
            && expected.ends_with("file 39 page 0\n")
    );
    for jobs in ["2", "5", "64"] {
        assert!(stdout(&run_in(folder.path(), &["--jobs", jobs, "."])) == expected, "--jobs {jobs}");
    }
}

#[test]
fn a_folder_without_pdf_files_is_reported() {
    let folder = folder_with(&[("empty/notes.txt", b""), ("a.pdf", &saying(&["one"]))]);
    let output = run_in(folder.path(), &["empty", "a.pdf"]);
    assert_exit(&output, 5);
    assert_eq!(stdout(&output), "one\n");
    assert!(stderr(&output).contains("pdftract: empty: there are no PDF files in this folder\n"));
}

#[cfg(unix)]
#[test]
fn links_and_devices_are_no_trap() {
    let folder = folder_with(&[("in/a.pdf", &saying(&["one"])), ("real.txt", b"old")]);
    std::os::unix::fs::symlink(folder.path().join("in"), folder.path().join("in/loop")).unwrap();
    std::os::unix::fs::symlink("real.txt", folder.path().join("link.txt")).unwrap();
    assert_exit(&run_in(folder.path(), &["in", "-o", "out"]), 0);
    assert_eq!(files_in(&folder.path().join("out")), ["a.txt"]);
    // A link stays a link, a device stays a device.
    assert_exit(&run_in(folder.path(), &["in/a.pdf", "-o", "link.txt"]), 0);
    assert_eq!(fs::read_to_string(folder.path().join("real.txt")).unwrap(), "one\n");
    assert!(folder.path().join("link.txt").is_symlink());
    assert_exit(&run_in(folder.path(), &["in/a.pdf", "-o", "/dev/null"]), 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[cfg(unix)]
#[test]
fn a_place_that_cannot_be_written_fails_its_file() {
    let folder =
        folder_with(&[("a.pdf", &saying(&["one"])), ("b/c.pdf", &saying(&["two"])), ("out/c.txt/x", b"")]);
    let output = run_in(folder.path(), &["-q", "a.pdf", "b", "-o", "out"]);
    assert_exit(&output, 1);
    assert!(
        stderr(&output).starts_with("pdftract: b/c.pdf: the result cannot be written: "),
        "{}",
        stderr(&output)
    );
    assert_eq!(files_in(&folder.path().join("out")), ["a.txt", "c.txt/x"]);
}
