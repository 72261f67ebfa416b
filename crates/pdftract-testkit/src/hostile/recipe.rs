//! Recipes for hostile files: name, generator, and the expected behaviour of a robust reader.

/// The number of pages that a robust reader finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageExpectation {
    /// Exactly this many pages.
    Exactly(usize),
    /// At least this many pages.
    AtLeast(usize),
    /// The file cannot be opened, and the reader reports an error.
    Unopenable,
    /// Any number of pages, or an error.
    Any,
}

/// The expected behaviour of a robust reader, at scale 1.0 and above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expect {
    /// A word that the text of the pages must contain, if any.
    pub page_text: Option<&'static str>,
    /// The number of pages found.
    pub pages: PageExpectation,
    /// Codes of which at least one must be reported if the file opens. Empty means no requirement.
    pub diagnostics: &'static [&'static str],
}

impl Expect {
    /// Expects one page that shows HELLO.
    pub(super) const fn hello() -> Self {
        Self { page_text: Some("HELLO"), pages: PageExpectation::Exactly(1), diagnostics: &[] }
    }

    /// Expects one page whose text cannot be extracted.
    pub(super) const fn no_text() -> Self {
        Self { page_text: None, pages: PageExpectation::Exactly(1), diagnostics: &[] }
    }

    /// Expects an error on opening.
    pub(super) const fn unopenable() -> Self {
        Self { page_text: None, pages: PageExpectation::Unopenable, diagnostics: &[] }
    }

    /// Expects only that the reader returns.
    pub(super) const fn anything() -> Self {
        Self { page_text: None, pages: PageExpectation::Any, diagnostics: &[] }
    }

    /// Changes the expected number of pages.
    pub(super) const fn pages(mut self, pages: PageExpectation) -> Self {
        self.pages = pages;
        self
    }

    /// Requires one of these diagnostic codes.
    pub(super) const fn saying(mut self, diagnostics: &'static [&'static str]) -> Self {
        self.diagnostics = diagnostics;
        self
    }
}

/// A generator for one class of attack.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// The name, usable as a file name.
    pub name: &'static str,
    /// A description of the file, in one sentence.
    pub about: &'static str,
    /// `true` if the size depends on the scale.
    pub scales: bool,
    /// The expected behaviour of a robust reader.
    pub expects: Expect,
    make: Make,
}

#[derive(Debug, Clone, Copy)]
enum Make {
    Scaled(fn(f64) -> Vec<u8>),
    Fixed(fn() -> Vec<u8>),
}

impl Recipe {
    pub(super) const fn scaled(
        name: &'static str,
        about: &'static str,
        expects: Expect,
        make: fn(f64) -> Vec<u8>,
    ) -> Self {
        Self { name, about, scales: true, expects, make: Make::Scaled(make) }
    }

    pub(super) const fn fixed(
        name: &'static str,
        about: &'static str,
        expects: Expect,
        make: fn() -> Vec<u8>,
    ) -> Self {
        Self { name, about, scales: false, expects, make: Make::Fixed(make) }
    }

    /// Generates the file. `scale` 1.0 is the default size; recipes that do not scale ignore it.
    pub fn generate(&self, scale: f64) -> Vec<u8> {
        match self.make {
            Make::Scaled(make) => make(scale),
            Make::Fixed(make) => make(),
        }
    }
}

/// Scales a count, which is `base` at scale 1.0 and always at least 1.
pub(super) fn scaled(base: usize, scale: f64) -> usize {
    ((base as f64 * scale).round() as usize).max(1)
}
