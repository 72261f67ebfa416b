"""Builds the PDFs that the tests need."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence


def _pdf(objects: dict[int, bytes], trailer: bytes) -> bytes:
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places: dict[int, int] = {}
    for number, body in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    count = max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % count
    for number in range(1, count):
        out += b"%010d 00000 n \n" % places[number]
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (count, trailer, start)
    return bytes(out)


def stream(data: bytes, entries: bytes = b"") -> bytes:
    """Return a stream object."""
    packed = zlib.compress(data)
    return b"<< /Length %d /Filter /FlateDecode %s >>\nstream\n%s\nendstream" % (len(packed), entries, packed)


def shown(text: str) -> bytes:
    """Return a string operand."""
    return b"(" + text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("latin-1") + b")"


def text_lines(lines: Sequence[str], size: float = 11, left: float = 72, top: float = 720) -> bytes:
    """Return content that shows lines."""
    parts = [b"BT /F1 %g Tf %g %g Td %g TL" % (size, left, top, size * 1.3)]
    parts += [shown(line) + b" Tj T*" for line in lines]
    return b"\n".join([*parts, b"ET"])


def document(
    pages: Sequence[bytes | Sequence[str]],
    *,
    title: str | None = "A test",
    annotations: dict[int, bytes] | None = None,
    outline: Sequence[tuple[str, int]] = (),
    extra: dict[int, bytes] | None = None,
    catalog: bytes = b"",
) -> bytes:
    """Return a PDF with one page for each content, which is lines of text or operators."""
    objects: dict[int, bytes] = {}
    first = 10
    kids = b" ".join(b"%d 0 R" % (first + 2 * index) for index in range(len(pages)))
    objects[2] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(pages), kids)
    objects[3] = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    objects[4] = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"
    objects[5] = b"<< /Producer (pdfs.py) /CreationDate (D:20260102030405+01'00')"
    objects[5] += b" /Title %s >>" % shown(title) if title else b" >>"
    for index, content in enumerate(pages):
        data = content if isinstance(content, bytes) else text_lines(content)
        page = first + 2 * index
        notes = (annotations or {}).get(index, b"")
        objects[page] = (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /XObject << /I1 9 0 R >> >> %s >>" % (page + 1, notes)
        )
        objects[page + 1] = stream(data)
    objects[6] = objects[7] = objects[8] = b"null"
    objects[9] = stream(
        bytes([255, 0, 0] * 16),
        b"/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceRGB /BitsPerComponent 8",
    )
    after = first + 2 * len(pages)
    if outline:
        items = range(after, after + len(outline))
        objects[6] = b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (
            items[0],
            items[-1],
            len(outline),
        )
        for number, (name, index) in zip(items, outline, strict=True):
            chain = b" /Next %d 0 R" % (number + 1) if number < items[-1] else b""
            target = b"[%d 0 R /Fit]" % (first + 2 * index)
            objects[number] = b"<< /Title %s /Parent 6 0 R /Dest %s%s >>" % (shown(name), target, chain)
        catalog += b" /Outlines 6 0 R"
    objects.update(extra or {})
    objects[1] = b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog
    ordered = dict(sorted(objects.items()))
    for number in range(1, max(ordered) + 1):
        ordered.setdefault(number, b"null")
    return _pdf(dict(sorted(ordered.items())), b"/Info 5 0 R /ID [<00112233445566778899aabbccddeeff> <00>]")


def with_table() -> bytes:
    """Return a page with a ruled table of two columns and three rows."""
    rules = b"".join(b"72 %d m 372 %d l S\n" % (y, y) for y in (700, 670, 640, 610))
    rules += b"".join(b"%d 700 m %d 610 l S\n" % (x, x) for x in (72, 222, 372))
    cells = [("Name", "Amount"), ("apples", "12"), ("pears & plums", "7")]
    shows = [
        b"BT /F1 11 Tf %d %d Td %s Tj ET" % (column, 680 - 30 * row, shown(text))
        for row, texts in enumerate(cells)
        for column, text in zip((80, 230), texts, strict=True)
    ]
    return document([rules + b"\n".join(shows)])


def rich() -> bytes:
    """Return two pages with headings, paragraphs, links, a note, an image and an outline."""
    heading = b"BT /F2 20 Tf 72 730 Td (1 Introduction) Tj ET\n"
    body = [
        "This document has a paragraph that is long enough to be judged as a text of the English",
        "language, with words that everybody knows, and it goes on for a while so that the lines",
        "are full. The second sentence of the paragraph says that the weather is fine, and that the",
        "reader may close the book and go for a walk along the river.",
    ]
    first = heading + text_lines(body, top=700) + b"\nq 100 0 0 100 72 400 cm /I1 Do Q"
    second = b"BT /F2 20 Tf 72 730 Td (2 Results) Tj ET\n" + text_lines(body[::-1], top=700)
    notes = {
        0: b"/Annots [<< /Type /Annot /Subtype /Link /Rect [72 690 200 712] /A << /S /URI /URI (https://example.org/) >> >>"
        b" << /Type /Annot /Subtype /Link /Rect [72 650 200 672] /Dest [12 0 R /Fit] >>"
        b" << /Type /Annot /Subtype /Text /Rect [300 300 320 320] /Contents (Check this) /T (Ann) >>]"
    }
    return document([first, second], annotations=notes, outline=[("1 Introduction", 0), ("2 Results", 1)])


def many_pages(count: int, lines: int = 40) -> bytes:
    """Return a document of many pages with different text."""
    words = "extraction of text from documents takes some time when there are many pages of it".split()
    pages: list[Sequence[str]] = []
    for page in range(count):
        pages.append(
            [
                f"Page {page} line {line}: " + " ".join(words[(page + line + at) % len(words)] for at in range(11))
                for line in range(lines)
            ]
        )
    return document(pages)


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


def encrypted(password: str) -> bytes:
    """Return a page that is encrypted by RC4 with 40 bits."""
    identity = bytes(16)
    padded = (password.encode("latin-1") + _PADDING)[:32]
    owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
    permissions = (-4 & 0xFFFFFFFF).to_bytes(4, "little")
    key = hashlib.md5(padded + owner + permissions + identity).digest()[:5]
    user = _rc4(key, _PADDING)

    def locked(number: int, data: bytes) -> bytes:
        salted = hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]
        return _rc4(salted, data)

    content = locked(6, text_lines(["A secret text for friends"]))
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Count 1 /Kids [5 0 R] >>",
        3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        4: b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >>" % (owner.hex().encode(), user.hex().encode()),
        5: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R"
        b" /Resources << /Font << /F1 3 0 R >> >> >>",
        6: b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
    }
    return _pdf(objects, b"/Encrypt 4 0 R /ID [<%s> <%s>]" % (identity.hex().encode(), identity.hex().encode()))


def with_attachment() -> bytes:
    """Return a page with an attached file."""
    return document(
        [["See the attachment"]],
        extra={
            20: stream(b"a,b\n1,2\n", b"/Type /EmbeddedFile /Subtype /text#2Fcsv /Params << /Size 8 >>"),
            21: b"<< /Type /Filespec /F (data.csv) /UF (data.csv) /EF << /F 20 0 R >> >>",
        },
        catalog=b"/Names << /EmbeddedFiles << /Names [(data.csv) 21 0 R] >> >>",
    )


SHOUTING = document([["x"]]) + b"\n" + b"% padding\n" * 600_000
"""A document of 6 MB, most of it comments."""
