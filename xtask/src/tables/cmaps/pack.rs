//! Writes tables as blocks that are searched in place: differences between neighbours, in groups behind an index.
//!
//! A CMap: ordering, supplement, 1 for vertical, the form of its codes (see [`Form`]), the name of its `usecmap`
//! parent; codespaces; ranges of missing codes; then the ranges for each code width. A collection: ranges from CIDs
//! to single characters, then the CIDs with several. Ranges are the number of groups, the bytes of all groups, an
//! index with the first code and the place of each group in four bytes each, and the groups. A range is the distance
//! of its start from the end of the previous range, the number of codes after the first, and the difference of its
//! value from the one that would continue the previous range; each group starts from zero.

use std::collections::BTreeMap;

use super::source::{Code, Range, SourceCMap, expand};
use super::{ORDERINGS, SourceCMaps};

/// The form in which the codes of a CMap are stored.
#[derive(Clone, Copy)]
enum Form {
    /// As in the table.
    Plain = 0,
    /// In UTF-16; the table of the UTF-32 CMap is used in place of a parent.
    Utf16 = 1,
    /// In UTF-8, with the table of the UTF-32 CMap.
    Utf8 = 2,
}

pub(super) fn put_number(block: &mut Vec<u8>, mut number: u64) {
    while number > 0x7F {
        block.push(number as u8 & 0x7F | 0x80);
        number >>= 7;
    }
    block.push(number as u8);
}

/// Writes a zigzag-encoded difference, so that small differences of either sign become small numbers.
fn put_difference(block: &mut Vec<u8>, from: u32, to: u32) {
    let difference = i64::from(to) - i64::from(from);
    put_number(block, ((difference << 1) ^ (difference >> 63)) as u64);
}

fn put_name(block: &mut Vec<u8>, name: &str) {
    put_number(block, name.len() as u64);
    block.extend_from_slice(name.as_bytes());
}

pub(super) fn cmap(cmap: &SourceCMap, all: &SourceCMaps) -> Result<Vec<u8>, String> {
    let (form, parent) = form_and_parent(cmap, all)?;
    let ordering = ORDERINGS.iter().position(|ordering| *ordering == cmap.ordering);
    let mut block = Vec::new();
    put_number(&mut block, ordering.ok_or("an unknown collection")? as u64);
    put_number(&mut block, u64::from(cmap.supplement));
    put_number(&mut block, u64::from(cmap.is_vertical));
    put_number(&mut block, form as u64);
    put_name(&mut block, parent.as_deref().unwrap_or(""));
    let codespaces =
        if matches!(form, Form::Plain) { &cmap.codespaces } else { inherited_codespaces(cmap, all) };
    put_number(&mut block, codespaces.len() as u64);
    for (first, last) in codespaces {
        block.push(first.bytes);
        put_number(&mut block, u64::from(first.value));
        put_number(&mut block, u64::from(*last));
    }
    put_number(&mut block, cmap.notdefs.len() as u64);
    for range in &cmap.notdefs {
        block.push(range.first.bytes);
        put_number(&mut block, u64::from(range.first.value));
        put_number(&mut block, u64::from(range.last));
        put_number(&mut block, u64::from(range.cid));
    }
    let own = if matches!(form, Form::Plain) { joined(&cmap.cids) } else { Vec::new() };
    for width in 1..=4 {
        let of_width = own.iter().filter(|range| range.first.bytes == width);
        let ranges: Vec<_> = of_width.map(|range| (range.first.value, range.last, range.cid)).collect();
        put_ranges(&mut block, &ranges);
    }
    Ok(block)
}

/// Checks that CMaps in UTF-16 and UTF-8 equal the one in UTF-32 in another encoding form, and returns that one as
/// parent.
fn form_and_parent(cmap: &SourceCMap, all: &SourceCMaps) -> Result<(Form, Option<String>), String> {
    for (name, form) in [("-UTF16-", Form::Utf16), ("-UTF8-", Form::Utf8)] {
        let base = cmap.name.replace(name, "-UTF32-");
        let Some(utf32) = all.get(&base).filter(|_| base != cmap.name) else { continue };
        let (own, other) = (expand(cmap, all)?, expand(utf32, all)?);
        let scalar = |code: &Code| scalar(form, *code);
        let recoded: Option<BTreeMap<u32, u32>> =
            own.iter().map(|(code, cid)| Some((scalar(code)?, *cid))).collect();
        let other: BTreeMap<u32, u32> = other.into_iter().map(|(code, cid)| (code.value, cid)).collect();
        if recoded.as_ref() != Some(&other) {
            return Err(format!("{} and {base} differ", cmap.name));
        }
        return Ok((form, Some(base)));
    }
    Ok((Form::Plain, cmap.use_cmap.clone()))
}

/// Returns the codespaces of a CMap or of its nearest ancestor that has any, since its parent in the table is
/// replaced.
fn inherited_codespaces<'a>(cmap: &'a SourceCMap, all: &'a SourceCMaps) -> &'a Vec<(Code, u32)> {
    let mut cmap = cmap;
    while let Some(parent) =
        cmap.use_cmap.as_ref().filter(|_| cmap.codespaces.is_empty()).and_then(|name| all.get(name))
    {
        cmap = parent;
    }
    &cmap.codespaces
}

fn scalar(form: Form, code: Code) -> Option<u32> {
    let all = code.value.to_be_bytes();
    let bytes = &all[4 - usize::from(code.bytes)..];
    match form {
        Form::Plain => Some(code.value),
        Form::Utf16 => {
            let units = bytes.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            char::decode_utf16(units).next()?.ok().map(u32::from)
        }
        Form::Utf8 => std::str::from_utf8(bytes).ok()?.chars().next().map(u32::from),
    }
}

/// Sorts ranges and merges those that continue each other.
fn joined(ranges: &[Range]) -> Vec<Range> {
    let mut sorted = ranges.to_vec();
    sorted.sort_by_key(|range| range.first);
    let mut joined: Vec<Range> = Vec::new();
    for range in sorted {
        match joined.last_mut() {
            Some(last)
                if last.first.bytes == range.first.bytes
                    && last.last + 1 == range.first.value
                    && last.cid + (last.last - last.first.value) + 1 == range.cid =>
            {
                last.last = range.last;
            }
            _ => joined.push(range),
        }
    }
    joined
}

/// The number of ranges in a group.
const GROUP: usize = 64;

/// Writes ranges given as first, last and the value of the first.
fn put_ranges(block: &mut Vec<u8>, ranges: &[(u32, u32, u32)]) {
    let (mut index, mut groups) = (Vec::new(), Vec::new());
    for group in ranges.chunks(GROUP) {
        let (mut after, mut expected) = (group[0].0, 0);
        let start = u32::try_from(groups.len()).expect("blocks are small");
        index.extend_from_slice(&after.to_le_bytes());
        index.extend_from_slice(&start.to_le_bytes());
        for (first, last, value) in group {
            put_number(&mut groups, u64::from(first - after));
            put_number(&mut groups, u64::from(last - first));
            put_difference(&mut groups, expected, *value);
            after = last + 1;
            expected = value + (last - first) + 1;
        }
    }
    put_number(block, ranges.chunks(GROUP).count() as u64);
    put_number(block, groups.len() as u64);
    block.extend(index);
    block.extend(groups);
}

pub(super) fn collection(texts: &BTreeMap<u32, String>) -> Vec<u8> {
    let mut ranges: Vec<(u32, u32, u32)> = Vec::new();
    let mut sequences = Vec::new();
    for (&cid, text) in texts {
        let mut characters = text.chars().map(u32::from);
        match (characters.next(), characters.next(), ranges.last_mut()) {
            (Some(scalar), None, Some(last)) if last.1 + 1 == cid && last.2 + (cid - last.0) == scalar => {
                last.1 = cid;
            }
            (Some(scalar), None, _) => ranges.push((cid, cid, scalar)),
            _ => sequences.push((cid, text)),
        }
    }
    let mut block = Vec::new();
    put_ranges(&mut block, &ranges);
    put_number(&mut block, sequences.len() as u64);
    let mut after = 0;
    for (cid, _) in &sequences {
        put_number(&mut block, u64::from(cid - after));
        after = cid + 1;
    }
    for (_, text) in &sequences {
        put_name(&mut block, text);
    }
    block
}
