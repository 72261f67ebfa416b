//! `pdf_look`: a page or a region of it as a picture that models can see.

use std::io::Write;

use pdftract::{Document, Picture};
use pdftract_worker::{Failed, Reason};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{bad, no_such_page};

/// Pixels of the longer side: larger pictures are made smaller by common models.
const MAX_SIDE: f64 = 1_568.0;
/// The finest resolution: smaller details are not in the picture of a page.
const MAX_DPI: f64 = 300.0;
const POINTS_PER_INCH: f64 = 72.0;

#[derive(Debug, Deserialize)]
pub(super) struct LookTask {
    page: usize,
    bbox: Option<[f64; 4]>,
}

/// Writes the picture as PNG and returns its measures.
pub(super) fn look(document: &Document, task: &LookTask, out: &mut dyn Write) -> Result<Value, Failed> {
    let index = task.page.checked_sub(1).ok_or_else(|| no_such_page(0, document))?;
    let whole = document.page_profile(index).ok_or_else(|| no_such_page(task.page, document))?;
    let [x0, y0, x1, y1] = match task.bbox {
        None => [0.0, 0.0, whole.width, whole.height],
        Some([x0, y0, x1, y1]) => [x0.max(0.0), y0.max(0.0), x1.min(whole.width), y1.min(whole.height)],
    };
    if !(x1 - x0 >= 1.0 && y1 - y0 >= 1.0) {
        return Err(bad(&"the box is empty or not on the page: x0, y0, x1, y1 in points from the top left"));
    }
    let dpi = (MAX_SIDE * POINTS_PER_INCH / (x1 - x0).max(y1 - y0)).min(MAX_DPI);
    let drawn = document.picture(index, dpi).ok_or_else(|| no_such_page(task.page, document))?;
    let drawn = drawn.map_err(|why| Failed::new(Reason::NoPicture, why.reason()))?;
    let cut = cut(&drawn.picture, [x0, y0, x1, y1].map(|edge| edge * drawn.scale));
    let cut = cut.ok_or_else(|| Failed::new(Reason::NoPicture, "the region has no pixels"))?;
    let io = |error: std::io::Error| Failed::new(Reason::Io, error.to_string());
    out.write_all(&cut.to_png().map_err(io)?).map_err(io)?;
    Ok(json!({
        "page": task.page,
        "bbox": [x0, y0, x1, y1],
        "width": cut.width(),
        "height": cut.height(),
        "pixels_per_point": drawn.scale,
    }))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn cut(picture: &Picture, [x0, y0, x1, y1]: [f64; 4]) -> Option<Picture> {
    let (left, top) = (x0.floor() as usize, y0.floor() as usize);
    let limit = MAX_SIDE as usize;
    let right = (x1.ceil() as usize).min(picture.width() as usize).min(left + limit);
    let bottom = (y1.ceil() as usize).min(picture.height() as usize).min(top + limit);
    let rows =
        picture.pixels().chunks_exact(picture.width() as usize * 3).skip(top).take(bottom.checked_sub(top)?);
    let mut pixels = Vec::new();
    for row in rows {
        pixels.extend_from_slice(row.get(left * 3..right * 3)?);
    }
    let (width, height) = (u32::try_from(right - left).ok()?, u32::try_from(bottom - top).ok()?);
    (width > 0 && height > 0).then(|| Picture::new(width, height, pixels)).flatten()
}
