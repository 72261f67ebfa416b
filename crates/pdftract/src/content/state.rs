//! The graphics state, which `q` saves and `Q` restores. It is small and `Copy`, so that saving is cheap.

use crate::geometry::{Matrix, Rect};

/// No font is set.
pub(crate) const NO_FONT: u16 = u16::MAX;

/// The part of PDF's graphics state that affects text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State {
    /// The transformation from user space to the page as shown: points from the top left corner, y down.
    pub(crate) ctm: Matrix,
    /// The bounding box of the clipping path, on the page as shown.
    pub(crate) clip: Rect,
    pub(crate) fill: Color,
    pub(crate) fill_space: ColorSpace,
    pub(crate) fill_alpha: f32,
    /// `true` for blend modes and soft masks, through which lower layers may show.
    pub(crate) see_through: bool,
    /// The index of the font on the page.
    pub(crate) font: u16,
    pub(crate) font_size: f64,
    pub(crate) char_space: f64,
    pub(crate) word_space: f64,
    /// 1 is unscaled.
    pub(crate) horizontal_scale: f64,
    pub(crate) leading: f64,
    pub(crate) rise: f64,
    pub(crate) rendering_mode: u8,
}

/// A colour as 0xRRGGBB; `None` for a pattern or a space that is not converted.
pub(crate) type Color = Option<u32>;

/// The interpretation of the numbers of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColorSpace {
    Gray,
    Rgb,
    Cmyk,
    /// Patterns, spot colours, palettes: not converted.
    Other,
}

impl ColorSpace {
    pub(crate) fn of_components(count: i64) -> Self {
        match count {
            1 => Self::Gray,
            3 => Self::Rgb,
            4 => Self::Cmyk,
            _ => Self::Other,
        }
    }
}

pub(crate) const BLACK: Color = Some(0);

impl State {
    pub(crate) fn new(ctm: Matrix, page: Rect) -> Self {
        Self {
            ctm,
            clip: page,
            fill: BLACK,
            fill_space: ColorSpace::Gray,
            fill_alpha: 1.0,
            see_through: false,
            font: NO_FONT,
            font_size: 0.0,
            char_space: 0.0,
            word_space: 0.0,
            horizontal_scale: 1.0,
            leading: 0.0,
            rise: 0.0,
            rendering_mode: 0,
        }
    }

    /// Returns `true` if a fill hides what is below.
    pub(crate) fn is_opaque(&self) -> bool {
        self.fill_alpha >= 1.0 && !self.see_through
    }
}

pub(crate) fn gray(value: f64) -> Color {
    rgb([value; 3])
}

pub(crate) fn rgb(channels: [f64; 3]) -> Color {
    Some(channels.iter().fold(0, |color, &channel| color << 8 | u32::from(byte(channel))))
}

/// The simple conversion of ISO 32000-1, 10.3.5; sufficient to distinguish light from dark.
pub(crate) fn cmyk([cyan, magenta, yellow, black]: [f64; 4]) -> Color {
    rgb([cyan, magenta, yellow].map(|ink| 1.0 - (ink + black).min(1.0)))
}

/// Returns the byte nearest to a channel; without a call of the library, as rounding numbers of any size needs.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn byte(channel: f64) -> u8 {
    let exact = channel.clamp(0.0, 1.0) * 255.0;
    let below = exact as u8;
    below.saturating_add(u8::from(exact - f64::from(below) >= 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours() {
        assert_eq!(gray(1.0), Some(0xFF_FFFF));
        assert_eq!(rgb([1.0, 0.5, 0.0]), Some(0xFF_8000));
        assert_eq!(cmyk([0.0, 0.0, 0.0, 1.0]), BLACK);
        assert_eq!(gray(f64::NAN), BLACK);
        for step in 0..=51_000 {
            let channel = f64::from(step) / 51_000.0;
            assert_eq!(f64::from(byte(channel)), (channel * 255.0).round(), "{channel}");
        }
    }
}
