"""Damaged and hostile files: exceptions or results, never a dead interpreter."""

from __future__ import annotations

import random
import zlib
from pathlib import Path

import pdfs
import pytest

import pdftract


def read_everything(data: bytes) -> None:
    try:
        document = pdftract.open(data, time_limit=5, limits={"memory_bytes": 64 << 20})
    except pdftract.PdftractError:
        return
    with document:
        try:
            document.text()
            document.markdown()
            document.chunks(64)
            document.check()
            for page in document[:3]:
                page.words, page.blocks, page.glyphs, page.tables, page.links, page.images, page.annotations  # noqa: B018
                repr(page)
            document.metadata, document.outline, document.form_fields, document.attachments  # noqa: B018
        except pdftract.PdftractError:
            pass
        assert all(diagnostic.code.isupper() for diagnostic in document.diagnostics)


@pytest.mark.parametrize("seed", range(60))
def test_damaged_files(seed: int, samples: list[Path]) -> None:
    chance = random.Random(seed)
    originals = [pdfs.rich(), pdfs.with_table(), *(path.read_bytes() for path in samples)]
    data = bytearray(chance.choice(originals))
    for _ in range(chance.randrange(1, 40)):
        at = chance.randrange(len(data))
        kind = chance.randrange(3)
        if kind == 0:
            data[at] = chance.randrange(256)
        elif kind == 1:
            del data[at : at + chance.randrange(1, 200)]
        else:
            data[at:at] = chance.choice([b"<<", b"[" * 50, b"stream", b"endobj", b"9999999999", b"R", b"/Kids"])
        if not data:
            break
    read_everything(bytes(data))


def bomb() -> bytes:
    """Return a stream of 1 GB of operators in 1 MB."""
    packed = zlib.compress(b"BT /F1 9 Tf (aaaaaaaa) Tj ET\n" * 3_000_000)
    data = pdfs.document([b""])
    content = b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed)
    return pdfs.document([b""], extra={11: content}) if data else b""


@pytest.mark.parametrize(
    "data",
    [
        pdfs.document([b"q " * 100_000 + b"BT /F1 9 Tf (x) Tj ET"]),
        pdfs.document([b"/I1 Do " * 50_000]),
        pdfs.document([b"[" * 100_000]),
        pdfs.document([b"BT /F1 1e300 Tf 1e300 0 0 1e300 1e300 1e300 Tm (x) Tj ET"]),
        pdfs.document([["x"]], extra={2: b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>"}),
        pdfs.document([["x"]], extra={3: b"3 0 R"}),
        pdfs.document([["x"]])[:-200],
        bomb(),
    ],
    ids=["states", "images", "arrays", "numbers", "loop", "self", "cut", "bomb"],
)
def test_hostile_files(data: bytes) -> None:
    read_everything(data)


def test_hostile_files_in_a_pool() -> None:
    items = [pdfs.document([["x"]])[:length] for length in range(0, 1200, 60)]
    results = list(pdftract.extract_many(items, time_limit=5, outputs=["text", "markdown", "chunks"]))
    assert len(results) == len(items)
    assert all(result.ok or isinstance(result.error, pdftract.PdftractError) for result in results)


def test_surrogates_and_nulls() -> None:
    with pytest.raises((pdftract.PdftractError, OSError, ValueError)):
        pdftract.open("a\0b")
    with pytest.raises((pdftract.PdftractError, OSError, ValueError)):
        pdftract.open("missing-\udcff.pdf")
    assert pdftract.quality("\0" * 10) is not None
