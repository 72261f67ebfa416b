//! Runs the command: exit codes, and reasons for skipped checks.

use std::process::{Command, Output};

fn xtask(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).output().expect("xtask starts")
}

#[test]
fn tables_without_sources_are_skipped_with_a_reason_and_compared_by_hash() {
    let output = xtask(&["tables", "check", "--sources", "no-such-folder"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}");
    for group in ["fonts", "cmaps", "languages", "shapes"] {
        assert!(printed.contains(&format!("tables {group}: skipped: ")), "{group}: {printed}");
    }
    assert!(printed.ends_with("hashes of all committed tables: as recorded\n"), "{printed}");
}

#[test]
fn a_source_that_is_missing_is_an_error() {
    let output = xtask(&["tables", "cmaps", "--sources", "no-such-folder", "--check"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("xtask: no-such-folder/poppler-data"));
}
