//! Decodes the stored bytes of a stream, filter by filter, under a cap.
//!
//! Filters are pull-based: each holds one window of output and requests more from the previous one, so that a chain
//! of decompression bombs costs a few windows of memory. [`inflate_whole`] is the fast path for the common single
//! Flate filter.

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

/// The number of bytes decoded at a time: large enough to make calls cheap, small enough for the processor's cache.
pub(crate) const WINDOW: usize = 32 << 10;

/// The reason why decoding ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    /// The data is corrupt.
    Corrupt(&'static str),
    /// All data was decoded, but its checksum is wrong.
    Checksum,
    /// The document's budget is exhausted.
    Stopped(Stop),
}

/// A pull-based source of bytes, similar to `BufRead`.
pub(crate) trait Source: Send {
    /// Returns the available bytes; empty at the end. Damage ends the source: later calls return the end.
    fn fill(&mut self) -> Result<&[u8], Damage>;
    /// Marks some of those bytes as consumed.
    fn consume(&mut self, count: usize);
}

pub(crate) type BoxedSource<'a> = Box<dyn Source + 'a>;

/// A filter of a stream's chain with its parameters.
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
    /// Decryption by a named crypt filter, which happens before the chain.
    Crypt(Vec<u8>),
    Image(ImageFilter),
    Unknown(Vec<u8>),
}

/// An image filter. pdftract reports it and does not decode the bytes; only glyphs drawn as fax images are decoded,
/// in `fax.rs`.
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
    /// Returns the filter's name in PDF.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dct => "DCTDecode",
            Self::Jpx => "JPXDecode",
            Self::Jbig2 => "JBIG2Decode",
            Self::CcittFax => "CCITTFaxDecode",
        }
    }
}

/// The bytes at the start of a chain.
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

/// A decoder that produces output one window at a time; [`Windowed`] turns it into a [`Source`].
trait Decoder: Send {
    /// Appends at least one byte to `out` unless the data is at its end, and not much more than [`WINDOW`]. Returns
    /// `true` at the end.
    fn decode(&mut self, input: &mut dyn Source, out: &mut Vec<u8>) -> Result<bool, Damage>;
}

struct Windowed<'a, D> {
    input: BoxedSource<'a>,
    decoder: D,
    /// Every stage is charged, not only the last: data may expand and shrink again within a chain.
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

/// Attaches a filter to a source. Crypt, image and unknown filters are left to the caller and pass bytes through.
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

/// Decodes bytes in memory through one filter, for tests and small data.
#[cfg(test)]
pub(crate) fn decode_all(data: &[u8], filter: &Filter) -> (Vec<u8>, Option<Damage>) {
    let budget = Budget::new(&crate::limits::Limits::default(), None, crate::budget::CancelFlag::new());
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
