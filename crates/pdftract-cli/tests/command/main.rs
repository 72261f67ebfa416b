//! The command as a user meets it: the real binary, its output, its exit codes.

mod fonts;
mod glyphs;
mod info;
mod running;
mod text;
