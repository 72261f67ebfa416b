//! The end of a server, and what it leaves in its log.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use rustix::process::Signal;

use super::client::{Answer, Server, request, saying, wait};

#[test]
fn requests_that_have_begun_are_answered_before_the_end() {
    let mut server = Server::start(&["--time-limit", "60"]);
    let good = saying(&["good"]);
    server.signal_workers(Signal::STOP);
    let mut begun: Vec<TcpStream> = (0..3)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(&request("PUT", "/v1/text", &[], &good)).unwrap();
            stream
        })
        .collect();
    wait(|| server.get("/metrics").text().contains("pdftract_queue_waiting 2\n"));
    let probe = |address: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pdftract"));
        command.args(["serve", "--probe", address]).output().unwrap().status.code()
    };
    assert_eq!(probe(&server.address.to_string()), Some(0));
    let (worker, address) = (server.workers()[0], server.address);
    server.terminate();
    wait(|| TcpStream::connect(address).is_err());
    assert_eq!(probe(&address.to_string()), Some(1));
    super::client::send_signal(worker, Signal::CONT);
    for stream in &mut begun {
        assert_eq!(Answer::read(stream).text(), "good\n");
    }
    assert_eq!(server.wait().code(), Some(0));
    wait(|| std::fs::metadata(format!("/proc/{worker}")).is_err());
    // A thread reads the log, and may be behind the end of the process.
    wait(|| server.log().iter().any(|line| line.contains("\"drained\":true")));
}

#[test]
fn the_end_does_not_wait_longer_than_allowed() {
    let mut server = Server::start(&["--time-limit", "60", "--drain-timeout", "1"]);
    server.signal_workers(Signal::STOP);
    let mut stream = server.connect();
    stream.write_all(&request("PUT", "/v1/text", &[], &saying(&["good"]))).unwrap();
    wait(|| server.get("/metrics").text().contains("pdftract_queue_busy 1\n"));
    let worker = server.workers()[0];
    server.terminate();
    let begun = std::time::Instant::now();
    assert_eq!(server.wait().code(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(20));
    wait(|| std::fs::metadata(format!("/proc/{worker}")).is_err());
}

#[test]
fn the_log_has_no_text_names_or_parameters() {
    let server = Server::start(&[]);
    let headers = [("X-Filename", "salaries.pdf"), ("Password", "swordfish")];
    let answer =
        server.send("PUT", "/v1/search?query=confidential", &headers, &saying(&["confidential words"]));
    assert_eq!(answer.json()["matches"].as_array().map(Vec::len), Some(1));
    server.put("/secret-path", b"x").assert_problem(404, "not_found");
    wait(|| server.log().iter().any(|line| line.contains("\"status\":404")));
    let log = server.log();
    for word in ["confidential", "salaries", "swordfish", "secret-path", "words"] {
        assert!(!log.iter().any(|line| line.contains(word)), "{word}: {log:?}");
    }
    let request = log.iter().find(|line| line.contains("/v1/search")).unwrap();
    let request: serde_json::Value = serde_json::from_str(request).unwrap();
    assert_eq!((request["status"].as_u64(), request["route"].as_str()), (Some(200), Some("/v1/search")));
    assert_eq!(request["request_id"].as_str(), answer.header("x-request-id"));
}
