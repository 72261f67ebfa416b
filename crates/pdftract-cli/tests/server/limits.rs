//! Limits of heads, bodies and connections.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use super::client::{Answer, Server, request, saying, wait};

#[test]
fn large_bodies_are_refused_before_they_are_read() {
    let server = Server::start(&["--max-body", "1"]);
    let length = (1 << 20) + 1;
    // Nothing but the head is sent.
    let mut stream = server.connect();
    let head = request("PUT", "/v1/text", &[("Content-Length", &length.to_string())], b"");
    stream.write_all(&head).unwrap();
    Answer::read(&mut stream).assert_problem(413, "body_too_large");
    // The length of a chunked body is not known before it comes.
    let mut stream = server.connect();
    let head =
        "PUT /v1/text HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = [format!("{:x}\r\n", 64 << 10).into_bytes(), vec![b'x'; 64 << 10], b"\r\n".to_vec()].concat();
    let mut sent = 0;
    for _ in 0..64 {
        if stream.write_all(&chunk).is_err() {
            break;
        }
        sent += 1;
        std::thread::sleep(Duration::from_millis(2));
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    // The rest of the body may reset the connection before the answer is read; the body was not read to its end.
    assert!(answer.is_empty() || answer.contains("body_too_large"), "{answer}");
    wait(|| {
        server
            .log()
            .iter()
            .any(|line| line.contains("body_too_large") && !line.contains("\"bytes_in\":1048577"))
    });
    println!("{sent} of 64 chunks were taken");
    assert_eq!(server.put("/v1/text", &saying(&["good"])).text(), "good\n");
}

#[test]
fn long_heads_are_refused() {
    let server = Server::start(&[]);
    let long = "x".repeat(100_000);
    let answer = server.send("GET", "/version", &[("X-Long", &long)], b"");
    assert_eq!(answer.status, 431);
    let many: Vec<(String, String)> = (0..200).map(|number| (format!("X-{number}"), "1".into())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(server.send("GET", "/version", &many, b"").status, 431);
}

#[test]
fn slow_clients_are_given_up() {
    let server = Server::start(&["--header-timeout", "1", "--idle-timeout", "1"]);
    let closed_after = |bytes: &[u8]| {
        let mut stream = server.connect();
        stream.write_all(bytes).unwrap();
        let begun = Instant::now();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        (begun.elapsed(), String::from_utf8_lossy(&answer).into_owned())
    };
    // Half a head; nothing at all; half a body.
    for bytes in [&b"GET /version HTTP/1.1\r\nHo"[..], b""] {
        let (time, _) = closed_after(bytes);
        assert!((500..4_900).contains(&time.as_millis()), "{time:?} {bytes:?}");
    }
    let (time, answer) =
        closed_after(&request("PUT", "/v1/text", &[("Content-Length", "1000")], b"%PDF-1.7"));
    assert!((500..4_900).contains(&time.as_millis()), "{time:?}");
    assert!(answer.contains("408") && answer.contains("slow_body"), "{answer}");
    // A connection that is kept open after an answer is closed too.
    let (time, answer) = closed_after(b"GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200") && time < Duration::from_millis(4_900), "{time:?} {answer}");
}

/// Silent connections cost neither workers nor places in the queue.
#[test]
fn idle_connections_do_not_stop_others() {
    let server = Server::start(&["--header-timeout", "30", "--max-connections", "120"]);
    let good = saying(&["good"]);
    let idle: Vec<_> = (0..100)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"PUT /v1/text HTTP/1.1\r\n").unwrap();
            stream
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(server.put("/v1/text", &good).text(), "good\n");
    }
    wait(|| server.get("/metrics").text().contains("pdftract_connections_open 101\n"));
    // The limit leaves room for twenty more, or fewer while an earlier connection is being closed; the others are closed
    // without an answer.
    let more: Vec<_> = (0..40).map(|_| server.connect()).collect();
    let is_closed = |mut stream: &std::net::TcpStream| {
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        matches!(stream.read(&mut [0]), Ok(0)) || stream.take_error().is_ok_and(|error| error.is_some())
    };
    wait(|| (20..=22).contains(&more.iter().filter(|stream| is_closed(stream)).count()));
    drop((idle, more));
    wait(|| {
        server
            .try_get("/metrics")
            .is_some_and(|answer| answer.text().contains("pdftract_connections_open 1\n"))
    });
    assert!(server.get("/metrics").text().contains("pdftract_connections_refused_total 2"));
}

#[test]
fn documents_in_memory_are_limited() {
    let server = Server::start(&["--max-body", "2", "--max-buffered", "2"]);
    // A body that holds most of the memory and does not end.
    let mut slow = server.connect();
    slow.write_all(&request("PUT", "/v1/text", &[("Content-Length", "2000000")], &vec![b'x'; 1_900_000]))
        .unwrap();
    wait(|| !server.get("/metrics").text().contains("pdftract_buffer_bytes_left 2097152\n"));
    std::thread::sleep(Duration::from_millis(100));
    let mut large = saying(&["good"]);
    large.extend(vec![b' '; 500_000]);
    server.put("/v1/text", &large).assert_problem(429, "queue_full");
    assert_eq!(server.put("/v1/text", &saying(&["good"])).text(), "good\n");
    drop(slow);
    wait(|| server.get("/metrics").text().contains("pdftract_buffer_bytes_left 2097152\n"));
    assert_eq!(server.put("/v1/text", &large).text(), "good\n");
}
