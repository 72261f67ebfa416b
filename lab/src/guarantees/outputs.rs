//! All outputs of a document, string by string.

use pdftract::output::json::to_json;
use pdftract::output::model::Block;
use pdftract::{Detail, Document, ExtractOptions, Format, LineForm};
use serde::Serialize;
use serde_json::Value;

use super::promise::{self, Breach, Kind};

/// Counts of checked strings, and the violations.
#[derive(Debug, Clone, Default)]
pub(super) struct Findings {
    pub pages: usize,
    pub strings: usize,
    pub characters: usize,
    pub breaches: Vec<Breach>,
}

impl Findings {
    pub(super) fn add(&mut self, other: Self) {
        self.pages += other.pages;
        self.strings += other.strings;
        self.characters += other.characters;
        self.breaches.extend(other.breaches);
    }

    fn look_at(&mut self, place: &str, kind: Kind, text: &str) {
        self.strings += 1;
        self.characters += text.chars().count();
        self.breaches.extend(promise::breaches(place, kind, text));
    }

    /// Checks that each span's offsets point to its text within the block.
    fn look_at_places(&mut self, block: &Block) {
        let mut bytes: Vec<usize> = block.text.char_indices().map(|(at, _)| at).collect();
        bytes.push(block.text.len());
        let place = |index: u32| usize::try_from(index).ok().and_then(|index| bytes.get(index).copied());
        for span in block.lines.iter().flat_map(|line| &line.spans) {
            let stated = place(span.start).zip(place(span.end));
            if stated.and_then(|(start, end)| block.text.get(start..end)) != Some(span.text.as_str()) {
                self.breaches.push(Breach::new("span", "not where it says", &span.text));
            }
        }
    }

    /// Checks all strings of a JSON record, including field names, which may come from the file.
    fn look_at_json(&mut self, place: &str, record: &impl Serialize) {
        let Ok(json) = to_json(record) else { return };
        self.look_at(place, Kind::Data, &json);
        let value = serde_json::from_str(&json).unwrap_or_default();
        let mut waiting: Vec<(&str, &Value)> = vec![(place, &value)];
        while let Some((name, value)) = waiting.pop() {
            match value {
                Value::String(text) => self.look_at(&format!("{place} {name}"), kind_of(name), text),
                Value::Array(values) => waiting.extend(values.iter().map(|value| (name, value))),
                Value::Object(fields) => {
                    for (name, value) in fields {
                        self.look_at(place, Kind::Data, name);
                        waiting.push((name, value));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Returns the guarantee of a field of a page record.
fn kind_of(field: &str) -> Kind {
    match field {
        // Spans and glyphs are substrings of blocks, and substrings of normalised text here are normalised.
        "text" | "marker" => Kind::Formed,
        _ => Kind::Data,
    }
}

/// Writes all outputs and checks them.
pub(super) fn check(document: &Document, findings: &mut Findings) {
    let options = ExtractOptions::default();
    findings.look_at_json("head", &document.head(&options));
    findings.look_at_json("info", &document.file().summary());
    check_pages(document, findings);
    let reflowed = options.clone().lines(LineForm::Reflow);
    check_format(document, Format::Text, &options, ("text", Kind::Plain), findings);
    check_format(document, Format::Text, &reflowed, ("reflowed text", Kind::Plain), findings);
    check_format(document, Format::Markdown, &options, ("Markdown", Kind::Formed), findings);
    check_records(document, &options.detail(Detail::Glyphs), findings);
    findings.look_at_json("fonts", &document.fonts());
    findings.look_at_json("diagnostics", &document.diagnostics());
}

/// Checks the output of single pages.
fn check_pages(document: &Document, findings: &mut Findings) {
    let options = ExtractOptions::default();
    for index in 0..document.page_count() {
        if let Some(page) = document.laid_out(index, &options) {
            findings.pages += 1;
            findings.look_at("text of a page alone", Kind::Plain, &page.text(&options));
            findings.look_at("physical text", Kind::Formed, &page.physical_text(&options));
        }
        let raw = document.raw_text(index, &options).unwrap_or_default();
        findings.look_at("raw text", Kind::Record, &raw);
    }
}

/// Checks a whole document page by page; the form feeds between pages are not part of the text.
fn check_format(
    document: &Document,
    format: Format,
    options: &ExtractOptions,
    (place, kind): (&str, Kind),
    findings: &mut Findings,
) {
    let mut out = Vec::new();
    // A document that is stopped by a limit has written everything before it.
    let _ = document.write(format, &mut out, options);
    let text = String::from_utf8_lossy(&out);
    text.split('\u{c}').for_each(|page| findings.look_at(place, kind, page));
}

fn check_records(document: &Document, options: &ExtractOptions, findings: &mut Findings) {
    for record in document.page_records(options).map_while(Result::ok) {
        findings.look_at_json("JSON", &record);
        for block in &record.blocks {
            findings.look_at("block", Kind::Record, &block.text);
            findings.look_at_places(block);
        }
    }
}
