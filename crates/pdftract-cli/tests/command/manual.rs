//! Man pages, completions and help: generated from the arguments, and fresh.

use std::fs;

use crate::running::{assert_exit, repository, run, stdout};

const PAGES: [(&str, &[&str]); 21] = [
    ("pdftract.1", &["man"]),
    ("pdftract-check.1", &["man", "check"]),
    ("pdftract-grep.1", &["man", "grep"]),
    ("pdftract-diff.1", &["man", "diff"]),
    ("pdftract-quality.1", &["man", "quality"]),
    ("pdftract-facts.1", &["man", "facts"]),
    ("pdftract-info.1", &["man", "info"]),
    ("pdftract-fonts.1", &["man", "fonts"]),
    ("pdftract-glyphs.1", &["man", "glyphs"]),
    ("pdftract-tables.1", &["man", "tables"]),
    ("pdftract-learn.1", &["man", "learn"]),
    ("pdftract-explain.1", &["man", "explain"]),
    ("pdftract-inspect.1", &["man", "inspect"]),
    ("pdftract-repair.1", &["man", "repair"]),
    ("pdftract-report.1", &["man", "report"]),
    ("pdftract-render.1", &["man", "render"]),
    ("pdftract-doctor.1", &["man", "doctor"]),
    ("pdftract-attachments.1", &["man", "attachments"]),
    ("pdftract-serve.1", &["man", "serve"]),
    ("pdftract-mcp.1", &["man", "mcp"]),
    ("pdftract-completions.1", &["man", "completions"]),
];

/// With the variable `PDFTRACT_WRITE_MAN` set, the pages are written instead of compared.
#[test]
fn the_manual_pages_are_fresh() {
    let folder = repository().join("docs/man");
    for (name, arguments) in PAGES {
        let output = run(arguments);
        assert_exit(&output, 0);
        let page = stdout(&output);
        assert!(page.contains(".SH NAME") && page.contains("Exit codes"), "{name}");
        if std::env::var_os("PDFTRACT_WRITE_MAN").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(name), page).unwrap();
        } else {
            let kept = fs::read_to_string(folder.join(name)).unwrap_or_default();
            assert!(
                kept == page,
                "docs/man/{name} is old: PDFTRACT_WRITE_MAN=1 cargo test -p pdftract-cli manual"
            );
        }
    }
    assert_exit(&run(&["man", "no-such"]), 2);
}

#[test]
fn every_subcommand_has_a_man_page() {
    let help = stdout(&run(&["--help"]));
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    // Further lines of a description are indented more.
    let names = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let missing: Vec<&str> =
        names.filter(|name| !PAGES.iter().any(|(_, arguments)| arguments.get(1) == Some(name))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn shells_get_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        assert_exit(&output, 0);
        assert!(stdout(&output).contains("skip-existing"), "{shell}");
    }
    assert_exit(&run(&["completions", "teletype"]), 2);
}

#[test]
fn the_help_teaches_and_fits_a_terminal() {
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["check", "--help"],
        &["info", "--help"],
        &["grep", "--help"],
        &["diff", "-h"],
    ] {
        let help = stdout(&run(arguments));
        assert!(help.contains("Examples:") && help.contains("Exit codes:"), "{arguments:?}");
        let wide = help.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{arguments:?}");
    }
}
