//! A lazily loaded database of learned fonts: documents whose fonts have usable Unicode mappings never load it.

use std::fmt;
use std::sync::OnceLock;

use super::font_database::{FontDatabase, FontDatabaseError};

type Load = dyn Fn() -> Result<FontDatabase, FontDatabaseError> + Send + Sync;

/// A font database, loaded on first use.
pub struct LearnedFonts {
    load: Option<Box<Load>>,
    database: OnceLock<Result<FontDatabase, FontDatabaseError>>,
}

impl LearnedFonts {
    /// Creates a database that `load` reads at most once, on first use. An error of `load` becomes a diagnostic of
    /// every document that needs the database.
    pub fn later(load: impl Fn() -> Result<FontDatabase, FontDatabaseError> + Send + Sync + 'static) -> Self {
        Self { load: Some(Box::new(load)), database: OnceLock::new() }
    }

    /// Returns the database, loading it on the first call.
    ///
    /// # Errors
    /// Returns the error of the load function.
    pub fn get(&self) -> Result<&FontDatabase, &FontDatabaseError> {
        let load = || self.load.as_ref().map_or_else(|| Ok(FontDatabase::default()), |load| load());
        self.database.get_or_init(load).as_ref()
    }
}

impl From<FontDatabase> for LearnedFonts {
    fn from(database: FontDatabase) -> Self {
        Self { load: None, database: OnceLock::from(Ok(database)) }
    }
}

impl fmt::Debug for LearnedFonts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.database.get() {
            None => f.write_str("LearnedFonts(not read yet)"),
            Some(Ok(database)) => write!(f, "LearnedFonts({} glyphs)", database.len()),
            Some(Err(error)) => write!(f, "LearnedFonts({error})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_database_is_read_once_and_only_on_demand() {
        let reads = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&reads);
        let fonts = LearnedFonts::later(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            FontDatabase::read(b"no database")
        });
        assert_eq!(reads.load(Ordering::Relaxed), 0);
        assert!(fonts.get().is_err() && fonts.get().is_err());
        assert_eq!(reads.load(Ordering::Relaxed), 1);
    }
}
