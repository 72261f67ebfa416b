"""A document loader for LangChain. Needs `langchain-core`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ._loading import Content, Mode, pieces
from ._types import Source

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import Document
except ImportError as error:
    raise ImportError("pdftract.langchain needs langchain-core: pip install langchain-core") from error

__all__ = ["PdftractLoader"]


class PdftractLoader(BaseLoader):
    """Loads a PDF as LangChain documents: one for each page, for each chunk, or for the whole document.

    The metadata has the keys of LangChain's PDF loaders (`source`, `page`, `total_pages`, …) and `page_number`, boxes, `score` and
    `needs_ocr`. Further options are those of `pdftract.open`.
    """

    def __init__(
        self,
        file_path: Source,
        *,
        mode: Mode = "page",
        content: Content = "text",
        max_tokens: int = 512,
        overlap: int = 0,
        **opening: Any,
    ) -> None:
        self.file_path = file_path
        self._mode: Mode = mode
        self._content: Content = content
        self._options: dict[str, Any] = {"max_tokens": max_tokens, "overlap": overlap, **opening}

    def lazy_load(self) -> Iterator[Document]:
        """Yield documents one at a time."""
        for text, metadata in pieces(self.file_path, self._mode, self._content, **self._options):
            yield Document(page_content=text, metadata=metadata)
