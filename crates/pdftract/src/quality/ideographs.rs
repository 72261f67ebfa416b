//! Which ideographs are common, and which follow each other in Chinese and Japanese.
//!
//! The table holds a bit for each ideograph from U+4E00 to U+9FFF that the first level of a national standard lists,
//! then a filter of pairs: a pair that is not in it was not met.

use super::filter;
use super::language::Cost;

static DATA: &[u8] = include_bytes!("tables/ideographs.bin");

/// The first ideograph with a bit.
pub const FIRST: u32 = 0x4E00;
/// How many bytes of bits there are.
pub const COMMON_BYTES: usize = 0x5200 / 8;

/// Steps for an ideograph that was met after the one before it, for another common one, and for a rare one.
const MET: u32 = 4;
const COMMON: u32 = 10;
const RARE: u32 = 16;

/// What ideographs usually cost, and what they cost when common ones are swapped, in hundredths of a step; measured by
/// the generator of the table.
pub(super) fn usual_and_swapped() -> (u32, u32) {
    let number = |at: usize| {
        let bytes = DATA.get(at..at + 2).and_then(|bytes| bytes.try_into().ok());
        u32::from(u16::from_le_bytes(bytes.unwrap_or_default()))
    };
    (number(0), number(2))
}

/// What a run costs.
pub(super) fn cost(letters: &[char]) -> Cost {
    cost_by(DATA.get(4..).unwrap_or_default(), letters)
}

/// What a run costs by a table without its two numbers; the first ideograph counts only when it is rare.
pub fn cost_by(table: &[u8], letters: &[char]) -> Cost {
    let (common, pairs) = table.split_at(COMMON_BYTES.min(table.len()));
    let mut cost = Cost::default();
    let mut before = None;
    for &letter in letters {
        let met = before.is_some_and(|before| filter::knows(pairs, filter::key(&[before, letter])));
        let steps = if met { MET } else if is_common(common, letter) { COMMON } else { RARE };
        if before.is_some() || steps == RARE {
            cost.add(Cost { steps, letters: 1 });
        }
        before = Some(letter);
    }
    cost
}

fn is_common(common: &[u8], letter: char) -> bool {
    let place = u32::from(letter).checked_sub(FIRST).and_then(|place| usize::try_from(place).ok());
    let Some(place) = place.filter(|place| *place < COMMON_BYTES * 8) else { return letter == '々' };
    common.get(place / 8).is_some_and(|byte| byte >> (place % 8) & 1 == 1)
}
