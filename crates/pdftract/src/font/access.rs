//! Pairs the file that fonts are read from with the session that the work belongs to.

use crate::file::File;
use crate::session::Session;

/// Access to the objects of a document: the file that holds them, and the session whose limits and budget apply and
/// whose log receives diagnostics.
#[derive(Clone, Copy)]
pub(crate) struct Access<'d> {
    pub(crate) file: &'d File,
    pub(crate) session: &'d Session,
}

impl<'d> Access<'d> {
    pub(crate) fn new(file: &'d File, session: &'d Session) -> Self {
        Self { file, session }
    }
}
