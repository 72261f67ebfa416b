//! `pdftract grep` beside other programs: JSON, the cache, highlighted copies, ripgrep.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::grep::lines;
use crate::running::{assert_exit, encrypted, files_in, folder_with, run_in, saying, stderr, stdout};

fn messages(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn json_has_the_messages_of_ripgrep_with_boxes() {
    let folder = folder_with(&[
        ("a.pdf", &lines(&["first line", "a needle here and needle", "third line"])),
        ("b.pdf", &saying(&["hay"])),
    ]);
    let output = run_in(folder.path(), &["grep", "--json", "-C1", "needle", "."]);
    assert_exit(&output, 0);
    let messages = messages(&stdout(&output));
    let kinds: Vec<&str> = messages.iter().map(|message| message["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["begin", "context", "match", "context", "end", "summary"]);
    assert_eq!(messages[0]["data"]["path"]["text"], "./a.pdf");
    let found = &messages[2]["data"];
    assert_eq!(found["lines"]["text"], "a needle here and needle\n");
    assert_eq!((&found["line_number"], &found["absolute_offset"]), (&2.into(), &11.into()));
    assert_eq!((&found["page_index"], &found["page_number"]), (&0.into(), &1.into()));
    assert!(found["label"].is_null() && found["score"].as_f64().unwrap() > 0.5);
    let parts = found["submatches"].as_array().unwrap();
    assert_eq!(parts.len(), 2);
    assert_eq!(
        (&parts[0]["start"], &parts[0]["end"], &parts[0]["match"]["text"]),
        (&2.into(), &8.into(), &"needle".into())
    );
    assert!(parts[0]["block"].as_str().unwrap().starts_with("p1-b"));
    let left = |part: &Value| part["boxes"][0][0].as_f64().unwrap();
    assert!(left(&parts[0]) > 72.0 && left(&parts[1]) > left(&parts[0]) + 50.0, "{parts:?}");
    assert_eq!(messages[4]["data"]["stats"]["matches"], 2);
    let stats = &messages[5]["data"]["stats"];
    assert_eq!((&stats["searches"], &stats["searches_with_match"]), (&2.into(), &1.into()));
}

#[test]
fn a_match_over_a_line_end_has_a_box_for_each_line() {
    let folder = folder_with(&[("a.pdf", &lines(&["these are two", "words on two lines"]))]);
    let output = run_in(folder.path(), &["grep", "--json", "two words", "a.pdf"]);
    let messages = messages(&stdout(&output));
    let part = &messages[1]["data"]["submatches"][0];
    assert_eq!(part["match"]["text"], "two\nwords");
    assert_eq!(part["boxes"].as_array().unwrap().len(), 2, "{part}");
}

#[test]
fn the_cache_gives_the_same_answers_and_survives_damage() {
    let folder = folder_with(&[
        ("in/a.pdf", &lines(&["a needle", "and hay"])),
        ("in/b.pdf", &saying(&["hay", "needle"])),
        ("locked.pdf", &fs::read(encrypted("aes-256-r6-empty.pdf")).unwrap()),
    ]);
    let search = |arguments: &[&str]| {
        let output = run_in(folder.path(), &[&["grep", "--cache", "cache"], arguments].concat());
        (output.status.code().unwrap(), stdout(&output))
    };
    let expected = (0, "in/a.pdf:1:a needle\nin/b.pdf:2:needle\n".to_owned());
    // A file that is left at its first match is kept as a whole.
    assert_eq!(search(&["-l", "needle", "in"]).0, 0);
    let cache = folder.path().join("cache");
    let kept = files_in(&cache);
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert_eq!(search(&["needle", "in"]), expected);
    assert_eq!(search(&["-p", "2", "needle", "in/b.pdf"]), (0, "2:needle\n".into()));
    // The texts come from the cache: a changed one is refused by its checksum, a foreign one is never used.
    for name in &kept {
        let mut bytes = fs::read(cache.join(name)).unwrap();
        let last = bytes.len() - 2;
        bytes[last] ^= 1;
        fs::write(cache.join(name), bytes).unwrap();
    }
    assert_eq!(search(&["needle", "in"]), expected);
    fs::write(cache.join(&kept[0]), b"").unwrap();
    assert_eq!(search(&["needle", "in"]), expected);
    assert_eq!(files_in(&cache), kept);
    // Boxes do not need the text to be read again, and are the same.
    let with = run_in(folder.path(), &["grep", "--json", "--cache", "cache", "needle", "in/a.pdf"]);
    let without = run_in(folder.path(), &["grep", "--json", "needle", "in/a.pdf"]);
    assert_eq!(messages(&stdout(&with))[1], messages(&stdout(&without))[1]);
    // The text of encrypted files is not kept.
    search(&["hello", "locked.pdf"]);
    assert_eq!(files_in(&cache), kept);
    fs::remove_dir_all(&cache).unwrap();
    assert_eq!(search(&["needle", "in"]), expected);
    // A cache that cannot be written is no trouble.
    fs::remove_dir_all(&cache).unwrap();
    fs::write(&cache, b"a file").unwrap();
    assert_eq!(search(&["needle", "in"]), expected);
}

#[test]
fn the_text_of_the_cache_is_what_is_searched() {
    let folder = folder_with(&[("a.pdf", &saying(&["a needle in the hay"]))]);
    let search = || run_in(folder.path(), &["grep", "--cache", "cache", "-c", "needle", "a.pdf"]);
    assert_eq!(stdout(&search()), "1\n");
    // Another text with the right checksum shows that the file itself is not read again.
    let cache = folder.path().join("cache");
    let name = cache.join(&files_in(&cache)[0]);
    let bytes = fs::read(&name).unwrap();
    let (header, body) = bytes.split_at(16 + 32);
    let body: Vec<u8> = String::from_utf8_lossy(body).replace("needle", "nettle").into_bytes();
    let changed = [&header[..16], &sha2_of(&body), &body].concat();
    fs::write(&name, changed).unwrap();
    assert_eq!(stdout(&search()), "0\n");
}

fn sha2_of(bytes: &[u8]) -> Vec<u8> {
    use sha2::Digest;
    sha2::Sha256::digest(bytes).to_vec()
}

#[test]
fn matches_are_highlighted_in_a_copy() {
    let pdf = lines(&["these are two", "words on two lines", "and no more of them"]);
    let folder =
        folder_with(&[("a.pdf", &pdf), ("locked.pdf", &fs::read(encrypted("aes-256-r6.pdf")).unwrap())]);
    let output = run_in(folder.path(), &["grep", "two words|more", "a.pdf", "--highlight", "out.pdf"]);
    assert_exit(&output, 0);
    let copy = fs::read(folder.path().join("out.pdf")).unwrap();
    assert!(copy.starts_with(&pdf) && copy.len() > pdf.len());
    let record = crate::running::json(&run_in(folder.path(), &["--json", "out.pdf"]));
    let annotations = record["pages"][0]["annotations"].as_array().unwrap();
    assert_eq!(annotations.len(), 2, "{annotations:?}");
    assert!(annotations.iter().all(|annotation| annotation["subtype"] == "Highlight"), "{annotations:?}");
    let info = run_in(folder.path(), &["-v", "out.pdf"]);
    assert_eq!(stderr(&info), "", "the copy needs no repair");
    // The text is unchanged, and a second update keeps the first annotations.
    assert_eq!(stdout(&run_in(folder.path(), &["out.pdf"])), stdout(&run_in(folder.path(), &["a.pdf"])));
    assert_exit(&run_in(folder.path(), &["grep", "lines", "out.pdf", "--highlight", "out2.pdf"]), 0);
    let record = crate::running::json(&run_in(folder.path(), &["--json", "out2.pdf"]));
    assert_eq!(record["pages"][0]["annotations"].as_array().unwrap().len(), 3);
    // Without a match the copy is the file.
    assert_exit(&run_in(folder.path(), &["grep", "zebra", "a.pdf", "--highlight", "same.pdf"]), 1);
    assert_eq!(fs::read(folder.path().join("same.pdf")).unwrap(), pdf);
    // An encrypted file stays encrypted.
    let output = run_in(
        folder.path(),
        &["grep", "--password", "user", "[a-z]+", "locked.pdf", "--highlight", "l.pdf"],
    );
    assert_exit(&output, 0);
    assert_exit(&run_in(folder.path(), &["l.pdf"]), 3);
    let locked = crate::running::json(&run_in(folder.path(), &["--password", "user", "--json", "l.pdf"]));
    assert!(!locked["pages"][0]["annotations"].as_array().unwrap().is_empty());
    // The input and several files are refused.
    assert_exit(&run_in(folder.path(), &["grep", "two", "a.pdf", "--highlight", "a.pdf"]), 2);
    assert_exit(&run_in(folder.path(), &["grep", "two", "a.pdf", "out.pdf", "--highlight", "x.pdf"]), 2);
    assert_eq!(fs::read(folder.path().join("a.pdf")).unwrap(), pdf);
}

/// Returns what another program prints, or why it cannot be tried.
fn other(program: &str, arguments: &[&str], folder: &std::path::Path) -> Option<std::process::Output> {
    let output = Command::new(program).args(arguments).current_dir(folder).stdin(Stdio::null()).output();
    output.inspect_err(|error| println!("skipped: {program} does not run here: {error}")).ok()
}

#[test]
fn other_programs_open_highlighted_copies() {
    let folder = folder_with(&[("a.pdf", &lines(&["these are two", "words on two lines"]))]);
    assert_exit(&run_in(folder.path(), &["grep", "two", "a.pdf", "--highlight", "out.pdf"]), 0);
    if let Some(text) = other("pdftotext", &["out.pdf", "-"], folder.path()) {
        assert!(text.status.success() && stdout(&text).contains("words on two lines"));
        assert_eq!(stderr(&text), "");
    }
    if let Some(shown) = other("mutool", &["show", "out.pdf", "pages/1/Annots/1/Subtype"], folder.path()) {
        assert!(shown.status.success() && stdout(&shown).contains("Highlight"), "{}", stdout(&shown));
        assert!(
            !stderr(&shown).contains("repair") && !stderr(&shown).contains("error"),
            "{}",
            stderr(&shown)
        );
    }
}

#[test]
fn ripgrep_searches_what_the_command_prints() {
    let folder = folder_with(&[("a.pdf", &saying(&["hay", "a needle"]))]);
    // ripgrep calls the program with one path.
    let printed = run_in(folder.path(), &["a.pdf"]);
    assert_eq!(stdout(&printed), "hay\n\u{C}a needle\n");
    let program = assert_cmd::cargo::cargo_bin!("pdftract").to_string_lossy().into_owned();
    let arguments = ["--pre", &program, "--pre-glob", "*.pdf", "-n", "needle", "a.pdf"];
    if let Some(found) = other("rg", &arguments, folder.path()) {
        assert_eq!(stdout(&found), "2:\u{C}a needle\n");
    }
}
