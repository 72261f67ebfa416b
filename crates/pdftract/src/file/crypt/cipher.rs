//! Decrypts data with RC4 or AES, and recovers as much as possible from damaged data.

use cbc::cipher::array::Array;
use cbc::cipher::consts::U16;
use cbc::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, InnerIvInit};
use rc4::{KeyInit, Rc4, StreamCipher};

/// The size of an AES block, and of the initialization vector that precedes the data.
pub(super) const BLOCK_BYTES: usize = 16;

/// Decrypted data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plain {
    /// The data.
    pub(crate) bytes: Vec<u8>,
    /// `true` if the encrypted data was truncated or its padding wrong. The bytes are those that could be recovered.
    pub(crate) damaged: bool,
}

/// Encrypts or decrypts in place, which is the same operation for RC4.
pub(super) fn rc4_in_place(key: &[u8], data: &mut [u8]) {
    // Only empty keys and those longer than 256 bytes are rejected; keys here have 5 to 16.
    if let Ok(mut cipher) = Rc4::new_from_slice(key) {
        cipher.apply_keystream(data);
    }
}

/// Decrypts data with RC4, which cannot fail.
pub(super) fn rc4(key: &[u8], data: &[u8]) -> Plain {
    let mut bytes = data.to_vec();
    rc4_in_place(key, &mut bytes);
    Plain { bytes, damaged: false }
}

/// Decrypts data with AES in CBC mode: the initialization vector, then padded blocks.
///
/// Bytes beyond the last whole block are dropped, and wrong padding is kept; both count as damage.
pub(super) fn aes_cbc<C: BlockCipherDecrypt<BlockSize = U16>>(cipher: &C, data: &[u8]) -> Plain {
    let Some((iv, body)) = data.split_first_chunk::<BLOCK_BYTES>() else {
        return Plain { bytes: Vec::new(), damaged: !data.is_empty() };
    };
    let tail = body.len() % BLOCK_BYTES;
    let mut bytes = body.get(..body.len().saturating_sub(tail)).unwrap_or_default().to_vec();
    aes_cbc_blocks(cipher, iv, &mut bytes);
    let padding = padding_length(&bytes);
    // A writer without padding leaves only the vector for empty data; nothing is lost.
    let damaged = tail != 0 || (padding.is_none() && !bytes.is_empty());
    // A tail is usually a stray line break after valid padding, so the padding is removed even then.
    bytes.truncate(bytes.len().saturating_sub(padding.unwrap_or(0)));
    Plain { bytes, damaged }
}

/// Encrypts data with AES in CBC mode: the initialization vector, then blocks with PKCS#7 padding.
pub(super) fn aes_cbc_sealed<C: BlockCipherEncrypt<BlockSize = U16>>(
    cipher: &C,
    iv: &[u8; BLOCK_BYTES],
    data: &[u8],
) -> Vec<u8> {
    let padding = BLOCK_BYTES - data.len() % BLOCK_BYTES;
    let mut body = data.to_vec();
    body.resize(data.len() + padding, u8::try_from(padding).unwrap_or(0));
    let (blocks, _) = Array::<u8, U16>::slice_as_chunks_mut(&mut body);
    cbc::Encryptor::inner_iv_init(cipher, iv.into()).encrypt_blocks(blocks);
    [iv.as_slice(), &body].concat()
}

/// Decrypts the whole blocks of a buffer in place.
pub(super) fn aes_cbc_blocks<C: BlockCipherDecrypt<BlockSize = U16>>(
    cipher: &C,
    iv: &[u8; BLOCK_BYTES],
    data: &mut [u8],
) {
    let (blocks, _) = Array::<u8, U16>::slice_as_chunks_mut(data);
    cbc::Decryptor::inner_iv_init(cipher, iv.into()).decrypt_blocks(blocks);
}

/// Returns the length of well-formed PKCS#7 padding.
fn padding_length(bytes: &[u8]) -> Option<usize> {
    let length = *bytes.last()?;
    let tail = bytes.last_chunk::<BLOCK_BYTES>()?;
    let count = usize::from(length);
    let good =
        (1..=BLOCK_BYTES).contains(&count) && tail.iter().rev().take(count).all(|&byte| byte == length);
    good.then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cbc::cipher::KeyIvInit;
    use cbc::cipher::block_padding::{NoPadding, Pkcs7};

    const KEY: [u8; 16] = *b"0123456789abcdef";
    const IV: [u8; 16] = *b"fedcba9876543210";

    fn aes() -> aes::Aes128 {
        aes::Aes128::new(&KEY.into())
    }

    fn encrypted(text: &[u8]) -> Vec<u8> {
        let mut buffer = vec![0; text.len() + 16];
        let mode = cbc::Encryptor::<aes::Aes128>::new(&KEY.into(), &IV.into());
        let body = mode.encrypt_padded_b2b::<Pkcs7>(text, &mut buffer).unwrap();
        [&IV, body].concat()
    }

    fn plain(bytes: &[u8], damaged: bool) -> Plain {
        Plain { bytes: bytes.to_vec(), damaged }
    }

    #[test]
    fn rc4_matches_the_published_vector() {
        // The vector of the original posting: key "Key", text "Plaintext".
        let expected = [0xBB, 0xF3, 0x16, 0xE8, 0xD9, 0x40, 0xAF, 0x0A, 0xD3];
        assert_eq!(rc4(b"Key", b"Plaintext"), plain(&expected, false));
        assert_eq!(rc4(b"Key", b""), plain(b"", false));
    }

    #[test]
    fn aes_matches_the_published_vector() {
        // NIST SP 800-38A, F.2.2 CBC-AES128.Decrypt, first block; it has no padding.
        let key = 0x2b7e151628aed2a6abf7158809cf4f3c_u128.to_be_bytes();
        let iv = 0x000102030405060708090a0b0c0d0e0f_u128.to_be_bytes();
        let block = 0x7649abac8119b246cee98e9b12e9197d_u128.to_be_bytes();
        let text = 0x6bc1bee22e409f96e93d7e117393172a_u128.to_be_bytes();
        let cipher = aes::Aes128::new(&key.into());
        assert_eq!(aes_cbc(&cipher, &[iv, block].concat()), plain(&text, true));
    }

    #[test]
    fn padding_of_every_length_goes() {
        for length in 0..40 {
            let text = vec![b'x'; length];
            assert_eq!(aes_cbc(&aes(), &encrypted(&text)), plain(&text, false));
        }
    }

    #[test]
    fn encrypted_data_can_be_decrypted() {
        for length in 0..40 {
            let text = vec![b'x'; length];
            assert_eq!(aes_cbc_sealed(&aes(), &IV, &text), encrypted(&text));
        }
    }

    #[test]
    fn cut_data_keeps_whole_blocks() {
        let text = b"0123456789abcdef0123456789abcdefrest";
        let data = encrypted(text);
        for cut in 1..16 {
            assert_eq!(aes_cbc(&aes(), &data[..data.len() - cut]), plain(&text[..32], true));
        }
    }

    #[test]
    fn a_stray_line_end_is_dropped_with_the_padding() {
        let mut data = encrypted(b"some text");
        data.extend(b"\r\n");
        assert_eq!(aes_cbc(&aes(), &data), plain(b"some text", true));
    }

    #[test]
    fn wrong_padding_stays() {
        for last in [0, 2, 16, 17, 255] {
            let mut text = *b"0123456789abcdef";
            text[15] = last;
            let mut buffer = [0; 16];
            let mode = cbc::Encryptor::<aes::Aes128>::new(&KEY.into(), &IV.into());
            let body = mode.encrypt_padded_b2b::<NoPadding>(&text, &mut buffer).unwrap();
            assert_eq!(aes_cbc(&aes(), &[&IV, body].concat()), plain(&text, true));
        }
    }

    #[test]
    fn too_short_for_a_block() {
        assert_eq!(aes_cbc(&aes(), b""), plain(b"", false));
        assert_eq!(aes_cbc(&aes(), b"short"), plain(b"", true));
        assert_eq!(aes_cbc(&aes(), &IV), plain(b"", false));
        assert_eq!(aes_cbc(&aes(), &[&IV[..], b"tail"].concat()), plain(b"", true));
    }
}
