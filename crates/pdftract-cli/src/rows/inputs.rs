//! Lists the inputs of a run, each once: files, folders, and the members of archives.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use pdftract_rows::RowFailure;
use sha2::{Digest, Sha256};

use super::archive::{Archive, Member, Visitor};
use crate::args::Shard;
use crate::exit::Failure;
use crate::extract::walk::Search;
use crate::input::Source;
use crate::plan::RowsPlan;

/// An input to read.
pub(super) struct Job {
    /// The name that its rows have: the path, and for a member of an archive `!/` and its name.
    pub(super) id: String,
    pub(super) content: Content,
}

/// The bytes of an input, or the place to read them from.
pub(super) enum Content {
    Source(Source),
    Bytes(Vec<u8>),
    /// The reason why there are none.
    Failed(RowFailure),
}

/// Short fingerprints of names. Ten million of them take about half a gigabyte.
#[derive(Debug, Default)]
pub(super) struct Names(HashSet<u128>);

impl Names {
    /// Adds a name; returns whether it is new.
    pub(super) fn insert(&mut self, name: &str) -> bool {
        self.0.insert(fingerprint(name))
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.contains(&fingerprint(name))
    }
}

fn fingerprint(name: &str) -> u128 {
    let digest = Sha256::digest(name.as_bytes());
    digest.iter().take(16).fold(0, |value, &byte| value << 8 | u128::from(byte))
}

/// The inputs of a run.
pub(super) struct Inputs<'p> {
    plan: &'p RowsPlan,
    /// The names that are finished, or were delivered already.
    taken: Names,
    /// Inputs that could not be listed.
    pub(super) failures: Vec<Failure>,
}

type Deliver<'d> = dyn FnMut(Job) -> ControlFlow<()> + 'd;

impl<'p> Inputs<'p> {
    /// Lists the inputs of a plan that are not finished.
    pub(super) fn new(plan: &'p RowsPlan, finished: super::journal::Finished) -> Self {
        Self { plan, taken: finished.names, failures: Vec::new() }
    }

    /// Delivers each input, until `deliver` breaks.
    pub(super) fn each(&mut self, deliver: &mut Deliver<'_>) {
        for typed in &self.plan.typed {
            let delivered = match Archive::of(typed).filter(|_| typed.is_file()) {
                Some(kind) => self.archive(typed, kind, deliver),
                None => self.files(typed, deliver),
            };
            if delivered.is_break() {
                return;
            }
        }
    }

    fn files(&mut self, typed: &Path, deliver: &mut Deliver<'_>) -> ControlFlow<()> {
        let Search { found, failures } = Search::new(vec![typed.to_path_buf()]);
        self.failures.extend(failures);
        for found in found {
            let id = found.source.name();
            if self.is_mine(&id) && self.taken.insert(&id) {
                deliver(Job { id, content: Content::Source(found.source) })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Delivers the members of an archive. All of them belong to the same shard, so that it is read once.
    fn archive(&mut self, path: &Path, kind: Archive, deliver: &mut Deliver<'_>) -> ControlFlow<()> {
        let name = path.to_string_lossy().into_owned();
        if !self.is_mine(&name) {
            return ControlFlow::Continue(());
        }
        let mut members = Members {
            archive: &name,
            taken: &mut self.taken,
            counts: HashMap::new(),
            next: None,
            deliver,
            flow: ControlFlow::Continue(()),
        };
        let read = kind.read(path, &mut members);
        members.flow?;
        if let Err(error) = read
            && self.taken.insert(&name)
        {
            // The archive itself has a row, so that what is missing is known.
            deliver(Job { id: name, content: Content::Failed(error.into()) })?;
        }
        ControlFlow::Continue(())
    }

    fn is_mine(&self, name: &str) -> bool {
        self.plan.shard.is_none_or(|shard| is_of_shard(name, shard))
    }
}

fn is_of_shard(name: &str, shard: Shard) -> bool {
    fingerprint(name) % u128::from(shard.count) == u128::from(shard.number - 1)
}

/// Names and delivers the members of an archive.
struct Members<'a, 'd> {
    archive: &'a str,
    taken: &'a mut Names,
    /// How often a name has occurred; a crawl has the same address more than once.
    counts: HashMap<u128, usize>,
    /// The name of the member that was asked about last.
    next: Option<(String, String)>,
    deliver: &'a mut Deliver<'d>,
    flow: ControlFlow<()>,
}

impl Visitor for Members<'_, '_> {
    fn wants(&mut self, name: &str) -> bool {
        let count = self.counts.entry(fingerprint(name)).or_default();
        *count += 1;
        let id = match *count {
            1 => format!("{}!/{name}", self.archive),
            count => format!("{}!/{name}#{count}", self.archive),
        };
        let is_new = !self.taken.contains(&id);
        self.next = Some((name.to_owned(), id));
        is_new
    }

    fn take(&mut self, member: Member) -> ControlFlow<()> {
        let Some((_, id)) = self.next.take().filter(|(name, _)| *name == member.name) else {
            return ControlFlow::Continue(());
        };
        self.taken.insert(&id);
        let content = match member.bytes {
            Ok(bytes) => Content::Bytes(bytes),
            Err(error) => Content::Failed(RowFailure::new("archive", error.to_string())),
        };
        self.flow = (self.deliver)(Job { id, content });
        self.flow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_belongs_to_one_shard() {
        for index in 0..200 {
            let name = format!("folder/{index}.pdf");
            let shards = (1..=7).filter(|&number| is_of_shard(&name, Shard { number, count: 7 })).count();
            assert_eq!(shards, 1);
        }
    }
}
