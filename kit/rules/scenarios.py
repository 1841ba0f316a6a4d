"""Parse scenarios and options from JSON, reporting every mistake."""

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
    """Parses documents and caches the last few: identical JSON gives the same object. Raises BadScenario with
    every mistake that ``read`` finds, each with its path.
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
            found = self._kept[key] = self.read(
                json.loads(text)
            )  # parse a copy, since the caller may change the original
            drop_oldest(self._kept, self.most)
        return found


def drop_oldest(kept: dict[Any, Any], most: int) -> None:
    """Trim a cache to ``most`` items; other threads can safely do the same."""
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
    """Return a game's options as a dataclass. The value of a field that is not text is looked up in ``words``
    or read as a number. Raises BadScenario with every mistake.
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
