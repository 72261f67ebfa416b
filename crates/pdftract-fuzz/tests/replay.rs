//! Replays seeds and findings: what a fuzzer has found once stays fixed, on every run of the tests.

use std::collections::BTreeSet;
use std::path::Path;

use pdftract_fuzz::{TARGETS, seeds};
use pdftract_testkit::mutate::Mutator;

fn fuzz_folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

#[test]
fn seeds_and_variants_of_them_do_no_harm() {
    for target in TARGETS {
        let seeds = seeds(target.name);
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        for (number, seed) in seeds.iter().enumerate() {
            (target.body)(seed);
            for variant in 0..3 {
                (target.body)(&Mutator::new(number as u64 * 3 + variant).mutate(seed));
            }
        }
        for edge in [&b""[..], b"\0", &[0xFF; 64], &[b'('; 3_000], b"<<<<<<[[[["] {
            (target.body)(edge);
        }
    }
}

#[test]
fn findings_stay_fixed() {
    for target in TARGETS {
        let folder = fuzz_folder().join("findings").join(target.name);
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            (target.body)(&std::fs::read(entry.unwrap().path()).unwrap());
        }
    }
}

#[test]
fn every_target_has_a_file_for_cargo_fuzz() {
    let files = std::fs::read_dir(fuzz_folder().join("fuzz_targets")).unwrap();
    let names: BTreeSet<String> =
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(names, TARGETS.iter().map(|target| target.name.to_owned()).collect());
    let manifest = std::fs::read_to_string(fuzz_folder().join("Cargo.toml")).unwrap();
    for target in TARGETS {
        assert!(manifest.contains(&format!("name = \"{}\"", target.name)), "{}", target.name);
    }
}
