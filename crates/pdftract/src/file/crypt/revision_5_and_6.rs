//! Finds the file key under revisions 5 and 6: salted hashes of the password, and the key encrypted with AES-256.
//!
//! ISO 32000-2, 7.6.4, algorithms 2.A, 2.B, 11, 12 and 13; revision 5 is Adobe's extension level 3, which hashes
//! once.

use aes::{Aes128, Aes256};
use cbc::cipher::array::Array;
use cbc::cipher::{BlockCipherDecrypt, BlockModeEncrypt, KeyInit, KeyIvInit};
use sha2::{Digest, Sha256, Sha384, Sha512};

use super::cipher::{BLOCK_BYTES, aes_cbc_blocks};
use super::key::{FileKey, Unlocked, same_hash};
use super::params::EncryptionParams;

/// The number of bytes of `U` that are part of the owner's hash: all of it.
const VERIFIER_BYTES: usize = 48;
/// The size of an encrypted file key.
const LOCKED_KEY_BYTES: usize = 32;
/// The minimum number of rounds of the hash.
const FEWEST_ROUNDS: usize = 64;
/// The number of copies of the password encrypted in a round.
const COPIES: usize = 64;

type Hash = [u8; 32];

/// One of the entries `O` and `U`.
struct Verifier<'a> {
    hash: &'a Hash,
    check_salt: &'a [u8; 8],
    key_salt: &'a [u8; 8],
    locked_key: &'a [u8; LOCKED_KEY_BYTES],
    /// Additional hash input besides the password and the salt: `U` for the owner, empty for the user.
    context: &'a [u8],
}

impl<'a> Verifier<'a> {
    /// Splits the entries, which may be longer than needed, but not shorter.
    fn read(entry: &'a [u8], locked_key: &'a [u8], context: &'a [u8]) -> Option<Self> {
        let (hash, salts) = entry.split_first_chunk()?;
        let (check_salt, rest) = salts.split_first_chunk()?;
        let key_salt = rest.first_chunk()?;
        Some(Self { hash, check_salt, key_salt, locked_key: locked_key.first_chunk()?, context })
    }

    fn of_user(params: &'a EncryptionParams) -> Option<Self> {
        Self::read(&params.u, &params.ue, &[])
    }

    fn of_owner(params: &'a EncryptionParams) -> Option<Self> {
        Self::read(&params.o, &params.oe, params.u.get(..VERIFIER_BYTES)?)
    }

    /// Returns the file key, if the password is correct.
    fn open(&self, r: i64, password: &[u8]) -> Option<FileKey> {
        let hash = |salt| {
            if r == 5 {
                hash_once(password, salt, self.context)
            } else {
                hash_hard(password, salt, self.context).0
            }
        };
        if !same_hash(&hash(self.check_salt), self.hash) {
            return None;
        }
        let cipher = Aes256::new(&hash(self.key_salt).into());
        let mut key = *self.locked_key;
        aes_cbc_blocks(&cipher, &[0; BLOCK_BYTES], &mut key);
        Some(FileKey::new(&key))
    }
}

/// Tries passwords, each as user and as owner password.
pub(super) fn unlock(params: &EncryptionParams, passwords: &[Vec<u8>]) -> Option<(FileKey, Unlocked)> {
    let user = Verifier::of_user(params);
    let owner = Verifier::of_owner(params);
    let open = |verifier: &Option<Verifier<'_>>, password: &[u8]| verifier.as_ref()?.open(params.r, password);
    passwords.iter().find_map(|password| {
        let as_user = open(&user, password).map(|key| (key, Unlocked::AsUser));
        as_user.or_else(|| Some((open(&owner, password)?, Unlocked::AsOwner)))
    })
}

/// Describes an entry that is too short to check any password.
pub(super) fn damage(params: &EncryptionParams) -> Option<String> {
    let entries = [
        ("U", params.u.len(), VERIFIER_BYTES),
        ("UE", params.ue.len(), LOCKED_KEY_BYTES),
        ("O", params.o.len(), VERIFIER_BYTES),
        ("OE", params.oe.len(), LOCKED_KEY_BYTES),
    ];
    let short = entries.into_iter().find(|(_, length, needed)| length < needed)?;
    Some(format!("/{} has {} bytes of {}", short.0, short.1, short.2))
}

/// Returns the permissions inside `Perms`, which unlike `P` cannot be changed without the key. Algorithm 13.
pub(super) fn sealed_permissions(key: &FileKey, perms: &[u8]) -> Option<u32> {
    let mut block = Array::from(*perms.first_chunk::<BLOCK_BYTES>()?);
    Aes256::new(key.as_aes_256().into()).decrypt_block(&mut block);
    let [p0, p1, p2, p3, _, _, _, _, _, b'a', b'd', b'b', ..] = block.0 else { return None };
    Some(u32::from_le_bytes([p0, p1, p2, p3]))
}

/// Computes the hash of revision 5.
fn hash_once(password: &[u8], salt: &[u8; 8], context: &[u8]) -> Hash {
    Sha256::new().chain_update(password).chain_update(salt).chain_update(context).finalize().into()
}

/// Computes the hash of revision 6, which is deliberately slow, and the number of rounds. Algorithm 2.B.
fn hash_hard(password: &[u8], salt: &[u8; 8], context: &[u8]) -> (Hash, usize) {
    let mut state = State::new(&hash_once(password, salt, context));
    let mut buffer = Vec::new();
    let mut rounds: usize = 0;
    loop {
        let last = round(&mut state, &mut buffer, password, context);
        rounds = rounds.saturating_add(1);
        // The byte is at most 255, so round 287 is the last at the latest.
        if rounds >= FEWEST_ROUNDS && usize::from(last).saturating_add(32) <= rounds {
            break;
        }
    }
    (state.first_half(), rounds)
}

/// Runs one round: encrypts copies of the input and hashes the result. Returns the last encrypted byte.
fn round(state: &mut State, buffer: &mut Vec<u8>, password: &[u8], context: &[u8]) -> u8 {
    buffer.clear();
    for _ in 0..COPIES {
        buffer.extend_from_slice(password);
        buffer.extend_from_slice(state.as_bytes());
        buffer.extend_from_slice(context);
    }
    let (key, iv) = state.key_and_iv();
    // 64 copies are a whole number of blocks at any length.
    let (blocks, _) = Array::slice_as_chunks_mut(buffer);
    cbc::Encryptor::<Aes128>::new(&key.into(), &iv.into()).encrypt_blocks(blocks);
    // The first 16 bytes as a number modulo 3 equal their sum modulo 3, since 256 is 1 modulo 3.
    let sum: u32 = buffer.iter().take(16).map(|&byte| u32::from(byte)).sum();
    *state = match sum % 3 {
        0 => State::new(&Sha256::digest(&*buffer)),
        1 => State::new(&Sha384::digest(&*buffer)),
        _ => State::new(&Sha512::digest(&*buffer)),
    };
    buffer.last().copied().unwrap_or(0)
}

/// The hash between two rounds: 32, 48 or 64 bytes.
struct State {
    bytes: [u8; 64],
    length: usize,
}

impl State {
    fn new(hash: &[u8]) -> Self {
        let mut bytes = [0; 64];
        bytes.iter_mut().zip(hash).for_each(|(to, from)| *to = *from);
        Self { bytes, length: hash.len().min(64) }
    }

    fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or(&self.bytes)
    }

    fn first_half(&self) -> Hash {
        self.bytes.first_chunk().copied().unwrap_or_default()
    }

    fn key_and_iv(&self) -> ([u8; BLOCK_BYTES], [u8; BLOCK_BYTES]) {
        let (key, rest) = self.bytes.split_first_chunk().unwrap_or((&[0; BLOCK_BYTES], &[]));
        (*key, rest.first_chunk().copied().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maximum number of rounds, after which the last byte always ends the hash; the minimum is 64 (ISO 32000-2,
    /// 7.6.4.3.4).
    const MOST_ROUNDS: usize = 255 + 32;
    /// A hash takes about 40 ms without optimisation.
    const SALTS: usize = if cfg!(debug_assertions) { 40 } else { 1_000 };

    #[test]
    fn the_hash_stops_in_time_for_any_salt() {
        // Pseudo-random salts, the same on every run.
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut most = 0;
        for _ in 0..SALTS {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (_, rounds) = hash_hard(b"", &seed.to_be_bytes(), &[]);
            assert!((FEWEST_ROUNDS..=MOST_ROUNDS).contains(&rounds), "{rounds} rounds");
            most = most.max(rounds);
        }
        assert!(most > FEWEST_ROUNDS);
    }

    #[test]
    fn permissions_need_the_seal() {
        assert_eq!(sealed_permissions(&FileKey::new(&[1; 32]), &[0; 16]), None);
        assert_eq!(sealed_permissions(&FileKey::new(&[1; 32]), b"short"), None);
    }
}
