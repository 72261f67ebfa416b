//! Fonts, widths and CMaps with wrong values, cycles or excessive ranges.

use crate::builder::stream_body;
use crate::encode;

use super::page::HelloPage;
use super::recipe::{Expect, Recipe, scaled};

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::fixed("cmap_range", "A ToUnicode range covers all codes of four bytes.", Expect::hello(), || {
        with_to_unicode("1 beginbfrange\n<00000000> <ffffffff> <0041>\nendbfrange")
    }),
    Recipe::scaled(
        "cmap_ranges",
        "20,000 ToUnicode ranges cover all codes of two bytes.",
        Expect::hello(),
        |scale| {
            let block = format!("100 beginbfrange\n{}endbfrange\n", "<0000> <ffff> <0041>\n".repeat(100));
            with_to_unicode(&block.repeat(scaled(200, scale)))
        },
    ),
    Recipe::scaled("cmap_chars", "A ToUnicode map has 300,000 single entries.", Expect::hello(), |scale| {
        let entries: String =
            (0..scaled(300_000, scale)).map(|code| format!("<{code:08x}> <0041>\n")).collect();
        with_to_unicode(&format!("300000 beginbfchar\n{entries}endbfchar"))
    }),
    Recipe::scaled("cmap_long_text", "One code stands for a million letters.", Expect::hello(), |scale| {
        let text = "0041".repeat(scaled(1_000_000, scale));
        with_to_unicode(&format!("1 beginbfchar\n<0041> <{text}>\nendbfchar"))
    }),
    Recipe::fixed("usecmap_ring", "Three character maps use each other in a ring.", Expect::hello(), || {
        usecmap_chain(&[(20, 21), (21, 22), (22, 20)])
    }),
    Recipe::scaled(
        "usecmap_chain",
        "10,000 character maps use each other in a row.",
        Expect::hello(),
        |scale| {
            let last = 20 + scaled(10_000, scale) as u32;
            let links: Vec<(u32, u32)> = (20..last).map(|number| (number, number + 1)).collect();
            usecmap_chain(&links)
        },
    ),
    Recipe::fixed(
        "codespace_widths",
        "Codespaces mix all widths from no byte to five.",
        Expect::hello(),
        codespace_widths,
    ),
    Recipe::fixed("codespace_empty", "A character map has no codespace at all.", Expect::hello(), || {
        let map = "/CIDInit/ProcSet findresource begin begincmap endcmap end";
        composite("20 0 R", "").stream(20, "/Type/CMap/CMapName/E", map).stream(13, "", map).finish()
    }),
    Recipe::fixed(
        "cid_widths",
        "One width range covers two thousand million glyphs.",
        Expect::hello(),
        || composite("/Identity-H", "/W[0 2147483647 500]").stream(13, "", to_unicode_map("")).finish(),
    ),
    Recipe::scaled("cid_widths_pairs", "The widths are a million single ranges.", Expect::hello(), |scale| {
        let widths: String =
            (0..scaled(1_000_000, scale)).map(|index| format!("{0} {0} 500 ", index % 65_536)).collect();
        composite("/Identity-H", &format!("/W[{widths}]")).stream(13, "", to_unicode_map("")).finish()
    }),
    Recipe::fixed("cid_widths_wrong", "The widths are everything but numbers.", Expect::hello(), || {
        let widths = "/W[/a(b)[1 2]-5[3 4]9 2 1 null 7[[[1]]]2 3]/DW/none/W2[0 -1 2 3 4 5]";
        composite("/Identity-H", widths).stream(13, "", to_unicode_map("")).finish()
    }),
    Recipe::fixed(
        "simple_widths_wrong",
        "A simple font claims characters from -5 to 2,147,483,647.",
        Expect::hello(),
        || simple("/FirstChar -5/LastChar 2147483647/Widths[1e38 -1e38 null/x]", "(AB)").finish(),
    ),
    Recipe::fixed(
        "differences_wrong",
        "The differences of an encoding name impossible codes.",
        Expect::hello(),
        || simple("/Encoding<</Differences[-1/a 255/b/c/d 2147483647/e(x)[/f]<<>>/g]>>", "(AB)").finish(),
    ),
    Recipe::fixed("descendant_ring", "A composite font is its own descendant.", Expect::hello(), || {
        let font = "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 10 0 R/DescendantFonts[10 0 R]/ToUnicode 10 0 R>>";
        with_text("<00410042>").object(10, font).finish()
    }),
    Recipe::fixed(
        "bad_unicode",
        "Codes stand for surrogates, noncharacters, NUL, tags and overrides.",
        Expect::hello(),
        bad_unicode,
    ),
    Recipe::fixed(
        "lying_to_unicode",
        "A ToUnicode map moves every letter by thirteen.",
        Expect::hello(),
        lying_to_unicode,
    ),
    Recipe::scaled(
        "bidi_flood",
        "A line opens 100,000 embeddings from right to left.",
        Expect::hello(),
        |scale| flood_of("202B", scaled(100_000, scale)),
    ),
    Recipe::scaled("marks_flood", "One letter carries 100,000 accents.", Expect::hello(), |scale| {
        flood_of("0301", scaled(100_000, scale))
    }),
    Recipe::scaled(
        "type1_eexec_huge",
        "A Type 1 program claims Subrs without end and 50 MB.",
        Expect::hello(),
        type1_eexec_huge,
    ),
    Recipe::fixed(
        "cff_index_lie",
        "A CFF program has an index of 65,535 entries beyond its end.",
        Expect::hello(),
        || {
            let mut program = vec![1, 0, 4, 4, 0xFF, 0xFF, 4];
            program.extend_from_slice(&[0x7F; 256]);
            embedded("FontFile3", "/Subtype/Type1C", &program)
        },
    ),
    Recipe::scaled(
        "sfnt_cmap_groups",
        "A TrueType map has 65,535 groups of all characters.",
        Expect::hello(),
        |scale| embedded("FontFile2", "", &sfnt_with_groups(scaled(65_535, scale))),
    ),
];

/// Returns a composite font as objects `number` to `number` + 2; the encoding is a name or a reference.
pub(super) fn composite_font(
    number: u32,
    to_unicode: u32,
    encoding: &str,
    descendant_entries: &str,
) -> [(u32, Vec<u8>); 3] {
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding {encoding}/DescendantFonts[{} 0 R]\
         /ToUnicode {to_unicode} 0 R>>",
        number + 1
    );
    let descendant = format!(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/A\
         /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500{descendant_entries}\
         /FontDescriptor {} 0 R>>",
        number + 2
    );
    [
        (number, font.into_bytes()),
        (number + 1, descendant.into_bytes()),
        (number + 2, descriptor("").into_bytes()),
    ]
}

fn descriptor(entries: &str) -> String {
    format!(
        "<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 1/Descent 0\
         /CapHeight 1/StemV 1{entries}>>"
    )
}

/// Returns a page that shows a string in font `/G`, which is object 10.
fn with_text(string: &str) -> HelloPage {
    HelloPage::new().fonts("/G 10 0 R").after_hello(format!("BT /G 12 Tf 72 600 Td {string} Tj ET"))
}

/// Returns a page with a composite font in objects 10 to 12 and its ToUnicode map in 13.
fn composite(encoding: &str, descendant_entries: &str) -> HelloPage {
    with_text("<00410042>").objects(composite_font(10, 13, encoding, descendant_entries))
}

fn simple(entries: &str, string: &str) -> HelloPage {
    with_text(string).object(10, format!("<</Type/Font/Subtype/Type1/BaseFont/Helvetica{entries}>>"))
}

fn with_to_unicode(mappings: &str) -> Vec<u8> {
    composite("/Identity-H", "").stream(13, "", to_unicode_map(mappings)).finish()
}

fn to_unicode_map(mappings: &str) -> String {
    map_with_codespace("1 begincodespacerange<00000000><ffffffff>endcodespacerange", mappings)
}

fn map_with_codespace(codespace: &str, mappings: &str) -> String {
    format!("/CIDInit/ProcSet findresource begin begincmap\n{codespace}\n{mappings}\nendcmap end")
}

/// Returns a file with CMaps that refer to each other by `usecmap`; the font uses the first, and the last of a chain
/// is missing.
fn usecmap_chain(links: &[(u32, u32)]) -> Vec<u8> {
    let maps = links.iter().map(|(number, used)| {
        let entries = format!("/Type/CMap/CMapName/M{number}/UseCMap {used} 0 R");
        let map = map_with_codespace(
            &format!("/M{used} usecmap 1 begincodespacerange<0000><ffff>endcodespacerange"),
            "",
        );
        (*number, stream_body(&entries, map.as_bytes()))
    });
    composite("20 0 R", "").objects(maps).stream(13, "", to_unicode_map("")).finish()
}

fn codespace_widths() -> Vec<u8> {
    let mut ranges = String::new();
    for low in 0..=5 {
        for high in 0..=5 {
            ranges.push_str(&format!("<{}> <{}>\n", "00".repeat(low), "ff".repeat(high)));
        }
    }
    let map = map_with_codespace(
        &format!("36 begincodespacerange\n{ranges}endcodespacerange"),
        "1 begincidrange\n<> <ffffffffff> 0\nendcidrange\n1 beginbfchar\n<> <0041>\nendbfchar",
    );
    composite("20 0 R", "").stream(20, "/Type/CMap/CMapName/W", &map).stream(13, "", &map).finish()
}

fn bad_unicode() -> Vec<u8> {
    let targets = ["D800", "DC00", "D800D800", "FFFE", "FFFF", "0000", "DB40DC41", "202E", "2066", "00", ""];
    let entries: String = targets
        .iter()
        .enumerate()
        .map(|(index, target)| format!("<{:02x}> <{target}>\n", 0x61 + index))
        .collect();
    let map = one_byte_map(&format!("{} beginbfchar\n{entries}endbfchar", targets.len()));
    simple("/ToUnicode 13 0 R", "(abcdefghijk)").stream(13, "", map).finish()
}

fn one_byte_map(mappings: &str) -> String {
    map_with_codespace("1 begincodespacerange<00><ff>endcodespacerange", mappings)
}

fn lying_to_unicode() -> Vec<u8> {
    let map = one_byte_map(
        "4 beginbfrange\n<41> <4d> <004e>\n<4e> <5a> <0041>\n<61> <6d> <006e>\n<6e> <7a> <0061>\nendbfrange",
    );
    simple("/ToUnicode 13 0 R", "(The quick brown fox jumps over the lazy dog)").stream(13, "", map).finish()
}

/// Returns a file that shows a letter followed by `count` copies of one character.
fn flood_of(unicode: &str, count: usize) -> Vec<u8> {
    let map = one_byte_map(&format!("2 beginbfchar\n<61> <0061>\n<62> <{unicode}>\nendbfchar"));
    simple("/ToUnicode 13 0 R", &format!("(a{})", "b".repeat(count))).stream(13, "", map).finish()
}

/// Returns a file with a simple font and its embedded program.
fn embedded(key: &str, stream_entries: &str, program: &[u8]) -> Vec<u8> {
    simple("/FontDescriptor 11 0 R", "(AB)")
        .object(11, descriptor(&format!("/{key} 12 0 R")))
        .stream(12, stream_entries, program)
        .finish()
}

fn type1_eexec_huge(scale: f64) -> Vec<u8> {
    let clear = "%!PS-AdobeFont-1.0: A\n/Encoding 256 array dup 65/A put readonly def\n\
        /Subrs 2147483647 array\n/CharStrings 2147483647 dict dup begin\ncurrentfile eexec\n";
    let mebibytes = scaled(50, scale);
    let data = encode::flate_repeated(clear.as_bytes(), &vec![0xD9; 1 << 20], mebibytes);
    let entries =
        format!("/Filter/FlateDecode/Length1 {}/Length2 {}/Length3 2147483647", clear.len(), mebibytes << 20);
    embedded("FontFile", &entries, &data)
}

/// Returns a font that has only a `cmap` of format 12.
fn sfnt_with_groups(groups: usize) -> Vec<u8> {
    let mut map = vec![0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0];
    map.extend_from_slice(&((16 + 12 * groups) as u32).to_be_bytes());
    map.extend_from_slice(&[0; 4]);
    map.extend_from_slice(&u32::MAX.to_be_bytes());
    let group = [[0; 4], [0xFF; 4], [0; 4]].concat();
    map.extend_from_slice(&group.repeat(groups));
    let mut font = vec![0, 1, 0, 0, 0, 1, 0, 16, 0, 0, 0, 0];
    font.extend_from_slice(b"cmap\0\0\0\0\0\0\0\x1c");
    font.extend_from_slice(&(map.len() as u32).to_be_bytes());
    font.extend_from_slice(&map);
    font
}
