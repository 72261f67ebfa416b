//! Frames on a pipe: a kind, a length, and that many bytes.

use std::io::{self, Read, Write};

/// Bytes of one frame at most: a worker that was taken over by its document cannot make its parent allocate more.
pub(crate) const MAX_BYTES: usize = 16 << 20;
/// Bytes that are sent in one frame of a longer whole.
pub(crate) const PIECE_BYTES: usize = 1 << 20;

/// Writes a frame.
pub(crate) fn write(out: &mut impl Write, kind: u8, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).ok().filter(|_| bytes.len() <= MAX_BYTES);
    let length = length.ok_or_else(|| io::Error::other("a frame is too long"))?;
    let [a, b, c, d] = length.to_le_bytes();
    // Small frames in one call: each write to a pipe may wake the other side.
    if bytes.len() <= 4_096 {
        let mut whole = Vec::with_capacity(5 + bytes.len());
        whole.extend_from_slice(&[kind, a, b, c, d]);
        whole.extend_from_slice(bytes);
        return out.write_all(&whole);
    }
    out.write_all(&[kind, a, b, c, d])?;
    out.write_all(bytes)
}

/// Writes bytes of any length as frames of one kind.
pub(crate) fn write_pieces(out: &mut impl Write, kind: u8, bytes: &[u8]) -> io::Result<()> {
    bytes.chunks(PIECE_BYTES).try_for_each(|piece| write(out, kind, piece))
}

/// Reads a frame and appends its bytes to `into`; returns its kind, or `None` at the end of the pipe.
pub(crate) fn read(input: &mut impl Read, into: &mut Vec<u8>) -> io::Result<Option<u8>> {
    let mut head = [0; 5];
    let mut filled = 0;
    while let Some(rest) = head.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match input.read(rest) {
            Ok(0) if filled == 0 => return Ok(None),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let [kind, a, b, c, d] = head;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    if length > MAX_BYTES {
        return Err(io::Error::other("a frame claims to be too long"));
    }
    into.try_reserve(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let read = input.take(length as u64).read_to_end(into)?;
    if read < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(Some(kind)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_as_they_went() {
        let mut pipe = Vec::new();
        write(&mut pipe, b'a', b"").unwrap();
        write_pieces(&mut pipe, b'b', &vec![7; PIECE_BYTES + 1]).unwrap();
        let mut input = pipe.as_slice();
        let mut bytes = Vec::new();
        assert_eq!(read(&mut input, &mut bytes).unwrap(), Some(b'a'));
        assert_eq!(read(&mut input, &mut bytes).unwrap(), Some(b'b'));
        assert_eq!(read(&mut input, &mut bytes).unwrap(), Some(b'b'));
        assert_eq!(bytes, vec![7; PIECE_BYTES + 1]);
        assert_eq!(read(&mut input, &mut bytes).unwrap(), None);
    }

    #[test]
    fn lies_and_cuts_are_errors() {
        let mut bytes = Vec::new();
        assert!(read(&mut [b'a', 0xFF, 0xFF, 0xFF, 0xFF].as_slice(), &mut bytes).is_err());
        assert!(read(&mut [b'a', 4, 0, 0, 0, 1].as_slice(), &mut bytes).is_err());
        assert!(read(&mut [b'a', 4].as_slice(), &mut bytes).is_err());
    }
}
