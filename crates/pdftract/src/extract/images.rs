//! Images of pages, and their data.

use super::Document;
use crate::content;
use crate::content::image::{self, ImageBytes, ImageError, ImageForm, PageImage};

impl Document {
    /// Returns the images drawn on a page, counted from 0, in drawing order; `None` if it does not exist.
    ///
    /// Images on hidden layers are left out. At most 10,000 images of a page are listed. The page content is
    /// interpreted separately for this, so that plain text extraction does not pay for it.
    ///
    /// ```
    /// use pdftract::ImageForm;
    ///
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let document = pdftract::open(path)?;
    /// for image in document.page_images(0).unwrap_or_default() {
    ///     println!("{} x {} pixels at {:?}", image.width, image.height, image.bbox);
    ///     match document.image_bytes(&image, ImageForm::File) {
    ///         Ok(file) => println!("{} bytes of {}", file.data.len(), file.format.extension()),
    ///         Err(error) => println!("not converted: {error}"),
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn page_images(&self, page_index: usize) -> Option<Vec<PageImage>> {
        let page = self.file.page(page_index)?;
        let layers = self.layers.get_or_init(|| self.file.layer_state());
        Some(content::page_images(&self.session, &self.file, &self.fonts, layers, &page))
    }

    /// Returns the data of an image of this document; see [`page_images`](Self::page_images) for an example.
    ///
    /// Each call decodes the image again, within [`Limits::image_pixels`](crate::Limits::image_pixels),
    /// [`stream_bytes`](crate::Limits::stream_bytes) and [`picture_bytes`](crate::Limits::picture_bytes). Masks and
    /// colour profiles are not applied. Damage of the stream is also reported in [`diagnostics`](Self::diagnostics).
    ///
    /// # Errors
    ///
    /// Returns an error if the image cannot be read, is too large, or cannot be converted to a file;
    /// [`ImageForm::Stored`] works for more images than [`ImageForm::File`].
    pub fn image_bytes(&self, image: &PageImage, form: ImageForm) -> Result<ImageBytes, ImageError> {
        image::image_bytes(&self.session, &self.file, image, form)
    }
}
