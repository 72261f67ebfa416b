"""Pages of documents."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from ._native import Block, Glyph, Line, Link, NativeDocument, NativeOptions, NativePage, Word
from ._options import extract_options
from ._records import (
    Alternative,
    Annotation,
    Diagnostic,
    Explanation,
    Hit,
    HitPart,
    Image,
    ImageData,
    Readability,
    Rung,
    diagnostics_of,
    made,
)
from ._table import Table
from ._types import Bbox, Hidden, Order

if TYPE_CHECKING:
    from ._document import Document

_T = TypeVar("_T")
Boxes = Literal["words", "lines", "blocks", "tables"]
_COLORS: dict[str, tuple[int, int, int]] = {
    "words": (44, 160, 44),
    "lines": (31, 119, 180),
    "blocks": (214, 39, 40),
    "tables": (148, 103, 189),
}


class Page:
    """A page, or a part of one after `crop`. Everything is read when it is first asked for, and then kept."""

    __slots__ = ("_area", "_document", "_kept", "_page_index")

    def __init__(self, document: Document, page_index: int, area: Bbox | None = None) -> None:
        self._document = document
        self._page_index = page_index
        self._area = area
        self._kept: dict[str, Any] = {}

    @property
    def document(self) -> Document:
        """The document of the page."""
        return self._document

    @property
    def page_index(self) -> int:
        """The index of the page, counted from 0."""
        return self._page_index

    @property
    def page_number(self) -> int:
        """The number of the page, counted from 1."""
        return self._page_index + 1

    def _keep(self, name: str, make: Callable[[], _T]) -> _T:
        try:
            return cast("_T", self._kept[name])
        except KeyError:
            value = self._kept[name] = make()
            return value

    @property
    def _native(self) -> NativeDocument:
        return self._document._native

    def _options(self, **options: Any) -> NativeOptions:
        return extract_options(area=self._area, **options)

    @property
    def _size(self) -> tuple[float, float, int, str | None]:
        return self._keep("size", lambda: self._native.page_facts(self._page_index))

    @property
    def width(self) -> float:
        """The width as shown, in points."""
        return self._size[0]

    @property
    def height(self) -> float:
        """The height as shown, in points."""
        return self._size[1]

    @property
    def rotation(self) -> int:
        """The clockwise rotation when shown, in degrees."""
        return self._size[2]

    @property
    def page_label(self) -> str | None:
        """The label shown to readers, such as `iv`; `None` if the file defines none."""
        return self._size[3]

    @property
    def bbox(self) -> Bbox:
        """The box of the page, or of the part that `crop` has selected."""
        return self._area or (0.0, 0.0, self.width, self.height)

    @property
    def text(self) -> str:
        """The text in reading order, without running headers, footers and page numbers."""
        options = self._options
        return self._keep("text", lambda: self._native.page_text(self._page_index, options()))

    def get_text(
        self,
        *,
        order: Order = "reading",
        hidden: Hidden = "drop",
        reflow: bool = False,
        running_heads: bool = False,
    ) -> str:
        """Return the text with other options than those of `text`."""
        options = self._options(order=order, hidden=hidden, reflow=reflow, running_heads=running_heads)
        return self._native.page_text(self._page_index, options)

    def markdown(self, *, hidden: Hidden = "drop", running_heads: bool = False) -> str:
        """Return the page as Markdown."""
        options = self._options(hidden=hidden, running_heads=running_heads)
        return self._native.page_markdown(self._page_index, options)

    @property
    def _record(self) -> NativePage:
        options = self._options
        return self._keep("record", lambda: self._native.page(self._page_index, options(detail="word")))

    @property
    def _facts(self) -> dict[str, Any]:
        def facts() -> dict[str, Any]:
            return cast("dict[str, Any]", json.loads(self._record.facts()))

        return self._keep("facts", facts)

    @property
    def words(self) -> list[Word]:
        """The words in reading order."""
        return self._keep("words", lambda: self._record.words())

    @property
    def lines(self) -> list[Line]:
        """The lines in reading order."""
        return self._keep("lines", lambda: self._record.lines())

    @property
    def blocks(self) -> list[Block]:
        """The blocks in reading order: paragraphs, headings, list items, tables."""
        return self._keep("blocks", lambda: self._record.blocks())

    @property
    def tables(self) -> list[Table]:
        """The tables."""
        return self._keep("tables", lambda: self._record.tables())

    @property
    def glyphs(self) -> list[Glyph]:
        """The glyphs in reading order."""

        def glyphs() -> list[Glyph]:
            return self._native.page(self._page_index, self._options(detail="glyph")).glyphs()

        return self._keep("glyphs", glyphs)

    @property
    def images(self) -> list[Image]:
        """The images that the page draws, in drawing order."""

        def images() -> list[Image]:
            found = json.loads(self._native.images(self._page_index))
            records = [
                made(
                    Image,
                    image,
                    image_index=index,
                    page_index=self._page_index,
                    bbox=_rounded(image["bbox"]),
                    matrix=tuple(round(number, 4) for number in image["matrix"]),
                )
                for index, image in enumerate(found)
            ]
            return [image for image in records if self._touches(image.bbox)]

        return self._keep("images", images)

    def read_image(self, image: Image | int, *, stored: bool = False) -> ImageData:
        """Return the data of an image: JPEG and JPEG 2000 as stored, everything else as PNG.

        With `stored`, the data is as in the file, without general compression.
        """
        index = image if isinstance(image, int) else image.image_index
        return ImageData(*self._native.image_bytes(self._page_index, index, stored))

    @property
    def links(self) -> list[Link]:
        """The links of the page, with their boxes and targets."""

        def links() -> list[Link]:
            found = self._native.links(self._page_index)
            return [link for link in found if link.bbox is None or self._touches(link.bbox)]

        return self._keep("links", links)

    @property
    def annotations(self) -> list[Annotation]:
        """Notes, highlights and stamps."""

        def annotations() -> list[Annotation]:
            found = [
                made(Annotation, item, bbox=_box(item.get("bbox"))) for item in self._facts.get("annotations", [])
            ]
            return [note for note in found if note.bbox is None or self._touches(note.bbox)]

        return self._keep("annotations", annotations)

    @property
    def readability(self) -> Readability:
        """How far the text of the page can be trusted."""
        return self._keep("readability", lambda: made(Readability, self._facts["readability"]))

    @property
    def needs_ocr(self) -> bool:
        """True if OCR of the page would give better text."""
        return self.readability.ocr_recommended

    @property
    def page_type(self) -> str:
        """The kind of page: `text`, `scanned`, `mixed`, `broken_text` or `blank`."""
        return cast("str", self._facts["page_type"])

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Losses and repairs on this page."""
        return diagnostics_of(self._facts["diagnostics"])

    def _touches(self, bbox: Bbox) -> bool:
        if self._area is None:
            return True
        x0, y0, x1, y1 = self._area
        return bbox[0] < x1 and bbox[2] > x0 and bbox[1] < y1 and bbox[3] > y0

    def crop(self, bbox: Bbox) -> Page:
        """Return the part of the page in a box: text whose centre is in it. Coordinates stay those of the page."""
        x0, y0, x1, y1 = bbox
        left, top, right, bottom = self.bbox
        area = (max(x0, left), max(y0, top), min(x1, right), min(y1, bottom))
        if area[0] >= area[2] or area[1] >= area[3]:
            raise ValueError(f"the box {bbox} is empty or outside the page, which is {self.bbox}")
        return Page(self._document, self._page_index, area)

    def search(
        self,
        pattern: str,
        *,
        regex: bool = False,
        ignore_case: bool = False,
        ignore_diacritics: bool = False,
        whole_words: bool = False,
    ) -> list[Hit]:
        """Find a text or a regular expression, across line ends and hyphens."""
        found = self._native.search(
            self._page_index, pattern, regex, ignore_case, ignore_diacritics, whole_words, self._options()
        )
        return [_hit(item) for item in json.loads(found)]

    def render(self, dpi: float = 150.0, *, boxes: Boxes | list[Bbox] | None = None) -> bytes:
        """Return a picture of the page as PNG, with frames around words, lines, blocks, tables or given boxes."""
        frames: list[tuple[Bbox, tuple[int, int, int]]] = []
        if isinstance(boxes, str):
            if boxes not in _COLORS:
                raise ValueError(f"boxes must be one of {', '.join(_COLORS)}, or a list of boxes")
            records: list[Word] | list[Line] | list[Block] | list[Table] = getattr(self, boxes)
            frames = [(record.bbox, _COLORS[boxes]) for record in records]
        elif boxes is not None:
            frames = [(bbox, _COLORS["blocks"]) for bbox in boxes]
        return self._native.render(self._page_index, dpi, frames, self._area)[0]

    def explain(
        self, text: str | None = None, *, at: tuple[float, float] | None = None, glyph: Glyph | None = None
    ) -> list[Explanation]:
        """Explain why glyphs have their text: those that show a text, the one at a position, or a glyph."""
        if glyph is not None:
            x0, y0, x1, y1 = glyph.bbox
            at = ((x0 + x1) / 2, (y0 + y1) / 2)
        if (text is None) == (at is None):
            raise TypeError("give a text, a position or a glyph")
        return [_explanation(item) for item in json.loads(self._native.explain(self._page_index, at, text))]

    def to_dict(self) -> dict[str, Any]:
        """Return the record of the page as in the JSON output, without joins to other pages."""
        written = self._native.written("json", [self._page_index], self._options(), 1)
        return cast("dict[str, Any]", json.loads(written)["pages"][0])

    def __repr__(self) -> str:
        if self._document.closed:
            return f"<pdftract.Page page_index={self._page_index} of a closed document>"
        part = f" crop={self._area}" if self._area else ""
        return f"<pdftract.Page page_index={self._page_index} {self.width:g}x{self.height:g}{part}>"

    def _repr_png_(self) -> bytes:
        return self.render(96.0, boxes="blocks")

    def _repr_html_(self) -> str:
        x0, y0, x1, y1 = self.bbox
        width, height = x1 - x0, y1 - y0
        picture = base64.b64encode(self.render(96.0)).decode("ascii")
        shapes = "".join(
            f'<rect x="{block.bbox[0] - x0:g}" y="{block.bbox[1] - y0:g}"'
            f' width="{block.bbox[2] - block.bbox[0]:g}" height="{block.bbox[3] - block.bbox[1]:g}"'
            f' fill="none" stroke="#d62728" stroke-width="0.7"><title>{escape(block.id)}'
            f" {escape(block.role)} {block.score:g}: {escape(block.text[:200])}</title></rect>"
            for block in self.blocks
        )
        return (
            f'<figure style="margin:0"><svg xmlns="http://www.w3.org/2000/svg"'
            f' viewBox="0 0 {width:g} {height:g}" style="width:100%;max-width:{width * 96 / 72:.0f}px;'
            f'border:1px solid #ccc" pointer-events="all"><image href="data:image/png;base64,{picture}"'
            f' width="{width:g}" height="{height:g}"/>{shapes}</svg>'
            f"<figcaption>page {self.page_number}: {escape(self.page_type)},"
            f" score {self.readability.score:g}</figcaption></figure>"
        )


def _box(bbox: list[float] | None) -> Bbox | None:
    if bbox is None:
        return None
    x0, y0, x1, y1 = bbox
    return (x0, y0, x1, y1)


def _rounded(bbox: list[float]) -> Bbox:
    x0, y0, x1, y1 = (round(edge, 2) for edge in bbox)
    return (x0, y0, x1, y1)


def _hit(data: dict[str, Any]) -> Hit:
    parts = tuple(made(HitPart, part, bbox=_box(part["bbox"])) for part in data["parts"])
    return made(Hit, data, parts=parts)


def _explanation(data: dict[str, Any]) -> Explanation:
    return made(
        Explanation,
        data,
        bbox=_box(data["bbox"]),
        rungs=tuple(made(Rung, rung) for rung in data["rungs"]),
        alternatives=tuple(made(Alternative, other) for other in data["alternatives"]),
    )
