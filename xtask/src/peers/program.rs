//! The programs that pdftract is compared with, each turning a file into the number of characters on every page.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::reading::glyph_count::solid_characters;
use crate::tool;

/// A program that finds text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Program {
    /// `pdftotext`.
    Poppler,
    /// `mutool draw`.
    Mupdf,
    /// pypdfium2.
    Pdfium,
}

/// Prints the text of all pages with a form feed after each, as the other programs do.
const PDFIUM_SCRIPT: &str = r"
import sys, pypdfium2
document = pypdfium2.PdfDocument(sys.argv[1])
for index in range(len(document)):
    try:
        text = document[index].get_textpage().get_text_range()
    except Exception:
        text = ''
    text = text.replace('\f', ' ').encode('utf-8', 'replace')
    sys.stdout.buffer.write(text + b'\f')
";

impl Program {
    /// All of them, in the order of the table's columns.
    pub(super) const ALL: [Self; 3] = [Self::Poppler, Self::Mupdf, Self::Pdfium];

    /// The name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Poppler => "poppler",
            Self::Mupdf => "mupdf",
            Self::Pdfium => "pdfium",
        }
    }

    /// How many characters that are no white space each page has; no page when the file is refused.
    pub(super) fn characters(self, path: &Path, limit: Duration) -> Result<Vec<usize>, String> {
        let text = tool::output(self.command().arg(path).args(self.end()), limit)?;
        Ok(text.map(|text| by_page(&text)).unwrap_or_default())
    }

    fn command(self) -> Command {
        let (program, arguments): (&str, &[&str]) = match self {
            Self::Poppler => ("pdftotext", &["-q", "-enc", "UTF-8"]),
            // A page that cannot be drawn must not end the rest.
            Self::Mupdf => ("mutool", &["draw", "-q", "-i", "-F", "txt"]),
            Self::Pdfium => ("python3", &["-c", PDFIUM_SCRIPT]),
        };
        let mut command = Command::new(program);
        command.args(arguments);
        command
    }

    /// What follows the file's name.
    fn end(self) -> &'static [&'static str] {
        if self == Self::Poppler { &["-"] } else { &[] }
    }
}

/// Counts the characters of each page; what follows the last form feed is no page.
fn by_page(text: &str) -> Vec<usize> {
    let mut pages: Vec<usize> = text.split('\u{c}').map(solid_characters).collect();
    pages.pop();
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_in_form_feeds() {
        assert_eq!(by_page("a b\u{c}\n\u{c}\nc\u{c}\n"), [2, 0, 1]);
        assert_eq!(by_page(""), [] as [usize; 0]);
    }
}
