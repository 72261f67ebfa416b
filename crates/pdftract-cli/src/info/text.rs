//! The summary of a file as a sheet for people.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use pdftract::file::annotation::{Annotation, Link};
use pdftract::file::attachment::Attachment;
use pdftract::file::form::{FieldKind, FormField};
use pdftract::file::layer::Layer;
use pdftract::file::metadata::Metadata;
use pdftract::file::outline::OutlineItem;
use pdftract::file::summary::{PageFacts, PdfFacts, Summary};
use pdftract::{Code, Diagnostic, Severity};

use super::report_table::Sheet;
use super::{labels, page_size};
use crate::diagnostics::{on_page, place, severity_word};

/// The report on one file.
pub(crate) fn report(title: &str, summary: &Summary, verbose: bool) -> String {
    let mut sheet = Sheet::new(title, verbose);
    metadata(&mut sheet, &summary.metadata);
    facts(&mut sheet, &summary.pdf);
    sheet.line_if("Claims", Some(&standards(&summary.metadata)));
    pages(&mut sheet, summary.page_count, &summary.pages);
    outline(&mut sheet, &summary.outline);
    layers(&mut sheet, &summary.layers);
    form(&mut sheet, &summary.form_fields);
    attachments(&mut sheet, &summary.attachments);
    links(&mut sheet, &summary.links);
    annotations(&mut sheet, &summary.annotations);
    diagnostics(&mut sheet, &summary.diagnostics);
    sheet.finish()
}

fn metadata(sheet: &mut Sheet, metadata: &Metadata) {
    sheet.line_if("Title", metadata.title.as_deref());
    sheet.line_if("Author", metadata.author.as_deref());
    sheet.line_if("Subject", metadata.subject.as_deref());
    sheet.line_if("Keywords", metadata.keywords.as_deref());
    sheet.line_if("Language", metadata.lang.as_deref());
    sheet.line_if("Created", metadata.created.as_deref().map(readable_date).as_deref());
    sheet.line_if("Modified", metadata.modified.as_deref().map(readable_date).as_deref());
    sheet.line_if("Creator", metadata.creator.as_deref());
    sheet.line_if("Producer", metadata.producer.as_deref());
    if !metadata.custom.is_empty() {
        sheet.line("Further", &counted(metadata.custom.len(), "entry", "entries"));
        let rows: Vec<[String; 2]> =
            metadata.custom.iter().map(|(key, value)| [format!("{key}:"), value.clone()]).collect();
        sheet.list(&rows);
    }
}

/// `2024-01-31T23:59:59+01:00` as `2024-01-31 23:59:59 +01:00`; anything else as it is.
fn readable_date(stated: &str) -> String {
    let Some((day, time)) = stated.split_once('T').filter(|(day, _)| day.len() == 10) else {
        return stated.to_owned();
    };
    match time.find(['+', '-']) {
        Some(zone) => format!("{day} {} {}", &time[..zone], &time[zone..]),
        None => format!("{day} {}", time.replace('Z', " UTC")),
    }
}

fn facts(sheet: &mut Sheet, pdf: &PdfFacts) {
    let version = pdf.version.as_deref().map_or("PDF of unknown version".into(), |v| format!("PDF {v}"));
    let mut parts = vec![version, counted(pdf.bytes, "byte", "bytes")];
    if pdf.tagged {
        parts.push("tagged".into());
    }
    if pdf.linearized {
        parts.push("linearized".into());
    }
    parts.extend(
        pdf.revisions.filter(|&saved| saved > 1).map(|saved| format!("saved {} times", grouped(saved))),
    );
    if pdf.xfa {
        parts.push("holds an XFA form, which is not read".into());
    }
    sheet.line("File", &parts.join(", "));
    if let Some(encryption) = &pdf.encryption {
        let opened = match pdf.unlocked_as {
            Some("none needed") => ", no password needed".into(),
            Some(who) => format!(", opened as {who}"),
            None => String::new(),
        };
        sheet.line("Encryption", &format!("{encryption}{opened}"));
    }
    if !pdf.forbidden.is_empty() {
        let forbidden = pdf.forbidden.join(", ").replace('_', " ");
        sheet.line("Forbidden", &format!("{forbidden} (by the owner; pdftract leaves it to you)"));
    }
}

/// Adds the standards that the file claims to conform to; pdftract does not check the claim.
fn standards(metadata: &Metadata) -> String {
    let pdf_a = metadata.pdf_a.iter().map(|level| format!("PDF/A-{level}"));
    let pdf_ua = metadata.pdf_ua.iter().map(|level| format!("PDF/UA-{level}"));
    pdf_a.chain(pdf_ua).collect::<Vec<_>>().join(", ")
}

fn pages(sheet: &mut Sheet, count: usize, pages: &[PageFacts]) {
    sheet.line("Pages", &grouped(count));
    let sizes = page_size::size_groups(pages);
    let rows: Vec<[String; 2]> =
        sizes.iter().map(|group| [group.pages() + ":", group.size().to_owned()]).collect();
    sheet.list(&rows);
    let labels = labels::label_rows(pages);
    if !labels.is_empty() {
        sheet.line("Page labels", &counted(labels.len(), "range", "ranges"));
        let rows: Vec<[String; 2]> = labels.into_iter().map(|[pages, label]| [pages + ":", label]).collect();
        sheet.list(&rows);
    }
}

fn outline(sheet: &mut Sheet, outline: &[OutlineItem]) {
    if outline.is_empty() {
        return;
    }
    sheet.line("Outline", &counted(outline.len(), "entry", "entries"));
    let rows: Vec<[String; 2]> = outline
        .iter()
        .map(|item| {
            // Deeper levels than these would leave the screen.
            let indent = "  ".repeat(item.level.min(10));
            let title = one_line(&item.title);
            [format!("{indent}{title}"), target(item.page_index, item.uri.as_deref())]
        })
        .collect();
    sheet.list(&rows);
}

/// A title without line ends and without spaces at its edges, so that its indentation shows its level.
fn one_line(title: &str) -> String {
    let words = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() { "(no title)".to_owned() } else { words }
}

fn target(page_index: Option<usize>, uri: Option<&str>) -> String {
    match (page_index, uri) {
        (Some(index), _) => format!("page {}", index + 1),
        (None, Some(uri)) => uri.to_owned(),
        (None, None) => "(no page)".to_owned(),
    }
}

fn layers(sheet: &mut Sheet, layers: &[Layer]) {
    if layers.is_empty() {
        return;
    }
    let off = layers.iter().filter(|layer| !layer.visible).count();
    sheet.line("Layers", &format!("{}, {} off", grouped(layers.len()), grouped(off)));
    let rows: Vec<[String; 2]> = layers
        .iter()
        .map(|layer| [(if layer.visible { "on" } else { "off" }).to_owned(), layer.name.clone()])
        .collect();
    sheet.list(&rows);
}

fn form(sheet: &mut Sheet, fields: &[FormField]) {
    if fields.is_empty() {
        return;
    }
    let is_filled = |field: &FormField| field.value.as_deref().is_some_and(|value| !value.is_empty());
    let filled = fields.iter().filter(|field| is_filled(field)).count();
    let count = counted(fields.len(), "field", "fields");
    sheet.line("Form", &format!("{count}, {} filled in", grouped(filled)));
    let mut fields: Vec<&FormField> = fields.iter().collect();
    if !sheet.is_verbose() {
        // The list may be cut, and what is filled in matters most.
        fields.sort_by_key(|field| !is_filled(field));
    }
    let rows: Vec<[String; 3]> = fields.iter().map(|field| field_row(field)).collect();
    sheet.list(&rows);
}

fn field_row(field: &FormField) -> [String; 3] {
    let name = if field.name.is_empty() { "(no name)" } else { &field.name };
    let value = field.value.as_deref().filter(|value| !value.is_empty());
    [name.to_owned(), kind(field), value.map(|value| format!("= {value}")).unwrap_or_default()]
}

fn kind(field: &FormField) -> String {
    let kind = match field.kind {
        FieldKind::Text => "text",
        FieldKind::CheckBox => "check box",
        FieldKind::RadioButton => "radio button",
        FieldKind::PushButton => "push button",
        FieldKind::Choice => "choice",
        FieldKind::Signature => "signature",
        FieldKind::Unknown => "unknown",
    };
    if field.read_only { format!("{kind}, read-only") } else { kind.to_owned() }
}

fn attachments(sheet: &mut Sheet, attachments: &[Attachment]) {
    if attachments.is_empty() {
        return;
    }
    sheet.line("Attachments", &grouped(attachments.len()));
    let rows: Vec<[String; 3]> = attachments
        .iter()
        .map(|attachment| {
            let size = attachment.stated_size.and_then(|size| usize::try_from(size).ok());
            let size = size.map(|size| counted(size, "byte", "bytes")).unwrap_or_default();
            let about = [attachment.mime_type.as_deref(), attachment.description.as_deref()];
            let about: Vec<&str> = about.into_iter().flatten().collect();
            [attachment.name.clone(), size, about.join(", ")]
        })
        .collect();
    sheet.list(&rows);
}

fn links(sheet: &mut Sheet, links: &[Link]) {
    if links.is_empty() {
        return;
    }
    let inside = links.iter().filter(|link| link.target_page_index.is_some()).count();
    let outside = links.iter().filter(|link| link.uri.is_some()).count();
    let kinds =
        [(inside, "to pages"), (outside, "to addresses"), (links.len() - inside - outside, "elsewhere")];
    sheet.line("Links", &format!("{}: {}", grouped(links.len()), told(&kinds)));
    if sheet.is_verbose() {
        let rows: Vec<[String; 2]> = links
            .iter()
            .map(|link| {
                let leads = target(link.target_page_index, link.uri.as_deref());
                [on_page(link.page_index), format!("→ {leads}")]
            })
            .collect();
        sheet.list(&rows);
    }
}

fn annotations(sheet: &mut Sheet, annotations: &[Annotation]) {
    if annotations.is_empty() {
        return;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for annotation in annotations {
        *counts.entry(&annotation.subtype).or_default() += 1;
    }
    let kinds: Vec<(usize, &str)> = counts.into_iter().map(|(subtype, count)| (count, subtype)).collect();
    sheet.line("Annotations", &format!("{}: {}", grouped(annotations.len()), told(&kinds)));
    if sheet.is_verbose() {
        let rows: Vec<[String; 4]> = annotations
            .iter()
            .map(|annotation| {
                let hidden = if annotation.hidden { " (hidden)" } else { "" };
                let contents = annotation.contents.clone().unwrap_or_default();
                let author = annotation.author.clone().unwrap_or_default();
                [on_page(annotation.page_index), format!("{}{hidden}", annotation.subtype), author, contents]
            })
            .collect();
        sheet.list(&rows);
    }
}

fn diagnostics(sheet: &mut Sheet, diagnostics: &[Diagnostic]) {
    if diagnostics.is_empty() {
        return;
    }
    let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let counts = [
        (count(Severity::Error), "with loss"),
        (count(Severity::Warning), "warnings"),
        (count(Severity::Info), "harmless"),
    ];
    sheet.line("Diagnostics", &format!("{}: {}", grouped(diagnostics.len()), told(&counts)));
    let mut kinds: BTreeMap<(Reverse<Severity>, Code, &str), Vec<&Diagnostic>> = BTreeMap::new();
    for diagnostic in diagnostics {
        let kind = (Reverse(diagnostic.severity), diagnostic.code, diagnostic.message.as_str());
        kinds.entry(kind).or_default().push(diagnostic);
    }
    let rows: Vec<[String; 3]> = kinds
        .into_iter()
        .map(|((severity, code, message), places)| {
            let places = told_places(&places, sheet.is_verbose());
            [severity_word(severity.0).into(), code.to_string(), format!("{message}{places}")]
        })
        .collect();
    sheet.list(&rows);
}

/// The largest number of places beside one message without `--verbose`.
const PLACES: usize = 3;

/// Returns the places of equal diagnostics, such as ` (object 13, object 617 and 95 more)`.
fn told_places(diagnostics: &[&Diagnostic], verbose: bool) -> String {
    let places: Vec<String> = diagnostics.iter().filter_map(|diagnostic| place(diagnostic)).collect();
    if places.is_empty() {
        return String::new();
    }
    let shown = if verbose { places.len() } else { PLACES };
    let mut text = places.iter().take(shown).map(String::as_str).collect::<Vec<_>>().join(", ");
    if places.len() > shown {
        text.push_str(&format!(" and {} more", grouped(places.len() - shown)));
    }
    format!(" ({text})")
}

/// `3 to pages, 2 to addresses`, without what there is none of.
fn told(kinds: &[(usize, &str)]) -> String {
    let some = kinds.iter().filter(|(count, _)| *count > 0);
    some.map(|(count, what)| format!("{} {what}", grouped(*count))).collect::<Vec<_>>().join(", ")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// `1234567` as `1,234,567`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_dates_read_well() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(readable_date("2024-01-31T23:59:59+01:00"), "2024-01-31 23:59:59 +01:00");
        assert_eq!(readable_date("2024-01-31T23:59:59Z"), "2024-01-31 23:59:59 UTC");
        assert_eq!(readable_date("Tuesday"), "Tuesday");
    }
}
