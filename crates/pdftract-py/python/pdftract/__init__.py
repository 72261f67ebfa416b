"""Text from PDF files, with a measure of how far it can be trusted.

>>> import pdftract
>>> with pdftract.open("report.pdf") as doc:  # doctest: +SKIP
...     for page in doc:
...         print(page.page_number, page.readability.score, page.text)
"""

from __future__ import annotations

import json as _json

from . import _native
from ._document import Document, open
from ._errors import (
    AttachmentError,
    CancelledError,
    ClosedError,
    ImageError,
    InternalError,
    LimitError,
    NotPdfError,
    PasswordError,
    PasswordNeededError,
    PdftractError,
    RenderError,
    RepairError,
    SearchError,
    TimeLimitError,
    UnreadableError,
    UnsupportedEncryptionError,
    WrongPasswordError,
)
from ._many import Result, extract_many
from ._native import SCHEMA_VERSION, Block, Cell, Glyph, Line, Link, Span, Word, __version__
from ._page import Page
from ._records import (
    Alternative,
    Annotation,
    Attachment,
    Check,
    Chunk,
    ChunkPage,
    Diagnostic,
    Explanation,
    FieldOption,
    FormField,
    Hit,
    HitPart,
    Image,
    ImageData,
    Metadata,
    OutlineItem,
    PageCheck,
    Readability,
    Record,
    RepairedFont,
    RepairReport,
    Rung,
    TextQuality,
    Widget,
)
from ._records import made as _made
from ._table import Table
from ._types import Bbox, Detail, Hidden, Order, Pages, Source, Status

__all__ = [
    "SCHEMA_VERSION",
    "Alternative",
    "Annotation",
    "Attachment",
    "AttachmentError",
    "Bbox",
    "Block",
    "CancelledError",
    "Cell",
    "Check",
    "Chunk",
    "ChunkPage",
    "ClosedError",
    "Detail",
    "Diagnostic",
    "Document",
    "Explanation",
    "FieldOption",
    "FormField",
    "Glyph",
    "Hidden",
    "Hit",
    "HitPart",
    "Image",
    "ImageData",
    "ImageError",
    "InternalError",
    "LimitError",
    "Line",
    "Link",
    "Metadata",
    "NotPdfError",
    "Order",
    "OutlineItem",
    "Page",
    "PageCheck",
    "Pages",
    "PasswordError",
    "PasswordNeededError",
    "PdftractError",
    "Readability",
    "Record",
    "RenderError",
    "RepairError",
    "RepairReport",
    "RepairedFont",
    "Result",
    "Rung",
    "SearchError",
    "Source",
    "Span",
    "Status",
    "Table",
    "TextQuality",
    "TimeLimitError",
    "UnreadableError",
    "UnsupportedEncryptionError",
    "Widget",
    "Word",
    "WrongPasswordError",
    "__version__",
    "extract_many",
    "open",
    "quality",
]


def quality(text: str) -> TextQuality:
    """Judge whether a plain text is readable or garbled, whatever it was extracted with."""
    return _made(TextQuality, _json.loads(_native.judge(text)))
