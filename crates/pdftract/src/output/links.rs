//! Finds the link at a glyph; the links of a page are indexed by rows, so that only nearby ones are checked.

use crate::file::annotation;
use crate::geometry::{Matrix, Rect};

use super::model::Link;

/// The links of a page that have a target.
#[derive(Debug, Default)]
pub(crate) struct PageLinks {
    links: Vec<(Rect, Link)>,
    /// For each row of the page, the links that touch it.
    rows: Vec<Vec<u16>>,
    row_height: f64,
}

/// The number of rows into which a page is divided.
const ROWS: usize = 64;
/// The maximum number of links per row. Only malicious pages have more; the rest is ignored.
const MAX_PER_ROW: usize = 256;
/// Lines that touch more rows than this are not examined: those of text touch a few.
const LINE_ROWS: usize = 8;

impl PageLinks {
    /// Indexes the links of a page of this height; `to_page` transforms PDF coordinates to page coordinates.
    pub(crate) fn new(links: Vec<annotation::Link>, to_page: &Matrix, height: f64) -> Self {
        let placed = links.into_iter().filter_map(|link| {
            let area = to_page.apply_to_rect(&link.rect?);
            let target = Link { uri: link.uri, page_index: link.target_page_index };
            (target.uri.is_some() || target.page_index.is_some()).then_some((area, target))
        });
        let links: Vec<(Rect, Link)> = placed.take(usize::from(u16::MAX)).collect();
        let rows = if links.is_empty() { Vec::new() } else { vec![Vec::new(); ROWS] };
        let mut arranged = Self { links, rows, row_height: (height / 64.0).max(1.0) };
        arranged.fill_rows();
        arranged
    }

    fn fill_rows(&mut self) {
        for (index, (area, _)) in (0u16..).zip(&self.links) {
            let (first, last) = (self.row_of(area.y0), self.row_of(area.y1));
            let touched = self.rows.iter_mut().take(last + 1).skip(first);
            touched.filter(|row| row.len() < MAX_PER_ROW).for_each(|row| row.push(index));
        }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    fn row_of(&self, y: f64) -> usize {
        (y / self.row_height).clamp(0.0, (ROWS - 1) as f64) as usize
    }

    /// Returns the links if one of them may be on a line.
    pub(super) fn on_line(&self, bbox: &[f32; 4]) -> Option<&Self> {
        let [x0, y0, x1, y1] = bbox.map(f64::from);
        // Glyphs may reach a little beyond the box of their line.
        let slack = y1 - y0;
        let rows = self.rows.get(self.row_of(y0 - slack)..=self.row_of(y1 + slack)).unwrap_or_default();
        let is_near = |index: &u16| {
            let area = self.links.get(usize::from(*index)).map(|(area, _)| area);
            area.is_some_and(|area| area.x0 <= x1 + slack && area.x1 >= x0 - slack)
        };
        (rows.len() > LINE_ROWS || rows.iter().flatten().any(is_near)).then_some(self)
    }

    /// Returns the link that contains the centre of a box.
    pub(super) fn at(&self, bbox: &[f32; 4]) -> Option<u16> {
        let [x0, y0, x1, y1] = bbox.map(f64::from);
        let (x, y) = (f64::midpoint(x0, x1), f64::midpoint(y0, y1));
        let row = self.rows.get(self.row_of(y))?;
        let inside = |area: &Rect| (area.x0..=area.x1).contains(&x) && (area.y0..=area.y1).contains(&y);
        row.iter()
            .copied()
            .find(|&index| self.links.get(usize::from(index)).is_some_and(|(area, _)| inside(area)))
    }

    pub(super) fn get(&self, index: u16) -> Option<&Link> {
        self.links.get(usize::from(index)).map(|(_, link)| link)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(rect: Rect, uri: Option<&str>) -> annotation::Link {
        let uri = uri.map(str::to_owned);
        annotation::Link { page_index: 0, rect: Some(rect), target_page_index: None, uri, action: None }
    }

    #[test]
    fn a_glyph_finds_the_link_around_its_middle() {
        let to_page = Matrix::new([1.0, 0.0, 0.0, -1.0, 0.0, 100.0]);
        let first = link(Rect::from_corners(10.0, 80.0, 50.0, 90.0), Some("https://example.org"));
        let nowhere = link(Rect::from_corners(10.0, 10.0, 50.0, 20.0), None);
        let links = PageLinks::new(vec![nowhere, first], &to_page, 100.0);
        assert_eq!(links.at(&[12.0, 12.0, 16.0, 18.0]), Some(0));
        assert_eq!(links.get(0).and_then(|link| link.uri.as_deref()), Some("https://example.org"));
        assert_eq!(links.at(&[60.0, 12.0, 66.0, 18.0]), None);
        assert_eq!(links.at(&[12.0, 82.0, 16.0, 88.0]), None);
    }

    #[test]
    fn only_lines_near_a_link_are_examined() {
        let to_page = Matrix::new([1.0, 0.0, 0.0, -1.0, 0.0, 800.0]);
        let link = link(Rect::from_corners(100.0, 700.0, 150.0, 710.0), Some("https://example.org"));
        let links = PageLinks::new(vec![link], &to_page, 800.0);
        let finds = |bbox: [f32; 4]| links.on_line(&bbox).is_some();
        assert!(finds([72.0, 91.0, 540.0, 101.0]) && finds([72.0, 0.0, 540.0, 800.0]));
        assert!(!finds([72.0, 300.0, 540.0, 310.0]) && !finds([300.0, 91.0, 540.0, 101.0]));
        assert!(PageLinks::default().on_line(&[72.0, 91.0, 540.0, 101.0]).is_none());
    }
}
