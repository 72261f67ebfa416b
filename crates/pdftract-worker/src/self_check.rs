//! Lets a worker try what it must not be able to do.

use std::fs::{self, File};
use std::net::{TcpStream, UdpSocket};
use std::path::PathBuf;
use std::process::Command;

use serde::{Deserialize, Serialize};

/// The attempts a worker makes. The caller ensures that each would succeed in an ordinary process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Targets {
    /// A file that can be read.
    pub readable: PathBuf,
    /// A place where a file can be made.
    pub writable: PathBuf,
    /// An address with a listener, such as `127.0.0.1:4000`.
    pub listener: String,
    /// A program that can be run without arguments.
    pub program: PathBuf,
}

/// The attempts that succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempts {
    /// It opened the file.
    pub read_file: bool,
    /// It made a file.
    pub wrote_file: bool,
    /// It connected to the listener.
    pub connected: bool,
    /// It got a socket for datagrams.
    pub got_socket: bool,
    /// It ran the program.
    pub ran_program: bool,
}

/// Tries everything.
pub(crate) fn attempt(targets: &Targets) -> Attempts {
    Attempts {
        read_file: File::open(&targets.readable).is_ok(),
        wrote_file: fs::write(&targets.writable, b"x").is_ok(),
        connected: TcpStream::connect(&targets.listener).is_ok(),
        got_socket: UdpSocket::bind("127.0.0.1:0").is_ok(),
        ran_program: Command::new(&targets.program).status().is_ok(),
    }
}
