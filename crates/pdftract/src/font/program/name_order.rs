//! Finds glyphs by their names: the glyphs sorted by name, without a copy of any name.

/// The named glyphs, in the order of their names and, among equals, of their numbers.
#[derive(Debug)]
pub(super) struct NameOrder {
    glyphs: Vec<u32>,
}

impl NameOrder {
    pub(super) fn new<'a>(glyph_count: u32, name_of: impl Fn(u32) -> Option<&'a [u8]>) -> Self {
        let mut glyphs: Vec<u32> = (0..glyph_count).filter(|glyph| name_of(*glyph).is_some()).collect();
        glyphs.sort_by_key(|glyph| name_of(*glyph));
        Self { glyphs }
    }

    /// Returns the first glyph of a name; `name_of` must be what the order was made with.
    pub(super) fn find<'a>(&self, name: &[u8], name_of: impl Fn(u32) -> Option<&'a [u8]>) -> Option<u32> {
        let place = self.glyphs.partition_point(|glyph| name_of(*glyph) < Some(name));
        let glyph = *self.glyphs.get(place)?;
        (name_of(glyph) == Some(name)).then_some(glyph)
    }
}
