//! Samples that need no images: a table, two columns, vertical Japanese, Arabic and a form.

use std::fmt::Write;

use pdftract_testkit::Sheet;
use pdftract_testkit::builder::stream_body;
use pdftract_testkit::sheet::HELVETICA;

/// The font dictionary of bold Helvetica.
const HELVETICA_BOLD: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>";

/// Returns the content that shows a line of text; `font` is F1 or F2.
fn line(font: &str, size: f64, x: f64, y: f64, text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    format!("BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET\n")
}

/// Returns an invoice with a ruled table.
pub(super) fn table() -> Vec<u8> {
    let rows = [
        ["Item", "Quantity", "Price", "Total"],
        ["Paper, A4, 500 sheets", "12", "4.20", "50.40"],
        ["Ink, black", "3", "17.95", "53.85"],
        ["Pencils, box of 12", "8", "2.75", "22.00"],
        ["Sum", "", "", "126.25"],
    ];
    let columns = [40.0, 200.0, 270.0, 330.0, 400.0];
    let mut content = line("F2", 16.0, 40.0, 190.0, "Invoice 2025-014");
    for (index, row) in (0u32..).zip(rows) {
        let y = 160.0 - 20.0 * f64::from(index);
        for (cell, x) in row.iter().zip(columns) {
            let font = if index == 0 { "F2" } else { "F1" };
            content.push_str(&line(font, 10.0, x + 4.0, y - 14.0, cell));
        }
    }
    for index in 0u32..=5 {
        let y = 160.0 - 20.0 * f64::from(index);
        // Writing to a string cannot fail.
        let _ = writeln!(content, "40 {y} m 400 {y} l S");
    }
    for x in columns {
        let _ = writeln!(content, "{x} 60 m {x} 160 l S");
    }
    content.push_str(&line("F1", 10.0, 40.0, 36.0, "Payable within 30 days. Thank you for your order."));
    let sheet = Sheet::new(440, 220).font(HELVETICA).font(HELVETICA_BOLD);
    sheet.content(&content).catalog("/Lang(en)").bytes()
}

/// Returns a page of two columns whose lines are drawn row by row, across both columns.
pub(super) fn two_columns() -> Vec<u8> {
    let left = [
        "A page of two columns is read down",
        "the first column and then down the",
        "second. Many producers draw such",
        "a page row by row, so that the order",
        "in the file is of no use.",
    ];
    let right = [
        "The gap between columns is found",
        "by the white space that runs down",
        "the page. A heading that spans both",
        "columns stays above them, and foot-",
        "notes stay below.",
    ];
    let mut content = line("F2", 16.0, 40.0, 180.0, "Reading order");
    for (index, (left, right)) in (0u32..).zip(left.iter().zip(right)) {
        let y = 150.0 - 14.0 * f64::from(index);
        content.push_str(&line("F1", 10.0, 40.0, y, left));
        content.push_str(&line("F1", 10.0, 240.0, y, right));
    }
    Sheet::new(440, 220).font(HELVETICA).font(HELVETICA_BOLD).content(&content).catalog("/Lang(en)").bytes()
}

/// Returns a page of vertical Japanese in a font that is not embedded, as Japanese producers write it.
pub(super) fn vertical_japanese() -> Vec<u8> {
    let columns = ["吾輩は猫である。", "名前はまだ無い。", "どこで生れたか", "とんと見当がつかぬ。"];
    let mut content = String::new();
    for (index, column) in (0u32..).zip(columns) {
        let x = 250.0 - 24.0 * f64::from(index);
        let hex: String = column.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
        let _ = writeln!(content, "BT /F1 16 Tf {x} 200 Td <{hex}> Tj ET");
    }
    let font = "<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3-UniJIS-UTF16-V/Encoding/UniJIS-UTF16-V\
        /DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3\
        /CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 6>>/DW 1000\
        /FontDescriptor<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 6/FontBBox[0 -200 1000 900]\
        /ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>]>>";
    Sheet::new(300, 220).font(font).content(&content).catalog("/Lang(ja)").bytes()
}

/// Returns a page of Arabic whose glyphs are drawn from left to right, the order in which most producers write them.
pub(super) fn arabic() -> Vec<u8> {
    let lines = ["السلام عليكم ورحمة الله", "هذه صفحة باللغة العربية", "عام 2025"];
    let mut letters: Vec<char> = lines.iter().flat_map(|line| line.chars()).collect();
    letters.sort_unstable();
    letters.dedup();
    let code = |letter: char| letters.binary_search(&letter).map_or(0, |index| index + 1);
    let mut content = String::new();
    for (index, text) in (0u32..).zip(lines) {
        let hex: String = visual_order(text).map(|letter| format!("{:04X}", code(letter))).collect();
        let (x, y) =
            (260.0 - 8.0 * f64::from(u32::try_from(text.chars().count()).unwrap_or(0)), 150 - 30 * index);
        let _ = writeln!(content, "BT /F1 16 Tf {x} {y} Td <{hex}> Tj ET");
    }
    let mappings: String = letters
        .iter()
        .map(|&letter| format!("<{:04X}> <{:04X}>\n", code(letter), u32::from(letter)))
        .collect();
    let to_unicode = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n/CMapName /Sample def /CMapType 2 def\n\
         1 begincodespacerange <0000> <FFFF> endcodespacerange\n{} beginbfchar\n{mappings}endbfchar\n\
         endcmap end end\n",
        letters.len()
    );
    let (sheet, map) = Sheet::new(300, 200).object(stream_body("", to_unicode.as_bytes()));
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/SampleArabic/Encoding/Identity-H/ToUnicode {map} 0 R\
         /DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/SampleArabic/DW 500/CIDToGIDMap/Identity\
         /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
         /FontDescriptor<</Type/FontDescriptor/FontName/SampleArabic/Flags 4/FontBBox[0 -300 1000 900]\
         /ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>]>>"
    );
    sheet.font(&font).content(&content).catalog("/Lang(ar)").bytes()
}

/// Returns the letters of an Arabic line from left to right; numbers keep their order.
fn visual_order(line: &str) -> impl Iterator<Item = char> {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    words.reverse();
    for word in &mut words {
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            *word = word.chars().rev().collect();
        }
    }
    words.join(" ").chars().collect::<Vec<_>>().into_iter()
}

/// Returns a form with text fields, check boxes and a choice, and an attached file.
pub(super) fn form() -> Vec<u8> {
    let labels = [(150.0, "Name"), (120.0, "Newsletter"), (90.0, "Catalogue"), (60.0, "Country")];
    let mut content = line("F2", 16.0, 40.0, 180.0, "Registration");
    for (y, label) in labels {
        content.push_str(&line("F1", 10.0, 40.0, y, label));
    }
    let widget = |entries: &str, rect: &str| {
        format!("<</Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[{rect}]{entries}>>")
    };
    let (sheet, name) = Sheet::new(300, 220)
        .object(widget("/FT/Tx/T(name)/V(Ada Lovelace)/DA(/Helv 10 Tf 0 g)", "120 146 260 162"));
    let (sheet, on) =
        sheet.object(stream_body("/Type/XObject/Subtype/Form/BBox[0 0 12 12]", b"2 2 m 10 10 l S"));
    let button =
        |name: &str, state: &str| format!("/FT/Btn/T({name})/V/{state}/AS/{state}/AP<</N<</Yes {on} 0 R>>>>");
    let (sheet, news) = sheet.object(widget(&button("newsletter", "Yes"), "120 118 132 130"));
    let (sheet, catalogue) = sheet.object(widget(&button("catalogue", "Off"), "120 88 132 100"));
    let (sheet, country) = sheet.object(widget(
        "/FT/Ch/Ff 131072/T(country)/V(PT)/Opt[[(DE)(Germany)][(PT)(Portugal)]]/DA(/Helv 10 Tf 0 g)",
        "120 56 260 72",
    ));
    let (sheet, file) =
        sheet.object(stream_body("/Type/EmbeddedFile/Subtype/text#2Fplain", b"Ada Lovelace, PT\n"));
    let fields = format!("{name} 0 R {news} 0 R {catalogue} 0 R {country} 0 R");
    let attachment =
        format!("<</Type/Filespec/F(registration.txt)/UF(registration.txt)/EF<</F {file} 0 R>>>>");
    let sheet =
        sheet.font(HELVETICA).font(HELVETICA_BOLD).content(&content).page(&format!("/Annots[{fields}]"));
    let catalog = format!(
        "/Lang(en)/AcroForm<</Fields[{fields}]>>/Names<</EmbeddedFiles<</Names[(registration.txt){attachment}]>>>>"
    );
    sheet.catalog(&catalog).bytes()
}
