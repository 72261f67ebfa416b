//! `pdftract check`: scores, reasons, the exit code.

use pdftract_testkit::builder::simple_document;
use pdftract_testkit::hostile;

use crate::running::{
    assert_exit, folder_with, hello, json, pdf_of, run, run_in, run_on, saying, stderr, stdout,
};

/// A page whose glyphs have no known text: codes without any mapping in a composite font that is not embedded.
fn unmapped() -> Vec<u8> {
    let content = b"BT /F1 12 Tf 72 700 Td <0001000200030004> Tj ET";
    let stream =
        [format!("<</Length {}>>\nstream\n", content.len()).as_bytes(), content, b"\nendstream"].concat();
    pdf_of(
        &[
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>",
            b"<</Type/Font/Subtype/Type0/BaseFont/Secret/Encoding/Identity-H/DescendantFonts[6 0 R]>>",
            &stream,
            b"<</Type/Font/Subtype/CIDFontType2/BaseFont/Secret/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/FontDescriptor 7 0 R>>",
            b"<</Type/FontDescriptor/FontName/Secret/Flags 4>>",
        ],
        "",
    )
}

#[test]
fn text_that_is_known_can_be_trusted() {
    let output = run(&["check", &hello()]);
    assert_exit(&output, 0);
    assert!(stdout(&output).starts_with(&format!("{}: can be trusted, score 1.00\n", hello())));
    assert!(stdout(&output).ends_with("agl 52\n"), "{}", stdout(&output));
}

#[test]
fn unknown_text_is_not_to_be_trusted() {
    let output = run_on(&["check", "-"], unmapped());
    assert_exit(&output, 4);
    assert!(stdout(&output).starts_with("(standard input): cannot be trusted, score 0.00\n"));
    assert!(stdout(&output).contains("no glyph has known text"));
    let output = run_on(&["check", "--json", "-"], unmapped());
    assert_exit(&output, 4);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["readable"], false);
    let page = &report["pages"][0];
    assert_eq!(
        (&page["page_number"], &page["unmapped"], &page["score"]),
        (&1.into(), &4.into(), &0.0.into())
    );
    assert_eq!((&page["by_source"]["unknown"], &page["reasons"][0]), (&4.into(), &"all_unmapped".into()));
    let output = run_on(&["check", "--quiet", "-"], unmapped());
    assert_exit(&output, 4);
    assert_eq!((stdout(&output).as_str(), stderr(&output).as_str()), ("", ""));
    assert_exit(&run_on(&["check", "--fail-below", "0", "-"], unmapped()), 0);
    for wrong in ["2", "-1", "high"] {
        assert_exit(&run_on(&["check", &format!("--fail-below={wrong}"), "-"], unmapped()), 2);
    }
}

#[test]
fn an_empty_page_has_a_reason() {
    let image = "q 500 0 0 700 50 50 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q";
    let hidden = "BT /F1 12 Tf 72 2000 Td (off the page) Tj ET";
    let report =
        run_on(&["check", "--json", "--fail-below", "0", "-"], simple_document(&["", image, hidden]));
    let report = json(&report);
    let reasons: Vec<&str> = (0..3).filter_map(|page| report["pages"][page]["reasons"][0].as_str()).collect();
    assert_eq!(reasons, ["blank", "image_only", "all_hidden"]);
    assert!(report["pages"][0]["score"].is_null());
    assert_eq!(report["pages"][1]["score"], 0.0);
    // A scan has nothing to trust; a blank page has nothing to distrust.
    assert_exit(&run_on(&["check", "-"], simple_document(&[image])), 4);
    assert_exit(&run_on(&["check", "-"], simple_document(&[""])), 0);
}

#[test]
fn pages_that_a_limit_cuts_are_not_to_be_trusted() {
    let pdf = hostile::by_name("shared_content").unwrap().generate(1.0);
    let output = run_on(&["check", "-"], pdf.clone());
    assert_exit(&output, 4);
    assert!(stdout(&output).starts_with("(standard input): cannot be trusted"), "{}", stdout(&output));
    assert!(stdout(&output).contains("text is missing: a limit was reached"), "{}", stdout(&output));
    let report = run_on(&["check", "--json", "--fail-below", "0", "-"], pdf);
    assert_exit(&report, 0);
    let report = json(&report);
    assert_eq!(report["reasons"], serde_json::json!(["pages_cut"]));
    let cut = |page: &&serde_json::Value| page["reasons"][0] == "cut";
    let cut = report["pages"].as_array().unwrap().iter().filter(cut).count();
    assert!((1..50).contains(&cut), "{cut} pages");
}

#[test]
fn several_files_are_reported_one_by_one() {
    let folder = folder_with(&[
        ("in/a.pdf", &saying(&["one"])),
        ("in/b.pdf", &unmapped()),
        ("bad.pdf", b"Dear reader"),
    ]);
    let output = run_in(folder.path(), &["check", "--json", "in", "bad.pdf"]);
    // The highest code counts: a file that is not a PDF is above distrust.
    assert_exit(&output, 5);
    let names: Vec<String> = stdout(&output)
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["source"]["file"]
                .as_str()
                .unwrap()
                .into()
        })
        .collect();
    assert_eq!(names, ["in/a.pdf", "in/b.pdf"]);
    assert_eq!(stderr(&output), "pdftract: bad.pdf: not a PDF file\n");
    assert_exit(&run_in(folder.path(), &["check", "in/a.pdf", "bad.pdf"]), 5);
}

#[test]
fn rv_38_a_plain_text_is_judged_as_json() {
    let prose = "The ferry left the harbour before sunrise, and nobody on board had slept much.";
    let output = run_on(&["quality", "-"], prose.as_bytes().to_vec());
    assert_exit(&output, 0);
    let verdict = json(&output);
    assert_eq!(
        (&verdict["quality"], &verdict["readable"], &verdict["lang"]),
        (&"high".into(), &true.into(), &"en".into())
    );
    let cipher = "Gur sreel yrsg gur uneobhe orsber fhaevfr, naq abobql ba obneq unq fyrcg zhpu. Jura gur sbt yvsgrq, \
        gur pncgnva ernq gur anzrf bs gur vfynaqf nybhq, bar nsgre gur bgure.";
    let output = run_on(&["quality"], cipher.as_bytes().to_vec());
    assert_exit(&output, 4);
    let verdict: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(
        (&verdict["readable"], &verdict["quality_signals"][0]),
        (&false.into(), &"ngram_anomaly".into())
    );
}
