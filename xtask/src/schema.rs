//! `xtask schema`: writes the JSON Schema of pdftract's output to docs/schema.json, or checks that the committed one is fresh.
//!
//! `docs/schema-versions.txt` records a hash for each version of the schema, so that the schema cannot change without its version.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use pdftract::file::summary::SCHEMA_VERSION;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::Check;

/// Arguments of `xtask schema`.
#[derive(Args)]
pub struct Arguments {
    /// Writes nothing; fails if the committed schema differs from the types.
    #[arg(long)]
    check: bool,
    /// Replaces the recorded hash of the current version, which no release has had yet.
    #[arg(long, conflicts_with = "check")]
    amend: bool,
}

/// Writes or checks the schema.
///
/// # Errors
/// Returns an error if the schema cannot be written.
pub fn run(arguments: &Arguments) -> Result<Check, String> {
    let schema = schema();
    let text = text(&schema)?;
    let versions = fs::read_to_string(versions_path()).unwrap_or_default();
    if arguments.check {
        let fresh = fs::read_to_string(path()).is_ok_and(|committed| committed == text);
        println!("docs/schema.json is {}", if fresh { "fresh" } else { "stale: run `cargo xtask schema`" });
        return Ok(Check::passed_if(fresh && is_recorded(&versions, SCHEMA_VERSION, &shape_hash(&schema))?));
    }
    let versions = if arguments.amend { without(&versions, SCHEMA_VERSION) } else { versions };
    let versions = recorded(&versions, SCHEMA_VERSION, &shape_hash(&schema))?;
    write(&versions_path(), &versions)?;
    write(&path(), &text)?;
    Ok(Check::Passed)
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

fn path() -> PathBuf {
    docs().join("schema.json")
}

fn versions_path() -> PathBuf {
    docs().join("schema-versions.txt")
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn schema() -> Value {
    pdftract::output::schema::schema()
}

fn text(schema: &Value) -> Result<String, String> {
    serde_json::to_string_pretty(schema).map(|json| json + "\n").map_err(|error| error.to_string())
}

/// Returns the hash of a schema without its descriptions, whose wording may change at any time.
fn shape_hash(schema: &Value) -> String {
    let mut canonical = String::new();
    write_shape(schema, &mut canonical);
    Sha256::digest(canonical).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Appends a value with sorted keys and without descriptions. The depth is that of our own types.
fn write_shape(value: &Value, out: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            // A property that is named `description` has an object as its value.
            fields.retain(|(name, value)| *name != "description" || !value.is_string());
            fields.sort_by_key(|(name, _)| *name);
            out.push('{');
            for (name, value) in fields {
                out.push_str(&format!("{name:?}:"));
                write_shape(value, out);
                out.push(',');
            }
            out.push('}');
        }
        Value::Array(values) => {
            out.push('[');
            for value in values {
                write_shape(value, out);
                out.push(',');
            }
            out.push(']');
        }
        value => out.push_str(&value.to_string()),
    }
}

/// Returns the hash recorded for a version.
fn recorded_hash<'v>(versions: &'v str, version: &str) -> Option<&'v str> {
    versions
        .lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(name, _)| *name == version)
        .map(|(_, hash)| hash)
}

fn without(versions: &str, version: &str) -> String {
    let lines = versions.lines().filter(|line| line.split(' ').next() != Some(version));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Checks the hash of a version.
///
/// # Errors
/// Returns an error if the version is recorded with another hash.
fn is_recorded(versions: &str, version: &str, hash: &str) -> Result<bool, String> {
    match recorded_hash(versions, version) {
        None => Ok(false),
        Some(known) if known == hash => Ok(true),
        Some(_) => Err(format!(
            "the schema has changed, but its version is still {version}: raise SCHEMA_VERSION (docs/stability.md), or run \
             `cargo xtask schema --amend` if no release has had this version"
        )),
    }
}

/// Adds a version that is not recorded yet.
fn recorded(versions: &str, version: &str, hash: &str) -> Result<String, String> {
    let line =
        if is_recorded(versions, version, hash)? { String::new() } else { format!("{version} {hash}\n") };
    Ok(format!("{versions}{line}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_committed_schema_is_fresh() {
        let committed = fs::read_to_string(path()).unwrap();
        assert!(committed == text(&schema()).unwrap(), "run `cargo xtask schema`");
    }

    #[test]
    fn the_schema_only_changes_with_its_version() {
        let versions = fs::read_to_string(versions_path()).unwrap();
        assert_eq!(is_recorded(&versions, SCHEMA_VERSION, &shape_hash(&schema())), Ok(true));
    }

    #[test]
    fn a_new_field_changes_the_hash_and_a_new_description_does_not() {
        let field = json!({ "description": "Old.", "type": "string" });
        let old = json!({ "description": "A record.", "properties": { "description": field } });
        let mut reworded = old.clone();
        reworded["description"] = json!("A page.");
        reworded["properties"]["description"]["description"] = json!("New.");
        assert_eq!(shape_hash(&old), shape_hash(&reworded));
        let mut retyped = old.clone();
        retyped["properties"]["description"]["type"] = json!("number");
        assert_ne!(shape_hash(&old), shape_hash(&retyped));
        let mut renamed = old.clone();
        renamed["properties"] = json!({ "subject": field });
        assert_ne!(shape_hash(&old), shape_hash(&renamed));
    }

    #[test]
    fn a_recorded_version_cannot_be_replaced_unless_it_is_amended() {
        let first = recorded("", "0.1", "aa").unwrap();
        assert_eq!(recorded(&first, "0.1", "aa").unwrap(), first);
        assert!(recorded(&first, "0.1", "bb").unwrap_err().contains("raise SCHEMA_VERSION"));
        let second = recorded(&first, "0.2", "bb").unwrap();
        assert_eq!(second, "0.1 aa\n0.2 bb\n");
        assert_eq!(recorded(&without(&second, "0.2"), "0.2", "cc").unwrap(), "0.1 aa\n0.2 cc\n");
    }
}
