"""Documents, pages, blocks, words or chunks as Arrow data, without a dependency on any Arrow library.

The result has `__arrow_c_stream__` (the Arrow PyCapsule interface), so that pyarrow, polars, DuckDB, pandas and others read it:

    pyarrow.table(pdftract.arrow.extract(paths, granularity="page"))
    polars.DataFrame(pdftract.arrow.extract(paths, granularity="chunk"))
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

from ._native import ArrowSource, NativeDocument
from ._command import worker_command
from ._options import extract_options, native_source, opening
from ._types import Hidden, Source

__all__ = ["SCHEMA_VERSION", "ArrowTable", "Granularity", "extract"]

Granularity: TypeAlias = Literal["document", "page", "block", "word", "chunk"]
"""The rows: one for each document, page, block, word or chunk."""

SCHEMA_VERSION = "1.1"
"""The version of the columns: the first number changes columns, the second adds some."""


class ArrowTable:
    """Rows that are extracted as a consumer reads them. Each consumer reads the documents again."""

    __slots__ = ("_native", "granularity")

    def __init__(self, native: ArrowSource, granularity: Granularity) -> None:
        self._native = native
        self.granularity: Granularity = granularity

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._native.columns

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<pdftract.arrow.ArrowTable of {len(self._native)} documents by {self.granularity}>"


def extract(
    documents: Iterable[Source | None] | object,
    granularity: Granularity = "document",
    *,
    columns: Sequence[str] | None = None,
    threads: int | None = None,
    batch_documents: int = 16,
    page_ranges: Sequence[tuple[int, int] | None] = (),
    features_only: bool = False,
    isolate: bool = False,
    password: str | None = None,
    time_limit: float | None = None,
    limits: Mapping[str, int] | None = None,
    font_maps: Sequence[str | os.PathLike[str]] = (),
    font_dbs: Sequence[str | os.PathLike[str]] = (),
    ocr: bool | Literal["auto", "force", "off"] | Mapping[str, Any] | None = None,
    hidden: Hidden = "drop",
    max_tokens: int = 512,
    overlap: int = 0,
) -> ArrowTable:
    """Return rows about documents: paths, bytes, or an Arrow column of either.

    A document that cannot be read has one row with `status`, `error_code` and `error`; nothing raises. Rows are in the order
    of the documents. `columns` selects columns, and only what they need is computed. `batch_documents` documents share a batch.

    `page_ranges` has the first page of each document and the one after the last, counted from 0, or `None` for all pages.
    `isolate` reads each document in a process with limits and without access to files, network and programs; one that crashes
    or hangs costs its own row. It cannot be combined with `font_maps`, `font_dbs` and `ocr`.
    `features_only` returns facts for routers instead of text (docs/rows.md), for rows of documents or pages.
    """
    if isolate and (font_maps or font_dbs or ocr):
        raise ValueError("isolate cannot be combined with font_maps, font_dbs and ocr")
    items: Any = documents
    if not hasattr(documents, "__arrow_c_stream__") and not hasattr(documents, "__arrow_c_array__"):
        sources = cast("Iterable[Source | None]", documents)
        items = [None if item is None else native_source(item) for item in sources]
    options = extract_options(hidden=hidden, max_tokens=max_tokens, overlap_tokens=overlap)
    sent = opening(
        password=password,
        time_limit=time_limit,
        limits=limits,
        font_maps=font_maps,
        font_dbs=font_dbs,
        ocr=ocr,
    )
    native = ArrowSource(
        items,
        granularity,
        None if columns is None else list(columns),
        sent,
        options,
        threads or NativeDocument.cores(),
        batch_documents,
        list(page_ranges),
        features_only,
        worker_command() if isolate else None,
    )
    return ArrowTable(native, granularity)
