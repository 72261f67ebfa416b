//! `pdftract diff`: compares the words of two files and shows changes block by block.

mod output;
mod sequence;
mod text;

use std::panic::{AssertUnwindSafe, catch_unwind};

use pdftract::threads::WorkerPermits;

use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::extract::notices::counted;
use crate::for_each_file::{panicked, print, unwritable};
use crate::input::Source;
use crate::plan::{DiffForm, DiffPlan};
use output::Comparison;
use sequence::Change;
use text::{Numbers, Words};

/// Carries out the plan. The exit code is that of diff: 0 for equal texts, 1 for different ones, 2 for trouble.
pub(crate) fn run(plan: &DiffPlan) -> Exit {
    let permits = WorkerPermits::new(plan.reading.jobs);
    let mut read = Vec::new();
    for source in &plan.sources {
        let caught = catch_unwind(AssertUnwindSafe(|| words(source, plan, &permits)));
        match caught.unwrap_or_else(|_| Err(panicked())) {
            Ok(words) => read.push(words),
            Err(failure) => {
                failure.of_file(source.name()).report();
                return Exit::Usage;
            }
        }
    }
    let [old, new] = read.as_slice() else { return Exit::Usage };
    let mut numbers = Numbers::default();
    let (old_numbers, new_numbers) =
        (numbers.of(&old.words, plan.ignore_case), numbers.of(&new.words, plan.ignore_case));
    let changes = by_block(sequence::changes(&old_numbers, &new_numbers), old, new);
    let comparison = Comparison { plan, old, new, changes: &changes };
    let shown = match plan.form {
        DiffForm::Quiet => Ok(()),
        DiffForm::Json => comparison.json().and_then(|json| print(&[&json])),
        DiffForm::Text { color } => print(&[&comparison.text(color)]),
    };
    if let Err(error) = shown
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        unwritable(&error).report();
        return Exit::Usage;
    }
    if plan.form != DiffForm::Quiet {
        plan.sources.iter().zip([old, new]).for_each(|(source, words)| warn_of_unreadable(source, words));
    }
    if changes.is_empty() { Exit::Ok } else { Exit::Error }
}

/// Divides changes that go over the same number of blocks in both documents, so that each change is about one block.
fn by_block(changes: Vec<Change>, old: &Words, new: &Words) -> Vec<Change> {
    let mut divided = Vec::with_capacity(changes.len());
    for change in changes {
        let (a, b) = (old.parts(change.old.clone()), new.parts(change.new.clone()));
        if a.len() == b.len() {
            divided.extend(a.into_iter().zip(b).map(|(old, new)| Change { old, new }));
        } else {
            divided.push(change);
        }
    }
    divided
}

fn words(source: &Source, plan: &DiffPlan, permits: &WorkerPermits) -> Result<Words, Failure> {
    let document = source.open(&plan.opening)?;
    Words::read(&document, plan, permits)
}

/// Warns that changes may be missing or invented, because text cannot be read.
fn warn_of_unreadable(source: &Source, words: &Words) {
    if let Some(first) = words.unreadable.first() {
        let (unreadable, pages) = (words.unreadable.len(), counted(words.pages, "page"));
        let verb = if unreadable == 1 { "has" } else { "have" };
        diagnostics::warn(&format!(
            "{}: {unreadable} of {pages} {verb} no readable text, first page {first}; see pdftract check",
            source.name()
        ));
    }
}
