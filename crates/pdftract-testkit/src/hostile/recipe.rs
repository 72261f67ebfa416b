//! What a hostile file is called, how it is made, and what a sound reader does with it.

/// How many pages a sound reader finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageExpectation {
    /// That many.
    Exactly(usize),
    /// That many or more.
    AtLeast(usize),
    /// None: the file cannot be opened, and the reader says why.
    Unopenable,
    /// Any number, or a clean refusal.
    Any,
}

/// What a sound reader does with a file, at scale 1.0 and above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expect {
    /// A word that the text of the pages must hold; `None` demands nothing.
    pub page_text: Option<&'static str>,
    /// How many pages are found.
    pub pages: PageExpectation,
    /// If the file opens, at least one of these codes must be reported; empty demands nothing.
    pub diagnostics: &'static [&'static str],
}

impl Expect {
    /// One page that says HELLO.
    pub(super) const fn hello() -> Self {
        Self { page_text: Some("HELLO"), pages: PageExpectation::Exactly(1), diagnostics: &[] }
    }

    /// One page whose text cannot be had.
    pub(super) const fn no_text() -> Self {
        Self { page_text: None, pages: PageExpectation::Exactly(1), diagnostics: &[] }
    }

    /// A clean refusal.
    pub(super) const fn unopenable() -> Self {
        Self { page_text: None, pages: PageExpectation::Unopenable, diagnostics: &[] }
    }

    /// Nothing but an orderly return.
    pub(super) const fn anything() -> Self {
        Self { page_text: None, pages: PageExpectation::Any, diagnostics: &[] }
    }

    /// The same with another number of pages.
    pub(super) const fn pages(mut self, pages: PageExpectation) -> Self {
        self.pages = pages;
        self
    }

    /// The same, and one of these codes is reported.
    pub(super) const fn saying(mut self, diagnostics: &'static [&'static str]) -> Self {
        self.diagnostics = diagnostics;
        self
    }
}

/// One class of attack.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// Its name, fit for a file name.
    pub name: &'static str,
    /// What the file holds, in one sentence.
    pub about: &'static str,
    /// Whether the size follows the scale.
    pub scales: bool,
    /// What a sound reader does with it.
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

    /// Makes the file; `scale` 1.0 is the default size and is ignored by recipes that do not scale.
    pub fn generate(&self, scale: f64) -> Vec<u8> {
        match self.make {
            Make::Scaled(make) => make(scale),
            Make::Fixed(make) => make(),
        }
    }
}

/// `base` things at scale 1.0; never none.
pub(super) fn scaled(base: usize, scale: f64) -> usize {
    ((base as f64 * scale).round() as usize).max(1)
}
