//! Supplement 6 of Adobe-GB1, which Debian's package does not have yet: 288 CIDs and their codes, from the newer CMaps
//! that the crate hayro-cmap carries.

use hayro_cmap::{CMap, CMapName, load_embedded};

use super::SourceCMaps;
use super::source::{Code, Range};

const SUPPLEMENT: u32 = 6;

/// The first CID of the supplement.
const FIRST_CID: u32 = 30_284;

/// The byte ranges of four-byte codes in GB 18030: first and third, second and fourth.
const GB_LETTERS: std::ops::RangeInclusive<u32> = 0x81..=0xFE;
const GB_DIGITS: std::ops::RangeInclusive<u32> = 0x30..=0x39;

/// Adds the codes of the supplement to the CMaps of Unicode and of GB 18030.
pub(super) fn add(all: &mut SourceCMaps) -> Result<(), String> {
    let unicode = newer(CMapName::UniGbUtf16H)?;
    for character in (0..=u32::from(char::MAX)).filter_map(char::from_u32) {
        let utf16 = bytes_of_utf16(character);
        let Some(cid) = new_cid(&unicode, code(&utf16)) else { continue };
        add_code(all, "UniGB-UTF32-H", code(&u32::from(character).to_be_bytes()), cid)?;
        add_code(all, "UniGB-UTF16-H", code(&utf16), cid)?;
        add_code(all, "UniGB-UTF8-H", code(character.to_string().as_bytes()), cid)?;
    }
    let national = newer(CMapName::Gbk2kH)?;
    for code in gb_18030_codes() {
        if let Some(cid) = new_cid(&national, code) {
            add_code(all, "GBK2K-H", code, cid)?;
        }
    }
    Ok(())
}

fn newer(name: CMapName<'static>) -> Result<CMap, String> {
    let data = load_embedded(name).ok_or("hayro-cmap has no CMaps")?;
    CMap::parse(data, load_embedded).ok_or_else(|| "a CMap of hayro-cmap cannot be read".to_owned())
}

fn new_cid(cmap: &CMap, code: Code) -> Option<u32> {
    cmap.lookup_cid_code(code.value, code.bytes).filter(|cid| *cid >= FIRST_CID)
}

fn add_code(all: &mut SourceCMaps, name: &str, code: Code, cid: u32) -> Result<(), String> {
    let cmap = all.get_mut(name).ok_or_else(|| format!("no CMap {name}"))?;
    cmap.supplement = SUPPLEMENT;
    cmap.cids.push(Range { first: code, last: code.value, cid });
    Ok(())
}

fn code(bytes: &[u8]) -> Code {
    let value = bytes.iter().fold(0, |value, byte| value << 8 | u32::from(*byte));
    Code { bytes: u8::try_from(bytes.len()).expect("codes are short"), value }
}

fn bytes_of_utf16(character: char) -> Vec<u8> {
    character.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| unit.to_be_bytes()).collect()
}

fn gb_18030_codes() -> impl Iterator<Item = Code> {
    let two = (0x8100..=0xFFFF).map(|value| Code { bytes: 2, value });
    let pairs = || GB_LETTERS.flat_map(|letter| GB_DIGITS.map(move |digit| letter << 8 | digit));
    let four =
        pairs().flat_map(move |high| pairs().map(move |low| Code { bytes: 4, value: high << 16 | low }));
    two.chain(four)
}
