"""PDFs in pipelines of datatrove: a reader of files, and an extractor for documents that carry PDFs. Needs `datatrove`.

    LocalPipelineExecutor(pipeline=[pdftract.datatrove.PdfReader("/data/pdfs"), JsonlWriter("out")], tasks=100)
"""

# pyright: basic, reportUntypedBaseClass=false

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from . import _tasks, arrow

try:
    from datatrove.data import Document
    from datatrove.pipeline.base import PipelineStep
except ImportError as error:
    raise ImportError("pdftract.datatrove needs datatrove: pip install datatrove") from error

__all__ = ["PdfExtractor", "PdfReader"]

_COLUMNS = ["path", "status", "error_code", "error", "page_count", "bytes", "sha256", "producer", "text"]


def _rows(documents: list[Any], options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    import pyarrow

    source = arrow.extract(documents, columns=_COLUMNS, threads=1, **options)
    for batch in pyarrow.RecordBatchReader.from_stream(source):
        yield from batch.to_pylist()


class PdfReader(PipelineStep):  # type: ignore[misc, unused-ignore]
    """Reads the PDFs of folders or a list of paths, divided among the tasks of the pipeline.

    A document that cannot be read, or has no text, is counted by its error code and left out; `pdftract -f rows` keeps them.
    """

    name = "pdftract"
    type = "📖 - READER"

    def __init__(self, paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], **options: Any) -> None:
        super().__init__()
        self.paths = [str(path) for path in ([paths] if isinstance(paths, str | os.PathLike) else paths)]
        self.options = options

    def run(self, data: Any = None, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        """Yield the documents of a task."""
        yield from data or ()
        for row in _rows(list(_tasks.files(self.paths)[rank::world_size]), self.options):
            text = row.pop("text")
            self.stat_update(row["error_code"] or row["status"])
            if text and text.strip():
                yield Document(text=text, id=row["path"], metadata=row)


class PdfExtractor(PipelineStep):  # type: ignore[misc, unused-ignore]
    """Replaces the text of documents by that of the PDF that their first medium has."""

    name = "pdftract"
    type = "🛢 - EXTRAC"

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.options = options

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        """Yield the documents that have text."""
        for document in data:
            pdf = document.media[0].media_bytes if document.media else None
            for row in _rows([pdf], self.options):
                text = row.pop("text")
                row.pop("path")
                self.stat_update(row["error_code"] or row["status"])
                if text and text.strip():
                    document.text = text
                    document.metadata.update(row)
                    yield document
