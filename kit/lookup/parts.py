"""Parts of the calculators' pages: a question read from a query string, its fields, and the blocks of the
answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from engine.values import dataclass
from games.wording.numbers import whole

PASSED_BY = frozenset({"lang", "format"})  # query parameters that concern the page, not the question
FLAGS = {"true": True, "false": False}


@dataclass(frozen=True)
class Field:
    """A field of a question. ``options``: the values to choose from, or () for yes or no. ``pictures``: SVG
    paths by value, each with a short text or ""; the page's script shows them as buttons.
    """

    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...] = ()
    pictures: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def pictured_options(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield each option's value and text, with the path and short text of its picture."""
        for value, text in self.options:
            yield value, text, *self.pictures.get(value, ("", ""))


@dataclass(frozen=True)
class Group:
    """Fields under a heading. ``folded``: the fields in a collapsed part. ``is_open``: whether one of these
    has a value, in which case the part is expanded.
    """

    title: str
    fields: tuple[Field, ...]
    folded: tuple[Field, ...] = ()
    side: str = ""

    @property
    def is_open(self) -> bool:
        return any(field.value for field in self.folded)


@dataclass(frozen=True)
class Block:
    """A block of an answer: a heading, a note and a table. ``system``: the system whose rules the last column
    names, or "" if no column names rules.
    """

    title: str
    note: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    main: bool = False  # whether this is the main result
    system: str = ""


def read_paths(query: Mapping[str, str]) -> dict[str, Any]:
    """Read the facts of a query string as a tree, in which each name is the path of a fact ("a.class").

    Empty facts are dropped. Unknown names stay in the tree, so that they are refused later.
    """
    tree: dict[str, Any] = {}
    for name, text in query.items():
        if name not in PASSED_BY and text != "":
            _put(tree, name.split(".")[:4], _value(text))
    return tree


def _put(tree: dict[str, Any], path: list[str], value: Any) -> None:
    for step in path[:-1]:
        below = tree.setdefault(step, {})
        if not isinstance(below, dict):
            return
        tree = below
    if not isinstance(tree.get(path[-1]), dict):
        tree[path[-1]] = value


def _value(text: str) -> Any:
    if text in FLAGS:
        return FLAGS[text]
    number = whole(text, -99_999, 99_999)
    return text[:80] if number is None else number
