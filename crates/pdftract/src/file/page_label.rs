//! Page labels: the page numbers shown to readers, such as `iv` or `A-3` (ISO 32000-1, 12.4.2).

use super::File;
use super::tree_walk;

/// A range of pages with the same numbering style.
struct Numbering {
    from: usize,
    style: Style,
    prefix: String,
    start: u64,
}

#[derive(Clone, Copy)]
enum Style {
    None,
    Decimal,
    Roman { upper: bool },
    Letters { upper: bool },
}

/// The maximum length of a prefix.
const PREFIX_CHARS: usize = 200;

impl File {
    /// Returns the labels of all pages; `None` if the file has none.
    pub fn page_labels(&self) -> Option<Vec<String>> {
        let root = self.catalog()?.dict(b"PageLabels")?;
        let mut numberings: Vec<Numbering> = tree_walk::leaves(root, "tree of page labels", b"Nums")
            .into_iter()
            .filter_map(|(key, value)| {
                let from = usize::try_from(key.as_int()?).ok()?;
                let dict = value.resolve().as_dict()?;
                let style = match dict.get(b"S").as_name() {
                    Some(b"D") => Style::Decimal,
                    Some(b"R") => Style::Roman { upper: true },
                    Some(b"r") => Style::Roman { upper: false },
                    Some(b"A") => Style::Letters { upper: true },
                    Some(b"a") => Style::Letters { upper: false },
                    _ => Style::None,
                };
                let prefix = dict.text(b"P").unwrap_or_default().chars().take(PREFIX_CHARS).collect();
                let start = dict.int(b"St").and_then(|start| u64::try_from(start).ok()).unwrap_or(1);
                Some(Numbering { from, style, prefix, start })
            })
            .collect();
        numberings.sort_by_key(|numbering| numbering.from);
        Some((0..self.page_count()).map(|page| label(&numberings, page)).collect())
    }
}

fn label(numberings: &[Numbering], page: usize) -> String {
    let after = numberings.partition_point(|numbering| numbering.from <= page);
    let Some(numbering) = after.checked_sub(1).and_then(|index| numberings.get(index)) else {
        return (page + 1).to_string();
    };
    let number = numbering.start.saturating_add((page - numbering.from) as u64);
    format!("{}{}", numbering.prefix, numbering.style.format(number))
}

impl Style {
    fn format(self, number: u64) -> String {
        match self {
            Self::None => String::new(),
            Self::Decimal => number.to_string(),
            Self::Roman { upper } => cased(roman(number), upper),
            Self::Letters { upper } => cased(letters(number), upper),
        }
    }
}

fn cased(text: String, upper: bool) -> String {
    if upper { text.to_ascii_uppercase() } else { text }
}

/// Formats Roman numerals up to 3,999; greater numbers are not written in this form.
fn roman(number: u64) -> String {
    const DIGITS: [(u64, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if !(1..4000).contains(&number) {
        return number.to_string();
    }
    let mut left = number;
    let mut text = String::new();
    for (value, digit) in DIGITS {
        while left >= value {
            text.push_str(digit);
            left -= value;
        }
    }
    text
}

/// Formats a … z, aa … zz, aaa …, up to a sensible number of letters.
fn letters(number: u64) -> String {
    if !(1..=26 * 20).contains(&number) {
        return number.to_string();
    }
    let index = number - 1;
    let letter = u8::try_from(index % 26).map_or('a', |offset| char::from(b'a' + offset));
    let count = usize::try_from(index / 26).unwrap_or(0) + 1;
    std::iter::repeat_n(letter, count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles() {
        assert_eq!(Style::Roman { upper: false }.format(1994), "mcmxciv");
        assert_eq!(Style::Roman { upper: true }.format(4), "IV");
        assert_eq!(Style::Letters { upper: false }.format(27), "aa");
        assert_eq!(Style::Letters { upper: true }.format(26), "Z");
        assert_eq!(Style::Roman { upper: false }.format(u64::MAX), u64::MAX.to_string());
        assert_eq!(Style::None.format(3), "");
    }

    #[test]
    fn labels_before_the_first_range_are_plain_numbers() {
        let ranges = [Numbering { from: 2, style: Style::Decimal, prefix: "A-".into(), start: 5 }];
        assert_eq!([0, 2, 3].map(|page| label(&ranges, page)), ["1", "A-5", "A-6"]);
    }
}
