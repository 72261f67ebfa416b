//! README.md: every command shown runs and prints the output shown.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::running::{folder_with, repository};

/// Commands about the project itself, which the checks run or imply.
const NOT_OURS: [&str; 2] = ["cargo install --path crates/pdftract-cli", "./.ci/run"];

/// A shell line, and the output that is shown for it.
struct Shown {
    command: String,
    output: Option<String>,
}

/// The lines of all `sh` blocks; a `text` block shows the output of the last line before it.
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

#[cfg(unix)]
#[test]
fn every_command_runs_and_prints_what_is_shown() {
    let readme = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let sample = std::fs::read(repository().join("samples/hello.pdf")).unwrap();
    let folder = folder_with(&[("samples/hello.pdf", &sample)]);
    let commands = cargo_bin!("pdftract").parent().unwrap();
    let path = format!("{}:{}", commands.display(), std::env::var("PATH").unwrap());
    let shown = shown(&readme);
    assert!(shown.len() > 15);
    for Shown { command, output } in shown {
        if NOT_OURS.contains(&command.as_str()) {
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
}
