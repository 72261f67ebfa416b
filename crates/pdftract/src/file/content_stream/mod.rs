//! The syntax of content streams: splits bytes into operators with operands, without interpreting them. Used for
//! pages and for the glyphs of Type 3 fonts.

mod hex_digits;
pub(crate) mod inline_image;
mod number;
pub(crate) mod operands;
pub(crate) mod operator;
mod plain_string;
pub(crate) mod scanner;
pub(crate) mod source;
