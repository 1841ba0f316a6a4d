"""Strict reading of data files and imports: every mistake is noted with its path, none stops the reading."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.game import Mistake

DATA = Path(__file__).parent / "data"


class BadData(ValueError):
    """Data that cannot be used; ``mistakes`` lists every mistake with its path."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"{m.path}: {m.code}" for m in self.mistakes))


class Reader:
    """One value of a JSON document and where it is. All readers of a document share their mistakes."""

    def __init__(self, value: Any, path: str = "$", mistakes: list[Mistake] | None = None) -> None:
        self.value, self.path = value, path
        self.mistakes: list[Mistake] = [] if mistakes is None else mistakes

    def wrong(self, code: str, **facts: Any) -> None:
        self.mistakes.append(Mistake(self.path, code, facts))

    def child(self, key: str | int) -> Reader:
        """The value under that key or index, which must be there."""
        if isinstance(key, int):
            return Reader(self.value[key], f"{self.path}[{key}]", self.mistakes)
        found = self.value.get(key) if isinstance(self.value, Mapping) else None
        return Reader(found, f"{self.path}.{key}", self.mistakes)

    def fields(self, required: Iterable[str], optional: Iterable[str] = ()) -> bool:
        """Whether this is an object with those fields and no others; notes what is missing or unknown."""
        if not isinstance(self.value, Mapping):
            self.wrong("not_an_object")
            return False
        required = set(required)
        for name in sorted(required - set(self.value)):
            self.child(name).wrong("missing_field", field=name)
        for name in sorted(set(map(str, self.value)) - required - set(optional)):
            self.child(name).wrong("unknown_field", field=name[:80])
        return required <= set(self.value)

    def items(self, limit: int = 1000) -> list[Reader]:
        """The readers of a list's members; an empty list when it is no list or too long."""
        if not isinstance(self.value, list):
            self.wrong("not_a_list")
            return []
        if len(self.value) > limit:
            self.wrong("too_many", limit=limit)
            return []
        return [self.child(i) for i in range(len(self.value))]

    def text(self, limit: int = 2000) -> str:
        if not isinstance(self.value, str):
            self.wrong("wrong_type", expected="text")
            return ""
        if len(self.value) > limit:
            self.wrong("too_long", limit=limit)
        return self.value[:limit]

    def number(self, low: int, high: int) -> int:
        if type(self.value) is not int:
            self.wrong("wrong_type", expected="number")
            return low
        if not low <= self.value <= high:
            self.wrong("out_of_range", low=low, high=high)
            return low
        return self.value

    def flag(self) -> bool:
        if type(self.value) is not bool:
            self.wrong("wrong_type", expected="true_or_false")
            return False
        return self.value

    def one_of(self, allowed: Iterable[str]) -> str:
        allowed = tuple(allowed)
        if not isinstance(self.value, str) or self.value not in allowed:
            self.wrong("not_one_of", value=str(self.value)[:80], expected=list(allowed)[:20])
            return allowed[0] if allowed else ""
        return self.value

    def range_of_numbers(self) -> tuple[int, int]:
        """A pair [least, most] of positive whole numbers."""
        pair = [r.number(1, 10_000) for r in self.items(2)]
        if len(pair) != 2 or pair[0] > pair[1]:
            self.wrong("not_a_range")
            return (1, 1)
        return (pair[0], pair[1])

    def done(self) -> None:
        """Raises BadData when any mistake was noted in this document."""
        if self.mistakes:
            raise BadData(self.mistakes)


def read_data(name: str, schema: str) -> Reader:
    """A data file of this package. Raises BadData when its schema is another."""
    reader = Reader(json.loads((DATA / name).read_text(encoding="utf-8")), name)
    reader.child("schema").one_of((schema,))
    reader.done()
    return reader
