//! Marked content: the structure element, the `ActualText` and the visibility of glyphs.

use std::sync::Arc;

use super::glyph::{Glyph, TextId};
use super::resources::Resources;
use crate::file::content_stream::operands::{Operand, Operands};
use crate::file::layer::LayerState;
use crate::file::object::Dict;
use crate::file::string;
use crate::language::script::is_right_to_left;
use crate::unicode::UnicodeSource;

/// An open `BMC` or `BDC`.
#[derive(Debug, Default)]
struct Mark {
    mcid: Option<u32>,
    artifact: bool,
    hidden: bool,
    /// The text of the glyphs inside, unless an outer mark has already replaced it.
    actual_text: Option<Arc<str>>,
    first_glyph: usize,
}

/// All open marks.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    open: Vec<Mark>,
    /// The number of marks beyond [`MAX_OPEN`], which are only counted.
    uncounted: usize,
    hidden: usize,
    artifacts: usize,
    /// The innermost identifier, cached because every string needs it.
    mcid: Option<u32>,
}

/// The maximum nesting; real files nest a handful of marks.
const MAX_OPEN: usize = 256;
/// Longer text does not replace glyphs.
const MAX_ACTUAL_TEXT: usize = 64 << 10;

impl Marks {
    pub(crate) fn depth(&self) -> usize {
        self.open.len() + self.uncounted
    }

    /// Returns `true` if a layer that is off hides the current content.
    pub(crate) fn is_hidden(&self) -> bool {
        self.hidden > 0
    }

    /// Returns `true` if the current content is an artifact.
    pub(crate) fn is_artifact(&self) -> bool {
        self.artifacts > 0
    }

    /// Returns the innermost marked-content identifier.
    pub(crate) fn mcid(&self) -> Option<u32> {
        self.mcid
    }

    /// Opens a mark: `BMC`, or `BDC` with properties. Forms number their content separately from the page, so the
    /// identifier around a form applies to all of it.
    pub(crate) fn begin(
        &mut self,
        operands: &Operands<'_>,
        resources: &Resources<'_>,
        layers: &LayerState,
        first_glyph: usize,
        in_form: bool,
    ) {
        if self.open.len() >= MAX_OPEN {
            self.uncounted += 1;
            return;
        }
        let tag = operands.name().unwrap_or_default();
        let properties = operands.last_name().filter(|_| operands.items().len() > 1);
        let properties = properties.and_then(|name| resources.get(b"Properties", name)?.as_dict());
        let mut mark = Mark { artifact: tag == b"Artifact", first_glyph, ..Mark::default() };
        match &properties {
            Some(dict) => mark.read_dict(dict),
            None => mark.read_operands(operands),
        }
        mark.mcid = mark.mcid.filter(|_| !in_form);
        mark.hidden = tag == b"OC" && properties.is_some_and(|dict| !layers.shows(&dict));
        if self.open.iter().any(|outer| outer.actual_text.is_some()) {
            mark.actual_text = None;
        }
        self.push(mark);
    }

    /// Opens a mark for content that belongs to a layer as a whole.
    pub(crate) fn begin_layer(&mut self, hidden: bool) {
        self.push(Mark { hidden, ..Mark::default() });
    }

    fn push(&mut self, mark: Mark) {
        self.hidden += usize::from(mark.hidden);
        self.artifacts += usize::from(mark.artifact);
        self.mcid = mark.mcid.or(self.mcid);
        self.open.push(mark);
    }

    /// Closes the innermost mark; returns the text that replaces the glyphs from an index on.
    pub(crate) fn end(&mut self) -> Option<(Arc<str>, usize)> {
        if self.uncounted > 0 {
            self.uncounted -= 1;
            return None;
        }
        let mark = self.open.pop()?;
        self.hidden -= usize::from(mark.hidden);
        self.artifacts -= usize::from(mark.artifact);
        self.mcid = self.open.iter().rev().find_map(|mark| mark.mcid);
        Some((mark.actual_text?, mark.first_glyph))
    }
}

impl Mark {
    fn read_dict(&mut self, dict: &Dict<'_>) {
        self.mcid = dict.int(b"MCID").and_then(|mcid| u32::try_from(mcid).ok());
        let text = dict.get(b"ActualText");
        self.actual_text = text.as_string().and_then(actual_text);
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn read_operands(&mut self, operands: &Operands<'_>) {
        let mcid = operands.number_after(&[b"MCID"]).filter(|mcid| (0.0..4e9).contains(mcid));
        self.mcid = mcid.map(|mcid| mcid as u32);
        if let Some(Operand::String(text)) = operands.after_name(b"ActualText") {
            self.actual_text = actual_text(operands.bytes(text));
        }
    }
}

fn actual_text(bytes: &[u8]) -> Option<Arc<str>> {
    if bytes.len() > MAX_ACTUAL_TEXT {
        return None;
    }
    let text = string::decode_text(bytes).text;
    // An empty text is intentional: the glyphs have no text (for instance, a hyphen at a line end).
    Some(Arc::from(text))
}

/// Replaces the text of glyphs: one character each if the numbers agree, otherwise all of it for one glyph.
/// Right-to-left text is never distributed, because its glyphs may have been drawn in either direction.
pub(crate) fn replace_text(glyphs: &mut [Glyph], text: &Arc<str>, texts: &mut Vec<Arc<str>>) {
    let characters: Vec<char> = text.chars().take(glyphs.len() + 1).collect();
    let right_to_left = text.chars().any(is_right_to_left);
    let one_each = characters.len() == glyphs.len() && (glyphs.len() == 1 || !right_to_left);
    let bearer = if right_to_left { widest(glyphs) } else { 0 };
    for (index, glyph) in glyphs.iter_mut().enumerate() {
        glyph.source = UnicodeSource::ActualText;
        glyph.confidence_percent = 100;
        glyph.text = match characters.get(index) {
            Some(&character) if one_each => TextId::from_char(character),
            _ if index == bearer && !characters.is_empty() => {
                texts.push(Arc::clone(text));
                TextId::sequence(texts.len() - 1)
            }
            _ => TextId::NONE,
        };
    }
}

/// Returns the glyph with the widest advance, the first of several: the letter of a cluster, not its marks.
fn widest(glyphs: &[Glyph]) -> usize {
    let mut best = (0, f32::MIN);
    for (index, glyph) in glyphs.iter().enumerate() {
        if glyph.advance > best.1 {
            best = (index, glyph.advance);
        }
    }
    best.0
}
