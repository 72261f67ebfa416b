//! Collects the images of a page while its content is interpreted.

use std::sync::Arc;

use super::inline::InlineImage;
use super::{ImageHeader, ImageSource, PageImage};
use crate::content::paint;
use crate::content::resources::Resources;
use crate::file::Stream;
use crate::file::content_stream::operands::Operands;
use crate::geometry::{Matrix, Rect};
use crate::limits::Limits;

/// The images found so far.
#[derive(Debug)]
pub(crate) struct ImageCollector {
    images: Vec<PageImage>,
    /// The number of bytes of inline images that may still be kept.
    inline_bytes_left: usize,
    max_row_bytes: usize,
}

/// The placement of an image.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placement {
    pub(crate) ctm: Matrix,
    pub(crate) clip: Rect,
}

impl ImageCollector {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            images: Vec::new(),
            inline_bytes_left: usize::try_from(limits.stream_bytes).unwrap_or(usize::MAX),
            max_row_bytes: limits.predictor_row_bytes,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.images.len()
    }

    pub(crate) fn into_images(self) -> Vec<PageImage> {
        self.images
    }

    /// Adds an image object.
    pub(crate) fn add_object(&mut self, stream: &Stream<'_>, placement: Placement) {
        let header = ImageHeader::from_dict(stream.dict());
        self.add(header, ImageSource::Object(stream.id()), placement);
    }

    /// Adds an inline image.
    pub(crate) fn add_inline(
        &mut self,
        operands: &Operands<'_>,
        data: Vec<u8>,
        resources: &Resources<'_>,
        placement: Placement,
    ) {
        let bytes = data.len();
        let image = InlineImage::read(operands, data, resources, self.max_row_bytes);
        let header = image.header.clone();
        let source = match self.inline_bytes_left.checked_sub(bytes) {
            Some(left) => {
                self.inline_bytes_left = left;
                ImageSource::Inline(Arc::new(image))
            }
            None => ImageSource::NotKept,
        };
        self.add(header, source, placement);
    }

    fn add(&mut self, header: ImageHeader, source: ImageSource, placement: Placement) {
        let whole = paint::picture_box(&placement.ctm);
        let visible = paint::intersection(&whole, &placement.clip);
        let Matrix { a, b, c, d, e, f } = placement.ctm;
        self.images.push(PageImage {
            bbox: rounded(&visible),
            matrix: [a, b, c, d, e, f].map(narrow),
            width: header.width,
            height: header.height,
            bits_per_component: header.bits,
            color_space: header.color_space,
            kind: header.kind,
            inline: !matches!(source, ImageSource::Object(_)),
            has_mask: header.has_mask,
            filters: header.filters,
            rotated: !is_upright(&placement.ctm),
            clipped: rounded(&visible) != rounded(&whole),
            object_number: match &source {
                ImageSource::Object(id) => Some(id.number),
                _ => None,
            },
            source,
        });
    }
}

/// Returns `true` if an image is neither rotated nor mirrored. Its rows begin at the top, and y runs down on the
/// page.
fn is_upright(ctm: &Matrix) -> bool {
    // A skew of less than a pixel of a large scan is ignored.
    let level = |along: f64, across: f64| across.abs() <= along.abs() * 1e-3;
    ctm.a > 0.0 && ctm.d < 0.0 && level(ctm.a, ctm.b) && level(ctm.d, ctm.c)
}

/// Rounds a box to hundredths of a point, as in records.
fn rounded(rect: &Rect) -> [f32; 4] {
    [rect.x0, rect.y0, rect.x1, rect.y1].map(|value| {
        let value = if value.is_finite() { (value * 100.0).round() / 100.0 + 0.0 } else { 0.0 };
        narrow(value)
    })
}

#[allow(clippy::cast_possible_truncation)]
fn narrow(value: f64) -> f32 {
    value as f32
}
