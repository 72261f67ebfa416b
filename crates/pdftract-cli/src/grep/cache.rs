//! The texts of files, kept in a folder by the hash of their content.
//!
//! A file of the cache has a header with its version, the SHA-256 of the rest, and the pages. It is written under
//! another name and renamed, so that processes may share the folder; whatever cannot be read is written again. Anything in
//! the folder may be deleted at any time.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use super::page::PageText;
use super::trust::Trust;
use crate::extract::atomic_file::Staged;
use crate::plan::CachePlan;

/// The first bytes of a file of the cache; the number changes with the format.
const HEADER: &[u8; 16] = b"pdftract text 1\n";
const EXTENSION: &str = "pttext";
const HASH_BYTES: usize = 32;
/// A text that was used is marked as used again after this time, so that searches do not write all the time.
const USED_AGAIN: Duration = Duration::from_secs(3_600);
/// Texts that are stored before the size of the folder is looked at again.
const STORED_BETWEEN: usize = 500;

/// The cache of a run.
pub(super) struct Cache<'p> {
    plan: &'p CachePlan,
    stored: AtomicUsize,
}

impl<'p> Cache<'p> {
    pub(super) fn new(plan: &'p CachePlan) -> Self {
        Self { plan, stored: AtomicUsize::new(0) }
    }

    /// Returns the name of the text of a file with this content.
    pub(super) fn key(&self, content: &[u8]) -> String {
        let mut hash = Sha256::new();
        hash.update(self.plan.options.as_bytes());
        hash.update([0]);
        hash.update(content);
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn path(&self, key: &str) -> PathBuf {
        self.plan.folder.join(key).with_extension(EXTENSION)
    }

    /// Returns the pages of a file, if they are there and undamaged.
    pub(super) fn load(&self, key: &str) -> Option<Vec<PageText>> {
        let path = self.path(key);
        let mut file = File::open(&path).ok()?;
        let kind = file.metadata().ok()?;
        if !kind.is_file() || kind.len() > self.plan.most_bytes {
            return None;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        let pages = decoded(&bytes)?;
        let is_old = |used: SystemTime| used.elapsed().is_ok_and(|since| since > USED_AGAIN);
        if kind.modified().is_ok_and(is_old) {
            // A cache that cannot be written is still a cache.
            let _ = File::options()
                .append(true)
                .open(&path)
                .and_then(|file| file.set_modified(SystemTime::now()));
        }
        Some(pages)
    }

    /// Keeps the pages of a file. A folder that cannot be written is no trouble: the search has its result.
    pub(super) fn store(&self, key: &str, pages: &[PageText]) {
        let bytes = encoded(pages);
        // One text must not push out most of the others.
        if bytes.len() as u64 > self.plan.most_bytes / 4 {
            return;
        }
        let written = Staged::create(&self.path(key)).and_then(|mut staged| {
            staged.write_all(&bytes)?;
            staged.commit()
        });
        if written.is_ok()
            && self.stored.fetch_add(1, Ordering::Relaxed) % STORED_BETWEEN == STORED_BETWEEN - 1
        {
            self.shrink();
        }
    }

    /// Ends the run: removes the texts that were not used for the longest time, if all are too large.
    pub(super) fn finish(&self) {
        if self.stored.load(Ordering::Relaxed) > 0 {
            self.shrink();
        }
    }

    fn shrink(&self) {
        let mut texts: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.plan.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_text = path.extension().is_some_and(|extension| extension == EXTENSION)
                && path.file_stem().is_some_and(|stem| stem.len() == 2 * HASH_BYTES);
            if let Some(kind) = entry.metadata().ok().filter(|kind| is_text && kind.is_file()) {
                texts.push((kind.modified().unwrap_or(SystemTime::UNIX_EPOCH), kind.len(), path));
            }
        }
        let mut total: u64 = texts.iter().map(|(_, bytes, _)| bytes).sum();
        if total <= self.plan.most_bytes {
            return;
        }
        texts.sort();
        for (_, bytes, path) in texts {
            // Some room is made at once, so that not every run has to.
            if total <= self.plan.most_bytes / 10 * 9 {
                break;
            }
            let _ = fs::remove_file(path);
            total -= bytes;
        }
    }
}

fn encoded(pages: &[PageText]) -> Vec<u8> {
    let mut body = Vec::new();
    for page in pages {
        let trust = match page.trust {
            Trust::Fine => 0,
            Trust::Image => 1,
            Trust::Garbled => 2,
        };
        body.extend([trust, u8::from(page.label.is_some())]);
        body.extend((page.index as u64).to_le_bytes());
        for text in [page.label.as_deref().unwrap_or_default(), &page.text] {
            body.extend((text.len() as u64).to_le_bytes());
            body.extend(text.as_bytes());
        }
    }
    [HEADER.as_slice(), &Sha256::digest(&body), &body].concat()
}

fn decoded(bytes: &[u8]) -> Option<Vec<PageText>> {
    let (hash, mut body) = bytes.strip_prefix(HEADER)?.split_at_checked(HASH_BYTES)?;
    if Sha256::digest(body).as_slice() != hash {
        return None;
    }
    let mut pages = Vec::new();
    while !body.is_empty() {
        let (&[trust, has_label], rest) = body.split_first_chunk::<2>()?;
        let (index, rest) = number(rest)?;
        let (label, rest) = string(rest)?;
        let (text, rest) = string(rest)?;
        let trust = match trust {
            0 => Trust::Fine,
            1 => Trust::Image,
            2 => Trust::Garbled,
            _ => return None,
        };
        pages.push(PageText { index, label: (has_label == 1).then_some(label), text, trust });
        body = rest;
    }
    Some(pages)
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<8>()?;
    Some((usize::try_from(u64::from_le_bytes(*number)).ok()?, rest))
}

fn string(bytes: &[u8]) -> Option<(String, &[u8])> {
    let (length, rest) = number(bytes)?;
    let (text, rest) = rest.split_at_checked(length)?;
    Some((String::from_utf8(text.to_vec()).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(index: usize, text: &str) -> PageText {
        PageText { index, label: Some("iv".into()), text: text.into(), trust: Trust::Garbled }
    }

    #[test]
    fn damage_is_found() {
        let bytes = encoded(&[page(0, "one\n"), page(7, "")]);
        assert_eq!(decoded(&bytes), Some(vec![page(0, "one\n"), page(7, "")]));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(decoded(&damaged), None, "{at}");
            assert_eq!(decoded(&bytes[..at]), None, "{at}");
        }
    }

    #[test]
    fn the_folder_is_bounded_and_only_texts_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let plan = CachePlan { folder: folder.path().into(), most_bytes: 10_000, options: "x".into() };
        let cache = Cache::new(&plan);
        fs::write(folder.path().join("notes.pttext"), vec![0; 50_000]).unwrap();
        for number in 0..12_u8 {
            cache.store(&cache.key(&[number]), &[page(0, &"x".repeat(1_500))]);
        }
        cache.store(&cache.key(b"too large"), &[page(0, &"x".repeat(9_000))]);
        cache.finish();
        let names = fs::read_dir(folder.path()).unwrap().flatten().count();
        assert_eq!(names, 1 + 5, "five texts of about 1,600 bytes fit into nine tenths of 10,000");
        assert!(folder.path().join("notes.pttext").exists());
        assert!(cache.load(&cache.key(b"too large")).is_none());
        let other = CachePlan { folder: folder.path().into(), most_bytes: 10_000, options: "y".into() };
        assert_ne!(Cache::new(&other).key(b"a"), cache.key(b"a"));
    }
}
