//! What signs of scripts with thousands of them cost: ideographs and syllables of Hangul.
//!
//! Three in a row are too many to count, so a sign is only asked whether it is common and whether it was met after the
//! one before it. For each script the table holds what text usually costs, what it costs when signs are swapped, a bit for
//! each common sign, and a filter of pairs: a pair that is not in it was not met.

use super::filter;
use super::language::Cost;
use super::script::Script;

static DATA: &[u8] = include_bytes!("tables/pairs.bin");

/// Steps for a sign that was met after the one before it, for another common one, and for a rare one.
const MET: u32 = 4;
const COMMON: u32 = 10;
const RARE: u32 = 16;

/// The scripts, with their first sign and how many signs have a bit, in the order of the table.
pub const SCRIPTS: [(Script, u32, usize); 2] =
    [(Script::Han, 0x4E00, 0x5200), (Script::Hangul, 0xAC00, 0x2BA8)];

/// What is known of one script.
#[derive(Debug, Clone, Copy)]
pub struct Pairs<'t> {
    /// The first sign.
    pub first: u32,
    /// A bit for each common sign.
    pub common: &'t [u8],
    /// The filter of pairs.
    pub met: &'t [u8],
    /// The usual cost of a sign, in hundredths of a step.
    pub usual: u32,
    /// The cost of a sign when signs are swapped.
    pub swapped: u32,
}

impl Pairs<'static> {
    /// What is known of a script.
    pub fn of(script: Script) -> Option<Self> {
        let mut rest = DATA;
        for (known, first, signs) in SCRIPTS {
            let (head, after) = rest.split_at_checked(8)?;
            let [usual, swapped, low, high] = numbers(head)?;
            let (common, after) = after.split_at_checked(signs.div_ceil(8))?;
            let (met, after) = after.split_at_checked(usize::try_from(high << 16 | low).ok()?)?;
            if known == script {
                return Some(Self { first, common, met, usual, swapped });
            }
            rest = after;
        }
        None
    }
}

/// Four numbers of two bytes.
fn numbers(bytes: &[u8]) -> Option<[u32; 4]> {
    let mut pairs = bytes.chunks_exact(2);
    let mut next = || pairs.next()?.try_into().ok().map(|pair| u32::from(u16::from_le_bytes(pair)));
    Some([next()?, next()?, next()?, next()?])
}

impl Pairs<'_> {
    /// What a run costs; its first sign counts only when it is rare.
    pub fn cost(&self, signs: &[char]) -> Cost {
        let mut cost = Cost::default();
        let mut before = None;
        for &sign in signs {
            let met = before.is_some_and(|before| filter::knows(self.met, filter::key(&[before, sign])));
            let steps = match met {
                true => MET,
                false if self.is_common(sign) => COMMON,
                false => RARE,
            };
            if before.is_some() || steps == RARE {
                cost.add(Cost { steps, letters: 1 });
            }
            before = Some(sign);
        }
        cost
    }

    /// Where a mean cost lies between ordinary text, 0, and swapped signs, 1.
    pub fn strangeness(&self, cost: Cost) -> f64 {
        let (usual, swapped) = (f64::from(self.usual), f64::from(self.swapped));
        (f64::from(cost.mean()) - usual) / (swapped - usual).max(1.0)
    }

    fn is_common(&self, sign: char) -> bool {
        let place = u32::from(sign).checked_sub(self.first).and_then(|place| usize::try_from(place).ok());
        let bit = |place: usize| self.common.get(place / 8).is_some_and(|byte| byte >> (place % 8) & 1 == 1);
        place.is_some_and(bit) || sign == '々'
    }
}
