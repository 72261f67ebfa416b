//! Tests of codespaces, ranges and parents of CMaps, well-formed or not.

use super::*;
use proptest::prelude::*;

fn parse(bytes: &[u8]) -> CMap {
    CMap::parse(bytes, &CMapLimits::default())
}

fn code(value: u32, len: u8) -> CharCode {
    CharCode { value, len }
}

/// Returns value, width and codespace match of every code of a string.
fn codes(cmap: &CMap, mut bytes: &[u8]) -> Vec<(u32, u8, bool)> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let (code, matched) = cmap.next_code(bytes);
        assert!((1..=4).contains(&code.len));
        all.push((code.value, code.len, matched));
        bytes = &bytes[usize::from(code.len)..];
    }
    all
}

const SHIFT_JIS: &[u8] = b"%!PS-Adobe-3.0 Resource-CMap
    /CIDInit /ProcSet findresource begin 12 dict begin begincmap
    /CIDSystemInfo 3 dict dup begin
      /Registry (Adobe) def /Ordering (Japan1) def /Supplement 2 def
    end def
    /CMapName /Sample-RKSJ-H def /CMapType 1 def /WMode 0 def
    4 begincodespacerange
      <00> <80> <8140> <9ffc> <a0> <de> <e040> <fbfc>
    endcodespacerange
    1 beginnotdefrange <00> <1f> 231 endnotdefrange
    3 begincidrange <20> <7e> 231 <8140> <817e> 633 <8180> <81ac> 696 endcidrange
    1 begincidchar <a0> 99 endcidchar
    endcmap CMapName currentdict /CMap defineresource pop end end";

#[test]
fn cj_15_identity() {
    let cmap = CMap::identity(WritingMode::Horizontal);
    assert_eq!(codes(&cmap, &[0x12, 0x34, 0xFF, 0xFF]), [(0x1234, 2, true), (0xFFFF, 2, true)]);
    assert_eq!(cmap.cid(code(0x1234, 2)), Some(0x1234));
    assert_eq!(cmap.writing_mode(), WritingMode::Horizontal);
    let vertical = CMap::identity(WritingMode::Vertical);
    assert_eq!((vertical.writing_mode(), vertical.name()), (WritingMode::Vertical, Some(&b"Identity-V"[..])));
}

#[test]
fn cj_15_identity_with_a_byte_left_over() {
    let cmap = CMap::identity(WritingMode::Horizontal);
    assert_eq!(codes(&cmap, &[0x12, 0x34, 0x56]), [(0x1234, 2, true), (0x56, 1, false)]);
    assert_eq!(cmap.next_code(&[]), (code(0, 0), false));
}

#[test]
fn cj_16_mixed_width() {
    let cmap = parse(SHIFT_JIS);
    let string = [0x41, 0x81, 0x40, 0xA0, 0x81, 0xAC];
    assert_eq!(
        codes(&cmap, &string),
        [(0x41, 1, true), (0x8140, 2, true), (0xA0, 1, true), (0x81AC, 2, true)]
    );
    assert_eq!(cmap.cid(code(0x41, 1)), Some(264));
    assert_eq!(cmap.cid(code(0x8141, 2)), Some(634));
    assert_eq!(cmap.cid(code(0x817F, 2)), None);
    assert_eq!(cmap.cid(code(0xA0, 1)), Some(99));
    assert_eq!(cmap.facts(), CMapFacts { entries: 9, damaged: 0, dropped: 0 });
}

#[test]
fn cj_16_illegal_bytes_take_the_best_partial_match() {
    let cmap = parse(SHIFT_JIS);
    // 0xFF begins no code, so the shortest codespace applies: one byte. 0x81 0x20 begins like a two-byte code: two
    // bytes.
    assert_eq!(codes(&cmap, &[0xFF, 0x41]), [(0xFF, 1, false), (0x41, 1, true)]);
    assert_eq!(codes(&cmap, &[0x81, 0x20, 0x41]), [(0x8120, 2, false), (0x41, 1, true)]);
    assert_eq!(codes(&cmap, &[0x41, 0x81]), [(0x41, 1, true), (0x81, 1, false)]);
}

#[test]
fn cj_16_the_longest_partial_match_then_the_shortest_code() {
    let cmap =
        parse(b"begincodespacerange <8140> <81FE> <82308130> <8239FE39> <823081> <8230FE> endcodespacerange");
    assert_eq!(cmap.next_code(&[0x82, 0x30, 0x40, 0x41]), (code(0x82_3040, 3), false));
    assert_eq!(cmap.next_code(&[0x82, 0x39, 0x81, 0x41]), (code(0x8239_8141, 4), false));
    assert_eq!(cmap.next_code(&[0x00, 0x30]), (code(0x0030, 2), false));
}

#[test]
fn w_61_codes_of_three_and_four_bytes() {
    let cmap = parse(
        b"begincodespacerange <00> <7f> <8ea1a1a1> <8ea2fefe> <81308130> <8130fe39> <8fa1a1> <8ffefe>
        endcodespacerange begincidrange <8ea1a1a1> <8ea1a1fe> 100 <8fa1a1> <8fa1fe> 7000 endcidrange",
    );
    assert_eq!(cmap.next_code(&[0x8E, 0xA1, 0xA1, 0xA3, 0x41]), (code(0x8EA1_A1A3, 4), true));
    assert_eq!(cmap.cid(code(0x8EA1_A1A3, 4)), Some(102));
    assert_eq!(cmap.next_code(&[0x8F, 0xA1, 0xA2]), (code(0x8F_A1A2, 3), true));
    assert_eq!(cmap.cid(code(0x8F_A1A2, 3)), Some(7001));
}

#[test]
fn equal_values_of_other_width_are_other_codes() {
    let cmap = parse(b"begincidchar <41> 1 <0041> 2 endcidchar");
    assert_eq!(cmap.cid(code(0x41, 1)), Some(1));
    assert_eq!(cmap.cid(code(0x41, 2)), Some(2));
}

#[test]
fn w_22_ranges_of_another_width_than_the_codespace() {
    let cmap =
        parse(b"begincodespacerange <0000> <FFFF> endcodespacerange begincidrange <00> <7F> 0 endcidrange");
    assert_eq!(cmap.cid(code(0x41, 2)), Some(0x41));
}

#[test]
fn w_22_codespace_is_missing() {
    let one = parse(b"begincidrange <00> <7F> 0 endcidrange");
    assert_eq!(one.next_code(&[1, 2]), (code(1, 1), true));
    let two = parse(b"begincidrange <0000> <007F> 0 endcidrange");
    assert_eq!(two.next_code(&[1, 2]), (code(0x0102, 2), true));
    assert_eq!(parse(b"").next_code(&[1, 2]), (code(0x0102, 2), true));
}

#[test]
fn notdef_ranges_give_one_cid_for_all() {
    let cmap = parse(SHIFT_JIS);
    assert_eq!(cmap.mapped_cid(code(0x05, 1)), None);
    assert_eq!(cmap.cid(code(0x05, 1)), Some(231));
    assert_eq!(cmap.notdef_cid(code(0x1F, 1)), Some(231));
}

#[test]
fn cj_6_cid_system_info() {
    let expected = CidSystemInfo { registry: b"Adobe".to_vec(), ordering: b"Japan1".to_vec(), supplement: 2 };
    assert_eq!(parse(SHIFT_JIS).system_info(), Some(&expected));
    let short = b"/CIDSystemInfo << /Registry (Adobe) /Ordering <4a6170616e31> /Supplement 2 >> def";
    assert_eq!(parse(short).system_info(), Some(&expected));
    assert_eq!(parse(b"").system_info(), None);
}

#[test]
fn cj_41_wmode_by_name() {
    for (name, vertical) in [("X-V", true), ("V", true), ("X-H", false), ("H", false), ("XV", false)] {
        let mode = parse(format!("/CMapName /{name} def").as_bytes()).writing_mode();
        assert_eq!(mode == WritingMode::Vertical, vertical, "{name}");
    }
}

#[test]
fn cj_42_wmode_def() {
    assert_eq!(parse(b"/WMode 1 def").writing_mode(), WritingMode::Vertical);
    assert_eq!(parse(b"/CMapName /X-V def /WMode 0 def").writing_mode(), WritingMode::Horizontal);
    let mut from_dictionary = parse(b"/CMapName /X def");
    from_dictionary.set_writing_mode(WritingMode::Vertical);
    assert_eq!(from_dictionary.writing_mode(), WritingMode::Vertical);
}

#[test]
fn w_45_wmode_inherited() {
    let mut child = parse(b"/Parent usecmap");
    child.link(|_| Some(Arc::new(parse(b"/WMode 1 def"))));
    assert_eq!(child.writing_mode(), WritingMode::Vertical);
    assert_eq!(parse(b"/V usecmap").writing_mode(), WritingMode::Vertical);
}

#[test]
fn gr_8_usecmap_inherits_codespaces_and_cids() {
    let mut child = parse(b"/Base usecmap begincidchar <8140> 1 endcidchar");
    assert_eq!(child.use_cmap(), Some(&b"Base"[..]));
    let base = Arc::new(parse(SHIFT_JIS));
    let found = child.link(|name| (name == b"Base").then(|| Arc::clone(&base)));
    assert_eq!(found, Inheritance::Complete);
    assert_eq!(codes(&child, &[0x41, 0x81, 0x40]), [(0x41, 1, true), (0x8140, 2, true)]);
    assert_eq!(child.cid(code(0x8140, 2)), Some(1));
    assert_eq!(child.cid(code(0x8141, 2)), Some(634));
    assert_eq!(child.cid(code(0x41, 1)), Some(264));
    assert_eq!(child.cid(code(0x05, 1)), Some(231));
    assert_eq!(child.system_info().unwrap().ordering, b"Japan1");
}

#[test]
fn gr_8_usecmap_cycle() {
    let mut cmap = parse(b"/B usecmap");
    let (a, b) = (Arc::new(parse(b"/B usecmap")), Arc::new(parse(b"/A usecmap")));
    let found = cmap.link(|name| Some(Arc::clone(if name == b"A" { &a } else { &b })));
    assert_eq!(found, Inheritance::Loop);
    assert_eq!(cmap.cid(code(1, 1)), None);
}

#[test]
fn range_over_all_codes_stays_one_range() {
    let cmap = parse(
        b"begincodespacerange <00000000> <ffffffff> endcodespacerange
        begincidrange <00000000> <ffffffff> 1 endcidrange",
    );
    assert_eq!(cmap.cid(code(41, 4)), Some(42));
    assert_eq!(cmap.cid(code(u32::MAX, 4)), None);
    assert_eq!(cmap.next_code(&[1, 2, 3, 4, 5]), (code(0x0102_0304, 4), true));
}

#[test]
fn range_bombs_are_fast() {
    let started = std::time::Instant::now();
    let full = "<00000000> <ffffffff> 7\n".repeat(20_000);
    let cmap = parse(format!("begincidrange {full} endcidrange").as_bytes());
    assert_eq!(cmap.cid(code(1, 4)), Some(8));
    let nested: String = (0..100_000_u32).map(|n| format!("<{n:08x}> <{:08x}> 7\n", !n)).collect();
    let cmap = parse(format!("begincidrange {nested} endcidrange").as_bytes());
    assert_eq!(cmap.cid(code(99_999, 4)), Some(7));
    assert!(started.elapsed() < std::time::Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn limits_drop_and_count() {
    let limits = CMapLimits { ranges: 2, codespaces: 1, ..CMapLimits::default() };
    let bytes = b"begincodespacerange <00> <7f> <00> <7f> <80> <ff> endcodespacerange
        begincidchar <01> 1 <02> 2 <03> 3 endcidchar";
    let cmap = CMap::parse(bytes, &limits);
    assert_eq!(cmap.facts(), CMapFacts { entries: 4, damaged: 0, dropped: 2 });
    assert_eq!(cmap.cid(code(3, 1)), None);
}

#[test]
fn codespace_widths_zero_to_five() {
    let all = |width: usize, byte: &str| format!("<{}>", byte.repeat(width));
    for lo in 0..=5 {
        for hi in 0..=5 {
            let (from, to) = (all(lo, "00"), all(hi, "ff"));
            let cmap = parse(format!("begincodespacerange {from} {to} endcodespacerange").as_bytes());
            let usable = (1..=4).contains(&lo) && (1..=4).contains(&hi);
            assert_eq!(cmap.facts().damaged, usize::from(!usable));
            let width = if usable { lo.max(hi) } else { 2 };
            let (code, matched) = cmap.next_code(&[0; 6]);
            assert_eq!((usize::from(code.len), matched), (width, true), "{lo} {hi}");
        }
    }
}

#[test]
fn codespaces_with_reversed_places_are_intervals() {
    let cmap = parse(b"begincodespacerange <0080> <017F> endcodespacerange");
    assert_eq!(cmap.next_code(&[0, 0xFF]), (code(0xFF, 2), true));
    assert_eq!(cmap.next_code(&[2, 0xFF]), (code(0x02FF, 2), false));
}

#[test]
fn truncated_input_keeps_what_is_there() {
    for end in 0..SHIFT_JIS.len() {
        let cmap = parse(&SHIFT_JIS[..end]);
        codes(&cmap, &[0x41, 0x81, 0x40, 0xA0, 0x81]);
    }
}

proptest! {
    #[test]
    fn random_bytes_never_panic(cmap in prop::collection::vec(any::<u8>(), 0..400),
                                string in prop::collection::vec(any::<u8>(), 0..40)) {
        codes(&parse(&cmap), &string);
    }

    #[test]
    fn random_cmaps_never_panic(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "begincodespacerange", "endcodespacerange", "begincidrange", "endcidrange", "begincidchar",
            "beginnotdefrange", "<", ">", "<<", "[", "]", "(", "%", "\n", "<00>", "<8140>", "<9ffcfc>", "<ffffffff>",
            "<0102030405>", "<>", "/X", "usecmap", "7", "-1", "99999999999", "/WMode", "/Registry", "def", "endcmap",
        ]), 0..80),
        string in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let cmap = parse(pieces.join(" ").as_bytes());
        for (value, len, _) in codes(&cmap, &string) {
            cmap.cid(code(value, len));
        }
    }
}
