//! The facts about a page that the inspector shows: its record in a short form, its Markdown, images and links.

use axum::body::Bytes;
use pdftract::content::{self, PageGlyphs, Visibility};
use pdftract::output::model::{Annotation, Block, Cell, Figure, MarkdownBlock, Page, Quality, QualitySignal};
use pdftract::unicode::UnicodeSource;
use pdftract::{Diagnostic, Document, DocumentWriter, Format};
use serde::Serialize;

use super::error::Refused;
use super::session::Session;

/// A page.
#[derive(Debug, Serialize)]
pub(super) struct PageView {
    #[serde(flatten)]
    facts: Facts,
    pub(super) blocks: Vec<BlockView>,
    figures: Vec<Figure>,
    images: Vec<ImageView>,
    links: Vec<LinkView>,
    annotations: Vec<Annotation>,
    pub(super) markdown: String,
    markdown_blocks: Vec<MarkdownBlock>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, Serialize)]
struct Facts {
    page_number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    width: f64,
    height: f64,
    rotation: u16,
    page_type: serde_json::Value,
    score: f32,
    quality: Quality,
    judged: bool,
    signals: Vec<QualitySignal>,
    ocr_recommended: bool,
    unmapped: u32,
    hidden: u32,
    by_source: std::collections::BTreeMap<UnicodeSource, u32>,
    empty_because: serde_json::Value,
}

/// A block, with its lines and words.
#[derive(Debug, Serialize)]
pub(super) struct BlockView {
    id: String,
    pub(super) role: serde_json::Value,
    role_confidence: f32,
    evidence: serde_json::Value,
    level: Option<u8>,
    pub(super) bbox: [f32; 4],
    pub(super) text: String,
    pub(super) score: f32,
    lines: Vec<[f32; 4]>,
    pub(super) words: Vec<WordView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<Cell>,
}

/// A word, with the facts of the span that it is part of.
#[derive(Debug, Serialize)]
pub(super) struct WordView {
    /// The start and end in the block's text, in characters.
    s: u32,
    e: u32,
    pub(super) b: [f32; 4],
    /// The source of its Unicode.
    u: UnicodeSource,
    /// The confidence in its text.
    c: f32,
    q: Quality,
    #[serde(skip)]
    pub(super) text: String,
}

#[derive(Debug, Serialize)]
struct ImageView {
    bbox: [f32; 4],
    width: u32,
    height: u32,
}

#[derive(Debug, Serialize)]
struct LinkView {
    bbox: [f64; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
}

impl PageView {
    /// Reads a page, counted from 0.
    pub(super) fn read(document: &Document, page_index: usize) -> Result<Self, Refused> {
        let options = Session::extract_options();
        let mut output = document.page_output(page_index, &options, &[Format::Json, Format::Markdown]);
        let mut writer =
            DocumentWriter::new(Format::Markdown, Vec::new(), &options, || document.head(&options));
        let markdown = writer.as_mut().map(|writer| writer.page(&mut output)).is_ok();
        let written =
            if markdown { writer.and_then(|writer| writer.finish(Vec::new())) } else { Ok(Vec::new()) };
        let markdown = written.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let missing =
            || Refused::failed(format!("page {} was left out: a limit was reached", page_index + 1));
        let record = output.into_record().ok_or_else(missing)?;
        Ok(Self {
            images: images(document, page_index),
            links: links(document, page_index),
            facts: Facts::new(&record),
            blocks: record.blocks.into_iter().map(block_view).collect(),
            figures: record.figures,
            annotations: record.annotations,
            markdown,
            markdown_blocks: record.markdown_blocks,
            diagnostics: record.diagnostics,
        })
    }

    pub(super) fn size(&self) -> (f64, f64) {
        (self.facts.width, self.facts.height)
    }

    pub(super) fn score(&self) -> f32 {
        self.facts.score
    }

    /// Returns the words of the page in reading order.
    pub(super) fn words(&self) -> impl Iterator<Item = &WordView> {
        self.blocks.iter().flat_map(|block| &block.words)
    }
}

impl Facts {
    fn new(page: &Page) -> Self {
        let readability = &page.readability;
        Self {
            page_number: page.page_number,
            label: page.page_label.clone(),
            width: page.width,
            height: page.height,
            rotation: page.rotation,
            page_type: serde_json::to_value(page.page_type).unwrap_or_default(),
            score: readability.score,
            quality: readability.quality,
            judged: readability.judged,
            signals: readability.signals.clone(),
            ocr_recommended: readability.ocr_recommended,
            unmapped: page.recovery.unmapped,
            hidden: page.dropped.unseen(),
            by_source: page.recovery.by_source.clone(),
            empty_because: serde_json::to_value(page.empty_because).unwrap_or_default(),
        }
    }
}

fn block_view(block: Block) -> BlockView {
    let mut words = Vec::new();
    for line in &block.lines {
        let mut spans = line.spans.iter().peekable();
        for word in line.words.iter().flatten() {
            while spans.peek().is_some_and(|span| span.end <= word.start) {
                spans.next();
            }
            let Some(span) = spans.peek().or(line.spans.last().as_ref()).copied() else { continue };
            words.push(WordView {
                s: word.start,
                e: word.end,
                b: word.bbox,
                u: span.unicode_source,
                c: span.confidence,
                q: span.quality,
                text: word.text.clone(),
            });
        }
    }
    BlockView {
        id: block.id,
        role: serde_json::to_value(block.role).unwrap_or_default(),
        role_confidence: block.role_confidence,
        evidence: serde_json::to_value(&block.evidence).unwrap_or_default(),
        level: block.level,
        bbox: block.bbox,
        text: block.text,
        score: block.score,
        lines: block.lines.iter().map(|line| line.bbox).collect(),
        words,
        cells: block.table.map(|table| table.cells).unwrap_or_default(),
    }
}

fn images(document: &Document, page_index: usize) -> Vec<ImageView> {
    let images = document.page_images(page_index).unwrap_or_default();
    images
        .iter()
        .map(|image| ImageView { bbox: image.bbox, width: image.width, height: image.height })
        .collect()
}

fn links(document: &Document, page_index: usize) -> Vec<LinkView> {
    let Some(page) = document.file().page(page_index) else { return Vec::new() };
    let to_page = content::to_page(&page);
    let links = document.link_annotations(page_index).unwrap_or_default().into_iter();
    let view = |link: pdftract::file::annotation::Link| {
        let place = to_page.apply_to_rect(&link.rect?);
        Some(LinkView {
            bbox: [place.x0, place.y0, place.x1, place.y1],
            page: link.target_page_index.map(|index| index + 1),
            uri: link.uri,
            action: link.action,
        })
    };
    links.filter_map(view).collect()
}

/// The glyphs of a page as columns, so that thousands of them stay small.
#[derive(Debug, Serialize)]
struct GlyphsView {
    /// Left, top, right, bottom of each, in tenths of points.
    boxes: Vec<[i32; 4]>,
    /// The index of the source of each in `sources`.
    source: Vec<u8>,
    confidence: Vec<u8>,
    visibility: Vec<Visibility>,
    text: Vec<String>,
    sources: [UnicodeSource; 14],
}

/// Returns the glyphs of a page as JSON.
pub(super) fn glyphs(page: &PageGlyphs) -> Result<Bytes, Refused> {
    let index = |source| UnicodeSource::ALL.iter().position(|other| *other == source).unwrap_or_default();
    #[allow(clippy::cast_possible_truncation)]
    let tenths = |edge: f32| (edge * 10.0).round() as i32;
    let view = GlyphsView {
        boxes: page.glyphs.iter().map(|glyph| page.bbox(glyph).map(tenths)).collect(),
        source: page.glyphs.iter().map(|glyph| u8::try_from(index(glyph.source)).unwrap_or(0)).collect(),
        confidence: page.glyphs.iter().map(|glyph| glyph.confidence_percent).collect(),
        visibility: page.glyphs.iter().map(|glyph| glyph.visibility).collect(),
        text: page.glyphs.iter().map(|glyph| page.text(glyph)).collect(),
        sources: UnicodeSource::ALL,
    };
    json(&view)
}

/// Writes an answer.
pub(super) fn json<T: Serialize>(answer: &T) -> Result<Bytes, Refused> {
    let bytes = serde_json::to_vec(answer).map_err(|error| Refused::failed(error.to_string()))?;
    Ok(Bytes::from(bytes))
}
