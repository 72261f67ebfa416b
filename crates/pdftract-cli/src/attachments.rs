//! `pdftract attachments`: lists the files attached to a PDF, or saves them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use pdftract::Document;
use pdftract::file::attachment::Attachment;

use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::for_each_file::{FileError, each_source, print};
use crate::input::Source;
use crate::plan::AttachmentsPlan;
use crate::printable::printable;
use crate::repair::save;
use crate::table::{Side, table};

/// Carries out the plan.
pub(crate) fn run(plan: &AttachmentsPlan) -> Exit {
    each_source(std::slice::from_ref(&plan.source), |source| attachments(source, plan))
}

fn attachments(source: &Source, plan: &AttachmentsPlan) -> Result<(), FileError> {
    let document = source.open(&plan.opening)?;
    let mut found = document.attachments();
    if let Some(name) = &plan.name {
        found.retain(|attachment| attachment.name == *name || attachment.stated_name.as_ref() == Some(name));
        if found.is_empty() {
            return Err(Failure::usage(format!("there is no attachment {name}")).into());
        }
    }
    match &plan.output {
        None => print(&[&list(&found)]).map_err(FileError::Output),
        Some(folder) => save_all(&document, &source.name(), &found, folder),
    }
}

/// Returns a table of the attachments.
fn list(attachments: &[Attachment]) -> String {
    if attachments.is_empty() {
        return "no attachments\n".into();
    }
    let titles =
        [("name", Side::Left), ("bytes", Side::Right), ("type", Side::Left), ("description", Side::Left)];
    let row = |attachment: &Attachment| {
        let size = attachment.stated_size.map_or_else(|| "?".into(), |size| size.to_string());
        let text = |text: &Option<String>| printable(text.as_deref().unwrap_or_default()).into_owned();
        let name = printable(&attachment.name).into_owned();
        [name, size, text(&attachment.mime_type), text(&attachment.description)]
    };
    table(titles, attachments.iter().map(row).collect())
}

/// Saves the attachments under their safe names and prints the paths. A second file of the same name gets a number.
fn save_all(
    document: &Document,
    name: &str,
    attachments: &[Attachment],
    folder: &Path,
) -> Result<(), FileError> {
    let mut taken = HashSet::new();
    let mut lost = None;
    for attachment in attachments {
        let bytes = match document.attachment_bytes(attachment) {
            Ok(bytes) => bytes,
            Err(error) => {
                // The others are still wanted.
                let failure = Failure::new(Exit::Error, format!("{}: {error}", attachment.name));
                lost = Some(failure.of_file(name).report());
                continue;
            }
        };
        let path = folder.join(free_name(&attachment.name, &mut taken));
        save(&path, &bytes.data)?;
        if !bytes.complete {
            diagnostics::warn(&format!(
                "{name}: the attachment {} is damaged; a part was saved",
                attachment.name
            ));
        }
        print(&[&printable(&path.to_string_lossy()), "\n"]).map_err(FileError::Output)?;
    }
    match lost {
        None => Ok(()),
        Some(exit) => Err(Failure::new(exit, "not all attachments could be saved").into()),
    }
}

/// Returns the name, with a number before its extension if another attachment has it.
fn free_name(name: &str, taken: &mut HashSet<String>) -> PathBuf {
    let path = Path::new(name);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|extension| format!(".{}", extension.to_string_lossy()));
    let numbered = |number: usize| format!("{stem}-{number}{}", extension.as_deref().unwrap_or_default());
    let mut names = std::iter::once(name.to_owned()).chain((2..).map(numbered));
    let free = names.find(|name| taken.insert(name.to_lowercase())).unwrap_or_else(|| name.to_owned());
    PathBuf::from(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_get_numbers() {
        let mut taken = HashSet::new();
        let names: Vec<PathBuf> =
            ["a.xml", "A.xml", "a.xml", "b"].iter().map(|name| free_name(name, &mut taken)).collect();
        assert_eq!(names, ["a.xml", "A-2.xml", "a-3.xml", "b"].map(PathBuf::from));
    }
}
