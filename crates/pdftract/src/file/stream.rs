//! A stream: its dictionary, its stored bytes, and its data, decrypted and decoded under a cap.

use std::borrow::Cow;

use super::filter::{self, BoxedSource, Bytes, Damage, Filter, ImageFilter, Predictor};
use super::object::{Dict, Object, ObjectId, StreamPlace, lossy};
use crate::budget::Budget;
use crate::diagnostic::{Code, Diagnostic};

/// A stream.
#[derive(Clone, Debug)]
pub struct Stream<'f> {
    dict: Dict<'f>,
    place: StreamPlace,
}

/// The decoded data of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'f> {
    /// The data that could be decoded.
    pub data: Cow<'f, [u8]>,
    /// `true` if the data is complete. If not, a diagnostic gives the reason.
    pub complete: bool,
    /// The image filter at which decoding stopped: `data` is then in that format.
    pub image_filter: Option<ImageFilter>,
}

impl Decoded<'_> {
    fn nothing() -> Self {
        Self { data: Cow::Borrowed(&[]), complete: false, image_filter: None }
    }
}

impl<'f> Stream<'f> {
    pub(crate) fn new(dict: Dict<'f>, place: StreamPlace) -> Self {
        Self { dict, place }
    }

    /// Returns the stream's dictionary.
    pub fn dict(&self) -> &Dict<'f> {
        &self.dict
    }

    /// Returns the stream's object.
    pub fn id(&self) -> ObjectId {
        self.dict.tree.id
    }

    /// Returns the bytes as stored in the file, encrypted and encoded.
    pub fn stored(&self) -> &'f [u8] {
        let StreamPlace { start, len } = self.place;
        self.dict.file.data().get(start..start.saturating_add(len)).unwrap_or_default()
    }

    /// Decodes up to [`Limits::stream_bytes`](crate::limits::Limits::stream_bytes).
    pub fn decode(&self) -> Decoded<'f> {
        self.decode_up_to(self.dict.file.limits().stream_bytes)
    }

    /// Decodes a stream that must not be an image: an image filter is reported, and the data is then empty.
    pub fn decode_data(&self) -> Decoded<'f> {
        let decoded = self.decode();
        match decoded.image_filter {
            Some(filter) => {
                let message =
                    format!("the stream holds a picture ({}) where data is expected", filter.name());
                self.note(Code::ImageFilterOnData, message);
                Decoded { image_filter: Some(filter), ..Decoded::nothing() }
            }
            None => decoded,
        }
    }

    fn note_image_filter(&self, filter: ImageFilter) {
        let message = format!("the stream holds a picture ({}) where data is expected", filter.name());
        self.note(Code::ImageFilterOnData, message);
    }

    /// Decodes at most `max` bytes.
    pub fn decode_up_to(&self, max: u64) -> Decoded<'f> {
        self.decode_charging(max, self.dict.file.budget())
    }

    /// Decodes at most `max` bytes, charged to a budget that may differ from the document's.
    pub(crate) fn decode_charging(&self, max: u64, budget: &Budget) -> Decoded<'f> {
        let Some((filters, image_filter)) = self.usable_filters() else { return Decoded::nothing() };
        let stored = self.decrypted(&filters);
        let chain: Vec<Filter> = filters.into_iter().filter(|f| !matches!(f, Filter::Crypt(_))).collect();
        if chain.is_empty() && stored.len() as u64 <= max {
            return Decoded { data: stored, complete: true, image_filter };
        }
        let (data, complete) = self.run_chain(stored, &chain, max, budget);
        Decoded { data: Cow::Owned(data), complete, image_filter }
    }

    /// Returns the filters to apply, up to an image filter; `None` if the stream cannot be read.
    fn usable_filters(&self) -> Option<(Vec<Filter>, Option<ImageFilter>)> {
        if matches!(self.dict.get(b"F"), ref file if file.as_string().is_some() || file.as_dict().is_some()) {
            self.note(Code::ExternalStreamIgnored, "the stream's data is said to stand in another file");
            return None;
        }
        let mut filters = self.filters()?;
        let Some(end) = filters.iter().position(|f| matches!(f, Filter::Image(_) | Filter::Unknown(_)))
        else {
            return Some((filters, None));
        };
        let last = filters.get(end).cloned();
        filters.truncate(end);
        match last {
            Some(Filter::Image(filter)) => Some((filters, Some(filter))),
            Some(Filter::Unknown(name)) => {
                self.note(
                    Code::FilterUnknown,
                    format!("filter /{} is not known", super::string::clean(&lossy(&name))),
                );
                None
            }
            _ => None,
        }
    }

    /// Returns the declared filter chain; `None` if it is too long.
    fn filters(&self) -> Option<Vec<Filter>> {
        let max = self.dict.file.limits().filters_per_stream;
        let names = self.dict.list(b"Filter");
        if names.len() > max {
            self.note(Code::FilterLimit, format!("{} filters, allowed are {max}", names.len()));
            return None;
        }
        let parameters = self.dict.get(b"DecodeParms");
        let parameters_of = |index: usize| match parameters.as_array() {
            Some(array) => array.get(index).as_dict(),
            None if index == 0 => parameters.as_dict(),
            None => None,
        };
        Some(names.iter().enumerate().map(|(index, name)| self.filter(name, parameters_of(index))).collect())
    }

    fn filter(&self, name: &Object<'f>, parameters: Option<Dict<'f>>) -> Filter {
        let parameters = parameters.as_ref();
        match name.as_name().unwrap_or_default() {
            b"FlateDecode" | b"Fl" => Filter::Flate(self.predictor(parameters)),
            b"LZWDecode" | b"LZW" => Filter::Lzw {
                early_change: parameters.and_then(|p| p.int(b"EarlyChange")) != Some(0),
                predictor: self.predictor(parameters),
            },
            b"ASCII85Decode" | b"A85" => Filter::Ascii85,
            b"ASCIIHexDecode" | b"AHx" => Filter::AsciiHex,
            b"RunLengthDecode" | b"RL" => Filter::RunLength,
            b"Crypt" => Filter::Crypt(
                parameters.and_then(|p| p.name(b"Name")).unwrap_or_else(|| b"Identity".to_vec()),
            ),
            b"DCTDecode" | b"DCT" => Filter::Image(ImageFilter::Dct),
            b"JPXDecode" => Filter::Image(ImageFilter::Jpx),
            b"JBIG2Decode" => Filter::Image(ImageFilter::Jbig2),
            b"CCITTFaxDecode" | b"CCF" => Filter::Image(ImageFilter::CcittFax),
            other => Filter::Unknown(other.to_vec()),
        }
    }

    fn predictor(&self, parameters: Option<&Dict<'f>>) -> Option<Predictor> {
        let parameters = parameters?;
        let kind = parameters.int(b"Predictor")?;
        let or = |key: &[u8], default| parameters.int(key).unwrap_or(default);
        let (colors, bits, columns) = (or(b"Colors", 1), or(b"BitsPerComponent", 8), or(b"Columns", 1));
        let max = self.dict.file.limits().predictor_row_bytes;
        Predictor::new(kind, colors, bits, columns, max).unwrap_or_else(|()| {
            let message =
                format!("predictor {kind} with {colors} colours of {bits} bits in {columns} columns");
            self.note(Code::PredictorIgnored, message);
            None
        })
    }

    fn decrypted(&self, filters: &[Filter]) -> Cow<'f, [u8]> {
        let crypt_filter = filters.iter().find_map(|filter| match filter {
            Filter::Crypt(name) => Some(name.as_slice()),
            _ => None,
        });
        self.dict.file.decrypt_stream(self, crypt_filter)
    }

    /// Runs the chain; returns `true` if it was completed.
    fn run_chain(
        &self,
        stored: Cow<'f, [u8]>,
        chain: &[Filter],
        max: u64,
        budget: &Budget,
    ) -> (Vec<u8>, bool) {
        let max_now = usize::try_from(max.min(budget.decoded_left())).unwrap_or(usize::MAX);
        if let [Filter::Flate(predictor), rest @ ..] = chain
            && let Some(data) = filter::inflate_whole(&stored, max_now)
        {
            let data = match predictor {
                Some(predictor) => predictor.undo_whole(&data),
                None => data,
            };
            if rest.is_empty() {
                let charged = budget.charge_decoded(data.len());
                self.note_stop(charged);
                return (data, charged.is_ok());
            }
            return self.pull(undoing(Box::new(Bytes::new(Cow::Owned(data))), rest, budget), max);
        }
        self.pull(undoing(Box::new(Bytes::new(stored)), chain, budget), max)
    }

    /// Reads a chain to its end, up to `max` bytes.
    fn pull(&self, mut source: BoxedSource<'_>, max: u64) -> (Vec<u8>, bool) {
        let mut out = Vec::new();
        let max = usize::try_from(max).unwrap_or(usize::MAX);
        loop {
            match source.fill() {
                Ok([]) => return (out, true),
                Ok(bytes) => {
                    let taken = bytes.len().min(max - out.len());
                    out.extend_from_slice(bytes.get(..taken).unwrap_or_default());
                    source.consume(taken);
                    if taken == 0 {
                        self.note(Code::StreamLimit, format!("the stream decodes to more than {max} bytes"));
                        return (out, false);
                    }
                }
                Err(damage) => {
                    self.note_damage(damage);
                    return (out, damage == Damage::Checksum);
                }
            }
        }
    }

    /// Returns the data in chunks, for streams that are read once sequentially: as a whole if that is cheap, in
    /// windows if the stream is long, so that memory does not grow with it. An image yields nothing.
    pub fn chunks(&self) -> Chunks<'f> {
        Chunks { stream: self.clone(), state: ChunkState::Start }
    }

    fn note_stop(&self, charged: Result<(), crate::budget::Stop>) {
        if let Err(stop) = charged {
            self.dict.file.note_stop(stop);
        }
    }

    fn note_damage(&self, damage: Damage) {
        match damage {
            Damage::Corrupt(what) => self.note(Code::StreamDamaged, what),
            Damage::Checksum => {
                self.note(Code::StreamChecksumWrong, "the data is not what its checksum says")
            }
            Damage::Stopped(stop) => self.dict.file.note_stop(stop),
        }
    }

    fn note(&self, code: Code, message: impl Into<String>) {
        let offset = self.place.start as u64;
        self.dict.file.note(Diagnostic::new(code, message).in_object(self.id().number).at(offset));
    }
}

/// Returns a source with filters applied.
fn undoing<'a>(source: BoxedSource<'a>, chain: &[Filter], budget: &'a Budget) -> BoxedSource<'a> {
    chain.iter().fold(source, |source, filter| filter::attach(source, filter, budget))
}

/// Streams up to this decoded size are returned as a whole.
const WHOLE_BYTES: u64 = 2 << 20;

/// An iterator over a stream's data. See [`Stream::chunks`].
pub struct Chunks<'f> {
    stream: Stream<'f>,
    state: ChunkState<'f>,
}

enum ChunkState<'f> {
    Start,
    Windows(BoxedSource<'f>),
    End,
}

impl<'f> Chunks<'f> {
    fn start(&mut self) -> Option<Cow<'f, [u8]>> {
        self.state = ChunkState::End;
        let (filters, image_filter) = self.stream.usable_filters()?;
        if let Some(filter) = image_filter {
            self.stream.note_image_filter(filter);
            return None;
        }
        let stored = self.stream.decrypted(&filters);
        let chain: Vec<Filter> = filters.into_iter().filter(|f| !matches!(f, Filter::Crypt(_))).collect();
        let budget = self.stream.dict.file.budget();
        if chain.is_empty() {
            return Some(stored);
        }
        let mut data = stored;
        let mut rest = chain.as_slice();
        // Every stage is charged, as in windows.
        while let [Filter::Flate(None), behind @ ..] = rest {
            let max = usize::try_from(WHOLE_BYTES.min(budget.decoded_left())).unwrap_or(0);
            let Some(inflated) = filter::inflate_whole(&data, max) else { break };
            self.stream.note_stop(budget.charge_decoded(inflated.len()));
            (data, rest) = (Cow::Owned(inflated), behind);
        }
        if rest.is_empty() {
            return Some(data);
        }
        let source = Box::new(Bytes::new(data));
        self.state = ChunkState::Windows(undoing(source, rest, budget));
        self.next()
    }

    fn window(&mut self) -> Option<Cow<'f, [u8]>> {
        let ChunkState::Windows(source) = &mut self.state else { return None };
        let result = match source.fill() {
            Ok([]) => None,
            Ok(bytes) => {
                let window = bytes.to_vec();
                source.consume(window.len());
                Some(window)
            }
            Err(damage) => {
                self.stream.note_damage(damage);
                None
            }
        };
        if result.is_none() {
            self.state = ChunkState::End;
        }
        result.map(Cow::Owned)
    }
}

impl<'f> Iterator for Chunks<'f> {
    type Item = Cow<'f, [u8]>;

    fn next(&mut self) -> Option<Cow<'f, [u8]>> {
        match self.state {
            ChunkState::Start => self.start(),
            ChunkState::Windows(_) => self.window(),
            ChunkState::End => None,
        }
    }
}
