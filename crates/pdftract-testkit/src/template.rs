//! Expands readable `.pdf.in` templates to PDF files: offsets, lengths and tables are filled in.
//!
//! | placeholder | becomes |
//! |---|---|
//! | `{{header}}`, `{{header 1.4}}` | `%PDF-1.7` (or that version) and a binary comment |
//! | `{{object 1 0}}` | `1 0 obj`; its offset goes into the next table |
//! | `{{streamlen}}` | `/Length` and the length of the stream that follows |
//! | `{{hex 00 ff}}` | those bytes |
//! | `{{xref}}` | a table of the objects since the previous table |
//! | `{{trailer}}`, `{{trailer /Info 5 0 R}}` | `trailer` with `/Size`, `/Root 1 0 R`, `/Prev` where due, and the rest |
//! | `{{startxref}}` | `startxref`, the offset of the last table and `%%EOF` |
//!
//! Everything else is copied unchanged. A literal `{{` is written `{{hex 7b 7b}}`.

use std::collections::BTreeMap;
use std::fmt;

/// An error in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateError {
    /// The line of the template, counted from 1.
    pub line: usize,
    /// The description of the error.
    pub message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TemplateError {}

/// Expands a template.
pub fn expand(template: impl AsRef<[u8]>) -> Result<Vec<u8>, TemplateError> {
    let pieces = split(template.as_ref())?;
    let mut writer = Writer::default();
    for (index, (line, piece)) in pieces.iter().enumerate() {
        let following = match pieces.get(index + 1) {
            Some((_, Piece::Bytes(bytes))) => bytes.as_slice(),
            _ => &[],
        };
        writer.write(piece, following).map_err(|message| TemplateError { line: *line, message })?;
    }
    Ok(writer.out)
}

/// A piece of a template. Two `Bytes` are never adjacent.
enum Piece {
    Bytes(Vec<u8>),
    Header(String),
    Object(u32, u16),
    StreamLength,
    Xref,
    Trailer(String),
    StartXref,
}

/// Splits a template into pieces, each with its line number.
fn split(template: &[u8]) -> Result<Vec<(usize, Piece)>, TemplateError> {
    let mut pieces: Vec<(usize, Piece)> = Vec::new();
    let (mut rest, mut line) = (template, 1);
    while let Some(start) = find(rest, b"{{") {
        push_bytes(&mut pieces, line, &rest[..start]);
        line += line_breaks(&rest[..start]);
        let inner = &rest[start + 2..];
        let error = |message: String| TemplateError { line, message };
        let end = find(inner, b"}}").ok_or_else(|| error("`{{` without `}}`".to_owned()))?;
        let text = std::str::from_utf8(&inner[..end]).map_err(|cause| error(cause.to_string()))?;
        match parse(text).map_err(error)? {
            Piece::Bytes(bytes) => push_bytes(&mut pieces, line, &bytes),
            piece => pieces.push((line, piece)),
        }
        line += line_breaks(&inner[..end]);
        rest = &inner[end + 2..];
    }
    push_bytes(&mut pieces, line, rest);
    Ok(pieces)
}

fn push_bytes(pieces: &mut Vec<(usize, Piece)>, line: usize, bytes: &[u8]) {
    match pieces.last_mut() {
        Some((_, Piece::Bytes(last))) => last.extend_from_slice(bytes),
        _ => pieces.push((line, Piece::Bytes(bytes.to_vec()))),
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

fn line_breaks(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

/// Parses the text between the braces.
fn parse(text: &str) -> Result<Piece, String> {
    let (name, arguments) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let arguments = arguments.trim();
    match name {
        "header" if arguments.is_empty() => Ok(Piece::Header("1.7".to_owned())),
        "header" => Ok(Piece::Header(arguments.to_owned())),
        "object" => parse_object(arguments),
        "hex" => parse_hex(arguments),
        "trailer" => Ok(Piece::Trailer(arguments.to_owned())),
        "streamlen" | "xref" | "startxref" if !arguments.is_empty() => {
            Err(format!("`{name}` takes no arguments, but got `{arguments}`"))
        }
        "streamlen" => Ok(Piece::StreamLength),
        "xref" => Ok(Piece::Xref),
        "startxref" => Ok(Piece::StartXref),
        _ => Err(format!("unknown placeholder `{name}`")),
    }
}

fn parse_object(arguments: &str) -> Result<Piece, String> {
    let wrong = || format!("`object` takes a number and a generation, but got `{arguments}`");
    let (number, generation) = arguments.split_once(char::is_whitespace).ok_or_else(wrong)?;
    let number = number.parse().map_err(|_| wrong())?;
    Ok(Piece::Object(number, generation.trim().parse().map_err(|_| wrong())?))
}

fn parse_hex(arguments: &str) -> Result<Piece, String> {
    let digits: Vec<char> = arguments.chars().filter(|character| !character.is_whitespace()).collect();
    let byte = |pair: &[char]| -> Option<u8> {
        let [high, low] = pair else { return None };
        Some((high.to_digit(16)? * 16 + low.to_digit(16)?) as u8)
    };
    let bytes: Option<Vec<u8>> = digits.chunks(2).map(byte).collect();
    bytes.map(Piece::Bytes).ok_or_else(|| format!("`hex` takes pairs of hex digits, but got `{arguments}`"))
}

#[derive(Default)]
struct Writer {
    out: Vec<u8>,
    /// Offsets and generations of the objects since the previous table.
    objects: BTreeMap<u32, (usize, u16)>,
    highest: u32,
    xref_offset: Option<usize>,
    previous_xref_offset: Option<usize>,
}

impl Writer {
    fn write(&mut self, piece: &Piece, following: &[u8]) -> Result<(), String> {
        match piece {
            Piece::Bytes(bytes) => self.out.extend_from_slice(bytes),
            Piece::Header(version) => {
                self.text(&format!("%PDF-{version}\n%"));
                self.out.extend_from_slice(b"\xE2\xE3\xCF\xD3");
            }
            Piece::Object(number, generation) => {
                self.objects.insert(*number, (self.out.len(), *generation));
                self.highest = self.highest.max(*number);
                self.text(&format!("{number} {generation} obj"));
            }
            Piece::StreamLength => {
                let length =
                    stream_length(following).ok_or("no `stream` … `endstream` follows `streamlen`")?;
                self.text(&format!("/Length {length}"));
            }
            Piece::Xref => self.table(),
            Piece::Trailer(extra) => self.trailer(extra),
            Piece::StartXref => {
                let offset = self.xref_offset.ok_or("`startxref` before any `xref`")?;
                self.text(&format!("startxref\n{offset}\n%%EOF"));
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn table(&mut self) {
        self.previous_xref_offset = self.xref_offset.replace(self.out.len());
        self.text("xref");
        if self.previous_xref_offset.is_none() {
            self.text("\n0 1\n0000000000 65535 f ");
        }
        for (number, (offset, generation)) in std::mem::take(&mut self.objects) {
            self.text(&format!("\n{number} 1\n{offset:010} {generation:05} n "));
        }
    }

    fn trailer(&mut self, extra: &str) {
        let previous = self.previous_xref_offset.map_or(String::new(), |offset| format!(" /Prev {offset}"));
        let space = if extra.is_empty() { "" } else { " " };
        self.text(&format!("trailer\n<< /Size {} /Root 1 0 R{previous}{space}{extra} >>", self.highest + 1));
    }
}

/// Returns the number of bytes between the `stream` line and the line break before `endstream`.
fn stream_length(bytes: &[u8]) -> Option<usize> {
    let after = &bytes[find(bytes, b"stream")? + b"stream".len()..];
    let data = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n"))?;
    let data = &data[..find(data, b"endstream")?];
    let data = data.strip_suffix(b"\n").unwrap_or(data);
    Some(data.strip_suffix(b"\r").unwrap_or(data).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "{{header 1.4}}\n{{object 1 0}}\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
        {{object 2 0}}\n<< /Type /Pages /Count 0 /Kids [] >>\nendobj\n\
        {{object 5 0}}\n<< {{streamlen}} >>\nstream\nab{{hex 00 fF}}c\nendstream\nendobj\n\
        {{xref}}\n{{trailer /Info 5 0 R}}\n{{startxref}}\n";

    #[test]
    fn expands_a_whole_file() {
        let file = expand(SAMPLE).unwrap();
        assert!(file.starts_with(b"%PDF-1.4\n%\xE2"));
        assert!(find(&file, b"<< /Length 5 >>\nstream\nab\x00\xFFc\nendstream").is_some());
        assert!(find(&file, b"<< /Size 6 /Root 1 0 R /Info 5 0 R >>").is_some());
        let xref = find(&file, b"xref\n0 1\n").unwrap();
        assert!(file.ends_with(format!("startxref\n{xref}\n%%EOF\n").as_bytes()));
        let entry = format!("5 1\n{:010} 00000 n \n", find(&file, b"5 0 obj").unwrap());
        assert!(find(&file, entry.as_bytes()).is_some());
    }

    #[test]
    fn second_table_lists_only_new_objects() {
        let file = expand(format!("{SAMPLE}{{{{object 2 1}}}}\nnull\nendobj\n{{{{xref}}}}\n{{{{trailer}}}}"))
            .unwrap();
        let first = find(&file, b"xref\n0 1").unwrap();
        let text = String::from_utf8_lossy(&file).into_owned();
        let update = text.rsplit("xref\n").next().unwrap();
        assert!(update.starts_with("2 1\n") && update.contains(" 00001 n "), "{update}");
        assert!(update.contains(&format!("/Prev {first}")));
    }

    #[test]
    fn errors_report_the_line() {
        let error = |template: &str| expand(template).unwrap_err();
        assert_eq!(error("a\nb {{nonsense}}").to_string(), "line 2: unknown placeholder `nonsense`");
        assert_eq!(error("\n\n{{xref").line, 3);
        assert_eq!(error("{{hex 0}}").line, 1);
        assert_eq!(error("{{object one 0}}").line, 1);
        assert_eq!(error("{{header}}\n{{startxref}}").line, 2);
        assert_eq!(error("x\n<< {{streamlen}} >>").line, 2);
    }

    #[test]
    fn arbitrary_bytes_pass() {
        assert_eq!(expand(b"\xFF\x00{{hex 7b7b}}\x80").unwrap(), b"\xFF\x00{{\x80");
    }
}
