//! The glyphs of a page as a table for people.

use pdftract::content::{Glyph, PageGlyphs, Visibility};
use unicode_width::UnicodeWidthChar;

use crate::json::rounded;
use crate::printable::{is_printable, printable};
use crate::table::{Side, table};

/// Returns the table below a line with the number of the page.
pub(crate) fn text(title: &str, page_count: usize, page: &PageGlyphs) -> String {
    let count = match page.glyphs.len() {
        0 => "no glyphs".to_owned(),
        1 => "1 glyph".to_owned(),
        count => format!("{count} glyphs"),
    };
    let (number, width, height) = (page.page_index + 1, rounded(page.width), rounded(page.height));
    let heading = format!(
        "{}\n  page {number} of {page_count}: {width} × {height} pt, measured from the top left corner, y down; {count}\n",
        printable(title)
    );
    if page.glyphs.is_empty() {
        return heading;
    }
    let titles = [
        ("#", Side::Right),
        ("text", Side::Left),
        ("code", Side::Right),
        ("name", Side::Left),
        ("source", Side::Left),
        ("conf", Side::Right),
        ("x", Side::Right),
        ("y", Side::Right),
        ("bbox", Side::Left),
        ("advance", Side::Right),
        ("size", Side::Right),
        ("visibility", Side::Left),
        ("mcid", Side::Right),
        ("font", Side::Left),
    ];
    let boxes = BoxWidths::measure(page);
    let rows = page.glyphs.iter().enumerate();
    heading + "\n" + &table(titles, rows.map(|(index, glyph)| row(page, index, glyph, &boxes)).collect())
}

fn row(page: &PageGlyphs, index: usize, glyph: &Glyph, boxes: &BoxWidths) -> [String; 14] {
    let run = page.run(glyph);
    let font = page.font(glyph);
    let name = font.and_then(|font| font.glyph_name(glyph.code));
    [
        index.to_string(),
        visible(&page.text(glyph)),
        format!("{:0digits$x}", glyph.code, digits = usize::from(glyph.code_bytes) * 2),
        name.unwrap_or_else(none),
        glyph.source.as_str().into(),
        decimals(glyph.confidence()),
        decimals(glyph.x),
        decimals(glyph.y),
        boxes.text(page.bbox(glyph)),
        decimals(glyph.advance),
        decimals(page.size(glyph)),
        visibility(glyph.visibility).into(),
        run.and_then(|run| run.mcid).map_or_else(none, |mcid| mcid.to_string()),
        run.zip(font).map_or_else(none, |(run, font)| format!("{} {}", run.font, font.facts().name)),
    ]
}

fn none() -> String {
    "–".into()
}

/// Two decimals: a table is for looking, the JSON has one more.
fn decimals(number: impl Into<f64>) -> String {
    let text = format!("{:.2}", number.into());
    if text == "-0.00" { "0.00".into() } else { text }
}

/// Returns the text with invisible characters escaped and spaces as `␣`.
fn visible(text: &str) -> String {
    if text.is_empty() {
        return none();
    }
    let mut out = String::new();
    for c in text.chars() {
        if c == ' ' {
            out.push('␣');
        } else if c.is_whitespace() || !is_printable(c) || c.width().unwrap_or(0) == 0 {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

fn visibility(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Visible => "visible",
        Visibility::InvisibleMode => "invisible_mode",
        Visibility::SameAsBackground => "same_as_background",
        Visibility::OffPage => "off_page",
        Visibility::Clipped => "clipped",
        Visibility::LayerOff => "layer_off",
        Visibility::Covered => "covered",
    }
}

/// Returns the width of each edge of a box, so that the four numbers form columns.
struct BoxWidths([usize; 4]);

impl BoxWidths {
    fn measure(page: &PageGlyphs) -> Self {
        let mut widths = [0; 4];
        for glyph in &page.glyphs {
            let edges = page.bbox(glyph).map(decimals);
            widths.iter_mut().zip(edges).for_each(|(width, edge)| *width = edge.len().max(*width));
        }
        Self(widths)
    }

    fn text(&self, bbox: [f32; 4]) -> String {
        let edges = bbox.map(decimals);
        let edges: Vec<String> =
            edges.iter().zip(self.0).map(|(edge, width)| format!("{edge:>width$}")).collect();
        edges.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_shape_is_written_out() {
        assert_eq!(visible("a b"), "a␣b");
        assert_eq!(visible("\u{301}\u{A0}\u{1B}"), "\\u{301}\\u{a0}\\u{1b}");
        assert_eq!(visible("fi"), "fi");
        assert_eq!(visible(""), "–");
    }
}
