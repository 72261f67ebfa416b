//! Facts that a writer needs to append to a file: free numbers, the newest section, the trailer, the keys.

use super::File;
use super::object::{Object, ObjectId};
pub(crate) use super::xref::Place;
use super::xref::{self, XrefTable};

/// The form of a cross-reference section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SectionForm {
    Table,
    Stream,
}

/// The base of a new cross-reference section.
#[derive(Debug, Clone)]
pub(crate) enum Ground {
    /// A complete chain of sections, whose newest one is at this offset.
    Section { offset: usize, form: SectionForm },
    /// The sections are broken, so the new one must list all objects.
    Objects(Vec<(u32, Place)>),
}

impl File {
    /// Returns the base of a new cross-reference section.
    pub(crate) fn ground(&self) -> Ground {
        let is_whole = !self.scanned && !self.xref_incomplete && self.repaired.get().is_none();
        match (self.trailers.first(), xref::start_offset(self.data())) {
            (Some(trailer), Some(offset)) if is_whole => {
                let is_stream = trailer.stream.is_some();
                Ground::Section {
                    offset,
                    form: if is_stream { SectionForm::Stream } else { SectionForm::Table },
                }
            }
            _ => Ground::Objects(self.table().used().filter(|(number, _)| *number > 0).collect()),
        }
    }

    fn table(&self) -> &XrefTable {
        if self.scanned { &self.xref } else { self.repaired() }
    }

    /// Returns a number above all that the file uses.
    pub(crate) fn free_number(&self) -> u32 {
        let last = |table: &XrefTable| table.used().map(|(number, _)| number).max().unwrap_or(0);
        let repaired = self.repaired.get().map_or(0, last);
        let size = self.trailer_value(b"Size").and_then(|size| u32::try_from(size.as_int()?).ok());
        // A size beyond the maximum object number is ignored.
        let size = size.filter(|size| *size <= self.limits().object_number).unwrap_or(0);
        last(&self.xref).max(repaired).saturating_add(1).max(size)
    }

    /// Returns the numbers of all objects in use.
    pub(crate) fn object_numbers(&self) -> Vec<u32> {
        let table = self.repaired.get().unwrap_or(&self.xref);
        table.used().map(|(number, _)| number).filter(|number| *number > 0).collect()
    }

    /// Returns an entry of the trailer, without resolving references.
    pub(crate) fn trailer_value(&self, key: &[u8]) -> Option<Object<'_>> {
        xref::trailer_entry(self, &self.trailers, key)
    }

    /// Returns the object of the catalog.
    pub(crate) fn catalog_id(&self) -> Option<ObjectId> {
        self.catalog
    }

    /// Encrypts a string for an object of this file; returns `None` if the key is missing.
    pub(crate) fn sealed_string(&self, id: ObjectId, data: &[u8]) -> Option<Vec<u8>> {
        match &self.decryptor {
            Some(decryptor) => decryptor.encrypt_string(id.number, id.generation, data),
            None => Some(data.to_vec()),
        }
    }

    /// Encrypts the bytes of a stream for this file; returns `None` if the key is missing.
    pub(crate) fn sealed_stream(&self, id: ObjectId, data: &[u8]) -> Option<Vec<u8>> {
        match &self.decryptor {
            Some(decryptor) => decryptor.encrypt_stream(id.number, id.generation, data),
            None => Some(data.to_vec()),
        }
    }
}
