//! Collects the notices about a file that are printed as one line: missing pages, pages without text, garbled, hidden and
//! lost text.

use pdftract::output::model::Page;
use pdftract::quality::judge_after;
use pdftract::{Code, Diagnostic, Document, ExtractOptions, PageOutput, Severity, judge};

/// Characters of plain text that are judged per page. JSON contains a verdict in any case; plain text and Markdown do
/// not, and judging costs about 1,000 instructions per character while its language is searched for.
const JUDGED_PER_PAGE: usize = 300;
/// The first pages are judged, since most documents have no others.
const FIRST_PAGES: usize = 3;
/// Later pages are judged once in this many, and if they look suspicious. On four documents, all of this costs 2 to 5 % of
/// plain text.
const JUDGED_EVERY: usize = 5;
/// Characters per page that are checked for an unusual share of signs.
const CHECKED_PER_PAGE: usize = 1_000;
/// The lowest share of letters and digits, in percent, that is not suspicious.
const USUAL_LETTERS_PERCENT: usize = 60;
/// Pages per file that are read again because their sample looks garbled.
const MAX_CONFIRMATIONS: usize = 2;

/// Bytes of text of a page that is read again; a newspaper page has 50,000. Of longer ones a longer sample is judged.
const MOST_READ_AGAIN: usize = 100_000;
const LONG_SAMPLE: usize = 6_000;

/// Notices about one file.
#[derive(Debug, Default)]
pub(super) struct Notices {
    pages: usize,
    images_without_text: usize,
    first_garbled: Option<usize>,
    hidden_characters: u32,
    /// The number of losses and the message of the first.
    losses: Option<(usize, String)>,
    has_unknown_characters: bool,
    has_no_engine: bool,
    asked_for_ocr: bool,
    /// A requested page that does not exist, and the number of pages.
    missing_page: Option<(usize, usize)>,
    confirmations: usize,
    /// The language of the last page that was judged.
    lang: Option<&'static str>,
}

/// The language that is tried first for the first page.
const FIRST_TRIED: &str = "en";

impl Notices {
    /// Creates the notices of a file; `asked_for_ocr` changes the advice for scans.
    pub(super) fn new(asked_for_ocr: bool) -> Self {
        Self { asked_for_ocr, ..Self::default() }
    }

    /// Adds a requested page that does not exist.
    pub(super) fn missing_page(&mut self, page_number: Option<usize>, page_count: usize) {
        self.missing_page = page_number.map(|page_number| (page_number, page_count));
    }

    /// Adds a page, counted from 0.
    pub(super) fn page(&mut self, page: &PageOutput, page_index: usize, document: &Document) {
        self.pages += 1;
        self.images_without_text += usize::from(page.is_image_without_text());
        self.hidden(page.left_out());
        if self.first_garbled.is_none() && self.is_garbled(page, page_index, document) {
            self.first_garbled = Some(page_index + 1);
        }
    }

    /// Adds pages that were read elsewhere, of which some are images without text.
    pub(super) fn images_without_text(&mut self, images: usize, pages: usize) {
        self.pages += pages;
        self.images_without_text += images;
    }

    /// Adds characters that were left out because a person does not see them.
    pub(super) fn hidden(&mut self, characters: u32) {
        self.hidden_characters = self.hidden_characters.saturating_add(characters);
    }

    /// Drops the count of hidden characters, when they were requested.
    pub(super) fn ignore_hidden(&mut self) {
        self.hidden_characters = 0;
    }

    /// Adds the diagnostics of the whole file.
    pub(super) fn diagnostics(&mut self, diagnostics: &[Diagnostic]) {
        self.has_unknown_characters = diagnostics.iter().any(|found| found.code == Code::GlyphUnmapped);
        self.has_no_engine = diagnostics.iter().any(|found| found.code == Code::OcrUnavailable);
        // The others are reported separately.
        let is_loss = |found: &&Diagnostic| {
            let is_reported = matches!(
                found.code,
                Code::TextUnreadable | Code::GlyphUnmapped | Code::DeadlineReached | Code::Cancelled
            );
            found.severity == Severity::Error && !is_reported
        };
        let mut losses = diagnostics.iter().filter(is_loss);
        if let Some(first) = losses.next() {
            self.losses = Some((losses.count() + 1, first.message.to_string()));
        }
    }

    fn is_garbled(&mut self, page: &PageOutput, page_index: usize, document: &Document) -> bool {
        // Markdown alone does not need verdicts, so that its records have none.
        if let Some(record) = page.record().filter(|record| record.readability.judged) {
            return is_garbled(record);
        }
        let text = page.plain_text();
        let is_sampled = self.pages <= FIRST_PAGES || self.pages.is_multiple_of(JUDGED_EVERY);
        if self.confirmations == MAX_CONFIRMATIONS || !(is_sampled || is_suspicious(text)) {
            return false;
        }
        let sample: String = text.chars().take(JUDGED_PER_PAGE).collect();
        let verdict = judge_after(&sample, Some(self.lang.unwrap_or(FIRST_TRIED)));
        self.lang = verdict.lang.or(self.lang);
        if sample.is_empty() || verdict.quality.is_readable() {
            return false;
        }
        // The start of a page is not all of it: a table of signs may precede ordinary text.
        self.confirmations += 1;
        let text = page.plain_text();
        if text.len() > MOST_READ_AGAIN {
            // Reading it again beside the first result would take the memory of both.
            return !judge(&text.chars().take(LONG_SAMPLE).collect::<String>()).quality.is_readable();
        }
        document.page_record(page_index, &ExtractOptions::default()).is_some_and(|record| is_garbled(&record))
    }

    /// Returns the notices as one line without the name of the file; `None` if there are none.
    pub(super) fn line(&self) -> Option<String> {
        let parts = [
            self.missing_page_part(),
            self.images_part(),
            self.garbled_part(),
            self.unknown_part(),
            self.losses_part(),
            self.hidden_part(),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    fn missing_page_part(&self) -> Option<String> {
        let (page_number, page_count) = self.missing_page?;
        Some(format!("there is no page {page_number} (the file has {})", counted(page_count, "page")))
    }

    fn images_part(&self) -> Option<String> {
        let advice = match (self.asked_for_ocr, self.has_no_engine) {
            (true, true) => "Tesseract is not installed, see pdftract doctor",
            (true, false) => "OCR found no text either",
            (false, _) => "try --ocr auto",
        };
        let subject = match (self.images_without_text, self.pages) {
            (0, _) => return None,
            (1, 1) => "the page is an image".to_owned(),
            (1, pages) => format!("1 of {pages} pages is an image"),
            (images, pages) => format!("{images} of {pages} pages are images"),
        };
        Some(format!("{subject} without text; {advice}"))
    }

    fn garbled_part(&self) -> Option<String> {
        let page = self.first_garbled?;
        Some(format!("the text of page {page} looks garbled; see pdftract check"))
    }

    fn unknown_part(&self) -> Option<String> {
        let is_new = self.has_unknown_characters && self.first_garbled.is_none();
        is_new.then(|| "some characters are unknown (U+FFFD); see pdftract check".to_owned())
    }

    fn losses_part(&self) -> Option<String> {
        let (count, message) = self.losses.as_ref()?;
        let more = if *count > 1 { format!(" and {} more", count - 1) } else { String::new() };
        Some(format!("some content was lost ({message}{more}); see --diagnostics"))
    }

    fn hidden_part(&self) -> Option<String> {
        let characters = counted(usize::try_from(self.hidden_characters).ok()?, "hidden character");
        (self.hidden_characters > 0).then(|| format!("left out {characters}; --hidden keep keeps them"))
    }
}

/// Returns `true` if a text has few letters and digits for its length, as text of a wrong encoding does.
pub(crate) fn is_suspicious(text: &str) -> bool {
    let signs = text.chars().take(CHECKED_PER_PAGE).filter(|c| !c.is_whitespace());
    let (letters, all) =
        signs.fold((0, 0), |(letters, all), c| (letters + usize::from(c.is_alphanumeric()), all + 1));
    letters * 100 < all * USUAL_LETTERS_PERCENT
}

pub(crate) fn is_garbled(page: &Page) -> bool {
    page.empty_because.is_none() && !page.readability.quality.is_readable()
}

/// Returns a number with its noun: `1 page`, `2 pages`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plural_forms_are_right() {
        let line = |images_without_text, pages| {
            Notices { images_without_text, pages, ..Notices::default() }.line().unwrap_or_default()
        };
        assert_eq!(line(1, 1), "the page is an image without text; try --ocr auto");
        assert_eq!(line(1, 3), "1 of 3 pages is an image without text; try --ocr auto");
        assert_eq!(line(3, 12), "3 of 12 pages are images without text; try --ocr auto");
        assert_eq!(line(0, 3), "");
        let missing = Notices { missing_page: Some((7, 1)), ..Notices::default() };
        assert_eq!(missing.line().as_deref(), Some("there is no page 7 (the file has 1 page)"));
    }

    #[test]
    fn signs_instead_of_letters_are_suspicious() {
        assert!(is_suspicious("!\"#$ $\"#%\"$& '(\" )\"''\"$* +, '(-* .#/\" )++0"));
        assert!(!is_suspicious(
            "In 2025, 1,204 of them (about 3 %) were read: \u{43C}\u{438}\u{440}, \u{5E73}\u{548C}."
        ));
        assert!(!is_suspicious(""));
    }

    #[test]
    fn notices_share_a_line() {
        let notices = Notices { first_garbled: Some(4), hidden_characters: 1, ..Notices::default() };
        let line = "the text of page 4 looks garbled; see pdftract check; \
                    left out 1 hidden character; --hidden keep keeps them";
        assert_eq!(notices.line().as_deref(), Some(line));
    }

    #[test]
    fn losses_are_counted_and_the_first_is_named() {
        let mut notices = Notices::default();
        let damaged = Diagnostic::new(Code::StreamDamaged, "a stream is damaged");
        let unmapped = Diagnostic::new(Code::GlyphUnmapped, "no Unicode is known for code 3");
        notices.diagnostics(&[damaged.clone(), Diagnostic::new(Code::HeaderJunk, "junk"), damaged, unmapped]);
        let line = "some characters are unknown (U+FFFD); see pdftract check; \
                    some content was lost (a stream is damaged and 1 more); see --diagnostics";
        assert_eq!(notices.line().as_deref(), Some(line));
    }
}
