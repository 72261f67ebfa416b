//! `lab shapes-eval`: cross-validates the shape network by training without some font families and measuring
//! recognition on them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;

use pdftract::shape_support::rarity;
use xtask::shapes::network::{self, Network};
use xtask::shapes::{INNER, Studied, labels, samples, study};

use crate::Check;

/// The probability in thousandths from which a label counts as certain; the threshold of the library.
const CERTAIN: u32 = 980;

/// The share of certain labels that may be wrong, in percent.
const MOST_WRONG: f64 = 0.5;

/// Arguments of `lab shapes-eval`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with the unpacked packages; `docs/shape-fonts.md` lists them.
    #[arg(long)]
    sources: PathBuf,
    /// The number of folds of the families; each is evaluated with a network trained without it.
    #[arg(long, default_value_t = 8)]
    folds: usize,
    /// The number of folds to evaluate.
    #[arg(long, default_value_t = 8)]
    tried: usize,
    /// The number of training epochs.
    #[arg(long, default_value_t = 6)]
    rounds: usize,
    /// The number of confusions to list.
    #[arg(long, default_value_t = 20)]
    confusions: usize,
}

/// Recognition counts for a Unicode block.
#[derive(Default, Clone)]
struct Count {
    glyphs: u32,
    first: u32,
    among_three: u32,
    certain: u32,
    certain_wrong: u32,
}

/// Candidate thresholds in thousandths, to choose a threshold by its effect.
const THRESHOLDS: [u32; 7] = [700, 800, 850, 900, 950, 980, 990];

/// For each threshold, the number of glyphs above it and the number misrecognised among them.
type Above = [(u32, u32); THRESHOLDS.len()];

/// All counts.
#[derive(Default)]
struct Tally {
    blocks: BTreeMap<&'static str, Count>,
    above: Above,
    confusions: BTreeMap<(String, String), u32>,
}

/// Runs the evaluation.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let all = study(&arguments.sources)?;
    let labels = labels(&all);
    let families: BTreeSet<&str> = all.iter().map(|studied| studied.file.package.family).collect();
    let families: Vec<&str> = families.into_iter().collect();
    let mut tally = Tally::default();
    for fold in 0..arguments.tried.min(arguments.folds) {
        let left_out: Vec<&str> = families.iter().skip(fold).step_by(arguments.folds).copied().collect();
        println!("left out: {}", left_out.join(" "));
        let learned = samples(&all, &labels, |file| !left_out.contains(&file.package.family));
        let network = network::train(&learned, INNER, labels.len(), arguments.rounds);
        let tried = all.iter().filter(|studied| left_out.contains(&studied.file.package.family));
        try_fonts(&network, &labels, tried, &mut tally);
        report(&tally);
    }
    let mut worst: Vec<_> = tally.confusions.into_iter().collect();
    worst.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for ((truth, found), count) in worst.iter().take(arguments.confusions) {
        println!("certain but wrong: {truth} taken for {found}, {count} times");
    }
    let total = total(&tally.blocks);
    Ok(Check::passed_if(percent(total.certain_wrong, total.certain) < MOST_WRONG))
}

fn try_fonts<'a>(
    network: &Network,
    labels: &[String],
    fonts: impl Iterator<Item = &'a Studied>,
    tally: &mut Tally,
) {
    let rarities: Vec<f32> = labels.iter().map(|label| rarity(label)).collect();
    for (label, features) in fonts.flat_map(|studied| &studied.plain) {
        let ranked = ranked(network, features, &rarities);
        let count = tally.blocks.entry(block(label)).or_default();
        let place = ranked.iter().position(|(number, _)| labels[*number] == *label);
        count.glyphs += 1;
        count.first += u32::from(place == Some(0));
        count.among_three += u32::from(place.is_some_and(|place| place < 3));
        let (best, chance) = ranked[0];
        for (threshold, (glyphs, wrong)) in THRESHOLDS.iter().zip(&mut tally.above) {
            *glyphs += u32::from(chance >= *threshold);
            *wrong += u32::from(chance >= *threshold && place != Some(0));
        }
        if chance >= CERTAIN {
            count.certain += 1;
            if place != Some(0) {
                count.certain_wrong += 1;
                *tally.confusions.entry((label.clone(), labels[best].clone())).or_default() += 1;
            }
        }
    }
}

/// Returns the six most likely labels with their probabilities in thousandths.
fn ranked(network: &Network, features: &[u8], rarities: &[f32]) -> Vec<(usize, u32)> {
    let mut scores = network.second_offsets.clone();
    for (unit, weights) in
        network.inner_units(features).iter().zip(network.second.chunks_exact(network.outputs))
    {
        scores.iter_mut().zip(weights).for_each(|(score, weight)| *score += unit * weight);
    }
    scores.iter_mut().zip(rarities).for_each(|(score, rarity)| *score -= rarity);
    let best = scores.iter().copied().fold(f32::MIN, f32::max);
    let total: f32 = scores.iter().map(|score| (score - best).exp()).sum();
    let mut ranked: Vec<(usize, u32)> = scores
        .iter()
        .enumerate()
        .map(|(number, score)| (number, ((score - best).exp() / total * 1000.0) as u32))
        .collect();
    ranked.sort_by_key(|(number, chance)| (std::cmp::Reverse(*chance), *number));
    ranked.truncate(6);
    ranked
}

/// Returns the name of the Unicode block that a label belongs to.
fn block(label: &str) -> &'static str {
    let mut characters = label.chars();
    let first = characters.next().unwrap_or(' ');
    if characters.next().is_some() {
        return "ligatures";
    }
    match u32::from(first) {
        0x30..=0x39 => "digits",
        0x41..=0x5A | 0x61..=0x7A => "Basic Latin letters",
        0x21..=0x7E => "Basic Latin signs",
        0xA0..=0xFF => "Latin-1",
        0x100..=0x17F => "Latin Extended-A",
        0x180..=0x2FF => "Latin Extended-B",
        0x370..=0x3FF => "Greek",
        0x400..=0x52F => "Cyrillic",
        0x2000..=0x206F => "punctuation",
        0x20A0..=0x214F => "currency, letterlike",
        0x2190..=0x22FF => "arrows, operators",
        0xFB00..=0xFB06 => "ligatures",
        _ => "others",
    }
}

fn total(counts: &BTreeMap<&'static str, Count>) -> Count {
    counts.values().fold(Count::default(), |sum, count| Count {
        glyphs: sum.glyphs + count.glyphs,
        first: sum.first + count.first,
        among_three: sum.among_three + count.among_three,
        certain: sum.certain + count.certain,
        certain_wrong: sum.certain_wrong + count.certain_wrong,
    })
}

fn percent(part: u32, whole: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(whole.max(1))
}

fn report(tally: &Tally) {
    let counts = &tally.blocks;
    println!(
        "| block | glyphs | first % | top three % | certain % | wrong among certain % |\n|---|---|---|---|---|---|"
    );
    let rows = counts.iter().map(|(block, count)| (*block, count.clone())).chain([("all", total(counts))]);
    for (block, count) in rows {
        println!(
            "| {block} | {} | {:.2} | {:.2} | {:.2} | {:.2} |",
            count.glyphs,
            percent(count.first, count.glyphs),
            percent(count.among_three, count.glyphs),
            percent(count.certain, count.glyphs),
            percent(count.certain_wrong, count.certain),
        );
    }
    let glyphs = total(counts).glyphs;
    println!("\n| required probability (‰) | certain % | wrong among certain % |\n|---|---|---|");
    for (threshold, (certain, wrong)) in THRESHOLDS.iter().zip(tally.above) {
        println!("| {threshold} | {:.2} | {:.2} |", percent(certain, glyphs), percent(wrong, certain));
    }
}
