//! Turns a stream's stored bytes into its data, filter by filter, under a cap.
//!
//! Filters are pull-based: each holds one window of output and asks the one before it for more, so a chain of bombs
//! costs a few windows of memory. [`inflate_whole`] is the fast way for the common single Flate.

mod ascii;
pub(crate) mod fax;
mod flate;
mod lzw;
mod predictor;
mod run_length;

pub(crate) use flate::inflate_whole;
pub(crate) use predictor::Predictor;

use std::borrow::Cow;

use crate::budget::{Budget, Stop};

/// Bytes decoded at a time. Large enough to make calls cheap, small enough for the processor's cache.
pub(crate) const WINDOW: usize = 32 << 10;

/// Why decoding ended before the data did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    /// The data is broken.
    Corrupt(&'static str),
    /// All data is there, but it is not what its checksum says.
    Checksum,
    /// The document's budget is spent.
    Stopped(Stop),
}

/// Something bytes can be pulled from, like `BufRead` without its errors.
pub(crate) trait Source: Send {
    /// The bytes at hand; empty at the end. Damage ends the source: later calls yield the end.
    fn fill(&mut self) -> Result<&[u8], Damage>;
    /// Marks some of those bytes as used.
    fn consume(&mut self, count: usize);
}

pub(crate) type BoxedSource<'a> = Box<dyn Source + 'a>;

/// One filter of a stream's chain with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Filter {
    Flate(Option<Predictor>),
    Lzw {
        early_change: bool,
        predictor: Option<Predictor>,
    },
    Ascii85,
    AsciiHex,
    RunLength,
    /// Decryption under a named crypt filter; done before the chain.
    Crypt(Vec<u8>),
    Image(ImageFilter),
    Unknown(Vec<u8>),
}

/// A filter for pictures. pdftract names it and leaves the bytes alone; only glyphs drawn as faxes are read, in `fax.rs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFilter {
    /// JPEG.
    Dct,
    /// JPEG 2000.
    Jpx,
    /// JBIG2.
    Jbig2,
    /// Fax groups 3 and 4.
    CcittFax,
}

impl ImageFilter {
    /// The filter's name in PDF.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dct => "DCTDecode",
            Self::Jpx => "JPXDecode",
            Self::Jbig2 => "JBIG2Decode",
            Self::CcittFax => "CCITTFaxDecode",
        }
    }
}

/// The bytes a chain starts from.
pub(crate) struct Bytes<'a> {
    data: Cow<'a, [u8]>,
    position: usize,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(data: Cow<'a, [u8]>) -> Self {
        Self { data, position: 0 }
    }
}

impl Source for Bytes<'_> {
    fn fill(&mut self) -> Result<&[u8], Damage> {
        Ok(self.data.get(self.position..).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.position = self.position.saturating_add(count).min(self.data.len());
    }
}

/// A decoder that turns input into output a window at a time; [`Windowed`] makes a [`Source`] of it.
trait Decoder: Send {
    /// Appends at least one byte to `out` unless the data is at its end, and not much more than [`WINDOW`].
    /// Returns true at the end.
    fn decode(&mut self, input: &mut dyn Source, out: &mut Vec<u8>) -> Result<bool, Damage>;
}

struct Windowed<'a, D> {
    input: BoxedSource<'a>,
    decoder: D,
    /// Every stage is charged, not only the last: a chain may swell and shrink again.
    budget: &'a Budget,
    window: Vec<u8>,
    position: usize,
    ended: bool,
    damage: Option<Damage>,
}

impl<D: Decoder> Source for Windowed<'_, D> {
    fn fill(&mut self) -> Result<&[u8], Damage> {
        if self.position >= self.window.len() && !self.ended {
            self.window.clear();
            self.position = 0;
            let decoded = self.decoder.decode(self.input.as_mut(), &mut self.window);
            let charged = self.budget.charge_decoded(self.window.len()).map_err(Damage::Stopped);
            match charged.and(decoded) {
                Ok(ended) => self.ended = ended,
                Err(damage) => {
                    self.ended = true;
                    self.damage = Some(damage);
                }
            }
        }
        if self.position >= self.window.len()
            && let Some(damage) = self.damage.take()
        {
            return Err(damage);
        }
        Ok(self.window.get(self.position..).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.position = self.position.saturating_add(count).min(self.window.len());
    }
}

fn windowed<'a, D: Decoder + 'a>(input: BoxedSource<'a>, decoder: D, budget: &'a Budget) -> BoxedSource<'a> {
    let window = Vec::new();
    Box::new(Windowed { input, decoder, budget, window, position: 0, ended: false, damage: None })
}

/// Puts one filter behind a source. Crypt, image and unknown filters are the caller's business and pass bytes through.
pub(crate) fn attach<'a>(input: BoxedSource<'a>, filter: &Filter, budget: &'a Budget) -> BoxedSource<'a> {
    let (decoded, predictor) = match filter {
        Filter::Flate(predictor) => (windowed(input, flate::Inflate::new(), budget), *predictor),
        Filter::Lzw { early_change, predictor } => {
            (windowed(input, lzw::Lzw::new(*early_change), budget), *predictor)
        }
        Filter::Ascii85 => (windowed(input, ascii::Ascii85::default(), budget), None),
        Filter::AsciiHex => (windowed(input, ascii::AsciiHex::default(), budget), None),
        Filter::RunLength => (windowed(input, run_length::RunLength, budget), None),
        Filter::Crypt(_) | Filter::Image(_) | Filter::Unknown(_) => (input, None),
    };
    match predictor {
        Some(predictor) => windowed(decoded, predictor::Undo::new(predictor), budget),
        None => decoded,
    }
}

/// Decodes bytes that are at hand through one filter, for tests and for small data.
#[cfg(test)]
pub(crate) fn decode_all(data: &[u8], filter: &Filter) -> (Vec<u8>, Option<Damage>) {
    let budget = Budget::new(&crate::limits::Limits::default(), 0, None, crate::budget::CancelFlag::new());
    let mut source = attach(Box::new(Bytes::new(Cow::Borrowed(data))), filter, &budget);
    let mut out = Vec::new();
    loop {
        match source.fill() {
            Ok([]) => return (out, None),
            Ok(bytes) => {
                out.extend_from_slice(bytes);
                let count = bytes.len();
                source.consume(count);
            }
            Err(damage) => return (out, Some(damage)),
        }
    }
}
