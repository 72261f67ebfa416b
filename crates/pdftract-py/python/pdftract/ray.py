"""PDFs as rows of Ray Data. Needs `ray[data]` and `pyarrow`.

    pages = pdftract.ray.read_pdfs("/data/pdfs", granularity="page")
    pages = ray.data.read_binary_files("/data/pdfs", include_paths=True).map_batches(
        pdftract.ray.rows("page", path_column="path"), batch_format="pyarrow")
"""

# pyright: basic, reportUntypedBaseClass=false

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from . import _tasks, arrow

try:
    from ray import data as _data
except ImportError as error:
    raise ImportError("pdftract.ray needs Ray Data: pip install 'ray[data]'") from error

__all__ = ["read_pdfs", "rows"]


def rows(
    granularity: arrow.Granularity = "document",
    *,
    column: str = "bytes",
    path_column: str | None = None,
    **options: Any,
) -> Callable[[Any], Any]:
    """Return a function for `map_batches(batch_format="pyarrow")` that reads a column of bytes or paths."""

    def read(batch: Any) -> Any:
        return _tasks.of_column(batch, column, path_column, granularity, **options)

    return read


def read_pdfs(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    granularity: arrow.Granularity = "document",
    *,
    files_per_task: int = 64,
    pages_per_task: int = 500,
    **options: Any,
) -> Any:
    """Return a `ray.data.Dataset` of rows. Long files become several tasks, except for rows of documents and chunks."""
    tasks = _tasks.tasks(
        _tasks.files(paths),
        files_per_task=files_per_task,
        pages_per_task=pages_per_task,
        split=_tasks.splittable(granularity),
    )

    def read(row: dict[str, Any]) -> Any:
        import pyarrow

        ranges = tuple((int(first), int(end)) if end > 0 else None for first, end in row["ranges"])
        task = _tasks.Task(tuple(str(path) for path in row["paths"]), ranges)
        return pyarrow.Table.from_batches(list(_tasks.batches(task, granularity, **options)))

    def read_batch(batch: Any) -> Any:
        import pyarrow

        return pyarrow.concat_tables([read(row) for row in batch.to_pylist()])

    items = [
        {"paths": list(task.paths), "ranges": [list(pages) if pages else [0, 0] for pages in task.ranges]}
        for task in tasks
    ]
    # One block for each task, so that each runs by itself and is tried again by itself.
    given = _data.from_items(items, override_num_blocks=max(len(items), 1))
    return given.map_batches(read_batch, batch_size=1, batch_format="pyarrow")
