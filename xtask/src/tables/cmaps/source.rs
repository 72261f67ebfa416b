//! Parses CMap files as published by Adobe: well-formed PostScript with sections of ranges.

use std::collections::BTreeMap;

use super::SourceCMaps;

/// A code with its width in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Code {
    pub(super) bytes: u8,
    pub(super) value: u32,
}

/// Codes from `first` on, all of one width, with the CID of the first.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) first: Code,
    pub(super) last: u32,
    pub(super) cid: u32,
}

/// The contents of a CMap file.
#[derive(Default)]
pub(super) struct SourceCMap {
    pub(super) name: String,
    pub(super) ordering: String,
    pub(super) supplement: u32,
    pub(super) is_vertical: bool,
    /// `true` if the CMap maps codes or CIDs to Unicode rather than codes to CIDs.
    pub(super) is_to_unicode: bool,
    pub(super) use_cmap: Option<String>,
    pub(super) codespaces: Vec<(Code, u32)>,
    pub(super) cids: Vec<Range>,
    pub(super) notdefs: Vec<Range>,
    /// CIDs or codes to Unicode.
    pub(super) texts: BTreeMap<u32, String>,
}

impl SourceCMap {
    pub(super) fn read(name: &str, text: &str) -> Result<Self, String> {
        let mut cmap = Self { name: name.to_owned(), ..Self::default() };
        let tokens = tokens(text);
        let mut rest = tokens.as_slice();
        while let Some((token, after)) = rest.split_first() {
            rest = match *token {
                "/Ordering" => {
                    cmap.ordering = second(rest)?.trim_matches(['(', ')']).to_owned();
                    after
                }
                "/Supplement" => {
                    cmap.supplement = number(second(rest)?)?;
                    after
                }
                "/WMode" => {
                    cmap.is_vertical = second(rest)? == "1";
                    after
                }
                "/CMapType" => {
                    cmap.is_to_unicode = second(rest)? == "2";
                    after
                }
                _ if after.first() == Some(&"usecmap") => {
                    cmap.use_cmap = Some(token.trim_start_matches('/').to_owned());
                    after
                }
                _ => match token.strip_prefix("begin") {
                    Some(section) if section.ends_with("range") || section.ends_with("char") => {
                        cmap.section(section, after)?
                    }
                    _ => after,
                },
            };
        }
        Ok(cmap)
    }

    /// Reads a section to its end and returns the tokens after it.
    fn section<'a, 't>(&mut self, name: &str, tokens: &'a [&'t str]) -> Result<&'a [&'t str], String> {
        let end = format!("end{name}");
        let len = tokens.iter().position(|token| *token == end).ok_or("a section does not end")?;
        let (mut body, rest) = tokens.split_at(len);
        while !body.is_empty() {
            body = match name {
                "codespacerange" => {
                    self.codespaces.push((code(body[0])?, code(body[1])?.value));
                    &body[2..]
                }
                "cidrange" | "notdefrange" => {
                    let range =
                        Range { first: code(body[0])?, last: code(body[1])?.value, cid: number(body[2])? };
                    self.ranges(name).push(range);
                    &body[3..]
                }
                "cidchar" | "notdefchar" => {
                    let first = code(body[0])?;
                    self.ranges(name).push(Range { first, last: first.value, cid: number(body[1])? });
                    &body[2..]
                }
                "bfchar" => {
                    self.texts.insert(code(body[0])?.value, utf16(body[1])?);
                    &body[2..]
                }
                "bfrange" => self.text_range(body)?,
                other => return Err(format!("section {other}")),
            };
        }
        Ok(rest)
    }

    fn ranges(&mut self, section: &str) -> &mut Vec<Range> {
        if section.starts_with("cid") { &mut self.cids } else { &mut self.notdefs }
    }

    fn text_range<'a, 't>(&mut self, body: &'a [&'t str]) -> Result<&'a [&'t str], String> {
        let (first, last) = (code(body[0])?.value, code(body[1])?.value);
        if body[2] == "[" {
            let count = (last - first + 1) as usize;
            for (code, text) in (first..=last).zip(&body[3..]) {
                self.texts.insert(code, utf16(text)?);
            }
            return Ok(&body[4 + count..]);
        }
        let text = utf16(body[2])?;
        let (head, end) = text.char_indices().next_back().ok_or("an empty text")?;
        for (code, scalar) in (first..=last).zip(u32::from(end)..) {
            let end = char::from_u32(scalar).ok_or("a range over surrogates")?;
            self.texts.insert(code, format!("{}{end}", &text[..head]));
        }
        Ok(&body[3..])
    }
}

/// Returns all codes of a CMap and its ancestors with their CIDs.
pub(super) fn expand(cmap: &SourceCMap, all: &SourceCMaps) -> Result<BTreeMap<Code, u32>, String> {
    let mut codes = match &cmap.use_cmap {
        Some(parent) => expand(all.get(parent).ok_or_else(|| format!("no CMap {parent}"))?, all)?,
        None => BTreeMap::new(),
    };
    for range in &cmap.cids {
        for (value, cid) in (range.first.value..=range.last).zip(range.cid..) {
            codes.insert(Code { value, ..range.first }, cid);
        }
    }
    Ok(codes)
}

fn tokens(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| line.split('%').next().unwrap_or(""));
    let mut tokens = Vec::new();
    for line in lines {
        for word in line.split_whitespace() {
            let mut rest = word;
            // Brackets and hexadecimal strings need no spaces around them.
            while let Some(end) = rest.find(['[', ']', '>']) {
                let (head, tail) = rest.split_at(end);
                let with_angle = &rest[..=end];
                match tail.as_bytes()[0] {
                    b'>' => tokens.push(with_angle),
                    _ => tokens.extend([head, &tail[..1]].into_iter().filter(|token| !token.is_empty())),
                }
                rest = &tail[1..];
            }
            tokens.extend(Some(rest).filter(|rest| !rest.is_empty()));
        }
    }
    tokens
}

fn second<'t>(tokens: &[&'t str]) -> Result<&'t str, String> {
    tokens.get(1).copied().ok_or_else(|| "a key without value".to_owned())
}

fn number(token: &str) -> Result<u32, String> {
    token.parse().map_err(|_| format!("{token} is no number"))
}

fn digits(token: &str) -> Result<&str, String> {
    token
        .strip_prefix('<')
        .and_then(|token| token.strip_suffix('>'))
        .ok_or_else(|| format!("{token} is no code"))
}

fn code(token: &str) -> Result<Code, String> {
    let digits = digits(token)?;
    let value = u32::from_str_radix(digits, 16).map_err(|_| format!("{token} is no code"))?;
    Ok(Code { bytes: u8::try_from(digits.len() / 2).map_err(|_| "a long code")?, value })
}

fn utf16(token: &str) -> Result<String, String> {
    let digits = digits(token)?.as_bytes();
    let unit = |digits: &[u8]| u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    let units: Option<Vec<u16>> = digits.chunks(4).map(unit).collect();
    let text = units.and_then(|units| String::from_utf16(&units).ok());
    text.ok_or_else(|| format!("{token} is no UTF-16"))
}
