"""The loaders with the real packages, where these are installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pdfs
import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "rich.pdf"
    path.write_bytes(pdfs.rich())
    return path


def check_page(metadata: dict[str, Any], path: Path) -> None:
    assert metadata["source"] == str(path)
    assert metadata["total_pages"] == 2
    assert (metadata["page"], metadata["page_index"], metadata["page_number"]) == (1, 1, 2)
    assert metadata["bbox"] == [0.0, 0.0, 612.0, 792.0]
    assert metadata["score"] > 0.8
    assert metadata["needs_ocr"] is False
    assert metadata["producer"] == "pdfs.py"
    assert metadata["creationdate"].startswith("2026-01-02")
    json.dumps(metadata)


def check_chunk(metadata: dict[str, Any]) -> None:
    assert metadata["heading_path"] == ["1 Introduction"]
    assert metadata["pages"][0]["page_number"] == 1
    assert len(metadata["pages"][0]["bboxes"][0]) == 4
    assert metadata["tokens"] <= 64
    json.dumps(metadata)


def test_langchain(path: Path) -> None:
    pytest.importorskip("langchain_core")
    from langchain_core.document_loaders import BaseLoader

    from pdftract.langchain import PdftractLoader

    loader = PdftractLoader(path)
    assert isinstance(loader, BaseLoader)
    documents = loader.load()
    assert [document.metadata["page"] for document in documents] == [0, 1]
    assert documents[1].page_content.startswith("2 Results")
    check_page(documents[1].metadata, path)
    assert next(iter(loader.lazy_load())).page_content == documents[0].page_content
    chunks = PdftractLoader(path, mode="chunk", content="markdown", max_tokens=64).load()
    check_chunk(chunks[0].metadata)
    (whole,) = PdftractLoader(path.read_bytes(), mode="document", content="markdown").load()
    assert whole.metadata["readable"] is True
    assert whole.page_content.count("# ") == 2
    with pytest.raises(ValueError, match="mode"):
        PdftractLoader(path, mode="line").load()  # type: ignore[arg-type]


def test_langchain_in_asyncio(path: Path) -> None:
    pytest.importorskip("langchain_core")
    import asyncio

    from pdftract.langchain import PdftractLoader

    assert len(asyncio.run(PdftractLoader(path).aload())) == 2


def test_llama_index(path: Path) -> None:
    pytest.importorskip("llama_index.core")
    from llama_index.core.readers.base import BaseReader

    from pdftract.llama_index import PdftractReader

    reader = PdftractReader()
    assert isinstance(reader, BaseReader)
    documents = reader.load_data(path, extra_info={"tag": "x"})
    check_page(documents[1].metadata, path)
    assert documents[1].text.startswith("2 Results")
    assert documents[0].metadata["tag"] == "x"
    chunks = PdftractReader(mode="chunk", max_tokens=64).load_data(path)
    check_chunk(chunks[0].metadata)
    assert "bboxes" not in chunks[0].get_content(metadata_mode="embed")  # type: ignore[arg-type]


def test_llama_index_reads_folders(path: Path) -> None:
    pytest.importorskip("llama_index.core")
    from llama_index.core import SimpleDirectoryReader

    from pdftract.llama_index import PdftractReader

    documents = SimpleDirectoryReader(str(path.parent), file_extractor={".pdf": PdftractReader()}).load_data()
    assert [document.metadata["page_number"] for document in documents] == [1, 2]


def test_haystack(path: Path) -> None:
    pytest.importorskip("haystack")
    from haystack import Pipeline
    from haystack.dataclasses import ByteStream

    from pdftract.haystack import PdftractConverter

    converter = PdftractConverter(mode="page")
    documents = converter.run(sources=[path, ByteStream(data=b"no pdf")], meta={"tag": "x"})["documents"]
    check_page(documents[1].meta, path)
    assert documents[1].content is not None and documents[1].content.startswith("2 Results")
    assert documents[0].meta["tag"] == "x"
    chunks = PdftractConverter(mode="chunk", max_tokens=64).run(sources=[path])["documents"]
    check_chunk(chunks[0].meta)
    pipeline = Pipeline()
    pipeline.add_component("pdf", PdftractConverter(max_tokens=32))
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["pdftract.haystack"])
    component: Any = again.get_component("pdf")
    assert component.options["max_tokens"] == 32
    (whole,) = again.run({"pdf": {"sources": [path]}})["pdf"]["documents"]
    assert whole.meta["readable"] is True


@pytest.mark.parametrize("module", ["langchain", "llama_index", "haystack"])
def test_a_missing_package_is_named(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib
    import sys

    for name in list(sys.modules):
        if name.split(".")[0] in ("langchain_core", "llama_index", "haystack") or name == f"pdftract.{module}":
            monkeypatch.delitem(sys.modules, name)
    for name in ("langchain_core", "llama_index", "haystack"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match="pip install"):
        importlib.import_module(f"pdftract.{module}")
