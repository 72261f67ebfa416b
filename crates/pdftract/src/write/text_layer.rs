//! Adds an invisible text layer to scanned pages read by OCR, so that every viewer can search them.
//!
//! The layer follows the page's content, in a font without a program whose glyphs are one em wide: each character is
//! scaled to the box in which it was recognised.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;

use super::repair::RepairError;
use super::to_unicode_map;
use super::update::Update;
use super::value::{write_dict, write_value};
use crate::content::{self, PageGlyphs};
use crate::file::{File, ObjectId, Page};
use crate::font::char_code::CharCode;
use crate::unicode::UnicodeSource;

/// A file with text layers.
#[derive(Debug)]
pub struct Layered {
    /// The whole file: the original bytes, followed by the update if there is one.
    pub bytes: Vec<u8>,
    /// The pages that got a layer, counted from 0.
    pub pages: Vec<usize>,
    /// The pages, counted from 0, that did not get all of their recognised text, because they are direct objects or
    /// their text has no position.
    pub unreachable: Vec<usize>,
}

/// The name of the font in the resources of pages.
const FONT: &[u8] = b"PdftractText";

/// The least width of a glyph, in points: a text matrix must not be singular.
const LEAST_WIDTH: f64 = 0.01;

/// Text layers under construction.
#[derive(Default)]
pub(crate) struct TextLayers {
    codes: BTreeMap<String, u16>,
    pages: Vec<(usize, Vec<u8>)>,
    unreachable: Vec<usize>,
}

impl TextLayers {
    /// Returns `true` if no page has text for a layer.
    pub(crate) fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Adds the characters that OCR recognised on a page.
    pub(crate) fn add(&mut self, page: &Page<'_>, glyphs: &PageGlyphs) {
        let Some(to_pdf) = content::to_page(page).inverse() else {
            self.unreachable.push(page.index());
            return;
        };
        let mut is_complete = true;
        let mut shown = String::new();
        for glyph in glyphs.glyphs.iter().filter(|glyph| glyph.source == UnicodeSource::Ocr) {
            let text = glyphs.text(glyph);
            let Some(run) = glyphs.run(glyph).filter(|_| !text.trim().is_empty()) else { continue };
            let Some(code) = self.code(text) else {
                is_complete = false;
                continue;
            };
            let [dx, dy] = run.direction.map(f64::from);
            let (x, y) = (f64::from(glyph.x), f64::from(glyph.y));
            let (width, size) = (f64::from(glyph.advance).max(LEAST_WIDTH), f64::from(run.size));
            let origin = to_pdf.apply(x, y);
            let end = to_pdf.apply(x + dx * width, y + dy * width);
            let top = to_pdf.apply(x + dy * size, y - dx * size);
            let numbers =
                [end.x - origin.x, end.y - origin.y, top.x - origin.x, top.y - origin.y, origin.x, origin.y];
            let numbers = numbers.map(|number| format!("{number:.3}")).join(" ");
            // Writing to a string cannot fail.
            let _ = writeln!(shown, "{numbers} Tm <{code:04X}> Tj");
        }
        if !shown.is_empty() {
            let name = String::from_utf8_lossy(FONT);
            let content = format!("Q\nq BT 3 Tr /{name} 1 Tf\n{shown}ET Q\n");
            self.pages.push((page.index(), content.into_bytes()));
        }
        if !is_complete {
            self.unreachable.push(page.index());
        }
    }

    /// Returns the code of a text, assigning the next one to a new text. `None` if all codes are used.
    fn code(&mut self, text: String) -> Option<u16> {
        let next = u16::try_from(self.codes.len() + 1);
        match self.codes.entry(text) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(free) => Some(*free.insert(next.ok()?)),
        }
    }

    /// Returns the file with an update that adds the layers.
    pub(crate) fn write(&self, file: &File) -> Result<Layered, RepairError> {
        let mut update = Update::new(file);
        let (mut pages, mut unreachable) = (Vec::new(), self.unreachable.clone());
        if !self.is_empty() {
            let font = self.add_font(file, &mut update).ok_or(RepairError::Locked)?;
            let before = update.add_stream("", b"q\n").ok_or(RepairError::Locked)?;
            for (index, content) in &self.pages {
                let Some(page) = file.page(*index).filter(|page| page.id().is_some()) else {
                    unreachable.push(*index);
                    continue;
                };
                let behind = update.add_stream("", content).ok_or(RepairError::Locked)?;
                put_on(file, &mut update, &page, font, [before, behind]).ok_or(RepairError::Locked)?;
                pages.push(*index);
            }
        }
        unreachable.sort_unstable();
        let bytes = if pages.is_empty() { file.data().to_vec() } else { update.finish() };
        Ok(Layered { bytes, pages, unreachable })
    }

    fn add_font(&self, file: &File, update: &mut Update<'_>) -> Option<ObjectId> {
        let codes = self.codes.iter();
        let texts =
            codes.map(|(text, &code)| (CharCode { value: code.into(), len: 2 }, text.clone())).collect();
        let map = update.add_stream("", to_unicode_map::write(&texts).as_bytes())?;
        let name = String::from_utf8_lossy(FONT);
        let descriptor = update.add_object(|_| {
            Some(format!(
                "<</Type/FontDescriptor/FontName/{name}/Flags 4/FontBBox[0 -250 1000 1000]/ItalicAngle 0/Ascent 1000\
                 /Descent -250/CapHeight 700/StemV 80>>"
            ))
        })?;
        let cid_font = update.add_object(|id| {
            let string = |text: &[u8]| {
                let sealed = file.sealed_string(id, text)?;
                Some(sealed.iter().map(|byte| format!("{byte:02X}")).collect::<String>())
            };
            Some(format!(
                "<</Type/Font/Subtype/CIDFontType2/BaseFont/{name}/CIDSystemInfo<</Registry<{}>/Ordering<{}>/Supplement 0>>\
                 /DW 1000/CIDToGIDMap/Identity/FontDescriptor {descriptor}>>",
                string(b"Adobe")?,
                string(b"Identity")?
            ))
        })?;
        update.add_object(|_| {
            Some(format!(
                "<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H/DescendantFonts[{cid_font}]\
                 /ToUnicode {map}>>"
            ))
        })
    }
}

/// Adds a layer to a page: wraps its content between the two streams and adds the font to its resources.
fn put_on<'f>(
    file: &'f File,
    update: &mut Update<'f>,
    page: &Page<'f>,
    font: ObjectId,
    [before, behind]: [ObjectId; 2],
) -> Option<()> {
    let id = page.id()?;
    let seal = |_: &[u8], bytes: &[u8]| file.sealed_string(id, bytes).unwrap_or_default();
    let resources = page.resources();
    let fonts = resources.as_ref().and_then(|resources| resources.dict(b"Font"));
    let entry: (&[u8], Vec<u8>) = (FONT, font.to_string().into_bytes());
    let fonts = with_entry(fonts.as_ref(), entry, &seal);
    let resources = with_entry(resources.as_ref(), (b"Font", fonts), &seal);
    let mut contents = format!("[{before} ").into_bytes();
    match page.dict().array(b"Contents") {
        Some(array) => array.iter_raw().for_each(|part| {
            write_value(&part, &seal, &mut contents);
            contents.push(b' ');
        }),
        None if page.dict().has(b"Contents") => {
            write_value(&page.dict().raw(b"Contents"), &seal, &mut contents);
        }
        None => {}
    }
    contents.extend_from_slice(format!(" {behind}]").as_bytes());
    update.change(page.dict(), &[(b"Contents", contents), (b"Resources", resources)])
}

/// Returns a dictionary, or an empty one, with an additional entry.
fn with_entry(
    dict: Option<&crate::file::Dict<'_>>,
    (key, value): (&[u8], Vec<u8>),
    seal: super::value::Seal<'_>,
) -> Vec<u8> {
    let mut out = Vec::new();
    match dict {
        Some(dict) => write_dict(dict, &[(key, value)], seal, &mut out),
        None => out.extend_from_slice(&[b"<</", key, b" ", &value, b">>"].concat()),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_code_when_no_more_are_free() {
        let mut layers = TextLayers::default();
        let codes: Vec<Option<u16>> = (0..70_000).map(|number| layers.code(format!("{number}"))).collect();
        assert_eq!(codes[65_534], Some(u16::MAX));
        assert_eq!(codes[65_535], None);
        assert_eq!(layers.code("7".into()), Some(8));
        assert_eq!(layers.code("another".into()), None);
    }
}
