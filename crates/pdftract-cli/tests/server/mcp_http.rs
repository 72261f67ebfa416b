//! `pdftract mcp --listen` over streamable HTTP.

use std::io::{Read, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Answer, Server, repository, request};

const HEADERS: [(&str, &str); 2] =
    [("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];

fn server(arguments: &[&str]) -> Server {
    let samples = repository().join("samples");
    Server::run(&[&["mcp", "--root", samples.to_str().unwrap()], arguments].concat())
}

fn message(method: &str, parameters: Value) -> Vec<u8> {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": parameters }).to_string().into_bytes()
}

fn post(server: &Server, more: &[(&str, &str)], body: &[u8]) -> Answer {
    server.send("POST", "/mcp", &[&HEADERS[..], more].concat(), body)
}

fn hello() -> Vec<u8> {
    let client = json!({ "name": "test", "version": "1" });
    message(
        "initialize",
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client }),
    )
}

#[test]
fn agents_are_served_over_http_without_sessions() {
    let mut server = server(&[]);
    let answer = post(&server, &[], &hello());
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["result"]["serverInfo"]["name"], "pdftract");
    assert_eq!(answer.header("mcp-session-id"), None, "nothing is kept for a client");
    let call = message("tools/call", json!({ "name": "pdf_read", "arguments": { "file": "hello.pdf" } }));
    let answer = post(&server, &[("MCP-Protocol-Version", "2025-06-18")], &call);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let markdown = answer.json()["result"]["structuredContent"]["markdown"].to_string();
    assert!(markdown.contains("Hello, reader!"), "{markdown}");
    assert_eq!(server.get("/other").status, 404);
    server.terminate();
    assert!(server.wait().success());
}

#[test]
fn web_pages_other_hosts_and_clients_without_a_key_are_refused() {
    let open = server(&[]);
    assert_eq!(post(&open, &[("Origin", "https://example.org")], &hello()).status, 403);
    assert_eq!(post(&open, &[("Host", "example.org")], &hello()).status, 403);
    let folder = tempfile::tempdir().unwrap();
    let keys = folder.path().join("keys");
    std::fs::write(&keys, "0123456789abcdef\n").unwrap();
    let closed = server(&["--api-key-file", keys.to_str().unwrap()]);
    assert_eq!(post(&closed, &[], &hello()).status, 401);
    assert_eq!(post(&closed, &[("Authorization", "Bearer 0123456789abcdef")], &hello()).status, 200);
}

#[test]
fn requests_have_limits_of_bytes_and_time() {
    let server = server(&["--idle-timeout", "1"]);
    assert_eq!(post(&server, &[], &vec![b' '; (64 << 10) + 1]).status, 413);
    let mut slow = server.connect();
    slow.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let whole = request("POST", "/mcp", &HEADERS, &hello());
    slow.write_all(&whole[..whole.len() - 5]).unwrap();
    let mut answer = Vec::new();
    slow.read_to_end(&mut answer).unwrap();
    assert_eq!(Answer::parse(&answer).status, 408);
}
