//! `lab rows-kill`: kills runs that write rows, at moments that are evenly spread over a run, and compares what they leave.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use pdftract_testkit::builder::{simple_document, text_page};
use pdftract_testkit::random::Random;

use crate::Check;

/// Arguments of `lab rows-kill`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The pdftract binary.
    binary: PathBuf,
    /// Folder with PDFs; files are made if absent.
    #[arg(long)]
    input: Option<PathBuf>,
    /// Files that are made.
    #[arg(long, default_value_t = 2_000)]
    files: usize,
    /// Kills in all.
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// Kills of one run before it may end and another begins.
    #[arg(long, default_value_t = 20)]
    kills_per_run: u32,
    /// The seed of the moments.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Size of a file of rows.
    #[arg(long, default_value = "256k")]
    part_size: String,
    /// Read files in worker processes.
    #[arg(long)]
    isolate: bool,
    /// Folder for input and output; emptied first.
    #[arg(long, default_value = "target/rows-kill")]
    folder: PathBuf,
}

type Rows = BTreeMap<String, Vec<String>>;

/// Kills, resumes, and compares the rows with those of an undisturbed run; bad when anything differs.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let folder = &arguments.folder;
    let _ = fs::remove_dir_all(folder);
    let input = match &arguments.input {
        Some(input) => input.clone(),
        None => write_input(&folder.join("in"), arguments.files)?,
    };
    let started = Instant::now();
    wait(start(arguments, &input, "expected")?)?;
    let whole_run = started.elapsed();
    let expected = rows(&folder.join("expected"))?;
    let mut random = Random::new(arguments.seed);
    let (mut faults, mut kills, mut runs) = (0_usize, 0, 0);
    let mut moments = [0_usize; 10];
    while kills < arguments.kills {
        let _ = fs::remove_dir_all(folder.join("out"));
        runs += 1;
        // Each step lets the run go on for about this share of a whole run, so that kills are spread over all of it.
        let step = whole_run.mul_f64(1.0 / f64::from(arguments.kills_per_run));
        while kills < arguments.kills {
            let mut child = start(arguments, &input, "out")?;
            let share = f64::from(u32::try_from(random.below(2_000)).unwrap_or(0)) / 1_000.0;
            std::thread::sleep(step.mul_f64(share) + Duration::from_millis(1));
            if child.try_wait().map_err(|error| error.to_string())?.is_some() {
                break;
            }
            child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
            kills += 1;
            let seen = rows(&folder.join("out"))?;
            let done = seen.len() + spooled(&folder.join("out"));
            moments[(10 * done / expected.len().max(1)).min(9)] += 1;
            faults += seen.iter().filter(|(path, rows)| expected.get(*path) != Some(rows)).count();
        }
        wait(start(arguments, &input, "out")?)?;
        let found = rows(&folder.join("out"))?;
        faults += expected.iter().filter(|(path, rows)| found.get(*path) != Some(rows)).count();
        faults += found.keys().filter(|path| !expected.contains_key(*path)).count();
    }
    println!(
        "rows-kill: {kills} kills in {runs} runs over {} inputs; {faults} inputs with missing, repeated or different rows; kills \
         by tenths of the inputs done: {moments:?}",
        expected.len()
    );
    Ok(Check::passed_if(faults == 0))
}

/// Returns the number of inputs in the spool of a killed run.
fn spooled(folder: &Path) -> usize {
    let entries = fs::read_dir(folder.join("_pdftract")).into_iter().flatten().flatten();
    let spools = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("spool-"));
    let lines = spools.filter_map(|entry| fs::read_to_string(entry.path()).ok());
    lines.map(|text| text.lines().filter(|line| line.starts_with("{\"Done\"")).count()).sum()
}

/// Returns the rows of all files by the path of their input.
fn rows(folder: &Path) -> Result<Rows, String> {
    let mut rows = Rows::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in entries.filter(|path| path.is_file()) {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for line in text.lines() {
            let row: serde_json::Value =
                serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))?;
            let name = row["path"].as_str().unwrap_or_default().to_owned();
            rows.entry(name).or_default().push(line.to_owned());
        }
    }
    Ok(rows)
}

fn write_input(folder: &Path, files: usize) -> Result<PathBuf, String> {
    for number in 0..files {
        let folder = folder.join((number % 7).to_string());
        let pages = [text_page(&format!("file {number}")), text_page("second page")];
        let pdf = simple_document(&[&pages[0], &pages[1]]);
        let written =
            fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join(format!("{number}.pdf")), pdf));
        written.map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(folder.to_path_buf())
}

fn start(arguments: &Arguments, input: &Path, out: &str) -> Result<Child, String> {
    let mut command = Command::new(&arguments.binary);
    command.arg(input).arg("-o").arg(arguments.folder.join(out));
    command.args(["-q", "-f", "rows", "--part-size", &arguments.part_size]).stdout(Stdio::null());
    if arguments.isolate {
        command.arg("--isolate");
    }
    command.spawn().map_err(|error| format!("{}: {error}", arguments.binary.display()))
}

fn wait(mut child: Child) -> Result<(), String> {
    let status = child.wait().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("an undisturbed run ended with {status}")) }
}
