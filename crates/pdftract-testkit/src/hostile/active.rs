//! Active or deceptive content: scripts, attachments, metadata, hidden text and shadow revisions.

use crate::builder::{append_revision, stream_body};
use crate::encode;

use super::page::{HELLO, HelloPage};
use super::recipe::{Expect, Recipe, scaled};

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::fixed("javascript", "The file runs a script when it opens.", Expect::hello(), || {
        HelloPage::new()
            .catalog("/OpenAction<</S/JavaScript/JS 6 0 R>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS 6 0 R>>]>>>>")
            .page("/AA<</O<</S/JavaScript/JS(while\\(1\\);)>>>>")
            .stream(6, "", "while (true) { app.alert('x'); }")
            .finish()
    }),
    Recipe::fixed("launch", "The file starts a program when it opens.", Expect::hello(), || {
        HelloPage::new()
            .catalog("/OpenAction<</S/Launch/F(/bin/sh)/Win<</F(cmd.exe)/P(/c calc)>>/Unix(/bin/sh)>>")
            .finish()
    }),
    Recipe::fixed("uri_submit", "Links and forms send data to an address.", Expect::hello(), || {
        HelloPage::new()
            .catalog("/OpenAction<</S/SubmitForm/F<</FS/URL/F(http://127.0.0.1:9/s)>>/Next<</S/URI/URI(http://127.0.0.1:9/u)>>>>")
            .page("/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 612 792]/A<</S/URI/URI(javascript:alert\\(1\\))>>>>]")
            .finish()
    }),
    Recipe::fixed("go_to_remote", "Actions lead into other files.", Expect::hello(), || {
        HelloPage::new()
            .catalog("/OpenAction<</S/GoToR/F(/etc/passwd)/D[0/Fit]/Next<</S/GoToE/F(\\\\\\\\host\\\\share)/D[0/Fit]>>>>")
            .finish()
    }),
    Recipe::fixed("xfa", "An XFA form holds a script and an external entity.", Expect::hello(), || {
        let form = "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>\
            <xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'><script>xfa.host.gotoURL('http://127.0.0.1:9')</script>\
            <a>&e;</a></xdp:xdp>";
        HelloPage::new().catalog("/AcroForm<</Fields[]/XFA 6 0 R>>").stream(6, "", form).finish()
    }),
    Recipe::fixed(
        "postscript_xobject",
        "The page draws a PostScript program that reads a file.",
        Expect::hello(),
        || {
            HelloPage::new()
                .resources("/XObject<</X 6 0 R>>")
                .after_hello("/X Do")
                .stream(
                    6,
                    "/Type/XObject/Subtype/PS",
                    "(/etc/passwd) (r) file { dup read not { exit } if } loop",
                )
                .finish()
        },
    ),
    Recipe::fixed(
        "attach_traversal",
        "An attached file's name leads out of its folder.",
        Expect::hello(),
        || attachments(&[b"(../../../../tmp/evil.txt)".to_vec()]),
    ),
    Recipe::fixed(
        "attach_names",
        "Thirty attached files have names that no file should have.",
        Expect::hello().saying(&["TEXT_SANITIZED"]),
        || attachments(&bad_names()),
    ),
    Recipe::fixed("attach_cycle", "An attached file is its own specification.", Expect::hello(), || {
        HelloPage::new()
            .catalog("/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>")
            .object(6, "<</Type/Filespec/F 6 0 R/UF 6 0 R/EF<</F 6 0 R>>/RF 6 0 R>>")
            .finish()
    }),
    Recipe::scaled("attach_bomb", "An attached file inflates to 512 MiB.", Expect::hello(), |scale| {
        let data = encode::flate_repeated(b"", &vec![0; 1 << 20], scaled(512, scale));
        HelloPage::new()
            .catalog("/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>")
            .object(6, "<</Type/Filespec/F(bomb.bin)/EF<</F 7 0 R>>>>")
            .stream(7, "/Type/EmbeddedFile/Filter/FlateDecode/Params<</Size 1>>", data)
            .finish()
    }),
    Recipe::fixed(
        "xmp_laughs",
        "The metadata declares entities that would grow a thousand million times, and one outside.",
        Expect::hello().saying(&["XMP_ENTITIES_IGNORED"]),
        xmp_laughs,
    ),
    Recipe::scaled(
        "xmp_bomb",
        "The metadata inflates to 64 MiB of open elements.",
        Expect::hello().saying(&["XMP_DAMAGED", "STREAM_LIMIT"]),
        |scale| {
            let block = "<a:b c='d'>".repeat(95_325);
            let head = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>";
            metadata(
                "/Filter/FlateDecode",
                &encode::flate_repeated(head, block.as_bytes(), scaled(64, scale)),
            )
        },
    ),
    Recipe::fixed(
        "info_controls",
        "The title holds overrides, tags, escapes and NUL.",
        Expect::hello().saying(&["TEXT_SANITIZED"]),
        || {
            HelloPage::new()
                .trailer("/Info 6 0 R")
                .object(6, "<</Title<FEFF0041202E0042DB40DC41001B005B0033003100000007D80000430085>>>")
                .finish()
        },
    ),
    Recipe::fixed("hidden_text", "Nine words are hidden in nine ways.", Expect::hello(), hidden_text),
    Recipe::fixed(
        "header_junk",
        "1,000 bytes of junk stand before the header.",
        Expect::hello().saying(&["HEADER_JUNK"]),
        || [b"junk ".repeat(200), HelloPage::new().finish()].concat(),
    ),
    Recipe::fixed(
        "header_polyglot",
        "The file is a shell script and a picture as well.",
        Expect::hello().saying(&["HEADER_JUNK"]),
        || [b"GIF89a=0;#!/bin/sh\necho polyglot; exit\n".to_vec(), HelloPage::new().finish()].concat(),
    ),
    Recipe::fixed(
        "shadow_revision",
        "A later revision replaces the content of the page.",
        Expect::hello(),
        || {
            let first = HelloPage::new().stream(5, "", HELLO.replace("HELLO", "SHADOW")).finish();
            append_revision(&first, &[(5, &stream_body("", HELLO.as_bytes()))])
        },
    ),
    Recipe::fixed(
        "trailing_junk",
        "The file ends twice, with 900 bytes of junk after the last end.",
        Expect::hello(),
        || [HelloPage::new().finish(), b"%%EOF\n".to_vec(), b"<html>junk".repeat(90)].concat(),
    ),
];

/// Returns a file with one attachment for each name; the names are PDF strings.
fn attachments(names: &[Vec<u8>]) -> Vec<u8> {
    let mut page = HelloPage::new().stream(6, "/Type/EmbeddedFile", "evil");
    let mut tree = "/Names<</EmbeddedFiles<</Names[".to_owned();
    for (index, name) in names.iter().enumerate() {
        let number = 10 + index as u32;
        tree.push_str(&format!("(key{index:02}) {number} 0 R "));
        let specification =
            [b"<</Type/Filespec/F", name.as_slice(), b"/UF", name, b"/EF<</F 6 0 R>>>>"].concat();
        page = page.object(number, specification);
    }
    page.catalog(tree + "]>>>>").finish()
}

fn bad_names() -> Vec<Vec<u8>> {
    const PLAIN: [&str; 20] = [
        "/etc/passwd",
        "..",
        ".",
        "",
        " ",
        "CON",
        "con.txt",
        "NUL",
        "COM1",
        "LPT9.pdf",
        "C:\\\\Windows\\\\win.ini",
        "\\\\\\\\host\\\\share\\\\file",
        "a/../../b",
        "..\\\\..\\\\b",
        "file:///etc/passwd",
        "name.",
        "name ",
        "a:stream",
        "-rf",
        "~/.ssh/authorized_keys",
    ];
    // Overrides, NUL, line breaks, escapes, lone surrogates, tags, invisible letters and slashes of other scripts.
    const UNICODE: [&str; 9] = [
        "FEFF0066006F006F202E0066006400700065",
        "FEFF00610000002E0065",
        "FEFF0061000D000A0062",
        "FEFF001B005B00320041",
        "FEFFD8000061",
        "FEFFDB40DC41DB40DC42",
        "FEFF200B200D2060",
        "FEFF0061221500620063",
        "FEFFFF0FFF0E",
    ];
    let mut names: Vec<Vec<u8>> = PLAIN.iter().map(|name| format!("({name})").into_bytes()).collect();
    names.extend(UNICODE.iter().map(|digits| format!("<{digits}>").into_bytes()));
    names.push(format!("({})", "long".repeat(2_500)).into_bytes());
    names
}

fn metadata(dict_entries: &str, data: &[u8]) -> Vec<u8> {
    let entries = format!("/Type/Metadata/Subtype/XML{dict_entries}");
    HelloPage::new().catalog("/Metadata 6 0 R").stream(6, &entries, data).finish()
}

fn xmp_laughs() -> Vec<u8> {
    let mut packet = "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY l0 \"lol\">".to_owned();
    for level in 1..10 {
        let value = format!("&l{};", level - 1).repeat(10);
        packet.push_str(&format!("<!ENTITY l{level} \"{value}\">"));
    }
    packet.push_str(
        "<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><a>&l9;&x;</a></x:xmpmeta>",
    );
    metadata("", packet.as_bytes())
}

fn hidden_text() -> Vec<u8> {
    let content = "BT /F1 12 Tf 3 Tr 72 680 Td (TR3) Tj ET \
        BT 0 Tr 1 g /F1 12 Tf 72 660 Td (WHITE) Tj ET 0 g \
        BT /F1 0.1 Tf 72 640 Td (TINY) Tj ET \
        BT /F1 12 Tf 5000 5000 Td (OFFPAGE) Tj ET \
        /OC /L BDC BT /F1 12 Tf 72 620 Td (LAYER) Tj ET EMC \
        q 0 0 1 1 re W n BT /F1 12 Tf 72 600 Td (CLIPPED) Tj ET Q \
        /Span <</ActualText (ACTUAL)>> BDC BT /F1 12 Tf 72 580 Td (DRAWN) Tj ET EMC \
        BT /F1 12 Tf 72 560 Td (COVERED) Tj ET 0.5 g 60 550 200 30 re f \
        /G gs BT /F1 12 Tf 72 540 Td (ALPHA0) Tj ET";
    HelloPage::new()
        .catalog("/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>")
        .resources("/Properties<</L 6 0 R>>/ExtGState<</G<</ca 0>>>>")
        .after_hello(content)
        .object(6, "<</Type/OCG/Name(L)>>")
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_thirty_bad_names() {
        assert_eq!(bad_names().len(), 30);
    }
}
