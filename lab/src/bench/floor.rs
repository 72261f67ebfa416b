//! The floor: the minimum work of any text extractor, which is to open a file and inflate and tokenise its pages and
//! forms.

use std::collections::HashSet;

use pdftract::bench_support::count_tokens;
use pdftract::file::{Page, Stream};
use pdftract::{File, Input, Options};

/// Counts the tokens of all pages and of the forms they use, each form once per page; returns `None` if the file
/// cannot be opened.
pub(super) fn tokens(path: &str) -> Option<usize> {
    let file = File::open(Input::from_path(path).ok()?, &Options::default()).ok()?;
    let mut count = 0;
    for page in file.pages() {
        count += count_tokens(&page.content());
        count += forms(&page).iter().map(|form| count_tokens(&form.decode_data().data)).sum::<usize>();
    }
    Some(count)
}

/// Returns the forms reachable from a page's resources, each once.
fn forms<'f>(page: &Page<'f>) -> Vec<Stream<'f>> {
    let mut found: Vec<Stream<'f>> = Vec::new();
    let mut seen = HashSet::new();
    let mut waiting: Vec<_> = page.resources().into_iter().collect();
    while let Some(resources) = waiting.pop() {
        let Some(objects) = resources.dict(b"XObject") else { continue };
        for (_, object) in objects.iter() {
            let Some(form) = object.as_stream().filter(|stream| stream.dict().name_is(b"Subtype", b"Form"))
            else {
                continue;
            };
            if seen.insert(form.id()) {
                waiting.extend(form.dict().dict(b"Resources"));
                found.push(form);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_tokens() {
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/hello.pdf");
        assert!(tokens(sample).is_some_and(|tokens| tokens > 5));
        assert_eq!(tokens("no such file"), None);
    }
}
