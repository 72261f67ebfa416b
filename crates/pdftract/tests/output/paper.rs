//! Documents for these tests: lines of text in several fonts, and manually built layouts where roles matter.

use pdftract::content::PageGlyphs;
use pdftract::layout::{Gap, IndexRange, LayoutLine, Piece, PieceSigns};
use pdftract::structure::{Role, StructuredBlock, StructuredPage};
use pdftract::{Document, ExtractOptions, LaidOutPage, Options};
use pdftract_testkit::builder::PdfBuilder;

/// Helvetica in three styles, Courier, and a font without any mapping.
const FONTS: [&str; 5] = [
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Oblique/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Secret/Encoding<</Differences[65/g1/g2/g3/g4]>>\
     /FirstChar 65/LastChar 68/Widths[500 500 500 500]>>",
];

/// Returns a file with a page of 300 by 400 points for each content; `annotations` are on the first.
pub(crate) fn bytes(contents: &[&str], annotations: &str) -> Vec<u8> {
    let mut builder = PdfBuilder::new();
    (1..=2).for_each(|number| {
        builder.set(number, "null");
    });
    let fonts: String =
        (1..).zip(FONTS).map(|(n, font)| format!("/F{n} {} 0 R", builder.add(font))).collect();
    let mut kids = String::new();
    for (index, content) in contents.iter().enumerate() {
        let stream = builder.add_stream("", content.as_bytes());
        let extra = if index == 0 { annotations } else { "" };
        let page = builder.add(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<<{fonts}>>>>\
             /Contents {stream} 0 R/Annots[{extra}]>>"
        ));
        kids.push_str(&format!("{page} 0 R "));
    }
    builder.set(1, "<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>]>>>>");
    builder.set(2, format!("<</Type/Pages/Count {}/Kids[{kids}]>>", contents.len()));
    builder.finish()
}

pub(crate) fn document(contents: &[&str]) -> Document {
    Document::open(bytes(contents, ""), &Options::default()).unwrap()
}

/// A page whose lines are given by their baselines, in drawing order. Each is a separate paragraph unless
/// [`Sheet::block`] changes it.
pub(crate) struct Sheet {
    pub(crate) document: Document,
    pub(crate) page: LaidOutPage,
}

impl Sheet {
    pub(crate) fn new(content: &str) -> Self {
        Self::with_annotations(content, "")
    }

    pub(crate) fn with_annotations(content: &str, annotations: &str) -> Self {
        let document = Document::open(bytes(&[content], annotations), &Options::default()).unwrap();
        let mut page = document.laid_out(0, &ExtractOptions::default()).unwrap();
        page.layout = by_baselines(&page.glyphs);
        Self { document, page }
    }

    /// Adds a block of this many lines after the last one.
    pub(crate) fn block(&mut self, role: Role, level: u8, lines: u32) -> &mut StructuredBlock {
        let layout = &mut self.page.layout;
        let start = layout.blocks.last().map_or(0, |block| block.lines.end);
        let lines = IndexRange { start, end: start + lines };
        let bbox = around(lines.slice(&layout.lines).iter().map(|line| line.bbox));
        layout.blocks.push(StructuredBlock { role, level, lines, bbox, ..StructuredBlock::default() });
        layout.blocks.last_mut().unwrap()
    }

    pub(crate) fn record(&self) -> pdftract::output::model::Page {
        self.record_with(&ExtractOptions::default())
    }

    pub(crate) fn record_with(&self, options: &ExtractOptions) -> pdftract::output::model::Page {
        pdftract::test_support::record(&self.document, &self.page, options).unwrap()
    }
}

fn by_baselines(page: &PageGlyphs) -> StructuredPage {
    let mut layout = StructuredPage::default();
    for (index, glyph) in (0u32..).zip(&page.glyphs) {
        let rise = page.run(glyph).map_or(0.0, |run| run.rise);
        let shift = if rise > 0.0 {
            pdftract::layout::BaselineShift::Super
        } else {
            pdftract::layout::BaselineShift::None
        };
        let baseline = glyph.y + rise;
        let last = layout.pieces.last().map(|piece: &Piece| page.glyphs[piece.glyph as usize]);
        let same = last.is_some_and(|last| (last.y + page.run(&last).unwrap().rise - baseline).abs() < 0.01);
        let end = layout.pieces.len() as u32;
        if !same {
            layout.lines.push(LayoutLine {
                pieces: IndexRange { start: end, end },
                bbox: page.bbox(glyph),
                size: page.size(glyph),
                ruby: false,
            });
        }
        layout.pieces.push(Piece {
            glyph: index,
            gap: Gap::None,
            shift,
            accent: None,
            signs: PieceSigns::default(),
        });
        let line = layout.lines.last_mut().unwrap();
        line.pieces.end = end + 1;
        line.bbox = around([line.bbox, page.bbox(glyph)].into_iter());
    }
    layout
}

fn around(boxes: impl Iterator<Item = [f32; 4]>) -> [f32; 4] {
    boxes.fold([f32::MAX, f32::MAX, f32::MIN, f32::MIN], |a, b| {
        [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
    })
}

/// Returns a content stream that shows lines one below the other, starting at the top. A line consists of the
/// operators between `BT` and `ET`, such as `(text) Tj`.
pub(crate) fn lines(lines: &[&str]) -> String {
    let mut content = String::from("BT /F1 10 Tf 12 TL 20 380 Td\n");
    for line in lines {
        content.push_str(&format!("{line} T*\n"));
    }
    content + "ET"
}
