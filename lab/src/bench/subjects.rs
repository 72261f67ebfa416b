//! The measured files, each with its class, from a table of features or by inspecting them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use pdftract::font::FontKind;
use pdftract::{Document, Options};

use super::RunArguments;
use super::class::{Class, Traits};
use crate::files::{self, PdfFile};
use crate::parallel;

/// The number of pages inspected.
const LOOKED_INTO: usize = 10;
/// The number of files per class in a quick run.
const QUICK: usize = 8;
/// The share of a page that images must cover for it to count as a scan.
const SCAN_SHARE: f32 = 0.5;

/// A file with its class.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    pub(super) file: PdfFile,
    pub(super) class: Class,
    pub(super) pages: usize,
}

/// Returns the files selected by `arguments`.
pub(super) fn find(arguments: &RunArguments) -> Result<Vec<Subject>, String> {
    if arguments.folders.is_empty() {
        return Err("name at least one folder with PDF files: cargo lab bench FOLDER".into());
    }
    let found = files::find(&arguments.folders)?;
    let known = arguments.features.as_deref().map(read_table).transpose()?.unwrap_or_default();
    let subject = |file: &PdfFile| {
        let traits = known.get(file_name(&file.path)).copied().unwrap_or_else(|| inspect(&file.path));
        Ok(Subject { file: file.clone(), class: traits.class(), pages: traits.pages })
    };
    let mut subjects = parallel::map(&found, None, subject)?;
    subjects.retain(|subject| arguments.classes.is_empty() || arguments.classes.contains(&subject.class));
    if arguments.quick {
        subjects = thin_out(&subjects, QUICK);
    }
    if subjects.is_empty() { Err("no file belongs to these classes".into()) } else { Ok(subjects) }
}

fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// Returns at most `count` files of each class, spread evenly.
pub(super) fn thin_out(subjects: &[Subject], count: usize) -> Vec<Subject> {
    let of_class = |class: &Class| {
        let all: Vec<&Subject> = subjects.iter().filter(|subject| subject.class == *class).collect();
        let step = all.len().div_ceil(count).max(1);
        all.into_iter().step_by(step).cloned().collect::<Vec<_>>()
    };
    Class::all().iter().flat_map(of_class).collect()
}

/// Reads a table of features, keyed by file name.
fn read_table(path: &Path) -> Result<HashMap<String, Traits>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut lines = text.lines();
    if lines.next() != Some("pdf,bytes,pages,features,source") {
        return Err(format!("{}: the columns must be pdf,bytes,pages,features,source", path.display()));
    }
    Ok(lines.filter_map(table_line).collect())
}

fn table_line(line: &str) -> Option<(String, Traits)> {
    // The name may contain commas; the numbers and features after it do not.
    let mut cells = line.rsplitn(5, ',').skip(1);
    let (features, pages, bytes, name) = (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
    let traits = Traits::from_features(bytes.parse().ok()?, pages.parse().unwrap_or(0), features);
    Some((file_name(&PathBuf::from(name.trim_matches('"'))).to_owned(), traits))
}

/// Determines the features of a file.
fn inspect(path: &Path) -> Traits {
    let bytes = std::fs::metadata(path).map_or(0, |data| data.len());
    let Ok(document) = Document::open_path(path, &Options::default()) else {
        return Traits { bytes, odd: true, ..Traits::default() };
    };
    let pages = document.page_count();
    let looked_into = 0..pages.min(LOOKED_INTO);
    let text: String =
        looked_into.clone().filter_map(|page| document.raw_text(page, &Default::default())).collect();
    let mut traits =
        Traits { bytes, pages, tagged: document.file().is_tagged(), cjk: is_cjk(&text), ..Traits::default() };
    let is_scan = |page| document.page_profile(page).is_some_and(|page| page.image_share > SCAN_SHARE);
    traits.scan = looked_into.clone().filter(|page| is_scan(*page)).count() * 2 > looked_into.len();
    for font in document.fonts() {
        traits.type3 |= font.facts.kind == FontKind::Type3;
        let is_composite = matches!(font.facts.kind, FontKind::CidType0 | FontKind::CidType2);
        let is_standard = font.facts.encoding.as_deref().is_some_and(|name| name.ends_with("Encoding"));
        traits.nomap |= font.facts.embedded && !font.facts.to_unicode && (is_composite || !is_standard);
    }
    let is_damaged = |code: &str| ["REPAIRED", "DAMAGED", "REBUILT"].iter().any(|word| code.contains(word));
    traits.odd = document.file().encryption().is_some()
        || document.diagnostics().iter().any(|diagnostic| is_damaged(diagnostic.code.as_str()));
    traits
}

/// Returns `true` if more than a tenth of a text is Chinese, Japanese or Korean.
fn is_cjk(text: &str) -> bool {
    let is_cjk =
        |c: &char| matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}');
    text.chars().filter(is_cjk).count() * 10 > text.chars().filter(|c| !c.is_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::specimens::Kind;

    #[test]
    fn tables_of_features_are_read_from_the_right() {
        let (name, traits) =
            table_line("pdf/a,b.pdf,493322,6,ligature|tagged|truth:x,CeON+CERMINE").expect("a line");
        assert_eq!((name.as_str(), traits.pages, traits.class()), ("a,b.pdf", 6, Class::Tagged));
        assert_eq!(table_line("nothing"), None);
    }

    #[test]
    fn files_are_classified_by_looking_into_them() {
        let path = std::env::temp_dir().join(format!("pdftract-class-{}.pdf", std::process::id()));
        let expected = [
            (Kind::Book, 60, Class::Long),
            (Kind::Tagged, 2, Class::Tagged),
            (Kind::Cjk, 2, Class::Cjk),
            (Kind::Unmapped, 1, Class::Nomap),
            (Kind::Type3, 1, Class::Type3),
            (Kind::Book, 1, Class::Tiny),
            (Kind::Book, 20, Class::Ordinary),
        ];
        let classes = expected.map(|(kind, pages, _)| {
            std::fs::write(&path, kind.document(pages)).expect("a file");
            inspect(&path).class()
        });
        std::fs::write(&path, "no PDF").expect("a file");
        let broken = inspect(&path).class();
        let _ = std::fs::remove_file(&path);
        assert_eq!(classes, expected.map(|(_, _, class)| class));
        assert_eq!(broken, Class::Odd);
    }

    #[test]
    fn a_quick_run_takes_some_of_each_class() {
        let file = PdfFile { name: "x".into(), path: "x".into() };
        let of = |class| vec![Subject { file: file.clone(), class, pages: 1 }; 20];
        let thin = thin_out(&[of(Class::Tiny), of(Class::Odd)].concat(), 8);
        assert_eq!(thin.iter().filter(|subject| subject.class == Class::Odd).count(), 7);
    }
}
