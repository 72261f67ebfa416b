//! Tests of maps, well-formed or not.

use super::*;
use proptest::prelude::*;

fn parse(bytes: &[u8]) -> ToUnicode {
    ToUnicode::parse(bytes, &CMapLimits::default())
}

fn text(table: &ToUnicode, code: u32) -> String {
    let mut text = String::new();
    if let Some(mapped) = table.lookup(code) {
        mapped.push_to(&mut text);
    }
    text
}

#[test]
fn gr_4_bfchar_single() {
    let table = parse(b"1 beginbfchar <0003> <0020> endbfchar");
    assert_eq!(table.lookup(3), Some(Mapped::Char(' ')));
    assert_eq!(table.lookup(4), None);
    let facts = ToUnicodeFacts { entries: 1, code_bytes: 2, ..ToUnicodeFacts::default() };
    assert_eq!(table.facts(), facts);
}

#[test]
fn gr_5_bfchar_sequence_and_surrogates() {
    let table = parse(b"2 beginbfchar <01> <00660069> <02> <D83DDE00> endbfchar");
    assert_eq!(table.lookup(1), Some(Mapped::Text("fi")));
    assert_eq!(table.lookup(2), Some(Mapped::Char('\u{1F600}')));
}

#[test]
fn gr_6_bfrange_increment() {
    let table = parse(b"2 beginbfrange <20> <7E> <0020> <80> <82> <00660069> endbfrange");
    assert_eq!(table.lookup(0x41), Some(Mapped::Char('A')));
    assert_eq!(table.lookup(0x80), Some(Mapped::Text("fi")));
    assert_eq!(table.lookup(0x82), Some(Mapped::Counted { head: "f", last: 'k' }));
    assert_eq!(text(&table, 0x82), "fk");
    assert_eq!(table.lookup(0x7F), None);
    assert_eq!(table.facts().overflows, 0);
}

#[test]
fn w_21_bfrange_across_ff() {
    let table = parse(b"1 beginbfrange <4E00> <9FFF> <4E00> endbfrange");
    assert_eq!(table.lookup(0x4EFF), Some(Mapped::Char('\u{4EFF}')));
    assert_eq!(table.lookup(0x4F00), Some(Mapped::Char('\u{4F00}')));
    assert_eq!(table.lookup(0x9FFF), Some(Mapped::Char('\u{9FFF}')));
    assert_eq!(table.facts().overflows, 1);
    let sequence = parse(b"beginbfrange <01> <03> <004100FF> endbfrange");
    assert_eq!(text(&sequence, 2), "A\u{100}");
    assert_eq!(sequence.facts().overflows, 1);
}

#[test]
fn w_21_bfrange_leaves_surrogates_out() {
    let table = parse(b"1 beginbfrange <0000> <FFFF> <0000> endbfrange");
    assert_eq!(table.lookup(0xD7FF), Some(Mapped::Char('\u{D7FF}')));
    assert_eq!(table.lookup(0xD800), Some(Mapped::Unusable(Reject::LoneSurrogate)));
    assert_eq!(table.lookup(0xE000), Some(Mapped::Char('\u{E000}')));
    let pair = parse(b"beginbfrange <01> <03> <D83FDFFF> endbfrange");
    assert_eq!(table.facts().overflows, 1);
    assert_eq!(pair.lookup(2), Some(Mapped::Char('\u{20000}')));
    let beyond = parse(b"beginbfrange <01> <03> <DBFFDFFF> endbfrange");
    assert_eq!(beyond.lookup(2), Some(Mapped::Unusable(Reject::Noncharacter)));
}

#[test]
fn gr_7_bfrange_array() {
    let table = parse(b"1 beginbfrange <01> <04> [<0041> <00660069> /space <0044>] endbfrange");
    assert_eq!(table.lookup(1), Some(Mapped::Char('A')));
    assert_eq!(table.lookup(2), Some(Mapped::Text("fi")));
    assert_eq!(table.lookup(3), Some(Mapped::Name("space")));
    assert_eq!(table.lookup(4), Some(Mapped::Char('D')));
}

#[test]
fn cj_30_array_of_a_row() {
    let row: String = (0..94).map(|n| format!("<{:04X}> ", 0x4E00 + n * 3)).collect();
    let table = parse(format!("beginbfrange <2121> <217E> [{row}] endbfrange").as_bytes());
    assert_eq!(table.facts().entries, 94);
    assert_eq!(table.lookup(0x217E), char::from_u32(0x4E00 + 93 * 3).map(Mapped::Char));
}

#[test]
fn gr_8_usecmap_inherits() {
    let mut table = parse(b"/Adobe-Japan1-UCS2 usecmap beginbfchar <01> <0041> endbfchar");
    assert_eq!(table.use_cmap(), Some(&b"Adobe-Japan1-UCS2"[..]));
    assert_eq!(table.lookup(2), None);
    let parent = Arc::new(parse(b"beginbfrange <00> <FF> <0061> endbfrange"));
    assert_eq!(table.link(|_| Some(Arc::clone(&parent))), Inheritance::Complete);
    assert_eq!(table.lookup(1), Some(Mapped::Char('A')));
    assert_eq!(table.lookup(2), Some(Mapped::Char('c')));
}

#[test]
fn gr_8_usecmap_cycle() {
    let mut table = parse(b"/A usecmap");
    let itself = Arc::new(parse(b"/A usecmap"));
    assert_eq!(table.link(|_| Some(Arc::clone(&itself))), Inheritance::Loop);
    assert_eq!(table.lookup(1), None);
    assert!(table.is_empty());
}

#[test]
fn gr_9_comments() {
    let table = parse(b"beginbfchar % <01> <0058>\r<01> % [ (\n<0041>%x\nendbfchar");
    assert_eq!(table.lookup(1), Some(Mapped::Char('A')));
    assert_eq!(table.facts().entries, 1);
}

#[test]
fn gr_11_rejects() {
    let table = parse(
        b"beginbfchar <01> <0000> <02> <FFFD> <03> <E000> <04> <D800> <05> <FFFE> <06> <FDD0>
        <07> <0041E000> <08> <> <09> <DB80DC00> <0A> <0041> <0B> <004100000042> endbfchar",
    );
    let reject = |code| table.lookup(code).unwrap().reject();
    assert_eq!(reject(1), Some(Reject::Null));
    assert_eq!(reject(2), Some(Reject::Replacement));
    assert_eq!(reject(3), Some(Reject::PrivateUse));
    assert_eq!(text(&table, 3), "\u{E000}");
    assert_eq!(reject(4), Some(Reject::LoneSurrogate));
    assert_eq!(reject(5), Some(Reject::Noncharacter));
    assert_eq!(reject(6), Some(Reject::Noncharacter));
    assert_eq!(reject(7), Some(Reject::PrivateUse));
    assert_eq!(reject(8), Some(Reject::Empty));
    assert_eq!(reject(9), Some(Reject::PrivateUse));
    assert_eq!(reject(10), None);
    assert_eq!(reject(11), Some(Reject::Null));
    assert_eq!(classify("text"), None);
    assert_eq!(classify("a\u{10FFFF}"), Some(Reject::Noncharacter));
}

#[test]
fn w_22_one_byte_codes_in_a_two_byte_font() {
    let table =
        parse(b"begincodespacerange <0000> <FFFF> endcodespacerange beginbfchar <41> <0041> endbfchar");
    assert_eq!(table.lookup(u32::from(u16::from_be_bytes([0, 0x41]))), Some(Mapped::Char('A')));
    assert_eq!(table.facts().code_bytes, 1);
}

#[test]
fn w_22_two_byte_codes_in_a_one_byte_font() {
    let table = parse(
        b"begincodespacerange <00> <FF> endcodespacerange beginbfrange <0041> <0042> <0041> endbfrange",
    );
    assert_eq!(table.lookup(u32::from(b'B')), Some(Mapped::Char('B')));
    assert_eq!(table.facts().code_bytes, 2);
}

#[test]
fn w_22_section_ends_are_missing() {
    let table =
        parse(b"1 beginbfchar <01> <0041> 1 beginbfrange <02> <03> <0042> endcmap 1 beginbfchar <05> <0045>");
    assert_eq!([1, 2, 3, 5].map(|code| text(&table, code)).concat(), "ABCE");
    assert_eq!(table.facts().damaged, 0);
}

#[test]
fn w_22_more_than_100_entries_and_wrong_counts() {
    let entries: String = (0..300).map(|n| format!("<{n:04X}> <{:04X}>\n", 0x4E00 + n)).collect();
    let table = parse(format!("1 beginbfchar\n{entries}endbfchar").as_bytes());
    assert_eq!(table.facts().entries, 300);
    assert_eq!(table.lookup(299), char::from_u32(0x4E00 + 299).map(Mapped::Char));
}

#[test]
fn w_22_one_byte_destinations() {
    let table = parse(b"beginbfrange <20> <7E> <20> endbfrange");
    assert_eq!(table.lookup(0x41), Some(Mapped::Char('A')));
    assert_eq!(table.facts().repaired, 1);
}

#[test]
fn w_22_utf8_destinations() {
    let table = parse(b"beginbfchar <01> <41> <02> <C3A9> <03> <E282AC> <04> <6669> endbfchar");
    assert_eq!([1, 2, 3, 4].map(|code| text(&table, code)).concat(), "A\u{e9}\u{20ac}fi");
    assert!(table.facts().utf8);
}

#[test]
fn w_22_glyph_name_as_destination() {
    let table = parse(b"beginbfchar <01> /space <02> /f_i endbfchar beginbfrange <05> <07> /A endbfrange");
    assert_eq!(table.lookup(1), Some(Mapped::Name("space")));
    assert_eq!(table.lookup(2), Some(Mapped::Name("f_i")));
    assert_eq!((table.lookup(5), table.lookup(6)), (Some(Mapped::Name("A")), None));
    assert_eq!(table.facts().damaged, 1);
}

#[test]
fn w_22_reversed_range_is_ignored() {
    let table = parse(b"beginbfrange <05> <01> <0041> <06> <06> <0046> endbfrange");
    assert_eq!((table.lookup(3), table.lookup(6)), (None, Some(Mapped::Char('F'))));
    assert_eq!(table.facts().damaged, 1);
}

#[test]
fn w_22_range_ends_with_other_leading_bytes() {
    let table = parse(b"beginbfrange <00FE> <0101> <0041> endbfrange");
    assert_eq!(table.lookup(0x101), Some(Mapped::Char('D')));
}

#[test]
fn w_22_range_ends_of_other_width() {
    let table = parse(b"beginbfrange <41> <0043> <0041> endbfrange");
    assert_eq!(table.lookup(0x43), Some(Mapped::Char('C')));
}

#[test]
fn w_22_no_space_between_tokens() {
    let table = parse(b"2beginbfchar<01><0041><02><0042>endbfchar");
    assert_eq!(text(&table, 1) + &text(&table, 2), "AB");
}

#[test]
fn w_22_cidrange_instead_of_bfrange() {
    let table = parse(b"begincidrange <20> <7E> 32 endcidrange");
    assert_eq!(table.lookup(0x41), Some(Mapped::Char('A')));
    assert_eq!(table.facts().cid_entries, 1);
}

#[test]
fn w_22_literal_string_as_destination() {
    let table = parse(b"beginbfchar <01> (A) <02> <0042> endbfchar");
    assert_eq!(text(&table, 1) + &text(&table, 2), "AB");
}

#[test]
fn w_22_identity_name() {
    let table = ToUnicode::identity();
    assert_eq!(table.lookup(0x20AC), Some(Mapped::Char('\u{20ac}')));
    assert_eq!(table.lookup(0xDC00), Some(Mapped::Unusable(Reject::LoneSurrogate)));
    assert_eq!(table.lookup(0x1_0000), None);
}

#[test]
fn later_definitions_win() {
    let table =
        parse(b"beginbfrange <00> <FF> <0000> endbfrange beginbfchar <41> <0058> <41> <0059> endbfchar");
    assert_eq!([0x40, 0x41, 0x42].map(|code| text(&table, code)).concat(), "@YB");
}

#[test]
fn range_bombs_are_fast() {
    let started = std::time::Instant::now();
    let full = "<00000000> <ffffffff> <0041>\n".repeat(20_000);
    let table = parse(format!("beginbfrange {full} endbfrange").as_bytes());
    assert_eq!(table.lookup(1), Some(Mapped::Char('B')));
    assert_eq!(table.lookup(u32::MAX), Some(Mapped::Unusable(Reject::Noncharacter)));
    assert_eq!(table.facts().overflows, 20_000);
    assert!(started.elapsed() < std::time::Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn limits_drop_and_count() {
    let limits = CMapLimits { ranges: 1, ..CMapLimits::default() };
    let table = ToUnicode::parse(b"beginbfchar <01> <0041> <02> <0042> endbfchar", &limits);
    assert_eq!((table.facts().entries, table.facts().dropped), (1, 1));
}

#[test]
fn truncated_input_keeps_what_is_there() {
    let whole: &[u8] = b"beginbfchar <01> <0041> <02> <00660069> endbfchar
        beginbfrange <10> <12> [<0041> /space <0042>] <20> <30> <0061> endbfrange";
    for end in 0..whole.len() {
        let table = parse(&whole[..end]);
        assert!(end < 24 || text(&table, 1) == "A", "{end}");
    }
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), code: u32) {
        parse(&bytes).lookup(code);
    }

    #[test]
    fn random_maps_never_panic(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "beginbfchar", "endbfchar", "beginbfrange", "endbfrange", "begincidrange", "<", ">", "[", "]", "(", ")",
            "%", "\n", "<00>", "<41>", "<0041>", "<D800>", "<D83DDE00>", "<C3A9>", "<E282AC>", "<041>", "<ffffffff>",
            "<0102030405>", "<>", "/space", "usecmap", "7", "<FEFF0041>", "<00410000>", "<80000000>",
        ]), 0..80),
    ) {
        let table = parse(pieces.join(" ").as_bytes());
        for code in [0, 0x40, 0x41, 0x42, 0xD800, 0xE282AC, u32::MAX] {
            let mut text = String::new();
            if let Some(mapped) = table.lookup(code) {
                mapped.push_to(&mut text);
                mapped.reject();
            }
        }
    }
}
