//! Writes the rows of a run into files of a folder, so that a killed run loses nothing that was finished.
//!
//! Every input that is finished is appended to a spool, with its rows. When enough rows have come together, they are a file:
//! it is completed under another name, the journal commits it, and only then it gets its name. A run that goes on after a
//! kill reads the journal, gives its name to a committed file that lacks it, and takes the rows of the spool again. Thus
//! each input has its rows exactly once, and a file that can be seen never changes.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use pdftract_rows::{Outcome, Row};
use serde::{Deserialize, Serialize};

use super::journal::{Done, Finished, Head, Journal, remove};
use super::part::{Part, json_line};
use crate::exit::{Exit, Failure};
use crate::extract::format::Format;
use crate::for_each_file::unwritable;
use crate::plan::RowsPlan;

/// The folder of the journal. Readers of data sets leave out names that begin with an underscore.
const STATE: &str = "_pdftract";
/// The spool may have this multiple of the size of a file of rows, which is compressed.
const SPOOL_RATIO: usize = 8;

/// A line of the spool.
#[derive(Debug, Serialize, Deserialize)]
enum Spooled {
    /// An attempt has begun.
    Start(String),
    /// An input is finished.
    Done(Done, Vec<Row>),
}

/// A finished input with its rows.
pub(super) struct Line {
    pub(super) done: Done,
    rows: Vec<Row>,
}

impl Line {
    pub(super) fn new(id: &str, outcome: Outcome, bytes: usize, attempts: u32) -> Self {
        let Outcome { rows, status, failure, pages } = outcome;
        let done = Done { input: id.to_owned(), status, failure, attempts, rows: rows.len(), pages, bytes };
        Self { done, rows }
    }

    /// Returns the bytes that are written at once: a line of the spool, or rows for standard output.
    pub(super) fn spooled(&self, plan: &RowsPlan) -> Result<Vec<u8>, Failure> {
        if plan.folder.is_none() {
            let lines: Vec<_> = self.rows.iter().map(|row| json_line(&plan.schema, row)).collect();
            return Ok(lines.concat());
        }
        let mut line = Vec::new();
        // The same as the enum, without a copy of the rows.
        let written = serde_json::to_writer(&mut line, &Borrowed { done: (&self.done, &self.rows) });
        written.map_err(|error| unwritable(&error.into()))?;
        line.push(b'\n');
        Ok(line)
    }
}

#[derive(Serialize)]
struct Borrowed<'a> {
    #[serde(rename = "Done")]
    done: (&'a Done, &'a [Row]),
}

/// The output of a run.
pub(super) enum Output<'p> {
    Stdout,
    Folder(Box<Folder<'p>>),
}

/// A folder of files.
pub(super) struct Folder<'p> {
    plan: &'p RowsPlan,
    folder: PathBuf,
    state: PathBuf,
    /// Held until the run ends, so that there is one writer.
    _lock: File,
    journal: Journal,
    spool: File,
    spool_bytes: usize,
    /// The file of rows, between its first row and its commit.
    part: Option<Part>,
    number: usize,
    /// The inputs whose rows are in the part.
    done: Vec<Done>,
    /// Attempts that have begun and not ended, in this run or one that was killed.
    begun: HashMap<String, u32>,
    parts: Vec<String>,
}

impl<'p> Output<'p> {
    /// Opens the output; returns what earlier runs have finished.
    pub(super) fn open(plan: &'p RowsPlan) -> Result<(Self, Finished), Failure> {
        let Some(folder) = &plan.folder else { return Ok((Self::Stdout, Finished::default())) };
        let (folder, finished) = Folder::open(plan, folder)?;
        Ok((Self::Folder(Box::new(folder)), finished))
    }

    /// Notes that an input is begun; returns the number of this attempt.
    pub(super) fn start(&mut self, id: &str) -> Result<u32, Failure> {
        match self {
            Self::Stdout => Ok(1),
            Self::Folder(folder) => folder.start(id).map_err(|error| unwritable(&error)),
        }
    }

    /// Writes the rows of an input.
    pub(super) fn finish_input(&mut self, line: Line, spooled: &[u8]) -> Result<(), Failure> {
        let written = match self {
            Self::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(spooled).and_then(|()| out.flush())
            }
            Self::Folder(folder) => folder.finish_input(line, spooled),
        };
        written.map_err(|error| unwritable(&error))
    }

    /// Ends the last file.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        match self {
            Self::Stdout => Ok(()),
            Self::Folder(folder) => folder.finish().map_err(|error| unwritable(&error)),
        }
    }

    /// Returns the folder of the journal and the names of all files.
    pub(super) fn state(&self) -> Option<(&Path, &[String])> {
        match self {
            Self::Stdout => None,
            Self::Folder(folder) => Some((&folder.state, &folder.parts)),
        }
    }
}

/// Returns the name of a shard in names of files.
fn shard_name(plan: &RowsPlan) -> Option<String> {
    plan.shard.map(|shard| {
        let digits = shard.count.to_string().len();
        format!("{:0digits$}-of-{}", shard.number, shard.count)
    })
}

fn part_name(plan: &RowsPlan, number: usize) -> String {
    let extension = if plan.format == Format::Parquet { "parquet" } else { "ndjson" };
    match shard_name(plan) {
        Some(shard) => format!("part-{shard}-{number:05}.{extension}"),
        None => format!("part-{number:05}.{extension}"),
    }
}

impl<'p> Folder<'p> {
    fn open(plan: &'p RowsPlan, folder: &Path) -> Result<(Self, Finished), Failure> {
        let failed =
            |error: io::Error| Failure::new(Exit::Error, error.to_string()).of_file(folder.to_string_lossy());
        let state = folder.join(STATE);
        let state = shard_name(plan).map_or_else(|| state.clone(), |shard| state.join(shard));
        fs::create_dir_all(&state).map_err(failed)?;
        let lock = File::create(state.join("lock")).map_err(failed)?;
        if !is_locked_soon(&lock) {
            return Err(failed(io::Error::other("another run writes into this folder")));
        }
        let head = Head::new(&plan.format.to_string(), plan.fingerprint(), shard_name(plan));
        let (journal, mut finished) = Journal::open(&state.join("journal.ndjson"), &head)?;
        settle(folder, &state, &finished.parts).map_err(failed)?;
        let number = finished.parts.len();
        let spool_path = state.join(format!("spool-{number:05}.ndjson"));
        let spool = OpenOptions::new().create(true).append(true).open(&spool_path).map_err(failed)?;
        let mut output = Self {
            plan,
            folder: folder.to_path_buf(),
            state,
            _lock: lock,
            journal,
            spool,
            spool_bytes: 0,
            part: None,
            number,
            done: Vec::new(),
            begun: HashMap::new(),
            parts: finished.parts.clone(),
        };
        output.replay(&spool_path, &mut finished).map_err(failed)?;
        Ok((output, finished))
    }

    /// Takes the rows of the spool again and cuts off a line that was not completed.
    fn replay(&mut self, path: &Path, finished: &mut Finished) -> io::Result<()> {
        let mut input = BufReader::new(File::open(path)?);
        let (mut line, mut end) = (Vec::new(), 0);
        loop {
            line.clear();
            let read = input.read_until(b'\n', &mut line)?;
            if read == 0 || line.last() != Some(&b'\n') {
                break;
            }
            match serde_json::from_slice(&line) {
                Ok(Spooled::Start(id)) => *self.begun.entry(id).or_default() += 1,
                Ok(Spooled::Done(done, rows)) => {
                    self.begun.remove(&done.input);
                    finished.add(&done);
                    self.add(done, rows)?;
                }
                Err(_) => break,
            }
            end += read as u64;
        }
        self.spool.set_len(end)?;
        self.spool_bytes = usize::try_from(end).unwrap_or(usize::MAX);
        Ok(())
    }

    fn start(&mut self, id: &str) -> io::Result<u32> {
        let begun = self.begun.entry(id.to_owned()).or_default();
        *begun += 1;
        let attempt = *begun;
        self.write_start(id)?;
        Ok(attempt)
    }

    fn write_start(&mut self, id: &str) -> io::Result<()> {
        let mut line = serde_json::to_vec(&Spooled::Start(id.to_owned()))?;
        line.push(b'\n');
        self.spool_bytes += line.len();
        self.spool.write_all(&line)
    }

    fn add(&mut self, done: Done, rows: Vec<Row>) -> io::Result<()> {
        let plan = self.plan;
        let part = match &mut self.part {
            Some(part) => part,
            part => {
                let path = self.state.join(part_name(plan, self.number));
                part.insert(Part::create(&path, plan.format, &plan.schema, plan.row_group_size)?)
            }
        };
        rows.into_iter().try_for_each(|row| part.push(&plan.schema, row))?;
        self.done.push(done);
        Ok(())
    }

    fn finish_input(&mut self, line: Line, spooled: &[u8]) -> io::Result<()> {
        self.spool.write_all(spooled)?;
        self.spool_bytes += spooled.len();
        self.begun.remove(&line.done.input);
        self.add(line.done, line.rows)?;
        let is_full = self.part.as_ref().map_or(0, Part::size) >= self.plan.part_size
            || self.spool_bytes >= self.plan.part_size.saturating_mul(SPOOL_RATIO);
        if is_full { self.rotate() } else { Ok(()) }
    }

    /// Commits the file of rows and begins the next one.
    fn rotate(&mut self) -> io::Result<()> {
        let old = self.commit()?;
        let path = self.state.join(format!("spool-{:05}.ndjson", self.number));
        self.spool = OpenOptions::new().create(true).append(true).open(path)?;
        self.spool_bytes = 0;
        // Attempts must not be forgotten with the old spool: those that run, and those that a killed run has begun.
        let begun: Vec<(String, u32)> = self.begun.iter().map(|(id, count)| (id.clone(), *count)).collect();
        for (id, count) in begun {
            (0..count).try_for_each(|_| self.write_start(&id))?;
        }
        remove(&old)
    }

    /// Completes and commits the file of rows; returns the spool that is no longer needed.
    fn commit(&mut self) -> io::Result<PathBuf> {
        let name = part_name(self.plan, self.number);
        self.part.take().map_or(Ok(()), Part::finish)?;
        self.journal.commit(&self.done, &name)?;
        fs::rename(self.state.join(&name), self.folder.join(&name))?;
        sync_folder(&self.folder);
        self.done.clear();
        let old = self.state.join(format!("spool-{:05}.ndjson", self.number));
        self.number += 1;
        self.parts.push(name);
        Ok(old)
    }

    fn finish(&mut self) -> io::Result<()> {
        let spool = match self.done.is_empty() {
            false => self.commit()?,
            true => self.state.join(format!("spool-{:05}.ndjson", self.number)),
        };
        remove(&spool)
    }
}

/// Locks a file. A worker that a killed run was just starting may hold the lock for a moment.
fn is_locked_soon(lock: &File) -> bool {
    (0..20).any(|_| {
        let is_locked = lock.try_lock().is_ok();
        if !is_locked {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        is_locked
    })
}

/// Gives committed files their names, and removes what killed runs have left.
fn settle(folder: &Path, state: &Path, parts: &[String]) -> io::Result<()> {
    for part in parts {
        let (made, place) = (state.join(part), folder.join(part));
        if made.exists() && !place.exists() {
            fs::rename(made, place)?;
        } else if !place.exists() {
            return Err(io::Error::other(format!("{part} is gone, which the journal names")));
        }
    }
    let open_spool = format!("spool-{:05}.ndjson", parts.len());
    for entry in fs::read_dir(state)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_left = name.starts_with("part-") || (name.starts_with("spool-") && name != open_spool);
        if is_left {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Waits until the disk knows a new name in a folder. Systems without this do it by themselves.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
