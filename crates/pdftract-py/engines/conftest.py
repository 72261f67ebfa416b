"""The inputs of the tests of engines, the rows of the command to compare with, and the engines in local mode.

`PDFTRACT_ENGINES_INPUT` names a folder of PDFs; a few are made otherwise. `PDFTRACT_COMMAND` names a command that writes Parquet,
which the one in the wheel does not.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rows import COLUMNS, PAGE_COLUMNS, by_command

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import pdfs  # noqa: E402

PROSE = [f"Line {number} of the page says what the lines before it have said already." for number in range(40)]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    given = os.environ.get("PDFTRACT_ENGINES_INPUT")
    if given:
        return Path(given)
    made = tmp_path_factory.mktemp("input")
    for number in range(12):
        (made / f"{number}.pdf").write_bytes(pdfs.rich())
    (made / "bad.pdf").write_bytes(b"not a PDF")
    (made / "empty.pdf").write_bytes(b"")
    return made


@pytest.fixture(scope="session")
def long_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that take long enough to be disturbed."""
    given = os.environ.get("PDFTRACT_ENGINES_INPUT")
    if given:
        return Path(given)
    made = tmp_path_factory.mktemp("long")
    for number in range(24):
        (made / f"{number}.pdf").write_bytes(pdfs.document([[f"File {number}", *PROSE]] * 150))
    return made


@pytest.fixture(scope="session")
def documents(folder: Path) -> list[dict[str, Any]]:
    return by_command(folder, COLUMNS, "document")


@pytest.fixture(scope="session")
def pages(folder: Path) -> list[dict[str, Any]]:
    return by_command(folder, PAGE_COLUMNS, "page")


@pytest.fixture(scope="session")
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    # Workers would run the `python3` of the path, which need not have the package.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Two workers; each task is tried four times, as on a cluster. `local[2]` alone tries each once.
    builder = sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
    session = builder.getOrCreate()
    yield session
    session.stop()
