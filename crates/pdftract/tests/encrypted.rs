//! Encrypted files of every version and revision that qpdf writes, opened with user, owner and empty password.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pdftract::{Error, File, Options};

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/encrypted/");
    std::fs::read(format!("{folder}{name}.pdf")).unwrap()
}

fn open(name: &str, password: Option<&str>) -> Result<File, Error> {
    File::open(fixture(name), &Options::default().with(|options| options.password = password.map(Into::into)))
}

/// Asserts that strings, content, metadata and attachments of the fixture are readable.
fn reads(name: &str, password: Option<&str>) -> File {
    let file = open(name, password).unwrap_or_else(|error| panic!("{name} with {password:?}: {error}"));
    assert_eq!(file.metadata().title.as_deref(), Some("A locked title"), "{name}");
    let content = file.page(0).unwrap().content();
    assert!(String::from_utf8_lossy(&content).contains("Hello, locked world"), "{name}");
    let attachments = file.attachments();
    assert_eq!(attachments[0].name, "note.txt", "{name}");
    let data = file.attachment_stream(&attachments[0]).unwrap().decode().data;
    assert_eq!(&*data, b"an attached note\n", "{name}");
    assert!(file.diagnostics().is_empty(), "{name}: {:?}", file.diagnostics());
    file
}

#[test]
fn user_and_owner_passwords_of_every_revision() {
    let names = [
        "rc4-40-r2",
        "rc4-128-r3",
        "rc4-128-r4",
        "rc4-128-r4-metadata",
        "aes-128-r4",
        "aes-128-r4-metadata",
        "aes-256-r5",
        "aes-256-r6",
        "aes-256-r6-metadata",
        "aes-256-r6-object-streams",
    ];
    for name in names {
        assert_eq!(reads(name, Some("user")).unlocked_as(), Some("user"), "{name}");
        assert_eq!(reads(name, Some("owner")).unlocked_as(), Some("owner"), "{name}");
        assert!(matches!(open(name, None), Err(Error::PasswordNeeded)), "{name}");
        assert!(matches!(open(name, Some("wrong")), Err(Error::WrongPassword)), "{name}");
    }
}

#[test]
fn the_empty_password_is_always_tried() {
    for name in
        ["rc4-40-r2-empty", "rc4-128-r3-empty", "aes-128-r4-empty", "aes-256-r5-empty", "aes-256-r6-empty"]
    {
        assert_eq!(reads(name, None).unlocked_as(), Some("user"), "{name}");
        assert_eq!(reads(name, Some("owner")).unlocked_as(), Some("owner"), "{name}");
    }
    assert_eq!(reads("aes-256-r6-no-owner", None).unlocked_as(), Some("owner"));
}

#[test]
fn passwords_beyond_ascii_and_very_long_ones() {
    for (name, password) in [
        ("rc4-128-r3-accents", "é€ß"),
        ("rc4-128-r3-accents", "Žÿ•"),
        ("rc4-128-r3-utf8", "é日"),
        ("aes-256-r6-unicode", "日本"),
        ("aes-256-r6-unicode", "ﬁ Ⅸ"),
        ("aes-256-r6-ligature", "ﬁ"),
    ] {
        reads(name, Some(password));
    }
    let long = "long password ".repeat(20);
    reads("aes-256-r6-long", Some(&long));
}

#[test]
fn plain_file_has_no_encryption() {
    let file = reads("plain", None);
    assert_eq!((file.encryption(), file.permissions()), (None, None));
    assert_eq!(reads("aes-256-r6", Some("user")).encryption().as_deref(), Some("AES-256 (V5 R6)"));
}

#[test]
fn a_lost_cross_reference_does_not_lock_the_file_for_good() {
    for name in ["rc4-128-r3", "aes-256-r6"] {
        let mut bytes = fixture(name);
        let at = bytes.windows(9).rposition(|window| window == b"startxref").unwrap();
        bytes[at..at + 9].copy_from_slice(b"startnone");
        let options = Options::default().with(|options| options.password = Some("user".into()));
        let file = File::open(bytes, &options).unwrap();
        assert_eq!(file.metadata().title.as_deref(), Some("A locked title"), "{name}");
    }
}
