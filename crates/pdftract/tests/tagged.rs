//! Tagged documents: blocks in the order and with the roles of the structure tree, unless it is wrong.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::cast_possible_truncation)]

use pdftract::file::structure::Tag;
use pdftract::structure::{Role, StructuredPage};
use pdftract::{Code, Document, ExtractOptions, LaidOutPage, Limits, Options, RunningHeads};
use pdftract_testkit::PdfBuilder;
use pdftract_testkit::builder::simple_builder;

/// A line of text with a marked-content identifier.
fn line(mcid: usize, x: u32, y: u32, size: u32, text: &str) -> String {
    format!("/P <</MCID {mcid}>> BDC BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET EMC\n")
}

fn artifact(x: u32, y: u32, text: &str) -> String {
    format!("/Artifact BMC BT /F1 10 Tf {x} {y} Td ({text}) Tj ET EMC\n")
}

fn at(x: u32, y: u32, text: &str) -> String {
    format!("BT /F1 12 Tf {x} {y} Td ({text}) Tj ET\n")
}

/// Returns a document of one page whose structure is `kids`, with further entries of the structure root.
fn tagged(content: &str, root_entries: &str, kids: &str) -> Document {
    let mut builder = simple_builder(&[content]);
    builder.set(6, format!("<</Type/StructTreeRoot/K[{kids}]{root_entries}>>"));
    open(&mut builder)
}

/// Returns a document of several pages; `kids` is the structure of the first.
fn tagged_pages(contents: &[&str], kids: &str) -> Document {
    let mut builder = simple_builder(contents);
    let root = builder.add(format!("<</Type/StructTreeRoot/K[{kids}]>>"));
    builder
        .set(1, format!("<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot {root} 0 R>>"));
    Document::open(builder.finish(), &Options::default()).expect("opens")
}

fn open(builder: &mut PdfBuilder) -> Document {
    builder.set(1, "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>");
    Document::open(builder.finish(), &Options::default()).expect("opens")
}

/// Returns an element with one piece of content.
fn leaf(tag: &str, mcid: usize) -> String {
    format!("<</S/{tag}/Pg 4 0 R/K {mcid}>>")
}

fn lay_out(document: &Document) -> LaidOutPage {
    document.laid_out(0, &ExtractOptions::default()).expect("a page")
}

fn roles(layout: &StructuredPage) -> Vec<(Role, u8)> {
    layout.blocks.iter().map(|block| (block.role, block.level)).collect()
}

/// Returns the words of a page, with a space between blocks and lines.
fn words(document: &Document) -> String {
    let text = document.page_text(0, &ExtractOptions::default()).expect("a page");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Two columns of six short lines each: too ragged and too well aligned to be distinguished from a table by geometry.
fn two_columns() -> Vec<(u32, u32, String)> {
    let cell = |column: u32, row: u32| {
        let side = if column == 0 { "left" } else { "right" };
        (72 + 250 * column, 700 - 14 * row, format!("{side}{row}"))
    };
    (0..2).flat_map(|column| (0..6).map(move |row| cell(column, row))).collect()
}

fn columns_text(side: &str) -> String {
    (0..6).map(|row| format!("{side}{row}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn tagged_two_columns_drawn_in_shuffled_order_are_read_as_tagged() {
    let lines = two_columns();
    let shuffled: String = [5, 0, 11, 7, 2, 9, 4, 1, 10, 3, 8, 6]
        .iter()
        .map(|&index: &usize| {
            let (x, y, text) = &lines[index];
            line(index, *x, *y, 11, text)
        })
        .collect();
    let column = |from: usize| {
        let kids: Vec<String> = (from..from + 6).map(|mcid| mcid.to_string()).collect();
        format!("<</S/P/Pg 4 0 R/K[{}]>>", kids.join(" "))
    };
    let document = tagged(&shuffled, "", &format!("{}{}", column(0), column(6)));
    assert_eq!(words(&document), format!("{} {}", columns_text("left"), columns_text("right")));
    let page = lay_out(&document);
    assert!(page.layout.tagged);
    assert_eq!(page.layout.blocks.len(), 2);
}

#[test]
fn tagged_structure_in_reversed_order_is_refused() {
    let texts = ["first", "second", "third", "fourth", "fifth"];
    let content: String =
        (0u32..).zip(texts).map(|(row, text)| line(row as usize, 72, 700 - 40 * row, 12, text)).collect();
    let kids: String = (0..5).rev().map(|mcid| leaf("P", mcid)).collect();
    let document = tagged(&content, "", &kids);
    assert_eq!(words(&document), "first second third fourth fifth");
    assert!(!lay_out(&document).layout.tagged);
}

#[test]
fn tagged_structure_that_zigzags_through_columns_of_prose_is_refused() {
    let prose = "several words that fill a line of this column";
    let mut content = String::new();
    for row in 0..8 {
        content += &line(2 * row, 60, 700 - 14 * row as u32, 10, &format!("a{row} {prose}"));
        content += &line(2 * row + 1, 320, 700 - 14 * row as u32, 10, &format!("b{row} {prose}"));
    }
    let kids: String = (0..16).map(|mcid| leaf("P", mcid)).collect();
    let document = tagged(&content, "", &kids);
    assert!(!lay_out(&document).layout.tagged);
    assert!(words(&document).find("a7").unwrap() < words(&document).find("b0").unwrap());
}

#[test]
fn tagged_structure_that_leaves_text_out_is_refused() {
    let content = format!(
        "{}{}",
        line(0, 72, 700, 12, "claimed"),
        "BT /F1 12 Tf 72 650 Td (nobody speaks of this line of text) Tj ET\n"
    );
    let document = tagged(&content, "", &leaf("H1", 0));
    assert!(!lay_out(&document).layout.tagged);
    assert!(words(&document).ends_with("line of text"));
}

#[test]
fn tagged_structure_that_tears_lines_is_refused() {
    let mut content = String::new();
    for row in 0..6 {
        content += &format!(
            "BT /F1 12 Tf 72 {} Td /P <</MCID {}>> BDC (torn wor) Tj EMC /P <</MCID {}>> BDC (ds here) Tj EMC ET\n",
            700 - 14 * row,
            2 * row,
            2 * row + 1
        );
    }
    let kids: String = (0..12).map(|mcid| leaf("P", mcid)).collect();
    let document = tagged(&content, "", &kids);
    assert!(!lay_out(&document).layout.tagged);
    assert!(words(&document).starts_with("torn words here torn"));
}

#[test]
fn tagged_content_claimed_twice_and_suspects_are_refused() {
    let content = format!("{}{}", line(0, 72, 700, 12, "one"), line(1, 72, 600, 12, "two"));
    let twice = format!("{}{}{}", leaf("H1", 0), leaf("P", 1), leaf("P", 0));
    assert!(!lay_out(&tagged(&content, "", &twice)).layout.tagged);

    let mut builder = simple_builder(&[&content]);
    builder.set(6, format!("<</Type/StructTreeRoot/K[{}{}]>>", leaf("H1", 0), leaf("P", 1)));
    open(&mut builder);
    builder.set(1, "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Suspects true>>/StructTreeRoot 6 0 R>>");
    let document = Document::open(builder.finish(), &Options::default()).expect("opens");
    assert!(document.file().structure().is_none());
}

#[test]
fn tagged_table_has_cells_with_spans() {
    let texts = [(72, 700, "Name"), (200, 700, "Both"), (72, 680, "a"), (200, 680, "1"), (300, 680, "2")];
    let content: String =
        texts.iter().enumerate().map(|(mcid, (x, y, text))| line(mcid, *x, *y, 11, text)).collect();
    let kids = format!(
        "<</S/Table/K[<</S/THead/K<</S/TR/K[{} <</S/TH/Pg 4 0 R/K 1/A[<</O/Table/ColSpan 2>> 0]>>]>>>>\
         <</S/TBody/K[<</S/TR/K[{}{}{}]>><</S/TR/K[<</S/TD>><</S/TD>>]>>]>>]>>",
        leaf("TH", 0),
        leaf("TD", 2),
        leaf("TD", 3),
        leaf("TD", 4)
    );
    let page = lay_out(&tagged(&content, "", &kids));
    assert_eq!(roles(&page.layout), [(Role::Table, 0)]);
    let table = &page.layout.tables[0];
    assert_eq!((table.rows, table.columns), (2, 3), "rows without text on the page are not on it");
    let cells: Vec<_> =
        table.cells.iter().map(|c| (c.row, c.column, c.row_span, c.column_span, c.lines.len())).collect();
    assert_eq!(cells, [(0, 0, 1, 1, 1), (0, 1, 1, 2, 1), (1, 0, 1, 1, 1), (1, 1, 1, 1, 1), (1, 2, 1, 1, 1)]);
}

#[test]
fn a_tagged_table_of_one_row_with_long_texts_is_a_layout() {
    let mut content = line(0, 72, 700, 16, "Of Rivers");
    for number in 1..=16 {
        let text = format!("Line {number} of the chapter on rivers goes on");
        content += &line(number as usize, 250, 700 - 14 * number, 11, &text);
    }
    let mcids: String = (1..=16).map(|number| format!("{number} ")).collect();
    let long = format!("<</S/TD/Pg 4 0 R/K[{mcids}]>>");
    let kids = format!("<</S/Table/K<</S/TR/K[{}{long}]>>>>", leaf("TD", 0));
    let document = tagged(&content, "", &kids);
    assert_eq!(lay_out(&document).layout.tables.len(), 0);
    assert!(words(&document).starts_with("Of Rivers Line 1 of the chapter"), "{}", words(&document));
}

#[test]
fn a_tagged_table_continues_on_the_next_page_with_narrower_texts() {
    let first = line(0, 72, 100, 11, "Year")
        + &line(1, 300, 100, 11, "Returns of the whole portfolio")
        + &line(2, 72, 80, 11, "2012")
        + &line(3, 300, 80, 11, "7");
    let second = line(0, 72, 700, 11, "2013")
        + &line(1, 300, 700, 11, "8")
        + &line(2, 72, 680, 11, "2014")
        + &line(3, 300, 680, 11, "5");
    let rows = |page: u32, tag: &str| {
        let row = |from: usize, tag: &str| {
            let cell = |mcid: usize| format!("<</S/{tag}/Pg {page} 0 R/K {mcid}>>");
            format!("<</S/TR/K[{}{}]>>", cell(from), cell(from + 1))
        };
        row(0, tag) + &row(2, "TD")
    };
    let markdown = |kids: &str| {
        let mut builder = simple_builder(&[&first, &second]);
        builder.set(8, format!("<</Type/StructTreeRoot/K[{kids}]>>"));
        builder.set(1, "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 8 0 R>>");
        let document = Document::open(builder.finish(), &Options::default()).expect("opens");
        document.markdown(&ExtractOptions::default()).expect("markdown")
    };
    let one = markdown(&format!("<</S/Table/K[{}{}]>>", rows(4, "TH"), rows(6, "TD")));
    assert!(one.ends_with("| 2012 | 7 |\n| 2013 | 8 |\n| 2014 | 5 |\n"), "{one}");
    let two = markdown(&format!("<</S/Table/K[{}]>><</S/Table/K[{}]>>", rows(4, "TH"), rows(6, "TD")));
    assert!(two.contains("| 2012 | 7 |\n\n"), "two elements are two tables: {two}");
}

#[test]
fn tagged_row_spans_push_cells_aside_and_empty_cells_stay() {
    let texts = [(72, 700, "tall"), (200, 700, "b"), (200, 680, "c"), (72, 660, "d")];
    let content: String =
        texts.iter().enumerate().map(|(mcid, (x, y, text))| line(mcid, *x, *y, 11, text)).collect();
    let kids = format!(
        "<</S/Table/K[<</S/TR/K[<</S/TD/Pg 4 0 R/K 0/A<</O/Table/RowSpan 2>>>>{}]>>\
         <</S/TR/K {}>><</S/TR/K[{}<</S/TD>>]>>]>>",
        leaf("TD", 1),
        leaf("TD", 2),
        leaf("TD", 3)
    );
    let page = lay_out(&tagged(&content, "", &kids));
    let table = &page.layout.tables[0];
    let cells: Vec<_> = table.cells.iter().map(|c| (c.row, c.column, c.row_span, c.lines.len())).collect();
    assert_eq!(cells, [(0, 0, 2, 1), (0, 1, 1, 1), (1, 1, 1, 1), (2, 0, 1, 1), (2, 1, 1, 0)]);
    assert!(table.cells.iter().all(|cell| cell.bbox[0] <= cell.bbox[2] && cell.bbox[1] <= cell.bbox[3]));
}

#[test]
fn tagged_lists_nest_and_know_their_markers() {
    let mut content = String::new();
    for (row, (marker, text)) in [("1.", "Fruit"), ("a.", "Apple"), ("2.", "Bread")].iter().enumerate() {
        let y = 700 - 14 * row as u32;
        content += &line(2 * row, 72, y, 11, marker);
        content += &line(2 * row + 1, 100, y, 11, text);
    }
    let item = |row: usize, nested: &str| {
        format!("<</S/LI/K[{} <</S/LBody/K[{} {nested}]>>]>>", leaf("Lbl", 2 * row), leaf("P", 2 * row + 1))
    };
    let nested = format!("<</S/L/K[{}]>>", item(1, ""));
    let page = lay_out(&tagged(&content, "", &format!("<</S/L/K[{}{}]>>", item(0, &nested), item(2, ""))));
    assert_eq!(roles(&page.layout), [(Role::ListItem, 1), (Role::ListItem, 2), (Role::ListItem, 1)]);
    let facts: Vec<_> = page.layout.blocks.iter().map(|b| (b.marker, b.lines.len())).collect();
    assert_eq!(facts, [(2, 1); 3]);
}

#[test]
fn tagged_rows_with_shuffled_cells_are_read_from_left_to_right() {
    let mut content = String::new();
    for row in 0..4 {
        for (column, text) in ["left", "middle", "right"].iter().enumerate() {
            let (x, y) = (72 + 120 * column as u32, 700 - 20 * row as u32);
            content += &line(3 * row + column, x, y, 11, &format!("{text}{row}"));
        }
    }
    let row = |row: usize| [1, 2, 0].map(|column| leaf("TD", 3 * row + column)).concat();
    let rows: String = (0..4).map(|index| format!("<</S/TR/K[{}]>>", row(index))).collect();
    let document = tagged(&content, "", &format!("<</S/Table/K[{rows}]>>"));
    assert!(words(&document).starts_with("left0 middle0 right0 left1"));
}

#[test]
fn tagged_frames_and_footers_that_are_listed_elsewhere_stay_in_their_place() {
    let mut content = String::new();
    for row in 0..10 {
        content += &line(row, 72, 700 - 40 * row as u32, 12, &format!("paragraph{row} of the page"));
    }
    let order = [9, 0, 1, 3, 4, 5, 6, 7, 8, 2];
    // One step back from the footer to the header, one from the footer to the text frame.
    let kids: String = order.iter().map(|&mcid| leaf("P", mcid)).collect();
    let document = tagged(&content, "", &kids);
    assert!(!lay_out(&document).layout.tagged, "two steps of nine are too many");

    let kids: String = order[1..].iter().chain(&[9]).map(|&mcid| leaf("P", mcid)).collect();
    let document = tagged(&content, "", &kids);
    assert!(lay_out(&document).layout.tagged);
    let text = words(&document);
    let place = |row: usize| text.find(&format!("paragraph{row}")).expect("a paragraph");
    assert!((1..10).all(|row| place(row - 1) < place(row)), "{text}");
}

#[test]
fn tagged_roles_come_through_the_role_map() {
    let texts = ["Heading", "Text of it", "What is seen", "A note"];
    let content: String =
        (0u32..).zip(texts).map(|(row, text)| line(row as usize, 72, 700 - 40 * row, 12, text)).collect();
    let kids: String =
        [("Big", 0), ("Body", 1), ("Caption", 2), ("FENote", 3)].map(|(tag, mcid)| leaf(tag, mcid)).concat();
    let map = "/RoleMap<</Big/Large/Large/H2/Body/P/Round/Circle/Circle/Round>>";
    let page = lay_out(&tagged(&content, map, &kids));
    let expected = [(Role::Heading, 2), (Role::Paragraph, 0), (Role::Caption, 0), (Role::Footnote, 0)];
    assert_eq!(roles(&page.layout), expected);
}

#[test]
fn tagged_cycles_in_the_role_map_end() {
    let content = line(0, 72, 700, 12, "text");
    let map = "/RoleMap<</Round/Circle/Circle/Round/Self/Self>>";
    for name in ["Round", "Self", "Unknown"] {
        let page = lay_out(&tagged(&content, map, &leaf(name, 0)));
        assert_eq!(roles(&page.layout), [(Role::Paragraph, 0)]);
    }
}

#[test]
fn tagged_cycles_of_kids_end() {
    let mut builder = simple_builder(&[&line(0, 72, 700, 12, "text")]);
    builder.set(6, "<</Type/StructTreeRoot/K 7 0 R>>");
    builder.set(7, "<</S/Sect/K[8 0 R 7 0 R 6 0 R]>>");
    builder.set(8, "<</S/H1/Pg 4 0 R/K[7 0 R 0 8 0 R]>>");
    let document = open(&mut builder);
    assert_eq!(roles(&lay_out(&document).layout), [(Role::Heading, 1)]);
    assert!(document.diagnostics().iter().any(|d| d.code == Code::TreeLoop));
}

#[test]
fn tagged_pages_are_inherited_and_named_by_references_to_content() {
    let content = format!("{}{}", line(0, 72, 700, 12, "one"), line(1, 72, 600, 12, "two"));
    let kids = "<</S/Sect/Pg 4 0 R/K[<</S/H/K[<</Type/OBJR/Obj 3 0 R>> 0]>>\
                <</S/P/K<</Type/MCR/MCID 1/Pg 4 0 R>>>>]>>";
    let page = lay_out(&tagged(&content, "", kids));
    assert_eq!(roles(&page.layout), [(Role::Heading, 1), (Role::Paragraph, 0)]);
}

#[test]
fn tagged_forms_number_their_content_apart() {
    let form = "/P <</MCID 0>> BDC BT /F1 12 Tf 72 500 Td (inside) Tj ET EMC";
    let content = format!("{} /Span <</MCID 1>> BDC /Fm Do EMC /Fm2 Do", line(0, 72, 700, 12, "one"));
    let mut builder = simple_builder(&[&content]);
    builder.set(6, format!("<</Type/StructTreeRoot/K[{}{}]>>", leaf("H1", 0), leaf("P", 1)));
    let resources =
        "/Type/XObject/Subtype/Form/BBox[0 0 612 792]/StructParents 3/Resources<</Font<</F1 3 0 R>>>>";
    let first = builder.add_stream(resources, form.as_bytes());
    let second = builder.add_stream(resources, form.replace("500", "400").as_bytes());
    builder.set(
        4,
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R\
             /Resources<</Font<</F1 3 0 R>>/XObject<</Fm {first} 0 R/Fm2 {second} 0 R>>>>>>"
        ),
    );
    let page = open(&mut builder).glyphs(0).expect("a page");
    let mcids: Vec<_> = page.glyphs.iter().step_by(3).map(|g| page.runs[g.run as usize].mcid).collect();
    assert_eq!(mcids, [Some(0), Some(1), Some(1), None, None]);
}

#[test]
fn tagged_artifacts_become_header_footer_and_page_number() {
    let around =
        [artifact(72, 760, "Annual report"), artifact(300, 30, "- 17 -"), artifact(72, 60, "Confidential")]
            .concat();
    let first = line(0, 72, 600, 12, "The text of the page") + &around;
    let second = at(72, 600, "What the next page says") + &around;
    let document = tagged_pages(&[&first, &second], &leaf("P", 0));
    assert_eq!(words(&document), "The text of the page");
    let kept = document.page_text(0, &ExtractOptions::default().running_heads(RunningHeads::Keep));
    let kept = kept.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(kept, "Annual report The text of the page Confidential - 17 -");
    let page = lay_out(&document);
    let expected = [Role::Header, Role::Paragraph, Role::Footer, Role::PageNumber];
    assert_eq!(page.layout.blocks.iter().map(|block| block.role).collect::<Vec<_>>(), expected);
}

#[test]
fn tagged_letterheads_are_text() {
    let first = line(0, 72, 600, 12, "Dear customer")
        + &artifact(72, 760, "Harbour Office, Quay Street")
        + &artifact(72, 60, "Account of the Harbour Bank")
        + &artifact(300, 30, "Page 1");
    let second = at(72, 600, "Yours faithfully") + &artifact(72, 760, "Our letter of today");
    let document = tagged_pages(&[&first, &second], &leaf("P", 0));
    assert_eq!(
        words(&document),
        "Harbour Office, Quay Street Dear customer Account of the Harbour Bank",
        "no other page repeats them, so that leaving them out would lose them"
    );
}

#[test]
fn tagged_notes_are_read_at_the_foot() {
    let content = [
        line(0, 72, 700, 12, "First paragraph"),
        line(1, 72, 100, 8, "1 a note"),
        line(2, 72, 660, 12, "Second paragraph"),
    ]
    .concat();
    let kids = format!("<</S/P/Pg 4 0 R/K[0 {}]>>{}", leaf("Note", 1), leaf("P", 2));
    assert_eq!(words(&tagged(&content, "", &kids)), "First paragraph Second paragraph 1 a note");
}

#[test]
fn tagged_tree_of_100_000_elements_stays_within_limits() {
    let mut builder = simple_builder(&[&line(0, 72, 700, 12, "text")]);
    let kids: String = (0..100_000).map(|mcid| format!("<</S/P/K {mcid}>>")).collect();
    builder.set(6, format!("<</Type/StructTreeRoot/K<</S/Document/Pg 4 0 R/K[{kids}]>>>>"));
    let document = open(&mut builder);
    let structure = document.file().structure().expect("a structure");
    let page = structure.page(0).expect("the page");
    assert_eq!(page.elements.len(), 100_001);
    assert_eq!(page.element(page.mark(99_999).expect("a mark").element).map(|e| e.tag), Some(Tag::Paragraph));

    let limits = Limits::default().with(|limits| limits.structure_items = 1_000);
    let document =
        Document::open(builder.finish(), &Options::default().with(|options| options.limits = limits))
            .expect("opens");
    let structure = document.file().structure().expect("a structure");
    assert!(structure.page(0).expect("the page").elements.len() <= 1_000);
    assert!(document.diagnostics().iter().any(|d| d.code == Code::TreeLimit));
}

#[test]
fn tagged_tree_of_any_depth_is_cut() {
    let mut builder = simple_builder(&[&line(0, 72, 700, 12, "text")]);
    builder.set(6, "<</Type/StructTreeRoot/K 7 0 R>>");
    for depth in 7..1_007 {
        builder.set(depth, format!("<</S/Div/Pg 4 0 R/K[0 {} 0 R]>>", depth + 1));
    }
    let document = open(&mut builder);
    assert_eq!(
        document.file().structure().expect("a structure").page(0).map(|p| p.elements.len()),
        Some(250)
    );
    assert_eq!(words(&document), "text");
}

#[test]
fn untagged_documents_have_no_structure() {
    let document = Document::open(
        simple_builder(&["BT /F1 12 Tf 72 700 Td (plain) Tj ET"]).finish(),
        &Options::default(),
    )
    .expect("opens");
    assert!(document.file().structure().is_none());
    assert!(!lay_out(&document).layout.tagged);
}
