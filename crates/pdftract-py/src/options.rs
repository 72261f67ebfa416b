//! Options for extracting text, parsed once and used by many calls.

use std::sync::Arc;

use pdftract::ExtractOptions;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Options for extracting text.
#[pyclass(frozen, module = "pdftract._native")]
pub(crate) struct NativeOptions {
    pub(crate) options: Arc<ExtractOptions>,
}

#[pymethods]
impl NativeOptions {
    /// Reads options in the form of the library's own serialization; missing ones have their defaults.
    #[new]
    fn new(json: &str) -> PyResult<Self> {
        let options = serde_json::from_str(json).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { options: Arc::new(options) })
    }
}
