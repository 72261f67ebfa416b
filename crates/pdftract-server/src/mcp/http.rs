//! The streamable HTTP transport: one path, `/mcp`, without sessions.
//!
//! Each request is answered by itself with JSON, so that nothing is kept for clients that go away. Connections have the
//! limits of `pdftract serve`, and requests are admitted by the same rules.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{Request, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::HttpOptions;
use super::handler::PdfTools;
use crate::http::admission::{self, Refusal};
use crate::http::connections::Listening;

/// Bytes of a request, of which there may be one for each connection. Arguments of tools are short; a list of a thousand
/// blocks has 10,000.
const MAX_REQUEST_BYTES: usize = 64 << 10;

/// Serves agents until the process gets SIGTERM or SIGINT and the last request is answered.
pub(super) async fn serve(tools: PdfTools, options: HttpOptions, workers: usize) -> Result<(), String> {
    let listening = Listening {
        address: options.listen,
        limits: options.connections.clone(),
        traffic: Arc::default(),
        workers,
        has_keys: !options.keys.is_empty(),
    };
    // Hosts and origins are checked by the admission, which knows about keys.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts();
    let service = StreamableHttpService::new(
        move || Ok(tools.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let router = Router::new()
        .route_service("/mcp", service)
        .fallback(|| async { (StatusCode::NOT_FOUND, "there is no such path; agents use /mcp\n") })
        .layer(middleware::from_fn_with_state(Arc::new(options), admit));
    listening.serve(router).await
}

/// Checks who asks, and reads the request within its limits of time and memory.
async fn admit(State(options): State<Arc<HttpOptions>>, request: Request<Body>, next: Next) -> Response {
    match admission::refusal(&options.keys, options.listen, request.headers()) {
        Some(Refusal::Forbidden(detail)) => return (StatusCode::FORBIDDEN, detail).into_response(),
        Some(Refusal::Unauthorized) => {
            return (StatusCode::UNAUTHORIZED, "the API key is missing or wrong").into_response();
        }
        None => {}
    }
    let (head, body) = request.into_parts();
    let read = tokio::time::timeout(options.connections.idle_timeout, to_bytes(body, MAX_REQUEST_BYTES));
    match read.await {
        Ok(Ok(body)) => next.run(Request::from_parts(head, body.into())).await,
        Ok(Err(_)) => (StatusCode::PAYLOAD_TOO_LARGE, "a request has at most 64 KiB").into_response(),
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time").into_response(),
    }
}
