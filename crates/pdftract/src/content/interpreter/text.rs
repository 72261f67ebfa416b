//! Text operators: state, position, fonts, and showing strings.

use std::sync::Arc;

use super::Interpreter;
use crate::content::show_text::{Piece, Surroundings};
use crate::content::state::NO_FONT;
use crate::diagnostic::Code;
use crate::file::content_stream::operands::{Operand, Operands};
use crate::file::content_stream::operator::{self as op, Operator};
use crate::file::object::Dict;
use crate::geometry::Matrix;
use crate::unicode::ResolvedFont;

/// Glyphs that are shown between two looks at the clock.
const GLYPHS_BETWEEN_CHECKS: usize = 1 << 14;

impl<'f> Interpreter<'f> {
    pub(super) fn execute_text_state(&mut self, operator: Operator, operands: &Operands<'_>) {
        let number = operands.number();
        match operator {
            op::MOVE_TEXT_LEADING => self.move_text(operands, true),
            op::TEXT_MATRIX => {
                if let Some(matrix) = operands.numbers::<6>() {
                    self.pen.set(Matrix::new(matrix));
                }
            }
            op::NEXT_LINE => self.pen.next_line(0.0, -self.state.leading),
            op::NEXT_LINE_SHOW => {
                self.pen.next_line(0.0, -self.state.leading);
                self.show_last(operands);
            }
            op::NEXT_LINE_SHOW_SPACED => self.show_spaced(operands),
            op::CHAR_SPACE => self.state.char_space = number.unwrap_or(self.state.char_space),
            op::WORD_SPACE => self.state.word_space = number.unwrap_or(self.state.word_space),
            op::SCALE => {
                self.state.horizontal_scale = number.map_or(self.state.horizontal_scale, |n| n / 100.0)
            }
            op::LEADING => self.state.leading = number.unwrap_or(self.state.leading),
            op::RISE => self.state.rise = number.unwrap_or(self.state.rise),
            op::RENDER => self.state.rendering_mode = number.map_or(0, rendering_mode),
            _ => {}
        }
    }

    #[inline(never)]
    pub(super) fn move_text(&mut self, operands: &Operands<'_>, sets_leading: bool) {
        let Some([x, y]) = operands.numbers::<2>() else { return };
        if sets_leading {
            self.state.leading = -y;
        }
        self.pen.next_line(x, y);
    }

    /// Shows the last operand.
    #[inline(never)]
    pub(super) fn show_last(&mut self, operands: &Operands<'_>) {
        if let Some(bytes) = operands.last_string() {
            self.show(std::iter::once(Piece::Text(bytes)));
        }
    }

    #[inline(never)]
    pub(super) fn show_array(&mut self, operands: &Operands<'_>) {
        let pieces = operands.items().iter().filter_map(|operand| match *operand {
            Operand::String(text) => Some(Piece::Text(operands.bytes(text))),
            Operand::Number(adjustment) => Some(Piece::Back(adjustment)),
            _ => None,
        });
        self.show(pieces);
    }

    fn show<'s>(&mut self, pieces: impl Iterator<Item = Piece<'s>>) {
        if self.state.font == NO_FONT {
            self.state.font = self.substitute_font(b"");
        }
        let around = Surroundings {
            hidden: self.marks.is_hidden(),
            artifact: self.marks.is_artifact(),
            mcid: self.marks.mcid(),
            origin: self.origin,
        };
        let Some(font) = self.fonts.get(usize::from(self.state.font)) else { return };
        let before = self.sink.page.glyphs.len() / GLYPHS_BETWEEN_CHECKS;
        self.sink.show(self.shared.access(), font, pieces, &self.state, &mut self.pen, &around);
        // An operator may show as many glyphs as a page may have.
        if self.sink.page.glyphs.len() / GLYPHS_BETWEEN_CHECKS != before {
            self.check();
        }
    }

    fn show_spaced(&mut self, operands: &Operands<'_>) {
        let is_number = |operand: &Operand| match *operand {
            Operand::Number(value) => Some(value),
            _ => None,
        };
        let numbers: Vec<f64> = operands.items().iter().filter_map(is_number).collect();
        if let [.., word, character] = *numbers.as_slice() {
            (self.state.word_space, self.state.char_space) = (word, character);
        }
        self.pen.next_line(0.0, -self.state.leading);
        self.show_last(operands);
    }

    #[inline(never)]
    pub(super) fn set_font(&mut self, operands: &Operands<'_>) {
        match operands.number() {
            Some(size) => self.state.font_size = size,
            // Without a size the last one applies; text without any size is still text.
            None if self.state.font_size == 0.0 => self.state.font_size = 1.0,
            None => {}
        }
        let Some(name) = operands.name() else { return };
        let known = self.frames.last().and_then(|frame| frame.resources.known_font(name));
        let index = known.unwrap_or_else(|| self.find_font(name));
        self.state.font = index;
    }

    /// Looks up a font in the resources of this content, then in those of its callers.
    fn find_font(&mut self, name: &[u8]) -> u16 {
        let dict = self.frames.iter().rev().find_map(|frame| frame.resources.get(b"Font", name)?.as_dict());
        let index = match dict {
            Some(dict) => self.add_font(&dict),
            None => self.substitute_font(name),
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.resources.remember_font(name, index);
        }
        index
    }

    pub(super) fn add_font(&mut self, dict: &Dict<'f>) -> u16 {
        if let Some(index) = dict.id().and_then(|id| self.font_index.get(&id)) {
            return *index;
        }
        let index = self.push_font(self.shared.fonts.font(dict, self.shared.session));
        if let Some(id) = dict.id() {
            self.font_index.insert(id, index);
        }
        index
    }

    fn push_font(&mut self, font: Arc<ResolvedFont>) -> u16 {
        let fonts = &mut self.fonts;
        // A page cannot have as many fonts as indices; the last index represents all beyond.
        let index = u16::try_from(fonts.len()).unwrap_or(NO_FONT).min(NO_FONT - 1);
        if usize::from(index) == fonts.len() {
            fonts.push(font);
        }
        index
    }

    /// Returns the font of form values that have no appearance, one for the page.
    pub(in crate::content) fn form_font(&mut self) -> u16 {
        *self.form_font.get_or_insert_with(|| {
            self.fonts.push(Arc::new(ResolvedFont::substitute()));
            u16::try_from(self.fonts.len() - 1).unwrap_or(u16::MAX)
        })
    }

    /// Text in a missing font is read as ordinary Latin text.
    fn substitute_font(&mut self, name: &[u8]) -> u16 {
        if let Some(index) = self.missing_font {
            return index;
        }
        let name = crate::file::string::clean(&String::from_utf8_lossy(name)).into_owned();
        self.note(Code::FontMissing, &format!("font {name:?} is not in the resources"));
        let index = self.push_font(Arc::new(ResolvedFont::substitute()));
        self.missing_font = Some(index);
        index
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn rendering_mode(number: f64) -> u8 {
    if (0.0..8.0).contains(&number) { number as u8 } else { 0 }
}
