//! Opens the fixtures in `tests/fixtures/encrypted`, and dictionaries with wrong values.

use std::fs;
use std::path::Path;

use super::*;

const TITLE: &[u8] = b"A locked title";
const NOTE: &[u8] = b"an attached note\n";
const PACKET: &[u8] = b"<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">a locked packet</x:xmpmeta>\n";
const PAGE: &[u8] = b"BT /F1 18 Tf 20 50 Td (Hello, locked world) Tj ET\n";

/// A fixture with one `char` per byte, searched only for what the tests need.
struct Fixture(String);

impl Fixture {
    fn read(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/encrypted").join(name);
        Self(fs::read(path).unwrap().into_iter().map(char::from).collect())
    }

    /// Returns the text after the first `key` after `scope`.
    fn after(&self, scope: &str, key: &str) -> Option<&str> {
        Some(self.0.split_once(scope)?.1.split_once(key)?.1.trim_start())
    }

    /// Returns the text after the key in the encryption dictionary.
    fn entry(&self, key: &str) -> Option<&str> {
        let number = self.after("%PDF", "/Encrypt ")?.split(' ').next()?;
        let dictionary = self.0.split_once(&format!("\n{number} 0 obj"))?.1.split_once("endobj")?.0;
        Some(dictionary.split_once(key)?.1.trim_start())
    }

    fn number(&self, key: &str) -> i64 {
        self.entry(key).unwrap().split([' ', '\n']).next().unwrap().parse().unwrap()
    }

    fn name(&self, key: &str) -> Option<Vec<u8>> {
        let name = self.entry(key)?.strip_prefix('/')?;
        Some(name.split([' ', '\n']).next()?.bytes().collect())
    }

    fn string(&self, key: &str) -> Vec<u8> {
        self.entry(key).map(hexadecimal).unwrap_or_default()
    }

    fn params(&self) -> EncryptionParams {
        let filter = CryptFilterParams { method: self.name("/CFM ").unwrap_or_default(), length: Some(16) };
        EncryptionParams {
            filter: self.name("/Filter ").unwrap(),
            v: self.number("/V "),
            r: self.number("/R "),
            length_bits: Some(self.number("/Filter /Standard /Length ")),
            o: self.string("/O "),
            u: self.string("/U "),
            oe: self.string("/OE "),
            ue: self.string("/UE "),
            perms: self.string("/Perms "),
            p: self.number("/P "),
            encrypt_metadata: self.entry("/EncryptMetadata false").is_none(),
            stream_filter: self.name("/StmF "),
            string_filter: self.name("/StrF "),
            embedded_filter: None,
            crypt_filters: vec![(b"StdCF".to_vec(), filter)],
            file_id: hexadecimal(self.after("%PDF", "/ID [").unwrap()),
        }
    }

    fn title(&self) -> Vec<u8> {
        hexadecimal(self.after("\n2 0 obj", "/Title ").unwrap())
    }

    fn stream(&self, object: u32) -> Vec<u8> {
        let start = self.after(&format!("\n{object} 0 obj"), "/Length ").unwrap();
        let length = start.split([' ', '\n']).next().unwrap().parse().unwrap();
        let data = start.split_once("stream\n").unwrap().1;
        latin_1(data).take(length).collect()
    }
}

fn latin_1(text: &str) -> impl Iterator<Item = u8> {
    text.chars().map(|character| u8::try_from(u32::from(character)).unwrap())
}

fn hexadecimal(text: &str) -> Vec<u8> {
    let digits = text.strip_prefix('<').unwrap().split('>').next().unwrap();
    let byte = |pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.as_bytes().chunks(2).map(byte).collect()
}

fn open(params: &EncryptionParams, password: &str) -> Result<Decryptor, CryptError> {
    Decryptor::new(params, Some(password.as_bytes()))
}

fn plain(bytes: &[u8]) -> DecryptedStream {
    DecryptedStream::Plain(Plain { bytes: bytes.to_vec(), damaged: false })
}

/// Asserts that all data of a fixture is decrypted correctly.
fn assert_readable(fixture: &Fixture, decryptor: &Decryptor) {
    let title = decryptor.decrypt_string(2, 0, &fixture.title());
    assert_eq!(title, Plain { bytes: TITLE.to_vec(), damaged: false });
    let stream = |object, kind| decryptor.decrypt_stream(object, 0, &fixture.stream(object), kind);
    assert_eq!(stream(8, StreamKind::Ordinary), plain(PAGE));
    assert_eq!(stream(6, StreamKind::EmbeddedFile), plain(NOTE));
    if fixture.params().encrypt_metadata {
        assert_eq!(stream(3, StreamKind::Metadata), plain(PACKET));
    } else {
        assert_eq!(stream(3, StreamKind::Metadata), DecryptedStream::AsIs);
        assert_eq!(fixture.stream(3), PACKET);
    }
}

fn assert_opens(name: &str, password: &str, as_whom: Unlocked) {
    let fixture = Fixture::read(name);
    let decryptor = open(&fixture.params(), password).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(decryptor.unlocked(), as_whom, "{name} with {password}");
    assert_readable(&fixture, &decryptor);
}

#[test]
fn fixtures_with_a_user_password() {
    let fixtures = [
        ("rc4-40-r2.pdf", "RC4-40 (V1 R2)"),
        ("rc4-128-r3.pdf", "RC4-128 (V2 R3)"),
        ("rc4-128-r4.pdf", "RC4-128 (V4 R4)"),
        ("rc4-128-r4-metadata.pdf", "RC4-128 (V4 R4)"),
        ("aes-128-r4.pdf", "AES-128 (V4 R4)"),
        ("aes-128-r4-metadata.pdf", "AES-128 (V4 R4)"),
        ("aes-256-r5.pdf", "AES-256 (V5 R5)"),
        ("aes-256-r6.pdf", "AES-256 (V5 R6)"),
        ("aes-256-r6-metadata.pdf", "AES-256 (V5 R6)"),
    ];
    for (name, description) in fixtures {
        assert_opens(name, "user", Unlocked::AsUser);
        assert_opens(name, "owner", Unlocked::AsOwner);
        let params = Fixture::read(name).params();
        assert_eq!(open(&params, "user").unwrap().description(), description);
        assert_eq!(open(&params, "User").unwrap_err(), CryptError::WrongPassword);
        assert_eq!(open(&params, "").unwrap_err(), CryptError::PasswordNeeded);
        assert_eq!(Decryptor::new(&params, None).unwrap_err(), CryptError::PasswordNeeded);
    }
}

#[test]
fn fixtures_with_an_empty_password() {
    let fixtures = ["rc4-40-r2", "rc4-128-r3", "aes-128-r4", "aes-256-r5", "aes-256-r6"];
    for name in fixtures.map(|name| format!("{name}-empty.pdf")) {
        let fixture = Fixture::read(&name);
        let decryptor = Decryptor::new(&fixture.params(), None).unwrap();
        assert_eq!(decryptor.unlocked(), Unlocked::AsUser);
        assert_readable(&fixture, &decryptor);
        assert_opens(&name, "owner", Unlocked::AsOwner);
        // A password that is not needed is harmless.
        assert_opens(&name, "anything", Unlocked::AsUser);
    }
    assert_opens("aes-256-r6-no-owner.pdf", "", Unlocked::AsOwner);
    assert_opens("aes-256-r6-no-owner.pdf", "user", Unlocked::AsUser);
}

#[test]
fn passwords_beyond_ascii() {
    assert_opens("rc4-128-r3-accents.pdf", "é€ß", Unlocked::AsUser);
    assert_opens("rc4-128-r3-accents.pdf", "e\u{301}€ß", Unlocked::AsUser);
    assert_opens("rc4-128-r3-accents.pdf", "Žÿ•", Unlocked::AsOwner);
    assert_opens("rc4-128-r3-utf8.pdf", "é日", Unlocked::AsUser);
    assert_opens("aes-256-r6-unicode.pdf", "日本", Unlocked::AsUser);
    assert_opens("aes-256-r6-unicode.pdf", "fi IX", Unlocked::AsOwner);
    assert_opens("aes-256-r6-unicode.pdf", "ﬁ\u{A0}Ⅸ", Unlocked::AsOwner);
    assert_opens("aes-256-r6-ligature.pdf", "ﬁ", Unlocked::AsUser);
    let accents = Fixture::read("rc4-128-r3-accents.pdf").params();
    assert!(Decryptor::new(&accents, Some(&[0xE9, 0xA0, 0xDF])).is_ok());
}

#[test]
fn long_passwords_are_cut() {
    let password = "long password ".repeat(20);
    assert_opens("aes-256-r6-long.pdf", &password, Unlocked::AsUser);
    assert_opens("aes-256-r6-long.pdf", password.get(..127).unwrap(), Unlocked::AsUser);
    let params = Fixture::read("aes-256-r6-long.pdf").params();
    assert!(open(&params, password.get(..126).unwrap()).is_err());
    let start = std::time::Instant::now();
    assert!(open(&params, &"long password ".repeat(750_000)).is_ok());
    assert!(cfg!(debug_assertions) || start.elapsed().as_millis() < 100);
}

#[test]
fn permissions_come_from_the_seal() {
    let mut params = Fixture::read("aes-256-r6-empty.pdf").params();
    let right = open(&params, "").unwrap().permissions();
    assert_eq!(i64::from(right.cast_signed()), params.p);
    params.p = -1;
    assert_eq!(open(&params, "").unwrap().permissions(), right);
    params.perms.clear();
    assert_eq!(open(&params, "").unwrap().permissions(), u32::MAX);
}

#[test]
fn permissions_may_be_written_unsigned() {
    let mut params = Fixture::read("aes-128-r4.pdf").params();
    params.p += 1 << 32;
    assert!(open(&params, "user").is_ok());
}

#[test]
fn wrong_key_lengths_are_corrected() {
    for name in ["rc4-40-r2.pdf", "rc4-128-r3.pdf", "rc4-128-r4.pdf", "aes-128-r4.pdf", "aes-256-r6.pdf"] {
        let fixture = Fixture::read(name);
        let mut params = fixture.params();
        let lies = [0, -1, 1, 5, 16, 40, 64, 128, 256, 1_000_000, i64::MIN, i64::MAX];
        for lie in lies.map(Some).into_iter().chain([None]) {
            params.length_bits = lie;
            params.crypt_filters[0].1.length = lie;
            assert_readable(&fixture, &open(&params, "user").unwrap());
        }
    }
}

#[test]
fn short_entries_are_damage() {
    for name in ["rc4-40-r2.pdf", "rc4-128-r3.pdf", "aes-128-r4.pdf", "aes-256-r5.pdf"] {
        let whole = Fixture::read(name).params();
        for length in [0, 1, 15, 31] {
            let mut params = whole.clone();
            params.o.truncate(length);
            let damaged = matches!(open(&params, "owner"), Err(CryptError::Damaged(_)));
            assert!(damaged, "{name}: /O with {length} bytes");
        }
        let mut params = whole.clone();
        params.u.truncate(10);
        assert_eq!(
            open(&params, "user").unwrap_err().to_string(),
            format!(
                "damaged encryption dictionary: /U has 10 bytes of {}",
                match whole.r {
                    2 => 32,
                    3 | 4 => 16,
                    _ => 48,
                }
            )
        );
    }
    // From revision 3 on, half of U is padding.
    let mut params = Fixture::read("aes-128-r4.pdf").params();
    params.u.truncate(16);
    params.o.extend([0; 95]);
    assert!(open(&params, "user").is_ok());
    // The user's half is sufficient for the user password.
    let mut params = Fixture::read("aes-256-r6.pdf").params();
    params.oe.clear();
    assert!(open(&params, "user").is_ok());
}

#[test]
fn any_version_is_known_or_refused() {
    for v in [i64::MIN, -1, 0, 1, 2, 3, 4, 5, 6, i64::MAX] {
        for r in [i64::MIN, -1, 0, 1, 2, 3, 4, 5, 6, 7, i64::MAX] {
            let params = EncryptionParams { v, r, ..Fixture::read("aes-128-r4.pdf").params() };
            let known = matches!((v, r), (1 | 2 | 4, 2..=4) | (5, 5 | 6));
            match open(&params, "no password") {
                Err(CryptError::Unsupported(what)) => {
                    assert_eq!(what, format!("encryption version V{v} R{r}"))
                }
                _ => assert!(known, "V{v} R{r}"),
            }
        }
    }
}

#[test]
fn unknown_handlers_and_methods_are_named() {
    let mut params = Fixture::read("aes-128-r4.pdf").params();
    params.filter = b"FOPN_foweb".to_vec();
    params.r = 131_105;
    let error = open(&params, "user").unwrap_err();
    assert_eq!(error, CryptError::Unsupported("security handler FOPN_foweb".to_owned()));
    params.filter = b"Standard".to_vec();
    params.r = 4;
    params.crypt_filters[0].1.method = b"AES\n".to_vec();
    let error = open(&params, "user").unwrap_err();
    assert_eq!(error, CryptError::Unsupported("crypt filter method AES\\n".to_owned()));
}

#[test]
fn only_embedded_files_encrypted() {
    let fixture = Fixture::read("aes-256-r6.pdf");
    let mut params = fixture.params();
    params.embedded_filter = params.stream_filter.replace(b"Identity".to_vec());
    params.string_filter = None;
    let note = fixture.stream(6);
    for (password, why) in [("", CryptError::PasswordNeeded), ("wrong", CryptError::WrongPassword)] {
        let decryptor = open(&params, password).unwrap();
        assert_eq!((decryptor.unlocked(), decryptor.lock()), (Unlocked::NotNeeded, Some(&why)));
        assert_eq!(decryptor.description(), "AES-256, embedded files only (V5 R6)");
        let stream = |kind| decryptor.decrypt_stream(6, 0, &note, kind);
        assert_eq!(stream(StreamKind::EmbeddedFile), DecryptedStream::Locked);
        assert_eq!(stream(StreamKind::Named(b"StdCF")), DecryptedStream::Locked);
        assert_eq!(stream(StreamKind::Ordinary), DecryptedStream::AsIs);
        assert_eq!(decryptor.decrypt_string(6, 0, b"text").bytes, b"text");
    }
    let decryptor = open(&params, "user").unwrap();
    assert_eq!((decryptor.unlocked(), decryptor.lock()), (Unlocked::AsUser, None));
    assert_eq!(decryptor.decrypt_stream(6, 0, &note, StreamKind::EmbeddedFile), plain(NOTE));
    params.filter = b"Adobe.PubSec".to_vec();
    let decryptor = open(&params, "user").unwrap();
    assert_eq!(decryptor.decrypt_stream(6, 0, &note, StreamKind::EmbeddedFile), DecryptedStream::Locked);
}

#[test]
fn streams_may_name_their_filter() {
    let fixture = Fixture::read("aes-128-r4.pdf");
    let decryptor = open(&fixture.params(), "user").unwrap();
    let page = fixture.stream(8);
    let stream = |name| decryptor.decrypt_stream(8, 0, &page, StreamKind::Named(name));
    assert_eq!(stream(b"Identity"), DecryptedStream::AsIs);
    assert_eq!(stream(b"StdCF"), plain(PAGE));
    assert_eq!(stream(b"undefined"), plain(PAGE));
}

#[test]
fn a_filter_that_is_used_but_not_defined_is_aes() {
    for name in ["aes-128-r4.pdf", "aes-256-r6.pdf"] {
        let fixture = Fixture::read(name);
        let params = EncryptionParams { crypt_filters: Vec::new(), ..fixture.params() };
        assert_readable(&fixture, &open(&params, "user").unwrap());
    }
}

#[test]
fn nothing_encrypted_at_all() {
    let mut params = Fixture::read("aes-128-r4.pdf").params();
    params.crypt_filters[0].1.method = b"None".to_vec();
    let decryptor = open(&params, "").unwrap();
    assert_eq!(decryptor.unlocked(), Unlocked::NotNeeded);
    assert_eq!(decryptor.description(), "not encrypted (V4 R4)");
    assert_eq!(decryptor.decrypt_stream(1, 0, b"x", StreamKind::EmbeddedFile), DecryptedStream::AsIs);
}

#[test]
fn neither_password_nor_key_is_shown() {
    let params = Fixture::read("aes-256-r6.pdf").params();
    let decryptor = open(&params, "user").unwrap();
    let shown = format!("{decryptor:?}");
    assert!(shown.contains("FileKey(32 bytes)") && shown.contains("Aes256 { .. }"), "{shown}");
    assert!(!shown.contains("\"user\""));
}

#[test]
fn damaged_data_is_kept_and_reported() {
    let fixture = Fixture::read("aes-256-r6.pdf");
    let decryptor = open(&fixture.params(), "user").unwrap();
    let page = fixture.stream(8);
    let cut = decryptor.decrypt_stream(8, 0, &page[..page.len() - 5], StreamKind::Ordinary);
    assert_eq!(cut, DecryptedStream::Plain(Plain { bytes: PAGE[..48].to_vec(), damaged: true }));
    assert_eq!(decryptor.decrypt_string(2, 0, b""), Plain { bytes: Vec::new(), damaged: false });
}
