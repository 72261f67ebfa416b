"""Records of documents: frozen, with slots, comparable and picklable."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast

from ._types import Bbox

_R = TypeVar("_R", bound="Record")


def _plain(value: Any) -> Any:
    if isinstance(value, Record) or hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in cast("list[Any]", value)]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in cast("Mapping[str, Any]", value).items()}
    return value


class Record:
    """The base of records that are written in Python."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data: dictionaries, lists, strings and numbers."""
        fields = dataclasses.fields(self)  # type: ignore[arg-type]
        return {field.name: _plain(getattr(self, field.name)) for field in fields}

    def __repr__(self) -> str:
        shown: list[str] = []
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if value is None or value is False or value == () or value == {}:
                continue
            items = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else ()
            if items and hasattr(items[0], "to_dict"):
                shown.append(f"{field.name}=<{len(items)}>")
                continue
            text = repr(cast("object", value))
            shown.append(f"{field.name}={text if len(text) <= 74 else text[:72] + '…' + text[-1]}")
        return f"{type(self).__name__}({', '.join(shown)})"


def made(cls: type[_R], data: Mapping[str, Any], **changed: Any) -> _R:
    """Return a record from parsed JSON; lists become tuples, and fields of later versions are ignored."""
    values: dict[str, Any] = {}
    for field in dataclasses.fields(cls):  # type: ignore[arg-type]
        if field.name in changed:
            values[field.name] = changed[field.name]
        elif field.name in data:
            value = data[field.name]
            values[field.name] = tuple(cast("list[Any]", value)) if isinstance(value, list) else value
    return cls(**values)


@dataclass(frozen=True, slots=True, repr=False)
class Metadata(Record):
    """Title, author, dates and similar entries."""

    title: str | None = None
    author: str | None = None
    subject: str | None = None
    keywords: str | None = None
    creator: str | None = None
    """The program that created the original document."""
    producer: str | None = None
    """The program that produced the PDF."""
    created: str | None = None
    """The creation date, in ISO 8601 if it can be parsed."""
    modified: str | None = None
    custom: Mapping[str, str] = dataclasses.field(default_factory=dict[str, str])
    """Further entries."""
    pdf_a: str | None = None
    """The PDF/A conformance, such as `2b`."""
    pdf_ua: str | None = None
    """The PDF/UA conformance, such as `1`."""
    lang: str | None = None

    def __hash__(self) -> int:
        return hash((self.title, self.author, self.created, tuple(sorted(self.custom.items()))))


@dataclass(frozen=True, slots=True, repr=False)
class OutlineItem(Record):
    """A bookmark."""

    title: str
    level: int
    """The depth, 0 for the top level."""
    page_index: int | None = None
    """The target page, counted from 0."""
    uri: str | None = None
    action: str | None = None
    """The type of any other action. It is never executed."""

    @property
    def page_number(self) -> int | None:
        """The target page, counted from 1."""
        return None if self.page_index is None else self.page_index + 1


@dataclass(frozen=True, slots=True, repr=False)
class FieldOption(Record):
    """An option of a list or combo box."""

    value: str
    label: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Widget(Record):
    """A place where a form field is shown."""

    page_index: int | None = None
    bbox: Bbox | None = None
    on_value: str | None = None
    selected: bool | None = None


@dataclass(frozen=True, slots=True, repr=False)
class FormField(Record):
    """A form field with its value."""

    name: str
    kind: str
    value: str | None = None
    label: str | None = None
    read_only: bool = False
    checked: bool | None = None
    options: tuple[FieldOption, ...] = ()
    widgets: tuple[Widget, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Attachment(Record):
    """An attached file; `Document.read_attachment` returns its data."""

    name: str
    """A name that is safe to save under."""
    stated_name: str | None = None
    description: str | None = None
    mime_type: str | None = None
    stated_size: int | None = None
    stored_size: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Diagnostic(Record):
    """A loss, a repair or a cut, with a stable code."""

    code: str
    severity: Literal["info", "warning", "error"]
    message: str
    page_index: int | None = None
    object: int | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Annotation(Record):
    """A note, a highlight or a stamp on a page."""

    subtype: str
    bbox: Bbox | None = None
    contents: str | None = None
    author: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Image(Record):
    """An image that a page draws; `Page.read_image` returns its data."""

    image_index: int
    """The index among the images of the page, from 0."""
    page_index: int
    bbox: Bbox
    width: int
    """Pixels of a row."""
    height: int
    """Rows of pixels."""
    matrix: tuple[float, ...] = ()
    bits_per_component: int | None = None
    color_space: str = "unknown"
    kind: str = "colors"
    inline: bool = False
    has_mask: bool = False
    filters: tuple[str, ...] = ()
    rotated: bool = False
    clipped: bool = False
    object_number: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class ImageData(Record):
    """The data of an image."""

    format: str
    extension: str
    """The usual file extension, without a dot."""
    data: bytes
    complete: bool
    """False if the image is damaged or truncated."""


@dataclass(frozen=True, slots=True, repr=False)
class Readability(Record):
    """How far the text of a page can be trusted."""

    score: float
    """From 0 to 1. 1 for a blank page, 0 for an image without text."""
    quality: Literal["high", "medium", "low", "garbled"]
    judged: bool
    """False if there was too little text to judge; the score then only means that nothing speaks against it."""
    signals: tuple[str, ...] = ()
    """The evidence against it."""
    ocr_recommended: bool = False
    block_scores: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class PageCheck(Record):
    """The verdict on a page."""

    page_index: int
    page_number: int
    page_type: str
    score: float | None
    """`None` for a blank page."""
    quality: str | None
    judged: bool
    signals: tuple[str, ...]
    needs_ocr: bool
    hidden: int
    """The number of hidden characters that were left out."""
    unmapped: int
    """The number of glyphs without Unicode."""
    by_source: Mapping[str, int]
    """The number of glyphs by the source of their Unicode."""
    empty_because: str | None
    cut: bool
    """True if a limit ended the reading of the page."""

    def __hash__(self) -> int:
        return hash((self.page_index, self.score, self.quality, self.signals))


@dataclass(frozen=True, slots=True, repr=False)
class Check(Record):
    """The verdict on a document. It is true if the text can be trusted."""

    readable: bool
    judged: bool
    score: float
    reasons: tuple[str, ...]
    page_count: int
    pages_needing_ocr: tuple[int, ...]
    """The pages, counted from 0, of which OCR would give better text."""
    pages: tuple[PageCheck, ...]
    diagnostics: tuple[Diagnostic, ...]

    def __bool__(self) -> bool:
        return self.readable


@dataclass(frozen=True, slots=True, repr=False)
class TextQuality(Record):
    """The verdict on a plain text. It is true if the text is readable."""

    verdict: Literal["trusted", "untrusted", "unknown"]
    quality: Literal["high", "medium", "low", "garbled"]
    readable: bool
    judged: bool
    confidence: float
    signals: tuple[str, ...] = ()
    lang: str | None = None
    script: str | None = None
    repaired: str | None = None
    """The text decoded with the right code page, where only that was wrong."""

    def __bool__(self) -> bool:
        return self.readable


@dataclass(frozen=True, slots=True, repr=False)
class ChunkPage(Record):
    """The part of a chunk that is on one page."""

    page_index: int
    page_number: int
    width: float
    height: float
    bboxes: tuple[Bbox, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Chunk(Record):
    """A piece of a document that fits into a budget of tokens and can be cited."""

    id: str
    text: str
    markdown: str
    heading_path: tuple[str, ...]
    block_ids: tuple[str, ...]
    pages: tuple[ChunkPage, ...]
    start: int
    end: int
    context: int
    """The number of characters at the start of `text` that repeat earlier text."""
    tokens: int
    score: float
    needs_ocr: bool
    prev: str | None = None
    next: str | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, repr=False)
class HitPart(Record):
    """The part of a hit on one line."""

    block_id: str
    start: int
    end: int
    bbox: Bbox


@dataclass(frozen=True, slots=True, repr=False)
class Hit(Record):
    """An occurrence of what was searched for."""

    page_index: int
    text: str
    snippet: str
    """The hit with its context."""
    snippet_start: int
    snippet_end: int
    parts: tuple[HitPart, ...]
    """The parts in reading order, one for each line."""

    @property
    def page_number(self) -> int:
        """The page, counted from 1."""
        return self.page_index + 1

    @property
    def bboxes(self) -> tuple[Bbox, ...]:
        """The boxes of the parts."""
        return tuple(part.bbox for part in self.parts)


@dataclass(frozen=True, slots=True, repr=False)
class Rung(Record):
    """The answer of one source of Unicode for a glyph."""

    rung: str
    verdict: Literal["answered", "agrees", "outranked", "refused", "silent"]
    reason: str
    text: str | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Alternative(Record):
    """A character that a glyph looks like."""

    text: str
    chance: float


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Record):
    """Why a glyph has its text: the answer of each source, in the order in which they are tried."""

    text: str
    code: int
    font: str
    unicode_source: str
    confidence: float
    bbox: Bbox
    rungs: tuple[Rung, ...]
    alternatives: tuple[Alternative, ...] = ()
    glyph_name: str | None = None
    outline: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class RepairedFont(Record):
    """A font that got a new map to Unicode."""

    object: int
    name: str
    codes: int
    recovered: int
    left_out: int


@dataclass(frozen=True, slots=True, repr=False)
class RepairReport(Record):
    """The outcome of `Document.repair`. It is true if anything was changed."""

    changed: bool
    fonts: tuple[RepairedFont, ...]
    unreachable_fonts: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.changed


def diagnostics_of(data: list[dict[str, Any]]) -> tuple[Diagnostic, ...]:
    """Return diagnostics from parsed JSON."""
    return tuple(made(Diagnostic, item) for item in data)


def boxes_of(data: list[list[float]]) -> tuple[Bbox, ...]:
    """Return boxes from parsed JSON."""
    return tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in data)


def chunk_of(data: dict[str, Any]) -> Chunk:
    """Return a chunk from parsed JSON."""
    pages = tuple(made(ChunkPage, page, bboxes=boxes_of(page["bboxes"])) for page in data["pages"])
    return made(Chunk, data, pages=pages)
