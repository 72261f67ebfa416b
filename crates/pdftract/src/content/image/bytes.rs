//! The data of an image, decoded within limits on request.

use std::borrow::Cow;

use super::colors::Colors;
use super::header::ImageHeader;
use super::inline::InlineImage;
use super::samples::SampleLayout;
use super::{ImageBytes, ImageError, ImageForm, ImageFormat, ImageKind, ImageSource, PageImage};
use crate::budget::Budget;
use crate::file::filter::fax::{self, FaxForm};
use crate::file::filter::{self, BoxedSource, ImageFilter};
use crate::file::object::{Dict, ObjectId};
use crate::file::{File, Stream};
use crate::limits::Limits;
use crate::session::Session;

/// Returns the data of an image. It is charged to a separate budget, so that images do not use up the budget of the
/// document's text.
pub(crate) fn image_bytes(
    session: &Session,
    file: &File,
    image: &PageImage,
    form: ImageForm,
) -> Result<ImageBytes, ImageError> {
    let limits = session.limits();
    let budget = session.budget().apart(limits.picture_bytes);
    budget.check().map_err(ImageError::Stopped)?;
    let encoded = match &image.source {
        ImageSource::Object(id) => Encoded::from_object(file, *id, form, limits, &budget),
        ImageSource::Inline(inline) => Encoded::from_inline(inline, limits, &budget),
        ImageSource::NotKept => Err(ImageError::TooLarge),
    }?;
    let is_cut = encoded.data.len() as u64 >= limits.stream_bytes;
    match (form, encoded.filter) {
        _ if is_cut && !encoded.complete => Err(ImageError::TooLarge),
        (ImageForm::Stored, filter) => Ok(encoded.stored(format(filter))),
        (ImageForm::File, Some(filter @ (ImageFilter::Dct | ImageFilter::Jpx))) => {
            Ok(encoded.stored(format(Some(filter))))
        }
        (ImageForm::File, Some(ImageFilter::Jbig2)) => {
            Err(ImageError::UnsupportedFilter(ImageFilter::Jbig2.name()))
        }
        (ImageForm::File, Some(ImageFilter::CcittFax)) => encoded.fax_png(limits, &budget),
        (ImageForm::File, None) => encoded.png(limits, &budget),
    }
}

fn format(filter: Option<ImageFilter>) -> ImageFormat {
    match filter {
        Some(ImageFilter::Dct) => ImageFormat::Jpeg,
        Some(ImageFilter::Jpx) => ImageFormat::Jpeg2000,
        Some(ImageFilter::Jbig2) => ImageFormat::Jbig2,
        Some(ImageFilter::CcittFax) => ImageFormat::CcittFax,
        None => ImageFormat::Samples,
    }
}

/// An image whose general filters are decoded.
struct Encoded<'f> {
    header: ImageHeader,
    colors: Option<Colors>,
    decode: Vec<f64>,
    fax: Option<FaxForm>,
    data: Cow<'f, [u8]>,
    complete: bool,
    filter: Option<ImageFilter>,
}

/// A `/Decode` array has two numbers for each component; images with up to four components can be converted.
const DECODE_NUMBERS: usize = 8;

impl<'f> Encoded<'f> {
    fn from_object(
        file: &'f File,
        id: ObjectId,
        form: ImageForm,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<Self, ImageError> {
        let stream = file.object(id).as_stream().ok_or(ImageError::NoData)?;
        let dict = stream.dict();
        let header = ImageHeader::from_dict(dict);
        let decoded = decode(&stream, form, &header, limits, budget)?;
        let is_mask = header.kind == ImageKind::StencilMask;
        let colors = if is_mask { Some(Colors::Gray) } else { Colors::from_object(&dict.get(b"ColorSpace")) };
        let ranges = dict.array(b"Decode").map(|array| array.numbers().take(DECODE_NUMBERS).collect());
        Ok(Self {
            colors,
            decode: ranges.unwrap_or_default(),
            fax: fax_form(dict, &header),
            header,
            data: decoded.data,
            complete: decoded.complete,
            filter: decoded.image_filter,
        })
    }

    fn from_inline(inline: &'f InlineImage, limits: &Limits, budget: &Budget) -> Result<Self, ImageError> {
        let filters = inline.filters.as_ref().ok_or(ImageError::NoData)?;
        let start: BoxedSource<'_> = Box::new(filter::Bytes::new(Cow::Borrowed(&inline.data)));
        let source = filters.iter().fold(start, |source, filter| filter::attach(source, filter, budget));
        let (data, complete) = pull(source, limits.stream_bytes);
        budget.check().map_err(ImageError::Stopped)?;
        Ok(Self {
            header: inline.header.clone(),
            colors: inline.colors.clone(),
            decode: inline.decode.iter().copied().take(DECODE_NUMBERS).collect(),
            fax: inline.fax,
            data: Cow::Owned(data),
            complete,
            filter: inline.image_filter,
        })
    }

    fn stored(self, format: ImageFormat) -> ImageBytes {
        ImageBytes { format, data: self.data.into_owned(), complete: self.complete }
    }

    /// Writes raw samples as PNG.
    fn png(&self, limits: &Limits, budget: &Budget) -> Result<ImageBytes, ImageError> {
        let layout = self.layout(limits)?;
        let needed = layout.stored_bytes().ok_or(ImageError::TooLarge)?;
        let data = layout.to_png(&self.data, budget)?;
        Ok(ImageBytes { format: ImageFormat::Png, data, complete: self.data.len() >= needed })
    }

    /// Decodes fax data and writes it as PNG.
    fn fax_png(&self, limits: &Limits, budget: &Budget) -> Result<ImageBytes, ImageError> {
        let form = self.fax.ok_or(ImageError::BadSize)?;
        let layout = SampleLayout { bits: 1, stored_width: form.columns, ..self.layout(limits)? };
        let needed = layout.stored_bytes().filter(|bytes| *bytes as u64 <= limits.stream_bytes);
        let needed = needed.ok_or(ImageError::TooLarge)?;
        if layout.colors.components() != 1 {
            return Err(ImageError::UnsupportedColors(self.header.color_space));
        }
        let rows = fax::decode_rows(&self.data, form);
        let data = layout.to_png(&rows, budget)?;
        Ok(ImageBytes { format: ImageFormat::Png, data, complete: self.complete && rows.len() >= needed })
    }

    /// Checks the size and the colours.
    fn layout(&self, limits: &Limits) -> Result<SampleLayout, ImageError> {
        let ImageHeader { width, height, bits, color_space, .. } = self.header;
        if width == 0 || height == 0 {
            return Err(ImageError::BadSize);
        }
        if u64::from(width) * u64::from(height) > limits.image_pixels {
            return Err(ImageError::TooLarge);
        }
        let unsupported = ImageError::UnsupportedColors(color_space);
        let colors = self.colors.clone().ok_or_else(|| unsupported.clone())?;
        // PDF requires the number of bits; if it is missing, nearly all images have eight.
        let bits = bits.unwrap_or(8);
        let most = if matches!(colors, Colors::Palette(_)) { 8 } else { 16 };
        if !matches!(bits, 1 | 2 | 4 | 8 | 16) || bits > most {
            return Err(unsupported);
        }
        let decode = self.decode.clone();
        Ok(SampleLayout { width, height, bits, colors, decode, stored_width: width })
    }
}

/// Decodes an image object up to its image filter. Samples beyond the declared size are not read.
fn decode<'f>(
    stream: &Stream<'f>,
    form: ImageForm,
    header: &ImageHeader,
    limits: &Limits,
    budget: &Budget,
) -> Result<crate::file::Decoded<'f>, ImageError> {
    let pixels = u64::from(header.width) * u64::from(header.height);
    let has_own_format = header.filters.iter().any(|name| !GENERAL_FILTERS.contains(&name.as_str()));
    if form == ImageForm::File && !has_own_format && pixels > limits.image_pixels {
        return Err(ImageError::TooLarge);
    }
    let decoded = stream.decode_charging(limits.stream_bytes, budget);
    budget.check().map_err(ImageError::Stopped)?;
    if decoded.data.is_empty() && !decoded.complete {
        return Err(ImageError::NoData);
    }
    Ok(decoded)
}

/// Filters that are not specific to images.
const GENERAL_FILTERS: [&str; 6] =
    ["ASCIIHexDecode", "ASCII85Decode", "LZWDecode", "FlateDecode", "RunLengthDecode", "Crypt"];

/// Reads the format of the fax data of an image object. By default its width is that of the image.
fn fax_form(image: &Dict<'_>, header: &ImageHeader) -> Option<FaxForm> {
    let parameters = image.list(b"DecodeParms").into_iter().rev().find_map(|entry| entry.as_dict());
    let int = |key: &[u8]| parameters.as_ref().and_then(|all| all.int(key));
    let is_true = |key: &[u8]| parameters.as_ref().and_then(|all| all.bool(key)) == Some(true);
    let columns = int(b"Columns").and_then(|columns| u32::try_from(columns).ok());
    let columns = columns.unwrap_or(header.width);
    (columns > 0 && header.height > 0).then(|| FaxForm {
        columns,
        rows: header.height,
        k: int(b"K").unwrap_or(0),
        black_is_high: is_true(b"BlackIs1"),
        is_aligned: is_true(b"EncodedByteAlign"),
    })
}

/// Reads a source to its end, up to `max` bytes; returns `true` if the end was reached.
fn pull(mut source: BoxedSource<'_>, max: u64) -> (Vec<u8>, bool) {
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    let mut out = Vec::new();
    loop {
        match source.fill() {
            Ok([]) => return (out, true),
            Ok(bytes) => {
                let taken = bytes.len().min(max - out.len());
                out.extend_from_slice(bytes.get(..taken).unwrap_or_default());
                source.consume(taken);
                if taken == 0 {
                    return (out, false);
                }
            }
            Err(_) => return (out, false),
        }
    }
}
