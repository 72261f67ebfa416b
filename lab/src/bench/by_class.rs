//! The tables by class of file: in process, by format, as a program, and the files where a peer is faster.

use super::class::Class;
use super::contestant::Who;
use super::race::{Race, Row, total};
use super::table::{Section, Table, milliseconds, ratio};

/// The number of worst files that are named.
const WORST: usize = 20;

/// Returns all tables of the race.
pub(super) fn sections(race: &Race) -> Vec<Section> {
    vec![in_process(race), formats(race), as_program(race), slower(race)]
}

/// Returns each class with its name, and all classes together.
fn groups() -> impl Iterator<Item = (String, Option<Class>)> {
    let classes = Class::all().iter().map(|class| (class.name(), Some(*class)));
    classes.chain([("all".to_owned(), None)])
}

/// Builds a table by class that compares one contestant with others: CPU time of all, ratios, then the columns that
/// `more` adds.
fn comparison(
    race: &Race,
    ours: Who,
    others: &[Who],
    more_columns: &[&str],
    more: impl Fn(&[&Row]) -> Vec<String>,
) -> Table {
    let names: Vec<String> =
        std::iter::once(&ours).chain(others).map(|who| format!("{} ms", who.name())).collect();
    let quotients: Vec<String> = others.iter().map(|who| format!("/ {}", who.name())).collect();
    let mut columns = vec!["class", "files"];
    columns.extend(names.iter().chain(&quotients).map(String::as_str));
    columns.extend(more_columns);
    let mut table = Table::new(&columns);
    let everybody: Vec<Who> = std::iter::once(ours).chain(others.iter().copied()).collect();
    for (name, class) in groups() {
        let rows = race.compared(class, &everybody);
        if rows.is_empty() {
            continue;
        }
        let mut cells = vec![name, rows.len().to_string()];
        cells.extend(everybody.iter().map(|who| milliseconds(total(&rows, *who))));
        cells.extend(others.iter().map(|who| ratio(total(&rows, ours), Some(total(&rows, *who)))));
        cells.extend(more(&rows));
        table.row(cells);
    }
    table
}

fn in_process(race: &Race) -> Section {
    let peers = race.present(&Who::LIBRARIES);
    let others: Vec<Who> = peers.iter().copied().chain([Who::Floor]).collect();
    let more = |rows: &[&Row]| {
        let fastest = peers.iter().map(|who| total(rows, *who)).min_by(f64::total_cmp);
        vec![
            ratio(total(rows, Who::Pdftract), fastest),
            count_slower(rows, Who::Pdftract, &peers).to_string(),
        ]
    };
    let table = comparison(race, Who::Pdftract, &others, &["/ fastest", "slower"], more);
    let note = format!("Refused and lost files: {}.", failures(race, Who::Pdftract, &peers));
    Section::new("in_process", "In process, CPU", table, vec![note])
}

fn formats(race: &Race) -> Section {
    let mut table = Table::new(&[
        "class",
        "files",
        "text ms",
        "JSON ms",
        "Markdown ms",
        "JSON / text",
        "Markdown / text",
    ]);
    let ways = [Who::Pdftract, Who::Json, Who::Markdown];
    for (name, class) in groups() {
        let rows = race.compared(class, &ways);
        if rows.is_empty() {
            continue;
        }
        let text = total(&rows, Who::Pdftract);
        let mut cells = vec![name, rows.len().to_string()];
        cells.extend(ways.iter().map(|way| milliseconds(total(&rows, *way))));
        cells.extend(ways.iter().skip(1).map(|way| ratio(total(&rows, *way), Some(text))));
        table.row(cells);
    }
    Section::new("formats", "JSON and Markdown, in process, CPU", table, Vec::new())
}

fn as_program(race: &Race) -> Section {
    let peers = race.present(&Who::PROGRAMS);
    let more = |rows: &[&Row]| vec![count_slower(rows, Who::Program, &peers).to_string()];
    let table = comparison(race, Who::Program, &peers, &["slower"], more);
    let note = format!("Refused and lost files: {}.", failures(race, Who::Program, &peers));
    Section::new("as_program", "As a program, CPU", table, vec![note])
}

fn failures(race: &Race, ours: Who, peers: &[Who]) -> String {
    let one = |who: &Who| {
        let (refused, lost) = race.failures(*who);
        format!("{} {refused} and {lost}", who.name())
    };
    std::iter::once(&ours).chain(peers).map(one).collect::<Vec<_>>().join(", ")
}

/// Returns the number of files on which pdftract is slower than the fastest of some peers.
fn count_slower(rows: &[&Row], ours: Who, peers: &[Who]) -> usize {
    let is_slower =
        |row: &&&Row| matches!((row.cpu(ours), row.fastest(peers)), (Some(ours), Some(best)) if ours > best);
    rows.iter().filter(is_slower).count()
}

fn slower(race: &Race) -> Section {
    let peers = race.present(&Who::LIBRARIES);
    let compared: Vec<Who> = std::iter::once(Who::Pdftract).chain(peers.iter().copied()).collect();
    let rows = race.compared(None, &compared);
    let quotient =
        |row: &Row| row.cpu(Who::Pdftract).unwrap_or(0.0) / row.fastest(&peers).unwrap_or(f64::MAX);
    let mut worst: Vec<&Row> = rows.iter().copied().filter(|row| quotient(row) > 1.0).collect();
    worst.sort_by(|a, b| quotient(b).total_cmp(&quotient(a)));
    let names: Vec<String> = compared.iter().map(|who| format!("{} ms", who.name())).collect();
    let columns = ["file", "class", "pages", "times"].into_iter().chain(names.iter().map(String::as_str));
    let mut table = Table::new(&columns.collect::<Vec<_>>());
    for row in worst.iter().take(WORST) {
        let subject = &row.subject;
        let mut cells = vec![subject.file.name.clone(), subject.class.name(), subject.pages.to_string()];
        cells.push(format!("{:.2}", quotient(row)));
        cells.extend(compared.iter().map(|who| milliseconds(row.cpu(*who).unwrap_or(0.0))));
        table.row(cells);
    }
    let incumbents: Vec<Who> = peers.iter().copied().filter(|who| *who != Who::Pdfboss).collect();
    let note = format!(
        "Of {} files {} cost more than with the fastest library, {} more than twice as much; {} cost more than with the \
         faster of PyMuPDF and PDFium.",
        rows.len(),
        worst.len(),
        worst.iter().filter(|row| quotient(row) > 2.0).count(),
        count_slower(&rows, Who::Pdftract, &incumbents)
    );
    Section::new("slower", "Files where a library is faster, in process", table, vec![note])
}
