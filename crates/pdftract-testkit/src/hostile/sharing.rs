//! One string, font part or stream that many others name: what is read for each of them grows without any bytes.

use std::fmt::Write;

use super::page::{HELLO, HelloPage};
use super::recipe::{Expect, PageExpectation, Recipe, scaled};
use crate::encode;

const LIMIT: &[&str] = &["DOCUMENT_LIMIT"];
const WORK: &[&str] = &["PAGE_WORK_LIMIT", "DOCUMENT_LIMIT"];

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::scaled(
        "shared_title",
        "100 outline entries share a title of 1 MB.",
        Expect::hello().saying(LIMIT),
        |scale| {
            let entry = |n: u32| format!("<</Title 6 0 R/Parent 7 0 R/Next {} 0 R>>", n + 1);
            many(scaled(100, scale), entry)
                .object(7, "<</First 10 0 R/Last 10 0 R/Count 1>>")
                .catalog("/Outlines 7 0 R")
                .finish()
        },
    ),
    Recipe::scaled(
        "shared_field_value",
        "100 form fields share a name and a value of 1 MB.",
        Expect::hello().saying(LIMIT),
        |scale| {
            let count = scaled(100, scale);
            let field = |_| "<</FT/Tx/V 6 0 R/T 6 0 R/TU 6 0 R>>".to_owned();
            many(count, field).catalog(format!("/AcroForm<</Fields[{}]>>", references(count))).finish()
        },
    ),
    Recipe::scaled(
        "shared_layer_name",
        "100 layers share a name of 1 MB.",
        Expect::hello().saying(LIMIT),
        |scale| {
            let count = scaled(100, scale);
            let list = references(count);
            let layers = format!("/OCProperties<</OCGs[{list}]/D<</Order[{list}]>>>>");
            many(count, |_| "<</Type/OCG/Name 6 0 R>>".to_owned()).catalog(layers).finish()
        },
    ),
    Recipe::scaled(
        "shared_attachment_name",
        "100 attachments share a name and a description of 1 MB.",
        Expect::hello().saying(LIMIT),
        |scale| {
            let count = scaled(100, scale);
            let names: String =
                (0..count).fold(String::new(), |all, n| all + &format!("(a{n:06}) {} 0 R ", n + 10));
            many(count, |_| "<</Type/Filespec/F 6 0 R/UF 6 0 R/Desc 6 0 R>>".to_owned())
                .catalog(format!("/Names<</EmbeddedFiles<</Names[{names}]>>>>"))
                .finish()
        },
    ),
    Recipe::scaled(
        "shared_uri",
        "100 links of a page share an address of 1 MB.",
        Expect::hello().saying(LIMIT),
        |scale| annotations(scaled(100, scale), "/Subtype/Link/Rect[9 9 20 20]/A<</S/URI/URI 6 0 R>>"),
    ),
    Recipe::scaled(
        "shared_note",
        "100 notes share their text and author of 1 MB.",
        Expect::hello().saying(LIMIT),
        |scale| annotations(scaled(100, scale), "/Subtype/Text/Rect[9 9 20 20]/Contents 6 0 R/T 6 0 R"),
    ),
    Recipe::scaled(
        "shared_widget_value",
        "100 widgets without appearance show a value of 1 MB.",
        Expect::hello().saying(WORK),
        |scale| annotations(scaled(100, scale), "/Subtype/Widget/FT/Tx/Rect[9 9 200 20]/V 6 0 R"),
    ),
    Recipe::fixed(
        "shared_info",
        "All entries of the Info dictionary are one string of 12 MB.",
        Expect::hello().saying(LIMIT),
        || {
            let keys = ["Title", "Author", "Subject", "Keywords", "Creator", "Producer"];
            let info: String = keys.iter().map(|key| format!("/{key} 6 0 R")).collect();
            HelloPage::new()
                .object(6, format!("({})", "words ".repeat(2_000_000)))
                .object(7, format!("<<{info}>>"))
                .trailer("/Info 7 0 R")
                .finish()
        },
    ),
    Recipe::scaled("shared_widths", "1,000 composite fonts share 60,000 widths.", Expect::hello(), |scale| {
        let widths: String = (0..60_000).map(|n| format!("{n}[{}]", n % 999)).collect();
        let font = "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[7 0 R]>>";
        let described = "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/W 6 0 R>>";
        fonts(scaled(1_000, scale), font, "<0041>")
            .object(6, format!("[{widths}]"))
            .object(7, described)
            .finish()
    }),
    Recipe::scaled(
        "shared_to_unicode",
        "1,000 fonts share a ToUnicode map of 100,000 entries.",
        Expect::hello(),
        |scale| {
            let entries: String =
                (0..100_000).map(|n| format!("<{:04x}><{:04x}>", n & 0xFFFF, 0x4E00 + n % 9_999)).collect();
            let map = format!(
                "begincmap 1 begincodespacerange<0000><ffff>endcodespacerange 100 beginbfchar{entries}endbfchar endcmap"
            );
            let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>";
            fonts(scaled(1_000, scale), font, "(A)")
                .stream(6, "/Filter/FlateDecode", encode::flate(map.as_bytes()))
                .finish()
        },
    ),
    Recipe::scaled(
        "shared_program",
        "50 fonts share a program of 30 MB that is none.",
        Expect::hello(),
        |scale| {
            let font = "<</Type/Font/Subtype/TrueType/BaseFont/A/FontDescriptor 7 0 R>>";
            fonts(scaled(50, scale), font, "(A)")
                .stream(6, "/Filter/FlateDecode", encode::flate_repeated(b"\0\x01\0\0", &[0; 1 << 16], 480))
                .object(7, "<</Type/FontDescriptor/FontName/A/Flags 4/FontFile2 6 0 R>>")
                .finish()
        },
    ),
    Recipe::scaled(
        "shared_differences",
        "10,000 fonts share 256 names of 200 bytes each.",
        Expect::hello().saying(LIMIT),
        |scale| {
            let names: String = (0..256).map(|n| format!("/{}{n}", "n".repeat(200))).collect();
            let font = "<</Type/Font/Subtype/Type1/BaseFont/Zz/Encoding<</Differences 6 0 R>>>>";
            fonts(scaled(10_000, scale), font, "(A)").object(6, format!("[0{names}]")).finish()
        },
    ),
    Recipe::scaled("fonts_many", "20,000 fonts, each shown once.", Expect::hello().saying(LIMIT), |scale| {
        let font = "<</Type/Font/Subtype/Type1/BaseFont/Zz>>";
        fonts(scaled(20_000, scale), font, "(A)").finish()
    }),
    Recipe::scaled(
        "text_bomb",
        "A code that stands for 128 characters is shown 500,000 times.",
        Expect::hello().saying(WORK),
        |scale| {
            let map = format!("begincmap 1 beginbfchar<41><{}>endbfchar endcmap", "0042".repeat(128));
            let text = "A".repeat(scaled(500_000, scale));
            HelloPage::new()
                .fonts("/G 7 0 R")
                .stream(6, "", map)
                .object(7, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>")
                .after_hello(format!("BT /G 1 Tf 10 500 Td ({text}) Tj ET"))
                .finish()
        },
    ),
    Recipe::scaled(
        "shared_content",
        "50 pages share a content of 60,000 glyphs.",
        Expect::hello().pages(PageExpectation::AtLeast(1)).saying(WORK),
        |scale| {
            let count = scaled(50, scale);
            let content: String = (0..30_000).fold(HELLO.to_owned() + "BT /F1 4 Tf ", |mut all, n: u32| {
                let _ = write!(all, "1 0 0 1 {} {} Tm (ab) Tj ", n * 7 % 600, n * 13 % 690);
                all
            });
            let page = |_| "<</Type/Page/Parent 2 0 R/Contents 5 0 R>>".to_owned();
            let root = format!(
                "<</Type/Pages/Count {count}/Kids[{}]/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>>>",
                references(count)
            );
            many(count, page)
                .object(2, root)
                .stream(5, "/Filter/FlateDecode", encode::flate((content + "ET").as_bytes()))
                .finish()
        },
    ),
    Recipe::scaled(
        "chequered_glyphs",
        "The glyphs of a Type 3 font are one chequered picture of 2,048 pixels square.",
        Expect::hello(),
        |scale| {
            let rows: Vec<u8> =
                (0..2_048_usize).flat_map(|row| [if row % 2 == 0 { 0xAA } else { 0x55 }; 256]).collect();
            let letters: String = ('A'..='Z').take(scaled(26, scale).min(26)).collect();
            let glyphs: String = letters.chars().map(|c| format!("/{c} 8 0 R")).collect();
            let names: String = letters.chars().map(|c| format!("/{c}")).collect();
            HelloPage::new()
                .fonts("/G 6 0 R")
                .object(6, format!("<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 90/CharProcs<<{glyphs}>>/Encoding<</Differences[65{names}]>>/Resources<</XObject<</I 7 0 R>>>>>>"))
                .stream(7, "/Type/XObject/Subtype/Image/Width 2048/Height 2048/ImageMask true/BitsPerComponent 1/Filter/FlateDecode", encode::flate(&rows))
                .stream(8, "", "1 0 d0 /I Do")
                .after_hello(format!("BT /G 10 Tf 50 500 Td ({letters}) Tj ET"))
                .finish()
        },
    ),
    Recipe::fixed(
        "contents_nested",
        "The contents of the page are a list within a list.",
        Expect::no_text().saying(&["CONTENTS_INVALID"]),
        || HelloPage::new().contents("[[5 0 R]]").finish(),
    ),
    Recipe::fixed(
        "box_with_exponent",
        "The width of the page is written with an exponent.",
        Expect::hello(),
        || {
            let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 1e3 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>";
            HelloPage::new().object(3, page).finish()
        },
    ),
];

/// Returns a page with objects from 10 on, and a string of 1 MB as object 6.
fn many(count: usize, object: impl Fn(u32) -> String) -> HelloPage {
    let objects = (10..).take(count).map(|number| (number, object(number).into_bytes()));
    HelloPage::new().object(6, format!("({})", "word ".repeat(200_000))).objects(objects)
}

fn references(count: usize) -> String {
    (10..).take(count).map(|number: u32| format!("{number} 0 R ")).collect()
}

/// Returns a page with annotations from object 10 on.
fn annotations(count: usize, entries: &str) -> Vec<u8> {
    let page = format!("/Annots[{}]", references(count));
    many(count, |_| format!("<</Type/Annot{entries}>>")).page(&page).finish()
}

/// Returns a page that shows a string in each of many equal fonts from object 10 on.
fn fonts(count: usize, font: &str, string: &str) -> HelloPage {
    let names: String = (10..).take(count).map(|number: u32| format!("/G{number} {number} 0 R")).collect();
    let shown: String = (10..)
        .take(count)
        .map(|number: u32| format!("BT /G{number} 5 Tf 50 500 Td {string} Tj ET\n"))
        .collect();
    many(count, |_| font.to_owned()).fonts(&names).after_hello(shown)
}
