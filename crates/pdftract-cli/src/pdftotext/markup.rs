//! The shapes in which pdftotext writes boxes: XHTML and rows of a table.

use std::fmt::Write;

use pdftract::LaidOutPage;
use pdftract::file::metadata::Metadata;

use super::words::{Word, words};
use crate::json::rounded;

/// Returns the part before the pages: metadata.
pub(super) fn head(metadata: &Metadata) -> String {
    let mut out = String::from(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \
         \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\"><html xmlns=\"http://www.w3.org/1999/xhtml\">\n\
         <head>\n",
    );
    let title = metadata.title.as_deref().unwrap_or_default();
    add(&mut out, format_args!("<title>{}</title>\n", escaped(title)));
    let entries = [
        ("Subject", &metadata.subject),
        ("Keywords", &metadata.keywords),
        ("Author", &metadata.author),
        ("Creator", &metadata.creator),
        ("Producer", &metadata.producer),
        ("CreationDate", &metadata.created),
        ("ModDate", &metadata.modified),
    ];
    for (name, value) in entries {
        if let Some(value) = value {
            add(&mut out, format_args!("<meta name=\"{name}\" content=\"{}\"/>\n", escaped(value)));
        }
    }
    out + "</head>\n<body>\n"
}

/// The words of a page with their boxes.
pub(super) fn boxes(page: &LaidOutPage, scale: f64) -> String {
    let mut out = begin_page(page);
    for line in page.layout.blocks.iter().flat_map(|block| block.lines.slice(&page.layout.lines)) {
        words(page, line).iter().for_each(|word| add_word(&mut out, "    ", word, scale));
    }
    out + "  </page>\n"
}

/// Blocks, lines and words with their boxes; what is read in one go is one flow.
pub(super) fn layout_boxes(page: &LaidOutPage, scale: f64) -> String {
    let mut out = begin_page(page);
    let begin = if page.layout.blocks.is_empty() { "" } else { "    <flow>\n" };
    out.push_str(begin);
    for block in &page.layout.blocks {
        add(&mut out, format_args!("      <block {}>\n", attributes(block.bbox, scale)));
        for line in block.lines.slice(&page.layout.lines) {
            add(&mut out, format_args!("        <line {}>\n", attributes(line.bbox, scale)));
            words(page, line).iter().for_each(|word| add_word(&mut out, "          ", word, scale));
            out.push_str("        </line>\n");
        }
        out.push_str("      </block>\n");
    }
    let end = if begin.is_empty() { "" } else { "    </flow>\n" };
    out + end + "  </page>\n"
}

/// The header line of the table.
pub(super) const TABLE_HEAD: &str =
    "level\tpage_num\tpar_num\tblock_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n";

/// The same as rows of a table, the page first.
pub(super) fn table(page: &LaidOutPage, scale: f64) -> String {
    let number = page.glyphs.page_index + 1;
    let (width, height) = (page.glyphs.width, page.glyphs.height);
    let mut out =
        format!("1\t{number}\t0\t0\t0\t0\t{:.6}\t{:.6}\t{width:.6}\t{height:.6}\t-1\t###PAGE###\n", 0.0, 0.0);
    for (block_number, block) in page.layout.blocks.iter().enumerate() {
        let [left, top, width, height] = place(block.bbox, scale);
        let place_of_block = format!("{left:.6}\t{top:.6}\t{width:.6}\t{height:.6}\t-1");
        add(&mut out, format_args!("3\t{number}\t0\t{block_number}\t0\t0\t{place_of_block}\t###FLOW###\n"));
        for (line_number, line) in block.lines.slice(&page.layout.lines).iter().enumerate() {
            let [left, top, width, height] = place(line.bbox, scale);
            let before = format!("{number}\t0\t{block_number}\t{line_number}");
            add(
                &mut out,
                format_args!(
                    "4\t{before}\t0\t{left:.6}\t{top:.6}\t{width:.6}\t{height:.6}\t-1\t###LINE###\n"
                ),
            );
            for (word_number, word) in words(page, line).iter().enumerate() {
                let [left, top, width, height] = place(word.bbox, scale);
                let place = format!("{left:.2}\t{top:.2}\t{width:.2}\t{height:.2}");
                add(&mut out, format_args!("5\t{before}\t{word_number}\t{place}\t100\t{}\n", word.text));
            }
        }
    }
    out
}

/// The size of the page stays in points, whatever the resolution: so it does in pdftotext.
fn begin_page(page: &LaidOutPage) -> String {
    let (width, height) = (page.glyphs.width, page.glyphs.height);
    format!("  <page width=\"{width:.6}\" height=\"{height:.6}\">\n")
}

fn add_word(out: &mut String, indent: &str, word: &Word, scale: f64) {
    let (attributes, text) = (attributes(word.bbox, scale), escaped(&word.text));
    add(out, format_args!("{indent}<word {attributes}>{text}</word>\n"));
}

fn attributes(bbox: [f32; 4], scale: f64) -> String {
    let [left, top, right, bottom] = bbox.map(|edge| rounded(edge) * scale);
    format!("xMin=\"{left:.6}\" yMin=\"{top:.6}\" xMax=\"{right:.6}\" yMax=\"{bottom:.6}\"")
}

/// Left, top, width, height.
fn place(bbox: [f32; 4], scale: f64) -> [f64; 4] {
    let [left, top, right, bottom] = bbox.map(|edge| rounded(edge) * scale);
    [left, top, right - left, bottom - top]
}

fn add(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

/// Escapes text for XHTML and removes control characters.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            _ if character.is_control() && !matches!(character, '\n' | '\t' | '\u{C}') => {}
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_xhtml_is_escaped() {
        assert_eq!(escaped("a & b <c> \"d\" 'e'\u{1}"), "a &amp; b &lt;c&gt; &quot;d&quot; &apos;e&apos;");
    }
}
