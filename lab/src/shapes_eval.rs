//! `lab shapes-eval`: cross-validates the shape network by training without some font families and measuring
//! recognition on them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;

use pdftract::shape_support::{is_certain, rarity};
use xtask::shapes::network::{self, Network};
use xtask::shapes::{INNER, Studied, labels, samples, study};

use crate::Check;

/// The share of certain labels that may be wrong, in percent.
const MOST_WRONG: f64 = 0.3;

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
    /// Folder that keeps the network of each fold. Training takes hours, so a network that is there already is read
    /// instead; the folder must be emptied when fonts, features or training change.
    #[arg(long)]
    networks: Option<PathBuf>,
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
        let train = || {
            let learned = samples(&all, &labels, |file| !left_out.contains(&file.package.family));
            network::train(&learned, INNER, labels.len(), arguments.rounds)
        };
        let network = kept_or_trained(arguments, fold, labels.len(), train)?;
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

/// Returns the network of a fold from the folder of kept networks; otherwise trains it and keeps it there.
fn kept_or_trained(
    arguments: &Arguments,
    fold: usize,
    outputs: usize,
    train: impl FnOnce() -> Network,
) -> Result<Network, String> {
    let Some(folder) = &arguments.networks else { return Ok(train()) };
    let path = folder.join(format!("fold-{fold}-of-{}.bin", arguments.folds));
    if let Ok(bytes) = std::fs::read(&path) {
        let kept = Network::from_bytes(&bytes, INNER, outputs);
        return kept.ok_or_else(|| format!("{} is a network of another size", path.display()));
    }
    let network = train();
    write(&path, &network.to_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(network)
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    std::fs::write(path, bytes)
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
        let place = ranked.iter().position(|found| labels[found.label] == *label);
        count.glyphs += 1;
        count.first += u32::from(place == Some(0));
        count.among_three += u32::from(place.is_some_and(|place| place < 3));
        let Ranked { label: best, chance, chance_by_shape } = ranked[0];
        for (threshold, (glyphs, wrong)) in THRESHOLDS.iter().zip(&mut tally.above) {
            *glyphs += u32::from(chance_by_shape >= *threshold);
            *wrong += u32::from(chance_by_shape >= *threshold && place != Some(0));
        }
        if is_certain(&labels[best], chance, chance_by_shape) {
            count.certain += 1;
            if place != Some(0) {
                count.certain_wrong += 1;
                *tally.confusions.entry((label.clone(), labels[best].clone())).or_default() += 1;
            }
        }
    }
}

/// A label with its probabilities in thousandths: with the frequency of characters, and by the shape alone.
struct Ranked {
    label: usize,
    chance: u32,
    chance_by_shape: u32,
}

/// Returns the six most likely labels.
fn ranked(network: &Network, features: &[u8], rarities: &[f32]) -> Vec<Ranked> {
    let mut by_shape = network.second_offsets.clone();
    for (unit, weights) in
        network.inner_units(features).iter().zip(network.second.chunks_exact(network.outputs))
    {
        by_shape.iter_mut().zip(weights).for_each(|(score, weight)| *score += unit * weight);
    }
    let scores: Vec<f32> = by_shape.iter().zip(rarities).map(|(score, rarity)| score - rarity).collect();
    let chances = probabilities(&scores).into_iter().zip(probabilities(&by_shape)).enumerate();
    let mut ranked: Vec<Ranked> =
        chances.map(|(label, (chance, chance_by_shape))| Ranked { label, chance, chance_by_shape }).collect();
    ranked.sort_by_key(|found| (std::cmp::Reverse(found.chance), found.label));
    ranked.truncate(6);
    ranked
}

/// Returns the probabilities of scores in thousandths.
fn probabilities(scores: &[f32]) -> Vec<u32> {
    let best = scores.iter().copied().fold(f32::MIN, f32::max);
    let total: f32 = scores.iter().map(|score| (score - best).exp()).sum();
    scores.iter().map(|score| ((score - best).exp() / total * 1000.0) as u32).collect()
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
    println!("\n| required probability by shape (‰) | at least % | wrong among these % |\n|---|---|---|");
    for (threshold, (certain, wrong)) in THRESHOLDS.iter().zip(tally.above) {
        println!("| {threshold} | {:.2} | {:.2} |", percent(certain, glyphs), percent(wrong, certain));
    }
}
