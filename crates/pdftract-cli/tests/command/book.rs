//! The book in docs/book: every command shown runs and prints the output shown, and every link leads somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::running::repository;

/// Pages of the book, with the pages of docs/ that they include.
fn pages() -> BTreeMap<PathBuf, String> {
    let folder = repository().join("docs/book/src");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let pages = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.map(|path| (path.clone(), expanded(&path))).collect()
}

/// Returns a page with its includes in place: `{{#include path}}` and `{{#include path:anchor}}`.
fn expanded(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| {
        let Some(target) = line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}")) else {
            return line.to_owned();
        };
        let (file, anchor) =
            target.split_once(':').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
        let included = fs::read_to_string(path.parent().unwrap().join(file)).expect(target);
        match anchor {
            Some(anchor) => {
                let (_, rest) = included.split_once(&format!("<!-- ANCHOR: {anchor} -->\n")).expect(target);
                rest.split_once(&format!("<!-- ANCHOR_END: {anchor} -->")).expect(target).0.to_owned()
            }
            None => included,
        }
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// Returns the links of a page outside of code, without titles.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code || line.starts_with("    ") {
            continue;
        }
        let outside: String = line.split('`').step_by(2).collect::<Vec<_>>().join("\u{0}");
        links.extend(
            outside
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split_once(')'))
                .map(|(link, _)| link.to_owned()),
        );
    }
    links.retain(|link| !link.contains('\u{0}'));
    links
}

/// Returns the anchors that viewers give the headings of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings =
        text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let slug = |heading: &str| {
        let kept = heading.to_lowercase();
        let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect::<String>()
    };
    headings.map(slug).collect()
}

/// Returns what is wrong with the links of a page that is at `path`.
fn broken(path: &Path, text: &str) -> Vec<String> {
    let mut broken = Vec::new();
    for link in links(text) {
        if link.contains("://") || link.starts_with("mailto:") {
            continue;
        }
        let (file, anchor) =
            link.split_once('#').map_or((link.as_str(), None), |(file, anchor)| (file, Some(anchor)));
        let target =
            if file.is_empty() { path.to_owned() } else { plain(&path.parent().unwrap().join(file)) };
        if !target.exists() {
            broken.push(format!("{}: {link} leads nowhere", path.display()));
        } else if let Some(anchor) = anchor {
            let known = if file.is_empty() { anchors(text) } else { anchors(&expanded(&target)) };
            if !known.contains(anchor) {
                broken.push(format!("{}: {link} has no such heading", path.display()));
            }
        }
    }
    broken
}

/// Returns a path without `.` and `..`, so that links through linked folders are followed by their names.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

#[test]
fn links_of_the_book_stay_in_the_book() {
    let folder = plain(&repository().canonicalize().unwrap().join("docs/book/src"));
    for (path, text) in pages() {
        let path = folder.join(path.file_name().unwrap());
        let broken = broken(&path, &text);
        assert!(broken.is_empty(), "{broken:#?}");
        for link in links(&text).iter().filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let target = plain(&folder.join(link.split('#').next().unwrap()));
            assert!(target.starts_with(&folder), "{}: {link} leads out of the book", path.display());
        }
    }
}

#[test]
fn links_of_other_documents_lead_somewhere() {
    let root = repository().canonicalize().unwrap();
    let mut documents: Vec<PathBuf> =
        ["README", "CHANGELOG", "CONTRIBUTING", "SECURITY", "ARCHITECTURE", "BENCHMARKS"]
            .map(|name| root.join(format!("{name}.md")))
            .to_vec();
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    documents.extend(docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    let broken: Vec<String> =
        documents.iter().flat_map(|path| broken(path, &fs::read_to_string(path).unwrap())).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = fs::read_to_string(repository().join("docs/book/src/SUMMARY.md")).unwrap();
    let listed: BTreeSet<String> = links(&summary).into_iter().collect();
    let names: BTreeSet<String> =
        pages().keys().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    let missing: Vec<&String> = names.difference(&listed).filter(|name| *name != "SUMMARY.md").collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn mistakes_in_links_are_found() {
    let path = plain(&repository().canonicalize().unwrap().join("docs/book/src/faq.md"));
    let found = broken(
        &path,
        "# A b\n[x](no-such.md) [y](#a-b) [z](#c) [u](json.md#no) `[v](w)` [s](json.md#two-forms)\n",
    );
    assert_eq!(found.len(), 3, "{found:#?}");
}

#[cfg(unix)]
mod commands {
    use std::fmt::Write as _;
    use std::process::Command;

    use assert_cmd::cargo::cargo_bin;

    use super::*;
    use crate::grep::lines;
    use crate::running::folder_with;

    /// Pages of docs/ about development, which are not part of the book.
    const NOT_IN_THE_BOOK: [&str; 8] = [
        "corpus-differences.md",
        "dependencies.md",
        "parser-differences.md",
        "reliability.md",
        "shape-fonts.md",
        "spec.md",
        "testing.md",
        "SUMMARY.md",
    ];
    /// Lines of blocks that are marked `not-run`: they install something, wait for a person or need another program.
    const MOST_NOT_RUN: usize = 20;

    /// The files whose commands are run: pages of the book, and those of docs/ that they include.
    fn files() -> Vec<PathBuf> {
        let folders = [repository().join("docs/book/src"), repository().join("docs")];
        let files = folders
            .iter()
            .flat_map(|folder| fs::read_dir(folder).unwrap())
            .map(|entry| entry.unwrap().path());
        let is_page = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            path.is_file() && name.ends_with(".md") && !NOT_IN_THE_BOOK.contains(&name.as_str())
        };
        let mut files: Vec<PathBuf> = files.filter(is_page).collect();
        files.sort();
        files
    }

    /// Returns a folder with the samples, also under the names that the pages use.
    fn folder() -> tempfile::TempDir {
        let read = |name: &str| fs::read(repository().join("samples").join(name)).unwrap();
        let names =
            ["arabic", "broken-font", "form", "hello", "scan", "table", "two-columns", "vertical-japanese"];
        let mut files: Vec<(String, Vec<u8>)> =
            names.iter().map(|name| (format!("samples/{name}.pdf"), read(&format!("{name}.pdf")))).collect();
        let aliases = [
            ("report.pdf", "two-columns.pdf"),
            ("papers/columns.pdf", "two-columns.pdf"),
            ("letter.pdf", "hello.pdf"),
            ("invoice.pdf", "table.pdf"),
            ("scan.pdf", "scan.pdf"),
            ("bad.pdf", "broken-font.pdf"),
            ("secret.pdf", "hello.pdf"),
        ];
        files.extend(aliases.iter().map(|(alias, name)| ((*alias).to_owned(), read(name))));
        files.push(("ocr.txt".to_owned(), b"samples/scan.pdf\n".to_vec()));
        files.push(("list.txt".to_owned(), b"samples/hello.pdf\nsamples/table.pdf\n".to_vec()));
        files.push((
            "notes.txt".to_owned(),
            b"The weather is fine today, and the reader may go for a walk.\n".to_vec(),
        ));
        files.push((
            "map.toml".to_owned(),
            b"version = 1\n\n[[font]]\nname = \"Corporate\"\ncodes = { 1 = \"A\" }\n".to_vec(),
        ));
        let new = ["The committee met on Friday and discussed the", "budget of the coming year."];
        let old = ["The committee met on Monday and discussed the", "budget of the coming year."];
        files.push(("old.pdf".to_owned(), lines(&old)));
        files.push(("new.pdf".to_owned(), lines(&new)));
        let files: Vec<(&str, &[u8])> =
            files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        folder_with(&files)
    }

    /// Runs a shell line; returns its standard output.
    fn run(command: &str, folder: &Path) -> String {
        let commands = cargo_bin!("pdftract").parent().unwrap();
        let path = format!("{}:{}", commands.display(), std::env::var("PATH").unwrap());
        let mut shell = Command::new("sh");
        // The help is as wide as the terminal.
        let run = shell.args(["-c", command]).env("PATH", &path).env("COLUMNS", "100").current_dir(folder);
        let run = run.output().unwrap();
        let errors = String::from_utf8_lossy(&run.stderr);
        // Tesseract comes with English only; the page names other languages.
        let lacks_language = errors.contains("Tesseract has no language");
        if lacks_language {
            eprintln!("skipped: {command}: {errors}");
        }
        assert!(run.status.success() || lacks_language, "{command}: {} {errors}", run.status);
        String::from_utf8_lossy(&run.stdout).replace('\r', "")
    }

    /// Runs the commands of a page and returns it with the output that they print, and the number of lines not run.
    fn fresh(text: &str) -> (String, usize) {
        let folder = folder();
        let (mut fresh, mut block, mut is_output, mut left) = (String::new(), "", false, 0);
        for line in text.lines() {
            if let Some(fence) = line.strip_prefix("```") {
                block = if block.is_empty() { if fence.is_empty() { "plain" } else { fence } } else { "" };
                is_output = false;
            } else if block == "sh" {
                run(line, folder.path());
            } else if block.ends_with(",not-run") {
                left += 1;
            } else if let Some(command) = line.strip_prefix("$ ").filter(|_| block == "console") {
                // Sessions with a server and an agent are run by `--test server transcripts`.
                let is_session =
                    ["curl ", "pdf_", "pdftract serve"].iter().any(|start| command.starts_with(start));
                if !is_session || command.contains("--help") {
                    let _ = write!(fresh, "{line}\n{}", run(command, folder.path()));
                    if !fresh.ends_with('\n') {
                        fresh.push('\n');
                    }
                    is_output = true;
                    continue;
                }
                is_output = false;
            }
            if !is_output {
                let _ = writeln!(fresh, "{line}");
            }
        }
        (fresh, left)
    }

    /// With the variable `PDFTRACT_WRITE_BOOK` set, output is written into the pages instead of compared.
    #[test]
    fn every_command_of_the_book_runs_and_prints_the_output_shown() {
        let is_writing = std::env::var_os("PDFTRACT_WRITE_BOOK").is_some();
        let mut not_run = 0;
        for path in files() {
            let kept = fs::read_to_string(&path).unwrap();
            let (fresh, left) = fresh(&kept);
            not_run += left;
            if is_writing && fresh != kept {
                fs::write(&path, &fresh).unwrap();
            } else {
                let differs = kept.lines().zip(fresh.lines()).find(|(kept, fresh)| kept != fresh);
                assert!(
                    kept == fresh,
                    "{} is old: PDFTRACT_WRITE_BOOK=1 cargo test --workspace --test command book\n{differs:#?}",
                    path.display()
                );
            }
        }
        assert!(not_run <= MOST_NOT_RUN, "{not_run} lines are not run");
    }
}
