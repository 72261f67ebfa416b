//! Splits a Type 1 program at `eexec` and decrypts the private portion, in binary or in hexadecimal.

use memchr::memmem;

/// The operator before the private portion.
pub(super) const MARK: &[u8] = b"eexec";

/// The key of the private portion (Adobe Type 1 Font Format, 7.2).
const PROGRAM_KEY: u16 = 55665;

/// The key of charstrings.
const CHAR_STRING_KEY: u16 = 4330;

/// The number of random bytes at the start of the private portion.
const LEAD: usize = 4;

/// Returns the length of the clear text and the decrypted rest, which is empty if the program is not encrypted.
pub(super) fn split(data: &[u8]) -> (usize, Vec<u8>) {
    for at in memmem::find_iter(data, MARK).take(4) {
        let cipher = data.get(at + MARK.len()..).unwrap_or_default();
        if let Some(private) = decrypt_private(cipher) {
            return (at, private);
        }
    }
    (data.len(), Vec::new())
}

/// Decrypts the private portion. Skips all white space before it, then on failure only one: the cipher may start with
/// a byte that looks like white space.
fn decrypt_private(cipher: &[u8]) -> Option<Vec<u8>> {
    let blank = cipher.iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
    [blank, 1, 0].into_iter().find_map(|start| {
        let cipher = cipher.get(start..)?;
        let plain = if is_hex(cipher) {
            decrypt(hex_digits(cipher), PROGRAM_KEY)
        } else {
            decrypt(cipher.iter().copied(), PROGRAM_KEY)
        };
        memmem::find(&plain, b"/CharStrings").map(|_| plain.get(LEAD..).unwrap_or_default().to_vec())
    })
}

/// Decrypts a charstring and drops its random bytes. A negative `lead` means that charstrings are not encrypted.
pub(super) fn char_string(cipher: &[u8], lead: i32) -> Vec<u8> {
    match usize::try_from(lead) {
        Ok(lead) => decrypt(cipher.iter().copied(), CHAR_STRING_KEY).split_off(lead.min(cipher.len())),
        Err(_) => cipher.to_vec(),
    }
}

fn decrypt(cipher: impl Iterator<Item = u8>, mut key: u16) -> Vec<u8> {
    let plain = |byte: u8| {
        let [high, _] = key.to_be_bytes();
        key = key.wrapping_add(u16::from(byte)).wrapping_mul(52845).wrapping_add(22719);
        byte ^ high
    };
    cipher.map(plain).collect()
}

/// Returns `true` for hexadecimal. Binary cipher text has a byte other than a digit among its first four (Adobe Type
/// 1 Font Format, 7.2).
fn is_hex(cipher: &[u8]) -> bool {
    cipher.len() >= LEAD && cipher.iter().take(LEAD).all(u8::is_ascii_hexdigit)
}

/// Decodes pairs of hexadecimal digits, up to the first byte that is neither digit nor white space.
fn hex_digits(text: &[u8]) -> impl Iterator<Item = u8> {
    let digits = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    let mut values =
        digits.map_while(|byte| char::from(*byte).to_digit(16).and_then(|value| u8::try_from(value).ok()));
    std::iter::from_fn(move || Some(values.next()? << 4 | values.next()?))
}
