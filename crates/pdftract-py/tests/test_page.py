"""Pages: text, words, lines, blocks, tables, glyphs, links, images, search, pictures."""

from __future__ import annotations

import struct
from pathlib import Path

import pdfs
import pytest

import pdftract


def png_size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_text_and_markdown(rich: pdftract.Document) -> None:
    page = rich[0]
    assert page.text.startswith("1 Introduction\n")
    assert page.text is page.text, "it is read once"
    assert page.markdown().startswith("# 1 Introduction") or page.markdown().startswith("## 1 Introduction")
    assert page.get_text(reflow=True).count("\n") < page.text.count("\n")


def test_facts(rich: pdftract.Document) -> None:
    page = rich[0]
    assert (page.width, page.height, page.rotation) == (612.0, 792.0, 0)
    assert page.bbox == (0.0, 0.0, 612.0, 792.0)
    assert page.page_type == "text"
    assert page.readability.score > 0.8
    assert page.readability.judged
    assert not page.needs_ocr
    assert page.diagnostics == ()
    assert page.document is rich


def test_records_are_judged_after_the_document_is_closed(rich: pdftract.Document) -> None:
    text = " ".join(block.text for block in rich[0].blocks)
    with pdftract.open(pdfs.document([text.split(". ")])) as document:
        expected = document.to_dict()["pages"][0]["blocks"]
        blocks = document[0].blocks
    assert [block.score for block in blocks] == [block["score"] for block in expected]
    assert [block.lang for block in blocks] == [block.get("lang") for block in expected]
    spans = [span for block in expected for line in block["lines"] for span in line["spans"]]
    made = [span for block in blocks for line in block.lines for span in line.spans]
    assert [(span.quality, span.lang) for span in made] == [(span["quality"], span.get("lang")) for span in spans]


def test_words_are_those_of_the_json(samples: list[Path]) -> None:
    for path in samples:
        with pdftract.open(path) as document:
            written = document.to_dict(detail="word")
            for page, expected in zip(document, written["pages"], strict=True):
                words = [
                    (word["text"], tuple(word["bbox"]), word["start"], word["end"])
                    for block in expected["blocks"]
                    for line in block["lines"]
                    for word in line["words"]
                ]
                assert [(word.text, word.bbox, word.start, word.end) for word in page.words] == words, path.name


def test_blocks_and_spans_are_those_of_the_json(samples: list[Path]) -> None:
    for path in samples:
        with pdftract.open(path) as document:
            written = document.to_dict()
            for page, expected in zip(document, written["pages"], strict=True):
                assert len(page.blocks) == len(expected["blocks"])
                for block, data in zip(page.blocks, expected["blocks"], strict=True):
                    assert (block.id, block.role, block.text) == (data["id"], data["role"], data["text"])
                    assert (block.bbox, block.score) == (tuple(data["bbox"]), data["score"])
                    assert block.level == data.get("level")
                    spans = [span for line in block.lines for span in line.spans]
                    wanted = [span for line in data["lines"] for span in line["spans"]]
                    for span, other in zip(spans, wanted, strict=True):
                        for name in ("text", "font", "size", "confidence", "quality", "unicode_source", "direction"):
                            assert getattr(span, name) == other[name], (path.name, name)


def test_lines_have_the_text_of_their_words(rich: pdftract.Document) -> None:
    for line in rich[0].lines:
        assert line.text.split() == [word.text for word in line.words]
        assert line.text == "".join(span.text for span in line.spans) or " " in line.text


def test_offsets_point_into_the_block(rich: pdftract.Document) -> None:
    blocks = {block.id: block for block in rich[0].blocks}
    for word in rich[0].words:
        assert blocks[word.block_id].text[word.start : word.end] == word.text
        assert rich[0].blocks[word.block_index].id == word.block_id
        assert (word.x0, word.y0, word.x1, word.y1) == word.bbox


def test_glyphs(rich: pdftract.Document) -> None:
    glyphs = rich[0].glyphs
    assert "".join(glyph.text for glyph in glyphs).startswith("1Introduction".replace(" ", "")) or glyphs
    first = glyphs[0]
    assert first.text == "1"
    assert first.font == "Helvetica-Bold"
    assert first.size == 20.0
    assert first.code == ord("1")
    assert 0.8 < first.confidence <= 1


def test_tables(table: pdftract.Document) -> None:
    (found,) = table[0].tables
    assert found.rows == [["Name", "Amount"], ["apples", "12"], ["pears & plums", "7"]]
    assert len(found) == found.row_count == 3
    assert found.column_count == 2
    assert [cell.text for cell in found.cells][2:4] == ["apples", "12"]
    assert "<td>pears &amp; plums</td>" in found.to_html()
    assert found.to_csv().splitlines()[1] == "apples,12"
    assert found._repr_html_().startswith("<table>")
    assert table[0].blocks[0].table == found


def test_tables_become_data_frames(table: pdftract.Document) -> None:
    pandas = pytest.importorskip("pandas")
    frame = table[0].tables[0].to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    cells = [list(frame.columns), *frame.to_numpy().tolist()] if table[0].tables[0].head_rows else frame.to_numpy().tolist()
    assert [str(cell) for cell in cells[1]] == ["apples", "12"]


def test_links_and_annotations(rich: pdftract.Document) -> None:
    web, inner = rich[0].links
    assert web.uri == "https://example.org/"
    assert web.bbox == (72.0, 80.0, 200.0, 102.0)
    assert inner.target_page_index == 1
    assert inner.target_page_number == 2
    (note,) = rich[0].annotations
    assert (note.subtype, note.contents, note.author) == ("Text", "Check this", "Ann")
    assert note.bbox == (300.0, 472.0, 320.0, 492.0)
    assert rich[1].links == []


def test_images(rich: pdftract.Document) -> None:
    (image,) = rich[0].images
    assert (image.width, image.height, image.color_space) == (4, 4, "rgb")
    assert image.bbox == (72.0, 292.0, 172.0, 392.0)
    data = rich[0].read_image(image)
    assert (data.format, data.extension, data.complete) == ("png", "png", True)
    assert png_size(data.data) == (4, 4)
    stored = rich[0].read_image(image, stored=True)
    assert (stored.format, stored.data) == ("samples", bytes([255, 0, 0] * 16))
    with pytest.raises(IndexError):
        rich[0].read_image(1)


def test_crop(rich: pdftract.Document) -> None:
    page = rich[0]
    head = page.crop((0, 0, 612, 70))
    assert head.text.strip() == "1 Introduction"
    assert [word.text for word in head.words] == ["1", "Introduction"]
    assert head.words[0].bbox == page.words[0].bbox, "coordinates stay those of the page"
    assert head.images == []
    assert head.links == []
    assert head.crop((0, 0, 80, 800)).bbox == (0, 0, 80, 70)
    assert "crop" in repr(head)
    for box in [(10, 10, 10, 20), (700, 0, 800, 10)]:
        with pytest.raises(ValueError, match="outside the page"):
            page.crop(box)


def test_search(rich: pdftract.Document) -> None:
    page = rich[0]
    (hit,) = page.search("may close the book")
    assert hit.text == "may close the book"
    assert hit.page_number == 1
    assert hit.snippet[hit.snippet_start : hit.snippet_end] == hit.text
    assert len(hit.bboxes) == 1
    (over_lines,) = page.search("says that the weather is fine, and that the reader may")
    assert len(over_lines.parts) == 2, "a hit goes on over the end of a line"
    assert page.search("INTRODUCTION") == []
    assert len(page.search("INTRODUCTION", ignore_case=True)) == 1
    assert {found.text for found in page.search(r"\bw\w+", regex=True)} >= {"with", "words", "weather", "walk"}
    assert page.crop((0, 0, 612, 70)).search("paragraph") == []
    for pattern, regex in [("", False), ("(", True)]:
        with pytest.raises(pdftract.SearchError):
            page.search(pattern, regex=regex)


def test_pictures(rich: pdftract.Document) -> None:
    page = rich[0]
    assert png_size(page.render(72)) == (612, 792)
    assert png_size(page.render(dpi=36)) == (306, 396)
    assert page.render(72) != page.render(72, boxes="words")
    assert page.render(72, boxes=[(10, 10, 20, 20)]) != page.render(72)
    assert png_size(page.crop((100, 100, 200, 150)).render(72)) == (100, 50)
    with pytest.raises(ValueError, match="boxes"):
        page.render(boxes="letters")  # type: ignore[arg-type]


def test_explanations(rich: pdftract.Document) -> None:
    page = rich[0]
    found = page.explain("Intro")
    assert [glyph.text for glyph in found] == ["I", "n", "t", "r", "o"]
    assert found[0].rungs
    assert {rung.verdict for rung in found[0].rungs} >= {"answered"}
    glyph = page.glyphs[3]
    assert page.explain(glyph=glyph)[0].text == glyph.text
    assert page.explain(at=(glyph.bbox[0] + 1, glyph.bbox[1] + 1))[0].text == glyph.text
    assert page.explain("no such text") == []
    with pytest.raises(TypeError):
        page.explain()


def test_a_page_as_plain_data(rich: pdftract.Document) -> None:
    data = rich[1].to_dict()
    assert (data["page_index"], data["page_number"]) == (1, 2)
    assert data["blocks"][0]["text"] == "2 Results"


def test_scans_need_ocr(samples: list[Path]) -> None:
    scan = next(path for path in samples if path.name == "scan.pdf")
    with pdftract.open(scan) as document:
        assert document[0].needs_ocr
        assert document[0].page_type == "scanned"


def test_notebooks(rich: pdftract.Document) -> None:
    html = rich[0]._repr_html_()
    assert html.count("<rect") == len(rich[0].blocks)
    assert "data:image/png;base64," in html
    assert png_size(rich[0]._repr_png_()) == (816, 1056)
    assert "A test" in rich._repr_html_()
    script = pdfs.document([["<script>alert(1)</script>"]], title="<b>")
    with pdftract.open(script) as document:
        assert "<script>" not in document[0]._repr_html_()
        assert "<b>" not in document._repr_html_()


def test_notebooks_show_pages(rich: pdftract.Document) -> None:
    formatters = pytest.importorskip("IPython.core.formatters")
    data, _ = formatters.DisplayFormatter().format(rich[0])
    assert {"text/plain", "text/html", "image/png"} <= set(data)


def test_bare_page_is_never_a_name(rich: pdftract.Document) -> None:
    """Records count pages from 0 and from 1 by name."""
    for record in (rich[0].words[0], rich[0].blocks[0], rich[0].lines[0], rich[0].images[0]):
        assert "page" not in record.to_dict()
        assert record.to_dict()["page_index"] == 0
