//! Adds highlight annotations to pages.
//!
//! Each annotation has `/QuadPoints`, one for each line, and an appearance that multiplies its colour with the page, so
//! that viewers which do not draw annotations themselves show it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::repair::RepairError;
use super::update::Update;
use super::value::write_value;
use crate::content;
use crate::file::{File, ObjectId, Page};
use crate::geometry::{Matrix, Rect};

/// The places to highlight on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageHighlights {
    /// The page, counted from 0.
    pub page_index: usize,
    /// The highlights, each with a box for each line: left, top, right, bottom, in points from the top left corner.
    pub marks: Vec<Vec<[f32; 4]>>,
}

impl PageHighlights {
    /// Starts a page without highlights.
    pub fn new(page_index: usize) -> Self {
        Self { page_index, marks: Vec::new() }
    }
}

/// A file with highlights.
#[derive(Debug)]
pub struct Highlighted {
    /// The whole file: the original bytes, followed by the update if there is one.
    pub bytes: Vec<u8>,
    /// The number of highlights that were not written, because their page is a direct object or has no size.
    pub unreachable: usize,
}

/// The colour: the yellow of a marker.
const COLOR: &str = "1 0.85 0.2";

/// Returns the file with an update that adds the highlights.
pub(crate) fn write(file: &File, pages: &[PageHighlights]) -> Result<Highlighted, RepairError> {
    let mut update = Update::new(file);
    let mut unreachable = 0;
    let mut by_page: BTreeMap<usize, Vec<&[[f32; 4]]>> = BTreeMap::new();
    for page in pages {
        by_page.entry(page.page_index).or_default().extend(page.marks.iter().map(Vec::as_slice));
    }
    for (index, marks) in by_page.into_iter().filter(|(_, marks)| !marks.is_empty()) {
        let page = file.page(index).filter(|page| page.id().is_some());
        let Some((page, to_pdf)) =
            page.and_then(|page| Some((content::to_page(&page).inverse()?, page))).map(|(m, p)| (p, m))
        else {
            unreachable += marks.len();
            continue;
        };
        let mut annotations = Vec::with_capacity(marks.len());
        for mark in marks {
            annotations.push(annotation(&mut update, &page, mark, &to_pdf).ok_or(RepairError::Locked)?);
        }
        let list = annotation_list(file, &page, &annotations).ok_or(RepairError::Locked)?;
        update.change(page.dict(), &[(b"Annots", list)]).ok_or(RepairError::Locked)?;
    }
    Ok(Highlighted { bytes: update.finish(), unreachable })
}

/// Adds an annotation with its appearance.
fn annotation(
    update: &mut Update<'_>,
    page: &Page<'_>,
    mark: &[[f32; 4]],
    to_pdf: &Matrix,
) -> Option<ObjectId> {
    let (mut quads, mut shapes) = (String::new(), String::new());
    let mut around: Option<Rect> = None;
    for &[x0, y0, x1, y1] in mark {
        let corners = [(x0, y0), (x1, y0), (x0, y1), (x1, y1)];
        let [a, b, c, d] = corners.map(|(x, y)| to_pdf.apply(f64::from(x), f64::from(y)));
        // Writing to a string cannot fail. Viewers expect the upper corners first, in the form of a Z.
        for point in [&a, &b, &c, &d] {
            let _ = write!(quads, "{:.2} {:.2} ", point.x, point.y);
        }
        let _ = writeln!(
            shapes,
            "{:.2} {:.2} m {:.2} {:.2} l {:.2} {:.2} l {:.2} {:.2} l h f",
            a.x, a.y, b.x, b.y, d.x, d.y, c.x, c.y
        );
        for point in [a, b, c, d] {
            let all = around.get_or_insert(Rect { x0: point.x, y0: point.y, x1: point.x, y1: point.y });
            (all.x0, all.x1) = (all.x0.min(point.x), all.x1.max(point.x));
            (all.y0, all.y1) = (all.y0.min(point.y), all.y1.max(point.y));
        }
    }
    let Rect { x0, y0, x1, y1 } = around?;
    let rect = format!("[{x0:.2} {y0:.2} {x1:.2} {y1:.2}]");
    let entries = format!(
        "/Type/XObject/Subtype/Form/BBox{rect}/Resources<</ExtGState<</G<</Type/ExtGState/BM/Multiply>>>>>>"
    );
    let appearance = update.add_stream(&entries, format!("/G gs {COLOR} rg\n{shapes}").as_bytes())?;
    let page = page.id()?;
    update.add_object(|_| {
        Some(format!(
            "<</Type/Annot/Subtype/Highlight/F 4/P {page}/Rect{rect}/QuadPoints[{}]/C[{COLOR}]/AP<</N {appearance}>>>>",
            quads.trim_end()
        ))
    })
}

/// Returns the annotations of a page with new ones at the end.
fn annotation_list(file: &File, page: &Page<'_>, added: &[ObjectId]) -> Option<Vec<u8>> {
    let id = page.id()?;
    // Sealing an empty string checks whether there is a key.
    file.sealed_string(id, b"")?;
    let seal = |_: &[u8], bytes: &[u8]| file.sealed_string(id, bytes).unwrap_or_default();
    let mut list = b"[".to_vec();
    if let Some(old) = page.dict().array(b"Annots") {
        for annotation in old.iter_raw() {
            write_value(&annotation, &seal, &mut list);
            list.push(b' ');
        }
    }
    list.extend(added.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ").bytes());
    list.push(b']');
    Some(list)
}
