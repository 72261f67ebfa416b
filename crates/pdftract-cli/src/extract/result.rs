//! The results of one file: each format with the place it goes to.

use std::io::{self, Write};
use std::path::PathBuf;

use pdftract::{Document, DocumentWriter, PageAssembler, PageOutput};

use super::Report;
use super::atomic_file::Staged;
use super::format::Format;
use super::ordered_stdout::{Printer, Turns};
use crate::exit::{Exit, Failure};
use crate::for_each_file::FileError;
use crate::plan::ExtractPlan;

/// The results of one file, from its first page to its last.
pub(super) struct Results<'r> {
    plan: &'r ExtractPlan,
    turns: &'r Turns<'r, Report>,
    file: usize,
    /// What is to be made: a format, and its place unless it is printed.
    wanted: Vec<(Format, Option<PathBuf>)>,
    writers: Vec<DocumentWriter<Place<'r>>>,
    /// Joins words over the ends of lines and pages.
    assembler: PageAssembler,
    /// Characters of the file that were left out because a person does not see them.
    left_out: u32,
}

/// Where one result is written.
pub(super) enum Place<'r> {
    /// To standard output, in its turn.
    Printed(Printer<'r, Report>),
    /// To a file that is not in its place yet.
    Staged(Staged),
}

impl Write for Place<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Printed(printer) => printer.write(bytes),
            Self::Staged(staged) => staged.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Printed(printer) => printer.flush(),
            Self::Staged(staged) => staged.flush(),
        }
    }
}

impl<'r> Results<'r> {
    /// The results that a file should have.
    pub(super) fn new(plan: &'r ExtractPlan, turns: &'r Turns<'r, Report>, file: usize) -> Self {
        let places = plan.formats.iter().map(|&format| (format, plan.destination.path(file, format)));
        let assembler = PageAssembler::new(&plan.extraction);
        Self { plan, turns, file, wanted: places.collect(), writers: Vec::new(), assembler, left_out: 0 }
    }

    /// Whether all of them are there already. If only some are, all are made again, since they belong together.
    pub(super) fn are_there(&self) -> bool {
        self.wanted.iter().all(|(_, place)| place.as_ref().is_some_and(|place| place.exists()))
    }

    /// Refuses to write over a file that is to be read.
    pub(super) fn spare_inputs(&self) -> Result<(), Failure> {
        let mut places = self.wanted.iter().filter_map(|(_, place)| place.as_deref());
        match places.find(|place| self.plan.is_input(place)) {
            None => Ok(()),
            Some(place) => {
                let message = format!("its result would be written over an input, {}", place.display());
                Err(Failure::new(Exit::Unusable, message))
            }
        }
    }

    /// Begins all results.
    pub(super) fn begin(&mut self, name: &str, document: &Document) -> Result<(), FileError> {
        let options = &self.plan.extraction;
        let head = || {
            let mut head = document.head(options);
            head.source.file = Some(name.into());
            head
        };
        for ((format, _), place) in self.wanted.iter().zip(self.places()?) {
            let writer = DocumentWriter::new((*format).into(), place, options, head);
            self.writers.push(writer.map_err(|error| self.trouble(error))?);
        }
        Ok(())
    }

    /// Begins a place for each result, for bytes that are made elsewhere.
    pub(super) fn places(&self) -> Result<Vec<Place<'r>>, FileError> {
        let begin = |(_, place): &(Format, Option<PathBuf>)| match place {
            None => self.turns.printer(self.file).map(Place::Printed),
            Some(path) => Staged::create(path).map(Place::Staged),
        };
        self.wanted.iter().map(begin).collect::<io::Result<_>>().map_err(|error| self.trouble(error))
    }

    /// Adds a page to each; one that could not be read leaves an empty place.
    pub(super) fn page(&mut self, page: PageOutput) -> Result<(), FileError> {
        self.left_out = self.left_out.saturating_add(page.left_out());
        self.assembler.page(page).map_or(Ok(()), |page| self.write(page))
    }

    fn write(&mut self, mut page: PageOutput) -> Result<(), FileError> {
        let written = self.writers.iter_mut().try_for_each(|writer| writer.page(&mut page));
        written.map_err(|error| self.trouble(error))
    }

    /// Returns the number of characters that were left out so far because a person does not see them.
    pub(super) fn left_out(&self) -> u32 {
        self.left_out
    }

    /// Ends all of them and puts them in their places.
    pub(super) fn finish(&mut self, document: &Document) -> Result<(), FileError> {
        if let Some(page) = self.assembler.finish() {
            self.write(page)?;
        }
        let writers = std::mem::take(&mut self.writers).into_iter();
        let places =
            writers.map(|writer| writer.finish(document.diagnostics())).collect::<io::Result<Vec<_>>>();
        let places = places.map_err(|error| self.trouble(error))?;
        places.into_iter().try_for_each(Place::commit).map_err(|error| self.trouble(error))
    }

    /// What it means that a result cannot be written: standard output is the same for all files, a place is not.
    pub(super) fn trouble(&self, error: io::Error) -> FileError {
        if self.plan.prints() {
            return FileError::Output(error);
        }
        Failure::new(Exit::Error, format!("its result cannot be written: {error}")).into()
    }
}

impl Place<'_> {
    pub(super) fn commit(self) -> io::Result<()> {
        match self {
            Self::Printed(_) => Ok(()),
            Self::Staged(staged) => staged.commit(),
        }
    }
}
