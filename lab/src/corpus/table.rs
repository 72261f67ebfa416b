//! Writes one line of tab-separated values per file.

use super::outcome::Result;
use crate::workers::glyph_count;

/// Formats the table with its heading.
pub(super) fn text(results: &[Result]) -> String {
    let heading =
        "file\toutcome\tpages\tcpu_ms\tslowest_format_ms\tpeak_mb\tglyphs\tsources\tdiagnostics\n".to_owned();
    results.iter().map(line).fold(heading, |table, line| table + &line)
}

fn line(result: &Result) -> String {
    let label = result.ours.label();
    match result.ours.reading() {
        Some(reading) => format!(
            "{}\t{label}\t{}\t{:.1}\t{:.1}\t{:.1}\t{}\t{}\t{}\n",
            result.file,
            reading.pages,
            reading.cpu_ms,
            reading.slowest_format_ms,
            reading.peak_mb,
            reading.glyphs(),
            glyph_count::text(&reading.sources()),
            reading.diagnostics_text()
        ),
        None => {
            format!(
                "{}\t{label}\t\t\t\t\t\t\t{}\n",
                result.file,
                result.ours.message().replace(['\t', '\n'], " ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::Outcome;
    use super::super::outcome::tests::read;
    use super::*;

    #[test]
    fn every_line_has_nine_columns() {
        let outcomes = [read(&["a"]), Outcome::Panicked("at\tx".into()), Outcome::TimedOut];
        let results = outcomes.map(|ours| Result { file: "a.pdf".into(), ours, theirs: None });
        let table = text(&results);
        assert_eq!(table.lines().count(), 4);
        assert!(table.lines().all(|line| line.split('\t').count() == 9), "{table}");
        assert!(table.contains("a.pdf\tok\t1\t0.0\t0.0\t0.0\t0\t\t\n"));
    }
}
