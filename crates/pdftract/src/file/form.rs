//! Interactive form fields with their full names and values (ISO 32000-1, 12.7).

use serde::Serialize;

use super::File;
use super::object::{Dict, Object};
use super::tree_walk::Guard;

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
    name: String,
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
        self.each_field(|dict, own| found.push(field(dict, own)));
        found
    }

    /// Returns the completed signatures: the name of the field, and of the signer if it is stated.
    pub fn signatures(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.each_field(|_, own| {
            let signature = own.value.as_ref().and_then(Object::as_dict);
            if let (Some(b"Sig"), Some(signature)) = (own.kind.as_deref(), signature) {
                let signer = signature.text(b"Name").filter(|signer| !signer.is_empty());
                found.push(
                    signer.map_or_else(|| own.name.clone(), |signer| format!("{} ({signer})", own.name)),
                );
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
    let mut name = above.name.clone();
    if let Some(part) = dict.text(b"T") {
        if !name.is_empty() {
            name.push('.');
        }
        name.push_str(&part);
        name.truncate(name.floor_char_boundary(NAME_BYTES));
    }
    let value = Some(dict.get(b"V")).filter(|value| !value.is_null()).or_else(|| above.value.clone());
    let kind = dict.name(b"FT").or_else(|| above.kind.clone());
    Inherited { name, kind, flags: dict.int(b"Ff").unwrap_or(above.flags), value }
}

fn field(dict: &Dict<'_>, own: &Inherited<'_>) -> FormField {
    let kind = match own.kind.as_deref() {
        Some(b"Tx") => FieldKind::Text,
        Some(b"Btn") if own.flags & PUSH_BUTTON != 0 => FieldKind::PushButton,
        Some(b"Btn") if own.flags & RADIO != 0 => FieldKind::RadioButton,
        Some(b"Btn") => FieldKind::CheckBox,
        Some(b"Ch") => FieldKind::Choice,
        Some(b"Sig") => FieldKind::Signature,
        _ => FieldKind::Unknown,
    };
    FormField {
        name: own.name.clone(),
        kind,
        value: own.value.as_ref().and_then(value_text),
        label: dict.text(b"TU").filter(|text| !text.is_empty()),
        read_only: own.flags & READ_ONLY != 0,
    }
}

/// Returns a value as text: a string, a name, a stream of text, or several of them.
fn value_text(value: &Object<'_>) -> Option<String> {
    if let Some(array) = value.as_array() {
        let parts: Vec<String> = array.iter().filter_map(|part| single_value(&part)).collect();
        return Some(parts.join("\n")).filter(|text| !text.is_empty());
    }
    single_value(value)
}

fn single_value(value: &Object<'_>) -> Option<String> {
    if let Some(name) = value.as_name() {
        return Some(super::string::clean(&String::from_utf8_lossy(name)).into_owned());
    }
    if let Some(stream) = value.as_stream() {
        return Some(super::string::decode_text(&stream.decode_data().data).text);
    }
    value.as_text()
}
