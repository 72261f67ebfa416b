//! Maps the character codes of a simple font to glyph names: a base encoding with differences.

use super::tables::{encodings, name_at};

/// The predefined encodings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BaseEncoding {
    /// `StandardEncoding`; also the predefined encoding 0 of CFF.
    Standard,
    /// `WinAnsiEncoding`: 0xA0 is a space, 0xAD a hyphen, unused codes above 0x20 are bullets.
    WinAnsi,
    /// `MacRomanEncoding`.
    MacRoman,
    /// Mac OS Roman, for TrueType fonts: `MacRomanEncoding` and 16 further names (ISO 32000-1, Table 115).
    MacOsRoman,
    /// `MacExpertEncoding`.
    MacExpert,
    /// The built-in encoding of Symbol; not a legal `/Encoding` name.
    Symbol,
    /// The built-in encoding of ZapfDingbats; not a legal `/Encoding` name.
    ZapfDingbats,
    /// `PDFDocEncoding`; not a legal `/Encoding` name, but used in files.
    PdfDoc,
    /// Predefined encoding 1 of CFF.
    CffExpert,
}

impl BaseEncoding {
    /// Returns the encoding for a name in `/Encoding` or `/BaseEncoding` of a font dictionary.
    pub(crate) fn from_pdf_name(name: &[u8]) -> Option<Self> {
        match name {
            b"StandardEncoding" => Some(Self::Standard),
            b"WinAnsiEncoding" => Some(Self::WinAnsi),
            b"MacRomanEncoding" => Some(Self::MacRoman),
            b"MacExpertEncoding" => Some(Self::MacExpert),
            b"PDFDocEncoding" => Some(Self::PdfDoc),
            _ => None,
        }
    }

    /// Returns the glyph name of a code; `None` if the code is unused.
    pub(crate) fn name(self, code: u8) -> Option<&'static str> {
        match *self.table().get(usize::from(code))? {
            0 => None,
            index => name_at(index),
        }
    }

    fn table(self) -> &'static [u16; 256] {
        match self {
            Self::Standard => &encodings::STANDARD,
            Self::WinAnsi => &encodings::WIN_ANSI,
            Self::MacRoman => &encodings::MAC_ROMAN,
            Self::MacOsRoman => &encodings::MAC_OS_ROMAN,
            Self::MacExpert => &encodings::MAC_EXPERT,
            Self::Symbol => &encodings::SYMBOL,
            Self::ZapfDingbats => &encodings::ZAPF_DINGBATS,
            Self::PdfDoc => &encodings::PDF_DOC,
            Self::CffExpert => &encodings::CFF_EXPERT,
        }
    }
}

/// An element of a `/Differences` array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item<'a> {
    /// The code of the next name.
    Code(i64),
    /// A glyph name; the next name has the next code.
    Name(&'a [u8]),
}

/// Glyph names that replace those of a base encoding. At most 256 are kept, whatever the length of the array.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Differences {
    /// A bit for each code with a name.
    named: [u64; 4],
    /// The names in the order of their codes, without anything between them.
    names: Box<[u8]>,
    /// The length of the names before each one, and of all.
    starts: Box<[usize]>,
}

/// The number of one-byte codes.
const CODES: usize = 256;

impl Differences {
    /// Reads the elements in order. Names whose code is not in 0..=255 are ignored, a later name for the same code
    /// wins, and names before the first code count from 0.
    pub(crate) fn from_items<'a>(items: impl IntoIterator<Item = Item<'a>>) -> Self {
        let mut names: [Option<&[u8]>; CODES] = [None; CODES];
        let mut next = 0_i64;
        for item in items {
            match item {
                Item::Code(code) => next = code,
                Item::Name(name) => {
                    if let Some(slot) = usize::try_from(next).ok().and_then(|next| names.get_mut(next)) {
                        *slot = Some(name);
                    }
                    next = next.saturating_add(1);
                }
            }
        }
        Self::of_names(&names)
    }

    fn of_names(names: &[Option<&[u8]>; CODES]) -> Self {
        let lengths = names.iter().flatten().map(|name| name.len());
        let mut text = Vec::with_capacity(lengths.clone().sum());
        let mut starts = Vec::with_capacity(lengths.count() + 1);
        let mut named = [0; 4];
        for (bits, names) in named.iter_mut().zip(names.chunks(u64::BITS as usize)) {
            for (at, name) in names.iter().enumerate() {
                let Some(name) = name else { continue };
                *bits |= 1 << at;
                starts.push(text.len());
                text.extend_from_slice(name);
            }
        }
        if named == [0; 4] {
            return Self::default();
        }
        starts.push(text.len());
        Self { named, names: text.into(), starts: starts.into() }
    }

    /// Returns the memory that the names take, with what finding them takes at most.
    pub(crate) fn bytes(&self) -> usize {
        32 * self.starts.len().saturating_sub(1) + self.names.len()
    }

    /// Returns the name given for `code`; it may be `.notdef`.
    pub(crate) fn name(&self, code: u8) -> Option<&[u8]> {
        let (word, bit) = (usize::from(code) / u64::BITS as usize, u32::from(code) % u64::BITS);
        let bits = self.named.get(word)? >> bit;
        if bits & 1 == 0 {
            return None;
        }
        // The number of names from this one on.
        let later = self.named.iter().skip(word + 1).map(|bits| bits.count_ones()).sum::<u32>();
        let place = self.starts.len().checked_sub((bits.count_ones() + later) as usize + 1)?;
        match self.starts.get(place..)? {
            [start, end, ..] => self.names.get(*start..*end),
            _ => None,
        }
    }

    /// Returns all codes and names, in the order of the codes.
    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, &[u8])> {
        (0..=u8::MAX).filter_map(|code| Some((code, self.name(code)?)))
    }

    /// Returns `true` if there are no differences.
    pub(crate) fn is_empty(&self) -> bool {
        self.named == [0; 4]
    }
}

/// The encoding of one simple font.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Encoding {
    /// The base encoding; `None` if it is built into the font program.
    pub(crate) base: Option<BaseEncoding>,
    /// The differences given in the font dictionary.
    pub(crate) differences: Differences,
}

impl Encoding {
    /// Returns the glyph name of a code.
    pub(crate) fn name(&self, code: u8) -> Option<&[u8]> {
        self.differences.name(code).or_else(|| self.base?.name(code).map(str::as_bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::BaseEncoding::*;
    use super::*;
    use crate::font::glyph_names::{NameContext, unicode_of};

    const ALL: [BaseEncoding; 9] =
        [Standard, WinAnsi, MacRoman, MacOsRoman, MacExpert, Symbol, ZapfDingbats, PdfDoc, CffExpert];

    fn used(encoding: BaseEncoding) -> usize {
        (0..=255).filter(|code| encoding.name(*code).is_some()).count()
    }

    fn character(encoding: BaseEncoding, code: u8) -> Option<char> {
        let text = unicode_of(encoding.name(code)?.as_bytes(), NameContext::General)?.text;
        Some(text.as_slice()[0])
    }

    #[test]
    fn gr_12_number_of_codes() {
        let counts = [Standard, WinAnsi, MacRoman, MacOsRoman, MacExpert].map(used);
        assert_eq!(counts, [149, 224, 208, 223, 165]);
        assert_eq!((used(PdfDoc), used(CffExpert)), (229, 165));
    }

    /// Latin text encodings agree on the printable ASCII codes, except for the two quotes of StandardEncoding.
    #[test]
    fn gr_12_ascii() {
        for code in 0x20..0x7F_u8 {
            for encoding in [WinAnsi, MacRoman, MacOsRoman, PdfDoc] {
                assert_eq!(character(encoding, code), Some(char::from(code)), "{encoding:?}");
            }
            let standard = match code {
                0x27 => '’',
                0x60 => '‘',
                _ => char::from(code),
            };
            assert_eq!(character(Standard, code), Some(standard));
        }
    }

    #[test]
    fn gr_12_w_6_win_ansi_is_cp1252_but_for_its_space_and_hyphen() {
        let high = "€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ";
        for (code, expected) in (0x80..=0x9F).zip(high.chars()) {
            assert_eq!(character(WinAnsi, code), Some(expected), "{code:#X}");
        }
        for code in (0xA1..=0xFF).filter(|code| *code != 0xAD) {
            assert_eq!(character(WinAnsi, code), Some(char::from(code)), "{code:#X}");
        }
        assert_eq!(WinAnsi.name(0x92), Some("quoteright"));
        assert_eq!((character(WinAnsi, 0xA0), character(WinAnsi, 0xAD)), (Some(' '), Some('-')));
        assert_eq!(WinAnsi.name(0x1F), None);
    }

    #[test]
    fn gr_12_mac_roman() {
        let high = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰\
                    ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";
        assert_eq!(high.chars().count(), 128);
        for (code, expected) in (0x80..=0xFF).zip(high.chars()) {
            // The glyph list has OHM SIGN for `Omega`.
            let expected = if expected == 'Ω' { '\u{2126}' } else { expected };
            assert_eq!(character(MacOsRoman, code), Some(expected), "{code:#X}");
        }
        assert_eq!((MacRoman.name(0xD2), MacRoman.name(0xD3)), (Some("quotedblleft"), Some("quotedblright")));
        assert_eq!((MacRoman.name(0xDB), MacOsRoman.name(0xDB)), (Some("currency"), Some("Euro")));
        assert_eq!((MacRoman.name(0xCA), MacRoman.name(0xAD)), (Some("space"), None));
    }

    #[test]
    fn gr_12_standard() {
        let facts =
            [(0xA1, "exclamdown"), (0xA4, "fraction"), (0xA8, "currency"), (0xAE, "fi"), (0xAF, "fl")];
        let more =
            [(0xB1, "endash"), (0xC1, "grave"), (0xD0, "emdash"), (0xE8, "Lslash"), (0xFB, "germandbls")];
        for (code, name) in facts.into_iter().chain(more) {
            assert_eq!(Standard.name(code), Some(name));
        }
        assert_eq!((Standard.name(0x80), Standard.name(0xA0), Standard.name(0xFF)), (None, None, None));
    }

    #[test]
    fn gr_12_mac_expert() {
        let facts = [(0x23, "centoldstyle"), (0x30, "zerooldstyle"), (0x44, "Ethsmall"), (0x56, "ff")];
        let more = [(0x61, "Asmall"), (0xCF, "OEsmall"), (0xDA, "onesuperior"), (0xFB, "Ringsmall")];
        for (code, name) in facts.into_iter().chain(more) {
            assert_eq!(MacExpert.name(code), Some(name));
        }
        assert_eq!(
            (CffExpert.name(0xFF), CffExpert.name(0xC9)),
            (Some("Ydieresissmall"), Some("onesuperior"))
        );
    }

    #[test]
    fn gr_12_pdf_doc() {
        let facts =
            [(0x18, "breve"), (0x1F, "tilde"), (0x80, "bullet"), (0x8A, "minus"), (0x92, "trademark")];
        for (code, name) in facts.into_iter().chain([(0x9E, "zcaron"), (0xA0, "Euro"), (0xFF, "ydieresis")]) {
            assert_eq!(PdfDoc.name(code), Some(name));
        }
        assert_eq!((PdfDoc.name(0x7F), PdfDoc.name(0x9F), PdfDoc.name(0xAD)), (None, None, None));
    }

    #[test]
    fn gr_13_symbol() {
        assert_eq!(used(Symbol), 189);
        let facts = [(0x22, "universal"), (0x41, "Alpha"), (0x44, "Delta"), (0x61, "alpha"), (0x6D, "mu")];
        for (code, name) in
            facts.into_iter().chain([(0xA0, "Euro"), (0xA5, "infinity"), (0xFE, "bracerightbt")])
        {
            assert_eq!(Symbol.name(code), Some(name));
        }
    }

    #[test]
    fn gr_13_zapf_dingbats() {
        assert_eq!(used(ZapfDingbats), 202);
        for (code, name) in [(0x20, "space"), (0x21, "a1"), (0x34, "a20"), (0x6C, "a71"), (0xFE, "a191")] {
            assert_eq!(ZapfDingbats.name(code), Some(name));
        }
    }

    /// Every name in a table has Unicode, including those of MacExpertEncoding and Symbol.
    #[test]
    fn gr_12_every_name_has_unicode() {
        for encoding in ALL {
            let context =
                if encoding == ZapfDingbats { NameContext::ZapfDingbats } else { NameContext::General };
            for name in (0..=255).filter_map(|code| encoding.name(code)) {
                assert!(unicode_of(name.as_bytes(), context).is_some(), "{encoding:?} {name}");
            }
        }
    }

    #[test]
    fn gr_14_each_code_has_its_name() {
        let names: Vec<String> = (0..=255).map(|code| "n".repeat(code % 7)).collect();
        for step in [1, 2, 63, 64, 65, 255] {
            let codes = || (0..=255_usize).step_by(step);
            let items = codes().flat_map(|code| {
                [Item::Code(i64::try_from(code).unwrap()), Item::Name(names[code].as_bytes())]
            });
            let differences = Differences::from_items(items);
            let expected = codes().map(|code| (u8::try_from(code).unwrap(), names[code].as_bytes()));
            assert!(differences.iter().eq(expected), "{step}");
            let length: usize = codes().map(|code| names[code].len()).sum();
            assert_eq!(differences.bytes(), 32 * codes().count() + length);
        }
    }

    #[test]
    fn gr_14_differences_restarts() {
        let items = [
            Item::Code(39),
            Item::Name(b"quotesingle"),
            Item::Code(96),
            Item::Name(b"grave"),
            Item::Code(128),
            Item::Name(b"Adieresis"),
            Item::Name(b"Aring"),
            Item::Code(39),
            Item::Name(b"minute"),
        ];
        let encoding =
            Encoding { base: Some(Standard), differences: Differences::from_items(items.iter().copied()) };
        assert_eq!(encoding.name(39), Some(&b"minute"[..]));
        assert_eq!(encoding.name(96), Some(&b"grave"[..]));
        assert_eq!((encoding.name(128), encoding.name(129)), (Some(&b"Adieresis"[..]), Some(&b"Aring"[..])));
        assert_eq!(encoding.name(130), None);
        assert_eq!(encoding.name(65), Some(&b"A"[..]));
        assert_eq!(encoding.differences.iter().map(|(code, _)| code).collect::<Vec<_>>(), [39, 96, 128, 129]);
    }

    #[test]
    fn gr_14_codes_out_of_range() {
        let items = [
            Item::Name(b"first"),
            Item::Code(255),
            Item::Name(b"last"),
            Item::Name(b"beyond"),
            Item::Code(-1),
            Item::Name(b"below"),
            Item::Name(b"zero"),
            Item::Code(i64::MAX),
            Item::Name(b"far"),
            Item::Name(b"farther"),
        ];
        let differences = Differences::from_items(items);
        let kept: Vec<_> = differences.iter().collect();
        assert_eq!(kept, [(0, &b"zero"[..]), (255, &b"last"[..])]);
        assert!(Differences::from_items([]).is_empty());
    }

    #[test]
    fn w_5_built_in_encodings_are_not_pdf_names() {
        assert_eq!(BaseEncoding::from_pdf_name(b"SymbolEncoding"), None);
        assert_eq!(BaseEncoding::from_pdf_name(b"ZapfDingbatsEncoding"), None);
        assert_eq!(BaseEncoding::from_pdf_name(b"MacExpertEncoding"), Some(MacExpert));
    }

    #[test]
    fn w_6_winansi_soft_hyphen() {
        assert_eq!(WinAnsi.name(0xAD), Some("hyphen"));
        assert_eq!(character(WinAnsi, 0xAD), Some('-'));
        assert_eq!(WinAnsi.name(0xA0), Some("space"));
        for code in [0x7F, 0x81, 0x8D, 0x8F, 0x90, 0x9D] {
            assert_eq!(WinAnsi.name(code), Some("bullet"), "{code:#X}");
        }
    }
}
