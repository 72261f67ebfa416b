"""Documents as a whole: text, Markdown, JSON, chunks, verdicts, metadata, repair."""

from __future__ import annotations

import json
from pathlib import Path

import pdfs
import pytest

import pdftract


def test_text_of_pages(rich: pdftract.Document) -> None:
    first, second = rich.text().split("\f")
    assert first == rich[0].text
    assert second == rich[1].text
    assert rich.text(pages="2") == second
    assert rich.text(pages=1) == rich.text(pages=[-1]) == rich.text(pages=range(1, 2)) == second
    assert rich.text(page_separator="\n---\n").count("\n---\n") == 1
    with pytest.raises(ValueError, match="page"):
        rich.text(pages="x")
    with pytest.raises(IndexError):
        rich.text(pages=[2])
    with pytest.raises(ValueError, match="order must be one of"):
        rich.text(order="random")  # type: ignore[arg-type]


def test_threads_do_not_change_the_result(long_pdf: bytes) -> None:
    with pdftract.open(long_pdf) as document:
        assert document.text(pages="1-40", threads=2) == document.text(pages="1-40")
        assert document.markdown(pages="1-40", threads=0) == document.markdown(pages="1-40")


def test_markdown(rich: pdftract.Document) -> None:
    written = rich.markdown()
    assert written.count("# ") == 2
    assert "[" in written, "links are kept"
    assert "<!-- page 2 -->" in rich.markdown(page_markers=True)
    assert rich.markdown(pages="1-1") != written


def test_running_heads_are_left_out_unless_wanted() -> None:
    pages = [
        pdfs.text_lines(["Annual report of the river authority"], size=8, top=770)
        + b"\n"
        + pdfs.text_lines([f"{river} is a river whose water level is described here."] * 5, top=700)
        for river in ["Aare", "Elbe", "Isar", "Main", "Oder", "Ruhr", "Saar", "Weser"]
    ]
    with pdftract.open(pdfs.document(pages)) as document:
        assert "Annual report" not in document.text()
        assert document.text(running_heads=True).count("Annual report") == 8
        assert "Annual report" not in document.markdown()
        assert document.markdown(running_heads=True).count("Annual report") == 8
        assert "Annual report" not in document[3].text
        assert "Annual report" in document[3].get_text(running_heads=True)
        assert "header" in {block.role for block in document[3].blocks}


def test_json(rich: pdftract.Document) -> None:
    data = json.loads(rich.json())
    assert data == rich.to_dict()
    assert data["schema_version"] == pdftract.SCHEMA_VERSION
    assert [page["page_number"] for page in data["pages"]] == [1, 2]
    assert "lines" not in rich.to_dict(detail="block")["pages"][0]["blocks"][0]
    assert len(rich.to_dict(pages="2")["pages"]) == 1


def test_metadata_and_outline(rich: pdftract.Document) -> None:
    assert rich.metadata.title == "A test"
    assert rich.metadata.created == "2026-01-02T03:04:05+01:00"
    assert rich.metadata.author is None
    assert [(item.title, item.level, item.page_index, item.page_number) for item in rich.outline] == [
        ("1 Introduction", 0, 0, 1),
        ("2 Results", 0, 1, 2),
    ]
    assert len(rich.sha256) == 64
    assert rich.pdf_version == "1.7"
    assert not rich.is_tagged


def test_forms(samples: list[Path]) -> None:
    form = next(path for path in samples if path.name == "form.pdf")
    with pdftract.open(form) as document:
        fields = document.form_fields
        assert fields
        data = document.to_dict()["form_fields"]
        assert [field.name for field in fields] == [field["name"] for field in data]
        assert any(widget.bbox for field in fields for widget in field.widgets)


def test_attachments() -> None:
    with pdftract.open(pdfs.with_attachment()) as document:
        (attachment,) = document.attachments
        assert (attachment.name, attachment.stated_size) == ("data.csv", 8)
        assert document.read_attachment(attachment) == b"a,b\n1,2\n"
        assert document.read_attachment("data.csv") == b"a,b\n1,2\n"
        with pytest.raises(pdftract.AttachmentError):
            document.read_attachment("other")


def test_chunks(rich: pdftract.Document) -> None:
    chunks = rich.chunks(max_tokens=64)
    assert len(chunks) > 2
    assert [chunk.prev for chunk in chunks][1:] == [chunk.id for chunk in chunks][:-1]
    assert all(chunk.tokens <= 64 for chunk in chunks)
    assert chunks[0].heading_path == ("1 Introduction",)
    assert chunks[0].pages[0].page_number == 1
    assert len(chunks[0].pages[0].bboxes) == len(chunks[0].block_ids)
    whole = "\n\n".join(chunk.text[chunk.context :] for chunk in chunks)
    for chunk in chunks:
        assert whole[chunk.start : chunk.end] == chunk.text[chunk.context :]
    assert rich.chunks(64, pages="2")[0].pages[0].page_index == 1


def test_chunks_overlap_on_request() -> None:
    shows = [
        pdfs.text_lines([f"Sentence number {at} is short. Another one follows it at once."], top=720 - 40 * at)
        for at in range(15)
    ]
    with pdftract.open(pdfs.document([b"\n".join(shows)])) as document:
        assert not any(chunk.context for chunk in document.chunks(64))
        assert any(chunk.context for chunk in document.chunks(64, overlap=24))


def test_chunks_with_a_counter(rich: pdftract.Document) -> None:
    by_words = rich.chunks(30, count_tokens=lambda text: len(text.split()))
    assert all(chunk.tokens == len(chunk.text.split()) for chunk in by_words)
    assert all(chunk.tokens <= 30 for chunk in by_words)

    def broken(text: str) -> int:
        raise KeyError(text)

    with pytest.raises(KeyError):
        rich.chunks(30, count_tokens=broken)
    with pytest.raises((TypeError, OverflowError)):
        rich.chunks(30, count_tokens=lambda text: -1)


def test_check(rich: pdftract.Document, samples: list[Path]) -> None:
    verdict = rich.check()
    assert verdict
    assert verdict.judged
    assert verdict.score > 0.8
    assert [page.page_index for page in verdict.pages] == [0, 1]
    assert verdict.pages[0].by_source
    scan = next(path for path in samples if path.name == "scan.pdf")
    with pdftract.open(scan) as document:
        verdict = document.check()
        assert not verdict
        assert verdict.pages_needing_ocr == (0,)
        assert "scanned_pages" in verdict.reasons


def test_quality() -> None:
    good = pdftract.quality("The weather is fine today, and the reader may go for a walk along the river in the sun.")
    assert good
    assert (good.verdict, good.lang) == ("trusted", "en")
    bad = pdftract.quality("Wkh zhdwkhu lv ilqh wrgdb, dqg wkh uhdghu pdb jr iru d zdon dorqj wkh ulyhu lq wkh vxq.")
    assert not bad
    assert bad.signals
    assert pdftract.quality("GrÃ¶ÃŸe und MÃ¼hle").repaired == "Größe und Mühle"


def test_repair(samples: list[Path], tmp_path: Path) -> None:
    broken = next(path for path in samples if path.name == "broken-font.pdf")
    out = tmp_path / "repaired.pdf"
    with pdftract.open(broken) as document:
        report = document.repair(out)
        assert report.changed == bool(report)
        assert out.read_bytes().startswith(broken.read_bytes()[:100])
        if report:
            assert report.fonts[0].codes > 0
    assert [path.name for path in tmp_path.iterdir()] == ["repaired.pdf"]
    with pdftract.open(out) as document:
        assert document.text()


def test_ocr(samples: list[Path]) -> None:
    import shutil

    if shutil.which("tesseract") is None:
        pytest.skip("Tesseract is not installed")
    scan = next(path for path in samples if path.name == "scan.pdf")
    with pdftract.open(scan, ocr={"languages": "eng", "dpi": 200}) as document:
        assert len(document.text().split()) > 3
