//! The page of limits: names, defaults and reasons, from the source of the library.

use std::fmt::Write as _;

use pdftract::Limits;
use serde_json::Value;

const HEAD: &str = "# Limits

Resource limits for one document. The defaults suit programs that read untrusted files. Reaching a limit never fails a
document: it ends the current unit (an object, a stream, a tree) and adds a [diagnostic](diagnostics.md) that names the limit.

In Rust the limits are `Options::limits`, in Python `open(limits={\"pages\": 100})`. The command uses the defaults, with `--time-limit`
(60 s per file) beside them; [server.md](server.md) lists the limits of the server and [workers.md](workers.md) those of worker
processes. The table is generated from the library (`cargo xtask book`).

| limit | default | meaning |
|---|--:|---|
";

/// Returns the page.
pub(super) fn page(source: &str) -> Result<String, String> {
    let defaults = serde_json::to_value(Limits::default()).map_err(|error| error.to_string())?;
    let defaults = defaults.as_object().ok_or("limits are no object")?;
    let mut page = HEAD.to_owned();
    let documented = documented(source);
    if documented.len() != defaults.len() {
        return Err(format!("{} limits are documented, {} exist", documented.len(), defaults.len()));
    }
    for (name, meaning) in documented {
        let default =
            defaults.get(&name).and_then(Value::as_u64).ok_or_else(|| format!("{name} has no default"))?;
        let _ = writeln!(page, "| `{name}` | {} | {} |", shown(&name, default), meaning.replace('|', "\\|"));
    }
    Ok(page)
}

/// Returns the fields of the structure with their documentation.
fn documented(source: &str) -> Vec<(String, String)> {
    let (mut fields, mut comment) = (Vec::new(), Vec::new());
    let body = source.split("pub struct Limits {").nth(1).unwrap_or_default();
    for line in body.lines().map(str::trim).take_while(|line| *line != "}") {
        if let Some(text) = line.strip_prefix("/// ") {
            comment.push(text);
        } else if let Some((name, _)) = line.strip_prefix("pub ").and_then(|field| field.split_once(':')) {
            fields.push((name.to_owned(), comment.join(" ")));
            comment.clear();
        }
    }
    fields
}

/// Formats a default: bytes in binary units where they are whole, other numbers in groups.
fn shown(name: &str, value: u64) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
        if name.ends_with("_bytes") && value >= 1 << shift && value.is_multiple_of(1 << shift) {
            return format!("{} {unit}", value >> shift);
        }
    }
    let digits = value.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_defaults_are_read() {
        let source = "pub struct Limits {\n    /// Pages of\n    /// a document.\n    pub pages: usize,\n}\n";
        assert_eq!(documented(source), [("pages".to_owned(), "Pages of a document.".to_owned())]);
        assert!(page(source).is_err(), "other limits are not documented here");
        assert_eq!(shown("memory_bytes", 256 << 20), "256 MiB");
        assert_eq!((shown("pages", 500_000), shown("name_bytes", 1_000)), ("500,000".into(), "1,000".into()));
    }
}
