//! Classes of files, by the kind of work that dominates their cost.

use clap::ValueEnum;
use serde::Serialize;

/// A class of files. Each file belongs to the first class whose condition holds, in the order of [`Traits::class`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Class {
    /// Smaller than 10,000 bytes.
    Tiny,
    /// None of the others.
    Ordinary,
    /// At least 50 pages.
    Long,
    /// With a structure tree.
    Tagged,
    /// Chinese, Japanese or Korean.
    Cjk,
    /// Fonts without `/ToUnicode` in a custom encoding.
    Nomap,
    /// Type 3 fonts.
    Type3,
    /// Page images.
    Scan,
    /// Malformed, encrypted, garbled or slow.
    Odd,
}

/// The number of pages from which a file is long.
const LONG: usize = 50;
/// The size in bytes below which a file is tiny.
const TINY: u64 = 10_000;

impl Class {
    /// All classes, in the order of tables.
    pub(super) fn all() -> &'static [Self] {
        Self::value_variants()
    }

    /// Returns the name in tables and on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// The features of a file that determine its class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Traits {
    pub(super) bytes: u64,
    pub(super) pages: usize,
    pub(super) odd: bool,
    pub(super) scan: bool,
    pub(super) type3: bool,
    pub(super) cjk: bool,
    pub(super) nomap: bool,
    pub(super) tagged: bool,
}

impl Traits {
    /// Parses the features of a row of the table, separated by `|`.
    pub(super) fn from_features(bytes: u64, pages: usize, features: &str) -> Self {
        let mut traits = Self { bytes, pages, ..Self::default() };
        for feature in features.split('|') {
            match feature {
                "malformed" | "encrypted" | "needs_password" | "unreadable" | "garbled" | "slow" => {
                    traits.odd = true
                }
                "scan_or_image" => traits.scan = true,
                "type3" | "type3_nouni" => traits.type3 = true,
                "cjk_han" | "cjk_predef_cmap" | "kana" | "hangul" | "vertical" => traits.cjk = true,
                "simple_nouni_custom" | "cid_nouni" => traits.nomap = true,
                "tagged" => traits.tagged = true,
                _ => {}
            }
        }
        traits
    }

    /// Returns the class for these features.
    pub(super) fn class(self) -> Class {
        match self {
            Self { odd: true, .. } => Class::Odd,
            Self { scan: true, .. } => Class::Scan,
            Self { type3: true, .. } => Class::Type3,
            Self { pages: LONG.., .. } => Class::Long,
            Self { cjk: true, .. } => Class::Cjk,
            Self { nomap: true, .. } => Class::Nomap,
            Self { tagged: true, .. } => Class::Tagged,
            Self { bytes: ..TINY, .. } => Class::Tiny,
            _ => Class::Ordinary,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rarest_trait_decides() {
        let class = |pages, features| Traits::from_features(20_000, pages, features).class();
        assert_eq!(class(1, "garbled|type3|type3_nouni"), Class::Odd);
        assert_eq!(class(8, "greek|simple_nouni_custom|type3"), Class::Type3);
        assert_eq!(class(69, "long|simple_nouni_custom"), Class::Long);
        assert_eq!(class(1, "cid_nouni|cjk_han"), Class::Cjk);
        assert_eq!(class(13, "simple_nouni_custom|tagged"), Class::Nomap);
        assert_eq!(class(1, "truth:READoc"), Class::Ordinary);
        assert_eq!(Traits::from_features(700, 1, "").class(), Class::Tiny);
    }
}
