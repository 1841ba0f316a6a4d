"""Read a document (a scenario, a list, an import) and report every mistake in it, each with its path.

A :class:`Reader` is one value and its path. A mistake is noted and replaced by a harmless value, so that
reading continues and finds all mistakes at once:

>>> top = Reader({"name": "Rome", "men": "many", "roads": [{"id": "appia", "to": 3}]}).only("name men roads")
>>> top["name"].text(), top["men"].number(1, 20)
('Rome', 1)
>>> [road["to"].text() for road in top["roads"].items()]
['']
>>> [(mistake.path, mistake.code) for mistake in top.mistakes]
[('$.men', 'not_a_number'), ('$.roads[appia].to', 'not_a_text')]

The codes of mistakes are in a :class:`Naming`; a system with older codes keeps them.

A :class:`Check` compares parts with each other. It runs only if those parts could be read, so that the
report contains the mistake but not its consequences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from engine.game import Field, Number, Pick
from engine.refusals import BadDocument, BadScenario, Facts, Mistake
from engine.values import dataclass

MOST = 10_000  # the largest number allowed by default
LONGEST = 2000  # maximum length of a text by default, in characters
_LISTED = 20  # number of allowed values listed in a message
_SHOWN = 80  # number of characters of a faulty value quoted in a message
_ID = re.compile(r"[\w.:-]{1,60}")
_WHICH = re.compile(r"\[[^\]]*\]")


@dataclass(frozen=True)
class Naming:
    """The wording of a reader's reports: the code of each kind of mistake, the keys of a mistake's facts, and
    whether paths name the members of a list by their ids.
    """

    missing: str = "missing_field"  # "" treats a missing field like any other wrong value
    text: str = "not_a_text"
    long: str = "too_long"
    number: str = "not_a_number"
    flag: str = "not_yes_or_no"
    choice: str = "not_one_of"  # code for a text that is not among those allowed
    no_choice: str = "not_one_of"  # code for a choice that is not even a text
    value: str = "value"  # name of the fact that holds the value found
    allowed: str = "expected"  # name of the fact that holds the allowed values
    by_id: bool = True  # name a list member in paths by its id if it has one, otherwise by its number


PLAIN = Naming()


class Reader:
    """One value of a document and its path. All readers of a document share one list of mistakes. ``path``:
    the value's path, which begins with the document's name. If that is "", paths begin with a field
    ("armies.red" instead of "$.armies.red"). ``free``: extra fields that every object may have (a note, its
    provenance).
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

    def note_mistake(self, code: str, **facts: Any) -> None:
        """Note a mistake in this value."""
        self.fault(self.path or "$", code, **facts)

    def fault(self, path: str, code: str, **facts: Any) -> None:
        """Note a mistake in the value at this path."""
        self.mistakes.append(Mistake(path, code, facts))

    def mistake_facts(self, found: Any, allowed: Iterable[Any]) -> Facts:
        """Return the facts of a mistake: the value found, and the values allowed."""
        return {self.naming.value: str(found)[:_SHOWN], self.naming.allowed: list(allowed)}

    def check_names(
        self, path: str, names: Iterable[str], known: Iterable[str], code: str, fact: str = "name"
    ) -> None:
        """Note a mistake for every unknown name. ``fact``: the key of the name in the mistake's facts."""
        known = set(known)
        for name in names:
            if name not in known:
                self.fault(path, code, **{fact: name[:_SHOWN]})

    def unreadable_paths(self) -> frozenset[str]:
        """Return the paths of all mistakes so far, without indices, as in "provinces[].revenue"."""
        return frozenset(_WHICH.sub("[]", m.path).removeprefix("$").removeprefix(".") for m in self.mistakes)

    def raise_mistakes(self, error: type[BadDocument] = BadDocument) -> None:
        """Raise the error if any mistake was noted in this document."""
        if self.mistakes:
            raise error(self.mistakes)

    def with_code(self, code: str, value: str = "value", allowed: str = "expected") -> Reader:
        """Return a reader that reports any mistake in this value under this code, even if the value is
        missing. ``value`` and ``allowed``: the names of the facts (see Naming).
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
        """Return a reader of the named field; its value is None if the field is missing."""
        found = self.value.get(key) if isinstance(self.value, Mapping) else None
        return self._child(found, f".{key}")

    def __contains__(self, key: str) -> bool:
        """Return whether this value is an object that has the field, even if the field is empty."""
        return isinstance(self.value, Mapping) and key in self.value

    @property
    def has_value(self) -> bool:
        """Whether the value is not None."""
        return self.value is not None

    def is_object(self) -> bool:
        """Return whether this is an object, with any fields. Note a mistake if it is not."""
        found = isinstance(self.value, Mapping)
        if not found:
            self._note_fault("not_an_object")
        return found

    def object(self) -> Facts:
        """Return this value as an object with any fields. If it is not an object, note a mistake and return
        {}.
        """
        found: Facts = self.value if self.is_object() else {}
        return found

    def require_object(self) -> Reader:
        """Return this reader, noting a mistake if its value is not an object."""
        self.is_object()
        return self

    def only(self, fields: str | Iterable[str]) -> Reader:
        """Return this reader. Note a mistake for every field that is not in the list. ``fields``: a
        collection, or names separated by blanks.
        """
        for name in sorted(set(map(str, self.object())) - _names(fields) - set(self.free)):
            self[name].note_mistake("unknown_field", field=name[:_SHOWN])
        return self

    def fields(self, required: str | Iterable[str], optional: str | Iterable[str] = "") -> bool:
        """Return whether this is an object with all required fields. Note missing and unknown fields as
        mistakes.
        """
        if not self.is_object():
            return False
        missing = sorted(_names(required) - set(self.value))
        for name in missing:
            self[name].note_mistake(self.naming.missing or "missing_field", field=name)
        self.only(_names(required) | _names(optional))
        return not missing

    def items(self, most: int = MOST) -> list[Reader]:
        """Return readers of a list's members. If the value is not a list, or the list is too long, note a
        mistake and return none.
        """
        if not isinstance(self.value, list | tuple):
            self._note_fault("not_a_list", field=self._field_name)
            return []
        if len(self.value) > most:
            self.note_mistake("too_many", high=most)
            return []
        return [self._child(one, f"[{self._member(one, index)}]") for index, one in enumerate(self.value)]

    def items_by_id(self, fields: str) -> Iterator[tuple[str, Reader]]:
        """Yield the objects of a list with their ids. A repeated id is a mistake."""
        seen: set[str] = set()
        for item in self.items():
            key = item.only(fields)["id"].text()
            if key in seen:
                item.note_mistake("repeated_id", id=key)
            elif key:
                seen.add(key)
                yield key, item

    # --- values ---

    def number(self, low: int = 0, high: int = MOST) -> int:
        """Read an integer from ``low`` to ``high``. Any other value is a mistake and is read as ``low``."""
        if type(self.value) is int and low <= self.value <= high:
            return self.value
        self._note_fault(self.naming.number, low=low, high=high)
        return low

    def number_or_none(self, low: int = 0, high: int = MOST) -> int | None:
        return self.number(low, high) if self.has_value else None

    def text(self, most: int = LONGEST, blank: bool = False) -> str:
        """Read a text of at most ``most`` characters. ``blank``: whether it can be empty."""
        if not isinstance(self.value, str) or not (blank or self.value.strip()):
            self._note_fault(self.naming.text)
            return ""
        if len(self.value) > most:
            self.note_mistake(self.naming.long, high=most)
        return self.value[:most]

    def text_or_none(self) -> str | None:
        return self.text() if self.has_value else None

    def one_of(self, allowed: Iterable[str]) -> str:
        """Read one of the allowed words, of which there must be at least one. Any other value is a mistake
        and is read as the first allowed word.
        """
        allowed = tuple(allowed)
        if isinstance(self.value, str) and self.value in allowed:
            return self.value
        a_text = isinstance(self.value, str) and self.value.strip()
        self._note_fault(
            self.naming.choice if a_text else self.naming.no_choice,
            **self.mistake_facts(self.value, allowed[:_LISTED]),
        )
        return allowed[0]

    def flag(self) -> bool:
        """Read true or false. Any other value is a mistake and is read as false."""
        if type(self.value) is not bool:
            self._note_fault(self.naming.flag)
        return self.value is True

    def words(self) -> tuple[str, ...]:
        """Read a list of texts. Any other value is a mistake and is read as ()."""
        if not isinstance(self.value, list | tuple) or not all(isinstance(one, str) for one in self.value):
            self._note_fault("not_a_list")
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
        self._note_fault("not_a_range", low=low, high=high)
        return low, low

    def point(self) -> tuple[float, float]:
        """Read a latitude and a longitude."""
        value = self.value
        pair = isinstance(value, list | tuple) and len(value) == 2
        if pair and all(type(one) in (int, float) for one in value):
            north, east = float(value[0]), float(value[1])
            if abs(north) <= 90 and abs(east) <= 180:
                return north, east
        self._note_fault("not_a_point")
        return 0.0, 0.0

    # --- values at any depth ---

    def marks(self, field: str, allowed: Collection[str], but: str = "") -> None:
        """Check every field of this name at any depth within this value. The field's value must be empty, one
        of the allowed words, or an object of such values. ``but``: the path of an object to skip.
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
                self[field].note_mistake(self.naming.choice, **self.mistake_facts(mark, sorted(allowed)))

    def _child(self, value: Any, where: str) -> Reader:
        path = (self.path + where).removeprefix(".")
        return Reader(value, path, self.mistakes, self.free, self.naming)

    def _member(self, one: Any, index: int) -> str | int:
        key = one.get("id") if self.naming.by_id and isinstance(one, Mapping) else None
        return key if isinstance(key, str) and _ID.fullmatch(key) else index

    @property
    def _field_name(self) -> str:
        """The name of the field that holds this value."""
        return self.path.rpartition(".")[2]

    def _note_fault(self, code: str, **facts: Any) -> None:
        """Note a mistake. Its code is ``code``, unless the value is missing and the reader has a separate
        code for that.
        """
        if self.value is None and self.naming.missing:
            self.note_mistake(self.naming.missing, field=self._field_name)
        else:
            self.note_mistake(code, **facts)


def _names(fields: str | Iterable[str]) -> set[str]:
    return set(fields.split() if isinstance(fields, str) else fields)


def read_options(fields: Iterable[Field], options: Facts, naming: Naming = PLAIN) -> dict[str, Any]:
    """Return the value of every option of a game, whether chosen or default. Raises BadScenario listing
    every mistake.
    """
    known = {field.name: field for field in fields}
    top = Reader(options, "options", naming=naming)
    for name in sorted(set(map(str, top.object())) - set(known)):
        top[name].note_mistake("unknown_option", option=name[:_SHOWN])
    values = {
        name: _read_choice(field, top[name]) if name in top else _standard(field)
        for name, field in known.items()
    }
    top.raise_mistakes(BadScenario)
    return values


def _standard(field: Field) -> Any:
    if isinstance(field, Number):
        return field.low if field.default is None else field.default
    assert isinstance(field, Pick)  # options have no other type
    return field.options[0].value


def _read_choice(field: Field, chosen: Reader) -> Any:
    if isinstance(field, Number):
        return chosen.number(field.low, field.high)
    assert isinstance(field, Pick)
    value, allowed = chosen.value, [option.value for option in field.options]
    if not any(value == one and type(value) is type(one) for one in allowed):
        chosen.note_mistake(chosen.naming.choice, **chosen.mistake_facts(value, allowed))
    return value


D = TypeVar("D")  # the value read from a document


@dataclass(frozen=True)
class Check(Generic[D]):
    """A check that some parts of a document fit together. ``fields``: the paths of the parts that it
    compares, separated by blanks.
    """

    run: Callable[[D, Reader], None]
    fields: str

    def rests_on(self, places: Iterable[str]) -> bool:
        """Return whether the check compares any of these parts of the document, given by path, or a part that
        contains one of them or lies within one.
        """
        return any(_overlap(field, place) for field in self.fields.split() for place in places)


def check(found: D, top: Reader, checks: Iterable[Check[D]]) -> None:
    """Run every check whose parts were read without mistakes. ``found``: the value read from the document.
    ``top``: the document's reader, which collects the mistakes.
    """
    unread = top.unreadable_paths()
    for each in checks:
        if not each.rests_on(unread):
            each.run(found, top)


def _overlap(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and (not short or long[len(short) :][:1] in ("", ".", "["))
