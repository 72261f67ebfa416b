//! Document metadata: title, author, dates and similar entries, from XMP and the Info dictionary.

use std::collections::BTreeMap;

use serde::Serialize;

use super::File;
use super::object::Dict;
use super::xmp::{self, Xmp};
use super::xref;
use crate::diagnostic::{Code, Diagnostic};

/// Metadata, without control characters and direction overrides. If XMP and Info differ, XMP takes precedence.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Metadata {
    /// Title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Authors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// Keywords.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keywords: Option<String>,
    /// The program that created the original document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub creator: Option<String>,
    /// The program that produced the PDF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub producer: Option<String>,
    /// The creation date, in ISO 8601 if it can be parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<String>,
    /// The date of the last modification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
    /// Further entries of the Info dictionary.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub custom: BTreeMap<String, String>,
    /// The PDF/A conformance, such as `2b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pdf_a: Option<String>,
    /// The PDF/UA conformance, such as `1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pdf_ua: Option<String>,
    /// The document's language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
}

const KNOWN: [&[u8]; 9] = [
    b"Title",
    b"Author",
    b"Subject",
    b"Keywords",
    b"Creator",
    b"Producer",
    b"CreationDate",
    b"ModDate",
    b"Trapped",
];
/// The maximum number of custom entries of an Info dictionary; real ones have a dozen at most.
const MAX_CUSTOM: usize = 100;

impl File {
    /// Reads the metadata.
    pub fn metadata(&self) -> Metadata {
        let info =
            xref::trailer_entry(self, &self.trailers, b"Info").and_then(|info| info.resolve().as_dict());
        let xmp = self.xmp().unwrap_or_default();
        let of_info =
            |key: &[u8]| info.as_ref().and_then(|info| info.text(key)).filter(|text| !text.is_empty());
        let date = |stated: Option<String>| stated.map(|stated| iso_date(&stated).unwrap_or(stated));
        let part = xmp.first("pdfaid:part");
        let conformance = xmp.first("pdfaid:conformance").unwrap_or_default().to_lowercase();
        Metadata {
            title: xmp.first("dc:title").or_else(|| of_info(b"Title")),
            author: xmp.joined("dc:creator").or_else(|| of_info(b"Author")),
            subject: xmp.first("dc:description").or_else(|| of_info(b"Subject")),
            keywords: xmp
                .first("pdf:Keywords")
                .or_else(|| of_info(b"Keywords"))
                .or_else(|| xmp.joined("dc:subject")),
            creator: xmp.first("xmp:CreatorTool").or_else(|| of_info(b"Creator")),
            producer: xmp.first("pdf:Producer").or_else(|| of_info(b"Producer")),
            created: date(xmp.first("xmp:CreateDate").or_else(|| of_info(b"CreationDate"))),
            modified: date(xmp.first("xmp:ModifyDate").or_else(|| of_info(b"ModDate"))),
            custom: info.as_ref().map(custom).unwrap_or_default(),
            pdf_a: part.map(|part| part + &conformance),
            pdf_ua: xmp.first("pdfuaid:part"),
            lang: self.language().or_else(|| xmp.first("dc:language")),
        }
    }

    /// Returns the language of the document as stated in the catalog.
    pub fn language(&self) -> Option<String> {
        self.catalog()?.text(b"Lang").filter(|lang| !lang.is_empty())
    }

    fn xmp(&self) -> Option<Xmp> {
        let stream = self.catalog()?.stream(b"Metadata")?;
        let decoded = stream.decode_up_to(self.limits().xmp_bytes);
        let xmp = xmp::read(&decoded.data);
        let number = stream.id().number;
        if xmp.entities {
            let message = "the XMP packet declares entities, which are not expanded";
            self.note(Diagnostic::new(Code::XmpEntitiesIgnored, message).in_object(number));
        }
        if xmp.damaged {
            self.note(
                Diagnostic::new(Code::XmpDamaged, "the XMP packet is damaged or too large").in_object(number),
            );
        }
        Some(xmp)
    }
}

fn custom(info: &Dict<'_>) -> BTreeMap<String, String> {
    let others = info.iter().filter(|(key, _)| !KNOWN.contains(key));
    let texts = others.filter_map(|(key, value)| {
        let name = super::string::clean(&String::from_utf8_lossy(key)).into_owned();
        Some((name, value.as_text()?))
    });
    texts.filter(|(_, text)| !text.is_empty()).take(MAX_CUSTOM).collect()
}

/// Converts `D:20240131235959+01'00'` to `2024-01-31T23:59:59+01:00`, as far as it is complete; returns `None` for
/// other formats.
fn iso_date(stated: &str) -> Option<String> {
    let text = stated.trim().strip_prefix("D:")?;
    let digits: String = text.chars().take_while(char::is_ascii_digit).take(14).collect();
    let year = digits.get(..4)?;
    let mut date = year.to_owned();
    let parts =
        [(4, '-', 1..=12u8), (6, '-', 1..=31), (8, 'T', 0..=23), (10, ':', 0..=59), (12, ':', 0..=60)];
    for (at, separator, range) in parts {
        let Some(part) = digits.get(at..at + 2) else { break };
        if !range.contains(&part.parse().ok()?) {
            return None;
        }
        date.push(separator);
        date.push_str(part);
    }
    // ISO 8601 does not allow an hour without minutes.
    if date.len() == 13 {
        date.push_str(":00");
    }
    if date.len() > 13 {
        date.push_str(&zone(text.get(digits.len()..)?));
    }
    Some(date)
}

fn zone(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some('Z') => "Z".into(),
        Some(sign @ ('+' | '-')) => {
            let digits: Vec<char> = chars.filter(char::is_ascii_digit).take(4).collect();
            match digits.as_slice() {
                [a, b] => format!("{sign}{a}{b}:00"),
                [a, b, c, d] => format!("{sign}{a}{b}:{c}{d}"),
                _ => String::new(),
            }
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let cases = [
            ("D:20240131235959+01'00'", Some("2024-01-31T23:59:59+01:00")),
            ("D:20240131235959Z", Some("2024-01-31T23:59:59Z")),
            ("D:2024", Some("2024")),
            ("D:202401", Some("2024-01")),
            ("D:2024013112", Some("2024-01-31T12:00")),
            ("D:20241331", None),
            ("D:19", None),
            ("yesterday", None),
        ];
        for (stated, iso) in cases {
            assert_eq!(iso_date(stated).as_deref(), iso, "{stated}");
        }
    }
}
