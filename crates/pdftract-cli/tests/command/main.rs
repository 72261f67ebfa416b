//! The command as a user meets it: the real binary, its output, its exit codes.

mod batch;
mod check;
mod extract;
mod font_map;
mod fonts;
mod glyphs;
mod hands;
mod info;
mod manual;
mod ocr;
mod pdftotext;
mod readme;
mod running;
mod tables;
mod text;
#[cfg(unix)]
mod worker;
