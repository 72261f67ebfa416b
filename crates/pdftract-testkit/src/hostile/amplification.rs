//! Amplification attacks: decompression bombs, filter chains, predictors, huge tokens and arrays.

use crate::encode;
use crate::lzw;
use crate::random::Random;

use super::page::{HELLO, HelloPage};
use super::recipe::{Expect, Recipe, scaled};

const MEBIBYTE: usize = 1 << 20;
const CUT: &[&str] = &["STREAM_LIMIT", "PAGE_WORK_LIMIT", "DOCUMENT_LIMIT"];

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::scaled(
        "flate_bomb",
        "The content inflates to 512 MiB of spaces.",
        Expect::hello().saying(CUT),
        flate_bomb,
    ),
    Recipe::scaled(
        "flate_bomb_nested",
        "The content inflates twice, to 1 GiB of spaces.",
        Expect::hello().saying(CUT),
        flate_bomb_nested,
    ),
    Recipe::scaled(
        "lzw_bomb",
        "The content is an LZW run that becomes 512 MiB of spaces.",
        Expect::hello().saying(CUT),
        lzw_bomb,
    ),
    Recipe::scaled(
        "run_length_bomb",
        "The content is 256 MiB of spaces in RunLength.",
        Expect::hello().saying(CUT),
        run_length_bomb,
    ),
    Recipe::scaled(
        "run_length_chain",
        "Two RunLength filters in a row become 512 MiB.",
        Expect::hello().saying(CUT),
        run_length_chain,
    ),
    Recipe::scaled(
        "ascii85_z_bomb",
        "Flate over ASCII85 whose 128 million `z` become 512 MiB of NUL.",
        Expect::hello().saying(CUT),
        ascii85_z_bomb,
    ),
    Recipe::scaled(
        "filter_chain",
        "The content stream names 50,000 filters.",
        Expect::no_text().saying(&["FILTER_LIMIT"]),
        filter_chain,
    ),
    Recipe::scaled(
        "flate_flipped",
        "Half-way through compressed content one byte is flipped.",
        Expect::hello().saying(&["STREAM_DAMAGED"]),
        flate_flipped,
    ),
    Recipe::scaled(
        "flate_random",
        "A second piece of content is 5 MB of random bytes labelled Flate.",
        Expect::hello().saying(&["STREAM_DAMAGED"]),
        flate_random,
    ),
    Recipe::fixed(
        "predictor_columns",
        "Predictor rows would take 128 GiB each.",
        Expect::hello().saying(&["PREDICTOR_IGNORED"]),
        predictor_columns,
    ),
    Recipe::fixed(
        "predictor_sweep",
        "Pieces of content with every mix of impossible predictor parameters.",
        Expect::hello().saying(&["PREDICTOR_IGNORED"]),
        predictor_sweep,
    ),
    Recipe::scaled(
        "huge_array",
        "The catalog holds an array of 10 million zeros.",
        Expect::hello().saying(&["OBJECT_LIMIT", "DOCUMENT_LIMIT"]),
        huge_array,
    ),
    Recipe::scaled(
        "tj_array",
        "The content shows a TJ array of 5 million zeros.",
        Expect::hello(),
        |scale| {
            HelloPage::new()
                .after_hello(b"0 ".repeat_between(b"BT /F1 1 Tf [", scaled(5_000_000, scale), b"] TJ ET"))
                .finish()
        },
    ),
    Recipe::scaled("digits", "The content holds a number and a name of 3 MB each.", Expect::hello(), digits),
    Recipe::scaled(
        "digits_in_object",
        "The catalog holds a number and a name of 3 MB each.",
        Expect::hello().saying(&["TOKEN_LIMIT"]),
        digits_in_object,
    ),
    Recipe::scaled(
        "string_open",
        "The content ends in 3 million opening parentheses.",
        Expect::hello(),
        |scale| HelloPage::new().after_hello(b"(".repeat(scaled(3_000_000, scale))).finish(),
    ),
    Recipe::scaled(
        "string_open_in_object",
        "The catalog ends in a string of 3 million opening parentheses that never closes.",
        Expect::hello().saying(&["OBJECT_DAMAGED", "TOKEN_LIMIT", "TRAILER_REBUILT", "XREF_REPAIRED"]),
        |scale| {
            HelloPage::new()
                .catalog([b"/X ".to_vec(), b"(".repeat(scaled(3_000_000, scale))].concat())
                .finish()
        },
    ),
    Recipe::fixed(
        "stream_length_lie",
        "The content stream claims 2,147,483,647 bytes.",
        Expect::hello().saying(&["STREAM_LENGTH_WRONG"]),
        || length_claim("2147483647"),
    ),
    Recipe::fixed(
        "stream_length_negative",
        "The content stream claims -1 bytes.",
        Expect::hello().saying(&["STREAM_LENGTH_WRONG"]),
        || length_claim("-1"),
    ),
    Recipe::fixed(
        "spaces_flood",
        "Two glyphs stand two thousand million points apart.",
        Expect::hello(),
        spaces_flood,
    ),
];

/// Repeats a pattern between a prefix and a suffix.
trait RepeatBetween {
    fn repeat_between(&self, before: &[u8], count: usize, after: &[u8]) -> Vec<u8>;
}

impl<const N: usize> RepeatBetween for [u8; N] {
    fn repeat_between(&self, before: &[u8], count: usize, after: &[u8]) -> Vec<u8> {
        [before, &self.repeat(count), after].concat()
    }
}

fn flate_spaces(mebibytes: usize) -> Vec<u8> {
    encode::flate_repeated(HELLO.as_bytes(), &vec![b' '; MEBIBYTE], mebibytes)
}

fn flate_bomb(scale: f64) -> Vec<u8> {
    HelloPage::new().stream(5, "/Filter/FlateDecode", flate_spaces(scaled(512, scale))).finish()
}

fn flate_bomb_nested(scale: f64) -> Vec<u8> {
    let data = encode::flate(&flate_spaces(scaled(1_024, scale)));
    HelloPage::new().stream(5, "/Filter[/FlateDecode/FlateDecode]", data).finish()
}

fn lzw_bomb(scale: f64) -> Vec<u8> {
    let data = lzw::encode_run(HELLO.as_bytes(), b' ', scaled(512 * MEBIBYTE, scale) as u64);
    HelloPage::new().stream(5, "/Filter/LZWDecode", data).finish()
}

fn run_length_bomb(scale: f64) -> Vec<u8> {
    let mut data = encode::run_length_without_end(HELLO.as_bytes());
    data.extend_from_slice(&[0x81, b' '].repeat(scaled(2 * MEBIBYTE, scale)));
    data.push(128);
    HelloPage::new().stream(5, "/Filter/RunLengthDecode", data).finish()
}

/// In the inner data 0x81 is both the run length of 128 and the repeated byte, so that the outer filter can compress
/// it as well.
fn run_length_chain(scale: f64) -> Vec<u8> {
    let hello = encode::run_length_without_end(&[HELLO, " "].concat().into_bytes());
    let mut data = encode::run_length_without_end(&hello);
    data.extend_from_slice(&[0x81, 0x81].repeat(scaled(64 * 1_024, scale)));
    data.push(128);
    HelloPage::new().stream(5, "/Filter[/RunLengthDecode/RunLengthDecode]", data).finish()
}

fn ascii85_z_bomb(scale: f64) -> Vec<u8> {
    let mut hello = HELLO.as_bytes().to_vec();
    hello.resize(hello.len().next_multiple_of(4), b' ');
    let block = vec![b'z'; MEBIBYTE / 4];
    let data = encode::flate_repeated(&encode::ascii85_without_end(&hello), &block, scaled(512, scale));
    HelloPage::new().stream(5, "/Filter[/FlateDecode/ASCII85Decode]", data).finish()
}

fn filter_chain(scale: f64) -> Vec<u8> {
    let filters = format!("/Filter[{}]", "/ASCIIHexDecode ".repeat(scaled(50_000, scale)));
    HelloPage::new().stream(5, &filters, encode::ascii_hex(HELLO.as_bytes())).finish()
}

fn flate_flipped(scale: f64) -> Vec<u8> {
    HelloPage::new().stream(5, "/Filter/FlateDecode", flipped_data(scale)).finish()
}

/// Flips a byte in a block header, so that the block type becomes invalid. A flip elsewhere often lets the Huffman
/// codes resynchronise, and only the checksum would detect it.
fn flipped_data(scale: f64) -> Vec<u8> {
    let mut random = Random::new(50);
    let lines = (0..1_000)
        .map(|_| format!("{} {} m {} 7 l S\n", random.below(612), random.below(792), random.below(9)));
    let block = lines.collect::<String>().into_bytes();
    let count = scaled(100, scale);
    let mut data = encode::flate_repeated(HELLO.as_bytes(), &block, count);
    let before = encode::flate_repeated(HELLO.as_bytes(), &block, count / 2).len() - encode::FLATE_END_BYTES;
    data[before] ^= 0x02;
    data
}

fn flate_random(scale: f64) -> Vec<u8> {
    let noise = Random::new(51).bytes(scaled(5_000_000, scale));
    HelloPage::new().contents("[5 0 R 6 0 R]").stream(6, "/Filter/FlateDecode", noise).finish()
}

fn predictor_columns() -> Vec<u8> {
    let entries = "/Filter/FlateDecode\
        /DecodeParms<</Predictor 12/Colors 32/BitsPerComponent 16/Columns 2147483647>>";
    HelloPage::new().stream(5, entries, encode::flate(HELLO.repeat(10).as_bytes())).finish()
}

fn predictor_sweep() -> Vec<u8> {
    const VALUES: [i64; 4] = [0, 1, -1, 2_147_483_647];
    let data = encode::flate(b"0 0 m 1 1 l S\n");
    let mut page = HelloPage::new();
    let mut pieces = "[5 0 R".to_owned();
    let mut number = 10;
    for predictor in [-1, 0, 2, 12, 15, 2_147_483_647] {
        for (colors, bits, columns) in triples(VALUES) {
            let entries = format!(
                "/Filter/FlateDecode/DecodeParms\
                 <</Predictor {predictor}/Colors {colors}/BitsPerComponent {bits}/Columns {columns}>>"
            );
            page = page.stream(number, &entries, &data);
            pieces.push_str(&format!(" {number} 0 R"));
            number += 1;
        }
    }
    page.contents(pieces + "]").finish()
}

fn triples(values: [i64; 4]) -> impl Iterator<Item = (i64, i64, i64)> {
    (0..64).map(move |index| (values[index / 16], values[index / 4 % 4], values[index % 4]))
}

fn huge_array(scale: f64) -> Vec<u8> {
    HelloPage::new().catalog(b"0 ".repeat_between(b"/X[", scaled(10_000_000, scale), b"]")).finish()
}

fn digits(scale: f64) -> Vec<u8> {
    let count = scaled(3_000_000, scale);
    let content = ["9".repeat(count), " w /".to_owned(), "N".repeat(count), " gs".to_owned()].concat();
    HelloPage::new().after_hello(content).finish()
}

fn digits_in_object(scale: f64) -> Vec<u8> {
    let count = scaled(3_000_000, scale);
    HelloPage::new().catalog(format!("/X {}/Y/{}", "9".repeat(count), "N".repeat(count))).finish()
}

fn length_claim(length: &str) -> Vec<u8> {
    let body = crate::builder::stream_body_with_length("", HELLO.as_bytes(), length);
    HelloPage::new().object(5, body).finish()
}

fn spaces_flood() -> Vec<u8> {
    let content = "BT /F1 12 Tf 1 0 0 1 1000000000 0 Tm (a) Tj 1 0 0 1 -1000000000 -1000000000 Tm (b) Tj ET";
    HelloPage::new().after_hello(content).finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_flipped_byte_breaks_the_compressed_data_itself() {
        for scale in [0.1, 1.0] {
            let data = flipped_data(scale);
            let mut out = Vec::new();
            let result = flate2::read::DeflateDecoder::new(&data[2..]).read_to_end(&mut out);
            assert!(result.is_err() && out.starts_with(HELLO.as_bytes()), "scale {scale}");
        }
    }
}
