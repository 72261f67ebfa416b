//! The labels of the shape tables: the texts of their numbers.

use std::sync::OnceLock;

use crate::font::tables::SHAPE_LABELS;

/// Returns the text of a number.
pub(crate) fn get(number: usize) -> Option<&'static str> {
    all().get(number).copied()
}

/// Returns all texts in the order of their numbers.
pub(crate) fn all() -> &'static [&'static str] {
    static LABELS: OnceLock<Vec<&'static str>> = OnceLock::new();
    LABELS.get_or_init(|| SHAPE_LABELS.lines().collect())
}

#[cfg(test)]
mod tests {
    use super::super::look_alikes::representative;
    use super::*;
    use crate::font::tables::{FINGERPRINTS, SHAPE_MODEL};

    /// Returns the percentage of the letters, digits and signs of a block whose shape has a label.
    fn covered(block: std::ops::RangeInclusive<u32>) -> usize {
        let characters =
            block.filter_map(char::from_u32).filter(|one| !one.is_whitespace() && !one.is_control());
        let characters: Vec<char> = characters.collect();
        let has_label = |one: &&char| all().contains(&representative(**one).to_string().as_str());
        characters.iter().filter(has_label).count() * 100 / characters.len()
    }

    #[test]
    fn t3_32_gr_36_the_scripts_that_are_promised_are_covered() {
        assert_eq!(covered(0x21..=0x7E), 100, "ASCII");
        assert!(covered(0xA1..=0xFF) >= 95, "Latin-1: {}", covered(0xA1..=0xFF));
        assert!(covered(0x100..=0x17F) >= 95, "Latin Extended-A: {}", covered(0x100..=0x17F));
        assert!(covered(0x391..=0x3C9) >= 95, "Greek: {}", covered(0x391..=0x3C9));
        assert!(covered(0x410..=0x44F) == 100, "Cyrillic: {}", covered(0x410..=0x44F));
    }

    /// The blocks of T3-32 and their coverage in percent, as stated in `docs/spec.md`.
    #[test]
    fn t3_32_the_coverage_of_each_block_is_the_one_that_is_reported() {
        let spec = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/spec.md"));
        for (name, block) in [
            ("Basic Latin", 0x21..=0x7E),
            ("Latin-1 Supplement", 0xA1..=0xFF),
            ("Latin Extended-A", 0x100..=0x17F),
            ("Latin Extended-B", 0x180..=0x24F),
            ("Greek and Coptic", 0x370..=0x3FF),
            ("Cyrillic", 0x400..=0x4FF),
            ("General Punctuation", 0x2010..=0x205E),
            ("Letterlike Symbols", 0x2100..=0x214F),
            ("Arrows", 0x2190..=0x21FF),
            ("Mathematical Operators", 0x2200..=0x22FF),
        ] {
            let line = format!("| {name} | {} % |", covered(block));
            assert!(spec.contains(&line), "docs/spec.md should say: {line}");
        }
    }

    #[test]
    fn gr_36_the_network_is_small() {
        assert!(SHAPE_MODEL.len() <= 300_000, "{}", SHAPE_MODEL.len());
    }

    #[test]
    fn t3_29_the_tables_are_part_of_the_binary() {
        assert!(all().len() > 500 && FINGERPRINTS.len() > 100_000 && SHAPE_MODEL.len() > 100_000);
    }

    #[test]
    fn gr_44_t3_30_fonts_behind_the_tables_are_listed_with_their_licences() {
        let list = include_str!("../../../../docs/shape-fonts.md");
        let free = ["OFL-1.1", "Apache-2.0", "MIT", "Bitstream Vera", "GUST Font License", "public domain"];
        let packages: Vec<&str> = list.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        for package in &packages {
            let licence = package.rsplit(": ").next().unwrap_or_default();
            assert!(free.contains(&licence), "{package}");
        }
        for family in ["fonts-dejavu", "fonts-liberation"] {
            assert!(packages.iter().any(|package| package.starts_with(family)), "{family}");
        }
        let fonts: Vec<&str> = list.lines().filter_map(|line| line.strip_prefix("- `")).collect();
        let is_hash = |font: &&str| font.chars().take_while(char::is_ascii_hexdigit).count() == 64;
        assert!(fonts.len() >= 200 && fonts.iter().all(is_hash), "{}", fonts.len());
    }
}
