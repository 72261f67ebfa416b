//! Documents in bodies: raw or as a part of a form, within the limits of size and time.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart};
use axum::http::{HeaderMap, Request, header};
use http_body_util::BodyExt;

use super::problem::Problem;
use super::queue::Account;
use super::state::ServerState;

/// Bytes of a field of a form that is not the document.
const MAX_FIELD_BYTES: usize = 16 << 10;
/// Fields of a form.
const MAX_FIELDS: usize = 64;

/// A document as it was sent.
#[derive(Debug)]
pub(crate) struct Upload {
    pub(crate) bytes: Vec<u8>,
    /// The bytes in memory that it holds.
    pub(crate) account: Account,
    /// Its name, for JSON.
    pub(crate) name: Option<String>,
    pub(crate) password: Option<String>,
    /// Fields of a form, which are parameters.
    pub(crate) fields: Vec<(String, String)>,
}

/// Reads the body of a request.
pub(crate) async fn read(state: &ServerState, request: Request<Body>) -> Result<Upload, Problem> {
    let headers = request.headers();
    let is_form = check_type(headers)?;
    let length = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| {
        length > state.options.max_body_bytes as u64 + FORM_OVERHEAD * u64::from(is_form)
    }) {
        return Err(too_large(state));
    }
    let mut upload = Upload {
        bytes: Vec::new(),
        account: state.buffer.account(),
        name: name(headers),
        password: text(headers, "password"),
        fields: Vec::new(),
    };
    if is_form {
        form(state, request, &mut upload).await?;
    } else {
        let mut body = request.into_body();
        while let Some(data) = next(&mut body, state.options.connections.idle_timeout).await? {
            upload.push(&data, state)?;
        }
    }
    if upload.bytes.is_empty() {
        return Err(Problem::new("empty_body", "the body has no document"));
    }
    Ok(upload)
}

/// Bytes of a form beside the document.
const FORM_OVERHEAD: u64 = 64 << 10;

impl Upload {
    fn push(&mut self, data: &[u8], state: &ServerState) -> Result<(), Problem> {
        if self.bytes.len() + data.len() > state.options.max_body_bytes {
            return Err(too_large(state));
        }
        // Growing a vector doubles it; the account counts what is used, and the options leave room for it.
        if !self.account.add(data.len()) {
            return Err(Problem::new("queue_full", "too many documents are in memory"));
        }
        self.bytes.extend_from_slice(data);
        Ok(())
    }
}

fn too_large(state: &ServerState) -> Problem {
    let limit = state.options.max_body_bytes;
    Problem::new("body_too_large", format!("the document has more than {limit} bytes"))
}

/// Returns whether the body is a form; fails if it is neither a form nor a PDF.
fn check_type(headers: &HeaderMap) -> Result<bool, Problem> {
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return Ok(false) };
    let value = value.to_str().unwrap_or_default().to_ascii_lowercase();
    match value.split(';').next().unwrap_or_default().trim() {
        "multipart/form-data" => Ok(true),
        // The last one is what curl sends with --data-binary.
        ""
        | "application/pdf"
        | "application/x-pdf"
        | "application/octet-stream"
        | "application/x-www-form-urlencoded" => Ok(false),
        other => Err(Problem::new(
            "unsupported_media_type",
            format!("{other} is not supported: send application/pdf or multipart/form-data"),
        )),
    }
}

/// Returns the next bytes of a body.
async fn next(body: &mut Body, patience: Duration) -> Result<Option<Bytes>, Problem> {
    loop {
        let frame = tokio::time::timeout(patience, body.frame()).await;
        let slow = |_| Problem::new("slow_body", "no byte of the body came in time");
        match frame.map_err(slow)? {
            None => return Ok(None),
            Some(Ok(frame)) => {
                if let Ok(data) = frame.into_data() {
                    return Ok(Some(data));
                }
            }
            Some(Err(error)) => return Err(Problem::new("incomplete_body", error.to_string())),
        }
    }
}

/// Reads a form: the first file is the document, other fields are parameters.
async fn form(state: &ServerState, request: Request<Body>, upload: &mut Upload) -> Result<(), Problem> {
    let wrong = |error: &dyn std::fmt::Display| Problem::new("bad_request", format!("the form: {error}"));
    let slow = |_| Problem::new("slow_body", "no byte of the body came in time");
    let patience = state.options.connections.idle_timeout;
    let mut form = Multipart::from_request(request, &()).await.map_err(|error| wrong(&error))?;
    for _ in 0..MAX_FIELDS {
        let field = tokio::time::timeout(patience, form.next_field()).await.map_err(slow)?;
        let Some(mut field) = field.map_err(|error| wrong(&error))? else { return Ok(()) };
        let name = field.name().unwrap_or_default().to_owned();
        let is_file = field.file_name().is_some() || name == "file";
        if is_file {
            upload.name = field.file_name().map(clean_name).or(upload.name.take());
        }
        let mut value = Vec::new();
        while let Some(data) = tokio::time::timeout(patience, field.chunk())
            .await
            .map_err(slow)?
            .map_err(|error| wrong(&error))?
        {
            if is_file {
                upload.push(&data, state)?;
            } else if value.len() + data.len() > MAX_FIELD_BYTES {
                return Err(Problem::new("bad_request", "a field of the form is too long"));
            } else {
                value.extend_from_slice(&data);
            }
        }
        if !is_file {
            let value = String::from_utf8(value).map_err(|error| wrong(&error))?;
            if name == "password" {
                upload.password = Some(value);
            } else {
                upload.fields.push((name, value));
            }
        }
    }
    Err(Problem::new("bad_request", "the form has too many fields"))
}

/// Returns the name of the document: `X-Filename`, as Open WebUI sends it, or that of `Content-Disposition`.
fn name(headers: &HeaderMap) -> Option<String> {
    let stated = text(headers, "x-filename").or_else(|| {
        let value = text(headers, "content-disposition")?;
        let name = value.split(';').find_map(|part| part.trim().strip_prefix("filename="))?;
        Some(name.trim_matches('"').to_owned())
    });
    stated.map(|name| clean_name(&name)).filter(|name| !name.is_empty())
}

/// Returns the last part of a path without control characters, at most 255 characters.
fn clean_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    last.chars().filter(|character| !character.is_control()).take(255).collect()
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    String::from_utf8(headers.get(name)?.as_bytes().to_vec()).ok()
}
