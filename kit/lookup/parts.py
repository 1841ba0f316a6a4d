"""Parts of the calculators' pages: a question read from a query string, its fields, and the blocks of the
answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.values import dataclass
from games.numbers import whole

PASSED_BY = frozenset({"lang", "format"})  # parameters about the page, not the question
FLAGS = {"true": True, "false": False}


@dataclass(frozen=True)
class Field:
    """A field of a question: a choice of values, or yes or no (without ``options``)."""

    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Group:
    """Fields under a heading, some of them folded away. ``is_open``: whether a folded field differs from its
    default.
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
    """A block of an answer: a heading, a sentence, a table."""

    title: str
    note: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    main: bool = False  # whether this is the main result


def read_paths(query: Mapping[str, str]) -> dict[str, Any]:
    """Read the facts of a query string as a tree: each name is the path of a fact ("a.class"). Empty facts
    are dropped; unknown names are kept, so that they are refused.
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
