//! `lab rows-batch`: reads many files into rows, and compares rows, processor time and memory with plain text, with workers, and
//! with attacks among the files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use pdftract_testkit::hostile;
use rustix::process::{Pid, Signal, kill_process};
use wait4::Wait4;

use crate::batch_run::{self, Rows, rows, text};
use crate::{Check, files};

/// Arguments of `lab rows-batch`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The pdftract binary.
    binary: PathBuf,
    /// Folders with the PDFs that are copied until there are enough.
    #[arg(long, required = true)]
    source: Vec<PathBuf>,
    /// Files of the batch.
    #[arg(long, default_value_t = 20_000)]
    files: usize,
    /// Larger files are not copied.
    #[arg(long, default_value_t = 200_000)]
    most_bytes: u64,
    /// The format of the rows: `rows` or `parquet`.
    #[arg(long, default_value = "parquet")]
    format: String,
    /// Attacks among the files of the last run, in which workers are killed too.
    #[arg(long, default_value_t = 200)]
    attacks: usize,
    /// Workers that are killed, evenly over the last run.
    #[arg(long, default_value_t = 20)]
    kills: u32,
    /// Threads of each run.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Folder for input and output; emptied first.
    #[arg(long, default_value = "target/rows-batch")]
    folder: PathBuf,
}

/// The time and memory of a run.
struct Cost {
    cpu: Duration,
    wall: Duration,
    /// The resident memory of the process, in MiB, at the end of each tenth of the time.
    memory: Vec<u64>,
    killed: usize,
}

/// Columns that cost what plain text costs.
const COLUMNS: [&str; 2] = ["--columns", "path,status,error_code,text"];
/// Attacks may not take longer.
const TIME_LIMIT: [&str; 2] = ["--time-limit", "20"];
const POLL: Duration = Duration::from_millis(20);

/// Runs the batch in four ways; fails if an input has not exactly one row, or a row is wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let folder = &arguments.folder;
    let _ = fs::remove_dir_all(folder);
    let input = folder.join("in");
    let names = write_input(arguments, &input)?;
    let format = ["-f", arguments.format.as_str()];
    let plain = spend(arguments, &input, "text", &["-f", "text"], 0, None)?;
    print("text", &plain, &plain);
    let rows_options = [&format[..], &COLUMNS].concat();
    let cost = spend(arguments, &input, "rows", &rows_options, 0, None)?;
    print("rows", &cost, &plain);
    let found = rows(&folder.join("rows"))?;
    let mut faults = wrong_rows(&found, &names, &folder.join("text"))?;
    let whole_run = cost.wall;
    let apart = [&rows_options[..], &["--isolate"], &TIME_LIMIT].concat();
    let cost = spend(arguments, &input, "isolated", &apart, 0, None)?;
    print("isolated", &cost, &plain);
    faults += differences(&found, &rows(&folder.join("isolated"))?);
    let attacks = write_attacks(arguments, &input)?;
    let cost = spend(arguments, &input, "attacked", &apart, arguments.kills, Some(whole_run))?;
    print("attacked", &cost, &plain);
    let attacked = rows(&folder.join("attacked"))?;
    faults += differences(&found, &attacked);
    faults += attack_faults(&attacked, &attacks);
    println!(
        "{} inputs, {} attacks, {} workers killed: {faults} faults",
        names.len(),
        attacks.len(),
        cost.killed
    );
    Ok(Check::passed_if(faults == 0))
}

fn print(name: &str, cost: &Cost, plain: &Cost) {
    println!(
        "{name}: CPU {:.1} s ({:.3} of text), {:.1} s in all, memory by tenths of the run {:?} MiB",
        cost.cpu.as_secs_f64(),
        cost.cpu.as_secs_f64() / plain.cpu.as_secs_f64().max(0.001),
        cost.wall.as_secs_f64(),
        cost.memory
    );
}

/// Copies files of the sources until there are enough, and returns their paths.
fn write_input(arguments: &Arguments, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = files::find(&arguments.source)?;
    found.retain(|file| fs::metadata(&file.path).is_ok_and(|file| file.len() <= arguments.most_bytes));
    let mut written = Vec::with_capacity(arguments.files);
    for (number, file) in found.iter().cycle().take(arguments.files).enumerate() {
        let folder = folder.join((number / 1_000).to_string());
        let path = folder.join(format!("{number}.pdf"));
        let copy = || {
            fs::create_dir_all(&folder)?;
            // The first copy of a file is linked for all others.
            match number.checked_sub(found.len()).and_then(|first| written.get(first)) {
                Some(first) => fs::hard_link(first, &path),
                None => fs::copy(&file.path, &path).map(|_| ()),
            }
        };
        copy().map_err(|error| format!("{}: {error}", path.display()))?;
        written.push(path);
    }
    Ok(written)
}

/// Writes the attacks of the testkit that need little memory to be made, again and again, and returns their paths.
fn write_attacks(arguments: &Arguments, folder: &Path) -> Result<Vec<String>, String> {
    let folder = folder.join("attacks");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut paths = Vec::new();
    for (number, recipe) in hostile::all().iter().cycle().take(arguments.attacks).enumerate() {
        let path = folder.join(format!("{number}-{}.pdf", recipe.name));
        fs::write(&path, recipe.generate(1.0)).map_err(|error| format!("{}: {error}", path.display()))?;
        paths.push(path.to_string_lossy().into_owned());
    }
    Ok(paths)
}

fn spend(
    arguments: &Arguments,
    input: &Path,
    out: &str,
    options: &[&str],
    kills: u32,
    usual: Option<Duration>,
) -> Result<Cost, String> {
    let threads = arguments.threads.to_string();
    let options = [options, &["-j", &threads]].concat();
    let started = Instant::now();
    let child = batch_run::start(&arguments.binary, input, &arguments.folder.join(out), options)?;
    let between = usual.map_or(Duration::MAX, |usual| usual / (kills + 1));
    let (memory, killed, used) = watch(child, started, kills, between)?;
    let tenth = |number: usize| memory.get((memory.len() * number / 10).saturating_sub(1)).copied();
    Ok(Cost {
        cpu: used,
        wall: started.elapsed(),
        memory: (1..=10).filter_map(tenth).map(|kib| kib >> 10).collect(),
        killed,
    })
}

/// Waits for a run; returns its memory over time in KiB, the workers killed and the processor time.
fn watch(
    mut child: Child,
    started: Instant,
    kills: u32,
    between: Duration,
) -> Result<(Vec<u64>, usize, Duration), String> {
    let id = child.id();
    let watcher = thread::spawn(move || {
        let (mut memory, mut killed) = (Vec::new(), 0);
        while let Some(resident) = resident(id) {
            memory.push(resident);
            let is_due = killed < kills && started.elapsed() > between.saturating_mul(killed + 1);
            if is_due && let Some(worker) = workers(id).first() {
                killed += u32::from(kill_process(*worker, Signal::KILL).is_ok());
            }
            thread::sleep(POLL);
        }
        (memory, killed)
    });
    let used = child.wait4().map_err(|error| error.to_string())?;
    let (memory, killed) = watcher.join().map_err(|_| "the watcher failed".to_owned())?;
    if batch_run::is_complete(used.status) {
        Ok((memory, killed as usize, used.rusage.utime + used.rusage.stime))
    } else {
        Err(format!("a run ended with {}", used.status))
    }
}

/// Returns the resident memory of a process in KiB; `None` once it has ended.
fn resident(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the child processes of a run.
fn workers(id: u32) -> Vec<Pid> {
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let of_threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let lists = of_threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let numbers: Vec<i32> = lists
        .chain([children])
        .flat_map(|list| list.split_whitespace().filter_map(|number| number.parse().ok()).collect::<Vec<_>>())
        .collect();
    numbers.into_iter().filter_map(Pid::from_raw).collect()
}

/// Counts inputs without exactly one row, and rows whose text is not that of plain text.
fn wrong_rows(found: &Rows, names: &[PathBuf], text_folder: &Path) -> Result<usize, String> {
    let texts = batch_run::tree(text_folder)?;
    let mut statuses: BTreeMap<String, usize> = BTreeMap::new();
    let mut faults = found.len().abs_diff(names.len());
    for name in names {
        let Some([row]) = found.get(name.to_string_lossy().as_ref()).map(Vec::as_slice) else {
            faults += 1;
            continue;
        };
        let status = text(row, "status");
        *statuses.entry(format!("{status} {}", text(row, "error_code"))).or_default() += 1;
        let below: PathBuf = name.components().rev().take(2).collect::<Vec<_>>().into_iter().rev().collect();
        let expected = texts.get(below.with_extension("txt").to_string_lossy().as_ref());
        // A document that cannot be read has no text file.
        let is_right = expected.map_or(status == "failed", |expected| {
            expected.trim_ascii_end() == text(row, "text").as_bytes().trim_ascii_end()
        });
        if !is_right {
            println!("{}: {status}, and the text is not that of plain text", name.display());
        }
        faults += usize::from(!is_right);
    }
    println!("rows by status: {statuses:?}");
    Ok(faults)
}

/// Counts the inputs whose rows are not the expected ones.
fn differences(expected: &Rows, found: &Rows) -> usize {
    let wrong: Vec<&String> =
        expected.iter().filter(|(path, rows)| found.get(*path) != Some(rows)).map(|(path, _)| path).collect();
    wrong.iter().take(10).for_each(|path| println!("{path}: another row than in an undisturbed run"));
    wrong.len()
}

/// Counts attacks without exactly one row, and failed ones without a reason.
fn attack_faults(found: &Rows, attacks: &[String]) -> usize {
    let mut statuses: BTreeMap<String, usize> = BTreeMap::new();
    let mut faults = 0;
    for path in attacks {
        let Some([row]) = found.get(path).map(Vec::as_slice) else {
            faults += 1;
            continue;
        };
        let (status, reason) = (text(row, "status"), text(row, "error_code"));
        faults += usize::from(status == "failed" && reason.is_empty());
        *statuses.entry(format!("{status} {reason}")).or_default() += 1;
    }
    println!("attacks by status: {statuses:?}");
    faults
}
