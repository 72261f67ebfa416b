//! Archives whose bytes only depend on their contents: tar (ustar), gzip, and ar for Debian packages.

use std::collections::BTreeSet;
use std::io::Write as _;

use flate2::{Compression, GzBuilder};

/// A file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The path, relative and with slashes.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
    pub(super) is_program: bool,
}

impl Entry {
    /// Creates a file that is not a program.
    pub(super) fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), bytes: bytes.into(), is_program: false }
    }
}

/// Writes files, with the folders above them first, all of one time and owned by root.
pub(super) fn tar(entries: &[Entry], epoch: u64) -> Result<Vec<u8>, String> {
    let mut entries: Vec<&Entry> = entries.iter().collect();
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    let mut out = Vec::new();
    let mut folders = BTreeSet::new();
    for entry in entries {
        for (end, _) in entry.path.match_indices('/') {
            let folder = &entry.path[..=end];
            if folder != "./" && folders.insert(folder) {
                out.extend(header(folder, 0, 0o755, b'5', epoch)?);
            }
        }
        let mode = if entry.is_program { 0o755 } else { 0o644 };
        out.extend(header(&entry.path, entry.bytes.len(), mode, b'0', epoch)?);
        out.extend(&entry.bytes);
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out.resize(out.len() + 1024, 0);
    Ok(out)
}

/// Returns a header of the POSIX format.
fn header(path: &str, size: usize, mode: u32, kind: u8, epoch: u64) -> Result<[u8; 512], String> {
    if path.len() > 100 || !path.is_ascii() {
        return Err(format!("{path} does not fit into a tar header"));
    }
    let mut header = [0_u8; 512];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, path.as_bytes());
    put(100, format!("{mode:07o}\0").as_bytes());
    put(108, b"0000000\x000000000\0");
    put(124, format!("{size:011o}\0{epoch:011o}\0").as_bytes());
    // The checksum counts itself as spaces.
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000root\0");
    put(297, b"root\0");
    put(329, b"0000000\x000000000\0");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

/// Compresses without a name or a time.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_err(|error| format!("gzip: {error}"))
}

/// Writes the common format of `ar`, in the order given.
pub(super) fn ar(members: &[(&str, Vec<u8>)], epoch: u64) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        out.extend(format!("{name:<16}{epoch:<12}0     0     100644  {:<10}`\n", bytes.len()).into_bytes());
        out.extend(bytes);
        if !bytes.len().is_multiple_of(2) {
            out.push(b'\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn archives_do_not_depend_on_the_order_of_files() {
        let (a, b) = (Entry::new("x/a.txt", "first"), Entry::new("x/y/b.txt", "second"));
        let forth = tar(&[a.clone(), b.clone()], 1).unwrap();
        assert_eq!(forth, tar(&[b, a], 1).unwrap());
        assert!(tar(&[Entry::new("n".repeat(101), "")], 1).is_err());
        let packed = gzip(&forth).unwrap();
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, forth);
    }

    #[test]
    fn tar_lists_what_was_written() {
        let mut program = Entry::new("p-1/bin/p", "#!");
        program.is_program = true;
        let bytes = tar(&[Entry::new("p-1/doc", vec![b'd'; 700]), program], 86_400).unwrap();
        let tool = Command::new("tar")
            .args(["-tvf", "-", "--utc"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut tool) = tool else { return println!("skipped: there is no tar") };
        tool.stdin.take().unwrap().write_all(&bytes).unwrap();
        let output = tool.wait_with_output().unwrap();
        let listed = String::from_utf8(output.stdout).unwrap();
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = listed.lines().map(words).collect();
        assert_eq!(
            lines,
            [
                "drwxr-xr-x root/root 0 1970-01-02 00:00 p-1/",
                "drwxr-xr-x root/root 0 1970-01-02 00:00 p-1/bin/",
                "-rwxr-xr-x root/root 2 1970-01-02 00:00 p-1/bin/p",
                "-rw-r--r-- root/root 700 1970-01-02 00:00 p-1/doc",
            ]
        );
    }

    #[test]
    fn members_of_ar_begin_at_even_offsets() {
        let bytes = ar(&[("odd", b"123".to_vec()), ("even", b"12".to_vec())], 7);
        assert_eq!(bytes.len(), 8 + 60 + 4 + 60 + 2);
        assert!(
            bytes[8..].starts_with(b"odd             7           0     0     100644  3         `\n123\n")
        );
    }
}
