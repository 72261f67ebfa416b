//! The processor time of other libraries behind a minimal server in Python, over the same documents: PyMuPDF, and the
//! parsers of Apache Tika as the package extractous has them, since no registry of packages has Tika's own server.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::client::Client;
use super::process::Server;

const LIBRARIES: [(&str, &str); 2] = [("pymupdf", "PyMuPDF"), ("extractous", "Tika (extractous)")];

/// Sends all documents to each server, one after the other, and prints the ratios of their processor times.
pub(super) fn compare(binary: &Path, python: &Path, documents: &[&[u8]]) -> Result<(), String> {
    let (ours, read) = measured(Server::start(binary, 1)?, documents);
    println!("CPU of {} documents: pdftract {:.2} s ({read} with text)", documents.len(), ours.as_secs_f64());
    for (library, name) in LIBRARIES {
        let mut command = Command::new(python);
        command.args(["-c", include_str!("peer_server.py"), library]);
        let Ok(server) = Server::start_command(&mut command) else {
            println!("{name}: this Python does not have it");
            continue;
        };
        let (theirs, read) = measured(server, documents);
        let (theirs, ratio) = (theirs.as_secs_f64(), theirs.as_secs_f64() / ours.as_secs_f64().max(1e-3));
        println!(
            "{name} behind a server {theirs:.2} s ({read} with text): pages per CPU second {ratio:.1} times"
        );
    }
    Ok(())
}

/// Returns the processor time of a server for all documents, without its start, and the number that it could read.
fn measured(server: Server, documents: &[&[u8]]) -> (Duration, usize) {
    let before = server.cpu();
    let mut client = Client::new(server.address);
    let read = documents.iter().filter(|body| client.put("/v1/text", body) == Some(200)).count();
    let used = server.cpu().saturating_sub(before);
    // The peers know no other end than a signal, which is no success.
    let _ = server.stop();
    (used, read)
}
