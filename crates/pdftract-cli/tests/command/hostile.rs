//! Every hostile recipe of the testkit at scale 1 through the real binary, in all its modes, with 1.5 GB of address space and a
//! minute of CPU time for a process: no run ends by a signal, exit codes are those documented, and text that can be read is
//! written. Limits of wall-clock time are far away, since other work may share the machine.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use pdftract_testkit::hostile::{self, PageExpectation, Recipe};

/// The folder of all files, written once for all tests.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        for recipe in hostile::all() {
            let path = folder.path().join("in").join(format!("{}.pdf", recipe.name));
            std::fs::write(path, recipe.generate(1.0)).unwrap();
        }
        folder
    });
    folder.path()
}

fn path(recipe: &Recipe) -> PathBuf {
    folder().join("in").join(format!("{}.pdf", recipe.name))
}

/// Runs the binary under the limits.
fn run(arguments: &[&std::ffi::OsStr]) -> Output {
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg("ulimit -v 1500000; ulimit -t 60; exec \"$@\"")
        .arg("sh")
        .arg(env!("CARGO_BIN_EXE_pdftract"));
    command.args(arguments).current_dir(folder()).output().unwrap()
}

/// Runs a mode on each file, and returns what is wrong.
fn each_file(mode: &[&str], allowed: &[i32]) -> Vec<String> {
    let wrong = |recipe: &&Recipe| {
        let path = path(recipe);
        let mut arguments: Vec<&std::ffi::OsStr> = mode.iter().map(std::ffi::OsStr::new).collect();
        arguments.push(path.as_os_str());
        let output = run(&arguments);
        let is_allowed = output.status.code().is_some_and(|code| allowed.contains(&code));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let has_panicked = told.contains("panicked");
        (!is_allowed || has_panicked).then(|| format!("{}: {} {told:.200}", recipe.name, output.status))
    };
    hostile::all().iter().filter_map(|recipe| wrong(&recipe)).collect()
}

fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the recipes whose text must be there.
fn readable() -> impl Iterator<Item = (&'static Recipe, &'static str)> {
    let opens = |recipe: &&Recipe| !matches!(recipe.expects.pages, PageExpectation::Unopenable);
    hostile::all().iter().filter(opens).filter_map(|recipe| Some((recipe, recipe.expects.page_text?)))
}

/// Reads all files in one batch and returns those without their text in a result.
fn batch(mode: &[&str], extensions: &[&str]) -> Vec<String> {
    let out = tempfile::tempdir().unwrap();
    let mut arguments: Vec<&std::ffi::OsStr> = mode.iter().map(std::ffi::OsStr::new).collect();
    arguments.extend(["-q", "--time-limit", "120", "in", "-o"].map(std::ffi::OsStr::new));
    arguments.push(out.path().as_os_str());
    let output = run(&arguments);
    // Some recipes cannot be opened, and some are encrypted.
    assert_eq!(output.status.code(), Some(5), "{}", String::from_utf8_lossy(&output.stderr));
    let mut wrong = Vec::new();
    for (recipe, word) in readable() {
        for extension in extensions {
            let written = std::fs::read_to_string(out.path().join(format!("{}.{extension}", recipe.name)));
            if !written.as_ref().is_ok_and(|text| text.contains(word)) {
                wrong.push(format!("{}.{extension}: {:?}", recipe.name, written.map(|text| text.len())));
            }
        }
    }
    wrong
}

#[test]
fn formats() {
    assert_none(&batch(&["-f", "text,json,markdown"], &["txt", "json", "md"]));
}

#[test]
fn formats_in_workers() {
    assert_none(&batch(&["--isolate", "-f", "text,json"], &["txt", "json"]));
}

#[test]
fn recognition() {
    assert_none(&batch(&["--ocr", "auto"], &["txt"]));
}

#[test]
fn check() {
    let output = run(&["check", "--json", "in"].map(std::ffi::OsStr::new));
    assert_eq!(output.status.code(), Some(5), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    let checked = serde_json::Deserializer::from_str(&printed).into_iter::<serde_json::Value>();
    let names: BTreeSet<String> =
        checked.map(|report| report.unwrap()["source"]["file"].as_str().unwrap().to_owned()).collect();
    for (recipe, _) in readable() {
        assert!(names.contains(&format!("in/{}.pdf", recipe.name)), "{}", recipe.name);
    }
}

#[test]
fn info() {
    assert_none(&each_file(&["info"], &[0, 1, 3, 5]));
}

#[test]
fn fonts() {
    assert_none(&each_file(&["fonts"], &[0, 1, 3, 5]));
}

#[test]
fn repair() {
    assert_none(&each_file(&["repair", "-o", "/dev/null"], &[0, 1, 3, 5]));
}

#[test]
#[ignore = "takes minutes with a debug build; run it before a release"]
fn report() {
    assert_none(&each_file(&["report", "-o", "/dev/null"], &[0, 1, 3, 5]));
}

#[test]
#[ignore = "takes minutes with a debug build; run it before a release"]
fn render() {
    assert_none(&each_file(&["render", "-o", "/dev/null"], &[0, 1, 3, 5]));
}
