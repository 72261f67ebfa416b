//! Files without a usable cross-reference, flooded with tokens that a repair scan looks for.

use crate::builder::stream_body_with_length;

use super::page::HelloPage;
use super::recipe::{Expect, Recipe, scaled};

const REPAIRED: &[&str] = &["XREF_REPAIRED", "TRAILER_REBUILT"];

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::scaled(
        "repair_flood",
        "300,000 times object 1 begins and never ends.",
        Expect::no_text().saying(REPAIRED),
        repair_flood,
    ),
    Recipe::scaled(
        "endobj_flood",
        "3 MB of `endobj` stand before the objects.",
        Expect::hello().saying(REPAIRED),
        |scale| flooded("endobj\n", scaled(430_000, scale)),
    ),
    Recipe::scaled(
        "stream_flood",
        "3 MB of `stream` stand before the objects.",
        Expect::hello().saying(REPAIRED),
        |scale| flooded("stream\n", scaled(430_000, scale)),
    ),
    Recipe::scaled(
        "startxref_flood",
        "3 MB of `startxref` stand at the end.",
        Expect::hello().saying(&["XREF_REPAIRED", "TRAILER_REBUILT", "XREF_DAMAGED"]),
        |scale| {
            let mut file = HelloPage::new().into_builder().finish_without_xref();
            file.extend_from_slice(&b"startxref\n0\n".repeat(scaled(250_000, scale)));
            file.extend_from_slice(b"%%EOF\n");
            file
        },
    ),
    Recipe::scaled(
        "trailer_flood",
        "200,000 trailers stand before the objects.",
        Expect::hello().saying(REPAIRED),
        |scale| flooded("trailer\n<</Prev 0>>\n", scaled(200_000, scale)),
    ),
    Recipe::scaled(
        "object_number_flood",
        "300,000 objects of ever other numbers stand before the real ones.",
        Expect::hello().saying(REPAIRED),
        object_number_flood,
    ),
    Recipe::scaled(
        "endstream_search",
        "The content is 5,000 of 20,000 streams that claim a length of 1.",
        Expect::hello().saying(&["STREAM_LENGTH_WRONG"]),
        endstream_search,
    ),
    Recipe::scaled(
        "endstream_missing",
        "20,000 streams claim a length of 1 and have no end.",
        Expect::hello().saying(REPAIRED),
        endstream_missing,
    ),
];

/// Returns the objects without a cross-reference, preceded by a flood.
fn flooded(flood: &str, count: usize) -> Vec<u8> {
    let objects = HelloPage::new().into_builder().finish_without_xref();
    [b"%PDF-1.7\n", flood.repeat(count).as_bytes(), &objects, b"startxref\n7\n%%EOF\n"].concat()
}

/// Has no page content: the last definition of object 1 wins, so there is one empty page.
fn repair_flood(scale: f64) -> Vec<u8> {
    let flood = "1 0 obj\n<<\n".repeat(scaled(300_000, scale));
    let objects = "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
        2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n\
        3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\nstartxref\n7\n%%EOF";
    ["%PDF-1.7\n", &flood, objects].concat().into_bytes()
}

fn object_number_flood(scale: f64) -> Vec<u8> {
    let count = scaled(300_000, scale);
    let flood: String = (0..count).map(|index| format!("{} 0 obj\nnull\nendobj\n", 10 + index)).collect();
    flooded(&flood, 1)
}

fn endstream_search(scale: f64) -> Vec<u8> {
    let count = scaled(20_000, scale) as u32;
    let body = stream_body_with_length("", b"0 0 m 1 1 l S\n", "1");
    // Listing all of them would exceed the limit of content streams per page.
    let pieces: String = (10..10 + count / 4).map(|number| format!(" {number} 0 R")).collect();
    HelloPage::new()
        .contents(format!("[5 0 R{pieces}]"))
        .objects((10..10 + count).map(|number| (number, body.clone())))
        .finish()
}

/// The flood comes last: a reader that skips to the next `endstream` would otherwise correctly lose all real objects.
fn endstream_missing(scale: f64) -> Vec<u8> {
    let mut file = HelloPage::new().into_builder().finish_without_xref();
    for number in 10..10 + scaled(20_000, scale) {
        file.extend_from_slice(format!("{number} 0 obj\n<</Length 1>>\nstream\nxyz\n").as_bytes());
    }
    file
}
