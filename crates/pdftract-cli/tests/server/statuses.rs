//! Each status and code, with the request that gets it.

use std::io::Write;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::client::{Answer, Server, request, saying, wait};

#[test]
fn wrong_requests_have_codes() {
    let server = Server::start(&[]);
    let good = saying(&["good"]);
    server.put("/v1/text?no-such=1", &good).assert_problem(400, "bad_parameter");
    server.put("/v1/text?pages=x", &good).assert_problem(400, "bad_parameter");
    server.put("/v1/markdown?layout", &good).assert_problem(400, "bad_parameter");
    server.put("/v1/search?query=(&regex", &good).assert_problem(400, "bad_parameter");
    server.put("/v1/text?ocr=auto", &good).assert_problem(400, "ocr_unavailable");
    server.put("/v1/text", b"").assert_problem(400, "empty_body");
    server.put("/v2/text", &good).assert_problem(404, "not_found");
    server.get("/v1/text").assert_problem(405, "method_not_allowed");
    server.send("PUT", "/v1/text", &[("Accept", "image/png")], &good).assert_problem(406, "not_acceptable");
    server
        .send("PUT", "/v1/text", &[("Content-Type", "text/html")], &good)
        .assert_problem(415, "unsupported_media_type");
    server.put("/v1/text", b"not a document at all").assert_problem(422, "not_pdf");
    server.put("/v1/text?pages=7", &good).assert_problem(422, "no_such_page");
    server.put("/v1/render?page=7", &good).assert_problem(422, "no_such_page");
    assert_eq!(server.put("/v1/text", &good).text(), "good\n", "the server goes on");
}

#[test]
fn web_pages_and_other_hosts_are_refused() {
    let server = Server::start(&[]);
    let good = saying(&["good"]);
    server
        .send("POST", "/v1/text", &[("Origin", "https://example.org")], &good)
        .assert_problem(403, "forbidden");
    server.send("POST", "/v1/text", &[("Host", "example.org")], &good).assert_problem(403, "forbidden");
    let answer = server.put("/v1/text", &good);
    assert!(answer.header("access-control-allow-origin").is_none());
}

#[test]
fn a_key_is_needed_where_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let keys = folder.path().join("keys");
    std::fs::write(&keys, "# clients\n0123456789abcdef\nanother-key-of-a-client\n").unwrap();
    let server = Server::start_with_key(&["--api-key-file", keys.to_str().unwrap()]);
    let good = saying(&["good"]);
    server.put("/v1/text", &good).assert_problem(401, "unauthorized");
    for wrong in ["0123456789abcdeF", "0123456789abcde", "", "Bearer"] {
        server.send("PUT", "/v1/text", &[("X-Api-Key", wrong)], &good).assert_problem(401, "unauthorized");
    }
    server.get("/metrics").assert_problem(401, "unauthorized");
    assert_eq!(server.send("PUT", "/v1/text", &[("X-Api-Key", "0123456789abcdef")], &good).status, 200);
    let bearer = [("Authorization", "Bearer another-key-of-a-client")];
    assert_eq!(server.send("PUT", "/v1/text", &bearer, &good).status, 200);
    assert_eq!(server.get("/healthz").status, 200, "probes have no key");
}

#[test]
fn other_addresses_need_a_key() {
    let listen = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pdftract"));
        command.args(["serve", "--listen", "0.0.0.0:0"]).args(arguments).output().unwrap()
    };
    let refused = listen(&[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--api-key-file"));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("keys"), "short\n").unwrap();
    assert_eq!(
        listen(&["--api-key-file", folder.path().join("keys").to_str().unwrap()]).status.code(),
        Some(2)
    );
}

#[test]
fn a_full_queue_answers_at_once() {
    let server = Server::start(&["--queue", "0", "--time-limit", "60"]);
    let good = saying(&["good"]);
    server.signal_workers(Signal::STOP);
    let mut first = server.connect();
    first.write_all(&request("PUT", "/v1/text", &[], &good)).unwrap();
    wait(|| server.get("/metrics").text().contains("pdftract_queue_busy 1\n"));
    let begun = Instant::now();
    let full = server.put("/v1/text", &good);
    full.assert_problem(429, "queue_full");
    assert_eq!(full.header("retry-after"), Some("1"));
    assert!(begun.elapsed() < Duration::from_secs(20));
    server.signal_workers(Signal::CONT);
    assert_eq!(Answer::read(&mut first).text(), "good\n");
}

#[test]
fn a_worker_killed_during_a_request_costs_one_answer() {
    let server = Server::start(&["--time-limit", "60"]);
    let good = saying(&["good"]);
    // Long enough that a worker which has just replaced another, and was not stopped, still reads it when it is killed.
    let long = saying(&vec!["long"; 3_000]);
    for path in ["/v1/text", "/v1/check"] {
        server.wait_for_workers(1);
        server.signal_workers(Signal::STOP);
        let mut stream = server.connect();
        stream.write_all(&request("PUT", path, &[], &long)).unwrap();
        // A worker that is killed before the request has taken it is replaced, and nobody notices.
        let taken = "pdftract_workers{class=\"document\",state=\"idle\"} 0\n";
        wait(|| server.get("/metrics").text().contains(taken));
        server.signal_workers(Signal::KILL);
        let answer = Answer::read(&mut stream);
        answer.assert_problem(503, "worker_died");
        assert!(answer.header("retry-after").is_some());
        assert_eq!(server.put("/v1/text", &good).text(), "good\n");
    }
    // A worker that dies while it is idle is replaced without a request.
    let before = server.workers();
    server.signal_workers(Signal::KILL);
    let begun = Instant::now();
    wait(|| server.workers().iter().any(|worker| !before.contains(worker)));
    println!("replaced after {:?}", begun.elapsed());
    server.wait_for_workers(1);
    assert!(server.get("/metrics").text().contains("pdftract_workers_lost_total{class=\"document\"} 3\n"));
}

#[test]
fn a_worker_that_hangs_is_killed_at_the_time_limit() {
    let server = Server::start(&["--time-limit", "1"]);
    let good = saying(&["good"]);
    server.signal_workers(Signal::STOP);
    let begun = Instant::now();
    server.put("/v1/text", &good).assert_problem(504, "time_limit");
    assert!((1..20).contains(&begun.elapsed().as_secs()));
    assert_eq!(server.put("/v1/text", &good).text(), "good\n");
}

/// A document that takes longer than a second has its first pages in the answer.
#[test]
fn the_part_that_was_read_in_time_is_kept() {
    let server = Server::start(&["--time-limit", "1", "--max-pages", "500000"]);
    let line = "Some words that are read again and again until the time is over. ".repeat(30);
    let pages: Vec<String> = (0..12_000).map(|number| format!("page {number} {line}")).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let body = saying(&pages);
    let answer = server.put("/v1/json?detail=glyph", &body);
    answer.assert_problem(504, "time_limit");
    let partial = &answer.json()["partial"];
    assert_eq!(partial["media_type"], "application/json");
    let content = partial["content"].as_str().unwrap();
    assert!(content.contains("page 0 Some words"), "{}", &content[..content.len().min(300)]);
    // It is whole JSON, with a diagnostic about the pages that are missing.
    let content: serde_json::Value = serde_json::from_str(content).unwrap();
    assert!(content["diagnostics"].as_array().is_some_and(|found| !found.is_empty()));
}
