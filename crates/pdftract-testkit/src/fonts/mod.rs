//! Builds tiny font programs from scratch: enough of each format to hold names, encodings, a `cmap` and advances.

pub mod cff;
pub mod sfnt;
pub mod type1;

pub use cff::CffFont;
pub use type1::Type1Font;
