"""Extraction of many documents."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pdfs
import pytest

import pdftract


def test_one_result_for_each_item(hello: Path, tmp_path: Path) -> None:
    items: list[pdftract.Source] = [
        hello,
        b"no pdf",
        tmp_path / "missing.pdf",
        pdfs.encrypted("sesame"),
        hello.read_bytes(),
        7,  # type: ignore[list-item]
    ]
    results = list(pdftract.extract_many(items, threads=2))
    assert [result.index for result in results] == list(range(6))
    assert [result.status for result in results] == ["ok", "failed", "failed", "failed", "ok", "failed"]
    codes = [result.error_code for result in results]
    assert codes == [None, "not_pdf", "io", "password_needed", None, "error"]
    assert results[0].source == str(hello)
    assert results[0].text == results[4].text == pdftract.open(hello).text()
    assert isinstance(results[2].error, FileNotFoundError)
    assert results[0]
    assert not results[1]
    assert results[0].page_count == 1
    assert results[0].metadata is not None


def test_outputs(hello: Path) -> None:
    (result,) = pdftract.extract_many([hello], outputs=["text", "markdown", "json", "chunks", "check"])
    with pdftract.open(hello) as document:
        assert result.text == document.text()
        assert result.markdown == document.markdown()
        assert result.json is not None and '"page_count":1' in result.json.replace(" ", "")
        assert result.chunks == tuple(document.chunks())
        assert result.readable is document.check().readable
        assert result.score == document.check().score
    (plain,) = pdftract.extract_many([hello], outputs="markdown")
    assert (plain.text, plain.score) == (None, None)
    with pytest.raises(ValueError, match="unknown output"):
        pdftract.extract_many([hello], outputs=["html"])  # type: ignore[list-item]


def test_endless_items_are_read_ahead_a_little(hello: Path) -> None:
    taken = 0

    def items() -> Iterator[Path]:
        nonlocal taken
        for _ in itertools.count():
            taken += 1
            yield hello

    results = pdftract.extract_many(items(), threads=2)
    assert all(result.ok for result in itertools.islice(results, 20))
    assert taken < 40
    results.close()  # type: ignore[attr-defined]


def test_a_long_document_does_not_keep_the_others_waiting(
    hello: Path, long_pdf: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pdftract._many.KEPT_RESULTS", 20)
    taken = 0

    def items() -> Iterator[pdftract.Source]:
        nonlocal taken
        documents: list[pdftract.Source] = [long_pdf, *[hello] * 60]
        for document in documents:
            taken += 1
            yield document

    results = pdftract.extract_many(items(), threads=2)
    assert next(results).page_count == 600
    # Eight are in work; results that are ready stay until it is their turn, up to the limit.
    assert 20 <= taken <= 28
    assert [result.index for result in results] == list(range(1, 61))


def test_unordered_results_are_complete(samples: list[Path]) -> None:
    items = samples * 5
    found = list(pdftract.extract_many(items, threads=3, ordered=False))
    assert sorted(result.index for result in found) == list(range(len(items)))
    by_index = {result.index: result.text for result in found}
    assert [by_index[index] for index in range(len(items))] == [
        result.text for result in pdftract.extract_many(items, threads=1)
    ]


def test_partial_results(long_pdf: bytes) -> None:
    (result,) = pdftract.extract_many([long_pdf], time_limit=0.001)
    assert result.status in ("partial", "failed")
    assert result.status == "failed" or "DEADLINE_REACHED" in {item.code for item in result.diagnostics}


def test_an_iterator_that_fails_raises(hello: Path) -> None:
    def items() -> Iterator[Path]:
        yield hello
        raise RuntimeError("the database is gone")

    with pytest.raises(RuntimeError, match="database"):
        list(pdftract.extract_many(items()))
