//! Judges how pdftract handled a hostile file: resource limits, the expectation of the recipe, and growth of time
//! with the size of the attack.

use pdftract_testkit::hostile::{Expect, PageExpectation};

use super::trial::Trial;
use crate::workers::Reading;

/// The CPU limit for hostile files at scale 1; larger scales get proportionally more.
const CPU_LIMIT_MS: f64 = 2_000.0;
/// The memory limit for hostile files at scale 1; larger scales get proportionally more.
const MEMORY_LIMIT_MB: f64 = 128.0;
/// The allowed growth of time when the attack doubles: a factor of two, and some noise.
const GROWTH_LIMIT: f64 = 2.5;
/// Times below this are dominated by noise.
const NOISE_MS: f64 = 20.0;

/// Describes all violations.
pub(super) fn breaches(trials: &[Trial], expects: &Expect) -> Vec<String> {
    let mut found = Vec::new();
    for (doublings, trial) in trials.iter().enumerate() {
        match trial {
            Ok(reading) => found.extend(limit_breaches(reading, f64::from(1 << doublings))),
            Err(ending) => found.push(ending.clone()),
        }
    }
    if let Some(growth) = growth(trials).filter(|growth| *growth > GROWTH_LIMIT) {
        found.push(format!("time grows {growth:.1} times per doubling"));
    }
    // The recipe's expectation applies to scale 1.
    if let Some(Ok(reading)) = trials.first() {
        found.extend(expectation_breaches(reading, expects));
    }
    found.dedup();
    found
}

fn limit_breaches(reading: &Reading, scale: f64) -> Vec<String> {
    let mut found = Vec::new();
    if reading.costliest_ms() > CPU_LIMIT_MS * scale {
        found.push(format!("{:.0} ms CPU", reading.costliest_ms()));
    }
    if reading.peak_mb > MEMORY_LIMIT_MB * scale {
        found.push(format!("{:.0} MB", reading.peak_mb));
    }
    found
}

fn expectation_breaches(reading: &Reading, expects: &Expect) -> Vec<String> {
    let mut found = Vec::new();
    let (opened, pages) = (reading.error.is_none(), reading.pages);
    let pages_fit = match expects.pages {
        PageExpectation::Exactly(count) => opened && pages == count,
        PageExpectation::AtLeast(count) => opened && pages >= count,
        PageExpectation::Unopenable => !opened,
        PageExpectation::Any => true,
    };
    if !pages_fit {
        let found_pages = reading.error.as_ref().map_or_else(|| format!("{pages} pages"), Clone::clone);
        found.push(format!("{found_pages} where {:?} is expected", expects.pages));
    }
    let said = expects.diagnostics.iter().any(|code| reading.diagnostics.contains_key(*code));
    if opened && !expects.diagnostics.is_empty() && !said {
        found.push(format!("none of {} is reported", expects.diagnostics.join(", ")));
    }
    found
}

/// Returns `true` if time seems to grow faster than the attack.
pub(super) fn grows_too_fast(trials: &[Trial]) -> bool {
    growth(trials).is_some_and(|growth| growth > GROWTH_LIMIT)
}

/// Returns the growth of time per doubling, if times are long enough to measure.
fn growth(trials: &[Trial]) -> Option<f64> {
    let times: Vec<f64> =
        trials.iter().filter_map(|trial| Some(trial.as_ref().ok()?.costliest_ms())).collect();
    let ratios = times.windows(2).filter_map(|pair| match pair {
        // A time near zero is useless as a divisor.
        [shorter, longer] if *longer > NOISE_MS => Some(longer / shorter.max(1.0)),
        _ => None,
    });
    ratios.max_by(f64::total_cmp)
}

/// Formats one line of the report.
pub(super) fn line(name: &str, trials: &[Trial], expects: &Expect, breaches: &[String]) -> String {
    let each = |of: &dyn Fn(&Reading) -> String| {
        let cells = trials.iter().map(|trial| trial.as_ref().map_or_else(|_| "-".into(), of));
        cells.collect::<Vec<String>>().join("/")
    };
    let cpu = each(&|reading| format!("{:.1}", reading.costliest_ms()));
    let memory = each(&|reading| format!("{:.1}", reading.peak_mb));
    let growth = growth(trials).map_or_else(|| "-".into(), |growth| format!("{growth:.2}"));
    let first = trials.first().and_then(|trial| trial.as_ref().ok());
    let pages = first.map_or_else(String::new, |reading| {
        reading.error.as_ref().map_or_else(|| reading.pages.to_string(), |error| format!("error:{error}"))
    });
    // The word may be in a form or in codes of a font, which the decoded page content does not show, so it is
    // reported but not judged.
    let word = match (expects.page_text, first) {
        (Some(_), Some(reading)) if reading.word_found => "found",
        (Some(_), _) => "not seen",
        (None, _) => "-",
    };
    let diagnostics = first.map(Reading::diagnostics_text).unwrap_or_default();
    let verdict = if breaches.is_empty() { "ok".into() } else { format!("BREACH {}", breaches.join("; ")) };
    format!("{name}\t{cpu}\t{memory}\t{growth}\t{pages}\t{word}\t{diagnostics}\t{verdict}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELLO: Expect = Expect {
        page_text: Some("HELLO"),
        pages: PageExpectation::Exactly(1),
        diagnostics: &["STREAM_LIMIT", "DOCUMENT_LIMIT"],
    };

    fn taking(cpu_ms: f64) -> Trial {
        let diagnostics = [("STREAM_LIMIT".to_owned(), 1)].into();
        Ok(Reading { pages: 1, cpu_ms, diagnostics, ..Reading::default() })
    }

    #[test]
    fn linear_growth_is_accepted() {
        assert!(breaches(&[taking(10.0), taking(22.0), taking(45.0)], &HELLO).is_empty());
        assert!(breaches(&[taking(0.1), taking(1.0), taking(15.0)], &HELLO).is_empty());
    }

    #[test]
    fn the_slowest_format_counts_too() {
        let slow = |ms| Ok(Reading { slowest_format_ms: ms, ..taking(1.0).expect("reading") });
        assert_eq!(breaches(&[slow(2_500.0)], &HELLO), ["2500 ms CPU"]);
        assert_eq!(breaches(&[slow(30.0), slow(180.0)], &HELLO), ["time grows 6.0 times per doubling"]);
    }

    #[test]
    fn quadratic_growth_is_a_breach() {
        let found = breaches(&[taking(5.0), taking(30.0), taking(120.0)], &HELLO);
        assert_eq!(found, ["time grows 6.0 times per doubling"]);
    }

    #[test]
    fn limits_grow_with_the_scale() {
        let heavy = |peak_mb| Ok(Reading { peak_mb, ..taking(1.0).expect("reading") });
        assert_eq!(breaches(&[heavy(200.0)], &HELLO), ["200 MB"]);
        assert!(breaches(&[taking(1.0), heavy(200.0)], &HELLO).is_empty());
        assert_eq!(breaches(&[taking(1.0), heavy(300.0)], &HELLO), ["300 MB"]);
        assert_eq!(breaches(&[Err("signal 6".into())], &HELLO), ["signal 6"]);
    }

    #[test]
    fn expectations_hold() {
        let silent = Ok(Reading { pages: 2, ..Reading::default() });
        let found = breaches(&[silent], &HELLO);
        assert_eq!(found[0], "2 pages where Exactly(1) is expected");
        assert_eq!(found[1], "none of STREAM_LIMIT, DOCUMENT_LIMIT is reported");
        let refused = [Ok(Reading::refused("locked"))];
        let unopenable = Expect { pages: PageExpectation::Unopenable, ..HELLO };
        assert!(breaches(&refused, &unopenable).is_empty());
        assert_eq!(breaches(&refused, &HELLO), ["locked where Exactly(1) is expected"]);
    }

    #[test]
    fn lines_have_eight_columns() {
        let line = line("x", &[taking(1.0), Err("signal 6".into())], &HELLO, &["signal 6".into()]);
        assert_eq!(line.split('\t').count(), 8);
        assert!(line.starts_with("x\t1.0/-\t"), "{line}");
    }
}
