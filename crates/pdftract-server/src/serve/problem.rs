//! Failures as problem details (RFC 9457) with stable codes.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use pdftract_worker::{Failed, Reason};
use serde_json::{Value, json};

/// A request without a result, or with a part of it.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    /// For programs; never changes.
    pub(crate) code: &'static str,
    /// For people.
    pub(crate) detail: String,
    /// What was read until the time was over.
    pub(crate) partial: Option<Value>,
}

/// Every code with its status and meaning, for the documentation.
pub(crate) const CODES: [(&str, u16, &str); 28] = [
    ("bad_request", 400, "The request is malformed."),
    ("bad_parameter", 400, "A parameter is unknown or has a wrong value."),
    ("empty_body", 400, "The body is empty."),
    ("incomplete_body", 400, "The body ended or stalled before it was complete."),
    ("ocr_unavailable", 400, "OCR was requested and this server has none."),
    ("unauthorized", 401, "The API key is missing or wrong."),
    ("forbidden", 403, "The request comes from a web page, or names another host."),
    ("not_found", 404, "There is no such path."),
    ("method_not_allowed", 405, "The path does not have this method."),
    ("not_acceptable", 406, "The result has no media type that is accepted."),
    ("slow_body", 408, "The body came too slowly."),
    ("body_too_large", 413, "The document is larger than allowed."),
    ("unsupported_media_type", 415, "The body is neither a PDF nor multipart form data."),
    ("not_pdf", 422, "The bytes are not a PDF."),
    ("unreadable", 422, "Nothing in the PDF can be read."),
    ("unsupported_encryption", 422, "The document is locked in an unknown way."),
    ("no_such_page", 422, "The document does not have the requested pages."),
    ("no_picture", 422, "The page cannot be drawn."),
    ("signed", 422, "The document is signed and `force` was not given."),
    ("memory_limit", 422, "The document needs more memory than allowed."),
    ("password_needed", 423, "The document is locked."),
    ("wrong_password", 423, "The document is locked and the password is wrong."),
    ("queue_full", 429, "Too many requests wait; try again after `Retry-After` seconds."),
    ("internal_error", 500, "A fault of pdftract."),
    ("worker_died", 503, "The worker process of the request died; try again."),
    ("unavailable", 503, "No worker process can be started."),
    ("draining", 503, "The server is about to stop."),
    ("time_limit", 504, "The time was over; `partial` has what was read until then."),
];

impl Problem {
    /// Creates the problem of a code.
    pub(crate) fn new(code: &'static str, detail: impl Into<String>) -> Self {
        let status = CODES.iter().find(|(name, ..)| *name == code).map_or(500, |(_, status, _)| *status);
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, code, detail: detail.into(), partial: None }
    }

    /// Returns the problem as JSON.
    pub(crate) fn json(&self) -> Value {
        let title = CODES.iter().find(|(name, ..)| *name == self.code).map_or("", |(_, _, title)| *title);
        let mut json = json!({
            "type": format!("urn:pdftract:problem:{}", self.code),
            "title": title,
            "status": self.status.as_u16(),
            "code": self.code,
            "detail": self.detail,
        });
        if let (Some(partial), Some(object)) = (&self.partial, json.as_object_mut()) {
            object.insert("partial".into(), partial.clone());
        }
        json
    }
}

impl From<Failed> for Problem {
    fn from(failed: Failed) -> Self {
        let code = match failed.reason {
            Reason::NotPdf => "not_pdf",
            Reason::Unreadable => "unreadable",
            Reason::PasswordNeeded => "password_needed",
            Reason::WrongPassword => "wrong_password",
            Reason::UnsupportedEncryption => "unsupported_encryption",
            Reason::NoSuchPage => "no_such_page",
            Reason::TimeLimit => "time_limit",
            Reason::MemoryLimit => "memory_limit",
            Reason::Crashed | Reason::Cancelled => "worker_died",
            Reason::NoPicture | Reason::TooCostly => "no_picture",
            Reason::BadRequest => "bad_parameter",
            Reason::Signed => "signed",
            Reason::Unavailable => "unavailable",
            Reason::EngineMissing => "ocr_unavailable",
            _ => "internal_error",
        };
        Self::new(code, failed.message)
    }
}

/// The code of a response, for the log.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProblemCode(pub(crate) &'static str);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.json().to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if matches!(self.status.as_u16(), 429 | 503) {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert("www-authenticate", HeaderValue::from_static("Bearer"));
        }
        response.extensions_mut().insert(ProblemCode(self.code));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_code_of_the_table() {
        use Reason::{Crashed, NotPdf, PasswordNeeded, TimeLimit, Unreadable};
        for (reason, status) in
            [(NotPdf, 422), (Unreadable, 422), (PasswordNeeded, 423), (Crashed, 503), (TimeLimit, 504)]
        {
            let problem = Problem::from(Failed::new(reason, "why"));
            assert_eq!(problem.status.as_u16(), status);
            assert!(CODES.iter().any(|(code, ..)| *code == problem.code));
        }
    }
}
