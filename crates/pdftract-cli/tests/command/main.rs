//! The command as a user meets it: the real binary, its output, its exit codes.

mod batch;
mod book;
mod check;
mod detail;
mod diff;
mod extract;
mod font_map;
mod font_tools;
mod fonts;
mod glyphs;
mod grep;
mod grep_tools;
#[cfg(unix)]
mod hostile;
mod info;
mod inspect;
mod manual;
mod mistakes;
mod notices;
mod ocr;
mod pdftotext;
mod readme;
mod rows;
mod running;
mod tables;
mod text;
#[cfg(unix)]
mod worker;
