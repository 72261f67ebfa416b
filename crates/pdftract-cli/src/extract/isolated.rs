//! Reads a file in a worker process: whatever it does there costs this run one result.

use std::io::Write;
use std::ops::ControlFlow;

use pdftract::{Diagnostic, Error, Hidden, Stop};
use pdftract_worker::{Event, ExtractRequest, Extracted, Failed, Input, Reason};

use super::notices::Notices;
use super::result::Results;
use super::summary::Ended;
use super::{Run, result::Place};
use crate::exit::{Exit, Failure};
use crate::for_each_file::{FileError, panicked};
use crate::input::Source;
use crate::password::{self, Password};
use crate::printable::printable;

/// How often somebody at a terminal may try.
const PASSWORD_TRIES: usize = 3;

impl Run<'_> {
    /// Reads a file in a worker and puts its results in their places.
    pub(super) fn extract_isolated(
        &self,
        source: &Source,
        results: &mut Results<'_>,
        diagnostics: &mut Vec<Diagnostic>,
        notices: &mut Notices,
    ) -> Result<Ended, FileError> {
        let input = source.read_document(&self.plan.opening).map_err(Failure::from)?;
        if input.bytes().is_empty() {
            return Err(Failure::new(Exit::NotPdf, "not a PDF file: it is empty").into());
        }
        let mut request = self.request(source);
        let mut receiver = Receiver {
            run: self,
            name: source.name(),
            results,
            places: Vec::new(),
            error: None,
            found: Vec::new(),
            pages: 0,
            done: 0,
        };
        for _ in 0..=PASSWORD_TRIES {
            let read =
                self.pool().extract(&request, Input::Bytes(input.bytes()), &mut |event| receiver.take(event));
            if let Some(error) = receiver.error.take() {
                self.cancel_for(&error);
                return Err(error);
            }
            if let Some(password) = self.asked_password(&read, source) {
                request.password = Some(password);
                continue;
            }
            if self.plan.diagnostics {
                *diagnostics = std::mem::take(&mut receiver.found);
            } else if !self.plan.quiet {
                notices.diagnostics(&receiver.found);
            }
            let Extracted { pages, left_out: unseen, images_without_text, .. } = read.map_err(failure)?;
            notices.images_without_text(images_without_text, pages);
            if !self.plan.diagnostics && self.plan.extraction.hidden != Hidden::Only {
                notices.hidden(unseen);
            }
            receiver.commit()?;
            return Ok(Ended::Done { pages });
        }
        Err(Failure::from(Error::WrongPassword).into())
    }

    fn request(&self, source: &Source) -> ExtractRequest {
        let formats = self.plan.formats.iter().map(|&format| format.into()).collect();
        ExtractRequest::new(formats, self.plan.extraction.clone()).with(|request| {
            request.name = Some(source.name());
            request.password = self.plan.opening.password.given().map(str::to_owned);
            request.pages = self.plan.reading.selection_text();
            request.time_limit = self.plan.opening.time_limit();
            request.cancel = self.plan.opening.cancel.clone();
        })
    }

    /// Asks for a password if that is what is missing and somebody can be asked.
    fn asked_password(&self, read: &Result<Extracted, Failed>, source: &Source) -> Option<String> {
        let is_locked =
            |failed: &Failed| matches!(failed.reason, Reason::PasswordNeeded | Reason::WrongPassword);
        let can_ask = matches!(self.plan.opening.password, Password::Ask);
        if !can_ask || !read.as_ref().is_err_and(is_locked) {
            return None;
        }
        password::ask(&printable(&source.name()))
    }
}

/// Takes what a worker sends.
struct Receiver<'r, 'p> {
    run: &'r Run<'r>,
    name: String,
    results: &'r mut Results<'p>,
    places: Vec<Place<'p>>,
    /// Why the results cannot be written.
    error: Option<FileError>,
    found: Vec<Diagnostic>,
    pages: usize,
    done: usize,
}

impl Receiver<'_, '_> {
    fn take(&mut self, event: Event<'_>) -> ControlFlow<()> {
        let written = match event {
            Event::Started { pages, .. } => {
                self.pages = pages;
                self.results.places().map(|places| self.places = places)
            }
            Event::Output { format_index, bytes } => self.write(format_index, bytes),
            Event::Page { .. } => {
                self.done += 1;
                self.run.progress.page_done(&self.name, self.done, self.pages);
                Ok(())
            }
            Event::Diagnostics(found) => {
                self.found = found;
                Ok(())
            }
            _ => Ok(()),
        };
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn write(&mut self, format_index: usize, bytes: &[u8]) -> Result<(), FileError> {
        let Some(place) = self.places.get_mut(format_index) else { return Ok(()) };
        place.write_all(bytes).map_err(|error| self.results.trouble(error))
    }

    fn commit(self) -> Result<(), FileError> {
        let Self { places, results, .. } = self;
        places.into_iter().try_for_each(Place::commit).map_err(|error| results.trouble(error))
    }
}

/// Says why a worker has no result, as this process would have said it.
fn failure(failed: Failed) -> FileError {
    let error = match failed.reason {
        Reason::NotPdf => Error::NotPdf,
        Reason::PasswordNeeded => Error::PasswordNeeded,
        Reason::WrongPassword => Error::WrongPassword,
        Reason::TimeLimit => Error::Stopped(Stop::Deadline),
        Reason::Cancelled => Error::Stopped(Stop::Cancelled),
        Reason::Unreadable | Reason::NoSuchPage => {
            return Failure::new(Exit::NotPdf, failed.message).into();
        }
        Reason::Panicked => return panicked().into(),
        _ => return Failure::new(Exit::Error, failed.message).into(),
    };
    Failure::from(error).into()
}
