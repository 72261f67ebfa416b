//! The bigrams of ideographs and Hangul syllables.
//!
//! For each script: its mean cost and that of swapped characters, a bit for each common character, the Bloom filter of
//! bigrams after its length. `language/bigrams.rs` of the library reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;

use pdftract::language::Script;
use pdftract::language::bigrams::{self, Bigrams};
use pdftract::language::bloom;
use pdftract::language::model::Cost;
use pdftract::language::words::for_each_word;

use super::trigrams::{bloom_filter, shuffle};
use super::{read, sentences};

pub(super) fn section(sources: &Path) -> Result<Vec<u8>, String> {
    let mut file = Vec::new();
    for (script, first, characters) in bigrams::SCRIPTS {
        let is_han = script == Script::Han;
        let packages: &[&str] = if is_han { &["chinese", "japanese"] } else { &["korean"] };
        let mut seen = BTreeSet::new();
        for package in packages {
            let text = sentences(sources, package, false)?;
            let written =
                if *package == "chinese" { vec![traditional(sources, &text)?, text] } else { vec![text] };
            for run in written.iter().flat_map(|text| runs(text, script)) {
                seen.extend(run.windows(2).map(bloom::key));
            }
        }
        let seen = bloom_filter(&seen.into_iter().collect::<Vec<_>>());
        let levels: &[Level] = if is_han { &IDEOGRAPHS } else { &SYLLABLES };
        let common = common_characters(levels, first, characters);
        let known = Bigrams { first, common: &common, seen: &seen, usual: 0, swapped: 0 };
        let held_out = runs(&sentences(sources, packages[0], true)?, script);
        for cost in [mean(known, &held_out), mean(known, &swapped(&held_out))] {
            println!("{script:?}: {cost}");
            file.extend(u16::try_from(cost).expect("costs are small").to_le_bytes());
        }
        file.extend(common);
        file.extend(u32::try_from(seen.len()).expect("filters are small").to_le_bytes());
        file.extend(seen);
    }
    Ok(file)
}

/// Converts simplified Chinese text to traditional ideographs, with OpenCC's list of characters.
fn traditional(sources: &Path, text: &str) -> Result<String, String> {
    let list = read(&sources.join("opencc/dictionary/STCharacters.txt"))?;
    let pair = |line: &str| {
        let (simplified, traditional) = line.split_once('\t')?;
        Some((simplified.chars().next()?, traditional.chars().next()?))
    };
    let other: BTreeMap<char, char> = list.lines().filter_map(pair).collect();
    Ok(text.chars().map(|character| *other.get(&character).unwrap_or(&character)).collect())
}

fn mean(known: Bigrams<'_>, runs: &[Vec<char>]) -> u32 {
    let mut cost = Cost::default();
    runs.iter().for_each(|run| cost.add(known.cost(run)));
    cost.mean()
}

/// Returns the runs of characters of a script in a text.
fn runs(text: &str, script: Script) -> Vec<Vec<char>> {
    let mut runs = Vec::new();
    for_each_word(text, |run| {
        let parts = run.letters.split(|letter| Script::from_char(*letter) != Some(script));
        runs.extend(parts.filter(|part| !part.is_empty()).map(<[char]>::to_vec));
    });
    runs
}

/// Returns the runs with every character replaced by another one from the text.
fn swapped(runs: &[Vec<char>]) -> Vec<Vec<char>> {
    let characters: Vec<char> = runs.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let mut others = characters.clone();
    shuffle(&mut others, 0);
    let other: BTreeMap<char, char> = characters.into_iter().zip(others).collect();
    runs.iter().map(|run| run.iter().map(|character| other[character]).collect()).collect()
}

/// A code page and the range of its codes with common characters.
type Level = (&'static encoding_rs::Encoding, RangeInclusive<u16>);

/// The first levels of GB 2312, Big5 and JIS X 0208.
static IDEOGRAPHS: [Level; 3] = [
    (encoding_rs::GBK, 0xB0A1..=0xD7F9),
    (encoding_rs::BIG5, 0xA440..=0xC67E),
    (encoding_rs::SHIFT_JIS, 0x889F..=0x9872),
];
/// The syllables of KS X 1001.
static SYLLABLES: [Level; 1] = [(encoding_rs::EUC_KR, 0xB0A1..=0xC8FE)];

/// Returns a bit for each character, set if one of the code pages has it in its range.
fn common_characters(levels: &[Level], first: u32, characters: usize) -> Vec<u8> {
    let mut bits = vec![0; characters.div_ceil(8)];
    for (encoding, codes) in levels {
        let is_euc = [encoding_rs::GBK, encoding_rs::EUC_KR].contains(encoding);
        for code in codes.clone().filter(|code| !is_euc || code & 0xFF >= 0xA1) {
            let bytes = code.to_be_bytes();
            let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes);
            let Some(character) = text.as_deref().and_then(|text| text.chars().next()) else { continue };
            let place = u32::from(character).checked_sub(first).map_or(usize::MAX, |place| place as usize);
            if let Some(byte) = bits.get_mut(place / 8) {
                *byte |= 1 << (place % 8);
            }
        }
    }
    bits
}
