//! The page itself: HTML, style and scripts, part of the program.

use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::error::Refused;

macro_rules! assets {
    ($($name:literal $kind:literal),* $(,)?) => {
        /// Name, type and content of each file.
        const ASSETS: &[(&str, &str, &str)] = &[$(($name, $kind, include_str!(concat!("web/", $name)))),*];
    };
}

assets! {
    "index.html" "text/html; charset=utf-8",
    "style.css" "text/css; charset=utf-8",
    "panels.css" "text/css; charset=utf-8",
    "app.js" "text/javascript; charset=utf-8",
    "dom.js" "text/javascript; charset=utf-8",
    "api.js" "text/javascript; charset=utf-8",
    "pages.js" "text/javascript; charset=utf-8",
    "sheet.js" "text/javascript; charset=utf-8",
    "layers.js" "text/javascript; charset=utf-8",
    "text.js" "text/javascript; charset=utf-8",
    "glyph.js" "text/javascript; charset=utf-8",
    "panels.js" "text/javascript; charset=utf-8",
    "compare.js" "text/javascript; charset=utf-8",
    "keys.js" "text/javascript; charset=utf-8",
    "icon.svg" "image/svg+xml",
}

/// Returns a file of the page.
pub(super) fn asset(name: &str) -> Result<Response, Refused> {
    let found = ASSETS.iter().find(|(known, ..)| *known == name);
    let (_, kind, content) = found.ok_or_else(|| Refused::missing("not found"))?;
    Ok(([(header::CONTENT_TYPE, *kind)], *content).into_response())
}
