//! Reports the results: a table of all pages, and lists of pages to inspect.

use std::fmt::Write;

use super::FileRow;
use super::page::PageRow;
use super::program::Program;
use crate::workers::glyph_count;

/// Formats one line of tab-separated values per page.
pub(super) fn table(rows: &[FileRow]) -> String {
    let names = Program::ALL.map(Program::name).join("\t");
    let mut table = format!("file\tpage\t{names}\tours\tglyphs\thidden\tsources\tverdict\tremark\n");
    for row in rows {
        for page in &row.pages {
            let theirs: Vec<String> = page.theirs.iter().map(|&count| shown(count)).collect();
            let ours = page.ours.as_ref();
            let _ = writeln!(
                table,
                "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                row.name,
                page.number,
                theirs.join("\t"),
                shown(ours.map(|ours| ours.characters)),
                shown(ours.map(|ours| ours.glyphs)),
                ours.map(|ours| glyph_count::text(&ours.hidden)).unwrap_or_default(),
                ours.map(|ours| glyph_count::text(&ours.sources)).unwrap_or_default(),
                verdict(page),
                row.remark
            );
        }
    }
    table
}

fn shown(count: Option<usize>) -> String {
    count.map_or_else(|| "-".to_owned(), |count| count.to_string())
}

fn verdict(page: &PageRow) -> &'static str {
    match page.difference() {
        _ if page.is_lost() => "lost",
        Some(share) if share > 0.0 => "more",
        Some(_) => "less",
        None => "alike",
    }
}

/// Lists the pages to inspect, with their number.
pub(super) fn text(rows: &[FileRow]) -> String {
    let mut text = String::new();
    for (kind, title) in [
        ("lost", "pages where two others find text and pdftract none"),
        ("less", "pages with less than half the text of the median"),
        ("more", "pages with more than one and a half times the text of the median"),
    ] {
        add_list(&mut text, rows, kind, title);
    }
    let pages = rows.iter().map(|row| row.pages.len()).sum::<usize>();
    let _ = writeln!(text, "{} files, {pages} pages", rows.len());
    text
}

fn add_list(text: &mut String, rows: &[FileRow], kind: &str, title: &str) {
    let (mut files, mut pages, mut list) = (0, 0, String::new());
    for row in rows {
        let found: Vec<&PageRow> = row.pages.iter().filter(|page| verdict(page) == kind).collect();
        let Some(first) = found.first() else { continue };
        files += 1;
        pages += found.len();
        let _ = writeln!(list, "  {} {} {}", row.name, page_text(first), row.remark);
        if found.len() > 1 {
            let numbers: Vec<String> = found.iter().skip(1).map(|page| page.number.to_string()).collect();
            let _ = writeln!(list, "    and pages {}", numbers.join(", "));
        }
    }
    let _ = writeln!(text, "{title}: {pages} in {files} files\n{list}");
}

/// Summarises a page: the characters found by each program, and the hidden ones of pdftract.
fn page_text(page: &PageRow) -> String {
    let names = Program::ALL.iter().map(|program| program.name());
    let theirs: Vec<String> =
        names.zip(&page.theirs).map(|(name, &count)| format!("{name} {}", shown(count))).collect();
    let ours = page.ours.clone().unwrap_or_default();
    let hidden = glyph_count::text(&ours.hidden);
    let shares = format!("ours {}, glyphs {}", ours.characters, ours.glyphs);
    format!("page {}: {}; {shares} [{hidden}]", page.number, theirs.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::page;
    use super::*;

    #[test]
    fn lost_pages_are_listed_once_per_file() {
        let pages = page::rows(&[], &[vec![1, 2], vec![1, 2], vec![]]);
        let rows = [FileRow { name: "a.pdf".into(), remark: "NO_PAGES=1".into(), pages }];
        let text = text(&rows);
        assert!(
            text.contains("2 in 1 files\n  a.pdf page 1: poppler 1, mupdf 1, pdfium -; ours 0"),
            "{text}"
        );
        assert!(text.contains("and pages 2\n"), "{text}");
        let table = table(&rows);
        assert!(table.lines().all(|line| line.split('\t').count() == 11), "{table}");
    }
}
