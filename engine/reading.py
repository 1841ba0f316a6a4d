"""Read a document (a scenario, a list, an import) and report every mistake in it, each with its path.

A :class:`Reader` is one value and its place. A mistake is noted and replaced by a harmless value, so that
reading continues and finds all mistakes at once:

>>> top = Reader({"name": "Rome", "men": "many", "roads": [{"id": "appia", "to": 3}]}).only("name men roads")
>>> top["name"].text(), top["men"].number(1, 20)
('Rome', 1)
>>> [road["to"].text() for road in top["roads"].items()]
['']
>>> [(mistake.path, mistake.code) for mistake in top.mistakes]
[('$.men', 'not_a_number'), ('$.roads[appia].to', 'not_a_text')]

The names of mistakes are a :class:`Naming`: a system with older names keeps those.

A :class:`Check` compares parts with each other. It runs only if those parts could be read: the mistake is
reported, not its consequences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from engine.game import Field, Number, Pick
from engine.refusals import BadDocument, BadScenario, Facts, Mistake
from engine.values import dataclass

MOST = 10_000  # the largest number allowed, unless a reader raises the limit
LONGEST = 2000  # characters of a text, unless a reader sets another limit
_LISTED = 20  # allowed values listed in a message
_SHOWN = 80  # characters of a faulty value quoted in a message
_ID = re.compile(r"[\w.:-]{1,60}")
_WHICH = re.compile(r"\[[^\]]*\]")


@dataclass(frozen=True)
class Naming:
    """The codes of a document's mistakes, the names of their facts, and how members of lists are called."""

    missing: str = "missing_field"  # "" treats a missing field like any other wrong value
    text: str = "not_a_text"
    long: str = "too_long"
    number: str = "not_a_number"
    flag: str = "not_yes_or_no"
    choice: str = "not_one_of"  # code for a text that is not one of those allowed
    no_choice: str = "not_one_of"  # code for a choice that is not even a text
    value: str = "value"  # name of the fact that holds the value found
    allowed: str = "expected"  # name of the fact that holds the allowed values
    by_id: bool = True  # name a list member by its id if it has one, otherwise by its number


PLAIN = Naming()


class Reader:
    """One value of a document and its path. All readers of a document share one list of mistakes.

    ``path``: the document's name; if "", paths begin with a field ("armies.red" instead of "$.armies.red").
    ``free``: extra fields that every object may have (a note, its provenance).
    """

    def __init__(
        self,
        value: Any,
        path: str = "$",
        mistakes: list[Mistake] | None = None,
        free: Collection[str] = (),
        naming: Naming = PLAIN,
    ) -> None:
        self.value, self.path, self.free, self.naming = value, path, free, naming
        self.mistakes: list[Mistake] = [] if mistakes is None else mistakes

    # --- what is wrong ---

    def wrong(self, code: str, **facts: Any) -> None:
        """Note a mistake in this value."""
        self.fault(self.path or "$", code, **facts)

    def fault(self, path: str, code: str, **facts: Any) -> None:
        """Note a mistake in the value at this path."""
        self.mistakes.append(Mistake(path, code, facts))

    def other(self, found: Any, allowed: Iterable[Any]) -> Facts:
        """Return the facts of a mistake: the value found, and the allowed ones."""
        return {self.naming.value: str(found)[:_SHOWN], self.naming.allowed: list(allowed)}

    def check_names(
        self, path: str, names: Iterable[str], known: Iterable[str], code: str, fact: str = "name"
    ) -> None:
        """Note a mistake for every unknown name. ``fact``: the key under which the mistake reports the
        name.
        """
        known = set(known)
        for name in names:
            if name not in known:
                self.fault(path, code, **{fact: name[:_SHOWN]})

    def unread(self) -> frozenset[str]:
        """Return the paths of mistakes without indices: "provinces[].revenue"."""
        return frozenset(_WHICH.sub("[]", m.path).removeprefix("$").removeprefix(".") for m in self.mistakes)

    def raise_mistakes(self, error: type[BadDocument] = BadDocument) -> None:
        """Raise the error if any mistake was noted in this document."""
        if self.mistakes:
            raise error(self.mistakes)

    def with_code(self, code: str, value: str = "value", allowed: str = "expected") -> Reader:
        """Report any mistake in this value, even its absence, under this code. ``value`` and ``allowed`` name
        the facts (see Naming).
        """
        naming = Naming(
            missing="",
            text=code,
            long=code,
            number=code,
            flag=code,
            choice=code,
            no_choice=code,
            value=value,
            allowed=allowed,
            by_id=self.naming.by_id,
        )
        return Reader(self.value, self.path, self.mistakes, self.free, naming)

    # --- objects and lists ---

    def __getitem__(self, key: str) -> Reader:
        """Return a reader of the named field; an empty reader if there is none."""
        found = self.value.get(key) if isinstance(self.value, Mapping) else None
        return self._child(found, f".{key}")

    def __contains__(self, key: str) -> bool:
        """Return whether this is an object with that field, even an empty one."""
        return isinstance(self.value, Mapping) and key in self.value

    @property
    def has_value(self) -> bool:
        """Return whether there is a value."""
        return self.value is not None

    def is_object(self) -> bool:
        """Return whether this is an object, whatever its fields; note a mistake otherwise."""
        found = isinstance(self.value, Mapping)
        if not found:
            self._lacks("not_an_object")
        return found

    def object(self) -> Facts:
        """Return this value as an object with any fields."""
        found: Facts = self.value if self.is_object() else {}
        return found

    def an_object(self) -> Reader:
        """Return this reader, noting a mistake if its value is not an object."""
        self.is_object()
        return self

    def only(self, fields: str | Iterable[str]) -> Reader:
        """Return this reader, noting a mistake for every field that is not in a blank-separated list."""
        for name in sorted(set(map(str, self.object())) - _names(fields) - set(self.free)):
            self[name].wrong("unknown_field", field=name[:_SHOWN])
        return self

    def fields(self, required: str | Iterable[str], optional: str | Iterable[str] = "") -> bool:
        """Return whether this is an object with all required fields; note missing and unknown ones."""
        if not self.is_object():
            return False
        missing = sorted(_names(required) - set(self.value))
        for name in missing:
            self[name].wrong(self.naming.missing or "missing_field", field=name)
        self.only(_names(required) | _names(optional))
        return not missing

    def items(self, most: int = MOST) -> list[Reader]:
        """Return readers of a list's members; none if the list is too long."""
        if not isinstance(self.value, list | tuple):
            self._lacks("not_a_list", field=self._field)
            return []
        if len(self.value) > most:
            self.wrong("too_many", high=most)
            return []
        return [self._child(one, f"[{self._member(one, index)}]") for index, one in enumerate(self.value)]

    def items_by_id(self, fields: str) -> Iterator[tuple[str, Reader]]:
        """Yield the objects of a list with their ids. A repeated id is a mistake."""
        seen: set[str] = set()
        for item in self.items():
            key = item.only(fields)["id"].text()
            if key in seen:
                item.wrong("repeated_id", id=key)
            elif key:
                seen.add(key)
                yield key, item

    # --- values ---

    def number(self, low: int = 0, high: int = MOST) -> int:
        """Read a whole number."""
        if type(self.value) is int and low <= self.value <= high:
            return self.value
        self._lacks(self.naming.number, low=low, high=high)
        return low

    def number_or_none(self, low: int = 0, high: int = MOST) -> int | None:
        return self.number(low, high) if self.has_value else None

    def text(self, most: int = LONGEST, blank: bool = False) -> str:
        """Read a text; ``blank``: it can be empty."""
        if not isinstance(self.value, str) or not (blank or self.value.strip()):
            self._lacks(self.naming.text)
            return ""
        if len(self.value) > most:
            self.wrong(self.naming.long, high=most)
        return self.value[:most]

    def text_or_none(self) -> str | None:
        return self.text() if self.has_value else None

    def one_of(self, allowed: Iterable[str]) -> str:
        """Read one of these words; a mistake yields the first. There must be at least one."""
        allowed = tuple(allowed)
        if isinstance(self.value, str) and self.value in allowed:
            return self.value
        a_text = isinstance(self.value, str) and self.value.strip()
        self._lacks(
            self.naming.choice if a_text else self.naming.no_choice,
            **self.other(self.value, allowed[:_LISTED]),
        )
        return allowed[0]

    def flag(self) -> bool:
        """Read true or false."""
        if type(self.value) is not bool:
            self._lacks(self.naming.flag)
        return self.value is True

    def words(self) -> tuple[str, ...]:
        """Read a list of texts."""
        if not isinstance(self.value, list | tuple) or not all(isinstance(one, str) for one in self.value):
            self._lacks("not_a_list")
            return ()
        return tuple(self.value)

    def amounts(self) -> dict[str, int]:
        """Read an object that maps names to whole numbers of at least 1."""
        return {str(key): self[key].number(1) for key in self.object()}

    def pair(self, low: int = 1, high: int = MOST) -> tuple[int, int]:
        """Read two whole numbers, the second no less than the first."""
        value = self.value
        if isinstance(value, list | tuple) and len(value) == 2 and all(type(one) is int for one in value):
            first, last = value
            if low <= first <= last <= high:
                return first, last
        self._lacks("not_a_range", low=low, high=high)
        return low, low

    def point(self) -> tuple[float, float]:
        """Read a latitude and a longitude."""
        value = self.value
        pair = isinstance(value, list | tuple) and len(value) == 2
        if pair and all(type(one) in (int, float) for one in value):
            north, east = float(value[0]), float(value[1])
            if abs(north) <= 90 and abs(east) <= 180:
                return north, east
        self._lacks("not_a_point")
        return 0.0, 0.0

    # --- everything below ---

    def marks(self, field: str, allowed: Collection[str], but: str = "") -> None:
        """Check every occurrence of the field below this value: it must be empty, one of these words, or an
        object of such values. ``but``: the path of an object to skip.
        """
        if isinstance(self.value, Mapping):
            for key, child in self.value.items():
                if key == field:
                    self._check_marks(field, child, allowed)
                elif f"{self.path}.{key}" != but:
                    self[key].marks(field, allowed, but)
        elif isinstance(self.value, list | tuple):
            for one in self.items():
                one.marks(field, allowed, but)

    def _check_marks(self, field: str, found: Any, allowed: Collection[str]) -> None:
        for mark in found.values() if isinstance(found, Mapping) else [found]:
            if mark is not None and not (isinstance(mark, str) and mark in allowed):
                self[field].wrong(self.naming.choice, **self.other(mark, sorted(allowed)))

    def _child(self, value: Any, where: str) -> Reader:
        path = (self.path + where).removeprefix(".")
        return Reader(value, path, self.mistakes, self.free, self.naming)

    def _member(self, one: Any, index: int) -> str | int:
        key = one.get("id") if self.naming.by_id and isinstance(one, Mapping) else None
        return key if isinstance(key, str) and _ID.fullmatch(key) else index

    @property
    def _field(self) -> str:
        """Return the name of the field that holds this value."""
        return self.path.rpartition(".")[2]

    def _lacks(self, code: str, **facts: Any) -> None:
        """Note that the value is missing, or that it is wrong."""
        if self.value is None and self.naming.missing:
            self.wrong(self.naming.missing, field=self._field)
        else:
            self.wrong(code, **facts)


def _names(fields: str | Iterable[str]) -> set[str]:
    return set(fields.split() if isinstance(fields, str) else fields)


def read_options(fields: Iterable[Field], options: Facts, naming: Naming = PLAIN) -> dict[str, Any]:
    """Return the value of every option of a game, as chosen or by default. Raises BadScenario with every
    mistake.
    """
    known = {field.name: field for field in fields}
    top = Reader(options, "options", naming=naming)
    for name in sorted(set(map(str, top.object())) - set(known)):
        top[name].wrong("unknown_option", option=name[:_SHOWN])
    values = {
        name: _read_choice(field, top[name]) if name in top else _standard(field)
        for name, field in known.items()
    }
    top.raise_mistakes(BadScenario)
    return values


def _standard(field: Field) -> Any:
    if isinstance(field, Number):
        return field.low if field.default is None else field.default
    assert isinstance(field, Pick)  # there are no other kinds of options
    return field.options[0].value


def _read_choice(field: Field, chosen: Reader) -> Any:
    if isinstance(field, Number):
        return chosen.number(field.low, field.high)
    assert isinstance(field, Pick)
    value, allowed = chosen.value, [option.value for option in field.options]
    if not any(value == one and type(value) is type(one) for one in allowed):
        chosen.wrong(chosen.naming.choice, **chosen.other(value, allowed))
    return value


D = TypeVar("D")  # the value read from a document


@dataclass(frozen=True)
class Check(Generic[D]):
    """A check that some parts of a document fit together. ``fields``: the parts it compares,
    blank-separated.
    """

    run: Callable[[D, Reader], None]
    fields: str

    def rests_on(self, places: Iterable[str]) -> bool:
        """Return whether the check compares any of these places, their containers or their parts."""
        return any(_overlap(field, place) for field in self.fields.split() for place in places)


def check(found: D, top: Reader, checks: Iterable[Check[D]]) -> None:
    """Run every check whose parts were read without mistakes."""
    unread = top.unread()
    for each in checks:
        if not each.rests_on(unread):
            each.run(found, top)


def _overlap(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and (not short or long[len(short) :][:1] in ("", ".", "["))
