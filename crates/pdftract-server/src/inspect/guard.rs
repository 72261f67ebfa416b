//! The door of the inspector: token, host, origin and the headers of every answer.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The number of random bytes of a token.
const TOKEN_BYTES: usize = 16;

/// Headers of every answer. Nothing is loaded from elsewhere, framed, sniffed or kept, and no other page learns the address.
const HEADERS: [(header::HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The requests that are let in.
#[derive(Debug)]
pub(super) struct Door {
    token: String,
    port: u16,
}

impl Door {
    pub(super) fn new(token: &str, port: u16) -> Arc<Self> {
        Arc::new(Self { token: token.to_owned(), port })
    }

    /// Returns whether the host is this machine by one of its fixed names. A page elsewhere whose name is made to point
    /// here (DNS rebinding) carries its own.
    fn is_own_host(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let port = self.port;
        host.is_some_and(|host| host == format!("127.0.0.1:{port}") || host == format!("localhost:{port}"))
    }

    /// Returns whether the request comes from the inspector's own page, or from nobody's.
    fn is_own_origin(&self, headers: &HeaderMap) -> bool {
        let port = self.port;
        let is_own = |origin: &HeaderValue| {
            origin.to_str().is_ok_and(|origin| {
                origin == format!("http://127.0.0.1:{port}") || origin == format!("http://localhost:{port}")
            })
        };
        headers.get(header::ORIGIN).is_none_or(is_own)
    }

    /// Returns whether the first part of the path is the token.
    fn has_token(&self, uri: &Uri) -> bool {
        let given = uri.path().strip_prefix('/').and_then(|path| path.split('/').next()).unwrap_or_default();
        is_same(given.as_bytes(), self.token.as_bytes())
    }
}

/// Compares two texts in a time that does not depend on where they differ.
fn is_same(given: &[u8], wanted: &[u8]) -> bool {
    let lengths = u8::from(given.len() != wanted.len());
    let pairs = given.iter().zip(wanted.iter().cycle());
    pairs.fold(lengths, |difference, (a, b)| std::hint::black_box(difference | (a ^ b))) == 0
}

/// Creates a token for an address.
pub(super) fn token() -> io::Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::from)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Lets a request in or refuses it.
pub(super) async fn check(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let mut response = match admitted(&door, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn admitted(door: &Door, request: &Request<Body>) -> Result<(), (StatusCode, &'static str)> {
    let headers = request.headers();
    if !door.is_own_host(headers) {
        return Err((StatusCode::MISDIRECTED_REQUEST, "wrong host"));
    }
    if !door.is_own_origin(headers) {
        return Err((StatusCode::FORBIDDEN, "wrong origin"));
    }
    // Only GET and POST with JSON: a form of another page cannot send the latter.
    let is_json = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if request.method() != Method::GET && !(request.method() == Method::POST && is_json) {
        return Err((StatusCode::METHOD_NOT_ALLOWED, "wrong method"));
    }
    if !door.has_token(request.uri()) {
        let reason = "not found: the address must contain the token that pdftract printed";
        return Err((StatusCode::NOT_FOUND, reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_as_a_whole() {
        assert!(is_same(b"abc", b"abc"));
        for given in ["", "ab", "abcd", "abd", "xbc", "abcabc"] {
            assert!(!is_same(given.as_bytes(), b"abc"), "{given}");
        }
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let [one, other] = [(); 2].map(|()| token().unwrap());
        assert_eq!(one.len(), 2 * TOKEN_BYTES);
        assert_ne!(one, other);
    }
}
