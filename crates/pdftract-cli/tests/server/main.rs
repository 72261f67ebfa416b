//! `pdftract serve` and `pdftract mcp` as their clients meet them: the real binary, its connections and its answers.
#![cfg(all(feature = "server", target_os = "linux"))]

mod client;
mod compatibility;
mod description;
mod hostile;
mod limits;
mod mcp;
mod mcp_http;
mod operations;
mod statuses;
mod stopping;
mod transcripts;
