//! Places images and figures between the blocks of a page and writes them as Markdown.

use super::super::model::{Figure, Page};
use super::escape;

/// An image, or the placeholder of a figure, and the block before which it is written.
pub(super) struct Placed<'p> {
    /// The path of the file, or the identifier of the figure behind a `#`.
    target: String,
    alt: &'p str,
    /// The number of blocks for an image behind all of them.
    pub(super) block_index: usize,
}

/// Images shown smaller than this, in points, are rules, bullets or the background of one letter.
const MIN_SIDE: f32 = 8.0;

/// Returns the places of the images of a page, and of its figures without an image.
///
/// A figure with a caption below it comes before the caption. Everything else comes before the first block, in reading
/// order, that begins below its centre in the same column. Without one it ends the page.
pub(super) fn places(page: &Page, with_figures: bool) -> Vec<Placed<'_>> {
    let images = page.images.iter().filter(|image| is_shown(image.bbox));
    let mut placed: Vec<Placed<'_>> = images
        .map(|image| {
            let figure = page.figures.iter().find(|figure| is_part(image.bbox, figure));
            let alt = figure.and_then(|figure| figure.alt.as_deref()).unwrap_or_default();
            Placed { target: image.file.clone(), alt, block_index: block_after(page, image.bbox) }
        })
        .collect();
    let is_saved = |figure: &Figure| page.images.iter().any(|image| is_part(image.bbox, figure));
    let figures = page.figures.iter().filter(|figure| with_figures && !is_saved(figure));
    placed.extend(figures.map(|figure| Placed {
        target: format!("#{}", figure.id),
        alt: figure.alt.as_deref().unwrap_or_default(),
        block_index: caption_below(page, figure).unwrap_or_else(|| block_after(page, figure.bbox)),
    }));
    placed
}

fn is_shown([x0, y0, x1, y1]: [f32; 4]) -> bool {
    x1 - x0 >= MIN_SIDE && y1 - y0 >= MIN_SIDE
}

/// Returns `true` if the centre of an image is in a figure.
fn is_part([x0, y0, x1, y1]: [f32; 4], figure: &Figure) -> bool {
    let (x, y) = (f32::midpoint(x0, x1), f32::midpoint(y0, y1));
    let [left, top, right, bottom] = figure.bbox;
    (left..=right).contains(&x) && (top..=bottom).contains(&y)
}

fn caption_below(page: &Page, figure: &Figure) -> Option<usize> {
    let caption = figure.caption.as_ref()?;
    let is_below = |bbox: [f32; 4]| bbox[1] > f32::midpoint(figure.bbox[1], figure.bbox[3]);
    page.blocks.iter().position(|block| block.id == *caption && is_below(block.bbox))
}

fn block_after(page: &Page, [left, top, right, bottom]: [f32; 4]) -> usize {
    let centre = f32::midpoint(top, bottom);
    let follows = |bbox: [f32; 4]| bbox[1] >= centre && bbox[0] < right && bbox[2] > left;
    page.blocks.iter().position(|block| follows(block.bbox)).unwrap_or(page.blocks.len())
}

/// Returns an image as Markdown.
pub(super) fn render(placed: &Placed<'_>) -> String {
    let mut alt = String::new();
    escape::inside_line(placed.alt, None, None, &mut alt);
    let alt = alt.replace("\\]", "]").replace("\\[", "[").replace('[', "\\[").replace(']', "\\]");
    let is_plain = |c: char| !c.is_whitespace() && !matches!(c, '(' | ')' | '<' | '>' | '\\');
    let target = &placed.target;
    if target.chars().all(is_plain) {
        return format!("![{alt}]({target})");
    }
    let target: String = target.chars().filter(|c| !c.is_control() && !matches!(c, '<' | '>')).collect();
    format!("![{alt}](<{target}>)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusual_paths_are_quoted() {
        let rendered = |file: &str| render(&Placed { target: file.to_owned(), alt: "", block_index: 0 });
        assert_eq!(rendered("img/a-p1-1.png"), "![](img/a-p1-1.png)");
        assert_eq!(rendered("my img/a(1).png"), "![](<my img/a(1).png>)");
        assert_eq!(rendered("a>b<c d.png"), "![](<abc d.png>)");
    }

    #[test]
    fn alternative_texts_are_escaped() {
        let placed = Placed { target: "#p1-f1".to_owned(), alt: "a [b] *c*", block_index: 0 };
        assert_eq!(render(&placed), "![a \\[b\\] \\*c\\*](#p1-f1)");
    }
}
