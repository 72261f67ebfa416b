"""Types that several modules use."""

from __future__ import annotations

from os import PathLike
from typing import IO, Literal, TypeAlias

Bbox: TypeAlias = tuple[float, float, float, float]
"""A box `(x0, y0, x1, y1)` in points from the top left corner of the page as shown, y down."""

Source: TypeAlias = "str | PathLike[str] | bytes | bytearray | memoryview | IO[bytes]"
"""A document: a path, its bytes, or a file object that is open for reading bytes."""

Pages: TypeAlias = "str | int | range | list[int] | tuple[int, ...] | None"
"""Pages: ranges counted from 1 such as `"1-5,last"`, or page indices counted from 0; `None` selects all."""

Hidden: TypeAlias = Literal["drop", "mark", "keep", "only"]
"""The handling of text that a person does not see."""

Order: TypeAlias = Literal["reading", "physical", "drawing"]
"""The order of plain text."""

Detail: TypeAlias = Literal["page", "block", "line", "span", "word", "glyph"]
"""The level of detail of records."""

Status: TypeAlias = Literal["ok", "partial", "failed"]
"""The outcome of a document: `partial` if content of the file is missing from the result."""
