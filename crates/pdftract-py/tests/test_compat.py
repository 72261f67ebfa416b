"""The compat modules against the libraries that they imitate, where these are installed."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pdfs
import pytest

from pdftract.compat import pdfplumber, pymupdf

DOCUMENTS = {"rich": pdfs.rich(), "table": pdfs.with_table(), "plain": pdfs.many_pages(2, lines=5)}
by_document = pytest.mark.parametrize("name", DOCUMENTS)


def close(one: Any, other: Any, by: float) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def shape(value: Any) -> Any:
    """Return the types of a value; a list has the shape of its first item."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    if isinstance(value, tuple):
        return tuple(shape(item) for item in value)
    return float if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value)


@by_document
def test_words_of_pymupdf(name: str) -> None:
    original = pytest.importorskip("pymupdf")
    ours, theirs = pymupdf.open(stream=DOCUMENTS[name]), original.open(stream=DOCUMENTS[name])
    for page, other in zip(ours, theirs, strict=True):
        words, expected = page.get_text("words"), other.get_text("words")
        assert [word[4] for word in words] == [word[4] for word in expected]
        assert shape(words[0]) == shape(expected[0])
        for word, match in zip(words, expected, strict=True):
            assert abs(word[0] - match[0]) < 1
            assert abs(word[2] - match[2]) < 1
            assert abs((word[1] + word[3]) / 2 - (match[1] + match[3]) / 2) < 3
        assert close(page.rect, other.rect, 0.01)
        assert page.number == other.number
        assert page.get_text().split() == other.get_text().split()
    assert len(ours) == len(theirs)


@by_document
def test_blocks_and_dictionaries_of_pymupdf(name: str) -> None:
    original = pytest.importorskip("pymupdf")
    page = pymupdf.open(stream=DOCUMENTS[name])[0]
    other = original.open(stream=DOCUMENTS[name])[0]
    assert shape(page.get_text("blocks")[0]) == shape(other.get_text("blocks")[0])
    for option in ("dict", "rawdict"):
        ours: Any = page.get_text(option)
        theirs: Any = other.get_text(option)
        theirs["blocks"] = [block for block in theirs["blocks"] if block["type"] == 0]
        assert set(ours) == set(theirs)
        assert shape(ours["blocks"][0]) == shape(theirs["blocks"][0])
        spans = [span for block in ours["blocks"] for line in block["lines"] for span in line["spans"]]
        assert spans[0]["font"] == theirs["blocks"][0]["lines"][0]["spans"][0]["font"]
        assert spans[0]["size"] == theirs["blocks"][0]["lines"][0]["spans"][0]["size"]
        assert spans[0]["flags"] & 16 == theirs["blocks"][0]["lines"][0]["spans"][0]["flags"] & 16


def test_documents_of_pymupdf() -> None:
    original = pytest.importorskip("pymupdf")
    ours, theirs = pymupdf.open(stream=DOCUMENTS["rich"]), original.open(stream=DOCUMENTS["rich"])
    assert ours.get_toc() == theirs.get_toc()
    assert set(ours.metadata) == set(theirs.metadata)
    for key in ("format", "title", "producer", "creationDate", "author", "encryption"):
        assert ours.metadata[key] == theirs.metadata[key], key
    hits, expected = ours[0].search_for("The Second sentence"), theirs[0].search_for("The Second sentence")
    assert len(hits) == len(expected) == 1
    assert abs(hits[0].x0 - expected[0].x0) < 1.5
    assert abs(hits[0].x1 - expected[0].x1) < 1.5
    clip = (0, 0, 612, 70)
    assert ours[0].get_text("words", clip=clip)[0][4] == theirs[0].get_text("words", clip=clip)[0][4]
    assert ours.load_page(1).number == 1
    assert [page.number for page in ours.pages(0, 2)] == [0, 1]


def test_what_pymupdf_has_and_we_do_not() -> None:
    page = pymupdf.open(stream=DOCUMENTS["rich"])[0]
    with pytest.raises(ValueError, match="not supported"):
        page.get_text("xhtml")
    with pytest.raises(AttributeError):
        page.insert_text((0, 0), "x")  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="PDF only"):
        pymupdf.open("x.epub", filetype="epub")


@by_document
def test_words_of_pdfplumber(name: str) -> None:
    original = pytest.importorskip("pdfplumber")
    with pdfplumber.open(io.BytesIO(DOCUMENTS[name])) as ours, original.open(io.BytesIO(DOCUMENTS[name])) as theirs:
        for page, other in zip(ours.pages, theirs.pages, strict=True):
            words, expected = page.extract_words(), other.extract_words()
            assert [word["text"] for word in words] == [word["text"] for word in expected]
            assert set(words[0]) == set(expected[0])
            for word, match in zip(words, expected, strict=True):
                for key in ("x0", "x1"):
                    assert abs(word[key] - match[key]) < 1
                assert abs(word["top"] - match["top"]) < 4
                assert abs(word["doctop"] - match["doctop"]) < 4
            assert page.extract_text().split() == other.extract_text().split()
            assert (page.page_number, page.width, page.height) == (other.page_number, other.width, other.height)


@by_document
def test_characters_of_pdfplumber(name: str) -> None:
    original = pytest.importorskip("pdfplumber")
    with pdfplumber.open(io.BytesIO(DOCUMENTS[name])) as ours, original.open(io.BytesIO(DOCUMENTS[name])) as theirs:
        chars = ours.pages[0].chars
        expected = [char for char in theirs.pages[0].chars if char["text"].strip()]
        assert set(chars[0]) == set(expected[0])
        assert "".join(char["text"] for char in chars if char["text"].strip()) == "".join(
            char["text"] for char in expected
        )
        first, match = chars[0], expected[0]
        for key in ("fontname", "size", "upright", "object_type", "page_number"):
            assert first[key] == match[key], key
        for key in ("x0", "x1", "width", "adv"):
            assert abs(first[key] - match[key]) < 1, key
        assert abs(first["y0"] - (792 - first["bottom"])) < 0.01


def test_tables_of_pdfplumber() -> None:
    original = pytest.importorskip("pdfplumber")
    data = DOCUMENTS["table"]
    with pdfplumber.open(io.BytesIO(data)) as ours, original.open(io.BytesIO(data)) as theirs:
        assert ours.pages[0].extract_tables() == theirs.pages[0].extract_tables()
        assert ours.pages[0].extract_table() == theirs.pages[0].extract_table()
        assert set(ours.metadata) == set(theirs.metadata)


def test_crops_and_pictures_of_pdfplumber(tmp_path: Path) -> None:
    with pdfplumber.open(io.BytesIO(DOCUMENTS["rich"])) as pdf:
        page = pdf.pages[0]
        head = page.crop((0, 0, 612, 70))
        assert head.extract_text() == "1 Introduction"
        assert (head.width, head.height) == (612, 70)
        with pytest.raises(ValueError, match="not within"):
            page.crop((-5, 0, 10, 10))
        image = page.to_image(resolution=72)
        plain = image._repr_png_()
        drawn = image.draw_rects(page.extract_words()).draw_rect((10, 10, 20, 20))
        drawn.save(tmp_path / "page.png")
        assert (tmp_path / "page.png").read_bytes() != plain
        assert image.reset()._repr_png_() == plain
        assert [hit["text"] for hit in page.search(r"re\w+", case=False)][0] == "reader"
        assert len(page.extract_words(return_chars=True)[1]["chars"]) == len("Introduction")
        assert "1 Introduction" in page.extract_text(layout=True)


def test_page_chunks_of_pymupdf4llm(tmp_path: Path) -> None:
    from pdftract import open as open_document

    path = tmp_path / "rich.pdf"
    path.write_bytes(DOCUMENTS["rich"])
    with open_document(path) as document:
        ours = document.markdown(page_chunks=True)
    assert [chunk["metadata"]["page_number"] for chunk in ours] == [1, 2]
    assert ours[0]["toc_items"] == [[1, "1 Introduction", 1]]
    for chunk in ours:
        for box in chunk["page_boxes"]:
            start, end = box["pos"]
            assert chunk["text"][start:end].strip()
    assert ours[0]["page_boxes"][0]["class"] in ("title", "section-header")
    original = pytest.importorskip("pymupdf4llm")
    theirs = original.to_markdown(str(path), page_chunks=True)
    assert len(ours) == len(theirs)
    assert set(ours[0]) <= set(theirs[0])
    assert {"metadata", "toc_items", "text"} <= set(theirs[0])
    assert set(theirs[0]["metadata"]) - set(ours[0]["metadata"]) == set()
    if theirs[0].get("page_boxes"):
        assert set(ours[0]["page_boxes"][0]) == set(theirs[0]["page_boxes"][0])
    assert ours[0]["toc_items"] == theirs[0]["toc_items"]
