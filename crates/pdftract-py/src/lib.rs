//! The compiled part of the Python package `pdftract`: documents, records of pages, pools of threads, Arrow.
//!
//! Python code in `python/pdftract` builds the public API on these private classes; `python/pdftract/_native.pyi` types
//! them. All work on documents runs without the lock of the interpreter (`guard.rs`).

mod arrow;
mod check;
mod command;
mod document;
mod explain;
mod failure;
mod freed;
mod guard;
mod opening;
mod options;
mod page;
mod pool;
mod quality;
mod reading;
mod record;
mod records;
mod render;

use pyo3::prelude::*;

/// The compiled part of the package `pdftract`.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::arrow::ArrowSource;
    #[pymodule_export]
    use super::command::run_command;
    #[pymodule_export]
    use super::document::{NativeDocument, open};
    #[pymodule_export]
    use super::guard::panic_inside;
    #[pymodule_export]
    use super::options::NativeOptions;
    #[pymodule_export]
    use super::page::NativePage;
    #[pymodule_export]
    use super::pool::NativePool;
    #[pymodule_export]
    use super::quality::judge;
    #[pymodule_export]
    use super::records::{Block, Cell, Glyph, Line, Link, Span, Word};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::guard::quiet_renderer();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("SCHEMA_VERSION", pdftract::file::summary::SCHEMA_VERSION)
    }
}
