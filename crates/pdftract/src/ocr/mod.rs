//! Optical character recognition (OCR) for pages whose text cannot be used: selects pages, runs an engine and merges
//! its words.
//!
//! Nothing here runs unless a caller gives a [`Document`](crate::Document) a `Recognition`. Pages are classified
//! without it.

pub mod classify;
#[cfg(feature = "render")]
mod code_votes;
#[cfg(feature = "render")]
mod codec_size;
#[cfg(feature = "render")]
mod command;
#[cfg(feature = "render")]
mod distance;
#[cfg(feature = "render")]
mod drawing_cost;
#[cfg(feature = "render")]
mod engine;
#[cfg(feature = "render")]
mod language;
#[cfg(feature = "render")]
mod merge;
#[cfg(feature = "render")]
mod overlap;
#[cfg(feature = "render")]
pub mod picture;
#[cfg(feature = "render")]
mod process;
#[cfg(feature = "render")]
mod reading;
#[cfg(feature = "render")]
mod recognition;
#[cfg(feature = "render")]
pub mod render;
pub mod report;
#[cfg(feature = "render")]
mod route;
#[cfg(feature = "render")]
mod score;
#[cfg(feature = "render")]
mod single_page;
#[cfg(feature = "render")]
mod skew;
#[cfg(feature = "render")]
mod tesseract;
#[cfg(feature = "render")]
mod tsv;
#[cfg(feature = "render")]
mod word_glyphs;

pub use classify::{PageSignals, PageType};
pub use report::{MergeOutcome, PageRecognition};
#[cfg(feature = "render")]
pub use {
    command::CommandEngine,
    engine::{Engine, EngineFailure, Request, Word},
    language::{missing_languages, package as language_package},
    picture::Picture,
    recognition::{DEFAULT_DPI, DEFAULT_THRESHOLD, Recognition},
    render::{NoPicture, PagePicture, PageRenderer, ThreadRenderer},
    route::Mode,
    tesseract::{HOW_TO_INSTALL, Tesseract},
};
