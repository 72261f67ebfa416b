//! Lists the pages whose text should not be trusted: `cargo run --example unreliable_pages -- report.pdf`

// The library itself never prints.
#![allow(clippy::print_stdout)]

use pdftract::ExtractOptions;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: unreliable_pages FILE")?;
    let document = pdftract::open(path)?;
    for page in document.page_records(&ExtractOptions::default()) {
        let page = page?;
        if page.readability.ocr_recommended || page.readability.score < 0.9 {
            let (kind, score) = (page.page_type, page.readability.score);
            println!(
                "page {}: {kind:?}, score {score}, {} glyphs unknown",
                page.page_number, page.recovery.unmapped
            );
        }
        for diagnostic in &page.diagnostics {
            println!("page {}: {} ({})", page.page_number, diagnostic.message, diagnostic.code);
        }
    }
    Ok(())
}
