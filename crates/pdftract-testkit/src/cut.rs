//! Truncates a file at many positions, as an interrupted download does.

use std::collections::BTreeSet;

/// Keywords around which truncation is most likely to confuse a reader.
const KEYWORDS: [&[u8]; 7] = [b"obj", b"stream", b"endstream", b"endobj", b"xref", b"trailer", b"startxref"];

/// The number of occurrences of each keyword to cut around; the evenly spread cuts cover the rest.
const CUTS_PER_KEYWORD: usize = 4;

/// Returns prefixes of `input`, shortest first: at `count` evenly spread places, and just before, within and after
/// the first occurrences of each keyword. The whole input is never among them.
pub fn cuts(input: &[u8], count: usize) -> impl Iterator<Item = &[u8]> {
    let mut places: BTreeSet<usize> = (0..count).map(|step| input.len() * step / count.max(1)).collect();
    for keyword in KEYWORDS {
        for start in occurrences(input, keyword).take(CUTS_PER_KEYWORD) {
            let end = start + keyword.len();
            places.extend([start, start + 1, end - 1, end, end + 1]);
        }
    }
    let length = input.len();
    places.into_iter().filter(move |place| *place < length).map(move |place| &input[..place])
}

fn occurrences<'a>(input: &'a [u8], keyword: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    input.windows(keyword.len()).enumerate().filter(move |(_, window)| *window == keyword).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{simple_document, text_page};

    #[test]
    fn cuts_are_growing_true_prefixes() {
        let file = simple_document(&[&text_page("HELLO")]);
        let lengths: Vec<usize> = cuts(&file, 64).map(<[u8]>::len).collect();
        assert!(lengths.len() > 64);
        assert!(lengths.is_sorted_by(|left, right| left < right));
        assert!(lengths.iter().all(|length| *length < file.len()));
        assert!(cuts(&file, 64).all(|cut| file.starts_with(cut)));
    }

    #[test]
    fn keywords_are_cut_apart() {
        let file = b"............ endobj ............";
        let ends: Vec<&[u8]> = cuts(file, 0).collect();
        assert!(ends.iter().any(|cut| cut.ends_with(b"endob")));
        assert!(ends.iter().any(|cut| cut.ends_with(b"endobj")));
    }

    #[test]
    fn nothing_to_cut() {
        assert_eq!(cuts(b"", 8).count(), 0);
    }
}
