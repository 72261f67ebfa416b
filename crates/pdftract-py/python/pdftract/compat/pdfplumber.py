"""The text side of pdfplumber on top of pdftract: `chars`, `extract_words`, `extract_text`, `extract_tables`, `crop`, `to_image`.

    from pdftract.compat import pdfplumber
    with pdfplumber.open("report.pdf") as pdf:
        words = pdf.pages[0].extract_words()

Shapes are those of pdfplumber; the content is that of pdftract: reading order, recovered Unicode, tables without settings.
Tolerances and table settings are accepted and ignored. Lines, curves and rectangles are left out. `matrix` is estimated from the
position and size of characters, and colours are those of filled text.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from .. import _document
from .._native import Glyph
from .._page import Page as _Page
from .._table import Table
from .._types import Bbox

__all__ = ["PDF", "Page", "PageImage", "open"]


class PDF:
    """A document with the text side of `pdfplumber.PDF`."""

    def __init__(self, document: _document.Document, pages: Sequence[int] | None) -> None:
        self._document = document
        tops: list[float] = [0.0]
        for page in document:
            tops.append(tops[-1] + page.height)
        wanted = range(len(document)) if pages is None else [number - 1 for number in pages]
        self.pages: list[Page] = [Page(document[index], tops[index]) for index in wanted]

    @property
    def metadata(self) -> dict[str, str]:
        """The entries of the document information."""
        found = self._document.metadata
        names = {
            "Title": found.title,
            "Author": found.author,
            "Subject": found.subject,
            "Keywords": found.keywords,
            "Creator": found.creator,
            "Producer": found.producer,
            "CreationDate": found.created,
            "ModDate": found.modified,
        }
        return {name: value for name, value in {**names, **found.custom}.items() if value is not None}

    @property
    def chars(self) -> list[dict[str, Any]]:
        """The characters of all pages."""
        return [char for page in self.pages for char in page.chars]

    def close(self) -> None:
        """Free the memory of the document."""
        self._document.close()

    def __enter__(self) -> PDF:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Page:
    """A page with the text side of `pdfplumber.page.Page`."""

    def __init__(self, page: _Page, doctop: float) -> None:
        self._page = page
        self._doctop = doctop

    @property
    def page_number(self) -> int:
        """The page, counted from 1."""
        return self._page.page_number

    @property
    def bbox(self) -> Bbox:
        """The box of the page or of the part."""
        return self._page.bbox

    @property
    def width(self) -> float:
        """The width."""
        return self.bbox[2] - self.bbox[0]

    @property
    def height(self) -> float:
        """The height."""
        return self.bbox[3] - self.bbox[1]

    @property
    def rotation(self) -> int:
        """The clockwise rotation in degrees."""
        return self._page.rotation

    @property
    def chars(self) -> list[dict[str, Any]]:
        """The characters as dictionaries."""
        return [self._char(glyph) for glyph in self._page.glyphs]

    def _place(self, bbox: Bbox) -> dict[str, Any]:
        x0, top, x1, bottom = bbox
        return {"x0": x0, "x1": x1, "top": top, "doctop": self._doctop + top, "bottom": bottom}

    def _char(self, glyph: Glyph) -> dict[str, Any]:
        x0, top, x1, bottom = glyph.bbox
        page_height = self._page.height
        return {
            "matrix": (glyph.size, 0.0, 0.0, glyph.size, x0, page_height - bottom + 0.2 * glyph.size),
            "fontname": glyph.font,
            "adv": glyph.advance,
            "upright": glyph.direction != "ttb",
            "x0": x0,
            "y0": page_height - bottom,
            "x1": x1,
            "y1": page_height - top,
            "width": x1 - x0,
            "height": bottom - top,
            "size": glyph.size,
            "mcid": None,
            "tag": None,
            "object_type": "char",
            "page_number": self.page_number,
            "ncs": "DeviceRGB" if glyph.color else "DeviceGray",
            "text": glyph.text,
            "stroking_color": (0,),
            "non_stroking_color": _color(glyph.color),
            "top": top,
            "bottom": bottom,
            "doctop": self._doctop + top,
        }

    def extract_words(self, *, return_chars: bool = False, **settings: Any) -> list[dict[str, Any]]:
        """Return the words as dictionaries. Tolerances are ignored."""
        words: list[dict[str, Any]] = []
        for word in self._page.words:
            x0, top, x1, bottom = word.bbox
            found: dict[str, Any] = {
                "text": word.text,
                **self._place(word.bbox),
                "upright": True,
                "height": bottom - top,
                "width": x1 - x0,
                "direction": "ltr",
            }
            if return_chars:
                found["chars"] = [
                    self._char(glyph)
                    for glyph in self._page.glyphs
                    if glyph.block_index == word.block_index
                    and glyph.line_index == word.line_index
                    and x0 <= (glyph.bbox[0] + glyph.bbox[2]) / 2 <= x1
                ]
            words.append(found)
        return words

    def extract_text(self, *, layout: bool = False, **settings: Any) -> str:
        """Return the text; with `layout`, as placed on the page."""
        text = self._page.get_text(order="physical") if layout else self._page.text
        return text.rstrip("\n")

    def extract_text_lines(self, **settings: Any) -> list[dict[str, Any]]:
        """Return the lines as dictionaries."""
        return [{"text": line.text, **self._place(line.bbox)} for line in self._page.lines]

    def search(
        self, pattern: str, *, regex: bool = True, case: bool = True, **settings: Any
    ) -> list[dict[str, Any]]:
        """Find a pattern; one dictionary for each line of each hit."""
        hits = self._page.search(pattern, regex=regex, ignore_case=not case)
        return [{"text": hit.text, **self._place(part.bbox)} for hit in hits for part in hit.parts]

    def extract_tables(self, table_settings: Any = None) -> list[list[list[str | None]]]:
        """Return the tables as rows of cells; `None` for cells that another one covers."""
        return [_rows(table) for table in self._page.tables]

    def extract_table(self, table_settings: Any = None) -> list[list[str | None]] | None:
        """Return the largest table, or `None`."""
        tables = sorted(self._page.tables, key=lambda table: len(table.cells), reverse=True)
        return _rows(tables[0]) if tables else None

    def crop(self, bbox: Bbox, relative: bool = False, strict: bool = True) -> Page:
        """Return the part of the page in a box."""
        x0, top, x1, bottom = bbox
        left, upper, right, lower = self.bbox
        if relative:
            x0, top, x1, bottom = x0 + left, top + upper, x1 + left, bottom + upper
        if strict and (x0 < left or top < upper or x1 > right or bottom > lower):
            raise ValueError(f"the box {bbox} is not within the page, which is {self.bbox}")
        return Page(self._page.crop((x0, top, x1, bottom)), self._doctop)

    within_bbox = crop

    def to_image(self, resolution: float = 72.0, **settings: Any) -> PageImage:
        """Return a picture of the page to draw boxes on."""
        return PageImage(self._page, resolution)

    def __repr__(self) -> str:
        return f"<Page:{self.page_number}>"


class PageImage:
    """A picture of a page with boxes."""

    def __init__(self, page: _Page, resolution: float) -> None:
        self._page = page
        self.resolution = resolution
        self._boxes: list[Bbox] = []

    def draw_rect(self, bbox_or_obj: Bbox | dict[str, Any], **style: Any) -> PageImage:
        """Draw a box, or the box of a character, word or table. Colours are ignored."""
        self._boxes.append(_bbox(bbox_or_obj))
        return self

    def draw_rects(self, list_of_rects: Iterable[Bbox | dict[str, Any]], **style: Any) -> PageImage:
        """Draw boxes."""
        for bbox in list_of_rects:
            self.draw_rect(bbox)
        return self

    def outline_words(self, **style: Any) -> PageImage:
        """Draw the boxes of words."""
        return self.draw_rects(word.bbox for word in self._page.words)

    def outline_chars(self, **style: Any) -> PageImage:
        """Draw the boxes of characters."""
        return self.draw_rects(glyph.bbox for glyph in self._page.glyphs)

    def reset(self) -> PageImage:
        """Remove all boxes."""
        self._boxes.clear()
        return self

    def copy(self) -> PageImage:
        """Return a copy."""
        copied = PageImage(self._page, self.resolution)
        copied._boxes = list(self._boxes)
        return copied

    def save(self, dest: str | os.PathLike[str] | IO[bytes], format: str = "PNG", **settings: Any) -> None:
        """Write the picture as PNG."""
        if format.upper() != "PNG":
            raise ValueError("only PNG is written")
        data = self._repr_png_()
        if isinstance(dest, (str, os.PathLike)):
            Path(dest).write_bytes(data)
        else:
            dest.write(data)

    def _repr_png_(self) -> bytes:
        return self._page.render(self.resolution, boxes=self._boxes)


def _bbox(shape: Bbox | dict[str, Any]) -> Bbox:
    if isinstance(shape, dict):
        return (shape["x0"], shape["top"], shape["x1"], shape["bottom"])
    return shape


def _color(color: str | None) -> tuple[float, ...]:
    if color is None:
        return (0,)
    return tuple(round(int(color[at : at + 2], 16) / 255, 4) for at in (1, 3, 5))


def _rows(table: Table) -> list[list[str | None]]:
    rows: list[list[str | None]] = [[None] * table.column_count for _ in range(table.row_count)]
    for cell in table.cells:
        rows[cell.row][cell.column] = cell.text
    return rows


def open(  # noqa: A001
    path_or_fp: str | os.PathLike[str] | IO[bytes] | bytes,
    pages: Sequence[int] | None = None,
    password: str | None = None,
    **settings: Any,
) -> PDF:
    """Open a PDF; `pages` are counted from 1."""
    return PDF(_document.open(path_or_fp, password=password), pages)
