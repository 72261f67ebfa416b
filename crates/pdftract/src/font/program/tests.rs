//! Reads all facts of tiny fonts, and of damaged ones.

use std::time::{Duration, Instant};

use pdftract_testkit::fonts::cff::{Charset, width};
use pdftract_testkit::fonts::{CffFont, Type1Font, sfnt};
use pdftract_testkit::mutate::Mutator;
use proptest::prelude::*;

use super::*;

fn open(data: Vec<u8>) -> FontProgram {
    FontProgram::open(data).expect("a readable program")
}

fn true_type(tables: Vec<(&'static [u8; 4], Vec<u8>)>) -> Vec<u8> {
    let mut all = sfnt::basic_tables(2048, &[1000, 1024, 512, 2048]);
    all.extend(tables);
    sfnt::sfnt(&[0, 1, 0, 0], &all)
}

fn with_cmap(subtables: &[(u16, u16, Vec<u8>)]) -> FontProgram {
    open(true_type(vec![(b"cmap", sfnt::cmap(subtables))]))
}

fn names(program: &FontProgram) -> Vec<String> {
    let text = |glyph| String::from_utf8_lossy(program.glyph_name(glyph).unwrap_or(b"?")).into_owned();
    (0..program.glyph_count()).map(text).collect()
}

fn built_in(program: &FontProgram) -> Vec<(u8, String)> {
    let entry = |code| Some((code, String::from_utf8_lossy(program.built_in_name(code)?).into_owned()));
    (0..=255).filter_map(entry).collect()
}

#[test]
fn w_20_type1_names_encoding_advances() {
    let program = open(Type1Font::default().build());
    assert_eq!((program.kind(), program.glyph_count(), program.is_cid()), (ProgramKind::Type1, 3, false));
    assert_eq!(names(&program), [".notdef", "A", "germandbls"]);
    assert_eq!(program.built_in_name(0xFB), Some(&b"germandbls"[..]));
    assert_eq!(program.built_in_glyph(0xFB), Some(2));
    assert_eq!(program.glyph_by_name(b"A"), Some(1));
    assert_eq!(program.glyph_by_name(b"B"), None);
    assert_eq!((program.advance(1), program.advance(3)), (Some(722.0), None));
    assert!((program.units_per_em() - 1000.0).abs() < 0.1);
}

#[test]
fn w_20_type1_facts() {
    let facts = open(Type1Font::default().build()).facts();
    assert_eq!((facts.family.as_deref(), facts.weight), (Some("Tiny"), Some(700)));
    assert_eq!((facts.italic_angle, facts.is_fixed_pitch), (Some(-12.0), Some(false)));
    assert_eq!(facts.bounds, Some([-10.0, -200.0, 1000.0, 800.0]));
}

#[test]
fn w_20_type1_written_in_every_way() {
    for len_iv in [4, 0, 1, -1] {
        for procedures in [("RD", "ND"), ("-|", "|-"), ("rd", "noaccess def")] {
            for is_hex in [false, true] {
                let font = Type1Font { len_iv, procedures, is_hex, ..Type1Font::default() };
                for data in [font.build(), font.build_pfb()] {
                    let program = open(data);
                    assert_eq!(names(&program), [".notdef", "A", "germandbls"], "{font:?}");
                    assert_eq!(program.advance(2), Some(500.0), "{font:?}");
                }
            }
        }
    }
}

#[test]
fn w_20_type1_encoding_put_one_by_one() {
    let encoding = "256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 65 /B put\ndup 8#102/C put\n\
                    dup 16#43 /D put\ndup 67 /.notdef put\ndup 300 /E put\nreadonly def\ndup 70 /F put";
    let program = open(Type1Font { encoding: encoding.into(), ..Type1Font::default() }.build());
    assert_eq!(built_in(&program), [(65, "B".into()), (66, "C".into())]);
}

#[test]
fn w_20_type1_encoding_in_brackets() {
    let program = open(Type1Font { encoding: "[/.notdef /A /B] def".into(), ..Type1Font::default() }.build());
    assert_eq!(built_in(&program), [(1, "A".into()), (2, "B".into())]);
}

#[test]
fn w_20_type1_not_encrypted() {
    let font = Type1Font::default();
    let mut data = font.clear_text();
    let end = data.len() - b"currentfile eexec\n".len();
    data.truncate(end);
    data.extend(font.private_text());
    let program = open(data);
    assert_eq!((names(&program).len(), program.advance(1)), (3, Some(722.0)));
}

#[test]
fn w_20_type1_matrix() {
    let text = "/FontMatrix [0.0005 0 0 0.0005 0 0] def\n".to_owned();
    let mut data = text.into_bytes();
    data.extend(Type1Font::default().build());
    assert_eq!(open(data).advance(1), Some(361.0));
}

#[test]
fn w_20_cff_names_encoding_advances() {
    let program = open(CffFont::default().build());
    assert_eq!((program.kind(), program.glyph_count(), program.is_cid()), (ProgramKind::BareCff, 3, false));
    assert_eq!(names(&program), [".notdef", "A", "alpha.alt"]);
    assert_eq!(program.built_in_name(65), Some(&b"A"[..]));
    assert_eq!((program.built_in_glyph(65), program.built_in_glyph(66)), (Some(1), None));
    assert_eq!(program.glyph_by_name(b"alpha.alt"), Some(2));
    let advances: Vec<_> = (0..4).map(|glyph| program.advance(glyph)).collect();
    assert_eq!(advances, [Some(250.0), Some(722.0), Some(500.0), None]);
    let facts = program.facts();
    assert_eq!((facts.weight, facts.bounds), (Some(700), Some([-10.0, -200.0, 1000.0, 800.0])));
}

#[test]
fn w_20_cff_encoding_formats() {
    let with =
        |encoding: &[u8]| open(CffFont { encoding: Ok(encoding.to_vec()), ..CffFont::default() }.build());
    assert_eq!(built_in(&with(&[0, 2, 7, 200])), [(7, "A".into()), (200, "alpha.alt".into())]);
    assert_eq!(built_in(&with(&[1, 1, 0, 1])), [(0, "A".into()), (1, "alpha.alt".into())]);
    // A supplement gives glyph A the code 9 as well; then one that is truncated.
    assert_eq!(built_in(&with(&[0x80, 1, 7, 1, 9, 0, 34])), [(7, "A".into()), (9, "A".into())]);
    assert_eq!(with(&[0, 255, 7]).built_in_name(7), Some(&b"A"[..]));
    let expert = open(CffFont { encoding: Err(1), ..CffFont::default() }.build());
    assert_eq!(expert.built_in_name(0x57), Some(&b"fi"[..]));
}

#[test]
fn w_20_cff_charset_formats() {
    let with = |charset| names(&open(CffFont { charset, ..CffFont::default() }.build()));
    assert_eq!(with(Charset::Predefined(0)), [".notdef", "space", "exclam"]);
    assert_eq!(with(Charset::Predefined(1)), [".notdef", "space", "exclamsmall"]);
    assert_eq!(with(Charset::Predefined(2)), [".notdef", "space", "dollaroldstyle"]);
    assert_eq!(with(Charset::Table(vec![1, 0, 34, 255])), [".notdef", "A", "B"]);
    assert_eq!(with(Charset::Table(vec![2, 0, 34, 255, 255])), [".notdef", "A", "B"]);
    assert_eq!(with(Charset::Table(vec![2, 255, 254, 255, 255])), [".notdef", "?", "?"]);
}

#[test]
fn w_20_cff_wrong_header() {
    for header_size in [2, 3, 5, 9] {
        let program = open(CffFont { header_size, ..CffFont::default() }.build());
        assert_eq!(names(&program), [".notdef", "A", "alpha.alt"], "{header_size}");
    }
    let junk = [vec![0, 10], CffFont::default().build()].concat();
    assert_eq!(names(&open(junk)), [".notdef", "A", "alpha.alt"]);
}

#[test]
fn w_20_cff_width_only_where_it_is_sure() {
    let char_strings = vec![
        vec![14],
        [&width(700)[..3], &[139, 22, 14]].concat(),
        // A single number before hmoveto is not a width; one before a call may be anything.
        vec![139, 22, 14],
        vec![139, 139, 10, 14],
    ];
    let char_strings: Vec<_> = char_strings.into_iter().collect();
    let program = open(CffFont { char_strings, ..CffFont::default() }.build());
    let advances: Vec<_> = (0..4).map(|glyph| program.advance(glyph)).collect();
    assert_eq!(advances, [Some(250.0), Some(700.0), Some(250.0), None]);
}

#[test]
fn w_20_absurd_advance_is_unknown() {
    let glyphs = vec![("A".to_owned(), 100_000), ("B".to_owned(), i32::MAX)];
    let program = open(Type1Font { glyphs, ..Type1Font::default() }.build());
    assert_eq!((program.advance(0), program.advance(1)), (Some(100_000.0), None));
}

#[test]
fn cj_8_cff_cid_charset() {
    let charset = Charset::Table(vec![0, 0, 100, 0, 7]);
    let program = open(CffFont { charset, is_cid: true, ..CffFont::default() }.build());
    assert!(program.is_cid());
    let glyphs: Vec<_> = [0, 100, 7, 1, 70_000].iter().map(|cid| program.glyph_of_cid(*cid)).collect();
    assert_eq!(glyphs, [Some(0), Some(1), Some(2), None, None]);
    assert_eq!((program.glyph_name(1), program.built_in_name(65)), (None, None));
    assert_eq!(program.advance(1), Some(722.0));
}

#[test]
fn cj_8_identity_without_cid_charset() {
    let named = open(CffFont::default().build());
    assert_eq!((named.glyph_of_cid(2), named.glyph_of_cid(3)), (Some(2), None));
    let predefined = CffFont { charset: Charset::Predefined(0), is_cid: true, ..CffFont::default() };
    assert_eq!(open(predefined.build()).glyph_of_cid(2), Some(2));
}

#[test]
fn w_20_true_type_post_and_advances() {
    let program = open(true_type(vec![(b"post", sfnt::post(&[".notdef", "A", "B", "A"]))]));
    assert_eq!((program.kind(), program.glyph_count()), (ProgramKind::TrueType, 4));
    assert_eq!(names(&program), [".notdef", "A", "B", "A"]);
    assert_eq!(program.glyph_by_name(b"A"), Some(1));
    assert_eq!(
        (program.advance(1), program.advance(3), program.advance(4)),
        (Some(500.0), Some(1000.0), None)
    );
    assert_eq!(program.facts().ascent, Some(1000.0));
    assert_eq!(program.unicode_of_glyph(1), None);
}

#[test]
fn w_20_cmap_formats() {
    let subtables = [
        sfnt::cmap_format_0(&[(0x41, 2)]),
        sfnt::cmap_format_4(&[(0x41, 0x42, 2)]),
        sfnt::cmap_format_6(0x41, &[2, 0]),
        sfnt::cmap_groups(12, &[(0x30, 0x31, 0), (0x41, 0x42, 2)]),
        sfnt::cmap_groups(13, &[(0x41, 0x42, 2)]),
        // Out of order.
        sfnt::cmap_groups(12, &[(0x50, 0x51, 1), (0x41, 0x42, 2)]),
    ];
    for subtable in subtables {
        let program = with_cmap(&[(3, 1, subtable.clone())]);
        assert_eq!(program.cmap_glyph(CmapKind::Unicode, 0x41), Some(2), "{subtable:?}");
        assert_eq!(program.cmap_glyph(CmapKind::Unicode, 0x40), None, "{subtable:?}");
        assert_eq!(program.cmap_glyph(CmapKind::Mac, 0x41), None);
        assert_eq!(program.unicode_of_glyph(2), Some('A'), "{subtable:?}");
    }
}

#[test]
fn w_20_symbol_codes() {
    for base in [0, 0xF000, 0xF100, 0xF200] {
        let program = with_cmap(&[(3, 0, sfnt::cmap_format_4(&[(base + 0x41, base + 0x41, 3)]))]);
        assert_eq!(program.cmap_glyph(CmapKind::WindowsSymbol, 0x41), Some(3));
        assert_eq!(program.true_type_glyph(0x41, Some(b"B"), true), Some(3));
        assert_eq!(program.unicode_of_glyph(3), None);
    }
}

#[test]
fn w_20_true_type_code_by_name() {
    let unicode = with_cmap(&[(3, 1, sfnt::cmap_format_4(&[(0xDF, 0xDF, 1)]))]);
    assert_eq!(unicode.true_type_glyph(0x41, Some(b"germandbls"), false), Some(1));
    let mac = with_cmap(&[(1, 0, sfnt::cmap_format_0(&[(0xA7, 2), (0x41, 3)]))]);
    assert_eq!(mac.true_type_glyph(0x42, Some(b"germandbls"), false), Some(2));
    assert_eq!(mac.true_type_glyph(0x41, None, true), Some(3));
    let named = open(true_type(vec![(b"post", sfnt::post(&[".notdef", "one.alt"]))]));
    assert_eq!(named.true_type_glyph(0x31, Some(b"one.alt"), false), Some(1));
}

#[test]
fn codes_of_ordinary_fonts_are_ascii_before_they_are_mac_codes() {
    let shifted = with_cmap(&[
        (1, 0, sfnt::cmap_format_0(&[(0x41, 2)])),
        (3, 1, sfnt::cmap_format_4(&[(0x41, 0x41, 1)])),
    ]);
    assert_eq!(shifted.true_type_glyph(0x41, None, false), Some(1));
    assert_eq!(shifted.true_type_glyph(0x41, None, true), Some(2), "codes of symbols are not ASCII");
}

#[test]
fn w_20_no_cmap_counts_codes() {
    let program = open(true_type(Vec::new()));
    assert!(!program.has_any_cmap());
    assert_eq!(
        (program.true_type_glyph(2, None, true), program.true_type_glyph(9, None, true)),
        (Some(2), None)
    );
}

#[test]
fn w_20_reverse_cmap_prefers_ordinary_characters() {
    let reading = |codes: &[u32]| {
        let groups: Vec<_> = codes.iter().map(|code| (*code, *code, 1)).collect();
        with_cmap(&[(3, 10, sfnt::cmap_groups(12, &groups))]).unicode_of_glyph(1)
    };
    assert_eq!(reading(&[0x20, 0xA0]), Some(' '));
    assert_eq!(reading(&[0x2F00, 0x4E00]), Some('一'));
    assert_eq!(reading(&[0xF900, 0x8C48]), Some('豈'));
    assert_eq!(reading(&[0x2F800, 0x4E3D]), Some('丽'));
    assert_eq!(reading(&[0xE000, 0xFE8F]), Some('\u{FE8F}'));
    assert_eq!(reading(&[0xE000, 0x628]), Some('ب'));
    assert_eq!(reading(&[0xE000]), Some('\u{E000}'));
    assert_eq!(reading(&[0, 0x0D, 0xD800, 0xFFFF, 0x11_0000]), None);
}

#[test]
fn w_20_best_unicode_cmap_with_codes() {
    let program = with_cmap(&[
        (3, 1, sfnt::cmap_format_4(&[(0x42, 0x42, 1)])),
        (0, 3, sfnt::cmap_format_4(&[(0x41, 0x41, 1)])),
        (3, 10, sfnt::cmap_groups(12, &[])),
    ]);
    assert_eq!(program.unicode_of_glyph(1), Some('A'));
    assert_eq!(program.cmap_glyph(CmapKind::Unicode, 0x42), Some(1));
}

#[test]
fn w_20_glyphs_that_were_cut_off() {
    let program = with_cmap(&[(3, 1, sfnt::cmap_format_4(&[(0x41, 0x50, 2)]))]);
    assert_eq!(program.cmap_glyph(CmapKind::Unicode, 0x42), Some(3));
    assert_eq!(program.cmap_glyph(CmapKind::Unicode, 0x43), None);
}

#[test]
fn w_20_open_type_cff() {
    let mut tables = sfnt::basic_tables(1000, &[1, 2, 3]);
    tables.insert(0, (b"zzzz", vec![1]));
    tables.insert(0, (b"CFF ", CffFont::default().build()));
    tables.push((b"cmap", sfnt::cmap(&[(3, 1, sfnt::cmap_format_4(&[(0x41, 0x41, 1)]))])));
    let program = open(sfnt::sfnt(b"OTTO", &tables));
    assert_eq!(program.kind(), ProgramKind::OpenTypeCff);
    assert_eq!(names(&program), [".notdef", "A", "alpha.alt"]);
    assert_eq!((program.unicode_of_glyph(1), program.advance(1)), (Some('A'), Some(2.0)));
}

#[test]
fn w_20_crippled_sfnt() {
    let only_outlines = open(sfnt::sfnt(b"true", &[(b"loca", vec![0; 10]), (b"glyf", vec![0; 4])]));
    assert_eq!((only_outlines.glyph_count(), only_outlines.advance(1)), (4, None));
    assert_eq!(only_outlines.units_per_em(), 1000.0);
    let no_hhea = open(sfnt::sfnt(b"true", &[(b"hmtx", vec![2, 88, 0, 0, 1, 0, 0, 0])]));
    assert_eq!((no_hhea.advance(0), no_hhea.advance(1)), (Some(600.0), Some(256.0)));
}

#[test]
fn w_20_nothing_to_read() {
    for data in [&b""[..], b"%!PS", b"\0\x01\0\0", b"OTTO\0\x01", b"\x01\0\x04\x01", b"<html>", &[0xFF; 64]] {
        assert!(FontProgram::open(data.to_vec()).is_none(), "{data:?}");
    }
}

#[test]
fn w_20_endless_cmap_ends() {
    let all = sfnt::cmap_groups(13, &vec![(0, u32::MAX, 1); 65_535]);
    let ascending = sfnt::cmap_groups(12, &vec![(0, u32::MAX, 1); 65_535]);
    for subtable in [all, ascending] {
        let start = Instant::now();
        ask_everything(&with_cmap(&[(3, 10, subtable)]));
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn w_20_hostile_type1_ends() {
    let open_strings = [&b"%!PS eexec /CharStrings "[..], &vec![b'('; 1 << 20]].concat();
    let many_keys = b"/CharStrings /Encoding ".repeat(1 << 15);
    let many_puts = [&b"/CharStrings /Encoding 256 array "[..], &b"dup 65 /A put ".repeat(1 << 16)].concat();
    for data in [open_strings, many_keys, many_puts] {
        let start = Instant::now();
        ask_everything(&open(data));
        assert!(start.elapsed() < Duration::from_secs(5));
    }
    assert!(FontProgram::open([&b"%!PS eexec "[..], &vec![0; 17 << 20]].concat()).is_none());
}

/// Reads every fact for every code and glyph; the results do not matter.
fn ask_everything(program: &FontProgram) {
    let _ = (program.kind(), program.units_per_em(), program.is_cid(), program.facts());
    for code in 0..=255_u8 {
        let name = program.built_in_name(code);
        let _ = (program.built_in_glyph(code), name.and_then(|name| program.glyph_by_name(name)));
        let _ = (program.true_type_glyph(code, None, true), program.true_type_glyph(code, name, false));
    }
    for glyph in (0..program.glyph_count()).chain([u32::MAX]) {
        let _ = (program.glyph_name(glyph), program.unicode_of_glyph(glyph));
        let _ = (program.advance(glyph), program.glyph_of_cid(glyph));
    }
}

fn samples() -> Vec<Vec<u8>> {
    let cid = CffFont { is_cid: true, encoding: Ok(vec![0x81, 1, 0, 1, 1, 9, 0, 34]), ..CffFont::default() };
    let cmap = sfnt::cmap(&[
        (0, 3, sfnt::cmap_format_4(&[(0x41, 0x42, 1), (0x61, 0x62, 1)])),
        (1, 0, sfnt::cmap_format_6(0x41, &[1, 2])),
        (3, 10, sfnt::cmap_groups(12, &[(0x41, 0x42, 1), (0x20000, 0x20001, 1)])),
    ]);
    let post = sfnt::post(&[".notdef", "A", "B"]);
    let mut open_type = sfnt::basic_tables(1000, &[1, 2, 3]);
    open_type.push((b"CFF ", CffFont::default().build()));
    vec![
        Type1Font::default().build(),
        Type1Font { is_hex: true, len_iv: 0, ..Type1Font::default() }.build_pfb(),
        CffFont::default().build(),
        cid.build(),
        true_type(vec![(b"cmap", cmap), (b"post", post)]),
        sfnt::sfnt(b"OTTO", &open_type),
    ]
}

#[test]
fn w_20_damaged_fonts_never_panic() {
    for (seed, sample) in (0..).zip(samples()) {
        let mut mutator = Mutator::new(seed);
        for _ in 0..400 {
            if let Some(program) = FontProgram::open(mutator.mutate(&sample)) {
                ask_everything(&program);
            }
        }
    }
}

/// Each byte of each sample as 0x00 and as 0xFF, and each sample cut at every length.
#[test]
fn w_20_every_field_damaged() {
    for sample in samples() {
        for at in 0..sample.len().min(600) {
            for value in [0, 0xFF] {
                let mut data = sample.clone();
                data[at] = value;
                if let Some(program) = FontProgram::open(data) {
                    ask_few(&program);
                }
            }
            if let Some(program) = FontProgram::open(sample[..at].to_vec()) {
                ask_few(&program);
            }
        }
    }
}

/// Like [`ask_everything`], but not for each of the 65,535 glyphs that a damaged count may claim.
fn ask_few(program: &FontProgram) {
    let _ = (program.units_per_em(), program.facts(), program.glyph_by_name(b"A"));
    for number in (0..8_u8).chain(60..70) {
        let glyph = u32::from(number);
        let _ = (program.built_in_name(number), program.true_type_glyph(number, Some(b"A"), false));
        let _ = (program.glyph_name(glyph), program.unicode_of_glyph(glyph));
        let _ = (program.advance(glyph), program.glyph_of_cid(glyph));
    }
}

proptest! {
    #[test]
    fn w_20_any_bytes_never_panic(
        head in prop::sample::select(vec![&b""[..], b"%!PS eexec\n", b"\x01\0\x04\x02", b"\0\x01\0\0\0\x04", b"OTTO\0\x02"]),
        rest in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        if let Some(program) = FontProgram::open([head, &rest].concat()) {
            ask_few(&program);
        }
    }
}

fn path(program: &FontProgram, glyph: u32) -> Vec<String> {
    use crate::font::outline::Segment;
    let point = |point: crate::font::outline::OutlinePoint| format!("{:.0},{:.0}", point.x, point.y);
    let text = |segment: &Segment| match *segment {
        Segment::Move(to) => format!("m {}", point(to)),
        Segment::Line(to) => format!("l {}", point(to)),
        Segment::Quad(control, to) => format!("q {} {}", point(control), point(to)),
        Segment::Cubic(first, second, to) => format!("c {} {} {}", point(first), point(second), point(to)),
        Segment::Close => "h".into(),
    };
    program.outline(glyph).expect("an outline").segments().iter().map(text).collect()
}

/// A number from -107 to 107 in a charstring.
fn small(value: i16) -> u8 {
    u8::try_from(value + 139).unwrap()
}

fn cff_glyph(char_string: Vec<u8>) -> FontProgram {
    let char_strings = vec![vec![14], char_string, vec![small(50), small(60), 21, small(7), 6, 14]];
    open(CffFont { char_strings, ..CffFont::default() }.build())
}

#[test]
fn w_9_cff_lines_hints_and_masks() {
    // A width, two stems before a mask of one byte that looks like an operator, a move and lines.
    let code = [small(9), small(0), small(10), 18, small(0), small(10), 19, 21, small(5), 22];
    let code = [code.as_slice(), &[small(20), small(30), small(-20), 6, 14]].concat();
    assert_eq!(path(&cff_glyph(code), 1), ["m 5,0", "l 25,0", "l 25,30", "l 5,30", "h"]);
}

#[test]
fn w_9_cff_curves_and_flex() {
    let numbers = |values: &[i16]| values.iter().map(|value| small(*value)).collect::<Vec<u8>>();
    let hv = [numbers(&[0, 0]), vec![21], numbers(&[10, 20, 30, 40, 5]), vec![31, 14]].concat();
    assert_eq!(path(&cff_glyph(hv), 1), ["m 0,0", "c 10,0 30,30 35,70", "h"]);
    let hflex = [numbers(&[0, 0]), vec![21], numbers(&[1, 2, 3, 4, 5, 6, 7]), vec![12, 34, 14]].concat();
    assert_eq!(path(&cff_glyph(hflex), 1), ["m 0,0", "c 1,0 3,3 7,3", "c 12,3 18,0 25,0", "h"]);
}

#[test]
fn w_9_cff_accented_letter_is_two_glyphs() {
    // `endchar` with the codes of A, twice: 65 in the standard encoding is glyph 1, which is the string 34.
    let font = CffFont {
        char_strings: vec![
            vec![14],
            vec![small(1), 22, small(7), 6, 14],
            vec![small(30), small(40), small(65), small(65), 14],
        ],
        ..CffFont::default()
    };
    assert_eq!(path(&open(font.build()), 2), ["m 1,0", "l 8,0", "h", "m 31,40", "l 38,40", "h"]);
}

#[test]
fn w_9_cff_that_never_ends_has_no_outline() {
    let endless: Vec<u8> = std::iter::repeat_n([small(1), 6], 60_000).flatten().collect();
    assert_eq!(cff_glyph(endless).outline(1), None);
    assert_eq!(cff_glyph(vec![small(0), 10, 14]).outline(1), None, "a subroutine that is not there");
    assert_eq!(cff_glyph(vec![12, 10, 14]).outline(1), None, "an empty stack");
}

/// Returns a TrueType font with a triangle, a glyph that shows it twice, and one that contains itself.
fn true_type_glyphs() -> FontProgram {
    let words = |values: &[i16]| values.iter().flat_map(|value| value.to_be_bytes()).collect::<Vec<u8>>();
    // One contour of three points: on, off, on the curve; coordinates as words.
    let mut triangle = words(&[1, 0, 0, 1024, 1024, 2, 0]);
    triangle.extend([1, 0, 1]);
    triangle.extend(words(&[0, 1024, 0, 0, 0, 1024]));
    triangle.push(0);
    let twice = words(&[-1, 0, 0, 0, 0, 0x23, 0, 0, 0, 0x0B, 0, 1024, 0, 0x2000]);
    let itself = words(&[-1, 0, 0, 0, 0, 3, 2, 0, 0]);
    let mut loca = Vec::new();
    let mut glyf = Vec::new();
    for glyph in [triangle, twice, itself, Vec::new()] {
        loca.extend(u16::try_from(glyf.len() / 2).unwrap().to_be_bytes());
        glyf.extend(glyph);
    }
    loca.extend(u16::try_from(glyf.len() / 2).unwrap().to_be_bytes());
    open(true_type(vec![(b"glyf", glyf), (b"loca", loca)]))
}

#[test]
fn gr_29_true_type_contours_and_components() {
    let program = true_type_glyphs();
    assert_eq!(path(&program, 0), ["m 0,0", "q 500,0 500,500", "l 0,0", "h"]);
    let twice = path(&program, 1);
    assert_eq!(twice[..4], path(&program, 0));
    assert_eq!(twice[4..], ["m 500,0", "q 750,0 750,250", "l 500,0", "h"]);
    assert_eq!(program.outline(2), None, "a glyph within itself");
    assert_eq!(path(&program, 3), [""; 0], "a blank");
    assert!(program.filled_slots().eq(0..3), "the blank has no data");
}

proptest! {
    #[test]
    fn gr_29_damaged_programs_never_panic_when_drawn(seed in any::<u64>()) {
        let true_type = true_type_glyphs().bytes().to_vec();
        for font in [CffFont::default().build(), Type1Font::default().build(), true_type] {
            let damaged = Mutator::new(seed).mutate(&font);
            if let Some(program) = FontProgram::open(damaged) {
                let is_inked = |glyph: &u32| program.outline(*glyph).is_some_and(|outline| !outline.is_empty());
                let inked: Vec<u32> = (0..program.glyph_count().min(20)).filter(is_inked).collect();
                prop_assert!(inked.iter().all(|glyph| program.filled_slots().any(|filled| filled == *glyph)));
            }
        }
    }
}
