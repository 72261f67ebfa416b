//! A client that keeps its connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A connection to a server, made again when it was closed.
pub(super) struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    pub(super) fn new(address: SocketAddr) -> Self {
        Self { address, stream: None }
    }

    /// Sends a document and returns the status; `None` without an answer.
    pub(super) fn put(&mut self, path: &str, body: &[u8]) -> Option<u16> {
        // A connection that the server closed while it was idle is no failure.
        let had_connection = self.stream.is_some();
        self.try_put(path, body).or_else(|| {
            self.stream = None;
            had_connection.then(|| self.try_put(path, body)).flatten()
        })
    }

    fn try_put(&mut self, path: &str, body: &[u8]) -> Option<u16> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(self.address).ok()?;
            stream.set_nodelay(true).ok()?;
            stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
            self.stream = Some(BufReader::new(stream));
        }
        let stream = self.stream.as_mut()?;
        let head =
            format!("PUT {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.get_mut().write_all(&[head.as_bytes(), body].concat()).ok()?;
        let (mut status, mut length, mut is_chunked) = (None, 0, false);
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end().to_lowercase();
            if status.is_none() {
                status = line.split(' ').nth(1)?.parse().ok();
            } else if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().ok()?;
            } else if line == "transfer-encoding: chunked" {
                is_chunked = true;
            } else if line.is_empty() {
                break;
            }
        }
        if is_chunked {
            skip_chunks(stream)?
        } else {
            skip(stream, length)?
        }
        status
    }
}

fn skip(stream: &mut impl Read, length: u64) -> Option<()> {
    let copied = std::io::copy(&mut stream.take(length), &mut std::io::sink()).ok()?;
    (copied == length).then_some(())
}

fn skip_chunks(stream: &mut BufReader<TcpStream>) -> Option<()> {
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok()?;
        let length = u64::from_str_radix(line.trim(), 16).ok()?;
        skip(stream, length + 2)?;
        if length == 0 {
            return Some(());
        }
    }
}
