//! Attached files: listed with sanitised names, and read only on request.

use std::fmt;

use serde::Serialize;

use super::File;
use super::object::{Dict, Object, ObjectId};
use super::stream::Stream;
use super::strings::Strings;
use super::tree_walk;
use crate::budget::Stop;
use crate::diagnostic::{Code, Diagnostic};

/// The data of an attached file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttachmentBytes {
    /// A name that is safe to save under, see [`Attachment::name`]. It need not be unique.
    pub name: String,
    /// The decoded data.
    pub data: Vec<u8>,
    /// `false` if the data is damaged or longer than [`Limits::stream_bytes`](crate::Limits::stream_bytes); a
    /// diagnostic then gives the reason.
    pub complete: bool,
}

/// The reason why the data of an attachment is not available.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttachmentError {
    /// The document names the file but does not contain it.
    NotEmbedded,
    /// Nothing of its data can be decoded; a diagnostic gives the reason.
    Unreadable,
    /// The caller cancelled, or the budget of the document is exhausted.
    Stopped(Stop),
}

impl fmt::Display for AttachmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEmbedded => f.write_str("the attachment is not in the document"),
            Self::Unreadable => f.write_str("the attachment cannot be decoded"),
            Self::Stopped(stop) => f.write_str(stop.reason()),
        }
    }
}

impl std::error::Error for AttachmentError {}

/// An attached file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attachment {
    /// A name that is safe to save under: no folders, no controls, at most 100 bytes.
    pub name: String,
    /// The name as stated in the file, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated_name: Option<String>,
    /// The description as stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The MIME type as stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The size as stated, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated_size: Option<u64>,
    /// The size as stored in the file, usually compressed, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored_size: Option<u64>,
    /// The object of the stream.
    #[serde(skip)]
    pub stream: Option<ObjectId>,
}

impl File {
    /// Returns all attachments: those of the document and those attached to pages as annotations.
    pub fn attachments(&self) -> Vec<Attachment> {
        let tree = self.catalog().and_then(|catalog| catalog.dict(b"Names")?.dict(b"EmbeddedFiles"));
        let named =
            tree.map(|tree| tree_walk::leaves(tree, "tree of attachments", b"Names")).unwrap_or_default();
        let pages = self.annotated_pages().take_while(|_| self.has_time());
        let pinned = pages.flat_map(|page| page.file_annotations());
        let specs = named.into_iter().map(|(_, spec)| spec).chain(pinned.map(|dict| dict.get(b"FS")));
        let max = self.limits().tree_items;
        let strings = Strings::of_document(self);
        let specs = specs.take(max + 1).take_while(|_| self.has_time());
        let mut list: Vec<Attachment> = specs.filter_map(|spec| attachment(&spec, &strings)).collect();
        if list.len() > max {
            list.truncate(max);
            self.note(Diagnostic::new(Code::TreeLimit, "the document has more attachments than allowed"));
        }
        list
    }

    /// Returns the stream of an attachment.
    pub fn attachment_stream(&self, attachment: &Attachment) -> Option<Stream<'_>> {
        self.object(attachment.stream?).as_stream()
    }

    /// Decodes the data of an attachment within the limits of the document.
    pub(crate) fn attachment_bytes(
        &self,
        attachment: &Attachment,
    ) -> Result<AttachmentBytes, AttachmentError> {
        self.budget().check().map_err(AttachmentError::Stopped)?;
        let stream = self.attachment_stream(attachment).ok_or(AttachmentError::NotEmbedded)?;
        let decoded = stream.decode();
        if decoded.data.is_empty() && !decoded.complete {
            self.budget().check().map_err(AttachmentError::Stopped)?;
            return Err(AttachmentError::Unreadable);
        }
        let data = decoded.data.into_owned();
        Ok(AttachmentBytes { name: attachment.name.clone(), data, complete: decoded.complete })
    }
}

fn attachment(spec: &Object<'_>, strings: &Strings<'_>) -> Option<Attachment> {
    let dict = spec.resolve().as_dict()?;
    let stated = strings.text(&dict, b"UF").or_else(|| strings.text(&dict, b"F")).unwrap_or_default();
    let stream = embedded_stream(&dict);
    let parameters = stream.as_ref().and_then(|stream| stream.dict().dict(b"Params"));
    let size = parameters.and_then(|parameters| parameters.int(b"Size"));
    let name = safe_name(&stated);
    Some(Attachment {
        stated_name: Some(stated).filter(|stated| *stated != name),
        name,
        description: strings.text(&dict, b"Desc").filter(|text| !text.is_empty()),
        mime_type: stream.as_ref().and_then(|stream| strings.name(stream.dict(), b"Subtype")),
        stated_size: size.and_then(|size| u64::try_from(size).ok()),
        stored_size: stream.as_ref().map(|stream| stream.stored().len() as u64),
        stream: stream.map(|stream| stream.id()),
    })
}

fn embedded_stream<'f>(spec: &Dict<'f>) -> Option<Stream<'f>> {
    let embedded = spec.dict(b"EF")?;
    embedded.stream(b"UF").or_else(|| embedded.stream(b"F"))
}

/// The maximum length of a safe file name; file systems allow 255 bytes.
const SAFE_NAME_BYTES: usize = 100;

/// Returns the last component of a path, with characters that any file system accepts.
pub(crate) fn safe_name(stated: &str) -> String {
    let last = stated.rsplit(['/', '\\', ':']).next().unwrap_or_default();
    let kept: String = last.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
    let mut name = kept.trim_matches(['.', ' ']).to_owned();
    if name.len() > SAFE_NAME_BYTES {
        name = shortened(&name);
    }
    if name.is_empty() || is_reserved(&name) { format!("_{name}") } else { name }
}

fn is_safe(c: char) -> bool {
    let invisible = matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202F}' | '\u{2060}'..='\u{206F}');
    super::string::is_clean(c)
        && !c.is_control()
        && !invisible
        && !matches!(c, '<' | '>' | '"' | '|' | '?' | '*')
}

/// Shortens the stem and keeps a short extension.
fn shortened(name: &str) -> String {
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if extension.len() <= 16 => (stem, format!(".{extension}")),
        _ => (name, String::new()),
    };
    let room = stem.floor_char_boundary(SAFE_NAME_BYTES - extension.len());
    format!("{}{extension}", stem.split_at(room).0)
}

/// Returns `true` for names that Windows reserves for devices, with any extension.
fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim().to_ascii_uppercase();
    let numbered = |prefix: &str| {
        stem.strip_prefix(prefix)
            .is_some_and(|rest| rest.len() == 1 && rest.chars().all(|c| c.is_ascii_digit()))
    };
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL") || numbered("COM") || numbered("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_safe() {
        let cases = [
            ("../../../../tmp/evil.txt", "evil.txt"),
            ("C:\\Windows\\system.ini", "system.ini"),
            ("/etc/passwd", "passwd"),
            ("..", "_"),
            ("", "_"),
            ("CON", "_CON"),
            ("com1.txt", "_com1.txt"),
            ("a\u{202E}fdp.exe", "a_fdp.exe"),
            ("tab\there", "tab_here"),
            ("what?*", "what__"),
            ("résumé.pdf", "résumé.pdf"),
        ];
        for (stated, safe) in cases {
            assert_eq!(safe_name(stated), safe);
        }
        let long = safe_name(&("é".repeat(300) + ".docx"));
        assert!(long.len() <= SAFE_NAME_BYTES && long.ends_with(".docx"));
    }
}
