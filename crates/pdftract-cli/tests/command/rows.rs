//! Rows about many inputs: formats, columns, lists, archives, shards, and runs that go on after a kill.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::running::{assert_exit, hello, pdftract, saying, stderr, stdout};

/// Writes files into a new folder and runs in it.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> std::process::Output {
    pdftract().current_dir(folder).args(arguments).output().unwrap()
}

fn objects(lines: &str) -> Vec<serde_json::Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the rows of all files in a folder by their path.
fn rows(folder: &Path) -> BTreeMap<String, Vec<serde_json::Value>> {
    let mut rows: BTreeMap<String, Vec<serde_json::Value>> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            for row in objects(&fs::read_to_string(&path).unwrap()) {
                rows.entry(row["path"].as_str().unwrap().to_owned()).or_default().push(row);
            }
        }
    }
    rows
}

#[test]
fn every_input_has_a_row_and_a_failure_has_a_reason() {
    let (one, two) = (saying(&["one", "more"]), saying(&["two"]));
    let folder = folder(&[
        ("in/a.pdf", &one),
        ("in/b.pdf", b"no pdf"),
        ("c.pdf", &two),
        ("in/empty.pdf", &pdftract_testkit::builder::simple_document(&[])),
        ("list", b"c.pdf\nmissing.pdf\n\n"),
    ]);
    let output = run(
        folder.path(),
        &["-f", "rows", "in", "--files-from", "list", "--columns", "path,status,error_code,page_count,text"],
    );
    assert_exit(&output, 0);
    let mut found = objects(&stdout(&output));
    found.sort_by_key(|row| row["path"].to_string());
    let short: Vec<(&str, &str, Option<&str>)> = found
        .iter()
        .map(|row| {
            (row["path"].as_str().unwrap(), row["status"].as_str().unwrap(), row["error_code"].as_str())
        })
        .collect();
    assert_eq!(
        short,
        [
            ("c.pdf", "ok", None),
            ("in/a.pdf", "ok", None),
            ("in/b.pdf", "failed", Some("not_pdf")),
            ("in/empty.pdf", "failed", Some("unreadable")),
            ("missing.pdf", "failed", Some("io")),
        ]
    );
    assert_eq!((&found[1]["text"], &found[1]["page_count"]), (&"one\n\u{C}more\n".into(), &2.into()));
}

#[test]
fn granularities_and_columns_are_chosen() {
    let folder = folder(&[("a.pdf", &saying(&["one", "more"]))]);
    let of = |arguments: &[&str]| {
        let output = run(folder.path(), &[&["-f", "rows", "a.pdf"], arguments].concat());
        assert_exit(&output, 0);
        objects(&stdout(&output))
    };
    let pages = of(&["--rows", "page"]);
    assert_eq!(pages.len(), 2);
    assert_eq!((&pages[1]["page_number"], &pages[1]["text"]), (&2.into(), &"more\n".into()));
    assert_eq!(pages[0]["sha256"], pages[1]["sha256"]);
    assert_eq!(of(&["--rows", "block"])[0]["role"], "paragraph");
    assert_eq!(
        of(&["--rows", "chunk", "--max-tokens", "64"])[0]["tokens"].as_u64().map(|tokens| tokens > 0),
        Some(true)
    );
    assert_eq!(of(&["--columns", "page_spans"])[0]["page_spans"][1]["start"], 5);
    assert_eq!(
        of(&["--rows", "page", "--columns", "glyphs,ocr_likely"])[0],
        serde_json::json!({ "glyphs": 3, "ocr_likely": false })
    );
    let output = run(folder.path(), &["-f", "rows", "a.pdf", "--columns", "colour"]);
    assert_exit(&output, 2);
    assert!(stderr(&output).contains("there is no column colour"), "{}", stderr(&output));
}

#[test]
fn the_status_does_not_depend_on_the_columns() {
    let garbled = saying(&["xqzv wqkj zzxq vkqj qxzw jkvq wzqx kqvj ".repeat(12).as_str()]);
    let folder = folder(&[("garbled.pdf", &garbled)]);
    let row = |columns: &str| {
        let done = run(folder.path(), &["-q", "-f", "rows", "--columns", columns, "garbled.pdf"]);
        objects(&stdout(&done)).remove(0)
    };
    // Only the second is judged.
    let (plain, judged) = (row("status,text"), row("status,text,readable,diagnostics"));
    assert_eq!(judged["readable"], false, "{judged}");
    assert!(judged["diagnostics"].to_string().contains("TEXT_UNREADABLE"), "{judged}");
    assert_eq!(plain["status"], judged["status"]);
}

#[test]
fn options_of_rows_are_refused_elsewhere() {
    for (arguments, part) in [
        (&["--columns", "text"][..], "only apply to rows"),
        (&["-f", "parquet"], "needs a folder"),
        (&["-f", "rows,text"], "cannot be combined"),
        (&["-f", "rows", "--fail-fast"], "do not apply to rows"),
    ] {
        let output = pdftract().args(arguments).arg(hello()).output().unwrap();
        assert_exit(&output, 2);
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_list_may_have_nul_characters_for_any_format() {
    let folder = folder(&[("a b.pdf", &saying(&["one"])), ("list", b"a b.pdf\0")]);
    let output = run(folder.path(), &["--files-from", "list", "-0"]);
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), "one\n");
}

/// Returns a tar archive.
fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, bytes) in members {
        let mut header = vec![0; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
        header[148..156].fill(b' ');
        header[156] = b'0';
        let sum: u64 = header.iter().map(|&byte| u64::from(byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        archive.extend(header);
        archive.extend_from_slice(bytes);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive
}

#[test]
fn archives_are_read_member_by_member() {
    let (one, two) = (saying(&["one"]), saying(&["two"]));
    let archive = tar(&[("x/a.pdf", &one), ("notes.txt", b"no"), ("x/a.pdf", &two)]);
    let mut zipped = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    zipped.write_all(&archive).unwrap();
    let zipped = zipped.finish().unwrap();
    let block = [b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n", &one[..]].concat();
    let warc = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/b\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    let warc = [warc.as_bytes(), &block, b"\r\n\r\n"].concat();
    let folder =
        folder(&[("s.tar", &archive), ("z.tgz", &zipped), ("w.warc", &warc), ("bad.zip", b"not a zip")]);
    let output = run(
        folder.path(),
        &[
            "-f",
            "rows",
            "s.tar",
            "z.tgz",
            "w.warc",
            "bad.zip",
            "-o",
            "out",
            "-q",
            "--columns",
            "path,text,error_code",
        ],
    );
    assert_exit(&output, 0);
    let found = rows(&folder.path().join("out"));
    let texts: Vec<(&str, &str)> =
        found.iter().map(|(path, rows)| (path.as_str(), rows[0]["text"].as_str().unwrap_or("-"))).collect();
    assert_eq!(
        texts,
        [
            ("bad.zip", "-"),
            ("s.tar!/x/a.pdf", "one\n"),
            ("s.tar!/x/a.pdf#2", "two\n"),
            ("w.warc!/http://a/b", "one\n"),
            ("z.tgz!/x/a.pdf", "one\n"),
            ("z.tgz!/x/a.pdf#2", "two\n"),
        ]
    );
}

#[test]
fn shards_divide_the_inputs_and_summaries_count_them() {
    let files: Vec<(String, Vec<u8>)> =
        (0..20).map(|number| (format!("in/{number}.pdf"), saying(&[&format!("file {number}")]))).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
    let folder = folder(&files);
    let mut inputs = 0;
    for shard in ["1/3", "2/3", "3/3"] {
        let arguments = ["-f", "rows", "in", "-o", "out", "--shard", shard, "--summary", "-", "-q"];
        let output = run(folder.path(), &arguments);
        assert_exit(&output, 0);
        let summary: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        inputs += summary["inputs"].as_u64().unwrap();
        assert_eq!(summary["inputs"], summary["ok"]);
    }
    assert_eq!(inputs, 20);
    let found = rows(&folder.path().join("out"));
    assert!(found.len() == 20 && found.values().all(|rows| rows.len() == 1));
}

#[test]
fn a_killed_run_goes_on_and_each_input_has_its_rows_once() {
    let files: Vec<(String, Vec<u8>)> = (0..120)
        .map(|number| (format!("in/{number}.pdf"), saying(&[&format!("file {number}"), "second"])))
        .collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
    let folder = folder(&files);
    let binary = assert_cmd::cargo::cargo_bin!("pdftract");
    let arguments = |out| ["-f", "rows", "in", "-o", out, "-q", "--rows", "page", "--part-size", "16k"];
    assert_exit(&run(folder.path(), &arguments("expected")), 0);
    let expected = rows(&folder.path().join("expected"));
    assert_eq!(expected.len(), 120);
    let mut was_killed = false;
    for step in 0..12_u64 {
        let mut child = Command::new(binary)
            .current_dir(folder.path())
            .args(arguments("out"))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(5 + 9 * step));
        was_killed |= child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        // What can be seen is whole.
        if folder.path().join("out").is_dir() {
            for (path, found) in rows(&folder.path().join("out")) {
                assert_eq!(Some(&found), expected.get(&path), "{path}");
            }
        }
    }
    assert!(was_killed);
    assert_exit(&run(folder.path(), &arguments("out")), 0);
    assert_eq!(rows(&folder.path().join("out")), expected);
    let left: Vec<_> = fs::read_dir(folder.path().join("out/_pdftract"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 3, "{left:?}");
    // A run with other options must not mix its rows with these.
    let output = run(folder.path(), &["-f", "rows", "in", "-o", "out", "-q"]);
    assert_exit(&output, 2);
    assert!(stderr(&output).contains("other rows, columns or options"), "{}", stderr(&output));
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_files_are_rotated_and_isolated_rows_are_the_same() {
    let files: Vec<(String, Vec<u8>)> =
        (0..30).map(|number| (format!("in/{number}.pdf"), saying(&[&format!("file {number}")]))).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
    let folder = folder(&files);
    let output = run(folder.path(), &["-f", "parquet", "in", "-o", "out", "-q", "--part-size", "1k"]);
    assert_exit(&output, 0);
    let parts: Vec<_> =
        fs::read_dir(folder.path().join("out")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let parts: Vec<_> = parts.iter().filter(|path| path.is_file()).collect();
    assert!(parts.len() > 1, "{parts:?}");
    for part in parts {
        let bytes = fs::read(part).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    }
    let columns = ["--columns", "path,status,text,score,sha256"];
    let here = run(folder.path(), &[&["-f", "rows", "in", "-j", "1"], &columns[..]].concat());
    let apart = run(folder.path(), &[&["-f", "rows", "in", "-j", "1", "--isolate"], &columns[..]].concat());
    assert_exit(&apart, 0);
    assert_eq!(stdout(&here), stdout(&apart));
}
