//! Generated benchmark documents: each exercises one kind of work, and is identical on every machine.

mod cjk;
mod crowded;
mod pages;
mod strokes;
mod table;
mod tagged;
mod tex;
mod type3;
mod unmapped;
mod words;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::process::{self, Ending};

/// The time limit for writing a document; the largest takes seconds.
const LIMIT: Duration = Duration::from_secs(120);

/// A kind of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Kind {
    /// Pages of a book in a standard font.
    Book,
    /// Two columns as typeset by TeX: an embedded Type 1 font without `/ToUnicode`, kerns, ligatures, exponents.
    Tex,
    /// Headings, paragraphs and lists with a structure tree.
    Tagged,
    /// Japanese in a font that is not embedded, in the encoding of a predefined CMap.
    Cjk,
    /// An embedded font whose codes and names are meaningless: only its outlines identify characters.
    Unmapped,
    /// The same glyphs as a Type 3 font.
    Type3,
    /// Tables with rules.
    Table,
    /// One page with many glyphs; `pages` counts thousands of them.
    Crowded,
}

impl Kind {
    /// Returns a document of this kind.
    pub(crate) fn document(self, pages: usize) -> Vec<u8> {
        match self {
            Self::Book => pages::book(pages),
            Self::Tex => tex::document(pages),
            Self::Tagged => tagged::document(pages),
            Self::Cjk => cjk::document(pages),
            Self::Unmapped => unmapped::document(pages),
            Self::Type3 => type3::document(pages),
            Self::Table => table::document(pages),
            Self::Crowded => crowded::document(pages),
        }
    }
}

/// Arguments of the hidden command that writes a document.
#[derive(Args)]
pub(crate) struct Arguments {
    kind: Kind,
    pages: usize,
    path: PathBuf,
}

/// The hidden command.
pub(crate) fn write(arguments: &Arguments) -> Result<(), String> {
    let written = std::fs::write(&arguments.path, arguments.kind.document(arguments.pages));
    written.map_err(|error| format!("{}: {error}", arguments.path.display()))
}

/// Writes a document below `folder` and returns its path. This happens in a separate process, because memory of this
/// one would count towards the programs it starts.
pub(super) fn write_in_child(folder: &Path, kind: Kind, pages: usize) -> Result<PathBuf, String> {
    let name = kind.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    let path = folder.join(format!("{name}-{pages}.pdf"));
    let arguments: [OsString; 4] =
        ["bench-specimen".into(), name.into(), pages.to_string().into(), path.clone().into()];
    match process::run_self(&arguments, LIMIT)? {
        Ending::Finished(_) => Ok(path),
        other => Err(format!("{}: {other:?}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use pdftract::unicode::UnicodeSource;
    use pdftract::{Document, ExtractOptions, Options};

    use super::*;

    fn open(kind: Kind, pages: usize) -> Document {
        Document::open(kind.document(pages), &Options::default()).expect("a specimen opens")
    }

    /// Returns the number of glyphs of the first page with one of these sources, and the number of all glyphs.
    fn count(document: &Document, sources: &[UnicodeSource]) -> (usize, usize) {
        let page = document.glyphs(0).expect("a page");
        let counted = page.glyphs.iter().filter(|glyph| sources.contains(&glyph.source)).count();
        (counted, page.glyphs.len())
    }

    #[test]
    fn every_kind_has_its_pages_with_text_and_is_made_alike_each_time() {
        for kind in Kind::value_variants() {
            let pages = if *kind == Kind::Crowded { 1 } else { 3 };
            let document = open(*kind, pages);
            assert_eq!(document.page_count(), pages, "{kind:?}");
            let text = document.text().expect("text");
            assert!(text.split_whitespace().count() > 50 || *kind == Kind::Cjk, "{kind:?}: {text}");
            assert_eq!(kind.document(pages), kind.document(pages), "{kind:?}");
            let damage: Vec<&str> =
                document.diagnostics().iter().map(|diagnostic| diagnostic.code.as_str()).collect();
            assert!(
                !damage.iter().any(|code| code.contains("DAMAGED") || code.contains("LIMIT")),
                "{damage:?}"
            );
        }
    }

    #[test]
    fn fonts_without_maps_are_read_by_their_shapes() {
        for kind in [Kind::Unmapped, Kind::Type3] {
            let shapes = [UnicodeSource::ShapeMatch, UnicodeSource::Context];
            let (seen, all) = count(&open(kind, 1), &shapes);
            assert!(seen * 10 > all * 9 && all > 500, "{kind:?}: {seen} of {all}");
        }
    }

    #[test]
    fn the_others_state_their_text() {
        for (kind, source) in [(Kind::Tex, UnicodeSource::Agl), (Kind::Cjk, UnicodeSource::CidCollection)] {
            let (stated, all) = count(&open(kind, 1), &[source]);
            assert!(stated * 10 > all * 9, "{kind:?}: {stated} of {all}");
        }
    }

    #[test]
    fn tables_and_tags_are_found() {
        let options = ExtractOptions::default();
        let table = open(Kind::Table, 1).page_record(0, &options).expect("a page");
        assert!(table.blocks.iter().any(|block| block.table.is_some()));
        let markdown = open(Kind::Tagged, 1).markdown(&options).expect("Markdown");
        assert!(markdown.contains("# ") && markdown.contains("- "), "{markdown}");
    }
}
