//! Interactive form fields with their full names, values, options and widgets (ISO 32000-1, 12.7).

use std::collections::HashMap;

use std::sync::Arc;

use serde::Serialize;

use super::File;
use super::object::{Dict, Object, ObjectId};
use super::page::rect_of;
use super::strings::Strings;
use super::tree_walk::Guard;
use crate::geometry::Rect;

/// A form field.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormField {
    /// The full name: the names of all levels, joined by dots.
    pub name: String,
    /// The kind of field.
    pub kind: FieldKind,
    /// The value as text; several selected options are joined by newlines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The alternative name shown to users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// `true` if the field is read-only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub read_only: bool,
    /// Of a check box: whether it is checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Of a choice: the options that can be chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<FieldOption>,
    /// The places on pages where the field is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub widgets: Vec<Widget>,
}

/// An option of a list or combo box.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldOption {
    /// The value that the form submits for it.
    pub value: String,
    /// The text shown to people, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// A place where a field is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Widget {
    /// The page, counted from 0; left out when no page lists the widget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_index: Option<usize>,
    /// The box in PDF coordinates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rect: Option<Rect>,
    /// The box in coordinates of the page as shown (records of documents only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bbox: Option<[f32; 4]>,
    /// Of a check box or radio button: the value that selecting it gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_value: Option<String>,
    /// Of a check box or radio button: whether it is selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
}

/// The kind of a form field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// A text field.
    Text,
    /// A check box.
    CheckBox,
    /// A group of radio buttons.
    RadioButton,
    /// A push button.
    PushButton,
    /// A list box or combo box.
    Choice,
    /// A signature field.
    Signature,
    /// The file does not specify it.
    Unknown,
}

/// Field flags (ISO 32000-1, Tables 221 and 226).
const READ_ONLY: i64 = 1;
const RADIO: i64 = 1 << 15;
const PUSH_BUTTON: i64 = 1 << 16;

/// The attributes that a field inherits from its ancestors.
#[derive(Clone, Default)]
struct Inherited<'f> {
    name: Arc<str>,
    kind: Option<Vec<u8>>,
    flags: i64,
    value: Option<Object<'f>>,
}

/// The maximum length of a full name; longer ones result from excessive nesting.
const NAME_BYTES: usize = 4_096;

impl File {
    /// Returns all fields in the order of the form, each with its value.
    pub fn form_fields(&self) -> Vec<FormField> {
        let mut found = Vec::new();
        let strings = Strings::of_document(self);
        // Most files have no form; only those that do pay for a look at the annotations of all pages.
        let mut pages = None;
        self.each_field(|dict, own| {
            let pages = pages.get_or_insert_with(|| self.widget_pages());
            found.push(field(dict, own, pages, &strings));
        });
        found
    }

    /// Returns `true` if the form asks viewers to draw its fields anew.
    pub(crate) fn needs_appearances(&self) -> bool {
        let form = self.catalog().and_then(|catalog| catalog.dict(b"AcroForm"));
        form.is_some_and(|form| form.bool(b"NeedAppearances") == Some(true))
    }

    /// Returns the page of each widget that a page lists.
    fn widget_pages(&self) -> HashMap<ObjectId, usize> {
        let max = self.limits().tree_items;
        let listed = self.annotated_pages().flat_map(|page| {
            let dicts = page.annotation_dicts().into_iter();
            dicts.filter_map(move |dict| Some((dict.id()?, page.index())))
        });
        listed.take(max).collect()
    }

    /// Returns the completed signatures: the name of the field, and of the signer if it is stated.
    pub fn signatures(&self) -> Vec<String> {
        let mut found = Vec::new();
        let strings = Strings::of_document(self);
        self.each_field(|_, own| {
            let signature = own.value.as_ref().and_then(Object::as_dict);
            if let (Some(b"Sig"), Some(signature)) = (own.kind.as_deref(), signature) {
                let signer = strings.text(&signature, b"Name").filter(|signer| !signer.is_empty());
                let name = if strings.take(own.name.len()) { own.name.as_ref() } else { "" };
                found.push(signer.map_or_else(|| name.to_owned(), |signer| format!("{name} ({signer})")));
            }
        });
        found
    }

    fn each_field<'f>(&'f self, mut visit: impl FnMut(&Dict<'f>, &Inherited<'f>)) {
        let fields = self.catalog().and_then(|catalog| catalog.dict(b"AcroForm")?.array(b"Fields"));
        let Some(fields) = fields else { return };
        let mut guard = Guard::new(self, "tree of form fields");
        let mut waiting: Vec<(Dict<'_>, Inherited<'_>, usize)> = Vec::new();
        waiting.extend(fields.iter().filter_map(|field| Some((field.as_dict()?, Inherited::default(), 0))));
        waiting.reverse();
        while let Some((dict, above, depth)) = waiting.pop() {
            if !guard.enter(&dict, depth) {
                continue;
            }
            let own = inherit(&dict, &above);
            let kids = field_kids(&dict);
            if kids.is_empty() {
                visit(&dict, &own);
            }
            waiting.extend(kids.into_iter().rev().map(|kid| (kid, own.clone(), depth + 1)));
        }
    }

    /// Returns `true` if the file contains an XFA form, which replaces the ordinary one.
    pub fn has_xfa(&self) -> bool {
        let form = self.catalog().and_then(|catalog| catalog.dict(b"AcroForm"));
        form.is_some_and(|form| form.has(b"XFA"))
    }
}

/// Returns the children that are fields; children without a name are only widgets of their parent.
fn field_kids<'f>(dict: &Dict<'f>) -> Vec<Dict<'f>> {
    let Some(kids) = dict.array(b"Kids") else { return Vec::new() };
    kids.iter().filter_map(|kid| kid.as_dict()).filter(|kid| kid.has(b"T")).collect()
}

fn inherit<'f>(dict: &Dict<'f>, above: &Inherited<'f>) -> Inherited<'f> {
    let mut name = above.name.to_string();
    // A full name is cut, so that no more of a part is ever needed.
    if let Some(part) = dict.get(b"T").text_up_to(NAME_BYTES) {
        if !name.is_empty() {
            name.push('.');
        }
        name.push_str(&part);
        name.truncate(name.floor_char_boundary(NAME_BYTES));
    }
    let value = Some(dict.get(b"V")).filter(|value| !value.is_null()).or_else(|| above.value.clone());
    let kind = dict.name(b"FT").or_else(|| above.kind.clone());
    Inherited { name: name.into(), kind, flags: dict.int(b"Ff").unwrap_or(above.flags), value }
}

impl FieldKind {
    /// Returns the kind of a field with this type (`FT`) and these flags (`Ff`).
    pub(crate) fn new(field_type: Option<&[u8]>, flags: i64) -> Self {
        match field_type {
            Some(b"Tx") => Self::Text,
            Some(b"Btn") if flags & PUSH_BUTTON != 0 => Self::PushButton,
            Some(b"Btn") if flags & RADIO != 0 => Self::RadioButton,
            Some(b"Btn") => Self::CheckBox,
            Some(b"Ch") => Self::Choice,
            Some(b"Sig") => Self::Signature,
            _ => Self::Unknown,
        }
    }
}

fn field(
    dict: &Dict<'_>,
    own: &Inherited<'_>,
    pages: &HashMap<ObjectId, usize>,
    strings: &Strings<'_>,
) -> FormField {
    let kind = FieldKind::new(own.kind.as_deref(), own.flags);
    let widgets: Vec<Widget> =
        widget_dicts(dict).iter().take(MAX_WIDGETS).map(|dict| widget(dict, kind, pages)).collect();
    FormField {
        name: if strings.take(own.name.len()) { own.name.to_string() } else { String::new() },
        kind,
        value: own.value.as_ref().and_then(|value| value_text(value, strings)),
        label: strings.text(dict, b"TU").filter(|text| !text.is_empty()),
        read_only: own.flags & READ_ONLY != 0,
        checked: (kind == FieldKind::CheckBox).then(|| is_checked(own.value.as_ref(), &widgets)),
        options: if kind == FieldKind::Choice { options(dict, strings) } else { Vec::new() },
        widgets,
    }
}

/// No field is shown in more places than this.
const MAX_WIDGETS: usize = 1_000;
/// No choice has more options than this.
const MAX_OPTIONS: usize = 1_000;

/// Returns the widgets of a field: its kids without a name, or the field itself when both share one dictionary.
fn widget_dicts<'f>(field: &Dict<'f>) -> Vec<Dict<'f>> {
    let kids = field.array(b"Kids").map(|kids| kids.iter().filter_map(|kid| kid.as_dict()).collect());
    let mut widgets: Vec<Dict<'f>> = kids.unwrap_or_default();
    if widgets.is_empty() && field.has(b"Rect") {
        widgets.push(field.clone());
    }
    widgets
}

fn widget(dict: &Dict<'_>, kind: FieldKind, pages: &HashMap<ObjectId, usize>) -> Widget {
    let has_state = matches!(kind, FieldKind::CheckBox | FieldKind::RadioButton);
    Widget {
        page_index: dict.id().and_then(|id| pages.get(&id).copied()),
        rect: rect_of(&dict.get(b"Rect")),
        bbox: None,
        on_value: has_state.then(|| on_value(dict)).flatten(),
        selected: has_state.then(|| is_on(dict)),
    }
}

/// Returns whether a check box or radio button is in a state other than `Off`.
pub(crate) fn is_on(widget: &Dict<'_>) -> bool {
    widget.name(b"AS").is_some_and(|state| state != OFF)
}

const OFF: &[u8] = b"Off";

/// Returns the name of the appearance that is not `Off`.
fn on_value(widget: &Dict<'_>) -> Option<String> {
    let states = widget.dict(b"AP")?.dict(b"N")?;
    let on = states.iter_raw().map(|(name, _)| name).find(|name| *name != OFF)?;
    Some(super::string::clean(&String::from_utf8_lossy(on)).into_owned())
}

/// Returns whether a check box is checked: by the state it shows or, without one, by its value.
fn is_checked(value: Option<&Object<'_>>, widgets: &[Widget]) -> bool {
    let by_value = value.and_then(Object::as_name).is_some_and(|name| name != OFF && !name.is_empty());
    widgets.iter().any(|widget| widget.selected == Some(true)) || by_value
}

/// Returns the options of a choice: strings, or pairs of a value and the text shown for it.
fn options(dict: &Dict<'_>, strings: &Strings<'_>) -> Vec<FieldOption> {
    let mut field = Some(dict.clone());
    for _ in 0..MAX_LEVELS {
        let Some(dict) = field else { break };
        if let Some(listed) = dict.array(b"Opt") {
            let options = listed.iter().take(MAX_OPTIONS).filter_map(|option| field_option(&option));
            // A shared string named by many options costs its length for each.
            let length =
                |option: &FieldOption| option.value.len() + option.label.as_ref().map_or(0, String::len);
            return options.take_while(|option| strings.take(length(option))).collect();
        }
        field = dict.dict(b"Parent");
    }
    Vec::new()
}

/// Fields nest a few levels.
const MAX_LEVELS: usize = 32;

fn field_option(option: &Object<'_>) -> Option<FieldOption> {
    if let Some(pair) = option.as_array() {
        let (value, label) = (pair.get(0).as_text()?, pair.get(1).as_text());
        let label = label.filter(|label| *label != value);
        return Some(FieldOption { value, label });
    }
    Some(FieldOption { value: option.as_text()?, label: None })
}

/// Returns a value as text: a string, a name, a stream of text, or several of them.
fn value_text(value: &Object<'_>, strings: &Strings<'_>) -> Option<String> {
    if let Some(array) = value.as_array() {
        let parts: Vec<String> = array.iter().filter_map(|part| single_value(&part, strings)).collect();
        return Some(parts.join("\n")).filter(|text| !text.is_empty());
    }
    single_value(value, strings)
}

fn single_value(value: &Object<'_>, strings: &Strings<'_>) -> Option<String> {
    if let Some(stream) = value.as_stream() {
        let data = stream.decode_data().data;
        return strings.take(data.len()).then(|| super::string::decode_text(&data).text);
    }
    strings.name_of(value).or_else(|| strings.text_of(value))
}
