//! Detects fonts whose strings are in another encoding than that of their CMap.
//!
//! Nothing is done as long as the CMap contains the codes. If it fails, and its results are hardly text, the same
//! bytes are decoded in the other encodings of China, Japan, Korea and Taiwan and in Unicode. One of them is trusted
//! if it decodes all of them, gives almost only the usual characters of its country, and is the only one to do so, or
//! the only one of the country of the CMap.

use encoding_rs::Encoding;

use crate::font::char_code::CharCode;
use crate::font::legacy_charset::LegacyCharset;

/// The number of bytes of a font that are examined: a few pages of text.
const MOST_BYTES: usize = 16_384;
/// The least number of codes that a CMap must lack: a damaged string has one or two.
const FEWEST_FAILURES: usize = 3;
/// A CMap fails if it lacks one code in this many. Shift-JIS has codes for most pairs of bytes, whatever they mean.
const CODES_PER_FAILURE: usize = 200;
/// Percentages of usual characters among those beyond ASCII: the maximum in a wrong reading, and the minimum in a
/// correct one. Texts have some rarer ideographs; random codes give as many usual ones as there are among all codes.
const MOST_IN_WRONG: usize = 60;
const LEAST_IN_RIGHT: usize = 90;
/// The least number of characters beyond ASCII of a trusted reading.
const FEWEST_CHARACTERS: usize = 12;
/// The least percentage of kana in Japanese text. Chinese and Korean codes are ideographs in Japanese encodings.
const LEAST_KANA: usize = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Country {
    Japan,
    China,
    Taiwan,
    Korea,
}

/// A candidate encoding of strings.
struct Candidate {
    /// The predefined CMap for it, without its direction.
    cmap: &'static str,
    encoding: &'static Encoding,
    country: Country,
}

const fn candidate(cmap: &'static str, encoding: &'static Encoding, country: Country) -> Candidate {
    Candidate { cmap, encoding, country }
}

static CANDIDATES: [Candidate; 13] = [
    candidate("90ms-RKSJ", encoding_rs::SHIFT_JIS, Country::Japan),
    candidate("EUC", encoding_rs::EUC_JP, Country::Japan),
    candidate("GBK2K", encoding_rs::GB18030, Country::China),
    candidate("HKscs-B5", encoding_rs::BIG5, Country::Taiwan),
    candidate("KSCms-UHC", encoding_rs::EUC_KR, Country::Korea),
    candidate("UniJIS-UTF16", encoding_rs::UTF_16BE, Country::Japan),
    candidate("UniGB-UTF16", encoding_rs::UTF_16BE, Country::China),
    candidate("UniCNS-UTF16", encoding_rs::UTF_16BE, Country::Taiwan),
    candidate("UniKS-UTF16", encoding_rs::UTF_16BE, Country::Korea),
    candidate("UniJIS-UTF8", encoding_rs::UTF_8, Country::Japan),
    candidate("UniGB-UTF8", encoding_rs::UTF_8, Country::China),
    candidate("UniCNS-UTF8", encoding_rs::UTF_8, Country::Taiwan),
    candidate("UniKS-UTF8", encoding_rs::UTF_8, Country::Korea),
];

/// The text of a font on pages, decoded by its CMap.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    bytes: Vec<u8>,
    text: String,
    codes: usize,
    failures: usize,
}

impl Evidence {
    /// Adds a code with its character; `None` if the CMap lacks it.
    pub(crate) fn add(&mut self, code: CharCode, character: Option<char>) {
        if self.bytes.len() >= MOST_BYTES {
            return;
        }
        let bytes = code.value.to_be_bytes();
        let start = bytes.len().saturating_sub(usize::from(code.len));
        self.bytes.extend_from_slice(bytes.get(start..).unwrap_or_default());
        self.codes += 1;
        self.failures += usize::from(character.is_none());
        self.text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
    }

    /// Returns the CMap for which the strings were written, if it is clearly another one than that of the font.
    pub(crate) fn true_cmap(&self, declared: &[u8]) -> Option<String> {
        let country = country_of(declared)?;
        let fails = self.failures >= FEWEST_FAILURES.max(self.codes / CODES_PER_FAILURE);
        if !fails || Census::count(&self.text, country).usual_share() > MOST_IN_WRONG {
            return None;
        }
        let mut readings: Vec<(&Candidate, String)> = CANDIDATES
            .iter()
            .filter(|candidate| !candidate.is_of(declared))
            .filter_map(|candidate| Some((candidate, candidate.read(&self.bytes)?)))
            .collect();
        if readings.iter().any(|(candidate, _)| candidate.country == country) {
            readings.retain(|(candidate, _)| candidate.country == country);
        }
        let (first, text) = readings.first()?;
        let is_only = readings.iter().all(|(_, other)| other == text);
        let direction = if declared.ends_with(b"V") { "V" } else { "H" };
        is_only.then(|| format!("{}-{direction}", first.cmap))
    }
}

impl Candidate {
    /// Returns `true` if a CMap is for this encoding.
    fn is_of(&self, cmap: &[u8]) -> bool {
        let encoding = |cmap: &[u8]| LegacyCharset::for_cmap(cmap).map(LegacyCharset::encoding);
        encoding(format!("{}-H", self.cmap).as_bytes()).is_some_and(|own| encoding(cmap) == Some(own))
    }

    /// Returns the text of strings, if they are clearly in this encoding.
    fn read(&self, bytes: &[u8]) -> Option<String> {
        let text = self.encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        let census = Census::count(&text, self.country);
        let is_text = !text.contains(char::is_control) && census.characters >= FEWEST_CHARACTERS;
        let is_japanese =
            self.country != Country::Japan || census.kana * 100 >= census.characters * LEAST_KANA;
        (is_text && is_japanese && census.usual_share() >= LEAST_IN_RIGHT).then(|| text.into_owned())
    }
}

/// Returns the country of a CMap.
fn country_of(cmap: &[u8]) -> Option<Country> {
    let encoding = LegacyCharset::for_cmap(cmap)?.encoding();
    let is_gbk = encoding == encoding_rs::GBK;
    let candidate = CANDIDATES.iter().find(|candidate| candidate.encoding == encoding);
    if is_gbk { Some(Country::China) } else { candidate.map(|candidate| candidate.country) }
}

/// Counts of the kinds of characters in a text beyond ASCII.
struct Census {
    characters: usize,
    usual: usize,
    kana: usize,
}

impl Census {
    fn count(text: &str, country: Country) -> Self {
        let mut census = Self { characters: 0, usual: 0, kana: 0 };
        for character in text.chars().filter(|character| !character.is_ascii()) {
            census.characters += 1;
            census.usual += usize::from(is_usual(character, country));
            census.kana += usize::from(is_kana(character));
        }
        census
    }

    /// In hundredths.
    fn usual_share(&self) -> usize {
        self.usual * 100 / self.characters.max(1)
    }
}

fn is_kana(character: char) -> bool {
    matches!(character, '\u{3041}'..='\u{30FF}')
}

/// Returns `true` for punctuation, full-width letters, kana in Japan, and the first level of the national sets: the
/// few thousand ideographs or syllables of ordinary text.
fn is_usual(character: char, country: Country) -> bool {
    if matches!(character, '\u{2010}'..='\u{203B}' | '\u{3000}'..='\u{301F}' | '\u{FF01}'..='\u{FF5E}' | '·')
    {
        return true;
    }
    let mut place = [0; 4];
    let (encoding, leads) = match country {
        Country::Japan if is_kana(character) => return true,
        Country::Japan => (encoding_rs::EUC_JP, 0xB0..=0xCF),
        Country::China => (encoding_rs::GBK, 0xB0..=0xD7),
        Country::Taiwan => (encoding_rs::BIG5, 0xA4..=0xC6),
        Country::Korea => (encoding_rs::EUC_KR, 0xB0..=0xC8),
    };
    let (code, _, is_lost) = encoding.encode(character.encode_utf8(&mut place));
    let is_in_plane = |trail: u8| trail >= 0xA1 || country == Country::Taiwan;
    matches!(*code, [lead, trail] if !is_lost && leads.contains(&lead) && is_in_plane(trail))
}

#[cfg(test)]
mod tests {
    use super::*;

    const JAPANESE: &str = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗い所で泣いていた事だけは記憶している。";
    const CHINESE: &str =
        "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。";
    const TAIWANESE: &str =
        "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。";
    const KOREAN: &str = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 이성과 양심을 부여받았다.";

    /// Returns the result for a text in one encoding in a font with the CMap of another.
    fn found(text: &str, encoding: &'static Encoding, declared: &str) -> Option<String> {
        let bytes: Vec<u8> = match encoding.name() {
            "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => encoding.encode(text).0.into_owned(),
        };
        let cmap = crate::font::cmap::predefined::cmap(declared.as_bytes()).unwrap();
        let national = LegacyCharset::for_cmap(declared.as_bytes()).unwrap();
        let mut evidence = Evidence::default();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let (code, is_whole) = cmap.next_code(rest);
            let character = national.text(code).and_then(|text| text.chars().next());
            evidence.add(code, character.filter(|_| is_whole && cmap.mapped_cid(code).is_some()));
            rest = &rest[usize::from(code.len)..];
        }
        evidence.true_cmap(declared.as_bytes())
    }

    #[test]
    fn cj_1_strings_in_another_encoding_than_the_cmap_are_detected() {
        let is = |cmap: &str| Some(cmap.to_owned());
        assert_eq!(found(JAPANESE, encoding_rs::EUC_JP, "90ms-RKSJ-H"), is("EUC-H"));
        assert_eq!(found(JAPANESE, encoding_rs::SHIFT_JIS, "EUC-V"), is("90ms-RKSJ-V"));
        assert_eq!(found(JAPANESE, encoding_rs::UTF_16BE, "90ms-RKSJ-V"), is("UniJIS-UTF16-V"));
        assert_eq!(found(JAPANESE, encoding_rs::UTF_8, "EUC-H"), is("UniJIS-UTF8-H"));
        assert_eq!(found(CHINESE, encoding_rs::UTF_16BE, "GBK-EUC-H"), is("UniGB-UTF16-H"));
        assert_eq!(found(CHINESE, encoding_rs::UTF_8, "GB-EUC-H"), is("UniGB-UTF8-H"));
        assert_eq!(found(TAIWANESE, encoding_rs::BIG5, "GB-EUC-H"), is("HKscs-B5-H"));
        assert_eq!(found(TAIWANESE, encoding_rs::UTF_16BE, "ETen-B5-H"), is("UniCNS-UTF16-H"));
        assert_eq!(found(KOREAN, encoding_rs::UTF_16BE, "KSCms-UHC-H"), is("UniKS-UTF16-H"));
        assert_eq!(found(JAPANESE, encoding_rs::SHIFT_JIS, "ETen-B5-H"), is("90ms-RKSJ-H"));
    }

    #[test]
    fn cj_1_strings_that_the_cmap_can_read_are_not_reinterpreted() {
        for (text, encoding, cmap) in [
            (JAPANESE, encoding_rs::SHIFT_JIS, "90ms-RKSJ-H"),
            (JAPANESE, encoding_rs::EUC_JP, "EUC-H"),
            (CHINESE, encoding_rs::GBK, "GBK-EUC-H"),
            (TAIWANESE, encoding_rs::BIG5, "ETen-B5-H"),
            (KOREAN, encoding_rs::EUC_KR, "KSCms-UHC-H"),
        ] {
            assert_eq!(found(text, encoding, cmap), None, "{cmap}");
            // A damaged end, or user-defined characters, change nothing.
            let damaged = format!("{text}\u{E000}\u{E001}\u{E002}\u{E003}");
            assert_eq!(found(&damaged, encoding, cmap), None, "{cmap}");
        }
    }

    #[test]
    fn cj_1_strings_that_fit_two_encodings_are_not_reinterpreted() {
        // The codes of Korean syllables are ideographs in China, all of them usual ones.
        assert_eq!(found(KOREAN, encoding_rs::EUC_KR, "90ms-RKSJ-H"), None);
        assert_eq!(found("日本", encoding_rs::UTF_16BE, "90ms-RKSJ-H"), None, "too short");
    }
}
