"""The parts of a form, as templates render them and as browsers submit them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from engine.codec import canonical
from engine.game import Choice, Mistake
from games.wording.numbers import whole

GIVEN_LIMIT = 200_000  # maximum size of JSON accepted in a form, in bytes
BUTTONS = 6  # up to this many options are shown as separate buttons
Posted = QueryDict  # a submitted form


class BadForm(Exception):
    """Raised for a form that was filled in wrongly. It lists every mistake with its path."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"{m.path}: {m.code}" for m in mistakes))


def text_of(value: Any) -> str:
    """Return a value as the text that a form submits for it; None becomes ""."""
    if value is None:
        return ""
    return value if isinstance(value, str) else canonical(value)


@dataclass(frozen=True)
class OptionForm:
    """An option of a field, which is ticked or given a share. ``caution``: a warning that must be confirmed
    if the option is a button that sends the form.
    """

    text: str
    label: str
    detail: str = ""
    chosen: bool = False
    low: int = 0
    high: int = 0
    amount: str = ""
    cost: int = 0
    caution: str = ""


@dataclass(frozen=True)
class FieldForm:
    """A field as the template renders it. ``type`` is pick, number, many, share, word, path or given.
    ``path``: data for the script that builds a path leg by leg. ``kept``: hidden (name, value) pairs to
    submit.
    """

    type: str
    name: str
    label: str
    options: tuple[OptionForm, ...] = ()
    value: str = ""
    low: int = 0
    high: int = 0
    optional: bool = False
    nothing: str = ""  # label of the option that leaves an optional field empty
    error: str = ""
    budget: int | None = None
    budget_label: str = ""
    path: Mapping[str, Any] | None = None
    kept: tuple[tuple[str, str], ...] = ()

    @property
    def path_json(self) -> str:
        """The data from which a script builds a path, as JSON for an HTML attribute."""
        return canonical(self.path)

    @property
    def spending(self) -> int:
        """The part of the budget that the filled-in values spend."""
        return sum(o.cost * (whole(o.amount, 0) or int(o.chosen)) for o in self.options)

    @property
    def remainder(self) -> int:
        return (self.budget or 0) - self.spending

    @property
    def short(self) -> bool:
        """Whether there are few enough options to show all at once."""
        return len(self.options) <= 8

    @property
    def everything(self) -> bool:
        """Whether one button can select everything offered, such as every unit of a force."""
        whole = sum(one.high for one in self.options)
        return self.type == "share" and self.budget is None and max(1, self.low) < whole <= self.high

    @property
    def can_go_to_one(self) -> bool:
        """Whether a fixed total can go entirely to one of a few options."""
        fixed = self.type == "share" and self.budget is None and not self.kept and self.low == self.high > 1
        return fixed and 1 < len(self.options) <= BUTTONS and all(one.low == 0 for one in self.options)

    @property
    def amounts(self) -> tuple[tuple[OptionForm, int], ...]:
        """Return the buttons that give a whole share to one option, as (option, amount) pairs, largest
        first. There are buttons only if the share has a single option or a total of one, and at most
        BUTTONS are needed.
        """
        if self.type != "share" or self.budget is not None or self.error or self.kept or self.low < 1:
            return ()
        given = [one for one in self.options if one.high > 0]
        if any(one.low for one in given) or not (len(given) == 1 or self.low == self.high == 1):
            return ()
        most = min(self.high, given[0].high) if len(given) == 1 else 1
        found = tuple((one, number) for one in given for number in range(most, self.low - 1, -1))
        return found if len(found) <= BUTTONS else ()

    @property
    def terse(self) -> bool:
        """Whether the option labels are short enough for a phone to show several in a row."""
        return all(len(one.label) <= 14 and not one.detail for one in self.options)


@dataclass(frozen=True)
class Face:
    """A die that people roll on the table, with the faces to tap."""

    label: str
    sides: int
    faces: tuple[int, ...]
    rule: str = ""
    entered: str = ""


@dataclass(frozen=True)
class Act:
    """A choice as a form. Submitting the form twice is harmless, because of its ``key``. ``id`` is the same
    every time the form is rendered.
    """

    choice: Choice
    id: str
    key: str
    label: str
    fields: tuple[FieldForm, ...]
    button_label: str = ""  # the label of the choice's button
    fixed_json: str = ""
    detail: str = ""
    rule: str = ""
    decision: str | None = None
    refusal: Any = None
    dice: tuple[Face, ...] = ()
    entered: tuple[str, ...] = ()
    virtual_allowed: bool = False
    open: bool = field(default=False)
    caution: str = ""  # a warning to confirm before an action that cannot be undone

    @property
    def kind(self) -> str:
        return self.choice.kind

    @property
    def at_once(self) -> bool:
        """Whether each option is a button that sends the form, because nothing else has to be entered."""
        if len(self.fields) != 1 or self.dice or self.caution:
            return False
        field = self.fields[0]
        if field.amounts:
            return True
        few = 0 < len(field.options) <= BUTTONS
        return field.type == "pick" and few and not field.optional and not field.error

    @property
    def spends(self) -> bool:
        """Whether the form spends a budget. Its warning is then shown only if part of the budget is left when
        the form is submitted.
        """
        return any(one.budget is not None for one in self.fields)
