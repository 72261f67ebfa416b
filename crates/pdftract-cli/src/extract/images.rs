//! Saves the images of pages into a folder and adds their paths to records.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use pdftract::output::model::Image;
use pdftract::{Document, ImageForm, PageImage, PageOutput};

use crate::exit::Failure;
use crate::repair::save;

/// Images smaller than this many pixels on a side are rules and dots.
const MIN_PIXELS: u32 = 4;

/// The images of one document.
pub(super) struct ImageFolder {
    folder: PathBuf,
    /// The folder as it is written into results: relative to them where possible.
    reference: PathBuf,
    /// The start of all file names.
    prefix: String,
    /// Files of image objects that were saved already, such as a logo on every page.
    saved: HashMap<u32, String>,
}

impl ImageFolder {
    /// Names a folder for the images of a document; `beside` is the folder of its results.
    pub(super) fn new(folder: &Path, prefix: &str, beside: Option<&Path>) -> Self {
        let relative = beside.and_then(|beside| folder.strip_prefix(beside).ok());
        let reference = relative.unwrap_or(folder).to_path_buf();
        Self { folder: folder.to_path_buf(), reference, prefix: prefix.to_owned(), saved: HashMap::new() }
    }

    /// Saves the images of a page, counted from 0, and adds them to its record.
    pub(super) fn save(
        &mut self,
        document: &Document,
        page_index: usize,
        page: &mut PageOutput,
    ) -> Result<(), Failure> {
        let mut images = Vec::new();
        for (number, image) in (1..).zip(document.page_images(page_index).unwrap_or_default()) {
            if image.width.min(image.height) < MIN_PIXELS {
                continue;
            }
            let file = match image.object_number.and_then(|number| self.saved.get(&number)) {
                Some(file) => Some(file.clone()),
                None => self.save_one(document, &image, page_index + 1, number)?,
            };
            if let Some(file) = file {
                let path = self.reference.join(file).to_string_lossy().replace('\\', "/");
                images.push(Image::new(image.bbox, image.width, image.height, path));
            }
        }
        if let Some(record) = page.record_mut() {
            record.images = images;
        }
        Ok(())
    }

    /// Saves an image and returns the name of its file. An image that cannot be converted is saved as stored; one that
    /// cannot be read at all is left out.
    fn save_one(
        &mut self,
        document: &Document,
        image: &PageImage,
        page_number: usize,
        number: usize,
    ) -> Result<Option<String>, Failure> {
        let bytes = document.image_bytes(image, ImageForm::File);
        let Ok(bytes) = bytes.or_else(|_| document.image_bytes(image, ImageForm::Stored)) else {
            return Ok(None);
        };
        let file = format!("{}-p{page_number}-{number}.{}", self.prefix, bytes.format.extension());
        save(&self.folder.join(&file), &bytes.data)?;
        if let Some(object) = image.object_number {
            self.saved.insert(object, file.clone());
        }
        Ok(Some(file))
    }
}
