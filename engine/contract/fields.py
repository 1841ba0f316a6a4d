"""The fields of a choice: what an action can contain."""

from __future__ import annotations

from dataclasses import field

from engine.refusals import Facts, Json
from engine.routes.paths import Path
from engine.values import dataclass


@dataclass(frozen=True)
class Option:
    """A possible value of a field. ``facts`` help to describe it (distance, chance). ``cost`` is what it
    takes from the field's ``budget`` each time it is chosen. In a Share, an option gets from ``low`` to
    ``high`` (None: unlimited). In a Pick, the ``usual`` option is preselected.
    """

    value: Json
    facts: Facts = field(default_factory=dict)
    cost: int = 0
    low: int = 0
    high: int | None = None
    usual: bool = False


@dataclass(frozen=True)
class Pick:
    """Exactly one of the options. If ``optional``, the field can also be None."""

    name: str
    options: tuple[Option, ...]
    optional: bool = False


@dataclass(frozen=True)
class Number:
    """A whole number from ``low`` to ``high``."""

    name: str
    low: int
    high: int
    default: int | None = None


@dataclass(frozen=True)
class Many:
    """A subset with ``low`` to ``high`` of the options, given as a list in the action. Their total cost must
    not exceed ``budget``, if there is one.
    """

    name: str
    options: tuple[Option, ...]
    low: int = 0
    high: int | None = None
    budget: int | None = None


@dataclass(frozen=True)
class Share:
    """A distribution: a mapping from option value to an amount within the option's own bounds, with a sum
    from ``low`` to ``high``. The total cost (each option's cost times its amount) must not exceed
    ``budget``, if there is one.
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
    own pages draw it, the generic page offers a text box, and ``apply`` checks it.
    """

    name: str
    schema: str
    example: Json = None


Field = Pick | Number | Many | Share | Word | Path | Given
