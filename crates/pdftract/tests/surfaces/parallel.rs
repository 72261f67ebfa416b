//! Parallel pages: the same results in the same order, and cancellation.

use std::num::NonZeroUsize;

use pdftract::threads::{PageError, WorkerPermits};
use pdftract::{CancelFlag, Document, ExtractOptions, Options, RunningHeads};
use pdftract_testkit::builder::{simple_document, text_page};

use super::open;

fn book() -> Vec<u8> {
    let pages: Vec<String> = (0..40).map(|page| text_page(&format!("Page number {page} of many"))).collect();
    simple_document(&pages.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn any_number_of_threads_gives_the_same_text() {
    let pages: Vec<usize> = (0..40).rev().collect();
    let read = |threads: usize| {
        let document = open(book());
        // The book repeats a line on each page.
        let options = ExtractOptions::default().running_heads(RunningHeads::Keep);
        let mut texts = Vec::new();
        let permits = WorkerPermits::new(NonZeroUsize::new(threads));
        let done = document.map_pages(
            &pages,
            &permits,
            |page| document.page_text(page, &options),
            |page, text| {
                texts.push((page, text?));
                Ok::<_, PageError>(())
            },
        );
        assert_eq!(done, Ok(()));
        texts
    };
    let alone = read(1);
    assert!(alone[0].1.as_ref().unwrap().contains("Page number 39"));
    assert!(alone.iter().map(|(page, _)| page).eq(&pages));
    assert_eq!(read(4), alone);
}

#[test]
fn pages_after_a_cancel_are_not_begun() {
    let cancel = CancelFlag::new();
    let options = Options::default().with(|options| options.cancel = cancel.clone());
    let document = Document::open(book(), &options).unwrap();
    let pages: Vec<usize> = (0..document.page_count()).collect();
    let mut begun = 0;
    let done = document.map_pages(
        &pages,
        &WorkerPermits::new(Some(NonZeroUsize::MIN)),
        |page| {
            if page == 2 {
                cancel.cancel();
            }
        },
        |page, done| {
            begun += usize::from(done.is_ok());
            if page > 2 { done.map(drop) } else { Ok(()) }
        },
    );
    assert_eq!((done, begun), (Err(PageError::Cancelled), 3));
}
