//! Looks up named resources of content, and caches the results.

use std::collections::BTreeMap;

use super::state::ColorSpace;
use crate::file::object::{Dict, Object};

/// The number of fonts that are found without a search: a page of formulas has a dozen.
const RECENT_FONTS: usize = 16;

/// Returns the place of a font among those that were set last.
fn recent_place(name: u64) -> usize {
    // The multiplier of Fibonacci hashing spreads names that differ in their last digits.
    (name.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as usize
}

/// The resources of a page or form. Names are few and short, so that comparing them is faster than hashing.
pub(crate) struct Resources<'f> {
    dict: Option<Dict<'f>>,
    /// Fonts with short names, by the names as numbers: a page selects fonts as often as it shows strings.
    fonts: BTreeMap<u64, u16>,
    /// Fonts that were set last, at places that follow from their names.
    recent_fonts: [(u64, u16); RECENT_FONTS],
    long_named_fonts: BTreeMap<Vec<u8>, u16>,
    spaces: BTreeMap<Vec<u8>, ColorSpace>,
    states: BTreeMap<Vec<u8>, Option<Dict<'f>>>,
}

impl<'f> Resources<'f> {
    pub(crate) fn new(dict: Option<Dict<'f>>) -> Self {
        Self {
            dict,
            fonts: BTreeMap::new(),
            recent_fonts: [(0, 0); RECENT_FONTS],
            long_named_fonts: BTreeMap::new(),
            spaces: BTreeMap::new(),
            states: BTreeMap::new(),
        }
    }

    pub(crate) fn dict(&self) -> Option<&Dict<'f>> {
        self.dict.as_ref()
    }

    /// Returns an entry of a resource category.
    pub(crate) fn get(&self, category: &[u8], name: &[u8]) -> Option<Object<'f>> {
        let value = self.dict.as_ref()?.dict(category)?.get(name);
        (!value.is_null()).then_some(value)
    }

    /// Returns the page's index of a font that was set before.
    pub(crate) fn known_font(&self, name: &[u8]) -> Option<u16> {
        match short_name(name) {
            Some(number) => match self.recent_fonts.get(recent_place(number)) {
                Some(&(name, index)) if name == number => Some(index),
                _ => self.fonts.get(&number).copied(),
            },
            None => self.long_named_fonts.get(name).copied(),
        }
    }

    pub(crate) fn remember_font(&mut self, name: &[u8], index: u16) {
        match short_name(name) {
            Some(number) => {
                self.recent_fonts
                    .get_mut(recent_place(number))
                    .into_iter()
                    .for_each(|slot| *slot = (number, index));
                self.fonts.insert(number, index);
            }
            None => {
                self.long_named_fonts.insert(name.to_vec(), index);
            }
        }
    }

    /// Returns an extended graphics state.
    pub(crate) fn graphics_state(&mut self, name: &[u8]) -> Option<Dict<'f>> {
        if let Some(known) = self.states.get(name) {
            return known.clone();
        }
        let dict = self.get(b"ExtGState", name).and_then(|state| state.as_dict());
        self.states.insert(name.to_vec(), dict.clone());
        dict
    }

    /// Returns the kind of the colour space with a name.
    pub(crate) fn color_space(&mut self, name: &[u8]) -> ColorSpace {
        match name {
            b"DeviceGray" | b"CalGray" | b"G" => return ColorSpace::Gray,
            b"DeviceRGB" | b"CalRGB" | b"RGB" => return ColorSpace::Rgb,
            b"DeviceCMYK" | b"CMYK" => return ColorSpace::Cmyk,
            b"Pattern" => return ColorSpace::Other,
            _ => {}
        }
        if let Some(&known) = self.spaces.get(name) {
            return known;
        }
        let space = self.get(b"ColorSpace", name).map_or(ColorSpace::Other, |space| described_space(&space));
        self.spaces.insert(name.to_vec(), space);
        space
    }
}

/// Returns a name of at most seven bytes as a number, which is different for each.
#[inline]
fn short_name(name: &[u8]) -> Option<u64> {
    // The bit above the name distinguishes names that start with zeros.
    (name.len() < 8).then(|| name.iter().fold(1, |number, &byte| number << 8 | u64::from(byte)))
}

pub(crate) fn described_space(space: &Object<'_>) -> ColorSpace {
    let array = space.as_array();
    let family = array.as_ref().map_or_else(|| space.clone(), |array| array.get(0));
    match family.as_name() {
        Some(b"DeviceGray" | b"CalGray") => ColorSpace::Gray,
        Some(b"DeviceRGB" | b"CalRGB") => ColorSpace::Rgb,
        Some(b"DeviceCMYK") => ColorSpace::Cmyk,
        Some(b"ICCBased") => {
            let profile = array.and_then(|array| array.get(1).as_dict());
            profile.and_then(|profile| profile.int(b"N")).map_or(ColorSpace::Other, ColorSpace::of_components)
        }
        _ => ColorSpace::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_are_found_by_names_of_any_length() {
        let names: [&[u8]; 7] = [b"", b"\0", b"\0\0", b"F1", b"F12", b"Font007", b"Font0007"];
        let mut resources = Resources::new(None);
        for (index, name) in (0..).zip(names) {
            assert_eq!(resources.known_font(name), None);
            resources.remember_font(name, index);
        }
        for (index, name) in (0..).zip(names) {
            assert_eq!(resources.known_font(name), Some(index));
        }
    }
}
