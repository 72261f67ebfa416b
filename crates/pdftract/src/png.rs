//! Writes PNG files row by row (ISO/IEC 15948), without filters.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// The bytes of one chunk of image data; a chunk must stay below 2 GiB.
const CHUNK_BYTES: usize = 1 << 30;

/// The interpretation of samples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PngColor {
    Gray,
    Rgb,
    /// Indices into this palette, which has at most as many colours as the bit depth can address.
    Palette(Vec<[u8; 3]>),
}

/// A PNG file under construction.
pub(crate) struct PngWriter {
    out: Vec<u8>,
    packed: ZlibEncoder<Vec<u8>>,
}

impl PngWriter {
    /// Starts a file. The caller must add `height` rows in PNG's packed format.
    pub(crate) fn new(width: u32, height: u32, bit_depth: u8, color: &PngColor) -> Self {
        let mut header = Vec::with_capacity(13);
        header.extend_from_slice(&width.to_be_bytes());
        header.extend_from_slice(&height.to_be_bytes());
        let color_type = match color {
            PngColor::Gray => 0,
            PngColor::Rgb => 2,
            PngColor::Palette(_) => 3,
        };
        // The remaining fields select the only methods of compression and filtering that exist, and no interlacing.
        header.extend_from_slice(&[bit_depth, color_type, 0, 0, 0]);
        let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
        push_chunk(b"IHDR", &header, &mut out);
        if let PngColor::Palette(colors) = color {
            push_chunk(b"PLTE", colors.as_flattened(), &mut out);
        }
        Self { out, packed: ZlibEncoder::new(Vec::new(), Compression::fast()) }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, row: &[u8]) -> io::Result<()> {
        // Each row begins with its filter type: none.
        self.packed.write_all(&[0])?;
        self.packed.write_all(row)
    }

    /// Finishes the file and returns its bytes.
    pub(crate) fn finish(self) -> io::Result<Vec<u8>> {
        let mut out = self.out;
        for data in self.packed.finish()?.chunks(CHUNK_BYTES) {
            push_chunk(b"IDAT", data, &mut out);
        }
        push_chunk(b"IEND", &[], &mut out);
        Ok(out)
    }
}

fn push_chunk(kind: &[u8; 4], data: &[u8], out: &mut Vec<u8>) {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    let mut sum = flate2::Crc::new();
    sum.update(kind);
    sum.update(data);
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(kind);
    out.extend_from_slice(data);
    out.extend_from_slice(&sum.sum().to_be_bytes());
}
