//! The gain from a second thread, compared with that of two separate processes, since virtual machines may share
//! cores.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::class::Class;
use super::contestant::Who;
use super::race::{Race, Row};
use super::scratch::Scratch;
use super::specimens::{self, Kind};
use super::table::{Section, Table, milliseconds, ratio};

/// The number of pages from which a second thread should help most.
const LONG: usize = 200;
/// The number of pages from which a second thread is worthwhile.
const SEVERAL: usize = 4;
/// The number of documents per class.
const DOCUMENTS: usize = 3;
/// The number of files in the folder.
const FOLDER: usize = 300;

/// A benchmark task: its name and files.
struct Task {
    name: String,
    pages: usize,
    paths: Vec<PathBuf>,
}

/// The lowest wall times of several runs.
struct Times {
    one: Duration,
    two: Duration,
    /// Two parallel processes, each with one thread and the whole task.
    pair: Duration,
}

/// Measures long documents, Type 3 and unmapped fonts, and a folder.
pub(super) fn section(
    program: &Path,
    race: &Race,
    scratch: &Scratch,
    repetitions: usize,
) -> Result<Section, String> {
    eprintln!("threads …");
    let mut table =
        Table::new(&["document", "pages", "1 thread ms", "2 threads ms", "times faster", "two processes"]);
    for task in tasks(race, scratch)? {
        let times = measure(program, &task, repetitions)?;
        let of = |time: Duration| time.as_secs_f64() * 1e3;
        table.row(vec![
            task.name,
            task.pages.to_string(),
            milliseconds(of(times.one)),
            milliseconds(of(times.two)),
            ratio(of(times.one), Some(of(times.two))),
            ratio(2.0 * of(times.one), Some(of(times.pair))),
        ]);
    }
    let note = "\"Two processes\" is the control: the speedup of two processes with one thread each over reading the \
                document twice in sequence. If two threads gain more than that, or the control is far below 2, other \
                work disturbed the measurement and the row is not meaningful.";
    Ok(Section::new("threads", "Two threads, wall time", table, vec![note.to_owned()]))
}

fn tasks(race: &Race, scratch: &Scratch) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    for (kind, pages) in
        [(Kind::Book, LONG), (Kind::Book, 1_000), (Kind::Type3, LONG), (Kind::Unmapped, LONG)]
    {
        let path = specimens::write_in_child(scratch.path(), kind, pages)?;
        let name = format!("{} (made)", path.file_stem().unwrap_or_default().to_string_lossy());
        tasks.push(Task { name, pages, paths: vec![path] });
    }
    for (class, pages) in [(Class::Long, LONG), (Class::Type3, SEVERAL), (Class::Nomap, SEVERAL)] {
        tasks.extend(costliest(race, class, pages));
    }
    let read: Vec<&Row> = race.compared(None, &[Who::Program]);
    let paths: Vec<PathBuf> = read.iter().take(FOLDER).map(|row| row.subject.file.path.clone()).collect();
    let pages = read.iter().take(FOLDER).map(|row| row.subject.pages).sum();
    if !paths.is_empty() {
        tasks.push(Task { name: format!("folder of {} files", paths.len()), pages, paths });
    }
    Ok(tasks)
}

/// Returns the most expensive documents of a class.
fn costliest(race: &Race, class: Class, pages: usize) -> impl Iterator<Item = Task> {
    let mut rows = race.compared(Some(class), &[Who::Program]);
    rows.retain(|row| row.subject.pages >= pages);
    rows.sort_by(|a, b| {
        b.cpu(Who::Program).partial_cmp(&a.cpu(Who::Program)).unwrap_or(std::cmp::Ordering::Equal)
    });
    rows.into_iter().take(DOCUMENTS).map(move |row| Task {
        name: format!("{} ({})", row.subject.file.name, class.name()),
        pages: row.subject.pages,
        paths: vec![row.subject.file.path.clone()],
    })
}

fn measure(program: &Path, task: &Task, repetitions: usize) -> Result<Times, String> {
    let mut best = Times { one: Duration::MAX, two: Duration::MAX, pair: Duration::MAX };
    for _ in 0..repetitions {
        best.one = best.one.min(wall(program, task, "1", 1)?);
        best.two = best.two.min(wall(program, task, "2", 1)?);
        best.pair = best.pair.min(wall(program, task, "1", 2)?);
    }
    Ok(best)
}

/// Starts several processes at once and returns the time until all have ended.
fn wall(program: &Path, task: &Task, jobs: &str, processes: usize) -> Result<Duration, String> {
    let start = Instant::now();
    let mut children = Vec::new();
    for _ in 0..processes {
        let mut command = Command::new(program);
        command.args(["-q", "--jobs", jobs]).args(&task.paths);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        children.push(command.spawn().map_err(|error| format!("{}: {error}", program.display()))?);
    }
    for mut child in children {
        child.wait().map_err(|error| format!("{}: {error}", program.display()))?;
    }
    Ok(start.elapsed())
}
