//! Reads embedded font programs and the facts they hold about their glyphs.
//!
//! Opening reads only the start of the data. Facts are read on demand, and tables that are needed repeatedly are
//! cached. Programs inside PDFs are subsets and often incomplete: an unreadable fact is `None` and does not affect
//! others. Charstrings are executed only to draw an outline.
//!
//! | module | reads |
//! |---|---|
//! | [`sfnt`] | TrueType and OpenType: `cmap`, `post`, `hmtx`, `name`, `glyf`, `GSUB` |
//! | [`cff`] | bare CFF, and the `CFF ` table of OpenType |
//! | [`type1`] | Type 1, with or without PFB segments |

mod bytes;
mod cff;
mod facts;
mod letter_forms;
mod name_order;
mod sfnt;
#[cfg(test)]
mod tests;
mod true_type_code;
mod type1;
mod unicode_of_glyph;

use std::sync::{Mutex, OnceLock};

use super::outline::{Outline, steps_counted};
use crate::budget::{Account, Charge, WorkLeft};
use cff::Cff;
pub(crate) use facts::ProgramFacts;
pub(crate) use letter_forms::LetterForms;
use name_order::NameOrder;
pub(crate) use sfnt::CmapKind;
use sfnt::Sfnt;
use type1::Type1;
use unicode_of_glyph::UnicodeOfGlyph;

/// The name of the glyph for missing characters.
const NOTDEF: &[u8] = b".notdef";

/// The longest glyph name, as in `post`. PostScript allows 127 bytes; longer names would make comparisons expensive.
const LONGEST_NAME: usize = 255;

/// The largest accepted advance, in thousandths of an em. Leaders and rules reach ten ems; damaged fonts claim 10^30.
const WIDEST_ADVANCE: f32 = 100_000.0;

/// The detected format of a font program, which may differ from its key in the PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgramKind {
    /// An sfnt with TrueType outlines.
    TrueType,
    /// An sfnt with a `CFF ` table.
    OpenTypeCff,
    /// CFF without an sfnt around it.
    BareCff,
    /// Type 1.
    Type1,
}

/// The maximum number of segments of an outline that is kept. Letters have fewer.
const MOST_KEPT_SEGMENTS: usize = 500;

/// An embedded font program.
///
/// Glyphs are numbered as in the program; the glyphs of Type 1, which have no numbers, are counted in the order of
/// `/CharStrings` from 0.
#[derive(Debug)]
pub(crate) struct FontProgram {
    data: Vec<u8>,
    format: Format,
    name_order: OnceLock<Charged<NameOrder>>,
    unicode: OnceLock<Charged<UnicodeOfGlyph>>,
    forms: OnceLock<Charged<LetterForms>>,
    /// The glyph drawn last with its outline, unless that is large: what is found out about a glyph takes several looks.
    last_drawn: Mutex<Option<(u32, Outline)>>,
    /// What drawing outlines may take; `None` for programs that no document has.
    work: Option<WorkLeft>,
    /// What tables that are made of the program are charged to.
    account: Account,
}

/// A table that is made of a program, with what it is charged.
#[derive(Debug, Default)]
struct Charged<T> {
    table: T,
    _charge: Option<Charge>,
}

impl<T: Default> Charged<T> {
    /// Charges a table; without memory for it, an empty one is kept instead.
    fn new(table: T, bytes_of: impl FnOnce(&T) -> usize, account: &Account) -> Self {
        let charge = account.charge_or_leave_out(bytes_of(&table));
        charge.map_or_else(Self::default, |charge| Self { table, _charge: Some(charge) })
    }
}

#[derive(Debug)]
enum Format {
    TrueType(Sfnt),
    OpenTypeCff(Sfnt, Cff),
    BareCff(Cff),
    Type1(Type1),
}

impl FontProgram {
    /// Detects the format of the decoded data of a `FontFile`, `FontFile2` or `FontFile3` and opens it; for a
    /// collection, its first font. Returns `None` if nothing can be read.
    pub(crate) fn open(data: Vec<u8>) -> Option<Self> {
        Self::open_face(data, 0)
    }

    /// Returns the fonts of a file; unreadable ones are skipped.
    pub(crate) fn faces(data: &[u8]) -> impl Iterator<Item = Self> + '_ {
        (0..sfnt::face_count(data)).filter_map(|face| Self::open_face(data.to_vec(), face))
    }

    fn open_face(data: Vec<u8>, face: usize) -> Option<Self> {
        let data = type1::without_segment_headers(data);
        let format = Format::detect(&data, face)?;
        Some(Self {
            data,
            format,
            name_order: OnceLock::new(),
            unicode: OnceLock::new(),
            forms: OnceLock::new(),
            last_drawn: Mutex::new(None),
            work: None,
            account: Account::unlimited(),
        })
    }

    /// Returns the program with a ceiling on the work of drawing its outlines, and on the memory of tables made of it.
    pub(crate) fn within(self, work: &WorkLeft, account: &Account) -> Self {
        Self { work: Some(work.clone()), account: account.clone(), ..self }
    }

    pub(crate) fn kind(&self) -> ProgramKind {
        match &self.format {
            Format::TrueType(_) => ProgramKind::TrueType,
            Format::OpenTypeCff(..) => ProgramKind::OpenTypeCff,
            Format::BareCff(_) => ProgramKind::BareCff,
            Format::Type1(_) => ProgramKind::Type1,
        }
    }

    /// Returns the memory that the program takes: Type 1 is kept decrypted too. Tables made of it are charged separately.
    pub(crate) fn cost(&self) -> usize {
        let decrypted = if self.kind() == ProgramKind::Type1 { self.data.len() } else { 0 };
        self.data.len() + decrypted
    }

    /// Returns the data of the program.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// Returns the number of font units per em.
    pub(crate) fn units_per_em(&self) -> f32 {
        match &self.format {
            Format::TrueType(sfnt) | Format::OpenTypeCff(sfnt, _) => f32::from(sfnt.units_per_em(&self.data)),
            Format::BareCff(cff) => 1.0 / cff.scale(&self.data),
            Format::Type1(type1) => 1.0 / type1.scale(&self.data),
        }
    }

    pub(crate) fn glyph_count(&self) -> u32 {
        match &self.format {
            Format::TrueType(sfnt) => u32::from(sfnt.glyph_count(&self.data)),
            Format::OpenTypeCff(_, cff) | Format::BareCff(cff) => u32::from(cff.glyph_count()),
            Format::Type1(type1) => type1.glyph_count(&self.data),
        }
    }

    /// Returns the glyphs that may have an outline with ink: all but the empty slots of removed glyphs, of which subsets of
    /// TrueType keep thousands.
    pub(crate) fn filled_slots(&self) -> impl Iterator<Item = u32> {
        let has_outline = match &self.format {
            Format::TrueType(sfnt) => Some(sfnt.has_outline(&self.data)),
            _ => None,
        };
        let is_filled =
            move |glyph: &u32| has_outline.as_ref().is_none_or(|test| u16::try_from(*glyph).is_ok_and(test));
        (0..self.glyph_count()).filter(is_filled)
    }

    /// Returns `true` for a CID-keyed CFF.
    pub(crate) fn is_cid(&self) -> bool {
        self.cff().is_some_and(|(cff, _)| cff.is_cid())
    }

    /// Returns the glyph name of a code in the built-in encoding of a Type 1 or CFF program.
    pub(crate) fn built_in_name(&self, code: u8) -> Option<&[u8]> {
        let name = match self.cff() {
            Some((cff, data)) => cff.built_in_name(data, code),
            None => self.type1()?.built_in_name(&self.data, code),
        };
        name.filter(|name| *name != NOTDEF && is_name(name))
    }

    /// Returns the glyph of a code in the built-in encoding of a Type 1 or CFF program.
    pub(crate) fn built_in_glyph(&self, code: u8) -> Option<u32> {
        let by_table = self.cff().and_then(|(cff, data)| cff.built_in_glyph(data, code)).map(u32::from);
        by_table.or_else(|| self.glyph_by_name(self.built_in_name(code)?))
    }

    /// Returns the first glyph with a name: by the charstrings of Type 1, the charset of CFF, or `post`.
    pub(crate) fn glyph_by_name(&self, name: &[u8]) -> Option<u32> {
        let name_of = |glyph| self.glyph_name(glyph);
        let order = self.name_order.get_or_init(|| {
            Charged::new(NameOrder::new(self.glyph_count(), name_of), NameOrder::cost, &self.account)
        });
        order.table.find(name, name_of)
    }

    /// Returns the name of a glyph, if the program has glyph names.
    pub(crate) fn glyph_name(&self, glyph: u32) -> Option<&[u8]> {
        let named_by_cff = |(cff, data): (&Cff, _)| cff.glyph_name(data, u16::try_from(glyph).ok()?);
        let name = match &self.format {
            Format::TrueType(sfnt) => sfnt.glyph_name(&self.data, u16::try_from(glyph).ok()?),
            Format::OpenTypeCff(..) | Format::BareCff(_) => self.cff().and_then(named_by_cff),
            Format::Type1(type1) => type1.glyph_name(&self.data, glyph),
        };
        name.filter(|name| is_name(name))
    }

    /// Returns `true` if the program has a `cmap` of a kind.
    pub(crate) fn has_cmap(&self, kind: CmapKind) -> bool {
        self.sfnt().is_some_and(|sfnt| sfnt.cmap(&self.data).0.has(kind))
    }

    /// Returns `true` if the program has any `cmap`.
    pub(crate) fn has_any_cmap(&self) -> bool {
        self.sfnt().is_some_and(|sfnt| !sfnt.cmap(&self.data).0.is_empty())
    }

    /// Returns the glyph of a code in a `cmap` of a kind.
    pub(crate) fn cmap_glyph(&self, kind: CmapKind, code: u32) -> Option<u32> {
        let (cmap, table) = self.sfnt()?.cmap(&self.data);
        // Subsetters truncate the glyphs and keep the codes that referred to them.
        cmap.glyph(table, kind, code).filter(|glyph| *glyph < self.glyph_count())
    }

    /// Returns the glyph of a code in a simple TrueType font: see [`true_type_code`]. `name` is the code's glyph name
    /// in the font dictionary's encoding, if it has one.
    pub(crate) fn true_type_glyph(&self, code: u8, name: Option<&[u8]>, is_symbolic: bool) -> Option<u32> {
        true_type_code::glyph(self, code, name, is_symbolic)
    }

    /// Returns the most likely character of a glyph, by the best Unicode `cmap`.
    pub(crate) fn unicode_of_glyph(&self, glyph: u32) -> Option<char> {
        let sfnt = self.sfnt()?;
        let read = || {
            let (cmap, table) = sfnt.cmap(&self.data);
            let characters = UnicodeOfGlyph::read(cmap, table, self.glyph_count());
            Charged::new(characters, UnicodeOfGlyph::cost, &self.account)
        };
        self.unicode.get_or_init(read).table.get(glyph)
    }

    /// Returns the forms of letters and the ligatures by `GSUB`.
    pub(crate) fn letter_forms(&self) -> &LetterForms {
        let read = || {
            let substitutions = self.sfnt().map(|sfnt| sfnt.substitutions(&self.data)).unwrap_or_default();
            let forms = LetterForms::new(substitutions, |glyph| self.unicode_of_glyph(u32::from(glyph)));
            Charged::new(forms, LetterForms::cost, &self.account)
        };
        &self.forms.get_or_init(read).table
    }

    /// Returns glyphs with their replacements in vertical text.
    pub(crate) fn vertical_forms(&self) -> Vec<(u16, u16)> {
        self.sfnt().map(|sfnt| sfnt.vertical_forms(&self.data)).unwrap_or_default()
    }

    /// Returns the glyph of a CID: by the charset of a CID-keyed CFF, else the CID itself.
    pub(crate) fn glyph_of_cid(&self, cid: u32) -> Option<u32> {
        let glyph = match self.cff() {
            Some((cff, data)) if cff.is_cid() => u32::from(cff.glyph_of_cid(data, u16::try_from(cid).ok()?)?),
            _ => cid,
        };
        (glyph < self.glyph_count()).then_some(glyph)
    }

    /// Returns the advance width of a glyph in thousandths of an em.
    pub(crate) fn advance(&self, glyph: u32) -> Option<f32> {
        if glyph >= self.glyph_count() {
            return None;
        }
        let small = || u16::try_from(glyph).ok();
        let in_sfnt = || {
            let units = self.sfnt()?.advance(&self.data, small()?)?;
            Some(f32::from(units) * 1000.0 / self.units_per_em())
        };
        let in_cff = || self.cff().and_then(|(cff, data)| cff.advance(data, small()?));
        let in_type1 = || self.type1()?.advance(&self.data, glyph);
        in_sfnt().or_else(in_cff).or_else(in_type1).filter(|advance| advance.abs() <= WIDEST_ADVANCE)
    }

    /// Returns the outline of a glyph in thousandths of the em; `None` when it cannot be read or there was too much work
    /// already, without segments when the glyph shows nothing. Only the last one is kept.
    pub(crate) fn outline(&self, glyph: u32) -> Option<Outline> {
        if let Ok(last) = self.last_drawn.try_lock()
            && let Some((_, outline)) = last.as_ref().filter(|(drawn, _)| *drawn == glyph)
        {
            return Some(outline.clone());
        }
        let outline = self.drawn_within_limits(glyph)?;
        if outline.segments().len() <= MOST_KEPT_SEGMENTS
            && let Ok(mut last) = self.last_drawn.try_lock()
        {
            *last = Some((glyph, outline.clone()));
        }
        Some(outline)
    }

    fn drawn_within_limits(&self, glyph: u32) -> Option<Outline> {
        let Some(work) = &self.work else { return self.draw(glyph) };
        if work.is_spent() {
            return None;
        }
        let before = steps_counted();
        let outline = self.draw(glyph);
        work.spend(steps_counted().wrapping_sub(before));
        outline
    }

    fn draw(&self, glyph: u32) -> Option<Outline> {
        let small = u16::try_from(glyph).ok();
        match &self.format {
            Format::TrueType(sfnt) => sfnt.outline(&self.data, small?),
            Format::OpenTypeCff(..) | Format::BareCff(_) => {
                self.cff().and_then(|(cff, data)| cff.outline(data, small?))
            }
            Format::Type1(type1) => type1.outline(&self.data, glyph, |name| self.glyph_by_name(name)),
        }
    }

    /// Returns the facts that the program states about the whole font.
    pub(crate) fn facts(&self) -> ProgramFacts {
        match &self.format {
            Format::TrueType(sfnt) | Format::OpenTypeCff(sfnt, _) => sfnt.facts(&self.data),
            Format::BareCff(cff) => cff.facts(&self.data),
            Format::Type1(type1) => type1.facts(&self.data),
        }
    }

    fn sfnt(&self) -> Option<&Sfnt> {
        match &self.format {
            Format::TrueType(sfnt) | Format::OpenTypeCff(sfnt, _) => Some(sfnt),
            Format::BareCff(_) | Format::Type1(_) => None,
        }
    }

    /// Returns the CFF part and its bytes.
    fn cff(&self) -> Option<(&Cff, &[u8])> {
        match &self.format {
            Format::OpenTypeCff(sfnt, cff) => Some((cff, sfnt.table(&self.data, b"CFF "))),
            Format::BareCff(cff) => Some((cff, &self.data)),
            Format::TrueType(_) | Format::Type1(_) => None,
        }
    }

    fn type1(&self) -> Option<&Type1> {
        match &self.format {
            Format::Type1(type1) => Some(type1),
            _ => None,
        }
    }
}

impl Format {
    /// Tries the format suggested by the first bytes, then all others.
    fn detect(data: &[u8], face: usize) -> Option<Self> {
        let type1 = || type1::looks_like_type1(data).then(|| Self::Type1(Type1::default()));
        match data.first_chunk()? {
            b"%!PS" | b"%!Fo" => type1(),
            [0, 1, 0, 0] | b"OTTO" | b"true" | b"ttcf" => Self::of_sfnt(data, face),
            _ => Cff::open(data).map(Self::BareCff).or_else(type1).or_else(|| Self::of_sfnt(data, face)),
        }
    }

    fn of_sfnt(data: &[u8], face: usize) -> Option<Self> {
        let sfnt = Sfnt::open(data, face)?;
        Some(match Cff::open(sfnt.table(data, b"CFF ")) {
            Some(cff) => Self::OpenTypeCff(sfnt, cff),
            None => Self::TrueType(sfnt),
        })
    }
}

fn is_name(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.len() <= LONGEST_NAME
}
