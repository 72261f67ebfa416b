//! Keeps a property of each character of the Basic Multilingual Plane, found when it is first asked for.
//!
//! The properties of Unicode are in compressed tables that are searched for each character. Texts have few different
//! characters, but ask for their properties several times for each of them.

use std::sync::atomic::{AtomicU8, Ordering};

/// The number of characters of the plane.
const SIZE: usize = 0x1_0000;

/// Marks a property that was found.
const FOUND: u8 = 0x80;

/// A property of seven bits for each character. Memory is only used for the ranges that texts are written in.
pub(crate) struct BmpTable {
    slots: [AtomicU8; SIZE],
}

impl BmpTable {
    pub(crate) const fn new() -> Self {
        Self { slots: [const { AtomicU8::new(0) }; SIZE] }
    }

    /// Returns the property of a character; `find` must give the same for the same character.
    #[inline(always)]
    pub(crate) fn get(&self, character: char, find: impl Fn(char) -> u8) -> u8 {
        let Some(slot) = self.slots.get(character as usize) else { return find(character) };
        // Threads that find a property at the same time store the same.
        match slot.load(Ordering::Relaxed) {
            0 => Self::fill(slot, find(character)),
            found => found & !FOUND,
        }
    }

    #[cold]
    fn fill(slot: &AtomicU8, property: u8) -> u8 {
        slot.store(property | FOUND, Ordering::Relaxed);
        property
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_found_once_for_each_character_of_the_plane() {
        static TABLE: BmpTable = BmpTable::new();
        let found = std::cell::Cell::new(0);
        let property = |character: char| {
            found.set(found.get() + 1);
            u8::try_from(u32::from(character) % 3).unwrap()
        };
        for (character, count) in [('a', 1), ('a', 1), ('\u{ffff}', 2), ('\u{ffff}', 2), ('𝒜', 3), ('𝒜', 4)]
        {
            assert_eq!(u32::from(TABLE.get(character, property)), u32::from(character) % 3);
            assert_eq!(found.get(), count, "{character:?}");
        }
    }
}
