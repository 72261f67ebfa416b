//! Decodes names and strings as they are written: escapes, hex digits, line ends.

/// The value of each byte as a hex digit; [`NO_DIGIT`] for others. Computed at compile time, so that an index out of
/// bounds would be a build error.
#[allow(clippy::indexing_slicing)]
const HEX_DIGITS: [u8; 256] = {
    let mut table = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        table[b"0123456789abcdef"[value as usize] as usize] = value;
        table[b"0123456789ABCDEF"[value as usize] as usize] = value;
        value += 1;
    }
    table
};
const NO_DIGIT: u8 = 0xFF;

#[inline]
pub(crate) fn hex_digit(byte: u8) -> Option<u8> {
    HEX_DIGITS.get(usize::from(byte)).copied().filter(|&digit| digit != NO_DIGIT)
}

/// Returns the byte of two hex digits.
#[inline]
pub(crate) fn hex_byte(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| HEX_DIGITS.get(usize::from(byte)).copied().unwrap_or(NO_DIGIT);
    let (high, low) = (digit(high), digit(low));
    (high | low < 16).then_some(high << 4 | low)
}

/// Appends a name with its `#xx` escapes decoded; a `#` without two hex digits is kept.
pub(crate) fn decode_name(raw: &[u8], out: &mut Vec<u8>) {
    // Names are short and rarely have escapes, so a loop is faster than starting a search.
    if raw.iter().all(|&byte| byte != b'#') {
        out.extend_from_slice(raw);
        return;
    }
    let mut bytes = raw;
    while let Some(found) = memchr::memchr(b'#', bytes) {
        let (before, after) = bytes.split_at(found);
        out.extend_from_slice(before);
        match after {
            [_, high, low, rest @ ..] if hex_digit(*high).is_some() && hex_digit(*low).is_some() => {
                out.push(hex_digit(*high).unwrap_or(0) << 4 | hex_digit(*low).unwrap_or(0));
                bytes = rest;
            }
            [first, rest @ ..] => {
                out.push(*first);
                bytes = rest;
            }
            [] => bytes = &[],
        }
    }
    out.extend_from_slice(bytes);
}

/// Appends a literal string with its escapes decoded (ISO 32000-1, 7.3.4.2).
pub(crate) fn decode_literal(raw: &[u8], out: &mut Vec<u8>) {
    let mut bytes = raw;
    while let Some(found) = memchr::memchr2(b'\\', b'\r', bytes) {
        let (before, after) = bytes.split_at(found);
        out.extend_from_slice(before);
        bytes = match after {
            [b'\r', b'\n', rest @ ..] | [b'\r', rest @ ..] => {
                out.push(b'\n');
                rest
            }
            [_, escape @ ..] => decode_escape(escape, out),
            [] => &[],
        };
    }
    out.extend_from_slice(bytes);
}

/// Decodes the escape after a backslash and returns the rest.
fn decode_escape<'a>(bytes: &'a [u8], out: &mut Vec<u8>) -> &'a [u8] {
    let Some((&first, rest)) = bytes.split_first() else { return bytes };
    let plain = match first {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'b' => 8,
        b'f' => 12,
        b'\n' => return rest,
        b'\r' => return rest.strip_prefix(b"\n").unwrap_or(rest),
        b'0'..=b'7' => return decode_octal(bytes, out),
        other => other,
    };
    out.push(plain);
    rest
}

fn decode_octal<'a>(bytes: &'a [u8], out: &mut Vec<u8>) -> &'a [u8] {
    let length = bytes.iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
    let (digits, rest) = bytes.split_at(length);
    // `\400` and above overflow a byte; the high bit is ignored as specified by the standard.
    out.push(digits.iter().fold(0u8, |value, digit| value.wrapping_mul(8).wrapping_add(digit - b'0')));
    rest
}

/// Appends a decoded hex string; other characters are skipped, and an odd last digit is followed by 0.
pub(crate) fn decode_hex(raw: &[u8], out: &mut Vec<u8>) {
    // Pairs of digits are the common case; anything between them leads to the slow path.
    let mut used = 0;
    out.extend(raw.chunks_exact(2).map_while(|pair| {
        let &[high, low] = pair else { return None };
        let byte = hex_digit(high)? << 4 | hex_digit(low)?;
        used += 2;
        Some(byte)
    }));
    let rest = raw.get(used..).unwrap_or_default();
    let mut high = None;
    for digit in rest.iter().filter_map(|&b| hex_digit(b)) {
        match high.take() {
            None => high = Some(digit),
            Some(first) => out.push(first << 4 | digit),
        }
    }
    if let Some(first) = high {
        out.push(first << 4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let literal = |raw: &[u8]| {
            let mut out = Vec::new();
            decode_literal(raw, &mut out);
            out
        };
        assert_eq!(literal(b"a\\n\\(\\)\\\\\\101\\53\\0z"), b"a\n()\\A+\0z");
        assert_eq!(literal(b"a\\\r\nb\\\nc\rd\r\ne"), b"abc\nd\ne");
        assert_eq!(literal(b"\\8\\400\\"), b"8\0");
        let mut out = Vec::new();
        decode_name(b"A#20B#zz#4", &mut out);
        assert_eq!(out, b"A B#zz#4");
        out.clear();
        decode_hex(b"4 1x4", &mut out);
        assert_eq!(out, b"A@");
    }
}
