//! Sessions in the documentation are real: every command in them is run, and its answer compared.

use std::fmt::Write as _;

use serde_json::Value;

use super::client::{Server, repository};
use super::mcp::Agent;

/// With the variable `PDFTRACT_WRITE_TRANSCRIPTS` set, answers are written into the documents instead of compared.
fn check(document: &str, mut answer: impl FnMut(&str) -> Option<String>) {
    let path = repository().join("docs").join(document);
    let kept = std::fs::read_to_string(&path).unwrap();
    let (mut fresh, mut commands, mut is_session, mut is_answer) = (String::new(), 0, false, false);
    for line in kept.lines() {
        if line.starts_with("```") {
            is_session = line == "```console";
            is_answer = false;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_session) {
            if let Some(answer) = answer(command) {
                // CSV has the line ends of its standard; those of the document are the system's.
                let _ = write!(fresh, "{line}\n{}\n", answer.replace('\r', "").trim_end());
                commands += 1;
                is_answer = true;
                continue;
            }
            is_answer = false;
        }
        if !is_answer {
            let _ = writeln!(fresh, "{line}");
        }
    }
    assert!(commands > 3, "{document} has no sessions");
    if std::env::var_os("PDFTRACT_WRITE_TRANSCRIPTS").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(
        kept == fresh,
        "docs/{document} is old: PDFTRACT_WRITE_TRANSCRIPTS=1 cargo test -p pdftract-cli --test server transcripts\n{fresh}"
    );
}

/// Understands `curl -T FILE [-H HEADER] URL`.
#[test]
fn sessions_with_the_server_are_real() {
    let server = Server::start(&[]);
    check("server.md", |command| {
        let words = words(command);
        if words.first().map(String::as_str) != Some("curl") {
            return None;
        }
        let after = |flag: &str| {
            let flags = words.iter().zip(words.iter().skip(1));
            flags.filter(|(word, _)| *word == flag).map(|(_, value)| value.as_str()).collect::<Vec<_>>()
        };
        let headers: Vec<(&str, &str)> =
            after("-H").into_iter().filter_map(|header| header.split_once(": ")).collect();
        let url = words.iter().find_map(|word| word.strip_prefix("http://127.0.0.1:9998")).unwrap();
        let answer = match after("-T").first() {
            Some(file) => server.send("PUT", url, &headers, &std::fs::read(repository().join(file)).unwrap()),
            None => server.send("GET", url, &headers, b""),
        };
        Some(answer.text())
    });
}

/// Understands `TOOL {arguments}`.
#[test]
fn sessions_with_an_agent_are_real() {
    let mut agent = Agent::start(&repository().join("samples"));
    check("mcp.md", |command| {
        let (tool, arguments) = command.split_once(' ').filter(|(tool, _)| tool.starts_with("pdf_"))?;
        let answer = agent.call(tool, serde_json::from_str(arguments).unwrap());
        Some(match answer["content"][0]["text"].as_str() {
            Some(text) => match serde_json::from_str::<Value>(text) {
                Ok(value) => serde_json::to_string_pretty(&value).unwrap(),
                Err(_) => text.to_owned(),
            },
            None => format!(
                "(a PNG picture)\n{}",
                serde_json::to_string_pretty(&answer["structuredContent"]).unwrap()
            ),
        })
    });
}

/// Splits a command line at spaces outside single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for character in command.chars() {
        match character {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words
}
