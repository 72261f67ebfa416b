//! Every operation, as the command would answer it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Command;

use super::client::{Answer, Server, repository, request, sample, saying};

/// The output of the command on a sample.
fn command(arguments: &[&str], file: &str) -> Vec<u8> {
    let path = repository().join("samples").join(file);
    Command::new(env!("CARGO_BIN_EXE_pdftract")).args(arguments).arg(path).output().unwrap().stdout
}

#[test]
fn results_are_those_of_the_command() {
    let server = Server::start(&[]);
    for file in ["hello.pdf", "table.pdf", "two-columns.pdf", "arabic.pdf"] {
        let body = sample(file);
        for (path, arguments) in [
            ("/v1/text", &["--quiet"][..]),
            ("/v1/text?layout", &["--quiet", "--layout"]),
            ("/v1/markdown?page-markers=true", &["--quiet", "--markdown", "--page-markers"]),
            ("/v1/tables", &["tables"]),
            ("/v1/tables?format=html", &["tables", "--format=html"]),
        ] {
            let answer = server.put(path, &body);
            assert_eq!(answer.status, 200, "{path} {}", answer.text());
            assert_eq!(answer.text(), String::from_utf8_lossy(&command(arguments, file)), "{path} {file}");
        }
    }
}

#[test]
fn facts_are_those_of_the_command() {
    let server = Server::start(&[]);
    for (path, arguments) in
        [("/v1/facts", &["facts"][..]), ("/v1/facts?documents", &["facts", "--documents"])]
    {
        let lines = |text: &str| -> Vec<serde_json::Value> {
            let without_path = |line: &str| {
                let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
                line["path"].take();
                line
            };
            text.lines().map(without_path).collect()
        };
        let answer = lines(&server.put(path, &sample("scan.pdf")).text());
        assert_eq!(answer, lines(&String::from_utf8_lossy(&command(arguments, "scan.pdf"))), "{path}");
        assert!(answer[0]["ocr_probability"].as_f64() > Some(0.9), "{path}");
    }
}

#[test]
fn every_operation_answers_with_its_type() {
    let server = Server::start(&[]);
    let body = sample("table.pdf");
    for (path, kind, start) in [
        ("/v1/text", "text/plain; charset=utf-8", ""),
        ("/v1/markdown", "text/markdown; charset=utf-8", ""),
        ("/v1/json?detail=block", "application/json", "{"),
        ("/v1/ndjson", "application/x-ndjson", "{\"record\":\"document\""),
        ("/v1/chunks?max-tokens=64", "application/x-ndjson", "{"),
        ("/v1/check", "application/json", "{"),
        ("/v1/facts", "application/x-ndjson", "{"),
        ("/v1/facts?documents", "application/x-ndjson", "{"),
        ("/v1/info", "application/json", "{"),
        ("/v1/render?dpi=36&boxes", "image/png", "\u{fffd}PNG"),
        ("/v1/repair", "application/pdf", "%PDF-"),
        ("/v1/tables", "text/csv; charset=utf-8", ""),
        ("/v1/search?query=a", "application/json", "{"),
    ] {
        let answer = server.send("POST", path, &[("Content-Type", "application/pdf")], &body);
        assert_eq!(answer.status, 200, "{path} {}", answer.text());
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
        assert!(answer.text().starts_with(start) && answer.is_complete, "{path}");
    }
    let accepted = server.send("PUT", "/v1/tables", &[("Accept", "application/json")], &body);
    assert!(accepted.json()["tables"][0]["rows"].as_u64() > Some(1));
}

#[test]
fn forms_carry_document_password_and_parameters() {
    let server = Server::start(&[]);
    let path = repository().join("crates/pdftract/tests/fixtures/encrypted/aes-256-r6.pdf");
    let document = std::fs::read(path).unwrap();
    let part = |name: &str, value: &str| {
        format!("--X\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").into_bytes()
    };
    let mut form = [part("password", "user"), part("detail", "page")].concat();
    form.extend(b"--X\r\nContent-Disposition: form-data; name=\"upload\"; filename=\"../a/b.pdf\"\r\n\r\n");
    form.extend(&document);
    form.extend(b"\r\n--X--\r\n");
    let answer =
        server.send("POST", "/v1/json", &[("Content-Type", "multipart/form-data; boundary=X")], &form);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["source"]["file"], "b.pdf");
    server.put("/v1/text", &document).assert_problem(423, "password_needed");
    server.send("PUT", "/v1/text", &[("Password", "no")], &document).assert_problem(423, "wrong_password");
    assert_eq!(server.send("PUT", "/v1/text", &[("Password", "user")], &document).status, 200);
}

/// The client reads only the first line while the worker has megabytes more to say: the line came before the rest was
/// read.
#[test]
fn ndjson_is_sent_while_pages_are_read() {
    let server = Server::start(&[]);
    let line = "The quick brown fox jumps over the lazy dog and is tired of it. ".repeat(8);
    let body = saying(&vec![line.as_str(); 400]);
    let mut stream = server.connect();
    stream.write_all(&request("PUT", "/v1/ndjson?detail=glyph", &[], &body)).unwrap();
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    loop {
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line).unwrap();
        head.extend_from_slice(&line);
        if line.starts_with(b"{\"record\":\"document\"") {
            break;
        }
    }
    assert!(server.get("/metrics").text().contains("pdftract_queue_busy 1\n"), "the worker is done already");
    reader.read_to_end(&mut head).unwrap();
    let answer = Answer::parse(&head);
    assert!(answer.is_complete);
    // A head, a line for each page, an end.
    assert_eq!(answer.text().lines().count(), 402);
}

#[test]
fn facts_about_a_result_are_in_headers() {
    let server = Server::start(&[]);
    let answer = server.put("/v1/text", &saying(&["one", "two"]));
    assert_eq!(answer.header("pdftract-pages"), Some("2"));
    assert_eq!(answer.header("pdftract-hidden-characters"), Some("0"));
    let id = server.send("GET", "/version", &[("X-Request-Id", "abc-123")], b"");
    assert_eq!(id.header("x-request-id"), Some("abc-123"));
}
