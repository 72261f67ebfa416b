//! Pictures of pages.

use pdftract::{Document, Picture};

use crate::failure::Failure;

/// Red, green and blue.
const CHANNELS: usize = 3;

/// Returns a page, or the part in a box, as PNG, and its pixels per point.
pub(crate) fn png(
    document: &Document,
    page_index: usize,
    dpi: f64,
    frames: &[([f32; 4], [u8; 3])],
    clip: Option<[f32; 4]>,
) -> Result<(Vec<u8>, f64), Failure> {
    let drawn = document.picture(page_index, dpi);
    let drawn = drawn.ok_or_else(|| Failure::no_such_page(page_index, document.page_count()))?;
    let mut drawn = drawn.map_err(|why| Failure::new("render", why.reason()))?;
    for (bbox, color) in frames {
        drawn.picture.frame(pixels(*bbox, drawn.scale), *color);
    }
    let part = clip.and_then(|clip| part(&drawn.picture, pixels(clip, drawn.scale)));
    Ok((part.unwrap_or(drawn.picture).to_png()?, drawn.scale))
}

/// Returns a part of a picture; `None` if it has no pixels.
fn part(picture: &Picture, [left, top, right, bottom]: [u32; 4]) -> Option<Picture> {
    let (right, bottom) = (right.min(picture.width()), bottom.min(picture.height()));
    let row_bytes = picture.width() as usize * CHANNELS;
    let columns = left as usize * CHANNELS..right as usize * CHANNELS;
    let rows = picture.pixels().chunks_exact(row_bytes.max(1)).take(bottom as usize).skip(top as usize);
    let pixels = rows.flat_map(|row| row.get(columns.clone()).unwrap_or_default()).copied().collect();
    let (width, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
    Picture::new(width, height, pixels).filter(|_| width > 0 && height > 0)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn pixels(bbox: [f32; 4], scale: f64) -> [u32; 4] {
    bbox.map(|edge| (f64::from(edge) * scale).clamp(0.0, f64::from(u16::MAX)).round() as u32)
}
