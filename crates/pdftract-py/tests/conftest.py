"""Documents that several tests use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pdfs
import pytest

import pdftract

SAMPLES = Path(__file__).resolve().parents[3] / "samples"


@pytest.fixture
def hello() -> Path:
    return SAMPLES / "hello.pdf"


@pytest.fixture
def rich() -> Iterator[pdftract.Document]:
    with pdftract.open(pdfs.rich()) as document:
        yield document


@pytest.fixture
def table() -> Iterator[pdftract.Document]:
    with pdftract.open(pdfs.with_table()) as document:
        yield document


@pytest.fixture(scope="session")
def long_pdf() -> bytes:
    return pdfs.many_pages(600)


@pytest.fixture(scope="session")
def samples() -> list[Path]:
    return sorted(SAMPLES.glob("*.pdf"))
