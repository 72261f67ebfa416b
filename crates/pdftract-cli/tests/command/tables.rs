//! `pdftract tables`: all forms, and tables that go on on the next page.

use std::fmt::Write as _;

use pdftract_testkit::builder::simple_builder;

use crate::running::{assert_exit, json, run_on, stdout};

/// A page with a table: a head and rows of a name and a number.
fn page(rows: &[(&str, &str)]) -> String {
    let mut content = String::new();
    for (index, (name, number)) in [("Fruit", "Price, EUR")].iter().chain(rows).enumerate() {
        let y = 700 - 16 * index;
        let _ = write!(
            content,
            "BT /F1 10 Tf 1 0 0 1 72 {y} Tm ({name}) Tj 1 0 0 1 300 {y} Tm ({number}) Tj ET "
        );
    }
    content
}

fn two_pages() -> Vec<u8> {
    let first = page(&[("Apples", "3.40"), ("Pears", "2.10"), ("Plums", "1.95")]);
    let second = page(&[("Quinces", "4.00"), ("Cherries", "6.20"), ("Figs", "7.00")]);
    simple_builder(&[&first, &second]).finish()
}

#[test]
fn a_table_on_two_pages_is_one_without_its_repeated_head() {
    let output = run_on(&["tables", "-"], two_pages());
    assert_exit(&output, 0);
    let expected = "Fruit,\"Price, EUR\"\r\nApples,3.40\r\nPears,2.10\r\nPlums,1.95\r\nQuinces,4.00\r\n\
                    Cherries,6.20\r\nFigs,7.00\r\n";
    assert_eq!(stdout(&output), expected);
    let markdown = stdout(&run_on(&["-f", "markdown", "-"], two_pages()));
    assert_eq!(markdown.matches("Fruit").count(), 1, "{markdown}");
    assert_eq!(markdown.matches("---").count(), 2, "{markdown}");
}

#[test]
fn json_has_pages_and_header_cells() {
    let report = json(&run_on(&["tables", "-f", "json", "-"], two_pages()));
    let table = &report["tables"][0];
    assert_eq!(table["pages"], serde_json::json!([1, 2]));
    assert_eq!((table["rows"].as_u64(), table["columns"].as_u64()), (Some(7), Some(2)));
    assert_eq!(table["cells"][0]["header"], true);
    assert_eq!(table["cells"][8]["page"], 2);
    assert_eq!(table["cells"][8]["text"], "Quinces");
    let record = json(&run_on(&["-f", "json", "-"], two_pages()));
    let part = |page: usize| &record["pages"][page]["blocks"][0]["table"];
    assert_eq!(part(0)["continued_by"], record["pages"][1]["blocks"][0]["id"]);
    assert_eq!(part(1)["repeated_rows"], 1);
}

#[test]
fn one_page_has_its_own_part() {
    let output = run_on(&["tables", "-f", "html", "--page", "2", "-"], two_pages());
    assert_exit(&output, 0);
    let html = stdout(&output);
    assert!(
        html.starts_with("<table>\n<tr><th>Fruit</th><th>Price, EUR</th></tr>\n<tr><td>Quinces</td>"),
        "{html}"
    );
    assert!(
        stdout(&run_on(&["tables", "-f", "markdown", "-p", "1", "-"], two_pages())).starts_with("| Fruit |")
    );
    assert_exit(&run_on(&["tables", "--page", "3", "-"], two_pages()), 5);
}
