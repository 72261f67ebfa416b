//! Sources from Python: sequences of paths and bytes, or Arrow columns by the PyCapsule interface.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, from_ffi};
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayRef, StructArray, make_array};
use arrow_schema::DataType;
use arrow_schema::ffi::FFI_ArrowSchema;
use pdftract::Input;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::Item;
use crate::opening::Source;

/// Returns the sources that an object of Python has.
pub(super) fn items(object: &Bound<'_, PyAny>) -> PyResult<Vec<Item>> {
    if object.hasattr("__arrow_c_stream__")? {
        return from_arrays(stream_arrays(object)?);
    }
    if object.hasattr("__arrow_c_array__")? {
        return from_arrays(vec![one_array(object)?]);
    }
    object.try_iter()?.map(|item| from_object(&item?)).collect()
}

fn from_object(object: &Bound<'_, PyAny>) -> PyResult<Item> {
    if object.is_none() {
        return Ok(Item { name: None, source: None });
    }
    let source = Source::from_python(object)?;
    let name = match &source {
        Source::Path(path) => Some(path.to_string_lossy().into_owned()),
        Source::Bytes(_) => None,
    };
    Ok(Item { name, source: Some(source) })
}

/// Reads the arrays of a stream. They may be the rows of a table; it must have one column.
#[allow(unsafe_code)]
fn stream_arrays(object: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds a stream (Arrow PyCapsule interface); `from_raw` moves it out, which leaves a
    // released stream in the capsule.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr()) };
    read_stream(stream).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Reads a stream of structs, or of plain arrays, such as those of a chunked array.
#[allow(unsafe_code)]
fn read_stream(mut stream: FFI_ArrowArrayStream) -> Result<Vec<ArrayRef>, arrow_schema::ArrowError> {
    let failed = |what: &str| arrow_schema::ArrowError::CDataInterface(format!("the stream has no {what}"));
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(failed("functions"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the functions belong to this stream, which is not released, and write to a valid place.
    if unsafe { get_schema(&raw mut stream, &raw mut schema) } != 0 {
        return Err(failed("schema"));
    }
    if matches!(DataType::try_from(&schema)?, DataType::Struct(_)) {
        let reader = ArrowArrayStreamReader::try_new(stream)?;
        return reader.map(|batch| Ok(Arc::new(StructArray::from(batch?)) as ArrayRef)).collect();
    }
    let mut arrays = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        if unsafe { get_next(&raw mut stream, &raw mut array) } != 0 {
            return Err(failed("next array"));
        }
        if array.is_released() {
            return Ok(arrays);
        }
        // SAFETY: array and schema come from the same stream, which states that they belong together.
        arrays.push(make_array(unsafe { from_ffi(array, &schema) }?));
    }
}

/// Takes the array of an object.
#[allow(unsafe_code)]
fn one_array(object: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        object.call_method0("__arrow_c_array__")?.extract()?;
    let (schema, array) = (schema.cast::<PyCapsule>()?, array.cast::<PyCapsule>()?);
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
    // SAFETY: capsules of these names hold a schema and an array (Arrow PyCapsule interface); `from_raw` moves the array
    // out, which leaves a released one, and the schema is only borrowed while its capsule lives.
    let data = unsafe {
        let array = FFI_ArrowArray::from_raw(array.as_ptr());
        from_ffi(array, schema.as_ref())
    };
    Ok(make_array(data.map_err(|error| PyValueError::new_err(error.to_string()))?))
}

fn from_arrays(arrays: Vec<ArrayRef>) -> PyResult<Vec<Item>> {
    let mut items = Vec::new();
    for array in arrays {
        let array = match array.as_struct_opt() {
            None => array,
            Some(table) if table.num_columns() == 1 => Arc::clone(table.column(0)),
            Some(_) => return Err(PyValueError::new_err("expected one column of paths or bytes")),
        };
        for row in 0..array.len() {
            items.push(row_item(&array, row)?);
        }
    }
    Ok(items)
}

fn row_item(array: &ArrayRef, row: usize) -> PyResult<Item> {
    if array.is_null(row) {
        return Ok(Item { name: None, source: None });
    }
    let path = match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(array.as_string_view().value(row)),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => None,
        other => {
            return Err(PyTypeError::new_err(format!("expected paths or bytes, not a column of {other}")));
        }
    };
    Ok(match path {
        Some(path) => Item { name: Some(path.to_owned()), source: Some(Source::Path(path.into())) },
        None => {
            let bytes = Input::new(CellBytes(Arc::clone(array), row));
            Item { name: None, source: Some(Source::Bytes(bytes)) }
        }
    })
}

/// The bytes of one row, without a copy.
struct CellBytes(ArrayRef, usize);

impl AsRef<[u8]> for CellBytes {
    fn as_ref(&self) -> &[u8] {
        let Self(array, row) = self;
        match array.data_type() {
            DataType::Binary => array.as_binary::<i32>().value(*row),
            DataType::LargeBinary => array.as_binary::<i64>().value(*row),
            DataType::BinaryView => array.as_binary_view().value(*row),
            _ => &[],
        }
    }
}
