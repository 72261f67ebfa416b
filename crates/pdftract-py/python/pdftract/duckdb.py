"""PDFs as a relation of DuckDB, over Arrow. Needs `duckdb` and `pyarrow`.

    pdftract.duckdb.read_pdfs("/data/pdfs", granularity="page").filter("needs_ocr").project("path, page_number")
"""

# pyright: basic, reportUntypedBaseClass=false

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from . import _tasks, arrow

try:
    import duckdb as _duckdb
except ImportError as error:
    raise ImportError("pdftract.duckdb needs duckdb: pip install duckdb") from error

__all__ = ["read_pdfs"]


def read_pdfs(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    granularity: arrow.Granularity = "document",
    *,
    connection: Any = None,
    **options: Any,
) -> Any:
    """Return a relation that can be read once. Documents are extracted as it is read."""
    import pyarrow

    source = arrow.extract(_tasks.files(paths), granularity, **options)
    reader = pyarrow.RecordBatchReader.from_stream(source)
    return (connection or _duckdb.default_connection()).from_arrow(reader)
