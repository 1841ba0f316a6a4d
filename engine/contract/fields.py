"""The fields of a choice: what an action can contain."""

from __future__ import annotations

from dataclasses import field

from engine.refusals import Facts, Json
from engine.routes.paths import Path
from engine.values import dataclass


@dataclass(frozen=True)
class Option:
    """A possible value of a field. ``facts``: details that describe the option (distance, chance). ``cost``:
    the amount taken from the field's ``budget`` each time the option is chosen. ``low`` and ``high``: in a
    Share, the bounds of the option's amount (None: unlimited). ``usual``: in a Pick, whether the option is
    preselected.
    """

    value: Json
    facts: Facts = field(default_factory=dict)
    cost: int = 0
    low: int = 0
    high: int | None = None
    usual: bool = False


@dataclass(frozen=True)
class Pick:
    """Exactly one of the options. ``optional``: whether the value can also be None."""

    name: str
    options: tuple[Option, ...]
    optional: bool = False


@dataclass(frozen=True)
class Number:
    """An integer from ``low`` to ``high``."""

    name: str
    low: int
    high: int
    default: int | None = None


@dataclass(frozen=True)
class Many:
    """A subset of the options, ``low`` to ``high`` in number, given as a list in the action. Their total
    cost must not exceed ``budget``, if there is one.
    """

    name: str
    options: tuple[Option, ...]
    low: int = 0
    high: int | None = None
    budget: int | None = None


@dataclass(frozen=True)
class Share:
    """A distribution: a mapping from each option's value to an amount within that option's bounds. The
    amounts add up to a sum from ``low`` to ``high``. The total cost (each option's cost times its amount)
    must not exceed ``budget``, if there is one.
    """

    name: str
    options: tuple[Option, ...]
    low: int
    high: int
    budget: int | None = None


@dataclass(frozen=True)
class Word:
    """Free text of at most ``longest`` characters."""

    name: str
    longest: int = 200


@dataclass(frozen=True)
class Given:
    """JSON in a format that the system documents under ``schema`` (a situation, a battlefield). The system's
    own pages produce the value, the generic page offers a text box, and ``apply`` checks the value.
    """

    name: str
    schema: str
    example: Json = None


Field = Pick | Number | Many | Share | Word | Path | Given
