//! Bigram costs of character classes: how letters, digits and signs follow each other in text of any kind.
//!
//! In prose, code, tables of numbers and formulas, signs occur in few contexts: a bracket after a space, a comma
//! before one. Text decoded with a wrong encoding violates this, even if it has no letters that a language model
//! could judge. The costs were counted over documentation, manual pages and translations in about a hundred
//! languages, source files of twenty kinds, and synthetic tables and formulas. `cargo lab sign-table FOLDER…` counts such a table over
//! the text files of other folders.

use crate::bmp_table::BmpTable;
use crate::char_class::{is_common_caseless_letter, is_mark};

/// The ASCII signs with a separate class each, in the order of their classes.
const ASCII_SIGNS: &[u8; 32] = b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

/// The number of classes.
const CLASSES: usize = 39;
/// Bits of information per step of cost.
const STEP_BITS: f64 = 0.75;

const SPACE: u8 = 0;
const LOWER: u8 = 1;
const UPPER: u8 = 2;
const DIGIT: u8 = 3;
/// Signs of Latin-1.
const LATIN_1_SIGN: u8 = 4;
const FIRST_SIGN: u8 = 5;
const OTHER: u8 = 37;
/// Operators and other signs of mathematics.
const MATHEMATICAL: u8 = 38;

/// The cost of each class after each other, in steps as hexadecimal digits: a row for each class before.
const COSTS: [&[u8; CLASSES]; CLASSES] = [
    b"f144fd889adb7d99f7b8ee89dfd9aefcc98afa8",
    b"40b9ffbffffcbbffaa9bacdbbffdfefbfefcfcf",
    b"5226ffbffffb99fc98acbcbaeffaddc7fff9ffc",
    b"4691ffaff9fff89f774a9cffeffff8fdfffaf98",
    b"3187ff8eeefeccdf8bac8e8ddffeeefdfedef6d",
    b"235af58fbdfd6affb5f7ffb5fdf8bfffbfffbfb",
    b"3266ff9889fde7bd5a875adf4bbeba9ccffefef",
    b"2382f9c6fdfdffffffffdeeffff8fffcfeffeff",
    b"7351fccccffd7cdfffcafffffcbf9ce8f7fffff",
    b"2168fa8cf8ffcffffe9ffbfffffefffffffffff",
    b"2256fbf9cf38cfffffeff9fbaffffffbfffffff",
    b"3259feaca5ea96ae487988adbfed9aebaffbf88",
    b"6242fb8f87a896beb9abdecefcbcbffaeffffcb",
    b"19fefbbfecedc7fb6a6c85bbbbffc9bb9cbffb6",
    b"159cffaffffcab3ffd95cffeeffddffefffffff",
    b"3681ffcfdefce8f7fadbfcfbfffea9fcfdeffff",
    b"1783ffafeff8efffffbfffffffff8ffffffffff",
    b"4252fffffffcfecff5affffd8fffadfffffffff",
    b"3491ffbdfdfffdefef9affcfffffbbfcfffffff",
    b"5155f9adcefdfc7fbd65feff7feecfbffefffff",
    b"1463ffdfecfbefeffef65fbbfeffecfcfcfffff",
    b"07d8ffdafffedcffffedf7fffffeeffffffffcf",
    b"327df9ffcacacffffdf3ffa9faffdffeffffffe",
    b"2465ff2faff8effffbecffa79fff8fffefffaff",
    b"1448ffadefabbaff9d8ace399dfea9feb9fffff",
    b"335affaf9ff987bf8e7b768946f77ffffa6bfff",
    b"7079ff9faffaffcfcfcfffbfff8fcff7f8fffcf",
    b"6461fd8adafaffedb68faf9afffa68cf8ffffff",
    b"41a9ff9ffcfbbc9fffb9dfdfdde69efebb4dfff",
    b"1aeefaefeffc78c97a99a89aacf89babcd9ffa5",
    b"5565ffddcffd9fbffadddffffffaaffdf1ffffc",
    b"7128ffdefffcbbdfcfefecfffffbfff6f4fdfff",
    b"3358ff8fa8b888df88599fdffffcd5f949fffff",
    b"2235ffcfaffcfffcfeecffffffff5ffdfff9fff",
    b"079dffffffffffdfa78ffffddff9b7bfff8dfff",
    b"179aff9fcfffe9ff45ebd7f5ffff8e5dc5fcfff",
    b"2377ff79ffffdde9ccb4dfeeeffffffeffef4fe",
    b"1383efcfffe9eeffedcffffffff9fefffffff9c",
    b"2442ffeffff9aaffdfdffffffffafffffffffe9",
];

/// The cost of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SignCost {
    /// The sum over all characters, in steps.
    steps: u32,
    /// The number of characters; runs of blanks and rulers count once.
    pub characters: u32,
    /// The number of mathematical signs.
    mathematical: u32,
}

impl SignCost {
    /// Measures a text.
    pub fn measure(text: &str) -> Self {
        let mut cost = Self::default();
        for_each_pair(text, |last, class, times| {
            cost.steps += step(last, class) * times;
            cost.characters += times;
            cost.mathematical += u32::from(class == MATHEMATICAL);
        });
        cost
    }

    /// Returns the mean, in bits per character.
    pub fn mean_bits(self) -> f64 {
        f64::from(self.steps) * STEP_BITS / f64::from(self.characters.max(1))
    }

    /// Returns the share of mathematical signs.
    pub fn mathematical_share(self) -> f64 {
        f64::from(self.mathematical) / f64::from(self.characters.max(1))
    }
}

/// Calls a function with each class of a text, the one before it, and the number of times that they follow each other.
/// Rulers and runs of blanks count once.
fn for_each_pair(text: &str, mut see: impl FnMut(u8, u8, u32)) {
    let (mut before, mut last) = (OTHER, SPACE);
    let mut rest = text;
    loop {
        let mut characters = rest.chars();
        let class = characters.next().map_or(SPACE, class);
        rest = characters.as_str();
        // Lines of dots or dashes, also with spaces between them.
        let is_ruler = class == before
            && (class == last || last == SPACE)
            && !matches!(class, SPACE | LOWER | UPPER | DIGIT);
        if !is_ruler && (class != SPACE || last != SPACE) {
            see(last, class, 1);
            (before, last) = (last, class);
        }
        // Most of a text are small letters behind small letters.
        if class == LOWER {
            let length = rest.bytes().take_while(u8::is_ascii_lowercase).count();
            if let Some(behind) = rest.get(length..).filter(|_| length > 0) {
                see(LOWER, LOWER, u32::try_from(length).unwrap_or(u32::MAX));
                (before, rest) = (LOWER, behind);
            }
        }
        if rest.is_empty() {
            break;
        }
    }
    // A text ends as with a blank.
    if last != SPACE {
        see(last, SPACE, 1);
    }
}

/// Counts how classes follow each other, and writes the table of their costs.
#[derive(Debug, Clone)]
pub struct SignTable([[u64; CLASSES]; CLASSES]);

impl Default for SignTable {
    fn default() -> Self {
        Self([[0; CLASSES]; CLASSES])
    }
}

impl SignTable {
    /// Counts the characters of a text.
    pub fn add(&mut self, text: &str) {
        for_each_pair(text, |last, class, times| {
            let count = self.0.get_mut(usize::from(last)).and_then(|row| row.get_mut(usize::from(class)));
            count.into_iter().for_each(|count| *count += u64::from(times));
        });
    }

    /// Returns the rows of the table: costs in steps as hexadecimal digits, at most `f`.
    #[allow(clippy::cast_precision_loss)]
    pub fn rows(&self) -> Vec<String> {
        let digit = |count: u64, all: u64| {
            let bits = -((count as f64 + 0.5) / (all as f64 + 0.5 * CLASSES as f64)).log2();
            let steps = (bits / STEP_BITS).round().clamp(0.0, 15.0);
            format!("{steps:.0}").parse().ok().and_then(|steps| char::from_digit(steps, 16)).unwrap_or('f')
        };
        let row = |counts: &[u64; CLASSES]| {
            let all = counts.iter().sum();
            counts.iter().map(|count| digit(*count, all)).collect()
        };
        self.0.iter().map(row).collect()
    }
}

/// The costs as numbers.
static STEPS: [[u8; CLASSES]; CLASSES] = steps();

#[allow(clippy::indexing_slicing)]
const fn steps() -> [[u8; CLASSES]; CLASSES] {
    let mut steps = [[0; CLASSES]; CLASSES];
    let mut at = 0;
    while at < CLASSES * CLASSES {
        let digit = COSTS[at / CLASSES][at % CLASSES];
        steps[at / CLASSES][at % CLASSES] =
            if digit.is_ascii_digit() { digit - b'0' } else { digit - b'a' + 10 };
        at += 1;
    }
    steps
}

#[inline]
fn step(last: u8, class: u8) -> u32 {
    let row = STEPS.get(usize::from(last));
    row.and_then(|row| row.get(usize::from(class))).map_or(15, |steps| u32::from(*steps))
}

/// The classes of ASCII characters.
static ASCII_CLASSES: [u8; 128] = ascii_classes();

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
const fn ascii_classes() -> [u8; 128] {
    let mut classes = [OTHER; 128];
    let mut sign = 0;
    while sign < ASCII_SIGNS.len() {
        classes[ASCII_SIGNS[sign] as usize] = FIRST_SIGN + sign as u8;
        sign += 1;
    }
    let mut code = 0;
    while code < classes.len() {
        match code as u8 {
            b'a'..=b'z' => classes[code] = LOWER,
            b'A'..=b'Z' => classes[code] = UPPER,
            b'0'..=b'9' => classes[code] = DIGIT,
            // A bar between columns separates like a space.
            b'|' | b'\t'..=b'\r' | b' ' => classes[code] = SPACE,
            _ => {}
        }
        code += 1;
    }
    classes
}

/// Returns the class of a character.
#[inline]
fn class(character: char) -> u8 {
    match ASCII_CLASSES.get(character as usize) {
        Some(class) => *class,
        None => {
            static CLASSES_BEYOND_ASCII: BmpTable = BmpTable::new();
            CLASSES_BEYOND_ASCII.get(character, other_class)
        }
    }
}

fn other_class(character: char) -> u8 {
    match character {
        _ if is_common_caseless_letter(character) => LOWER,
        _ if character.is_whitespace() => SPACE,
        '«' | '“' | '„' | '‘' | '‹' => class('('),
        '»' | '”' | '›' => class(')'),
        '’' => class('\''),
        '\u{2010}'..='\u{2014}' | '−' => class('-'),
        '±' | '×' | '÷' | '·' | '°' | '²' | '³' | '¹' | '¬' => MATHEMATICAL,
        '\u{2190}'..='\u{22FF}' | '\u{27C0}'..='\u{27FF}' | '\u{2900}'..='\u{2AFF}' => MATHEMATICAL,
        _ if character.is_uppercase() => UPPER,
        _ if character.is_alphabetic() || is_mark(character) => LOWER,
        _ if character.is_numeric() => DIGIT,
        '\u{A1}'..='\u{FF}' => LATIN_1_SIGN,
        '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF20}' => class('.'),
        _ => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_numbers_and_code_cost_less_than_codes_of_a_wrong_encoding() {
        let bits = |text: &str| SignCost::measure(text).mean_bits();
        assert!(bits("The museum lists 442 clocks, of which only seven still agree.") < 1.5);
        assert!(bits("1,204.50 (3.1 %) -17.25\n980.00 (2.4 %) +3.75\n") < 3.4);
        assert!(bits("for (i = 0; i < n; i++) { sum += a[i] * b[i]; }") < 3.8);
        assert!(bits("!\"#$%&'#()$%*+$,-$)\"#$.*&&#/$0*($1&*-)#'$2#3%4#") > 6.0);
    }

    #[test]
    fn a_table_counted_over_prose_says_what_the_committed_one_says_of_prose() {
        let mut table = SignTable::default();
        table.add(&"The museum lists 442 clocks, of which only seven still agree. ".repeat(400));
        let rows = table.rows();
        let cost = |before: u8, after: u8| rows[usize::from(before)].as_bytes()[usize::from(after)];
        assert_eq!((rows.len(), rows[0].len()), (CLASSES, CLASSES));
        let committed = COSTS[usize::from(LOWER)][usize::from(LOWER)];
        assert!(cost(LOWER, LOWER).abs_diff(committed) <= 1, "letters follow letters");
        assert_eq!(cost(class(','), SPACE), b'0', "a comma is followed by a space");
        assert_eq!(cost(LOWER, class('#')), b'f', "and no letter by a hash");
    }

    #[test]
    fn rulers_and_leaders_count_once() {
        assert_eq!(SignCost::measure("a ...... b"), SignCost::measure("a .............. b"));
        assert_eq!(SignCost::measure("a . . . . b"), SignCost::measure("a . . . . . . . . b"));
    }

    #[test]
    fn runs_of_small_letters_count_like_single_letters() {
        for text in ["", "a", "abc Def, ghi -- x", "été naïve lo", "....... aa", "zz . . . . zz9zz|zz"] {
            let (mut single, mut pairs) = (Vec::new(), Vec::new());
            let (mut before, mut last) = (OTHER, SPACE);
            for class in text.chars().map(class).chain([SPACE]) {
                let is_word = matches!(class, SPACE | LOWER | UPPER | DIGIT);
                let is_ruler = class == before && (class == last || last == SPACE) && !is_word;
                if !is_ruler && (class, last) != (SPACE, SPACE) {
                    single.push((last, class));
                    (before, last) = (last, class);
                }
            }
            for_each_pair(text, |last, class, times| {
                pairs.extend(std::iter::repeat_n((last, class), times as usize));
            });
            assert_eq!(pairs, single, "{text}");
        }
    }
}
