"""PDFs as a data set of Hugging Face `datasets`. Needs `datasets` and `pyarrow`.

    pdftract.datasets.read_pdfs("/data/pdfs", granularity="page")
"""

# pyright: basic, reportUntypedBaseClass=false

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from . import _tasks, arrow

try:
    import datasets as _datasets
except ImportError as error:
    raise ImportError("pdftract.datasets needs datasets: pip install datasets") from error

__all__ = ["read_pdfs"]


def _examples(tasks: list[_tasks.Task], granularity: arrow.Granularity, options: dict[str, Any]) -> Iterator[Any]:
    for task in tasks:
        for batch in _tasks.batches(task, granularity, **options):
            yield from batch.to_pylist()


def read_pdfs(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    granularity: arrow.Granularity = "document",
    *,
    files_per_task: int = 64,
    **options: Any,
) -> Any:
    """Return a `datasets.IterableDataset` of rows, with one shard for each task, so that workers of a loader divide them."""
    import pyarrow

    tasks = _tasks.tasks(_tasks.files(paths), files_per_task=files_per_task, split=_tasks.splittable(granularity))
    schema = pyarrow.schema(arrow.extract([], granularity, **options))
    return _datasets.IterableDataset.from_generator(
        _examples,
        features=_datasets.Features.from_arrow_schema(schema),
        gen_kwargs={"tasks": tasks, "granularity": granularity, "options": options},
    )
