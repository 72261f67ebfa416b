//! The work of each route.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Query;
use axum::http::{HeaderName, HeaderValue, Request, Uri, header};
use axum::response::{IntoResponse, Response};

use super::document::{self, Delivery, Facts};
use super::negotiation::accepted;
use super::operation::Operation;
use super::problem::Problem;
use super::routes::{Action, Route};
use super::state::ServerState;
use super::{body, tika};

/// The answer to `GET /tika`, which clients of Tika use as a probe.
pub(crate) const GREETING: &str = concat!("This is pdftract ", env!("CARGO_PKG_VERSION"), ". Please PUT\n");

/// Answers a request.
pub(crate) async fn run(route: Route, state: &Arc<ServerState>, request: Request<Body>) -> Response {
    match route.action {
        Action::Greeting => GREETING.into_response(),
        Action::Version => concat!("pdftract ", env!("CARGO_PKG_VERSION"), "\n").into_response(),
        Action::Health => "ok\n".into_response(),
        Action::Ready if state.is_ready() => "ready\n".into_response(),
        Action::Ready => Problem::new("draining", "no worker is ready").into_response(),
        Action::Metrics => {
            let kind = HeaderValue::from_static("text/plain; version=0.0.4");
            ([(header::CONTENT_TYPE, kind)], state.metrics.text(&state.gauges())).into_response()
        }
        Action::OpenApi => {
            let kind = HeaderValue::from_static("application/json");
            ([(header::CONTENT_TYPE, kind)], state.openapi()).into_response()
        }
        action => with_document(action, state, request).await.unwrap_or_else(IntoResponse::into_response),
    }
}

async fn with_document(
    action: Action,
    state: &Arc<ServerState>,
    request: Request<Body>,
) -> Result<Response, Problem> {
    let given = parameters(request.uri())?;
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let types = action.media_types();
    let media_type = accepted(accept, types).ok_or_else(|| {
        let types = types.join(", ");
        Problem::new("not_acceptable", format!("the result has only these media types: {types}"))
    })?;
    // Wrong parameters are refused before the document is read, those of a form afterwards.
    check(action, state, &given)?;
    let mut upload = body::read(state, request).await?;
    let mut all = given;
    all.append(&mut upload.fields);
    match action {
        Action::Operation(operation) => self::operation(operation, state, all, upload, media_type).await,
        action => tika::run(action, state, upload, media_type).await,
    }
}

fn check(action: Action, state: &ServerState, given: &[(String, String)]) -> Result<(), Problem> {
    let Action::Operation(operation) = action else { return Ok(()) };
    // A form may have the query.
    if operation == Operation::Search && given.is_empty() {
        return Ok(());
    }
    let (given, _) = without_ocr(given.to_vec())?;
    let wrong = |message| Problem::new("bad_parameter", message);
    if operation.is_extraction() {
        state.interpreter.extraction(operation, &given).map(drop).map_err(wrong)
    } else {
        state.interpreter.task(operation, &given, "").map(drop).map_err(wrong)
    }
}

fn parameters(uri: &Uri) -> Result<Vec<(String, String)>, Problem> {
    let Query(given) = Query::<Vec<(String, String)>>::try_from_uri(uri)
        .map_err(|error| Problem::new("bad_parameter", error.body_text()))?;
    Ok(given)
}

/// Splits the parameter `ocr` off, which decides about the worker and not about the extraction.
fn without_ocr(given: Vec<(String, String)>) -> Result<(Vec<(String, String)>, bool), Problem> {
    let (ocr, rest): (Vec<_>, Vec<_>) = given.into_iter().partition(|(name, _)| name == "ocr");
    match ocr.last().map(|(_, value)| value.as_str()) {
        None | Some("off") => Ok((rest, false)),
        Some("auto" | "") => Ok((rest, true)),
        Some(_) => Err(Problem::new("bad_parameter", "ocr: the values are off and auto")),
    }
}

async fn operation(
    operation: Operation,
    state: &Arc<ServerState>,
    given: Vec<(String, String)>,
    upload: body::Upload,
    media_type: &'static str,
) -> Result<Response, Problem> {
    let wrong = |message| Problem::new("bad_parameter", message);
    if operation.is_extraction() {
        let (given, with_ocr) = without_ocr(given)?;
        let request = state.interpreter.extraction(operation, &given).map_err(wrong)?;
        let delivery = Delivery { media_type, streams: operation == Operation::Ndjson };
        return Ok(document::answer(state, request, upload, with_ocr, delivery).await);
    }
    let (given, media_type) = with_format(operation, given, media_type);
    let file = upload.name.clone().unwrap_or_else(|| "-".into());
    let parameters = state.interpreter.task(operation, &given, &file).map_err(wrong)?;
    let (done, account) = document::task(state, operation.name(), parameters, upload).await?;
    if done.is_partial {
        let mut problem = Problem::new("time_limit", "the time allowed is over");
        problem.partial = Some(document::partial(&done.bytes, media_type));
        return Err(problem);
    }
    let mut response = document::whole(done.bytes, account, media_type, &Facts::default());
    for name in ["pdftract-pages", "pdftract-hidden-characters"] {
        response.headers_mut().remove(name);
    }
    if operation == Operation::Repair {
        repair_headers(&mut response, &done.value);
    }
    Ok(response)
}

/// Lets `Accept` choose the format of tables, unless a parameter does.
fn with_format(
    operation: Operation,
    mut given: Vec<(String, String)>,
    accepted: &'static str,
) -> (Vec<(String, String)>, &'static str) {
    const FORMATS: [(&str, &str); 4] = [
        ("csv", "text/csv"),
        ("json", "application/json"),
        ("html", "text/html"),
        ("markdown", "text/markdown"),
    ];
    if operation != Operation::Tables {
        return (given, accepted);
    }
    let named = given.iter().rfind(|(name, _)| name == "format").map(|(_, value)| value.to_ascii_lowercase());
    let Some(named) = named else {
        let format = FORMATS.iter().find(|(_, media_type)| *media_type == accepted);
        given.extend(format.map(|(name, _)| ("format".to_owned(), (*name).to_owned())));
        return (given, accepted);
    };
    let named = if named == "md" { "markdown".to_owned() } else { named };
    let format = FORMATS.iter().find(|(name, _)| *name == named);
    (given, format.map_or(accepted, |(_, media_type)| *media_type))
}

/// States in headers what a repair has changed; the body is the document.
fn repair_headers(response: &mut Response, report: &serde_json::Value) {
    let count = |field: &str| report.get(field).and_then(serde_json::Value::as_array).map_or(0, Vec::len);
    let changed = report.get("changed").and_then(serde_json::Value::as_bool).unwrap_or_default();
    let headers = response.headers_mut();
    headers.insert(
        HeaderName::from_static("pdftract-changed"),
        HeaderValue::from_static(if changed { "true" } else { "false" }),
    );
    headers.insert(HeaderName::from_static("pdftract-repaired-fonts"), count("fonts").into());
}
