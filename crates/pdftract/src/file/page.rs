//! A page: its boxes, rotation, resources, content streams and label.

use super::File;
use super::object::{Dict, Object, ObjectId};
use super::page_tree::ContentKey;
use super::stream::{Decoded, Stream};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Rect;

/// A page of an open file.
#[derive(Debug, Clone)]
pub struct Page<'f> {
    file: &'f File,
    index: usize,
    dict: Dict<'f>,
}

/// US Letter, which viewers show for a page without a box.
const DEFAULT_BOX: Rect = Rect { x0: 0.0, y0: 0.0, x1: 612.0, y1: 792.0 };

#[cfg(feature = "render")]
impl<'f> Page<'f> {
    /// Returns the file of the page.
    pub(crate) fn file(&self) -> &'f File {
        self.file
    }
}

impl File {
    /// Returns the number of pages.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Returns the page at an index from 0.
    pub fn page(&self, index: usize) -> Option<Page<'_>> {
        let dict = self.pages.dict(self, index)?;
        Some(Page { file: self, index, dict })
    }

    /// Returns the pages that list annotations, in order. The others are not read.
    pub(crate) fn annotated_pages(&self) -> impl Iterator<Item = Page<'_>> {
        let annotated = (0..self.page_count()).filter(|&index| self.pages.has_annotations(index));
        annotated.filter_map(|index| self.page(index))
    }

    /// Returns what a page shows, for comparison with others.
    pub(crate) fn content_key(&self, index: usize) -> Option<ContentKey> {
        self.pages.content(index)
    }

    /// Returns all pages in order. A page whose object is unreadable is skipped and reported as a diagnostic.
    pub fn pages(&self) -> impl Iterator<Item = Page<'_>> {
        (0..self.page_count()).filter_map(|index| self.page(index))
    }
}

impl<'f> Page<'f> {
    /// Returns the index, counted from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the page dictionary.
    pub fn dict(&self) -> &Dict<'f> {
        &self.dict
    }

    /// Returns the page's object.
    pub fn id(&self) -> Option<ObjectId> {
        self.dict.id()
    }

    /// Returns an entry that pages inherit from the page tree.
    pub fn inherited(&self, key: &[u8]) -> Object<'f> {
        self.file.pages.inherited(self.file, self.index, &self.dict, key)
    }

    /// Returns the resources, which may be inherited.
    pub fn resources(&self) -> Option<Dict<'f>> {
        self.inherited(b"Resources").as_dict()
    }

    /// Returns the media box. A missing or invalid one is replaced with US Letter.
    pub fn media_box(&self) -> Rect {
        rect_of(&self.inherited(b"MediaBox")).unwrap_or_else(|| {
            self.note(Code::PageBoxInvalid, "the page has no usable MediaBox");
            DEFAULT_BOX
        })
    }

    /// Returns the visible part of the page: the intersection of crop box and media box.
    pub fn crop_box(&self) -> Rect {
        self.crop_box_within(self.media_box())
    }

    /// Returns the intersection of the crop box with a media box.
    pub(super) fn crop_box_within(&self, media: Rect) -> Rect {
        match rect_of(&self.inherited(b"CropBox")) {
            None => media,
            Some(crop) => crop.intersect(&media).unwrap_or_else(|| {
                self.note(Code::PageBoxInvalid, "the page's CropBox lies off its MediaBox");
                media
            }),
        }
    }

    /// Returns the bleed, trim or art box, if the page has it.
    pub fn other_box(&self, key: &[u8]) -> Option<Rect> {
        rect_of(&self.dict.get(key))
    }

    /// Returns the clockwise rotation when shown: 0, 90, 180 or 270 degrees.
    pub fn rotation(&self) -> u16 {
        let degrees = self.inherited(b"Rotate").as_int().unwrap_or(0).rem_euclid(360);
        match degrees {
            45..135 => 90,
            135..225 => 180,
            225..315 => 270,
            _ => 0,
        }
    }

    /// Returns the number of points per unit of the page.
    pub fn user_unit(&self) -> f64 {
        self.dict.number(b"UserUnit").filter(|unit| (0.001..1_000.0).contains(unit)).unwrap_or(1.0)
    }

    /// Returns width and height as shown, in points.
    pub fn size(&self) -> (f64, f64) {
        self.size_of(self.crop_box(), self.rotation())
    }

    /// Returns width and height of a visible part when shown with a rotation.
    pub(super) fn size_of(&self, shown: Rect, rotation: u16) -> (f64, f64) {
        let unit = self.user_unit();
        let (width, height) = (shown.width() * unit, shown.height() * unit);
        if rotation % 180 == 90 { (height, width) } else { (width, height) }
    }

    /// Returns the content streams in order.
    pub fn contents(&self) -> Vec<Stream<'f>> {
        let value = self.dict.get(b"Contents");
        let Some(array) = value.as_array() else {
            let stream = value.as_stream();
            self.note_no_stream(stream.is_none() && !value.is_null());
            return stream.into_iter().collect();
        };
        let max = self.file.limits().contents_pieces;
        if array.len() > max {
            self.note(Code::ContentsLimit, &format!("{} content streams, allowed are {max}", array.len()));
        }
        let mut others = false;
        let streams = array.iter().take(max).filter_map(|piece| {
            let stream = piece.as_stream();
            others |= stream.is_none() && !piece.is_null();
            stream
        });
        let streams = streams.collect();
        self.note_no_stream(others);
        streams
    }

    fn note_no_stream(&self, is_invalid: bool) {
        if is_invalid {
            self.note(Code::ContentsInvalid, "the page's contents have something else than streams");
        }
    }

    /// Returns the data of all content streams, joined with line breaks, up to
    /// [`Limits::stream_bytes`](crate::limits::Limits::stream_bytes).
    pub fn content(&self) -> Vec<u8> {
        let max = usize::try_from(self.file.limits().stream_bytes).unwrap_or(usize::MAX);
        let mut data = Vec::new();
        let mut last: Option<(ObjectId, Decoded<'f>)> = None;
        let mut pieces = self.contents().into_iter().peekable();
        while let Some(piece) = pieces.next() {
            // A stream listed several times in a row is decoded once.
            let decoded = match last.take() {
                Some((id, decoded)) if id == piece.id() => decoded,
                _ => piece.decode_data(),
            };
            if data.is_empty() && pieces.peek().is_none() {
                return decoded.data.into_owned();
            }
            let taken = decoded.data.len().min(max.saturating_sub(data.len()));
            data.extend_from_slice(decoded.data.get(..taken).unwrap_or_default());
            if taken < decoded.data.len() {
                self.note(Code::StreamLimit, &format!("the page's content is longer than {max} bytes"));
                break;
            }
            data.push(b'\n');
            last = pieces.peek().is_some().then(|| (piece.id(), decoded));
        }
        data
    }

    fn note(&self, code: Code, message: &str) {
        let page = u32::try_from(self.index).unwrap_or(u32::MAX);
        self.file.note(Diagnostic::new(code, message).on_page(page));
    }
}

/// The largest coordinate: no page is longer than a kilometre, and coordinates must fit in 32-bit numbers.
const MAX_COORDINATE: f64 = 3e6;

/// Parses four numbers as a rectangle with an area.
pub(crate) fn rect_of(value: &Object<'_>) -> Option<Rect> {
    let array = value.as_array()?;
    let number = |index| array.get(index).as_number();
    let rect = Rect::from_corners(number(0)?, number(1)?, number(2)?, number(3)?);
    let sane = [rect.x0, rect.y0, rect.x1, rect.y1].iter().all(|edge| edge.abs() <= MAX_COORDINATE);
    (rect.is_usable() && sane).then_some(rect)
}
