//! Chooses one of the shape candidates for each open code, so that the whole text is most plausible.
//!
//! A font without mappings is a substitution cipher with strong hints. The choice starts with the candidates that are
//! most likely by shape and language, and is improved code by code until nothing changes. All arithmetic is in
//! integers and all orders are fixed, so the result is deterministic.

use super::language::{self, Language, Prepared, Seen};
use super::text_sample::{TextSample, Token};

/// A candidate text for a shape, with its cost in steps of [`language::STEP_BITS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) text: String,
    pub(crate) cost: i32,
}

/// The choice for one open code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) text: String,
    /// The additional cost of the next best choice, in hundredths of a step.
    pub(crate) margin: i32,
    /// `true` if the shape alone would have given the same result.
    pub(crate) is_shape: bool,
}

/// The maximum number of different contexts of a code; the most frequent come first.
const MOST_WINDOWS: usize = 80;
/// The number of tokens on both sides by which a code is judged.
const REACH: usize = 2;
/// The number of languages compared by the long sample, and of those tried in full.
const SEMIFINALISTS: usize = 6;
const FINALISTS: usize = 3;
/// The maximum number of rounds over all codes. Texts converge after three or four.
const ROUNDS: usize = 8;
/// The numbers of tokens by which languages are compared: all of them at first, and the better ones again.
const SHORT_SAMPLE: usize = 1_000;
const SAMPLE: usize = 4_000;
/// The maximum count of one context, so that a heading repeated on all pages does not decide.
const MOST_REPEATS: i32 = 4;
/// The weight of the language relative to the shape, in hundredths.
const LANGUAGE_WEIGHT: i32 = 60;
/// The cost if another code of the same font already has the same text.
const SHARED: i32 = 25;
/// The cost of a letter that the language lacks, in the first comparison of languages.
const STRANGER: i32 = 10;

/// The cost of a language in a script other than Latin, in hundredths of a step. A single letter looks the same in
/// three scripts, and is a common word in Russian; any known neighbour weighs more.
const OTHER_SCRIPT: i64 = 400;

/// A context of a code, which is in the middle, and its number of occurrences.
struct Window {
    tokens: [Token; 2 * REACH + 1],
    count: i32,
}

impl Choice {
    /// Returns the only candidate.
    fn uncontested(candidate: &Candidate) -> Self {
        Self { text: candidate.text.clone(), margin: i32::MAX, is_shape: true }
    }
}

/// Resolves all open codes that have candidates; `None` for those without.
pub(crate) fn solve(passages: &TextSample, candidates: &[Vec<Candidate>]) -> Vec<Option<Choice>> {
    let is_contested = |candidates: &Vec<Candidate>| candidates.len() > 1;
    if !candidates.iter().any(is_contested) {
        return candidates.iter().map(|candidates| candidates.first().map(Choice::uncontested)).collect();
    }
    let windows = windows(passages, candidates);
    let neighbours = neighbours(&windows);
    let finalists = likeliest_languages(passages, candidates);
    let solved = finalists.into_iter().map(|language| {
        let mut attempt = Attempt::new(passages, candidates, (&windows, &neighbours), language);
        attempt.improve();
        let prior = if language.is_latin() { 0 } else { OTHER_SCRIPT };
        (attempt.total() + prior, attempt)
    });
    let best = solved.min_by_key(|(total, _)| *total);
    best.map(|(_, mut attempt)| attempt.choices()).unwrap_or_default()
}

/// Returns the languages that a first reading fits best: all are compared by a short sample, the better ones by a
/// long one.
fn likeliest_languages(passages: &TextSample, candidates: &[Vec<Candidate>]) -> Vec<&'static Language> {
    let mut languages: Vec<&Language> = language::languages().iter().collect();
    for (sample, kept) in [(SHORT_SAMPLE, SEMIFINALISTS), (SAMPLE, FINALISTS)] {
        let mut readings = FirstReadings { passages, candidates, sample, read: Vec::new() };
        languages = likeliest(&languages, kept, |language, most| readings.cost(language, most));
    }
    languages
}

/// Returns the languages with the least costs, of equal ones the first. A cost is only needed if it is at most a given one.
fn likeliest(
    languages: &[&'static Language],
    kept: usize,
    mut cost: impl FnMut(&Language, i32) -> Option<i32>,
) -> Vec<&'static Language> {
    let mut best: Vec<(i32, &Language)> = Vec::with_capacity(kept + 1);
    for language in languages {
        let most = best.last().filter(|_| best.len() >= kept).map_or(i32::MAX, |(cost, _)| *cost);
        let Some(cost) = cost(language, most) else { continue };
        let place = best.partition_point(|(other, _)| *other <= cost);
        best.insert(place, (cost, language));
        best.truncate(kept);
    }
    best.into_iter().map(|(_, language)| language).collect()
}

/// The number of bits of a token in a packed context.
const TOKEN_BITS: usize = 25;
const TOKEN_MASK: u128 = (1 << TOKEN_BITS) - 1;
/// The first packed open code, behind all characters.
const FIRST_OPEN: u32 = char::MAX as u32 + 2;

/// Returns a token as a number. Numbers have the order of tokens.
fn packed(token: Token) -> u128 {
    let number = match token {
        Token::Edge => 0,
        Token::Known(character) => u32::from(character) + 1,
        Token::Open(code) => FIRST_OPEN.saturating_add(code),
    };
    u128::from(number).min(TOKEN_MASK)
}

/// Returns the token that the lowest bits of a packed context stand for.
fn unpacked(context: u128) -> Token {
    let number = u32::try_from(context & TOKEN_MASK).unwrap_or(0);
    match number.checked_sub(FIRST_OPEN) {
        Some(code) => Token::Open(code),
        None => number.checked_sub(1).and_then(char::from_u32).map_or(Token::Edge, Token::Known),
    }
}

/// Returns the contexts of each open code with several candidates, most frequent first.
fn windows(passages: &TextSample, candidates: &[Vec<Candidate>]) -> Vec<Vec<Window>> {
    // Contexts are packed into numbers, which are counted by sorting them: there is one for each open code of forty pages.
    let mut contexts: Vec<Vec<u128>> = vec![Vec::new(); passages.open.len()];
    let tokens = passages.tokens.as_slice();
    for (index, token) in tokens.iter().enumerate() {
        if let Token::Open(code) = *token
            && candidates.get(code as usize).is_some_and(|candidates| candidates.len() > 1)
            && let Some(contexts) = contexts.get_mut(code as usize)
        {
            contexts.push(context_at(tokens, index));
        }
    }
    contexts.into_iter().map(most_frequent).collect()
}

/// Returns the packed context of the token at an index; edges are beyond both ends of the text.
fn context_at(tokens: &[Token], index: usize) -> u128 {
    let near = (0..=2 * REACH).map(|place| (index + place).checked_sub(REACH).and_then(|at| tokens.get(at)));
    near.fold(0, |context, token| context << TOKEN_BITS | token.map_or(0, |token| packed(*token)))
}

/// Returns the most frequent of packed contexts, of equally frequent ones the first in their order.
fn most_frequent(mut contexts: Vec<u128>) -> Vec<Window> {
    contexts.sort_unstable();
    let counted = contexts.chunk_by(|a, b| a == b).filter_map(|same| {
        let count = i32::try_from(same.len()).unwrap_or(i32::MAX).min(MOST_REPEATS);
        Some((*same.first()?, count))
    });
    let mut counted: Vec<(u128, i32)> = counted.collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted.truncate(MOST_WINDOWS);
    let window = |(context, count): (u128, i32)| {
        let token = |place: usize| unpacked(context >> (TOKEN_BITS * (2 * REACH - place)));
        Window { tokens: std::array::from_fn(token), count }
    };
    counted.into_iter().map(window).collect()
}

/// Returns for each code the other codes in whose contexts it is.
fn neighbours(windows: &[Vec<Window>]) -> Vec<Vec<usize>> {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); windows.len()];
    for (code, windows) in windows.iter().enumerate() {
        for token in windows.iter().flat_map(|window| window.tokens) {
            let Token::Open(other) = token else { continue };
            // Codes are added in order, so that a repeated one is the last.
            if let Some(of_other) = neighbours.get_mut(other as usize)
                && other as usize != code
                && of_other.last() != Some(&code)
            {
                of_other.push(code);
            }
        }
    }
    neighbours
}

/// Readings of a sample in which each code has its most likely text in a language.
struct FirstReadings<'a> {
    passages: &'a TextSample,
    candidates: &'a [Vec<Candidate>],
    /// The number of tokens that are read.
    sample: usize,
    /// The choices for the codes, and the text that they make. Most languages agree on all of them.
    read: Vec<(Vec<usize>, Prepared)>,
}

impl FirstReadings<'_> {
    /// Returns the cost of the text of a language in that language; `None` if it is more than `most`.
    fn cost(&mut self, language: &Language, most: i32) -> Option<i32> {
        let firsts = self.candidates.iter().map(|candidates| first_choice(candidates, language));
        let firsts: Vec<usize> = firsts.collect();
        if !self.read.iter().any(|(other, _)| *other == firsts) {
            let prepared = Prepared::new(&self.text(&firsts));
            self.read.push((firsts.clone(), prepared));
        }
        let (_, prepared) = self.read.iter().find(|(other, _)| *other == firsts)?;
        prepared.cost_within(language, most)
    }

    fn text(&self, choices: &[usize]) -> String {
        let mut text = String::new();
        for token in self.passages.tokens.iter().take(self.sample) {
            match *token {
                Token::Edge => text.push(' '),
                Token::Known(character) => text.push(character),
                Token::Open(code) => {
                    let chosen = choices.get(code as usize).zip(self.candidates.get(code as usize));
                    let chosen = chosen.and_then(|(choice, candidates)| candidates.get(*choice));
                    text.push_str(chosen.map_or(" ", |candidate| candidate.text.as_str()));
                }
            }
        }
        text
    }
}

fn first_choice(candidates: &[Candidate], language: &Language) -> usize {
    let cost = |candidate: &Candidate| {
        let strangers = candidate.text.chars().filter(|&character| !language.knows(character)).count();
        candidate.cost + STRANGER * i32::try_from(strangers).unwrap_or(1)
    };
    let best = candidates.iter().enumerate().min_by_key(|(_, candidate)| cost(candidate));
    best.map_or(0, |(index, _)| index)
}

/// A choice for all codes in one language.
struct Attempt<'a> {
    passages: &'a TextSample,
    candidates: &'a [Vec<Candidate>],
    windows: &'a [Vec<Window>],
    language: &'a Language,
    /// The candidates as seen by the language.
    seen: Vec<Vec<Vec<Seen>>>,
    chosen: Vec<usize>,
    /// The codes by frequency, most frequent first.
    order: Vec<usize>,
    /// Fonts in which several codes may have the same text.
    repeats: Vec<bool>,
    /// For each code, the codes in whose contexts it is.
    neighbours: &'a [Vec<usize>],
    /// The costs of the choices of each code by the language; `None` until they are asked for, and again after the
    /// choice for a code in one of its contexts has changed.
    readings: Vec<Option<Vec<i32>>>,
}

impl<'a> Attempt<'a> {
    fn new(
        passages: &'a TextSample,
        candidates: &'a [Vec<Candidate>],
        (windows, neighbours): (&'a [Vec<Window>], &'a [Vec<usize>]),
        language: &'a Language,
    ) -> Self {
        let see =
            |candidate: &Candidate| candidate.text.chars().map(|character| language.see(character)).collect();
        let seen = candidates.iter().map(|candidates| candidates.iter().map(see).collect()).collect();
        let chosen = candidates.iter().map(|candidates| first_choice(candidates, language)).collect();
        let occurrences = |code: &usize| {
            windows.get(*code).map_or(0, |windows| windows.iter().map(|w| w.count).sum::<i32>())
        };
        let mut order: Vec<usize> =
            (0..candidates.len()).filter(|&code| candidates.get(code).is_some_and(|c| c.len() > 1)).collect();
        order.sort_by_key(|code| std::cmp::Reverse(occurrences(code)));
        let repeats = (0..passages.fonts.len()).map(|font| passages.has_placements(font)).collect();
        let readings = vec![None; candidates.len()];
        Self { passages, candidates, windows, language, seen, chosen, order, repeats, neighbours, readings }
    }

    fn improve(&mut self) {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for place in 0..self.order.len() {
                let Some(&code) = self.order.get(place) else { continue };
                let [(_, best), ..] = *self.ranking(code) else { continue };
                if let Some(chosen) = self.chosen.get_mut(code)
                    && *chosen != best
                {
                    *chosen = best;
                    changed = true;
                    self.forget_readings_beside(code);
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Drops the costs that depend on the choice for a code.
    fn forget_readings_beside(&mut self, code: usize) {
        for &neighbour in self.neighbours.get(code).into_iter().flatten() {
            if let Some(reading) = self.readings.get_mut(neighbour) {
                *reading = None;
            }
        }
    }

    /// Returns the candidates of a code, best first.
    fn ranking(&mut self, code: usize) -> Vec<(i32, usize)> {
        let count = self.candidates.get(code).map_or(0, Vec::len);
        let mut ranking: Vec<(i32, usize)> =
            (0..count).map(|choice| (self.cost(code, choice), choice)).collect();
        ranking.sort_unstable();
        ranking
    }

    /// Returns the cost of a choice by its shape, by the language around it, and for sharing a text, in hundredths of
    /// a step: whole steps would round the weighted cost and make small differences equal.
    fn cost(&mut self, code: usize, choice: usize) -> i32 {
        let shape = self.candidates.get(code).and_then(|all| all.get(choice)).map_or(0, |one| one.cost);
        let reading = self.reading(code, choice);
        let shared = if self.is_shared(code, choice) { SHARED } else { 0 };
        (shape + shared) * 100 + reading * LANGUAGE_WEIGHT
    }

    /// Returns the cost of a choice by the language around it.
    fn reading(&mut self, code: usize, choice: usize) -> i32 {
        if let Some(known) = self.readings.get(code).and_then(Option::as_ref) {
            return known.get(choice).copied().unwrap_or(0);
        }
        let windows = self.windows.get(code).map(Vec::as_slice).unwrap_or_default();
        let read = |choice: usize| -> i32 {
            windows.iter().map(|window| window.count * self.window_cost(window, code, choice)).sum()
        };
        let count = self.candidates.get(code).map_or(0, Vec::len);
        let readings: Vec<i32> = (0..count).map(read).collect();
        let reading = readings.get(choice).copied().unwrap_or(0);
        if let Some(slot) = self.readings.get_mut(code) {
            *slot = Some(readings);
        }
        reading
    }

    /// Returns the cost of a code and the tokens after it in one of its contexts.
    fn window_cost(&self, window: &Window, code: usize, choice: usize) -> i32 {
        let mut context = [Seen::EDGE; 2];
        let mut cost = 0;
        for (place, token) in window.tokens.iter().enumerate() {
            let is_counted = place >= REACH;
            let edge = [Seen::EDGE];
            let known;
            let seen: &[Seen] = match *token {
                Token::Edge => &edge,
                Token::Known(character) => {
                    known = [self.language.see(character)];
                    &known
                }
                Token::Open(other) => {
                    let other = other as usize;
                    let choice =
                        if other == code { choice } else { self.chosen.get(other).copied().unwrap_or(0) };
                    let seen = self.seen.get(other).and_then(|all| all.get(choice));
                    seen.map_or(&edge[..], Vec::as_slice)
                }
            };
            for &this in seen {
                let [before, last] = context;
                if this == Seen::EDGE && last == Seen::EDGE {
                    continue;
                }
                if is_counted {
                    cost += self.language.cost([before, last, this]);
                }
                context = [last, this];
            }
        }
        cost
    }

    /// Returns `true` if another code of the same font has the same text.
    fn is_shared(&self, code: usize, choice: usize) -> bool {
        let text = |code: usize, choice: usize| Some(self.candidates.get(code)?.get(choice)?.text.as_str());
        let font = |code: usize| self.passages.open.get(code).map(|open| open.font);
        let (own_text, own_font) = (text(code, choice), font(code));
        if own_font.and_then(|font| self.repeats.get(font)) == Some(&true) {
            return false;
        }
        let mut others = self.chosen.iter().enumerate().filter(|(other, _)| *other != code);
        others.any(|(other, &chosen)| font(other) == own_font && text(other, chosen) == own_text)
    }

    fn total(&mut self) -> i64 {
        let mut total = 0;
        for place in 0..self.order.len() {
            let Some(&code) = self.order.get(place) else { continue };
            let chosen = self.chosen.get(code).copied().unwrap_or(0);
            total += i64::from(self.cost(code, chosen));
        }
        total
    }

    fn choices(&mut self) -> Vec<Option<Choice>> {
        (0..self.candidates.len()).map(|code| self.choice(code)).collect()
    }

    fn choice(&mut self, code: usize) -> Option<Choice> {
        let candidates = self.candidates.get(code)?;
        if let [only] = candidates.as_slice() {
            return Some(Choice::uncontested(only));
        }
        let chosen = self.chosen.get(code).copied()?;
        let text = candidates.get(chosen)?.text.clone();
        let cost = self.cost(code, chosen);
        let others = (0..candidates.len()).filter(|&other| other != chosen);
        let margin = others.map(|other| self.cost(code, other) - cost).min().unwrap_or(i32::MAX);
        let likeliest = candidates.iter().min_by_key(|candidate| candidate.cost);
        let is_shape = likeliest.is_some_and(|candidate| candidate.text == text);
        Some(Choice { text, margin, is_shape })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::font::char_code::CharCode;
    use crate::unicode::resolved_font::ResolvedFont;

    /// Solves a text in which each character may be any of its group.
    fn solved(text: &str, groups: &[&str]) -> String {
        let font = Arc::new(ResolvedFont::substitute());
        let mut passages = TextSample::default();
        for character in text.chars() {
            match character {
                ' ' => passages.push(Token::Edge),
                _ => passages.push_open(&font, CharCode { value: u32::from(character), len: 1 }),
            }
        }
        let candidates: Vec<Vec<Candidate>> = passages
            .open
            .iter()
            .map(|open| {
                let character = char::from_u32(open.code.value).unwrap();
                let group = groups.iter().find(|group| group.contains(character)).copied();
                let texts: Vec<String> = match group {
                    Some(group) => group.chars().map(String::from).collect(),
                    None => vec![character.to_string()],
                };
                texts.into_iter().map(|text| Candidate { text, cost: 2 }).collect()
            })
            .collect();
        let choices = solve(&passages, &candidates);
        let answer = |token: &Token| match token {
            Token::Open(code) => choices[*code as usize].as_ref().unwrap().text.clone(),
            _ => " ".into(),
        };
        passages.tokens.iter().map(answer).collect::<String>().trim().to_string()
    }

    #[test]
    fn packed_contexts_have_the_order_of_their_tokens() {
        let tokens = [
            Token::Edge,
            Token::Known('\0'),
            Token::Known('a'),
            Token::Known(char::MAX),
            Token::Open(0),
            Token::Open(200_000),
        ];
        assert!(tokens.is_sorted_by(|a, b| a < b && packed(*a) < packed(*b)));
        for token in tokens {
            assert_eq!(unpacked(packed(token)), token);
            assert_eq!(unpacked(packed(Token::Open(7)) << TOKEN_BITS | packed(token)), token);
        }
    }

    #[test]
    fn contexts_are_counted_and_the_most_frequent_come_first() {
        let font = Arc::new(ResolvedFont::substitute());
        let mut passages = TextSample::default();
        for character in "xa bx xa xa xa xa xa".chars() {
            match character {
                'a' => passages.push_open(&font, CharCode { value: 97, len: 1 }),
                ' ' => passages.push(Token::Edge),
                _ => passages.push(Token::Known(character)),
            }
        }
        let contested = [vec![Candidate { text: "a".into(), cost: 0 }; 2]];
        let uncontested = [vec![Candidate { text: "a".into(), cost: 0 }]];
        assert!(windows(&passages, &uncontested)[0].is_empty());
        let found: Vec<(String, i32)> = windows(&passages, &contested)[0]
            .iter()
            .map(|window| {
                let shown = window.tokens.map(|token| match token {
                    Token::Edge => ' ',
                    Token::Known(character) => character,
                    Token::Open(_) => '?',
                });
                (shown.iter().collect(), window.count)
            })
            .collect();
        let wanted = [(" x? x", MOST_REPEATS), (" x?  ", 1), (" x? b", 1)];
        assert_eq!(found, wanted.map(|(context, count)| (context.to_owned(), count)));
    }

    #[test]
    fn gr_37_context_distinguishes_letters_of_one_shape() {
        let text = "In Italy all small Villages along the hill still illustrate the solid old life of 1810 \
                    and 1911. It is said, In all, that Only Old Owls of Oslo look out of holes.";
        assert_eq!(solved(text, &["Il1|", "O0o"]), text.split_whitespace().collect::<Vec<_>>().join(" "));
    }

    #[test]
    fn gr_37_the_position_in_a_word_decides_the_case() {
        let text = "Six cats of Cuxhaven saw Xaver. She was cross. Soon Carl came across some success, \
                    so Susan sang songs. Such is success in Sussex.";
        let expected = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(solved(text, &["cC", "sS", "xX", "wW", "oO"]), expected);
    }
}
