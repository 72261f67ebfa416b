//! tar: ustar, with the long names of GNU and pax.

use std::io::{self, Read};

use super::{Member, Visitor, has_pdf_name, is_pdf, member_bytes, pass};

const BLOCK: u64 = 512;
/// Bytes of a long name or of the extended header of a member, at most.
const MOST_HEADER: u64 = 1 << 20;

/// Reads the PDFs of an archive.
pub(super) fn read(mut input: impl Read, visitor: &mut dyn Visitor) -> io::Result<()> {
    let mut long_name: Option<String> = None;
    loop {
        let mut header = [0; BLOCK as usize];
        match input.read_exact(&mut header) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        }
        if header.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        if !has_right_sum(&header) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "not a tar archive, or it is damaged"));
        }
        let length = number(&header[124..136])
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a member has no length"))?;
        let padding = (BLOCK - length % BLOCK) % BLOCK;
        match header[156] {
            b'L' | b'x' => {
                if length > MOST_HEADER {
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidData,
                        "the name of a member is too long",
                    ));
                }
                let mut bytes = Vec::new();
                input.by_ref().take(length).read_to_end(&mut bytes)?;
                let name = if header[156] == b'L' { Some(until_nul(&bytes)) } else { pax_path(&bytes) };
                long_name = name.or(long_name);
                pass(&mut input, padding)?;
                continue;
            }
            b'0' | 0 | b'7' => {
                let name = long_name.take().unwrap_or_else(|| short_name(&header));
                if !member(&mut input, name, length, visitor)? {
                    return Ok(());
                }
            }
            _ => {
                long_name = None;
                pass(&mut input, length)?;
            }
        }
        pass(&mut input, padding)?;
    }
}

/// Passes on a member if it is a PDF; returns whether more are wanted.
fn member(input: &mut impl Read, name: String, length: u64, visitor: &mut dyn Visitor) -> io::Result<bool> {
    if !visitor.wants(&name) {
        pass(input, length)?;
        return Ok(true);
    }
    let mut head = Vec::new();
    input.take(length.min(1024)).read_to_end(&mut head)?;
    let rest = length - head.len() as u64;
    if !has_pdf_name(&name) && !is_pdf(&name, &head) {
        pass(input, rest)?;
        return Ok(true);
    }
    let bytes = member_bytes(input, rest)?.map(|rest| {
        head.extend_from_slice(&rest);
        head
    });
    Ok(visitor.take(Member { name, bytes }).is_continue())
}

/// Checks the sum of a header, in which the sum itself counts as spaces.
fn has_right_sum(header: &[u8; 512]) -> bool {
    let sum: u64 = header.iter().map(|&byte| u64::from(byte)).sum();
    let own: u64 = header[148..156].iter().map(|&byte| u64::from(byte)).sum();
    number(&header[148..156]) == Some(sum - own + 8 * u64::from(b' '))
}

/// Reads an octal number, or a binary one as GNU writes it.
fn number(field: &[u8]) -> Option<u64> {
    if let Some((&first, rest)) = field.split_first()
        && first & 0x80 != 0
    {
        return rest.iter().try_fold(0_u64, |value, &byte| Some(value.checked_mul(256)? + u64::from(byte)));
    }
    let digits = field.iter().skip_while(|&&byte| byte == b' ').take_while(|byte| byte.is_ascii_digit());
    digits.into_iter().try_fold(0_u64, |value, &digit| {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 8)?;
        Some(value.checked_mul(8)? + u64::from(digit))
    })
}

fn until_nul(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

fn short_name(header: &[u8; 512]) -> String {
    let (name, prefix) = (until_nul(&header[..100]), until_nul(&header[345..500]));
    let has_prefix = header[257..262] == *b"ustar" && !prefix.is_empty();
    if has_prefix { format!("{prefix}/{name}") } else { name }
}

/// Returns the path of an extended header: records of a length, a space, a name, `=`, a value and a line feed.
fn pax_path(mut records: &[u8]) -> Option<String> {
    let mut path = None;
    while let Some(space) = records.iter().position(|&byte| byte == b' ') {
        let length: usize = std::str::from_utf8(&records[..space]).ok()?.parse().ok()?;
        let record = records.get(space + 1..length)?;
        if let Some(value) = record.strip_prefix(b"path=") {
            path = Some(String::from_utf8_lossy(value.strip_suffix(b"\n").unwrap_or(value)).into_owned());
        }
        records = records.get(length..)?;
    }
    path
}

#[cfg(test)]
pub(in crate::rows) mod tests {
    use super::super::tests::All;
    use super::*;

    /// Returns a member with its header.
    pub(in crate::rows) fn entry(name: &str, kind: u8, bytes: &[u8]) -> Vec<u8> {
        let mut header = vec![0; 512];
        header[..name.len().min(100)].copy_from_slice(&name.as_bytes()[..name.len().min(100)]);
        header[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
        header[148..156].fill(b' ');
        header[156] = kind;
        header[257..262].copy_from_slice(b"ustar");
        let sum: u64 = header.iter().map(|&byte| u64::from(byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        header.extend_from_slice(bytes);
        header.resize(header.len().next_multiple_of(512), 0);
        header
    }

    #[test]
    fn pdfs_are_found_by_name_or_by_their_first_bytes() {
        let long = format!("{}/long.pdf", "d".repeat(150));
        let second = format!("{}/second.pdf", "e".repeat(150));
        let pax = format!("path={second}\n");
        let pax = format!("{} {pax}", pax.len() + 4);
        let archive = [
            entry("a.pdf", b'0', b"%PDF-1"),
            entry("notes.txt", b'0', &[b'x'; 2000]),
            entry("download", b'0', b"%PDF-2"),
            entry("folder", b'5', b""),
            entry("././@LongLink", b'L', long.as_bytes()),
            entry("cut", b'0', b"3"),
            entry("pax", b'x', pax.as_bytes()),
            entry("cut", b'0', b"4"),
            vec![0; 1024],
        ];
        let mut all = All::default();
        read(&archive.concat()[..], &mut all).unwrap();
        let names: Vec<&str> = all.0.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a.pdf", "download", &long, &second]);
        assert_eq!(all.0[1].1.as_deref(), Ok(&b"%PDF-2"[..]));
    }

    #[test]
    fn damage_is_an_error_and_never_a_panic() {
        let archive = entry("a.pdf", b'0', &[b'x'; 1500]);
        for cut in 0..archive.len() {
            let _ = read(&archive[..cut], &mut All::default());
        }
        assert!(read(&[1_u8; 600][..], &mut All::default()).is_err());
        let mut all = All::default();
        let _ = read(&archive[..1000], &mut all);
        assert!(all.0[0].1.as_ref().unwrap_err().contains("ends within"), "{:?}", all.0);
    }
}
