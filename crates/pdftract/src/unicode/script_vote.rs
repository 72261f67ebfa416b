//! Decides the script of an open code whose shape is shared by scripts, by the letters around it.
//!
//! A document may mix languages, so a single language cannot decide: a Cyrillic а is among letters that only Cyrillic
//! has, a Latin a among those that only Latin has.

use std::collections::BTreeMap;

use super::candidate::ShapeCandidate;
use super::look_alikes::{Script, is_shared};
use super::text_sample::{TextSample, Token};

/// The number of letters on each side that vote, unless the word ends before.
const REACH: usize = 4;

/// The probability in thousandths from which the shape of a neighbour counts.
const LEAST_CHANCE: u32 = 600;

/// The least number of votes, and the percentage of them that the winner must have.
const LEAST_VOTES: u32 = 2;
const LEAST_SHARE: u32 = 75;

/// Votes for Latin, Greek and Cyrillic.
type Votes = [u32; 3];

const SCRIPTS: [Script; 3] = [Script::Latin, Script::Greek, Script::Cyrillic];

/// Returns the script of each open code; `None` if nothing nearby decides it.
pub(super) fn scripts(passages: &TextSample, shapes: &[&[ShapeCandidate]]) -> Vec<Option<Script>> {
    let own: Vec<Option<Script>> = shapes.iter().map(|shapes| own_script(shapes)).collect();
    let mut votes: Vec<Votes> = vec![[0; 3]; passages.open.len()];
    let tokens = &passages.tokens;
    for (at, token) in tokens.iter().enumerate() {
        let Token::Open(code) = *token else { continue };
        let Some(votes) = votes.get_mut(code as usize) else { continue };
        let (before, behind) =
            (tokens.get(..at).unwrap_or_default(), tokens.get(at + 1..).unwrap_or_default());
        let left = before.iter().rev().take(REACH).take_while(|token| **token != Token::Edge);
        let right = behind.iter().take(REACH).take_while(|token| **token != Token::Edge);
        for script in left.chain(right).filter_map(|token| script_of(*token, &own)) {
            let place = SCRIPTS.iter().position(|other| *other == script);
            if let Some(vote) = place.and_then(|place| votes.get_mut(place)) {
                *vote += 1;
            }
        }
    }
    let by_font = votes_by_font(passages, &votes);
    let winners = votes.iter().zip(&passages.open);
    winners.map(|(votes, open)| winner(votes).or_else(|| winner(by_font.get(&open.font)?))).collect()
}

/// Returns the votes on all codes of each font: a capital that occurs once among letters shared by scripts has the
/// script of the rest of its font.
fn votes_by_font(passages: &TextSample, votes: &[Votes]) -> BTreeMap<usize, Votes> {
    let mut by_font: BTreeMap<usize, Votes> = BTreeMap::new();
    for (open, votes) in passages.open.iter().zip(votes) {
        let sums = by_font.entry(open.font).or_default();
        sums.iter_mut().zip(votes).for_each(|(sum, vote)| *sum += vote);
    }
    by_font
}

/// Returns the script of a shape that no other script has.
fn own_script(shapes: &[ShapeCandidate]) -> Option<Script> {
    let best = shapes.first().filter(|best| best.chance >= LEAST_CHANCE)?;
    let mut characters = best.text.chars();
    let single = characters.next().filter(|single| characters.next().is_none() && !is_shared(*single))?;
    Script::of_letter(single)
}

fn script_of(token: Token, own: &[Option<Script>]) -> Option<Script> {
    match token {
        Token::Edge => None,
        Token::Known(character) => Script::of_letter(character).filter(|_| !is_shared(character)),
        Token::Open(code) => own.get(code as usize).copied().flatten(),
    }
}

fn winner(votes: &Votes) -> Option<Script> {
    let all: u32 = votes.iter().sum();
    let (script, most) = SCRIPTS.into_iter().zip(*votes).max_by_key(|(_, votes)| *votes)?;
    (all >= LEAST_VOTES && most * 100 >= all * LEAST_SHARE).then_some(script)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::font::char_code::CharCode;
    use crate::unicode::resolved_font::ResolvedFont;

    #[test]
    fn c_26_a_code_among_shared_letters_takes_the_script_of_its_font() {
        let font = Arc::new(ResolvedFont::substitute());
        let mut passages = TextSample::default();
        for character in "flg1rd dr1ft 2oto".chars() {
            match character {
                ' ' => passages.push(Token::Edge),
                '1' | '2' => passages.push_open(&font, CharCode { value: u32::from(character), len: 1 }),
                _ => passages.push(Token::Known(character)),
            }
        }
        let shapes = vec![vec![ShapeCandidate::new("K", 1000)]; 2];
        let shapes: Vec<&[ShapeCandidate]> = shapes.iter().map(Vec::as_slice).collect();
        assert_eq!(scripts(&passages, &shapes), [Some(Script::Latin); 2]);
    }

    #[test]
    fn c_26_each_code_takes_the_script_of_its_neighbours() {
        let font = Arc::new(ResolvedFont::substitute());
        let mut passages = TextSample::default();
        // Code 1 is among Cyrillic letters, code 2 among Latin ones, code 3 alone.
        for character in "д1м б1нк flg2rd d2ft 3".chars() {
            match character {
                ' ' => passages.push(Token::Edge),
                '1'..='3' => passages.push_open(&font, CharCode { value: u32::from(character), len: 1 }),
                _ => passages.push(Token::Known(character)),
            }
        }
        let shapes = vec![vec![ShapeCandidate::new("a", 1000)]; 3];
        let shapes: Vec<&[ShapeCandidate]> = shapes.iter().map(Vec::as_slice).collect();
        assert_eq!(scripts(&passages, &shapes), [Some(Script::Cyrillic), Some(Script::Latin), None]);
    }
}
