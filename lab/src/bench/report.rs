//! All measurements, for the terminal, as JSON and as the benchmark page.

use std::path::Path;

use serde::Serialize;

use super::class::Class;
use super::contestant::Who;
use super::machine::Machine;
use super::race::Race;
use super::table::Section;

/// The page without its figures: `{{key}}` is the placeholder of a section.
const TEMPLATE: &str = include_str!("benchmarks.template.md");

/// The whole run.
#[derive(Serialize)]
pub(super) struct Report {
    pub(super) machine: Machine,
    pub(super) sections: Vec<Section>,
}

/// A file in the JSON.
#[derive(Serialize)]
struct FileCosts<'r> {
    file: &'r str,
    class: Class,
    pages: usize,
    /// `None` if the file was refused or lost.
    cpu_ms: Vec<(Who, Option<f64>)>,
}

impl Report {
    /// Formats all sections for a terminal.
    pub(super) fn text(&self) -> String {
        let section = |section: &Section| format!("\n{}\n\n{}", section.title, section.markdown());
        self.machine.text() + &self.sections.iter().map(section).collect::<String>()
    }

    /// Writes the requested files.
    pub(super) fn write(&self, race: &Race, json: Option<&Path>, page: Option<&Path>) -> Result<(), String> {
        let write = |path: &Path, text: String| {
            std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
        };
        json.map_or(Ok(()), |path| write(path, self.json(race)))?;
        let Some(path) = page else { return Ok(()) };
        let page = self.page(race);
        // Peers that are not installed are missing from the figures, and the chart shows all.
        match xtask::book::chart(&page) {
            Ok(chart) => write(&path.with_file_name("docs/pictures/benchmarks.svg"), chart)?,
            Err(reason) => eprintln!("the chart is not written: {reason}"),
        }
        write(path, page)
    }

    fn json(&self, race: &Race) -> String {
        let costs = race.rows.iter().map(|row| FileCosts {
            file: &row.subject.file.name,
            class: row.subject.class,
            pages: row.subject.pages,
            cpu_ms: race.present.iter().map(|who| (*who, row.cpu(*who))).collect(),
        });
        let all = serde_json::json!({ "report": self, "files": costs.collect::<Vec<_>>() });
        format!("{all:#}\n")
    }

    /// Formats the benchmark page.
    fn page(&self, race: &Race) -> String {
        let mut page = TEMPLATE.replace("{{machine}}", self.machine.text().trim_end());
        page = page.replace("{{files}}", &race.rows.len().to_string());
        page = page.replace("{{rounds}}", &race.rounds.to_string());
        page = page.replace("{{left_out}}", &left_out(race));
        for section in &self.sections {
            page = page.replace(&format!("{{{{{}}}}}", section.key), section.markdown().trim_end());
        }
        page
    }
}

/// Returns a sentence about the classes that no measured file belongs to; empty if there is none.
fn left_out(race: &Race) -> String {
    let is_measured = |class: &Class| race.rows.iter().any(|row| row.subject.class == *class);
    let others = Class::all().iter().filter(|class| !is_measured(class));
    let names: Vec<String> = others.map(|class| class.name()).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" No file of these classes was read: {}.", names.join(", "))
    }
}
