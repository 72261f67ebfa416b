//! Names the paper that a page size is, and groups pages of one size.

use pdftract::file::summary::PageFacts;

/// Paper sizes in points, upright.
const PAPERS: [(&str, f64, f64); 16] = [
    ("Letter", 612.0, 792.0),
    ("Legal", 612.0, 1008.0),
    ("Tabloid", 792.0, 1224.0),
    ("Executive", 522.0, 756.0),
    ("A0", 2383.94, 3370.39),
    ("A1", 1683.78, 2383.94),
    ("A2", 1190.55, 1683.78),
    ("A3", 841.89, 1190.55),
    ("A4", 595.28, 841.89),
    ("A5", 419.53, 595.28),
    ("A6", 297.64, 419.53),
    ("B4", 708.66, 1000.63),
    ("B5", 498.90, 708.66),
    ("B4 (JIS)", 728.50, 1031.81),
    ("B5 (JIS)", 515.91, 728.50),
    ("Half Letter", 396.0, 612.0),
];
/// Programs round A4 to 595 × 842, 596 × 843 and the like.
const TOLERANCE_POINTS: f64 = 1.5;

/// Pages that follow each other and have one size.
#[derive(Debug, PartialEq)]
pub(crate) struct SizeGroup {
    first: usize,
    last: usize,
    size: String,
}

impl SizeGroup {
    /// The pages, such as `1–12`.
    pub(crate) fn pages(&self) -> String {
        range(&self.first.to_string(), &self.last.to_string())
    }

    /// The size, such as `612 × 792 pt (Letter)`.
    pub(crate) fn size(&self) -> &str {
        &self.size
    }
}

/// `1–12`, or `3` alone.
pub(crate) fn range(first: &str, last: &str) -> String {
    if first == last { first.to_owned() } else { format!("{first}–{last}") }
}

/// Pages grouped by size, in page order.
pub(crate) fn size_groups(pages: &[PageFacts]) -> Vec<SizeGroup> {
    let mut groups: Vec<SizeGroup> = Vec::new();
    for page in pages {
        let size = size_of(page);
        match groups.last_mut() {
            Some(group) if group.size == size && group.last + 1 == page.page_number => {
                group.last = page.page_number;
            }
            _ => groups.push(SizeGroup { first: page.page_number, last: page.page_number, size }),
        }
    }
    groups
}

fn size_of(page: &PageFacts) -> String {
    let mut text = format!("{} × {} pt", points(page.width), points(page.height));
    if let Some(paper) = paper(page.width, page.height) {
        text.push_str(&format!(" ({paper})"));
    }
    if page.rotation != 0 {
        text.push_str(&format!(", turned by {}°", page.rotation));
    }
    text
}

/// Two decimals at most: finer than any printer.
fn points(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn paper(width: f64, height: f64) -> Option<String> {
    let is = |a: f64, b: f64| (a - b).abs() <= TOLERANCE_POINTS;
    let matches_paper = |short: f64, long: f64| is(short, width.min(height)) && is(long, width.max(height));
    let (name, ..) = PAPERS.iter().find(|(_, short, long)| matches_paper(*short, *long))?;
    Some(if width > height { format!("{name}, landscape") } else { (*name).to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdftract::file::summary::PageBoxes;
    use pdftract::geometry::Rect;

    fn page(number: usize, width: f64, height: f64, rotation: u16) -> PageFacts {
        let media = Rect::from_corners(0.0, 0.0, width, height);
        let boxes = PageBoxes { media, crop: media, production: None };
        PageFacts {
            page_index: number - 1,
            page_number: number,
            page_label: None,
            width,
            height,
            rotation,
            boxes,
        }
    }

    #[test]
    fn pages_of_one_size_are_told_together() {
        let pages = [
            page(1, 612.0, 792.0, 0),
            page(2, 612.0, 792.0, 0),
            page(3, 841.89, 595.28, 90),
            page(4, 100.5, 200.123, 0),
        ];
        let told: Vec<String> =
            size_groups(&pages).iter().map(|group| format!("{}: {}", group.pages(), group.size())).collect();
        assert_eq!(
            told,
            [
                "1–2: 612 × 792 pt (Letter)",
                "3: 841.89 × 595.28 pt (A4, landscape), turned by 90°",
                "4: 100.5 × 200.12 pt",
            ]
        );
    }
}
