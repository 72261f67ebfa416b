//! Colour spaces of images: their kind, and palettes.

use super::ImageColorSpace;
use crate::content::resources::described_space;
use crate::content::state::{self, ColorSpace};
use crate::file::object::Object;

/// Colours that can be converted to grey or RGB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Colors {
    Gray,
    Rgb,
    Cmyk,
    /// A palette with at least one colour.
    Palette(Vec<[u8; 3]>),
}

/// Indices have at most eight bits.
const MAX_PALETTE: usize = 256;

impl Colors {
    /// Reads a colour space; returns `None` if its colours are not converted.
    pub(super) fn from_object(space: &Object<'_>) -> Option<Self> {
        let array = space.as_array();
        let family = array.as_ref().map(|array| array.get(0));
        if !matches!(family.as_ref().and_then(|name| name.as_name()), Some(b"Indexed" | b"I")) {
            return Self::from_device(device_space(space));
        }
        let (array, table) = (array.as_ref()?, array.as_ref()?.get(3));
        let last = array.get(2).as_int().and_then(|last| usize::try_from(last).ok())?;
        let stored = match table.as_stream() {
            Some(stream) => stream.decode_up_to(4 * MAX_PALETTE as u64).data.into_owned(),
            None => table.as_string()?.to_vec(),
        };
        Self::palette(device_space(&array.get(1)), last, &stored)
    }

    pub(super) fn from_device(space: ColorSpace) -> Option<Self> {
        match space {
            ColorSpace::Gray => Some(Self::Gray),
            ColorSpace::Rgb => Some(Self::Rgb),
            ColorSpace::Cmyk => Some(Self::Cmyk),
            ColorSpace::Other => None,
        }
    }

    /// Reads a palette; returns `None` if its base is not converted or it is empty.
    pub(super) fn palette(base: ColorSpace, last: usize, stored: &[u8]) -> Option<Self> {
        let base = Self::from_device(base)?;
        let count = last.saturating_add(1).min(MAX_PALETTE);
        let colors: Vec<[u8; 3]> =
            stored.chunks_exact(base.components()).take(count).map(|color| base.rgb(color)).collect();
        (!colors.is_empty()).then_some(Self::Palette(colors))
    }

    /// Returns the number of samples per pixel.
    pub(super) fn components(&self) -> usize {
        match self {
            Self::Gray | Self::Palette(_) => 1,
            Self::Rgb => 3,
            Self::Cmyk => 4,
        }
    }

    /// Converts a pixel with eight bits per sample.
    pub(super) fn rgb(&self, samples: &[u8]) -> [u8; 3] {
        match (self, samples) {
            (Self::Palette(colors), [index, ..]) => {
                let found = colors.get(usize::from(*index)).or(colors.last());
                found.copied().unwrap_or_default()
            }
            (Self::Cmyk, &[cyan, magenta, yellow, black]) => {
                // The simple conversion of ISO 32000-1, 10.3.5; profiles are not applied.
                [cyan, magenta, yellow].map(|ink| u8::MAX - ink.saturating_add(black))
            }
            (_, &[red, green, blue, ..]) => [red, green, blue],
            (_, &[gray, ..]) => [gray; 3],
            _ => [0; 3],
        }
    }
}

/// Returns the kind of a colour space.
pub(super) fn kind(space: &Object<'_>) -> ImageColorSpace {
    let array = space.as_array();
    let family = array.as_ref().map_or_else(|| space.clone(), |array| array.get(0));
    match family.as_name() {
        Some(b"Indexed" | b"I") => ImageColorSpace::Indexed,
        Some(b"Lab") => ImageColorSpace::Lab,
        Some(b"Separation") => ImageColorSpace::Separation,
        Some(b"DeviceN") => ImageColorSpace::DeviceN,
        _ => kind_of_device(device_space(space)),
    }
}

pub(super) fn kind_of_device(space: ColorSpace) -> ImageColorSpace {
    match space {
        ColorSpace::Gray => ImageColorSpace::Gray,
        ColorSpace::Rgb => ImageColorSpace::Rgb,
        ColorSpace::Cmyk => ImageColorSpace::Cmyk,
        ColorSpace::Other => ImageColorSpace::Unknown,
    }
}

/// Reads a device colour space, also by the abbreviations of inline images.
fn device_space(space: &Object<'_>) -> ColorSpace {
    space.as_name().and_then(named_space).unwrap_or_else(|| described_space(space))
}

/// Returns the device colour space of an abbreviation.
pub(super) fn named_space(name: &[u8]) -> Option<state::ColorSpace> {
    match name {
        b"G" | b"DeviceGray" | b"CalGray" => Some(ColorSpace::Gray),
        b"RGB" | b"DeviceRGB" | b"CalRGB" => Some(ColorSpace::Rgb),
        b"CMYK" | b"DeviceCMYK" => Some(ColorSpace::Cmyk),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_become_rgb() {
        assert_eq!(Colors::Cmyk.rgb(&[0, 0, 0, 0]), [255; 3]);
        assert_eq!(Colors::Cmyk.rgb(&[255, 0, 0, 0]), [0, 255, 255]);
        assert_eq!(Colors::Cmyk.rgb(&[10, 20, 30, 250]), [0, 0, 0]);
    }

    #[test]
    fn tables_may_be_short_and_indices_high() {
        let palette = Colors::palette(ColorSpace::Rgb, 255, &[1, 2, 3, 4, 5, 6, 7]).unwrap();
        assert_eq!(palette, Colors::Palette(vec![[1, 2, 3], [4, 5, 6]]));
        assert_eq!(palette.rgb(&[9]), [4, 5, 6]);
        assert_eq!(Colors::palette(ColorSpace::Rgb, 0, &[1, 2]), None);
        assert_eq!(Colors::palette(ColorSpace::Other, 1, &[1, 2, 3]), None);
    }
}
