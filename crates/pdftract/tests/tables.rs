//! Tables by geometry: heads, rows of several lines, labels, and drawings that are no tables.

// Test helpers may panic; the lints exempt only the tests themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pdftract::layout::LayoutTable;
use pdftract::{Document, ExtractOptions, LaidOutPage, Options};
use pdftract_testkit::sheet::HELVETICA;

fn laid_out(content: &str) -> LaidOutPage {
    let sheet = pdftract_testkit::Sheet::new(400, 500).font(HELVETICA).content(content);
    let document = Document::open(sheet.bytes(), &Options::default()).unwrap();
    document.laid_out(0, &ExtractOptions::default()).unwrap()
}

/// A text object at a place.
fn at(x: f64, y: f64, size: f64, text: &str) -> String {
    format!("BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// Texts of size 10 on one line.
fn line(y: f64, texts: &[(f64, &str)]) -> String {
    texts.iter().map(|(x, text)| at(*x, y, 10.0, text)).collect()
}

fn level(y: f64, from: f64, to: f64) -> String {
    format!("{from} {y} m {to} {y} l S ")
}

fn upright(x: f64, from: f64, to: f64) -> String {
    format!("{x} {from} m {x} {to} l S ")
}

fn only_table(page: &LaidOutPage) -> &LayoutTable {
    let [table] = page.layout.tables.as_slice() else { panic!("{} tables", page.layout.tables.len()) };
    table
}

/// The filled cells of the only table: row, column, row span, column span.
fn cells(page: &LaidOutPage) -> Vec<[u32; 4]> {
    let filled = only_table(page).cells.iter().filter(|cell| !cell.lines.is_empty());
    filled.map(|cell| [cell.row, cell.column, cell.row_span, cell.column_span]).collect()
}

fn size(page: &LaidOutPage) -> (u32, u32) {
    let table = only_table(page);
    (table.rows, table.columns)
}

/// Rows of a label and two numbers, `pitch` points apart.
fn number_rows(top: f64, pitch: f64, labels: &[&str]) -> String {
    let row = |(number, label): (i32, &&str)| {
        let y = top - pitch * f64::from(number);
        line(
            y,
            &[(50.0, label), (150.0, &format!("{}.5", 10 + number)), (250.0, &format!("{}", 20 + number))],
        )
    };
    (0..).zip(labels).map(row).collect()
}

#[test]
fn heads_close_to_each_other_over_a_single_rule_belong_to_the_table() {
    let caption = at(45.0, 432.0, 10.0, "Table 1: What was counted in the valley");
    let head = line(416.0, &[(50.0, "Rounding errors"), (130.0, "Image processing"), (217.0, "Utility")]);
    let row = |y: f64, label: &str| line(y, &[(50.0, label), (130.0, "22.2"), (217.0, "48.7")]);
    let rows =
        row(396.0, "Modular") + &row(380.0, "Header") + &row(364.0, "Font set") + &row(348.0, "Quickly");
    let page = laid_out(&(caption + &head + &level(411.0, 45.0, 260.0) + &rows));
    assert_eq!(size(&page), (5, 3));
    let table = only_table(&page);
    assert_eq!(table.head_rows, 1);
}

#[test]
fn a_running_head_of_two_columns_over_a_rule_is_no_table() {
    let row = |y: f64, a: &str, b: &str| line(y, &[(50.0, a), (250.0, b)]);
    let head =
        row(480.0, "Request for Services", "Section 43") + &row(468.0, "Ken Sargent House", "Page 1 of 8");
    let text = "The centre invites proposals for the work that is set out below in some detail";
    let content =
        head + &level(463.0, 45.0, 380.0) + &at(50.0, 445.0, 9.0, text) + &at(50.0, 433.0, 9.0, text);
    assert!(laid_out(&content).layout.tables.is_empty());
}

#[test]
fn a_single_head_over_a_rule_spans_all_columns() {
    let head = at(50.0, 416.0, 10.0, "Fish of the river");
    let row = |y: f64, a: &str, b: &str| line(y, &[(50.0, a), (150.0, b)]);
    let rows =
        row(396.0, "Pupfish", "Cyprinodon") + &row(380.0, "Skiffia", "Skiffia") + &row(364.0, "Pike", "Esox");
    let page = laid_out(&(head + &level(411.0, 45.0, 260.0) + &rows));
    assert_eq!(size(&page), (4, 2));
    assert_eq!(cells(&page)[0], [0, 0, 1, 2]);
}

#[test]
fn the_last_row_keeps_its_second_line() {
    let head = line(416.0, &[(50.0, "Terms of years"), (150.0, "Count"), (250.0, "Share")]);
    let rows = number_rows(400.0, 12.0, &["Less than one", "One to three", "Three to nine", "More than a"]);
    let rest = at(50.0, 352.0, 10.0, "hundred years");
    let page = laid_out(&(head + &level(411.0, 45.0, 300.0) + &rows + &rest));
    assert_eq!(size(&page), (5, 3));
    let last = only_table(&page).cells.iter().find(|cell| (cell.row, cell.column) == (4, 0)).unwrap();
    assert_eq!(last.lines.end - last.lines.start, 2);
}

#[test]
fn labels_that_are_full_go_on_in_the_next_line() {
    let head = line(416.0, &[(50.0, "Category"), (150.0, "Count"), (250.0, "Share")]);
    let first = number_rows(402.0, 12.0, &["Environment,"]) + &at(50.0, 390.0, 10.0, "Health and");
    let rows = first
        + &number_rows(378.0, 12.0, &["Commercial", "Finance and"])
        + &at(50.0, 354.0, 10.0, "Taxation");
    let page = laid_out(&(head + &rows + &number_rows(342.0, 12.0, &["General", "Labour"])));
    assert_eq!(size(&page), (6, 3));
}

#[test]
fn labels_that_end_early_name_groups() {
    let head = line(416.0, &[(50.0, "Household of"), (150.0, "Count"), (250.0, "Share")]);
    let group =
        |y: f64, name: &str| at(50.0, y, 10.0, name) + &number_rows(y - 12.0, 12.0, &["one", "several"]);
    let page = laid_out(&(head + &group(402.0, "Men") + &group(366.0, "Women")));
    assert_eq!(size(&page), (7, 3));
}

#[test]
fn a_head_beside_a_centred_label_is_over_the_columns_below_it() {
    let heads = at(196.0, 424.0, 10.0, "All of it");
    let label = at(50.0, 418.0, 10.0, "Place");
    let leaves = line(412.0, &[(150.0, "first"), (200.0, "second"), (250.0, "third")]);
    let row = |y: f64| line(y, &[(50.0, "Label"), (150.0, "1.5"), (200.0, "2.5"), (250.0, "3.5")]);
    let rows: String = [400.0, 388.0, 376.0, 364.0].into_iter().map(row).collect();
    let page = laid_out(&(heads + &label + &leaves + &rows));
    assert_eq!(size(&page), (6, 4));
    assert_eq!(cells(&page)[..2], [[0, 0, 2, 1], [0, 1, 1, 3]]);
}

#[test]
fn a_head_flush_with_the_first_of_its_columns_is_over_all_of_them() {
    let heads = line(424.0, &[(50.0, "Place"), (150.0, "Interpolation of")]);
    let leaves = line(406.0, &[(150.0, "first"), (200.0, "second"), (250.0, "third")]);
    let row = |y: f64| line(y, &[(50.0, "Label"), (150.0, "1.5"), (200.0, "2.5"), (250.0, "3.5")]);
    let rows: String = [390.0, 374.0, 358.0, 342.0].into_iter().map(row).collect();
    let page = laid_out(&(heads + &leaves + &rows));
    assert_eq!(cells(&page)[..2], [[0, 0, 2, 1], [0, 1, 1, 3]]);
}

#[test]
fn a_head_with_all_cells_drawn_keeps_them_over_rows_that_no_line_parts() {
    let mut content = level(440.0, 40.0, 360.0) + &level(425.0, 120.0, 360.0) + &level(410.0, 40.0, 360.0);
    content += &(level(330.0, 40.0, 360.0) + &upright(40.0, 330.0, 440.0) + &upright(360.0, 330.0, 440.0));
    content += &(upright(120.0, 330.0, 440.0) + &upright(240.0, 330.0, 440.0));
    content += &(upright(180.0, 330.0, 425.0) + &upright(300.0, 330.0, 425.0));
    content += &(at(60.0, 421.0, 10.0, "Place") + &line(429.0, &[(165.0, "2005"), (285.0, "2010")]));
    content += &line(414.0, &[(135.0, "men"), (195.0, "all"), (255.0, "men"), (315.0, "all")]);
    for row in 0..6 {
        let y = 398.0 - 12.0 * f64::from(row);
        content +=
            &line(y, &[(45.0, "Label"), (140.0, "1.5"), (200.0, "2.5"), (260.0, "3.5"), (320.0, "4.5")]);
    }
    let page = laid_out(&content);
    assert_eq!(size(&page), (8, 5));
    assert_eq!(cells(&page)[..3], [[0, 0, 2, 1], [0, 1, 1, 2], [0, 3, 1, 2]]);
}

#[test]
fn labels_left_of_a_grid_are_its_first_column() {
    let mut content: String = (0..5).map(|n| level(400.0 - 20.0 * f64::from(n), 150.0, 350.0)).collect();
    content += &[150.0, 250.0, 350.0].map(|x| upright(x, 320.0, 400.0)).concat();
    for (y, label) in [(386.0, "Salaries"), (366.0, "Travel"), (346.0, "Office rent"), (326.0, "Total")] {
        content += &line(y, &[(95.0, label), (160.0, "1,000"), (260.0, "2,000")]);
    }
    let page = laid_out(&content);
    assert_eq!(size(&page), (4, 3));
    assert_eq!(cells(&page).len(), 12);
}

#[test]
fn the_grid_of_a_chart_is_no_table() {
    let mut content: String = (0..9).map(|n| level(400.0 - 20.0 * f64::from(n), 80.0, 340.0)).collect();
    content += &(0..14).map(|n| upright(80.0 + 20.0 * f64::from(n), 240.0, 400.0)).collect::<String>();
    content +=
        &(at(122.0, 305.0, 8.0, "1980s") + &at(222.0, 345.0, 8.0, "1990s") + &at(282.0, 385.0, 8.0, "2000s"));
    assert!(laid_out(&content).layout.tables.is_empty());
}

#[test]
fn labels_scattered_around_a_chart_are_no_table() {
    let mut content = String::new();
    for row in 0..10 {
        let y = 400.0 - 16.0 * f64::from(row);
        content += &line(y, &[(40.0, "80"), (80.0 + 30.0 * f64::from(row), "x")]);
    }
    assert!(laid_out(&content).layout.tables.is_empty());
}

#[test]
fn boxes_that_lines_connect_are_no_table() {
    let boxed = |x: f64| {
        level(400.0, x, x + 100.0)
            + &level(370.0, x, x + 100.0)
            + &level(340.0, x, x + 100.0)
            + &upright(x, 340.0, 400.0)
            + &upright(x + 100.0, 340.0, 400.0)
            + &line(380.0, &[(x + 10.0, "Block")])
            + &line(350.0, &[(x + 10.0, "Hash")])
    };
    let content = boxed(50.0) + &boxed(220.0) + &level(385.0, 150.0, 220.0);
    assert!(laid_out(&content).layout.tables.is_empty());
}

#[test]
fn numbered_lines_of_text_are_no_table() {
    let texts = [
        ("1", "IN THE COURT"),
        ("2", "MICHAEL KNOWLES,          :"),
        ("3", "Petitioner          :"),
        ("4", "v.          : No. 07"),
        ("5", "Washington"),
    ];
    let content: String = (0..)
        .zip(texts)
        .map(|(n, (number, text))| line(400.0 - 24.0 * f64::from(n), &[(50.0, number), (80.0, text)]))
        .collect();
    assert!(laid_out(&content).layout.tables.is_empty());
}

#[test]
fn small_text_above_words_makes_no_table() {
    let mut content = String::new();
    for row in 0..4 {
        let y = 400.0 - 24.0 * f64::from(row);
        content += &(at(50.0, y + 11.0, 5.0, "reading") + &at(200.0, y + 11.0, 5.0, "gloss"));
        content += &(at(50.0, y, 10.0, "Words") + &at(200.0, y, 10.0, "Texts"));
    }
    assert!(laid_out(&content).layout.tables.is_empty());
}

#[test]
fn rows_of_texts_without_spaces_stay_apart() {
    // Longer first words than there is room for do not show that a line goes on.
    let mut content = level(420.0, 40.0, 360.0) + &level(404.0, 40.0, 360.0) + &level(330.0, 40.0, 360.0);
    content += &(level(314.0, 40.0, 360.0) + &level(298.0, 40.0, 360.0));
    content += &line(408.0, &[(50.0, "Test"), (150.0, "Method"), (250.0, "Value")]);
    for (n, name) in (0..).zip(["Leukocytes", "Neutrophils", "Lymphocyte", "Monocytes", "Eosinophils"]) {
        let y = 392.0 - 14.0 * f64::from(n);
        content += &line(y, &[(50.0, name), (150.0, "instrument"), (250.0, "6.5")]);
    }
    content += &line(318.0, &[(50.0, "Basophils"), (150.0, "instrument"), (250.0, "1.5")]);
    content += &line(302.0, &[(50.0, "Haemoglobin"), (150.0, "instrument"), (250.0, "159")]);
    assert_eq!(size(&laid_out(&content)), (8, 3));
}

#[test]
fn stripes_filled_cell_by_cell_go_over_the_narrow_cells_between_columns() {
    // Financial reports fill every cell of a row, also the narrow ones between the columns.
    let stripe = |y: f64| {
        let cells = [
            (45.0, 155.0),
            (200.0, 5.0),
            (205.0, 50.0),
            (255.0, 5.0),
            (260.0, 5.0),
            (265.0, 50.0),
            (315.0, 5.0),
        ];
        let fills: String = cells.iter().map(|(x, width)| format!("{x} {y} {width} 12 re f ")).collect();
        format!("0.9 g {fills}0 g ")
    };
    let rules = [373.0, 361.0].map(|y| level(y, 200.0, 256.0) + &level(y, 260.0, 316.0)).concat();
    let signs = |y: f64| line(y, &[(206.0, "$"), (266.0, "$")]);
    let content = stripe(397.0)
        + &stripe(373.0)
        + &rules
        + &signs(400.0)
        + &line(400.0, &[(47.0, "Cost of repairs"), (233.3, "178"), (293.3, "141")])
        + &line(388.0, &[(47.0, "Boats and nets"), (225.0, "3,423"), (285.0, "2,532")])
        + &line(376.0, &[(47.0, "Wages of the crew"), (225.0, "1,136"), (293.3, "876")])
        + &signs(364.0)
        + &line(364.0, &[(47.0, "Total"), (225.0, "4,737"), (285.0, "3,549")]);
    assert_eq!(size(&laid_out(&content)), (4, 5));
}

#[test]
fn a_row_between_stripes_whose_cells_nearly_touch_does_not_end_the_table() {
    let stripe = |y: f64| format!("0.9 g 45 {y} 300 14 re f 0 g ");
    let row = |y: f64, a: &str, b: &str| line(y, &[(50.0, a), (200.0, b)]);
    let content = [400.0, 372.0, 344.0, 316.0].map(stripe).concat()
        + &row(404.0, "Region", "Kind of boat")
        + &row(390.0, "North coast", "Sailing boats")
        + &row(376.0, "South coast", "Rowing boats")
        + &row(362.0, "Lakes and rivers of the east, too", "Boats of two people only")
        + &row(348.0, "West coast", "Ferries")
        + &row(334.0, "Islands", "Steamers")
        + &row(320.0, "Canals", "Barges");
    assert_eq!(size(&laid_out(&content)), (7, 2));
}

#[test]
fn the_caption_of_a_case_in_court_is_no_table() {
    let row = |(index, (party, number)): (u32, &(&str, &str))| {
        let y = 440.0 - 20.0 * f64::from(index);
        line(y, &[(50.0, party), (200.0, ":"), (220.0, number)])
    };
    let rows = [
        ("MARY SMITH,", ""),
        ("Miller,", ""),
        ("Petitioner", ""),
        ("v.", "No. 07-1315"),
        ("THE TOWN OF YORK.", ""),
    ];
    let page = laid_out(&(0..).zip(&rows).map(row).collect::<String>());
    assert_eq!(page.layout.tables.len(), 0);
}

#[test]
fn labels_with_colons_are_in_rows_of_their_own() {
    // The last row is closer than the others.
    let rows = [
        (440.0, "Date:", "1 May 1931"),
        (420.0, "Terms:", "30 days"),
        (400.0, "Order:", "No. seven"),
        (388.0, "Due:", "at once"),
    ];
    let row = |(y, label, value): &(f64, &str, &str)| line(*y, &[(50.0, label), (150.0, value)]);
    let page = laid_out(&rows.iter().map(row).collect::<String>());
    assert_eq!(size(&page), (4, 2));
}

#[test]
fn labels_drawn_before_their_values_are_read_with_them() {
    let ys = [440.0, 420.0, 400.0, 380.0];
    let labels = ["Date of delivery:", "Terms of payment:", "Number of order:", "Name of customer:"];
    let values = ["the first of May", "within thirty days", "seven hundred and two", "Mary Smith of York"];
    let column = |x: f64, texts: [&str; 4]| {
        ys.iter().zip(texts).map(|(y, text)| at(x, *y, 10.0, text)).collect::<String>()
    };
    let content = column(50.0, labels) + &column(200.0, values);
    let sheet = pdftract_testkit::Sheet::new(400, 500).font(HELVETICA).content(&content);
    let text = Document::open(sheet.bytes(), &Options::default()).unwrap().text().unwrap();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Date of delivery: the first of May Terms of payment: within"), "{text}");
}

#[test]
fn drawn_leaders_do_not_part_rows() {
    let entries = [
        ("Making a claim", "2"),
        ("Your cover", "4"),
        ("Managing your policy", "4"),
        ("Definitions", "6"),
        ("Fire and theft", "8"),
    ];
    let row = |(index, (title, number)): (u32, &(&str, &str))| {
        let y = 440.0 - 22.0 * f64::from(index);
        line(y, &[(50.0, title), (300.0, number)]) + &level(y + 1.0, 170.0, 290.0)
    };
    let page = laid_out(&(0..).zip(&entries).map(row).collect::<String>());
    assert!(cells(&page).iter().all(|[_, _, rows, _]| *rows == 1), "{:?}", cells(&page));
    assert_eq!(size(&page), (5, 2));
}

/// The underlined titles of a pay slip joined the rows between them.
#[test]
fn underlined_titles_do_not_part_rows() {
    let titles = ["Total", "Alpha", "Total", "Omega", "Total", "Gamma"];
    let underline = |row: f64| level(438.5 - 14.0 * row, 50.0, 72.2);
    let underlines = [0.0, 2.0, 4.0].map(underline).concat();
    let page = laid_out(&(number_rows(440.0, 14.0, &titles) + &underlines));
    assert!(cells(&page).iter().all(|[_, _, rows, _]| *rows == 1), "{:?}", cells(&page));
    assert_eq!(size(&page), (6, 3));
}

#[test]
fn a_listing_in_two_fonts_is_no_table() {
    const COURIER: &str = "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>";
    let field = |(index, (name, value)): (u32, &(&str, &str))| {
        let y = 440.0 - 12.0 * f64::from(index);
        format!("BT /F2 10 Tf 1 0 0 1 50 {y} Tm ({name}) Tj 1 0 0 1 130 {y} Tm (= {{) Tj ET\n")
            + &at(148.0, y, 10.0, value)
            + &format!("BT /F2 10 Tf 1 0 0 1 300 {y} Tm (}},) Tj ET\n")
    };
    let fields = [
        ("author", "Mary Smith"),
        ("title", "On rivers"),
        ("address", "York"),
        ("year", "1931"),
        ("pages", "430"),
    ];
    let content: String = (0..).zip(&fields).map(field).collect();
    let sheet = pdftract_testkit::Sheet::new(400, 500).font(HELVETICA).font(COURIER).content(&content);
    let document = Document::open(sheet.bytes(), &Options::default()).unwrap();
    let page = document.laid_out(0, &ExtractOptions::default()).unwrap();
    assert_eq!(page.layout.tables.len(), 0);
}
