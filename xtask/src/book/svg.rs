//! Pieces of SVG pictures.

use std::fmt::Write as _;

/// Dark text that reads well on white.
pub(super) const INK: &str = "#1f2933";
/// Text of less weight.
pub(super) const PALE: &str = "#52606d";

/// A picture on a white ground, so that it can be read on a dark page too.
pub(super) struct Svg {
    body: String,
    width: u32,
    height: u32,
    label: String,
}

/// The place of a text in relation to its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    /// Creates an empty picture; `label` describes it for people who cannot see it.
    pub(super) fn new(width: u32, height: u32, label: &str) -> Self {
        Self { body: String::new(), width, height, label: escaped(label) }
    }

    /// Adds a filled rectangle with round corners.
    pub(super) fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="3" fill="{fill}"/>"#
        );
    }

    /// Adds a disc.
    pub(super) fn dot(&mut self, (x, y): (f64, f64), radius: f64, fill: &str) {
        let _ = writeln!(self.body, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{fill}"/>"#);
    }

    /// Adds a thin line.
    pub(super) fn line(&mut self, (x0, y0): (f64, f64), (x1, y1): (f64, f64)) {
        let _ = writeln!(
            self.body,
            r##"<line x1="{x0:.1}" y1="{y0:.1}" x2="{x1:.1}" y2="{y1:.1}" stroke="#cbd2d9"/>"##
        );
    }

    /// Adds a text.
    pub(super) fn text(
        &mut self,
        (x, y): (f64, f64),
        size: u32,
        fill: &str,
        anchor: Anchor,
        is_bold: bool,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if is_bold { r#" font-weight="600""# } else { "" };
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>{}</text>"#,
            escaped(text)
        );
    }

    /// Returns the picture.
    pub(super) fn finish(self) -> String {
        let Self { body, width, height, label } = self;
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{label}" font-family="system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
<title>{label}</title>
<rect width="{width}" height="{height}" fill="#ffffff"/>
{body}</svg>
"##
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let mut svg = Svg::new(10, 10, "a < b");
        svg.text((1.0, 2.0), 12, INK, Anchor::End, true, "\"R&D\"");
        let svg = svg.finish();
        assert!(svg.contains("<title>a &lt; b</title>"), "{svg}");
        assert!(svg.contains(r#"text-anchor="end" font-weight="600">&quot;R&amp;D&quot;</text>"#), "{svg}");
    }
}
