//! Decodes run-length encoding (ISO 32000-1, 7.4.5).

use super::{Damage, Decoder, Source, WINDOW};

pub(super) struct RunLength;

impl Decoder for RunLength {
    fn decode(&mut self, input: &mut dyn Source, out: &mut Vec<u8>) -> Result<bool, Damage> {
        while out.len() < WINDOW {
            let Some(control) = take_byte(input)? else { return Ok(true) };
            match control {
                0..=127 => copy(input, usize::from(control) + 1, out)?,
                128 => return Ok(true),
                129..=255 => {
                    let Some(byte) = take_byte(input)? else { return Ok(true) };
                    out.resize(out.len() + 257 - usize::from(control), byte);
                }
            }
        }
        Ok(false)
    }
}

fn take_byte(input: &mut dyn Source) -> Result<Option<u8>, Damage> {
    let byte = input.fill()?.first().copied();
    input.consume(usize::from(byte.is_some()));
    Ok(byte)
}

fn copy(input: &mut dyn Source, mut count: usize, out: &mut Vec<u8>) -> Result<(), Damage> {
    while count > 0 {
        let bytes = input.fill()?;
        let taken = bytes.len().min(count);
        if taken == 0 {
            return Ok(());
        }
        out.extend_from_slice(bytes.get(..taken).unwrap_or_default());
        input.consume(taken);
        count -= taken;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Filter, decode_all};

    #[test]
    fn copies_repeats_and_ends() {
        assert_eq!(decode_all(&[2, b'a', b'b', b'c', 254, b'x', 128, 9], &Filter::RunLength).0, b"abcxxx");
        assert_eq!(decode_all(&[5, b'a'], &Filter::RunLength).0, b"a");
        assert_eq!(decode_all(&[200], &Filter::RunLength).0, b"");
    }
}
