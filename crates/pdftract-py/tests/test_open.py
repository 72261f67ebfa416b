"""Opening documents, and the exceptions that leave no result."""

from __future__ import annotations

import io
import pickle
from pathlib import Path

import pdfs
import pytest

import pdftract


def test_every_kind_of_source_gives_the_same_text(hello: Path) -> None:
    data = hello.read_bytes()
    sources: list[pdftract.Source] = [hello, str(hello), data, bytearray(data), memoryview(data), io.BytesIO(data)]
    with hello.open("rb") as file:
        texts = {pdftract.open(source).text() for source in [*sources, file]}
    assert len(texts) == 1
    assert texts.pop().startswith("Hello, reader!")


def test_a_bytearray_may_change_afterwards(hello: Path) -> None:
    data = bytearray(hello.read_bytes())
    document = pdftract.open(data)
    data[:] = bytes(len(data))
    assert document.text().startswith("Hello, reader!")


def test_names(hello: Path) -> None:
    assert pdftract.open(hello).name == str(hello)
    assert pdftract.open(hello.read_bytes()).name is None


def test_a_document_is_a_sequence_of_pages() -> None:
    with pdftract.open(pdfs.many_pages(5, lines=2)) as document:
        assert len(document) == document.page_count == 5
        assert document[-1].page_index == 4
        assert document[4].page_number == 5
        assert [page.page_index for page in document] == [0, 1, 2, 3, 4]
        assert [page.page_index for page in document[1:4:2]] == [1, 3]
        assert [page.page_index for page in reversed(document)] == [4, 3, 2, 1, 0]
        for index in (5, -6):
            with pytest.raises(IndexError, match="5 pages"):
                document[index]


def test_pages_are_read_on_demand() -> None:
    with pdftract.open(pdfs.many_pages(5, lines=2)) as document:
        pages = iter(document)
        assert next(pages).text.startswith("Page 0")
        assert "_kept" not in repr(document[1])


def test_a_closed_document_raises(rich: pdftract.Document) -> None:
    page = rich[0]
    assert page.text
    unread = rich[1]
    rich.close()
    rich.close()
    assert rich.closed
    assert page.text, "what was read is kept"
    for call in (lambda: unread.text, rich.text, rich.check, lambda: rich.metadata, lambda: unread.words):
        with pytest.raises(pdftract.ClosedError):
            call()
    assert "closed" in repr(rich)
    assert "closed" in repr(unread)


def test_the_context_manager_closes(hello: Path) -> None:
    with pdftract.open(hello) as document:
        assert not document.closed
    assert document.closed


def test_errors_of_files(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        pdftract.open(tmp_path / "missing.pdf")
    assert missing.value.filename == str(tmp_path / "missing.pdf")
    with pytest.raises(OSError, match="directory"):
        pdftract.open(tmp_path)


@pytest.mark.parametrize("data", [b"", b"hello", b"\x00" * 5000, b"<html></html>"])
def test_what_is_no_pdf(data: bytes) -> None:
    with pytest.raises(pdftract.NotPdfError) as error:
        pdftract.open(data)
    assert error.value.code == "not_pdf"


def test_passwords() -> None:
    data = pdfs.encrypted("sesame")
    with pytest.raises(pdftract.PasswordNeededError):
        pdftract.open(data)
    with pytest.raises(pdftract.WrongPasswordError):
        pdftract.open(data, password="mellon")
    with pytest.raises(pdftract.PasswordError):
        pdftract.open(data, password="mellon")
    document = pdftract.open(data, password="sesame")
    assert document.text().strip() == "A secret text for friends"
    assert document.is_encrypted


def test_time_limit() -> None:
    data = pdfs.many_pages(3_000)
    with pdftract.open(data, time_limit=0.05) as document:
        document.text()
        assert "DEADLINE_REACHED" in {diagnostic.code for diagnostic in document.diagnostics}
        with pytest.raises(pdftract.TimeLimitError):
            document[-1].text  # noqa: B018
        with pytest.raises(TimeoutError):
            document[-1].words  # noqa: B018
    with pytest.raises(ValueError, match="time_limit"):
        pdftract.open(data, time_limit=-1)


def test_limits(hello: Path, tmp_path: Path) -> None:
    with pdftract.open(pdfs.many_pages(20, lines=1), limits={"pages": 7}) as document:
        assert len(document) == 7
    with pytest.raises(ValueError, match="unknown limits: page"):
        pdftract.open(hello, limits={"page": 7})
    long = tmp_path / "long.pdf"
    long.write_bytes(pdfs.SHOUTING)
    with pytest.raises(pdftract.LimitError):
        pdftract.open(long, limits={"input_bytes": 1 << 20})


@pytest.mark.parametrize("source", [None, 7, object(), io.StringIO("text")])
def test_other_objects_are_refused(source: object) -> None:
    with pytest.raises(TypeError):
        pdftract.open(source)  # type: ignore[arg-type]


def test_font_maps_are_checked(tmp_path: Path, hello: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("this is = no font map")
    with pytest.raises(ValueError, match=r"bad\.toml"):
        pdftract.open(hello, font_maps=[bad])
    with pytest.raises(FileNotFoundError):
        pdftract.open(hello, font_maps=[tmp_path / "none.toml"])


def test_options_of_ocr_are_checked(hello: Path) -> None:
    with pytest.raises(ValueError, match="unknown mode"):
        pdftract.open(hello, ocr="sometimes")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown field"):
        pdftract.open(hello, ocr={"language": "de"})
    assert pdftract.open(hello, ocr="auto").text().startswith("Hello")


def test_exceptions_have_one_base_and_codes() -> None:
    found = [error for error in vars(pdftract).values() if isinstance(error, type) and issubclass(error, Exception)]
    errors = [error for error in found if issubclass(error, pdftract.PdftractError)]
    assert len(errors) == len(found) == 17
    codes = [error.code for error in errors]
    assert len(set(codes)) == len(codes)
    for error in errors:
        copied = pickle.loads(pickle.dumps(error("why")))
        assert type(copied) is error
        assert str(copied) == "why"


def test_a_document_is_not_pickled(rich: pdftract.Document) -> None:
    with pytest.raises(TypeError, match="path, bytes or records"):
        pickle.dumps(rich)
