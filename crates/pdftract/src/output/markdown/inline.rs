//! Converts the lines of a block to one line of Markdown or HTML: spans with emphasis, baseline shifts and links.

use super::super::model::{Line, Link, Span};
use super::escape;
use super::footnote::Footnotes;
use crate::layout::BaselineShift;

/// The weight from which a face counts as bold.
const BOLD_FROM: u16 = 600;
/// Schemes of links that are safe to follow. Links with other schemes are omitted from Markdown, but not from JSON.
const SAFE_SCHEMES: [&str; 5] = ["http://", "https://", "mailto:", "ftp://", "tel:"];

/// The emphasis to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Emphasis {
    /// Bold and italic.
    Full,
    /// Only italic: for headings, which are rendered in bold anyway.
    ItalicOnly,
}

/// The style that consecutive characters share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Style<'b> {
    bold: bool,
    italic: bool,
    code: bool,
    shift: Option<BaselineShift>,
    link: Option<&'b str>,
}

impl Style<'_> {
    fn is_emphasis(self) -> bool {
        self.bold || self.italic
    }
}

/// Text in one style.
#[derive(Debug, Clone)]
struct Run<'b> {
    style: Style<'b>,
    /// `true` if a space precedes it.
    spaced: bool,
    /// `true` if an intended line break precedes it.
    broken: bool,
    text: String,
}

/// The text of a block as one line, split into styles.
#[derive(Debug, Clone, Default)]
pub(super) struct Inline<'b> {
    runs: Vec<Run<'b>>,
}

impl<'b> Inline<'b> {
    /// Joins the text of lines.
    pub(super) fn new(lines: impl IntoIterator<Item = &'b Line>) -> Self {
        let mut inline = Self::default();
        let (mut end, mut follows_unspaced, mut breaks) = (0, true, false);
        for line in lines.into_iter().filter(|line| !line.spans.is_empty()) {
            for (index, span) in line.spans.iter().enumerate() {
                let spaced = span.start > end && (index > 0 || !follows_unspaced);
                inline.push(span, spaced, breaks && index == 0);
                end = span.end;
            }
            (follows_unspaced, breaks) = (line.is_unspaced, line.hard_break);
        }
        inline.without_uniform_code()
    }

    /// Appends a span.
    fn push(&mut self, span: &'b Span, spaced: bool, broken: bool) {
        let style = style_of(span);
        match self.runs.last_mut() {
            Some(last) if last.style == style && !broken => {
                last.text.extend(spaced.then_some(' '));
                last.text.push_str(&span.text);
            }
            _ => self.runs.push(Run { style, spaced, broken, text: span.text.clone() }),
        }
    }

    /// Removes the code style if all of the text has it: typewritten text is not code.
    fn without_uniform_code(mut self) -> Self {
        if self.runs.iter().all(|run| run.style.code) {
            self.runs.iter_mut().for_each(|run| run.style.code = false);
        }
        self
    }

    /// Removes this many characters from the start: the marker of a list item.
    pub(super) fn skip(mut self, characters: usize) -> Self {
        let mut left = characters;
        self.runs.retain_mut(|run| {
            let length = run.text.chars().count();
            let taken = left.min(length);
            left -= taken;
            if taken > 0 {
                run.text = run.text.chars().skip(taken).collect::<String>().trim_start().to_owned();
                run.spaced = false;
            }
            !run.text.is_empty()
        });
        if characters > 0
            && let Some(first) = self.runs.first_mut()
        {
            first.spaced = false;
        }
        self
    }

    /// Removes emphasis that all of the text has.
    pub(super) fn without_uniform_emphasis(mut self) -> Self {
        let all_bold = self.runs.iter().all(|run| run.style.bold);
        let all_italic = self.runs.iter().all(|run| run.style.italic);
        for run in &mut self.runs {
            run.style.bold &= !all_bold;
            run.style.italic &= !all_italic;
        }
        self
    }

    /// Renders the text as one line of Markdown, without escaping its start.
    pub(super) fn render(&self, notes: &Footnotes, emphasis: Emphasis) -> String {
        let mut out = String::new();
        let mut touches_emphasis = false;
        for (index, run) in self.runs.iter().enumerate() {
            let next = self.runs.get(index + 1);
            let after = next.and_then(|next| if next.spaced { Some(' ') } else { next.text.chars().next() });
            if run.broken && !out.is_empty() {
                out.push_str("\\\n");
                touches_emphasis = false;
            } else if run.spaced && !out.is_empty() {
                out.push(' ');
                touches_emphasis = false;
            }
            let mut style = run.style;
            style.bold &= emphasis == Emphasis::Full;
            let may_emphasise = !touches_emphasis && flanks(out.chars().next_back(), &run.text, after);
            if !may_emphasise {
                (style.bold, style.italic) = (false, false);
            }
            push_run(style, &run.text, after, notes, &mut out);
            touches_emphasis = style.is_emphasis();
        }
        out
    }

    /// Renders the text as HTML.
    pub(super) fn render_html(&self) -> String {
        let mut out = String::new();
        for run in &self.runs {
            if run.broken && !out.is_empty() {
                out.push_str("<br>");
            } else if run.spaced && !out.is_empty() {
                out.push(' ');
            }
            let tags = tags(run.style);
            tags.iter().for_each(|tag| out.push_str(&format!("<{tag}>")));
            let address = run.style.link.and_then(safe_address);
            if let Some(address) = &address {
                out.push_str("<a href=\"");
                escape::html(address, &mut out);
                out.push_str("\">");
            }
            escape::html(&run.text, &mut out);
            out.push_str(if address.is_some() { "</a>" } else { "" });
            tags.iter().rev().for_each(|tag| out.push_str(&format!("</{tag}>")));
        }
        out
    }
}

fn style_of(span: &Span) -> Style<'_> {
    Style {
        bold: span.weight >= BOLD_FROM,
        italic: span.italic,
        code: span.monospace && span.baseline_shift.is_none(),
        shift: span.baseline_shift,
        link: span.link.as_ref().and_then(|link: &Link| link.uri.as_deref()),
    }
}

fn tags(style: Style<'_>) -> Vec<&'static str> {
    let tags = [
        (style.bold, "b"),
        (style.italic, "i"),
        (style.code, "code"),
        (style.shift == Some(BaselineShift::Super), "sup"),
        (style.shift == Some(BaselineShift::Sub), "sub"),
    ];
    tags.into_iter().filter_map(|(holds, tag)| holds.then_some(tag)).collect()
}

/// Returns `true` if stars around a text would be parsed as emphasis (CommonMark: left- and right-flanking).
fn flanks(before: Option<char>, text: &str, after: Option<char>) -> bool {
    let ends = |inner: Option<char>, outer: Option<char>| {
        let Some(inner) = inner.filter(|c| !c.is_whitespace()) else { return false };
        is_word(inner) || outer.is_none_or(|outer| !is_word(outer))
    };
    ends(text.chars().next(), before) && ends(text.chars().next_back(), after)
}

/// Returns `true` for characters that Markdown treats as neither space nor punctuation.
fn is_word(character: char) -> bool {
    character.is_alphanumeric() || !(character.is_whitespace() || is_punctuation(character))
}

/// Returns `true` for punctuation and symbols: ASCII and the blocks that contain little else.
fn is_punctuation(character: char) -> bool {
    character.is_ascii_punctuation()
        || matches!(character, '\u{A1}'..='\u{BF}' | '\u{2010}'..='\u{2BFF}' | '\u{3001}'..='\u{303F}' | '\u{FF01}'..='\u{FF0F}')
}

fn push_run(style: Style<'_>, text: &str, after: Option<char>, notes: &Footnotes, out: &mut String) {
    // Most text has no style.
    if style == Style::default() {
        escape::inside_line(text, out.chars().next_back(), after, out);
        return;
    }
    if style.shift == Some(BaselineShift::Super)
        && let Some(label) = notes.label(text)
    {
        out.push_str(&format!("[^{label}]"));
        return;
    }
    let stars = "*".repeat(usize::from(style.italic) + 2 * usize::from(style.bold));
    if style.code && style.link.is_none() && !text.contains('`') {
        out.push_str(&format!("{stars}`{text}`{stars}"));
        return;
    }
    let tag = tags(Style { bold: false, italic: false, code: false, ..style }).first().copied();
    // The bracket behind a denominator that ends in a script belongs to the line, not to the script.
    let script = text.strip_suffix(')').filter(|script| style.shift.is_some() && !script.contains('('));
    let (text, behind) =
        script.filter(|script| !script.is_empty()).map_or((text, ""), |script| (script, ")"));
    out.push_str(&stars);
    if let Some(tag) = tag {
        out.push_str(&format!("<{tag}>"));
    }
    push_linked(style.link, text, after, out);
    if let Some(tag) = tag {
        out.push_str(&format!("</{tag}>"));
    }
    out.push_str(&stars);
    out.push_str(behind);
}

fn push_linked(link: Option<&str>, text: &str, after: Option<char>, out: &mut String) {
    let before = out.chars().next_back();
    match link.and_then(safe_address) {
        None => escape::inside_line(text, before, after, out),
        Some(address) if address == text || address.strip_prefix("mailto:") == Some(text) => {
            out.push_str(&format!("<{text}>"));
        }
        Some(address) => {
            let mut label = String::new();
            escape::inside_line(text, None, None, &mut label);
            let label = label.replace("\\]", "]").replace("\\[", "[").replace('[', "\\[").replace(']', "\\]");
            out.push_str(&format!("[{label}]({address})"));
        }
    }
}

/// Formats a link target for Markdown; returns `None` if it is not safe to follow.
fn safe_address(uri: &str) -> Option<String> {
    let lower = uri.trim().to_ascii_lowercase();
    if !SAFE_SCHEMES.iter().any(|scheme| lower.starts_with(scheme)) {
        return None;
    }
    let mut address = String::new();
    for character in uri.trim().chars() {
        match character {
            ' ' | '(' | ')' | '<' | '>' | '"' | '\\' | '`' => {
                address.push_str(&format!("%{:02X}", u32::from(character)));
            }
            _ if character.is_control() => {}
            _ => address.push(character),
        }
    }
    Some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_is_written_only_where_markdown_parses_it() {
        assert!(flanks(Some(' '), "bold", Some(' ')));
        assert!(flanks(Some('a'), "b", Some('c')));
        assert!(flanks(Some(' '), "bold:", Some(' ')));
        assert!(!flanks(Some(' '), "bold:", Some('c')));
        assert!(!flanks(Some('a'), "(b)", None));
    }

    #[test]
    fn addresses_are_safe() {
        assert_eq!(safe_address("https://a.b/c d(e)").as_deref(), Some("https://a.b/c%20d%28e%29"));
        assert_eq!(safe_address("javascript:alert(1)"), None);
        assert_eq!(safe_address("file:///etc/passwd"), None);
    }
}
