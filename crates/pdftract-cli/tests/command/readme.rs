//! README.md: every command shown runs and prints the output shown.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::running::{files_in, folder_with, repository};

/// Commands about the project itself, which CI runs or implies.
const NOT_RUN: [&str; 2] = ["cargo install --path crates/pdftract-cli", "cargo test --workspace"];

/// A shell line, and the output that is shown for it.
struct Shown {
    command: String,
    output: Option<String>,
}

/// Returns the lines of all `sh` blocks; a `text` block shows the output of the last line before it.
fn shown(readme: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        let block = lines.by_ref();
        match line {
            "```sh" => all.extend(
                block
                    .take_while(|line| *line != "```")
                    .map(|line| Shown { command: line.into(), output: None }),
            ),
            "```text" => {
                let text: Vec<&str> = block.take_while(|line| *line != "```").collect();
                all.last_mut().unwrap().output = Some(text.join("\n") + "\n");
            }
            _ => {}
        }
    }
    all
}

/// Runs every command in a copy of the samples with an empty folder `target`, which git ignores. Nothing else may change.
#[cfg(unix)]
#[test]
fn every_command_runs_prints_the_output_shown_and_leaves_nothing_behind() {
    let readme = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let samples = std::fs::read_dir(repository().join("samples")).unwrap().map(|entry| entry.unwrap().path());
    let samples: Vec<(String, Vec<u8>)> = samples
        .map(|path| {
            (format!("samples/{}", path.file_name().unwrap().display()), std::fs::read(&path).unwrap())
        })
        .collect();
    let copies: Vec<(&str, &[u8])> =
        samples.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let folder = folder_with(&copies);
    std::fs::create_dir(folder.path().join("target")).unwrap();
    let before = files_in(folder.path());
    let commands = cargo_bin!("pdftract").parent().unwrap();
    let path = format!("{}:{}", commands.display(), std::env::var("PATH").unwrap());
    let shown = shown(&readme);
    assert!(shown.len() > 25);
    for Shown { command, output } in shown {
        if NOT_RUN.contains(&command.as_str()) {
            continue;
        }
        let typed = command.replace("cargo run --release -- ", "pdftract ");
        let mut shell = Command::new("sh");
        let run = shell.args(["-c", &typed]).env("PATH", &path).current_dir(folder.path()).output().unwrap();
        assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
        if let Some(output) = output {
            assert_eq!(String::from_utf8_lossy(&run.stdout), output, "{command}");
        }
    }
    let left: Vec<String> =
        files_in(folder.path()).into_iter().filter(|name| !name.starts_with("target/")).collect();
    assert_eq!(left, before, "commands of the README may only write below target/");
}
