"""PDFs as a lazy frame of Polars, with columns and limits pushed into the extraction. Needs `polars` and `pyarrow`.

    pdftract.polars.scan_pdfs("/data/pdfs", granularity="page").select("path", "text").collect()
"""

# pyright: basic, reportUntypedBaseClass=false

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from . import _tasks, arrow

try:
    import polars as _polars
    from polars.io.plugins import register_io_source
except ImportError as error:
    raise ImportError("pdftract.polars needs polars: pip install polars") from error

__all__ = ["scan_pdfs"]


def scan_pdfs(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    granularity: arrow.Granularity = "document",
    **options: Any,
) -> Any:
    """Return a `polars.LazyFrame`. Only the columns that a query needs are computed. Options are those of `pdftract.arrow.extract`."""
    found = _tasks.files(paths)
    empty: Any = _polars.DataFrame(arrow.extract([], granularity, **options))

    def read(
        with_columns: list[str] | None, predicate: Any | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[Any]:
        import pyarrow

        wanted = options if with_columns is None else {**options, "columns": with_columns, "features_only": False}
        source = arrow.extract(found, granularity, **wanted)
        left = n_rows
        for batch in pyarrow.RecordBatchReader.from_stream(source):
            frame: Any = _polars.DataFrame(batch)
            if left is not None:
                frame = frame.head(left)
                left -= frame.height
            yield frame if predicate is None else frame.filter(predicate)
            if left == 0:
                return

    return register_io_source(read, schema=empty.schema)
