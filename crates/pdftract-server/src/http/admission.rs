//! Admission of requests: with a key, or from programs of this machine.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderValue, header};

use super::ApiKeys;

/// The reason why a request is not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It comes from where it must not.
    Forbidden(&'static str),
    /// It has no valid key.
    Unauthorized,
}

/// Returns the reason to refuse a request, if there is one.
pub(crate) fn refusal(keys: &ApiKeys, listen: SocketAddr, headers: &HeaderMap) -> Option<Refusal> {
    // Web pages that a browser on this machine shows must not use a server on this machine.
    if headers.contains_key(header::ORIGIN) {
        return Some(Refusal::Forbidden("requests of web pages are refused: CORS is off"));
    }
    if keys.is_empty() {
        let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let is_foreign = listen.ip().is_loopback() && !is_loopback(host);
        return is_foreign.then_some(Refusal::Forbidden("the Host header does not name this machine"));
    }
    let given = headers.get("x-api-key").or_else(|| headers.get(header::AUTHORIZATION));
    let given = given.map(HeaderValue::as_bytes).unwrap_or_default();
    let given = given.strip_prefix(b"Bearer ").unwrap_or(given);
    (!keys.has(given)).then_some(Refusal::Unauthorized)
}

/// Returns whether a host is a name of this machine. A page of another host could otherwise rebind its name to it.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in ["localhost", "LOCALHOST:9998", "127.0.0.1:1", "127.8.8.8", "[::1]:80"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "example.org", "localhost.example.org", "10.0.0.1", "[::2]", "127.0.0.1.example.org"]
        {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
