//! zip: stored and deflated members, by the central directory.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use flate2::read::DeflateDecoder;

use super::{Bounded, MOST_MEMBER_BYTES, Member, Visitor, has_pdf_name, is_pdf, too_long};

/// Bytes of the central directory at most: 40 million members of short names.
const MOST_DIRECTORY: u64 = 2 << 30;
/// The end of the directory is within this many bytes of the end of the file.
const END_WITHIN: u64 = 66_000;

/// A member as the directory states it.
#[derive(Debug, Clone)]
struct Entry {
    name: String,
    method: u16,
    is_encrypted: bool,
    packed: u64,
    length: u64,
    offset: u64,
}

/// Reads the PDFs of an archive.
pub(super) fn read(mut file: File, length: u64, allowed: u64, visitor: &mut dyn Visitor) -> io::Result<()> {
    let mut entries = directory(&mut file, length)?;
    // In the order of the file, so that it is read once from its start to its end.
    entries.sort_by_key(|entry| entry.offset);
    let (mut end, mut left) = (0, allowed);
    for entry in entries {
        let overlaps = entry.offset < end;
        end = end.max(entry.offset.saturating_add(entry.packed));
        if entry.name.ends_with('/') || !visitor.wants(&entry.name) {
            continue;
        }
        let bytes = if overlaps {
            Err(invalid("the member overlaps another one, as in a bomb"))
        } else {
            member(&mut file, &entry, left)
        };
        left = left.saturating_sub(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64));
        let is_wanted = match &bytes {
            Ok(bytes) => is_pdf(&entry.name, bytes),
            Err(_) => has_pdf_name(&entry.name),
        };
        if is_wanted && visitor.take(Member { name: entry.name, bytes }).is_break() {
            return Ok(());
        }
    }
    Ok(())
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Reads a member through its local header.
fn member(file: &mut File, entry: &Entry, allowed: u64) -> io::Result<Vec<u8>> {
    if entry.is_encrypted {
        return Err(invalid("the member is encrypted"));
    }
    if entry.length > MOST_MEMBER_BYTES {
        return Err(too_long());
    }
    let mut header = [0; 30];
    file.seek(SeekFrom::Start(entry.offset))?;
    file.read_exact(&mut header)?;
    if header[..4] != *b"PK\x03\x04" {
        return Err(invalid("the member has no header"));
    }
    let skipped = i64::from(u16_at(&header, 26)) + i64::from(u16_at(&header, 28));
    file.seek(SeekFrom::Current(skipped))?;
    let packed = file.take(entry.packed);
    let most = entry.length.min(allowed);
    let mut bytes = Vec::new();
    match entry.method {
        0 => Bounded::new(packed, most).read_to_end(&mut bytes)?,
        8 => Bounded::new(DeflateDecoder::new(packed), most).read_to_end(&mut bytes)?,
        method => return Err(invalid(&format!("the member is compressed by method {method}"))),
    };
    if (bytes.len() as u64) < entry.length {
        return Err(invalid("the member is shorter than stated"));
    }
    Ok(bytes)
}

/// Reads the directory.
fn directory(file: &mut File, length: u64) -> io::Result<Vec<Entry>> {
    let start = length.saturating_sub(END_WITHIN);
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    file.by_ref().take(END_WITHIN).read_to_end(&mut tail)?;
    let end = tail.windows(4).rposition(|window| window == b"PK\x05\x06");
    let end = end.filter(|end| tail.len() >= end + 22).ok_or_else(|| invalid("not a zip archive"))?;
    let (mut size, mut offset) = (u64::from(u32_at(&tail, end + 12)), u64::from(u32_at(&tail, end + 16)));
    if size == u64::from(u32::MAX) || offset == u64::from(u32::MAX) {
        (size, offset) = large_directory(file, &tail, end)?;
    }
    if size > MOST_DIRECTORY || offset.saturating_add(size) > length {
        return Err(invalid("the directory of the archive is damaged"));
    }
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(size).read_to_end(&mut bytes)?;
    entries(&bytes)
}

/// Returns size and offset of the directory of an archive with 64-bit numbers.
fn large_directory(file: &mut File, tail: &[u8], end: usize) -> io::Result<(u64, u64)> {
    let damaged = || invalid("the directory of the archive is damaged");
    let locator = end.checked_sub(20).and_then(|start| tail.get(start..end)).ok_or_else(damaged)?;
    if locator[..4] != *b"PK\x06\x07" {
        return Err(damaged());
    }
    file.seek(SeekFrom::Start(u64_at(locator, 8)))?;
    let mut record = [0; 56];
    file.read_exact(&mut record)?;
    if record[..4] != *b"PK\x06\x06" {
        return Err(damaged());
    }
    Ok((u64_at(&record, 40), u64_at(&record, 48)))
}

fn entries(mut bytes: &[u8]) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    while bytes.len() >= 46 && bytes[..4] == *b"PK\x01\x02" {
        let (name, extra, comment) = (u16_at(bytes, 28), u16_at(bytes, 30), u16_at(bytes, 32));
        let name_end = 46 + usize::from(name);
        let extra_end = name_end + usize::from(extra);
        let end = extra_end + usize::from(comment);
        if end > bytes.len() {
            return Err(invalid("the directory of the archive is cut off"));
        }
        let mut entry = Entry {
            name: String::from_utf8_lossy(&bytes[46..name_end]).into_owned(),
            method: u16_at(bytes, 10),
            is_encrypted: u16_at(bytes, 8) & 1 != 0,
            packed: u32_at(bytes, 20).into(),
            length: u32_at(bytes, 24).into(),
            offset: u32_at(bytes, 42).into(),
        };
        entry.read_large(&bytes[name_end..extra_end]);
        entries.push(entry);
        bytes = &bytes[end..];
    }
    Ok(entries)
}

impl Entry {
    /// Takes 64-bit numbers from the extra field, in which only those are that do not fit in the directory.
    fn read_large(&mut self, mut extra: &[u8]) {
        while extra.len() >= 4 {
            let (id, size) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
            let Some(field) = extra.get(4..4 + size) else { return };
            if id == 1 {
                let mut numbers = field.chunks_exact(8).map(|number| u64_at(number, 0));
                for value in [&mut self.length, &mut self.packed, &mut self.offset] {
                    if *value == u64::from(u32::MAX) {
                        *value = numbers.next().unwrap_or(*value);
                    }
                }
            }
            extra = &extra[4 + size..];
        }
    }
}

fn bytes_at<const N: usize>(bytes: &[u8], offset: usize) -> [u8; N] {
    bytes.get(offset..offset + N).and_then(|bytes| bytes.try_into().ok()).unwrap_or([0; N])
}

fn u16_at(bytes: &[u8], offset: usize) -> u16 {
    u16::from_le_bytes(bytes_at(bytes, offset))
}

fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(bytes_at(bytes, offset))
}

fn u64_at(bytes: &[u8], offset: usize) -> u64 {
    u64::from_le_bytes(bytes_at(bytes, offset))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::super::tests::All;
    use super::*;

    /// Returns an archive of members; each has its name, whether it is deflated, and bytes. `at` replaces their offsets.
    fn archive(members: &[(&str, bool, &[u8])], at: Option<u32>) -> Vec<u8> {
        let (mut out, mut directory) = (Vec::new(), Vec::new());
        for (name, is_deflated, bytes) in members {
            let packed = if *is_deflated {
                let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
                encoder.write_all(bytes).unwrap();
                encoder.finish().unwrap()
            } else {
                bytes.to_vec()
            };
            let offset = at.unwrap_or(u32::try_from(out.len()).unwrap());
            let method = u16::from(*is_deflated) * 8;
            let mut common = [20, 0, 0, 0].to_vec();
            common.extend(method.to_le_bytes());
            common.extend([0; 8]);
            common.extend(u32::try_from(packed.len()).unwrap().to_le_bytes());
            common.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
            common.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
            common.extend([0; 2]);
            out.extend(b"PK\x03\x04");
            out.extend(&common);
            out.extend(name.as_bytes());
            out.extend(&packed);
            directory.extend(b"PK\x01\x02\x14\0");
            directory.extend(&common);
            directory.extend([0; 10]);
            directory.extend(offset.to_le_bytes());
            directory.extend(name.as_bytes());
        }
        let (start, size) = (u32::try_from(out.len()).unwrap(), u32::try_from(directory.len()).unwrap());
        out.extend(&directory);
        out.extend(b"PK\x05\x06\0\0\0\0\0\0\0\0");
        out.extend(size.to_le_bytes());
        out.extend(start.to_le_bytes());
        out.extend([0; 2]);
        out
    }

    /// A member by name: its bytes, or why it was refused.
    type Member = (String, Result<Vec<u8>, String>);

    fn members(bytes: &[u8], allowed: u64) -> io::Result<Vec<Member>> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        let mut all = All::default();
        read(file, bytes.len() as u64, allowed, &mut all)?;
        Ok(all.0)
    }

    #[test]
    fn stored_and_deflated_members_are_read() {
        let bytes = archive(
            &[
                ("a.pdf", false, b"%PDF-1"),
                ("b", true, b"%PDF-2"),
                ("c.txt", true, b"no"),
                ("d/", false, b""),
            ],
            None,
        );
        let found = members(&bytes, 1 << 20).unwrap();
        assert_eq!(found, [("a.pdf".into(), Ok(b"%PDF-1".to_vec())), ("b".into(), Ok(b"%PDF-2".to_vec()))]);
    }

    #[test]
    fn bombs_are_refused() {
        let zeros = vec![0; 1 << 20];
        let found = members(&archive(&[("a.pdf", true, &zeros)], None), 1 << 16).unwrap();
        assert!(found[0].1.as_ref().unwrap_err().contains("100 times"), "{found:?}");
        let overlapping = archive(&[("a.pdf", true, &zeros), ("b.pdf", true, &zeros)], Some(0));
        let found = members(&overlapping, 1 << 30).unwrap();
        assert!(found[0].1.is_ok() && found[1].1.as_ref().unwrap_err().contains("overlaps"));
    }

    #[test]
    fn damage_is_an_error_and_never_a_panic() {
        let bytes = archive(&[("a.pdf", true, b"%PDF-1 some text")], None);
        for cut in 0..bytes.len() {
            let _ = members(&bytes[..cut], 1 << 20);
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0xFF;
            let _ = members(&damaged, 1 << 20);
        }
    }
}
