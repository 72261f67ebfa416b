"""The shape of pymupdf4llm's `to_markdown(page_chunks=True)`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .pymupdf import metadata_of

if TYPE_CHECKING:
    from .._document import Document

_CLASSES = {
    "title": "title",
    "heading": "section-header",
    "paragraph": "text",
    "block_quote": "text",
    "form_field": "text",
    "list_item": "list-item",
    "table": "table",
    "figure": "picture",
    "caption": "caption",
    "formula": "formula",
    "code": "code",
    "footnote": "footnote",
    "header": "page-header",
    "footer": "page-footer",
    "page_number": "page-footer",
    "line_number": "text",
    "watermark": "text",
}


def page_chunks_of(document: Document, pages: list[tuple[int, str, str]]) -> list[dict[str, Any]]:
    """Return one dictionary for each page."""
    metadata = metadata_of(document)
    outline = [
        [item.level + 1, item.title, -1 if item.page_number is None else item.page_number]
        for item in document.outline
    ]
    chunks: list[dict[str, Any]] = []
    for page_index, text, blocks in pages:
        boxes = [
            {
                "index": index,
                "class": _CLASSES.get(block["role"], "text"),
                "bbox": tuple(block["bbox"]),
                "pos": (block["start"], block["end"]),
            }
            for index, block in enumerate(json.loads(blocks))
        ]
        chunks.append(
            {
                "metadata": {
                    **metadata,
                    "file_path": document.name or "",
                    "page_count": len(document),
                    "page_number": page_index + 1,
                },
                "toc_items": [item for item in outline if item[2] == page_index + 1],
                "page_boxes": boxes,
                "text": text,
            }
        )
    return chunks
