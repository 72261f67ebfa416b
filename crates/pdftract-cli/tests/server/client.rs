//! Starts servers and speaks HTTP with them, byte by byte.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// A server that ends with its test.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    log: Arc<Mutex<Vec<String>>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Names are lower-case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    /// The body ended as announced.
    pub(crate) is_complete: bool,
}

impl Server {
    /// Starts a server on a free port with one worker and more arguments.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let server = Self::spawn(arguments);
        server.wait_for_workers(1);
        server
    }

    fn spawn(arguments: &[&str]) -> Self {
        Self::run(&[&["serve"], arguments].concat())
    }

    /// Starts any server of the command on a free port with one worker.
    pub(crate) fn run(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pdftract"))
            .args(arguments)
            .args(["--listen", "127.0.0.1:0", "--workers", "1"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let first = lines.find_map(|line| {
            let event: Value = serde_json::from_str(&line.unwrap()).unwrap_or_default();
            (event["event"] == "listening").then(|| event["address"].as_str().unwrap().parse().unwrap())
        });
        let kept = Arc::clone(&log);
        std::thread::spawn(move || {
            lines.map_while(Result::ok).for_each(|line| kept.lock().unwrap().push(line))
        });
        Self { child, address: first.unwrap(), log }
    }

    /// Starts a server whose metrics need a key.
    pub(crate) fn start_with_key(arguments: &[&str]) -> Self {
        Self::spawn(arguments)
    }

    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    /// Returns the process numbers of its workers.
    pub(crate) fn workers(&self) -> Vec<u32> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        let children =
            tasks.flatten().filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        children
            .flat_map(|list| list.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<_>>())
            .collect()
    }

    /// Waits until it is ready with some workers.
    pub(crate) fn wait_for_workers(&self, count: usize) {
        wait(|| {
            let idle = format!("pdftract_workers{{class=\"document\",state=\"idle\"}} {count}");
            self.workers().len() == count && self.get("/metrics").text().contains(&idle)
        });
    }

    /// Sends a signal to its workers.
    pub(crate) fn signal_workers(&self, signal: Signal) {
        self.workers().into_iter().for_each(|worker| send_signal(worker, signal));
    }

    /// Asks it to stop.
    pub(crate) fn terminate(&self) {
        send_signal(self.child.id(), Signal::TERM);
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < until, "the server does not stop");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends a document.
    pub(crate) fn put(&self, path: &str, body: &[u8]) -> Answer {
        self.send("PUT", path, &[], body)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    /// Reads a path, unless the connection is refused.
    pub(crate) fn try_get(&self, path: &str) -> Option<Answer> {
        let mut stream = self.connect();
        let _ = stream.write_all(&request("GET", path, &[], b""));
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        (!bytes.is_empty()).then(|| Answer::parse(&bytes))
    }

    /// Sends a request on a new connection.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(&request(method, path, headers, body)).unwrap();
        Answer::read(&mut stream)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the bytes of a request.
pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        head.push_str("Host: localhost\r\n");
    }
    if !headers.iter().any(|(name, _)| *name == "Content-Length") {
        head.push_str(&format!("Content-Length: {}\r\n", body.len()));
    }
    headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
    [head.as_bytes(), b"\r\n", body].concat()
}

/// Waits for something for at most thirty seconds.
#[track_caller]
pub(crate) fn wait(mut is_done: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(30);
    while !is_done() {
        assert!(Instant::now() < until, "it does not happen");
        std::thread::sleep(Duration::from_millis(2));
    }
}

pub(crate) fn send_signal(process: u32, signal: Signal) {
    kill_process(Pid::from_raw(process.try_into().unwrap()).unwrap(), signal).unwrap();
}

impl Answer {
    /// Reads an answer until the connection is closed.
    pub(crate) fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A reset after the answer is no reason to lose it.
        let _ = stream.read_to_end(&mut bytes);
        Self::parse(&bytes)
    }

    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(bytes)));
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.to_lowercase(), value.to_owned())
        };
        let mut answer = Self {
            status,
            headers: lines.map(header).collect(),
            body: bytes[end + 4..].to_vec(),
            is_complete: true,
        };
        if answer.header("transfer-encoding") == Some("chunked") {
            (answer.body, answer.is_complete) = unchunked(&answer.body);
        } else if let Some(length) = answer.header("content-length") {
            answer.is_complete = answer.body.len() == length.parse::<usize>().unwrap();
        }
        answer
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Fails unless it is a problem with a status and a code.
    #[track_caller]
    pub(crate) fn assert_problem(&self, status: u16, code: &str) {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        let problem = self.json();
        assert_eq!((problem["code"].as_str(), problem["status"].as_u64()), (Some(code), Some(status.into())));
        assert!(self.header("x-request-id").is_some());
    }
}

fn unchunked(mut bytes: &[u8]) -> (Vec<u8>, bool) {
    let mut out = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let Ok(length) = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).unwrap_or("x"), 16) else {
            break;
        };
        if length == 0 {
            return (out, true);
        }
        let Some(data) = bytes.get(end + 2..end + 2 + length) else { break };
        out.extend_from_slice(data);
        bytes = bytes.get(end + 4 + length..).unwrap_or_default();
    }
    (out, false)
}

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of samples/.
pub(crate) fn sample(name: &str) -> Vec<u8> {
    std::fs::read(repository().join("samples").join(name)).unwrap()
}

/// A PDF with a line of text on each page.
pub(crate) fn saying(lines: &[&str]) -> Vec<u8> {
    let pages: Vec<String> = lines.iter().map(|line| pdftract_testkit::builder::text_page(line)).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    pdftract_testkit::builder::simple_document(&pages)
}
