"""The compiled part of the package. Only the records are public, as attributes of `pdftract`."""

from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from typing import Any, ClassVar, Literal, TypeAlias, final

from typing_extensions import Buffer

from ._table import Table
from ._types import Bbox

__all__ = [
    "ArrowSource",
    "run_command",
    "NativeDocument",
    "open",
    "panic_inside",
    "NativeOptions",
    "NativePage",
    "NativePool",
    "judge",
    "Block",
    "Cell",
    "Glyph",
    "Line",
    "Link",
    "Span",
    "Word",
    "__version__",
    "SCHEMA_VERSION",
]

__version__: str
SCHEMA_VERSION: str

_Source: TypeAlias = str | PathLike[str] | Buffer

@final
class Word:
    """A word of a line: characters without white space between them."""

    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        text: str,
        bbox: Bbox,
        page_index: int,
        block_id: str,
        block_index: int,
        line_index: int,
        word_index: int,
        start: int,
        end: int,
    ) -> Word: ...
    @property
    def text(self) -> str:
        """The text."""
    @property
    def bbox(self) -> Bbox:
        """The box `(x0, y0, x1, y1)` in points from the top left corner of the page, y down."""
    @property
    def page_index(self) -> int:
        """The page, counted from 0."""
    @property
    def block_id(self) -> str:
        """The block of the word."""
    @property
    def block_index(self) -> int:
        """The index of the block on its page, from 0."""
    @property
    def line_index(self) -> int:
        """The index of the line in its block, from 0."""
    @property
    def word_index(self) -> int:
        """The index of the word in its line, from 0."""
    @property
    def start(self) -> int:
        """The start in the text of the block, in characters."""
    @property
    def end(self) -> int:
        """The end in the text of the block."""
    @property
    def page_number(self) -> int:
        """The page, counted from 1."""
    @property
    def x0(self) -> float:
        """The left edge."""
    @property
    def y0(self) -> float:
        """The top edge."""
    @property
    def x1(self) -> float:
        """The right edge."""
    @property
    def y1(self) -> float:
        """The bottom edge."""
    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data: dictionaries, lists, strings and numbers."""
    def __reduce__(self) -> tuple[type[Word], tuple[Any, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Glyph:
    """A glyph as the page shows it."""

    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        text: str,
        bbox: Bbox,
        page_index: int,
        block_id: str,
        block_index: int,
        line_index: int,
        span_index: int,
        code: int,
        glyph_name: str | None,
        unicode_source: str,
        confidence: float,
        advance: float,
        font: str,
        size: float,
        color: str | None,
        direction: str,
        alternatives: tuple[str, ...],
    ) -> Glyph: ...
    @property
    def text(self) -> str:
        """The text of the glyph."""
    @property
    def bbox(self) -> Bbox:
        """The box of the glyph cell."""
    @property
    def page_index(self) -> int:
        """The page, counted from 0."""
    @property
    def block_id(self) -> str:
        """The block of the glyph."""
    @property
    def block_index(self) -> int:
        """The index of the block on its page, from 0."""
    @property
    def line_index(self) -> int:
        """The index of the line in its block, from 0."""
    @property
    def span_index(self) -> int:
        """The index of the span in its line, from 0."""
    @property
    def code(self) -> int:
        """The character code in the font."""
    @property
    def glyph_name(self) -> str | None:
        """The name of the glyph in the font."""
    @property
    def unicode_source(self) -> str:
        """The source of the text."""
    @property
    def confidence(self) -> float:
        """The confidence in the text, from 0 to 1."""
    @property
    def advance(self) -> float:
        """The advance in points."""
    @property
    def font(self) -> str:
        """The name of the font, without subset tag."""
    @property
    def size(self) -> float:
        """The font size as shown, in points."""
    @property
    def color(self) -> str | None:
        """The fill colour as `#rrggbb`; `None` for black and for colours that are not converted."""
    @property
    def direction(self) -> str:
        """The writing direction."""
    @property
    def alternatives(self) -> tuple[str, ...]:
        """Alternative texts."""
    @property
    def page_number(self) -> int:
        """The page, counted from 1."""
    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data: dictionaries, lists, strings and numbers."""
    def __reduce__(self) -> tuple[type[Glyph], tuple[Any, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Link:
    """A link on a page, with its target."""

    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        bbox: Bbox | None,
        uri: str | None,
        target_page_index: int | None,
        action: str | None,
    ) -> Link: ...
    @property
    def bbox(self) -> Bbox | None:
        """The box on the page; `None` for the link of a span or block, which have boxes."""
    @property
    def uri(self) -> str | None:
        """The target URI. It is never opened."""
    @property
    def target_page_index(self) -> int | None:
        """The target page in this document, counted from 0."""
    @property
    def action(self) -> str | None:
        """The type of any other action, such as `GoToR`. It is never executed."""
    @property
    def target_page_number(self) -> int | None:
        """The target page in this document, counted from 1."""
    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data: dictionaries, lists, strings and numbers."""
    def __reduce__(self) -> tuple[type[Link], tuple[Any, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Span:
    """Consecutive characters of a line that share font, size, visibility, direction, source and link."""

    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        text: str,
        bbox: Bbox,
        start: int,
        end: int,
        raw_text: str | None,
        font: str,
        font_type: str,
        size: float,
        weight: int,
        italic: bool,
        monospace: bool,
        serif: bool | None,
        color: str | None,
        rendering_mode: int,
        visibility: str,
        unicode_source: str,
        confidence: float,
        min_confidence: float,
        quality: str,
        readable: bool,
        quality_signals: tuple[str, ...],
        ambiguous: bool,
        ocr_text: str | None,
        lang: str | None,
        script: str | None,
        direction: str,
        baseline_shift: str | None,
        role: str | None,
        link: Link | None,
    ) -> Span: ...
    @property
    def text(self) -> str:
        """The text."""
    @property
    def bbox(self) -> Bbox:
        """The bounding box."""
    @property
    def start(self) -> int:
        """The start in the text of the block, in characters."""
    @property
    def end(self) -> int:
        """The end in the text of the block."""
    @property
    def raw_text(self) -> str | None:
        """The text before cleaning, if it differs."""
    @property
    def font(self) -> str:
        """The name of the font, without subset tag."""
    @property
    def font_type(self) -> str:
        """The kind of the font."""
    @property
    def size(self) -> float:
        """The font size as shown, in points."""
    @property
    def weight(self) -> int:
        """The font weight from 100 to 900; 400 is regular, 700 bold."""
    @property
    def italic(self) -> bool:
        """True if the font is italic or oblique."""
    @property
    def monospace(self) -> bool:
        """True if the font is monospaced."""
    @property
    def serif(self) -> bool | None:
        """True if the font has serifs; `None` if unknown."""
    @property
    def color(self) -> str | None:
        """The fill colour as `#rrggbb`; `None` for black and for colours that are not converted."""
    @property
    def rendering_mode(self) -> int:
        """The text rendering mode of PDF, 0 to 7."""
    @property
    def visibility(self) -> str:
        """The visibility on the page."""
    @property
    def unicode_source(self) -> str:
        """The source of the Unicode of most characters."""
    @property
    def confidence(self) -> float:
        """The confidence in the text, from 0 to 1."""
    @property
    def min_confidence(self) -> float:
        """The confidence of the least certain character."""
    @property
    def quality(self) -> str:
        """The quality of the text: `high`, `medium`, `low` or `garbled`."""
    @property
    def readable(self) -> bool:
        """True if the quality is good enough to be read."""
    @property
    def quality_signals(self) -> tuple[str, ...]:
        """The evidence against it."""
    @property
    def ambiguous(self) -> bool:
        """True if some characters have equally likely alternatives."""
    @property
    def ocr_text(self) -> str | None:
        """The text recognised by OCR at its position."""
    @property
    def lang(self) -> str | None:
        """The language, if known (BCP 47)."""
    @property
    def script(self) -> str | None:
        """The script, if known (ISO 15924)."""
    @property
    def direction(self) -> str:
        """The writing direction."""
    @property
    def baseline_shift(self) -> str | None:
        """`superscript` or `subscript`."""
    @property
    def role(self) -> str | None:
        """The role relative to the surrounding text, such as `ruby`."""
    @property
    def link(self) -> Link | None:
        """The link target."""
    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data: dictionaries, lists, strings and numbers."""
    def __reduce__(self) -> tuple[type[Span], tuple[Any, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Line:
    """A line of a block."""

    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        text: str,
        bbox: Bbox,
        page_index: int,
        block_id: str,
        block_index: int,
        line_index: int,
        hard_break: bool,
        spans: tuple[Span, ...],
        words: tuple[Word, ...],
    ) -> Line: ...
    @property
    def text(self) -> str:
        """The text."""
    @property
    def bbox(self) -> Bbox:
        """The bounding box."""
    @property
    def page_index(self) -> int:
        """The page, counted from 0."""
    @property
    def block_id(self) -> str:
        """The block of the line."""
    @property
    def block_index(self) -> int:
        """The index of the block on its page, from 0."""
    @property
    def line_index(self) -> int:
        """The index of the line in its block, from 0."""
    @property
    def hard_break(self) -> bool:
        """True if the line break after it is intended, as in an address."""
    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans in reading order."""
    @property
    def words(self) -> tuple[Word, ...]:
        """The words in reading order."""
    @property
    def page_number(self) -> int:
        """The page, counted from 1."""
    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data: dictionaries, lists, strings and numbers."""
    def __reduce__(self) -> tuple[type[Line], tuple[Any, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Block:
    """A block of lines, such as a paragraph, a heading or a table."""

    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        id: str,
        role: str,
        text: str,
        bbox: Bbox,
        page_index: int,
        block_index: int,
        level: int | None,
        score: float,
        evidence: tuple[str, ...],
        continues: str | None,
        list_marker: str | None,
        list_depth: int | None,
        link: Link | None,
        lang: str | None,
        lines: tuple[Line, ...],
        table: Table | None,
    ) -> Block: ...
    @property
    def id(self) -> str:
        """The identifier, made of the page number and the block number, both from 1: `p1-b3`."""
    @property
    def role(self) -> str:
        """The role, such as `heading`, `paragraph` or `table`."""
    @property
    def text(self) -> str:
        """The text, with a newline between lines; in a table a tab between cells."""
    @property
    def bbox(self) -> Bbox:
        """The bounding box."""
    @property
    def page_index(self) -> int:
        """The page, counted from 0."""
    @property
    def block_index(self) -> int:
        """The index of the block on its page, from 0."""
    @property
    def level(self) -> int | None:
        """The level of a heading, from 1."""
    @property
    def score(self) -> float:
        """The trustworthiness of the text, from 0 to 1."""
    @property
    def evidence(self) -> tuple[str, ...]:
        """The evidence for the role, strongest first."""
    @property
    def continues(self) -> str | None:
        """The block whose paragraph or code continues here."""
    @property
    def list_marker(self) -> str | None:
        """The marker of a list item, such as `•` or `3.`."""
    @property
    def list_depth(self) -> int | None:
        """The nesting depth of a list item, from 1."""
    @property
    def link(self) -> Link | None:
        """The link target, if the whole block is one link."""
    @property
    def lang(self) -> str | None:
        """The language, if known (BCP 47)."""
    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines; in a table, those of all cells in the order of cells."""
    @property
    def table(self) -> Table | None:
        """The table, if the block is one."""
    @property
    def page_number(self) -> int:
        """The page, counted from 1."""
    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data: dictionaries, lists, strings and numbers."""
    def __reduce__(self) -> tuple[type[Block], tuple[Any, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Cell:
    """A cell of a table."""

    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        text: str,
        bbox: Bbox,
        row: int,
        column: int,
        row_span: int,
        column_span: int,
        header: bool,
        start: int,
        end: int,
    ) -> Cell: ...
    @property
    def text(self) -> str:
        """The text on one line."""
    @property
    def bbox(self) -> Bbox:
        """The bounding box."""
    @property
    def row(self) -> int:
        """The first row, from 0."""
    @property
    def column(self) -> int:
        """The first column, from 0."""
    @property
    def row_span(self) -> int:
        """The number of rows spanned."""
    @property
    def column_span(self) -> int:
        """The number of columns spanned."""
    @property
    def header(self) -> bool:
        """True if the cell is part of the header."""
    @property
    def start(self) -> int:
        """The start of its text in the text of the block, in characters."""
    @property
    def end(self) -> int:
        """The end of its text in the text of the block."""
    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data: dictionaries, lists, strings and numbers."""
    def __reduce__(self) -> tuple[type[Cell], tuple[Any, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

_Facts: TypeAlias = tuple[float, float, int, str | None]
_Frame: TypeAlias = tuple[Sequence[float], Sequence[int]]
_Result: TypeAlias = tuple[
    int, Exception | None, Literal["ok", "partial", "failed"], list[str | None], list[str] | None, str | None
]

def open(source: _Source, options: str) -> NativeDocument: ...
def judge(text: str) -> str: ...
def run_command(arguments: Sequence[str], program: str, program_arguments: Sequence[str]) -> None: ...
def panic_inside() -> None: ...
@final
class NativeOptions:
    def __new__(cls, json: str) -> NativeOptions: ...

@final
class NativePage:
    def facts(self) -> str: ...
    def words(self) -> list[Word]: ...
    def glyphs(self) -> list[Glyph]: ...
    def lines(self) -> list[Line]: ...
    def blocks(self) -> list[Block]: ...
    def tables(self) -> list[Table]: ...

@final
class NativeDocument:
    @property
    def page_count(self) -> int: ...
    @property
    def byte_count(self) -> int: ...
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...
    def cancel(self) -> None: ...
    def page_indices(self, ranges: str) -> list[int]: ...
    def written(
        self,
        format: Literal["text", "markdown", "json", "ndjson"],
        pages: Sequence[int] | None,
        options: NativeOptions,
        threads: int,
    ) -> str: ...
    def markdown_pages(
        self, pages: Sequence[int] | None, options: NativeOptions, threads: int
    ) -> list[tuple[int, str, str]]: ...
    def page_text(self, page_index: int, options: NativeOptions) -> str: ...
    def page_markdown(self, page_index: int, options: NativeOptions) -> str: ...
    def page(self, page_index: int, options: NativeOptions) -> NativePage: ...
    def page_facts(self, page_index: int) -> _Facts: ...
    def links(self, page_index: int) -> list[Link]: ...
    def images(self, page_index: int) -> str: ...
    def image_bytes(self, page_index: int, image_index: int, stored: bool) -> tuple[str, str, bytes, bool]: ...
    def search(
        self,
        page_index: int,
        pattern: str,
        regex: bool,
        ignore_case: bool,
        ignore_diacritics: bool,
        whole_words: bool,
        options: NativeOptions,
    ) -> str: ...
    def render(
        self, page_index: int, dpi: float, frames: Sequence[_Frame], clip: Bbox | None
    ) -> tuple[bytes, float]: ...
    def explain(self, page_index: int, at: tuple[float, float] | None, text: str | None) -> str: ...
    def metadata(self) -> str: ...
    def outline(self) -> str: ...
    def head(self) -> str: ...
    def attachments(self) -> str: ...
    def attachment_bytes(self, name: str) -> tuple[bytes, bool]: ...
    def diagnostics(self) -> str: ...
    def check(self, pages: Sequence[int] | None, threads: int) -> str: ...
    def chunks(
        self,
        pages: Sequence[int] | None,
        options: NativeOptions,
        counter: Callable[[str], int] | None,
        threads: int,
    ) -> list[str]: ...
    def repair(self, min_confidence: float, force: bool) -> tuple[bytes, str]: ...
    @staticmethod
    def cores() -> int: ...

@final
class NativePool:
    def __new__(
        cls, threads: int, opening: str, options: NativeOptions, outputs: Sequence[str]
    ) -> NativePool: ...
    def submit(self, index: int, source: _Source) -> None: ...
    def next(self) -> _Result: ...
    def close(self) -> None: ...

@final
class ArrowSource:
    def __new__(
        cls,
        items: Iterable[Any] | object,
        granularity: str,
        columns: Sequence[str] | None,
        opening: str,
        options: NativeOptions,
        threads: int,
        batch_documents: int,
        page_ranges: Sequence[tuple[int, int] | None],
        features_only: bool,
        worker: tuple[str, Sequence[str]] | None,
    ) -> ArrowSource: ...
    @property
    def columns(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
