//! The generated table of the language model, `tables/languages.bin`, and its sections.
//!
//! The file holds the sections in the order of [`Section`], each after its length in four bytes. `cargo xtask tables
//! languages` writes it.

use crate::table_reader::TableReader;

static DATA: &[u8] = include_bytes!("tables/languages.bin");

/// The parts of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// Trigram costs and common words of each language (`model.rs`).
    Languages,
    /// Bigrams of ideographs and Hangul syllables (`bigrams.rs`).
    Bigrams,
    /// Costs of character classes (`classes.rs`).
    Classes,
}

/// Returns a reader at the start of a section.
pub(super) fn section(wanted: Section) -> TableReader {
    let mut reader = TableReader::new(DATA);
    for section in [Section::Languages, Section::Bigrams, Section::Classes] {
        let contents = reader.counted(4);
        if section == wanted {
            return TableReader::new(contents);
        }
    }
    TableReader::new(&[])
}
