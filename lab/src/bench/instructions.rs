//! Instruction counts by class, which do not depend on the load of the machine.

use std::path::Path;

use super::class::Class;
use super::contestant::{Who, program_commands};
use super::library_worker::Way;
use super::race::{Race, Row};
use super::table::{Section, Table, ratio};
use super::valgrind;
use crate::parallel;

const KEY: &str = "instructions";
const TITLE: &str = "Instructions, millions";
/// Files that take pdftract longer are skipped, since valgrind is fifty times slower.
const LIMIT_MS: f64 = 200.0;

/// The instruction counts of one file.
struct Counts {
    class: Class,
    /// Text and floor in process, without process start-up.
    text: u64,
    floor: u64,
    json: u64,
    markdown: u64,
    /// As programs, including start-up.
    programs: Vec<(Who, u64)>,
}

/// Counts the instructions of some files of each class.
pub(super) fn section(program: &Path, race: &Race, files_per_class: usize) -> Result<Section, String> {
    if let Err(reason) = valgrind::require() {
        return Ok(Section::skipped(KEY, TITLE, &reason));
    }
    eprintln!("instructions …");
    let files = choose(race, files_per_class);
    let starts = [Way::Text, Way::Floor, Way::Json, Way::Markdown].map(|way| in_process(way, None));
    let [text, floor, json, markdown] = starts;
    let (text, floor, json, markdown) = (text?, floor?, json?, markdown?);
    let count = |row: &&Row| -> Result<Counts, String> {
        let path = Some(row.subject.file.path.as_path());
        let mut programs = Vec::new();
        for (who, command) in program_commands(program, &row.subject.file.path) {
            programs.push((who, valgrind::instructions(&command)?));
        }
        Ok(Counts {
            class: row.subject.class,
            text: in_process(Way::Text, path)?.saturating_sub(text),
            floor: in_process(Way::Floor, path)?.saturating_sub(floor),
            json: in_process(Way::Json, path)?.saturating_sub(json),
            markdown: in_process(Way::Markdown, path)?.saturating_sub(markdown),
            programs,
        })
    };
    let counts = parallel::map(&files, None, count)?;
    Ok(Section::new(KEY, TITLE, table(&counts), Vec::new()))
}

/// Selects some files of each class that all programs can read, spread evenly over their cost.
fn choose(race: &Race, files_per_class: usize) -> Vec<&Row> {
    let mut readers = race.present(&Who::PROGRAMS);
    readers.extend([Who::Program, Who::Pdftract, Who::Floor]);
    let mut chosen = Vec::new();
    for class in Class::all() {
        let mut rows = race.compared(Some(*class), &readers);
        rows.retain(|row| row.cpu(Who::Pdftract).is_some_and(|cpu| cpu < LIMIT_MS));
        rows.sort_by(|a, b| {
            a.cpu(Who::Pdftract).partial_cmp(&b.cpu(Who::Pdftract)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let count = rows.len();
        // The middle of each part.
        let places = (0..files_per_class).map(|part| (2 * part + 1) * count / (2 * files_per_class));
        let mut places: Vec<usize> = places.collect();
        places.dedup();
        chosen.extend(places.into_iter().filter_map(|place| rows.get(place).copied()));
    }
    chosen
}

/// Counts the instructions of a worker that reads one file, or none.
fn in_process(way: Way, path: Option<&Path>) -> Result<u64, String> {
    let mut command = way.command()?;
    command.arg(path.unwrap_or(Path::new("no-such-file.pdf")));
    valgrind::instructions(&command)
}

fn table(counts: &[Counts]) -> Table {
    let programs: Vec<Who> =
        counts.first().map(|each| each.programs.iter().map(|(who, _)| *who).collect()).unwrap_or_default();
    let names: Vec<String> = programs.iter().map(|who| format!("program {}", who.name())).collect();
    let quotients: Vec<String> = programs.iter().skip(1).map(|who| format!("/ {}", who.name())).collect();
    let mut columns = vec!["class", "files", "text", "floor", "floors", "JSON / text", "Markdown / text"];
    columns.extend(names.iter().chain(&quotients).map(String::as_str));
    let mut table = Table::new(&columns);
    let classes = Class::all().iter().map(|class| Some(*class)).chain([None]);
    for class in classes {
        let counts: Vec<&Counts> =
            counts.iter().filter(|each| class.is_none_or(|class| each.class == class)).collect();
        if counts.is_empty() {
            continue;
        }
        let sum = |of: &dyn Fn(&Counts) -> u64| counts.iter().map(|each| of(each)).sum::<u64>() as f64 / 1e6;
        let (text, floor) = (sum(&|each| each.text), sum(&|each| each.floor));
        let mut cells = vec![class.map_or("all".to_owned(), Class::name), counts.len().to_string()];
        cells.extend([format!("{text:.1}"), format!("{floor:.1}"), ratio(text, Some(floor))]);
        cells.extend([
            ratio(sum(&|each| each.json), Some(text)),
            ratio(sum(&|each| each.markdown), Some(text)),
        ]);
        let totals: Vec<f64> = (0..programs.len())
            .map(|index| sum(&|each| each.programs.get(index).map_or(0, |(_, count)| *count)))
            .collect();
        cells.extend(totals.iter().map(|total| format!("{total:.1}")));
        let ours = totals.first().copied().unwrap_or(0.0);
        cells.extend(totals.iter().skip(1).map(|total| ratio(ours, Some(*total))));
        table.row(cells);
    }
    table
}
