//! Reads big-endian numbers at any offset; returns `None` outside the data.

pub(super) fn u8_at(data: &[u8], at: usize) -> Option<u8> {
    data.get(at).copied()
}

pub(super) fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*data.get(at..)?.first_chunk()?))
}

pub(super) fn i16_at(data: &[u8], at: usize) -> Option<i16> {
    Some(i16::from_be_bytes(*data.get(at..)?.first_chunk()?))
}

pub(super) fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*data.get(at..)?.first_chunk()?))
}

pub(super) fn i32_at(data: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_be_bytes(*data.get(at..)?.first_chunk()?))
}

/// Reads a 32-bit offset or length as a position in memory.
pub(super) fn offset_at(data: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32_at(data, at)?).ok()
}

/// Reads a number of one to four bytes.
pub(super) fn sized_at(data: &[u8], at: usize, size: usize) -> Option<usize> {
    let bytes = data.get(at..at.checked_add(size)?)?;
    if !(1..=4).contains(&size) {
        return None;
    }
    bytes.iter().try_fold(0_usize, |number, byte| number.checked_mul(256)?.checked_add(usize::from(*byte)))
}
