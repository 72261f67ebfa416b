//! Chunks: every block once, in order, under a budget, with exact offsets and places.

use pdftract::layout::{IndexRange, LayoutCell, LayoutTable};
use pdftract::record::{Chunk, Page};
use pdftract::structure::Role;
use pdftract::{ChunkOptions, Chunker, ExtractOptions, Format};
use proptest::prelude::*;

use crate::paper::{Sheet, document, lines};

/// Counts characters, so that budgets in these tests can be checked by eye.
fn characters(text: &str) -> usize {
    text.chars().count()
}

fn chunks_of(pages: Vec<Page>, options: ChunkOptions) -> Vec<Chunk> {
    let mut chunker = Chunker::new(options).with_counter(characters);
    let mut chunks: Vec<Chunk> = pages.into_iter().flat_map(|page| chunker.page(page)).collect();
    chunks.extend(chunker.finish());
    chunks
}

fn budget(max_tokens: usize) -> ChunkOptions {
    ChunkOptions::default().max_tokens(max_tokens)
}

/// A page of blocks, each of so many lines.
fn page(content: &[&str], blocks: &[(Role, u8, u32)]) -> Page {
    let shown: Vec<String> = content.iter().map(|line| format!("({line}) Tj")).collect();
    let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    let mut sheet = Sheet::new(&lines(&shown));
    for &(role, level, lines) in blocks {
        sheet.block(role, level, lines);
    }
    sheet.record()
}

fn texts(chunks: &[Chunk]) -> Vec<&str> {
    chunks.iter().map(|chunk| chunk.text.as_str()).collect()
}

#[test]
fn line_ends_of_the_column_are_spaces_and_blocks_are_paragraphs() {
    let page =
        page(&["One line", "and its rest.", "Another."], &[(Role::Paragraph, 0, 2), (Role::Paragraph, 0, 1)]);
    let chunks = chunks_of(vec![page], budget(200));
    assert_eq!(texts(&chunks), ["One line and its rest.\n\nAnother."]);
    assert_eq!(chunks[0].block_ids, ["p1-b1", "p1-b2"]);
    assert_eq!((chunks[0].start, chunks[0].end, chunks[0].context), (0, 32, 0));
}

#[test]
fn a_heading_goes_with_what_it_heads() {
    let content = ["Twenty four letters here", "Heading", "Twenty four letters more"];
    let page = page(&content, &[(Role::Paragraph, 0, 1), (Role::Heading, 1, 1), (Role::Paragraph, 0, 1)]);
    let chunks = chunks_of(vec![page], budget(40));
    assert_eq!(texts(&chunks), ["Twenty four letters here", "Heading\n\nTwenty four letters more"]);
    assert_eq!(chunks[0].heading_path, Vec::<String>::new());
    assert_eq!(chunks[1].heading_path, ["Heading"]);
    assert_eq!(chunks[1].markdown, "# Heading\n\nTwenty four letters more");
    assert_eq!((chunks[0].next.as_deref(), chunks[1].prev.as_deref()), (Some("c2"), Some("c1")));
}

#[test]
fn a_chunk_of_two_sections_is_under_the_headings_of_both() {
    let content = ["Title", "First", "a", "Second", "b"];
    let roles = [
        (Role::Title, 0, 1),
        (Role::Heading, 1, 1),
        (Role::Paragraph, 0, 1),
        (Role::Heading, 1, 1),
        (Role::Paragraph, 0, 1),
    ];
    let chunks = chunks_of(vec![page(&content, &roles)], budget(400));
    assert_eq!(chunks.len(), 1);
    assert_eq!(chunks[0].heading_path, ["Title"]);
}

#[test]
fn running_headers_are_in_no_chunk() {
    let page = page(
        &["Header", "Text", "7"],
        &[(Role::Header, 0, 1), (Role::Paragraph, 0, 1), (Role::PageNumber, 0, 1)],
    );
    assert_eq!(texts(&chunks_of(vec![page], budget(400))), ["Text"]);
}

#[test]
fn a_long_paragraph_is_cut_at_sentence_ends_with_the_boxes_of_its_lines() {
    let content = ["First sentence ends here.", "The second one is longer.", "Third."];
    let page = page(&content, &[(Role::Paragraph, 0, 3)]);
    let chunks = chunks_of(vec![page.clone()], budget(30));
    assert_eq!(texts(&chunks), ["First sentence ends here.", "The second one is longer.", "Third."]);
    let boxes: Vec<_> = chunks.iter().map(|chunk| chunk.pages[0].bboxes[0]).collect();
    let lines: Vec<_> = page.blocks[0].lines.iter().map(|line| line.bbox).collect();
    assert_eq!(boxes, lines);
    assert!(chunks.iter().all(|chunk| chunk.block_ids == ["p1-b1"]));
}

#[test]
fn the_items_of_a_list_stay_together() {
    let content = ["Some text before it.", "- one item", "- two item"];
    let page = page(&content, &[(Role::Paragraph, 0, 1), (Role::ListItem, 1, 1), (Role::ListItem, 1, 1)]);
    assert_eq!(texts(&chunks_of(vec![page], budget(35))), ["Some text before it.", "- one item\n- two item"]);
}

fn tall_table(rows: u32) -> Page {
    let content: Vec<String> = (0..rows * 2).map(|cell| format!("(cell {cell:02}) Tj")).collect();
    let content: Vec<&str> = content.iter().map(String::as_str).collect();
    let mut sheet = Sheet::new(&lines(&content));
    let cell = |at: u32| LayoutCell {
        row: at / 2,
        column: at % 2,
        row_span: 1,
        column_span: 1,
        lines: IndexRange { start: at, end: at + 1 },
        bbox: [20.0, at as f32, 60.0, at as f32 + 10.0],
    };
    let cells = (0..rows * 2).map(cell).collect();
    sheet.page.layout.tables.push(LayoutTable {
        rows,
        columns: 2,
        head_rows: 1,
        cells,
        ruled: true,
        element: None,
    });
    sheet.block(Role::Table, 0, rows * 2).table = Some(0);
    sheet.record()
}

#[test]
fn a_table_that_fits_stays_whole() {
    let chunks = chunks_of(vec![tall_table(3)], budget(60));
    assert_eq!(texts(&chunks), ["cell 00\tcell 01\ncell 02\tcell 03\ncell 04\tcell 05"]);
}

#[test]
fn a_table_is_cut_between_rows_and_its_head_repeated() {
    let chunks = chunks_of(vec![tall_table(5)], budget(47));
    let head = "cell 00\tcell 01";
    assert_eq!(
        texts(&chunks),
        [
            format!("{head}\ncell 02\tcell 03\ncell 04\tcell 05"),
            format!("{head}\ncell 06\tcell 07\ncell 08\tcell 09"),
        ]
    );
    assert_eq!([chunks[0].context, chunks[1].context], [0, 16]);
    assert_eq!(
        chunks[1].markdown,
        "| cell 00 | cell 01 |\n| --- | --- |\n| cell 06 | cell 07 |\n| cell 08 | cell 09 |"
    );
    assert_eq!(chunks[1].pages[0].bboxes[0][1], 6.0, "the box is that of the part's own rows");
}

#[test]
fn an_overlap_repeats_whole_sentences_and_is_not_counted_twice() {
    let content = ["One is here. Two is here.", "Another paragraph of text."];
    let page = page(&content, &[(Role::Paragraph, 0, 1), (Role::Paragraph, 0, 1)]);
    let chunks = chunks_of(vec![page], budget(45).overlap_tokens(15));
    assert_eq!(texts(&chunks), ["One is here. Two is here.", "Two is here.\n\nAnother paragraph of text."]);
    assert_eq!((chunks[1].context, chunks[1].start, chunks[1].end), (14, 27, 53));
    assert_eq!(chunks[1].block_ids, ["p1-b2"]);
    assert_eq!(chunks[1].markdown, "Two is here.\n\nAnother paragraph of text.");
}

#[test]
fn chunks_are_lines_of_json_between_the_document_and_its_end() {
    let document = document(&["BT /F1 10 Tf 20 380 Td (Hello there, reader.) Tj ET"]);
    let mut json = Vec::new();
    document.write(Format::Chunks, &mut json, &ExtractOptions::default()).unwrap();
    let records: Vec<serde_json::Value> = json
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    let kinds: Vec<_> = records.iter().map(|record| record["record"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["document", "chunk", "end"]);
    assert_eq!(records[1]["text"], "Hello there, reader.");
    assert_eq!(records[1]["pages"][0]["page_number"], 1);
    let chunks = document.chunks(&ExtractOptions::default()).collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(serde_json::to_value(&chunks[0]).unwrap()["id"], records[1]["id"]);
}

/// Blocks of random roles and lengths, as words of a few letters.
fn random_page() -> impl Strategy<Value = Page> {
    let roles = prop_oneof![
        4 => Just(Role::Paragraph),
        1 => Just(Role::Heading),
        2 => Just(Role::ListItem),
        1 => Just(Role::Caption),
        1 => Just(Role::Code),
        1 => Just(Role::Header),
    ];
    let line = "[A-Z][a-z]{0,8}( [a-z]{1,9}){0,6}[.]?";
    let block = (roles, 1u8..4, prop::collection::vec(line, 1..5));
    prop::collection::vec(block, 1..9).prop_map(|blocks| {
        let content: Vec<&str> =
            blocks.iter().flat_map(|(_, _, lines)| lines.iter().map(String::as_str)).collect();
        let shapes: Vec<_> =
            blocks.iter().map(|(role, level, lines)| (*role, *level, lines.len() as u32)).collect();
        page(&content, &shapes)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_block_is_in_the_chunks_in_order_and_no_chunk_is_too_large(
        pages in prop::collection::vec(random_page(), 1..3),
        max in 16usize..200,
        overlap in 0usize..40,
    ) {
        let mut pages = pages;
        for (index, page) in pages.iter_mut().enumerate() {
            (page.page_index, page.page_number) = (index, index + 1);
            for (at, block) in page.blocks.iter_mut().enumerate() {
                block.id = format!("p{}-b{}", index + 1, at + 1);
            }
        }
        let chunks = chunks_of(pages.clone(), budget(max).overlap_tokens(overlap));

        let expected: Vec<String> = pages.iter().flat_map(|page| &page.blocks)
            .filter(|block| !block.role.is_furniture()).map(|block| block.id.clone()).collect();
        let mut named: Vec<String> = chunks.iter().flat_map(|chunk| chunk.block_ids.clone()).collect();
        named.dedup();
        prop_assert_eq!(named, expected, "each block, in order, cut ones in adjacent chunks");

        let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let own: String = chunks.iter().map(|chunk| letters(&chunk.text.chars().skip(chunk.context).collect::<String>())).collect();
        let all: String = pages.iter().flat_map(|page| &page.blocks)
            .filter(|block| !block.role.is_furniture()).map(|block| letters(&block.text)).collect();
        prop_assert_eq!(own, all, "no character is lost or doubled");

        let mut position = 0;
        for (at, chunk) in chunks.iter().enumerate() {
            prop_assert!(chunk.tokens <= max, "{} of {max} tokens: {:?}", chunk.tokens, chunk.text);
            prop_assert_eq!(chunk.tokens, characters(&chunk.text));
            prop_assert_eq!(chunk.start, position + if at == 0 { 0 } else { 2 });
            prop_assert_eq!(chunk.end - chunk.start, characters(&chunk.text) - chunk.context);
            prop_assert_eq!(chunk.pages.iter().map(|page| page.bboxes.len()).sum::<usize>() > 0, true);
            position = chunk.end;
        }
    }
}
