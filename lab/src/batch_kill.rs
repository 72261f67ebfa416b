//! `lab batch-kill`: kills batch runs at random moments and looks at what they leave.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use clap::Args;
use pdftract_testkit::builder::{simple_document, text_page};
use pdftract_testkit::random::Random;

use crate::Check;

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

fn write_input(folder: &Path, files: usize) -> Result<(), String> {
    for number in 0..files {
        let folder = folder.join((number % 7).to_string());
        let pages = [text_page(&format!("file {number}")), text_page("second page")];
        let pdf = simple_document(&[&pages[0], &pages[1]]);
        let written =
            fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join(format!("{number}.pdf")), pdf));
        written.map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(())
}

fn start(arguments: &Arguments, out: &str) -> Result<Child, String> {
    let mut command = Command::new(&arguments.binary);
    command.arg(arguments.folder.join("in")).arg("-o").arg(arguments.folder.join(out));
    command.args(["-q", "-f", "text,json", "--skip-existing"]).stdout(Stdio::null());
    if arguments.isolate {
        command.arg("--isolate");
    }
    command.spawn().map_err(|error| format!("{}: {error}", arguments.binary.display()))
}

fn wait(mut child: Child) -> Result<(), String> {
    let status = child.wait().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("an undisturbed run ended with {status}")) }
}

/// All files below a folder with their bytes.
pub(crate) fn tree(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let Ok(entries) = fs::read_dir(&next) else { continue };
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                files
                    .insert(path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned(), bytes);
            }
        }
    }
    Ok(files)
}
