//! Tests of single steps, of all steps together, and of generated strings.

use unicode_normalization::{is_nfc, is_nfkc};

use super::*;
use crate::file::string;
use crate::options::{Ligatures, Normalization, PrivateUse, Spaces};
use crate::text::line_end::{LineEnd, Words, judge};

fn plain(raw: &str) -> String {
    clean_text(raw, &TextPolicy::default()).text
}

fn record(raw: &str) -> String {
    clean(raw, &Context::new(&TextPolicy::default(), TextForm::Record)).text
}

fn with(policy: TextPolicy, raw: &str) -> String {
    clean_text(raw, &policy).text
}

/// Cleans a line by the steps alone.
pub(super) fn by_steps(raw: &str) -> Cleaned {
    let letters = cleaned_letters(raw, &Context::new(&TextPolicy::default(), TextForm::Record));
    let text = letters.iter().map(|letter| letter.character).collect();
    Cleaned { text, offsets: OffsetMap::new(&letters, raw) }
}

#[test]
fn un_1_text_is_nfc() {
    assert_eq!(plain("Cafe\u{301} \u{212b} \u{2126} \u{f900}"), "Café Å Ω 豈");
}

#[test]
fn un_2_nothing_is_folded_unless_asked() {
    assert_eq!(plain("ｆｕｌｌ ﾃ ① ½ ™ ㎏"), "ｆｕｌｌ ﾃ ① ½ ™ ㎏");
    let nfkc = TextPolicy { normalization: Normalization::Nfkc, ..TextPolicy::default() };
    assert_eq!(with(nfkc, "ｆｕｌｌ ﾃ ①"), "full テ 1");
}

#[test]
fn cj_39_full_and_half_width_forms_stay() {
    let all: String =
        ('\u{ff01}'..='\u{ff5e}').chain('\u{ff61}'..='\u{ff9f}').chain('\u{ffe0}'..='\u{ffe6}').collect();
    assert_eq!(plain(&all), all);
}

#[test]
fn cj_40_full_and_half_width_forms_are_folded_when_asked() {
    let nfkc = TextPolicy { normalization: Normalization::Nfkc, ..TextPolicy::default() };
    let full: String = ('\u{ff01}'..='\u{ff5e}').collect();
    let ascii: String = ('!'..='~').collect();
    assert_eq!(with(nfkc, &full), ascii);
    assert_eq!(with(nfkc, "￠￡￢￤￥￦"), "¢£¬¦¥₩");
    assert_eq!(with(nfkc, "ｶﾞｷﾞﾊﾟﾋﾟｳﾞ ｱｲｳ｡｢｣"), "ガギパピヴ アイウ。「」", "marks join their letters");
}

#[test]
fn cj_44_forms_for_vertical_lines_are_upright_and_full_width() {
    assert_eq!(plain("\u{fe10}\u{fe11}\u{fe12}\u{fe13}\u{fe15}\u{fe16}"), "，、。：！？");
    assert_eq!(plain("\u{fe35}\u{fe36}\u{fe41}\u{fe42}\u{fe47}\u{fe48}\u{fe31}\u{fe19}"), "（）「」［］—…");
}

#[test]
fn radicals_in_words_are_ideographs_and_alone_stay() {
    assert_eq!(plain("機構を⼀つの箱 中⽂"), "機構を一つの箱 中文");
    assert_eq!(plain("radical ⽂ (67)"), "radical ⽂ (67)");
}

#[test]
fn un_3_latin_ligatures_become_letters() {
    assert_eq!(
        plain("\u{fb00} \u{fb01} \u{fb02} \u{fb03} \u{fb04} \u{fb05} \u{fb06}"),
        "ff fi fl ffi ffl st st"
    );
    let keep = TextPolicy { ligatures: Ligatures::Keep, ..TextPolicy::default() };
    assert_eq!(with(keep, "o\u{fb03}ce"), "o\u{fb03}ce");
}

#[test]
fn un_4_armenian_and_hebrew_forms_become_letters() {
    assert_eq!(plain("\u{fb13}\u{fb17}"), "\u{574}\u{576}\u{574}\u{56d}");
    assert_eq!(plain("\u{fb2a}\u{fb35}\u{fb4b}"), "\u{5e9}\u{5c1}\u{5d5}\u{5bc}\u{5d5}\u{5b9}");
}

#[test]
fn un_5_raised_digits_stay_unless_everything_is_folded() {
    assert_eq!(plain("x² 10³ H₂O word¹"), "x² 10³ H₂O word¹");
    let nfkc = TextPolicy { normalization: Normalization::Nfkc, ..TextPolicy::default() };
    assert_eq!(with(nfkc, "x² H₂O"), "x2 H2O");
}

#[test]
fn un_8_arabic_forms_become_letters_and_symbols_stay() {
    assert_eq!(plain("\u{fedb}\u{fe98}\u{fe92}\u{fe96}"), "\u{643}\u{62a}\u{628}\u{62a}");
    assert_eq!(plain("\u{fefb}"), "\u{644}\u{627}");
    assert_eq!(plain("\u{fdfa} \u{fdfc} \u{fd3e}"), "\u{fdfa} \u{fdfc} \u{fd3e}");
}

#[test]
fn un_9_private_use_follows_the_policy() {
    let raw = "a\u{e123}b\u{f0000}\u{100000}";
    assert_eq!(plain(raw), raw);
    let policy = |private_use| TextPolicy { private_use, ..TextPolicy::default() };
    assert_eq!(with(policy(PrivateUse::Replace), raw), "a\u{fffd}b\u{fffd}\u{fffd}");
    assert_eq!(with(policy(PrivateUse::Drop), raw), "ab");
}

#[test]
fn un_10_private_use_moves_no_offset() {
    let cleaned = clean_text("\u{e000}e\u{301}x", &TextPolicy::default());
    assert_eq!(cleaned.text, "\u{e000}éx");
    assert_eq!(cleaned.offsets.to_raw(0), 0);
    assert_eq!(cleaned.offsets.to_raw(3), 3);
    assert_eq!(cleaned.offsets.to_raw(5), 6);
}

fn page_of(lines: &[&str]) -> Words {
    Words::of_lines(lines.iter().copied())
}

#[test]
fn un_11_soft_hyphens_join_words() {
    let words = page_of(&[]);
    assert_eq!(judge("Immo\u{ad}", "bilien und", || &words), LineEnd::Join(2));
}

#[test]
fn un_12_soft_hyphens_before_capitals_and_digits_end_a_word() {
    let words = page_of(&[]);
    assert_eq!(judge("in\u{ad}", "Lisbon", || &words), LineEnd::Drop(2));
    assert_eq!(judge("of\u{ad}", "1848", || &words), LineEnd::Drop(2));
    assert_eq!(judge("INTER\u{ad}", "NATIONAL", || &words), LineEnd::Join(2));
}

#[test]
fn un_13_other_soft_hyphens_go_unless_they_are_seen() {
    assert_eq!(plain("sur\u{ad}vey"), "survey");
    let policy = TextPolicy::default();
    let context = Context { seen_hyphens: &[4], ..Context::new(&policy, TextForm::Plain) };
    assert_eq!(clean("well\u{ad}known", &context).text, "well-known");
    assert_eq!(plain("Immo\u{ad}"), "Immo\u{ad}");
}

#[test]
fn hard_hyphens_join_only_with_evidence() {
    let words =
        page_of(&["the surveyor and", "a well-known half-way road", "known well to sur-", "to all of us"]);
    let end = |before: &str, after: &str| judge(before, after, || &words);
    assert_eq!(end("a sur-", "veyor came",), LineEnd::Join(1), "the word stands elsewhere");
    assert_eq!(end("a well-", "known man"), LineEnd::Break, "the hyphenated word stands elsewhere");
    assert_eq!(end("of umb\u{2010}", "rellas"), LineEnd::Join(3), "nobody types this hyphen");
    assert_eq!(end("Anglo-", "Saxon"), LineEnd::Break, "a capital follows");
    assert_eq!(end("1848-", "1849"), LineEnd::Break);
    assert_eq!(end("an after-", "thought"), LineEnd::Pending, "in doubt it stays");
    let many = page_of(&[
        "some words with no hy-",
        "phen in the middle of a li-",
        "ne at all but ma-",
        "ny at the ends",
    ]);
    assert_eq!(judge("a hy-", "phen", || &many), LineEnd::Join(1), "more than chance");
    let both = page_of(&["he had an after and a thought", "in the mid-", "dle"]);
    assert_eq!(judge("an after-", "thought", || &both), LineEnd::Pending, "both parts are words");
}

#[test]
fn un_15_no_break_spaces_are_spaces_in_plain_text() {
    assert_eq!(plain("1\u{a0}000\u{202f}€\u{2007}x"), "1 000 € x");
}

#[test]
fn un_16_records_keep_no_break_spaces() {
    assert_eq!(record("1\u{a0}000\u{202f}€"), "1\u{a0}000\u{202f}€");
    let policy = TextPolicy { spaces: Spaces::Plain, ..TextPolicy::default() };
    assert_eq!(clean("1\u{a0}000", &Context::new(&policy, TextForm::Record)).text, "1 000");
    let policy = TextPolicy { spaces: Spaces::Keep, ..TextPolicy::default() };
    assert_eq!(clean_text("1\u{a0}000", &policy).text, "1\u{a0}000");
}

#[test]
fn un_18_controls_go_and_code_page_1252_is_repaired() {
    assert_eq!(plain("a\u{1}b\u{7f}c it\u{92}s \u{93}so\u{94} \u{81}"), "abc it’s “so”");
}

#[test]
fn un_19_line_ends_and_tabs_within_a_line_are_spaces() {
    assert_eq!(plain("a\tb\nc"), "a b c");
    assert_eq!(record("a\tb\nc"), "a b c");
}

#[test]
fn un_20_nul_goes_and_carriage_returns_are_line_ends_like_others() {
    assert_eq!(plain("a\rb\r\nc\0d"), "a b cd");
    assert_eq!(record("\0a\rb\0"), "a b");
}

#[test]
fn un_21_zero_width_spaces_and_byte_order_marks_go() {
    assert_eq!(plain("zero\u{200b}width\u{feff}\u{2060}"), "zerowidth");
    assert_eq!(plain("ภาษา\u{200b}ไทย"), "ภาษา\u{200b}ไทย");
    assert_eq!(plain("ភាសា\u{200b}ខ្មែរ"), "ភាសា\u{200b}ខ្មែរ");
}

#[test]
fn un_22_joiners_stay_where_letters_join() {
    for raw in ["می\u{200c}شود", "क्\u{200d}ष", "ക്\u{200c}ഷ"] {
        assert_eq!(plain(raw), raw);
    }
}

#[test]
fn un_23_joiners_go_in_latin_and_stay_in_emoji() {
    assert_eq!(plain("fi\u{200c}x of\u{200d}f"), "fix off");
    assert_eq!(plain("👩\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥"), "👩\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥");
}

#[test]
fn un_24_the_script_beside_a_joiner_decides_and_not_that_of_the_line() {
    assert_eq!(plain("fi\u{200c}x می\u{200c}شود of\u{200d}f"), "fix می\u{200c}شود off");
    assert_eq!(plain("a\u{200b}b ภาษา\u{200b}ไทย"), "ab ภาษา\u{200b}ไทย");
    // Marks and other zero-width characters have no script, so the character behind them decides.
    assert_eq!(plain("क\u{94d}\u{200d}"), "क\u{94d}\u{200d}");
    assert_eq!(plain("ب\u{64e}\u{200d}."), "ب\u{64e}\u{200d}.");
    assert_eq!(plain("e\u{323}\u{200d}x"), "ẹx");
}

#[test]
fn w_52_tags_stay_in_flags_and_directional_controls_go() {
    let scotland = "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
    assert_eq!(plain(scotland), scotland);
    assert_eq!(plain("a\u{e0067}\u{e007f}b"), "ab");
    assert_eq!(plain("\u{202e}ab\u{202c}\u{200f}\u{2067}c"), "abc");
}

const TYPOGRAPHIC: &str = "‘a’ “b” – — … «c»";

#[test]
fn un_25_typographic_marks_stay_in_every_mode() {
    let none = TextPolicy { normalization: Normalization::None, ..TextPolicy::default() };
    assert_eq!(plain(TYPOGRAPHIC), TYPOGRAPHIC);
    assert_eq!(record(TYPOGRAPHIC), TYPOGRAPHIC);
    assert_eq!(with(none, TYPOGRAPHIC), TYPOGRAPHIC);
    let nfkc = TextPolicy { normalization: Normalization::Nfkc, ..TextPolicy::default() };
    assert_eq!(with(nfkc, "‘a’ “b” – —"), "‘a’ “b” – —");
}

#[test]
fn un_35_no_step_touches_typographic_marks() {
    for policy in policies() {
        for character in ['\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2013}', '\u{2014}'] {
            for step in STEPS {
                let mut letters = tracked_char::letters(&format!("a{character}b"));
                let before = letters.clone();
                step(&mut letters, &Context::new(&policy, TextForm::Plain));
                assert_eq!(letters, before, "{character:?}");
            }
        }
    }
}

#[test]
fn un_26_plain_text_has_single_spaces() {
    assert_eq!(plain("a  b\u{a0} c"), "a b c");
}

#[test]
fn un_28_plain_text_has_no_spaces_at_the_end() {
    assert_eq!(plain("a b\u{a0} \u{2007}"), "a b");
    assert_eq!(plain("a \u{200b} \t"), "a");
}

#[test]
fn un_30_records_keep_their_spaces() {
    assert_eq!(record("a  b\u{a0} c"), "a  b\u{a0} c");
}

#[test]
fn un_31_marks_are_in_the_order_of_their_classes() {
    assert_eq!(plain("q\u{307}\u{323}"), "q\u{323}\u{307}");
    assert_eq!(plain("\u{5d3}\u{5bc}\u{5b8}"), "\u{5d3}\u{5b8}\u{5bc}");
}

#[test]
fn un_32_marks_never_cross_letters_or_joiners() {
    assert_eq!(plain("q\u{307}x\u{323}"), "q\u{307}x\u{323}");
    assert_eq!(plain("q\u{307}\u{34f}\u{323}"), "q\u{307}\u{34f}\u{323}");
}

#[test]
fn un_34_steps_work_together_in_one_word() {
    // Ligature, combining mark on its last letter, soft hyphen, non-breaking space, and a control that is a quote.
    assert_eq!(plain("o\u{fb03}\u{301}\u{ad}ce\u{a0}it\u{92}s"), "offíce it’s");
    // A ligature whose last letter takes a mark after a zero-width space.
    assert_eq!(plain("\u{fb01}\u{200b}\u{308}x"), "fïx");
    // Arabic presentation forms with a mark between them.
    assert_eq!(plain("\u{fedb}\u{64e}\u{fe98}"), "\u{643}\u{64e}\u{62a}");
}

/// A deterministic pseudo-random number generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Characters that steps change, among some that no step changes.
const MIXTURE: &str = "abzAZ059 -‐.éñßıÅΩдйक्षाิกขبتلاפש\u{ad}\u{a0}\u{202f}\u{2007}\u{200b}\u{200c}\u{200d}\u{200e}\
    \u{202e}\u{2060}\u{feff}\u{fb01}\u{fb03}\u{fb06}\u{fb13}\u{fb2a}\u{fb4f}\u{fedb}\u{fe98}\u{fefb}\u{fe70}\u{fe77}\
    \u{fdfa}\u{fe30}\u{fe31}\u{301}\u{308}\u{323}\u{327}\u{34f}\u{5b8}\u{5bc}\u{64e}\u{651}\u{654}\u{3099}\u{1100}\u{1161}\
    \u{11a8}\u{92}\u{81}\u{1}\u{7f}\t\n\r\u{e000}\u{f0000}\u{fdd0}\u{ffff}👩🚀🏴\u{e0067}\u{e007f}²₂½ﾃ\u{ff9e}\u{212b}\u{2001}か豈\u{344}";

fn generated(numbers: &mut Numbers) -> String {
    let mixture: Vec<char> = MIXTURE.chars().collect();
    let length = numbers.below(14);
    (0..length).map(|_| mixture[numbers.below(mixture.len())]).collect()
}

fn policies() -> [TextPolicy; 4] {
    let default = TextPolicy::default();
    [
        default,
        TextPolicy { normalization: Normalization::Nfkc, private_use: PrivateUse::Drop, ..default },
        TextPolicy { normalization: Normalization::None, ligatures: Ligatures::Keep, ..default },
        TextPolicy { spaces: Spaces::Keep, private_use: PrivateUse::Replace, ..default },
    ]
}

#[test]
fn un_36_cleaning_holds_its_promises_on_a_hundred_thousand_strings() {
    let mut numbers = Numbers(1);
    for round in 0..100_000 {
        let raw = generated(&mut numbers);
        let policy = policies()[round % 4];
        let form = if round % 8 < 4 { TextForm::Plain } else { TextForm::Record };
        let context = Context::new(&policy, form);
        let cleaned = clean(&raw, &context);
        let again = clean(&cleaned.text, &context);
        assert_eq!(again.text, cleaned.text, "not settled: {raw:?}");
        match policy.normalization {
            Normalization::Nfc => assert!(is_nfc(&cleaned.text), "{raw:?} → {:?}", cleaned.text),
            Normalization::Nfkc => assert!(is_nfkc(&cleaned.text), "{raw:?} → {:?}", cleaned.text),
            Normalization::None => {}
        }
        let may_stand = |c: char| string::is_clean(c) || matches!(c, '\u{e0020}'..='\u{e007f}');
        assert!(
            cleaned.text.chars().all(|c| may_stand(c) && !c.is_control()),
            "{raw:?} → {:?}",
            cleaned.text
        );
        check_offsets(&raw, &cleaned);
    }
}

/// Checks that offsets map to character boundaries within the text, and back to where they came from.
fn check_offsets(raw: &str, cleaned: &Cleaned) {
    for (at, _) in cleaned.text.char_indices() {
        let place = cleaned.offsets.to_raw(at);
        assert!(raw.is_char_boundary(place), "{raw:?} {at} → {place}");
        let back = cleaned.offsets.to_clean(place);
        assert!(back == at || cleaned.offsets.to_raw(back) == place, "{raw:?} {at} → {place} → {back}");
    }
    for (at, _) in raw.char_indices() {
        assert!(cleaned.text.is_char_boundary(cleaned.offsets.to_clean(at)), "{raw:?} {at}");
        assert!(cleaned.text.is_char_boundary(cleaned.offsets.end_to_clean(at)), "{raw:?} {at}");
    }
    assert_eq!(cleaned.offsets.to_raw(0), cleaned.offsets.to_raw(0).min(raw.len()));
}

/// Each step with the one before it: the second needs the result of the first.
#[test]
fn un_34_each_step_relies_on_those_before_it() {
    let cases = [
        // A control that is a letter of code page 1252 takes a mark.
        ("\u{8a}\u{323}", "\u{1e62}\u{30c}"),
        // Without the zero-width space between them, letter and mark compose.
        ("e\u{200b}\u{301}", "é"),
        // Likewise without the soft hyphen, also after a ligature.
        ("e\u{ad}\u{301}", "é"),
        ("\u{fb01}\u{ad}\u{301}", "fí"),
        // Arabic presentation forms become letters that compose with marks.
        ("\u{fe8d}\u{653}", "\u{622}"),
        // A non-breaking space becomes an ordinary one, and then one of two.
        ("a \u{a0}\u{202f} b", "a b"),
        // Trailing spaces become apparent only after the characters behind them are removed.
        ("a\u{a0}\u{200b}", "a"),
        ("a \u{1}\u{feff}", "a"),
        // Marks are sorted before they compose.
        ("e\u{301}\u{323}", "ẹ\u{301}"),
    ];
    for (raw, wanted) in cases {
        assert_eq!(plain(raw), wanted, "{raw:?}");
    }
}

#[test]
fn no_letter_or_digit_is_lost_or_invented() {
    let mut numbers = Numbers(2);
    let letters = |text: &str| -> Vec<char> {
        use unicode_normalization::UnicodeNormalization;
        let mut letters: Vec<char> = text.nfkd().filter(|c| c.is_alphanumeric()).collect();
        letters.sort_unstable();
        letters
    };
    for _ in 0..100_000 {
        let raw = generated(&mut numbers);
        assert_eq!(letters(&plain(&raw)), letters(&raw), "{raw:?}");
        assert_eq!(letters(&record(&raw)), letters(&raw), "{raw:?}");
    }
}

#[test]
fn inert_characters_are_changed_by_no_step() {
    for code in 0..=0x2_ffff_u32 {
        let Some(character) = char::from_u32(code) else { continue };
        let inert = |policy: &TextPolicy| fast_path::is_inert(character, policy.normalization);
        for policy in policies().into_iter().filter(inert) {
            let context = Context::new(&policy, TextForm::Plain);
            let around = format!("a{character}b");
            let text: String =
                cleaned_letters(&around, &context).iter().map(|letter| letter.character).collect();
            assert_eq!(text, around, "U+{code:04X}");
        }
    }
}

#[test]
fn w_23_a_line_in_the_wrong_code_page_is_mended_even_if_no_character_of_it_is_touched() {
    let policy = TextPolicy::default();
    let sound = Context::new(&policy, TextForm::Plain);
    let read = |misread: bool| clean("gewÃ¶hnlich", &Context { misread, ..sound }).text;
    assert_eq!((read(true).as_str(), read(false).as_str()), ("gewöhnlich", "gewÃ¶hnlich"));
}
