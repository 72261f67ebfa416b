//! Inline images, read while the content is interpreted and kept with their data.

use super::colors::{self, Colors};
use super::header::{ImageHeader, MAX_FILTERS, full_filter_name};
use super::{ImageColorSpace, ImageKind};
use crate::content::resources::Resources;
use crate::content::state::ColorSpace;
use crate::file::content_stream::inline_image;
use crate::file::content_stream::operands::{Operand, Operands};
use crate::file::filter::fax::FaxForm;
use crate::file::filter::{Filter, ImageFilter, Predictor};

/// An inline image with everything that its data needs.
#[derive(Debug)]
pub(super) struct InlineImage {
    pub(super) header: ImageHeader,
    pub(super) colors: Option<Colors>,
    pub(super) decode: Vec<f64>,
    /// The filters before the image filter; `None` if one of them is unknown.
    pub(super) filters: Option<Vec<Filter>>,
    pub(super) image_filter: Option<ImageFilter>,
    pub(super) fax: Option<FaxForm>,
    pub(super) data: Vec<u8>,
}

impl InlineImage {
    /// Reads the dictionary of an inline image. `max_row_bytes` limits the rows of a predictor.
    pub(super) fn read(
        operands: &Operands<'_>,
        data: Vec<u8>,
        resources: &Resources<'_>,
        max_row_bytes: usize,
    ) -> Self {
        let (colors, color_space) = color_space(operands, resources);
        let header = header(operands, color_space);
        let mut filters: Vec<Option<Filter>> =
            names(operands).map(|name| filter(name, operands, &header, max_row_bytes)).collect();
        let image_filter = filters
            .pop_if(|last| matches!(last, Some(Filter::Image(_))))
            .flatten()
            .and_then(|last| if let Filter::Image(filter) = last { Some(filter) } else { None });
        let is_mask = header.kind == ImageKind::StencilMask;
        Self {
            header,
            colors: if is_mask { Some(Colors::Gray) } else { colors },
            decode: inline_image::decode_ranges(operands),
            filters: filters.into_iter().collect(),
            image_filter,
            fax: inline_image::fax_form(operands),
            data,
        }
    }
}

fn header(operands: &Operands<'_>, color_space: ImageColorSpace) -> ImageHeader {
    let side = |keys: &[&[u8]]| operands.number_after(keys).map_or(0, whole);
    let is_mask = inline_image::is_mask(operands);
    let bits = operands.number_after(&[b"BPC", b"BitsPerComponent"]).map(whole);
    ImageHeader {
        width: side(&[b"W", b"Width"]),
        height: side(&[b"H", b"Height"]),
        bits: if is_mask { Some(1) } else { bits.and_then(|bits| u8::try_from(bits).ok()) },
        kind: if is_mask { ImageKind::StencilMask } else { ImageKind::Colors },
        color_space: if is_mask { ImageColorSpace::Gray } else { color_space },
        has_mask: false,
        filters: names(operands).map(full_filter_name).collect(),
    }
}

fn names<'o>(operands: &'o Operands<'_>) -> impl Iterator<Item = &'o [u8]> {
    let key = [b"F".as_slice(), b"Filter"].into_iter().find(|key| operands.after_name(key).is_some());
    key.into_iter().flat_map(|key| operands.names_after(key)).take(MAX_FILTERS)
}

fn filter(
    name: &[u8],
    operands: &Operands<'_>,
    header: &ImageHeader,
    max_row_bytes: usize,
) -> Option<Filter> {
    let predictor = || predictor(operands, header, max_row_bytes);
    Some(match name {
        b"Fl" | b"FlateDecode" => Filter::Flate(predictor()),
        b"LZW" | b"LZWDecode" => Filter::Lzw {
            early_change: operands.number_after(&[b"EarlyChange"]) != Some(0.0),
            predictor: predictor(),
        },
        b"A85" | b"ASCII85Decode" => Filter::Ascii85,
        b"AHx" | b"ASCIIHexDecode" => Filter::AsciiHex,
        b"RL" | b"RunLengthDecode" => Filter::RunLength,
        b"DCT" | b"DCTDecode" => Filter::Image(ImageFilter::Dct),
        b"CCF" | b"CCITTFaxDecode" => Filter::Image(ImageFilter::CcittFax),
        _ => return None,
    })
}

/// Reads the predictor. The bits of its samples are those of the image, whose key comes first.
fn predictor(operands: &Operands<'_>, header: &ImageHeader, max_row_bytes: usize) -> Option<Predictor> {
    let number = |key: &[u8]| operands.number_after(&[key]).map(|value| i64::from(whole(value)));
    let kind = number(b"Predictor")?;
    let (colors, columns) = (number(b"Colors").unwrap_or(1), number(b"Columns").unwrap_or(1));
    let bits = i64::from(header.bits.unwrap_or(8));
    Predictor::new(kind, colors, bits, columns, max_row_bytes).ok().flatten()
}

/// Reads the colour space: an abbreviation, a resource, or a palette.
fn color_space(operands: &Operands<'_>, resources: &Resources<'_>) -> (Option<Colors>, ImageColorSpace) {
    let keys = [b"CS".as_slice(), b"ColorSpace"];
    let Some(key) = keys.into_iter().find(|key| operands.after_name(key).is_some()) else {
        return (None, ImageColorSpace::Unknown);
    };
    if let Some(Operand::Name(name)) = operands.after_name(key) {
        let name = operands.bytes(name);
        if let Some(device) = colors::named_space(name) {
            return (Colors::from_device(device), colors::kind_of_device(device));
        }
        let Some(space) = resources.get(b"ColorSpace", name) else { return (None, ImageColorSpace::Unknown) };
        return (Colors::from_object(&space), colors::kind(&space));
    }
    let base = operands.names_after(key).nth(1).and_then(colors::named_space).unwrap_or(ColorSpace::Other);
    let last = operands.numbers_after(key).next().map_or(0, whole) as usize;
    let table = operands.strings_after(key).next().unwrap_or_default();
    (Colors::palette(base, last, table), ImageColorSpace::Indexed)
}

/// Returns an integer; other values become 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u32 {
    value.clamp(0.0, f64::from(u32::MAX)) as u32
}
