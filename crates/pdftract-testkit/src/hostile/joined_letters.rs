//! Arabic fonts with more unknown letters and ligatures than any text has.

use crate::builder::stream_body;
use crate::encode;
use crate::fonts::sfnt;

use super::page::HelloPage;
use super::recipe::{Expect, Recipe, scaled};

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::fixed(
        "arabic_puzzle",
        "Words of forty letters have 160 letters without a character.",
        Expect::hello(),
        arabic_puzzle,
    ),
    Recipe::scaled(
        "ligature_tables",
        "Each of forty fonts has 32,000 overlapping ligatures of glyphs without a character.",
        Expect::hello(),
        ligature_tables,
    ),
];

/// The letters without a character, and those in front of each word that have one.
const UNKNOWN: u16 = 160;
const KNOWN: [u16; 4] = [0x627, 0x644, 0x645, 0x646];
const WORDS: u16 = 300;
const LETTERS_PER_WORD: u16 = 40;

/// Returns a page on which each word is another row of letters, so that every letter is tried in all of them.
fn arabic_puzzle() -> Vec<u8> {
    let mut content = String::new();
    for word in 0..WORDS {
        let code = |place: u16| match place {
            0 | 1 => 1 + (word + place) % KNOWN.len() as u16,
            _ => 1 + KNOWN.len() as u16 + (word * 37 + place * (7 + word % 50)) % UNKNOWN,
        };
        let codes: String = (0..LETTERS_PER_WORD).map(|place| format!("{:04X}", code(place))).collect();
        let (x, y) = (30 + 180 * (word % 3), 690 - 6 * (word / 3));
        content += &format!("BT /G 8 Tf {x} {y} Td <{codes}> Tj ET\n");
    }
    let fonts = font(10, &arabic_program(Vec::new()));
    HelloPage::new().fonts("/G 10 0 R").after_hello(content).objects(fonts).finish()
}

fn ligature_tables(scale: f64) -> Vec<u8> {
    let program = arabic_program(vec![(b"GSUB", overlapping_ligatures())]);
    let count = scaled(40, scale) as u32;
    let number = |index: u32| 10 + 4 * index;
    let names: String = (0..count).map(|index| format!("/G{index} {} 0 R", number(index))).collect();
    let shown: String = (0..count)
        .map(|index| format!("BT /G{index} 8 Tf 30 {} Td <00010009> Tj ET\n", 690 - index % 60 * 10))
        .collect();
    let fonts = (0..count).flat_map(|index| font(number(index), &program));
    HelloPage::new().fonts(&names).after_hello(shown).objects(fonts).finish()
}

/// Returns a composite font without `/ToUnicode` and its program as objects `number` to `number` + 3.
fn font(number: u32, program: &[u8]) -> [(u32, Vec<u8>); 4] {
    let [descendant, descriptor, file] = [1, 2, 3].map(|offset| number + offset);
    let body = |entries: String| format!("<<{entries}>>").into_bytes();
    [
        (
            number,
            body(format!(
                "/Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[{descendant} 0 R]"
            )),
        ),
        (
            descendant,
            body(format!(
                "/Type/Font/Subtype/CIDFontType2/BaseFont/A/DW 500/CIDToGIDMap/Identity\
                 /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor {descriptor} 0 R"
            )),
        ),
        (descriptor, body(format!("/Type/FontDescriptor/FontName/A/Flags 4/FontFile2 {file} 0 R"))),
        (file, stream_body("/Filter/FlateDecode", &encode::flate(program))),
    ]
}

/// Returns a font of which only the first letters are in `cmap`.
fn arabic_program(more: Vec<(&'static [u8; 4], Vec<u8>)>) -> Vec<u8> {
    let count = KNOWN.len() as u16 + UNKNOWN;
    let mut tables = sfnt::basic_tables(1000, &vec![500; usize::from(count) + 1]);
    tables[0].1[51] = 1;
    let shape = |index: u16| {
        let step = 100 + i16::try_from(index).expect("few letters") * 5;
        sfnt::simple_glyph(&[(0, 0), (480, 0), (480, step), (300, step / 2), (200, 900), (0, 40)])
    };
    let glyphs: Vec<Vec<u8>> = (0..count).map(shape).collect();
    let mut loca = vec![0_u32, 0];
    let mut end = 0;
    for glyph in &glyphs {
        end += u32::try_from(glyph.len()).expect("small glyphs");
        loca.push(end);
    }
    tables.push((b"loca", loca.iter().flat_map(|at| at.to_be_bytes()).collect()));
    tables.push((b"glyf", glyphs.concat()));
    let segments: Vec<(u16, u16, u16)> =
        KNOWN.into_iter().zip(1..).map(|(code, glyph)| (code, code, glyph)).collect();
    tables.push((b"cmap", sfnt::cmap(&[(3, 1, sfnt::cmap_format_4(&segments))])));
    tables.extend(more);
    sfnt::sfnt(&[0, 1, 0, 0], &tables)
}

/// Returns a `GSUB` table whose list of ligatures is at the same time their contents: each ligature begins two bytes after
/// the one before.
fn overlapping_ligatures() -> Vec<u8> {
    let count: u16 = 32_000;
    let words = |numbers: &[u16]| numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<u8>>();
    let head = words(&[1, 0, 0, 10, 12, 0, 1, 4, 4, 0, 1, 8]);
    let subtable = words(&[1, 8, 1, 14, 1, 1, 300]);
    let set: Vec<u16> = std::iter::once(count).chain((0..count).map(|index| 2 + 2 * index)).collect();
    [head, subtable, words(&set)].concat()
}
