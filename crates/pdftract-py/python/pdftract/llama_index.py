"""A reader for LlamaIndex. Needs `llama-index-core`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._loading import Content, Mode, pieces
from ._types import Source

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document
except ImportError as error:
    raise ImportError("pdftract.llama_index needs llama-index-core: pip install llama-index-core") from error

__all__ = ["PdftractReader"]

_NOT_FOR_MODELS = ["sha256", "pages", "block_ids", "bbox", "width", "height", "start", "end", "tokens"]


class PdftractReader(BaseReader):
    """Reads PDFs as LlamaIndex documents: one for each page, for each chunk, or for the whole document.

    Positions and hashes in the metadata are excluded from the text that models and embeddings see. Further options are those of
    `pdftract.open`.
    """

    def __init__(
        self,
        *,
        mode: Mode = "page",
        content: Content = "text",
        max_tokens: int = 512,
        overlap: int = 0,
        **opening: Any,
    ) -> None:
        super().__init__()
        self._mode: Mode = mode
        self._content: Content = content
        self._options: dict[str, Any] = {"max_tokens": max_tokens, "overlap": overlap, **opening}

    def lazy_load_data(
        self, file: Source, extra_info: dict[str, Any] | None = None, fs: Any = None
    ) -> Iterable[Document]:
        """Yield documents one at a time. `fs` is a file system of fsspec to open the path with."""
        source: Any = fs.open(str(file), "rb") if fs is not None else file
        for text, metadata in pieces(source, self._mode, self._content, **self._options):
            yield Document(
                text=text,
                metadata={**metadata, **(extra_info or {})},
                excluded_embed_metadata_keys=_NOT_FOR_MODELS,
                excluded_llm_metadata_keys=_NOT_FOR_MODELS,
            )
