//! Runs the command: measurements that are not possible are skipped with a reason.

use std::process::Command;

#[test]
fn the_guard_is_skipped_with_a_reason_where_valgrind_is_missing() {
    let lab = Command::new(env!("CARGO_BIN_EXE_lab")).args(["bench", "guard"]).env("PATH", "").output();
    let output = lab.expect("lab starts");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}");
    assert!(printed.starts_with("The guard against slow-downs is skipped: valgrind is missing"), "{printed}");
}

#[test]
fn recording_without_valgrind_is_an_error() {
    let lab =
        Command::new(env!("CARGO_BIN_EXE_lab")).args(["bench", "guard", "--record"]).env("PATH", "").output();
    let output = lab.expect("lab starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("apt install valgrind"));
}

#[test]
fn a_run_needs_a_folder() {
    let lab = Command::new(env!("CARGO_BIN_EXE_lab")).arg("bench").output().expect("lab starts");
    assert_eq!(lab.status.code(), Some(2));
}
