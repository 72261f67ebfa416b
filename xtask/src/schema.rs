//! `xtask schema`: writes the JSON Schema of pdftract's output to docs/schema.json, or proves that it is fresh.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Verdict;

/// What was typed after `xtask schema`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Writes nothing; fails if the committed schema is not what the types say.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Verdict, String> {
    let schema = schema()?;
    if arguments.check {
        let fresh = fs::read_to_string(path()).is_ok_and(|committed| committed == schema);
        println!("docs/schema.json is {}", if fresh { "fresh" } else { "stale: run `cargo xtask schema`" });
        return Ok(Verdict::good_if(fresh));
    }
    fs::write(path(), schema).map_err(|error| format!("{}: {error}", path().display()))?;
    Ok(Verdict::Good)
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
