//! Bigram costs of character classes: how letters, digits and signs follow each other in text of any kind.
//!
//! In prose, code, tables of numbers and formulas, signs occur in few contexts: a bracket after a space, a comma
//! before one. Text decoded with a wrong encoding violates this, even if it has no letters that a language model
//! could judge. The costs were counted over documentation, manual pages and translations in about a hundred
//! languages, source files of twenty kinds, and synthetic tables and formulas.

use super::script::is_mark;

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
        let (mut before, mut last) = (OTHER, SPACE);
        for class in text.chars().map(class).chain([SPACE]) {
            // Lines of dots or dashes, also with spaces between them.
            let is_ruler = class == before
                && (class == last || last == SPACE)
                && !matches!(class, SPACE | LOWER | UPPER | DIGIT);
            if is_ruler || (class == SPACE && last == SPACE) {
                continue;
            }
            cost.steps += step(last, class);
            cost.characters += 1;
            cost.mathematical += u32::from(class == MATHEMATICAL);
            (before, last) = (last, class);
        }
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

fn step(last: u8, class: u8) -> u32 {
    let row = COSTS.get(usize::from(last)).copied();
    match row.and_then(|row| row.get(usize::from(class))).copied().unwrap_or(b'f') {
        digit @ b'0'..=b'9' => u32::from(digit - b'0'),
        letter => u32::from(letter.saturating_sub(b'a')) + 10,
    }
}

/// Returns the class of a character.
fn class(character: char) -> u8 {
    match character {
        'a'..='z' => LOWER,
        'A'..='Z' => UPPER,
        '0'..='9' => DIGIT,
        // A bar between columns separates like a space.
        '|' => SPACE,
        _ if character.is_whitespace() => SPACE,
        _ if character.is_ascii() => ascii_sign(character),
        _ => other_class(character),
    }
}

fn ascii_sign(character: char) -> u8 {
    let position = (FIRST_SIGN..).zip(ASCII_SIGNS).find(|(_, sign)| char::from(**sign) == character);
    position.map_or(OTHER, |(class, _)| class)
}

fn other_class(character: char) -> u8 {
    match character {
        '«' | '“' | '„' | '‘' | '‹' => ascii_sign('('),
        '»' | '”' | '›' => ascii_sign(')'),
        '’' => ascii_sign('\''),
        '\u{2010}'..='\u{2014}' | '−' => ascii_sign('-'),
        '±' | '×' | '÷' | '·' | '°' | '²' | '³' | '¹' | '¬' => MATHEMATICAL,
        '\u{2190}'..='\u{22FF}' | '\u{27C0}'..='\u{27FF}' | '\u{2900}'..='\u{2AFF}' => MATHEMATICAL,
        _ if character.is_uppercase() => UPPER,
        _ if character.is_alphabetic() || is_mark(character) => LOWER,
        _ if character.is_numeric() => DIGIT,
        '\u{A1}'..='\u{FF}' => LATIN_1_SIGN,
        '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF20}' => ascii_sign('.'),
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
    fn rulers_and_leaders_count_once() {
        assert_eq!(SignCost::measure("a ...... b"), SignCost::measure("a .............. b"));
        assert_eq!(SignCost::measure("a . . . . b"), SignCost::measure("a . . . . . . . . b"));
    }
}
