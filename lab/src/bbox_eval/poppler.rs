//! Words with their boxes, as `pdftotext -bbox` prints them.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use pdftract::geometry::Rect;

use crate::tool;

/// A word found by poppler.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    /// The text.
    pub text: String,
    /// The box in points from the top left corner of the page.
    pub rect: Rect,
}

/// A page read by poppler.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Page {
    pub width: f64,
    pub height: f64,
    pub words: Vec<Word>,
}

/// Returns the first pages of a file, or `None` if poppler cannot read it.
pub(super) fn pages(path: &Path, count: usize, limit: Duration) -> Result<Option<Vec<Page>>, String> {
    let mut command = Command::new("pdftotext");
    command.args(["-q", "-enc", "UTF-8", "-bbox", "-cropbox", "-l", &count.to_string()]).arg(path).arg("-");
    Ok(tool::output(&mut command, limit)?.map(|text| parse(&text)))
}

/// Parses the output, in which poppler writes one element per line.
fn parse(text: &str) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    for line in text.lines().map(str::trim_start) {
        if line.starts_with("<page ") {
            let [width, height] = ["width", "height"].map(|name| number(line, name).unwrap_or(0.0));
            pages.push(Page { width, height, words: Vec::new() });
        } else if let (Some(word), Some(page)) = (word(line), pages.last_mut()) {
            page.words.push(word);
        }
    }
    pages
}

fn word(line: &str) -> Option<Word> {
    let (attributes, rest) = line.strip_prefix("<word ")?.split_once('>')?;
    let text = rest.strip_suffix("</word>")?;
    let edge = |name| number(attributes, name);
    let rect = Rect { x0: edge("xMin")?, y0: edge("yMin")?, x1: edge("xMax")?, y1: edge("yMax")? };
    Some(Word { text: without_entities(text), rect })
}

fn number(attributes: &str, name: &str) -> Option<f64> {
    let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
    rest.split_once('"')?.0.parse().ok()
}

fn without_entities(text: &str) -> String {
    // The ampersand comes last, so that its result is not decoded again.
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_words_are_read() {
        let text = "<doc>\n  <page width=\"300.0\" height=\"200.0\">\n    \
                    <word xMin=\"1.0\" yMin=\"2.0\" xMax=\"3.5\" yMax=\"4.0\">a&amp;lt;b</word>\n  </page>\n";
        let rect = Rect { x0: 1.0, y0: 2.0, x1: 3.5, y1: 4.0 };
        let words = vec![Word { text: "a&lt;b".into(), rect }];
        assert_eq!(parse(text), [Page { width: 300.0, height: 200.0, words }]);
    }
}
