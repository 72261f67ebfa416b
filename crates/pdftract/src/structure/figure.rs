//! Figures: pictures on a page that are neither its background nor part of a running header.

use super::model::StructuredPage;
use crate::content::PageGlyphs;
use crate::geometry::Rect;
use crate::layout::bounds::union;

/// A figure of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The bounding box: left, top, right, bottom.
    pub bbox: [f32; 4],
    /// The alternative text that the structure tree gives.
    pub alt: Option<String>,
    /// The index of the block that is its caption.
    pub caption: Option<u32>,
}

/// A figure that the structure tree states.
#[derive(Debug, Clone, Default)]
pub struct StatedFigure {
    /// The alternative text.
    pub alt: Option<String>,
    /// The stated bounding box, in page coordinates.
    pub bbox: Option<Rect>,
    /// The identifiers of its marked content on the page.
    pub mcids: Vec<u32>,
}

/// Pictures with a shorter side, in points, are rules, bullets and icons.
const MIN_SIDE: f32 = 24.0;
/// Pictures that cover more than this share of a page with text are its background or its scan.
const BACKGROUND: f32 = 0.6;
/// Parts of the page height at top and bottom in which pictures are letterheads and logos.
const EDGE: f32 = 0.09;
/// Pictures closer than this, in points, are tiles of one.
const TILE_GAP: f32 = 1.5;
/// The maximum number of pictures that are examined; more of them are a pattern.
const MAX_PICTURES: usize = 256;
/// A page with fewer glyphs has no text that a picture could be the background of.
const FEW_GLYPHS: usize = 8;

/// Returns the figures of a page from top to bottom.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn find(page: &PageGlyphs, structured: &StructuredPage, stated: &[StatedFigure]) -> Vec<Figure> {
    let sheet = Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height };
    let mut figures = Vec::new();
    let mut pictures = Vec::new();
    for (image, mark) in page.images.iter().zip(&page.image_marks).take(MAX_PICTURES) {
        let is_stated =
            mark.mcid.is_some_and(|mcid| stated.iter().any(|stated| stated.mcids.contains(&mcid)));
        if !mark.is_artifact && !is_stated {
            pictures.extend(image.intersect(&sheet).map(to_box));
        }
    }
    for stated in stated {
        let is_part = |mcid: Option<u32>| mcid.is_some_and(|mcid| stated.mcids.contains(&mcid));
        let parts = page.images.iter().zip(&page.image_marks).filter(|(_, mark)| is_part(mark.mcid));
        let drawn = parts.filter_map(|(image, _)| image.intersect(&sheet)).map(to_box).reduce(union);
        let bbox = drawn.or_else(|| stated.bbox.and_then(|bbox| bbox.intersect(&sheet)).map(to_box));
        let is_shown = |bbox: &[f32; 4]| stated.alt.is_some() || is_large(*bbox);
        figures.extend(bbox.filter(is_shown).map(|bbox| Figure {
            bbox,
            alt: stated.alt.clone(),
            caption: None,
        }));
    }
    let has_text = structured.pieces.len() >= FEW_GLYPHS;
    let (width, height) = (page.width as f32, page.height as f32);
    let is_figure = |bbox: &[f32; 4]| {
        let [x0, y0, x1, y1] = *bbox;
        let is_background = (x1 - x0) * (y1 - y0) > BACKGROUND * width * height;
        let is_at_edge = y1 < EDGE * height || y0 > (1.0 - EDGE) * height;
        is_large(*bbox) && !(has_text && is_background) && !is_at_edge
    };
    let is_new = |bbox: &[f32; 4]| !figures.iter().any(|figure: &Figure| touches(figure.bbox, *bbox, 0.0));
    let found: Vec<[f32; 4]> = joined(pictures).into_iter().filter(is_figure).filter(is_new).collect();
    figures.extend(found.into_iter().map(|bbox| Figure { bbox, alt: None, caption: None }));
    figures.sort_by(|a, b| a.bbox[1].total_cmp(&b.bbox[1]).then(a.bbox[0].total_cmp(&b.bbox[0])));
    figures
}

#[allow(clippy::cast_possible_truncation)]
fn to_box(rect: Rect) -> [f32; 4] {
    [rect.x0, rect.y0, rect.x1, rect.y1].map(|value| value as f32)
}

fn is_large([x0, y0, x1, y1]: [f32; 4]) -> bool {
    x1 - x0 >= MIN_SIDE && y1 - y0 >= MIN_SIDE
}

fn touches(a: [f32; 4], b: [f32; 4], gap: f32) -> bool {
    a[0] <= b[2] + gap && b[0] <= a[2] + gap && a[1] <= b[3] + gap && b[1] <= a[3] + gap
}

/// Joins pictures that touch each other: large images are often drawn in tiles.
fn joined(pictures: Vec<[f32; 4]>) -> Vec<[f32; 4]> {
    let mut groups: Vec<[f32; 4]> = Vec::new();
    for picture in pictures {
        let mut whole = picture;
        // Joining enlarges the box, so that it may touch groups that it did not touch before.
        while let Some(at) = groups.iter().position(|group| touches(*group, whole, TILE_GAP)) {
            whole = union(whole, groups.swap_remove(at));
        }
        groups.push(whole);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_become_one_picture() {
        let tiles = vec![
            [0.0, 0.0, 50.0, 10.0],
            [0.0, 20.5, 50.0, 30.0],
            [0.0, 10.5, 50.0, 20.0],
            [100.0, 0.0, 150.0, 30.0],
        ];
        let mut found = joined(tiles);
        found.sort_by(|a, b| a[0].total_cmp(&b[0]));
        assert_eq!(found, [[0.0, 0.0, 50.0, 30.0], [100.0, 0.0, 150.0, 30.0]]);
    }
}
