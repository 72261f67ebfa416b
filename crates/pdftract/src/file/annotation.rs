//! Annotations and links of a page: their contents, positions and targets.

use std::sync::LazyLock;

use memchr::memmem::Finder;
use serde::Serialize;

use super::File;
use super::object::{Dict, Node, ObjectId};
use super::outline::{Target, Targets};
use super::page::{Page, rect_of};
use super::strings::Strings;
use super::tree_walk::Guard;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Rect;

/// A link on a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Link {
    /// The page of the link, counted from 0.
    pub page_index: usize,
    /// The rectangle in PDF coordinates of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rect: Option<Rect>,
    /// The target page, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_page_index: Option<usize>,
    /// The target URI. pdftract never opens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// The type of any other action, such as `GoToR`, `Launch` or `JavaScript`. pdftract never executes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

/// Any other annotation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Annotation {
    /// The page of the annotation, counted from 0.
    pub page_index: usize,
    /// `Text`, `FreeText`, `Highlight`, `Stamp`, `Widget` …
    pub subtype: String,
    /// The rectangle in PDF coordinates of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rect: Option<Rect>,
    /// The text of the annotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contents: Option<String>,
    /// The author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// `true` if it is flagged as hidden.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// Annotation flags (ISO 32000-1, Table 165): Hidden is bit 2, NoView bit 6.
const HIDDEN: i64 = 1 << 1;
const NO_VIEW: i64 = 1 << 5;

/// Words in the bytes of annotations. Preparing the search for a word takes longer than a search in one annotation.
struct Words {
    link: Finder<'static>,
    link_subtype: [Finder<'static>; 2],
    appearance: Finder<'static>,
    free_text: Finder<'static>,
    widget: Finder<'static>,
    file_attachment: Finder<'static>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| Words {
    link: Finder::new(b"/Link"),
    link_subtype: [Finder::new(b"/Subtype/Link"), Finder::new(b"/Subtype /Link")],
    appearance: Finder::new(b"/AP"),
    free_text: Finder::new(b"FreeText"),
    widget: Finder::new(b"Widget"),
    file_attachment: Finder::new(b"FileAttachment"),
});

impl<'f> Page<'f> {
    /// Returns the annotation dictionaries of the page, each once.
    pub fn annotation_dicts(&self) -> Vec<Dict<'f>> {
        self.annotations_but(|_, _| false)
    }

    /// Returns the annotation dictionaries of the page that may show text.
    pub(crate) fn visible_annotations(&self) -> Vec<Dict<'f>> {
        let Words { link, appearance, free_text, widget, .. } = &*WORDS;
        self.annotations_but(|file, id| file.reads_as(id, link, &[appearance, free_text, widget]))
    }

    /// Returns the dictionaries of annotations that files are attached to.
    pub(crate) fn file_annotations(&self) -> Vec<Dict<'f>> {
        let Words { link, file_attachment, .. } = &*WORDS;
        let mut dicts = self.annotations_but(|file, id| file.reads_as(id, link, &[file_attachment]));
        dicts.retain(|dict| dict.name_is(b"Subtype", b"FileAttachment"));
        dicts
    }

    /// Returns the annotation dictionaries of the page, each once, without some that are recognised by their bytes. Most
    /// annotations are links, which need not be parsed for anything but links.
    fn annotations_but(&self, is_skipped: impl Fn(&'f File, ObjectId) -> bool) -> Vec<Dict<'f>> {
        let Some(array) = self.dict().array(b"Annots") else { return Vec::new() };
        let file = self.dict().file();
        let mut guard = Guard::new(file, "list of annotations");
        let items = array.iter_raw().take_while(|_| file.has_time());
        let others = items.filter(|item| !matches!(item.node, Node::Reference(id) if is_skipped(file, id)));
        others.filter_map(|item| item.resolve().as_dict()).filter(|dict| guard.enter(dict, 0)).collect()
    }

    /// Returns the annotations of the page that are neither links, widgets nor the pop-ups of other annotations.
    pub(crate) fn annotations(&self) -> Vec<Annotation> {
        let is_link =
            |file: &File, id| WORDS.link_subtype.iter().any(|subtype| file.reads_as(id, subtype, &[]));
        let dicts = self.annotations_but(is_link).into_iter();
        let is_other = |dict: &Dict<'_>| {
            ![&b"Link"[..], b"Widget", b"Popup"].iter().any(|kind| dict.name_is(b"Subtype", kind))
        };
        let strings = Strings::of_page(self.dict().file());
        dicts.filter(is_other).map(|dict| annotation(&dict, self.index(), &strings)).collect()
    }

    /// Returns the links of the page. `targets` is called only if there is one.
    pub(crate) fn links<'t>(&self, targets: impl Fn() -> &'t Targets) -> Vec<Link> {
        let dicts = self.annotation_dicts().into_iter();
        let links = dicts.filter(|dict| dict.name_is(b"Subtype", b"Link"));
        let strings = Strings::of_page(self.dict().file());
        links.map(|dict| link(&dict, self.index(), targets(), &strings)).collect()
    }
}

impl File {
    /// Returns links and other annotations of all pages, in page order.
    pub fn annotations(&self) -> (Vec<Link>, Vec<Annotation>) {
        let max = self.limits().tree_items;
        let (mut links, mut others) = (Vec::new(), Vec::new());
        let mut targets = None;
        let strings = Strings::of_document(self);
        for page in self.annotated_pages().take_while(|_| self.has_time()) {
            for dict in page.annotation_dicts() {
                if links.len() + others.len() >= max {
                    self.note(Diagnostic::new(
                        Code::TreeLimit,
                        "the document has more annotations than allowed",
                    ));
                    return (links, others);
                }
                if dict.name_is(b"Subtype", b"Link") {
                    let targets = targets.get_or_insert_with(|| Targets::new(self));
                    links.push(link(&dict, page.index(), targets, &strings));
                } else {
                    others.push(annotation(&dict, page.index(), &strings));
                }
            }
        }
        (links, others)
    }

    /// Returns the object of each page, in order.
    pub(crate) fn page_ids(&self) -> impl Iterator<Item = Option<ObjectId>> + '_ {
        (0..self.page_count()).map(|index| self.pages.id(index))
    }
}

fn link(dict: &Dict<'_>, page_index: usize, targets: &Targets, strings: &Strings<'_>) -> Link {
    let Target { page_index: target_page_index, uri, action } = targets.target(dict, strings);
    Link { page_index, rect: rect_of(&dict.get(b"Rect")), target_page_index, uri, action }
}

fn annotation(dict: &Dict<'_>, page_index: usize, strings: &Strings<'_>) -> Annotation {
    let is_widget = dict.name_is(b"Subtype", b"Widget");
    Annotation {
        page_index,
        subtype: strings.name(dict, b"Subtype").unwrap_or_default(),
        rect: rect_of(&dict.get(b"Rect")),
        contents: strings.text(dict, b"Contents").filter(|text| !text.is_empty()),
        author: if is_widget { None } else { strings.text(dict, b"T").filter(|text| !text.is_empty()) },
        hidden: dict.int(b"F").unwrap_or(0) & (HIDDEN | NO_VIEW) != 0,
    }
}
