//! Diagnostics for people: what was lost or repaired, one line each on standard error.

use pdftract::{Diagnostic, Severity};

use crate::printable::printable;
use crate::terminal::Terminal;

/// Tells all of them.
pub(crate) fn report(name: &str, diagnostics: &[Diagnostic]) {
    if !diagnostics.is_empty() {
        let lines: String = diagnostics.iter().map(|diagnostic| line(name, diagnostic) + "\n").collect();
        Terminal::take().write(&lines);
    }
}

/// Tells how many characters of a file were left out because a person does not see them.
pub(crate) fn report_left_out(name: &str, characters: u32) {
    if characters > 0 {
        let line = format!(
            "pdftract: {name}: left out {characters} characters that a person does not see (--hidden keep keeps them)"
        );
        Terminal::take().write(&(printable(&line).into_owned() + "\n"));
    }
}

/// `pdftract: a.pdf: warning XREF_REPAIRED: the message (page 3)`
fn line(name: &str, diagnostic: &Diagnostic) -> String {
    let word = severity_word(diagnostic.severity);
    let place = place(diagnostic).map(|place| format!(" ({place})")).unwrap_or_default();
    let line = format!("pdftract: {name}: {word} {}: {}{place}", diagnostic.code, diagnostic.message);
    printable(&line).into_owned()
}

/// How much it matters, in a word.
pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "loss",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// Where it happened.
pub(crate) fn place(diagnostic: &Diagnostic) -> Option<String> {
    match (diagnostic.page_index, diagnostic.object, diagnostic.offset) {
        (Some(index), ..) => usize::try_from(index).ok().map(on_page),
        (None, Some(number), _) => Some(format!("object {number}")),
        (None, None, Some(offset)) => Some(format!("byte {offset}")),
        (None, None, None) => None,
    }
}

/// A page as people count it.
pub(crate) fn on_page(page_index: usize) -> String {
    format!("page {}", page_index + 1)
}

#[cfg(test)]
mod tests {
    use pdftract::Code;

    use super::*;

    #[test]
    fn a_diagnostic_is_one_line_without_controls() {
        let diagnostic = Diagnostic::new(Code::ObjectDamaged, "a\nb\u{1B}").on_page(2);
        let word = severity_word(diagnostic.severity);
        let expected = format!("pdftract: a.pdf: {word} OBJECT_DAMAGED: a\\u{{a}}b\\u{{1b}} (page 3)");
        assert_eq!(line("a.pdf", &diagnostic), expected);
    }
}
