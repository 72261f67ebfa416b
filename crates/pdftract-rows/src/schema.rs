//! The columns of each granularity, with their types.

use serde::{Deserialize, Serialize};

/// The version of the schema: a new major number changes columns, a new minor number adds some.
pub const VERSION: &str = "1.1";

/// The rows that documents become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Granularity {
    /// One row for each document.
    Document,
    /// One row for each page.
    Page,
    /// One row for each block of a page.
    Block,
    /// One row for each word.
    Word,
    /// One row for each chunk.
    Chunk,
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// UTF-8.
    Text,
    /// A signed integer of 32 bits.
    Int,
    /// A signed integer of 64 bits.
    Long,
    /// A floating-point number of 64 bits.
    Number,
    /// Yes or no.
    Flag,
    /// A list of texts.
    Texts,
    /// A list of integers of 32 bits.
    Ints,
    /// A list of boxes with the index of their page.
    Boxes,
    /// A list of blocks.
    Blocks,
    /// A list of spans of the text with the number of their page.
    Spans,
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub kind: Kind,
    /// Whether it is there only if it is named.
    pub is_optional: bool,
}

/// The columns of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowSchema {
    granularity: Granularity,
    columns: Vec<Column>,
}

type Named = (&'static str, Kind);

const FILE: [Named; 8] = [
    ("source_index", Kind::Long),
    ("path", Kind::Text),
    ("status", Kind::Text),
    ("error_code", Kind::Text),
    ("error", Kind::Text),
    ("page_count", Kind::Int),
    ("bytes", Kind::Long),
    ("sha256", Kind::Text),
];
const DOCUMENT: [Named; 15] = [
    ("text", Kind::Text),
    ("markdown", Kind::Text),
    ("readable", Kind::Flag),
    ("judged", Kind::Flag),
    ("score", Kind::Number),
    ("pages_needing_ocr", Kind::Ints),
    ("title", Kind::Text),
    ("author", Kind::Text),
    ("creator", Kind::Text),
    ("producer", Kind::Text),
    ("created", Kind::Text),
    ("modified", Kind::Text),
    ("lang", Kind::Text),
    ("encrypted", Kind::Flag),
    ("diagnostics", Kind::Texts),
];
const DOCUMENT_OPTIONAL: [Named; 1] = [("page_spans", Kind::Spans)];
const PAGE_NUMBER: [Named; 3] =
    [("page_index", Kind::Int), ("page_number", Kind::Int), ("page_label", Kind::Text)];
const PAGE: [Named; 12] = [
    ("width", Kind::Number),
    ("height", Kind::Number),
    ("rotation", Kind::Int),
    ("page_type", Kind::Text),
    ("text", Kind::Text),
    ("markdown", Kind::Text),
    ("score", Kind::Number),
    ("quality", Kind::Text),
    ("judged", Kind::Flag),
    ("signals", Kind::Texts),
    ("needs_ocr", Kind::Flag),
    ("diagnostics", Kind::Texts),
];
const PAGE_OPTIONAL: [Named; 1] = [("blocks", Kind::Blocks)];
const BOX: [Named; 4] =
    [("x0", Kind::Number), ("y0", Kind::Number), ("x1", Kind::Number), ("y1", Kind::Number)];
const BLOCK: [Named; 6] = [
    ("block_id", Kind::Text),
    ("block_index", Kind::Int),
    ("role", Kind::Text),
    ("level", Kind::Int),
    ("text", Kind::Text),
    ("score", Kind::Number),
];
const WORD: [Named; 7] = [
    ("block_id", Kind::Text),
    ("block_index", Kind::Int),
    ("line_index", Kind::Int),
    ("word_index", Kind::Int),
    ("start", Kind::Int),
    ("end", Kind::Int),
    ("text", Kind::Text),
];
const CHUNK: [Named; 14] = [
    ("chunk_id", Kind::Text),
    ("text", Kind::Text),
    ("markdown", Kind::Text),
    ("heading_path", Kind::Texts),
    ("block_ids", Kind::Texts),
    ("page_indices", Kind::Ints),
    ("boxes", Kind::Boxes),
    ("start", Kind::Long),
    ("end", Kind::Long),
    ("context", Kind::Int),
    ("tokens", Kind::Int),
    ("score", Kind::Number),
    ("needs_ocr", Kind::Flag),
    ("next_chunk_id", Kind::Text),
];
/// Facts of pages for routers. They need no layout.
pub(crate) const PAGE_FACTS: [Named; 22] = [
    ("fonts", Kind::Int),
    ("glyphs", Kind::Int),
    ("hidden_glyphs", Kind::Int),
    ("inkless_glyphs", Kind::Int),
    ("unmapped_glyphs", Kind::Int),
    ("recovered_glyphs", Kind::Int),
    ("turned_glyphs", Kind::Int),
    ("tagged_glyphs", Kind::Int),
    ("annotation_glyphs", Kind::Int),
    ("text_share", Kind::Number),
    ("hidden_text_share", Kind::Number),
    ("images", Kind::Int),
    ("largest_image_share", Kind::Number),
    ("image_share", Kind::Number),
    ("strokes", Kind::Int),
    ("fills", Kind::Int),
    ("rules", Kind::Int),
    ("outlines", Kind::Int),
    ("garbled_share", Kind::Number),
    ("text_score", Kind::Number),
    ("ocr_probability", Kind::Number),
    ("ocr_likely", Kind::Flag),
];
/// Facts of documents for routers.
pub(crate) const DOCUMENT_FACTS: [Named; 13] = [
    ("fonts", Kind::Int),
    ("glyphs", Kind::Long),
    ("hidden_glyphs", Kind::Long),
    ("unmapped_glyphs", Kind::Long),
    ("images", Kind::Long),
    ("text_share", Kind::Number),
    ("image_share", Kind::Number),
    ("garbled_share", Kind::Number),
    ("form_fields", Kind::Int),
    ("is_form", Kind::Flag),
    ("is_scanner", Kind::Flag),
    ("ocr_probability", Kind::Number),
    ("pages_likely_needing_ocr", Kind::Ints),
];
/// The columns of the page beside the facts when only facts are asked for.
const FACTS_BESIDE: [&str; 14] = [
    "source_index",
    "path",
    "status",
    "error_code",
    "error",
    "page_count",
    "bytes",
    "sha256",
    "page_index",
    "page_number",
    "producer",
    "creator",
    "encrypted",
    "diagnostics",
];

/// Names that FinePDFs uses for the same facts. A column may be asked for by either name.
const ALIASES: [(&str, &str); 4] = [
    ("unique_font_count", "fonts"),
    ("image_count", "images"),
    ("creator_or_producer_is_known_scanner", "is_scanner"),
    ("num_pages", "page_count"),
];

/// Returns the name that the schema has for a column.
fn own_name(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, own)| *own)
}

impl Granularity {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Document, Self::Page, Self::Block, Self::Word, Self::Chunk];

    /// Returns the granularity of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|granularity| granularity.name() == name)
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Page => "page",
            Self::Block => "block",
            Self::Word => "word",
            Self::Chunk => "chunk",
        }
    }

    /// Returns all columns, also those that are there only if they are named.
    pub fn columns(self) -> Vec<Column> {
        let (usual, optional): (&[&[Named]], &[&[Named]]) = match self {
            Self::Document => (&[&DOCUMENT], &[&DOCUMENT_OPTIONAL, &DOCUMENT_FACTS]),
            Self::Page => (&[&PAGE_NUMBER, &PAGE], &[&PAGE_OPTIONAL, &PAGE_FACTS]),
            Self::Block => (&[&PAGE_NUMBER, &BLOCK, &BOX], &[]),
            Self::Word => (&[&PAGE_NUMBER, &WORD, &BOX], &[]),
            Self::Chunk => (&[&CHUNK], &[]),
        };
        let of = |is_optional| move |&(name, kind): &Named| Column { name, kind, is_optional };
        let usual = FILE.iter().chain(usual.iter().copied().flatten()).map(of(false));
        usual.chain(optional.iter().copied().flatten().map(of(true))).collect()
    }
}

impl RowSchema {
    /// Returns the usual columns of a granularity.
    pub fn new(granularity: Granularity) -> Self {
        let columns = granularity.columns().into_iter().filter(|column| !column.is_optional).collect();
        Self { granularity, columns }
    }

    /// Returns a schema of some columns, in the order given.
    ///
    /// # Errors
    ///
    /// Returns the name of a column that does not exist.
    pub fn with_columns<N: AsRef<str>>(granularity: Granularity, names: &[N]) -> Result<Self, String> {
        let all = granularity.columns();
        let find = |name: &N| {
            let name = name.as_ref();
            let column = all.iter().copied().find(|column| column.name == own_name(name));
            // The column is named as it was asked for.
            let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(alias, _)| *alias);
            let named = |column: Column| Column { name: alias.unwrap_or(column.name), ..column };
            column.map(named).ok_or_else(|| name.to_owned())
        };
        Ok(Self { granularity, columns: names.iter().map(find).collect::<Result<_, _>>()? })
    }

    /// Returns the schema of a first pass that only decides which pages need OCR: facts of documents or pages, without
    /// their text. `None` for other granularities.
    pub fn facts(granularity: Granularity) -> Option<Self> {
        let facts: &[Named] = match granularity {
            Granularity::Document => &DOCUMENT_FACTS,
            Granularity::Page => &PAGE_FACTS,
            _ => return None,
        };
        let is_wanted = |column: &Column| {
            let is_beside = FACTS_BESIDE.contains(&column.name)
                // The diagnostics of a page are part of its record, which facts do without.
                && !(column.name == "diagnostics" && granularity == Granularity::Page);
            is_beside || facts.iter().any(|(name, _)| *name == column.name)
        };
        let columns = granularity.columns().into_iter().filter(is_wanted).collect();
        Some(Self { granularity, columns })
    }

    /// Returns the granularity.
    pub fn granularity(&self) -> Granularity {
        self.granularity
    }

    /// Returns the columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the names of the columns.
    pub fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.to_owned()).collect()
    }

    /// Returns whether there is a column of this name.
    pub fn has(&self, name: &str) -> bool {
        self.columns.iter().any(|column| own_name(column.name) == name)
    }

    /// Returns facts about all rows, for the metadata of files.
    pub fn metadata(&self) -> [(&'static str, String); 3] {
        [
            ("pdftract.schema_version", VERSION.to_owned()),
            ("pdftract.granularity", self.granularity.name().to_owned()),
            ("pdftract.coords", pdftract::output::model::COORDS.to_owned()),
        ]
    }

    /// Returns a row; `value` is called with the name of each column.
    pub(crate) fn row(&self, value: impl Fn(&str) -> crate::Value) -> crate::Row {
        self.columns.iter().map(|column| value(own_name(column.name))).collect()
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    /// The version of the columns, and the beginning of their hash.
    const RECORDED: (&str, &str) = ("1.1", "e020a474770bf2ef");

    #[test]
    fn names_are_unique_and_optional_columns_must_be_named() {
        for granularity in Granularity::ALL {
            let mut names: Vec<&str> = granularity.columns().iter().map(|column| column.name).collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{granularity:?}");
            assert!(RowSchema::new(granularity).columns().iter().all(|column| !column.is_optional));
        }
        let chosen = RowSchema::with_columns(Granularity::Page, &["glyphs", "path"]);
        assert_eq!(chosen.map(|schema| schema.names()), Ok(vec!["glyphs".to_owned(), "path".to_owned()]));
        let aliased = RowSchema::with_columns(Granularity::Page, &["image_count"]);
        assert_eq!(
            aliased.map(|schema| (schema.names(), schema.has("images"))),
            Ok((vec!["image_count".to_owned()], true))
        );
        assert_eq!(RowSchema::with_columns(Granularity::Page, &["no"]).err().as_deref(), Some("no"));
    }

    #[test]
    fn facts_leave_out_text() {
        let facts =
            RowSchema::facts(Granularity::Page).map(|schema| schema.has("text") || !schema.has("glyphs"));
        assert_eq!(facts, Some(false));
        assert_eq!(RowSchema::facts(Granularity::Chunk), None);
    }

    #[test]
    fn every_column_is_documented() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rows.md");
        let text = std::fs::read_to_string(page).unwrap_or_default();
        assert!(text.contains(&format!("Version **{VERSION}**")));
        for column in Granularity::ALL.into_iter().flat_map(Granularity::columns) {
            assert!(text.contains(&format!("`{}`", column.name)), "{}", column.name);
        }
        for (alias, _) in ALIASES {
            assert!(text.contains(&format!("`{alias}`")), "{alias}");
        }
    }

    /// Columns change only with [`VERSION`]: after raising it, record the hash that a failure prints. A new column raises the second
    /// number, a changed or removed one the first.
    #[test]
    fn the_columns_only_change_with_their_version() {
        let columns =
            Granularity::ALL.map(|granularity| format!("{granularity:?} {:?}", granularity.columns()));
        let hash: String =
            Sha256::digest(columns.join("\n")).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!((VERSION, hash.as_str()), RECORDED, "see docs/stability.md");
    }
}
