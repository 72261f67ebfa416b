//! Reads the images that bitmap fonts draw: inline images and image objects, including fax data.

use std::borrow::Cow;

use super::bitmap::{Bitmap, SampleForm};
use crate::budget::Budget;
use crate::file::Stream;
use crate::file::content_stream::inline_image;
use crate::file::content_stream::operands::Operands;
use crate::file::filter::ImageFilter;
use crate::file::filter::fax::{self, FaxForm};
use crate::file::object::Dict;

/// Returns the bitmap of an inline image.
pub(super) fn of_inline(operands: &Operands<'_>, data: Vec<u8>, budget: &Budget) -> Option<Bitmap> {
    Bitmap::read(inline_form(operands)?, &inline_image::decode(operands, data, budget)?)
}

/// Returns the bitmap of an image object; reads at most `most` bytes of its data.
pub(super) fn of_object(stream: &Stream<'_>, most: u64) -> Option<Bitmap> {
    let decoded = stream.decode_up_to(most);
    let data = match decoded.image_filter {
        None => decoded.data,
        Some(ImageFilter::CcittFax) => Cow::Owned(fax::decode(&decoded.data, fax_form(stream.dict())?)?),
        Some(_) => return None,
    };
    Bitmap::read(image_form(stream.dict())?, &data)
}

/// Returns the sample format of an inline image.
fn inline_form(operands: &Operands<'_>) -> Option<SampleForm> {
    let side = |keys: &[&[u8]]| to_usize(operands.number_after(keys)?);
    let is_mask = inline_image::is_mask(operands);
    let inverted = inline_image::first_decode(operands) == Some(1.0);
    Some(SampleForm {
        width: side(&[b"W", b"Width"])?,
        height: side(&[b"H", b"Height"])?,
        bits: if is_mask { 1 } else { side(&[b"BPC", b"BitsPerComponent"])? },
        components: if is_mask { 1 } else { inline_image::components(operands).and_then(to_usize)? },
        // Low samples are ink, in masks and in greyscale images alike, unless `/Decode` inverts them.
        high_is_ink: inverted,
    })
}

/// Returns the format of the fax data of an image object.
fn fax_form(image: &Dict<'_>) -> Option<FaxForm> {
    let side = |key: &[u8]| image.int(key).and_then(|value| u32::try_from(value).ok());
    let parameters = image.list(b"DecodeParms").into_iter().rev().find_map(|entry| entry.as_dict());
    let is_true = |key: &[u8]| parameters.as_ref().and_then(|all| all.bool(key)) == Some(true);
    Some(FaxForm {
        columns: side(b"Width")?,
        rows: side(b"Height")?,
        k: parameters.as_ref().and_then(|all| all.int(b"K")).unwrap_or(0),
        black_is_high: is_true(b"BlackIs1"),
        is_aligned: is_true(b"EncodedByteAlign"),
    })
}

/// Returns the sample format of an image object.
fn image_form(image: &Dict<'_>) -> Option<SampleForm> {
    let side = |key: &[u8]| image.int(key).and_then(|value| usize::try_from(value).ok());
    let is_mask = image.bool(b"ImageMask") == Some(true);
    let components = match image.name(b"ColorSpace").as_deref() {
        _ if is_mask => 1,
        Some(b"DeviceRGB") => 3,
        Some(b"DeviceCMYK") => return None,
        _ => 1,
    };
    let inverted = image.array(b"Decode").and_then(|array| array.numbers().next()) == Some(1.0);
    Some(SampleForm {
        width: side(b"Width")?,
        height: side(b"Height")?,
        bits: if is_mask { 1 } else { side(b"BitsPerComponent")? },
        components,
        high_is_ink: inverted,
    })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn to_usize(value: f64) -> Option<usize> {
    (0.0..1e6).contains(&value).then_some(value as usize)
}
