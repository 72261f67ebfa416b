"""Documents."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, cast, overload

from . import _native
from ._native import NativeDocument
from ._options import extract_options, native_source, opening
from ._page import Page
from ._records import (
    Attachment,
    Check,
    Chunk,
    Diagnostic,
    FieldOption,
    FormField,
    Metadata,
    OutlineItem,
    PageCheck,
    RepairedFont,
    RepairReport,
    Widget,
    chunk_of,
    diagnostics_of,
    made,
)
from ._types import Detail, Hidden, Order, Pages, Source


class Document:
    """An open document: a sequence of pages, and what belongs to all of them.

    Use it as a context manager, or call `close`. It may be used by several threads at a time.
    """

    __slots__ = ("__weakref__", "_head", "_name", "_native")

    def __init__(self, native: NativeDocument, name: str | None) -> None:
        self._native = native
        self._name = name
        self._head: dict[str, Any] | None = None

    @property
    def name(self) -> str | None:
        """The path, if the document was opened from one."""
        return self._name

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return self._native.page_count

    def __len__(self) -> int:
        return self._native.page_count

    @overload
    def __getitem__(self, index: int) -> Page: ...
    @overload
    def __getitem__(self, index: slice) -> list[Page]: ...
    def __getitem__(self, index: int | slice) -> Page | list[Page]:
        if isinstance(index, slice):
            return [Page(self, page_index) for page_index in range(*index.indices(len(self)))]
        page_index = index + len(self) if index < 0 else index
        if not 0 <= page_index < len(self):
            raise IndexError(f"there is no page {index}: the document has {len(self)} pages")
        return Page(self, page_index)

    def __iter__(self) -> Iterator[Page]:
        return (Page(self, page_index) for page_index in range(len(self)))

    def __bool__(self) -> bool:
        return True

    @property
    def closed(self) -> bool:
        """True once the document is closed."""
        return self._native.closed

    def close(self) -> None:
        """Free the memory of the document. Work of other threads on it ends with `ClosedError`."""
        self._native.close()
        self._head = None

    def cancel(self) -> None:
        """End all work on the document with `CancelledError`, from any thread and for good."""
        self._native.cancel()

    def __enter__(self) -> Document:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        name = f" {self._name!r}" if self._name is not None else ""
        state = "closed" if self.closed else f"{len(self)} pages"
        return f"<pdftract.Document{name}: {state}>"

    def _repr_html_(self) -> str:
        if self.closed:
            return escape(repr(self))
        rows = [("file", self._name), ("pages", str(len(self)))]
        rows += [(name, value) for name, value in self.metadata.to_dict().items() if isinstance(value, str)]
        shown = "".join(
            f"<tr><th style='text-align:left'>{escape(name)}</th><td>{escape(value)}</td></tr>"
            for name, value in rows
            if value
        )
        start = escape(self[0].text[:600]) if len(self) else ""
        return f"<table>{shown}</table><pre>{start}</pre>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a document cannot be pickled; pickle its path, bytes or records instead")

    def _pages(self, pages: Pages) -> list[int] | None:
        if pages is None:
            return None
        if isinstance(pages, str):
            return self._native.page_indices(pages)
        indices = [pages] if isinstance(pages, int) else list(pages)
        for index in indices:
            if not -len(self) <= index < len(self):
                raise IndexError(f"there is no page {index}: the document has {len(self)} pages")
        return sorted({index % len(self) for index in indices})

    def text(
        self,
        pages: Pages = None,
        *,
        order: Order = "reading",
        hidden: Hidden = "drop",
        reflow: bool = False,
        running_heads: bool = False,
        page_separator: str = "\f",
        threads: int = 1,
    ) -> str:
        """Return the text of pages, joined across page ends, without running headers, footers and page numbers.

        `threads` reads pages in parallel; 0 uses all cores. The result does not depend on it.
        """
        options = extract_options(
            order=order,
            hidden=hidden,
            reflow=reflow,
            running_heads=running_heads,
            page_separator=page_separator,
        )
        return self._native.written("text", self._pages(pages), options, threads)

    @overload
    def markdown(
        self,
        pages: Pages = None,
        *,
        page_chunks: Literal[False] = False,
        hidden: Hidden = "drop",
        running_heads: bool = False,
        page_markers: bool = False,
        threads: int = 1,
    ) -> str: ...
    @overload
    def markdown(
        self,
        pages: Pages = None,
        *,
        page_chunks: Literal[True],
        hidden: Hidden = "drop",
        running_heads: bool = False,
        page_markers: bool = False,
        threads: int = 1,
    ) -> list[dict[str, Any]]: ...
    def markdown(
        self,
        pages: Pages = None,
        *,
        page_chunks: bool = False,
        hidden: Hidden = "drop",
        running_heads: bool = False,
        page_markers: bool = False,
        threads: int = 1,
    ) -> str | list[dict[str, Any]]:
        """Return pages as Markdown.

        With `page_chunks`, return a list with a dictionary for each page in the shape of pymupdf4llm's
        `to_markdown(page_chunks=True)`: `metadata`, `toc_items`, `page_boxes` and `text`.
        """
        options = extract_options(
            hidden=hidden, running_heads=running_heads, page_markers=page_markers
        )
        if not page_chunks:
            return self._native.written("markdown", self._pages(pages), options, threads)
        from .compat._page_chunks import page_chunks_of

        return page_chunks_of(self, self._native.markdown_pages(self._pages(pages), options, threads))

    def chunks(
        self,
        max_tokens: int = 512,
        *,
        overlap: int = 0,
        pages: Pages = None,
        count_tokens: Callable[[str], int] | None = None,
        hidden: Hidden = "drop",
        threads: int = 1,
    ) -> list[Chunk]:
        """Return the document in chunks for search and language models.

        `count_tokens` is a counter such as `lambda text: len(tokenizer.encode(text))`; without one, tokens are estimated.
        """
        options = extract_options(hidden=hidden, max_tokens=max_tokens, overlap_tokens=overlap)
        chunks = self._native.chunks(self._pages(pages), options, count_tokens, threads)
        return [chunk_of(json.loads(chunk)) for chunk in chunks]

    def json(
        self, pages: Pages = None, *, detail: Detail = "span", hidden: Hidden = "drop", threads: int = 1
    ) -> str:
        """Return the document as JSON; `docs/json.md` describes it."""
        options = extract_options(detail=detail, hidden=hidden)
        return self._native.written("json", self._pages(pages), options, threads)

    def to_dict(
        self, pages: Pages = None, *, detail: Detail = "span", hidden: Hidden = "drop", threads: int = 1
    ) -> dict[str, Any]:
        """Return the document as plain data, in the form of the JSON output."""
        written = self.json(pages, detail=detail, hidden=hidden, threads=threads)
        return cast("dict[str, Any]", json.loads(written))

    @property
    def metadata(self) -> Metadata:
        """Title, author, dates and similar entries."""
        return made(Metadata, json.loads(self._native.metadata()))

    @property
    def outline(self) -> list[OutlineItem]:
        """The bookmarks in reading order."""
        return [made(OutlineItem, item) for item in json.loads(self._native.outline())]

    @property
    def _facts(self) -> dict[str, Any]:
        if self._head is None:
            self._head = cast("dict[str, Any]", json.loads(self._native.head()))
        return self._head

    @property
    def sha256(self) -> str:
        """SHA-256 of the file, in hexadecimal."""
        return cast("str", self._facts["source"]["sha256"])

    @property
    def pdf_version(self) -> str | None:
        """The version of PDF."""
        return cast("str | None", self._facts["pdf"].get("version"))

    @property
    def is_encrypted(self) -> bool:
        """True if any part is encrypted."""
        return cast("bool", self._facts["pdf"]["encrypted"])

    @property
    def is_tagged(self) -> bool:
        """True if there is a structure tree, which identifies headings, paragraphs and tables."""
        return cast("bool", self._facts["pdf"]["tagged"])

    @property
    def form_fields(self) -> list[FormField]:
        """The form fields with their values."""
        return [_form_field(item) for item in self._facts["form_fields"]]

    @property
    def attachments(self) -> list[Attachment]:
        """The attached files; `read_attachment` returns their data."""
        return [made(Attachment, item) for item in json.loads(self._native.attachments())]

    def read_attachment(self, attachment: Attachment | str) -> bytes:
        """Return the data of an attached file."""
        name = attachment if isinstance(attachment, str) else attachment.name
        return self._native.attachment_bytes(name)[0]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Losses, repairs and cuts so far. Reading more pages may add some."""
        return diagnostics_of(json.loads(self._native.diagnostics()))

    def check(self, pages: Pages = None, *, threads: int = 1) -> Check:
        """Check whether the text can be trusted, page by page."""
        found = json.loads(self._native.check(self._pages(pages), threads))
        return made(
            Check,
            found,
            pages=tuple(made(PageCheck, page) for page in found["pages"]),
            diagnostics=diagnostics_of(found["diagnostics"]),
        )

    def repair(
        self, path: str | os.PathLike[str], *, min_confidence: float = 0.7, force: bool = False
    ) -> RepairReport:
        """Write a copy in which fonts have the Unicode that was recovered, so that other programs read the text too.

        `force` repairs signed files, although their signatures will no longer cover the whole file.
        """
        data, report = self._native.repair(min_confidence, force)
        _write_whole(Path(path), data)
        found = json.loads(report)
        return made(RepairReport, found, fonts=tuple(made(RepairedFont, font) for font in found["fonts"]))


def open(  # noqa: A001
    source: Source,
    *,
    password: str | None = None,
    time_limit: float | None = None,
    limits: Mapping[str, int] | None = None,
    font_maps: Sequence[str | os.PathLike[str]] = (),
    font_dbs: Sequence[str | os.PathLike[str]] = (),
    ocr: bool | Literal["auto", "force", "off"] | Mapping[str, Any] | None = None,
) -> Document:
    """Open a document from a path, bytes or a file object.

    `time_limit` is in seconds, counted from here. After it, methods for the whole document return what was read so far and
    report `DEADLINE_REACHED` in `diagnostics`; reading a page raises `TimeLimitError`.
    `limits` changes resource limits by name, such as `{"pages": 100}`.
    `font_maps` and `font_dbs` are files with facts about fonts (docs/fonts.md).
    `ocr` reads pages without usable text with Tesseract, or with another engine:
    `{"mode": "auto", "languages": "deu+eng", "dpi": 300, "engine": path, "command": "words of a command"}`.
    """
    options = opening(
        password=password,
        time_limit=time_limit,
        limits=limits,
        font_maps=font_maps,
        font_dbs=font_dbs,
        ocr=ocr,
    )
    name = os.fspath(source) if isinstance(source, (str, os.PathLike)) else getattr(source, "name", None)
    native = _native.open(native_source(source), options)
    return Document(native, name if isinstance(name, str) else None)


def _form_field(data: dict[str, Any]) -> FormField:
    def widget(item: dict[str, Any]) -> Widget:
        bbox = item.get("bbox")
        return made(Widget, item, bbox=None if bbox is None else tuple(bbox))

    return made(
        FormField,
        data,
        options=tuple(made(FieldOption, option) for option in data.get("options", [])),
        widgets=tuple(widget(item) for item in data.get("widgets", [])),
    )


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
