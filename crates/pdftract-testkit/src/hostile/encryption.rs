//! Encryption dictionaries that no reader can use.

use super::page::HelloPage;
use super::recipe::{Expect, Recipe};

/// A key entry of the correct length that matches no password.
const KEY: &str = "<4242424242424242424242424242424242424242424242424242424242424242>";

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::fixed("encrypt_key_length_zero", "The key is 0 bits long.", Expect::unopenable(), || {
        encrypted(&standard(2, 3, "/Length 0"))
    }),
    Recipe::fixed("encrypt_key_length_huge", "The key is a million bits long.", Expect::unopenable(), || {
        encrypted(&standard(2, 3, "/Length 1000000"))
    }),
    Recipe::fixed("encrypt_key_length_negative", "The key is -8 bits long.", Expect::unopenable(), || {
        encrypted(&standard(2, 3, "/Length -8"))
    }),
    Recipe::fixed(
        "encrypt_unknown_handler",
        "The security handler is unknown.",
        Expect::unopenable(),
        || encrypted("<</Filter/Nobody.Knows/V 2/R 3/Length 128>>"),
    ),
    Recipe::fixed("encrypt_unknown_version", "The version is 2,147,483,647.", Expect::unopenable(), || {
        encrypted(&standard(i32::MAX, i32::MAX, "/Length 128"))
    }),
    Recipe::fixed(
        "encrypt_o_short",
        "The owner and user entries are one byte long.",
        Expect::unopenable(),
        || encrypted("<</Filter/Standard/V 2/R 3/Length 128/P -44/O<42>/U<42>>>"),
    ),
    Recipe::fixed(
        "encrypt_r6_short",
        "Revision 6 comes with empty key entries.",
        Expect::unopenable(),
        || {
            let filters = "/StmF/StdCF/StrF/StdCF/CF<</StdCF<</CFM/AESV3>>>>";
            encrypted(&format!(
                "<</Filter/Standard/V 5/R 6/Length 256/P -44/O<>/U<>/OE<>/UE<>/Perms<>{filters}>>"
            ))
        },
    ),
    Recipe::fixed("encrypt_empty", "The encryption dictionary is empty.", Expect::anything(), || {
        encrypted("<<>>")
    }),
    Recipe::fixed(
        "encrypt_cyclic",
        "The encryption dictionary is a reference to itself.",
        Expect::anything(),
        || encrypted("6 0 R"),
    ),
    Recipe::fixed(
        "encrypt_crypt_filter_missing",
        "The streams' crypt filter is not defined.",
        Expect::unopenable(),
        || encrypted(&standard(4, 4, "/Length 128/CF<<>>/StmF/Missing/StrF/Missing")),
    ),
    Recipe::fixed(
        "encrypt_entries_cyclic",
        "Every entry of the encryption dictionary is a reference to the dictionary.",
        Expect::anything(),
        || encrypted("<</Filter 6 0 R/V 6 0 R/R 6 0 R/O 6 0 R/U 6 0 R/P 6 0 R/CF 6 0 R/Length 6 0 R>>"),
    ),
];

fn standard(version: i32, revision: i32, entries: &str) -> String {
    format!("<</Filter/Standard/V {version}/R {revision}/P -44/O{KEY}/U{KEY}{entries}>>")
}

fn encrypted(dictionary: &str) -> Vec<u8> {
    HelloPage::new()
        .object(6, dictionary)
        .trailer("/Encrypt 6 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]")
        .finish()
}

/// Returns files with each field of the encryption dictionary set to each extreme value in turn. A reader must either
/// open or refuse them.
pub fn encryption_sweep() -> Vec<(String, Vec<u8>)> {
    const VALUES: [&str; 9] =
        ["null", "0", "-1", "2147483647", "9223372036854775808", "/Name", "()", "[]", "<</V 1>>"];
    const VERSIONS: [(i32, i32); 6] = [(1, 2), (2, 3), (4, 4), (5, 5), (5, 6), (0, 0)];
    let mut files = Vec::new();
    for (version, revision) in VERSIONS {
        for field in ["Filter", "V", "R", "Length", "P", "O", "U", "OE", "UE", "Perms", "CF", "StmF", "ID"] {
            for value in VALUES {
                let name = format!("V{version} R{revision} {field} {value}");
                files.push((name, encrypted(&with_field(version, revision, field, value))));
            }
        }
    }
    files
}

fn with_field(version: i32, revision: i32, field: &str, value: &str) -> String {
    let version = version.to_string();
    let revision = revision.to_string();
    let usual: [(&str, &str); 11] = [
        ("Filter", "/Standard"),
        ("V", &version),
        ("R", &revision),
        ("Length", "128"),
        ("P", "-44"),
        ("O", KEY),
        ("U", KEY),
        ("OE", KEY),
        ("UE", KEY),
        ("CF", "<</StdCF<</CFM/AESV2/Length 16>>>>"),
        ("StmF", "/StdCF"),
    ];
    let mut entries: String = usual
        .iter()
        .filter(|(name, _)| *name != field)
        .map(|(name, value)| format!("/{name} {value}"))
        .collect();
    entries.push_str(&format!("/{field} {value}"));
    format!("<<{entries}>>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sweep_sets_one_field_at_a_time() {
        let files = encryption_sweep();
        assert_eq!(files.len(), 6 * 13 * 9);
        assert!(with_field(2, 3, "Length", "-1").ends_with("/Length -1>>"));
        assert_eq!(
            with_field(2, 3, "Length", "-1").matches("/Length ").count(),
            2,
            "its own and the crypt filter's"
        );
    }
}
