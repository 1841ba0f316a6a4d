"""Load the Italian texts, locale/*/it/LC_MESSAGES/django.po. They are compiled at the first start, without
GNU gettext.
"""

from __future__ import annotations

import json
import os
import re
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGE = "it"

_LINE = re.compile(r'(?:(?P<field>msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?(?P<text>".*")')
_MAGIC = 0x950412DE  # magic number of a .mo file; see the manual of GNU gettext
_CONTEXT = "\x04"  # separates a context from its msgid


class BrokenCatalogue(Exception):
    """Raised when a .po file cannot be read. The message names the file and the line."""


def catalogue_files(root: Path = ROOT) -> list[Path]:
    """Return the .po files of all areas, in the order in which Django prefers them."""
    return sorted(root.glob(f"locale/*/{LANGUAGE}/LC_MESSAGES/django.po"))


def compile_stale(root: Path = ROOT) -> list[Path]:
    """Compile every .po file whose .mo file is missing or older, and return the .mo files written. Several
    processes can safely do this at the same time. Raises BrokenCatalogue if a .po file cannot be read.
    """
    written = []
    for po in catalogue_files(root):
        mo = po.with_suffix(".mo")
        if not mo.exists() or mo.stat().st_mtime_ns < po.stat().st_mtime_ns:
            fresh = mo.with_name(f"{mo.name}.{os.getpid()}")
            fresh.write_bytes(_pack_texts(dict(_ready(po))))
            fresh.replace(mo)
            written.append(mo)
    return written


def _ready(po: Path) -> Iterator[tuple[str, str]]:
    for entry in _entries(po):
        texts = [text for field, text in sorted(entry.items()) if field.startswith("msgstr")]
        if all(texts):
            context = entry["msgctxt"] + _CONTEXT if "msgctxt" in entry else ""
            plural = "\0" + entry["msgid_plural"] if "msgid_plural" in entry else ""
            yield f"{context}{entry['msgid']}{plural}", "\0".join(texts)


def _entries(po: Path) -> Iterator[Mapping[str, str]]:
    """Yield the fields of each entry, skipping entries marked as fuzzy. An entry ends at a blank line, at a
    comment, or where the next original begins.
    """
    entry: dict[str, str] = {}
    field, fuzzy = "", False
    try:
        lines = po.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise BrokenCatalogue(f"{po}: {error}") from None
    for number, line in enumerate([*lines, ""], 1):
        if not line.strip() or line.startswith("#"):
            if entry and not fuzzy:
                yield entry
            fuzzy = fuzzy and not entry or line.startswith("#,") and "fuzzy" in line
            entry, field = {}, ""
            continue
        found = _LINE.fullmatch(line.strip())
        try:
            if found is None or not (found["field"] or field):
                raise ValueError(line)
            if found["field"] in ("msgctxt", "msgid") and any(name.startswith("msgstr") for name in entry):
                if not fuzzy:
                    yield entry
                entry, fuzzy = {}, False
            if found["field"] in entry:
                raise ValueError(line)
            field = found["field"] or field
            entry[field] = entry.get(field, "") + json.loads(found["text"], strict=False)
        except ValueError:
            raise BrokenCatalogue(f"{po}:{number}: {line!r} cannot be read") from None
        if found["field"] and field.startswith("msgstr") and "msgid" not in entry:
            raise BrokenCatalogue(f"{po}:{number}: a translation without its original")


def _pack_texts(texts: Mapping[str, str]) -> bytes:
    """Return the bytes of a .mo file: a header, two tables of lengths and offsets, the originals and the
    translations.
    """
    rows = sorted((original.encode(), text.encode()) for original, text in texts.items())
    head = struct.calcsize("<7I")
    place = head + 16 * len(rows)
    tables, body = b"", b""
    for column in (0, 1):
        for row in rows:
            tables += struct.pack("<2I", len(row[column]), place + len(body))
            body += row[column] + b"\0"
    return struct.pack("<7I", _MAGIC, 0, len(rows), head, head + 8 * len(rows), 0, 0) + tables + body
