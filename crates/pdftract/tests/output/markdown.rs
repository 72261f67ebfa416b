//! Markdown: headings, lists, tables, footnotes and links, and the position of every block.

use pdftract::layout::{IndexRange, LayoutCell, LayoutTable};
use pdftract::output::model::Page;
use pdftract::structure::Role;
use pdftract::{
    Document, DocumentWriter, ExtractOptions, Format, MarkdownOptions, Options, PageAssembler, RunningHeads,
};

use crate::paper::{Sheet, bytes, lines};

fn markdown(page: &Page) -> String {
    pdftract::test_support::markdown(page, &ExtractOptions::default())
}

fn sheet_of(content: &[&str], blocks: &[(Role, u8, u32, u32)]) -> Sheet {
    let mut sheet = Sheet::new(&lines(content));
    for &(role, level, lines, marker) in blocks {
        sheet.block(role, level, lines).marker = marker;
    }
    sheet
}

#[test]
fn a_page_of_everything() {
    let content = [
        "/F2 16 Tf (The Title) Tj",
        "/F2 12 Tf (2. A heading of ) Tj",
        "(two lines) Tj",
        "/F1 10 Tf (A paragraph with ) Tj /F2 10 Tf (bold) Tj /F1 10 Tf ( and ) Tj /F3 10 Tf (slanted) Tj /F1 10 Tf ( words,) Tj",
        "(a note) Tj /F1 6 Tf 4 Ts (1) Tj 0 Ts /F1 10 Tf (, x) Tj /F1 6 Tf 4 Ts (2) Tj 0 Ts /F1 10 Tf ( and co\\255) Tj",
        "(operation of *stars* and snake_case.) Tj",
        "(\\225 first) Tj",
        "(\\225 second) Tj",
        "(\\(a\\) below it) Tj",
        "(3. third) Tj",
        "/F4 10 Tf (if x:) Tj",
        "24 0 Td (y = `1`) Tj -24 0 Td",
        "/F1 6 Tf 4 Ts (1) Tj 0 Ts /F1 8 Tf ( The note.) Tj",
        "/F1 8 Tf (Running footer) Tj",
    ];
    let sheet = sheet_of(
        &content,
        &[
            (Role::Title, 0, 1, 0),
            (Role::Heading, 2, 2, 0),
            (Role::Paragraph, 0, 3, 0),
            (Role::ListItem, 1, 1, 1),
            (Role::ListItem, 1, 1, 1),
            (Role::ListItem, 2, 1, 3),
            (Role::ListItem, 1, 1, 2),
            (Role::Code, 0, 2, 0),
            (Role::Footnote, 0, 1, 0),
            (Role::Footer, 0, 1, 0),
        ],
    );
    let page = sheet.record();
    insta::assert_snapshot!(markdown(&page));
    let options = MarkdownOptions::default().page_markers(true);
    let options = ExtractOptions::default().markdown(options).running_heads(RunningHeads::Keep);
    let written = pdftract::test_support::markdown(&page, &options);
    assert!(written.starts_with("<!-- page 1 -->\n\n# The Title\n"));
    assert!(written.ends_with("\n\nRunning footer\n"));
}

/// Returns the Markdown of a document, and the records of its pages, which have the positions of their blocks in it.
fn markdown_and_records(document: &Document) -> (String, Vec<Page>) {
    let options = ExtractOptions::default();
    let mut writer =
        DocumentWriter::new(Format::Markdown, Vec::new(), &options, || document.head(&options)).unwrap();
    let mut assembler = PageAssembler::new(&options);
    let mut read = Vec::new();
    for index in 0..document.page_count() {
        read.extend(assembler.page(document.page_output(index, &options, &[Format::Markdown])));
    }
    read.extend(assembler.finish());
    read.iter_mut().for_each(|page| writer.page(page).unwrap());
    let text = String::from_utf8(writer.finish(Vec::new()).unwrap()).unwrap();
    (text, read.into_iter().filter_map(pdftract::PageOutput::into_record).collect())
}

#[test]
fn each_block_has_its_place() {
    let file = bytes(&[&lines(&["(One \\344.) Tj", "", "", "(Two.) Tj"]), &lines(&["(Three.) Tj"])], "");
    let document = Document::open(file, &Options::default()).unwrap();
    let (text, pages) = markdown_and_records(&document);
    let characters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    for page in &pages {
        for place in &page.markdown_blocks {
            assert_eq!(place.page_index, page.page_index);
            assert!(page.blocks.iter().any(|block| block.id == place.block_id && block.bbox == place.bbox));
            found.push(characters[place.start..place.end].iter().collect::<String>());
        }
    }
    assert_eq!(found, ["One ä.", "Two.", "Three."]);
    assert_eq!(text, "One ä.\n\nTwo.\n\nThree.\n");
    assert_eq!(text, document.markdown(&ExtractOptions::default()).unwrap());
}

#[test]
fn lines_join_at_soft_hyphens_and_without_space_between_ideographs() {
    let actual = |hex: &str| format!("/Span<</ActualText<FEFF{hex}>>>BDC (x) Tj EMC");
    let content =
        [format!("(co) Tj {}", actual("00AD")), format!("(operate ) Tj {}", actual("65E5")), actual("672C")];
    let sheet = sheet_of(&content.each_ref().map(String::as_str), &[(Role::Paragraph, 0, 3, 0)]);
    assert_eq!(markdown(&sheet.record()), "cooperate 日本\n");
}

#[test]
fn text_that_looks_like_markup_stays_text() {
    for (shown, expected) in
        [("# no heading", "\\# no heading"), ("1. no item", "1\\. no item"), ("<b>", "\\<b>")]
    {
        let sheet = sheet_of(&[&format!("({shown}) Tj")], &[(Role::Paragraph, 0, 1, 0)]);
        assert_eq!(markdown(&sheet.record()), format!("{expected}\n"));
    }
}

#[test]
fn links_are_written_where_they_are_safe() {
    let markdown_of = |uri: &str| {
        let link = format!("<</Type/Annot/Subtype/Link/Rect[0 0 300 400]/A<</S/URI/URI({uri})>>>>");
        let mut sheet = Sheet::with_annotations(&lines(&["(click [me]) Tj"]), &link);
        sheet.block(Role::Paragraph, 0, 1);
        markdown(&sheet.record())
    };
    assert_eq!(markdown_of("https://example.org/a b"), "[click \\[me\\]](https://example.org/a%20b)\n");
    assert_eq!(markdown_of("javascript:alert\\(1\\)"), "click [me]\n");
}

/// Returns a table with these cells: row, column, spans of both, lines. All cells are 40 points wide.
fn table(content: &[&str], rows: u32, columns: u32, cells: &[(u32, u32, u32, u32, u32)]) -> Page {
    let mut sheet = Sheet::new(&lines(content));
    let mut start = 0;
    let cells = cells.iter().map(|&(row, column, row_span, column_span, count)| {
        let lines = IndexRange { start, end: start + count };
        start += count;
        LayoutCell { row, column, row_span, column_span, lines, bbox: [20.0, 0.0, 60.0, 10.0] }
    });
    let cells = cells.collect();
    sheet.page.layout.tables.push(LayoutTable {
        rows,
        columns,
        head_rows: 1,
        cells,
        ruled: true,
        element: None,
    });
    sheet.block(Role::Table, 0, start).table = Some(0);
    sheet.record()
}

#[test]
fn plain_tables_have_pipes() {
    let content = ["/F2 10 Tf (Name) Tj", "(Sum | total) Tj", "/F1 10 Tf (wrapped) Tj", "(internally) Tj"];
    let page = table(&content, 2, 2, &[(0, 0, 1, 1, 1), (0, 1, 1, 1, 1), (1, 0, 1, 1, 2), (1, 1, 1, 1, 0)]);
    let expected = "| Name | Sum \\| total |\n| --- | --- |\n| wrapped internally |  |\n";
    assert_eq!(markdown(&page), expected);
}

#[test]
fn tables_with_spans_or_intended_breaks_are_html() {
    let page = table(
        &["(All) Tj", "(a & b) Tj", "(c) Tj"],
        2,
        2,
        &[(0, 0, 1, 2, 1), (1, 0, 1, 1, 1), (1, 1, 1, 1, 1)],
    );
    let expected =
        "<table>\n<tr><th colspan=\"2\">All</th></tr>\n<tr><td>a &amp; b</td><td>c</td></tr>\n</table>\n";
    assert_eq!(markdown(&page), expected);
    let content = ["(a wide head) Tj", "(v) Tj", "(x) Tj", "(y) Tj", "(z) Tj"];
    let page = table(&content, 2, 2, &[(0, 0, 1, 1, 1), (0, 1, 1, 1, 1), (1, 0, 1, 1, 2), (1, 1, 1, 1, 1)]);
    assert_eq!(
        markdown(&page),
        "<table>\n<tr><th>a wide head</th><th>v</th></tr>\n<tr><td>x<br>y</td><td>z</td></tr>\n</table>\n"
    );
}
