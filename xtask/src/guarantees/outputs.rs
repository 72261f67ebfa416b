//! All outputs of a document, string by string.

use pdftract::output::json::to_json;
use pdftract::output::markdown::MarkdownWriter;
use pdftract::output::text::{LineForm, TextOptions};
use pdftract::{Detail, Document, LayoutOptions, MarkdownOptions, TextPolicy};
use serde::Serialize;
use serde_json::Value;

use super::promise::{self, Breach, Kind};

/// What was looked at, and what broke a promise.
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

    /// Looks at all strings of what JSON says, also at the names of fields, which may come from the file.
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

/// What a field of a page's record promises.
fn kind_of(field: &str) -> Kind {
    match field {
        // Spans and glyphs are cut from blocks, and what is cut from text in normal form is in normal form.
        "text" | "marker" => Kind::Formed,
        _ => Kind::Data,
    }
}

/// Makes all outputs and looks at them.
pub(super) fn check(document: &Document, findings: &mut Findings) {
    findings.look_at_json("head", &document.head());
    findings.look_at_json("info", &document.file().summary());
    let layout = LayoutOptions { roles: true, ..LayoutOptions::default() };
    let mut markdown = MarkdownWriter::new(MarkdownOptions::default());
    for index in 0..document.page_count() {
        check_page(document, index, &layout, &mut markdown, findings);
    }
    findings.look_at_json("fonts", &document.fonts());
    findings.look_at_json("diagnostics", &document.diagnostics());
}

fn check_page(
    document: &Document,
    index: usize,
    layout: &LayoutOptions,
    markdown: &mut MarkdownWriter,
    findings: &mut Findings,
) {
    let Some(page) = document.laid_out(index, layout) else { return };
    findings.pages += 1;
    findings.look_at("text", Kind::Plain, &page.text(TextOptions::default()));
    let reflow = TextOptions { lines: LineForm::Reflow, ..TextOptions::default() };
    findings.look_at("reflowed text", Kind::Plain, &page.text(reflow));
    findings.look_at("physical text", Kind::Formed, &page.physical_text());
    let raw = document.raw_text(index, &TextPolicy::default()).unwrap_or_default();
    findings.look_at("raw text", Kind::Record, &raw);
    let Some(record) = document.record_of(&page, Detail::Glyphs) else { return };
    findings.look_at_json("JSON", &record);
    record.blocks.iter().for_each(|block| findings.look_at("block", Kind::Record, &block.text));
    findings.look_at("Markdown", Kind::Formed, &markdown.page(&record).text);
}
