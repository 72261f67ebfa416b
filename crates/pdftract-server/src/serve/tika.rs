//! The shapes of Apache Tika and of Open WebUI's loader, so that their clients work unchanged.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use pdftract::{Detail, ExtractOptions, Format};
use pdftract_worker::ExtractRequest;
use serde_json::{Map, Value, json};

use super::body::Upload;
use super::document::{self, Collected};
use super::problem::Problem;
use super::routes::Action;
use super::state::ServerState;
use crate::html::escaped;

/// The form of the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handler {
    Text,
    Html,
    Markdown,
    /// Metadata only.
    Ignore,
}

/// Answers a request in another program's shape.
pub(crate) async fn run(
    action: Action,
    state: &Arc<ServerState>,
    upload: Upload,
    media_type: &'static str,
) -> Result<Response, Problem> {
    match action {
        Action::Detect => Ok(detect(&upload).into_response()),
        Action::Process => process(state, upload).await,
        Action::Meta => {
            let found = read(state, upload, Handler::Ignore).await?;
            let metadata = Value::Object(found.metadata);
            let bytes = if media_type == "text/csv" { csv(&metadata) } else { metadata.to_string() };
            Ok(document::whole(
                bytes.into_bytes(),
                found.collected.account,
                media_type,
                &found.collected.facts,
            ))
        }
        Action::Tika if media_type != "application/json" => {
            let handler = if media_type == "text/html" { Handler::Html } else { Handler::Text };
            let found = read(state, upload, handler).await?;
            let facts = &found.collected.facts;
            Ok(document::whole(found.content.into_bytes(), found.collected.account, media_type, facts))
        }
        Action::Tika => object(state, upload, Handler::Html, false).await,
        Action::TikaJson(handler) => object(state, upload, handler, false).await,
        Action::Rmeta(handler) => object(state, upload, handler, true).await,
        _ => Err(Problem::new("internal_error", "this route has no shape")),
    }
}

/// A document in Tika's terms.
struct Found {
    metadata: Map<String, Value>,
    content: String,
    collected: Collected,
}

async fn read(state: &ServerState, upload: Upload, handler: Handler) -> Result<Found, Problem> {
    let format = match handler {
        Handler::Markdown => Format::Markdown,
        _ => Format::Text,
    };
    let (name, bytes) = (upload.name.clone(), upload.bytes.len());
    let options = ExtractOptions::default().detail(Detail::Pages);
    let mut request = ExtractRequest::new(vec![format, Format::Ndjson], options);
    if handler == Handler::Ignore {
        request.pages = Some("1".into());
    }
    let mut collected = document::collect(state, request, upload).await?;
    let head = records(collected.results.get(1)).next().unwrap_or_default();
    let mut metadata = metadata(&head, name, bytes);
    let content = collected.results.first_mut().map(std::mem::take).unwrap_or_default();
    let content = String::from_utf8_lossy(&content).into_owned();
    let content = match handler {
        Handler::Text | Handler::Markdown => content,
        Handler::Html => html(&content, &head),
        Handler::Ignore => String::new(),
    };
    metadata.insert("pdftract:hiddenCharacters".into(), collected.facts.hidden.to_string().into());
    Ok(Found { metadata, content, collected })
}

fn records(ndjson: Option<&Vec<u8>>) -> impl Iterator<Item = Value> {
    let lines = ndjson.map(Vec::as_slice).unwrap_or_default().split(|byte| *byte == b'\n');
    lines.filter_map(|line| serde_json::from_slice(line).ok())
}

async fn object(
    state: &ServerState,
    upload: Upload,
    handler: Handler,
    is_list: bool,
) -> Result<Response, Problem> {
    let found = read(state, upload, handler).await?;
    let mut object = found.metadata;
    if handler != Handler::Ignore {
        object.insert("X-TIKA:content".into(), found.content.into());
        let class = if handler == Handler::Html { "ToXMLContentHandler" } else { "ToTextContentHandler" };
        object.insert("X-TIKA:content_handler".into(), class.into());
    }
    let value = if is_list { Value::Array(vec![object.into()]) } else { object.into() };
    let Collected { facts, account, .. } = found.collected;
    Ok(document::whole(value.to_string().into_bytes(), account, "application/json", &facts))
}

/// Returns metadata under Tika's names, all of it strings as there.
fn metadata(head: &Value, name: Option<String>, bytes: usize) -> Map<String, Value> {
    const NAMES: [(&str, &[&str]); 10] = [
        ("title", &["dc:title", "pdf:docinfo:title"]),
        ("author", &["dc:creator", "pdf:docinfo:creator"]),
        ("subject", &["dc:subject", "pdf:docinfo:subject"]),
        ("keywords", &["meta:keyword", "pdf:docinfo:keywords"]),
        ("creator", &["xmp:CreatorTool", "pdf:docinfo:creator_tool"]),
        ("producer", &["pdf:producer", "pdf:docinfo:producer"]),
        ("created", &["dcterms:created", "pdf:docinfo:created"]),
        ("modified", &["dcterms:modified", "pdf:docinfo:modified"]),
        ("lang", &["dc:language", "language"]),
        ("pdf_a", &["pdfa:PDFVersion"]),
    ];
    let mut out = Map::new();
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            out.insert(name.to_owned(), value.into());
        }
    };
    add("Content-Type", Some("application/pdf".into()));
    add("Content-Length", Some(bytes.to_string()));
    add("X-TIKA:Parsed-By", Some(concat!("pdftract ", env!("CARGO_PKG_VERSION")).into()));
    add("resourceName", name);
    let text = |pointer: &str| match head.pointer(pointer) {
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::Null) | None => None,
        Some(other) => Some(other.to_string()),
    };
    add("xmpTPg:NPages", text("/page_count"));
    add("pdf:PDFVersion", text("/pdf/version"));
    add("pdf:encrypted", text("/pdf/encrypted"));
    for (field, names) in NAMES {
        names.iter().for_each(|name| add(name, text(&format!("/metadata/{field}"))));
    }
    out
}

/// Returns plain text as XHTML: a `div` for each page, a `p` for each paragraph.
fn html(text: &str, head: &Value) -> String {
    let title = head.pointer("/metadata/title").and_then(Value::as_str).unwrap_or_default();
    let mut out = format!(
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>{}</title></head><body>",
        escaped(title)
    );
    for page in text.trim_end_matches('\u{C}').split('\u{C}') {
        out.push_str("<div class=\"page\">");
        for paragraph in page.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "<p>{}</p>", escaped(paragraph));
        }
        out.push_str("</div>");
    }
    out + "</body></html>\n"
}

fn csv(metadata: &Value) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let fields = metadata.as_object().into_iter().flatten();
    let row = |(name, value): (&String, &Value)| {
        format!("{},{}\n", quoted(name), quoted(value.as_str().unwrap_or_default()))
    };
    fields.map(row).collect()
}

fn detect(upload: &Upload) -> &'static str {
    let start = upload.bytes.get(..upload.bytes.len().min(1_024)).unwrap_or_default();
    let is_pdf = start.windows(5).any(|window| window == b"%PDF-");
    if is_pdf { "application/pdf" } else { "application/octet-stream" }
}

/// Answers with a document for each page that has text, as Open WebUI splits them anyway.
async fn process(state: &ServerState, upload: Upload) -> Result<Response, Problem> {
    let name = upload.name.clone();
    let options = ExtractOptions::default().detail(Detail::Pages);
    let request = ExtractRequest::new(vec![Format::Ndjson], options);
    let collected = document::collect(state, request, upload).await?;
    let mut head = Value::Null;
    let mut pages = Vec::new();
    for record in records(collected.results.first()) {
        let Some(text) = record.get("text").and_then(Value::as_str) else {
            if record.get("metadata").is_some() {
                head = record;
            }
            continue;
        };
        if text.trim().is_empty() {
            continue;
        }
        pages.push(json!({
            "page_content": text,
            "metadata": {
                "source": name,
                "page": record.get("page_index"),
                "page_label": record.get("page_label"),
                "total_pages": head.get("page_count"),
                "title": head.pointer("/metadata/title"),
                "readability": record.pointer("/readability/score"),
            },
        }));
    }
    if pages.is_empty() {
        return Err(Problem::new("unreadable", "No extractable text"));
    }
    let bytes = Value::Array(pages).to_string().into_bytes();
    Ok(document::whole(bytes, collected.account, "application/json", &collected.facts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_paragraphs_become_elements() {
        let head = json!({ "metadata": { "title": "A & B" } });
        let html = html("one\n\ntwo <x>\n\u{C}three\n", &head);
        assert!(html.contains("<title>A &amp; B</title>"));
        assert!(html.contains("<div class=\"page\"><p>one</p>\n<p>two &lt;x&gt;</p>\n</div>"));
        assert_eq!(html.matches("<div").count(), 2);
    }
}
