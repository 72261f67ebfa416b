//! Parses the public source files into plain lists, and rejects a list whose length is not the published one.

use std::fs;
use std::path::Path;

/// One line of a glyph list: a name and its code points.
pub(crate) type GlyphListEntry = (String, Vec<u16>);

/// Glyph names by character code; `None` for unused codes.
pub(crate) type CodeTable = Vec<Option<String>>;

/// Metrics of one font, in thousandths of the em.
pub(crate) struct FontMetrics {
    /// Width of each glyph, sorted by name.
    pub(crate) widths: Vec<(String, u16)>,
    /// In the order of `fonts::METRICS_DOC`; 0 if the file has no such line.
    pub(crate) facts: [i16; 11],
    /// The built-in encoding.
    pub(crate) encoding: CodeTable,
}

/// Keys of the metrics file with one number each, after the four of `FontBBox`.
const FACT_KEYS: [&str; 7] =
    ["Ascender", "Descender", "CapHeight", "XHeight", "StdHW", "StdVW", "ItalicAngle"];

/// The unpacked source packages.
pub(crate) struct Sources<'a> {
    folder: &'a Path,
}

impl<'a> Sources<'a> {
    /// Refers to sources in `folder`, one sub-folder per package.
    pub(crate) fn new(folder: &'a Path) -> Self {
        Self { folder }
    }

    fn read(&self, path: &str) -> Result<String, String> {
        fs::read_to_string(self.folder.join(path)).map_err(|error| format!("{path}: {error}"))
    }

    /// Reads the Adobe Glyph List 2.0.
    pub(crate) fn adobe_glyph_list(&self) -> Result<Vec<GlyphListEntry>, String> {
        let text = self.read("fonttools/fontTools/agl.py")?;
        let start = text.find("_aglText = \"\"\"").ok_or("agl.py: no _aglText")?;
        let list = text[start..].split("\"\"\"").nth(1).ok_or("agl.py: _aglText does not end")?;
        of_length("Adobe Glyph List", 4_281, glyph_list(list)?)
    }

    /// Reads the ITC Zapf Dingbats Glyph List 2.0. The copy has a line for `space`, which the original leaves to the
    /// AGL.
    pub(crate) fn zapf_glyph_list(&self) -> Result<Vec<GlyphListEntry>, String> {
        let text = self.read("pdfbox/org/apache/pdfbox/resources/glyphlist/zapfdingbats.txt")?;
        let mut entries = glyph_list(&text)?;
        entries.retain(|(name, _)| name != "space");
        of_length("Zapf Dingbats Glyph List", 201, entries)
    }

    /// Reads an encoding of ISO 32000 Annex D from `reportlab/pdfbase/_fontdata_enc_<file>.py`.
    pub(crate) fn annex_d(&self, file: &str, list: &str) -> Result<CodeTable, String> {
        let text = self.read(&format!("reportlab/reportlab/pdfbase/_fontdata_enc_{file}.py"))?;
        of_length(list, 256, literal_list(&text, list)?)
    }

    /// Reads a constant array of names from pdf.js.
    pub(crate) fn pdfjs(&self, list: &str) -> Result<CodeTable, String> {
        let text = self.read("pdfjs-dist/package/build/pdf.worker.mjs")?;
        let names = literal_list(&text, &format!("const {list}"))?;
        Ok(names.into_iter().map(|name| name.filter(|name| !name.is_empty())).collect())
    }

    /// Reads the code points of a symbol font by code; 0 for unused codes.
    pub(crate) fn picture_font(&self, font: &str, count: usize) -> Result<Vec<u32>, String> {
        let text = self.read("dingbat-to-unicode/package/dist/dingbats.js")?;
        let table = code_points_of(&text, font)?;
        let found = table.iter().filter(|code| **code != 0).count();
        if found == count { Ok(table) } else { Err(format!("{font}: {found} codes, not {count}")) }
    }

    /// Reads a list of names from one of fontTools' files.
    pub(crate) fn font_tools(&self, file: &str, list: &str, length: usize) -> Result<Vec<String>, String> {
        let text = self.read(&format!("fonttools/fontTools/{file}"))?;
        of_length(list, length, literal_list(&text, list)?.into_iter().flatten().collect())
    }

    /// Reads the metrics of one of the standard 14 fonts.
    pub(crate) fn metrics(&self, font: &str, glyphs: usize) -> Result<FontMetrics, String> {
        let text = self.read(&format!("matplotlib/matplotlib/mpl-data/fonts/pdfcorefonts/{font}.afm"))?;
        let mut metrics = FontMetrics { widths: Vec::new(), facts: facts(&text)?, encoding: vec![None; 256] };
        for line in text.lines().filter(|line| line.starts_with("C ")) {
            let (code, width, name) = glyph_metrics(line).ok_or_else(|| format!("{font}: {line}"))?;
            if let Some(slot) = usize::try_from(code).ok().and_then(|code| metrics.encoding.get_mut(code)) {
                *slot = Some(name.clone());
            }
            metrics.widths.push((name, width));
        }
        metrics.widths.sort();
        metrics.widths = of_length(font, glyphs, metrics.widths)?;
        Ok(metrics)
    }
}

fn of_length<T>(what: &str, length: usize, list: Vec<T>) -> Result<Vec<T>, String> {
    if list.len() == length { Ok(list) } else { Err(format!("{what}: {} entries, not {length}", list.len())) }
}

/// Parses lines `name;XXXX XXXX`; `#` starts a comment line.
fn glyph_list(text: &str) -> Result<Vec<GlyphListEntry>, String> {
    let lines = text.lines().map(str::trim).filter(|line| line.contains(';') && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, codes) = line.split_once(';').ok_or(line)?;
            let codes = codes.split_whitespace().map(|code| u16::from_str_radix(code, 16));
            Ok((
                name.to_owned(),
                codes.collect::<Result<_, _>>().map_err(|error| format!("{line}: {error}"))?,
            ))
        })
        .collect()
}

/// Parses the quoted strings, and `None`s, of the first list or tuple after `name =`.
fn literal_list(text: &str, name: &str) -> Result<CodeTable, String> {
    let head = text.find(&format!("{name} =")).ok_or_else(|| format!("no list {name}"))?;
    let open = text[head..].find(['[', '(']).ok_or_else(|| format!("{name} is not a list"))?;
    let mut rest = &text[head + open + 1..];
    let mut items = Vec::new();
    while let Some(at) = rest.find(['"', '\'', '#', 'N', ']', ')']) {
        let mark = &rest[at..=at];
        rest = &rest[at + 1..];
        match mark {
            "]" | ")" => return Ok(items),
            "#" => rest = rest.split_once('\n').map_or("", |(_, next)| next),
            "N" => items.push(None),
            quote => {
                let (item, next) = rest.split_once(quote).ok_or_else(|| format!("{name}: open quote"))?;
                items.push(Some(item.to_owned()));
                rest = next;
            }
        }
    }
    Err(format!("{name} does not end"))
}

/// Parses the code points of `"FONT": { code: point, … }`, by code.
fn code_points_of(text: &str, font: &str) -> Result<Vec<u32>, String> {
    let (_, rest) = text.split_once(&format!("\"{font}\": {{")).ok_or_else(|| format!("no table {font}"))?;
    let (body, _) = rest.split_once('}').ok_or_else(|| format!("{font} does not end"))?;
    let mut table = vec![0; 256];
    for entry in body.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
        let parsed = entry.split_once(": ").and_then(|(code, point)| {
            Some((
                code.parse::<usize>().ok()?,
                point.parse::<u32>().ok().filter(|point| char::from_u32(*point).is_some())?,
            ))
        });
        let (code, point) = parsed.ok_or_else(|| format!("{font}: {entry}"))?;
        *table.get_mut(code).ok_or_else(|| format!("{font}: code {code}"))? = point;
    }
    Ok(table)
}

/// Parses `C 33 ; WX 278 ; N exclam ; B …` into code, width and name.
fn glyph_metrics(line: &str) -> Option<(i16, u16, String)> {
    let field = |key: &str| line.split(';').find_map(|field| field.trim().strip_prefix(key));
    Some((field("C ")?.parse().ok()?, field("WX ")?.parse().ok()?, field("N ")?.to_owned()))
}

/// Parses the bounding box, heights, stems and slant of a font; the slant in tenths of a degree.
fn facts(text: &str) -> Result<[i16; 11], String> {
    let line = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
    let bounds = line("FontBBox").ok_or("no FontBBox")?.split_whitespace().map(str::parse::<i16>);
    let mut facts = [0; 11];
    for (slot, edge) in facts.iter_mut().zip(bounds) {
        *slot = edge.map_err(|error| error.to_string())?;
    }
    for (slot, key) in facts[4..].iter_mut().zip(FACT_KEYS) {
        let value = line(key).map_or("0", str::trim);
        *slot = if key == "ItalicAngle" { tenths(value)? } else { value.parse().map_err(|_| value)? };
    }
    Ok(facts)
}

fn tenths(value: &str) -> Result<i16, String> {
    let (whole, tenth) = value.split_once('.').unwrap_or((value, "0"));
    format!("{whole}{tenth}").parse().map_err(|_| format!("not a number with at most one decimal: {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_python_and_javascript() {
        let python = "x = (1,)\nList = (None, 'a',  # it's \"quoted\"\n \"b\")\n";
        assert_eq!(literal_list(python, "List").unwrap(), [None, Some("a".to_owned()), Some("b".to_owned())]);
        assert_eq!(literal_list("const L = [\"\", \"N\"];", "const L").unwrap().len(), 2);
        assert!(literal_list("List = ['a", "List").is_err() && literal_list("", "List").is_err());
    }

    #[test]
    fn tables_of_code_points() {
        let text = "var x = {\n \"A\": {\n 32: 32,\n 167: 9642,\n },\n \"A 2\": {\n 33: 33,\n },\n};";
        let table = code_points_of(text, "A").unwrap();
        assert_eq!((table[32], table[33], table[167]), (32, 0, 9642));
        assert_eq!(code_points_of(text, "A 2").unwrap()[33], 33);
        assert!(code_points_of(text, "B").is_err() && code_points_of("\"A\": { 300: 1 }", "A").is_err());
    }

    #[test]
    fn lines_of_a_glyph_list() {
        let entries = glyph_list("# a;b\nA;0041\r\n\nlamedholam;05DC 05B9\n").unwrap();
        assert_eq!(entries, [("A".to_owned(), vec![0x41]), ("lamedholam".to_owned(), vec![0x5DC, 0x5B9])]);
        assert!(glyph_list("A;G").is_err());
    }

    #[test]
    fn lines_of_a_metrics_file() {
        let line = "C 33 ; WX 278 ; N exclam ; B 90 0 187 718 ;";
        assert_eq!(glyph_metrics(line), Some((33, 278, "exclam".to_owned())));
        let text = "FontBBox -1 -2 3 4 \nItalicAngle -15.5\nAscender 5\nStdVW 6\n";
        assert_eq!(facts(text), Ok([-1, -2, 3, 4, 5, 0, 0, 0, 0, 6, -155]));
        assert!(facts("Ascender 5").is_err());
    }
}
