//! WARC: the PDFs among the responses and resources of a crawl.

use std::io::{self, BufRead, Read};

use flate2::read::MultiGzDecoder;

use super::{MOST_MEMBER_BYTES, Member, Visitor, is_pdf, member_bytes, pass, too_long};

/// Bytes of a line and of all lines of a header at most.
const MOST_LINE: u64 = 64 << 10;
const MOST_LINES: usize = 1_000;

/// The lines of a record that matter.
#[derive(Debug, Default)]
struct Header {
    kind: String,
    url: String,
    content_type: String,
    length: Option<u64>,
}

/// Reads the PDFs of an archive.
pub(super) fn read(mut input: impl BufRead, visitor: &mut dyn Visitor) -> io::Result<()> {
    while let Some(header) = header(&mut input)? {
        let length = header.length.ok_or_else(|| invalid("a record has no length"))?;
        let is_body = matches!(header.kind.as_str(), "response" | "resource");
        if !is_body || length == 0 || !visitor.wants(&header.url) {
            pass(&mut input, length)?;
            continue;
        }
        let body = match member_bytes(&mut input, length)? {
            Ok(block) if header.kind == "response" && is_http(&header.content_type, &block) => {
                http_body(block)
            }
            block => block,
        };
        let is_wanted = match &body {
            Ok(bytes) => is_pdf("", bytes),
            // A record that is too long or broken may be a PDF.
            Err(_) => header.url.to_ascii_lowercase().contains(".pdf"),
        };
        if is_wanted && visitor.take(Member { name: header.url, bytes: body }).is_break() {
            return Ok(());
        }
    }
    Ok(())
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn is_http(content_type: &str, block: &[u8]) -> bool {
    content_type.contains("http") || block.starts_with(b"HTTP/")
}

/// Reads the header of the next record; `None` at the end.
fn header(input: &mut impl BufRead) -> io::Result<Option<Header>> {
    let version = loop {
        match line(input)? {
            None => return Ok(None),
            // Two empty lines end a record.
            Some(line) if line.is_empty() => {}
            Some(line) => break line,
        }
    };
    if !version.starts_with("WARC/") {
        return Err(invalid("not a WARC file, or it is damaged"));
    }
    let mut header = Header::default();
    for _ in 0..MOST_LINES {
        let Some(line) = line(input)? else { return Err(invalid("the file is cut off within a header")) };
        if line.is_empty() {
            return Ok(Some(header));
        }
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "warc-type" => header.kind = value.to_ascii_lowercase(),
            // Old writers put it in angle brackets.
            "warc-target-uri" => header.url = value.trim_matches(['<', '>']).to_owned(),
            "content-type" => header.content_type = value.to_ascii_lowercase(),
            "content-length" => header.length = value.parse().ok(),
            _ => {}
        }
    }
    Err(invalid("the header of a record is too long"))
}

/// Reads a line without its end; `None` at the end of the input.
fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(MOST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == MOST_LINE {
        return Err(invalid("a line of a header is too long"));
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()))
}

/// Returns the body of an answer: without its header, its chunks joined, decompressed.
fn http_body(block: Vec<u8>) -> io::Result<Vec<u8>> {
    let end = block.windows(4).position(|window| window == b"\r\n\r\n");
    let Some(end) = end else { return Err(invalid("the answer has no body")) };
    let header = String::from_utf8_lossy(&block[..end]).to_ascii_lowercase();
    let has = |name: &str, value: &str| {
        header
            .lines()
            .filter_map(|line| line.split_once(':'))
            .any(|(found, text)| found == name && text.contains(value))
    };
    let mut body = block[end + 4..].to_vec();
    // Crawlers keep these lines although they have already decoded the body.
    if has("transfer-encoding", "chunked")
        && let Some(joined) = joined_chunks(&body)
    {
        body = joined;
    }
    if has("content-encoding", "gzip") && body.starts_with(&[0x1F, 0x8B]) {
        let mut bytes = Vec::new();
        MultiGzDecoder::new(&body[..]).take(MOST_MEMBER_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_MEMBER_BYTES {
            return Err(too_long());
        }
        body = bytes;
    }
    Ok(body)
}

/// Joins the chunks of a body; `None` if it has none.
fn joined_chunks(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::new();
    loop {
        let end = body.windows(2).take(64).position(|window| window == b"\r\n")?;
        let digits = std::str::from_utf8(&body[..end]).ok()?.split(';').next()?.trim();
        let length = usize::from_str_radix(digits, 16).ok()?;
        body = &body[end + 2..];
        if length == 0 {
            return Some(joined);
        }
        joined.extend_from_slice(body.get(..length)?);
        body = body.get(length..)?.strip_prefix(b"\r\n")?;
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::super::tests::All;
    use super::*;

    fn record(kind: &str, url: &str, block: &[u8]) -> Vec<u8> {
        let head = format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n\
             Content-Length: {}\r\n\r\n",
            block.len()
        );
        [head.as_bytes(), block, b"\r\n\r\n"].concat()
    }

    fn answer(lines: &str, body: &[u8]) -> Vec<u8> {
        [format!("HTTP/1.1 200 OK\r\n{lines}\r\n\r\n").as_bytes(), body].concat()
    }

    #[test]
    fn pdfs_of_answers_are_found_and_decoded() {
        let mut zipped = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        zipped.write_all(b"%PDF-3").unwrap();
        let zipped = zipped.finish().unwrap();
        let file = [
            record("warcinfo", "", b"software: x"),
            record("request", "http://a/1.pdf", b"GET %PDF-"),
            record("response", "http://a/1.pdf", &answer("Content-Type: application/pdf", b"%PDF-1")),
            record("response", "http://a/page", &answer("Content-Type: text/html", b"<p>")),
            record(
                "response",
                "http://a/2",
                &answer("Transfer-Encoding: chunked", b"4\r\n%PDF\r\n2\r\n-2\r\n0\r\n\r\n"),
            ),
            record("response", "http://a/3", &answer("Content-Encoding: gzip", &zipped)),
            record("response", "http://a/4", &answer("Transfer-Encoding: chunked", b"%PDF-4")),
        ];
        let mut all = All::default();
        read(&file.concat()[..], &mut all).unwrap();
        let found: Vec<(&str, &[u8])> =
            all.0.iter().map(|(name, bytes)| (name.as_str(), bytes.as_deref().unwrap())).collect();
        let expected: [(&str, &[u8]); 4] = [
            ("http://a/1.pdf", b"%PDF-1"),
            ("http://a/2", b"%PDF-2"),
            ("http://a/3", b"%PDF-3"),
            ("http://a/4", b"%PDF-4"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn damage_is_an_error_and_never_a_panic() {
        let file = record("response", "http://a/1.pdf", &answer("X: y", b"%PDF-1"));
        for cut in 0..file.len() {
            let _ = read(&file[..cut], &mut All::default());
        }
        assert!(read(&b"HTML\r\n\r\n"[..], &mut All::default()).is_err());
    }
}
