//! The results of one file: a writer for each format.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use pdftract::{Document, DocumentWriter, PageAssembler, PageOutput};

use super::Report;
use super::atomic_file::Staged;
use super::format::Format;
use super::images::ImageFolder;
use super::ordered_stdout::{Printer, Turns};
use crate::exit::{Exit, Failure};
use crate::for_each_file::FileError;
use crate::plan::ExtractPlan;

/// The results of one file, from its first page to its last.
pub(super) struct Results<'r> {
    plan: &'r ExtractPlan,
    turns: &'r Turns<'r, Report>,
    file: usize,
    /// The formats to write, each with its path unless it is printed.
    wanted: Vec<(Format, Option<PathBuf>)>,
    writers: Vec<DocumentWriter<Place<'r>>>,
    /// Joins words over the ends of lines and pages.
    assembler: PageAssembler,
    images: Option<ImageFolder>,
}

/// The destination of one result.
pub(super) enum Place<'r> {
    /// Standard output, in turn with other files.
    Printed(Printer<'r, Report>),
    /// A temporary file that is renamed when it is complete.
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
    /// Creates the results of a file; nothing is written yet.
    pub(super) fn new(plan: &'r ExtractPlan, turns: &'r Turns<'r, Report>, file: usize) -> Self {
        let places = plan.formats.iter().map(|&format| (format, plan.destination.path(file, format)));
        let wanted: Vec<_> = places.collect();
        let assembler = PageAssembler::new(&plan.extraction);
        let beside = wanted.iter().find_map(|(_, place)| place.as_deref()).and_then(Path::parent);
        let images = plan.images.as_ref().map(|images| {
            let (folder, prefix) = images.of_document(file);
            ImageFolder::new(folder, prefix, beside)
        });
        Self { plan, turns, file, wanted, writers: Vec::new(), assembler, images }
    }

    /// Returns whether all of them exist already. If some are missing, all are written again.
    pub(super) fn are_there(&self) -> bool {
        self.wanted.iter().all(|(_, place)| place.as_ref().is_some_and(|place| place.exists()))
    }

    /// Refuses to overwrite an input.
    pub(super) fn spare_inputs(&self) -> Result<(), Failure> {
        let mut places = self.wanted.iter().filter_map(|(_, place)| place.as_deref());
        match places.find(|place| self.plan.is_input(place)) {
            None => Ok(()),
            Some(place) => {
                let message = format!("its result would overwrite an input, {}", place.display());
                Err(Failure::new(Exit::Usage, message))
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

    /// Adds a page, counted from 0, to each; one that could not be read is empty.
    pub(super) fn page(
        &mut self,
        page_index: usize,
        mut page: PageOutput,
        document: &Document,
    ) -> Result<(), FileError> {
        if let Some(images) = &mut self.images {
            images.save(document, page_index, &mut page)?;
        }
        self.assembler.page(page).map_or(Ok(()), |page| self.write(page))
    }

    fn write(&mut self, mut page: PageOutput) -> Result<(), FileError> {
        let written = self.writers.iter_mut().try_for_each(|writer| writer.page(&mut page));
        written.map_err(|error| self.trouble(error))
    }

    /// Completes all results.
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

    /// Returns the error of a result that cannot be written. Standard output is shared by all files, so that its error
    /// ends the run.
    pub(super) fn trouble(&self, error: io::Error) -> FileError {
        if self.plan.prints() {
            return FileError::Output(error);
        }
        Failure::new(Exit::Error, format!("the result cannot be written: {error}")).into()
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
