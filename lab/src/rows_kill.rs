//! `lab rows-kill`: kills runs that write rows, at moments that are evenly spread over a run, and compares what they leave.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use clap::Args;
use pdftract_testkit::random::Random;

use crate::Check;
use crate::batch_run::{self, rows, wait, write_input};

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
    /// The format of the rows: `rows` or `parquet`.
    #[arg(long, default_value = "rows")]
    format: String,
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

fn start(arguments: &Arguments, input: &Path, out: &str) -> Result<Child, String> {
    let Arguments { binary, folder, format, part_size, isolate, .. } = arguments;
    let options = ["-f", format, "--part-size", part_size, "--isolate"];
    let options = options.into_iter().filter(|option| *isolate || *option != "--isolate");
    batch_run::start(binary, input, &folder.join(out), options)
}
