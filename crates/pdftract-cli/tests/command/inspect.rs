//! `pdftract inspect`: its address, and the mistakes that it reports before it listens.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use crate::running::{assert_exit, encrypted, folder_with, hello, run, run_in, run_on, stderr};

#[test]
fn mistakes_are_reported_before_the_inspector_listens() {
    assert_exit(&run(&["inspect", "--no-open", "missing.pdf"]), 1);
    assert_exit(&run(&["inspect"]), 2);
    assert_exit(&run(&["inspect", "--no-open", "https://example.org/a.pdf"]), 2);
    assert_exit(&run_on(&["inspect", "--no-open", "-"], b"no PDF".to_vec()), 5);
    assert_exit(&run(&["inspect", "--no-open", "--password", "wrong", &encrypted("aes-256-r6.pdf")]), 3);
    let folder = folder_with(&[("map.toml", b"[[font]]\n"), ("other.json", b"[]")]);
    let output = run_in(folder.path(), &["inspect", "--no-open", "--teach", "map.toml", &hello()]);
    assert_exit(&output, 1);
    assert!(stderr(&output).contains("--teach: map.toml: line 1"), "{}", stderr(&output));
    let output = run_in(folder.path(), &["inspect", "--no-open", "--against", "other.json", &hello()]);
    assert_exit(&output, 1);
    assert!(stderr(&output).contains("--against: other.json"), "{}", stderr(&output));
}

#[test]
fn the_printed_address_answers() {
    let folder = folder_with(&[]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_pdftract"))
        .args(["inspect", "--no-open", &hello()])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let (address, path) = line.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /{path}api/document HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(answer.contains("\"name\":\"hello.pdf\""), "{answer}");
}
