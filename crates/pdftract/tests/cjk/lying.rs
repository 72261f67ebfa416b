//! Fonts whose strings are in another encoding than that of their CMap.

use pdftract::{Code, Document};

use crate::{document, font, show, text};

const JAPANESE: &str = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。";
const CHINESE: &str = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。";
const TAIWANESE: &str = "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心。";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

fn encoded(text: &str, encoding: &'static encoding_rs::Encoding) -> String {
    match encoding.name() {
        "UTF-16BE" => hex(&text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>()),
        _ => hex(&encoding.encode(text).0),
    }
}

fn distrusted(document: &Document) -> bool {
    document.diagnostics().iter().any(|diagnostic| diagnostic.code == Code::CmapDistrusted)
}

#[test]
fn cj_1_cj_2_cj_3_strings_in_another_encoding_than_their_cmap_are_read_in_it() {
    for (cmap, ordering, text, encoding) in [
        ("/90ms-RKSJ-H", "Japan1", JAPANESE, encoding_rs::EUC_JP),
        ("/90ms-RKSJ-H", "Japan1", JAPANESE, encoding_rs::UTF_16BE),
        ("/90ms-RKSJ-H", "Japan1", JAPANESE, encoding_rs::UTF_8),
        ("/EUC-H", "Japan1", JAPANESE, encoding_rs::SHIFT_JIS),
        ("/GBK-EUC-H", "GB1", CHINESE, encoding_rs::UTF_16BE),
        ("/GB-EUC-H", "GB1", TAIWANESE, encoding_rs::BIG5),
        ("/ETen-B5-H", "CNS1", TAIWANESE, encoding_rs::UTF_16BE),
    ] {
        let document = document(&[4], &font(cmap, ordering, 4, ""), &show(&encoded(text, encoding)));
        assert_eq!(self::text(&document), text, "{cmap} {}", encoding.name());
        assert!(distrusted(&document));
    }
}

#[test]
fn cj_1_codes_that_a_cmap_contains_are_kept_even_if_others_are_missing() {
    // User-defined characters, and a truncated letter.
    let more = "F040F041F042F04381";
    for (cmap, ordering, text, encoding) in [
        ("/90ms-RKSJ-H", "Japan1", JAPANESE, encoding_rs::SHIFT_JIS),
        ("/EUC-H", "Japan1", JAPANESE, encoding_rs::EUC_JP),
        ("/GBK-EUC-H", "GB1", CHINESE, encoding_rs::GBK),
        ("/ETen-B5-H", "CNS1", TAIWANESE, encoding_rs::BIG5),
    ] {
        let content = show(&(encoded(text, encoding) + more));
        let document = document(&[4], &font(cmap, ordering, 4, ""), &content);
        assert!(self::text(&document).starts_with(text), "{cmap}");
        assert!(!distrusted(&document), "{cmap}");
    }
}

#[test]
fn cj_1_a_font_with_a_corrected_cmap_does_not_affect_others() {
    let fonts = [font("/90ms-RKSJ-H", "Japan1", 4, ""), font("/90ms-RKSJ-H", "Japan1", 6, "")].concat();
    let content = format!(
        "BT /F1 10 Tf 20 300 Td <{}> Tj /F2 10 Tf 0 -20 Td <{}> Tj /F1 10 Tf 0 -20 Td <{}> Tj ET",
        encoded(JAPANESE, encoding_rs::EUC_JP),
        encoded("日本", encoding_rs::SHIFT_JIS),
        encoded("東京", encoding_rs::EUC_JP)
    );
    let expected = format!("{JAPANESE}日本東京");
    assert_eq!(text(&document(&[4, 6], &fonts, &content)), expected);
}
