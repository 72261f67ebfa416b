"""The text side of PyMuPDF on top of pdftract: `open`, `get_text`, `search_for`, `get_toc`, `metadata`.

    from pdftract.compat import pymupdf
    doc = pymupdf.open("report.pdf")
    words = doc[0].get_text("words")

Shapes are those of PyMuPDF; the content is that of pdftract: reading order, joined blocks, recovered Unicode, no hidden text.
Images, drawings, widgets and everything that changes a file are left out. `origin`, `ascender` and `descender` are estimated.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import TracebackType
from typing import IO, Any, Literal, NamedTuple, overload

from .. import _document
from .._native import Block, Glyph, Line, Span
from .._page import Page as _Page

__all__ = ["Document", "Page", "Rect", "open"]

_ASCENDER = 0.8
_DESCENDER = -0.2


class Rect(NamedTuple):
    """A rectangle from the top left corner of the page, y down."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """The width."""
        return max(0.0, self.x1 - self.x0)

    @property
    def height(self) -> float:
        """The height."""
        return max(0.0, self.y1 - self.y0)

    @property
    def is_empty(self) -> bool:
        """True if there is no area."""
        return self.x0 >= self.x1 or self.y0 >= self.y1


def _pdf_date(date: str | None) -> str:
    """Return a date as PDF writes it, which PyMuPDF returns."""
    if not date or len(date) < 10 or date[4] != "-":
        return date or ""
    digits, zone = date[:19], date[19:]
    compact = "".join(character for character in digits if character.isdigit())
    if zone and zone != "Z":
        zone = zone[:3] + "'" + zone[4:6] + "'"
    return f"D:{compact}{zone}"


def metadata_of(document: _document.Document) -> dict[str, Any]:
    """Return the metadata in PyMuPDF's shape."""
    found = document.metadata
    version = document.pdf_version
    return {
        "format": f"PDF {version}" if version else "PDF",
        "title": found.title or "",
        "author": found.author or "",
        "subject": found.subject or "",
        "keywords": found.keywords or "",
        "creator": found.creator or "",
        "producer": found.producer or "",
        "creationDate": _pdf_date(found.created),
        "modDate": _pdf_date(found.modified),
        "trapped": found.custom.get("Trapped", ""),
        "encryption": "Standard" if document.is_encrypted else None,
    }


class Document:
    """A document with the text methods of `pymupdf.Document`."""

    def __init__(self, document: _document.Document) -> None:
        self._document = document

    @property
    def name(self) -> str | None:
        """The path, if the document was opened from one."""
        return self._document.name

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return len(self._document)

    @property
    def metadata(self) -> dict[str, Any]:
        """Title, author, dates and similar entries."""
        return metadata_of(self._document)

    @property
    def is_closed(self) -> bool:
        """True once the document is closed."""
        return self._document.closed

    @property
    def is_pdf(self) -> bool:
        """True."""
        return True

    @property
    def needs_pass(self) -> bool:
        """False: a document that needs a password is not opened."""
        return False

    def __len__(self) -> int:
        return len(self._document)

    def __getitem__(self, index: int) -> Page:
        return Page(self._document[index], self)

    def __iter__(self) -> Iterator[Page]:
        return (Page(page, self) for page in self._document)

    def load_page(self, page_id: int = 0) -> Page:
        """Return a page, counted from 0."""
        return self[page_id]

    def pages(self, start: int = 0, stop: int | None = None, step: int = 1) -> Iterator[Page]:
        """Iterate over pages."""
        indices = range(*slice(start, stop, step).indices(len(self)))
        return (self[index] for index in indices)

    def get_toc(self, simple: bool = True) -> list[list[Any]]:
        """Return the outline as lists of level, title and page number; -1 for targets outside the document."""
        entries: list[list[Any]] = []
        for item in self._document.outline:
            entry: list[Any] = [item.level + 1, item.title, -1 if item.page_number is None else item.page_number]
            if not simple:
                entry.append({"kind": 2 if item.uri else 1, "page": item.page_index, "uri": item.uri})
            entries.append(entry)
        return entries

    def get_page_text(self, pno: int, option: str = "text", **options: Any) -> Any:
        """Return the text of a page, counted from 0."""
        return self[pno].get_text(option, **options)

    def close(self) -> None:
        """Free the memory of the document."""
        self._document.close()

    def __enter__(self) -> Document:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<pdftract.compat.pymupdf.Document of {self._document!r}>"


class Page:
    """A page with the text methods of `pymupdf.Page`."""

    def __init__(self, page: _Page, parent: Document) -> None:
        self._page = page
        self.parent = parent

    @property
    def number(self) -> int:
        """The page, counted from 0."""
        return self._page.page_index

    @property
    def rect(self) -> Rect:
        """The page as shown."""
        return Rect(0.0, 0.0, self._page.width, self._page.height)

    @property
    def rotation(self) -> int:
        """The clockwise rotation in degrees."""
        return self._page.rotation

    def get_label(self) -> str:
        """Return the label of the page."""
        return self._page.page_label or ""

    @overload
    def get_text(
        self, option: Literal["text"] = "text", *, clip: Any = None, sort: bool = False, flags: int | None = None
    ) -> str: ...
    @overload
    def get_text(
        self,
        option: Literal["words", "blocks"],
        *,
        clip: Any = None,
        sort: bool = False,
        flags: int | None = None,
    ) -> list[tuple[Any, ...]]: ...
    @overload
    def get_text(
        self,
        option: Literal["dict", "rawdict"],
        *,
        clip: Any = None,
        sort: bool = False,
        flags: int | None = None,
    ) -> dict[str, Any]: ...
    @overload
    def get_text(self, option: str, *, clip: Any = None, sort: bool = False, flags: int | None = None) -> Any: ...
    def get_text(
        self, option: str = "text", *, clip: Any = None, sort: bool = False, flags: int | None = None
    ) -> Any:
        """Return text, words, blocks or dictionaries, in the shapes of PyMuPDF.

        The order is always the reading order, so `sort` changes nothing; `flags` is accepted and ignored.
        """
        page = self._page if clip is None else self._page.crop((clip[0], clip[1], clip[2], clip[3]))
        if option == "text":
            text = page.text
            return text + "\n" if text and not text.endswith("\n") else text
        if option == "words":
            return [
                (*word.bbox, word.text, word.block_index, word.line_index, word.word_index) for word in page.words
            ]
        if option == "blocks":
            return [(*block.bbox, _block_text(block), block.block_index, 0) for block in page.blocks]
        if option in ("dict", "rawdict"):
            glyphs = _by_span(page.glyphs) if option == "rawdict" else None
            return {
                "width": self._page.width,
                "height": self._page.height,
                "blocks": [_block(block, glyphs) for block in page.blocks],
            }
        raise ValueError(f"get_text({option!r}) is not supported; use text, words, blocks, dict or rawdict")

    def search_for(
        self, needle: str, *, clip: Any = None, quads: bool = False, flags: int | None = None
    ) -> list[Rect]:
        """Return the boxes of a text, ignoring case, one for each line of each hit."""
        if quads:
            raise ValueError("search_for(quads=True) is not supported")
        page = self._page if clip is None else self._page.crop((clip[0], clip[1], clip[2], clip[3]))
        return [Rect(*bbox) for hit in page.search(needle, ignore_case=True) for bbox in hit.bboxes]

    def __repr__(self) -> str:
        return f"<pdftract.compat.pymupdf.Page {self.number} of {self.parent.name!r}>"


def _block_text(block: Block) -> str:
    return "".join(line.text + "\n" for line in block.lines)


def _by_span(glyphs: list[Glyph]) -> dict[tuple[int, int, int], list[Glyph]]:
    spans: dict[tuple[int, int, int], list[Glyph]] = {}
    for glyph in glyphs:
        spans.setdefault((glyph.block_index, glyph.line_index, glyph.span_index), []).append(glyph)
    return spans


def _block(block: Block, glyphs: dict[tuple[int, int, int], list[Glyph]] | None) -> dict[str, Any]:
    return {
        "type": 0,
        "number": block.block_index,
        "flags": 0,
        "bbox": block.bbox,
        "lines": [_line(line, glyphs) for line in block.lines],
    }


_DIRECTIONS = {"ltr": (0, (1.0, 0.0)), "rtl": (0, (1.0, 0.0)), "ttb": (1, (0.0, 1.0))}


def _line(line: Line, glyphs: dict[tuple[int, int, int], list[Glyph]] | None) -> dict[str, Any]:
    direction = line.spans[0].direction if line.spans else "ltr"
    wmode, vector = _DIRECTIONS.get(direction, (0, (1.0, 0.0)))
    spans = [
        _span(span, None if glyphs is None else glyphs.get((line.block_index, line.line_index, index), []))
        for index, span in enumerate(line.spans)
    ]
    return {"spans": spans, "wmode": wmode, "dir": vector, "bbox": line.bbox}


def _span(span: Span, glyphs: list[Glyph] | None) -> dict[str, Any]:
    flags = 1 if span.baseline_shift == "superscript" else 0
    flags |= 2 if span.italic else 0
    flags |= 4 if span.serif else 0
    flags |= 8 if span.monospace else 0
    flags |= 16 if span.weight >= 600 else 0
    found: dict[str, Any] = {
        "size": span.size,
        "flags": flags,
        "bidi": 0,
        "char_flags": 16 | (8 if span.weight >= 600 else 0),
        "font": span.font,
        "color": int(span.color[1:], 16) if span.color else 0,
        "alpha": 255,
        "ascender": _ASCENDER,
        "descender": _DESCENDER,
        "origin": (span.bbox[0], round(span.bbox[3] + _DESCENDER * span.size, 2)),
        "bbox": span.bbox,
    }
    if glyphs is None:
        found["text"] = span.text
    else:
        found["chars"] = [
            {
                "origin": (glyph.bbox[0], round(glyph.bbox[3] + _DESCENDER * glyph.size, 2)),
                "bbox": glyph.bbox,
                "c": glyph.text,
                "synthetic": False,
            }
            for glyph in glyphs
        ]
    return found


def open(  # noqa: A001
    filename: str | os.PathLike[str] | None = None,
    stream: bytes | bytearray | memoryview | IO[bytes] | None = None,
    filetype: str | None = None,
    *,
    password: str | None = None,
) -> Document:
    """Open a PDF from a path or bytes. Unlike PyMuPDF, other kinds of files are refused."""
    if filetype not in (None, "pdf", ".pdf", "application/pdf"):
        raise ValueError(f"pdftract reads PDF only, not {filetype}")
    source = stream if stream is not None else filename
    if source is None:
        raise ValueError("pdftract does not make new documents")
    return Document(_document.open(source, password=password))
