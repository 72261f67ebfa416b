//! The command as a user meets it: the real binary, its output, its exit codes.

mod batch;
mod check;
mod detail;
mod extract;
mod font_map;
mod font_tools;
mod fonts;
mod glyphs;
#[cfg(unix)]
mod hostile;
mod info;
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
