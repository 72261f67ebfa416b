//! The structure tree: roles and reading order of the marked content of pages (ISO 32000-1, 14.7).
//!
//! The tree is read once into two flat lists: its elements in document order, and for each page the content that
//! belongs to them. Content of forms with separate identifiers (`/Stm`) is ignored, since pages number their content
//! independently.

use std::collections::HashMap;

use super::File;
use super::object::{Array, Dict, Object, ObjectId};
use super::page::rect_of;
use super::structure_tag::Tags;
use super::tree_walk::Guard;
use crate::geometry::Rect;

pub use super::structure_tag::Tag;

/// An element of the structure tree.
#[derive(Debug, Clone, Copy)]
pub struct Element {
    /// The tag.
    pub tag: Tag,
    /// The level of a heading or the depth of a list item, from 1; 0 for all others.
    pub level: u8,
    /// `true` if it is, or is part of, the number or bullet of its block.
    pub in_label: bool,
    /// The parent element. An element precedes its descendants.
    pub parent: Option<u32>,
    /// The element of its block; itself if it is one.
    pub block: u32,
    /// The number of rows that a cell spans.
    pub row_span: u16,
    /// The number of columns that a cell spans.
    pub column_span: u16,
    /// The figure that it is, or is part of, as an index into [`PageStructure::figures`].
    pub figure: Option<u32>,
}

/// A figure that the structure tree states.
#[derive(Debug, Clone, Default)]
pub struct FigureElement {
    /// The alternative text (`/Alt`).
    pub alt: Option<String>,
    /// The bounding box, in PDF coordinates.
    pub bbox: Option<Rect>,
}

/// Marked content with its element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    page: u32,
    mcid: u32,
    /// Its position in the reading order of all marked content of the document.
    pub order: u32,
    /// The index of the element in [`PageStructure::elements`].
    pub element: u32,
}

/// The structure of a document.
#[derive(Debug, Default)]
pub struct Structure {
    elements: Vec<Element>,
    figures: Vec<FigureElement>,
    /// Sorted by page and identifier.
    marks: Vec<Mark>,
}

/// The part of the structure that belongs to a page.
#[derive(Debug, Clone, Copy)]
pub struct PageStructure<'s> {
    /// All elements of the document, in document order.
    pub elements: &'s [Element],
    /// All figures of the document, in document order.
    pub figures: &'s [FigureElement],
    marks: &'s [Mark],
}

impl Structure {
    /// Returns the structure of a page; `None` if it has no marked content.
    pub fn page(&self, page_index: usize) -> Option<PageStructure<'_>> {
        let page = u32::try_from(page_index).ok()?;
        let start = self.marks.partition_point(|mark| mark.page < page);
        let end = self.marks.partition_point(|mark| mark.page <= page);
        let marks = self.marks.get(start..end).filter(|marks| !marks.is_empty())?;
        Some(PageStructure { elements: &self.elements, figures: &self.figures, marks })
    }
}

impl<'s> PageStructure<'s> {
    /// Returns the mark of the content with an identifier.
    pub fn mark(&self, mcid: u32) -> Option<&'s Mark> {
        let at = self.marks.partition_point(|mark| mark.mcid < mcid);
        self.marks.get(at).filter(|mark| mark.mcid == mcid)
    }

    /// Returns an element.
    pub fn element(&self, index: u32) -> Option<&'s Element> {
        self.elements.get(index as usize)
    }

    /// Returns the figures of the page, each with the identifiers of its content.
    pub fn page_figures(&self) -> Vec<(&'s FigureElement, Vec<u32>)> {
        let mut found: Vec<(u32, Vec<u32>)> = Vec::new();
        for mark in self.marks {
            let Some(figure) = self.element(mark.element).and_then(|element| element.figure) else {
                continue;
            };
            if let Some((_, mcids)) = found.iter_mut().find(|(known, _)| *known == figure) {
                mcids.push(mark.mcid);
            } else if found.len() < MAX_FIGURES {
                found.push((figure, vec![mark.mcid]));
            }
        }
        let figure = |index: u32| self.figures.get(index as usize);
        found.into_iter().filter_map(|(index, mcids)| Some((figure(index)?, mcids))).collect()
    }

    /// Returns `true` if several blocks claim the same content.
    pub fn has_rival_claims(&self) -> bool {
        let block = |mark: &Mark| self.element(mark.element).map(|element| element.block);
        self.marks.windows(2).any(|pair| match pair {
            [a, b] => a.mcid == b.mcid && block(a) != block(b),
            _ => false,
        })
    }
}

impl File {
    /// Returns the structure of the document; `None` if it has none or is flagged as suspect.
    pub fn structure(&self) -> Option<Structure> {
        let catalog = self.catalog()?;
        let root = catalog.dict(b"StructTreeRoot")?;
        let suspects = catalog.dict(b"MarkInfo").and_then(|info| info.bool(b"Suspects"));
        if suspects == Some(true) {
            return None;
        }
        let mut walk = Walk::new(self, &root);
        walk.run(&root);
        let mut structure = walk.structure;
        structure.marks.sort_by_key(|mark| (mark.page, mark.mcid, mark.order));
        Some(structure)
    }
}

/// The children of an element: one or several.
enum Kids<'f> {
    One(Object<'f>),
    Several(Array<'f>),
}

impl<'f> Kids<'f> {
    fn new(element: &Dict<'f>) -> Self {
        let kids = element.get(b"K");
        kids.as_array().map_or(Self::One(kids), Self::Several)
    }

    fn get(&self, index: usize) -> Option<Object<'f>> {
        match self {
            Self::One(kid) => (index == 0).then(|| kid.clone()),
            Self::Several(kids) => (index < kids.len()).then(|| kids.get(index)),
        }
    }
}

/// The context that an element passes to its children.
#[derive(Clone, Copy, Default)]
struct Context {
    element: Option<u32>,
    page: Option<u32>,
    lists: u8,
    sections: u8,
    is_quoted: bool,
    figure: Option<u32>,
}

/// An element whose children are being read.
struct Open<'f> {
    kids: Kids<'f>,
    next: usize,
    context: Context,
}

struct Walk<'f> {
    guard: Guard<'f>,
    max_items: usize,
    tags: Tags<'f>,
    pages: HashMap<ObjectId, u32>,
    structure: Structure,
}

impl<'f> Walk<'f> {
    fn new(file: &'f File, root: &Dict<'f>) -> Self {
        let pages = (0u32..).zip(file.page_ids()).filter_map(|(index, id)| Some((id?, index))).collect();
        let (max_items, max_depth) = (file.limits().structure_items, file.limits().structure_depth);
        Self {
            guard: Guard::with_limits(file, "structure tree", max_items, max_depth),
            max_items,
            tags: Tags::new(root),
            pages,
            structure: Structure::default(),
        }
    }

    fn run(&mut self, root: &Dict<'f>) {
        self.guard.enter(root, 0);
        let mut open = vec![Open { kids: Kids::new(root), next: 0, context: Context::default() }];
        while let Some(top) = open.last_mut() {
            let Some(kid) = top.kids.get(top.next) else {
                open.pop();
                continue;
            };
            top.next += 1;
            let context = top.context;
            if let Some(mcid) = kid.as_int() {
                self.claim(mcid, context.page, context);
            } else if let Some(dict) = kid.as_dict() {
                if !self.guard.enter(&dict, open.len()) {
                    if self.guard.is_full() {
                        break;
                    }
                    continue;
                }
                open.extend(self.enter(&dict, context));
            }
        }
    }

    /// Reads a child: records marked content, or opens an element.
    fn enter(&mut self, dict: &Dict<'f>, context: Context) -> Option<Open<'f>> {
        if let Some(mcid) = dict.int(b"MCID") {
            let page = self.page_of(dict).or(context.page);
            if !dict.has(b"Stm") {
                self.claim(mcid, page, context);
            }
            return None;
        }
        let name = dict.get(b"S");
        let context = self.add(name.as_name()?, dict, context);
        Some(Open { kids: Kids::new(dict), next: 0, context })
    }

    fn page_of(&self, dict: &Dict<'f>) -> Option<u32> {
        self.pages.get(&dict.reference(b"Pg")?).copied()
    }

    fn claim(&mut self, mcid: i64, page: Option<u32>, context: Context) {
        let (Some(page), Some(element), Ok(mcid)) = (page, context.element, u32::try_from(mcid)) else {
            return;
        };
        let marks = &mut self.structure.marks;
        if marks.len() < self.max_items {
            let order = u32::try_from(marks.len()).unwrap_or(u32::MAX);
            marks.push(Mark { page, mcid, order, element });
        }
    }

    /// Adds an element and returns the context for its children.
    fn add(&mut self, name: &[u8], dict: &Dict<'f>, around: Context) -> Context {
        let (mut tag, level) = self.tags.find(name);
        let index = u32::try_from(self.structure.elements.len()).unwrap_or(u32::MAX);
        let mut context = around;
        context.element = Some(index);
        context.page = self.page_of(dict).or(around.page);
        context.lists = around.lists.saturating_add(u8::from(tag == Tag::List));
        context.is_quoted |= tag == Tag::BlockQuote;
        if tag == Tag::Paragraph && context.is_quoted {
            tag = Tag::BlockQuote;
        }
        context.sections = around.sections.saturating_add(u8::from(tag == Tag::Section));
        let level = match tag {
            Tag::Heading if level == 0 => context.sections.clamp(1, 9),
            Tag::ListItem => context.lists.max(1),
            _ => level,
        };
        let parent = around.element.and_then(|parent| self.structure.elements.get(parent as usize));
        let around_block = parent.map(|parent| parent.block);
        let around_tag = around_block
            .and_then(|block| self.structure.elements.get(block as usize))
            .map_or(Tag::Group, |block| block.tag);
        let in_label = tag == Tag::Label || parent.is_some_and(|parent| parent.in_label);
        let block = around_block.filter(|_| !tag.stands_apart(around_tag)).unwrap_or(index);
        let (row_span, column_span) = if tag.is_cell() { spans(dict) } else { (1, 1) };
        if tag == Tag::Figure {
            context.figure = Some(u32::try_from(self.structure.figures.len()).unwrap_or(u32::MAX));
            self.structure.figures.push(figure(dict));
        }
        let (parent, figure) = (around.element, context.figure);
        let element = Element { tag, level, in_label, parent, block, row_span, column_span, figure };
        self.structure.elements.push(element);
        context
    }
}

/// The maximum number of stated figures of a page.
const MAX_FIGURES: usize = 256;
/// Longer alternative texts are cut.
const MAX_ALT: usize = 4096;

/// Reads the alternative text and the bounding box of a figure.
fn figure(dict: &Dict<'_>) -> FigureElement {
    let alt = dict.text(b"Alt").map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    let alt = alt.filter(|text| !text.is_empty()).map(|text| text.chars().take(MAX_ALT).collect());
    let mut bbox = None;
    each_attribute(dict, |attributes| bbox = bbox.or_else(|| rect_of(&attributes.get(b"BBox"))));
    FigureElement { alt, bbox }
}

/// The maximum span of a cell; greater values are errors.
const MAX_SPAN: i64 = 200;

/// The maximum number of attributes examined per element, including the revision numbers between them.
const MAX_ATTRIBUTES: usize = 32;

/// Returns the row and column span of a cell, from its attributes.
fn spans(cell: &Dict<'_>) -> (u16, u16) {
    let (mut rows, mut columns) = (1, 1);
    each_attribute(cell, |attributes| {
        let span = |key: &[u8]| u16::try_from(attributes.int(key)?.clamp(1, MAX_SPAN)).ok();
        rows = span(b"RowSpan").unwrap_or(rows);
        columns = span(b"ColSpan").unwrap_or(columns);
    });
    (rows, columns)
}

/// Calls a function with each attribute object of an element.
fn each_attribute(element: &Dict<'_>, mut read: impl FnMut(&Dict<'_>)) {
    let attributes = element.get(b"A");
    match (attributes.as_dict(), attributes.as_array()) {
        (Some(dict), _) => read(&dict),
        (_, Some(list)) => {
            list.iter().take(MAX_ATTRIBUTES).filter_map(|item| item.as_dict()).for_each(|dict| read(&dict))
        }
        _ => {}
    }
}
