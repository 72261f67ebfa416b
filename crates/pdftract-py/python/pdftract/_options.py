"""Options of the compiled part, as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from ._native import NativeOptions
from ._types import Bbox, Detail, Hidden, Order, Source

_HIDDEN = {"drop": "Drop", "mark": "Mark", "keep": "Keep", "only": "Only"}
_ORDER = {"reading": "Reading", "physical": "Physical", "drawing": "Drawing"}
_DETAIL = {
    "page": "Pages",
    "block": "Blocks",
    "line": "Lines",
    "span": "Spans",
    "word": "Words",
    "glyph": "Glyphs",
}


def _chosen(names: Mapping[str, str], value: str, option: str) -> str:
    try:
        return names[value]
    except KeyError:
        raise ValueError(f"{option} must be one of {', '.join(names)}, not {value!r}") from None


@lru_cache(maxsize=64)
def extract_options(
    *,
    hidden: Hidden = "drop",
    order: Order = "reading",
    detail: Detail = "span",
    reflow: bool = False,
    running_heads: bool = False,
    page_markers: bool = False,
    page_separator: str = "\f",
    area: Bbox | None = None,
    max_tokens: int = 512,
    overlap_tokens: int = 0,
) -> NativeOptions:
    """Return parsed options."""
    options: dict[str, Any] = {
        "hidden": _chosen(_HIDDEN, hidden, "hidden"),
        "order": _chosen(_ORDER, order, "order"),
        "detail": _chosen(_DETAIL, detail, "detail"),
        "lines": "Reflow" if reflow else "Keep",
        "running_heads": "keep" if running_heads else "mark",
        "page_separator": page_separator,
        "markdown": {"page_markers": page_markers},
        "chunks": {"max_tokens": max_tokens, "overlap_tokens": overlap_tokens},
    }
    if area is not None:
        options["area"] = list(area)
    return NativeOptions(json.dumps(options))


def _paths(paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str]) -> list[str]:
    if isinstance(paths, (str, os.PathLike)):
        return [os.fspath(paths)]
    return [os.fspath(path) for path in paths]


def opening(
    *,
    password: str | None = None,
    time_limit: float | None = None,
    limits: Mapping[str, int] | None = None,
    font_maps: Sequence[str | os.PathLike[str]] = (),
    font_dbs: Sequence[str | os.PathLike[str]] = (),
    ocr: bool | str | Mapping[str, Any] | None = None,
) -> str:
    """Return the options for opening documents as JSON."""
    options: dict[str, Any] = {
        "password": password,
        "time_limit": time_limit,
        "font_maps": _paths(font_maps),
        "font_dbs": _paths(font_dbs),
    }
    if limits:
        unknown = sorted(set(limits) - LIMITS)
        if unknown:
            raise ValueError(f"unknown limits: {', '.join(unknown)}")
        options["limits"] = dict(limits)
    if ocr:
        options["ocr"] = _recognition(ocr)
    return json.dumps(options)


def _recognition(ocr: bool | str | Mapping[str, Any]) -> dict[str, Any]:
    if ocr is True:
        return {"mode": "auto"}
    if isinstance(ocr, str):
        return {"mode": ocr}
    sent: dict[str, Any] = {"mode": "auto", **cast("Mapping[str, Any]", ocr)}
    languages = sent.get("languages")
    if isinstance(languages, str):
        sent["languages"] = [name for name in languages.replace("+", ",").split(",") if name]
    command = sent.get("command")
    if isinstance(command, str):
        sent["command"] = command.split()
    return sent


def native_source(source: Source) -> str | os.PathLike[str] | bytes | bytearray | memoryview:
    """Return a path or bytes; file objects are read from their current position."""
    if isinstance(source, (str, bytes, bytearray, memoryview, os.PathLike)):
        return source
    read = getattr(source, "read", None)
    if read is None:
        raise TypeError(f"expected a path, bytes or a file object, not {type(source).__name__}")
    data: object = read()
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError("the file object must be opened in binary mode")
    return cast("bytes | bytearray | memoryview", data)


LIMITS = frozenset(
    {
        "input_bytes",
        "header_search_bytes",
        "nesting",
        "elements_per_object",
        "elements_per_document",
        "reference_hops",
        "object_number",
        "xref_entries",
        "xref_sections",
        "number_bytes",
        "name_bytes",
        "string_bytes",
        "filters_per_stream",
        "stream_bytes",
        "xmp_bytes",
        "document_bytes",
        "memory_bytes",
        "predictor_row_bytes",
        "pages",
        "page_tree_depth",
        "contents_pieces",
        "content_bytes",
        "operators_per_page",
        "forms_per_page",
        "form_depth",
        "operators_per_glyph",
        "glyph_bytes",
        "type3_form_depth",
        "saved_states",
        "glyphs_per_page",
        "text_bytes_per_page",
        "repeated_glyphs",
        "font_steps",
        "tree_depth",
        "tree_items",
        "structure_items",
        "structure_depth",
        "object_cache_bytes",
        "object_stream_cache_bytes",
        "diagnostics",
        "picture_pixels",
        "picture_bytes",
        "picture_objects",
        "image_pixels",
        "picture_seconds",
        "recognition_seconds",
        "recognition_bytes",
    }
)
"""The names of limits; `Limits` of the library describes them."""
