//! Reads the sides of pictures from the headers of their codecs, which a decoder believes rather than the PDF.
//!
//! A JBIG2 region of 65,000 pixels square fits into 100 bytes inside an image that claims 10 x 10; a decoder asks for
//! gigabytes before it reads the first pixel.

use crate::file::ImageFilter;

/// Returns the most pixels that the data states for any part of the picture; 0 when it states none.
pub(crate) fn stated_pixels(filter: ImageFilter, data: &[u8]) -> u64 {
    match filter {
        ImageFilter::Dct => dct(data),
        ImageFilter::Jpx => jpx(data),
        ImageFilter::Jbig2 => jbig2(data),
        ImageFilter::CcittFax => 0,
    }
}

fn u16_at(data: &[u8], at: usize) -> Option<u64> {
    data.get(at..)?.first_chunk().map(|bytes| u64::from(u16::from_be_bytes(*bytes)))
}

fn u32_at(data: &[u8], at: usize) -> Option<u64> {
    data.get(at..)?.first_chunk().map(|bytes| u64::from(u32::from_be_bytes(*bytes)))
}

fn byte_at(data: &[u8], at: usize) -> Option<u64> {
    data.get(at).map(|&byte| u64::from(byte))
}

fn usize_from(number: u64) -> Option<usize> {
    usize::try_from(number).ok()
}

/// Frame headers of JPEG: a marker, a length, the precision, height and width. Segments are followed by their lengths.
fn dct(data: &[u8]) -> u64 {
    let mut most = 0;
    let mut at = 2;
    while let (Some(0xFF), Some(marker)) = (byte_at(data, at), byte_at(data, at + 1)) {
        let is_frame = (0xC0..=0xCF).contains(&marker) && !matches!(marker, 0xC4 | 0xC8 | 0xCC);
        if is_frame && let (Some(height), Some(width)) = (u16_at(data, at + 5), u16_at(data, at + 7)) {
            most = most.max(width * height);
        }
        // Fill bytes before a marker, and the start of the coded pixels.
        match marker {
            0xFF => at += 1,
            0xDA => break,
            _ => match u16_at(data, at + 2).and_then(usize_from) {
                Some(length) if length >= 2 => at += 2 + length,
                _ => break,
            },
        }
    }
    most
}

/// The start of a JPEG 2000 codestream: SOC and SIZ.
const CODESTREAM: [u8; 4] = [0xFF, 0x4F, 0xFF, 0x51];

/// The sides of JPEG 2000 in the codestream, wherever it begins, times the components, each of which is a picture.
fn jpx(data: &[u8]) -> u64 {
    let starts = memchr::memmem::find_iter(data, &CODESTREAM).take(16);
    let pixels = starts.filter_map(|start| {
        let (right, bottom) = (u32_at(data, start + 8)?, u32_at(data, start + 12)?);
        let (left, top) = (u32_at(data, start + 16)?, u32_at(data, start + 20)?);
        let components = u16_at(data, start + 40)?.max(1);
        let area = right.saturating_sub(left).saturating_mul(bottom.saturating_sub(top));
        // Four components are usual; each further one costs as much again.
        Some(area.saturating_mul(components.div_ceil(4)))
    });
    pixels.max().unwrap_or(0)
}

/// Segments that are looked at; real pictures have some dozens.
const MOST_SEGMENTS: usize = 10_000;

/// The page and the regions of JBIG2, which begin with their width and height.
fn jbig2(data: &[u8]) -> u64 {
    let mut most = 0;
    let mut at = 0;
    for _ in 0..MOST_SEGMENTS {
        let Some(segment) = segment(data, at) else { break };
        if matches!(segment.kind, 4 | 6 | 7 | 20 | 22 | 23 | 36 | 38 | 39 | 40 | 42 | 43 | 48)
            && let (Some(width), Some(height)) = (u32_at(data, segment.data), u32_at(data, segment.data + 4))
        {
            // A page of unknown height grows with its stripes.
            let height = if height == u64::from(u32::MAX) { 1 } else { height };
            most = most.max(width.saturating_mul(height));
        }
        match segment.length.checked_add(segment.data) {
            Some(next) => at = next,
            None => break,
        }
    }
    most
}

/// Where a segment of JBIG2 has its data.
struct Segment {
    kind: u64,
    data: usize,
    length: usize,
}

/// The segment header at a place (ITU-T T.88, 7.2).
fn segment(data: &[u8], at: usize) -> Option<Segment> {
    let (number, flags, counts) = (u32_at(data, at)?, byte_at(data, at + 4)?, byte_at(data, at + 5)?);
    let (referred, mut next) = match counts >> 5 {
        7 => {
            let count = u32_at(data, at + 5)? & 0x1FFF_FFFF;
            (count, at + 9 + usize_from((count + 8) / 8)?)
        }
        count => (count, at + 6),
    };
    let number_bytes = match number {
        0..=256 => 1,
        257..=65_536 => 2,
        _ => 4,
    };
    next = next.checked_add(usize_from(referred * number_bytes)?)?;
    next += if flags & 0x40 == 0 { 1 } else { 4 };
    let length = usize_from(u32_at(data, next)?)?;
    Some(Segment { kind: flags & 0x3F, data: next + 4, length })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jpeg_frames_are_found_behind_other_segments() {
        let jpeg = [
            &[0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2][..],
            &[0xFF, 0xC2, 0, 11, 8, 0xEA, 0x60, 0xC3, 0x50, 1, 1, 0x11, 0],
            &[0xFF, 0xDA, 0, 2],
        ]
        .concat();
        assert_eq!(stated_pixels(ImageFilter::Dct, &jpeg), 60_000 * 50_000);
        assert_eq!(stated_pixels(ImageFilter::Dct, &jpeg[..12]), 0);
        assert_eq!(stated_pixels(ImageFilter::Dct, &[0xFF; 64]), 0);
    }

    #[test]
    fn codestreams_are_found_in_their_boxes() {
        let mut jpx = b"\0\0\0\x0CjP  \r\n\x87\n".to_vec();
        jpx.extend([0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0]);
        for number in [70_010_u32, 60_000, 10, 0, 0, 0, 0, 0] {
            jpx.extend(number.to_be_bytes());
        }
        jpx.extend([0, 3]);
        assert_eq!(stated_pixels(ImageFilter::Jpx, &jpx), 70_000 * 60_000);
        assert_eq!(stated_pixels(ImageFilter::Jpx, &jpx[..30]), 0);
    }

    #[test]
    fn regions_of_jbig2_count_like_pages() {
        let segment = |number: u8, kind: u8, width: u32, height: u32| {
            let mut bytes = vec![0, 0, 0, number, kind, 0, 1, 0, 0, 0, 17];
            bytes.extend(width.to_be_bytes());
            bytes.extend(height.to_be_bytes());
            bytes.extend([0; 9]);
            bytes
        };
        let page = segment(0, 48, 100, 100);
        assert_eq!(stated_pixels(ImageFilter::Jbig2, &page), 10_000);
        let both = [page, segment(1, 38, 65_000, 65_000)].concat();
        assert_eq!(stated_pixels(ImageFilter::Jbig2, &both), 65_000 * 65_000);
        assert_eq!(stated_pixels(ImageFilter::Jbig2, &[0xFF; 40]), 0);
    }
}
