//! Finds the paths that a Rust source file refers to, by scanning its text.
//!
//! No compiler is needed, and code behind every feature flag is covered.

/// The kind of place in which a path appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// In a private `use`.
    Import,
    /// In a `use` with any visibility.
    ReExport,
    /// In code, such as `crate::limits::MAX`.
    Path,
}

/// One path that a source file refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    /// Line of the statement or path, counted from 1.
    pub(crate) line: usize,
    /// Segments as written, such as `["super", "row", "Row"]`.
    pub(crate) path: Vec<String>,
    /// The name that a `use` binds: the last segment, or the alias after `as`.
    pub(crate) name: String,
    /// The kind of place in which the path appears.
    pub(crate) kind: Kind,
}

/// Returns all paths in `use` statements, and all paths in code that begin with `crate` or `super`.
pub(crate) fn references(code: &str) -> Vec<Reference> {
    let mut found = Vec::new();
    let mut rest = code.to_owned();
    for (at, _) in words(code, "use").filter(|(_, rest)| rest.starts_with(char::is_whitespace)) {
        let Some(tree) = code.get(at + "use".len()..).and_then(|rest| rest.split(';').next()) else {
            continue;
        };
        let line = line_at(code, at);
        let kind = if is_visible(code.get(..at).unwrap_or_default()) { Kind::ReExport } else { Kind::Import };
        found.extend(expand(tree).into_iter().map(|item| reference(&item, line, kind)));
        blank(&mut rest, at, "use".len() + tree.len());
    }
    for root in ["crate", "super"] {
        let starts =
            words(&rest, root).filter(|(at, _)| !rest.get(..*at).unwrap_or_default().ends_with("::"));
        for (at, after) in starts.filter(|(_, after)| after.starts_with("::")) {
            let path = format!("{root}{}", path_prefix(after));
            found.push(reference(&path, line_at(code, at), Kind::Path));
        }
    }
    found
}

fn reference(item: &str, line: usize, kind: Kind) -> Reference {
    let (path, alias) = item.split_once(" as ").unwrap_or((item, ""));
    let path: Vec<String> = path.split("::").map(|segment| segment.trim().to_owned()).collect();
    let name =
        if alias.is_empty() { path.last().cloned().unwrap_or_default() } else { alias.trim().to_owned() };
    Reference { line, path, name, kind }
}

/// Returns the line of a byte offset, counted from 1.
pub(crate) fn line_at(code: &str, at: usize) -> usize {
    1 + code.get(..at).unwrap_or_default().matches('\n').count()
}

/// Returns `true` if the code before a `use` ends in `pub` or `pub(…)`.
fn is_visible(before: &str) -> bool {
    let before = before.trim_end();
    let before = match before.strip_suffix(')') {
        Some(open) => open.rsplit_once('(').map_or("", |(start, _)| start.trim_end()),
        None => before,
    };
    before.strip_suffix("pub").is_some_and(|start| !start.ends_with(is_identifier))
}

/// Returns the start of `text` that continues a path: `::name` any number of times.
fn path_prefix(text: &str) -> &str {
    let mut end = 0;
    while let Some(rest) = text.get(end..).and_then(|rest| rest.strip_prefix("::")) {
        let name = rest.find(|c| !is_identifier(c)).unwrap_or(rest.len());
        if name == 0 {
            break;
        }
        end += "::".len() + name;
    }
    text.get(..end).unwrap_or_default()
}

fn is_identifier(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Returns the occurrences of a whole word, each with the text after it.
fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    code.match_indices(word).filter_map(move |(at, _)| {
        let (before, after) = (code.get(..at)?, code.get(at + word.len()..)?);
        (!before.ends_with(is_identifier) && !after.starts_with(is_identifier)).then_some((at, after))
    })
}

/// Expands the braces of a use tree into single paths.
fn expand(tree: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut waiting = vec![tree.split_whitespace().collect::<Vec<_>>().join(" ")];
    while let Some(tree) = waiting.pop() {
        let Some((prefix, group)) = tree.split_once('{') else {
            paths.push(tree.trim().to_owned());
            continue;
        };
        let members = members(group.trim_end().strip_suffix('}').unwrap_or(group));
        waiting.extend(members.iter().rev().map(|member| format!("{}{member}", prefix.trim())));
    }
    paths
}

/// Splits the inside of a brace group at its top-level commas.
fn members(group: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let is_end = |character: char| {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ',' && depth == 0
    };
    group.split(is_end).map(str::trim).filter(|member| !member.is_empty()).collect()
}

/// Overwrites a range with spaces; line ends are kept.
fn blank(text: &mut String, at: usize, len: usize) {
    let Some(range) = text.get(at..at + len) else { return };
    let blanks: String =
        range.chars().map(|c| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) }).collect();
    text.replace_range(at..at + len, &blanks);
}

/// Returns the source with comments, strings and character literals blanked out, since a link in a comment does not
/// count as a dependency. Line numbers do not change.
pub(crate) fn code_only(source: &str) -> String {
    let mut code = source.to_owned();
    let mut at = 0;
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let before = source.get(..at).unwrap_or_default();
        let len = blanked_len(rest, before);
        if len > 0 {
            blank(&mut code, at, len);
        }
        at += if len > 0 { len } else { rest.chars().next().map_or(1, char::len_utf8) };
    }
    code
}

/// Returns the length of the comment or literal that `rest` begins with; 0 for code.
fn blanked_len(rest: &str, before: &str) -> usize {
    let until = |end: &str, skip: usize| {
        let found = rest.get(skip..).and_then(|inside| inside.find(end));
        found.map_or(rest.len(), |found| skip + found + end.len())
    };
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return until("*/", 2);
    }
    if rest.starts_with('r') && (!before.ends_with(is_identifier) || before.ends_with('b')) {
        let hashes = rest.bytes().skip(1).take_while(|byte| *byte == b'#').count();
        if rest.get(1 + hashes..).is_some_and(|quoted| quoted.starts_with('"')) {
            return until(&format!("\"{}", "#".repeat(hashes)), 2 + hashes);
        }
    }
    match rest.bytes().next() {
        Some(b'"') => quoted_len(rest, '"'),
        Some(b'\'') if is_character(rest) => quoted_len(rest, '\''),
        _ => 0,
    }
}

/// Returns `true` if a quote begins a character literal rather than a lifetime.
fn is_character(rest: &str) -> bool {
    let mut characters = rest.chars().skip(1);
    characters.next() == Some('\\') || characters.next() == Some('\'')
}

fn quoted_len(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Returns the code with every `#[cfg(test)] mod …` blanked out.
pub(crate) fn without_tests(code: &str) -> String {
    let mut kept = code.to_owned();
    for (at, _) in code.match_indices("#[cfg(test)]") {
        let rest = code.get(at..).unwrap_or_default();
        if let Some(len) = test_module_len(rest) {
            blank(&mut kept, at, len);
        }
    }
    kept
}

/// Returns the length of the attributes and the module that `rest` begins with; `None` for other items.
fn test_module_len(rest: &str) -> Option<usize> {
    let mut item = rest;
    while item.starts_with("#[") {
        item = item.get(item.find(']')? + 1..)?.trim_start();
    }
    let mut item = item.strip_prefix("pub").map_or(item, str::trim_start);
    if item.starts_with('(') {
        item = item.split_once(')')?.1.trim_start();
    }
    let body = item.strip_prefix("mod ")?;
    let open = body.find(['{', ';'])?;
    let body = body.get(open..)?;
    let mut depth = 0_usize;
    for (at, character) in body.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(rest.len() - body.len() + at + 1);
        }
    }
    Some(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(source: &str) -> Vec<String> {
        references(&code_only(source)).iter().map(|reference| reference.path.join("::")).collect()
    }

    #[test]
    fn use_trees_are_expanded() {
        let source = "use crate::{\n    file::{self, xref::Table},\n    limits::*,\n};";
        assert_eq!(paths(source), ["crate::file::self", "crate::file::xref::Table", "crate::limits::*"]);
    }

    #[test]
    fn paths_in_code_are_found_once() {
        assert_eq!(paths("fn f() { super::super::row::g(crate::A) }"), ["crate::A", "super::super::row::g"]);
        assert!(paths("use_crate::x(); my_super::y()").is_empty());
    }

    #[test]
    fn comments_and_literals_are_not_code() {
        let source = "/// [`x`](crate::output)\nlet a = \"crate::a\"; // crate::b\n/* crate::c */ let b = r#\"\" crate::d\"#;";
        assert!(paths(source).is_empty());
        assert_eq!(paths("fn f<'a>(c: char) { c == '\"'; crate::x() }"), ["crate::x"]);
        assert_eq!(code_only("a\n// é\nb").lines().count(), 3);
    }

    #[test]
    fn visibility_and_aliases_are_seen() {
        let found = references("pub(crate) use a::B as C;\nuse d::E;\npub use f::G;");
        let seen: Vec<_> = found.iter().map(|found| (found.line, found.name.as_str(), found.kind)).collect();
        assert_eq!(seen, [(1, "C", Kind::ReExport), (2, "E", Kind::Import), (3, "G", Kind::ReExport)]);
    }

    #[test]
    fn test_modules_are_cut_out_and_nothing_else() {
        let source = "use a::A;\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n fn f() { crate::x() }\n}\nuse b::B;\n#[cfg(test)]\nmod more;\n#[cfg(test)]\nuse c::C;";
        let found: Vec<String> =
            references(&without_tests(source)).into_iter().map(|found| found.name).collect();
        assert_eq!(found, ["A", "B", "C"]);
    }
}
