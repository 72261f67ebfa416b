//! Renders pages to bitmaps of one bit per pixel, and makes the sample of a scanned page.

use pdftract::{Document, Options};
use pdftract_testkit::Sheet;
use pdftract_testkit::builder::flate_stream_body;
use pdftract_testkit::sheet::HELVETICA;

/// A bitmap: true where there is ink, row by row.
pub(super) struct Bitmap {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) ink: Vec<bool>,
}

impl Bitmap {
    /// Returns the rows as bits, each row padded to a byte; 0 is ink, as in a grey image.
    pub(super) fn packed(&self) -> Vec<u8> {
        let rows = self.ink.chunks(self.width.max(1));
        rows.flat_map(|row| row.chunks(8).map(packed_byte).collect::<Vec<u8>>()).collect()
    }

    /// Returns the smallest part that holds all ink, with its left and top edge; `None` without ink.
    pub(super) fn trimmed(&self) -> Option<(Self, usize, usize)> {
        let inked = |index: usize| (index % self.width, index / self.width);
        let places: Vec<(usize, usize)> =
            (0..self.ink.len()).filter(|&index| self.ink[index]).map(inked).collect();
        let left = places.iter().map(|place| place.0).min()?;
        let right = places.iter().map(|place| place.0).max()? + 1;
        let top = places.iter().map(|place| place.1).min()?;
        let bottom = places.iter().map(|place| place.1).max()? + 1;
        let rows = (top..bottom).flat_map(|y| &self.ink[y * self.width + left..y * self.width + right]);
        let part = Self { width: right - left, height: bottom - top, ink: rows.copied().collect() };
        Some((part, left, top))
    }
}

fn packed_byte(bits: &[bool]) -> u8 {
    let byte = bits.iter().enumerate().map(|(index, ink)| u8::from(!ink) << (7 - index)).sum::<u8>();
    // Padding is blank.
    byte | u32::try_from(bits.len()).ok().and_then(|used| u8::MAX.checked_shr(used)).unwrap_or(0)
}

/// Renders the first page of a PDF; pixels darker than half are ink.
pub(super) fn render(pdf: Vec<u8>, dpi: f64) -> Result<Bitmap, String> {
    let document = Document::open(pdf, &Options::default()).map_err(|error| error.to_string())?;
    let page = document.picture(0, dpi).ok_or("the sample has no page")?;
    let picture = page.map_err(|error| error.reason().to_string())?.picture;
    let ink = picture.grey().into_iter().map(|grey| grey < 128).collect();
    Ok(Bitmap { width: picture.width() as usize, height: picture.height() as usize, ink })
}

/// Returns a page that is only an image, as a scanner makes it.
pub(super) fn scan() -> Result<Vec<u8>, String> {
    let lines = [
        "This page is an image.",
        "A scanner has made it, and there is",
        "not one letter in the file.",
        "Only optical character recognition",
        "can read it.",
    ];
    let mut content = String::new();
    for (index, line) in lines.iter().enumerate() {
        content.push_str(&format!("BT /F1 14 Tf 30 {} Td ({line}) Tj ET\n", 160 - 26 * index));
    }
    let bitmap = render(Sheet::new(300, 200).font(HELVETICA).content(&content).bytes(), 150.0)?;
    let entries = format!(
        "/Type/XObject/Subtype/Image/Width {}/Height {}/ColorSpace/DeviceGray/BitsPerComponent 1",
        bitmap.width, bitmap.height
    );
    let (sheet, image) = Sheet::new(300, 200).object(flate_stream_body(&entries, &bitmap.packed()));
    let sheet = sheet.resource(&format!("/XObject<</Im1 {image} 0 R>>"));
    Ok(sheet.content("q 300 0 0 200 0 0 cm /Im1 Do Q").bytes())
}
