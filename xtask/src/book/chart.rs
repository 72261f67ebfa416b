//! The chart of accuracy and speed, from the figures in BENCHMARKS.md.

use super::svg::{Anchor, INK, PALE, Svg};

const OURS: &str = "#1d6fa5";
const OTHERS: &str = "#9aa5b1";
const ROW: f64 = 30.0;
const TOP: f64 = 96.0;
/// The left end of the scale of accuracies; no program is below it.
const LEAST: f64 = 0.75;

/// The figures of a program.
#[derive(Debug, PartialEq)]
struct Program {
    name: &'static str,
    words: f64,
    order: f64,
    /// CPU time as a multiple of that of pdftract, as a program or in process.
    cpu: f64,
}

/// Draws the chart.
pub(super) fn draw(page: &str) -> Result<String, String> {
    let programs = programs(page)?;
    let height = TOP + ROW * programs.len() as f64 + 66.0;
    let mut svg = Svg::new(860, height as u32, "Accuracy and CPU time of pdftract and other programs");
    svg.text((24.0, 34.0), 18, INK, Anchor::Start, true, "Accuracy and speed on public PDF files");
    let panels = [(150.0, "words found"), (360.0, "reading order"), (570.0, "CPU time, pdftract = 1")];
    for (x, title) in panels {
        svg.text((x, 68.0), 13, INK, Anchor::Start, true, title);
    }
    let bottom = TOP + ROW * programs.len() as f64;
    for (x, share) in [150.0, 360.0].into_iter().flat_map(|x| [LEAST, 0.85, 0.95].map(|share| (x, share))) {
        let at = x + scaled(share);
        svg.line((at, TOP - 16.0), (at, bottom - 8.0));
        svg.text((at, bottom + 8.0), 11, PALE, Anchor::Middle, false, &format!("{share:.2}"));
    }
    let slowest = programs.iter().map(|program| program.cpu).fold(1.0, f64::max);
    for (index, program) in programs.iter().enumerate() {
        let y = TOP + ROW * index as f64;
        let is_ours = program.name == "pdftract";
        let colour = if is_ours { OURS } else { OTHERS };
        svg.text((24.0, y + 4.0), 14, INK, Anchor::Start, is_ours, program.name);
        for (x, share) in [(150.0, program.words), (360.0, program.order)] {
            svg.dot((x + scaled(share), y - 1.0), 6.0, colour);
            svg.text((x + 184.0, y + 4.0), 12, INK, Anchor::End, is_ours, &format!("{share:.3}"));
        }
        let length = program.cpu / slowest * 210.0;
        svg.bar((570.0, y - 10.0), (length, 18.0), colour);
        svg.text((578.0 + length, y + 4.0), 12, INK, Anchor::Start, is_ours, &format!("{:.1}", program.cpu));
    }
    svg.text((24.0, bottom + 40.0), 12, PALE, Anchor::Start, false, &measured(page)?);
    Ok(svg.finish())
}

/// Returns the distance of an accuracy from the left end of its scale.
fn scaled(share: f64) -> f64 {
    (share - LEAST).max(0.0) / (1.0 - LEAST) * 140.0
}

/// Reads the figures. Programs are compared with the program, libraries with the library.
fn programs(page: &str) -> Result<Vec<Program>, String> {
    let accuracy = |name: &'static str, column: &str| cell(page, "## Accuracy", name, column);
    let time = |section: &str, name: &str| cell(page, section, "all", &format!("{name} ms"));
    let peers = [
        ("pdftract", None),
        ("PyMuPDF", Some("## In process")),
        ("PDFium", Some("## In process")),
        ("mutool", Some("## As a program")),
        ("pdftotext", Some("## As a program")),
    ];
    peers
        .into_iter()
        .map(|(name, section)| {
            let cpu = match section {
                Some(section) => time(section, name)? / time(section, "pdftract")?,
                None => 1.0,
            };
            Ok(Program { name, words: accuracy(name, "words")?, order: accuracy(name, "order")?, cpu })
        })
        .collect()
}

/// Returns a figure of the first table of a section.
fn cell(page: &str, section: &str, row: &str, column: &str) -> Result<f64, String> {
    let missing = || format!("BENCHMARKS.md: there is no figure {column} of {row} in the section {section}");
    let (_, rest) = page.split_once(&format!("\n{section}\n")).ok_or_else(missing)?;
    let table =
        rest.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = table.map(|line| line.split('|').map(str::trim).collect()).collect();
    let place =
        rows.first().and_then(|head| head.iter().position(|name| *name == column)).ok_or_else(missing)?;
    let found = rows
        .iter()
        .find(|cells| cells.get(1) == Some(&row))
        .and_then(|cells| cells.get(place))
        .ok_or_else(missing)?;
    found.replace(',', "").parse().map_err(|_| missing())
}

/// Returns date, machine and versions in short.
fn measured(page: &str) -> Result<String, String> {
    let line =
        page.lines().find_map(|line| line.strip_prefix("Measured on ")).ok_or("BENCHMARKS.md: no date")?;
    let (date, _) = line.split_once(' ').ok_or("BENCHMARKS.md: no date")?;
    let (_, versions) = line.split_once("Versions: ").ok_or("BENCHMARKS.md: no versions")?;
    let date = date.trim_end_matches(',');
    Ok(format!("CPU time measured on {date}; {}", versions.trim_end_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "Measured on 2026-01-02 at commit x: a machine. Versions: mutool 1.2, pdftract 0.2.0.

## In process

| class | pdftract ms | PyMuPDF ms | PDFium ms |
|---|---:|---:|---:|
| tiny | 1 | 1 | 1 |
| all | 1,000 | 2,500 | 4,000 |

## As a program

| class | pdftract ms | mutool ms | pdftotext ms |
|---|---:|---:|---:|
| all | 2,000 | 3,000 | 8,000 |

## Accuracy

Words.

| | words | order | tests |
|---|---:|---:|---:|
| pdftract | 0.95 | 0.92 | 0.8 |
| PyMuPDF | 0.94 | 0.91 | 0.6 |
| PDFium | 0.93 | 0.90 | 0.6 |
| mutool | 0.92 | 0.89 | 0.6 |
| pdftotext | 0.91 | 0.88 | 0.6 |
";

    #[test]
    fn figures_are_read_from_the_page() {
        let programs = programs(PAGE).unwrap();
        let times: Vec<(&str, f64)> = programs.iter().map(|program| (program.name, program.cpu)).collect();
        assert_eq!(
            times,
            [("pdftract", 1.0), ("PyMuPDF", 2.5), ("PDFium", 4.0), ("mutool", 1.5), ("pdftotext", 4.0)]
        );
        assert_eq!(programs[4], Program { name: "pdftotext", words: 0.91, order: 0.88, cpu: 4.0 });
        let chart = draw(PAGE).unwrap();
        assert!(chart.contains("CPU time measured on 2026-01-02; mutool 1.2, pdftract 0.2.0"), "{chart}");
    }

    #[test]
    fn a_missing_figure_is_named() {
        let error = draw(&PAGE.replace("mutool ms", "other ms")).unwrap_err();
        assert!(error.contains("mutool ms of all in the section ## As a program"), "{error}");
    }
}
