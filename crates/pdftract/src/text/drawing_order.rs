//! Text in drawing order: glyphs in the order of the content, with spaces and line ends where the pen jumps, cleaned
//! like other text.

use super::clean::{self, Context, TextForm};
use super::soft_hyphen_ink::is_seen;
use crate::char_class::SOFT_HYPHEN;
use crate::content::{Glyph, PageGlyphs, Run, Seen};
use crate::options::TextPolicy;
use crate::spacing::PenStep;

/// The distance from the baseline, in font sizes, beyond which the pen starts a new line.
const LINE_SHIFT: f32 = 0.6;
/// The backward movement, in font sizes, beyond which the pen starts a new line.
const LINE_RETURN: f32 = 1.0;

/// Returns the text of a page in drawing order. Hidden text is left out, except for an invisible text layer over an
/// image, as written by OCR.
pub fn text(page: &PageGlyphs, policy: &TextPolicy) -> String {
    let person = Seen::new(page);
    text_of(page, page.glyphs.iter().filter(|glyph| person.sees(glyph)), policy)
}

/// Returns the text of some glyphs of a page.
pub(crate) fn text_of<'p>(
    page: &'p PageGlyphs,
    glyphs: impl Iterator<Item = &'p Glyph>,
    policy: &TextPolicy,
) -> String {
    let (_, most) = glyphs.size_hint();
    let mut out = String::with_capacity(most.map_or(0, |most| most + most / 8));
    let mut last: Option<(&Glyph, &Run)> = None;
    for glyph in glyphs {
        let Some(run) = page.run(glyph) else { continue };
        let start = out.len();
        page.push_text(glyph, &mut out);
        if out.len() == start && glyph.text != crate::content::TextId::NONE {
            continue;
        }
        if let Some((before, before_run)) = last {
            let separator = separator(before, before_run, glyph, run);
            insert(&mut out, start, separator);
            if separator != Some('\n') && is_seen(before, glyph) {
                show_hyphen(&mut out, start);
            }
        }
        last = Some((glyph, run));
    }
    tidy(&out, policy)
}

/// Returns the number of glyphs that [`text`] leaves out because they are hidden.
pub(crate) fn left_out(page: &PageGlyphs) -> usize {
    let person = Seen::new(page);
    page.glyphs.iter().filter(|glyph| !person.sees(glyph)).count()
}

/// Returns the separator between two glyphs.
fn separator(before: &Glyph, before_run: &Run, glyph: &Glyph, run: &Run) -> Option<char> {
    let [dx, dy] = before_run.direction;
    let size = before_run.size.max(run.size).max(0.1);
    let step = PenStep::new([before.x, before.y], before.advance, before_run.direction, [glyph.x, glyph.y]);
    let turned = run.direction[0] * dx + run.direction[1] * dy < 0.7;
    if turned || step.across > size * LINE_SHIFT || step.along < -size * LINE_RETURN - before.advance {
        return Some('\n');
    }
    step.is_space(before_run.size.min(run.size).max(0.1)).then_some(' ')
}

/// Inserts a separator before the text just added, unless there is one already.
fn insert(out: &mut String, at: usize, separator: Option<char>) {
    let Some(separator) = separator else { return };
    let (head, tail) = out.split_at(at);
    let there = head.ends_with([' ', '\n']) || tail.starts_with(' ');
    if separator == '\n' || !there {
        out.insert(at, separator);
    }
}

/// Replaces a soft hyphen before a position with a hyphen.
fn show_hyphen(out: &mut String, at: usize) {
    if let Some(start) = out.get(..at).and_then(|text| text.strip_suffix(SOFT_HYPHEN)).map(str::len) {
        out.replace_range(start..at, "-");
    }
}

/// Cleans each line. Words are not joined, because in drawing order the next line need not be the continuation.
fn tidy(text: &str, policy: &TextPolicy) -> String {
    let context = Context::new(policy, TextForm::Plain);
    let mut out = String::with_capacity(text.len() + 1);
    for line in text.lines() {
        let start = out.len();
        out.push_str(line.trim_end_matches(' '));
        clean::clean_from(start, &mut out, &context);
        if out.ends_with(SOFT_HYPHEN) {
            out.pop();
            out.push('-');
        }
        out.push('\n');
    }
    out
}
