//! Roles of blocks on untagged pages: headings, captions, footnotes, code, lists, formulas, watermarks, running
//! headers.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pdftract::structure::Role;
use pdftract::{Document, DocumentWriter, ExtractOptions, Format, Options, PageAssembler, RunningHeads};
use pdftract_testkit::PdfBuilder;

/// The fonts of all pages: `/F1` for text, `/F2` bold, `/F3` monospaced, `/F4` with mathematical signs.
const FONTS: [&str; 4] = [
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>",
];

/// The size of body text in these documents.
const BODY: f64 = 10.0;

const PROSE: [&str; 4] = [
    "The river rises in the hills above the old mill and runs through",
    "seven villages until it meets the sea. A railway follows the valley",
    "on its southern side; it was closed before the war and has become",
    "a footpath that walkers like for its bridges and its quiet stations",
];

/// Pages of 400 by 600 points.
struct Paper {
    pages: Vec<String>,
    outline: Option<String>,
}

impl Paper {
    /// Returns a document of one page with four lines of prose in its middle and additional content.
    fn with(content: &str) -> Self {
        Self::of_pages([content])
    }

    fn of_pages<'c>(contents: impl IntoIterator<Item = &'c str>) -> Self {
        let pages = contents.into_iter().map(|content| content.to_owned() + &prose(300)).collect();
        Self { pages, outline: None }
    }

    /// Adds an outline with one title at the second level.
    fn outline(mut self, title: &str) -> Self {
        self.outline = Some(title.to_owned());
        self
    }

    fn document(&self) -> Document {
        let mut builder = PdfBuilder::new();
        builder.set(1, "null").set(2, "null");
        let fonts: String =
            (1..).zip(FONTS).map(|(n, font)| format!("/F{n} {} 0 R", builder.add(font))).collect();
        let mut kids = String::new();
        for content in &self.pages {
            let stream = builder.add_stream("", content.as_bytes());
            let page = builder.add(format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Resources<</Font<<{fonts}>>>>\
                 /Contents {stream} 0 R>>"
            ));
            kids.push_str(&format!("{page} 0 R "));
        }
        let outline = self.outline.as_ref().map_or(String::new(), |title| outline(&mut builder, title));
        builder.set(1, format!("<</Type/Catalog/Pages 2 0 R{outline}>>"));
        builder.set(2, format!("<</Type/Pages/Count {}/Kids[{kids}]>>", self.pages.len()));
        Document::open(builder.finish(), &Options::default()).unwrap()
    }

    /// Returns the roles of a page with their levels and texts, without prose.
    fn roles_on(&self, page: usize) -> Vec<(Role, u8, String)> {
        let document = self.document();
        let options = ExtractOptions::default();
        let mut laid_out = document.laid_out(page, &options).unwrap();
        document.assign_roles(&mut laid_out);
        let levels = laid_out.layout.blocks;
        let record = document.page_record(page, &options).unwrap();
        assert_eq!(levels.len(), record.blocks.len());
        let texts = record.blocks.iter().map(|block| flat(&block.text));
        let found = levels.iter().zip(texts).map(|(block, text)| (block.role, block.level, text));
        found.filter(|(_, _, text)| !text.starts_with(PROSE[0])).collect()
    }

    fn roles(&self) -> Vec<(Role, u8, String)> {
        self.roles_on(0)
    }

    /// Returns the role and level of the only block beside the prose.
    fn role(&self) -> (Role, u8) {
        let roles = self.roles();
        assert_eq!(roles.len(), 1, "{roles:?}");
        (roles[0].0, roles[0].1)
    }
}

/// Adds an outline whose first entry contains a second one with a title.
fn outline(builder: &mut PdfBuilder, title: &str) -> String {
    let root = builder.next_number();
    let (outer, inner) = (root + 1, root + 2);
    builder.add(format!("<</Type/Outlines/First {outer} 0 R/Last {outer} 0 R/Count 2>>"));
    builder.add(format!("<</Title(Part one)/Parent {root} 0 R/First {inner} 0 R/Last {inner} 0 R/Count 1>>"));
    builder.add(format!("<</Title({title})/Parent {outer} 0 R>>"));
    format!("/Outlines {root} 0 R")
}

/// Returns four lines of prose downwards from a height.
fn prose(y: u32) -> String {
    (0u32..).zip(PROSE).map(|(row, line)| at(1, BODY, 50, y - 12 * row, line)).collect()
}

fn at(font: usize, size: f64, x: u32, y: u32, text: &str) -> String {
    format!("BT /F{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_largest_text_of_the_first_page_is_the_title_and_smaller_ones_are_headings() {
    let page = at(1, 24.0, 50, 450, "Rivers of the North") + &at(1, 16.0, 50, 400, "Where they rise");
    let paper = Paper::of_pages([page.as_str(), &at(1, 24.0, 50, 450, "Rivers of the South")]);
    let expected =
        [(Role::Title, 1, "Rivers of the North".into()), (Role::Heading, 2, "Where they rise".into())];
    assert_eq!(paper.roles_on(0), expected);
    let expected = [(Role::Heading, 1, "Rivers of the South".into())];
    assert_eq!(paper.roles_on(1), expected, "only the first page has the title");
}

#[test]
fn a_paragraph_in_large_letters_is_not_a_heading() {
    let long: String =
        (0..5).map(|row| at(1, 14.0, 50, 500 - 16 * row, "A river in large letters")).collect();
    assert_eq!(Paper::with(&long).role(), (Role::Paragraph, 0));
}

#[test]
fn a_short_bold_line_of_the_size_of_text_is_a_heading_below_those_of_larger_sizes() {
    let bold = at(2, BODY, 50, 400, "Fish and fishing");
    assert_eq!(Paper::with(&bold).role(), (Role::Heading, 1));
    let large = at(1, 16.0, 50, 450, "Wildlife");
    let roles = Paper::with(&(large + &bold)).roles();
    assert_eq!(roles[1], (Role::Heading, 2, "Fish and fishing".into()));
}

#[test]
fn bold_sentences_and_small_bold_labels_are_not_headings() {
    assert_eq!(Paper::with(&at(2, BODY, 50, 400, "Fishing is not allowed.")).role().0, Role::Paragraph);
    assert_eq!(Paper::with(&at(2, 7.0, 50, 400, "Fish and fishing")).role().0, Role::Paragraph);
}

#[test]
fn a_section_number_gives_the_level_of_a_heading() {
    let numbered = at(2, BODY, 50, 400, "2.1.3 Fish and fishing");
    assert_eq!(Paper::with(&numbered).role(), (Role::Heading, 3));
    let year = at(1, 16.0, 50, 450, "Rainfall") + &at(2, BODY, 50, 400, "1931 was a dry year");
    let roles = Paper::with(&year).roles();
    assert_eq!(roles[1].1, 2, "a year is no section number: {roles:?}");
}

#[test]
fn a_title_of_the_outline_is_a_heading_of_its_level_even_if_it_is_hardly_larger() {
    let line = at(1, 10.6, 50, 400, "Fish and Fishing");
    assert_eq!(Paper::with(&line).role().0, Role::Paragraph);
    assert_eq!(Paper::with(&line).outline("fish and fishing").role(), (Role::Heading, 2));
    let same_size = at(1, BODY, 50, 400, "Fish and Fishing");
    assert_eq!(Paper::with(&same_size).outline("fish and fishing").role().0, Role::Paragraph);
}

#[test]
fn a_caption_begins_with_its_word_and_number() {
    for caption in ["Figure 3. The old mill", "Fig. 12 The old mill", "Table IV Rainfall", "Tabelle 2: Regen"]
    {
        assert_eq!(Paper::with(&at(1, BODY, 50, 400, caption)).role().0, Role::Caption, "{caption}");
    }
    for text in ["Figure skating on the river", "figure 3 shows the old mill", "Tables 3 miles long"] {
        assert_eq!(Paper::with(&at(1, BODY, 50, 400, text)).role().0, Role::Paragraph, "{text}");
    }
}

#[test]
fn a_bold_caption_is_not_a_heading() {
    assert_eq!(Paper::with(&at(2, BODY, 50, 400, "Figure 3 The old mill")).role().0, Role::Caption);
}

/// Returns a note with a superscript number, at a height.
fn note(y: u32, size: f64) -> String {
    at(1, 5.0, 50, y + 3, "4") + &at(1, size, 54, y, "See the annual report of the railway company")
}

#[test]
fn small_text_with_a_raised_number_low_on_the_page_is_a_footnote() {
    assert_eq!(Paper::with(&note(120, 8.0)).role().0, Role::Footnote);
    assert_eq!(Paper::with(&at(1, 8.0, 50, 120, "* Closed in winter")).role().0, Role::Footnote);
}

#[test]
fn footnotes_are_low_and_small_and_marked() {
    assert_eq!(Paper::with(&note(450, 8.0)).role().0, Role::Paragraph, "high on the page");
    assert_eq!(Paper::with(&note(120, BODY)).role().0, Role::Paragraph, "as large as text");
    let unmarked = at(1, 8.0, 50, 120, "Closed in winter");
    assert_eq!(Paper::with(&unmarked).role().0, Role::Paragraph, "without a mark");
}

#[test]
fn text_of_one_width_is_code() {
    let code = at(3, BODY, 50, 450, "for row in rows {") + &at(3, BODY, 62, 438, "print\\(row\\);");
    assert_eq!(Paper::with(&code).role().0, Role::Code);
    let quoted = at(1, BODY, 50, 400, "The word ")
        + &at(3, BODY, 95, 400, "row")
        + &at(1, BODY, 116, 400, "is reserved");
    assert_eq!(Paper::with(&quoted).role().0, Role::Paragraph, "a word of code in a sentence");
}

#[test]
fn a_list_in_typewriter_is_a_list() {
    let item = at(3, BODY, 50, 400, "- Salmon in autumn");
    assert_eq!(Paper::with(&item).role(), (Role::ListItem, 1));
}

/// Returns list items at their indents, from the top down.
fn items(list: &[(u32, &str)]) -> String {
    (0u32..).zip(list).map(|(row, (x, text))| at(1, BODY, *x, 500 - 12 * row, text)).collect()
}

#[test]
fn items_further_right_are_nested_in_those_further_left() {
    let list = [
        (50, "1. Fish of the river"),
        (70, "a\\) Salmon in autumn"),
        (90, "\\225 Young salmon"),
        (70, "b\\) Trout in spring"),
        (50, "2. Birds of the river"),
    ];
    let roles = Paper::with(&items(&list)).roles();
    assert!(roles.iter().all(|(role, _, _)| *role == Role::ListItem), "{roles:?}");
    assert_eq!(roles.iter().map(|(_, level, _)| *level).collect::<Vec<_>>(), [1, 2, 3, 2, 1]);
}

#[test]
fn a_heading_ends_the_nesting_of_lists() {
    let first = items(&[(50, "1. Fish of the river"), (70, "a\\) Salmon in autumn")]);
    let rest = at(2, BODY, 50, 450, "Birds and birding") + &at(1, BODY, 70, 430, "\\225 Herons in winter");
    let roles = Paper::with(&(first + &rest)).roles();
    let found: Vec<(Role, u8)> = roles.iter().map(|(role, level, _)| (*role, *level)).collect();
    let items = [(Role::ListItem, 1), (Role::ListItem, 2), (Role::Heading, 1), (Role::ListItem, 1)];
    assert_eq!(found, items, "{roles:?}");
}

#[test]
fn the_marker_of_an_item_is_separated_from_its_text() {
    let paper = Paper::with(&items(&[(50, "12\\) Salmon in autumn")]));
    let document = paper.document();
    let mut laid_out = document.laid_out(0, &ExtractOptions::default()).unwrap();
    document.assign_roles(&mut laid_out);
    assert_eq!(laid_out.layout.blocks[0].marker, 3);
    let year = Paper::with(&items(&[(50, "1931\\) Salmon in autumn")]));
    assert_eq!(year.role().0, Role::Paragraph, "a year is no marker");
}

#[test]
fn large_text_across_the_page_is_a_watermark() {
    let slanted =
        |size: u32| format!("BT /F1 {size} Tf 0.7071 0.7071 -0.7071 0.7071 120 380 Tm (DRAFT) Tj ET\n");
    assert_eq!(Paper::with(&slanted(48)).role().0, Role::Watermark);
    assert_ne!(Paper::with(&slanted(11)).role().0, Role::Watermark, "a slanted label");
    assert_ne!(Paper::with(&at(1, 48.0, 50, 450, "DRAFT")).role().0, Role::Watermark, "large and level");
}

#[test]
fn operators_and_single_letters_are_a_formula() {
    assert_eq!(Paper::with(&at(1, BODY, 150, 400, "F = m a + b")).role().0, Role::Formula);
    // In Symbol this is the sign "element of".
    let symbols = at(1, BODY, 150, 400, "x") + &at(4, BODY, 160, 400, "\\316") + &at(1, BODY, 172, 400, "M");
    assert_eq!(Paper::with(&symbols).role().0, Role::Formula);
    let prose = at(1, BODY, 50, 400, "Here F = m a gives the force on the bridge");
    assert_eq!(Paper::with(&prose).role().0, Role::Paragraph, "a sentence with a formula in it");
}

/// Returns a page with a running header, a page number and a line in the middle that is the same on all pages.
fn numbered_page(number: usize) -> String {
    at(1, 8.0, 50, 570, "Annals of Rivers")
        + &at(1, BODY, 50, 450, "Minutes of the meeting")
        + &at(1, 8.0, 300, 30, &format!("Page {number} of 3"))
        + &at(1, 8.0, 50, 30, "Printed in York")
}

#[test]
fn text_at_the_same_edge_of_neighbouring_pages_is_a_running_head() {
    let pages: Vec<String> = (1..=3).map(numbered_page).collect();
    let paper = Paper::of_pages(pages.iter().map(String::as_str));
    for page in 0..3 {
        let found: Vec<(Role, String)> =
            paper.roles_on(page).into_iter().map(|(role, _, text)| (role, text)).collect();
        let footer = format!("Printed in York Page {} of 3", page + 1);
        let expected = [
            (Role::Header, "Annals of Rivers".to_owned()),
            (Role::Paragraph, "Minutes of the meeting".to_owned()),
            (Role::Footer, footer),
        ];
        assert_eq!(found, expected, "page {page}");
    }
}

#[test]
fn a_first_line_that_no_other_page_repeats_is_text() {
    let pages = ["Annals of Rivers", "Minutes of Bridges"].map(|head| at(1, 8.0, 50, 570, head));
    let paper = Paper::of_pages(pages.iter().map(String::as_str));
    assert_eq!(paper.role().0, Role::Paragraph);
}

#[test]
fn a_single_page_has_running_heads_by_its_page_number() {
    let footer =
        at(1, 8.0, 40, 20, "Annals of Rivers") + &at(1, 8.0, 195, 20, "7") + &at(1, 8.0, 320, 20, "May 1931");
    let found = Paper::with(&footer).roles();
    assert_eq!(found, [(Role::Footer, 0, "Annals of Rivers 7 May 1931".to_owned())]);
    let number = Paper::with(&at(1, BODY, 195, 200, "62")).role();
    assert_eq!(number.0, Role::PageNumber, "a page that ends early");
    let amount = Paper::with(&at(1, BODY, 60, 200, "62")).role();
    assert_eq!(amount.0, Role::Paragraph, "a number at the left may be an amount");
}

#[test]
fn page_numbers_have_many_forms() {
    for number in ["12", "- 12 -", "iv", "Page 3 of 9", "Seite 12"] {
        assert_eq!(Paper::with(&at(1, 8.0, 180, 30, number)).role().0, Role::PageNumber, "{number}");
    }
    assert_eq!(Paper::with(&at(1, 8.0, 180, 30, "Room 12")).role().0, Role::Paragraph);
}

#[test]
fn the_value_of_a_form_field_is_distinguished_from_text() {
    let bytes = pdftract_testkit::Sheet::new(400, 500)
        .font(FONTS[0])
        .content("BT /F1 10 Tf 50 400 Td (Name:) Tj ET")
        .page("/Annots[6 0 R]")
        .catalog("/AcroForm<</Fields[6 0 R]/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 4 0 R>>>>>>")
        .object("<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada Lovelace)/Rect[100 295 300 312]/P 3 0 R>>")
        .0
        .bytes();
    let document = Document::open(bytes, &Options::default()).unwrap();
    let record = document.page_record(0, &ExtractOptions::default()).unwrap();
    let roles: Vec<Role> = record.blocks.iter().map(|block| block.role).collect();
    assert_eq!(roles, [Role::Paragraph, Role::FormField]);
}

#[test]
fn roles_are_assigned_only_on_request() {
    let heading = at(2, BODY, 50, 400, "Fish and fishing");
    let document = Paper::with(&heading).document();
    let page = document.laid_out(0, &ExtractOptions::default()).unwrap();
    assert!(!page.layout.has_roles);
    assert!(page.layout.blocks.iter().all(|block| block.role == Role::Paragraph));
}

#[test]
fn plain_text_does_not_depend_on_the_other_formats() {
    // The header is directly above prose, so that roles split their block.
    let pages = ["Fish", "Birds", "Mills"]
        .map(|last| at(1, BODY, 50, 570, "Annals of Rivers") + &prose(558) + &at(1, BODY, 50, 300, last));
    let document = Paper::of_pages(pages.iter().map(String::as_str)).document();
    for (heads, has_header) in [(RunningHeads::Mark, false), (RunningHeads::Keep, true)] {
        let options = ExtractOptions::default().running_heads(heads);
        let text = written(&document, &options, &[Format::Text]);
        assert_eq!(text.contains("Annals of Rivers"), has_header, "{text}");
        assert_eq!(text, written(&document, &options, &[Format::Text, Format::Json]));
        let first = document.page_text(0, &options).unwrap();
        assert!(text.starts_with(first.trim_end()), "{first}");
    }
}

/// Returns the text of pages that begin at their top.
fn simple_pages(contents: &[impl std::fmt::Display]) -> String {
    let pages: Vec<String> =
        contents.iter().map(|content| format!("BT /F1 12 Tf 72 740 Td {content} ET")).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let pdf = pdftract_testkit::builder::simple_document(&pages);
    Document::open(pdf, &Options::default()).unwrap().text().unwrap()
}

#[test]
fn copies_of_a_page_have_no_running_heads() {
    let same = simple_pages(&["(Hello) Tj 0 -80 Td (Please sign here) Tj"; 3]);
    assert_eq!(same.matches("Hello").count(), 3, "{same}");
    let other = simple_pages(&["One", "Two", "Three"].map(|text| format!("(Hello) Tj 0 -80 Td ({text}) Tj")));
    assert_eq!(other.matches("Hello").count(), 0, "{other}");
}

/// The first record is made of lines that were read to learn the style, if the page has not changed them since.
#[test]
fn a_page_that_was_sampled_has_the_record_of_any_other() {
    let run_in = at(2, BODY, 50, 450, "Fishing.") + &at(1, BODY, 95, 450, "It is allowed on Sundays only");
    let list = at(1, BODY, 50, 420, "\\225 nets") + &at(1, BODY, 50, 408, "\\225 rods");
    let pages: Vec<String> = (1..=3).map(|page| numbered_page(page) + &run_in + &list).collect();
    let document = Paper::of_pages(pages.iter().map(String::as_str)).document();
    let record = |page| {
        let record = document.page_record(page, &ExtractOptions::default()).unwrap();
        assert!(
            record.blocks.len() > 4,
            "{:?}",
            record.blocks.iter().map(|block| &block.text).collect::<Vec<_>>()
        );
        serde_json::to_string(&record.blocks).unwrap()
    };
    let sampled: Vec<String> = (0..3).map(record).collect();
    assert_eq!(sampled, (0..3).map(record).collect::<Vec<_>>());
}

#[test]
fn lines_that_are_most_of_their_page_are_no_running_heads() {
    let label = "Please fill in your name and address and sign the form below";
    let form = |name: &str| {
        format!("({label}) Tj 0 -14 Td ({label}) Tj 0 -14 Td ({label}) Tj 0 -100 Td ({name}) Tj")
    };
    let text = simple_pages(&["Ada", "Grace"].map(form));
    assert_eq!(text.matches(label).count(), 6, "{text}");
}

#[test]
fn the_first_line_of_a_text_in_the_place_of_running_heads_is_text() {
    let with_header = |number: i32| format!("(The Annals) Tj 0 -60 Td (Chapter {number} begins) Tj");
    let mut pages = [1, 2, 3].map(with_header).to_vec();
    pages.push("(The river rises) Tj 0 -14 Td (in the hills) Tj 0 -14 Td (above the mill) Tj".into());
    let text = simple_pages(&pages);
    assert!(!text.contains("Annals") && text.contains("The river rises"), "{text}");
}

/// Sheets of a series lost their title from the second page on.
#[test]
fn the_same_large_title_on_several_pages_is_no_running_head() {
    let sheet = |size: f64, number: i32| {
        at(1, size, 50, 570, "Bridges of York")
            + &at(1, BODY, 50, 480, &format!("The bridge of mile {number}"))
    };
    let text = |size: f64| {
        let pages: Vec<String> = (1..=3).map(|number| sheet(size, number)).collect();
        Paper::of_pages(pages.iter().map(String::as_str)).document().text().unwrap()
    };
    assert_eq!(text(2.0 * BODY).matches("Bridges of York").count(), 3);
    assert_eq!(text(BODY).matches("Bridges of York").count(), 0);
}

#[test]
fn a_line_that_is_alone_on_its_page_is_no_running_head() {
    let text = simple_pages(&[1, 2, 3].map(|number| format!("(Badge {number}) Tj")));
    assert_eq!(text, "Badge 1\n\u{c}Badge 2\n\u{c}Badge 3\n");
}

/// Returns the plain text of a document that is read for several formats.
fn written(document: &Document, options: &ExtractOptions, formats: &[Format]) -> String {
    let mut writer =
        DocumentWriter::new(Format::Text, Vec::new(), options, || document.head(options)).unwrap();
    let mut assembler = PageAssembler::new(options);
    let pages = (0..document.page_count()).map(|index| document.page_output(index, options, formats));
    let mut done: Vec<_> = pages.filter_map(|page| assembler.page(page)).collect();
    done.extend(assembler.finish());
    done.iter_mut().for_each(|page| writer.page(page).unwrap());
    String::from_utf8(writer.finish(Vec::new()).unwrap()).unwrap()
}

/// Returns four more lines of prose, which end a sentence.
fn paragraph(y: u32, lines: &[&str]) -> String {
    (0u32..).zip(lines).map(|(row, line)| at(1, BODY, 50, y - 12 * row, line)).collect()
}

fn markdown(paper: &Paper) -> String {
    paper.document().markdown(&ExtractOptions::default()).unwrap()
}

#[test]
fn a_bold_line_close_to_its_paragraph_is_a_heading_with_evidence() {
    let content = at(2, BODY, 50, 500, "Fish and fishing") + &paragraph(488, &PROSE);
    let paper = Paper::with(&content);
    assert_eq!(paper.roles()[0], (Role::Heading, 1, "Fish and fishing".into()));
    let record = paper.document().page_record(0, &ExtractOptions::default()).unwrap();
    assert_eq!(record.blocks[0].evidence, [pdftract::structure::Evidence::Weight]);
}

#[test]
fn an_emphasised_phrase_that_fills_a_line_is_not_a_heading() {
    let lines =
        at(1, BODY, 50, 500, PROSE[0]) + &at(2, BODY, 50, 488, PROSE[1]) + &at(1, BODY, 50, 476, PROSE[2]);
    let roles = Paper::with(&lines).roles_on(0);
    assert!(roles.iter().all(|(role, _, _)| *role == Role::Paragraph), "{roles:?}");
}

#[test]
fn shapes_before_lines_are_bullets() {
    let bullet = |y: u32| format!("40 {} 4 4 re f\n", y + 2);
    let list = bullet(500)
        + &at(1, BODY, 50, 500, "Salmon in autumn")
        + &bullet(488)
        + &at(1, BODY, 50, 488, "Trout in spring");
    let roles = Paper::with(&list).roles();
    assert_eq!(
        roles.iter().map(|(role, _, _)| *role).collect::<Vec<_>>(),
        [Role::ListItem, Role::ListItem],
        "{roles:?}"
    );
    assert!(markdown(&Paper::with(&list)).starts_with("- Salmon in autumn\n- Trout in spring\n"));
}

#[test]
fn initials_and_abbreviations_are_not_markers() {
    for text in ["A. Smith wrote it", "z. B. der Lachs im Herbst", "\\(415\\) 555-0199 at noon"] {
        assert_eq!(Paper::with(&at(1, BODY, 50, 400, text)).role().0, Role::Paragraph, "{text}");
    }
    let list = items(&[(50, "A. Fish of the river"), (50, "B. Birds of the river")]);
    assert!(Paper::with(&list).roles().iter().all(|(role, _, _)| *role == Role::ListItem));
}

#[test]
fn an_item_ends_where_a_line_leaves_its_indent() {
    let item = at(1, BODY, 50, 500, "\\225") + &at(1, BODY, 62, 500, "Salmon in autumn and trout in spring");
    let list =
        item + &at(1, BODY, 62, 488, "when the snow melts") + &at(1, BODY, 50, 476, "The river is cold then");
    let roles = Paper::with(&list).roles();
    assert_eq!(roles[0].2, "• Salmon in autumn and trout in spring when the snow melts");
    assert_eq!((roles[1].0, roles[1].2.as_str()), (Role::Paragraph, "The river is cold then"));
}

/// Returns the prose of a page that ends in the middle of a sentence, low on the page.
fn open_page() -> String {
    paragraph(120, &PROSE)
}

#[test]
fn a_sentence_continues_on_the_next_page() {
    let first = open_page()
        + &at(1, BODY, 50, 72, "which the walkers reach by a path that begins behind the mill and");
    let paper = Paper {
        pages: vec![first, paragraph(550, &["leads up to the hills.", "Nobody lives there now."])],
        outline: None,
    };
    let text = markdown(&paper);
    assert!(text.contains("behind the mill and leads up to the hills."), "{text}");
    let second = paper.document().page_record(1, &ExtractOptions::default()).unwrap();
    assert_eq!(second.blocks[0].continues, None, "a page by itself does not know");
}

#[test]
fn a_quotation_is_indented_on_both_sides() {
    let quoted = [
        "The river is older than the hills it cuts through,",
        "and it will be there when they are gone for good,",
    ];
    let lines: String =
        (0u32..).zip(quoted).map(|(row, line)| at(1, BODY, 70, 460 - 12 * row, line)).collect();
    let content = paragraph(540, &PROSE) + &lines + &paragraph(420, &PROSE);
    let roles = Paper::with(&content).roles();
    assert!(
        roles
            .iter()
            .any(|(role, _, text)| *role == Role::BlockQuote && text.starts_with("The river is older")),
        "{roles:?}"
    );
    assert!(markdown(&Paper::with(&content)).contains("\n> The river is older"));
}

#[test]
fn lines_that_end_early_have_hard_breaks() {
    let address = paragraph(540, &["Ada Lovelace", "12 Mill Lane", "York"]) + &paragraph(420, &PROSE);
    let text = markdown(&Paper::with(&address));
    assert!(text.starts_with("Ada Lovelace\\\n12 Mill Lane\\\nYork\n"), "{text}");
}

#[test]
fn code_keeps_its_blank_lines_and_indents() {
    let code = at(3, BODY, 50, 540, "for row in rows {")
        + &at(3, BODY, 74, 528, "print\\(row\\);")
        + &at(3, BODY, 50, 516, "}")
        + &at(3, BODY, 50, 492, "done\\(\\);");
    let text = markdown(&Paper::with(&code));
    assert!(text.starts_with("```\nfor row in rows {\n    print(row);\n}\n\ndone();\n```\n"), "{text}");
}

#[test]
fn code_continues_on_the_next_page_at_its_indent() {
    let first = paragraph(540, &PROSE)
        + &at(3, BODY, 50, 84, "for row in rows {")
        + &at(3, BODY, 74, 72, "print\\(row\\);");
    // The margin of the second page is wider.
    let second =
        at(3, BODY, 84, 550, "done\\(row\\);") + &at(3, BODY, 60, 538, "}") + &at(1, BODY, 60, 500, PROSE[0]);
    let pages =
        |between: &str| Paper { pages: vec![first.clone(), between.to_owned() + &second], outline: None };
    let text = markdown(&pages(""));
    assert!(text.contains("```\nfor row in rows {\n    print(row);\n    done(row);\n}\n```\n"), "{text}");
    let text = markdown(&pages(&at(1, BODY, 60, 580, "It ends with these lines.")));
    assert!(text.contains("print(row);\n```\n"), "text between them separates programs: {text}");
}

#[test]
fn tables_of_contents_have_no_leaders() {
    let contents = at(1, BODY, 50, 540, "1 Rivers ........................... 3")
        + &at(1, BODY, 50, 528, "2 Hills ............................ 7");
    let text = markdown(&Paper::with(&contents));
    assert!(text.starts_with("- 1 Rivers 3\n- 2 Hills 7\n"), "{text}");
}

#[test]
fn the_number_of_a_chapter_and_its_title_are_one_heading() {
    let page = at(2, 14.0, 50, 480, "Chapter 2") + &at(2, 20.0, 50, 440, "Fish and fishing");
    let roles = Paper::of_pages([&*prose(480), &page]).roles_on(1);
    assert_eq!(roles, [(Role::Heading, 1, "Chapter 2 Fish and fishing".into())]);
}

#[test]
fn authors_and_dates_below_the_title_are_no_headings() {
    let page = at(1, 24.0, 50, 560, "Rivers of the North")
        + &at(2, BODY, 50, 530, "Jane Waters")
        + &at(1, BODY, 50, 516, "School of Rivers, Northtown")
        + &at(1, 12.0, 50, 496, "September 20, 2013")
        + &at(2, BODY, 50, 470, "Abstract")
        + &prose(450);
    let next = at(2, BODY, 50, 400, "Fish and fishing");
    let roles = Paper::of_pages([&*page, &next]).roles_on(0);
    let headings: Vec<&str> =
        roles.iter().filter(|(role, ..)| *role == Role::Heading).map(|(_, _, text)| text.as_str()).collect();
    assert_eq!(headings, ["Abstract"], "{roles:?}");
}

#[test]
fn bold_labels_that_repeat_a_few_texts_are_no_headings() {
    let label = |row: u32, text: &str| at(2, BODY, 50, 580 - 70 * row, text) + &prose(566 - 70 * row);
    let page: String = (0..4).map(|row| label(row, if row % 2 == 0 { "Note" } else { "Tip" })).collect();
    let roles = Paper::of_pages([&*page, &page, &page]).roles_on(0);
    assert!(roles.iter().all(|(role, ..)| *role != Role::Heading), "{roles:?}");
}

#[test]
fn equal_lines_of_two_listings_are_no_running_heads() {
    let head = at(1, BODY, 50, 580, "Rivers of the North");
    let listing = at(1, BODY, 50, 560, "Message 1, block 1");
    let pages: Vec<String> = (0..14)
        .map(|page| if page == 4 || page == 5 { head.clone() + &listing } else { head.clone() })
        .collect();
    let roles = Paper::of_pages(pages.iter().map(String::as_str)).roles_on(4);
    assert_eq!(roles[0].0, Role::Header, "{roles:?}");
    assert_ne!(roles[1].0, Role::Header, "{roles:?}");
}

#[test]
fn a_closing_bracket_beside_what_it_closes_stays_in_its_program() {
    let code =
        at(3, 9.0, 90, 480, "continue;") + &at(3, 9.0, 50, 469, "}") + &at(3, 9.0, 70, 458, "emit(fish);");
    assert_eq!(Paper::with(&code).role(), (Role::Code, 0));
}
