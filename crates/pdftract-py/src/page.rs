//! The record of a page, kept for the records that are made of it.

use std::sync::Arc;

use pdftract::record::Page;
use pdftract::{Document, Judgement, content};
use pyo3::prelude::*;

use crate::failure::Failure;
use crate::record::{Bbox, Field, Shared};
use crate::records::{Block, Glyph, Line, Link, PageBlock, Word};

/// The record of a page.
#[pyclass(frozen, module = "pdftract._native")]
pub(crate) struct NativePage {
    /// Without its blocks and the verdict on its text.
    page: Page,
    blocks: Vec<Arc<PageBlock>>,
    judgement: Arc<Judgement>,
}

impl NativePage {
    pub(crate) fn new(mut page: Page, judgement: Judgement) -> Self {
        let judgement = Arc::new(judgement);
        let page_index = u32::try_from(page.page_index).unwrap_or(u32::MAX);
        let blocks = std::mem::take(&mut page.blocks);
        let blocks = (0u32..).zip(blocks);
        let blocks = blocks
            .map(|(block_index, block)| {
                let judgement = Arc::clone(&judgement);
                Arc::new(PageBlock { block, page_index, block_index, judgement })
            })
            .collect();
        Self { page, blocks, judgement }
    }
}

#[pymethods]
impl NativePage {
    /// Returns everything about the page except its blocks, as JSON.
    fn facts(&self, py: Python<'_>) -> PyResult<String> {
        let judged =
            py.detach(|| self.judgement.page(&self.page, self.blocks.iter().map(|block| &block.block)));
        Ok(serde_json::to_string(&judged).map_err(Failure::from)?)
    }

    /// Returns the words in reading order.
    fn words(&self, py: Python<'_>) -> PyResult<Vec<Py<Word>>> {
        let mut words = Vec::new();
        self.blocks.iter().try_for_each(|block| block.words_into(py, &mut words))?;
        Ok(words)
    }

    /// Returns the glyphs in reading order, if the record has them.
    fn glyphs(&self, py: Python<'_>) -> PyResult<Vec<Py<Glyph>>> {
        let mut glyphs = Vec::new();
        self.blocks.iter().try_for_each(|block| block.glyphs_into(py, &mut glyphs))?;
        Ok(glyphs)
    }

    /// Returns the lines in reading order.
    fn lines(&self, py: Python<'_>) -> PyResult<Vec<Py<Line>>> {
        self.blocks.iter().flat_map(|block| block.lines(py)).map(|line| Py::new(py, line)).collect()
    }

    /// Returns the blocks in reading order.
    fn blocks(&self, py: Python<'_>) -> PyResult<Vec<Py<Block>>> {
        self.blocks.iter().map(|block| Py::new(py, block.record(py)?)).collect()
    }

    /// Returns the tables.
    fn tables(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let tables = self.blocks.iter().filter(|block| block.block.table.is_some());
        tables.map(|block| block.table(py)).collect()
    }
}

/// A link of a page as plain data.
pub(crate) struct PageLink {
    bbox: Option<Bbox>,
    uri: Option<String>,
    target: Option<usize>,
    action: Option<String>,
}

/// Returns the link annotations of a page, with boxes in coordinates of the page as shown.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn links(document: &Document, page_index: usize) -> Vec<PageLink> {
    let Some(page) = document.file().page(page_index) else { return Vec::new() };
    let to_page = content::to_page(&page);
    let links = document.link_annotations(page_index).unwrap_or_default().into_iter();
    let shown = links.map(|link| PageLink {
        bbox: link.rect.map(|rect| {
            let rect = to_page.apply_to_rect(&rect);
            Bbox([rect.x0, rect.y0, rect.x1, rect.y1].map(|edge| edge as f32))
        }),
        uri: link.uri,
        target: link.target_page_index,
        action: link.action,
    });
    shown.collect()
}

impl PageLink {
    pub(crate) fn record(self, py: Python<'_>) -> PyResult<Link> {
        Ok(Link {
            bbox: Shared(self.bbox.map_or_else(|| Ok(py.None()), |bbox| bbox.get(py))?),
            uri: Shared::optional(py, self.uri.as_deref()),
            target_page_index: self.target.and_then(|index| u32::try_from(index).ok()),
            action: Shared::optional(py, self.action.as_deref()),
        })
    }
}
