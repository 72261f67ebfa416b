//! The processor time of another server over the same documents: PyMuPDF behind a minimal server in Python. Apache Tika
//! would be the natural peer; no registry of packages has its server.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::client::Client;
use super::process::Server;

/// Sends all documents to both servers, one after the other, and prints the ratio of their processor times.
pub(super) fn compare(binary: &Path, python: &Path, documents: &[&[u8]]) -> Result<(), String> {
    let mut peer = Command::new(python);
    peer.args(["-c", include_str!("pymupdf_server.py")]);
    let (theirs, their_answers) = measured(Server::start_command(&mut peer)?, documents);
    let (ours, our_answers) = measured(Server::start(binary, 1)?, documents);
    println!(
        "CPU of {} documents: pdftract {:.2} s ({our_answers} with text), PyMuPDF behind a server {:.2} s ({their_answers} with \
         text); pages per CPU second: {:.1} times",
        documents.len(),
        ours.as_secs_f64(),
        theirs.as_secs_f64(),
        theirs.as_secs_f64() / ours.as_secs_f64().max(1e-3),
    );
    Ok(())
}

/// Returns the processor time of a server for all documents, without its start, and the number that it could read.
fn measured(server: Server, documents: &[&[u8]]) -> (Duration, usize) {
    let before = server.cpu();
    let mut client = Client::new(server.address);
    let read = documents.iter().filter(|body| client.put("/v1/text", body) == Some(200)).count();
    let used = server.cpu().saturating_sub(before);
    // The peer knows no other end than a signal, which is no success.
    let _ = server.stop();
    (used, read)
}
