//! `lab peer-verdict`: judges the outputs of other programs on files with known text, where wrong and right texts are known.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use pdftract::quality::{self, Signal};
use unicode_normalization::UnicodeNormalization;

use crate::files;
use crate::{Check, parallel, tool};

/// Arguments of `lab peer-verdict`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A folder of cases: `x.pdf` with its pages `x.p1.txt`, `x.p2.txt` …
    cases: PathBuf,
    /// List wrong texts that are called readable, and right ones that are not.
    #[arg(long)]
    list: bool,
}

const LIMIT: Duration = Duration::from_secs(60);
/// The share of a text that is in the truth, in its order, below which it is wrong, and from which it is right.
const WRONG_BELOW: f64 = 0.75;
const RIGHT_FROM: f64 = 0.97;
/// The longest text that is compared, in characters without white space.
const LONGEST: usize = 20_000;

/// The programs: name, and arguments before and after the file.
const PROGRAMS: [(&str, &[&str], &[&str]); 3] = [
    ("poppler, raw", &["pdftotext", "-q", "-raw", "-enc", "UTF-8"], &["-"]),
    ("poppler, layout", &["pdftotext", "-q", "-layout", "-enc", "UTF-8"], &["-"]),
    ("mupdf", &["mutool", "draw", "-q", "-i", "-F", "text"], &[]),
];

/// An output that is wrong or right, with its verdict.
struct Output {
    program: &'static str,
    /// The folder of the file, which names a class of cases.
    family: String,
    name: String,
    is_wrong: bool,
    is_readable: bool,
    confidence: f64,
    signals: Vec<Signal>,
}

/// Runs the programs on all cases and prints the errors of the verdict by program and by family.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    tool::require_poppler()?;
    tool::require_mutool()?;
    let files = files::find(std::slice::from_ref(&arguments.cases))?;
    let mut seen: HashSet<String> = HashSet::new();
    let mut outputs: Vec<Output> = Vec::new();
    for found in parallel::map(&files, None, |file| judged(&file.path))? {
        // Two programs often print the same.
        outputs.extend(
            found.into_iter().filter(|(text, _)| seen.insert(text.clone())).map(|(_, output)| output),
        );
    }
    let mut groups: BTreeMap<&str, Vec<&Output>> = BTreeMap::new();
    for output in &outputs {
        groups.entry(output.program).or_default().push(output);
        groups.entry(&output.family).or_default().push(output);
        groups.entry("all").or_default().push(output);
    }
    println!("{:<16} wrong  called readable   right  called unreadable", "");
    for (name, outputs) in &groups {
        println!("{name:<16} {}", line(outputs));
    }
    for output in outputs.iter().filter(|output| arguments.list && output.is_wrong == output.is_readable) {
        let label = if output.is_wrong { "wrong" } else { "right" };
        let signals: Vec<&str> = output.signals.iter().map(|signal| signal.as_str()).collect();
        let Output { program, family, name, confidence, .. } = output;
        println!("{label} {confidence:.2} {program} {family}/{name} {}", signals.join(" "));
    }
    Ok(Check::passed_if(!outputs.is_empty()))
}

fn line(outputs: &[&Output]) -> String {
    let count = |is_wrong: bool, is_readable: Option<bool>| {
        let fits = |output: &&&Output| {
            output.is_wrong == is_wrong && is_readable.is_none_or(|readable| output.is_readable == readable)
        };
        outputs.iter().filter(fits).count()
    };
    let (wrong, missed) = (count(true, None), count(true, Some(true)));
    let (right, alarms) = (count(false, None), count(false, Some(false)));
    format!("{wrong:>5}  {missed:>15}   {right:>5}  {alarms:>17}")
}

/// Returns the outputs of all programs for a file that are clearly wrong or right.
fn judged(path: &Path) -> Result<Vec<(String, Output)>, String> {
    let page = |number: usize| std::fs::read_to_string(path.with_extension(format!("p{number}.txt"))).ok();
    let truth = solid(&(1..).map_while(page).collect::<Vec<String>>().join("\n"));
    let family = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut outputs = Vec::new();
    for (program, before, after) in PROGRAMS {
        let mut words = before.iter();
        let mut command = Command::new(words.next().copied().unwrap_or_default());
        command.args(words).arg(path).args(after);
        let text = tool::output(&mut command, LIMIT)?.unwrap_or_default();
        let Some(is_wrong) = is_wrong(&solid(&text), &truth) else { continue };
        let verdict = quality::judge(&text);
        let output = Output {
            program,
            family: family.clone(),
            name: name.clone(),
            is_wrong,
            is_readable: verdict.quality.is_readable(),
            confidence: verdict.confidence,
            signals: verdict.signals,
        };
        outputs.push((text, output));
    }
    Ok(outputs)
}

/// Returns the characters of a text in NFKC, without white space and marks of direction: programs differ in forms of
/// characters that read the same.
fn solid(text: &str) -> Vec<char> {
    let is_mark =
        |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.nfkc().filter(|c| !c.is_whitespace() && !is_mark(*c)).collect()
}

/// Returns whether a text is wrong; `None` if it is neither wrong nor right.
fn is_wrong(text: &[char], truth: &[char]) -> Option<bool> {
    if text.is_empty() || truth.is_empty() || text.len() > LONGEST || truth.len() > LONGEST {
        return None;
    }
    let shared = common_subsequence(text, truth) as f64;
    let (precision, recall) = (shared / text.len() as f64, shared / truth.len() as f64);
    if precision < WRONG_BELOW {
        return Some(true);
    }
    (precision >= RIGHT_FROM && recall >= RIGHT_FROM).then_some(false)
}

/// Returns the length of the longest common subsequence, by Hyyrö's algorithm: a bit for each character of one text.
fn common_subsequence(one: &[char], other: &[char]) -> usize {
    let blocks = one.len().div_ceil(64);
    let mut places: HashMap<char, Vec<u64>> = HashMap::new();
    for (index, character) in one.iter().enumerate() {
        let row = places.entry(*character).or_insert_with(|| vec![0; blocks]);
        if let Some(block) = row.get_mut(index / 64) {
            *block |= 1 << (index % 64);
        }
    }
    let mut row = vec![u64::MAX; blocks];
    for places in other.iter().filter_map(|character| places.get(character)) {
        let mut carry = false;
        for (block, places) in row.iter_mut().zip(places) {
            let matches = *block & places;
            let (sum, first) = block.overflowing_add(matches);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            *block = sum | (*block & !places);
        }
    }
    let zeros = |(index, block): (usize, &u64)| {
        let used = (one.len() - index * 64).min(64);
        let mask = if used == 64 { u64::MAX } else { (1 << used) - 1 };
        (!block & mask).count_ones() as usize
    };
    row.iter().enumerate().map(zeros).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(one: &str, other: &str) -> usize {
        common_subsequence(&solid(one), &solid(other))
    }

    #[test]
    fn common_subsequences_are_as_long_as_by_the_table() {
        assert_eq!([shared("abcd", "xbxd"), shared("abc", "cba"), shared("abc", "xyz")], [2, 1, 0]);
        let (long, other) = ("the old maps ".repeat(20), "old the maps ".repeat(20));
        assert_eq!(shared(&long, &long), solid(&long).len());
        let mut table = vec![vec![0; solid(&other).len() + 1]; solid(&long).len() + 1];
        for (i, a) in solid(&long).iter().enumerate() {
            for (j, b) in solid(&other).iter().enumerate() {
                table[i + 1][j + 1] =
                    if a == b { table[i][j] + 1 } else { table[i][j + 1].max(table[i + 1][j]) };
            }
        }
        assert_eq!(shared(&long, &other), table[solid(&long).len()][solid(&other).len()]);
    }

    #[test]
    fn texts_in_between_are_neither_wrong_nor_right() {
        let truth = solid("the museum lists its clocks");
        assert_eq!(is_wrong(&solid("the museum lists its clocks"), &truth), Some(false));
        assert_eq!(is_wrong(&solid("qwx zjkq vvpw"), &truth), Some(true));
        assert_eq!(is_wrong(&solid("the museum lists"), &truth), None);
        assert_eq!(is_wrong(&[], &truth), None);
        assert_eq!(solid("Zu\u{308}rich \u{202b}ﬁ\u{202c}"), solid("Züri ch fi"), "forms that read the same");
    }
}
