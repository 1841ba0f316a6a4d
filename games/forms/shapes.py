"""The parts of a form: as the templates draw it, and as a browser sends it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from engine.codec import canonical
from engine.game import Choice, Mistake
from games.numbers import whole

GIVEN_LIMIT = 200_000  # bytes of JSON in a form
Posted = QueryDict  # a submitted form


class BadForm(Exception):
    """A form filled in wrongly; every mistake with its place."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"{m.path}: {m.code}" for m in mistakes))


def text_of(value: Any) -> str:
    """A value as a form carries it."""
    if value is None:
        return ""
    return value if isinstance(value, str) else canonical(value)


@dataclass(frozen=True)
class OptionForm:
    """A value to tick or to give a share."""

    text: str
    label: str
    detail: str = ""
    chosen: bool = False
    low: int = 0
    high: int = 0
    amount: str = ""
    cost: int = 0


@dataclass(frozen=True)
class FieldForm:
    """A field as the template draws it. ``type`` is pick, number, many, share, word, path or given. ``path``:
    data for the script that builds a path leg by leg; ``kept``: hidden values to submit."""

    type: str
    name: str
    label: str
    options: tuple[OptionForm, ...] = ()
    value: str = ""
    low: int = 0
    high: int = 0
    optional: bool = False
    nothing: str = ""  # the option that leaves an optional field empty
    error: str = ""
    budget: int | None = None
    budget_label: str = ""
    path: Mapping[str, Any] | None = None
    kept: tuple[tuple[str, str], ...] = ()

    @property
    def path_json(self) -> str:
        """The data from which a script builds a path, as an attribute value."""
        return canonical(self.path)

    @property
    def spent(self) -> int:
        """The part of the budget used by the values filled in."""
        return sum(o.cost * (whole(o.amount, 0) or int(o.chosen)) for o in self.options)

    @property
    def left(self) -> int:
        return (self.budget or 0) - self.spent

    @property
    def short(self) -> bool:
        """Whether there are few enough options to show them all at once."""
        return len(self.options) <= 8

    @property
    def everything(self) -> bool:
        """Whether one button may select everything on offer, such as every unit of a force."""
        whole = sum(one.high for one in self.options)
        return self.type == "share" and self.budget is None and max(1, self.low) < whole <= self.high

    @property
    def terse(self) -> bool:
        """Whether the options are short enough for several to fit in a row on a phone."""
        return all(len(one.label) <= 14 and not one.detail for one in self.options)


@dataclass(frozen=True)
class Face:
    """A die rolled on the table: the faces to tap."""

    label: str
    sides: int
    faces: tuple[int, ...]
    rule: str = ""
    entered: str = ""


@dataclass(frozen=True)
class Act:
    """A choice as a form. ``key`` makes sending it twice harmless; ``id`` is the same at every drawing."""

    choice: Choice
    id: str
    key: str
    label: str
    fields: tuple[FieldForm, ...]
    deed: str = ""  # the label of its button
    fixed_json: str = ""
    detail: str = ""
    rule: str = ""
    decision: str | None = None
    refusal: Any = None
    dice: tuple[Face, ...] = ()
    entered: tuple[str, ...] = ()
    virtual_allowed: bool = False
    open: bool = field(default=False)
    caution: str = ""  # confirmed before sending, since no undo follows

    @property
    def kind(self) -> str:
        return self.choice.kind

    @property
    def spends(self) -> bool:
        """Whether the field spends something. Its caution is then about what is left, and is fetched on
        demand."""
        return any(one.budget is not None for one in self.fields)
