//! Images drawn on a page: where they are, what they are, and their bytes on request.

mod bytes;
mod collect;
mod colors;
mod header;
mod inline;
mod samples;

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

pub(crate) use bytes::image_bytes;
pub(crate) use collect::{ImageCollector, Placement};
use header::ImageHeader;
use inline::InlineImage;

use crate::budget::Stop;
use crate::file::object::ObjectId;

/// One image drawn on a page. An image that is drawn twice is listed twice, with the same
/// [`object_number`](Self::object_number).
///
/// Coordinates are those of all records: points from the top left corner of the page as shown, y down.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PageImage {
    /// The visible part: the box around the image, cut by the page and by the box of the clipping path.
    pub bbox: [f32; 4],
    /// The matrix `[a, b, c, d, e, f]` that places the unit square, whose lower left corner is (0, 0), on the page.
    pub matrix: [f32; 6],
    /// Pixels of a row.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// Bits of one colour component as declared; JPEG 2000 images need not declare it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits_per_component: Option<u8>,
    /// What kind of colours it has, as declared.
    pub color_space: ImageColorSpace,
    /// What its samples are.
    pub kind: ImageKind,
    /// True for an image inside the content stream (`BI … EI`), false for an image object.
    pub inline: bool,
    /// True when another image or a range of colours masks it. [`ImageBytes`] never contain that mask.
    pub has_mask: bool,
    /// The names of its filters in the order of decoding, in full (`FlateDecode`, not `Fl`).
    pub filters: Vec<String>,
    /// True when it is drawn turned, mirrored or slanted on the page as shown.
    pub rotated: bool,
    /// True when `bbox` does not cover all of it.
    pub clipped: bool,
    /// The object that holds it; inline images have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_number: Option<u32>,
    #[serde(skip)]
    source: ImageSource,
}

/// Where the bytes of an image are.
#[derive(Debug, Clone)]
enum ImageSource {
    Object(ObjectId),
    Inline(Arc<InlineImage>),
    /// Inline data beyond what is kept of a page.
    NotKept,
}

/// What the samples of an image are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ImageKind {
    /// Colours.
    Colors,
    /// A stencil: one bit per pixel that says where the current colour is painted.
    StencilMask,
}

/// The kind of colours of an image. Calibrated and ICC-based colours count as the device colours with as many components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ImageColorSpace {
    /// One component.
    Gray,
    /// Three components.
    Rgb,
    /// Four components.
    Cmyk,
    /// CIE L*a*b*.
    Lab,
    /// Indices into a table of colours.
    Indexed,
    /// One spot colour.
    Separation,
    /// Several spot colours.
    DeviceN,
    /// Not declared, as JPEG 2000 images may do, or not known.
    Unknown,
}

/// The form in which the bytes of an image are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImageForm {
    /// A file that other programs open: JPEG and JPEG 2000 as stored, everything else as PNG.
    File,
    /// As stored, with encryption and general compression undone: the data of the image filter, or bare samples.
    Stored,
}

/// The format of the bytes of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ImageFormat {
    /// A PNG file. Stencil masks are black where they paint.
    Png,
    /// A JPEG file as stored. In files of four components from Adobe programs, 255 means no ink.
    Jpeg,
    /// A JPEG 2000 file or codestream as stored.
    Jpeg2000,
    /// The segments of a JBIG2 image, without file header and without the global segments of the PDF.
    Jbig2,
    /// Fax data of group 3 or 4, without a container.
    CcittFax,
    /// Samples row by row from the top, packed as the PDF declares them.
    Samples,
}

impl ImageFormat {
    /// Returns the usual extension of such a file, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Jpeg2000 => "jp2",
            Self::Jbig2 => "jb2",
            Self::CcittFax => "fax",
            Self::Samples => "raw",
        }
    }
}

/// The bytes of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImageBytes {
    /// What they are.
    pub format: ImageFormat,
    /// The bytes.
    pub data: Vec<u8>,
    /// False when the image is damaged or cut; missing rows of a PNG are white.
    pub complete: bool,
}

/// Why the bytes of an image cannot be had, or not in the wanted form.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImageError {
    /// There is no such image object in the document, or none of its data can be read.
    NoData,
    /// Its size is not declared, or not possible.
    BadSize,
    /// It has more pixels or bytes than [`Limits`](crate::Limits) allow: `image_pixels` and `stream_bytes`.
    TooLarge,
    /// pdftract does not turn images with this filter into PNG; [`ImageForm::Stored`] gives its data.
    UnsupportedFilter(&'static str),
    /// pdftract does not turn these colours, or samples of this many bits, into PNG.
    UnsupportedColors(ImageColorSpace),
    /// The caller cancelled, or the time of the document is over.
    Stopped(Stop),
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoData => f.write_str("the image has no data that can be read"),
            Self::BadSize => f.write_str("the image has no possible size"),
            Self::TooLarge => f.write_str("the image is larger than allowed"),
            Self::UnsupportedFilter(name) => write!(f, "images with {name} are not converted"),
            Self::UnsupportedColors(space) => write!(f, "images in {space:?} colours are not converted"),
            Self::Stopped(stop) => f.write_str(stop.reason()),
        }
    }
}

impl std::error::Error for ImageError {}
