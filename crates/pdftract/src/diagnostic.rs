//! Diagnostics of losses, repairs and cuts: a stable code, its severity and its location.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Serialize, Serializer};

/// The severity of a diagnostic, by its effect on the extracted text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Nothing was lost.
    Info,
    /// The file is damaged or unusual; text may be affected.
    Warning,
    /// Content of the file is missing from the result.
    Error,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $severity:ident;)*) => {
        /// The stable code of a diagnostic. `docs/diagnostics.md` lists each code with its cause and remedy.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $variant,)*
        }

        impl Code {
            /// All codes, in the order of their definition.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// Returns the name used in outputs: upper snake case, never changed once published.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// Returns the severity of this code.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }
        }
    };
}

impl Code {
    /// Returns `true` if content of the file is missing from the result.
    ///
    /// The verdict that a text cannot be read is no such loss: it is only reached where it was asked for, and must not
    /// change whether reading counts as complete.
    pub fn is_loss(self) -> bool {
        self.severity() == Severity::Error && self != Self::TextUnreadable
    }
}

codes! {
    /// There are bytes before `%PDF-`; offsets were corrected.
    HeaderJunk = "HEADER_JUNK", Info;
    /// There is no `%PDF-` at the start.
    HeaderMissing = "HEADER_MISSING", Warning;
    /// The cross-reference table is missing or wrong; objects were found by scanning the file.
    XrefRepaired = "XREF_REPAIRED", Warning;
    /// A section of the cross-reference chain is unreadable.
    XrefDamaged = "XREF_DAMAGED", Warning;
    /// `/Prev` or `/XRefStm` refers to a section that was already read.
    XrefLoop = "XREF_LOOP", Warning;
    /// More cross-reference sections or entries than allowed.
    XrefLimit = "XREF_LIMIT", Warning;
    /// The trailer is missing or unusable; the catalog was found by scanning.
    TrailerRebuilt = "TRAILER_REBUILT", Warning;
    /// An object marked free is still in the file and in use; it was read.
    FreeObjectUsed = "FREE_OBJECT_USED", Warning;
    /// A referenced object cannot be found or read.
    ObjectMissing = "OBJECT_MISSING", Warning;
    /// An object's syntax is broken; the readable part was kept.
    ObjectDamaged = "OBJECT_DAMAGED", Warning;
    /// An object nests deeper or holds more values than allowed; the rest of it was dropped.
    ObjectLimit = "OBJECT_LIMIT", Error;
    /// A number, name or string is longer than allowed.
    TokenLimit = "TOKEN_LIMIT", Warning;
    /// References form a cycle or take too many steps.
    ReferenceLoop = "REFERENCE_LOOP", Warning;
    /// An object stream misdeclares its contents or is damaged.
    ObjectStreamDamaged = "OBJECT_STREAM_DAMAGED", Warning;
    /// A stream's `/Length` is wrong; its end was found by searching for `endstream`.
    StreamLengthWrong = "STREAM_LENGTH_WRONG", Info;
    /// Compressed data is damaged; the decodable part was kept.
    StreamDamaged = "STREAM_DAMAGED", Error;
    /// A stream's data is complete, but its checksum is wrong.
    StreamChecksumWrong = "STREAM_CHECKSUM_WRONG", Warning;
    /// A stream decodes to more bytes than allowed; it was truncated.
    StreamLimit = "STREAM_LIMIT", Error;
    /// A stream's filter is unknown, so the stream cannot be read.
    FilterUnknown = "FILTER_UNKNOWN", Error;
    /// A stream has more filters than allowed, so it was not read.
    FilterLimit = "FILTER_LIMIT", Error;
    /// A data stream has an image filter; it was not read.
    ImageFilterOnData = "IMAGE_FILTER_ON_DATA", Error;
    /// Predictor parameters are invalid and were ignored.
    PredictorIgnored = "PREDICTOR_IGNORED", Warning;
    /// A stream refers to data in another file, which was not opened.
    ExternalStreamIgnored = "EXTERNAL_STREAM_IGNORED", Error;
    /// A stream, such as an attachment, is encrypted although the document is not; it was not read.
    StreamLocked = "STREAM_LOCKED", Error;
    /// Encrypted data is damaged; whole blocks were kept.
    CryptDamaged = "CRYPT_DAMAGED", Warning;
    /// The page tree is unusable; pages were collected from the whole file.
    PageTreeRebuilt = "PAGE_TREE_REBUILT", Warning;
    /// Part of the page tree is missing, cyclic or not a page.
    PageTreeDamaged = "PAGE_TREE_DAMAGED", Warning;
    /// The file opens, but has no pages.
    NoPages = "NO_PAGES", Error;
    /// More pages or a deeper page tree than allowed.
    PageLimit = "PAGE_LIMIT", Error;
    /// A page lists more content streams than allowed.
    ContentsLimit = "CONTENTS_LIMIT", Error;
    /// The contents of a page have something else than streams, which shows nothing.
    ContentsInvalid = "CONTENTS_INVALID", Error;
    /// A page's box is missing or invalid; a default was used.
    PageBoxInvalid = "PAGE_BOX_INVALID", Info;
    /// Most of the text of a page cannot be read.
    TextUnreadable = "TEXT_UNREADABLE", Error;
    /// A code of a font has no known Unicode; the text has U+FFFD there.
    GlyphUnmapped = "GLYPH_UNMAPPED", Error;
    /// The shape of a glyph could be several characters, and its context does not decide.
    ShapeAmbiguous = "SHAPE_AMBIGUOUS", Warning;
    /// A font database supplied by the caller cannot be used; the text was read without it.
    FontDatabaseUnusable = "FONT_DATABASE_UNUSABLE", Warning;
    /// An embedded font program cannot be read.
    FontProgramDamaged = "FONT_PROGRAM_DAMAGED", Warning;
    /// Entries of a font's ToUnicode map cannot be read.
    ToUnicodeDamaged = "TO_UNICODE_DAMAGED", Warning;
    /// A font's ToUnicode map contradicts the font; it was not used.
    ToUnicodeDistrusted = "TOUNICODE_DISTRUSTED", Warning;
    /// Entries of a CMap embedded in the file cannot be read.
    CmapDamaged = "CMAP_DAMAGED", Warning;
    /// A font refers to an unknown CMap.
    CmapUnknown = "CMAP_UNKNOWN", Warning;
    /// The strings of a font are not in the encoding of its CMap; they were decoded with another one.
    CmapDistrusted = "CMAP_DISTRUSTED", Warning;
    /// A font maps codes to characters that are not in its character collection.
    CollectionMisfit = "COLLECTION_MISFIT", Warning;
    /// The glyph for a code of a Type 3 font cannot be found; the message names the broken link.
    Type3GlyphBroken = "TYPE3_GLYPH_BROKEN", Warning;
    /// A Type 3 glyph does not begin with a width operator.
    Type3WidthMissing = "TYPE3_WIDTH_MISSING", Info;
    /// Text is shown in a font that is missing from the resources; it was read as ordinary Latin text.
    FontMissing = "FONT_MISSING", Warning;
    /// A form draws itself, or forms nest deeper than allowed; the inner one was skipped.
    FormLoop = "FORM_LOOP", Warning;
    /// A page does more work than allowed (operators, forms, glyphs or bytes); the rest of it was not read.
    PageWorkLimit = "PAGE_WORK_LIMIT", Error;
    /// An operator has more operands than allowed; the rest of them was dropped.
    OperandLimit = "OPERAND_LIMIT", Error;
    /// Text that is not visible (off the page, clipped, layer off, without ink) was left out of the text.
    HiddenTextLeftOut = "HIDDEN_TEXT_LEFT_OUT", Info;
    /// A name, number, outline, field or layer tree contains a cycle.
    TreeLoop = "TREE_LOOP", Warning;
    /// Such a tree is larger or deeper than allowed.
    TreeLimit = "TREE_LIMIT", Warning;
    /// XMP metadata is damaged or larger than allowed.
    XmpDamaged = "XMP_DAMAGED", Info;
    /// XMP metadata declares entities; they were not expanded.
    XmpEntitiesIgnored = "XMP_ENTITIES_IGNORED", Warning;
    /// Control, override or tag characters were removed from a string of the file.
    TextSanitized = "TEXT_SANITIZED", Info;
    /// The document's budget of bytes or values is exhausted; the rest was not read.
    DocumentLimit = "DOCUMENT_LIMIT", Error;
    /// The time limit was reached; the rest was not read.
    DeadlineReached = "DEADLINE_REACHED", Error;
    /// The caller cancelled; the rest was not read.
    Cancelled = "CANCELLED", Error;
    /// There were more diagnostics than are kept.
    DiagnosticsDropped = "DIAGNOSTICS_DROPPED", Info;
    /// A page could not be rendered.
    RenderFailed = "RENDER_FAILED", Warning;
    /// A page needs OCR, and no engine is available.
    OcrUnavailable = "OCR_UNAVAILABLE", Warning;
    /// The OCR engine crashed, hung or gave up on a page; the text of the file was kept.
    OcrFailed = "OCR_FAILED", Warning;
    /// A page needs OCR, and too little time was left for it.
    OcrSkipped = "OCR_SKIPPED", Warning;
    /// The OCR engine lacks the data of a requested language.
    OcrLanguageMissing = "OCR_LANGUAGE_MISSING", Warning;
    /// Text of a page was recognised by OCR.
    OcrUsed = "OCR_USED", Info;
    /// The text of a page and its OCR result differ; the text of the file was kept.
    OcrDiffers = "OCR_DIFFERS", Warning;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Code {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Code".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: Vec<&str> = Self::ALL.iter().map(|code| code.as_str()).collect();
        schemars::json_schema!({
            "description": "The stable name of what happened; docs/diagnostics.md explains each.",
            "type": "string",
            "enum": names,
        })
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A reported loss, repair or cut, with its location.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Diagnostic {
    /// The code.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// The page concerned, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_index: Option<u32>,
    /// The number of the indirect object concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<u32>,
    /// The byte offset in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The message for users.
    pub message: String,
}

impl Diagnostic {
    /// Creates a diagnostic without a location.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let severity = code.severity();
        Self { code, severity, page_index: None, object: None, offset: None, message: message.into() }
    }

    /// Returns this diagnostic with its page set (counted from 0).
    pub fn on_page(mut self, page_index: u32) -> Self {
        self.page_index = Some(page_index);
        self
    }

    /// Returns this diagnostic with its indirect object set.
    pub fn in_object(mut self, number: u32) -> Self {
        self.object = Some(number);
        self
    }

    /// Returns this diagnostic with its byte offset in the file set.
    pub fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }
}

/// Collects diagnostics from all threads.
///
/// It keeps the smallest ones by (code, page, object, offset, message) rather than the first, so that the result does
/// not depend on the order of threads.
#[derive(Debug)]
pub(crate) struct Log {
    kept: Mutex<Kept>,
    max: usize,
}

#[derive(Debug, Default)]
struct Kept {
    items: BTreeSet<Diagnostic>,
    dropped: u64,
    /// Diagnostics of pages that are being recorded, each with its number of readers.
    open_pages: BTreeMap<u32, (u32, BTreeSet<Diagnostic>)>,
}

impl Log {
    pub(crate) fn new(max: usize) -> Self {
        Self { kept: Mutex::default(), max: max.max(1) }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, diagnostic: Diagnostic) {
        let mut kept = self.lock();
        if let Some((_, items)) = diagnostic.page_index.and_then(|page| kept.open_pages.get_mut(&page)) {
            items.insert(diagnostic.clone());
            if items.len() > self.max {
                items.pop_last();
            }
        }
        if kept.items.insert(diagnostic) && kept.items.len() > self.max {
            kept.items.pop_last();
            kept.dropped += 1;
        }
    }

    /// Starts to record the diagnostics of a page (counted from 0) separately from the limited log.
    pub(crate) fn open_page(&self, page_index: u32) {
        self.lock().open_pages.entry(page_index).or_default().0 += 1;
    }

    /// Returns the diagnostics of a page since it was opened, in a fixed order.
    pub(crate) fn close_page(&self, page_index: u32) -> Vec<Diagnostic> {
        let mut kept = self.lock();
        let Some((readers, items)) = kept.open_pages.get_mut(&page_index) else { return Vec::new() };
        *readers -= 1;
        if *readers > 0 {
            return items.iter().cloned().collect();
        }
        kept.open_pages.remove(&page_index).map(|(_, items)| items.into_iter().collect()).unwrap_or_default()
    }

    /// Returns all kept diagnostics in a fixed order, with a last one that counts the dropped ones.
    pub(crate) fn list(&self) -> Vec<Diagnostic> {
        let kept = self.lock();
        let mut list: Vec<Diagnostic> = kept.items.iter().cloned().collect();
        if kept.dropped > 0 {
            let message = format!("{} further diagnostics were not kept", kept.dropped);
            list.push(Diagnostic::new(Code::DiagnosticsDropped, message));
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_keeps_the_same_ones_in_any_order() {
        let make = |n: u32| Diagnostic::new(Code::ObjectDamaged, "x").in_object(n);
        let (a, b) = (Log::new(2), Log::new(2));
        (1..=4).for_each(|n| a.add(make(n)));
        (1..=4).rev().for_each(|n| b.add(make(n)));
        assert_eq!(a.list(), b.list());
        assert_eq!(a.list().len(), 3);
        assert_eq!(a.list()[2].code, Code::DiagnosticsDropped);
    }

    #[test]
    fn an_open_page_keeps_its_own_beyond_the_limit_of_all() {
        let log = Log::new(2);
        (0..4).for_each(|n| log.add(Diagnostic::new(Code::HeaderJunk, n.to_string())));
        let late = Diagnostic::new(Code::PageWorkLimit, "x").on_page(7);
        log.open_page(7);
        log.add(late.clone());
        log.add(Diagnostic::new(Code::PageWorkLimit, "y").on_page(8));
        assert_eq!(log.close_page(7), [late]);
        assert!(log.close_page(7).is_empty());
    }

    #[test]
    fn every_code_is_documented() {
        let docs = include_str!("../../../docs/diagnostics.md");
        for code in Code::ALL {
            assert!(docs.contains(&format!("`{code}`")), "{code} is missing from docs/diagnostics.md");
        }
    }
}
