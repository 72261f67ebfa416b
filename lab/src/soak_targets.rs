//! Runs the bodies of the fuzz targets on damaged seeds, in turn. What a variant adds is not measured, so that this finds less
//! than a fuzzer; it needs no tool and no special compiler.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

use pdftract_fuzz::{TARGETS, Target, seeds};
use pdftract_testkit::mutate::Mutator;

use super::{CURRENT, FINDINGS, Stop};
use crate::Check;

/// Damages on top of each other.
const MOST_ROUNDS: u64 = 6;

/// Runs until the end; bad when a variant was kept.
pub(super) fn run(first_seed: u64, stop: &Stop, limit: Duration) -> Result<Check, String> {
    let folder = Path::new(FINDINGS);
    fs::create_dir_all(folder).map_err(|error| format!("{FINDINGS}: {error}"))?;
    let all: Vec<(Target, Vec<Vec<u8>>)> =
        TARGETS.into_iter().map(|target| (target, seeds(target.name))).collect();
    let (mut variants, mut findings) = (0, 0_u64);
    while !stop.is_reached(variants) {
        let seed = first_seed + variants;
        let turn = usize::try_from(variants).unwrap_or(0) % all.len();
        let (target, seeds) = &all[turn];
        variants += 1;
        let variant = damaged(seeds, seed);
        let _ = fs::write(folder.join(CURRENT), format!("{seed} {}\n", target.name));
        if let Some(finding) = finding(*target, &variant, limit) {
            let path = folder.join(format!("{}-{seed}", target.name));
            fs::write(&path, &variant).map_err(|error| format!("{}: {error}", path.display()))?;
            println!("{finding} at seed {seed} of {}: {}", target.name, path.display());
            findings += 1;
        }
    }
    let _ = fs::remove_file(folder.join(CURRENT));
    println!("soak: {variants} variants of the seeds of {} targets, {findings} findings", all.len());
    Ok(Check::passed_if(findings == 0))
}

/// A seed, damaged some times.
fn damaged(seeds: &[Vec<u8>], seed: u64) -> Vec<u8> {
    let index = usize::try_from(seed / TARGETS.len() as u64).unwrap_or(0) % seeds.len().max(1);
    let first = seeds.get(index).cloned().unwrap_or_default();
    let mut mutator = Mutator::new(seed);
    (0..=seed % MOST_ROUNDS).fold(first, |variant, _| mutator.mutate(&variant))
}

fn finding(target: Target, variant: &[u8], limit: Duration) -> Option<&'static str> {
    let start = Instant::now();
    let caught = panic::catch_unwind(AssertUnwindSafe(|| (target.body)(variant)));
    match caught {
        Err(_) => Some("panic"),
        Ok(()) => (start.elapsed() > limit).then_some("slow"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_a_body_is_a_finding() {
        let quiet = panic::take_hook();
        panic::set_hook(Box::new(|_| {}));
        let broken = Target { name: "broken", body: |_| panic!("as a fault would") };
        assert_eq!(finding(broken, b"", Duration::from_secs(5)), Some("panic"));
        panic::set_hook(quiet);
        assert_eq!(finding(TARGETS[0], b"", Duration::from_secs(60)), None);
        assert_eq!(finding(TARGETS[11], b"", Duration::ZERO), Some("slow"));
        let seeds = seeds("document");
        assert_eq!(damaged(&seeds, 7), damaged(&seeds, 7));
    }
}
