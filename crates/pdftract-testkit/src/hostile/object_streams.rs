//! Object streams that misdeclare their contents or contain themselves.

use crate::builder::{XrefEntry, object_stream_body, stream_body};

use super::page::HelloPage;
use super::recipe::{Expect, Recipe, scaled};

const LOST: &[&str] = &["OBJECT_STREAM_DAMAGED", "REFERENCE_LOOP", "OBJECT_MISSING", "XREF_REPAIRED"];

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::fixed(
        "objstm_lie",
        "An unused object stream claims two thousand million objects and extends itself.",
        Expect::hello(),
        || HelloPage::new().object(6, lying_container("/N 2147483647/First 9/Extends 6 0 R")).finish(),
    ),
    Recipe::fixed(
        "objstm_lie_used",
        "The outline stands in an object stream that claims two thousand million objects.",
        Expect::hello().saying(LOST),
        || outline_in(lying_container("/N 2147483647/First 9"), &[]),
    ),
    Recipe::fixed(
        "objstm_first_negative",
        "The outline stands in an object stream whose objects begin before it.",
        Expect::hello().saying(LOST),
        || outline_in(lying_container("/N 2/First -1"), &[]),
    ),
    Recipe::fixed(
        "objstm_offset_lie",
        "The outline's offset in its object stream lies far beyond the end.",
        Expect::hello().saying(LOST),
        || outline_in(stream_body("/Type/ObjStm/N 1/First 13", b"7 2147483647 <<>>"), &[]),
    ),
    Recipe::fixed(
        "objstm_self_contained",
        "The cross-reference says that an object stream stands inside itself.",
        Expect::hello().saying(LOST),
        || outline_in(honest_container(""), &[(6, XrefEntry::Packed { container: 6, index: 0 })]),
    ),
    Recipe::fixed(
        "objstm_ring",
        "The cross-reference says that two object streams stand inside each other.",
        Expect::hello().saying(LOST),
        || {
            let ring = [
                (6, XrefEntry::Packed { container: 8, index: 0 }),
                (8, XrefEntry::Packed { container: 6, index: 1 }),
            ];
            outline_in(honest_container(""), &ring)
        },
    ),
    Recipe::fixed(
        "objstm_holds_itself",
        "An object stream lists itself among its objects.",
        Expect::hello(),
        || outline_in(object_stream_body(&[(7, b"<<>>"), (6, b"<</Type/ObjStm/N 9>>")], ""), &[]),
    ),
    Recipe::fixed(
        "objstm_extends_self",
        "The outline stands in an object stream that extends itself.",
        Expect::hello(),
        || outline_in(honest_container("/Extends 6 0 R"), &[]),
    ),
    Recipe::fixed(
        "objstm_not_a_stream",
        "The outline is said to stand in a number.",
        Expect::hello().saying(LOST),
        || outline_in(b"42".to_vec(), &[]),
    ),
    Recipe::fixed(
        "objstm_length_inside",
        "The length of an object stream stands inside it.",
        Expect::hello().saying(&["STREAM_LENGTH_WRONG", "REFERENCE_LOOP", "OBJECT_STREAM_DAMAGED"]),
        || {
            let entries = "/Type/ObjStm/N 2/First 8";
            let body = crate::builder::stream_body_with_length(entries, b"7 0 8 5 <<>> 99", "8 0 R");
            outline_in(body, &[(8, XrefEntry::Packed { container: 6, index: 1 })])
        },
    ),
    Recipe::scaled(
        "objstm_many",
        "An outline of 15,000 entries stands in one object stream.",
        Expect::hello(),
        objstm_many,
    ),
];

fn lying_container(entries: &str) -> Vec<u8> {
    stream_body(&format!("/Type/ObjStm{entries}"), b"10 0 11 5 1 2 3")
}

fn honest_container(entries: &str) -> Vec<u8> {
    object_stream_body(&[(7, b"<</Type/Outlines>>"), (8, b"null")], entries)
}

/// Returns a file whose outline is object 7; the cross-reference places it in object stream 6.
fn outline_in(container: Vec<u8>, entries: &[(u32, XrefEntry)]) -> Vec<u8> {
    let mut builder = HelloPage::new().catalog("/Outlines 7 0 R").object(6, container).into_builder();
    builder.force_entry(7, XrefEntry::Packed { container: 6, index: 0 });
    for (number, entry) in entries {
        builder.force_entry(*number, *entry);
    }
    builder.finish_with_xref_stream()
}

fn objstm_many(scale: f64) -> Vec<u8> {
    let numbers = 10..10 + scaled(15_000, scale) as u32;
    let items = numbers.clone().map(|number| {
        let item = format!("<</Title(Entry {number})/Parent 6 0 R/Next {} 0 R>>", number + 1);
        (number, item.into_bytes())
    });
    let page = HelloPage::new().catalog("/Outlines 6 0 R").object(6, "<</First 10 0 R>>").objects(items);
    let mut builder = page.into_builder();
    builder.pack(numbers);
    builder.finish_with_xref_stream()
}
