//! Arrow: documents, pages, blocks, words or chunks as a stream of record batches.
//!
//! The crate `pdftract-rows` has the columns and reads documents into them, `rows.rs` makes batches of them, `stream.rs` does
//! so with several threads in the order of the sources, `column.rs` takes sources from columns of other libraries.

mod column;
mod rows;
mod stream;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::SchemaRef;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use pdftract_rows::{Granularity, RowSchema, arrow_schema};
use pdftract_worker::{Class, Pool, PoolOptions};

use crate::opening::{Opening, Source};
use crate::options::NativeOptions;
use stream::{Batches, Plan};

/// A source with the name that its rows have.
#[derive(Clone)]
pub(crate) struct Item {
    name: Option<String>,
    /// `None` for a null in a column.
    source: Option<Source>,
}

/// Documents that are extracted when a consumer reads the stream.
#[pyclass(frozen, module = "pdftract._native")]
pub(crate) struct ArrowSource {
    plan: Arc<Plan>,
}

#[pymethods]
impl ArrowSource {
    /// Takes paths and bytes, or an Arrow column of either.
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        items: &Bound<'_, PyAny>,
        granularity: &str,
        columns: Option<Vec<String>>,
        opening: &str,
        options: &NativeOptions,
        threads: usize,
        batch_documents: usize,
        page_ranges: Vec<Option<(usize, usize)>>,
        features_only: bool,
        worker: Option<(PathBuf, Vec<OsString>)>,
    ) -> PyResult<Self> {
        let granularity = Granularity::from_name(granularity)
            .ok_or_else(|| PyValueError::new_err(format!("unknown granularity {granularity:?}")))?;
        let rows = rows(granularity, columns.as_deref(), features_only)?;
        let plan = Plan {
            items: column::items(items)?,
            schema: arrow_schema(&rows),
            rows,
            page_ranges,
            pool: worker.map(|(program, arguments)| pool(program, arguments, threads)),
            opening: Opening::from_json(opening)?,
            options: (*options.options).clone(),
            threads: threads.max(1),
            batch_documents: batch_documents.max(1),
        };
        Ok(Self { plan: Arc::new(plan) })
    }

    /// Returns the names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Returns the number of documents.
    fn __len__(&self) -> usize {
        self.plan.items.len()
    }

    /// Returns the schema, by the Arrow PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema().as_ref());
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// Returns a new stream, by the Arrow PyCapsule interface. Documents are read as the stream is.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface permits to ignore the request.
        drop(requested_schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(Batches::new(Arc::clone(&self.plan))));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

impl ArrowSource {
    fn schema(&self) -> &SchemaRef {
        &self.plan.schema
    }
}

/// Returns the columns that are wanted: those named, facts for routers, or the usual ones.
fn rows(granularity: Granularity, columns: Option<&[String]>, features_only: bool) -> PyResult<RowSchema> {
    match columns {
        Some(names) => RowSchema::with_columns(granularity, names).map_err(|name| {
            let known: Vec<&str> = granularity.columns().iter().map(|column| column.name).collect();
            let known = known.join(", ");
            PyValueError::new_err(format!("there is no column {name:?}; the columns are {known}"))
        }),
        None if features_only => RowSchema::facts(granularity)
            .ok_or_else(|| PyValueError::new_err("features_only needs rows of documents or pages")),
        None => Ok(RowSchema::new(granularity)),
    }
}

/// Returns a pool of as many workers as there are threads; they are started when they are needed.
fn pool(program: PathBuf, arguments: Vec<OsString>, threads: usize) -> Pool {
    let options = PoolOptions::new(program, arguments, Class::Document);
    // A library prints nothing: the missing walls of a system are in docs/workers.md.
    Pool::new(options.with(|options| options.workers = threads.max(1)), |_| {})
}
