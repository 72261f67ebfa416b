"""Arrow data, read by the libraries that are installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pdfs
import pytest

import pdftract
import pdftract.arrow

pyarrow = pytest.importorskip("pyarrow")


def table(*arguments: Any, **options: Any) -> Any:
    return pyarrow.table(pdftract.arrow.extract(*arguments, **options))


def test_documents(samples: list[Path], tmp_path: Path) -> None:
    items: list[Any] = [*samples, b"no pdf", tmp_path / "missing.pdf", None, pdfs.rich()]
    found = table(items, "document", threads=2, batch_documents=3)
    assert found.num_rows == len(items)
    assert found["source_index"].to_pylist() == list(range(len(items)))
    assert found["path"].to_pylist()[:2] == [str(path) for path in samples[:2]]
    assert found["error_code"].to_pylist()[-4:] == ["not_pdf", "io", "null", None]
    assert found["status"].to_pylist()[-4:] == ["failed", "failed", "failed", "ok"]
    for path, text, markdown, score in zip(
        samples, found["text"].to_pylist(), found["markdown"].to_pylist(), found["score"].to_pylist(), strict=False
    ):
        with pdftract.open(path) as document:
            assert text == document.text(), path.name
            assert markdown == document.markdown(), path.name
            assert score == document.check().score
    assert found["title"].to_pylist()[-1] == "A test"
    assert found["sha256"].to_pylist()[-1] == pdftract.open(pdfs.rich()).sha256


def test_pages_blocks_and_words_are_those_of_the_api() -> None:
    with pdftract.open(pdfs.rich()) as document:
        pages = table([pdfs.rich()], "page")
        assert pages["text"].to_pylist() == [page.text for page in document]
        assert pages["markdown"].to_pylist() == [page.markdown() for page in document]
        assert pages["page_number"].to_pylist() == [1, 2]
        assert pages["score"].to_pylist() == [page.readability.score for page in document]
        blocks = table([pdfs.rich()], "block")
        expected = [block for page in document for block in page.blocks]
        assert blocks["text"].to_pylist() == [block.text for block in expected]
        assert blocks["level"].to_pylist() == [block.level for block in expected]
        words = table([pdfs.rich()], "word")
        wanted = [word for page in document for word in page.words]
        assert words["text"].to_pylist() == [word.text for word in wanted]
        edges = [words[name].to_pylist() for name in ("x0", "y0", "x1", "y1")]
        assert list(zip(*edges, strict=True)) == [word.bbox for word in wanted]


def test_chunks() -> None:
    found = table([pdfs.rich()], "chunk", max_tokens=64).to_pylist()
    with pdftract.open(pdfs.rich()) as document:
        chunks = document.chunks(64)
    assert [row["text"] for row in found] == [chunk.text for chunk in chunks]
    assert [row["heading_path"] for row in found] == [list(chunk.heading_path) for chunk in chunks]
    box = found[0]["boxes"][0]
    assert (box["page_index"], box["x0"]) == (0, chunks[0].pages[0].bboxes[0][0])


@pytest.mark.parametrize("granularity", get_args(pdftract.arrow.Granularity))
def test_a_failed_document_has_one_row(granularity: pdftract.arrow.Granularity) -> None:
    found = table([b"no pdf", pdfs.rich(), None], granularity)
    assert found["status"].to_pylist()[0] == "failed"
    assert found["status"].to_pylist()[-1] == "failed"
    assert found.schema.metadata[b"pdftract.schema_version"] == pdftract.arrow.SCHEMA_VERSION.encode()
    empty = table([pdfs.document([b""])], granularity)
    assert empty.num_rows == 1
    assert empty["status"].to_pylist() == ["ok"]


def test_columns_of_other_libraries() -> None:
    data = [pdfs.rich(), None, b"x"]
    columns = [
        pyarrow.array(data, pyarrow.binary()),
        pyarrow.array(data, pyarrow.large_binary()),
        pyarrow.chunked_array([data[:1], data[1:]], pyarrow.binary()),
        pyarrow.table({"data": pyarrow.array(data, pyarrow.binary())}),
    ]
    for column in columns:
        found = table(column, columns=["status", "page_count"])
        assert found.to_pydict() == {"status": ["ok", "failed", "failed"], "page_count": [2, None, None]}
    with pytest.raises(ValueError, match="one column"):
        table(pyarrow.table({"a": data, "b": data}))
    with pytest.raises(TypeError, match="expected paths or bytes"):
        table(pyarrow.array([1, 2]))


def test_paths_in_columns(hello: Path) -> None:
    found = table(pyarrow.array([str(hello)]), "page", columns=["path", "text"])
    assert found["text"].to_pylist() == [pdftract.open(hello)[0].text]


def test_selected_columns_keep_their_order() -> None:
    source = pdftract.arrow.extract([pdfs.rich()], "page", columns=["text", "page_index"])
    assert source.columns == ["text", "page_index"]
    assert pyarrow.schema(source).names == ["text", "page_index"]
    assert "1 documents by page" in repr(source)
    with pytest.raises(ValueError, match='there is no column "colour"'):
        pdftract.arrow.extract([], "page", columns=["colour"])
    with pytest.raises(ValueError, match="granularity"):
        pdftract.arrow.extract([], "letter")  # type: ignore[arg-type]


def test_a_stream_can_be_read_again_or_left() -> None:
    source = pdftract.arrow.extract([pdfs.rich()] * 40, "word", batch_documents=1)
    reader = pyarrow.RecordBatchReader.from_stream(source)
    assert next(reader).num_rows > 50
    del reader
    assert pyarrow.table(source).num_rows == pyarrow.table(source).num_rows


def test_no_documents() -> None:
    assert table([]).num_rows == 0


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(pdftract.arrow.extract([pdfs.rich()], "block"))
    assert frame.filter(polars.col("role") == "heading").height == 2
    column = polars.Series("data", [pdfs.rich()], dtype=polars.Binary)
    assert polars.DataFrame(pdftract.arrow.extract(column, "page")).height == 2


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    words = pdftract.arrow.extract([pdfs.rich()], "word")
    assert words
    found = duckdb.sql("select count(*) from words where lower(text) = 'the'").fetchall()
    with pdftract.open(pdfs.rich()) as document:
        expected = sum(word.text.lower() == "the" for page in document for word in page.words)
    assert found == [(expected,)]


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = table([pdfs.rich()], "page").to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["page_number"]) == [1, 2]
    if hasattr(pandas.DataFrame, "from_arrow"):
        direct = pandas.DataFrame.from_arrow(pdftract.arrow.extract([pdfs.rich()], "page"))
        assert list(direct["page_number"]) == [1, 2]


def test_isolated_rows_are_the_same() -> None:
    documents = [pdfs.rich(), b"not a PDF", b""]
    here = table(documents, "page")
    assert table(documents, "page", isolate=True).equals(here)
    with pytest.raises(ValueError, match="isolate"):
        pdftract.arrow.extract([], isolate=True, ocr=True)


def test_page_ranges_select_pages() -> None:
    whole = table([pdfs.rich()], "page", columns=["page_index", "text"]).to_pylist()
    second = table([pdfs.rich()], "page", columns=["page_index", "text"], page_ranges=[(1, 2)]).to_pylist()
    assert second == whole[1:2]


def test_features_only() -> None:
    pages = table([pdfs.rich()], "page", features_only=True).to_pylist()
    assert [page["page_number"] for page in pages] == [1, 2]
    assert pages[0]["glyphs"] > 0
    assert pages[0]["ocr_likely"] is False
    assert "text" not in pages[0]
    document = table([pdfs.rich()], features_only=True).to_pylist()[0]
    assert document["glyphs"] == sum(page["glyphs"] for page in pages)
    assert document["pages_likely_needing_ocr"] == []
    with pytest.raises(ValueError, match="features_only"):
        pdftract.arrow.extract([], "word", features_only=True)


def test_columns_that_must_be_named() -> None:
    found = table([pdfs.rich()], columns=["text", "page_spans", "num_pages"]).to_pylist()[0]
    parts = [found["text"][span["start"] : span["end"]] for span in found["page_spans"]]
    assert "\f".join(parts) == found["text"]
    assert found["num_pages"] == 2
    blocks = table([pdfs.rich()], "page", columns=["blocks"])["blocks"][0].as_py()
    assert blocks[0]["text"]
    assert blocks[0]["x1"] > blocks[0]["x0"]
