//! The journal: which inputs are done, and in which file their rows are.
//!
//! It is a file of JSON lines. The first names the options of the run. Then, for each file of rows, there is a line for each
//! input whose rows it has, and a last line that commits it. Lines after the last commit belong to a run that was killed
//! while it wrote them; they are cut off.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use pdftract_rows::{RowFailure, Status, VERSION};
use serde::{Deserialize, Serialize};

use super::inputs::Names;
use crate::exit::{Exit, Failure};

/// The first line.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) pdftract_journal: u32,
    pub(super) schema_version: String,
    pub(super) format: String,
    pub(super) options: String,
    pub(super) shard: Option<String>,
}

/// An input that is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Done {
    pub(super) input: String,
    pub(super) status: Status,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) failure: Option<RowFailure>,
    pub(super) attempts: u32,
    pub(super) rows: usize,
    pub(super) pages: usize,
    pub(super) bytes: usize,
}

/// A line after the first.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Done(Done),
    Commit { commit: String },
}

/// The inputs that earlier runs have finished.
#[derive(Debug, Default)]
pub(super) struct Finished {
    pub(super) names: Names,
    pub(super) counts: BTreeMap<&'static str, usize>,
    pub(super) codes: BTreeMap<String, usize>,
    pub(super) inputs: usize,
    pub(super) rows: usize,
    pub(super) pages: usize,
    pub(super) bytes: usize,
    /// The names of the files of rows.
    pub(super) parts: Vec<String>,
}

impl Finished {
    pub(super) fn add(&mut self, done: &Done) {
        self.names.insert(&done.input);
        *self.counts.entry(done.status.name()).or_default() += 1;
        if let Some(failure) = &done.failure {
            *self.codes.entry(failure.code.clone()).or_default() += 1;
        }
        self.inputs += 1;
        self.rows += done.rows;
        self.pages += done.pages;
        self.bytes += done.bytes;
    }
}

/// The journal of a run, open to be continued.
pub(super) struct Journal {
    file: File,
}

impl Journal {
    /// Opens the journal or begins it; returns what is committed.
    pub(super) fn open(path: &Path, head: &Head) -> Result<(Self, Finished), Failure> {
        let failed =
            |error: io::Error| Failure::new(Exit::Error, error.to_string()).of_file(path.to_string_lossy());
        let mut finished = Finished::default();
        let end = match File::open(path) {
            Ok(file) => read(BufReader::new(file), head, &mut finished)
                .map_err(|failure| failure.of_file(path.to_string_lossy()))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(failed(error)),
        };
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        file.set_len(end).map_err(failed)?;
        if end == 0 {
            let mut line = serde_json::to_vec(head).map_err(|error| failed(error.into()))?;
            line.push(b'\n');
            file.write_all(&line).and_then(|()| file.sync_all()).map_err(failed)?;
        }
        Ok((Self { file }, finished))
    }

    /// Commits a file of rows: the disk has all lines when this returns.
    pub(super) fn commit(&mut self, done: &[Done], part: &str) -> io::Result<()> {
        let mut lines = Vec::new();
        for done in done {
            serde_json::to_writer(&mut lines, done)?;
            lines.push(b'\n');
        }
        serde_json::to_writer(&mut lines, &Line::Commit { commit: part.to_owned() })?;
        lines.push(b'\n');
        self.file.write_all(&lines)?;
        self.file.sync_all()
    }
}

/// Reads a journal; returns where its last commit ends. 0 if not even the first line is whole.
fn read(mut input: impl BufRead, head: &Head, finished: &mut Finished) -> Result<u64, Failure> {
    let failed = |error: io::Error| Failure::new(Exit::Error, error.to_string());
    let mut line = Vec::new();
    let (mut place, mut end, mut open) = (0_u64, 0_u64, Vec::new());
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line).map_err(failed)?;
        if read == 0 || line.last() != Some(&b'\n') {
            return Ok(end);
        }
        place += read as u64;
        if end == 0 {
            let found: Head = serde_json::from_slice(&line)
                .map_err(|_| Failure::usage("this is not a journal of pdftract"))?;
            same(&found, head)?;
            end = place;
            continue;
        }
        match serde_json::from_slice(&line) {
            Ok(Line::Done(done)) => open.push(done),
            Ok(Line::Commit { commit }) => {
                open.drain(..).for_each(|done| finished.add(&done));
                finished.parts.push(commit);
                end = place;
            }
            Err(_) => return Ok(end),
        }
    }
}

fn same(found: &Head, wanted: &Head) -> Result<(), Failure> {
    if found == wanted {
        return Ok(());
    }
    let what = match () {
        () if found.schema_version != wanted.schema_version => "another version of the schema",
        () if found.format != wanted.format => "another format",
        () if found.shard != wanted.shard => "another shard",
        () => "other rows, columns or options",
    };
    Err(Failure::usage(format!(
        "the folder has rows of a run with {what}; use the same options or another folder"
    )))
}

impl Head {
    pub(super) fn new(format: &str, options: String, shard: Option<String>) -> Self {
        let schema_version = VERSION.to_owned();
        Self { pdftract_journal: 1, schema_version, format: format.to_owned(), options, shard }
    }
}

/// Removes a file that may not exist.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(input: &str) -> Done {
        Done {
            input: input.into(),
            status: Status::Ok,
            failure: None,
            attempts: 1,
            rows: 2,
            pages: 3,
            bytes: 4,
        }
    }

    #[test]
    fn only_committed_lines_count_wherever_the_file_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let head = || Head::new("parquet", "x".into(), None);
        let (mut journal, _) = Journal::open(&path, &head()).unwrap();
        journal.commit(&[done("a"), done("b")], "part-0").unwrap();
        let first = fs::read(&path).unwrap().len();
        journal.commit(&[done("c")], "part-1").unwrap();
        drop(journal);
        let whole = fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (_, finished) = Journal::open(&path, &head()).unwrap();
            let expected = if cut == whole.len() {
                3
            } else if cut >= first {
                2
            } else {
                0
            };
            assert_eq!(finished.inputs, expected, "cut at {cut}");
            assert_eq!(finished.names.contains("b"), expected >= 2);
        }
        fs::write(&path, &whole).unwrap();
        assert!(Journal::open(&path, &Head::new("parquet", "y".into(), None)).is_err());
    }
}
