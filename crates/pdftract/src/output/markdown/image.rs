//! Places images between the blocks of a page and writes them as Markdown.

use super::super::model::{Image, Page};

/// An image and the block before which it is written.
pub(super) struct Placed<'p> {
    pub(super) image: &'p Image,
    /// The number of blocks for an image behind all of them.
    pub(super) block_index: usize,
}

/// Images shown smaller than this, in points, are rules, bullets or the background of one letter.
const MIN_SIDE: f32 = 8.0;

/// Returns the places of the images of a page.
///
/// An image comes before the first block, in reading order, that begins below its centre in the same column. Without
/// one it ends the page.
pub(super) fn places(page: &Page) -> Vec<Placed<'_>> {
    let images = page.images.iter().filter(|image| is_shown(image));
    images.map(|image| Placed { image, block_index: block_after(page, image) }).collect()
}

fn is_shown(image: &Image) -> bool {
    let [x0, y0, x1, y1] = image.bbox;
    x1 - x0 >= MIN_SIDE && y1 - y0 >= MIN_SIDE
}

fn block_after(page: &Page, image: &Image) -> usize {
    let [left, top, right, bottom] = image.bbox;
    let centre = (top + bottom) / 2.0;
    let follows = |bbox: [f32; 4]| bbox[1] >= centre && bbox[0] < right && bbox[2] > left;
    page.blocks.iter().position(|block| follows(block.bbox)).unwrap_or(page.blocks.len())
}

/// Returns an image as Markdown.
pub(super) fn render(image: &Image) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !matches!(c, '(' | ')' | '<' | '>' | '\\');
    if image.file.chars().all(is_plain) {
        return format!("![]({})", image.file);
    }
    let file: String = image.file.chars().filter(|c| !c.is_control() && !matches!(c, '<' | '>')).collect();
    format!("![](<{file}>)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusual_paths_are_quoted() {
        let rendered = |file: &str| render(&Image::new([0.0; 4], 1, 1, file));
        assert_eq!(rendered("img/a-p1-1.png"), "![](img/a-p1-1.png)");
        assert_eq!(rendered("my img/a(1).png"), "![](<my img/a(1).png>)");
        assert_eq!(rendered("a>b<c d.png"), "![](<abc d.png>)");
    }
}
