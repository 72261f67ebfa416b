//! Finds, parses and decrypts one indirect object, with a scan of the file as fallback if the cross-reference is
//! wrong.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use memchr::memmem::Finder;

use super::File;
use super::crypt::{DecryptedStream, StreamKind};
use super::lexer::{Lexer, Token};
use super::object::{Node, Object, ObjectId, Range, StreamPlace, Tree};
use super::object_stream::ObjectStream;
use super::parser::{self, Trouble};
use super::repair;
use super::stream::Stream;
use super::stream_extent;
use super::xref::{Place, XrefBuilder, XrefTable};
use crate::diagnostic::{Code, Diagnostic};

/// The number of bytes of an object that are examined without parsing it; annotations have a few hundred.
const LOOKED_AT: usize = 4_096;

/// Bytes of strings and names that count as one value.
const BYTES_AS_ELEMENT: usize = 256;

/// Objects that take more memory are charged as long as they are in use. Most have some hundred bytes.
const LARGE_TREE: usize = 64 << 10;

impl File {
    /// Returns the value of a reference, following further references.
    pub(crate) fn follow(&self, id: ObjectId, plain_only: bool) -> Object<'_> {
        let mut next = id;
        for _ in 0..self.limits().reference_hops {
            let tree = if plain_only { self.load_plain(next) } else { self.load(next) };
            match tree.root {
                Node::Reference(further) => next = further,
                node => return Object { file: self, node, tree },
            }
        }
        let message = "references lead in a circle or through too many steps";
        self.note(Diagnostic::new(Code::ReferenceLoop, message).in_object(id.number));
        Object { file: self, node: Node::Null, tree: Arc::new(Tree::null(id)) }
    }

    /// Returns an indirect object as it is: a reference, if it is one.
    pub(crate) fn object_itself(&self, number: u32) -> Object<'_> {
        let tree = self.load(ObjectId { number, generation: 0 });
        Object { file: self, node: tree.root, tree }
    }

    fn load(&self, id: ObjectId) -> Arc<Tree> {
        if let Some(tree) = self.objects.get(id.number) {
            return tree;
        }
        let tree = Arc::new(self.find(id).unwrap_or_else(|| Tree::null(id)));
        self.objects.put(id.number, &tree);
        tree
    }

    /// Loads an object for streams that hold objects or the cross-reference itself: they may only refer to objects
    /// outside object streams.
    fn load_plain(&self, id: ObjectId) -> Arc<Tree> {
        let tree = match self.xref.get(id.number) {
            Some(Place::Plain(offset)) => self.parse_plain_at(offset, Some(id)),
            _ => None,
        };
        Arc::new(Tree { plain_only: true, ..tree.unwrap_or_else(|| Tree::null(id)) })
    }

    fn find(&self, id: ObjectId) -> Option<Tree> {
        if let Err(stop) = self.budget().check_often() {
            self.note_stop(stop);
            return None;
        }
        match self.xref.get(id.number) {
            Some(Place::Free) => self.find_freed(id),
            Some(place) => self.read(&self.xref, id, place).or_else(|| self.find_repaired(id)),
            None if self.xref_incomplete => self.find_repaired(id),
            None => None,
        }
    }

    fn read(&self, table: &XrefTable, id: ObjectId, place: Place) -> Option<Tree> {
        match place {
            Place::Free => None,
            Place::Plain(offset) => self.parse_plain_at(offset, Some(id)),
            Place::Packed { container, index } => {
                let stream = self.object_stream(table, container)?;
                self.parse_packed(&stream, container, id, usize::from(index))
            }
        }
    }

    fn find_repaired(&self, id: ObjectId) -> Option<Tree> {
        if self.scanned {
            return self.missing(id);
        }
        let table = self.repaired();
        let found = table.get(id.number).and_then(|place| self.read(table, id, place));
        found.or_else(|| self.missing(id))
    }

    fn missing(&self, id: ObjectId) -> Option<Tree> {
        self.note(Diagnostic::new(Code::ObjectMissing, "the object cannot be found").in_object(id.number));
        None
    }

    /// Finds an object that the table marks as free. In a file that was never updated nothing can have been deleted,
    /// so an object that still exists is in use and the table is wrong.
    fn find_freed(&self, id: ObjectId) -> Option<Tree> {
        if self.trailers.len() > 1 || self.scanned {
            return None;
        }
        let table = self.repaired();
        let tree = table.get(id.number).and_then(|place| self.read(table, id, place))?;
        self.note(
            Diagnostic::new(Code::FreeObjectUsed, "an object marked free is in use").in_object(id.number),
        );
        Some(tree)
    }

    /// Returns the table made by scanning the whole file, which is done once on first use.
    pub(crate) fn repaired(&self) -> &XrefTable {
        self.repaired.get_or_init(|| {
            self.note(Diagnostic::new(Code::XrefRepaired, "objects were found by scanning the file"));
            let scan = repair::scan(self.data(), self.base, self.limits());
            self.table_of(&scan)
        })
    }

    /// Builds a table from the result of a scan, including the contents of object streams. If an object exists both
    /// plain and packed, the later position in the file is the newer revision.
    pub(crate) fn table_of(&self, scan: &repair::Scan) -> XrefTable {
        let mut builder = XrefBuilder::default();
        let offset_of = |number: u32| scan.objects.get(&number).map_or(0, |&(_, offset)| offset);
        let mut containers = scan.object_streams.clone();
        containers.sort_by_key(|&container| std::cmp::Reverse(offset_of(container)));
        for (rank, &container) in containers.iter().enumerate() {
            let order = u16::try_from(rank).unwrap_or(u16::MAX - 1);
            let Some(stream) = self.read_object_stream(offset_of(container)) else { continue };
            for (number, index) in
                stream.numbers().filter(|&(number, _)| offset_of(number) < offset_of(container))
            {
                let index = u16::try_from(index).unwrap_or(u16::MAX);
                let id = ObjectId { number, generation: 0 };
                builder.add(self.limits(), order, id, Place::Packed { container, index });
            }
        }
        for (&number, &(generation, offset)) in &scan.objects {
            builder.add(self.limits(), u16::MAX, ObjectId { number, generation }, Place::Plain(offset));
        }
        if scan.full || builder.full {
            self.note(Diagnostic::new(Code::XrefLimit, "too many objects"));
        }
        builder.finish()
    }

    /// Returns `true` if the bytes of a dictionary contain a word and none of some others, without parsing it.
    /// `false` if that cannot be determined cheaply.
    pub(crate) fn reads_as(&self, id: ObjectId, word: &Finder<'_>, others: &[&Finder<'_>]) -> bool {
        let has = |data: &[u8], word: &Finder<'_>| word.find(data).is_some();
        let fits = |data: &[u8]| {
            let is_whole = data.trim_ascii().starts_with(b"<<") && data.trim_ascii_end().ends_with(b">>");
            // Names may contain escapes.
            let is_plain = memchr::memchr(b'#', data).is_none();
            is_whole && is_plain && has(data, word) && !others.iter().any(|other| has(data, other))
        };
        match self.xref.get(id.number) {
            Some(Place::Plain(offset)) => self.plain_bytes(offset, id.number).is_some_and(fits),
            Some(Place::Packed { container, index }) => {
                let stream = self.object_stream(&self.xref, container);
                stream.is_some_and(|stream| stream.extent_of(id.number, usize::from(index)).is_some_and(fits))
            }
            Some(Place::Free) | None => false,
        }
    }

    /// Returns the bytes between `N G obj` and `endobj` of a short object.
    fn plain_bytes(&self, offset: usize, number: u32) -> Option<&[u8]> {
        let mut lexer = Lexer::new(self.data(), offset);
        let header = (lexer.next(), lexer.next(), lexer.next());
        let (Token::Int(found), Token::Int(_), Token::Keyword(b"obj")) = header else { return None };
        let rest = lexer.rest();
        let looked_at = rest.get(..LOOKED_AT).unwrap_or(rest);
        let end = memchr::memmem::find(looked_at, b"endobj").filter(|_| found == i64::from(number))?;
        looked_at.get(..end)
    }

    fn object_stream(&self, table: &XrefTable, container: u32) -> Option<Arc<ObjectStream>> {
        if let Some(stream) = self.object_streams.get(container) {
            return Some(stream);
        }
        // A container must not be packed itself, so reading one never leads to another.
        let Some(Place::Plain(offset)) = table.get(container) else { return None };
        let stream = self.read_object_stream(offset)?;
        if stream.damaged {
            let message = "the object stream's header does not fit its contents";
            self.note(Diagnostic::new(Code::ObjectStreamDamaged, message).in_object(container));
        }
        self.object_streams.put(container, &stream);
        Some(stream)
    }

    fn read_object_stream(&self, offset: usize) -> Option<Arc<ObjectStream>> {
        let tree = self.parse_plain_at(offset, None)?;
        let stream = self.wrap(tree).as_stream()?;
        let stated = |key: &[u8]| stream.dict().int(key).and_then(|number| usize::try_from(number).ok());
        let decoded = stream.decode_data();
        let data = decoded.data.into_owned();
        Some(ObjectStream::read(data, decoded.complete, stated(b"First"), stated(b"N")))
    }

    fn parse_packed(
        &self,
        stream: &ObjectStream,
        container: u32,
        id: ObjectId,
        index: usize,
    ) -> Option<Tree> {
        let offset = stream.offset_of(id.number, index)?;
        let mut lexer = Lexer::new(stream.data(), offset);
        let (mut tree, trouble) = parser::parse(&mut lexer, ObjectId { generation: 0, ..id }, self.limits());
        self.account(&mut tree, trouble, None)?;
        (tree.id.number != container).then_some(tree)
    }

    /// Parses `N G obj …` at an offset; returns `None` if it is not there. Without an expected id, the object is a
    /// container or a cross-reference stream, and may only refer to plain objects.
    pub(crate) fn parse_plain_at(&self, offset: usize, expected: Option<ObjectId>) -> Option<Tree> {
        let mut lexer = Lexer::new(self.data(), offset);
        let (Token::Int(number), Token::Int(generation), Token::Keyword(b"obj")) =
            (lexer.next(), lexer.next(), lexer.next())
        else {
            return None;
        };
        let number = u32::try_from(number).ok()?;
        if expected.is_some_and(|id| id.number != number) {
            return None;
        }
        let id = ObjectId { number, generation: u16::try_from(generation).unwrap_or(u16::MAX) };
        let (mut tree, trouble) = parser::parse(&mut lexer, id, self.limits());
        tree.plain_only = expected.is_none();
        self.account(&mut tree, trouble, Some(offset))?;
        if matches!(tree.root, Node::Dict(_)) {
            tree.stream = self.stream_place(&tree, &mut lexer);
        }
        self.decrypt_strings(&mut tree);
        Some(tree)
    }

    /// Charges an object to the budget and reports its defects; returns `None` if the budget is exhausted.
    pub(crate) fn account(&self, tree: &mut Tree, trouble: Trouble, offset: Option<usize>) -> Option<()> {
        if trouble != Trouble::default() {
            self.note_trouble(tree.id, trouble, offset);
        }
        // A long string costs as much as the values that would fit into it.
        let mut charged =
            self.budget().charge_elements(tree.nodes.len() + tree.bytes.len() / BYTES_AS_ELEMENT + 1);
        if charged.is_ok() && tree.cost() > LARGE_TREE {
            // It may have been cut because the time is over.
            let charge = self.budget().check().and_then(|()| self.budget().objects().charge(tree.cost()));
            charged = charge.map(|charge| tree.charge = Some(Arc::new(charge)));
        }
        charged.inspect_err(|&stop| self.note_stop(stop)).ok()
    }

    fn note_trouble(&self, id: ObjectId, trouble: Trouble, offset: Option<usize>) {
        let found = [
            (trouble.broken, Code::ObjectDamaged, "the object's syntax is broken"),
            (trouble.limit, Code::ObjectLimit, "the object nests too deep or holds too many values"),
            (trouble.token_limit, Code::TokenLimit, "a number, name or string is too long"),
        ];
        for (_, code, message) in found.into_iter().filter(|(happened, ..)| *happened) {
            let mut diagnostic = Diagnostic::new(code, message);
            diagnostic.object = Some(id.number).filter(|&number| number != 0);
            diagnostic.offset = offset.map(|offset| offset as u64);
            self.note(diagnostic);
        }
    }

    /// Returns the location of the data of a stream whose dictionary was just parsed.
    fn stream_place(&self, tree: &Tree, lexer: &mut Lexer<'_>) -> Option<StreamPlace> {
        lexer.skip_white();
        if !stream_extent::is_keyword(self.data(), lexer.position()) {
            return None;
        }
        let data = self.data();
        let start = stream_extent::data_start(data, lexer.position());
        let declared = self.declared_length(tree).map(|length| start.saturating_add(length));
        if let Some(end) = declared.filter(|&end| stream_extent::ends_stream(data, end)) {
            return Some(StreamPlace { start, len: end - start });
        }
        let end = self.search_stream_end(start, declared);
        let message = "the stream's length is wrong";
        self.note(
            Diagnostic::new(Code::StreamLengthWrong, message).in_object(tree.id.number).at(start as u64),
        );
        Some(StreamPlace { start, len: end - start })
    }

    fn search_stream_end(&self, start: usize, declared: Option<usize>) -> usize {
        let data = self.data();
        if start < self.no_end_after.load(Ordering::Relaxed) {
            if let Some(end) = stream_extent::find_end(data, start) {
                return stream_extent::trim_line_end(data, start, end);
            }
            self.no_end_after.fetch_min(start, Ordering::Relaxed);
        }
        // In a truncated file, the rest belongs to the stream, unless its length is smaller.
        declared.unwrap_or(data.len()).clamp(start.min(data.len()), data.len())
    }

    /// Returns `/Length`, direct or as a reference to a plain number. Only the number is read, never a whole object,
    /// so that circular references between lengths of streams are impossible.
    fn declared_length(&self, tree: &Tree) -> Option<usize> {
        let Node::Dict(range) = tree.root else { return None };
        let length = match tree.find(range, b"Length")? {
            Node::Int(length) => length,
            Node::Reference(id) => self.integer_object(id, tree.plain_only)?,
            _ => return None,
        };
        usize::try_from(length).ok()
    }

    fn integer_object(&self, id: ObjectId, plain_only: bool) -> Option<i64> {
        let integer = |mut lexer: Lexer<'_>| match lexer.next() {
            Token::Int(value) => Some(value),
            _ => None,
        };
        match self.xref.get(id.number)? {
            Place::Plain(offset) => {
                let mut lexer = Lexer::new(self.data(), offset);
                let header = (lexer.next(), lexer.next(), lexer.next());
                let fits = matches!(header, (Token::Int(n), Token::Int(_), Token::Keyword(b"obj")) if n == i64::from(id.number));
                if fits { integer(lexer) } else { None }
            }
            Place::Packed { container, index } if !plain_only => {
                let stream = self.object_stream(&self.xref, container)?;
                integer(Lexer::new(stream.data(), stream.offset_of(id.number, usize::from(index))?))
            }
            _ => None,
        }
    }

    fn decrypt_strings(&self, tree: &mut Tree) {
        let Some(decryptor) = &self.decryptor else { return };
        if Some(tree.id.number) == self.encryption_object {
            return;
        }
        let mut bytes = std::mem::take(&mut tree.bytes);
        let mut damaged = false;
        for node in tree.nodes.iter_mut().chain([&mut tree.root]) {
            let Node::String(range) = node else { continue };
            let (start, end) = (range.start as usize, range.start as usize + range.len as usize);
            let Some(stored) = bytes.get(start..end) else { continue };
            let plain = decryptor.decrypt_string(tree.id.number, tree.id.generation, stored);
            damaged |= plain.damaged;
            let small = |value| u32::try_from(value).unwrap_or(u32::MAX);
            *range = Range { start: small(bytes.len()), len: small(plain.bytes.len()) };
            bytes.extend_from_slice(&plain.bytes);
        }
        tree.bytes = bytes;
        if damaged {
            self.note_crypt_damage(tree.id);
        }
    }

    fn note_crypt_damage(&self, id: ObjectId) {
        let message = "encrypted data is not made of whole blocks";
        self.note(Diagnostic::new(Code::CryptDamaged, message).in_object(id.number));
    }

    /// Returns the stored bytes of a stream, decrypted if necessary.
    pub(crate) fn decrypt_stream<'f>(
        &'f self,
        stream: &Stream<'f>,
        crypt_filter: Option<&[u8]>,
    ) -> Cow<'f, [u8]> {
        let stored = stream.stored();
        let Some(decryptor) = &self.decryptor else { return Cow::Borrowed(stored) };
        let dict = stream.dict();
        if dict.name_is(b"Type", b"XRef") {
            return Cow::Borrowed(stored);
        }
        let kind = match crypt_filter {
            Some(name) => StreamKind::Named(name),
            None if dict.name_is(b"Type", b"Metadata") => StreamKind::Metadata,
            None if dict.name_is(b"Type", b"EmbeddedFile") => StreamKind::EmbeddedFile,
            None => StreamKind::Ordinary,
        };
        let id = stream.id();
        match decryptor.decrypt_stream(id.number, id.generation, stored, kind) {
            DecryptedStream::AsIs => Cow::Borrowed(stored),
            DecryptedStream::Locked => {
                let why =
                    decryptor.lock().map_or_else(|| "its method is not known".into(), ToString::to_string);
                let message = format!("the stream is locked: {why}");
                self.note(Diagnostic::new(Code::StreamLocked, message).in_object(id.number));
                Cow::Borrowed(&[])
            }
            DecryptedStream::Plain(plain) => {
                if plain.damaged {
                    self.note_crypt_damage(id);
                }
                Cow::Owned(plain.bytes)
            }
        }
    }
}
