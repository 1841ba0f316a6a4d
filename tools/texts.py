"""Find the texts that people can see. Texts in most Python files and in templates are marked for
translation. Texts in rules and data files are not marked; pages translate them when they show them.
"""

from __future__ import annotations

import ast
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.messages.extract import DEFAULT_KEYWORDS, extract

CODE = (
    "engine",
    "kit",
    "accounts",
    "games",
    "maps",
    "armies",
    "battles",
    "campaigns",
    "leagues",
    "features",
    "config",
)
PURE = ("rules", "forecast", "bot")  # pure packages of a system; army lists are pure as a whole
SHOWN = {"label", "name", "note", "notes", "title"}  # the fields of data files that pages translate

_LAZY = {f"{name}_lazy": spec for name, spec in DEFAULT_KEYWORDS.items() if name.endswith("gettext")}
KEYWORDS: dict[str, Any] = {**DEFAULT_KEYWORDS, **_LAZY, "gettext_noop": None}


@dataclass(frozen=True)
class Source:
    """A text in the code or in a template. ``where``: its place (file:line)."""

    where: str
    context: str | None
    msgid: str
    plural: str | None = None


# --- texts marked for translation ---


def sources(root: Path) -> Iterator[Source]:
    """Yield every text marked for translation in the project's Python files and templates."""
    for path in _code(root, "*.py"):
        if "migrations" not in path.parts:
            text = path.read_bytes()
            yield from _extract(path, root, text)
            yield from _within_f_strings(path, root, text)
    for path in sorted((root / "templates").rglob("*")):
        if path.suffix in {".html", ".txt", ".svg", ".md"}:
            yield from _extract(path, root, _templatize_file(path))


def _code(root: Path, pattern: str) -> Iterator[Path]:
    for folder in CODE:
        yield from sorted((root / folder).rglob(pattern))


def _templatize_file(path: Path) -> bytes:
    from django.utils.translation import templatize

    text: str = templatize(path.read_text(encoding="utf-8"), origin=str(path))
    return "\n".join(line.lstrip() for line in text.splitlines()).encode()  # Babel needs no indentation


def _extract(path: Path, root: Path, text: bytes, first_line: int = 1) -> Iterator[Source]:
    for line, message, _comments, context in extract("python", io.BytesIO(text), keywords=KEYWORDS):
        msgid, plural = message[:2] if isinstance(message, tuple) else (message, None)
        if msgid:
            yield Source(f"{path.relative_to(root)}:{line + first_line - 1}", context, msgid, plural)


def _within_f_strings(path: Path, root: Path, text: bytes) -> Iterator[Source]:
    """Yield the marked texts inside f-strings. Before Python 3.12 an f-string is a single token, in which
    Babel finds nothing.
    """
    for string in ast.walk(ast.parse(text)):
        if isinstance(string, ast.JoinedStr):
            for call in ast.walk(string):
                if isinstance(call, ast.Call):
                    yield from _extract(path, root, ast.unparse(call).encode(), call.lineno)


# --- texts in rules and data ---


def held_texts(root: Path) -> frozenset[str]:
    """Return the texts in rules, army lists and data files, which pages translate when they show them. A
    string in a Python file is taken for a code and left out if it has no capital letter.
    """
    found: set[str] = set()
    lists = (path for path in (root / "armies").glob("*/*.py") if (path.parent / "data").is_dir())
    rooms = (path for room in PURE for path in _code(root, f"{room}/**/*.py"))
    for path in {*lists, *rooms}:
        constants = (n.value for n in ast.walk(ast.parse(path.read_bytes())) if isinstance(n, ast.Constant))
        found.update(value for value in constants if isinstance(value, str) and value != value.lower())
    for path in _code(root, "data/**/*.json"):
        found.update(_shown_texts(json.loads(path.read_text(encoding="utf-8"))))
    return frozenset(found)


def _shown_texts(data: Any, field: str = "") -> Iterator[str]:
    if isinstance(data, str) and field in SHOWN:
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _shown_texts(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from _shown_texts(value, field)
