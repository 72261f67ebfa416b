//! Image codecs, unknown filters and foreign file formats in place of readable data.

use crate::builder::XrefEntry;
use crate::random::Random;

use super::fonts;
use super::page::{HELLO, HelloPage};
use super::recipe::{Expect, Recipe, scaled};

const IMAGE_FILTER: &[&str] = &["IMAGE_FILTER_ON_DATA"];
const IMAGE_FILTERS: [&str; 4] = ["JBIG2Decode", "DCTDecode", "JPXDecode", "CCITTFaxDecode"];

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::fixed(
        "image_filter_content",
        "A second piece of content is a JBIG2 page of 100,000 by 100,000 pixels.",
        Expect::hello().saying(IMAGE_FILTER),
        || second_piece("/Filter/JBIG2Decode", jbig2_page(100_000)),
    ),
    Recipe::fixed(
        "dct_content",
        "A second piece of content is a JPEG of 65,535 by 65,535 pixels.",
        Expect::hello().saying(IMAGE_FILTER),
        || second_piece("/Filter/DCTDecode", jpeg_head()),
    ),
    Recipe::fixed(
        "jpx_content",
        "A second piece of content is a JPEG 2000 with a vast canvas.",
        Expect::hello().saying(IMAGE_FILTER),
        || second_piece("/Filter/JPXDecode", jpx_head()),
    ),
    Recipe::fixed(
        "ccitt_content",
        "A second piece of content is a fax of 2,147,483,647 columns.",
        Expect::hello().saying(IMAGE_FILTER),
        || {
            let entries = "/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 2147483647/Rows 2147483647>>";
            second_piece(entries, vec![0x26; 64])
        },
    ),
    Recipe::fixed(
        "image_filter_behind_flate",
        "A second piece of content is JBIG2 within Flate.",
        Expect::hello().saying(IMAGE_FILTER),
        || second_piece("/Filter[/FlateDecode/JBIG2Decode]", crate::encode::flate(&jbig2_page(100_000))),
    ),
    Recipe::fixed(
        "image_filter_to_unicode",
        "Four fonts have ToUnicode maps that are packed as images.",
        Expect::hello(),
        image_filter_to_unicode,
    ),
    Recipe::fixed(
        "image_filter_objstm",
        "Outline, labels, names and fields stand in object streams that are packed as images.",
        Expect::hello().saying(&["IMAGE_FILTER_ON_DATA", "OBJECT_STREAM_DAMAGED"]),
        image_filter_objstm,
    ),
    Recipe::fixed(
        "unknown_filter",
        "A second piece of content has a filter that nobody knows.",
        Expect::hello().saying(&["FILTER_UNKNOWN"]),
        || second_piece("/Filter/NobodyDecode", HELLO.as_bytes().to_vec()),
    ),
    Recipe::scaled(
        "jbig2_image",
        "The page draws an image of 1 MB of random JBIG2 data.",
        Expect::hello(),
        jbig2_image,
    ),
    Recipe::fixed(
        "external_stream",
        "A second piece of content is said to stand in /etc/passwd.",
        Expect::hello().saying(&["EXTERNAL_STREAM_IGNORED"]),
        || second_piece("/F(/etc/passwd)/FFilter/ASCIIHexDecode", Vec::new()),
    ),
    Recipe::fixed(
        "external_stream_url",
        "A second piece of content is said to stand behind a web address.",
        Expect::hello().saying(&["EXTERNAL_STREAM_IGNORED"]),
        || second_piece("/F<</Type/Filespec/FS/URL/F(http://127.0.0.1:9/x)>>", Vec::new()),
    ),
];

fn second_piece(dict_entries: &str, data: Vec<u8>) -> Vec<u8> {
    HelloPage::new().contents("[5 0 R 6 0 R]").stream(6, dict_entries, data).finish()
}

/// Returns a JBIG2 page information segment.
fn jbig2_page(side: u32) -> Vec<u8> {
    let mut data = vec![0, 0, 0, 0, 0x30, 0, 1, 0, 0, 0, 19];
    data.extend_from_slice(&side.to_be_bytes());
    data.extend_from_slice(&side.to_be_bytes());
    data.extend_from_slice(&[0; 11]);
    data
}

/// Returns a JPEG up to its frame header.
fn jpeg_head() -> Vec<u8> {
    vec![0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 0x11, 0, 0xFF, 0xD9]
}

/// Returns a JPEG 2000 codestream up to its size marker.
fn jpx_head() -> Vec<u8> {
    let mut data = vec![0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0];
    for value in [u32::MAX, u32::MAX, 0, 0, 1, 1, 0, 0] {
        data.extend_from_slice(&value.to_be_bytes());
    }
    data.extend_from_slice(&[0, 1, 7, 1, 1, 0xFF, 0xD9]);
    data
}

fn image_filter_to_unicode() -> Vec<u8> {
    let mut page = HelloPage::new();
    let (mut names, mut content) = (String::new(), String::new());
    for (index, filter) in IMAGE_FILTERS.iter().enumerate() {
        let number = 10 + 10 * index as u32;
        page = page.objects(fonts::composite_font(number, number + 3, "/Identity-H", ""));
        page = page.stream(number + 3, &format!("/Filter/{filter}"), jbig2_page(100_000));
        names.push_str(&format!("/G{index} {number} 0 R"));
        content.push_str(&format!("BT /G{index} 12 Tf 72 600 Td <00410042> Tj ET\n"));
    }
    page.fonts(&names).after_hello(content).finish()
}

/// Makes the cross-reference place objects 30 to 33 in the object streams 20 to 23, one for each filter.
fn image_filter_objstm() -> Vec<u8> {
    let mut page =
        HelloPage::new().catalog("/Outlines 30 0 R/PageLabels 31 0 R/Names 32 0 R/AcroForm 33 0 R");
    for (number, filter) in (20..).zip(IMAGE_FILTERS) {
        page = page.stream(number, &format!("/Type/ObjStm/N 1/First 4/Filter/{filter}"), jbig2_page(100_000));
    }
    let mut builder = page.into_builder();
    for container in 20..24 {
        builder.force_entry(container + 10, XrefEntry::Packed { container, index: 0 });
    }
    builder.finish_with_xref_stream()
}

fn jbig2_image(scale: f64) -> Vec<u8> {
    let entries = "/Type/XObject/Subtype/Image/Width 100000/Height 100000/BitsPerComponent 1\
        /ColorSpace/DeviceGray/Filter/JBIG2Decode";
    HelloPage::new()
        .resources("/XObject<</I 6 0 R>>")
        .after_hello("q 100 0 0 100 0 0 cm /I Do Q\n")
        .stream(6, entries, Random::new(52).bytes(scaled(1_000_000, scale)))
        .finish()
}
