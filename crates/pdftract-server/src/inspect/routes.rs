//! The routes of the inspector. Pages are counted from 1 in addresses; everything that reads the document runs on
//! blocking threads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use pdftract::{Document, Search, SearchMatch, SearchOptions, UnknownGlyphs};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Semaphore;

use super::error::Refused;
use super::explain::{Choice, explain};
use super::page_view::{self, PageView};
use super::scan::Busy;
use super::session::{Open, Session};
use super::teach::Lesson;
use super::{assets, export, guard};

/// Pictures drawn at the same time, so that threads are left for everything else.
const DRAWINGS: usize = 2;
/// Matches returned by one request, and the time for it. The page asks again from where a request ended.
const MOST_MATCHES: usize = 100;
const SEARCH_TIME: Duration = Duration::from_millis(250);
/// Entries of the outline, attachments and diagnostics that are shown.
const MOST_ENTRIES: usize = 5_000;
/// The longest lesson.
const MOST_BODY: usize = 16 << 10;

#[derive(Debug)]
struct Inner {
    session: Arc<Session>,
    drawings: Semaphore,
}

type App = State<Arc<Inner>>;
type Answer = Result<Response, Refused>;
/// The token and the number of a page.
type PagePath = Path<(String, usize)>;

/// Returns all routes behind the guard.
pub(super) fn router(session: Arc<Session>, token: &str, port: u16) -> Router {
    let door = guard::Door::new(token, port);
    let app = Arc::new(Inner { session, drawings: Semaphore::new(DRAWINGS) });
    Router::new()
        .route("/{token}/", get(|| async { assets::asset("index.html") }))
        .route(
            "/{token}/{file}",
            get(|Path((_, file)): Path<(String, String)>| async move { assets::asset(&file) }),
        )
        .route("/{token}/api/document", get(document))
        .route("/{token}/api/facts", get(facts))
        .route("/{token}/api/scores", get(scores))
        .route("/{token}/api/diagnostics", get(diagnostics))
        .route("/{token}/api/fonts", get(fonts))
        .route("/{token}/api/unknown", get(unknown))
        .route("/{token}/api/search", get(search))
        .route("/{token}/api/teach", post(teach))
        .route("/{token}/api/page/{page}", get(page))
        .route("/{token}/api/page/{page}/glyphs", get(glyphs))
        .route("/{token}/api/page/{page}/picture", get(picture))
        .route("/{token}/api/page/{page}/explain", get(explained))
        .route("/{token}/api/page/{page}/fonts", get(page_fonts))
        .route("/{token}/api/page/{page}/unknown", get(page_unknown))
        .route("/{token}/api/page/{page}/compare", get(compare))
        .route("/{token}/api/other/{page}/picture", get(other_picture))
        .route("/{token}/api/page/{page}/export", get(exported))
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(door, guard::check))
        .with_state(app)
}

/// Runs work that reads the document.
async fn reading<T: Send + 'static>(
    app: &Inner,
    work: impl FnOnce(&Session) -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let session = Arc::clone(&app.session);
    let busy = Busy::new(&session);
    let done = tokio::task::spawn_blocking(move || {
        let _busy = busy;
        work(&session)
    });
    done.await.unwrap_or_else(|_| Err(Refused::failed("this part of the document cannot be read")))
}

fn answer(bytes: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], bytes).into_response()
}

async fn document(State(app): App) -> Answer {
    let found = reading(&app, |session| {
        let Open { document, generation } = session.current();
        let (font_map, taught) = session.font_map();
        page_view::json(&json!({
            "name": session.short_name(),
            "page_count": document.page_count(),
            "generation": generation,
            "font_map": font_map.to_string_lossy(),
            "taught": taught,
            "against": session.against.as_ref().map(super::Against::name),
            "version": env!("CARGO_PKG_VERSION"),
        }))
    });
    found.await.map(answer)
}

async fn facts(State(app): App) -> Answer {
    let found = reading(&app, |session| {
        let document = session.current().document;
        let file = document.file();
        let outline: Vec<_> = file.outline().into_iter().take(MOST_ENTRIES).collect();
        let attachments: Vec<_> = file.attachments().into_iter().take(MOST_ENTRIES).collect();
        page_view::json(&json!({
            "metadata": file.metadata(),
            "version": file.version(),
            "encryption": file.encryption(),
            "outline": outline,
            "attachments": attachments,
        }))
    });
    found.await.map(answer)
}

#[derive(Deserialize)]
struct Range {
    #[serde(default)]
    from: usize,
    #[serde(default = "many")]
    count: usize,
}

fn many() -> usize {
    MOST_ENTRIES
}

async fn scores(State(app): App, Query(range): Query<Range>) -> Answer {
    let scan = &app.session.scan;
    let scores = scan.scores(range.from, range.count.min(MOST_ENTRIES));
    Ok(Json(json!({ "done": scan.done(), "from": range.from, "scores": scores })).into_response())
}

async fn diagnostics(State(app): App) -> Answer {
    let mut found = app.session.current().document.diagnostics();
    let count = found.len();
    // The most severe first; then by page.
    found.sort_by_key(|one| (std::cmp::Reverse(one.severity), one.page_index, one.code));
    found.truncate(MOST_ENTRIES);
    Ok(Json(json!({ "diagnostics": found, "count": count, "pages_read": app.session.scan.done() }))
        .into_response())
}

async fn page(State(app): App, Path((_, number)): PagePath) -> Answer {
    let index = app.session.page_index(number)?;
    let view = reading(&app, move |session| {
        cached(session, index, "page", |document| page_view::json(&PageView::read(document, index)?))
    });
    view.await.map(answer)
}

async fn glyphs(State(app): App, Path((_, number)): PagePath) -> Answer {
    let index = app.session.page_index(number)?;
    let view = reading(&app, move |session| {
        cached(session, index, "glyphs", |document| {
            let glyphs = document.glyphs(index).ok_or_else(|| Refused::no_such_page(number, 0))?;
            page_view::glyphs(&glyphs)
        })
    });
    view.await.map(answer)
}

/// Returns an answer about a page from the cache, or makes it.
fn cached(
    session: &Session,
    index: usize,
    kind: &'static str,
    make: impl FnOnce(&Document) -> Result<Bytes, Refused>,
) -> Result<Bytes, Refused> {
    let key = (session.current().generation, index, kind);
    if let Some(known) = session.pages.get(&key) {
        return Ok(known);
    }
    let made = make(&session.for_reading().document)?;
    session.pages.keep(key, made.clone());
    Ok(made)
}

#[derive(Deserialize)]
struct Resolution {
    #[serde(default = "usual_dpi")]
    dpi: u32,
}

fn usual_dpi() -> u32 {
    96
}

async fn picture(
    State(app): App,
    Path((_, number)): PagePath,
    Query(resolution): Query<Resolution>,
) -> Answer {
    let index = app.session.page_index(number)?;
    let _permit = app.drawings.acquire().await.map_err(|_| Refused::failed("the server ends"))?;
    let png = reading(&app, move |session| session.picture(index, resolution.dpi.clamp(12, 300))).await?;
    Ok(([(header::CONTENT_TYPE, "image/png")], png).into_response())
}

/// Returns the picture of a page of the version that is compared with.
async fn other_picture(
    State(app): App,
    Path((_, number)): PagePath,
    Query(resolution): Query<Resolution>,
) -> Answer {
    let _permit = app.drawings.acquire().await.map_err(|_| Refused::failed("the server ends"))?;
    let png = reading(&app, move |session| session.against()?.picture(number, resolution.dpi.clamp(12, 300)));
    Ok(([(header::CONTENT_TYPE, "image/png")], png.await?).into_response())
}

#[derive(Deserialize)]
struct GlyphQuery {
    x: Option<f32>,
    y: Option<f32>,
    glyph: Option<usize>,
}

async fn explained(State(app): App, Path((_, number)): PagePath, Query(query): Query<GlyphQuery>) -> Answer {
    let index = app.session.page_index(number)?;
    let choice = match (query.glyph, query.x, query.y) {
        (Some(number), ..) => Choice::Number(number),
        (None, Some(x), Some(y)) => Choice::At(x, y),
        _ => return Err(Refused::bad("a glyph is named by x and y, or by its number")),
    };
    let view = reading(&app, move |session| {
        let document = session.for_reading().document;
        let page = document.glyphs(index).ok_or_else(|| Refused::no_such_page(number, 0))?;
        page_view::json(&explain(&document, &page, choice)?)
    });
    view.await.map(answer)
}

async fn page_fonts(State(app): App, Path((_, number)): PagePath) -> Answer {
    let index = app.session.page_index(number)?;
    let fonts = reading(&app, move |session| {
        let document = session.for_reading().document;
        let page = document.glyphs(index).unwrap_or_default();
        let fonts: Vec<_> = page.fonts.iter().map(|font| document.font_report(font)).collect();
        page_view::json(&fonts)
    });
    fonts.await.map(answer)
}

async fn fonts(State(app): App) -> Answer {
    let fonts = reading(&app, |session| page_view::json(&session.for_reading().document.fonts()));
    fonts.await.map(answer)
}

async fn page_unknown(State(app): App, Path((_, number)): PagePath) -> Answer {
    let index = app.session.page_index(number)?;
    let sheet = reading(&app, move |session| {
        let document = session.for_reading().document;
        let mut found = UnknownGlyphs::default();
        document.glyphs(index).iter().for_each(|page| found.add(&document, page));
        sheet(found)
    });
    sheet.await.map(answer)
}

async fn unknown(State(app): App) -> Answer {
    let sheet = reading(&app, |session| {
        let document = session.for_reading().document;
        let mut found = UnknownGlyphs::default();
        document.pages().for_each(|page| found.add(&document, &page));
        sheet(found)
    });
    sheet.await.map(answer)
}

fn sheet(found: UnknownGlyphs) -> Result<Bytes, Refused> {
    let left_out = found.left_out;
    page_view::json(&json!({ "glyphs": found.into_list(), "left_out": left_out }))
}

async fn teach(State(app): App, Json(lesson): Json<Lesson>) -> Answer {
    let done = reading(&app, move |session| {
        let generation = session.teach(&lesson)?;
        let (font_map, taught) = session.font_map();
        page_view::json(
            &json!({ "generation": generation, "font_map": font_map.to_string_lossy(), "taught": taught }),
        )
    });
    done.await.map(answer)
}

#[derive(Deserialize)]
struct Sought {
    q: String,
    #[serde(default)]
    from: usize,
}

async fn search(State(app): App, Query(sought): Query<Sought>) -> Answer {
    let found = reading(&app, move |session| {
        let options = SearchOptions::new().ignore_case(true).ignore_diacritics(true);
        let search = Search::literal(&sought.q, options).map_err(|error| Refused::bad(error.to_string()))?;
        let (matches, next) = matches(session, &search, sought.from);
        page_view::json(&json!({ "matches": matches, "next": next }))
    });
    found.await.map(answer)
}

/// Searches from a page on, until there are enough matches or the time is over; returns the next page to search.
fn matches(session: &Session, search: &Search, from: usize) -> (Vec<SearchMatch>, Option<usize>) {
    let (end, mut found) = (Instant::now() + SEARCH_TIME, Vec::new());
    let count = session.current().document.page_count();
    for index in from..count {
        let document = session.for_reading().document;
        let options = Session::extract_options();
        found.extend(document.search_page(index, search, &options).unwrap_or_default());
        if found.len() >= MOST_MATCHES || Instant::now() > end {
            return (found, Some(index + 1).filter(|next| *next < count));
        }
    }
    (found, None)
}

async fn compare(State(app): App, Path((_, number)): PagePath) -> Answer {
    let index = app.session.page_index(number)?;
    let comparison = reading(&app, move |session| {
        let page = PageView::read(&session.for_reading().document, index)?;
        page_view::json(&session.against()?.compare(index, &page)?)
    });
    comparison.await.map(answer)
}

#[derive(Deserialize)]
struct ExportQuery {
    #[serde(default)]
    anonymous: bool,
}

async fn exported(State(app): App, Path((_, number)): PagePath, Query(query): Query<ExportQuery>) -> Answer {
    let index = app.session.page_index(number)?;
    let html = reading(&app, move |session| {
        if query.anonymous {
            return export::html(&session.anonymous_copy()?, index, "Anonymous document");
        }
        export::html(&session.for_reading().document, index, &session.short_name())
    });
    let name = if query.anonymous { "anonymous-page" } else { "page" };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}-{number}.html\"")),
    ];
    Ok((headers, html.await?).into_response())
}
