"""Workers of engines that are killed in the middle of a run: every row is there all the same, and right."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from rows import COLUMNS, by_command, ordered

pytest.importorskip("pyarrow")
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
KILLS = int(os.environ.get("PDFTRACT_ENGINES_KILLS", "3"))
SECONDS_BETWEEN_KILLS = 0.4


@pytest.fixture(scope="module")
def documents(long_folder: Path) -> list[dict[str, Any]]:
    return by_command(long_folder, COLUMNS, "document")


def _processes() -> dict[int, tuple[int, str, str]]:
    """Return the parent, the state and the command line of each process."""
    found: dict[int, tuple[int, str, str]] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        found[int(entry.name)] = (int(parent), state, line)
    return found


def _busy(is_worker: Callable[[str, str], bool]) -> list[int]:
    """Return the descendants of this process that work and whose command line, with that of their parent, is one of a worker."""
    processes = _processes()

    def is_own(process: int) -> bool:
        while process in processes and process != os.getpid():
            process = processes[process][0]
        return process == os.getpid()

    lines = {process: line for process, (_, _, line) in processes.items()}
    return [
        process
        for process, (parent, state, line) in processes.items()
        if state == "R" and is_worker(line, lines.get(parent, "")) and is_own(process)
    ]


@contextmanager
def killing(is_worker: Callable[[str, str], bool], is_due: Callable[[], bool] = lambda: True) -> Iterator[list[int]]:
    """Kill one busy worker after another while the block runs; yield the list of those killed."""
    killed: list[int] = []
    is_over = threading.Event()

    def kill() -> None:
        while len(killed) < KILLS and not is_over.is_set():
            found = _busy(is_worker) if is_due() else []
            if found:
                killed.append(found[len(killed) % len(found)])
                os.kill(killed[-1], signal.SIGKILL)
            is_over.wait(SECONDS_BETWEEN_KILLS if found else 0.01)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        is_over.set()
        thread.join()


def test_ray(ray: Any, long_folder: Path, documents: list[dict[str, Any]]) -> None:
    import pdftract.ray

    with killing(lambda line, _: line.startswith("ray::") and "MapBatches" in line) as killed:
        rows = pdftract.ray.read_pdfs(long_folder, columns=COLUMNS, files_per_task=4).take_all()
    assert killed
    assert ordered(rows) == documents


def test_spark(spark: Any, long_folder: Path, documents: list[dict[str, Any]]) -> None:
    import pdftract.spark

    spark.dataSource.register(pdftract.spark.PdfDataSource)
    frame = spark.read.format("pdf").option("columns", ",".join(COLUMNS)).option("filesPerTask", 4).load(str(long_folder))

    def is_worker(line: str, parent: str) -> bool:
        # The daemon of Spark forks the workers.
        return "pyspark.daemon" in line and "pyspark.daemon" in parent

    def has_tasks() -> bool:
        # Before its tasks begin, Spark lists them in a worker that it does not replace.
        return bool(spark.sparkContext.statusTracker().getActiveStageIds())

    with killing(is_worker, has_tasks) as killed:
        rows = frame.collect()
    assert killed
    assert ordered([row.asDict() for row in rows]) == documents


def test_daft_with_documents_read_apart(long_folder: Path, documents: list[dict[str, Any]]) -> None:
    """The local runner of Daft does not repeat what a killed process did; the workers of `isolate` are replaced."""
    daft = pytest.importorskip("daft")
    import pdftract._tasks
    import pdftract.daft

    frame = daft.from_pydict({"path": pdftract._tasks.files(long_folder)})
    with killing(lambda line, _: "pdftract" in line and " worker" in line) as killed:
        found = frame.with_column("pdf", pdftract.daft.extract(frame["path"], isolate=True)).to_pydict()
    assert killed
    rows = [{"path": path, **{name: pdf[name] for name in COLUMNS[1:]}} for path, pdf in zip(found["path"], found["pdf"], strict=True)]
    assert ordered(rows) == documents
