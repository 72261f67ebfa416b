"""PDFs as rows of Apache Spark: a data source `pdf`, and a function for `mapInArrow`. Needs `pyspark` 4 and `pyarrow`.

    spark.dataSource.register(pdftract.spark.PdfDataSource)
    pages = spark.read.format("pdf").option("granularity", "page").load("/data/pdfs")

    files = spark.read.format("binaryFile").load("/data/pdfs").select("path", "content")
    pages = files.mapInArrow(pdftract.spark.rows("page", path_column="path"), pdftract.spark.schema("page"))
"""

# pyright: basic, reportUntypedBaseClass=false

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from . import _tasks, arrow

try:
    from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
except ImportError as error:
    raise ImportError("pdftract.spark needs pyspark 4 and pyarrow: pip install pyspark pyarrow") from error

__all__ = ["PdfDataSource", "rows", "schema"]


def _ddl(data_type: Any) -> str:
    import pyarrow.types as types

    if types.is_list(data_type):
        return f"array<{_ddl(data_type.value_type)}>"
    if types.is_struct(data_type):
        return "struct<" + ",".join(f"{field.name}:{_ddl(field.type)}" for field in data_type) + ">"
    names = {"string": "string", "int32": "int", "int64": "bigint", "double": "double", "bool": "boolean"}
    return names[str(data_type)]


def schema(
    granularity: arrow.Granularity = "document", columns: Sequence[str] | None = None, *, features_only: bool = False
) -> str:
    """Return the schema of rows in the language of Spark."""
    import pyarrow

    source = arrow.extract([], granularity, columns=columns, features_only=features_only)
    return ", ".join(f"`{field.name}` {_ddl(field.type)}" for field in pyarrow.schema(source))


def rows(
    granularity: arrow.Granularity = "document",
    *,
    column: str = "content",
    path_column: str | None = None,
    **options: Any,
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return a function for `mapInArrow` that reads a column of bytes or paths. Options are those of `pdftract.arrow.extract`."""

    def read(given: Iterator[Any]) -> Iterator[Any]:
        for batch in given:
            yield from _tasks.of_column(batch, column, path_column, granularity, **options).to_batches()

    return read


class _Partition(InputPartition):  # type: ignore[misc, unused-ignore]
    def __init__(self, task: _tasks.Task) -> None:
        self.task = task


class _Reader(DataSourceReader):  # type: ignore[misc, unused-ignore]
    def __init__(self, options: dict[str, str]) -> None:
        self.options = options

    def _number(self, name: str, default: int) -> int:
        return int(self.options.get(name.lower(), self.options.get(name, default)))

    def partitions(self) -> Sequence[Any]:
        path = self.options["path"]
        paths = cast("list[str]", json.loads(path)) if path.startswith("[") else [path]
        tasks = _tasks.tasks(
            _tasks.files(paths),
            files_per_task=self._number("filesPerTask", 64),
            pages_per_task=self._number("pagesPerTask", 500),
            split=_tasks.splittable(_granularity(self.options)),
        )
        return [_Partition(task) for task in tasks] or [_Partition(_tasks.Task((), ()))]

    def read(self, partition: Any) -> Iterator[Any]:
        yield from _tasks.batches(partition.task, _granularity(self.options), **_extraction(self.options))


def _granularity(options: dict[str, str]) -> arrow.Granularity:
    return cast("arrow.Granularity", options.get("granularity", "document"))


def _extraction(options: dict[str, str]) -> dict[str, Any]:
    given = {name.lower(): value for name, value in options.items()}
    columns = given.get("columns")
    limit = given.get("timelimit")
    return {
        "columns": columns.split(",") if columns else None,
        "features_only": given.get("featuresonly", "false").lower() == "true",
        "isolate": given.get("isolate", "false").lower() == "true",
        "time_limit": float(limit) if limit else None,
    }


class PdfDataSource(DataSource):  # type: ignore[misc, unused-ignore]
    """The data source `pdf`.

    Options: `granularity` (document, page, block, word, chunk), `columns` (separated by commas), `featuresOnly`, `isolate`,
    `timeLimit` in seconds, `filesPerTask` (64) and `pagesPerTask` (500): long files become several tasks, except for rows of
    documents and chunks, which need all pages.
    """

    @classmethod
    def name(cls) -> str:
        return "pdf"

    def schema(self) -> str:
        given = _extraction(self.options)
        return schema(_granularity(self.options), given["columns"], features_only=given["features_only"])

    def reader(self, schema: Any) -> Any:
        return _Reader(dict(self.options))
