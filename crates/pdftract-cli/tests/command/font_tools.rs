//! Commands about fonts: learn, explain, repair, report and the page of unknown glyphs.

use std::path::Path;
use std::process::{Command, Stdio};

use pdftract_testkit::builder::{PdfBuilder, simple_builder, stream_body, text_page};
use pdftract_testkit::fonts::sfnt::{basic_tables, cmap, cmap_format_4, sfnt, simple_glyph};
use serde_json::Value;

use crate::running::{assert_exit, folder_with, json, run, run_in, run_on, stderr, stdout};

/// Glyphs of no face: the first is "none", then angular shapes, the last a bar.
fn shapes() -> Vec<Vec<(i16, i16)>> {
    let angular = |seed: i16| {
        let inner = 60 + 35 * seed;
        vec![
            (0, 0),
            (520, 40 * seed),
            (500, 700),
            (300, inner),
            (260, 690),
            (90, inner + 20),
            (40, 600 - 30 * seed),
        ]
    };
    let mut shapes = vec![vec![(0, 0), (400, 0), (400, 400)]];
    shapes.extend((1..=6).map(angular));
    shapes.push(vec![(100, -100), (180, -100), (180, 800), (100, 800)]);
    shapes
}

/// A TrueType font of the shapes; with a cmap that calls them p to v and `|`, or without.
fn font(is_named: bool) -> Vec<u8> {
    let (mut glyf, mut loca) = (Vec::new(), vec![0, 0]);
    for shape in shapes() {
        glyf.extend(simple_glyph(&shape));
        loca.extend(u16::try_from(glyf.len() / 2).unwrap().to_be_bytes());
    }
    let mut tables = basic_tables(1000, &[600; 8]);
    if is_named {
        let segments = [(0x70, 0x75, 1), (0x7C, 0x7C, 7)];
        tables.insert(0, (b"cmap", cmap(&[(3, 1, cmap_format_4(&segments))])));
    }
    tables.extend([(b"glyf", glyf), (b"loca", loca)]);
    sfnt(b"\0\x01\0\0", &tables)
}

/// Returns a document whose font has outlines and no Unicode mapping.
fn mute_document() -> Vec<u8> {
    let program = font(false);
    let mut builder = PdfBuilder::new();
    builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
    builder.set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>");
    builder.set(
        3,
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
    );
    builder.set(4, stream_body("", b"BT /F1 20 Tf 72 700 Td <000100020003000400050006000700010002> Tj ET"));
    builder.set(
        5,
        "<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Mute/Encoding/Identity-H/DescendantFonts[6 0 R]>>",
    );
    builder.set(
        6,
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Mute/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)\
         /Supplement 0>>/DW 600/CIDToGIDMap/Identity/FontDescriptor 7 0 R>>",
    );
    builder.set(7, "<</Type/FontDescriptor/FontName/ABCDEF+Mute/Flags 4/FontFile2 8 0 R>>");
    builder.set(8, stream_body("", &program));
    builder.finish()
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_string_lossy().into_owned()
}

#[test]
fn a_learned_font_is_known_from_then_on() {
    let folder = tempfile::tempdir().unwrap();
    let (named, database) = (path(&folder, "corporate.ttf"), path(&folder, "fonts.ptfp"));
    std::fs::write(&named, font(true)).unwrap();
    assert_ne!(stdout(&run_on(&["-"], mute_document())).trim(), "pqrstu|pq");
    let learned = run(&["learn", &named, "-o", &database]);
    assert_exit(&learned, 0);
    assert!(stdout(&learned).contains("7 glyphs learned, 0 known before"), "{}", stdout(&learned));
    let output = run_on(&["--font-db", &database, "-"], mute_document());
    assert_eq!(stdout(&output).trim(), "pqrstu|pq");
    // A folder of databases, named by the environment.
    let mut command = crate::running::pdftract();
    let output = command
        .env("PDFTRACT_FONT_DB", folder.path())
        .arg("-")
        .write_stdin(mute_document())
        .output()
        .unwrap();
    assert_eq!(stdout(&output).trim(), "pqrstu|pq");
    let again = run(&["learn", &named, "-o", &database]);
    assert!(stdout(&again).contains("0 glyphs learned, 7 known before"), "{}", stdout(&again));
}

#[test]
fn bad_databases_and_fonts_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (bad, database) = (path(&folder, "bad.ptfp"), path(&folder, "new.ptfp"));
    std::fs::write(&bad, b"PTFP\x02 no database").unwrap();
    let output = run_on(&["--font-db", &bad, "-"], mute_document());
    assert_exit(&output, 2);
    assert!(stderr(&output).contains("bad.ptfp: the file is"), "{}", stderr(&output));
    let broken_font = path(&folder, "broken.ttf");
    std::fs::write(&broken_font, b"OTTO").unwrap();
    assert_exit(&run(&["learn", &broken_font, "-o", &database]), 5);
    assert_exit(&run(&["learn", &bad, "-o", &bad]), 2);
}

#[test]
fn explain_lists_every_source_of_a_glyph() {
    let pdf = simple_builder(&[&text_page("abc")]).finish();
    let told = json(&run_on(&["explain", "--json", "--text", "b", "-"], pdf.clone()));
    let glyph = &told["glyphs"][0];
    assert_eq!((&glyph["text"], &glyph["unicode_source"]), (&Value::from("b"), &Value::from("agl")));
    let rungs = glyph["rungs"].as_array().unwrap();
    let verdict =
        |name: &str| rungs.iter().find(|rung| rung["rung"] == name).map(|rung| rung["verdict"].clone());
    assert_eq!(verdict("glyph name in the encoding"), Some("answered".into()));
    assert_eq!(verdict("ToUnicode"), Some("silent".into()));
    assert_eq!(glyph["span"]["text"], "abc");
    let text = stdout(&run_on(&["explain", "--at", "75,90", "-"], pdf.clone()));
    assert!(text.contains("\u{201C}a\u{201D}: code 0x61"), "{text}");
    assert!(text.contains("answered   glyph name in the encoding"), "{text}");
    assert_exit(&run_on(&["explain", "--at", "0,0", "-"], pdf.clone()), 2);
    assert_exit(&run_on(&["explain", "--at", "x", "-"], pdf.clone()), 2);
    assert_exit(&run_on(&["explain", "-"], pdf), 2);
}

#[test]
fn repair_and_report_write_files_and_say_what_they_did() {
    let folder = tempfile::tempdir().unwrap();
    let (map, fixed, copy) =
        (path(&folder, "map.toml"), path(&folder, "fixed.pdf"), path(&folder, "copy.pdf"));
    std::fs::write(&map, "[[font]]\nname = \"Mute\"\ncodes = { 1 = \"H\", 2 = \"i\" }\n").unwrap();
    let output = run_on(&["repair", "--font-map", &map, "-o", &fixed, "-"], mute_document());
    assert_exit(&output, 0);
    assert!(stdout(&output).starts_with("font Mute (object 5): "), "{}", stdout(&output));
    assert!(stdout(&run(&[&fixed])).starts_with("Hi"));
    let told = json(&run(&["repair", "--json", &fixed, "-o", &copy]));
    assert_eq!(told["changed"], false);
    assert_eq!(std::fs::read(&fixed).unwrap(), std::fs::read(&copy).unwrap());
    assert_exit(&run(&["report", &fixed, "-o", &copy]), 0);
    assert!(!stdout(&run(&[&copy])).contains("Hi"));
    assert_exit(&run(&["repair", &fixed]), 2);
}

/// The sheet with what a person would do in it: fields filled in, the button pressed.
fn filled(sheet: &str, texts: &[(&str, &str)]) -> String {
    let fields: String = texts
        .iter()
        .map(|(code, text)| {
            format!("document.querySelector('input[data-code=\"{code}\"]').value = '{text}';\n")
        })
        .collect();
    let script = format!("<script>{fields}document.getElementById('save').click();</script></body>");
    sheet.replace("</body>", &script)
}

/// Returns the page after its scripts have run; `None` without Chromium.
fn in_browser(page: &Path) -> Option<String> {
    let profile = tempfile::tempdir().unwrap();
    let data = format!("--user-data-dir={}", profile.path().display());
    let url = format!("file://{}", page.display());
    let headless =
        ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"];
    let is_there = |browser: &&&str| Command::new(browser).arg("--version").output().is_ok();
    let browser = ["chromium", "chromium-browser", "google-chrome"].iter().find(is_there)?;
    // A browser that waits for a download to be looked at would wait for ever.
    let mut command = Command::new("timeout");
    command.args(["60", browser]).args(headless).args([&data, &url]);
    // Downloads go to the home of the profile.
    let output =
        command.env("HOME", profile.path()).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_sheet_filled_in_a_browser_saves_a_font_map_that_works() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = path(&folder, "sheet.html");
    assert_exit(&run_on(&["glyphs", "--unmapped", "-o", &sheet, "-"], mute_document()), 0);
    let html = std::fs::read_to_string(&sheet).unwrap();
    assert!(html.contains("\"code\":\"0x0001\"") && html.contains("\"count\":2"), "{html}");
    assert!(
        !html.contains("http://")
            || html.matches("http://").count() == html.matches("http://www.w3.org").count()
    );
    std::fs::write(&sheet, filled(&html, &[("0x0001", "W"), ("0x0002", "é\"<"), ("0x0007", "l")])).unwrap();
    let Some(dom) = in_browser(Path::new(&sheet)) else {
        println!("skipped: there is no Chromium to open the sheet with");
        return;
    };
    let start =
        dom.find("<pre id=\"map\">").expect("the page shows what it saved") + "<pre id=\"map\">".len();
    let saved = dom[start..].split("</pre>").next().unwrap();
    let saved = saved.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let map = path(&folder, "font-map.toml");
    std::fs::write(&map, saved).unwrap();
    let output = run_on(&["--font-map", &map, "-"], mute_document());
    assert_exit(&output, 0);
    let text = stdout(&output);
    assert!(text.starts_with("Wé\"<") && text.trim_end().ends_with("lWé\"<"), "{text}");
    assert_eq!(dom.matches("<svg").count(), dom.matches("<input").count());
}

#[test]
fn nothing_of_a_file_can_break_out_of_the_sheet() {
    let evil = "<</Type/Font/Subtype/Type1/BaseFont/a#3C#2Fscript#3E#3Cscript#3Ealert#281#29/Encoding<</Differences[1/g1]>>>>";
    let mut builder = simple_builder(&["BT /F1 12 Tf 72 700 Td (\\001) Tj ET"]);
    builder.set(3, evil);
    let folder = tempfile::tempdir().unwrap();
    let sheet = path(&folder, "sheet.html");
    assert_exit(&run_on(&["glyphs", "--unmapped", "-o", &sheet, "-"], builder.finish()), 0);
    let html = std::fs::read_to_string(&sheet).unwrap();
    assert!(html.contains("alert(1") && !html.contains("<script>alert"), "{html}");
}

/// Pipes that nobody writes to would block a run for ever.
#[cfg(unix)]
#[test]
fn a_pipe_that_never_answers_ends_with_the_time() {
    let folder = folder_with(&[]);
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.pdf")).status().unwrap();
    assert!(made.success());
    for command in [vec!["pipe.pdf"], vec!["check", "pipe.pdf"], vec!["learn", "pipe.pdf", "-o", "out.ptfp"]]
    {
        let output = run_in(folder.path(), &[command.as_slice(), &["--time-limit", "1"]].concat());
        assert_exit(&output, 1);
        assert!(stderr(&output).contains("the time allowed for the document is over"), "{command:?}");
    }
}
