//! The text of JSON values: compact, with short numbers and escaped controls.
//!
//! A page has thousands of spans with thirty fields each, so this writes what the general serialiser examines each time
//! as it is: names of fields need no escapes, and coordinates have two decimals.

use std::fmt::Display;

use serde::Serialize;
use serde::ser::{self, Error as _};
use serde_json::Error;
use serde_json::ser::{CompactFormatter, Formatter};

use super::json_number::{push_integer, push_short_decimal};
use crate::file::string::is_clean;

/// Appends the JSON of a value.
pub(super) fn append(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) -> Result<(), Error> {
    value.serialize(Values { out })
}

/// Writes one value.
struct Values<'o> {
    out: &'o mut Vec<u8>,
}

/// Writes the items of an array or the fields of an object, each with a comma behind it. The end replaces the last comma.
struct Items<'o> {
    out: &'o mut Vec<u8>,
    end: &'static [u8],
}

impl<'o> Values<'o> {
    fn items(self, begin: u8, end: &'static [u8]) -> Items<'o> {
        self.out.push(begin);
        Items { out: self.out, end }
    }

    /// Begins the object of a variant with data: its name is the only field.
    fn variant(self, name: &str, begin: u8, end: &'static [u8]) -> Items<'o> {
        self.out.push(b'{');
        push_name(self.out, name);
        self.items(begin, end)
    }
}

/// All of these are inlined: names of fields are constants where they are written, so that copying them takes a few
/// instructions.
impl Items<'_> {
    #[inline(always)]
    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        append(value, self.out)?;
        self.out.push(b',');
        Ok(())
    }

    #[inline(always)]
    fn field(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        push_name(self.out, name);
        self.item(value)
    }

    #[inline(always)]
    fn finish(self) {
        if self.out.last() == Some(&b',') {
            self.out.pop();
        }
        self.out.extend_from_slice(self.end);
    }
}

/// The length of most names with their punctuation.
const NAME_ROOM: usize = 24;

/// Appends the name of a field or a variant, which is an identifier. It is put together before, because appending takes
/// longer than all else, and most names are constants.
#[inline(always)]
fn push_name(out: &mut Vec<u8>, name: &str) {
    let mut whole = [b'"'; NAME_ROOM];
    let slots = (whole.get_mut(1..=name.len()), name.len() + 3);
    match slots {
        (Some(slot), length @ ..=NAME_ROOM) => {
            slot.copy_from_slice(name.as_bytes());
            if let Some(colon) = whole.get_mut(length - 1) {
                *colon = b':';
            }
            out.extend_from_slice(whole.get(..length).unwrap_or_default());
        }
        _ => {
            out.push(b'"');
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b"\":");
        }
    }
}

/// Appends a string in quotation marks.
fn push_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    match is_plain(text.as_bytes()) {
        true => out.extend_from_slice(text.as_bytes()),
        false => push_escaped(out, text),
    }
    out.push(b'"');
}

/// Returns whether a text only has printable characters of ASCII without escapes.
fn is_plain(text: &[u8]) -> bool {
    const LOW: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    // Most texts are a word or a line, for which eight bytes at a time are faster than the widest registers.
    let (words, rest) = text.as_chunks::<8>();
    let odd_bits = words.iter().fold(0, |odd, word| {
        let word = u64::from_ne_bytes(*word);
        // The high bit of each byte that is 0, or of another behind one: as good for finding whether there is any.
        let zeros = |word: u64| word.wrapping_sub(LOW) & !word;
        let is_equal = |byte: u8| zeros(word ^ (LOW * u64::from(byte)));
        let controls = word.wrapping_sub(LOW * 0x20) & !word;
        odd | word | controls | is_equal(b'"') | is_equal(b'\\') | is_equal(0x7F)
    });
    odd_bits & HIGH == 0
        && rest.iter().all(|byte| matches!(byte, 0x20..0x7F) && *byte != b'"' && *byte != b'\\')
}

/// Returns whether a byte begins characters which may need an escape: controls, quotation marks, and the first bytes of
/// all characters beyond ASCII among which some are not clean.
#[inline]
fn is_in_doubt(byte: u8) -> bool {
    static IN_DOUBT: [bool; 256] = bytes_in_doubt();
    IN_DOUBT.get(usize::from(byte)).is_none_or(|is_in_doubt| *is_in_doubt)
}

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
const fn bytes_in_doubt() -> [bool; 256] {
    let mut doubts = [false; 256];
    let mut byte = 0;
    while byte < doubts.len() {
        doubts[byte] = matches!(byte as u8, 0..0x20 | 0x22 | 0x5C | 0x7F | 0xC2 | 0xE2 | 0xEF | 0xF0..=0xFF);
        byte += 1;
    }
    doubts
}

fn push_escaped(out: &mut Vec<u8>, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(is_in_doubt) {
        let (plain, tail) = rest.split_at(at);
        out.extend_from_slice(plain.as_bytes());
        let mut characters = tail.chars();
        if let Some(character) = characters.next() {
            push_character(out, character);
        }
        rest = characters.as_str();
    }
    out.extend_from_slice(rest.as_bytes());
}

fn push_character(out: &mut Vec<u8>, character: char) {
    let short: &[u8] = match character {
        '"' => br#"\""#,
        '\\' => br"\\",
        '\n' => br"\n",
        '\t' => br"\t",
        '\r' => br"\r",
        '\u{8}' => br"\b",
        '\u{C}' => br"\f",
        _ => b"",
    };
    if !short.is_empty() {
        out.extend_from_slice(short);
    } else if is_clean(character) {
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        for unit in character.encode_utf16(&mut [0; 2]) {
            out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
        }
    }
}

/// Returns the number as an integer if it is integral.
#[allow(clippy::cast_possible_truncation)]
fn whole(value: f64) -> Option<i64> {
    (value.fract() == 0.0 && value.abs() < 1e15).then_some(value as i64)
}

/// Writes numbers and other scalars as the compact formatter does.
macro_rules! scalars {
    ($($method:ident($type:ty) = $write:ident;)*) => {$(
        fn $method(self, value: $type) -> Result<(), Error> {
            CompactFormatter.$write(self.out, value).map_err(Error::io)
        }
    )*};
}

impl<'o> ser::Serializer for Values<'o> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'o>;
    type SerializeTuple = Items<'o>;
    type SerializeTupleStruct = Items<'o>;
    type SerializeTupleVariant = Items<'o>;
    type SerializeMap = Items<'o>;
    type SerializeStruct = Items<'o>;
    type SerializeStructVariant = Items<'o>;

    scalars! {
        serialize_bool(bool) = write_bool;
        serialize_i8(i8) = write_i8;
        serialize_i16(i16) = write_i16;
        serialize_i32(i32) = write_i32;
        serialize_i64(i64) = write_i64;
        serialize_u64(u64) = write_u64;
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.serialize_u32(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.serialize_u32(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        push_integer(self.out, value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        if !value.is_finite() {
            return self.serialize_unit();
        }
        if push_short_decimal(self.out, value) {
            return Ok(());
        }
        match whole(f64::from(value)) {
            Some(value) => self.serialize_i64(value),
            None => CompactFormatter.write_f32(self.out, value).map_err(Error::io),
        }
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        if !value.is_finite() {
            return self.serialize_unit();
        }
        match whole(value) {
            Some(value) => self.serialize_i64(value),
            None => CompactFormatter.write_f64(self.out, value).map_err(Error::io),
        }
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        push_string(self.out, value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    #[inline(always)]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        // Names of variants are identifiers.
        self.out.push(b'"');
        self.out.extend_from_slice(variant.as_bytes());
        self.out.push(b'"');
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut object = self.items(b'{', b"}");
        object.field(variant, value)?;
        object.finish();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'o>, Error> {
        Ok(self.items(b'[', b"]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'o>, Error> {
        Ok(self.items(b'[', b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'o>, Error> {
        Ok(self.items(b'[', b"]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'o>, Error> {
        Ok(self.variant(variant, b'[', b"]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Items<'o>, Error> {
        Ok(self.items(b'{', b"}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Items<'o>, Error> {
        Ok(self.items(b'{', b"}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'o>, Error> {
        Ok(self.variant(variant, b'{', b"}}"))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.serialize_str(&value.to_string())
    }
}

/// Implements a trait for the items of an array.
macro_rules! arrays {
    ($($name:ident::$method:ident),*) => {$(
        impl ser::$name for Items<'_> {
            type Ok = ();
            type Error = Error;

            #[inline(always)]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish();
                Ok(())
            }
        }
    )*};
}

arrays!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

/// Implements a trait for the fields of an object.
macro_rules! objects {
    ($($name:ident),*) => {$(
        impl ser::$name for Items<'_> {
            type Ok = ();
            type Error = Error;

            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish();
                Ok(())
            }
        }
    )*};
}

objects!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Items<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let start = self.out.len();
        append(key, self.out)?;
        match self.out.get(start) {
            Some(b'"') => Ok(()),
            Some(b'{' | b'[') | None => Err(Error::custom("key must be a string")),
            Some(_) => {
                // Numbers as keys are strings.
                self.out.insert(start, b'"');
                self.out.push(b'"');
                Ok(())
            }
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.out.push(b':');
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn json(value: &(impl Serialize + ?Sized)) -> String {
        let mut out = Vec::new();
        append(value, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(json(&[72.0_f32, 0.1, -3.25, 0.0, -0.01, f32::NAN]), "[72,0.1,-3.25,0,-0.01,null]");
        assert_eq!(json(&[612.0_f64, 595.276, f64::INFINITY]), "[612,595.276,null]");
        assert_eq!(json(&[1.5e9_f32, 1e-7, 123_456.78, 1e30]), "[1500000000,1e-7,123456.78,1e+30]");
    }

    #[test]
    fn decimals_are_those_of_the_general_serialiser() {
        let numbers = (0..2_000_000)
            .step_by(37)
            .flat_map(|number: i32| [100.0, 1000.0, 1024.0].map(|parts| number as f32 / parts));
        for number in numbers.flat_map(|number| [number, -number]).filter(|number| number.fract() != 0.0) {
            assert_eq!(json(&number), serde_json::to_string(&number).unwrap());
        }
    }

    #[test]
    fn controls_and_overrides_are_escaped_and_mean_the_same() {
        let text =
            "a\u{7F}b\u{9B}c\u{202E}d\u{1B}e\nf é 日 \u{E0041} \"q\" \\ \t\r\u{8}\u{C} © – ！ \u{FFFE}";
        let written = json(text);
        assert!(written.starts_with("\"a\\u007fb\\u009bc\\u202ed\\u001be\\nf é 日 \\udb40\\udc41 \\\"q\\\""));
        assert!(written.ends_with("\\\\ \\t\\r\\b\\f © – ！ \\ufffe\""));
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }

    #[test]
    fn only_printable_characters_of_ascii_are_plain() {
        for byte in 0..=u8::MAX {
            let is_expected = (0x20..0x7F).contains(&byte) && byte != b'"' && byte != b'\\';
            for (before, behind) in [(0, 0), (3, 4), (7, 0), (7, 9), (16, 3)] {
                for around in [b' ', b'~', b'!', b'#', b'[', b']'] {
                    let text = [vec![around; before], vec![byte], vec![around; behind]].concat();
                    assert_eq!(is_plain(&text), is_expected, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn only_bytes_in_doubt_begin_characters_that_are_escaped() {
        let escaped =
            ('\u{0}'..=char::MAX).filter(|&c| !is_clean(c) || matches!(c, '"' | '\\' | '\n' | '\t'));
        for character in escaped {
            let first = character.encode_utf8(&mut [0; 4]).as_bytes()[0];
            assert!(is_in_doubt(first), "{character:?}");
        }
    }

    #[test]
    fn all_shapes_are_those_of_the_general_serialiser() {
        #[derive(Serialize)]
        #[serde(rename_all = "snake_case")]
        enum Shape {
            Unit,
            One(u8),
            Two(i64, &'static str),
            Named { flag: bool, none: Option<u8> },
        }
        #[derive(Serialize)]
        #[serde(tag = "kind")]
        enum Tagged<'a> {
            Whole(&'a Inner),
        }
        #[derive(Serialize)]
        struct Inner {
            unit: (),
            letter: char,
            #[serde(flatten)]
            more: BTreeMap<u32, Vec<i8>>,
        }
        let shapes =
            [Shape::Unit, Shape::One(7), Shape::Two(-12, "a"), Shape::Named { flag: true, none: None }];
        assert_eq!(json(&shapes), serde_json::to_string(&shapes).unwrap());
        let inner = Inner { unit: (), letter: 'é', more: BTreeMap::from([(1, vec![]), (20, vec![-1, 2])]) };
        let tagged = [Tagged::Whole(&inner)];
        assert_eq!(json(&tagged), serde_json::to_string(&tagged).unwrap());
        assert!(append(&BTreeMap::from([((1, 2), 3)]), &mut Vec::new()).is_err());
    }
}
