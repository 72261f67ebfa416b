//! Diagnostics for people: what was lost or repaired, one line each on standard error.

use std::io::{BufWriter, Write};

use pdftract::{Diagnostic, Severity};

use crate::printable::printable;

/// Tells all of them. When standard error is closed there is nobody left to tell.
pub(crate) fn report(name: &str, diagnostics: &[Diagnostic]) {
    let mut out = BufWriter::new(std::io::stderr().lock());
    let written = diagnostics.iter().try_for_each(|diagnostic| writeln!(out, "{}", line(name, diagnostic)));
    let _ = written.and_then(|()| out.flush());
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
