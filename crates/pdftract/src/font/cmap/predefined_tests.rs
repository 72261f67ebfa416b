//! Checks every code of every CMap and every CID of every collection against their sources, then individual
//! requirements.

use std::collections::BTreeMap;

use super::predefined::cmap;
use super::unicode_form::UnicodeForm;
use super::{CMap, CidSystemInfo, WritingMode};
use super::{packed, predefined};
use crate::font::char_code::CharCode;
use crate::font::collection::{Collection, ORDERINGS};
use crate::font::tables::{CMAP_CHECKS, CMAPS};

const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;
const FNV_PRIME: u64 = 0x100_0000_01B3;

fn hash(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME))
}

/// Returns the line of a table in the list of checks.
fn expected(name: &str) -> (usize, u64) {
    let prefix = format!("{name} ");
    let line = CMAP_CHECKS.lines().find_map(|line| line.strip_prefix(&prefix)).unwrap();
    let (entries, hash) = line.split_once(' ').unwrap();
    (entries.parse().unwrap(), u64::from_str_radix(hash, 16).unwrap())
}

/// Encodes a scalar value in a form.
fn coded(form: Option<UnicodeForm>, code: CharCode) -> Option<CharCode> {
    let Some(form) = form else { return Some(code) };
    let character = char::from_u32(code.value)?;
    let bytes: Vec<u8> = match form {
        UnicodeForm::Utf8 => character.to_string().into_bytes(),
        UnicodeForm::Utf16 => {
            character.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| unit.to_be_bytes()).collect()
        }
        UnicodeForm::Utf32 => u32::from(character).to_be_bytes().to_vec(),
    };
    CharCode::from_bytes(&bytes)
}

/// Returns all mapped codes of a CMap in the form used for lookups.
fn all_codes(cmap: &CMap) -> BTreeMap<(u8, u32), u32> {
    let mut codes = BTreeMap::new();
    for (ancestor, form) in cmap.line_with_forms() {
        for (len, table) in (1..).zip(&ancestor.cids) {
            for value in table.codes() {
                let Some(code) = coded(form, CharCode { value, len }) else { continue };
                codes.insert((code.len, code.value), cmap.mapped_cid(code).unwrap());
            }
        }
    }
    codes
}

#[test]
fn cj_14_every_code_of_every_cmap_has_its_cid() {
    let names = packed::names(CMAPS);
    assert!(names.len() > 180, "{}", names.len());
    let mut total = 0;
    for name in names {
        let name = std::str::from_utf8(name).unwrap();
        let codes = all_codes(&cmap(name.as_bytes()).unwrap());
        total += codes.len();
        let sum = codes.iter().fold(FNV_START, |sum, ((len, value), cid)| {
            hash(hash(hash(sum, &[*len]), &value.to_be_bytes()), &cid.to_be_bytes())
        });
        assert_eq!((codes.len(), sum), expected(name), "{name}");
    }
    assert!(total > 2_600_000, "{total}");
}

fn collection(ordering: &str) -> &'static Collection {
    let info =
        CidSystemInfo { registry: b"Adobe".to_vec(), ordering: ordering.as_bytes().to_vec(), supplement: 0 };
    Collection::get(&info).unwrap()
}

#[test]
fn cj_36_every_cid_of_every_collection_has_its_text() {
    for ordering in ORDERINGS {
        let collection = collection(ordering);
        let texts = (0..=u32::from(u16::MAX)).filter_map(|cid| Some((cid, collection.text(cid)?)));
        let (entries, sum) = texts.fold((0, FNV_START), |(entries, sum), (cid, text)| {
            (entries + 1, hash(hash(hash(sum, &cid.to_be_bytes()), text.as_bytes()), &[0]))
        });
        assert_eq!((entries, sum), expected(&format!("Adobe-{ordering}")), "{ordering}");
    }
}

/// Decodes a string by the collection of its CMap alone.
fn text(name: &str, mut bytes: &[u8]) -> String {
    let cmap = cmap(name.as_bytes()).unwrap();
    let collection = Collection::get(cmap.system_info().unwrap()).unwrap();
    let mut text = String::new();
    while !bytes.is_empty() {
        let (code, _) = cmap.next_code(bytes);
        let cid = cmap.mapped_cid(code);
        text += &cid.and_then(|cid| collection.text(cid)).unwrap_or_else(|| "\u{FFFD}".into());
        bytes = &bytes[usize::from(code.len)..];
    }
    text
}

#[test]
fn cj_10_japanese_cmaps() {
    for name in [
        "83pv-RKSJ-H",
        "90ms-RKSJ-H",
        "90ms-RKSJ-V",
        "90msp-RKSJ-H",
        "90pv-RKSJ-H",
        "Ext-RKSJ-V",
        "Add-RKSJ-H",
    ] {
        assert_eq!(text(name, &[0x93, 0xFA, 0x96, 0x7B, b'A', 0x82, 0xA0]), "日本Aあ", "{name}");
    }
    assert_eq!(text("EUC-H", &[0xC6, 0xFC, 0xCB, 0xDC, b'A', 0x8E, 0xB1]), "日本Aｱ");
    assert_eq!(text("H", &[0x46, 0x7C, 0x4B, 0x5C]), "日本");
    assert_eq!(text("UniJIS-UTF16-H", &[0x65, 0xE5, 0x67, 0x2C]), "日本");
    assert_eq!(text("UniJIS-UCS2-HW-H", &[0x65, 0xE5, 0, b'A']), "日A");
    assert_eq!(text("UniJIS2004-UTF32-H", &[0, 0, 0x65, 0xE5]), "日");
    assert_eq!(text("UniJIS-UTF8-V", "日本".as_bytes()), "日本");
}

#[test]
fn cj_11_gb1_cmaps() {
    for name in ["GB-EUC-H", "GBK-EUC-H", "GBKp-EUC-V", "GBK2K-H", "GBpc-EUC-H"] {
        assert_eq!(text(name, &[0xD6, 0xD0, 0xB9, 0xFA, b'A']), "中国A", "{name}");
    }
    assert_eq!(text("GBT-EUC-H", &[0xD6, 0xD0, 0xB9, 0xFA]), "中國");
    assert_eq!(text("UniGB-UCS2-H", &[0x4E, 0x2D]), "中");
    assert_eq!(text("UniGB-UTF16-V", &[0x4E, 0x2D]), "中");
}

#[test]
fn cj_12_cns1_cmaps() {
    for name in ["ETen-B5-H", "ETen-B5-V", "ETenms-B5-H", "B5pc-H", "HKscs-B5-H"] {
        assert_eq!(text(name, &[0xA4, 0xA4, 0xB0, 0xEA, b'A']), "中國A", "{name}");
    }
    assert_eq!(text("CNS-EUC-H", &[0xC4, 0xE3]), "中");
    assert_eq!(text("UniCNS-UTF16-H", &[0x4E, 0x2D, 0xD8, 0x40, 0xDC, 0x21]), "中𠀡");
}

#[test]
fn cj_13_korea1_cmaps() {
    for name in ["KSC-EUC-H", "KSC-EUC-V", "KSCms-UHC-H", "KSCms-UHC-HW-V", "KSCpc-EUC-H"] {
        assert_eq!(text(name, &[0xC7, 0xD1, 0xB1, 0xDB, b'A']), "한글A", "{name}");
    }
    assert_eq!(text("UniKS-UCS2-H", &[0xD5, 0x5C]), "한");
    assert_eq!(text("UniKS-UTF16-V", &[0xD5, 0x5C]), "한");
    assert_eq!(text("UniAKR-UTF16-H", &[0xD5, 0x5C]), "한");
}

#[test]
fn cj_4_uhc_has_all_syllables() {
    let collection = collection("Korea1");
    let uhc = all_codes(&cmap(b"KSCms-UHC-H").unwrap());
    let syllable = |cid: &u32| {
        let text = collection.text(*cid)?;
        text.chars().next().filter(|first| ('\u{AC00}'..='\u{D7A3}').contains(first))
    };
    let syllables: std::collections::BTreeSet<char> = uhc.values().filter_map(syllable).collect();
    assert_eq!(syllables.len(), 11_172);
}

#[test]
fn cj_16_illegal_bytes_never_desynchronise() {
    assert_eq!(text("90ms-RKSJ-H", &[0xFF, b'A', 0x93, 0xFA]), "\u{FFFD}A日");
    assert_eq!(text("90ms-RKSJ-H", &[0x81, 0x20, b'A', 0x93]), "\u{FFFD}A\u{FFFD}");
    assert_eq!(text("GBK2K-H", &[0x81, 0x30, 0x20, b'A', b'B']).chars().last(), Some('B'));
}

#[test]
fn cj_17_half_width_katakana_are_one_byte() {
    assert_eq!(text("90ms-RKSJ-H", &[0xB1, 0xB2, b'a']), "ｱｲa");
    assert_eq!(text("RKSJ-H", &[0xA1, 0xDF]), "｡ﾟ");
}

#[test]
fn cj_18_lead_and_trail_bytes_of_shift_jis() {
    let cmap = cmap(b"90ms-RKSJ-H").unwrap();
    for lead in (0x81..=0x9F).chain(0xE0..=0xFC) {
        for trail in (0x40..=0x7E).chain(0x80..=0xFC) {
            assert_eq!((cmap.next_code(&[lead, trail]).0.len, cmap.next_code(&[lead, trail]).1), (2, true));
        }
    }
}

#[test]
fn cj_18_bytes_outside_shift_jis_have_no_characters() {
    for lead in [0x81, 0x9F, 0xE0, 0xFC] {
        for trail in [0x00, 0x3F, 0x7F, 0xFD, 0xFF] {
            let found = text("90ms-RKSJ-H", &[lead, trail, b'A']);
            assert_eq!(found, "\u{FFFD}A", "{lead:02X} {trail:02X}");
        }
    }
    for lead in [0xFD, 0xFE, 0xFF] {
        assert!(text("90ms-RKSJ-H", &[lead, 0x40]).starts_with('\u{FFFD}'), "{lead:02X}");
    }
}

/// Returns the bytes of a JIS X 0208 character in Shift-JIS.
fn shift_jis(row: u8, cell: u8) -> [u8; 2] {
    let lead = (row - 0x21) / 2 + if row < 0x5F { 0x81 } else { 0xC1 };
    let trail = match row % 2 {
        1 => cell + if cell < 0x60 { 0x1F } else { 0x20 },
        _ => cell + 0x7E,
    };
    [lead, trail]
}

#[test]
fn cj_19_shift_jis_has_the_same_characters_as_jis() {
    let mut characters = 0;
    for row in 0x21..=0x74 {
        for cell in 0x21..=0x7E {
            let jis = text("H", &[row, cell]);
            if row > 0x28 || !jis.contains('\u{FFFD}') {
                assert_eq!(text("RKSJ-H", &shift_jis(row, cell)), jis, "{row:x} {cell:x}");
                characters += usize::from(!jis.contains('\u{FFFD}'));
            }
        }
    }
    assert_eq!(characters, 6_879);
}

#[test]
fn cj_20_extensions_of_nec_and_ibm() {
    assert_eq!(text("90ms-RKSJ-H", &[0x87, 0x40, 0x87, 0x8A, 0xFA, 0x40, 0xFA, 0x5C]), "①㈱ⅰ纊");
    assert_eq!(text("90ms-RKSJ-H", &[0xED, 0x40, 0xFB, 0xFC]), "纊髙");
}

#[test]
fn cj_21_w_42_a_windows_code_is_ascii() {
    let code = |value| CharCode { value, len: 1 };
    for name in ["90ms-RKSJ-H", "90msp-RKSJ-V", "78ms-RKSJ-H", "KSCms-UHC-HW-H"] {
        let cmap = cmap(name.as_bytes()).unwrap();
        assert_eq!(cmap.windows_ascii(code(0x5C)), Some('\\'), "{name}");
        assert_eq!(cmap.windows_ascii(code(0x7E)), Some('~'), "{name}");
    }
    assert_eq!(cmap(b"90pv-RKSJ-H").unwrap().windows_ascii(code(0x5C)), None);
    assert_eq!(text("90pv-RKSJ-H", b"\\"), "¥");
}

#[test]
fn cj_22_w_43_byte_80_is_a_backslash_on_the_macintosh_alone() {
    assert_eq!(text("83pv-RKSJ-H", &[0x80]), "\\");
    assert_eq!(text("90pv-RKSJ-H", &[0x80]), "\\");
    assert_eq!(text("90ms-RKSJ-H", &[0x80]), "\u{FFFD}");
}

#[test]
fn cj_2_cj_23_cj_24_gb_18030_has_codes_of_one_two_and_four_bytes() {
    let cmap = cmap(b"GBK2K-H").unwrap();
    assert_eq!(cmap.next_code(&[0x81, 0x30, 0x81, 0x30]).0.len, 4);
    assert_eq!(text("GBK2K-H", &[b'A', 0xD6, 0xD0, 0x81, 0x39, 0xEE, 0x39]), "A中㐀");
    assert_eq!(text("GBK2K-H", &[0x81, 0x39, 0xEE]), "\u{FFFD}");
}

#[test]
fn cj_25_gb1_is_complete_to_supplement_6() {
    let mapped = (1..=30_571).filter(|&cid| collection("GB1").text(cid).is_some()).count();
    assert_eq!(mapped, 30_571);
    let newest = collection("GB1").text(30_571).unwrap();
    let utf16: Vec<u8> = newest.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(text("UniGB-UTF16-H", &utf16), newest);
}

#[test]
fn cj_36_old_tables_give_way_to_what_files_encode() {
    let korea = collection("Korea1");
    let circled: String = (8_791..=8_795).filter_map(|cid| korea.text(cid)).collect();
    assert_eq!(circled, "⑯⑰⑱⑲⑳");
    // Entries confirmed by the national encoding are kept, whichever other codes map to the CID.
    assert_eq!([176, 177, 227].map(|cid| korea.text(cid).unwrap()).concat(), "≪≫⊙");
    assert_eq!(text("90ms-RKSJ-H", &[0x88, 0xA7]), "逢", "no selector where the plain character is meant");
}

#[test]
fn cj_3_cj_26_the_gap_between_trail_bytes_is_rejected() {
    let cmap = cmap(b"ETen-B5-H").unwrap();
    assert!(cmap.next_code(&[0xA4, 0x7E]).1 && cmap.next_code(&[0xA4, 0xA1]).1);
    assert_eq!(text("ETen-B5-H", &[0xA4, 0x90, b'A']), "\u{FFFD}A");
}

#[test]
fn cj_27_additions_of_eten() {
    assert_eq!(text("ETen-B5-H", &[0xC6, 0xE7, 0xF9, 0xD6]), "ぁ碁");
}

#[test]
fn cj_28_cj_29_hong_kong_adds_to_big5_beyond_the_basic_plane() {
    let codes = all_codes(&cmap(b"HKscs-B5-H").unwrap());
    let collection = collection("CNS1");
    let texts = codes.values().filter_map(|cid| collection.text(*cid));
    let astral = texts.filter(|text| text.chars().any(|character| u32::from(character) > 0xFFFF)).count();
    assert!(astral > 1_500, "{astral}");
    assert_eq!(text("HKscs-B5-H", &[0xA4, 0xA4, 0x88, 0x62]).chars().next(), Some('中'));
}

#[test]
fn cj_37_w_37_cids_may_be_sequences() {
    let several = |cid: &u32| collection("Japan1").text(*cid).is_some_and(|text| text.chars().count() > 1);
    assert_eq!((0..23_060).filter(several).count(), 2_345);
    assert_eq!(collection("Japan1").text(8_720).map(|text| text.is_empty()), Some(false));
}

#[test]
fn cj_41_w_45_vertical_cmaps_by_name() {
    for name in ["V", "90ms-RKSJ-V", "UniJIS-UTF16-V", "EUC-V", "KSCms-UHC-HW-V"] {
        assert_eq!(cmap(name.as_bytes()).unwrap().writing_mode(), WritingMode::Vertical, "{name}");
    }
    assert_eq!(cmap(b"H").unwrap().writing_mode(), WritingMode::Horizontal);
}

#[test]
fn cj_44_w_47_vertical_forms_are_the_characters_themselves() {
    assert_eq!(collection("Japan1").text(7_899).as_deref(), Some("（"));
    assert_eq!(collection("Japan1").text(8_284).as_deref(), Some("凜"));
    for ordering in ORDERINGS {
        let is_vertical = |c: char| matches!(c, '\u{FE10}'..='\u{FE19}' | '\u{FE30}'..='\u{FE44}' | '\u{FE47}' | '\u{FE48}');
        let texts = (0..=u32::from(u16::MAX)).filter_map(|cid| collection(ordering).text(cid));
        assert_eq!(texts.filter(|text| text.contains(is_vertical)).count(), 0, "{ordering}");
    }
    assert_eq!(text("ETen-B5-V", &[0xA1, 0x5D]), text("ETen-B5-H", &[0xA1, 0x5D]));
    assert_eq!(text("90ms-RKSJ-V", &[0x81, 0x41, 0x81, 0x75]), "、「");
}

#[test]
fn cj_48_strings_that_end_within_a_code() {
    for name in packed::names(CMAPS) {
        let cmap = predefined::cmap(name).unwrap();
        for bytes in
            [&[0x81][..], &[0x81, 0x30], &[0x8E, 0xA2, 0xA1], &[0xD8, 0x40], &[0xF0, 0x90, 0x80], &[]]
        {
            let (code, _) = cmap.next_code(bytes);
            assert!(usize::from(code.len) <= bytes.len());
            cmap.cid(code);
        }
    }
}

#[test]
fn unknown_cmaps_are_not_found() {
    assert!(cmap(b"").is_none() && cmap(b"No-Such-CMap").is_none());
    assert!(Collection::get(&CidSystemInfo::default()).is_none());
}

#[test]
fn cj_38_a_table_is_unpacked_once_and_shared() {
    let (first, second) = (cmap(b"UniJIS-UTF16-H").unwrap(), cmap(b"UniJIS-UTF16-H").unwrap());
    assert!(std::sync::Arc::ptr_eq(&first, &second));
    assert!(std::ptr::eq(collection("Japan1"), collection("Japan1")));
}
