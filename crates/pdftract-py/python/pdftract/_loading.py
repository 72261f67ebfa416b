"""What the loaders for LangChain, LlamaIndex and Haystack have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from . import _document
from ._records import Chunk
from ._types import Source

Mode: TypeAlias = Literal["page", "document", "chunk"]
Content: TypeAlias = Literal["text", "markdown"]


def pieces(
    source: Source,
    mode: Mode,
    content: Content,
    *,
    max_tokens: int = 512,
    overlap: int = 0,
    **opening: Any,
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the text and the metadata of pages, of chunks, or of the document as a whole. All values are plain JSON."""
    if mode not in ("page", "document", "chunk"):
        raise ValueError(f"mode must be page, document or chunk, not {mode!r}")
    if content not in ("text", "markdown"):
        raise ValueError(f"content must be text or markdown, not {content!r}")
    with _document.open(source, **opening) as document:
        common = _document_metadata(document)
        if mode == "document":
            check = document.check()
            metadata = {
                **common,
                "score": check.score,
                "readable": check.readable,
                "pages_needing_ocr": list(check.pages_needing_ocr),
            }
            yield document.text() if content == "text" else document.markdown(), metadata
        elif mode == "chunk":
            for chunk in document.chunks(max_tokens, overlap=overlap):
                yield chunk.text if content == "text" else chunk.markdown, {**common, **_chunk_metadata(chunk)}
        else:
            for page in document:
                readability = page.readability
                metadata = {
                    **common,
                    "page": page.page_index,
                    "page_index": page.page_index,
                    "page_number": page.page_number,
                    "page_label": page.page_label or str(page.page_number),
                    "width": page.width,
                    "height": page.height,
                    "bbox": list(page.bbox),
                    "score": readability.score,
                    "quality": readability.quality,
                    "needs_ocr": readability.ocr_recommended,
                }
                yield page.text if content == "text" else page.markdown(), metadata


def _document_metadata(document: _document.Document) -> dict[str, Any]:
    found = document.metadata
    metadata: dict[str, Any] = {
        "source": document.name or "",
        "total_pages": len(document),
        "sha256": document.sha256,
        "creationdate": found.created or "",
        "moddate": found.modified or "",
        "creator": found.creator or "",
        "producer": found.producer or "",
    }
    for name in ("title", "author", "subject", "keywords", "lang"):
        value = getattr(found, name)
        if value:
            metadata[name] = value
    return metadata


def _chunk_metadata(chunk: Chunk) -> dict[str, Any]:
    pages = [page.to_dict() for page in chunk.pages]
    first = chunk.pages[0].page_index if chunk.pages else None
    return {
        "chunk_id": chunk.id,
        "page": first,
        "page_index": first,
        "page_number": None if first is None else first + 1,
        "pages": pages,
        "heading_path": list(chunk.heading_path),
        "block_ids": list(chunk.block_ids),
        "start": chunk.start,
        "end": chunk.end,
        "tokens": chunk.tokens,
        "score": chunk.score,
        "needs_ocr": chunk.needs_ocr,
    }
