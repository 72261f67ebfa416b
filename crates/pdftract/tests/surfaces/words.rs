//! Words with their boxes in records, on request.

use pdftract::output::model::{Page, Word};
use pdftract::{Detail, Document, ExtractOptions};
use pdftract_testkit::sheet::{HELVETICA, Sheet};

use super::open;

fn record(document: &Document, detail: Detail) -> Page {
    document.page_record(0, &ExtractOptions::default().detail(detail)).unwrap()
}

fn words(page: &Page) -> Vec<&Word> {
    page.blocks.iter().flat_map(|block| &block.lines).flat_map(|line| line.words.iter().flatten()).collect()
}

#[test]
fn words_have_their_text_their_place_in_the_block_and_their_box() {
    // Two fonts within a word: spans end there, the word does not.
    let content = "BT /F1 10 Tf 20 300 Td (One two) Tj /F2 10 Tf (fold end) Tj ET";
    let bold = HELVETICA.replace("Helvetica", "Helvetica-Bold");
    let document = open(Sheet::new(300, 400).font(HELVETICA).font(&bold).content(content).bytes());
    let page = record(&document, Detail::Words);
    let block = &page.blocks[0];
    assert!(block.lines[0].spans.len() > 1);
    assert!(block.lines[0].spans.iter().all(|span| span.glyphs.is_none()));
    let words = words(&page);
    assert_eq!(words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(), ["One", "twofold", "end"]);
    for word in &words {
        let text: String =
            block.text.chars().skip(word.start as usize).take((word.end - word.start) as usize).collect();
        assert_eq!(text, word.text);
    }
    // Helvetica: O 778, n 556, e 556, space 278.
    assert_eq!(words[0].bbox[0], 20.0);
    assert!((words[0].bbox[2] - 38.9).abs() < 0.01, "{:?}", words[0]);
    assert!((words[1].bbox[0] - 41.68).abs() < 0.01, "{:?}", words[1]);
    assert!(words[0].bbox[2] < words[1].bbox[0] && words[1].bbox[2] < words[2].bbox[0]);
}

#[test]
fn records_have_no_words_unless_requested() {
    let content = "BT /F1 10 Tf 20 300 Td (One two) Tj ET";
    let document = open(Sheet::new(300, 400).font(HELVETICA).content(content).bytes());
    for detail in [Detail::Spans, Detail::Glyphs] {
        let page = record(&document, detail);
        assert!(words(&page).is_empty());
        assert!(!serde_json::to_string(&page).unwrap().contains("\"words\""));
    }
}

#[test]
fn words_follow_the_text_when_a_hyphen_is_removed() {
    // The first page contains the word, so the hyphen on the second divides it.
    let first = "BT /F1 10 Tf 20 300 Td (The maintainer knows) Tj ET";
    let second = "BT /F1 10 Tf 12 TL 20 300 Td (So ask the main-) Tj T* (tainer again today) Tj ET";
    let document = open(pdftract_testkit::builder::simple_document(&[first, second]));
    let options = ExtractOptions::default().detail(Detail::Words);
    let pages: Vec<Page> = document.page_records(&options).collect::<Result<_, _>>().unwrap();
    let block = &pages[1].blocks[0];
    assert_eq!(block.text, "So ask the maintainer again today");
    let found = words(&pages[1]);
    let texts: Vec<&str> = found.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(texts, ["So", "ask", "the", "main", "tainer", "again", "today"]);
    let text: Vec<char> = block.text.chars().collect();
    for word in found {
        assert_eq!(text[word.start as usize..word.end as usize].iter().collect::<String>(), word.text);
    }
}

#[test]
fn words_keep_to_the_schema() {
    let content = "BT /F1 10 Tf 20 300 Td (One) Tj ET";
    let document = open(Sheet::new(300, 400).font(HELVETICA).content(content).bytes());
    let page = serde_json::to_value(record(&document, Detail::Words)).unwrap();
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../../docs/schema.json")).unwrap();
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let line = &page["blocks"][0]["lines"][0];
    // `hard_break` is written only where it is true, `text` only by writers that leave spans out.
    let listed = keys(&schema["$defs"]["Line"]["properties"]).into_iter();
    let expected = listed.filter(|key| !["hard_break", "text"].contains(&key.as_str()));
    assert_eq!(keys(line), expected.collect::<Vec<_>>());
    assert_eq!(keys(&line["words"][0]), keys(&schema["$defs"]["Word"]["properties"]));
}

#[test]
fn a_word_that_the_page_itself_joins_loses_its_hyphen_too() {
    let content = "BT /F1 10 Tf 12 TL 20 300 Td (Every maintainer should ask the main-) Tj T* (tainer again today) Tj ET";
    let document = open(Sheet::new(300, 400).font(HELVETICA).content(content).bytes());
    let page = record(&document, Detail::Words);
    assert!(page.blocks[0].text.ends_with("the maintainer again today"), "{}", page.blocks[0].text);
    let texts: Vec<&str> = words(&page).iter().map(|word| word.text.as_str()).collect();
    assert_eq!(texts[4..], ["the", "main", "tainer", "again", "today"]);
}
