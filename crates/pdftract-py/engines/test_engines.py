"""The rows of engines beside those of the command, with the real engines where these are installed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pdfs
import pytest
from rows import COLUMNS, PAGE_COLUMNS, ordered

pyarrow = pytest.importorskip("pyarrow")


def test_parquet_is_read_by_pyarrow_duckdb_and_polars(folder: Path, documents: list[dict[str, Any]], tmp_path: Path) -> None:
    import pyarrow.parquet

    import pdftract.arrow

    out = tmp_path / "out"
    program = os.environ.get("PDFTRACT_COMMAND")
    if program is None:
        pytest.skip("PDFTRACT_COMMAND does not name a command with Parquet")
    command = [program, "-f", "parquet", "-o", str(out), "-q", "--part-size", "64k", str(folder)]
    subprocess.run(command, check=True)
    table = pyarrow.parquet.read_table(out)
    assert table.schema.metadata[b"pdftract.schema_version"] == pdftract.arrow.SCHEMA_VERSION.encode()
    assert table.schema.remove_metadata() == pyarrow.schema(pdftract.arrow.extract([])).remove_metadata()
    assert ordered(table.select(COLUMNS).to_pylist()) == documents
    duckdb = pytest.importorskip("duckdb")
    names = ", ".join(COLUMNS)
    rows = duckdb.sql(f"select {names} from '{out}/*.parquet'").fetchall()
    assert ordered([dict(zip(COLUMNS, row, strict=True)) for row in rows]) == documents
    polars = pytest.importorskip("polars")
    assert ordered(polars.read_parquet(f"{out}/*.parquet").select(COLUMNS).to_dicts()) == documents


def test_arrow_apart_and_here(folder: Path, documents: list[dict[str, Any]]) -> None:
    import pdftract._tasks
    import pdftract.arrow

    paths = pdftract._tasks.files(folder)
    for isolate in (False, True):
        table = pyarrow.table(pdftract.arrow.extract(paths, columns=COLUMNS, isolate=isolate))
        rows = ordered(table.to_pylist())
        if isolate and not os.path.exists("/proc/self/exe"):
            pytest.skip("workers need Unix")
        assert rows == documents


def test_polars(folder: Path, documents: list[dict[str, Any]]) -> None:
    pytest.importorskip("polars")
    import pdftract.polars

    frame = pdftract.polars.scan_pdfs(folder).select(COLUMNS)
    assert ordered(frame.collect().to_dicts()) == documents
    assert frame.head(2).collect().height == 2


def test_duckdb(folder: Path, documents: list[dict[str, Any]]) -> None:
    pytest.importorskip("duckdb")
    import pdftract.duckdb

    rows = pdftract.duckdb.read_pdfs(folder, columns=COLUMNS).fetchall()
    assert ordered([dict(zip(COLUMNS, row, strict=True)) for row in rows]) == documents


def test_datasets(folder: Path, documents: list[dict[str, Any]]) -> None:
    pytest.importorskip("datasets")
    import pdftract.datasets

    found = pdftract.datasets.read_pdfs(folder, columns=COLUMNS, files_per_task=5)
    assert ordered([dict(row) for row in found]) == documents


def test_daft(folder: Path, documents: list[dict[str, Any]]) -> None:
    daft = pytest.importorskip("daft")
    import pdftract._tasks
    import pdftract.daft

    paths = pdftract._tasks.files(folder)
    frame = daft.from_pydict({"path": paths})
    found = frame.with_column("pdf", pdftract.daft.extract(frame["path"])).to_pydict()
    rows = [{"path": path, **{name: pdf[name] for name in COLUMNS[1:]}} for path, pdf in zip(found["path"], found["pdf"], strict=True)]
    assert ordered(rows) == documents


def test_datatrove(folder: Path, documents: list[dict[str, Any]]) -> None:
    pytest.importorskip("datatrove")
    import pdftract.datatrove

    found = list(pdftract.datatrove.PdfReader(str(folder)).run())
    expected = {row["path"]: row["text"] for row in documents if row["status"] != "failed"}
    assert {document.metadata["path"]: document.text for document in found} == {
        path: text for path, text in expected.items() if text.strip()
    }


def test_ray(ray: Any, folder: Path, documents: list[dict[str, Any]], pages: list[dict[str, Any]]) -> None:
    import pdftract.ray

    found = pdftract.ray.read_pdfs(folder, columns=COLUMNS, files_per_task=5)
    assert ordered(found.take_all()) == documents
    files = ray.data.read_binary_files(str(folder), include_paths=True)
    found = files.map_batches(pdftract.ray.rows("page", path_column="path", columns=["source_index", *PAGE_COLUMNS]), batch_format="pyarrow")
    rows = [{name: row[name] for name in PAGE_COLUMNS} for row in found.take_all()]
    assert ordered(rows) == pages


def test_spark(spark: Any, folder: Path, documents: list[dict[str, Any]], pages: list[dict[str, Any]]) -> None:
    import pdftract.spark

    spark.dataSource.register(pdftract.spark.PdfDataSource)
    frame = spark.read.format("pdf").option("columns", ",".join(COLUMNS)).option("filesPerTask", 5).load(str(folder))
    assert ordered([row.asDict() for row in frame.collect()]) == documents
    files = spark.read.format("binaryFile").option("pathGlobFilter", "*.pdf").load(str(folder)).select("path", "content")
    columns = ["source_index", *PAGE_COLUMNS]
    read = pdftract.spark.rows("page", path_column="path", columns=columns)
    found = files.mapInArrow(read, pdftract.spark.schema("page", columns)).select(PAGE_COLUMNS)
    # Spark leaves out empty files here; the source above has a row for them.
    sizes = {row["path"]: Path(row["path"]).stat().st_size for row in pages}
    assert ordered([row.asDict() for row in found.collect()]) == [row for row in pages if sizes[row["path"]] > 0]


def test_long_documents_are_split_into_the_same_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pdftract._tasks

    path = tmp_path / "long.pdf"
    path.write_bytes(pdfs.rich())
    monkeypatch.setattr(pdftract._tasks, "SPLIT_BYTES", 1)
    tasks = pdftract._tasks.tasks([str(path)], pages_per_task=1)
    assert [task.ranges for task in tasks] == [((0, 1),), ((1, 2),)]
    rows = [row for task in tasks for batch in pdftract._tasks.batches(task, "page", columns=PAGE_COLUMNS) for row in batch.to_pylist()]
    whole = pdftract._tasks.Task((str(path),), (None,))
    assert rows == [row for batch in pdftract._tasks.batches(whole, "page", columns=PAGE_COLUMNS) for row in batch.to_pylist()]
