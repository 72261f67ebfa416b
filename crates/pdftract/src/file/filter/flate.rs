//! Inflates zlib data: with libdeflate in one call if it is valid, otherwise leniently in windows.

use flate2::{Decompress, FlushDecompress, Status};

use super::{Damage, Decoder, Source, WINDOW};

/// Inflates valid zlib data of at most `max` bytes in one call. `None` means that the slower, lenient decoder must be
/// used.
#[cfg(feature = "libdeflate")]
pub(crate) fn inflate_whole(data: &[u8], max: usize) -> Option<Vec<u8>> {
    WORKSHOP.with_borrow_mut(|workshop| workshop.inflate(data, max))
}

#[cfg(feature = "libdeflate")]
thread_local! {
    static WORKSHOP: std::cell::RefCell<Workshop> = std::cell::RefCell::new(Workshop {
        decompressor: libdeflater::Decompressor::new(),
        room: Vec::new(),
    });
}

/// Reusable per-thread state: tables that are larger than most streams, and an output buffer. Clearing a new buffer
/// for every stream would cost a tenth of inflating it.
#[cfg(feature = "libdeflate")]
struct Workshop {
    decompressor: libdeflater::Decompressor,
    room: Vec<u8>,
}

/// Larger buffers are returned with the data instead of being kept.
#[cfg(feature = "libdeflate")]
const KEPT_ROOM: usize = 512 << 10;

#[cfg(feature = "libdeflate")]
impl Workshop {
    fn inflate(&mut self, data: &[u8], max: usize) -> Option<Vec<u8>> {
        // Content streams compress to a quarter or less; a wrong guess costs one more pass.
        let mut size = data.len().saturating_mul(6).max(4 << 10).min(max);
        loop {
            if self.room.len() < size {
                // A new buffer comes zeroed from the system at no cost until it is written; growing the old one would
                // copy it. The old one is released first.
                self.room = Vec::new();
                self.room = vec![0; size];
            }
            match self.decompressor.zlib_decompress(data, self.room.get_mut(..size)?) {
                Ok(written) => return self.hand_over(written),
                Err(libdeflater::DecompressionError::InsufficientSpace) if size < max => {
                    size = size.saturating_mul(4).min(max);
                }
                Err(_) => {
                    self.room.truncate(KEPT_ROOM);
                    self.room.shrink_to(KEPT_ROOM);
                    return None;
                }
            }
        }
    }

    fn hand_over(&mut self, written: usize) -> Option<Vec<u8>> {
        if self.room.len() <= KEPT_ROOM {
            return self.room.get(..written).map(<[u8]>::to_vec);
        }
        let mut out = std::mem::take(&mut self.room);
        out.truncate(written);
        Some(out)
    }
}

/// Without libdeflate, all data is inflated in windows.
#[cfg(not(feature = "libdeflate"))]
pub(crate) fn inflate_whole(_data: &[u8], _max: usize) -> Option<Vec<u8>> {
    None
}

/// The windowed decoder. It ignores checksums, keeps the data before damage, and retries once without a zlib header
/// if there is none.
pub(super) struct Inflate {
    state: Decompress,
    started: bool,
}

impl Inflate {
    pub(super) fn new() -> Self {
        Self { state: Decompress::new(true), started: false }
    }

    /// A zlib header is two bytes that identify deflate and are a multiple of 31.
    fn choose_header(&mut self, input: &mut dyn Source) -> Result<(), Damage> {
        self.started = true;
        let bytes = skip_leading_newlines(input)?;
        if let [first, second, ..] = *bytes {
            let check = u16::from_be_bytes([first, second]);
            let is_zlib = first & 0x0F == 8 && check.is_multiple_of(31);
            if !is_zlib {
                let looks_like_header = first & 0x0F == 8 && first >> 4 <= 7;
                if looks_like_header {
                    input.consume(2);
                }
                self.state = Decompress::new(false);
            }
        }
        Ok(())
    }
}

/// Some writers put a second line break between `stream` and the data.
fn skip_leading_newlines(input: &mut dyn Source) -> Result<&[u8], Damage> {
    let count = input.fill()?.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
    input.consume(count.min(2));
    input.fill()
}

impl Decoder for Inflate {
    fn decode(&mut self, input: &mut dyn Source, out: &mut Vec<u8>) -> Result<bool, Damage> {
        if !self.started {
            self.choose_header(input)?;
        }
        out.reserve(WINDOW);
        while out.len() < WINDOW {
            let bytes = input.fill()?;
            let at_end = bytes.is_empty();
            let (in_before, out_before) = (self.state.total_in(), out.len());
            let status = self.state.decompress_vec(bytes, out, FlushDecompress::None);
            let used = usize::try_from(self.state.total_in() - in_before).unwrap_or(usize::MAX);
            input.consume(used);
            match status {
                Ok(Status::StreamEnd) => return Ok(true),
                Ok(_) if used == 0 && out.len() == out_before => return stalled(at_end),
                Ok(_) => {}
                // This error occurs only after all data has been written.
                Err(error) if error.message() == Some("incorrect data check") => {
                    return Err(Damage::Checksum);
                }
                Err(_) => return Err(Damage::Corrupt("compressed data is corrupt")),
            }
        }
        Ok(false)
    }
}

fn stalled(at_end: bool) -> Result<bool, Damage> {
    Err(Damage::Corrupt(if at_end { "compressed data ends early" } else { "compressed data is corrupt" }))
}

#[cfg(test)]
mod tests {
    use super::super::{Filter, decode_all};
    use std::io::Write;

    fn zlib(data: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(data).unwrap();
        encoder.finish().unwrap()
    }

    fn sample() -> Vec<u8> {
        (0..200_000u32).flat_map(|n| (n / 7).to_le_bytes()).collect()
    }

    #[test]
    fn whole_and_windowed_agree() {
        let packed = zlib(&sample());
        if cfg!(feature = "libdeflate") {
            assert_eq!(super::inflate_whole(&packed, 64 << 20).unwrap(), sample());
        }
        assert_eq!(decode_all(&packed, &Filter::Flate(None)), (sample(), None));
    }

    #[test]
    fn whole_gives_up_at_its_cap() {
        assert_eq!(super::inflate_whole(&zlib(&vec![0; 1 << 20]), 1000), None);
    }

    #[test]
    fn damage_keeps_what_came_before() {
        let mut packed = zlib(&sample());
        let middle = packed.len() / 2;
        for byte in &mut packed[middle..middle + 8] {
            *byte ^= 0xA5;
        }
        let (out, damage) = decode_all(&packed, &Filter::Flate(None));
        assert!(damage.is_some());
        assert!(out.len() > 1000 && sample().starts_with(&out[..1000]));
    }

    #[test]
    fn cut_data_keeps_what_came_before() {
        let packed = zlib(&sample());
        let (out, damage) = decode_all(&packed[..packed.len() / 2], &Filter::Flate(None));
        assert!(damage.is_some());
        assert!(out.len() > 1000 && sample().starts_with(&out));
    }

    #[test]
    fn a_wrong_checksum_loses_nothing_and_is_reported() {
        let mut packed = zlib(b"hello hello hello");
        let last = packed.len() - 1;
        packed[last] ^= 1;
        let (out, damage) = decode_all(&packed, &Filter::Flate(None));
        assert_eq!(
            (out.as_slice(), damage),
            (b"hello hello hello".as_slice(), Some(super::Damage::Checksum))
        );
    }

    #[test]
    fn raw_deflate_and_leading_newline() {
        let packed = zlib(b"hello hello hello");
        let raw = &packed[2..packed.len() - 4];
        assert_eq!(decode_all(raw, &Filter::Flate(None)).0, b"hello hello hello");
        let shifted = [b"\r\n".as_slice(), &packed].concat();
        assert_eq!(decode_all(&shifted, &Filter::Flate(None)), (b"hello hello hello".to_vec(), None));
    }

    #[test]
    fn empty_input_is_damage_not_a_hang() {
        assert_eq!(decode_all(b"", &Filter::Flate(None)).0, b"");
    }
}
