//! Failures of requests, as short JSON answers.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// The reason why a request has no result.
#[derive(Debug)]
pub(super) struct Refused {
    status: StatusCode,
    reason: String,
}

impl Refused {
    pub(super) fn bad(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, reason: reason.into() }
    }

    pub(super) fn missing(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, reason: reason.into() }
    }

    pub(super) fn failed(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, reason: reason.into() }
    }

    pub(super) fn no_such_page(page_number: usize, page_count: usize) -> Self {
        Self::missing(format!("there is no page {page_number}; the document has {page_count}"))
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(serde_json::json!({ "error": self.reason }))).into_response()
    }
}
