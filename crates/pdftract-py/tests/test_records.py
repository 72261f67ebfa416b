"""Records: frozen, with slots, comparable, picklable, helpful in a terminal."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pdfs
import pytest

import pdftract


def records() -> list[Any]:
    found: list[Any] = []
    with pdftract.open(pdfs.rich()) as document, pdftract.open(pdfs.with_table()) as other:
        page = document[0]
        found += [page.words[0], page.lines[0], page.blocks[1], page.glyphs[0], page.lines[0].spans[0], page.links[0]]
        found += [page.images[0], page.annotations[0], page.readability, page.search("paragraph")[0]]
        found += [page.explain("I")[0], document.metadata, document.outline[0], document.check(), document.chunks()[0]]
        found += [other[0].tables[0], other[0].tables[0].cells[0], page.read_image(0), pdftract.quality("some text")]
    with pdftract.open(pdfs.document([b"BT /F9 9 Tf ET (x"])) as broken:
        broken.text()
        found += broken.diagnostics[:1]
    return found


RECORDS = records()
by_class = pytest.mark.parametrize("record", RECORDS, ids=[type(record).__name__ for record in RECORDS])


@by_class
def test_pickled_records_are_equal(record: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        copied = pickle.loads(pickle.dumps(record, protocol))
        assert copied == record
        assert copied.to_dict() == record.to_dict()
        assert type(copied) is type(record)
    assert copy.deepcopy(record) == record


@by_class
def test_records_are_frozen(record: Any) -> None:
    name = next(iter(record.to_dict()))
    with pytest.raises((AttributeError, TypeError)):
        setattr(record, name, "other")
    with pytest.raises((AttributeError, TypeError)):
        record.unknown = 1
    assert not hasattr(record, "__dict__")
    assert hasattr(type(record), "__slots__")


@by_class
def test_records_can_be_compared_and_hashed(record: Any) -> None:
    assert record == record
    assert record != "something else"
    assert hash(record) == hash(pickle.loads(pickle.dumps(record)))


@by_class
def test_repr_names_the_class_and_is_short(record: Any) -> None:
    shown = repr(record)
    assert shown.startswith(type(record).__name__ + "(")
    assert len(shown) < 2200
    assert "None" not in shown


def test_repr_of_a_word() -> None:
    word = RECORDS[0]
    assert repr(word).startswith("Word(text='1', bbox=(72.0, ")


def test_pattern_matching() -> None:
    match RECORDS[0]:
        case pdftract.Word(text, (x0, _, _, _)):
            assert (text, x0) == ("1", 72.0)
        case _:
            pytest.fail("no match")


def test_records_can_be_made() -> None:
    word = pdftract.Word("a", (1.0, 2.0, 3.0, 4.0), 0, "p1-b1", 0, 0, 0, 0, 1)
    assert word == pdftract.Word("a", (1.0, 2.0, 3.0, 4.0), 0, "p1-b1", 0, 0, 0, 0, end=1)
    assert word != pdftract.Word("b", (1.0, 2.0, 3.0, 4.0), 0, "p1-b1", 0, 0, 0, 0, 1)
    with pytest.raises(TypeError):
        pdftract.Word("a")  # type: ignore[call-arg]


def test_nested_records_as_plain_data() -> None:
    block = RECORDS[2]
    data = block.to_dict()
    assert data["lines"][0]["spans"][0]["font"] == "Helvetica"
    assert data["lines"][0]["words"][0]["text"] == "This"
    assert isinstance(data["bbox"], list)


def test_lazy_parts_outlive_the_document() -> None:
    with pdftract.open(pdfs.rich()) as document:
        blocks = document[0].blocks
    assert blocks[1].lines[0].words[0].text == "This"
    assert pickle.loads(pickle.dumps(blocks))[1].lines[0].spans[0].text.startswith("This document")
