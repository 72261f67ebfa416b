//! Images of a page: positions, properties and data.

use std::io::Read;

use pdftract::content::image::{
    ImageBytes, ImageColorSpace, ImageError, ImageForm, ImageFormat, ImageKind, PageImage,
};
use pdftract::{CancelFlag, Document, Limits, Options, Stop};
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::encode::{PngFilter, ascii_hex, flate, png_predict, run_length};
use pdftract_testkit::sheet::Sheet;

use super::open;

/// Returns a page of 300 by 400 points that draws one image object of 60 by 30 points.
fn drawn(entries: &str, data: &[u8]) -> Vec<u8> {
    drawn_with(entries, data, "q 60 0 0 30 20 300 cm /I Do Q")
}

fn drawn_with(entries: &str, data: &[u8], content: &str) -> Vec<u8> {
    let (sheet, image) = Sheet::new(300, 400).object(stream_body(&format!("/Subtype/Image{entries}"), data));
    sheet.resource(&format!("/XObject<</I {image} 0 R>>")).content(content).bytes()
}

fn only_image(document: &Document) -> PageImage {
    let mut images = document.page_images(0).unwrap();
    assert_eq!(images.len(), 1);
    images.remove(0)
}

fn bytes(pdf: Vec<u8>, form: ImageForm) -> Result<ImageBytes, ImageError> {
    let document = open(pdf);
    document.image_bytes(&only_image(&document), form)
}

/// Width, height, bit depth, colour type, palette and rows of a PNG without filters.
#[derive(Debug, PartialEq)]
struct Png {
    size: (u32, u32),
    bits: u8,
    color_type: u8,
    palette: Vec<u8>,
    rows: Vec<Vec<u8>>,
}

fn read_png(file: &[u8]) -> Png {
    assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
    let (mut at, mut header, mut palette, mut packed) = (8, Vec::new(), Vec::new(), Vec::new());
    while at < file.len() {
        let length = u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        let data = &file[at + 8..at + 8 + length];
        match &file[at + 4..at + 8] {
            b"IHDR" => header = data.to_vec(),
            b"PLTE" => palette = data.to_vec(),
            b"IDAT" => packed.extend_from_slice(data),
            b"IEND" => assert_eq!(at + 12, file.len()),
            other => panic!("chunk {other:?}"),
        }
        at += 12 + length;
    }
    let mut raw = Vec::new();
    flate2::read::ZlibDecoder::new(&packed[..]).read_to_end(&mut raw).unwrap();
    let word = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().unwrap());
    let size = (word(0), word(4));
    let row_bytes = raw.len() / size.1 as usize;
    let rows = raw.chunks(row_bytes).map(|row| {
        assert_eq!(row[0], 0, "no filter");
        row[1..].to_vec()
    });
    Png { size, bits: header[8], color_type: header[9], palette, rows: rows.collect() }
}

fn png(entries: &str, data: &[u8]) -> Png {
    let file = bytes(drawn(entries, data), ImageForm::File).unwrap();
    assert_eq!((file.format, file.complete), (ImageFormat::Png, true));
    read_png(&file.data)
}

#[test]
fn an_image_is_described() {
    let entries = "/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB/SMask 99 0 R";
    let image = only_image(&open(drawn(entries, &[1, 2, 3, 4, 5, 6])));
    assert_eq!((image.width, image.height, image.bits_per_component), (2, 1, Some(8)));
    assert_eq!((image.kind, image.color_space), (ImageKind::Colors, ImageColorSpace::Rgb));
    assert_eq!(image.bbox, [20.0, 70.0, 80.0, 100.0]);
    assert_eq!(image.matrix, [60.0, 0.0, 0.0, -30.0, 20.0, 100.0]);
    assert!(image.has_mask && !image.inline && !image.rotated && !image.clipped);
    assert_eq!(image.object_number, Some(4));
    assert!(image.filters.is_empty());
}

#[test]
fn clipping_and_turning_show() {
    let entries = "/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray";
    let content = "q 20 300 30 30 re W n 60 0 0 30 20 300 cm /I Do Q q 0 60 -30 0 100 100 cm /I Do Q";
    let images = open(drawn_with(entries, &[0], content)).page_images(0).unwrap();
    assert_eq!(images[0].bbox, [20.0, 70.0, 50.0, 100.0]);
    assert!(images[0].clipped && !images[0].rotated);
    assert_eq!(images[1].bbox, [70.0, 240.0, 100.0, 300.0]);
    assert!(images[1].rotated && !images[1].clipped);
    assert_eq!(images[0].object_number, images[1].object_number);
}

#[test]
fn the_small_image_of_a_form_is_listed_each_time() {
    let entries = "/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray";
    let (sheet, image) = Sheet::new(300, 400).object(stream_body(&format!("/Subtype/Image{entries}"), &[0]));
    let form = format!("/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</I {image} 0 R>>>>");
    let (sheet, form) = sheet.object(stream_body(&form, b"/I Do"));
    let pdf = sheet.resource(&format!("/XObject<</X {form} 0 R>>")).content("/X Do /X Do").bytes();
    assert_eq!(open(pdf).page_images(0).unwrap().len(), 2);
}

#[test]
fn gray_samples_of_any_depth_stay_as_they_are() {
    for bits in [1_usize, 2, 4, 8, 16] {
        let row_bytes = (3 * bits).div_ceil(8);
        let data: Vec<u8> =
            (0u8..=255).cycle().take(2 * row_bytes).map(|byte| byte.wrapping_mul(37)).collect();
        let entries = format!("/Width 3/Height 2/BitsPerComponent {bits}/ColorSpace/DeviceGray");
        let png = png(&entries, &data);
        assert_eq!((png.size, usize::from(png.bits), png.color_type), ((3, 2), bits, 0));
        assert_eq!(png.rows, [data[..row_bytes].to_vec(), data[row_bytes..].to_vec()]);
    }
}

#[test]
fn stencil_masks_are_black_where_they_paint() {
    let plain = png("/Width 8/Height 1/ImageMask true", &[0b1010_0000]);
    assert_eq!((plain.bits, plain.color_type, &plain.rows[0][..]), (1, 0, &[0b1010_0000][..]));
    let inverted = png("/Width 8/Height 1/ImageMask true/Decode[1 0]", &[0b1010_0000]);
    assert_eq!(inverted.rows[0], [0b0101_1111]);
}

#[test]
fn colours_become_rgb() {
    let rgb = "/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB";
    assert_eq!(png(rgb, &[1, 2, 3, 4, 5, 6]).rows[0], [1, 2, 3, 4, 5, 6]);
    let wide = png("/Width 1/Height 1/BitsPerComponent 16/ColorSpace/DeviceRGB", &[1, 2, 3, 4, 5, 6]);
    assert_eq!((wide.bits, wide.rows[0].as_slice()), (16, &[1, 2, 3, 4, 5, 6][..]));
    let narrow =
        png("/Width 2/Height 1/BitsPerComponent 2/ColorSpace/DeviceRGB", &[0b0001_1011, 0b0001_0000]);
    assert_eq!((narrow.bits, narrow.rows[0].as_slice()), (8, &[0, 85, 170, 255, 0, 85][..]));
    let cmyk = png("/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceCMYK", &[255, 0, 0, 0]);
    assert_eq!((cmyk.color_type, cmyk.rows[0].as_slice()), (2, &[0, 255, 255][..]));
    let half = png("/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Decode[0 0.5]", &[255]);
    assert_eq!(half.rows[0], [128]);
}

#[test]
fn tables_of_colours_become_palettes() {
    let entries = "/Width 4/Height 1/BitsPerComponent 2/ColorSpace[/Indexed/DeviceRGB 2<010203040506070809>]";
    let found = png(entries, &[0b0001_1011]);
    assert_eq!((found.bits, found.color_type), (2, 3));
    assert_eq!(found.palette, [1, 2, 3, 4, 5, 6, 7, 8, 9, 7, 8, 9], "one colour for each index");
    assert_eq!(found.rows[0], [0b0001_1011]);
    let inverted = png(&format!("{entries}/Decode[3 0]"), &[0]);
    assert_eq!(inverted.palette, [7, 8, 9, 7, 8, 9, 4, 5, 6, 1, 2, 3]);
}

#[test]
fn filters_and_predictors_are_undone() {
    let data: Vec<u8> = (0..12).collect();
    let predicted = flate(&png_predict(&data, PngFilter::Up, 6, 3));
    let entries = "/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode\
                   /DecodeParms<</Predictor 15/Colors 3/Columns 2>>";
    assert_eq!(png(entries, &predicted).rows.concat(), data);
    let stored = bytes(drawn(entries, &predicted), ImageForm::Stored).unwrap();
    assert_eq!((stored.format, stored.data, stored.complete), (ImageFormat::Samples, data, true));
}

#[test]
fn jpeg_comes_as_stored() {
    let jpeg = b"\xFF\xD8 anything \xFF\xD9";
    let entries =
        "/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter[/ASCIIHexDecode/DCTDecode]";
    for form in [ImageForm::File, ImageForm::Stored] {
        let found = bytes(drawn(entries, &ascii_hex(jpeg)), form).unwrap();
        assert_eq!((found.format, found.data.as_slice()), (ImageFormat::Jpeg, &jpeg[..]));
    }
}

#[test]
fn fax_becomes_png_and_jbig2_comes_as_stored() {
    // Two rows of eight pixels: three black ones after two white ones.
    let fax = [0b0010_1111, 0b0111_1000, 0b0000_0000, 0b1000_0000, 0b0000_1000];
    let entries = "/Width 8/Height 2/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode\
                   /DecodeParms<</K -1/Columns 8/Rows 2>>";
    assert_eq!(png(entries, &fax).rows, [[0b1100_0111], [0b1100_0111]]);
    let entries = "/Width 8/Height 2/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode";
    let file = bytes(drawn(entries, b"segments"), ImageForm::File);
    assert_eq!(file, Err(ImageError::UnsupportedFilter("JBIG2Decode")));
    let stored = bytes(drawn(entries, b"segments"), ImageForm::Stored).unwrap();
    assert_eq!((stored.format, stored.data.as_slice()), (ImageFormat::Jbig2, &b"segments"[..]));
}

#[test]
fn inline_images_are_read() {
    let inline = |dict: &str, data: &[u8]| {
        let mut content = format!("q 10 0 0 10 0 0 cm BI {dict} ID ").into_bytes();
        content.extend_from_slice(data);
        content.extend_from_slice(b"\nEI Q");
        let (sheet, number) = Sheet::new(300, 400).object(stream_body("", &content));
        sheet.page(&format!("/Contents {number} 0 R")).bytes()
    };
    let pdf = inline("/W 2 /H 1 /BPC 8 /CS /G /F [/AHx /RL]", &ascii_hex(&run_length(&[7, 9])));
    let document = open(pdf);
    let image = only_image(&document);
    assert!(image.inline && image.object_number.is_none());
    assert_eq!(image.filters, ["ASCIIHexDecode", "RunLengthDecode"]);
    assert_eq!(image.bbox, [0.0, 390.0, 10.0, 400.0]);
    let file = document.image_bytes(&image, ImageForm::File).unwrap();
    assert_eq!(read_png(&file.data).rows[0], [7, 9]);

    let table = bytes(inline("/W 2 /H 1 /BPC 1 /CS [/I /RGB 1 <000000 FF0000>]", &[0x40]), ImageForm::File);
    let table = read_png(&table.unwrap().data);
    assert_eq!((table.palette.as_slice(), &table.rows[0][..]), (&[0, 0, 0, 255, 0, 0][..], &[0x40][..]));
}

#[test]
fn cut_data_is_white_and_incomplete() {
    let entries = "/Width 2/Height 3/BitsPerComponent 8/ColorSpace/DeviceGray";
    let file = bytes(drawn(entries, &[1, 2, 3]), ImageForm::File).unwrap();
    assert!(!file.complete);
    assert_eq!(read_png(&file.data).rows, [[1, 2], [3, 255], [255, 255]]);
}

#[test]
fn what_cannot_be_had_is_a_typed_reason() {
    let spot = "/Width 1/Height 1/BitsPerComponent 8/ColorSpace[/Separation/Gold/DeviceCMYK 9 0 R]";
    let reason = bytes(drawn(spot, &[1]), ImageForm::File);
    assert_eq!(reason, Err(ImageError::UnsupportedColors(ImageColorSpace::Separation)));
    assert_eq!(bytes(drawn(spot, &[1]), ImageForm::Stored).unwrap().data, [1]);
    for (entries, reason) in [
        ("/Width 0/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", ImageError::BadSize),
        ("/Width 99999/Height 99999/BitsPerComponent 8/ColorSpace/DeviceGray", ImageError::TooLarge),
        (
            "/Width 1/Height 1/BitsPerComponent 3/ColorSpace/DeviceGray",
            ImageError::UnsupportedColors(ImageColorSpace::Gray),
        ),
        ("/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/Strange", ImageError::NoData),
    ] {
        assert_eq!(bytes(drawn(entries, &[1]), ImageForm::File), Err(reason), "{entries}");
    }
}

#[test]
fn limits_and_the_cancel_flag_hold() {
    let entries = "/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode";
    let pdf = drawn(entries, &flate(&[0; 4]));
    let limits = Limits::default().with(|limits| limits.image_pixels = 3);
    let document =
        Document::open(pdf.clone(), &Options::default().with(|options| options.limits = limits)).unwrap();
    let image = only_image(&document);
    assert_eq!(document.image_bytes(&image, ImageForm::File), Err(ImageError::TooLarge));

    let bomb = drawn(entries, &flate(&vec![0; 1 << 20]));
    let limits = Limits::default().with(|limits| limits.stream_bytes = 1 << 10);
    let document = Document::open(bomb, &Options::default().with(|options| options.limits = limits)).unwrap();
    let image = only_image(&document);
    assert_eq!(document.image_bytes(&image, ImageForm::Stored), Err(ImageError::TooLarge));

    let cancel = CancelFlag::new();
    let document =
        Document::open(pdf, &Options::default().with(|options| options.cancel = cancel.clone())).unwrap();
    let image = only_image(&document);
    cancel.cancel();
    assert_eq!(document.image_bytes(&image, ImageForm::File), Err(ImageError::Stopped(Stop::Cancelled)));
}

#[test]
fn images_of_hostile_files_never_panic() {
    for hostile in pdftract_testkit::hostile::all() {
        let Ok(document) = Document::open(hostile.generate(0.2), &Options::default()) else { continue };
        for page in 0..document.page_count().min(20) {
            for image in document.page_images(page).unwrap_or_default().iter().take(20) {
                let _ = document.image_bytes(image, ImageForm::File);
                let _ = document.image_bytes(image, ImageForm::Stored);
            }
        }
    }
}
