//! Diagnostics and warnings for people, one line each on standard error.

use pdftract::{Diagnostic, Severity};

use crate::printable::printable;
use crate::terminal::Terminal;

/// Prints diagnostics.
pub(crate) fn report(name: &str, diagnostics: &[Diagnostic]) {
    if !diagnostics.is_empty() {
        let lines: String = diagnostics.iter().map(|diagnostic| line(name, diagnostic) + "\n").collect();
        Terminal::take().write(&lines);
    }
}

/// Prints a warning.
pub(crate) fn warn(message: &str) {
    let line = format!("pdftract: {message}");
    Terminal::take().write_warning(&(printable(&line).into_owned() + "\n"));
}

/// Warns that a file does not have a requested page.
pub(crate) fn warn_of_missing_page(name: &str, page_number: Option<usize>, page_count: usize) {
    if let Some(page_number) = page_number {
        let pages = if page_count == 1 { "page" } else { "pages" };
        warn(&format!("{name}: there is no page {page_number} (the file has {page_count} {pages})"));
    }
}

/// `pdftract: a.pdf: warning XREF_REPAIRED: the message (page 3)`
fn line(name: &str, diagnostic: &Diagnostic) -> String {
    let word = severity_word(diagnostic.severity);
    let place = place(diagnostic).map(|place| format!(" ({place})")).unwrap_or_default();
    let line = format!("pdftract: {name}: {word} {}: {}{place}", diagnostic.code, diagnostic.message);
    printable(&line).into_owned()
}

/// Returns the name of a severity.
pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "loss",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// Returns the place of a diagnostic: a page, an object or a byte.
pub(crate) fn place(diagnostic: &Diagnostic) -> Option<String> {
    match (diagnostic.page_index, diagnostic.object, diagnostic.offset) {
        (Some(index), ..) => usize::try_from(index).ok().map(on_page),
        (None, Some(number), _) => Some(format!("object {number}")),
        (None, None, Some(offset)) => Some(format!("byte {offset}")),
        (None, None, None) => None,
    }
}

/// Returns the name of a page, counted from 0, as people count it.
pub(crate) fn on_page(page_index: usize) -> String {
    format!("page {}", page_index + 1)
}

#[cfg(test)]
mod tests {
    use pdftract::Code;

    use super::*;

    #[test]
    fn a_diagnostic_is_one_line_without_control_characters() {
        let diagnostic = Diagnostic::new(Code::ObjectDamaged, "a\nb\u{1B}").on_page(2);
        let word = severity_word(diagnostic.severity);
        let expected = format!("pdftract: a.pdf: {word} OBJECT_DAMAGED: a\\u{{a}}b\\u{{1b}} (page 3)");
        assert_eq!(line("a.pdf", &diagnostic), expected);
    }
}
