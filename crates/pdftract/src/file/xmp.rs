//! Reads the few properties of an XMP packet that pdftract shows, with a scanner without support for DTDs and
//! entities.
//!
//! Properties are recognised by their customary prefixes (`dc:`, `xmp:`, `pdf:`, `pdfaid:`, `pdfuaid:`), as elements
//! or attributes. XML bombs have no effect: nothing is expanded, and nesting is only counted.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::string;

/// The properties of a packet.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Xmp {
    values: BTreeMap<&'static str, Vec<String>>,
    /// `true` if the packet declares entities, which were ignored.
    pub(crate) entities: bool,
    /// `true` if the packet is not well-formed, as far as it is checked, or larger than allowed.
    pub(crate) damaged: bool,
}

const PROPERTIES: [&str; 13] = [
    "dc:title",
    "dc:creator",
    "dc:subject",
    "dc:description",
    "dc:language",
    "xmp:CreateDate",
    "xmp:ModifyDate",
    "xmp:CreatorTool",
    "pdf:Producer",
    "pdf:Keywords",
    "pdfaid:part",
    "pdfaid:conformance",
    "pdfuaid:part",
];

fn property(name: &str) -> Option<&'static str> {
    PROPERTIES.into_iter().find(|known| *known == name)
}

/// The maximum nesting of XMP elements; real packets stay below ten.
const MAX_DEPTH: usize = 64;
const MAX_NODES: usize = 100_000;
const MAX_VALUES: usize = 1_000;

impl Xmp {
    /// Returns the first value of a property.
    pub(crate) fn first(&self, name: &str) -> Option<String> {
        self.values.get(name)?.first().cloned()
    }

    /// Returns all values of a property, joined.
    pub(crate) fn joined(&self, name: &str) -> Option<String> {
        self.values.get(name).map(|values| values.join("; ")).filter(|text| !text.is_empty())
    }

    fn add(&mut self, name: &'static str, raw: &str) {
        let text = string::clean(&unescape(raw)).trim().to_owned();
        let values = self.values.entry(name).or_default();
        if !text.is_empty() && values.len() < MAX_VALUES {
            values.push(text);
        }
    }
}

/// Reads a packet.
pub(crate) fn read(packet: &[u8]) -> Xmp {
    let text = decode(packet);
    let mut reader = Reader { rest: &text, xmp: Xmp::default(), open: Vec::new(), within: None };
    for _ in 0..MAX_NODES {
        if !reader.step() {
            reader.xmp.damaged |= !reader.open.is_empty();
            return reader.xmp;
        }
    }
    reader.xmp.damaged = true;
    reader.xmp
}

/// Decodes XMP, which is UTF-8 or, with a byte order mark, UTF-16.
fn decode(packet: &[u8]) -> Cow<'_, str> {
    match packet {
        [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] => Cow::Owned(string::decode_text(packet).text),
        _ => String::from_utf8_lossy(packet),
    }
}

struct Reader<'a> {
    rest: &'a str,
    xmp: Xmp,
    /// Names of the open elements.
    open: Vec<&'a str>,
    /// The property whose element is open, and its depth.
    within: Option<(&'static str, usize)>,
}

impl<'a> Reader<'a> {
    /// Processes one piece of text and the markup after it; returns `false` at the end.
    fn step(&mut self) -> bool {
        let Some((text, markup)) = self.rest.split_once('<') else { return false };
        if let Some((property, _)) = self.within {
            self.xmp.add(property, text);
        }
        if let Some(skipped) = self.special(markup) {
            self.rest = skipped;
            return true;
        }
        let Some((tag, after)) = split_tag(markup) else {
            self.xmp.damaged = true;
            return false;
        };
        self.rest = after;
        match tag.strip_prefix('/') {
            Some(_) => self.close(),
            None => self.element(tag),
        }
        self.open.len() <= MAX_DEPTH
    }

    /// Skips comments, processing instructions, CDATA and document types.
    fn special(&mut self, markup: &'a str) -> Option<&'a str> {
        let end = if let Some(comment) = markup.strip_prefix("!--") {
            comment.split_once("-->")
        } else if let Some(data) = markup.strip_prefix("![CDATA[") {
            data.split_once("]]>")
        } else if let Some(instruction) = markup.strip_prefix('?') {
            instruction.split_once("?>")
        } else if markup.starts_with('!') {
            self.xmp.entities = true;
            // An internal subset is in brackets and contains further markup.
            match (markup.find('['), markup.find('>')) {
                (Some(bracket), Some(end)) if bracket < end => markup.split_once("]>"),
                _ => markup.split_once('>'),
            }
        } else {
            return None;
        };
        Some(end.map_or("", |(_, after)| after))
    }

    fn element(&mut self, tag: &'a str) {
        let closed = tag.ends_with('/');
        let tag = tag.strip_suffix('/').unwrap_or(tag);
        let (name, attributes) = tag.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((tag, ""));
        self.attributes(attributes);
        if closed {
            return;
        }
        self.open.push(name);
        if self.within.is_none() {
            self.within = property(name).map(|property| (property, self.open.len()));
        }
    }

    fn attributes(&mut self, mut rest: &'a str) {
        while let Some((name, after)) = rest.split_once('=') {
            let after = after.trim_start();
            let Some(quote) = after.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return };
            let mut parts = after.splitn(3, quote);
            let (Some(_), Some(value), Some(further)) = (parts.next(), parts.next(), parts.next()) else {
                return;
            };
            if let Some(property) = property(name.trim()) {
                self.xmp.add(property, value);
            }
            rest = further;
        }
    }

    fn close(&mut self) {
        if self.within.is_some_and(|(_, depth)| depth == self.open.len()) {
            self.within = None;
        }
        self.xmp.damaged |= self.open.pop().is_none();
    }
}

/// Splits a tag from the rest, taking into account that quotes may contain `>`.
fn split_tag(markup: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (at, c) in markup.char_indices() {
        match (quote, c) {
            (None, '>') => return Some((markup.split_at(at).0, markup.split_at(at + 1).1)),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

/// Decodes the five entities of XML and character references; other entities are kept as written.
fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let entity = after.split_once(';').filter(|(name, _)| name.len() <= 10);
        match entity.and_then(|(name, behind)| Some((character(name)?, behind))) {
            Some((c, behind)) => {
                out.push(c);
                rest = behind;
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn character(entity: &str) -> Option<char> {
    match entity {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_lists_and_attributes() {
        let xmp = read(
            br#"<?xpacket begin='x'?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>
            <rdf:Description pdf:Producer="Tool &gt; 1" pdfaid:part='2'>
              <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &amp; B &#x41;</rdf:li></rdf:Alt></dc:title>
              <dc:creator><rdf:Seq><rdf:li>One</rdf:li><rdf:li>Two</rdf:li></rdf:Seq></dc:creator>
            </rdf:Description></rdf:RDF></x:xmpmeta>"#,
        );
        assert_eq!(xmp.first("dc:title").as_deref(), Some("A & B A"));
        assert_eq!(xmp.joined("dc:creator").as_deref(), Some("One; Two"));
        assert_eq!(xmp.first("pdf:Producer").as_deref(), Some("Tool > 1"));
        assert_eq!(xmp.first("pdfaid:part").as_deref(), Some("2"));
        assert!(!xmp.damaged && !xmp.entities);
    }

    #[test]
    fn entities_are_not_expanded() {
        let xmp = read(br#"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "z">]><dc:title>&x;&y;</dc:title>"#);
        assert!(xmp.entities);
        assert_eq!(xmp.first("dc:title").as_deref(), Some("&x;&y;"));
    }

    #[test]
    fn deep_and_broken_packets_end() {
        assert!(read("<a>".repeat(100_000).as_bytes()).damaged);
        assert!(read(b"<dc:title>cut").damaged);
        assert!(read(b"<dc:title").damaged);
        assert_eq!(read(b"plain"), Xmp::default());
        assert!(!read(b"<a b='>'/>").damaged);
    }
}
