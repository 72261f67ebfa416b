"""PDFs in Daft: a function over a column of paths or bytes. Needs `daft` and `pyarrow`.

    frame.with_column("pdf", pdftract.daft.extract(frame["bytes"])).select(daft.col("pdf").struct.get("text"))
"""

# pyright: basic, reportUntypedBaseClass=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import arrow

try:
    import daft as _daft
except ImportError as error:
    raise ImportError("pdftract.daft needs daft: pip install daft") from error

__all__ = ["extract"]

_COLUMNS = ("status", "error_code", "error", "page_count", "sha256", "text")


def extract(column: Any, columns: Sequence[str] = _COLUMNS, **options: Any) -> Any:
    """Return an expression: for each path or bytes a struct of columns of the row of the document."""
    import pyarrow

    schema = pyarrow.schema(arrow.extract([], "document", columns=columns))
    struct = _daft.DataType.from_arrow_type(pyarrow.struct(list(schema)))

    def read(values: Any) -> Any:
        given = pyarrow.table({"data": values.to_arrow()})
        table = pyarrow.table(arrow.extract(given, "document", columns=columns, threads=1, **options))
        return table.to_struct_array().combine_chunks()

    # `udf` is its name before Daft 0.7.
    batch: Any = getattr(getattr(_daft, "func", None), "batch", None) or _daft.udf
    return batch(return_dtype=struct)(read)(column)
