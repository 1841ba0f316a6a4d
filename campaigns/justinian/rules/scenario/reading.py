"""Reads one JSON value after another and keeps every mistake with its path, not only the first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from campaigns.justinian.rules.scenario.types import Scenario
from engine.game import Facts, Mistake

MOST = 10_000  # no number of a scenario is larger
PROVENANCE = frozenset({"rules", "history", "design"})
_FREE = frozenset({"prov", "note"})  # every object may carry its provenance and a note
_WHICH = re.compile(r"\[[^\]]*\]")


class Reader:
    """Typed access to JSON. A wrong value is noted and replaced by a harmless one: reading goes on."""

    def __init__(self) -> None:
        self.mistakes: list[Mistake] = []

    def fault(self, path: str, code: str, **facts: Any) -> None:
        self.mistakes.append(Mistake(path, code, facts))

    def places(self) -> frozenset[str]:
        """Where mistakes are, without saying in which of several: "provinces[].revenue"."""
        return frozenset(_WHICH.sub("[]", m.path).removeprefix("$").removeprefix(".") for m in self.mistakes)

    def known(self, path: str, names: Iterable[str], known: Iterable[str], code: str) -> None:
        """Those names must be among the known ones."""
        known = set(known)
        for name in names:
            if name not in known:
                self.fault(path, code, name=name[:80])

    def object(self, value: Any, path: str, fields: str = "") -> Facts:
        """A JSON object. ``fields``: the names it may have, blank-separated ("" = any)."""
        if not isinstance(value, Mapping):
            self.fault(path, "not_an_object")
            return {}
        if fields:
            for name in sorted(set(map(str, value)) - set(fields.split()) - _FREE):
                self.fault(f"{path}.{name}", "unknown_field", field=name[:80])
        return value

    def items(
        self, parent: Facts, key: str, fields: str = "", path: str = "$"
    ) -> Iterator[tuple[str, Facts]]:
        """The objects of a list, each with its path; one with an id is called by its id."""
        value = parent.get(key)
        if not isinstance(value, list | tuple):
            self.fault(f"{path}.{key}", "missing_field" if value is None else "not_a_list", field=key)
            return
        for index, item in enumerate(value):
            name = item.get("id", index) if isinstance(item, Mapping) else index
            yield (where := f"{path}.{key}[{name}]"), self.object(item, where, fields)

    def keyed(self, parent: Facts, key: str, fields: str) -> Iterator[tuple[str, str, Facts]]:
        """The objects of a list that have an id: (path, id, object). A repeated id is a mistake."""
        seen: set[str] = set()
        for path, item in self.items(parent, key, fields):
            name = self.word(item, "id", path)
            if name in seen:
                self.fault(path, "repeated_id", id=name)
            elif name:
                seen.add(name)
                yield path, name, item

    def whole(self, parent: Facts, key: str, path: str, low: int = 0, high: int = MOST) -> int:
        value = self._present(parent, key, path)
        if value is not None and (type(value) is not int or not low <= value <= high):
            self.fault(f"{path}.{key}", "not_a_number", low=low, high=high)
            return low
        return low if value is None else int(value)

    def whole_or_none(self, parent: Facts, key: str, path: str, low: int = 0) -> int | None:
        return None if parent.get(key) is None else self.whole(parent, key, path, low)

    def word(self, parent: Facts, key: str, path: str, default: str | None = None) -> str:
        if default is not None and key not in parent:
            return default
        value = self._present(parent, key, path)
        if value is not None and (not isinstance(value, str) or not value.strip()):
            self.fault(f"{path}.{key}", "not_a_word")
            return ""
        return value or ""

    def word_or_none(self, parent: Facts, key: str, path: str) -> str | None:
        return None if parent.get(key) is None else self.word(parent, key, path)

    def one_of(self, parent: Facts, key: str, path: str, allowed: Any) -> str:
        value = self.word(parent, key, path)
        if value and value not in allowed:
            self.fault(f"{path}.{key}", "unknown_value", value=value[:80], allowed=sorted(allowed))
        return value

    def flag(self, parent: Facts, key: str, path: str) -> bool:
        value = self._present(parent, key, path)
        if value is not None and not isinstance(value, bool):
            self.fault(f"{path}.{key}", "not_yes_or_no")
        return value is True

    def words(self, parent: Facts, key: str, path: str) -> tuple[str, ...]:
        value = self._present(parent, key, path)
        if value is None:
            return ()
        if not isinstance(value, list | tuple) or not all(isinstance(x, str) for x in value):
            self.fault(f"{path}.{key}", "not_a_list")
            return ()
        return tuple(value)

    def amounts(self, parent: Facts, key: str, path: str) -> dict[str, int]:
        """Province -> SP."""
        value = self.object(self._present(parent, key, path) or {}, f"{path}.{key}")
        return {str(k): self.whole(value, k, f"{path}.{key}", 1) for k in value}

    def point(self, parent: Facts, key: str, path: str) -> tuple[float, float]:
        value = self._present(parent, key, path)
        numbers = isinstance(value, list | tuple) and all(type(x) in (int, float) for x in value)
        if value is None or not numbers or len(value) != 2:
            if value is not None:
                self.fault(f"{path}.{key}", "not_a_point")
            return (0.0, 0.0)
        if not (-90 <= value[0] <= 90 and -180 <= value[1] <= 180):
            self.fault(f"{path}.{key}", "not_a_point")
        return (float(value[0]), float(value[1]))

    def value(self, parent: Facts, key: str, path: str) -> Facts:
        """A ``{"value": ..., "prov": ...}`` object."""
        return self.object(self._present(parent, key, path) or {}, f"{path}.{key}")

    def provenance(self, value: Any, path: str = "$") -> None:
        """Every ``prov`` below must be one of the three words (or null for a field that is empty)."""
        if isinstance(value, Mapping):
            for key, child in value.items():
                if key == "prov":
                    for mark in child.values() if isinstance(child, Mapping) else [child]:
                        if mark is not None and not (isinstance(mark, str) and mark in PROVENANCE):
                            self.fault(f"{path}.prov", "unknown_value", value=str(mark)[:80])
                elif path != "$.meta":
                    self.provenance(child, f"{path}.{key}")
        elif isinstance(value, list | tuple):
            for index, child in enumerate(value):
                name = child.get("id", index) if isinstance(child, Mapping) else index
                self.provenance(child, f"{path}[{name}]")

    def _present(self, parent: Facts, key: str, path: str) -> Any:
        if parent.get(key) is None:
            self.fault(f"{path}.{key}", "missing_field", field=key)
            return None
        return parent[key]


class Check(NamedTuple):
    """Whether some parts of a scenario fit together. ``fields``: those it compares, blank-separated."""

    run: Callable[[Scenario, Facts, Reader], None]
    fields: str

    def rests_on(self, places: Iterable[str]) -> bool:
        """Whether any of its fields, what they are part of, or a part of them, is among those places."""
        return any(_overlap(field, place) for field in self.fields.split() for place in places)


def _overlap(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and (not short or long[len(short) :][:1] in ("", ".", "["))
