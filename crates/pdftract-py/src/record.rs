//! Frozen Python classes with named fields: comparable, hashable, picklable, with a `repr` that helps.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};

/// A value of a field: made from Python for a new record, shown to Python on access.
pub(crate) trait Field: Sized {
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>>;
}

/// Implements [`Field`] for types that pyo3 converts.
macro_rules! plain_fields {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(self.into_pyobject(py)?.into_any().unbind())
            }
        }
    )*};
}

plain_fields!(u32, usize, f64, Option<bool>, Option<u32>);

impl Field for bool {
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.into_pyobject(py)?.to_owned().into_any().unbind())
    }
}

/// Any object of Python, such as a string; records share it.
#[derive(Debug)]
pub(crate) struct Shared(pub(crate) Py<PyAny>);

impl Shared {
    /// Makes a string.
    pub(crate) fn text(py: Python<'_>, text: &str) -> Self {
        Self(PyString::new(py, text).into_any().unbind())
    }

    /// Makes a string that is the same object wherever it occurs, for names from a fixed set.
    pub(crate) fn name(py: Python<'_>, name: &str) -> Self {
        Self(PyString::intern(py, name).into_any().unbind())
    }

    /// Makes a string, or `None`.
    pub(crate) fn optional(py: Python<'_>, text: Option<&str>) -> Self {
        text.map_or_else(|| Self(py.None()), |text| Self::text(py, text))
    }

    /// Makes a tuple of strings.
    pub(crate) fn texts<T: AsRef<str>>(py: Python<'_>, texts: &[T]) -> PyResult<Self> {
        let texts = texts.iter().map(|text| PyString::new(py, text.as_ref()));
        Ok(Self(PyTuple::new(py, texts.collect::<Vec<_>>())?.into_any().unbind()))
    }

    pub(crate) fn again(&self, py: Python<'_>) -> Self {
        Self(self.0.clone_ref(py))
    }
}

impl Field for Shared {
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.0.clone_ref(py))
    }
}

impl<'py> FromPyObject<'_, 'py> for Shared {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(object.to_owned().unbind()))
    }
}

/// A box `(x0, y0, x1, y1)` with the numbers of the JSON output.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bbox(pub(crate) [f32; 4]);

impl Bbox {
    pub(crate) fn numbers(self) -> [f64; 4] {
        self.0.map(crate::reading::rounded)
    }
}

impl Field for Bbox {
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let [x0, y0, x1, y1] = self.numbers();
        Ok((x0, y0, x1, y1).into_pyobject(py)?.into_any().unbind())
    }
}

impl<'py> FromPyObject<'_, 'py> for Bbox {
    type Error = PyErr;

    #[allow(clippy::cast_possible_truncation)]
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (x0, y0, x1, y1): (f64, f64, f64, f64) = object.extract()?;
        Ok(Self([x0, y0, x1, y1].map(|edge| edge as f32)))
    }
}

/// A value that is made on first access.
pub(crate) struct Lazy {
    made: PyOnceLock<Py<PyAny>>,
    make: Option<Make>,
}

type Make = Box<dyn Fn(Python<'_>) -> PyResult<Py<PyAny>> + Send + Sync>;

impl Lazy {
    pub(crate) fn new(make: impl Fn(Python<'_>) -> PyResult<Py<PyAny>> + Send + Sync + 'static) -> Self {
        Self { made: PyOnceLock::new(), make: Some(Box::new(make)) }
    }
}

impl Field for Lazy {
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = || self.make.as_ref().map_or_else(|| Ok(py.None()), |make| make(py));
        Ok(self.made.get_or_try_init(py, make)?.clone_ref(py))
    }
}

impl<'py> FromPyObject<'_, 'py> for Lazy {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let made = PyOnceLock::new();
        let _ = made.set(object.py(), object.to_owned().unbind());
        Ok(Self { made, make: None })
    }
}

/// Returns `Name(field=value, …)` without fields that are `None`, `False` or empty; long values are shortened.
pub(crate) fn repr(name: &str, fields: &[(&str, Py<PyAny>)], py: Python<'_>) -> PyResult<String> {
    let mut shown = Vec::new();
    for (field, value) in fields {
        let value = value.bind(py);
        let is_tuple_of_records = value.cast::<PyTuple>().is_ok_and(|tuple| {
            tuple.get_item(0).is_ok_and(|first| first.hasattr("__match_args__").unwrap_or(false))
        });
        if value.is_none() || (value.is_instance_of::<pyo3::types::PyBool>() && !value.is_truthy()?) {
            continue;
        }
        if value.cast::<PyTuple>().is_ok_and(|tuple| tuple.is_empty()) {
            continue;
        }
        let text = if is_tuple_of_records {
            format!("<{}>", value.len()?)
        } else {
            shortened(value.repr()?.to_string_lossy().as_ref())
        };
        shown.push(format!("{field}={text}"));
    }
    Ok(format!("{name}({})", shown.join(", ")))
}

/// The longest value that `repr` shows as a whole, in characters.
const LONGEST: usize = 72;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…{}", &text[..end], text.chars().next_back().unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Returns a value as plain data: records as dictionaries, tuples as lists.
pub(crate) fn plain<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(tuple) = value.cast::<PyTuple>() {
        let items = tuple.iter().map(|item| plain(&item)).collect::<PyResult<Vec<_>>>()?;
        return Ok(pyo3::types::PyList::new(value.py(), items)?.into_any());
    }
    if value.hasattr("to_dict")? {
        return value.call_method0("to_dict");
    }
    Ok(value.clone())
}

/// Returns fields as a dictionary.
pub(crate) fn to_dict<'py>(fields: &[(&str, Py<PyAny>)], py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (field, value) in fields {
        dict.set_item(field, plain(value.bind(py))?)?;
    }
    Ok(dict)
}

/// Defines a record: a frozen class whose fields are given, with the methods that all records have.
macro_rules! record {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }
        $($method:item)*
    ) => {
        $(#[$doc])*
        #[pyclass(frozen, module = "pdftract")]
        pub(crate) struct $name { $(pub(crate) $field: $type,)* }

        impl $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            fn fields(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, Py<PyAny>)>> {
                Ok(vec![$((stringify!($field), crate::record::Field::get(&self.$field, py)?)),*])
            }

            fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
                pyo3::types::PyTuple::new(py, self.fields(py)?.into_iter().map(|(_, value)| value).collect::<Vec<_>>())
            }
        }

        #[pymethods]
        impl $name {
            #[new]
            #[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools)]
            fn new($($field: $type),*) -> Self {
                Self { $($field),* }
            }

            $(
                $(#[$field_doc])*
                #[getter]
                fn $field(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                    crate::record::Field::get(&self.$field, py)
                }
            )*

            #[classattr]
            fn __match_args__(py: Python<'_>) -> PyResult<Py<pyo3::types::PyTuple>> {
                Ok(pyo3::types::PyTuple::new(py, Self::NAMES)?.unbind())
            }

            #[classattr]
            fn __slots__(py: Python<'_>) -> PyResult<Py<pyo3::types::PyTuple>> {
                Self::__match_args__(py)
            }

            /// Returns the record as plain data: dictionaries, lists, strings and numbers.
            fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
                crate::record::to_dict(&self.fields(py)?, py)
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<(Bound<'py, pyo3::types::PyType>, Bound<'py, pyo3::types::PyTuple>)> {
                Ok((slf.get_type(), slf.get().values(slf.py())?))
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                let py = other.py();
                let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
                let is_equal = self.values(py)?.eq(other.get().values(py)?)?;
                crate::record::Field::get(&is_equal, py)
            }

            fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
                self.values(py)?.hash()
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                crate::record::repr(stringify!($name), &self.fields(py)?, py)
            }

            $($method)*
        }
    };
}

pub(crate) use record;
