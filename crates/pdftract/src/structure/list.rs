//! Lists: the nesting depth of items, by the indentation of their text.

/// Indents closer than this share of the font size are equal, because numbers of two digits shift the text slightly.
const SAME: f32 = 0.6;

/// The open items of a list, outermost first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Nesting {
    indents: Vec<f32>,
}

impl Nesting {
    /// Returns the depth of the next item, from 1. `indent` is that of its text relative to its column, in points.
    pub(crate) fn item(&mut self, indent: f32, size: f32) -> u8 {
        self.indents.retain(|&outer| outer < indent - SAME * size);
        self.indents.push(indent);
        u8::try_from(self.indents.len()).unwrap_or(u8::MAX)
    }

    /// Handles a paragraph between items: it ends all lists whose items are indented further.
    pub(crate) fn paragraph(&mut self, indent: f32, size: f32) {
        self.indents.retain(|&outer| outer <= indent + SAME * size);
    }

    /// Ends all lists.
    pub(crate) fn end(&mut self) {
        self.indents.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_nested_by_their_indents() {
        let mut nesting = Nesting::default();
        let depths: Vec<u8> =
            [20.0, 40.0, 41.0, 60.0, 20.5, 40.0].map(|indent| nesting.item(indent, 10.0)).into();
        assert_eq!(depths, [1, 2, 2, 3, 1, 2]);
        nesting.paragraph(0.0, 10.0);
        assert_eq!(nesting.item(40.0, 10.0), 1, "a paragraph at the edge ends the list");
    }
}
