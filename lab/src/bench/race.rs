//! The race: all contestants read every file in turn, for several rounds; the lowest CPU time counts.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::class::Class;
use super::contestant::{Contestant, Outcome, Who};
use super::subjects::Subject;

/// A contestant that takes longer with a file is killed and does not get that file again.
const LIMIT: Duration = Duration::from_secs(60);

/// The outcomes of all contestants for a file.
pub(super) struct Row {
    pub(super) subject: Subject,
    outcomes: BTreeMap<Who, Outcome>,
}

/// The results of all rounds.
pub(super) struct Race {
    pub(super) rounds: usize,
    /// The contestants that took part.
    pub(super) present: Vec<Who>,
    pub(super) rows: Vec<Row>,
}

/// Runs all contestants on all files. The first contestant changes from file to file, since later ones find the bytes
/// in the cache.
pub(super) fn run(
    contestants: &mut [Contestant],
    subjects: Vec<Subject>,
    rounds: usize,
) -> Result<Race, String> {
    warm_up(contestants)?;
    let row = |subject| Row { subject, outcomes: BTreeMap::new() };
    let mut rows: Vec<Row> = subjects.into_iter().map(row).collect();
    for round in 0..rounds {
        let total = rows.len();
        for (index, row) in rows.iter_mut().enumerate() {
            if index % 100 == 0 {
                eprintln!("round {} of {rounds}: {index} of {total} files", round + 1);
            }
            row.measure(contestants, index + round)?;
        }
    }
    Ok(Race { rounds, present: contestants.iter().map(|each| each.who).collect(), rows })
}

/// Runs all contestants on a small file, so that one-time loading is not charged to the first file.
fn warm_up(contestants: &mut [Contestant]) -> Result<(), String> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples/hello.pdf");
    for contestant in contestants {
        if !matches!(contestant.read(&sample, LIMIT)?, Outcome::Done(_)) {
            return Err(format!("{} cannot read {}", contestant.who.name(), sample.display()));
        }
    }
    Ok(())
}

impl Row {
    fn measure(&mut self, contestants: &mut [Contestant], turn: usize) -> Result<(), String> {
        let count = contestants.len();
        contestants.rotate_left(turn % count.max(1));
        for contestant in contestants {
            let before = self.outcomes.get(&contestant.who).copied();
            if matches!(before, Some(Outcome::Lost | Outcome::Refused)) {
                continue;
            }
            let now = contestant.read(&self.subject.file.path, LIMIT)?;
            self.outcomes.insert(contestant.who, better(before, now));
        }
        Ok(())
    }

    /// Returns the CPU milliseconds, if the file was read.
    pub(super) fn cpu(&self, who: Who) -> Option<f64> {
        match self.outcomes.get(&who) {
            Some(Outcome::Done(cpu)) => Some(*cpu),
            _ => None,
        }
    }

    /// Returns the lowest CPU time among some contestants.
    pub(super) fn fastest(&self, among: &[Who]) -> Option<f64> {
        among.iter().filter_map(|who| self.cpu(*who)).min_by(f64::total_cmp)
    }
}

/// Returns the lower of two costs; a file lost once counts as lost.
fn better(before: Option<Outcome>, now: Outcome) -> Outcome {
    match (before, now) {
        (Some(Outcome::Done(before)), Outcome::Done(now)) => Outcome::Done(before.min(now)),
        _ => now,
    }
}

impl Race {
    /// Returns those of some contestants that took part.
    pub(super) fn present(&self, among: &[Who]) -> Vec<Who> {
        among.iter().copied().filter(|who| self.present.contains(who)).collect()
    }

    /// Returns the files of a class, or of all, that all of these contestants read: a refusal is cheap, so other
    /// files would not be comparable.
    pub(super) fn compared(&self, class: Option<Class>, all: &[Who]) -> Vec<&Row> {
        let is_compared = |row: &&Row| {
            class.is_none_or(|class| row.subject.class == class)
                && all.iter().all(|who| row.cpu(*who).is_some())
        };
        self.rows.iter().filter(is_compared).collect()
    }

    /// Returns the numbers of files that a contestant refused and lost.
    pub(super) fn failures(&self, who: Who) -> (usize, usize) {
        let count = |outcome: Outcome| {
            self.rows.iter().filter(|row| row.outcomes.get(&who) == Some(&outcome)).count()
        };
        (count(Outcome::Refused), count(Outcome::Lost))
    }
}

/// Returns the total CPU time over some files.
pub(super) fn total(rows: &[&Row], who: Who) -> f64 {
    rows.iter().filter_map(|row| row.cpu(who)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::PdfFile;

    pub(crate) fn row(class: Class, outcomes: &[(Who, Outcome)]) -> Row {
        let file = PdfFile { name: "x.pdf".into(), path: "x.pdf".into() };
        Row { subject: Subject { file, class, pages: 1 }, outcomes: outcomes.iter().copied().collect() }
    }

    #[test]
    fn only_files_that_all_read_are_compared() {
        let done = [(Who::Pdftract, Outcome::Done(1.0)), (Who::PyMuPdf, Outcome::Done(4.0))];
        let refused = [(Who::Pdftract, Outcome::Done(1.0)), (Who::PyMuPdf, Outcome::Refused)];
        let rows = vec![row(Class::Tiny, &done), row(Class::Tiny, &refused), row(Class::Odd, &done)];
        let race = Race { rounds: 1, present: vec![Who::Pdftract, Who::PyMuPdf], rows };
        let both = [Who::Pdftract, Who::PyMuPdf];
        assert_eq!(race.compared(Some(Class::Tiny), &both).len(), 1);
        let all = race.compared(None, &both);
        assert_eq!((all.len(), total(&all, Who::PyMuPdf)), (2, 8.0));
        assert_eq!(race.failures(Who::PyMuPdf), (1, 0));
    }

    #[test]
    fn the_least_counts() {
        assert_eq!(better(Some(Outcome::Done(2.0)), Outcome::Done(3.0)), Outcome::Done(2.0));
        assert_eq!(better(Some(Outcome::Done(2.0)), Outcome::Lost), Outcome::Lost);
        assert_eq!(better(None, Outcome::Done(3.0)), Outcome::Done(3.0));
    }
}
