//! `lab batch-kill`: kills batch runs at random moments and looks at what they leave.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Child;
use std::time::Duration;

use clap::Args;
use pdftract_testkit::random::Random;

use crate::Check;
use crate::batch_run::{self, tree, wait, write_input};

/// Arguments of `lab batch-kill`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The pdftract binary.
    binary: PathBuf,
    /// Files of the batch.
    #[arg(long, default_value_t = 2_000)]
    files: usize,
    /// Kills in all.
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// The seed of the moments.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Read files in worker processes.
    #[arg(long)]
    isolate: bool,
    /// Folder for input and output; emptied first.
    #[arg(long, default_value = "target/batch-kill")]
    folder: PathBuf,
}

/// Kills, resumes, and compares the output with that of an undisturbed run; bad when anything differs.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let folder = &arguments.folder;
    let _ = fs::remove_dir_all(folder);
    write_input(&folder.join("in"), arguments.files)?;
    let started = std::time::Instant::now();
    wait(start(arguments, "expected")?)?;
    let whole_run = started.elapsed();
    let expected = tree(&folder.join("expected"))?;
    let mut random = Random::new(arguments.seed);
    let (mut faults, mut kills, mut temporary) = (0_usize, 0, 0);
    // How many kills came when so many tenths of all results were there.
    let mut moments = [0_usize; 10];
    while kills < arguments.kills {
        let mut child = start(arguments, "out")?;
        let share = f64::from(u32::try_from(random.below(1_000)).unwrap_or(0)) / 1_000.0;
        std::thread::sleep(whole_run.mul_f64(share * 0.5) + Duration::from_millis(1));
        let was_running = child.try_wait().map_err(|error| error.to_string())?.is_none();
        child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
        kills += usize::from(was_running);
        let left = tree(&folder.join("out"))?;
        temporary += left.keys().filter(|name| is_temporary(name)).count();
        if was_running {
            moments[(10 * left.len() / expected.len().max(1)).min(9)] += 1;
        }
        faults += left
            .iter()
            .filter(|(name, bytes)| !is_temporary(name) && expected.get(*name) != Some(*bytes))
            .count();
        if !was_running || left.len() >= expected.len() {
            // All is there: begin again, after a last run that has to clear up.
            faults += usize::from(finished(arguments)? != expected);
            fs::remove_dir_all(folder.join("out")).map_err(|error| error.to_string())?;
        }
    }
    faults += usize::from(finished(arguments)? != expected);
    println!(
        "batch-kill: {kills} kills of batches of {} files; {faults} results half-written, different, missing or left over; \
         {temporary} temporary files seen after kills, 0 allowed after the next run; kills by tenths of the results \
         written: {moments:?}",
        arguments.files
    );
    Ok(Check::passed_if(faults == 0))
}

fn is_temporary(name: &str) -> bool {
    name.contains(".pdftract-")
}

/// Runs to the end and returns what is there then.
fn finished(arguments: &Arguments) -> Result<BTreeMap<String, Vec<u8>>, String> {
    wait(start(arguments, "out")?)?;
    tree(&arguments.folder.join("out"))
}

fn start(arguments: &Arguments, out: &str) -> Result<Child, String> {
    let Arguments { binary, folder, isolate, .. } = arguments;
    let options = ["-f", "text,json", "--skip-existing", "--isolate"];
    let options = options.into_iter().filter(|option| *isolate || *option != "--isolate");
    batch_run::start(binary, &folder.join("in"), &folder.join(out), options)
}
