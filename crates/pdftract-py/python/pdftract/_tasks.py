"""Divides PDFs into tasks of similar size, for engines that run them on many workers."""

# pyright: basic, reportUntypedBaseClass=false

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import arrow
from ._document import open as open_document

SPLIT_BYTES = 1 << 20
"""Shorter files are not opened to count their pages: 500 pages of text are rarely that short."""


@dataclass(frozen=True, slots=True)
class Task:
    """Files that one worker reads; the ranges have the first page and the one after the last, or `None` for all pages."""

    paths: tuple[str, ...]
    ranges: tuple[tuple[int, int] | None, ...]


def files(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return the PDFs that are meant: files as they are, folders searched for `.pdf` files, in a fixed order."""
    named = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    found: list[str] = []
    for name in named:
        path = Path(name)
        if path.is_dir():
            inside = (each for each in path.rglob("*") if each.suffix.lower() == ".pdf" and each.is_file())
            found.extend(str(each) for each in sorted(inside))
        else:
            found.append(str(path))
    return found


def tasks(
    paths: Sequence[str], *, files_per_task: int = 64, pages_per_task: int | None = 500, split: bool = True
) -> list[Task]:
    """Return tasks for paths: several short files each, or a range of pages of a long one. Long files come first."""
    long: list[Task] = []
    short: list[str] = []
    for path in paths:
        count = page_count(path) if split and pages_per_task and is_large(path) else 0
        if pages_per_task and count > pages_per_task:
            ranges = [(first, min(first + pages_per_task, count)) for first in range(0, count, pages_per_task)]
            long.extend(Task((path,), (pages,)) for pages in ranges)
        else:
            short.append(path)
    size = max(files_per_task, 1)
    groups = [tuple(short[first : first + size]) for first in range(0, len(short), size)]
    return long + [Task(group, (None,) * len(group)) for group in groups]


def is_large(path: str) -> bool:
    """Return whether a file may have many pages."""
    try:
        return os.path.getsize(path) >= SPLIT_BYTES
    except OSError:
        return False


def page_count(path: str) -> int:
    """Return the number of pages, or 0 if the file cannot be read, which its own task will report."""
    try:
        with open_document(path) as document:
            return len(document)
    except Exception:
        return 0


def batches(task: Task, granularity: arrow.Granularity, **options: Any) -> Iterator[Any]:
    """Yield the rows of a task as `pyarrow.RecordBatch`es, read by one thread: the engine has many workers."""
    import pyarrow

    source = arrow.extract(list(task.paths), granularity, page_ranges=task.ranges, threads=1, **options)
    yield from pyarrow.RecordBatchReader.from_stream(source)


def of_column(batch: Any, column: str, path_column: str | None, granularity: arrow.Granularity, **options: Any) -> Any:
    """Return the rows of a column of paths or bytes as a `pyarrow.Table`, with paths taken from another column."""
    import pyarrow

    table = pyarrow.table(arrow.extract(pyarrow.table({"data": batch[column]}), granularity, threads=1, **options))
    if path_column is None or "path" not in table.column_names or "source_index" not in table.column_names:
        return table
    names = batch[path_column].take(table["source_index"]).cast(pyarrow.string())
    return table.set_column(table.column_names.index("path"), "path", names)


def splittable(granularity: arrow.Granularity) -> bool:
    """Return whether rows of a range of pages are rows of the whole document."""
    return granularity in ("page", "block", "word")
