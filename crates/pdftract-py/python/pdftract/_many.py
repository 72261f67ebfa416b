"""Extraction of many documents by a pool of threads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ._errors import code_of
from ._native import NativeDocument, NativePool
from ._options import extract_options, native_source, opening
from ._records import Chunk, Diagnostic, Metadata, Record, chunk_of, diagnostics_of, made
from ._types import Hidden, Source, Status

QUEUED = 4
"""Documents in work or waiting for a thread, for each thread."""

KEPT_RESULTS = 1000
KEPT_CHARACTERS = 1 << 25
"""What may be ready before it is its turn: while one long document is read, the threads go on with others."""

Output = Literal["text", "markdown", "json", "chunks", "check"]


@dataclass(frozen=True, slots=True, repr=False)
class Result(Record):
    """The result of one document. It is true unless the document failed."""

    index: int
    """The index among the items, from 0."""
    source: str | None
    """The path, if the item was one."""
    status: Status
    """`ok`, `partial` if content of the file is missing from the result, or `failed`."""
    error: Exception | None = None
    """The exception that `open` would have raised."""
    text: str | None = None
    markdown: str | None = None
    json: str | None = None
    chunks: tuple[Chunk, ...] | None = None
    page_count: int | None = None
    readable: bool | None = None
    """Known if the outputs include `check`, `json` or `chunks`."""
    score: float | None = None
    pages_needing_ocr: tuple[int, ...] | None = None
    metadata: Metadata | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def error_code(self) -> str | None:
        """The stable code of the error, such as `not_pdf`."""
        return None if self.error is None else code_of(self.error)

    @property
    def ok(self) -> bool:
        """True unless the document failed."""
        return self.status != "failed"

    def __bool__(self) -> bool:
        return self.ok


def extract_many(
    items: Iterable[Source],
    *,
    threads: int | None = None,
    ordered: bool = True,
    outputs: Output | Sequence[Output] = "text",
    password: str | None = None,
    time_limit: float | None = None,
    limits: Mapping[str, int] | None = None,
    font_maps: Sequence[str | os.PathLike[str]] = (),
    font_dbs: Sequence[str | os.PathLike[str]] = (),
    ocr: bool | Literal["auto", "force", "off"] | Mapping[str, Any] | None = None,
    hidden: Hidden = "drop",
    max_tokens: int = 512,
    overlap: int = 0,
) -> Iterator[Result]:
    """Extract many documents with threads, one result for each item. A bad item never raises.

    `items` may be endless: it is read as documents are finished. Without `ordered`, results come as they are ready;
    with it, up to 1,000 are kept while a longer document is read. `threads` is one per core by default. `time_limit`
    applies to each document. Closing the iterator ends the work.
    """
    options = extract_options(hidden=hidden, max_tokens=max_tokens, overlap_tokens=overlap)
    sent = opening(
        password=password,
        time_limit=time_limit,
        limits=limits,
        font_maps=font_maps,
        font_dbs=font_dbs,
        ocr=ocr,
    )
    wanted = [outputs] if isinstance(outputs, str) else list(outputs)
    count = threads or NativeDocument.cores()
    pool = NativePool(count, sent, options, wanted)
    return _results(pool, iter(items), ordered, QUEUED * count)


def _results(pool: NativePool, items: Iterator[Source], ordered: bool, queued: int) -> Iterator[Result]:
    names: dict[int, str | None] = {}
    ready = _Ready()
    submitted = delivered = 0
    has_more = True
    try:
        while True:
            while has_more and len(names) < queued and not ready.is_full():
                try:
                    item = next(items)
                except StopIteration:
                    has_more = False
                    break
                name = os.fspath(item) if isinstance(item, (str, os.PathLike)) else None
                try:
                    pool.submit(submitted, native_source(item))
                    names[submitted] = name
                except Exception as error:
                    ready.add(Result(submitted, name, "failed", error))
                submitted += 1
            if delivered == submitted and not has_more:
                return
            result = ready.take(delivered if ordered else None)
            if result is None:
                ready.add(_result(pool, names))
                continue
            yield result
            delivered += 1
    finally:
        pool.close()


class _Ready:
    """Results that are not delivered yet."""

    def __init__(self) -> None:
        self._results: dict[int, Result] = {}
        self._characters = 0

    def add(self, result: Result) -> None:
        self._results[result.index] = result
        self._characters += _characters(result)

    def take(self, index: int | None) -> Result | None:
        """Take the result with an index, or the one that was added first; `None` if it is not there."""
        wanted = next(iter(self._results), None) if index is None else index
        result = None if wanted is None else self._results.pop(wanted, None)
        if result is not None:
            self._characters -= _characters(result)
        return result

    def is_full(self) -> bool:
        return len(self._results) >= KEPT_RESULTS or self._characters >= KEPT_CHARACTERS


def _characters(result: Result) -> int:
    chunks = sum(len(chunk.text) for chunk in result.chunks or ())
    return chunks + sum(len(text) for text in (result.text, result.markdown, result.json) if text is not None)


def _result(pool: NativePool, names: dict[int, str | None]) -> Result:
    index, error, status, (text, markdown, written), chunks, facts = pool.next()
    name = names.pop(index)
    if error is not None or facts is None:
        return Result(index, name, "failed", error)
    known: dict[str, Any] = json.loads(facts)
    needing = known["pages_needing_ocr"]
    return Result(
        index,
        name,
        status,
        text=text,
        markdown=markdown,
        json=written,
        chunks=None if chunks is None else tuple(chunk_of(json.loads(chunk)) for chunk in chunks),
        page_count=known["page_count"],
        readable=known["readable"],
        score=known["score"],
        pages_needing_ocr=None if needing is None else tuple(needing),
        metadata=made(Metadata, known["metadata"]),
        diagnostics=diagnostics_of(known["diagnostics"]),
    )
