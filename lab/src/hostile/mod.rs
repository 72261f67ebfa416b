//! `lab hostile`: writes hostile files, or runs pdftract on them under tight limits.

mod judge;
mod modes;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use pdftract_testkit::hostile::{self, Recipe};

use crate::Check;
use trial::Trial;

/// Arguments of `lab hostile`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder to write the files to.
    #[arg(long, default_value = "target/hostile")]
    out: PathBuf,
    /// Run pdftract on each file at scales 1, 2 and 4, in a process with a stack of 128 KiB.
    #[arg(long)]
    run: bool,
    /// Run this pdftract binary on each file at scales 1, 2 and 4 in all modes: text, json, md, check, info, fonts, repair,
    /// report, render and ocr.
    #[arg(long, conflicts_with = "run")]
    binary: Option<PathBuf>,
    /// Only modes whose name contains this.
    #[arg(long, default_value = "", requires = "binary")]
    mode: String,
    /// Print all runs of the binary, not only those over a limit.
    #[arg(long, requires = "binary")]
    all: bool,
    /// Only recipes whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Only the recipe whose name is `--only`.
    #[arg(long)]
    exact: bool,
    /// The scale of the files that are written.
    #[arg(long, default_value_t = 1)]
    scale: u32,
}

/// The scales at which growth of time is measured.
const SCALES: [u32; 3] = [1, 2, 4];

/// The number of repetitions for a file whose time seems to grow too fast; the fastest counts.
const CAREFUL_REPEATS: usize = 6;

/// Writes the files, or runs pdftract on them; fails if a limit or an expectation is violated.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let out = &arguments.out;
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let is_wanted = |recipe: &&Recipe| match arguments.exact {
        true => recipe.name == arguments.only,
        false => recipe.name.contains(&arguments.only),
    };
    let recipes: Vec<&Recipe> = hostile::all().iter().filter(is_wanted).collect();
    if arguments.run {
        return run_all(&recipes, out);
    }
    if let Some(binary) = &arguments.binary {
        return modes::run(&recipes, binary, out, &arguments.mode, arguments.all);
    }
    for recipe in &recipes {
        write(recipe, arguments.scale, out)?;
    }
    println!("hostile: {} files", recipes.len());
    Ok(Check::Passed)
}

fn run_all(recipes: &[&Recipe], out: &Path) -> Result<Check, String> {
    let mut breached = 0;
    println!("recipe\tcpu_ms\tpeak_mb\tgrowth\tpages\tword\tdiagnostics\tverdict");
    for recipe in recipes {
        let trials = try_all_scales(recipe, out)?;
        let breaches = judge::breaches(&trials, &recipe.expects);
        breached += usize::from(!breaches.is_empty());
        println!("{}", judge::line(recipe.name, &trials, &recipe.expects, &breaches));
    }
    println!("hostile: {} recipes, {breached} with breaches", recipes.len());
    Ok(Check::passed_if(breached == 0))
}

fn try_all_scales(recipe: &Recipe, out: &Path) -> Result<Vec<Trial>, String> {
    let scales = SCALES.iter().filter(|&&scale| scale == 1 || recipe.scales);
    let paths = scales.map(|&scale| write(recipe, scale, out)).collect::<Result<Vec<_>, _>>()?;
    let try_each = |repeats| -> Result<Vec<Trial>, String> {
        paths.iter().map(|path| trial::run(path, recipe.expects.page_text, repeats)).collect()
    };
    let mut trials = try_each(1)?;
    if judge::grows_too_fast(&trials) {
        // A single measurement may have been slowed by other load on the machine.
        trials = try_each(CAREFUL_REPEATS)?;
    }
    for path in &paths {
        // Large files are removed, since they can be generated again.
        fs::remove_file(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(trials)
}

/// Returns the name of the file of a recipe.
fn file_of(recipe: &Recipe, scale: u32) -> String {
    if scale == 1 { format!("{}.pdf", recipe.name) } else { format!("{}-x{scale}.pdf", recipe.name) }
}

fn write(recipe: &Recipe, scale: u32, out: &Path) -> Result<PathBuf, String> {
    let path = out.join(file_of(recipe, scale));
    let written = fs::write(&path, recipe.generate(f64::from(scale)));
    written.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}
