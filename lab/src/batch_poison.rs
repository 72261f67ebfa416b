//! `lab batch-poison`: reads good files and attacks in one batch with little memory and compares the good results with those of a
//! batch without attacks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use clap::Args;
use pdftract_testkit::builder::{simple_document, text_page};
use pdftract_testkit::hostile;

use crate::Check;
use crate::batch_run::{is_complete, tree};
use crate::files;

/// Arguments of `lab batch-poison`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The pdftract binary.
    binary: PathBuf,
    /// Folder with good files; files are made if absent.
    #[arg(long)]
    good: Option<PathBuf>,
    /// Folder with attacks; those of the testkit that need the most are made if absent.
    #[arg(long)]
    attacks: Option<PathBuf>,
    /// Good files of the batch.
    #[arg(long, default_value_t = 100)]
    good_files: usize,
    /// Attacks of the batch.
    #[arg(long, default_value_t = 20)]
    attack_files: usize,
    /// The address space of each process, in KiB.
    #[arg(long, default_value_t = 1_500_000)]
    memory_kib: u64,
    /// Folder for input and output; emptied first.
    #[arg(long, default_value = "target/batch-poison")]
    folder: PathBuf,
}

/// The attacks that need the most time or memory.
const ATTACKS: [&str; 20] = [
    "shared_title",
    "shared_field_value",
    "shared_uri",
    "shared_note",
    "shared_widths",
    "shared_program",
    "shared_differences",
    "fonts_many",
    "text_bomb",
    "shared_content",
    "chequered_glyphs",
    "pages_many",
    "directions_many",
    "crowded_lines",
    "glyph_flood",
    "flate_bomb_nested",
    "objstm_many",
    "form_laughs",
    "xmp_bomb",
    "nest_array",
];

/// The ways to run the batch.
const WAYS: [&[&str]; 8] = [
    &["-f", "text"],
    &["-f", "markdown"],
    &["-f", "json"],
    &["-f", "text,json"],
    &["-f", "text", "--isolate"],
    &["-f", "markdown", "--isolate"],
    &["-f", "json", "--isolate"],
    &["-f", "text,json", "--isolate"],
];

/// Runs the batch in all ways; fails if a good result is missing or different, or a run ends in another way than documented.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let folder = &arguments.folder;
    let _ = fs::remove_dir_all(folder);
    let attacks = write_input(arguments)?;
    let mut is_good = true;
    println!("way\texit\tgood wrong or missing\tresults of attacks");
    for way in WAYS {
        let expected_folder = folder.join("expected");
        let formats = &way[..2];
        clear(&expected_folder)?;
        extract(arguments, formats, "alone", &expected_folder, false)?;
        let out = folder.join("out");
        clear(&out)?;
        let status = extract(arguments, way, "mixed", &out, true)?;
        let (expected, written) = (tree(&expected_folder)?, tree(&out)?);
        let wrong = expected.iter().filter(|(name, bytes)| written.get(*name) != Some(bytes)).count();
        let of_attacks = count_attacks(&written, &expected);
        println!(
            "{}\t{}\t{wrong} of {}\t{of_attacks} of {}",
            way.join(" "),
            status.code().map_or_else(|| status.to_string(), |code| code.to_string()),
            expected.len(),
            attacks * if way[1].contains(',') { 2 } else { 1 }
        );
        is_good &= wrong == 0 && is_complete(status) && !expected.is_empty();
    }
    Ok(Check::passed_if(is_good))
}

fn count_attacks(written: &BTreeMap<String, Vec<u8>>, expected: &BTreeMap<String, Vec<u8>>) -> usize {
    written.keys().filter(|name| !expected.contains_key(*name)).count()
}

fn clear(folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Writes the folder `alone/in`, and the folder `mixed/in` with the attacks among the same files; returns the number of attacks.
/// JSON has the name of its file, which must be the same in both.
fn write_input(arguments: &Arguments) -> Result<usize, String> {
    let (good, all) = (arguments.folder.join("alone/in"), arguments.folder.join("mixed/in"));
    clear(&good)?;
    clear(&all)?;
    let write = |folder: &Path, name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    let given = match &arguments.good {
        Some(folder) => read_some(folder, arguments.good_files)?,
        None => (0..arguments.good_files).map(made).collect(),
    };
    for (number, bytes) in given.iter().enumerate() {
        let name = format!("{number:03}-good.pdf");
        write(&good, &name, bytes)?;
        write(&all, &name, bytes)?;
    }
    let attacks: Vec<Vec<u8>> = match &arguments.attacks {
        Some(folder) => read_some(folder, arguments.attack_files)?,
        None => {
            let recipes = ATTACKS.iter().filter_map(|name| hostile::by_name(name));
            recipes.take(arguments.attack_files).map(|recipe| recipe.generate(1.0)).collect()
        }
    };
    for (number, bytes) in attacks.iter().enumerate() {
        // The names spread them over the whole batch.
        write(&all, &format!("{:03}-attack.pdf", number * given.len() / attacks.len().max(1)), bytes)?;
    }
    Ok(attacks.len())
}

fn made(number: usize) -> Vec<u8> {
    let pages = [text_page(&format!("good file {number}")), text_page("second page")];
    simple_document(&[&pages[0], &pages[1]])
}

/// Returns files of a folder, evenly chosen by name.
fn read_some(folder: &Path, count: usize) -> Result<Vec<Vec<u8>>, String> {
    let found = files::find(&[folder.to_path_buf()])?;
    let chosen =
        (0..count.min(found.len())).map(|index| &found[index * found.len() / count.min(found.len())]);
    chosen
        .map(|file| fs::read(&file.path).map_err(|error| format!("{}: {error}", file.path.display())))
        .collect()
}

fn extract(
    arguments: &Arguments,
    way: &[&str],
    batch: &str,
    out: &Path,
    is_limited: bool,
) -> Result<ExitStatus, String> {
    let told = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let binary = fs::canonicalize(&arguments.binary).map_err(|error| told(&arguments.binary, error))?;
    let out = fs::canonicalize(out).map_err(|error| told(out, error))?;
    let limit = if is_limited { format!("ulimit -v {}; ", arguments.memory_kib) } else { String::new() };
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{limit}exec \"$@\"")).arg("sh").arg(&binary).arg("-q").args(way);
    command.arg("-o").arg(out).arg("in").current_dir(arguments.folder.join(batch));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().map_err(|error| told(&binary, error))
}
