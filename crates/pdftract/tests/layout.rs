//! From glyphs to text: fifteen one-page cases with the expected text, and changes that must not affect the text.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pdftract::layout::Dropped;
use pdftract::{Document, ExtractOptions, Hidden, LaidOutPage, Options};
use pdftract_testkit::sheet::HELVETICA;

/// A page of 400 by 500 points with Helvetica as its font.
struct Sheet(pdftract_testkit::Sheet);

impl Sheet {
    fn new(content: impl Into<String>) -> Self {
        Self(pdftract_testkit::Sheet::new(400, 500).font(HELVETICA).content(&content.into()))
    }

    fn page(self, entries: &str) -> Self {
        Self(self.0.page(entries))
    }

    fn catalog(self, entries: &str) -> Self {
        Self(self.0.catalog(entries))
    }

    fn resources(self, entries: &str) -> Self {
        Self(self.0.resource(entries))
    }

    /// Adds an object; the first has the number 6.
    fn object(self, body: &str) -> Self {
        Self(self.0.object(body).0)
    }

    fn document(&self) -> Document {
        Document::open(self.0.bytes(), &Options::default()).unwrap()
    }

    fn laid_out(&self, options: &ExtractOptions) -> LaidOutPage {
        self.document().laid_out(0, options).unwrap()
    }

    fn text(&self) -> String {
        self.document().page_text(0, &ExtractOptions::default()).unwrap()
    }

    fn dropped(&self) -> Dropped {
        self.laid_out(&ExtractOptions::default()).layout.dropped
    }
}

/// Returns a text object at a position.
fn at(x: f64, y: f64, size: f64, text: &str) -> String {
    format!("BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// Joins words with single spaces.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const LEFT: [&str; 4] = [
    "The river rises in the hills",
    "above the old mill and runs",
    "through seven villages until",
    "it meets the sea.",
];
const RIGHT: [&str; 4] = [
    "A railway follows the valley",
    "on its southern side; it was",
    "closed before the war and is",
    "a footpath now.",
];

/// Returns the text objects of two columns, line by line across the page.
fn two_columns() -> Vec<String> {
    let rows = (0..4).flat_map(|row| {
        let y = 440.0 - 14.0 * f64::from(row);
        let row = usize::try_from(row).unwrap();
        [at(40.0, y, 11.0, LEFT[row]), at(220.0, y, 11.0, RIGHT[row])]
    });
    rows.collect()
}

fn two_columns_text() -> String {
    format!("{} {}", LEFT.join(" "), RIGHT.join(" "))
}

#[test]
fn case_1_two_columns_are_read_column_by_column() {
    assert_eq!(flat(&Sheet::new(two_columns().concat()).text()), two_columns_text());
}

#[test]
fn case_2_invisible_text_is_left_out_counted_and_can_be_kept() {
    let sheet =
        Sheet::new("BT /F1 12 Tf 3 Tr 50 400 Td (secret) Tj ET BT /F1 12 Tf 0 Tr 50 380 Td (open) Tj ET");
    assert_eq!(flat(&sheet.text()), "open");
    let hidden = |hidden| {
        let page = sheet.laid_out(&ExtractOptions::default().hidden(hidden));
        (flat(&page.text(&ExtractOptions::default())), page.layout.dropped.hidden)
    };
    assert_eq!(hidden(Hidden::Drop), ("open".to_owned(), 6));
    assert_eq!(hidden(Hidden::Only).0, "secret");
    assert_eq!(hidden(Hidden::Keep).0, "secret open");
    assert_eq!(hidden(Hidden::Mark).0, "secret open");
}

#[test]
fn invisible_text_is_kept_over_pictures_and_left_out_beside_them() {
    let picture = "/XObject<</Im 6 0 R>>";
    let image = "<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter\
        /ASCIIHexDecode/Length 3>>stream\n80>\nendstream";
    let page = |place: &str| {
        let content = format!(
            "q {place} cm /Im Do Q {} 3 Tr {} {}",
            at(50.0, 200.0, 12.0, "seen"),
            at(60.0, 420.0, 12.0, "over"),
            at(50.0, 100.0, 12.0, "beside"),
        );
        flat(&Sheet::new(content).resources(picture).object(image).text())
    };
    // A scan of the whole page, the same cut into strips, and a small image.
    assert_eq!(page("400 0 0 500 0 0"), "over seen beside");
    assert_eq!(
        page("400 0 0 125 0 0 cm /Im Do 1 0 0 1 0 1 cm /Im Do 1 0 0 1 0 1 cm /Im Do 1 0 0 1 0 1"),
        "over seen beside"
    );
    assert_eq!(page("100 0 0 60 50 400"), "over seen");
    assert_eq!(page("0 0 0 0 0 0"), "seen");
}

#[test]
fn text_under_one_point_is_left_out() {
    let sheet = Sheet::new(at(50.0, 400.0, 0.9, "tiny") + &at(50.0, 380.0, 3.0, "small"));
    assert_eq!(flat(&sheet.text()), "small");
    assert_eq!(sheet.dropped().hidden, 4);
}

#[test]
fn case_3_white_on_white_is_left_out_and_can_be_kept() {
    let sheet =
        Sheet::new(format!("1 g {} 0 g {}", at(50.0, 400.0, 12.0, "ghost"), at(50.0, 380.0, 12.0, "ink")));
    assert_eq!(flat(&sheet.text()), "ink");
    let page = sheet.laid_out(&ExtractOptions::default().hidden(Hidden::Keep));
    assert_eq!(flat(&page.text(&ExtractOptions::default())), "ghost ink");
}

#[test]
fn case_4_a_title_drawn_twice_is_read_once_and_double_letters_stay() {
    let sheet =
        Sheet::new(at(50.0, 400.0, 20.0, "A balloon tour") + &at(50.4, 400.0, 20.0, "A balloon tour"));
    assert_eq!(flat(&sheet.text()), "A balloon tour");
    assert_eq!(sheet.dropped().duplicate, 14);
}

#[test]
fn fake_bold_letter_by_letter_is_read_once() {
    let mut content = String::new();
    let mut x = 50.0;
    for letter in ["h", "e", "l", "l", "o"] {
        content += &at(x, 400.0, 20.0, letter);
        content += &at(x + 0.5, 400.0, 20.0, letter);
        x += if letter == "l" { 4.44 } else { 11.12 };
    }
    assert_eq!(flat(&Sheet::new(content).text()), "hello");
}

#[test]
fn case_5_text_outside_the_crop_box_is_dropped_and_available() {
    let content = at(50.0, 450.0, 12.0, "outside") + &at(50.0, 200.0, 12.0, "inside");
    let sheet = Sheet::new(content).page("/CropBox[0 0 400 400]");
    assert_eq!(flat(&sheet.text()), "inside");
    assert_eq!(sheet.dropped().off_page, 7);
    let page = sheet.laid_out(&ExtractOptions::default().hidden(Hidden::Keep));
    assert_eq!(flat(&page.text(&ExtractOptions::default())), "outside inside");
}

#[test]
fn case_6_a_layer_that_is_off_is_dropped_and_counted() {
    let content =
        format!("/OC /L BDC {} EMC {}", at(50.0, 400.0, 12.0, "draft"), at(50.0, 380.0, 12.0, "final"));
    let sheet = Sheet::new(content)
        .resources("/Properties<</L 6 0 R>>")
        .catalog("/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>")
        .object("<</Type/OCG/Name(Draft)>>");
    assert_eq!(flat(&sheet.text()), "final");
    assert_eq!(sheet.dropped().layer_off, 5);
}

#[test]
fn case_7_text_rotated_by_a_right_angle_is_read_in_its_direction() {
    let content = "BT /F1 12 Tf 0 1 -1 0 200 100 Tm (turned line) Tj ET BT /F1 12 Tf 0 1 -1 0 216 100 Tm (and the next) Tj ET";
    assert_eq!(flat(&Sheet::new(content).text()), "turned line and the next");
}

#[test]
fn case_8_a_type_3_font_without_any_hint_is_called_unreadable() {
    let sheet = Sheet::new("BT /T3 12 Tf 50 400 Td (abab) Tj ET")
        .resources("/XObject<<>>")
        .page("/Resources<</Font<</T3 6 0 R>>>>")
        .object(
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 10 10]/FontMatrix[.1 0 0 .1 0 0]/CharProcs<</q7 7 0 R/zz 7 0 R>>\
             /Encoding<</Differences[97/q7/zz]>>/FirstChar 97/LastChar 98/Widths[10 10]>>",
        );
    let page = sheet.document().page_record(0, &ExtractOptions::default()).unwrap();
    assert!(
        !page.readability.quality.is_readable() && page.readability.ocr_recommended,
        "{:?}",
        page.readability
    );
    let span = &page.blocks[0].lines[0].spans[0];
    assert_eq!(
        (span.text.as_str(), span.readable, span.confidence),
        ("\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", false, 0.0)
    );
    assert!(page.diagnostics.iter().any(|diagnostic| diagnostic.code.as_str() == "TEXT_UNREADABLE"));
}

#[test]
fn case_9_a_unicode_cmap_needs_no_embedded_font() {
    let sheet = Sheet::new("BT /C 12 Tf 50 400 Td <4F60597D> Tj ET")
        .page("/Resources<</Font<</C 6 0 R>>>>")
        .object("<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[7 0 R]>>")
        .object(
            "<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)\
             /Supplement 2>>/FontDescriptor 8 0 R/DW 1000>>",
        )
        .object("<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 700/StemV 80/FontBBox[0 -200 1000 900]>>");
    assert_eq!(flat(&sheet.text()), "你好");
}

#[test]
fn case_10_a_form_value_without_appearance_is_read() {
    let sheet = Sheet::new(at(50.0, 400.0, 12.0, "Name:"))
        .page("/Annots[6 0 R]")
        .catalog("/AcroForm<</Fields[6 0 R]/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 4 0 R>>>>>>")
        .object("<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada Lovelace)/Rect[100 395 300 412]/P 3 0 R>>");
    assert_eq!(flat(&sheet.text()), "Name: Ada Lovelace");
}

#[test]
fn case_11_words_broken_at_line_ends_keep_their_hyphens() {
    // The page has no evidence whether `price-determining` has a hyphen: it is kept, and no space is inserted.
    let sheet = Sheet::new(at(50.0, 400.0, 12.0, "a price-") + &at(50.0, 385.0, 12.0, "determining factor"));
    assert_eq!(sheet.text(), "a price-\ndetermining factor\n");
    let markdown = sheet.document().markdown(&ExtractOptions::default()).unwrap();
    assert_eq!(markdown.trim(), "a price-determining factor");
}

#[test]
fn case_12_soft_hyphens_at_line_ends_join() {
    let content = at(50.0, 400.0, 12.0, "die Immo\\255") + &at(50.0, 385.0, 12.0, "bilien der Stadt");
    let shy = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[173/uni00AD]>>>>";
    let sheet = Sheet::new(content).page("/Resources<</Font<</F1 6 0 R>>>>").object(shy);
    assert_eq!(sheet.text(), "die Immobilien\nder Stadt\n");
}

#[test]
fn case_13_an_accent_drawn_over_its_letter_joins_it() {
    let content = "BT /F1 12 Tf 50 400 Td [(Universit)(\\264)333(e de Montr)(\\264)333(eal)] TJ ET";
    let sheet = Sheet::new(content);
    assert_eq!(flat(&sheet.text()), "Université de Montréal");
    let options = ExtractOptions::default();
    assert_eq!(sheet.laid_out(&options).physical_text(&options), "Université de Montréal\n");
}

#[test]
fn case_13_an_accent_raised_over_its_capital_joins_it() {
    // As TeX draws it: up, the accent, down and back, the letter.
    let line =
        |y: i32, text: &str| format!("BT /F1 12 Tf 50 {y} Td 2 2.5 Td (\\264) Tj -2 -2.5 Td ({text}) Tj ET ");
    let content = line(400, "Swidnica zbudowano") + &line(386, "Zrebak") + &line(372, "Swiat");
    assert_eq!(Sheet::new(content).text(), "Świdnica zbudowano\nŹrebak\nŚwiat\n");
}

#[test]
fn a_slash_through_a_relation_negates_it() {
    // As TeX draws it: the slash of the symbol font has no width.
    let slash = "<</Type/Font/Subtype/Type1/BaseFont/CMSY10/FirstChar 54/LastChar 54/Widths[0]\
                 /Encoding<</Differences[54/negationslash]>>>>";
    let content = "BT /F1 12 Tf 50 400 Td (x) Tj /F2 12 Tf 9 0 Td (6) Tj /F1 12 Tf (=) Tj 10 0 Td (y) Tj ET";
    let sheet = Sheet::new(content).page("/Resources<</Font<</F1 4 0 R/F2 6 0 R>>>>").object(slash);
    assert_eq!(sheet.text(), "x ≠ y\n");
}

#[test]
fn case_14_gaps_from_a_tenth_of_an_em_are_spaces() {
    let content = "BT /F1 11 Tf 50 400 Td [(the)-278(quick)-200(brown)-150(fox)-120(jumps)] TJ ET";
    assert_eq!(flat(&Sheet::new(content).text()), "the quick brown fox jumps");
}

#[test]
fn case_15_a_superscript_stays_in_its_line_and_is_marked() {
    let content =
        "BT /F1 12 Tf 50 400 Td (after the war.) Tj /F1 7 Tf 4 Ts (2) Tj /F1 12 Tf 0 Ts ( In spring) Tj ET";
    let sheet = Sheet::new(content);
    assert_eq!(flat(&sheet.text()), "after the war.2 In spring");
    let layout = sheet.laid_out(&ExtractOptions::default()).layout;
    let raised =
        layout.pieces.iter().filter(|piece| piece.shift == pdftract::layout::BaselineShift::Super).count();
    assert_eq!((layout.lines.len(), raised), (1, 1));
}

/// Returns different orders of `n` items: a few rotations and strides.
fn shuffles(n: usize) -> Vec<Vec<usize>> {
    let strides = [3, 5, 7].into_iter().filter(|&stride| !n.is_multiple_of(stride));
    let mut orders: Vec<Vec<usize>> =
        strides.map(|stride| (0..n).map(|i| i * stride % n).collect()).collect();
    orders.push((0..n).rev().collect());
    orders
}

#[test]
fn the_order_of_text_objects_does_not_change_the_text() {
    let columns = two_columns();
    let single: Vec<String> = LEFT
        .iter()
        .chain(&RIGHT)
        .zip(0i32..)
        .map(|(line, row)| at(40.0, 440.0 - 14.0 * f64::from(row), 11.0, line))
        .collect();
    for objects in [columns, single] {
        let straight = Sheet::new(objects.concat()).text();
        for order in shuffles(objects.len()) {
            let shuffled: String = order.iter().map(|&index| objects[index].as_str()).collect();
            assert_eq!(Sheet::new(shuffled).text(), straight);
        }
    }
}

#[test]
fn turning_the_page_or_the_text_does_not_change_the_text() {
    let content = two_columns().concat();
    let straight = Sheet::new(content.clone()).text();
    for degrees in [90, 180, 270] {
        let turned_page = Sheet::new(content.clone()).page(&format!("/Rotate {degrees}"));
        assert_eq!(turned_page.text(), straight, "page turned by {degrees}");
    }
    for (matrix, media) in [
        ("0 1 -1 0 500 0", "0 0 500 400"),
        ("-1 0 0 -1 400 500", "0 0 400 500"),
        ("0 -1 1 0 0 400", "0 0 500 400"),
    ] {
        let turned_text = Sheet::new(format!("{matrix} cm {content}")).page(&format!("/MediaBox[{media}]"));
        assert_eq!(turned_text.text(), straight, "text turned by {matrix}");
    }
}

#[test]
fn a_title_above_columns_comes_first_and_a_line_below_them_last() {
    let title = at(40.0, 470.0, 18.0, "Two ways through the valley of the river Wend");
    let below = at(40.0, 350.0, 11.0, "Both ways are open from April to October, but not on Mondays.");
    let text = Sheet::new(below.clone() + &two_columns().concat() + &title).text();
    let expected = format!(
        "Two ways through the valley of the river Wend {} Both ways are open from April to October, but not on Mondays.",
        two_columns_text()
    );
    assert_eq!(flat(&text), expected);
}

#[test]
fn a_ruled_table_is_read_row_by_row_with_cells_whole() {
    let rules = "40 400 m 360 400 l S 40 360 m 360 360 l S 40 320 m 360 320 l S \
                 40 320 m 40 400 l S 200 320 m 200 400 l S 360 320 m 360 400 l S ";
    let cells = [
        at(45.0, 385.0, 10.0, "git reset"),
        at(205.0, 385.0, 10.0, "forget all changes"),
        at(205.0, 373.0, 10.0, "since the commit"),
        at(45.0, 345.0, 10.0, "git stash"),
        at(205.0, 345.0, 10.0, "lay changes aside"),
    ];
    let page = Sheet::new(rules.to_owned() + &cells.concat()).laid_out(&ExtractOptions::default());
    let text = page.text(&ExtractOptions::default());
    assert_eq!(text, "git reset\tforget all changes since the commit\ngit stash\tlay changes aside\n");
    let [table] = page.layout.tables.as_slice() else { panic!("one table") };
    assert_eq!((table.rows, table.columns, table.ruled), (2, 2, true));
}

#[test]
fn a_cell_without_a_line_below_spans_rows() {
    let rules = "40 400 m 360 400 l S 200 360 m 360 360 l S 40 320 m 360 320 l S \
                 40 320 m 40 400 l S 200 320 m 200 400 l S 360 320 m 360 400 l S ";
    let cells = [at(45.0, 357.0, 10.0, "both"), at(205.0, 380.0, 10.0, "one"), at(205.0, 340.0, 10.0, "two")];
    let page = Sheet::new(rules.to_owned() + &cells.concat()).laid_out(&ExtractOptions::default());
    let spans: Vec<_> =
        page.layout.tables[0].cells.iter().map(|cell| (cell.row, cell.column, cell.row_span)).collect();
    assert_eq!(spans, [(0, 0, 2), (0, 1, 1), (1, 1, 1)]);
}

#[test]
fn a_table_without_lines_is_read_row_by_row() {
    let rows =
        [("Apples", "12", "3.40"), ("Pears", "7", "2.10"), ("Quinces", "3", "4.00"), ("Plums", "40", "1.95")];
    let mut columns: [String; 3] = Default::default();
    for (&(name, count, price), row) in rows.iter().zip(0i32..) {
        let y = 400.0 - 14.0 * f64::from(row);
        columns[0] += &at(50.0, y, 10.0, name);
        columns[1] += &at(180.0, y, 10.0, count);
        columns[2] += &at(260.0, y, 10.0, price);
    }
    // Drawn column by column, which must not matter.
    let page = Sheet::new(columns.concat()).laid_out(&ExtractOptions::default());
    assert_eq!(page.layout.blocks[0].role, pdftract::structure::Role::Table);
    assert_eq!(
        page.text(&ExtractOptions::default()),
        "Apples\t12\t3.40\nPears\t7\t2.10\nQuinces\t3\t4.00\nPlums\t40\t1.95\n"
    );
}

/// Returns the cells of the only table of a page: row, column, row span, column span.
fn cells_of(content: &str) -> (u32, u32, Vec<[u32; 4]>) {
    let page = Sheet::new(content).laid_out(&ExtractOptions::default());
    let [table] = page.layout.tables.as_slice() else { panic!("{} tables", page.layout.tables.len()) };
    let filled = table.cells.iter().filter(|cell| !cell.lines.is_empty());
    let cells = filled.map(|cell| [cell.row, cell.column, cell.row_span, cell.column_span]);
    (table.rows, table.columns, cells.collect())
}

/// Returns rows of four numbers after a label, 14 points apart, downwards from a height.
fn number_rows(top: f64, count: i32) -> String {
    let mut out = String::new();
    for row in 0..count {
        let y = top - 14.0 * f64::from(row);
        out += &at(50.0, y, 10.0, "Label");
        for (column, x) in [150.0, 200.0, 250.0, 300.0].into_iter().enumerate() {
            out += &at(x, y, 10.0, &format!("{}.{column}", 10 + row));
        }
    }
    out
}

#[test]
fn heads_over_several_columns_do_not_fuse_them() {
    let heads = at(167.0, 420.0, 10.0, "2007") + &at(267.0, 420.0, 10.0, "2009");
    let leaves = at(150.0, 406.0, 10.0, "no.")
        + &at(200.0, 406.0, 10.0, "pct")
        + &at(250.0, 406.0, 10.0, "no.")
        + &at(300.0, 406.0, 10.0, "pct");
    let (rows, columns, cells) = cells_of(&(heads + &leaves + &number_rows(392.0, 6)));
    assert_eq!((rows, columns), (8, 5));
    assert_eq!(cells.get(..2), Some(&[[0, 1, 1, 2], [0, 3, 1, 2]][..]));
}

#[test]
fn level_lines_alone_bound_a_table() {
    let rules = "45 418 m 330 418 l S 45 402 m 330 402 l S 45 370 m 330 370 l S ";
    let head = at(50.0, 406.0, 10.0, "Item") + &at(200.0, 406.0, 10.0, "Price");
    let body = at(50.0, 390.0, 10.0, "Apples") + &at(200.0, 390.0, 10.0, "3.40");
    let more = at(50.0, 376.0, 10.0, "Pears") + &at(200.0, 376.0, 10.0, "2.10");
    let (rows, columns, cells) = cells_of(&[rules, &head, &body, &more].concat());
    assert_eq!((rows, columns, cells.len()), (3, 2, 6));
}

#[test]
fn stripes_part_rows_whose_cells_have_several_lines() {
    let stripe = |y: f64| format!("0.9 g 45 {y} 290 30 re f 0 g ");
    let row = |y: f64, text: [&str; 3]| {
        at(50.0, y, 10.0, text[0]) + &at(50.0, y - 12.0, 10.0, text[1]) + &at(200.0, y, 10.0, text[2])
    };
    let content = stripe(390.0)
        + &stripe(330.0)
        + &at(50.0, 440.0, 10.0, "Name of")
        + &at(50.0, 428.0, 10.0, "all things")
        + &at(200.0, 428.0, 10.0, "Count")
        + &row(410.0, ["A long name", "for it", "11"])
        + &row(380.0, ["Another long", "name", "12"])
        + &row(350.0, ["The last of", "them", "13"]);
    let (rows, columns, cells) = cells_of(&content);
    assert_eq!((rows, columns, cells.len()), (4, 2, 8));
}

#[test]
fn upright_lines_in_the_head_part_the_rows_below() {
    let rules = "40 400 m 360 400 l S 40 380 m 360 380 l S 40 360 m 360 360 l S 40 340 m 360 340 l S \
                 40 340 m 40 400 l S 360 340 m 360 400 l S 150 380 m 150 400 l S 250 380 m 250 400 l S ";
    let row = |y: f64, text: [&str; 3]| {
        at(45.0, y, 10.0, text[0]) + &at(160.0, y, 10.0, text[1]) + &at(260.0, y, 10.0, text[2])
    };
    let body = row(386.0, ["Country", "Cases", "Share"])
        + &row(366.0, ["Austria", "3375", "86.2"])
        + &row(346.0, ["Belgium", "3973", "13.8"]);
    let (rows, columns, cells) = cells_of(&(rules.to_owned() + &body));
    assert_eq!((rows, columns, cells.len()), (3, 3, 9));
}

#[test]
fn rows_that_no_line_parts_are_rows_all_the_same() {
    let rules = "40 400 m 360 400 l S 40 380 m 360 380 l S 40 320 m 360 320 l S \
                 40 320 m 40 400 l S 200 320 m 200 400 l S 360 320 m 360 400 l S ";
    let mut content = rules.to_owned() + &at(45.0, 386.0, 10.0, "Land") + &at(205.0, 386.0, 10.0, "Sum");
    for (index, (name, sum)) in
        [("Malta", "0.28"), ("Poland", "22"), ("Latvia", "1.5")].into_iter().enumerate()
    {
        let y = 366.0 - 14.0 * f64::from(u32::try_from(index).unwrap());
        content += &(at(45.0, y, 10.0, name) + &at(205.0, y, 10.0, sum));
    }
    assert_eq!(cells_of(&content).0, 4);
}

#[test]
fn items_of_a_list_are_not_a_table() {
    let item = |y: f64, text: &str| at(50.0, y, 10.0, "-") + &at(70.0, y, 10.0, text);
    let content = item(400.0, "one thing to do") + &item(386.0, "another") + &item(372.0, "and a third one");
    assert!(Sheet::new(content).laid_out(&ExtractOptions::default()).layout.tables.is_empty());
}

#[test]
fn letter_spaced_titles_keep_their_words() {
    let content = "BT /F1 14 Tf 4 Tc 50 400 Td (ANNUAL REPORT OF THE BOARD) Tj ET";
    assert_eq!(flat(&Sheet::new(content).text()), "ANNUAL REPORT OF THE BOARD");
}

#[test]
fn spaces_drawn_and_spaces_made_by_gaps_are_one() {
    let content = "BT /F1 12 Tf 50 400 Td [(one )-600(two)-700( three)] TJ ET";
    assert_eq!(Sheet::new(content).text(), "one two three\n");
}

#[test]
fn a_fraction_is_one_line_as_it_was_drawn() {
    let content = at(50.0, 400.0, 11.0, "The ratio")
        + &at(104.0, 407.0, 11.0, "a + b")
        + &at(110.0, 393.0, 11.0, "c")
        + &at(136.0, 400.0, 11.0, "is small.");
    assert_eq!(flat(&Sheet::new(content).text()), "The ratio a + b c is small.");
}

#[test]
fn a_fraction_with_a_bar_is_read_numerator_first_whatever_was_drawn_first() {
    let content = at(50.0, 400.0, 11.0, "s =")
        + &at(78.0, 393.0, 11.0, "1 + t")
        + &at(100.0, 397.5, 7.0, "2")
        + &at(92.0, 406.0, 11.0, "t")
        + "0.5 w 76 403 m 112 403 l S\n";
    assert_eq!(flat(&Sheet::new(content).text()), "s = t/(1 + t2)");
}

/// A half was read as twelve.
#[test]
fn small_fractions_among_words_are_read_as_fractions() {
    let halves = at(50.0, 400.0, 11.0, "about") + &at(82.0, 404.0, 7.0, "1") + &at(82.0, 396.5, 7.0, "2");
    let words = at(90.0, 400.0, 11.0, "of the area");
    let bar = "0.4 w 81.5 403 m 86.5 403 l S\n";
    assert_eq!(flat(&Sheet::new(halves.clone() + &words + bar).text()), "about 1/2 of the area");
    assert_eq!(flat(&Sheet::new(halves + &words).text()), "about 1 2 of the area");
}

#[test]
fn exponents_drawn_behind_their_row_are_read_in_its_gaps() {
    let row = "BT /F1 14 Tf 50 400 Td [(a)-600(+)-250(b)] TJ ET\n";
    let content = row.to_owned() + &at(58.5, 406.0, 9.0, "2") + &at(86.5, 406.0, 9.0, "2");
    assert_eq!(flat(&Sheet::new(content).text()), "a2 + b2");
}

#[test]
fn an_area_limits_what_is_read() {
    let sheet = Sheet::new(at(50.0, 400.0, 12.0, "above") + &at(50.0, 100.0, 12.0, "below"));
    let area = pdftract::geometry::Rect { x0: 0.0, y0: 0.0, x1: 400.0, y1: 250.0 };
    let page = sheet.laid_out(&ExtractOptions::default().area(area));
    assert_eq!(flat(&page.text(&ExtractOptions::default())), "above");
}

#[test]
fn physical_layout_keeps_distances() {
    let sheet = Sheet::new(
        at(50.0, 400.0, 10.0, "left") + &at(250.0, 400.0, 10.0, "right") + &at(50.0, 360.0, 10.0, "low"),
    );
    let text = sheet.laid_out(&ExtractOptions::default()).physical_text(&ExtractOptions::default());
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("left   ") && lines[0].ends_with("right"), "{text}");
    assert_eq!(lines[1..], ["", "low"]);
}

#[test]
fn a_tab_that_a_glyph_draws_is_a_space() {
    let tab = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[200/uni0009]>>>>";
    let sheet =
        Sheet::new(at(50.0, 400.0, 12.0, "one\\310two")).page("/Resources<</Font<</F1 6 0 R>>>>").object(tab);
    assert_eq!(sheet.text(), "one two\n");
}

#[test]
fn a_superscript_footnote_number_is_not_part_of_the_first_word() {
    assert_eq!(flat(&Sheet::new(at(40.0, 60.0, 8.0, "1\\262See the annex")).text()), "1² See the annex");
    assert_eq!(flat(&Sheet::new(at(40.0, 60.0, 8.0, "2\\262+1")).text()), "2²+1");
}

#[test]
fn dots_under_a_label_are_a_leader_that_begins_behind_it() {
    let dots = ". ".repeat(40);
    let rows = [("Algeria", "33 003", 440.0), ("Burkina Faso", "12 829", 428.0)];
    let drawn: String = rows.iter().map(|(_, _, y)| at(38.0, *y, 10.0, &dots)).collect();
    let labels: String = rows
        .iter()
        .map(|(label, number, y)| at(40.0, *y, 10.0, label) + &at(300.0, *y, 10.0, number))
        .collect();
    let sheet = Sheet::new(drawn + &labels);
    let text = sheet.text();
    let lines: Vec<String> =
        text.lines().map(|line| flat(&line.replace('.', " "))).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, ["Algeria 33 003", "Burkina Faso 12 829"], "{text}");
    assert!(sheet.dropped().duplicate > 10);
    let apart = Sheet::new(at(40.0, 440.0, 10.0, "Kenya") + &at(80.0, 440.0, 10.0, &". ".repeat(20)));
    assert_eq!(apart.text().matches('.').count(), 20);
    assert_eq!(apart.dropped().duplicate, 0);
}

/// Lines with different gaps, sizes, marks and edges, each of which takes another path through the layout.
const UNLIKE_LINES: &str = "BT /F1 10 Tf 14 TL 20 450 Td
    (Plain words with spaces) Tj T*
    [(Spaces)-280(that)-280(no)-278(glyph)-280(dra)20(ws)] TJ T*
    3 Tc (Tracked words) Tj 0 Tc T*
    (A larger) Tj /F1 12 Tf ( part ) Tj /F1 10 Tf (and small) Tj /F1 6 Tf 4 Ts (2) Tj 0 Ts /F1 10 Tf ( raised) Tj T*
    /F1 6 Tf 4 Ts (1) Tj 0 Ts /F1 10 Tf (A note) Tj T*
    [(caf)(e)550(\\264)] TJ T*
    [(Left)-3000(right)] TJ T*
    (ll ii ..........) Tj ET\n";

#[test]
fn a_glyph_elsewhere_does_not_change_lines() {
    let text = Sheet::new(UNLIKE_LINES).text();
    assert!(
        text.starts_with("Plain words with spaces\nSpaces that no glyph draws\nTracked words\n"),
        "{text}"
    );
    assert!(text.contains("1 A note"), "{text}");
    // A glyph outside of the page is not read, so that positions and indices of glyphs differ, and one that is drawn
    // twice is read once.
    let outside = at(-50.0, 20.0, 10.0, "x");
    let twice = at(20.0, 450.0, 10.0, "Plain words with spaces");
    assert_eq!(Sheet::new(outside + UNLIKE_LINES).text(), text);
    assert_eq!(Sheet::new(twice + UNLIKE_LINES).text(), text);
}

#[test]
fn boxes_of_lines_hold_their_glyphs() {
    let page = Sheet::new(UNLIKE_LINES).laid_out(&ExtractOptions::default());
    for line in &page.layout.lines {
        let pieces = line.pieces.slice(&page.layout.pieces).iter();
        let glyphs = pieces.map(|piece| &page.glyphs.glyphs[piece.glyph as usize]);
        let inked = glyphs.filter(|glyph| page.glyphs.text(glyph) != " ");
        let boxes = inked.map(|glyph| page.glyphs.bbox(glyph));
        let around =
            boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]).unwrap();
        assert_eq!(line.bbox, around);
    }
}
