//! Finds glyphs by name, with an index of glyphs sorted by name that copies no names.

/// The named glyphs, ordered by name and, for equal names, by number.
#[derive(Debug, Default)]
pub(super) struct NameOrder {
    glyphs: Vec<u32>,
}

impl NameOrder {
    pub(super) fn new<'a>(glyph_count: u32, name_of: impl Fn(u32) -> Option<&'a [u8]>) -> Self {
        let mut glyphs: Vec<u32> = (0..glyph_count).filter(|glyph| name_of(*glyph).is_some()).collect();
        glyphs.sort_by_key(|glyph| name_of(*glyph));
        Self { glyphs }
    }

    /// Returns the memory that the order takes.
    pub(super) fn cost(&self) -> usize {
        self.glyphs.capacity() * size_of::<u32>()
    }

    /// Returns the first glyph with a name; `name_of` must be the function that the order was created with.
    pub(super) fn find<'a>(&self, name: &[u8], name_of: impl Fn(u32) -> Option<&'a [u8]>) -> Option<u32> {
        let place = self.glyphs.partition_point(|glyph| name_of(*glyph) < Some(name));
        let glyph = *self.glyphs.get(place)?;
        (name_of(glyph) == Some(name)).then_some(glyph)
    }
}
