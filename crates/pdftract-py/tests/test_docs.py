"""The examples of both README.md, of docs/python.md and of the book run."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pdfs
import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("report.pdf").write_bytes(pdfs.rich())
    Path("table.pdf").write_bytes(pdfs.with_table())
    Path("scan.pdf").write_bytes((ROOT / "samples" / "scan.pdf").read_bytes())
    Path("samples").symlink_to(ROOT / "samples")


DOCUMENTS = [("README.md", 1), ("crates/pdftract-py/README.md", 9), ("docs/python.md", 9), ("docs/book/src/llm.md", 1)]


@pytest.mark.parametrize(("name", "count"), DOCUMENTS)
def test_examples_run(name: str, count: int) -> None:
    examples = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.S)
    assert len(examples) >= count
    names: dict[str, object] = {}
    for number, example in enumerate(examples, start=1):
        exec(compile(example, f"{name}, example {number}", "exec"), names)


def test_the_schema_of_arrow_is_documented() -> None:
    import pdftract.arrow

    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    granularities: list[pdftract.arrow.Granularity] = ["document", "page", "block", "word", "chunk"]
    for granularity in granularities:
        for column in pdftract.arrow.extract([], granularity).columns:
            assert f"`{column}`" in text, (granularity, column)


def test_every_public_name_is_documented() -> None:
    import pdftract

    for name in pdftract.__all__:
        value = getattr(pdftract, name)
        if isinstance(value, type) or inspect.isfunction(value):
            assert value.__doc__, name
