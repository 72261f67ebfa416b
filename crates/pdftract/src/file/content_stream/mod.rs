//! The syntax of content streams: bytes become operators with their operands. What they mean is for others to say:
//! pages and the glyphs of Type 3 fonts are both drawn so.

pub(crate) mod inline_image;
mod number;
pub(crate) mod operands;
pub(crate) mod operator;
pub(crate) mod scanner;
pub(crate) mod source;
