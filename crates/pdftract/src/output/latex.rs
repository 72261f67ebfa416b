//! LaTeX of displayed formulas whose structure is certain.
//!
//! The layout knows scripts, and fractions by their bars. Roots are certain if a rule is drawn over their content. A
//! formula with anything else (matrices, limits over and under signs, unknown characters) has no LaTeX; it stays text.

use crate::content::PageGlyphs;
use crate::geometry::Rect;
use crate::layout::{BaselineShift, Gap, IndexRange, LayoutLine, PieceSigns};
use crate::structure::StructuredPage;

use super::latex_signs::{self, FUNCTIONS, WORDS};

/// Longer formulas are text.
const MAX_SIGNS: usize = 400;
/// Glyphs smaller than this share of the formula's size are scripts, even if the layout did not mark them.
const SCRIPT: f32 = 0.82;

/// One character of a formula.
#[derive(Debug, Clone, Copy)]
struct Sign {
    character: char,
    shift: BaselineShift,
    signs: PieceSigns,
    is_spaced: bool,
    is_apart: bool,
    is_italic: bool,
    size: f32,
    bbox: [f32; 4],
}

/// Returns the LaTeX of a formula, without delimiters; `None` if its structure is uncertain.
pub(super) fn formula(page: &PageGlyphs, layout: &StructuredPage, lines: IndexRange) -> Option<String> {
    let lines = lines.slice(&layout.lines);
    let rows: Option<Vec<String>> = lines.iter().map(|line| row(page, layout, line)).collect();
    let rows = rows?;
    match rows.as_slice() {
        [] => None,
        [row] => Some(row.clone()),
        // Lines of one formula are aligned at a sign that the text does not show.
        _ => Some(format!("\\begin{{gathered}} {} \\end{{gathered}}", rows.join(" \\\\ "))),
    }
}

fn row(page: &PageGlyphs, layout: &StructuredPage, line: &LayoutLine) -> Option<String> {
    let pieces = line.pieces.slice(&layout.pieces);
    if pieces.is_empty() || pieces.len() > MAX_SIGNS {
        return None;
    }
    let mut signs = Vec::with_capacity(pieces.len());
    let mut is_spaced = false;
    for piece in pieces {
        let glyph = page.glyphs.get(piece.glyph as usize)?;
        let character = glyph.text.character()?;
        if character.is_whitespace() {
            is_spaced = true;
            continue;
        }
        let bbox = page.bbox(glyph);
        // Tall bars are drawn as several pieces over each other.
        let is_piece =
            |last: &Sign| last.character == '|' && (last.bbox[0] - bbox[0]).abs() < 0.1 * page.size(glyph);
        if character == '|' && signs.last().is_some_and(is_piece) {
            continue;
        }
        let is_italic = page.font(glyph).is_some_and(|font| font.style().italic);
        signs.push(Sign {
            character: piece.resolved_character(character),
            shift: piece.shift,
            signs: piece.signs,
            is_spaced: is_spaced || matches!(piece.gap, Gap::Space | Gap::Wide),
            is_apart: piece.gap == Gap::Wide,
            is_italic,
            size: page.size(glyph),
            bbox,
        });
        is_spaced = false;
    }
    if signs.iter().any(|sign| sign.bbox[3] - sign.bbox[1] <= 0.0) || has_loose_scripts(&signs) {
        return None;
    }
    let (signs, number) = split_number(&signs);
    let mut writer = Writer { rules: &page.rules, out: String::new() };
    writer.write(signs)?;
    let tag = number.map(|number| format!(" \\tag{{{number}}}")).unwrap_or_default();
    Some(writer.out.trim().to_owned() + &tag)
}

/// Returns `true` if small signs are on the baseline of a formula or of one of its fractions: limits, or scripts of unknown
/// base.
fn has_loose_scripts(signs: &[Sign]) -> bool {
    let mut parts: Vec<Vec<&Sign>> = vec![Vec::new()];
    let mut depth = 0usize;
    for sign in signs {
        if sign.signs.has(PieceSigns::NUMERATOR) {
            if depth == 0 {
                parts.push(Vec::new());
            }
            depth += 1;
        }
        // The first part is what is outside of all fractions.
        let part = if depth == 0 { parts.first_mut() } else { parts.last_mut() };
        part.into_iter().for_each(|part| part.push(sign));
        depth -= usize::from(sign.signs.has(PieceSigns::FRACTION_END) && depth > 0);
    }
    parts.iter().any(|part| {
        let size = part.iter().map(|sign| sign.size).fold(0.0, f32::max);
        let is_loose = |sign: &&&Sign| {
            sign.shift == BaselineShift::None && sign.size < SCRIPT * size && sign.character.is_alphanumeric()
        };
        part.iter().any(|sign| is_loose(&sign))
    })
}

/// Splits the number of an equation, as in `x = 1   (3)`, off its end.
fn split_number(signs: &[Sign]) -> (&[Sign], Option<String>) {
    let Some(start) = signs.iter().rposition(|sign| sign.is_apart).filter(|&at| at > 0) else {
        return (signs, None);
    };
    let (formula, rest) = signs.split_at(start);
    let text: String = rest.iter().map(|sign| sign.character).collect();
    let number = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    match number.filter(|number| number.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-')))
    {
        Some(number) => (formula, Some(number.to_owned())),
        None => (signs, None),
    }
}

struct Writer<'p> {
    rules: &'p [Rect],
    out: String,
}

/// A part of a formula that is still open.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Open {
    Numerator,
    Denominator,
    /// A root, with the right end of its rule.
    Root(f32),
    Script(BaselineShift),
}

impl Writer<'_> {
    /// Writes all signs; `None` if they do not nest.
    fn write(&mut self, signs: &[Sign]) -> Option<()> {
        let mut open: Vec<Open> = Vec::new();
        let mut index = 0;
        while let Some(sign) = signs.get(index) {
            self.end_parts(sign, &mut open);
            if sign.signs.has(PieceSigns::DENOMINATOR) {
                self.close_scripts(&mut open);
                if open.pop() != Some(Open::Numerator) {
                    return None;
                }
                self.out.push_str("}{");
                open.push(Open::Denominator);
            }
            if sign.signs.has(PieceSigns::NUMERATOR) {
                self.out.push_str("\\frac{");
                open.push(Open::Numerator);
            }
            if sign.shift != BaselineShift::None && open.last() != Some(&Open::Script(sign.shift)) {
                if self.out.is_empty() {
                    return None;
                }
                self.out.push_str(if sign.shift == BaselineShift::Super { "^{" } else { "_{" });
                open.push(Open::Script(sign.shift));
            }
            let taken = if sign.character == '√' {
                open.push(Open::Root(self.root_end(sign)?));
                self.out.push_str("\\sqrt{");
                1
            } else {
                self.sign(signs.get(index..)?)?
            };
            let last = signs.get(index + taken - 1)?;
            if last.signs.has(PieceSigns::FRACTION_END) {
                self.close_scripts(&mut open);
                if open.pop() != Some(Open::Denominator) {
                    return None;
                }
                self.out.push('}');
            }
            index += taken;
        }
        while let Some(part) = open.pop() {
            if matches!(part, Open::Numerator | Open::Denominator) {
                return None;
            }
            self.out.push('}');
        }
        Some(())
    }

    /// Ends scripts and roots that a sign is not part of.
    fn end_parts(&mut self, sign: &Sign, open: &mut Vec<Open>) {
        while let Some(part) = open.last() {
            let ends = match *part {
                Open::Script(shift) => sign.shift != shift,
                Open::Root(end) => f32::midpoint(sign.bbox[0], sign.bbox[2]) > end,
                Open::Numerator | Open::Denominator => false,
            };
            if !ends {
                break;
            }
            open.pop();
            self.out.push('}');
        }
    }

    fn close_scripts(&mut self, open: &mut Vec<Open>) {
        while open.last().is_some_and(|part| matches!(part, Open::Script(_) | Open::Root(_))) {
            open.pop();
            self.out.push('}');
        }
    }

    /// Returns the right end of the rule over the content of a root.
    #[allow(clippy::cast_possible_truncation)]
    fn root_end(&self, root: &Sign) -> Option<f32> {
        let [_, top, right, bottom] = root.bbox.map(f64::from);
        let height = bottom - top;
        let is_over = |rule: &&Rect| {
            rule.width() > rule.height()
                && (rule.x0 - right).abs() < 0.25 * height
                && rule.y0 > top - 0.6 * height
                && rule.y0 < top + 0.6 * height
        };
        self.rules.iter().filter(is_over).map(|rule| rule.x1 as f32).reduce(f32::max)
    }

    /// Writes one sign, or a word of upright letters; returns the number of signs taken.
    fn sign(&mut self, rest: &[Sign]) -> Option<usize> {
        let first = rest.first()?;
        if let Some(word) = text_word(rest) {
            self.out.push_str(&format!("\\text{{ {word} }}"));
            return Some(word.len());
        }
        let is_letter = |sign: &Sign| sign.character.is_ascii_alphabetic() && !sign.is_italic;
        let same = rest.iter().enumerate().take_while(|(index, sign)| {
            is_letter(sign)
                && sign.shift == first.shift
                && (*index == 0 || (!sign.is_spaced && sign.signs.is_empty()))
        });
        let length = same.count();
        if length > 1 {
            let word: String = rest.iter().take(length).map(|sign| sign.character).collect();
            if FUNCTIONS.contains(&word.as_str()) {
                self.out.push_str(&format!("\\{word} "));
            } else {
                self.out.push_str(&format!("\\mathrm{{{word}}}"));
            }
            return Some(length);
        }
        if first.is_spaced && !self.out.is_empty() && !self.out.ends_with([' ', '{']) {
            self.out.push(' ');
        }
        latex_signs::push(first.character, &mut self.out).then_some(1)
    }
}

/// Returns the word between two spaces that a formula begins with, if it is one of those that connect formulas.
fn text_word(rest: &[Sign]) -> Option<&'static str> {
    let first = rest.first().filter(|first| first.shift == BaselineShift::None)?;
    let is_inner =
        |sign: &Sign| !sign.is_spaced && sign.signs.is_empty() && sign.character.is_ascii_alphabetic();
    let letters = 1 + rest.iter().skip(1).take_while(|sign| is_inner(sign)).count();
    let word: String = rest.iter().take(letters).map(|sign| sign.character).collect();
    let ends = rest.get(letters).is_none_or(|next| next.is_spaced);
    let known = WORDS.iter().find(|known| **known == word).copied();
    known.filter(|_| ends && first.signs.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign(character: char, shift: BaselineShift, signs: PieceSigns) -> Sign {
        Sign {
            character,
            shift,
            signs,
            is_spaced: false,
            is_apart: false,
            is_italic: true,
            size: 10.0,
            bbox: [0.0, 0.0, 5.0, 10.0],
        }
    }

    fn written(signs: &[Sign]) -> Option<String> {
        let mut writer = Writer { rules: &[], out: String::new() };
        writer.write(signs)?;
        Some(writer.out)
    }

    #[test]
    fn scripts_and_fractions() {
        let none = PieceSigns::default();
        let plain = |c: char| sign(c, BaselineShift::None, none);
        let signs = [
            plain('E'),
            plain('='),
            plain('m'),
            sign('c', BaselineShift::None, none),
            sign('2', BaselineShift::Super, none),
        ];
        assert_eq!(written(&signs).as_deref(), Some("E=mc^{2}"));
        let signs = [
            sign('a', BaselineShift::None, PieceSigns::NUMERATOR),
            sign('b', BaselineShift::None, PieceSigns::DENOMINATOR),
            sign('2', BaselineShift::Super, PieceSigns::FRACTION_END),
            plain('+'),
            plain('α'),
        ];
        assert_eq!(written(&signs).as_deref(), Some("\\frac{a}{b^{2}}+\\alpha "));
    }

    #[test]
    fn uncertain_structure_has_no_latex() {
        let none = PieceSigns::default();
        assert_eq!(
            written(&[sign('√', BaselineShift::None, none), sign('x', BaselineShift::None, none)]),
            None
        );
        assert_eq!(written(&[sign('a', BaselineShift::None, PieceSigns::NUMERATOR)]), None);
        assert_eq!(written(&[sign('\u{fffd}', BaselineShift::None, none)]), None);
    }
}
