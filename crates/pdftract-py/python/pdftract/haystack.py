"""A converter for Haystack. Needs `haystack-ai`."""

import logging
from pathlib import Path
from typing import Any

from ._errors import PdftractError
from ._loading import Content, Mode, pieces

try:
    from haystack import Document, component, default_from_dict, default_to_dict
    from haystack.components.converters.utils import get_bytestream_from_source, normalize_metadata
    from haystack.dataclasses import ByteStream
except ImportError as error:
    raise ImportError("pdftract.haystack needs haystack-ai: pip install haystack-ai") from error

__all__ = ["PdftractConverter"]

_log = logging.getLogger(__name__)


@component
class PdftractConverter:
    """Converts PDFs to Haystack documents: one for each page, for each chunk, or for the whole document.

    A source that cannot be read is reported in the log and left out, as Haystack's converters do. Further options are those of
    `pdftract.open`.
    """

    def __init__(
        self,
        *,
        mode: Mode = "document",
        content: Content = "text",
        max_tokens: int = 512,
        overlap: int = 0,
        **opening: Any,
    ) -> None:
        self.mode: Mode = mode
        self.content: Content = content
        self.options: dict[str, Any] = {"max_tokens": max_tokens, "overlap": overlap, **opening}

    def to_dict(self) -> dict[str, Any]:
        """Return the settings, for pipelines that are saved."""
        saved: dict[str, Any] = default_to_dict(self, mode=self.mode, content=self.content, **self.options)
        return saved

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "PdftractConverter":
        """Return a converter from its settings."""
        made: PdftractConverter = default_from_dict(cls, data)
        return made

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, list[Document]]:
        """Convert files or byte streams."""
        documents: list[Document] = []
        for source, extra in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            try:
                stream = get_bytestream_from_source(source)
                found = list(pieces(stream.data, self.mode, self.content, **self.options))
            except (OSError, PdftractError) as error:
                _log.warning("Could not convert %s: %s", source, error)
                continue
            for text, metadata in found:
                known = {**metadata, **stream.meta, **extra}
                known["source"] = str(stream.meta.get("file_path") or metadata["source"])
                documents.append(Document(content=text, meta=known))
        return {"documents": documents}
