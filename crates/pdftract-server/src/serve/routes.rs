//! The table of routes, from which the router and the OpenAPI document are made.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::Request;
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, on};

use super::operation::Operation;
use super::problem::Problem;
use super::state::ServerState;
use super::tika::Handler;
use super::{access, action};

/// A path and what it does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Route {
    pub(crate) path: &'static str,
    pub(crate) action: Action,
    pub(crate) summary: &'static str,
}

/// The work of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// An operation of this server on a document.
    Operation(Operation),
    /// `/tika`: text or HTML by `Accept`.
    Tika,
    /// `/tika/…`: one object with content and metadata.
    TikaJson(Handler),
    /// `/rmeta/…`: a list with one object.
    Rmeta(Handler),
    /// `/meta`.
    Meta,
    /// `/detect/stream`.
    Detect,
    /// Open WebUI's `/process`.
    Process,
    /// `GET /tika`.
    Greeting,
    /// `GET /version`.
    Version,
    /// `GET /healthz`.
    Health,
    /// `GET /readyz`.
    Ready,
    /// `GET /metrics`.
    Metrics,
    /// `GET /openapi.json`.
    OpenApi,
}

impl Action {
    /// Returns whether requests carry a document.
    pub(crate) fn takes_document(self) -> bool {
        !matches!(
            self,
            Self::Greeting | Self::Version | Self::Health | Self::Ready | Self::Metrics | Self::OpenApi
        )
    }

    /// Returns whether it answers clients without a key: probes of orchestrators have none.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Health | Self::Ready)
    }

    /// Returns the media types of its answer, the default first.
    pub(crate) fn media_types(self) -> &'static [&'static str] {
        match self {
            Self::Operation(operation) => operation.media_types(),
            Self::Tika => &["text/plain", "text/html", "application/json"],
            Self::Meta => &["text/csv", "application/json"],
            Self::TikaJson(_) | Self::Rmeta(_) | Self::Process | Self::OpenApi => &["application/json"],
            Self::Metrics | Self::Detect | Self::Greeting | Self::Version | Self::Health | Self::Ready => {
                &["text/plain"]
            }
        }
    }
}

const fn route(path: &'static str, action: Action, summary: &'static str) -> Route {
    Route { path, action, summary }
}

/// Every route.
pub(crate) const ROUTES: [Route; 34] = [
    route("/v1/text", Action::Operation(Operation::Text), "Plain text in reading order"),
    route("/v1/markdown", Action::Operation(Operation::Markdown), "Markdown"),
    route("/v1/json", Action::Operation(Operation::Json), "The whole document as one JSON object"),
    route(
        "/v1/ndjson",
        Action::Operation(Operation::Ndjson),
        "One JSON object per page, sent while pages are read",
    ),
    route(
        "/v1/chunks",
        Action::Operation(Operation::Chunks),
        "Chunks for retrieval, one JSON object per line",
    ),
    route("/v1/check", Action::Operation(Operation::Check), "Whether the text can be trusted, page by page"),
    route(
        "/v1/facts",
        Action::Operation(Operation::Facts),
        "Facts for routers, one JSON object per page: fonts, glyphs, images, need of OCR",
    ),
    route(
        "/v1/info",
        Action::Operation(Operation::Info),
        "Pages, metadata, encryption, outline, forms, attachments",
    ),
    route("/v1/render", Action::Operation(Operation::Render), "A page as a PNG picture"),
    route(
        "/v1/repair",
        Action::Operation(Operation::Repair),
        "A copy with the recovered text written into it",
    ),
    route("/v1/tables", Action::Operation(Operation::Tables), "Tables as CSV, JSON, HTML or Markdown"),
    route("/v1/search", Action::Operation(Operation::Search), "Matches with page, block and box"),
    route("/tika", Action::Tika, "As Apache Tika: text, HTML or JSON by Accept"),
    route("/tika/form", Action::Tika, "As Apache Tika, for forms"),
    route("/tika/text", Action::TikaJson(Handler::Text), "As Apache Tika: text and metadata"),
    route("/tika/html", Action::TikaJson(Handler::Html), "As Apache Tika: HTML and metadata"),
    route("/tika/xml", Action::TikaJson(Handler::Html), "As Apache Tika: XHTML and metadata"),
    route("/tika/md", Action::TikaJson(Handler::Markdown), "As Apache Tika: Markdown and metadata"),
    route("/tika/json", Action::TikaJson(Handler::Text), "As Apache Tika: text and metadata"),
    route("/rmeta", Action::Rmeta(Handler::Html), "As Apache Tika: a list of documents with XHTML"),
    route("/rmeta/form", Action::Rmeta(Handler::Html), "As Apache Tika, for forms"),
    route("/rmeta/text", Action::Rmeta(Handler::Text), "As Apache Tika: a list of documents with text"),
    route("/rmeta/html", Action::Rmeta(Handler::Html), "As Apache Tika: a list of documents with HTML"),
    route("/rmeta/xml", Action::Rmeta(Handler::Html), "As Apache Tika: a list of documents with XHTML"),
    route(
        "/rmeta/ignore",
        Action::Rmeta(Handler::Ignore),
        "As Apache Tika: a list of documents without content",
    ),
    route("/meta", Action::Meta, "As Apache Tika: metadata as CSV or JSON"),
    route("/meta/form", Action::Meta, "As Apache Tika, for forms"),
    route("/detect/stream", Action::Detect, "As Apache Tika: the media type"),
    route("/process", Action::Process, "As Open WebUI's external document loader expects it"),
    route("/version", Action::Version, "The version"),
    route("/healthz", Action::Health, "The process answers"),
    route("/readyz", Action::Ready, "Workers are there and the server is not about to stop"),
    route("/metrics", Action::Metrics, "Figures for Prometheus"),
    route("/openapi.json", Action::OpenApi, "This description"),
];

/// Returns the router.
pub(crate) fn router(state: Arc<ServerState>) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let (post, get) = (MethodFilter::POST.or(MethodFilter::PUT), MethodFilter::GET);
        let methods = if route.action.takes_document() { post } else { get };
        let handler = move |State(state): State<Arc<ServerState>>, request: Request<Body>| async move {
            action::run(route, &state, request).await
        };
        router = router.route(route.path, on(methods, handler));
    }
    let greeting = || async { action::GREETING };
    router
        .route("/tika", on(MethodFilter::GET, greeting))
        .fallback(|| async { Problem::new("not_found", "there is no such path").into_response() })
        .method_not_allowed_fallback(|| async {
            Problem::new(
                "method_not_allowed",
                "documents are sent with PUT or POST, other paths are read with GET",
            )
        })
        // The limit of this server is stricter and answered with a problem.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(Arc::clone(&state), access::guard))
        .with_state(state)
}
