//! Images drawn on a page: positions, properties, and their data on request.

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

/// An image drawn on a page. An image that is drawn twice is listed twice, with the same
/// [`object_number`](Self::object_number).
///
/// Coordinates are the same as in records: points from the top left corner of the page as shown, y down.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PageImage {
    /// The visible part: the bounding box of the image, clipped by the page and by the bounding box of the clipping
    /// path.
    pub bbox: [f32; 4],
    /// The matrix `[a, b, c, d, e, f]` that places the unit square, whose lower left corner is (0, 0), on the page.
    pub matrix: [f32; 6],
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The declared number of bits per colour component; JPEG 2000 images need not declare it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits_per_component: Option<u8>,
    /// The declared kind of colour space.
    pub color_space: ImageColorSpace,
    /// The kind of samples.
    pub kind: ImageKind,
    /// `true` for an image inside the content stream (`BI … EI`), `false` for an image object.
    pub inline: bool,
    /// `true` if it is masked by another image or a range of colours. [`ImageBytes`] never contain that mask.
    pub has_mask: bool,
    /// The full names of its filters in the order of decoding (`FlateDecode`, not `Fl`).
    pub filters: Vec<String>,
    /// `true` if it is drawn rotated, mirrored or slanted on the page as shown.
    pub rotated: bool,
    /// `true` if `bbox` does not cover all of it.
    pub clipped: bool,
    /// The number of its object; inline images have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_number: Option<u32>,
    #[serde(skip)]
    source: ImageSource,
}

/// The location of the data of an image.
#[derive(Debug, Clone)]
enum ImageSource {
    Object(ObjectId),
    Inline(Arc<InlineImage>),
    /// Inline data beyond the limit per page.
    NotKept,
}

/// The kind of samples of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ImageKind {
    /// Colours.
    Colors,
    /// A stencil: one bit per pixel that selects where the current colour is painted.
    StencilMask,
}

/// The kind of colour space of an image. Calibrated and ICC-based colours count as the device colours with the same
/// number of components.
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
    /// Indices into a palette.
    Indexed,
    /// One spot colour.
    Separation,
    /// Several spot colours.
    DeviceN,
    /// Not declared, as permitted for JPEG 2000 images, or unknown.
    Unknown,
}

/// The requested form of the data of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImageForm {
    /// A file that other programs can open: JPEG and JPEG 2000 as stored, everything else as PNG.
    File,
    /// As stored, with encryption and general compression removed: the data of the image filter, or raw samples.
    Stored,
}

/// The format of the data of an image.
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
    /// Returns the usual file extension, without a dot.
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

/// The data of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImageBytes {
    /// The format.
    pub format: ImageFormat,
    /// The data.
    pub data: Vec<u8>,
    /// `false` if the image is damaged or truncated; missing rows of a PNG are white.
    pub complete: bool,
}

/// The reason why the data of an image is not available, or not in the requested form.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImageError {
    /// The document has no such image object, or none of its data can be read.
    NoData,
    /// Its size is missing or invalid.
    BadSize,
    /// It has more pixels or bytes than [`Limits`](crate::Limits) allow: `image_pixels` and `stream_bytes`.
    TooLarge,
    /// Images with this filter cannot be converted to PNG; [`ImageForm::Stored`] returns the data.
    UnsupportedFilter(&'static str),
    /// These colours, or samples of this many bits, cannot be converted to PNG.
    UnsupportedColors(ImageColorSpace),
    /// The caller cancelled, or the time limit was reached.
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
