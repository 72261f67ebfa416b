//! Runs the real binary on hostile files, in all its modes and at three scales.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use pdftract_testkit::hostile::Recipe;

use super::{SCALES, file_of};
use crate::Check;
use crate::process::{self, Ending};
use crate::tool::{self, Spent};

/// The modes, each as its arguments; `IN` is the file and `OUT` a result that is not looked at.
const MODES: [(&str, &[&str]); 10] = [
    ("text", &["-q", "IN"]),
    ("json", &["-q", "-f", "json", "IN"]),
    ("md", &["-q", "-f", "markdown", "IN"]),
    ("check", &["check", "IN"]),
    ("info", &["info", "IN"]),
    ("fonts", &["fonts", "IN"]),
    ("repair", &["repair", "IN", "-o", "OUT"]),
    ("report", &["report", "IN", "-o", "OUT"]),
    ("render", &["render", "IN", "-o", "OUT"]),
    ("ocr", &["-q", "--ocr", "auto", "IN"]),
];

/// CPU time and memory at scale 1. Larger files may take more time in proportion, but no more memory.
const CPU_LIMIT_MS: f64 = 2_000.0;
const MEMORY_LIMIT_MB: f64 = 256.0 * 1.048_576;
/// The largest growth of time when the attack doubles: a factor of two and some noise.
const GROWTH_LIMIT: f64 = 2.5;
/// Times below this are dominated by the start of the process.
const NOISE_MS: f64 = 60.0;
/// After this long a run is ended and counts as endless.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// Repetitions of a measurement that seems too slow; the fastest counts, since others share the machine.
const CAREFUL_REPEATS: usize = 3;

/// Runs all recipes in all modes and prints what is over a limit; `all` prints every run.
pub(super) fn run(
    recipes: &[&Recipe],
    binary: &Path,
    out: &Path,
    only_mode: &str,
    all: bool,
) -> Result<Check, String> {
    let (mut runs, mut breached) = (0, 0);
    println!("recipe\tmode\tcpu_ms\tpeak_mb\tgrowth\tverdict");
    for recipe in recipes {
        let scales: Vec<u32> = SCALES.into_iter().filter(|&scale| scale == 1 || recipe.scales).collect();
        let paths =
            scales.iter().map(|&scale| write_in_child(recipe, scale, out)).collect::<Result<Vec<_>, _>>()?;
        for (mode, arguments) in MODES.into_iter().filter(|(mode, _)| mode.contains(only_mode)) {
            let trial = Trial::new(binary, arguments, &paths, &out.join("result"))?;
            let breaches = trial.breaches(&scales);
            runs += trial.spent.len();
            breached += usize::from(!breaches.is_empty());
            if all || !breaches.is_empty() {
                println!("{}\t{mode}\t{}\t{}", recipe.name, trial.line(), breaches.join("; "));
            }
        }
        for path in paths {
            fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    println!("hostile: {} recipes, {runs} runs, {breached} recipes and modes with breaches", recipes.len());
    Ok(Check::passed_if(breached == 0))
}

/// Writes a file in a separate process: the peak memory of a program is at least that of the process that starts it.
fn write_in_child(recipe: &Recipe, scale: u32, out: &Path) -> Result<PathBuf, String> {
    let mut arguments: Vec<OsString> = vec!["hostile".into(), "--exact".into(), "--out".into(), out.into()];
    arguments.extend(["--only".into(), recipe.name.into(), "--scale".into(), scale.to_string().into()]);
    match process::run_self(&arguments, TIME_LIMIT)? {
        Ending::Finished(_) => Ok(out.join(file_of(recipe, scale))),
        other => Err(format!("{}: {other:?}", recipe.name)),
    }
}

/// One recipe in one mode.
struct Trial {
    /// The cost at each scale; `None` for a run that was ended.
    spent: Vec<Option<Spent>>,
}

impl Trial {
    fn new(binary: &Path, arguments: &[&str], paths: &[PathBuf], result: &Path) -> Result<Self, String> {
        let run_all = || -> Result<Vec<Option<Spent>>, String> {
            paths.iter().map(|path| run_once(binary, arguments, path, result)).collect()
        };
        let mut trial = Self { spent: run_all()? };
        for _ in 1..CAREFUL_REPEATS {
            let scales: Vec<u32> = (0..paths.len()).map(|doublings| 1 << doublings).collect();
            if trial.breaches(&scales).is_empty() {
                break;
            }
            for (kept, next) in trial.spent.iter_mut().zip(run_all()?) {
                if next.as_ref().is_some_and(|next| kept.as_ref().is_none_or(|kept| next.cpu < kept.cpu)) {
                    *kept = next;
                }
            }
        }
        Ok(trial)
    }

    fn breaches(&self, scales: &[u32]) -> Vec<String> {
        let mut found = Vec::new();
        for (spent, &scale) in self.spent.iter().zip(scales) {
            match spent {
                None => found.push(format!("scale {scale}: not done after {} s", TIME_LIMIT.as_secs())),
                Some(spent) => {
                    if spent.was_killed {
                        found.push(format!("scale {scale}: ended by a signal"));
                    }
                    if cpu_ms(spent) > CPU_LIMIT_MS * f64::from(scale) {
                        found.push(format!("scale {scale}: {:.0} ms", cpu_ms(spent)));
                    }
                    if spent.peak_mb > MEMORY_LIMIT_MB {
                        found.push(format!("scale {scale}: {:.0} MB", spent.peak_mb));
                    }
                }
            }
        }
        found.extend(
            self.growth().filter(|growth| *growth > GROWTH_LIMIT).map(|growth| format!("growth {growth:.1}")),
        );
        found
    }

    /// Returns the largest growth per doubling, if times are long enough to tell.
    fn growth(&self) -> Option<f64> {
        let times: Vec<f64> = self.spent.iter().flatten().map(cpu_ms).collect();
        let ratios = times
            .windows(2)
            .filter(|pair| pair[1] > NOISE_MS)
            .map(|pair| pair[1] / pair[0].max(NOISE_MS / 4.0));
        ratios.max_by(f64::total_cmp)
    }

    fn line(&self) -> String {
        let each = |of: fn(&Spent) -> f64| {
            let cells = self
                .spent
                .iter()
                .map(|spent| spent.as_ref().map_or_else(|| "-".into(), |spent| format!("{:.0}", of(spent))));
            cells.collect::<Vec<String>>().join("/")
        };
        let growth = self.growth().map_or_else(|| "-".into(), |growth| format!("{growth:.2}"));
        format!("{}\t{}\t{growth}", each(cpu_ms), each(|spent| spent.peak_mb))
    }
}

fn cpu_ms(spent: &Spent) -> f64 {
    spent.cpu.as_secs_f64() * 1e3
}

fn run_once(binary: &Path, arguments: &[&str], path: &Path, result: &Path) -> Result<Option<Spent>, String> {
    let _ = fs::remove_file(result);
    let mut command = Command::new(binary);
    for argument in arguments {
        match *argument {
            "IN" => command.arg(path),
            "OUT" => command.arg(result),
            other => command.arg(other),
        };
    }
    tool::spend(&mut command, TIME_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(costs: &[(f64, f64)]) -> Trial {
        let spent = |&(cpu_ms, peak_mb): &(f64, f64)| {
            let cpu = Duration::from_secs_f64(cpu_ms / 1e3);
            Some(Spent { cpu, wall: cpu, peak_mb, success: true, was_killed: false })
        };
        Trial { spent: costs.iter().map(spent).collect() }
    }

    #[test]
    fn limits_and_growth_are_breaches() {
        let breaches = |costs: &[(f64, f64)]| trial(costs).breaches(&[1, 2, 4]);
        assert!(breaches(&[(500.0, 90.0), (1_000.0, 90.0), (2_100.0, 90.0)]).is_empty());
        assert_eq!(breaches(&[(2_100.0, 90.0)]), ["scale 1: 2100 ms"]);
        assert_eq!(breaches(&[(10.0, 90.0), (10.0, 300.0)]), ["scale 2: 300 MB"]);
        assert_eq!(breaches(&[(100.0, 90.0), (300.0, 90.0)]), ["growth 3.0"]);
        assert!(breaches(&[(5.0, 9.0), (50.0, 9.0)]).is_empty(), "the start of a process says nothing");
        assert_eq!(Trial { spent: vec![None] }.breaches(&[1]), ["scale 1: not done after 30 s"]);
    }
}
