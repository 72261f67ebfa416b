//! `lab stops`: measures how long work on hostile files goes on after it was cancelled or its time is over.

use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use pdftract::{Document, ExtractOptions, Format, Options, RepairOptions};
use pdftract_testkit::hostile::{self, Recipe};

use crate::Check;
use crate::workers::clock::cpu_time;

/// Arguments of `lab stops`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only recipes whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Moments at which each run is stopped.
    #[arg(long, default_value_t = 5)]
    moments: u32,
    /// Print every stop that takes longer than this many milliseconds of CPU.
    #[arg(long, default_value_t = 50.0)]
    print_above: f64,
}

/// The goal for the 99th percentile.
const LIMIT_MS: f64 = 50.0;
/// Runs that take less are not stopped: they are over before.
const SHORTEST: Duration = Duration::from_millis(20);
/// The time after which an undisturbed run is ended.
const LONGEST: Duration = Duration::from_secs(5);

/// Something to do with a document.
type Work = fn(&Document);

/// What is done with a document.
const WORK: [(&str, Work); 7] = [
    ("text", |document| written(document, Format::Text)),
    ("json", |document| written(document, Format::Json)),
    ("md", |document| written(document, Format::Markdown)),
    ("info", |document| drop(document.file().summary())),
    ("fonts", |document| drop(document.fonts())),
    ("repair", |document| drop(document.repair(RepairOptions::default()))),
    ("report", |document| drop(document.report())),
];

fn written(document: &Document, format: Format) {
    // A stopped run is an error, which is what is measured here.
    drop(document.write(format, std::io::sink(), &ExtractOptions::default()));
}

/// How a run is stopped.
#[derive(Debug, Clone, Copy)]
enum Way {
    Cancel,
    Deadline,
}

/// Stops runs over all recipes; fails if the 99th percentile is over the limit.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let mut stops: Vec<f64> = Vec::new();
    println!("recipe\twork\tway\tafter_ms\tcpu_ms\twall_ms");
    for recipe in hostile::all().iter().filter(|recipe| recipe.name.contains(&arguments.only)) {
        stop_all(recipe, arguments, &mut stops);
    }
    stops.sort_by(f64::total_cmp);
    let at =
        |share: f64| stops.get(((stops.len() as f64 * share) as usize).min(stops.len().saturating_sub(1)));
    let (Some(median), Some(p99), Some(most)) = (at(0.5), at(0.99), stops.last()) else {
        return Err("no run took long enough to be stopped".into());
    };
    println!(
        "stops: {} stops, CPU after the stop: median {median:.1} ms, p99 {p99:.1} ms, longest {most:.1} ms",
        stops.len()
    );
    Ok(Check::passed_if(*p99 <= LIMIT_MS))
}

fn stop_all(recipe: &Recipe, arguments: &Arguments, stops: &mut Vec<f64>) {
    let bytes = recipe.generate(1.0);
    for (name, work) in WORK {
        let start = Instant::now();
        worked(&bytes, &Options::default().time_limit(LONGEST), work);
        let whole = start.elapsed();
        if whole < SHORTEST {
            continue;
        }
        for moment in 0..arguments.moments {
            let after = whole.mul_f64((f64::from(moment) + 0.5) / f64::from(arguments.moments));
            for way in [Way::Cancel, Way::Deadline] {
                let Some((cpu, wall)) = stopped(&bytes, work, way, after) else { continue };
                stops.push(milliseconds(cpu));
                if milliseconds(cpu) > arguments.print_above {
                    println!(
                        "{}\t{name}\t{way:?}\t{:.0}\t{:.1}\t{:.1}",
                        recipe.name,
                        milliseconds(after),
                        milliseconds(cpu),
                        milliseconds(wall)
                    );
                }
            }
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn worked(bytes: &[u8], options: &Options, work: Work) {
    if let Ok(document) = Document::open(bytes, options) {
        work(&document);
    }
}

/// Returns CPU and wall time between the stop and the end of a run; `None` if it ended before.
fn stopped(bytes: &[u8], work: Work, way: Way, after: Duration) -> Option<(Duration, Duration)> {
    let options = match way {
        Way::Cancel => Options::default(),
        Way::Deadline => Options::default().time_limit(after),
    };
    thread::scope(|scope| {
        let (worker, begun) = (scope.spawn(|| worked(bytes, &options, work)), Instant::now());
        // Before the moment of the stop: work that stops at once would count as done before it.
        thread::sleep((after / 2).saturating_sub(begun.elapsed()));
        if worker.is_finished() {
            return None;
        }
        thread::sleep(after.saturating_sub(begun.elapsed()));
        let (cpu, wall) = (cpu_time(), Instant::now());
        if matches!(way, Way::Cancel) {
            options.cancel.cancel();
        }
        drop(worker.join());
        Some((cpu_time().saturating_sub(cpu), wall.elapsed()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_stopped_before_its_end() {
        let bytes = hostile::by_name("glyph_flood").expect("recipe").generate(1.0);
        let after = Duration::from_millis(20);
        for way in [Way::Cancel, Way::Deadline] {
            let (cpu, _) = stopped(&bytes, WORK[1].1, way, after).expect("it takes longer");
            assert!(cpu < Duration::from_secs(10));
        }
    }
}
