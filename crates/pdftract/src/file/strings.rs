//! Reads the strings of lists that a file may make as long as it likes: links, fields, outline entries, layers, notes.
//!
//! One string of a file may be named by a hundred thousand entries, and each of them gets a copy. [`Strings`] counts the
//! bytes of all copies of one list and leaves out what goes beyond.

use std::cell::Cell;

use super::File;
use super::object::{Dict, Object};
use super::string;
use crate::budget::Stop;

/// The part of the memory of a document that the strings of one list may take. `info` holds seven such lists, each of them
/// as records and once more as output.
const SHARE_OF_LIST: u64 = 32;
/// The same for the links of a page, since several pages are worked on at a time.
const SHARE_OF_PAGE: u64 = 128;

/// The account for the strings of one list.
pub(crate) struct Strings<'f> {
    file: &'f File,
    left: Cell<u64>,
}

impl<'f> Strings<'f> {
    /// Returns the account for a list of the whole document.
    pub(crate) fn of_document(file: &'f File) -> Self {
        Self { file, left: Cell::new(file.limits().memory_bytes / SHARE_OF_LIST) }
    }

    /// Returns the account for a list of one page.
    pub(crate) fn of_page(file: &'f File) -> Self {
        Self { file, left: Cell::new(file.limits().memory_bytes / SHARE_OF_PAGE) }
    }

    /// Takes bytes from the account. Returns whether they are left; reports it once they are not.
    pub(crate) fn take(&self, bytes: usize) -> bool {
        let charged = match self.left.get().checked_sub(bytes as u64) {
            Some(left) => {
                self.left.set(left);
                self.file.budget().charge_decoded(bytes)
            }
            None => Err(Stop::Memory),
        };
        charged.inspect_err(|&stop| self.file.note_stop(stop)).is_ok()
    }

    /// Returns a text string, if its bytes are left.
    pub(crate) fn text_of(&self, value: &Object<'_>) -> Option<String> {
        let stored = value.as_string()?;
        self.take(stored.len()).then(|| value.as_text()).flatten()
    }

    /// Returns a text string entry, if its bytes are left.
    pub(crate) fn text(&self, dict: &Dict<'_>, key: &[u8]) -> Option<String> {
        self.text_of(&dict.get(key))
    }

    /// Returns a name for people, if its bytes are left.
    pub(crate) fn name_of(&self, value: &Object<'_>) -> Option<String> {
        let name = value.as_name()?;
        self.take(name.len()).then(|| string::clean(&String::from_utf8_lossy(name)).into_owned())
    }

    /// Returns a name entry for people, if its bytes are left.
    pub(crate) fn name(&self, dict: &Dict<'_>, key: &[u8]) -> Option<String> {
        self.name_of(&dict.get(key))
    }
}
