//! Draws annotations and form fields: their appearances, their values where they have none, marks for check boxes.

use super::glyph::{Run, RunOrigin};
use super::interpreter::Interpreter;
use crate::clock;
use crate::file::form::{FieldKind, is_on};
use crate::file::object::Dict;
use crate::file::page::rect_of;
use crate::file::{Page, Stream};
use crate::geometry::{Matrix, Rect};

/// Annotation flags (ISO 32000-1, Table 165).
const HIDDEN: i64 = 1 << 1;
const NO_VIEW: i64 = 1 << 5;
/// The flag of a choice field that is a combo box (Table 230).
const COMBO: i64 = 1 << 17;

/// Draws all annotations of a page over its content.
pub(crate) fn draw<'f>(interpreter: &mut Interpreter<'f>, page: &Page<'f>, to_page: Matrix) {
    for dict in page.visible_annotations() {
        if !interpreter.may_go_on() {
            return;
        }
        if dict.name_is(b"Subtype", b"Popup") {
            continue;
        }
        let layers = interpreter.shared().layers;
        let hidden = dict.int(b"F").unwrap_or(0) & (HIDDEN | NO_VIEW) != 0
            || dict.dict(b"OC").is_some_and(|content| !layers.shows(&content));
        match appearance(&dict) {
            _ if !hidden && draw_button(interpreter, &dict, to_page) => {}
            Some(form) => {
                let before = interpreter.sink().page.glyphs.len();
                if let Some(placement) = placement(&dict, &form) {
                    interpreter.run_appearance(&form, placement, hidden);
                }
                let shows_text = interpreter.sink().page.glyphs.len() > before;
                // LibreOffice leaves the appearances of list boxes empty and asks viewers to draw them.
                if !hidden && !shows_text && interpreter.shared().file.needs_appearances() {
                    draw_value(interpreter, &dict, to_page);
                }
            }
            None if !hidden => draw_value(interpreter, &dict, to_page),
            None => {}
        }
    }
}

/// Draws a check box or radio button as one character for its state.
///
/// Appearances do not: a cleared box shows nothing, a checked one the digit 4 of ZapfDingbats or a drawn path.
/// Returns whether the annotation is such a button.
fn draw_button<'f>(interpreter: &mut Interpreter<'f>, annotation: &Dict<'f>, to_page: Matrix) -> bool {
    // One appearance for all states is that of a push button, whose flag some producers (UniPDF) leave out.
    if !annotation.name_is(b"Subtype", b"Widget") || has_one_appearance(annotation) {
        return false;
    }
    let mark = match (field_kind(annotation), is_on(annotation)) {
        (FieldKind::CheckBox, true) => '\u{2611}',
        (FieldKind::CheckBox, false) => '\u{2610}',
        (FieldKind::RadioButton, true) => '\u{25C9}',
        (FieldKind::RadioButton, false) => '\u{25CB}',
        _ => return false,
    };
    if let Some(rect) = rect_of(&annotation.get(b"Rect")) {
        let place = to_page.apply_to_rect(&rect);
        let side = place.height().min(place.width()).clamp(1.0, MAX_MARK_SIZE);
        let (x, y) = ((place.x0 + place.x1) / 2.0, (place.y0 + place.y1) / 2.0);
        let cell = [x - side / 2.0, y - side / 2.0, x + side / 2.0, y + side / 2.0];
        set_mark(interpreter, mark, cell, side);
    }
    true
}

/// Buttons are often drawn larger than the text beside them; a larger mark would form a separate line.
const MAX_MARK_SIZE: f64 = 12.0;

#[allow(clippy::cast_possible_truncation)]
fn set_mark(interpreter: &mut Interpreter<'_>, mark: char, cell: [f64; 4], size: f64) {
    let font = interpreter.form_font();
    let sink = interpreter.sink();
    sink.push_computed(mark, form_run(font, size as f32), cell.map(|edge| edge as f32));
}

/// Returns the kind of the field that a widget shows; type and flags may be inherited.
fn field_kind(widget: &Dict<'_>) -> FieldKind {
    let (mut field_type, mut flags, mut node) = (None, None, Some(widget.clone()));
    for _ in 0..MAX_LEVELS {
        let Some(dict) = node else { break };
        field_type = field_type.or_else(|| dict.name(b"FT"));
        flags = flags.or_else(|| dict.int(b"Ff"));
        node = dict.dict(b"Parent");
    }
    FieldKind::new(field_type.as_deref(), flags.unwrap_or(0))
}

/// Returns whether the normal appearance is the same in all states.
fn has_one_appearance(annotation: &Dict<'_>) -> bool {
    annotation.dict(b"AP").is_some_and(|appearances| appearances.get(b"N").as_stream().is_some())
}

/// Returns the normal appearance in the current state.
fn appearance<'f>(annotation: &Dict<'f>) -> Option<Stream<'f>> {
    let normal = annotation.dict(b"AP")?.get(b"N");
    if let Some(stream) = normal.as_stream() {
        return Some(stream);
    }
    let state = annotation.name(b"AS").or_else(|| annotation.name(b"V")).unwrap_or_else(|| b"Off".to_vec());
    normal.as_dict()?.stream(&state)
}

/// Returns the matrix that maps the appearance's box to the annotation's rectangle (ISO 32000-1, 12.5.5).
fn placement(annotation: &Dict<'_>, form: &Stream<'_>) -> Option<Matrix> {
    let rect = rect_of(&annotation.get(b"Rect"))?;
    let bounds = rect_of(&form.dict().get(b"BBox"))?;
    let numbers: Vec<f64> =
        form.dict().array(b"Matrix").map(|array| array.numbers().collect()).unwrap_or_default();
    let own = <[f64; 6]>::try_from(numbers).map_or(Matrix::IDENTITY, Matrix::new);
    let shown = own.apply_to_rect(&bounds);
    if !shown.is_usable() {
        return None;
    }
    let (sx, sy) = (rect.width() / shown.width(), rect.height() / shown.height());
    Some(Matrix::new([sx, 0.0, 0.0, sy, rect.x0 - shown.x0 * sx, rect.y0 - shown.y0 * sy]))
}

/// Text without an appearance is set into the annotation's rectangle, line by line.
fn draw_value<'f>(interpreter: &mut Interpreter<'f>, annotation: &Dict<'f>, to_page: Matrix) {
    let longest = interpreter.shared().session.limits().glyphs_per_page;
    let Some(rect) = rect_of(&annotation.get(b"Rect")) else { return };
    let place = to_page.apply_to_rect(&rect);
    let size = size_of(annotation, &place);
    let Some(text) = list_entries(annotation, longest, rows_that_fit(&place, size))
        .or_else(|| value_of(annotation, longest))
    else {
        return;
    };
    set_lines(interpreter, &text, &place, size);
}

/// Returns the visible entries of a list box, one per line: from its top index on, as many as fit.
fn list_entries(annotation: &Dict<'_>, longest: usize, rows: usize) -> Option<String> {
    if !annotation.name_is(b"Subtype", b"Widget") || field_kind(annotation) != FieldKind::Choice {
        return None;
    }
    let levels =
        || std::iter::successors(Some(annotation.clone()), |dict| dict.dict(b"Parent")).take(MAX_LEVELS);
    if levels().find_map(|dict| dict.int(b"Ff")).unwrap_or(0) & COMBO != 0 {
        return None;
    }
    let options = levels().find_map(|dict| dict.array(b"Opt"))?;
    let top =
        levels().find_map(|dict| dict.int(b"TI")).and_then(|top| usize::try_from(top).ok()).unwrap_or(0);
    let mut text = String::new();
    for option in options.iter().skip(top).take(rows) {
        // An option with a separate export value is a pair; the second part is shown.
        let shown = option.as_array().map_or_else(|| option.clone(), |pair| pair.get(1));
        text.push_str(&shown.text_up_to(longest.saturating_sub(text.len())).unwrap_or_default());
        text.push('\n');
    }
    Some(text).filter(|text| !text.trim().is_empty())
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn rows_that_fit(place: &Rect, size: f64) -> usize {
    ((place.height() - PADDING) / (size * LINE_HEIGHT)).floor().max(1.0) as usize
}

/// Returns the value of a text or choice field, or the text of a free-text note.
fn value_of(annotation: &Dict<'_>, longest: usize) -> Option<String> {
    if annotation.name_is(b"Subtype", b"FreeText") {
        return annotation.get(b"Contents").text_up_to(longest).filter(|text| !text.trim().is_empty());
    }
    if !annotation.name_is(b"Subtype", b"Widget") {
        return None;
    }
    let mut node = Some(annotation.clone());
    let (mut kind, mut value) = (None, None);
    for _ in 0..MAX_LEVELS {
        let Some(dict) = node else { break };
        kind = kind.or_else(|| dict.name(b"FT"));
        value = value.or_else(|| dict.get(b"V").text_up_to(longest));
        node = dict.dict(b"Parent");
    }
    value.filter(|text| matches!(kind.as_deref(), Some(b"Tx" | b"Ch")) && !text.trim().is_empty())
}

/// The maximum nesting of fields.
const MAX_LEVELS: usize = 32;
const DEFAULT_SIZE: f64 = 10.0;

/// The size that the default appearance (`/Helv 12 Tf`) states; 0 means as large as fits.
fn size_of(annotation: &Dict<'_>, place: &Rect) -> f64 {
    let stated = annotation.string(b"DA").and_then(|appearance| {
        let text = String::from_utf8_lossy(&appearance).into_owned();
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let at = words.iter().position(|word| *word == "Tf")?;
        words.get(at.checked_sub(1)?)?.parse::<f64>().ok()
    });
    match stated {
        Some(size) if size > 0.0 && size < 200.0 => size,
        _ => DEFAULT_SIZE.min(place.height() * 0.8).max(1.0),
    }
}

/// Characters are set half an em apart, since their exact positions are unknown.
const CHARACTER_WIDTH: f64 = 0.5;
const LINE_HEIGHT: f64 = 1.15;
const PADDING: f64 = 2.0;

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn set_lines(interpreter: &mut Interpreter<'_>, text: &str, place: &Rect, size: f64) {
    let font = interpreter.form_font();
    let sink = interpreter.sink();
    for (row, line) in text.lines().enumerate() {
        let top = place.y0 + PADDING + row as f64 * size * LINE_HEIGHT;
        for (column, character) in line.chars().enumerate() {
            if sink.is_full() || clock::is_over_often() {
                return;
            }
            let left = place.x0 + PADDING + column as f64 * size * CHARACTER_WIDTH;
            let cell = [left, top, left + size * CHARACTER_WIDTH, top + size].map(|v| v as f32);
            sink.push_computed(character, form_run(font, size as f32), cell);
        }
    }
}

fn form_run(font: u16, size: f32) -> Run {
    Run {
        font,
        direction: [1.0, 0.0],
        vertical: false,
        rendering_mode: 0,
        color: Some(0),
        mcid: None,
        artifact: false,
        rise: 0.0,
        origin: RunOrigin::FormValue,
        size,
        cell: [0.0, -size, 0.0, 0.0],
    }
}
