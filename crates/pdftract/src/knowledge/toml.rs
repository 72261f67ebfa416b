//! Reads TOML as far as font maps use it: tables, arrays of tables, strings, integers, and inline tables and arrays of them.
//! Dates, floats and booleans, which no font map has, are errors.

use std::collections::BTreeMap;

/// Nesting of inline tables and arrays; a font map has 3.
const MOST_DEPTH: usize = 8;

/// An error, with the line counted from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TomlError {
    pub(super) line: usize,
    pub(super) reason: String,
}

/// A value with the line on which it begins, counted from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) line: usize,
    pub(super) kind: Kind,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text(String),
    Integer(i64),
    List(Vec<Value>),
    Table(Table),
}

/// A table by its keys.
pub(super) type Table = BTreeMap<String, Value>;

/// Reads a document as one table.
pub(super) fn read(source: &str) -> Result<Table, TomlError> {
    let mut reader = Reader { rest: source.strip_prefix('\u{FEFF}').unwrap_or(source), line: 1 };
    let mut root = Table::new();
    let mut path = Vec::new();
    loop {
        reader.skip_blank_lines();
        if reader.rest.is_empty() {
            return Ok(root);
        }
        if reader.rest.starts_with('[') {
            path = reader.header(&mut root)?;
        } else {
            let (line, keys) = (reader.line, reader.keys()?);
            let value = reader.assigned(0)?;
            insert(open(&mut root, &path, line)?, keys, value, line)?;
        }
        reader.end_line()?;
    }
}

fn error(line: usize, reason: impl Into<String>) -> TomlError {
    TomlError { line, reason: reason.into() }
}

/// Returns the table at a path, made where it does not exist; the last one of an array of tables.
fn open<'t>(root: &'t mut Table, path: &[String], line: usize) -> Result<&'t mut Table, TomlError> {
    let mut table = root;
    for key in path {
        let empty = || Value { line, kind: Kind::Table(Table::new()) };
        let value = table.entry(key.clone()).or_insert_with(empty);
        table = match &mut value.kind {
            Kind::Table(table) => table,
            Kind::List(list) => match list.last_mut().map(|last| &mut last.kind) {
                Some(Kind::Table(table)) => table,
                _ => return Err(error(line, format!("\"{key}\" is no table"))),
            },
            _ => return Err(error(line, format!("\"{key}\" is no table"))),
        };
    }
    Ok(table)
}

fn insert(table: &mut Table, mut keys: Vec<String>, value: Value, line: usize) -> Result<(), TomlError> {
    let Some(last) = keys.pop() else { return Err(error(line, "a key is missing")) };
    let table = open(table, &keys, line)?;
    if table.contains_key(&last) {
        return Err(error(line, format!("\"{last}\" is there twice")));
    }
    table.insert(last, value);
    Ok(())
}

struct Reader<'s> {
    rest: &'s str,
    line: usize,
}

impl Reader<'_> {
    fn error(&self, reason: impl Into<String>) -> TomlError {
        error(self.line, reason)
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = self.rest.get(next.len_utf8()..).unwrap_or_default();
        self.line += usize::from(next == '\n');
        Some(next)
    }

    fn eat(&mut self, text: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(text) else { return false };
        self.rest = rest;
        true
    }

    fn expect(&mut self, text: &str) -> Result<(), TomlError> {
        if self.eat(text) { Ok(()) } else { Err(self.error(format!("{text} is missing"))) }
    }

    fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(next) = self.peek().filter(|&next| is_wanted(next)) {
            taken.push(next);
            self.next();
        }
        taken
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    /// Skips spaces, comments and line ends.
    fn skip_blank_lines(&mut self) {
        loop {
            self.skip_spaces();
            match self.peek() {
                Some('#') => drop(self.take_while(|c| c != '\n')),
                Some('\n') => drop(self.next()),
                Some('\r') if self.rest.starts_with("\r\n") => drop(self.next()),
                _ => return,
            }
        }
    }

    /// Skips the rest of a line, which has nothing but a comment.
    fn end_line(&mut self) -> Result<(), TomlError> {
        self.skip_spaces();
        let is_end =
            self.rest.is_empty() || self.rest.starts_with(['#', '\n']) || self.rest.starts_with("\r\n");
        if is_end { Ok(()) } else { Err(self.error("the end of the line was expected")) }
    }

    /// Reads `[table]` or `[[table]]`, makes the table, and returns its path.
    fn header(&mut self, root: &mut Table) -> Result<Vec<String>, TomlError> {
        let line = self.line;
        self.expect("[")?;
        let is_list = self.eat("[");
        let path = self.keys()?;
        self.expect(if is_list { "]]" } else { "]" })?;
        if !is_list {
            open(root, &path, line)?;
            return Ok(path);
        }
        let Some((last, parents)) = path.split_last() else { return Err(self.error("a key is missing")) };
        let list = open(root, parents, line)?
            .entry(last.clone())
            .or_insert_with(|| Value { line, kind: Kind::List(Vec::new()) });
        let Kind::List(list) = &mut list.kind else {
            return Err(error(line, format!("\"{last}\" is no array of tables")));
        };
        list.push(Value { line, kind: Kind::Table(Table::new()) });
        Ok(path)
    }

    /// Reads a key, or several with dots between them.
    fn keys(&mut self) -> Result<Vec<String>, TomlError> {
        let mut keys = Vec::new();
        loop {
            self.skip_spaces();
            keys.push(match self.peek() {
                Some('"') => self.basic_string()?,
                Some('\'') => self.literal_string()?,
                _ => {
                    let key = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
                    if key.is_empty() {
                        return Err(self.error("a key was expected"));
                    }
                    key
                }
            });
            self.skip_spaces();
            if keys.len() > MOST_DEPTH {
                return Err(self.error("the key has too many parts"));
            }
            if !self.eat(".") {
                return Ok(keys);
            }
        }
    }

    /// Reads `= value` behind a key.
    fn assigned(&mut self, depth: usize) -> Result<Value, TomlError> {
        self.skip_spaces();
        self.expect("=")?;
        self.skip_spaces();
        self.value(depth)
    }

    fn value(&mut self, depth: usize) -> Result<Value, TomlError> {
        let line = self.line;
        if depth > MOST_DEPTH {
            return Err(self.error("values are nested too deeply"));
        }
        let kind = match self.peek() {
            Some('"') => Kind::Text(self.basic_string()?),
            Some('\'') => Kind::Text(self.literal_string()?),
            Some('[') => Kind::List(self.list(depth)?),
            Some('{') => Kind::Table(self.inline_table(depth)?),
            _ => Kind::Integer(self.integer()?),
        };
        Ok(Value { line, kind })
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Value>, TomlError> {
        self.expect("[")?;
        let mut list = Vec::new();
        loop {
            self.skip_blank_lines();
            if self.eat("]") {
                return Ok(list);
            }
            list.push(self.value(depth + 1)?);
            self.skip_blank_lines();
            if !self.eat(",") && !self.rest.starts_with(']') {
                return Err(self.error("a comma or ] was expected"));
            }
        }
    }

    fn inline_table(&mut self, depth: usize) -> Result<Table, TomlError> {
        self.expect("{")?;
        let mut table = Table::new();
        loop {
            self.skip_blank_lines();
            if self.eat("}") {
                return Ok(table);
            }
            let (line, keys) = (self.line, self.keys()?);
            let value = self.assigned(depth + 1)?;
            insert(&mut table, keys, value, line)?;
            self.skip_blank_lines();
            if !self.eat(",") && !self.rest.starts_with('}') {
                return Err(self.error("a comma or } was expected"));
            }
        }
    }

    fn integer(&mut self) -> Result<i64, TomlError> {
        let written = self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-' | '.'));
        let digits = written.replace('_', "");
        let number = match digits.strip_prefix("0x") {
            Some(hex) => i64::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        number.map_err(|_| self.error(format!("a string or an integer was expected, not \"{written}\"")))
    }

    /// Reads a string in double quotes, with escapes.
    fn basic_string(&mut self) -> Result<String, TomlError> {
        let is_long = self.eat("\"\"\"");
        if is_long {
            self.skip_first_line_end();
        } else {
            self.expect("\"")?;
        }
        let mut text = String::new();
        loop {
            if is_long && self.ends_long("\"", &mut text) {
                return Ok(text);
            }
            match self.next() {
                Some('"') if !is_long => return Ok(text),
                Some('\\') if is_long && self.continues_line() => self.skip_white(),
                Some('\\') => text.push(self.escaped()?),
                Some('\n') if !is_long => return Err(error(self.line - 1, "the string has no end")),
                Some(next) => text.push(next),
                None => return Err(self.error("the string has no end")),
            }
        }
    }

    /// Reads a string in single quotes, without escapes.
    fn literal_string(&mut self) -> Result<String, TomlError> {
        let is_long = self.eat("'''");
        if is_long {
            self.skip_first_line_end();
        } else {
            self.expect("'")?;
        }
        let mut text = String::new();
        loop {
            if is_long && self.ends_long("'", &mut text) {
                return Ok(text);
            }
            match self.next() {
                Some('\'') if !is_long => return Ok(text),
                Some('\n') if !is_long => return Err(error(self.line - 1, "the string has no end")),
                Some(next) => text.push(next),
                None => return Err(self.error("the string has no end")),
            }
        }
    }

    /// Ends a string of several lines: three quotes, before which one or two more are text.
    fn ends_long(&mut self, quote: &str, text: &mut String) -> bool {
        let quotes = self.rest.len() - self.rest.trim_start_matches(quote).len();
        if quotes < 3 {
            return false;
        }
        let inner = (quotes - 3).min(2);
        text.push_str(&quote.repeat(inner));
        self.rest = self.rest.get(inner + 3..).unwrap_or_default();
        true
    }

    fn skip_first_line_end(&mut self) {
        if self.eat("\r\n") || self.eat("\n") {
            self.line += 1;
        }
    }

    /// Returns whether a backslash ends its line, which joins it with the next.
    fn continues_line(&self) -> bool {
        let behind = self.rest.trim_start_matches([' ', '\t', '\r']);
        behind.starts_with('\n')
    }

    fn skip_white(&mut self) {
        while self.peek().is_some_and(|c| matches!(c, ' ' | '\t' | '\r' | '\n')) {
            self.next();
        }
    }

    fn escaped(&mut self) -> Result<char, TomlError> {
        let digits = match self.next() {
            Some('b') => return Ok('\u{8}'),
            Some('t') => return Ok('\t'),
            Some('n') => return Ok('\n'),
            Some('f') => return Ok('\u{C}'),
            Some('r') => return Ok('\r'),
            Some('e') => return Ok('\u{1B}'),
            Some('"') => return Ok('"'),
            Some('\\') => return Ok('\\'),
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            _ => return Err(self.error("the string has an unknown escape")),
        };
        let hex = self.rest.get(..digits).unwrap_or_default();
        let is_hex = hex.len() == digits && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(hex, 16).ok().filter(|_| is_hex);
        let character = number.and_then(char::from_u32);
        let character = character.ok_or_else(|| self.error("the string has an invalid escape"))?;
        self.rest = self.rest.get(digits..).unwrap_or_default();
        Ok(character)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str) -> String {
        match read(&format!("a = {source}")).unwrap().remove("a").unwrap().kind {
            Kind::Text(text) => text,
            other => panic!("{other:?}"),
        }
    }

    fn line_of_error(source: &str) -> usize {
        read(source).unwrap_err().line
    }

    #[test]
    fn strings_are_read_as_the_standard_says() {
        assert_eq!(text(r#""a\tb\"\\\u00e9\U0001F600\x41""#), "a\tb\"\\é😀A");
        assert_eq!(text(r"'a\tb'"), r"a\tb");
        assert_eq!(text("\"\"\"\na\nb\"\"\""), "a\nb");
        assert_eq!(text("\"\"\"a\\\n   b\"\"\"\""), "ab\"");
        assert_eq!(text("'''\r\na'b'''''"), "a'b''");
        assert_eq!(text("\"\""), "");
    }

    #[test]
    fn tables_are_read_in_every_form() {
        let forms = [
            "[[f]]\nx.y = 'z' # comment\n[[f]]\nq = 1\n",
            "f = [{ x = { y = 'z' } }, { q = 0x1, },\n]",
            "[[f]]\r\n[f.x]\r\n\"y\" = 'z'\r\n[[f]]\r\nq = +1",
        ];
        let values = |source: &str| {
            let mut root = read(source).unwrap();
            let Kind::List(list) = root.remove("f").unwrap().kind else { panic!() };
            let tables = list.into_iter().map(|value| match value.kind {
                Kind::Table(table) => format!("{:?}", without_lines(&table)),
                other => panic!("{other:?}"),
            });
            tables.collect::<Vec<_>>()
        };
        assert_eq!(values(forms[0]), [r#"["x=[\"y=z\"]"]"#, r#"["q=1"]"#]);
        assert_eq!(values(forms[1]), values(forms[0]));
        assert_eq!(values(forms[2]), values(forms[0]));
    }

    fn without_lines(table: &Table) -> Vec<String> {
        let each = |(key, value): (&String, &Value)| match &value.kind {
            Kind::Text(text) => format!("{key}={text}"),
            Kind::Integer(number) => format!("{key}={number}"),
            Kind::Table(table) => format!("{key}={:?}", without_lines(table)),
            Kind::List(list) => format!("{key}=[{}]", list.len()),
        };
        table.iter().map(each).collect()
    }

    #[test]
    fn errors_have_the_line_on_which_they_are() {
        assert_eq!(line_of_error("\n\n[[font]\n"), 3);
        assert_eq!(line_of_error("a = 1\na = 2"), 2);
        assert_eq!(line_of_error("a = \"x\nb"), 1);
        assert_eq!(line_of_error("a = 1 b = 2"), 1);
        assert_eq!(line_of_error("\na = 2026-11-17"), 2);
        assert_eq!(line_of_error("a = 1\n[a.b]"), 2);
        assert_eq!(line_of_error("a = \"\\q\""), 1);
        assert_eq!(line_of_error("a = \"\\ud800\""), 1);
        assert_eq!(line_of_error("[a]\n[[a]]"), 2);
        let deep = format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(line_of_error(&deep), 1);
        assert!(read(&format!("a{} = 1", ".a".repeat(100_000))).is_err());
    }
}
