//! Finds the file key, and the key of one object, under revisions 2 to 4: MD5 over padded passwords, checked with RC4.
//!
//! ISO 32000-2, 7.6.3 and 7.6.4, algorithms 1 to 7. The declared `Length` of the key is often wrong; since `U`
//! verifies a key, other lengths are tried after the declared one.

use md5::{Digest, Md5};

use super::cipher::rc4_in_place;
use super::key::{FileKey, Unlocked, same_hash};
use super::params::EncryptionParams;
use super::password::SHORT_PASSWORD_BYTES;

/// The padding of short passwords.
const PADDING: [u8; SHORT_PASSWORD_BYTES] = [
    0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08, 0x2E,
    0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
];
/// Key lengths in bytes: 40 to 128 bits.
const KEY_BYTES: std::ops::RangeInclusive<usize> = 5..=16;
/// The number of additional hash rounds from revision 3 on.
const REHASHES: usize = 50;
/// The last of the 20 keys with which data is encrypted successively from revision 3 on.
const LAST_TURN: u8 = 19;
/// The maximum number of bytes of the file identifier that are hashed. It has 16; the limit keeps hostile ones cheap.
const MOST_ID_BYTES: usize = 4096;

type Hash = [u8; 16];
type Padded = [u8; SHORT_PASSWORD_BYTES];

/// The entries from which keys are derived, in the lengths that the algorithms require.
struct Lock<'a> {
    params: &'a EncryptionParams,
    file_id: &'a [u8],
    o: Padded,
    u: Padded,
}

/// Tries passwords, each as user and as owner password.
pub(super) fn unlock(params: &EncryptionParams, passwords: &[Vec<u8>]) -> Option<(FileKey, Unlocked)> {
    let file_id = params.file_id.get(..MOST_ID_BYTES).unwrap_or(&params.file_id);
    // Some writers drop trailing zeros of O and U.
    let lock = Lock { params, file_id, o: filled(&params.o, &[0; 32]), u: filled(&params.u, &[0; 32]) };
    let lengths = key_lengths(params);
    passwords.iter().find_map(|password| {
        let password = filled(password, &PADDING);
        let as_user = lengths.iter().find_map(|&length| lock.open_as_user(&password, length));
        let as_owner = || lengths.iter().find_map(|&length| lock.open_as_owner(&password, length));
        as_user.map(|key| (key, Unlocked::AsUser)).or_else(|| Some((as_owner()?, Unlocked::AsOwner)))
    })
}

/// Describes an entry that is too short to check any password.
pub(super) fn damage(params: &EncryptionParams) -> Option<String> {
    let u_needed = if params.r == 2 { 32 } else { 16 };
    [("O", params.o.len(), 32), ("U", params.u.len(), u_needed)]
        .into_iter()
        .find(|(_, length, needed)| length < needed)
        .map(|(name, length, needed)| format!("/{name} has {length} bytes of {needed}"))
}

/// The key of one object: the first `length` bytes of the hash. Algorithm 1.
pub(super) struct ObjectKey {
    hash: Hash,
    length: usize,
}

impl ObjectKey {
    /// Derives the key of an object; AES adds a salt.
    pub(super) fn new(file_key: &FileKey, object: u32, generation: u16, aes: bool) -> Self {
        let [n0, n1, n2, _] = object.to_le_bytes();
        let [g0, g1] = generation.to_le_bytes();
        let mut md5 = Md5::new().chain_update(file_key.as_bytes()).chain_update([n0, n1, n2, g0, g1]);
        if aes {
            md5.update(b"sAlT");
        }
        Self { hash: md5.finalize().into(), length: file_key.as_bytes().len().saturating_add(5).min(16) }
    }

    /// Returns the key for RC4.
    pub(super) fn as_rc4(&self) -> &[u8] {
        self.hash.get(..self.length).unwrap_or(&self.hash)
    }

    /// Returns the key for AES-128, which has a fixed length.
    pub(super) fn as_aes_128(&self) -> &Hash {
        &self.hash
    }
}

impl Lock<'_> {
    /// Algorithm 6.
    fn open_as_user(&self, password: &Padded, length: usize) -> Option<FileKey> {
        let key = self.file_key(password, length);
        let right = if self.params.r == 2 {
            let mut check = PADDING;
            rc4_in_place(key.as_bytes(), &mut check);
            same_hash(&check, &self.u)
        } else {
            let mut check: Hash =
                Md5::new().chain_update(PADDING).chain_update(self.file_id).finalize().into();
            (0..=LAST_TURN).for_each(|turn| rc4_turn(key.as_bytes(), turn, &mut check));
            self.u.first_chunk().is_some_and(|expected| same_hash(&check, expected))
        };
        right.then_some(key)
    }

    /// Algorithm 7: the owner password decrypts `O`, which contains the user password.
    fn open_as_owner(&self, password: &Padded, length: usize) -> Option<FileKey> {
        let mut hash: Hash = Md5::digest(password).into();
        if self.params.r >= 3 {
            (0..REHASHES).for_each(|_| hash = Md5::digest(hash).into());
        }
        let key = hash.get(..length)?;
        let mut user_password = self.o;
        if self.params.r >= 3 {
            (0..=LAST_TURN).rev().for_each(|turn| rc4_turn(key, turn, &mut user_password));
        } else {
            rc4_in_place(key, &mut user_password);
        }
        self.open_as_user(&user_password, length)
    }

    /// Algorithm 2.
    fn file_key(&self, password: &Padded, length: usize) -> FileKey {
        let [p0, p1, p2, p3, ..] = self.params.p.to_le_bytes();
        let mut md5 = Md5::new()
            .chain_update(password)
            .chain_update(self.o)
            .chain_update([p0, p1, p2, p3])
            .chain_update(self.file_id);
        if self.params.r >= 4 && !self.params.encrypt_metadata {
            md5.update([0xFF; 4]);
        }
        let mut hash: Hash = md5.finalize().into();
        if self.params.r >= 3 {
            (0..REHASHES).for_each(|_| hash = Md5::digest(hash.get(..length).unwrap_or(&hash)).into());
        }
        FileKey::new(hash.get(..length).unwrap_or(&hash))
    }
}

/// Applies RC4 with every byte of the key XORed with the turn number.
fn rc4_turn(key: &[u8], turn: u8, data: &mut [u8]) {
    let mut changed = [0; 16];
    changed.iter_mut().zip(key).for_each(|(to, from)| *to = from ^ turn);
    rc4_in_place(changed.get(..key.len()).unwrap_or(&changed), data);
}

/// Returns the first 32 bytes of a string, padded from the start of `filling`.
fn filled(bytes: &[u8], filling: &Padded) -> Padded {
    let mut padded = *filling;
    let mut source = bytes.iter().chain(filling);
    padded.iter_mut().zip(&mut source).for_each(|(to, from)| *to = *from);
    padded
}

/// Returns the key lengths to try, in bytes, most likely first.
fn key_lengths(params: &EncryptionParams) -> Vec<usize> {
    let declared = params.length_bits.and_then(key_bytes);
    let likely = match (params.v, params.r) {
        (1, _) | (_, 2) => Some(5),
        // Writers of V4 use 128 bits, regardless of the dictionary.
        (4, _) => Some(16),
        _ => declared,
    };
    let of_filters = params.crypt_filters.iter().filter_map(|(_, filter)| key_bytes(filter.length?));
    let mut lengths = Vec::new();
    for length in likely.into_iter().chain(declared).chain([16, 5]).chain(of_filters) {
        if !lengths.contains(&length) {
            lengths.push(length);
        }
    }
    lengths
}

/// Returns the key length for a number that means bits by the standard and bytes to some writers; larger ones are
/// clamped.
fn key_bytes(declared: i64) -> Option<usize> {
    let declared = usize::try_from(declared).ok()?;
    let bytes = if KEY_BYTES.contains(&declared) { declared } else { (declared / 8).min(*KEY_BYTES.end()) };
    KEY_BYTES.contains(&bytes).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_lengths_in_bits_and_bytes() {
        let cases = [
            (40, Some(5)),
            (128, Some(16)),
            (5, Some(5)),
            (16, Some(16)),
            (56, Some(7)),
            (1_000_000, Some(16)),
            (0, None),
            (-1, None),
            (i64::MIN, None),
            (i64::MAX, Some(16)),
            (4, None),
            (39, None),
        ];
        for (declared, expected) in cases {
            assert_eq!(key_bytes(declared), expected, "{declared}");
        }
    }

    #[test]
    fn short_strings_are_filled_from_the_start_of_the_padding() {
        assert_eq!(filled(b"", &PADDING), PADDING);
        let padded = filled(b"abc", &PADDING);
        assert_eq!((&padded[..3], &padded[3..]), (&b"abc"[..], &PADDING[..29]));
        assert_eq!(filled(&[7; 40], &PADDING), [7; 32]);
    }

    #[test]
    fn object_keys_grow_by_five_bytes_up_to_sixteen() {
        let length = |bytes| ObjectKey::new(&FileKey::new(bytes), 1, 0, false).as_rc4().len();
        assert_eq!((length(&[1; 5]), length(&[1; 10]), length(&[1; 16])), (10, 15, 16));
    }
}
