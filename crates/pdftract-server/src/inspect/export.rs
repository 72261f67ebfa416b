//! One page as a self-contained HTML file for a bug report.

use std::fmt::Write as _;

use pdftract::Document;

use super::error::Refused;
use super::page_view::PageView;
use super::session;
use crate::html::escaped;

/// Dots per inch of the picture.
const DPI: u32 = 110;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:62rem;padding:0 1rem;color:#1c2430;\
background:#fff}h1{font-size:1.3rem}h2{font-size:1.05rem;margin-top:2rem}.page{position:relative;border:1px solid #ccd3dc}\
.page img,.page svg{display:block;width:100%}.page svg{position:absolute;inset:0;height:100%}rect{fill:none;stroke:#2457c5;\
stroke-width:.8}table{border-collapse:collapse;width:100%}td,th{border:1px solid #ccd3dc;padding:.3rem .5rem;text-align:left;\
vertical-align:top;white-space:pre-wrap}th{background:#f2f5f9}pre{white-space:pre-wrap;background:#f2f5f9;padding:1rem}\
text{font:7px system-ui,sans-serif;fill:#2457c5}";

/// Returns the page, counted from 0, as HTML. Nothing in it is loaded or executed.
pub(super) fn html(document: &Document, page_index: usize, title: &str) -> Result<String, Refused> {
    let page = PageView::read(document, page_index)?;
    let mut out = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">",
    );
    // Writing to a string cannot fail.
    let number = page_index + 1;
    let _ = write!(
        out,
        "<title>{} \u{2013} page {number}</title><style>{STYLE}</style></head><body>",
        escaped(title)
    );
    let _ = write!(out, "<h1>{}, page {number} of {}</h1>", escaped(title), document.page_count());
    let _ = write!(out, "<p>pdftract {}, score {:.2}</p>", env!("CARGO_PKG_VERSION"), page.score());
    picture(document, page_index, &page, &mut out);
    table(&page, &mut out);
    let _ = write!(out, "<h2>Markdown</h2><pre>{}</pre>", escaped(&page.markdown));
    out.push_str("<h2>Diagnostics</h2>");
    if page.diagnostics.is_empty() {
        out.push_str("<p>None.</p>");
    } else {
        out.push_str("<ul>");
        for found in &page.diagnostics {
            let _ = write!(out, "<li><code>{}</code> {}</li>", found.code, escaped(&found.message));
        }
        out.push_str("</ul>");
    }
    out.push_str("</body></html>\n");
    Ok(out)
}

fn picture(document: &Document, page_index: usize, page: &PageView, out: &mut String) {
    let (width, height) = page.size();
    out.push_str("<div class=\"page\">");
    match session::png(document, page_index, DPI) {
        Ok(png) => {
            let _ = write!(
                out,
                "<img alt=\"Picture of the page\" src=\"data:image/png;base64,{}\">",
                base64(&png)
            );
        }
        Err(_) => out.push_str("<p>The page cannot be rendered.</p>"),
    }
    let _ = write!(out, "<svg viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\">");
    for (number, block) in page.blocks.iter().enumerate() {
        let [x0, y0, x1, y1] = block.bbox;
        let _ = write!(out, "<rect x=\"{x0}\" y=\"{y0}\" width=\"{}\" height=\"{}\"/>", x1 - x0, y1 - y0);
        let _ = write!(out, "<text x=\"{x0}\" y=\"{}\">{}</text>", y0 - 1.0, number + 1);
    }
    out.push_str("</svg></div>");
}

fn table(page: &PageView, out: &mut String) {
    out.push_str(
        "<h2>Blocks in reading order</h2><table><tr><th>#</th><th>Role</th><th>Score</th><th>Text</th></tr>",
    );
    for (number, block) in page.blocks.iter().enumerate() {
        let role = block.role.as_str().unwrap_or_default();
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{:.2}</td><td>{}</td></tr>",
            number + 1,
            escaped(role),
            block.score,
            escaped(&block.text)
        );
    }
    out.push_str("</table>");
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |place: usize| u32::from(group.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS.get((bits >> (18 - 6 * place) & 63) as usize).copied().unwrap_or(b'=');
            out.push(if place > group.len() { '=' } else { char::from(digit) });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_padded() {
        let encoded = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escaped("<a href='x'>&\""), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    }
}
