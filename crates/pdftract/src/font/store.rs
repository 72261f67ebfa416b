//! Keeps the fonts of a document, each loaded once, whoever asks first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::Font;
use super::load;
use crate::file::object::{Dict, ObjectId};

type Slot = Arc<OnceLock<Arc<Font>>>;

/// All fonts that were asked for, by their object.
#[derive(Default)]
pub(crate) struct FontStore {
    fonts: Mutex<HashMap<ObjectId, Slot>>,
}

impl FontStore {
    /// The font of a dictionary. One that is not an object of its own is loaded anew each time.
    pub(crate) fn font(&self, dict: &Dict<'_>) -> Arc<Font> {
        let Some(id) = dict.id() else { return Arc::new(load::load(dict)) };
        let slot = {
            let mut fonts = self.fonts.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(fonts.entry(id).or_default())
        };
        // Loading happens outside the lock, so that threads wait only for the font they need.
        Arc::clone(slot.get_or_init(|| Arc::new(load::load(dict))))
    }
}
