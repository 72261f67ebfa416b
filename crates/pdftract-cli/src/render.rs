//! `pdftract render`: renders a page, optionally with the boxes of its text.

use std::io::Write;

use pdftract::ocr::picture::Picture;
use pdftract::output::model::{Page, Span};
use pdftract::{Code, Detail, Document, ExtractOptions};

use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::extract::atomic_file::Staged;
use crate::for_each_file::{FileError, each_source};
use crate::plan::RenderPlan;
use crate::workers;

const BLOCK: [u8; 3] = [214, 39, 40];
const LINE: [u8; 3] = [31, 119, 180];
const WORD: [u8; 3] = [44, 160, 44];

/// Carries out the plan.
pub(crate) fn run(plan: &RenderPlan) -> Exit {
    each_source(std::slice::from_ref(&plan.source), |source| {
        let document = workers::drawn_apart(source.open(&plan.opening)?);
        let png = png(&document, plan.page_number, plan.dpi, plan.boxes)?;
        let mut lost = document.diagnostics();
        lost.retain(|diagnostic| diagnostic.code == Code::RenderFailed);
        diagnostics::report(&source.name(), &lost);
        write(&png, plan)
    })
}

/// Returns a page, counted from 1, as PNG, with the boxes of its text on request.
pub(crate) fn png(
    document: &Document,
    page_number: usize,
    dpi: u32,
    boxes: bool,
) -> Result<Vec<u8>, Failure> {
    let index = page_number.saturating_sub(1);
    let missing = || Failure::no_such_page(page_number, document.page_count());
    let drawn = document.picture(index, f64::from(dpi)).ok_or_else(missing)?;
    let drawn = drawn
        .map_err(|why| Failure::new(Exit::Error, format!("the page cannot be rendered: {}", why.reason())))?;
    let mut picture = drawn.picture;
    if let Some(page) = boxes.then(|| found(document, index)).flatten() {
        draw_boxes(&page, drawn.scale, &mut picture);
    }
    picture.to_png().map_err(|error| Failure::new(Exit::Error, error.to_string()))
}

/// Returns the record of a page with its glyphs.
fn found(document: &Document, index: usize) -> Option<Page> {
    document.page_record(index, &ExtractOptions::default().detail(Detail::Glyphs))
}

fn write(png: &[u8], plan: &RenderPlan) -> Result<(), FileError> {
    let Some(path) = &plan.output else {
        return std::io::stdout().lock().write_all(png).map_err(FileError::Output);
    };
    let written = Staged::create(path).and_then(|mut staged| {
        staged.write_all(png)?;
        staged.commit()
    });
    written.map_err(|error| Failure::new(Exit::Error, format!("the image cannot be written: {error}")).into())
}

/// Draws words first, so that the boxes around them stay complete.
fn draw_boxes(page: &Page, scale: f64, picture: &mut Picture) {
    let lines = || page.blocks.iter().flat_map(|block| &block.lines);
    for bbox in lines().flat_map(|line| &line.spans).flat_map(words) {
        picture.frame(pixels(bbox, scale), WORD);
    }
    for line in lines() {
        picture.frame(pixels(line.bbox, scale), LINE);
    }
    for block in &page.blocks {
        picture.frame(pixels(block.bbox, scale), BLOCK);
    }
}

/// Returns the boxes of the words of a span. Glyphs are assigned to words by the length of their text.
fn words(span: &Span) -> Vec<[f32; 4]> {
    let mut glyphs = span.glyphs.iter().flatten();
    let boxes = span.text.split(' ').filter_map(|word| {
        let (mut left, mut bbox) = (word.len(), None);
        while left > 0 {
            let Some(glyph) = glyphs.next() else { break };
            left = left.saturating_sub(glyph.text.trim().len().max(1));
            bbox = Some(bbox.map_or(glyph.bbox, |bbox| around(bbox, glyph.bbox)));
        }
        bbox
    });
    boxes.collect()
}

fn around(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn pixels(bbox: [f32; 4], scale: f64) -> [u32; 4] {
    bbox.map(|edge| (f64::from(edge) * scale).clamp(0.0, f64::from(u16::MAX)).round() as u32)
}
