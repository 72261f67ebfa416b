//! Prints the raw text of a file.
fn main() {
    for path in std::env::args().skip(1) {
        match pdftract::Document::open_path(&path, &pdftract::Options::default()) {
            Ok(d) => { for p in 0..d.page_count() { print!("{}\u{c}", d.raw_text(p).unwrap_or_default()); }
              if std::env::var("DIAG").is_ok() { for x in d.diagnostics() { eprintln!("{:?}", x); } } }
            Err(e) => { eprintln!("{path}: {e}"); std::process::exit(2) }
        }
    }
}
