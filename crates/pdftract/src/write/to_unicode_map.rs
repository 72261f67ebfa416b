//! Writes codes and their texts as a `/ToUnicode` CMap.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::font::char_code::CharCode;

/// The maximum number of entries of a block, by the CMap specification.
const BLOCK: usize = 100;

const HEAD: &str = "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
    /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n\
    /CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n";
const TAIL: &str = "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n";

/// Writes the CMap.
pub(crate) fn write(texts: &BTreeMap<CharCode, String>) -> String {
    let mut out = HEAD.to_owned();
    let ranges = code_spaces(texts.keys());
    block(&mut out, "codespacerange", &ranges);
    let entries: Vec<String> =
        texts.iter().map(|(code, text)| format!("{} <{}>", digits(*code), utf16(text))).collect();
    for entries in entries.chunks(BLOCK) {
        block(&mut out, "bfchar", entries);
    }
    out.push_str(TAIL);
    out
}

fn block(out: &mut String, what: &str, lines: &[String]) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{} begin{what}\n{}\nend{what}", lines.len(), lines.join("\n"));
}

/// Returns the codespace ranges: one if all codes have the same length, otherwise one for each first byte.
fn code_spaces<'c>(codes: impl Iterator<Item = &'c CharCode> + Clone) -> Vec<String> {
    let lengths: BTreeSet<u8> = codes.clone().map(|code| code.len.max(1)).collect();
    let range =
        |first: &str, rest: usize| format!("<{first}{}> <{first}{}>", "00".repeat(rest), "FF".repeat(rest));
    if let (Some(length), 1) = (lengths.first(), lengths.len()) {
        return vec![range("", usize::from(*length))];
    }
    let leading: BTreeSet<(String, u8)> =
        codes.map(|code| (digits(*code).chars().skip(1).take(2).collect(), code.len.max(1))).collect();
    leading.iter().map(|(first, length)| range(first, usize::from(*length) - 1)).take(BLOCK).collect()
}

fn digits(code: CharCode) -> String {
    format!("<{:0width$X}>", code.value, width = usize::from(code.len.max(1)) * 2)
}

fn utf16(text: &str) -> String {
    text.encode_utf16().fold(String::new(), |mut out, unit| {
        let _ = write!(out, "{unit:04X}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::cmap::CMapLimits;
    use crate::font::to_unicode::ToUnicode;

    fn code(value: u32, len: u8) -> CharCode {
        CharCode { value, len }
    }

    #[test]
    fn written_maps_can_be_read_back() {
        let texts: BTreeMap<CharCode, String> = (0..300).map(|n| (code(n, 2), format!("a{n}😀"))).collect();
        let written = write(&texts);
        assert!(written.contains("<0000> <FFFF>"));
        let read = ToUnicode::parse(written.as_bytes(), &CMapLimits::default());
        for (code, text) in &texts {
            let mut found = String::new();
            read.lookup(code.value).unwrap().push_to(&mut found);
            assert_eq!(&found, text);
        }
    }

    #[test]
    fn mixed_lengths_get_ranges_that_do_not_overlap() {
        let texts = [(code(0x41, 1), "A".to_owned()), (code(0x8140, 2), "B".to_owned())].into();
        let written = write(&texts);
        assert!(written.contains("<41> <41>\n<8100> <81FF>"), "{written}");
    }
}
