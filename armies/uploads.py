"""Read the text of uploaded files in any encoding that editors and spreadsheets use."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Final
from xml.etree import ElementTree

from engine.refusals import BadDocument, Mistake
from games.wording.numbers import required_number, whole

_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
MOST_UNPACKED: Final = 2_000_000  # maximum size of each part of a workbook, in bytes


def text_of(sent: bytes, most: int) -> str:
    """Return the text of a file, which can be UTF-8, UTF-16, the Windows code page, or the first sheet of a
    workbook.

    Raises BadDocument for any other file, or for a text of more than ``most`` characters.
    """
    text = _sheet(sent) if sent.startswith(b"PK\x03\x04") else _decode_text(sent)
    if len(text) > most:
        raise BadDocument([Mistake("$", "too_long", {"high": most})])
    return text


def _decode_text(sent: bytes) -> str:
    encodings = [name for mark, name in _MARKS if sent.startswith(mark)] or ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            text = str(sent, encoding)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text):
            return text
    raise BadDocument([Mistake("$", "not_text")])


def _sheet(sent: bytes) -> str:
    """Return the cells of a workbook's first sheet, with a line for each row and tabs between cells."""
    try:
        with zipfile.ZipFile(io.BytesIO(sent)) as book:
            names = sorted(n for n in book.namelist() if re.fullmatch(r"xl/worksheets/sheet[0-9]+\.xml", n))
            first = min(names, key=lambda name: whole(re.findall(r"[0-9]+", name)[0]) or 0)
            shared = "xl/sharedStrings.xml"
            words = _words(_part(book, shared)) if shared in book.namelist() else []
            rows = [_row(row, words) for row in _part(book, first).iter(f"{_MAIN}row")]
    except (
        zipfile.BadZipFile,
        ElementTree.ParseError,
        ValueError,
        LookupError,
        NotImplementedError,
        RuntimeError,
    ):
        raise BadDocument([Mistake("$", "not_text")]) from None
    return "\n".join(rows)


def _part(book: zipfile.ZipFile, name: str) -> ElementTree.Element:
    if book.getinfo(name).file_size > MOST_UNPACKED:
        raise ValueError(name)
    with book.open(name) as part:
        data = part.read(MOST_UNPACKED + 1)
    if len(data) > MOST_UNPACKED or b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise ValueError(name)
    return ElementTree.fromstring(data)


def _words(root: ElementTree.Element) -> list[str]:
    return ["".join(t.text or "" for t in item.iter(f"{_MAIN}t")) for item in root.iter(f"{_MAIN}si")]


def _row(row: ElementTree.Element, words: list[str]) -> str:
    cells = []
    for cell in row.iter(f"{_MAIN}c"):
        value = cell.find(f"{_MAIN}v")
        text = (value.text or "") if value is not None else ""
        if cell.get("t") == "s":
            text = words[required_number(text, 0, len(words) - 1)]
        elif cell.get("t") == "inlineStr":
            text = "".join(t.text or "" for t in cell.iter(f"{_MAIN}t"))
        cells.append(" ".join(text.split()))
    return "\t".join(cells)
