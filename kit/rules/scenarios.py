"""Parse scenarios and options from JSON, and report every mistake."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from engine.game import BadScenario, Facts, Field, Mistake
from engine.reading import PLAIN, Naming, read_options

D = TypeVar("D")
O = TypeVar("O")  # noqa: E741 (options)


class Remembered(Generic[D]):
    """A parser that caches the last few documents, so that identical JSON gives the same object.

    Raises BadScenario listing every mistake that ``read`` finds, each with its path.
    """

    def __init__(self, read: Callable[[Facts], D], most: int = 16) -> None:
        self.read, self.most = read, most
        self._kept: dict[str, D] = {}

    def __call__(self, raw: Facts) -> D:
        try:
            text = json.dumps(raw, allow_nan=False)
        except (TypeError, ValueError):
            raise BadScenario([Mistake("$", "not_json")]) from None
        key = sha256(text.encode()).hexdigest()
        found = self._kept.get(key)
        if found is None:
            # parse a copy, since the caller may change the original
            found = self._kept[key] = self.read(json.loads(text))
            drop_oldest(self._kept, self.most)
        return found


def drop_oldest(kept: dict[Any, Any], most: int) -> None:
    """Drop the oldest items of a cache until ``most`` are left. Several threads can safely do so at once."""
    for key in list(kept)[:-most]:
        kept.pop(key, None)


WORDS: Final[Mapping[str, Any]] = MappingProxyType({"yes": True, "no": False})


def choose_options(
    kind: type[O],
    fields: Iterable[Field],
    raw: Facts,
    naming: Naming = PLAIN,
    words: Mapping[str, Any] = WORDS,
) -> O:
    """Return a game's options as a dataclass. Raises BadScenario listing every mistake.

    ``words``: the values that certain words stand for, such as True for "yes". They apply to options that are
    not text. Other values of such options are read as numbers.
    """
    types = typing.get_type_hints(kind)
    values = read_options(fields, raw, naming)
    return kind(
        **{
            name: value
            if types[name] is str or not isinstance(value, str)
            else words.get(value, int(value) if value.isdigit() else value)
            for name, value in values.items()
        }
    )
