//! Reads a document in all formats: text, JSON records, Markdown.

use pdftract::{Document, DocumentWriter, ExtractOptions, Format};

/// The number of pages read from a document that repeats one page endlessly.
const MOST_PAGES: usize = 50;

/// The outputs of a document in all formats.
pub(crate) struct Outputs {
    pub(crate) text: String,
    pub(crate) json: String,
    pub(crate) markdown: String,
}

/// Reads a document in all formats and checks the guarantees of every output: JSON that parses, and no control
/// characters.
pub(crate) fn read(document: &Document) -> Outputs {
    let outputs =
        if document.page_count() <= MOST_PAGES { read_whole(document) } else { read_first_pages(document) };
    for line in outputs.json.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "no JSON: {line:.200}");
    }
    assert_eq!(forbidden(&outputs.text), None, "in the text");
    assert_eq!(forbidden(&outputs.markdown), None, "in the Markdown");
    outputs
}

fn read_whole(document: &Document) -> Outputs {
    let options = ExtractOptions::default();
    let mut json = Vec::new();
    document.write(Format::Ndjson, &mut json, &options).unwrap();
    Outputs {
        text: document.text().unwrap(),
        json: String::from_utf8(json).unwrap(),
        markdown: document.markdown(&options).unwrap(),
    }
}

fn read_first_pages(document: &Document) -> Outputs {
    let [text, markdown, json] = [Format::Text, Format::Markdown, Format::Ndjson].map(|format| {
        let options = ExtractOptions::default();
        let mut writer =
            DocumentWriter::new(format, Vec::new(), &options, || document.head(&options)).unwrap();
        for page in 0..MOST_PAGES {
            writer.page(&mut document.page_output(page, &options, &[format])).unwrap();
        }
        String::from_utf8(writer.finish(document.diagnostics()).unwrap()).unwrap()
    });
    Outputs { text, json, markdown }
}

/// Returns the first control character that is neither tab, newline nor form feed.
fn forbidden(text: &str) -> Option<char> {
    text.chars().find(|character| character.is_control() && !matches!(character, '\t' | '\n' | '\u{c}'))
}
