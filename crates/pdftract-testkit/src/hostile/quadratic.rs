//! Valid input in amounts that expose quadratic running time.

use crate::random::Random;

use super::page::{HELLO, HelloPage};
use super::recipe::{Expect, Recipe, scaled};

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::scaled("glyph_flood", "200,000 glyphs stand at random places.", Expect::hello(), |scale| {
        let mut random = Random::new(1);
        glyphs(scaled(200_000, scale), |_| (random.below(600), random.below(680)))
    }),
    Recipe::scaled("glyph_flood_point", "200,000 glyphs stand on one point.", Expect::hello(), |scale| {
        glyphs(scaled(200_000, scale), |_| (300, 300))
    }),
    Recipe::scaled("glyph_flood_line", "200,000 glyphs stand on one line.", Expect::hello(), |scale| {
        glyphs(scaled(200_000, scale), |index| (index * 7 % 600, 300))
    }),
    Recipe::scaled("glyph_flood_column", "200,000 glyphs stand in one column.", Expect::hello(), |scale| {
        glyphs(scaled(200_000, scale), |index| (300, index * 7 % 680))
    }),
    Recipe::scaled("glyph_flood_diagonal", "200,000 glyphs stand on a diagonal.", Expect::hello(), |scale| {
        glyphs(scaled(200_000, scale), |index| (index % 600, index % 600))
    }),
    Recipe::scaled("crowded_lines", "40,000 lines overlap the next ones.", Expect::hello(), |scale| {
        let lines = 0..scaled(40_000, scale);
        let lines: String = lines
            .map(|line| format!("1 0 0 1 50 {}.{:03} Tm (re-) Tj\n", line * 17 / 1_000, line * 17 % 1_000))
            .collect();
        after_hello(&format!("BT /F1 9 Tf\n{lines}ET"))
    }),
    Recipe::scaled(
        "directions_many",
        "40,000 words run in directions of their own.",
        Expect::hello(),
        |scale| {
            let mut random = Random::new(3);
            let words = (0_u32..).take(scaled(40_000, scale)).map(|word| {
                let (sin, cos) = (f64::from(word) * 0.000_25).sin_cos();
                let (x, y) = (random.below(600), random.below(680));
                format!("{cos:.5} {sin:.5} {:.5} {cos:.5} {x} {y} Tm (ab) Tj\n", -sin)
            });
            after_hello(&format!("BT /F1 5 Tf\n{}ET", words.collect::<String>()))
        },
    ),
    Recipe::scaled("columns_many", "60,000 words are in 200 narrow columns.", Expect::hello(), |scale| {
        let words = (0..scaled(60_000, scale)).map(|word| {
            let (x, y) = (5 + word % 200 * 3, 690.0 - (word / 200) as f64 * 1.4);
            format!("1 0 0 1 {x} {y:.1} Tm (ab) Tj\n")
        });
        after_hello(&format!("BT /F1 1 Tf\n{}ET", words.collect::<String>()))
    }),
    Recipe::scaled("inline_no_ei", "50,000 inline images begin and none ends.", Expect::hello(), |scale| {
        after_hello(&"BI /W 1 /H 1 /BPC 8 /CS /G ID x\n".repeat(scaled(50_000, scale)))
    }),
    Recipe::scaled("newline_content", "The content holds a million empty lines.", Expect::hello(), |scale| {
        after_hello(&"\n".repeat(scaled(1_000_000, scale)))
    }),
    Recipe::scaled(
        "next_line_flood",
        "The content moves to the next line a million times.",
        Expect::hello(),
        |scale| after_hello(&format!("BT /F1 1 Tf {} (x) Tj ET", "T* ".repeat(scaled(1_000_000, scale)))),
    ),
    Recipe::scaled(
        "operand_flood",
        "Two million numbers stand before one operator.",
        Expect::hello(),
        |scale| after_hello(&format!("{} w\n", "1 ".repeat(scaled(2_000_000, scale)))),
    ),
    Recipe::scaled(
        "operator_unknown_flood",
        "The content holds a million unknown words.",
        Expect::hello(),
        |scale| after_hello(&"foo ".repeat(scaled(1_000_000, scale))),
    ),
    Recipe::scaled(
        "comment_flood",
        "10 MB of comments stand in the page and its content.",
        Expect::hello(),
        |scale| filled(&"%%%%%%%%%\n".repeat(scaled(500_000, scale))),
    ),
    Recipe::scaled(
        "nul_flood",
        "10 MB of NUL stand in the page and its content.",
        Expect::hello(),
        |scale| filled(&"\0".repeat(scaled(5_000_000, scale))),
    ),
    Recipe::scaled(
        "name_collisions",
        "A dictionary has 200,000 keys with one hash under FxHash.",
        Expect::hello(),
        name_collisions,
    ),
    Recipe::scaled("duplicate_keys", "A dictionary has one key 200,000 times.", Expect::hello(), |scale| {
        HelloPage::new().catalog(format!("/X<<{}>>", "/K 0".repeat(scaled(200_000, scale)))).finish()
    }),
    Recipe::scaled(
        "rectangles_flood",
        "The page draws 200,000 small filled boxes.",
        Expect::hello(),
        |scale| {
            let mut random = Random::new(2);
            let boxes = 0..scaled(200_000, scale);
            let boxes: String =
                boxes.map(|_| format!("{} {} 1 1 re f\n", random.below(600), random.below(600))).collect();
            after_hello(&boxes)
        },
    ),
    Recipe::scaled(
        "clip_flood",
        "The page clips 200,000 times, each within the last.",
        Expect::hello(),
        |scale| after_hello(&"0 0 612 792 re W n\n".repeat(scaled(200_000, scale))),
    ),
];

fn after_hello(content: &str) -> Vec<u8> {
    HelloPage::new().after_hello(content).finish()
}

/// Returns content that shows small letters below the word HELLO, which comes last.
fn glyphs(count: usize, mut place: impl FnMut(usize) -> (usize, usize)) -> Vec<u8> {
    let mut content = "BT /F1 6 Tf\n".to_owned();
    for index in 0..count {
        let (x, y) = place(index);
        content.push_str(&format!("1 0 0 1 {x} {y} Tm (a) Tj\n"));
    }
    content.push_str("ET\n");
    content.push_str(HELLO);
    HelloPage::new().stream(5, "", content).finish()
}

/// Returns a file with filler before the page dictionary and before the content.
fn filled(filler: &str) -> Vec<u8> {
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]\
        /Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>";
    HelloPage::new().object(3, format!("{filler}{page}")).stream(5, "", format!("{filler}{HELLO}")).finish()
}

fn name_collisions(scale: f64) -> Vec<u8> {
    let names: String = (0..)
        .filter_map(colliding_name)
        .take(scaled(200_000, scale))
        .map(|name| format!("/{name} 0"))
        .collect();
    HelloPage::new().resources(format!("/Properties<<{names}>>")).finish()
}

/// Returns a name of 16 bytes for which FxHash (over 8-byte words, as for `str`) always gives the same state.
///
/// The state after two words is `(rotate(first * K, 5) ^ second) * K`, so the second word can undo the first. Returns
/// `None` if the second word would need a NUL, which names cannot hold.
fn colliding_name(index: u32) -> Option<String> {
    const MULTIPLIER: u64 = 0x517C_C1B7_2722_0A95;
    const TARGET: u64 = 0x6161_6161_6161_6161;
    let first = format!("{index:08x}").into_bytes();
    let first_word = u64::from_le_bytes(first.as_slice().try_into().ok()?);
    let second = (first_word.wrapping_mul(MULTIPLIER).rotate_left(5) ^ TARGET).to_le_bytes();
    let bytes = [first, second.to_vec()].concat();
    (!bytes.contains(&0)).then(|| bytes.iter().map(|byte| escape(*byte)).collect())
}

fn escape(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("#{byte:02x}") }
}
