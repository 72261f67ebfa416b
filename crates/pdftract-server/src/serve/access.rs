//! Passes requests on: checks who asks, gives them numbers, counts and logs their answers.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Request, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::http::admission::{self, Refusal};
use crate::http::log;

use super::problem::{Problem, ProblemCode};
use super::routes::ROUTES;
use super::state::ServerState;

/// Checks a request, gives it a number, and counts and logs its answer.
pub(crate) async fn guard(
    State(state): State<Arc<ServerState>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let id = request_id(request.headers());
    let method = request.method().clone();
    // The path itself is not logged: a stranger decides what it contains.
    let route = ROUTES.iter().find(|route| route.path == request.uri().path());
    let path = route.map_or("other", |route| route.path);
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    let is_open = route.is_some_and(|route| route.action.is_open());
    let refused = if is_open { None } else { refusal(&state, request.headers()) };
    let mut response = match refused {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    };
    let (status, time) = (response.status().as_u16(), begun.elapsed());
    state.metrics.answered(path, status, time);
    let bytes_in: u64 = length.unwrap_or_default();
    state.metrics.bytes_in.fetch_add(bytes_in, Ordering::Relaxed);
    let bytes_out = http_body::Body::size_hint(response.body()).exact();
    state.metrics.bytes_out.fetch_add(bytes_out.unwrap_or_default(), Ordering::Relaxed);
    if !state.options.quiet || status >= 400 {
        let code = response.extensions().get::<ProblemCode>().map(|code| code.0);
        let level = if status >= 500 { "error" } else { "info" };
        log::write(
            level,
            "request",
            json!({
                "request_id": id, "method": method.as_str(), "route": path, "status": status, "code": code,
                "bytes_in": length, "bytes_out": bytes_out, "ms": time.as_secs_f64() * 1_000.0,
            }),
        );
    }
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert("x-request-id", id);
    }
    // Results of strangers' documents must not become pages of this host.
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    headers.insert("content-security-policy", HeaderValue::from_static("default-src 'none'; sandbox"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn refusal(state: &ServerState, headers: &HeaderMap) -> Option<Problem> {
    Some(match admission::refusal(&state.options.keys, state.options.listen, headers)? {
        Refusal::Forbidden(detail) => Problem::new("forbidden", detail),
        Refusal::Unauthorized => Problem::new("unauthorized", "the API key is missing or wrong"),
    })
}

/// Returns the number of a request: that of its header, if it is harmless, or a new one.
fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get("x-request-id").and_then(|value| value.to_str().ok());
    let is_harmless = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    given.filter(is_harmless).map_or_else(new_id, str::to_owned)
}

/// Returns a number that does not repeat in this process and cannot be foreseen.
fn new_id() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{:016x}", RandomState::new().hash_one(NEXT.fetch_add(1, Ordering::Relaxed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_requests_are_harmless() {
        let id = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-request-id", HeaderValue::from_str(value).unwrap());
            request_id(&headers)
        };
        assert_eq!(id("abc-1._Z"), "abc-1._Z");
        assert_ne!(id("a b"), "a b");
        assert_ne!(id(&"a".repeat(65)), "a".repeat(65));
        assert_ne!(new_id(), new_id());
    }
}
