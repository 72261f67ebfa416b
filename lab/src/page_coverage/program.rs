//! The programs that pdftract is compared with, as functions from a file to the text of every page.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::tool;
use crate::workers::glyph_count::solid_characters;

/// A text extraction program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
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
    /// All programs, in the order of the table's columns.
    pub(crate) const ALL: [Self; 3] = [Self::Poppler, Self::Mupdf, Self::Pdfium];

    /// Returns the name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Poppler => "poppler",
            Self::Mupdf => "mupdf",
            Self::Pdfium => "pdfium",
        }
    }

    /// Returns the number of non-blank characters of each page; no pages if the file is refused.
    pub(super) fn characters(self, path: &Path, limit: Duration) -> Result<Vec<usize>, String> {
        Ok(self.texts(path, limit)?.iter().map(|text| solid_characters(text)).collect())
    }

    /// Returns the text of each page; no pages if the file is refused.
    pub(crate) fn texts(self, path: &Path, limit: Duration) -> Result<Vec<String>, String> {
        let text = self.printed(path, "stext", limit)?;
        Ok(if self == Self::Mupdf { by_element(&text) } else { by_form_feed(&text) })
    }

    /// Returns the text of the file; empty if it is refused.
    pub(crate) fn text(self, path: &Path, limit: Duration) -> Result<String, String> {
        self.printed(path, "text", limit)
    }

    fn printed(self, path: &Path, mupdf_form: &str, limit: Duration) -> Result<String, String> {
        let mut command = match self {
            Self::Poppler => started("pdftotext", &["-q", "-enc", "UTF-8"]),
            // `-i` makes mutool continue after a page that cannot be drawn.
            Self::Mupdf => started("mutool", &["draw", "-q", "-i", "-F", mupdf_form]),
            Self::Pdfium => started("python3", &["-c", PDFIUM_SCRIPT]),
        };
        command.arg(path);
        if self == Self::Poppler {
            command.arg("-");
        }
        Ok(tool::output(&mut command, limit)?.unwrap_or_default())
    }
}

fn started(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// Splits text at form feeds; text after the last form feed does not count as a page.
fn by_form_feed(text: &str) -> Vec<String> {
    let mut pages: Vec<String> = text.split('\u{c}').map(str::to_owned).collect();
    pages.pop();
    pages
}

/// Splits MuPDF's XML into pages, since its plain text has form feeds inside pages too. Every character is an
/// element.
fn by_element(text: &str) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("<page ") {
            pages.push(String::new());
            continue;
        }
        let Some(page) = pages.last_mut() else { continue };
        if let Some((_, rest)) = line.strip_prefix("<char ").and_then(|line| line.split_once(" c=\"")) {
            page.push(plain(rest.split('"').next().unwrap_or_default()));
        } else if line.starts_with("</line>") {
            page.push('\n');
        }
    }
    pages
}

/// Decodes a character in XML; an escape sequence is one character.
fn plain(character: &str) -> char {
    let reference = character.strip_prefix("&#x").and_then(|rest| rest.strip_suffix(';'));
    let number = reference.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let named = match character {
        "&quot;" => Some('"'),
        "&amp;" => Some('&'),
        "&lt;" => Some('<'),
        "&gt;" => Some('>'),
        "&apos;" => Some('\''),
        _ => character.chars().next(),
    };
    number.and_then(char::from_u32).or(named).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_in_form_feeds() {
        assert_eq!(by_form_feed("a b\u{c}\n\u{c}\nc\u{c}\n"), ["a b", "\n", "\nc"]);
        assert_eq!(by_form_feed(""), [] as [&str; 0]);
    }

    #[test]
    fn characters_of_xml_are_elements() {
        let text = "<page id=\"page1\">\n<char quad=\"1\" c=\"a\"/>\n<char quad=\"1\" c=\" \"/>\n\
                    <char quad=\"1\" c=\"&quot;\"/>\n<char quad=\"1\" c=\"&#xfffd;\"/>\n</page>\n<page id=\"page2\">\n";
        assert_eq!(by_element(text), ["a \"\u{FFFD}", ""]);
    }
}
