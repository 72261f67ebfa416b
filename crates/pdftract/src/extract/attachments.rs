//! Attached files and their data.

use super::Document;
use crate::file::attachment::{Attachment, AttachmentBytes, AttachmentError};

impl Document {
    /// Lists all attached files: those of the document and those attached to pages as annotations.
    pub fn attachments(&self) -> Vec<Attachment> {
        self.file.attachments()
    }

    /// Finds an attachment by its safe name or by the name stated in the file.
    pub fn find_attachment(&self, name: &str) -> Option<Attachment> {
        let is_named = |attachment: &Attachment| {
            attachment.name == name || attachment.stated_name.as_deref() == Some(name)
        };
        self.file.attachments().into_iter().find(is_named)
    }

    /// Decodes the data of an attachment, up to [`Limits::stream_bytes`](crate::Limits::stream_bytes).
    ///
    /// # Errors
    ///
    /// Returns an error if the document does not contain the file, if nothing of it can be decoded, or if the budget
    /// of the document is exhausted.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let document = pdftract::open(path)?;
    /// for attachment in document.attachments() {
    ///     let file = document.attachment_bytes(&attachment)?;
    ///     println!("{}: {} bytes", file.name, file.data.len());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn attachment_bytes(&self, attachment: &Attachment) -> Result<AttachmentBytes, AttachmentError> {
        self.file.attachment_bytes(attachment)
    }
}
