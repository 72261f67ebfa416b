//! Builds the tables of glyph names, encodings, glyph orders and standard metrics from their sources.

use std::collections::BTreeSet;
use std::path::Path;

use super::Generated;
use super::plain_forms::plain_forms;
use super::rust_source::RustSource;
use super::sources::{CodeTable, FontMetrics, GlyphListEntry, Sources};

const AGL_SOURCE: &str = "Adobe Glyph List 2.0, as in fonttools 4.68.0 (PyPI); BSD-3-Clause, Adobe";
const ZAPF_SOURCE: &str =
    "ITC Zapf Dingbats Glyph List 2.0, as in libpdfbox2-java 2.0.27-2 (Debian); BSD-3-Clause, Adobe";
const ENCODING_SOURCE: &str = "ISO 32000-1 Annex D, as in reportlab 5.1.0 (PyPI); BSD-3-Clause, ReportLab";
const PDFJS_SOURCE: &str =
    "checked against, and CFF Expert encoding from, pdfjs-dist 5.6.205 (npm); Apache-2.0, Mozilla";
const ORDER_SOURCE: &str =
    "Apple `post` glyph order and Adobe TN 5176 appendices A and C, as in fonttools 4.68.0 (PyPI); MIT";
const METRICS_SOURCE: &str =
    "Adobe Core 14 AFM files of 1997, as in matplotlib 3.11.2 (PyPI); Adobe's AFM licence";

const PICTURES_SOURCE: &str =
    "Unicode equivalents of Wingdings and Webdings, as in dingbat-to-unicode 1.0.2 (npm); BSD-2-Clause";

/// Symbol fonts: key in the source, name of the table, number of codes with a character.
const PICTURE_FONTS: [(&str, &str, usize); 4] = [
    ("WINGDINGS", "WINGDINGS", 223),
    ("WINGDINGS 2", "WINGDINGS_2", 217),
    ("WINGDINGS 3", "WINGDINGS_3", 208),
    ("WEBDINGS", "WEBDINGS", 223),
];

/// The first value of `agl::UNICODE` that is an index into the sequences. It is in the surrogate range, which no
/// glyph's code point uses.
const SEQUENCE_BASE: u16 = 0xD800;
/// The longest sequence of the list.
const SEQUENCE_UNITS: usize = 4;

/// The characters of Mac OS Roman that `MacRomanEncoding` lacks: ISO 32000-1, Table 115.
const MAC_OS_ADDITIONS: [(usize, &str); 16] = [
    (0xAD, "notequal"),
    (0xB0, "infinity"),
    (0xB2, "lessequal"),
    (0xB3, "greaterequal"),
    (0xB6, "partialdiff"),
    (0xB7, "summation"),
    (0xB8, "product"),
    (0xB9, "pi"),
    (0xBA, "integral"),
    (0xBD, "Omega"),
    (0xC3, "radical"),
    (0xC5, "approxequal"),
    (0xC6, "Delta"),
    (0xD7, "lozenge"),
    (0xDB, "Euro"),
    (0xF0, "apple"),
];

/// The standard 14 fonts in the order of `METRICS`, with their glyph counts.
const STANDARD_14: [(&str, usize); 14] = [
    ("Courier", 315),
    ("Courier-Bold", 315),
    ("Courier-Oblique", 315),
    ("Courier-BoldOblique", 315),
    ("Helvetica", 315),
    ("Helvetica-Bold", 315),
    ("Helvetica-Oblique", 315),
    ("Helvetica-BoldOblique", 315),
    ("Times-Roman", 315),
    ("Times-Bold", 315),
    ("Times-Italic", 315),
    ("Times-BoldItalic", 315),
    ("Symbol", 190),
    ("ZapfDingbats", 202),
];

const METRICS_DOC: &str = "Per font: box (4), ascent, descent, capital height, x-height, stem height and width, \
slant in 0.1°.";

/// A table of glyph names by code, with its name.
struct Encoding {
    doc: &'static str,
    name: &'static str,
    table: CodeTable,
}

/// All data read from the sources.
struct Data {
    agl: Vec<GlyphListEntry>,
    zapf: Vec<GlyphListEntry>,
    encodings: Vec<Encoding>,
    mac_glyphs: Vec<String>,
    cff_strings: Vec<String>,
    expert_charset: Vec<String>,
    expert_subset_charset: Vec<String>,
    metrics: Vec<FontMetrics>,
    /// Code points of [`PICTURE_FONTS`] by code.
    pictures: Vec<Vec<u32>>,
}

/// Reads `folder` and returns the generated files.
pub(crate) fn generate(folder: &Path) -> Result<Vec<Generated>, String> {
    let data = read(&Sources::new(folder))?;
    let names = Names::new(&data)?;
    Ok(vec![
        Generated { file_name: "names.rs", contents: names.source()?.into_bytes() },
        Generated { file_name: "agl.rs", contents: agl_source(&data, &names)?.into_bytes() },
        Generated { file_name: "encodings.rs", contents: encodings_source(&data, &names)?.into_bytes() },
        Generated {
            file_name: "glyph_orders.rs",
            contents: glyph_orders_source(&data, &names)?.into_bytes(),
        },
        Generated { file_name: "standard_metrics.rs", contents: metrics_source(&data, &names)?.into_bytes() },
        Generated { file_name: "picture_fonts.rs", contents: pictures_source(&data).into_bytes() },
    ])
}

fn read(sources: &Sources<'_>) -> Result<Data, String> {
    let metrics = STANDARD_14
        .iter()
        .map(|(font, glyphs)| sources.metrics(font, *glyphs))
        .collect::<Result<Vec<_>, _>>()?;
    let cff = "cffLib/__init__.py";
    Ok(Data {
        agl: sources.adobe_glyph_list()?,
        zapf: sources.zapf_glyph_list()?,
        encodings: read_encodings(sources, &metrics)?,
        mac_glyphs: sources.font_tools("ttLib/standardGlyphOrder.py", "standardGlyphOrder", 258)?,
        cff_strings: sources.font_tools(cff, "cffStandardStrings", 391)?,
        expert_charset: sources.font_tools(cff, "cffIExpertStrings", 166)?,
        expert_subset_charset: sources.font_tools(cff, "cffExpertSubsetStrings", 87)?,
        metrics,
        pictures: PICTURE_FONTS
            .iter()
            .map(|(font, _, codes)| sources.picture_font(font, *codes))
            .collect::<Result<_, _>>()?,
    })
}

/// Reads each encoding from two sources that must agree; PDFDocEncoding has only one.
fn read_encodings(sources: &Sources<'_>, metrics: &[FontMetrics]) -> Result<Vec<Encoding>, String> {
    let mac_roman = sources.annex_d("macroman", "MacRomanEncoding")?;
    let mut mac_os_roman = mac_roman.clone();
    for (code, name) in MAC_OS_ADDITIONS {
        mac_os_roman[code] = Some(name.to_owned());
    }
    let standard = sources.annex_d("standard", "StandardEncoding")?;
    let win_ansi = sources.annex_d("winansi", "WinAnsiEncoding")?;
    let mac_expert = sources.annex_d("macexpert", "MacExpertEncoding")?;
    let [symbol, zapf] = [12, 13].map(|font: usize| metrics[font].encoding.clone());
    agree("StandardEncoding", &standard, &sources.pdfjs("StandardEncoding")?)?;
    agree("Helvetica's encoding", &standard, &metrics[4].encoding)?;
    agree("WinAnsiEncoding", &win_ansi, &sources.pdfjs("WinAnsiEncoding")?)?;
    agree("MacExpertEncoding", &mac_expert, &sources.pdfjs("MacExpertEncoding")?)?;
    agree("Symbol's encoding", &symbol, &sources.pdfjs("SymbolSetEncoding")?)?;
    agree("ZapfDingbats' encoding", &zapf, &sources.pdfjs("ZapfDingbatsEncoding")?)?;
    agree("Mac OS Roman", &mac_os_roman, &pdfjs_mac_roman(sources)?)?;
    let encoding = |name, doc, table| Encoding { doc, name, table };
    Ok(vec![
        encoding("STANDARD", "`StandardEncoding`.", standard),
        encoding("WIN_ANSI", "`WinAnsiEncoding`; unused codes above 0x20 are bullets.", win_ansi),
        encoding("MAC_ROMAN", "`MacRomanEncoding`.", mac_roman),
        encoding(
            "MAC_OS_ROMAN",
            "Mac OS Roman: `MacRomanEncoding` and the 16 names of Table 115.",
            mac_os_roman,
        ),
        encoding("MAC_EXPERT", "`MacExpertEncoding`.", mac_expert),
        encoding("SYMBOL", "Built-in encoding of Symbol.", symbol),
        encoding("ZAPF_DINGBATS", "Built-in encoding of ZapfDingbats.", zapf),
        encoding("PDF_DOC", "`PDFDocEncoding`.", sources.annex_d("pdfdoc", "PDFDocEncoding")?),
        encoding("CFF_EXPERT", "The predefined Expert encoding of CFF.", sources.pdfjs("ExpertEncoding")?),
    ])
}

/// Reads MacRomanEncoding from pdf.js, which keeps the currency sign at 0xDB; Table 115 has the euro there.
fn pdfjs_mac_roman(sources: &Sources<'_>) -> Result<CodeTable, String> {
    let mut table = sources.pdfjs("MacRomanEncoding")?;
    if table[0xDB].replace("Euro".to_owned()).as_deref() != Some("currency") {
        return Err("pdf.js changed 0xDB of MacRomanEncoding".to_owned());
    }
    Ok(table)
}

fn agree(what: &str, one: &CodeTable, other: &CodeTable) -> Result<(), String> {
    if one.len() == 256 && one == other { Ok(()) } else { Err(format!("{what}: the two sources differ")) }
}

/// All glyph names used in any table, sorted by their bytes; `.notdef` comes first.
struct Names {
    sorted: Vec<String>,
}

impl Names {
    fn new(data: &Data) -> Result<Self, String> {
        let mut all = BTreeSet::new();
        all.extend(data.agl.iter().chain(&data.zapf).map(|(name, _)| name.clone()));
        all.extend(data.encodings.iter().flat_map(|encoding| encoding.table.iter().flatten().cloned()));
        all.extend(data.mac_glyphs.iter().chain(&data.cff_strings).cloned());
        all.extend(data.metrics.iter().flat_map(|font| font.widths.iter().map(|(name, _)| name.clone())));
        let sorted: Vec<String> = all.into_iter().collect();
        let plain = |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
        match sorted.first() {
            Some(first) if first == ".notdef" && sorted.iter().all(plain) => Ok(Self { sorted }),
            _ => Err("a glyph name has a byte that the tables cannot hold".to_owned()),
        }
    }

    fn index(&self, name: &str) -> Result<u16, String> {
        let found = self.sorted.binary_search_by(|other| other.as_str().cmp(name));
        let index = found.map_err(|_| format!("{name} is in no table"))?;
        u16::try_from(index).map_err(|error| error.to_string())
    }

    fn indices<'a>(&self, names: impl IntoIterator<Item = &'a String>) -> Result<Vec<u16>, String> {
        names.into_iter().map(|name| self.index(name)).collect()
    }

    fn source(&self) -> Result<String, String> {
        let sentence = "All glyph names used in the font tables, sorted by bytes, in one string.";
        let from = [AGL_SOURCE, ZAPF_SOURCE, ENCODING_SOURCE, PDFJS_SOURCE, ORDER_SOURCE, METRICS_SOURCE];
        let mut starts = vec![0_u16];
        let mut end = 0;
        for name in &self.sorted {
            end += name.len();
            starts.push(u16::try_from(end).map_err(|_| "the names are longer than 65,535 bytes")?);
        }
        let mut source = RustSource::new(sentence, &from);
        source.string("The names, one after the other.", "TEXT", &self.sorted.concat());
        source.array("Name `i` is `TEXT[STARTS[i]..STARTS[i + 1]]`.", "STARTS", "u16", &starts);
        Ok(source.finish())
    }
}

fn agl_source(data: &Data, names: &Names) -> Result<String, String> {
    let mut unicode = vec![0_u16; names.sorted.len()];
    let mut sequences: Vec<u16> = Vec::new();
    for (name, codes) in &data.agl {
        let slot = &mut unicode[usize::from(names.index(name)?)];
        match codes.as_slice() {
            [code] if *code != 0 && !(0xD800..0xE000).contains(code) => *slot = *code,
            codes if (2..=SEQUENCE_UNITS).contains(&codes.len()) => {
                *slot = SEQUENCE_BASE + (sequences.len() / SEQUENCE_UNITS) as u16;
                sequences.extend_from_slice(codes);
                sequences.resize(sequences.len().next_multiple_of(SEQUENCE_UNITS), 0);
            }
            _ => return Err(format!("{name}: not 1 to {SEQUENCE_UNITS} code points")),
        }
    }
    let mut zapf = Vec::new();
    for (name, codes) in &data.zapf {
        zapf.push((names.index(name)?, *codes.first().ok_or("a name without code point")?));
    }
    zapf.sort_unstable();
    let (private, plain): (Vec<u16>, Vec<u16>) = plain_forms(&data.agl).into_iter().unzip();
    let (zapf_names, zapf_unicode): (Vec<u16>, Vec<u16>) = zapf.into_iter().unzip();
    let mut source =
        RustSource::new("Unicode of the glyph names, by name index.", &[AGL_SOURCE, ZAPF_SOURCE]);
    let doc = "0: not in the list; 0xD800 + n: sequence n; otherwise the code point.";
    source.code_points(doc, "UNICODE", &unicode);
    let doc = "Four code points per sequence, filled up with 0.";
    source.code_points(doc, "SEQUENCES", &sequences);
    source.array("Names of the Zapf Dingbats list, ascending.", "ZAPF_NAMES", "u16", &zapf_names);
    source.code_points("The code points of `ZAPF_NAMES`.", "ZAPF_UNICODE", &zapf_unicode);
    source.code_points("Private-use code points of the list, ascending.", "PRIVATE", &private);
    source.code_points("The ordinary characters behind `PRIVATE`.", "PLAIN", &plain);
    Ok(source.finish())
}

fn encodings_source(data: &Data, names: &Names) -> Result<String, String> {
    let sentence = "Name index by character code; 0 (`.notdef`) where the code is unused.";
    let mut source = RustSource::new(sentence, &[ENCODING_SOURCE, PDFJS_SOURCE, METRICS_SOURCE]);
    for encoding in &data.encodings {
        let indices = encoding.table.iter().map(|name| name.as_ref().map_or(Ok(0), |name| names.index(name)));
        source.array(encoding.doc, encoding.name, "u16", &indices.collect::<Result<Vec<_>, _>>()?);
    }
    Ok(source.finish())
}

fn glyph_orders_source(data: &Data, names: &Names) -> Result<String, String> {
    let mut source = RustSource::new("Glyph names that font programs give by number.", &[ORDER_SOURCE]);
    let sid = |name: &String| data.cff_strings.iter().position(|other| other == name);
    let sids =
        |charset: &[String]| charset.iter().map(sid).collect::<Option<Vec<_>>>().ok_or("no such string");
    let doc = "Name index of the 258 glyphs of a `post` table of format 1.";
    source.array(doc, "MAC_GLYPHS", "u16", &names.indices(&data.mac_glyphs)?);
    let doc = "Name index of the 391 standard strings of CFF.";
    source.array(doc, "CFF_STRINGS", "u16", &names.indices(&data.cff_strings)?);
    let doc = "String number by glyph in the Expert charset.";
    source.array(doc, "EXPERT_CHARSET", "u16", &sids(&data.expert_charset)?);
    let doc = "String number by glyph in the Expert Subset charset.";
    source.array(doc, "EXPERT_SUBSET_CHARSET", "u16", &sids(&data.expert_subset_charset)?);
    Ok(source.finish())
}

fn metrics_source(data: &Data, names: &Names) -> Result<String, String> {
    let sentence = "Widths and heights of the standard 14 fonts, in thousandths of the em.";
    let mut source = RustSource::new(sentence, &[METRICS_SOURCE]);
    let facts: Vec<[i16; 11]> = data.metrics.iter().map(|font| font.facts).collect();
    source.rows(METRICS_DOC, "METRICS", "i16", &facts);
    let glyphs = |font: usize| names.indices(data.metrics[font].widths.iter().map(|(name, _)| name));
    let widths =
        |font: usize| data.metrics[font].widths.iter().map(|(_, width)| *width).collect::<Vec<u16>>();
    if (0..4).any(|font| widths(font).iter().any(|width| *width != 600)) {
        return Err("Courier is not 600 wide throughout".to_owned());
    }
    if (0..12).any(|font| glyphs(font) != glyphs(0))
        || [(4, 6), (5, 7)].iter().any(|(a, b)| widths(*a) != widths(*b))
    {
        return Err(
            "the Latin fonts differ in their glyphs, or Helvetica and its oblique in width".to_owned()
        );
    }
    source.array("The glyphs of the twelve Latin fonts, by name index.", "LATIN_GLYPHS", "u16", &glyphs(0)?);
    let latin = [
        ("HELVETICA", 4),
        ("HELVETICA_BOLD", 5),
        ("TIMES_ROMAN", 8),
        ("TIMES_BOLD", 9),
        ("TIMES_ITALIC", 10),
        ("TIMES_BOLD_ITALIC", 11),
    ];
    for (name, font) in latin {
        source.array("Widths of `LATIN_GLYPHS`.", name, "u16", &widths(font));
    }
    source.array("The glyphs of Symbol, by name index.", "SYMBOL_GLYPHS", "u16", &glyphs(12)?);
    source.array("Widths of `SYMBOL_GLYPHS`.", "SYMBOL", "u16", &widths(12));
    source.array("The glyphs of ZapfDingbats, by name index.", "ZAPF_GLYPHS", "u16", &glyphs(13)?);
    source.array("Widths of `ZAPF_GLYPHS`.", "ZAPF", "u16", &widths(13));
    Ok(source.finish())
}

fn pictures_source(data: &Data) -> String {
    let sentence = "Unicode of fonts of pictures by character code; 0 where the code has no character.";
    let mut source = RustSource::new(sentence, &[PICTURES_SOURCE]);
    for ((font, name, _), codes) in PICTURE_FONTS.iter().zip(&data.pictures) {
        let items: Vec<String> = codes.iter().map(|code| format!("0x{code:04X}")).collect();
        source.array(&format!("{font}."), name, "u32", &items);
    }
    source.finish()
}
