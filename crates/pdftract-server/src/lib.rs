//! Servers of pdftract: HTTP for programs ([`serve`]), MCP for agents ([`mcp`]) and a local page for people ([`inspect`]).

mod html;
mod http;
pub mod inspect;
pub mod mcp;
pub mod serve;
