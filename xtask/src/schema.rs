//! `xtask schema`: writes the JSON Schema of pdftract's output to docs/schema.json, or checks that the committed one is fresh.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Check;

/// Arguments of `xtask schema`.
#[derive(Args)]
pub struct Arguments {
    /// Writes nothing; fails if the committed schema differs from the types.
    #[arg(long)]
    check: bool,
}

/// Writes or checks the schema.
///
/// # Errors
/// Returns an error if the schema cannot be written.
pub fn run(arguments: &Arguments) -> Result<Check, String> {
    let schema = schema()?;
    if arguments.check {
        let fresh = fs::read_to_string(path()).is_ok_and(|committed| committed == schema);
        println!("docs/schema.json is {}", if fresh { "fresh" } else { "stale: run `cargo xtask schema`" });
        return Ok(Check::passed_if(fresh));
    }
    fs::write(path(), schema).map_err(|error| format!("{}: {error}", path().display()))?;
    Ok(Check::Passed)
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema.json")
}

fn schema() -> Result<String, String> {
    let json = serde_json::to_string_pretty(&pdftract::output::schema::schema());
    json.map(|json| json + "\n").map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_schema_is_fresh() {
        let committed = fs::read_to_string(path()).unwrap();
        assert!(committed == schema().unwrap(), "run `cargo xtask schema`");
    }
}
