//! Checks that no source uses syntax newer than the `rust-version` of `Cargo.toml`.
//!
//! Clippy's `incompatible_msrv` finds functions of the standard library that are too new, but not syntax. A compiler
//! of that version would find everything; this list covers machines where none is installed.

use std::fs;
use std::path::Path;

use crate::source::{self, code_only};
use crate::{Check, source_files};

/// Syntax that an older compiler does not parse.
struct Syntax {
    /// The version that introduced it, as major and minor number.
    since: (u32, u32),
    name: &'static str,
    find: fn(&str) -> Option<usize>,
}

/// Syntax added to the language since Rust 1.92.
const NEW_SYNTAX: [Syntax; 2] = [
    Syntax { since: (1, 95), name: "an `if let` guard of a match arm", find: if_let_guard },
    Syntax { since: (1, 95), name: "`cfg_select!`", find: |code| code.find("cfg_select!") },
];

/// Folders of the workspace with Rust sources.
const FOLDERS: [&str; 3] = ["crates", "lab", "xtask"];

/// Checks all sources of the workspace and prints what is too new.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn run() -> Result<Check, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let minimum = minor(env!("CARGO_PKG_RUST_VERSION")).ok_or("Cargo.toml has no rust-version")?;
    let mut findings = 0;
    for folder in FOLDERS {
        for path in source_files::below(&root.join(folder))? {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            for (line, name) in too_new(&code_only(&text), minimum) {
                println!(
                    "{}:{line}: {name} needs a newer Rust than {}",
                    path.display(),
                    env!("CARGO_PKG_RUST_VERSION")
                );
                findings += 1;
            }
        }
    }
    println!("minimum Rust {}: {findings} findings", env!("CARGO_PKG_RUST_VERSION"));
    Ok(Check::passed_if(findings == 0))
}

fn minor(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Returns the first place of each syntax that is newer than `minimum`.
fn too_new(code: &str, minimum: (u32, u32)) -> Vec<(usize, &'static str)> {
    let newer = NEW_SYNTAX.iter().filter(|syntax| syntax.since > minimum);
    newer.filter_map(|syntax| Some((source::line_at(code, (syntax.find)(code)?), syntax.name))).collect()
}

/// Finds an `if let` whose condition ends in `=>` instead of a block.
fn if_let_guard(code: &str) -> Option<usize> {
    let is_guard = |rest: &str| {
        let (arrow, block) = (rest.find("=>"), rest.find(['{', ';']));
        arrow.is_some_and(|arrow| block.is_none_or(|block| arrow < block))
    };
    code.match_indices("if let ").find(|(at, _)| code.get(*at..).is_some_and(is_guard)).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workspace_sources_need_no_newer_rust() {
        assert_eq!(run(), Ok(Check::Passed));
    }

    #[test]
    fn newer_syntax_is_found_with_its_line() {
        let guard = "match a {\n    Some(x) if let Some(y) = f(x) => y,\n    _ => 0,\n}";
        assert_eq!(too_new(guard, (1, 92)), [(2, "an `if let` guard of a match arm")]);
        assert!(too_new(guard, (1, 95)).is_empty());
        assert!(too_new("if let Some(x) = a { match x { _ => 1 } }", (1, 92)).is_empty());
        assert!(too_new("if let Some(x) = a && let Some(y) = x { y }", (1, 92)).is_empty());
    }
}
