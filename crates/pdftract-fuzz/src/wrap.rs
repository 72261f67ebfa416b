//! Puts input into the part of a PDF that a target is about.

use pdftract_testkit::builder::{PdfBuilder, simple_builder, text_page};
use sha2::{Digest, Sha256};

/// Shows all codes of one byte.
fn all_codes() -> String {
    let codes: String = (0..=255).map(|code| format!("{code:02X}")).collect();
    format!("BT /F1 12 Tf 72 700 Td <{codes}> Tj 0 -20 Td <0041004200430061> Tj ET")
}

/// A document whose font is object 3 and whose only page shows all codes.
fn with_font(font: &str) -> PdfBuilder {
    let mut builder = simple_builder(&[&all_codes()]);
    builder.set(3, font);
    builder
}

/// The input in the place of an object that the catalog refers to, without a cross-reference.
pub(crate) fn objects(data: &[u8]) -> Vec<u8> {
    let mut builder = simple_builder(&[&text_page("text")]);
    builder.set(1, "<</Type/Catalog/Pages 2 0 R/Outlines 9 0 R/Names 9 0 R/AcroForm 9 0 R/PageLabels 9 0 R/StructTreeRoot 9 0 R>>");
    builder.set(9, data.to_vec());
    builder.finish_without_xref()
}

/// The input in the place of the cross-reference and trailer.
pub(crate) fn xref(data: &[u8]) -> Vec<u8> {
    let mut pdf = simple_builder(&[&text_page("text")]).finish_without_xref();
    let start = pdf.len();
    pdf.extend_from_slice(data);
    pdf.extend_from_slice(format!("\nstartxref\n{start}\n%%EOF\n").as_bytes());
    pdf
}

const FILTERS: [&str; 8] = [
    "FlateDecode",
    "LZWDecode",
    "ASCIIHexDecode",
    "ASCII85Decode",
    "RunLengthDecode",
    "CCITTFaxDecode",
    "DCTDecode",
    "JBIG2Decode",
];

/// The first three bytes choose filters and parameters, the rest is the content stream.
pub(crate) fn filters(data: &[u8]) -> Vec<u8> {
    let (head, body) = data.split_at(data.len().min(3));
    let byte = |index: usize| head.get(index).copied().unwrap_or(0);
    let name = |choice: u8| FILTERS[usize::from(choice) % FILTERS.len()];
    let chain = match byte(0) % 3 {
        0 => format!("/{}", name(byte(1))),
        1 => format!("[/{}]", name(byte(1))),
        _ => format!("[/{}/{}]", name(byte(1)), name(byte(1) >> 4)),
    };
    let predictor = [1, 2, 10, 12, 15][usize::from(byte(2) & 7) % 5];
    let parameters = format!(
        "<</Predictor {predictor}/Columns {}/Colors {}/EarlyChange {}>>",
        byte(2) >> 3,
        1 + (byte(0) >> 6),
        byte(0) >> 7
    );
    let mut builder = simple_builder(&[""]);
    builder.set(
        5,
        pdftract_testkit::builder::stream_body(&format!("/Filter {chain}/DecodeParms {parameters}"), body),
    );
    builder.finish()
}

/// The input as the map to Unicode of a font, and as the encoding of another.
pub(crate) fn cmap(data: &[u8]) -> Vec<u8> {
    let mut builder = with_font(
        "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 9 0 R/ToUnicode 9 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>",
    );
    builder.set(9, pdftract_testkit::builder::stream_body("/Type/CMap/CMapName/X", data));
    builder.finish()
}

fn program(kind: &str, descriptor: &str, stream_entries: &str, data: &[u8]) -> Vec<u8> {
    let mut builder = with_font(&format!(
        "<</Type/Font/Subtype/{kind}/BaseFont/ABCDEF+A/FirstChar 0/LastChar 255/FontDescriptor<</Type/FontDescriptor/FontName/ABCDEF+A/Flags 4 {descriptor} 9 0 R>>>>"
    ));
    builder.set(9, pdftract_testkit::builder::stream_body(stream_entries, data));
    builder.finish()
}

/// The input as a TrueType or OpenType font.
pub(crate) fn sfnt(data: &[u8]) -> Vec<u8> {
    program("TrueType", "/FontFile2", "", data)
}

/// The input as a font in the compact format.
pub(crate) fn cff(data: &[u8]) -> Vec<u8> {
    program("Type1", "/FontFile3", "/Subtype/Type1C", data)
}

/// The input as a Type 1 font.
pub(crate) fn type1(data: &[u8]) -> Vec<u8> {
    program("Type1", "/FontFile", "/Length1 200/Length2 1000/Length3 0", data)
}

/// The input as the drawing of a glyph.
pub(crate) fn type3(data: &[u8]) -> Vec<u8> {
    let mut builder = with_font(
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/LastChar 66/Widths[500 500]/Encoding<</Differences[65/A/B]>>/CharProcs<</A 9 0 R/B 10 0 R>>/Resources<</XObject<</X 9 0 R>>>>>>",
    );
    builder.set(9, pdftract_testkit::builder::stream_body("", data));
    builder.set(10, pdftract_testkit::builder::stream_body("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", data));
    builder.finish()
}

/// The input as the content of a page and of a form on it.
pub(crate) fn content(data: &[u8]) -> Vec<u8> {
    let mut builder = simple_builder(&[""]);
    builder.set(4, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>/XObject<</X 9 0 R>>/ExtGState<</G<</ca .5>>>>/Properties<</P<</MCID 0>>>>>>/Contents[5 0 R]>>");
    builder.set(5, pdftract_testkit::builder::stream_body("", data));
    builder
        .set(9, pdftract_testkit::builder::stream_body("/Type/XObject/Subtype/Form/BBox[0 0 612 792]", data));
    builder.finish()
}

/// The input as the metadata of the document.
pub(crate) fn xmp(data: &[u8]) -> Vec<u8> {
    let mut builder = simple_builder(&[&text_page("text")]);
    builder.set(1, "<</Type/Catalog/Pages 2 0 R/Metadata 9 0 R>>");
    builder.set(9, pdftract_testkit::builder::stream_body("/Type/Metadata/Subtype/XML", data));
    builder.finish()
}

/// The input behind the head of a database of learned fonts, with the right length and checksum: a fuzzer would not find
/// it.
pub(crate) fn ptfp(data: &[u8]) -> Vec<u8> {
    let mut bytes = b"PTFP\x02".to_vec();
    bytes.extend_from_slice(&(data.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&Sha256::digest(data)[..8]);
    bytes.extend_from_slice(data);
    bytes
}
