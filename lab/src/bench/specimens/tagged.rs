//! Headings, paragraphs and lists with roles and order given by a structure tree.

use std::fmt::Write;

use pdftract_testkit::PdfBuilder;

use super::pages::{self, Page};
use super::words::Words;

/// The elements of a page: tag and number of lines.
const ELEMENTS: [(&str, usize); 8] =
    [("H1", 1), ("P", 8), ("P", 7), ("H2", 1), ("P", 9), ("LI", 1), ("LI", 1), ("LI", 2)];

/// Returns a document with this many pages.
pub(super) fn document(count: usize) -> Vec<u8> {
    let mut builder = pages::builder();
    let font = builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
    let pages = (0..count).map(|number| Page {
        content: page(number),
        entries: format!("{}/StructParents {number}/Tabs/S", pages::A4),
    });
    let numbers = pages::add(&mut builder, &format!("/F1 {font} 0 R"), pages);
    add_structure(&mut builder, &numbers);
    builder.finish()
}

fn page(number: usize) -> String {
    let mut words = Words::new(number as u64 + 2_000);
    let mut content = String::from("/Artifact BMC BT /F1 8 Tf 72 810 Td (Annual report) Tj ET EMC\n");
    let mut y = 770;
    for (mcid, (tag, lines)) in ELEMENTS.iter().enumerate() {
        let size = match *tag {
            "H1" => 20,
            "H2" => 15,
            _ => 10,
        };
        let _ = writeln!(content, "/{tag} <</MCID {mcid}>> BDC BT /F1 {size} Tf {} TL 72 {y} Td", size + 4);
        let bullet = if *tag == "LI" { "\\225 " } else { "" };
        for line in 0..*lines {
            let bullet = if line == 0 { bullet } else { "" };
            let _ = writeln!(content, "({bullet}{}) Tj T*", words.line(if size > 10 { 30 } else { 85 }));
            y -= size + 4;
        }
        content.push_str("ET EMC\n");
        y -= 10;
    }
    content
}

/// Adds the structure tree and the parent tree.
fn add_structure(builder: &mut PdfBuilder, pages: &[u32]) {
    let (root, document, parents) =
        (builder.next_number(), builder.next_number() + 1, builder.next_number() + 2);
    for number in [root, document, parents] {
        builder.set(number, "null");
    }
    let (mut kids, mut nums) = (String::new(), String::new());
    for (index, page) in pages.iter().enumerate() {
        let list = builder.next_number();
        builder.set(list, "null");
        let (mut elements, mut items) = (String::new(), String::new());
        for (mcid, (tag, _)) in ELEMENTS.iter().enumerate() {
            let is_item = *tag == "LI";
            let parent = if is_item { list } else { document };
            let body = format!("<</Type/StructElem/S/{tag}/P {parent} 0 R/Pg {page} 0 R/K {mcid}>>");
            let element = format!("{} 0 R ", builder.add(body));
            elements.push_str(&element);
            if is_item { &mut items } else { &mut kids }.push_str(&element);
        }
        builder.set(list, format!("<</Type/StructElem/S/L/P {document} 0 R/K[{items}]>>"));
        let _ = write!(kids, "{list} 0 R ");
        let of_page = builder.add(format!("[{elements}]"));
        let _ = write!(nums, "{index} {of_page} 0 R ");
    }
    builder.set(document, format!("<</Type/StructElem/S/Document/P {root} 0 R/K[{kids}]>>"));
    builder.set(parents, format!("<</Nums[{nums}]>>"));
    builder.set(
        root,
        format!(
            "<</Type/StructTreeRoot/K {document} 0 R/ParentTree {parents} 0 R/ParentTreeNextKey {}>>",
            pages.len()
        ),
    );
    builder.set(
        1,
        format!("<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/Lang(en)/StructTreeRoot {root} 0 R>>"),
    );
}
