//! Small inputs to begin with, made by the testkit.

use pdftract_testkit::builder::{simple_builder, simple_document, text_page};
use pdftract_testkit::encode;
use pdftract_testkit::fonts::{cff::CffFont, sfnt, type1::Type1Font};
use pdftract_testkit::hostile;

/// Documents of the hostile suite that are small enough to be mutated.
const SMALL_BYTES: usize = 4_096;

/// Returns the seeds of a target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    match target {
        "document" => documents(),
        "objects" => texts(&[
            "<</Kids[9 0 R]/Names[(a)5 0 R]/Nums[0 9 0 R]/Title(\\376\\377\\000a)/First 9 0 R/Next 9 0 R>>",
            "[1 2.5 -3 true false null /Name#20x (s\\)) <4142> 1 0 R << /A [ ] >>]",
            "<</Type/ObjStm/N 1/First 4/Length 12>>stream\n9 0 <</A 1>>\nendstream",
        ]),
        "xref" => texts(&[
            "xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer<</Size 2/Root 1 0 R/Prev 10>>",
            "8 0 obj<</Type/XRef/W[1 2 1]/Size 3/Index[0 3]/Root 1 0 R/Length 12>>stream\n\u{1}aaa\u{1}bbb\u{2}ccc\nendstream endobj",
        ]),
        "filters" => filters(),
        "cmap" => texts(&[
            "begincmap 1 begincodespacerange <00><FF> endcodespacerange 1 beginbfchar <41><0041> endbfchar 1 beginbfrange <42><44><0042> endbfrange endcmap",
            "/WMode 1 def 1 begincodespacerange <0000><FFFF> endcodespacerange 1 begincidrange <0000><00FF> 0 endcidrange /Identity-H usecmap",
        ]),
        "sfnt" => vec![sfnt::sfnt(b"\0\x01\0\0", &sfnt_tables())],
        "cff" => vec![CffFont::default().build()],
        "type1" => vec![Type1Font::default().build(), Type1Font::default().build_pfb()],
        "type3" => texts(&[
            "500 0 d0 0 0 m 10 10 l S /X Do BI /W 2 /H 2 /BPC 1 /IM true ID \u{1}\u{2} EI",
            "500 0 0 0 500 700 d1 0 0 500 700 re f",
        ]),
        "content" => texts(&[
            "q 1 0 0 1 72 700 cm BT /F1 12 Tf 1 Tr 2 Tc 3 Tw 90 Tz 4 TL (a) Tj T* [(b)-250(c)] TJ (d) ' 1 2 (e) \" ET Q /X Do",
            "/P /P BDC BT /F1 9 Tf 1 0 0 1 9 9 Tm (x) Tj ET EMC /G gs 0 0 9 9 re W n 1 0 0 rg 0 0 m 9 9 l S BI /W 1 /H 1 ID x EI",
        ]),
        "ptfp" => vec![b"\x01\x01A\x01\x01a\x00".to_vec(), vec![0; 24]],
        "font_map" => texts(&[
            "[[font]]\nname = \"A\"\n[font.codes]\n\"41\" = \"A\"\n",
            "[[font]]\n[font.glyphs]\nA = \"a\"\n",
        ]),
        "xmp" => texts(&[
            "<?xpacket begin=''?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/' dc:format='a'><dc:title><rdf:Alt><rdf:li xml:lang='x-default'>T &amp; &#65;</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>",
        ]),
        _ => Vec::new(),
    }
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn documents() -> Vec<Vec<u8>> {
    let plain = simple_builder(&[&text_page("one"), &text_page("two")]);
    let mut all = vec![
        simple_document(&[&text_page("Hello")]),
        plain.finish_with_xref_stream(),
        plain.finish_hybrid(),
        plain.finish_without_xref(),
    ];
    all.extend(
        hostile::all().iter().map(|recipe| recipe.generate(0.01)).filter(|pdf| pdf.len() < SMALL_BYTES),
    );
    all
}

fn filters() -> Vec<Vec<u8>> {
    let text = text_page("text").into_bytes();
    let encoded = [
        encode::flate(&text),
        pdftract_testkit::lzw::encode(&text, pdftract_testkit::lzw::EarlyChange::Yes),
        encode::ascii_hex(&text),
        encode::ascii85(&text),
        encode::run_length(&text),
    ];
    let with_head = |(number, data): (usize, &Vec<u8>)| [&[0, number as u8, 0], data.as_slice()].concat();
    encoded.iter().enumerate().map(with_head).collect()
}

fn sfnt_tables() -> Vec<(&'static [u8; 4], Vec<u8>)> {
    let mut tables = sfnt::basic_tables(1_000, &[500, 500]);
    tables.push((b"cmap", sfnt::cmap(&[(3, 1, sfnt::cmap_format_4(&[(65, 65, 1)]))])));
    tables.push((b"post", sfnt::post(&[".notdef", "A"])));
    tables
}
