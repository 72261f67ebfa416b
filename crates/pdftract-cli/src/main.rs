//! pdftract.
fn main() {}
