//! Values nested deeper than any call stack, and reference cycles.

use crate::builder::stream_body_with_length;

use super::page::{HELLO, HelloPage};
use super::recipe::{Expect, Recipe, scaled};

const DEEP: &[&str] = &["OBJECT_LIMIT"];

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::scaled(
        "nest_array",
        "The catalog holds 100,000 nested arrays.",
        Expect::hello().saying(DEEP),
        |scale| in_catalog(&nest("[", "", "]", scaled(100_000, scale))),
    ),
    Recipe::scaled(
        "nest_dict",
        "The catalog holds 100,000 nested dictionaries.",
        Expect::hello().saying(DEEP),
        |scale| in_catalog(&nest("<</A", " 1", ">>", scaled(100_000, scale))),
    ),
    Recipe::scaled(
        "nest_mixed",
        "The catalog holds arrays and dictionaries nested 100,000 deep in turns.",
        Expect::hello().saying(DEEP),
        |scale| in_catalog(&nest("[<</A", " null", ">>]", scaled(50_000, scale))),
    ),
    Recipe::scaled(
        "nest_array_open",
        "The catalog holds 200,000 arrays that never close.",
        Expect::hello().saying(&["OBJECT_LIMIT", "OBJECT_DAMAGED", "XREF_REPAIRED"]),
        |scale| in_catalog(&"[".repeat(scaled(200_000, scale))),
    ),
    Recipe::scaled(
        "nest_resources",
        "The page's resources hold 100,000 nested dictionaries.",
        Expect::hello().saying(DEEP),
        |scale| {
            let nested = nest("<</A", " 1", ">>", scaled(100_000, scale));
            // The nested value comes last, so that a reader that drops the rest of the page still has what it needs.
            HelloPage::new().page(&format!("/PieceInfo{nested}")).finish()
        },
    ),
    Recipe::scaled(
        "nest_trailer",
        "The trailer holds 100,000 nested arrays.",
        Expect::hello().saying(&["OBJECT_LIMIT", "XREF_REPAIRED", "TRAILER_REBUILT"]),
        |scale| {
            HelloPage::new().trailer(&format!("/X {}", nest("[", "", "]", scaled(100_000, scale)))).finish()
        },
    ),
    Recipe::scaled(
        "nest_objstm",
        "The outline is 100,000 nested dictionaries within an object stream.",
        Expect::hello().saying(DEEP),
        nest_objstm,
    ),
    Recipe::scaled("nest_content", "The content holds 200,000 nested arrays.", Expect::hello(), |scale| {
        after_hello(&(nest("[", "", "]", scaled(200_000, scale)) + " TJ\n"))
    }),
    Recipe::scaled(
        "nest_content_dict",
        "Marked content has properties of 100,000 nested dictionaries.",
        Expect::hello(),
        |scale| after_hello(&format!("/P {} BDC EMC\n", nest("<</A", " 1", ">>", scaled(100_000, scale)))),
    ),
    Recipe::scaled("nest_marked", "The content opens 500,000 marked parts.", Expect::hello(), |scale| {
        after_hello(&"/P BMC ".repeat(scaled(500_000, scale)))
    }),
    Recipe::scaled("nest_q", "The content saves its state a million times.", Expect::hello(), |scale| {
        after_hello(&"q ".repeat(scaled(1_000_000, scale)))
    }),
    Recipe::scaled(
        "restore_flood",
        "The content restores a state a million times that was never saved.",
        Expect::hello(),
        |scale| after_hello(&"Q ".repeat(scaled(1_000_000, scale))),
    ),
    Recipe::scaled(
        "ref_chain",
        "The content stands behind 100,000 references in a row.",
        Expect::no_text().saying(&["REFERENCE_LOOP"]),
        ref_chain,
    ),
    Recipe::fixed(
        "ref_cycle",
        "The content is a reference to a reference to itself.",
        Expect::no_text().saying(&["REFERENCE_LOOP"]),
        || HelloPage::new().object(5, "6 0 R").object(6, "5 0 R").finish(),
    ),
    Recipe::fixed(
        "length_cycle",
        "The length of the content stream is the stream itself.",
        Expect::hello().saying(&["STREAM_LENGTH_WRONG", "REFERENCE_LOOP"]),
        || HelloPage::new().object(5, stream_body_with_length("", HELLO.as_bytes(), "5 0 R")).finish(),
    ),
    Recipe::fixed(
        "filter_cycle",
        "The filter of a second piece of content is a reference to itself.",
        Expect::hello(),
        || {
            let page = HelloPage::new().contents("[5 0 R 6 0 R]").object(7, "7 0 R");
            page.stream(6, "/Filter 7 0 R/DecodeParms 7 0 R", "0 0 m").finish()
        },
    ),
];

fn nest(open: &str, middle: &str, close: &str, depth: usize) -> String {
    [&open.repeat(depth), middle, &close.repeat(depth)].concat()
}

fn in_catalog(value: &str) -> Vec<u8> {
    HelloPage::new().catalog(format!("/X {value}")).finish()
}

fn after_hello(content: &str) -> Vec<u8> {
    HelloPage::new().after_hello(content).finish()
}

fn nest_objstm(scale: f64) -> Vec<u8> {
    let outline = nest("<</First", " null", ">>", scaled(100_000, scale));
    let mut builder = HelloPage::new().catalog("/Outlines 6 0 R").object(6, outline).into_builder();
    builder.pack([6]);
    builder.finish_with_xref_stream()
}

fn ref_chain(scale: f64) -> Vec<u8> {
    let last = 10 + scaled(100_000, scale) as u32;
    let links = (10..last).map(|number| (number, format!("{} 0 R", number + 1).into_bytes()));
    HelloPage::new().object(5, "10 0 R").objects(links).stream(last, "", HELLO).finish()
}
