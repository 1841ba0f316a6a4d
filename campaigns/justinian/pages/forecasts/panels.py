"""The parts of a forecast on the page: sections with panels of outcomes or with rows of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import get_format

from engine.game import Choice, Many, Option, Pick, Share
from engine.odds import Odds

Facts = tuple[tuple[str, str], ...]  # pairs of a label and a value, both as text


@dataclass(frozen=True)
class Bar:
    """One outcome with its chance."""

    label: str
    chance: Fraction

    @property
    def percent(self) -> str:
        return percent(self.chance)


@dataclass(frozen=True)
class Panel:
    """The forecast of one event, with a title, the chance of each outcome, further facts, and the
    calculation (``reckoning``).
    """

    title: str
    bars: tuple[Bar, ...]
    facts: Facts = ()
    reckoning: Facts = ()
    rule: str = ""
    own_loss: str = ""
    other_loss: str = ""

    @property
    def stripes(self) -> list[tuple[str, str]]:
        """Return the (start, width) of each outcome on a bar 100 units wide, as text for the drawing."""
        found, at = [], Fraction(0)
        for bar in self.bars:
            found.append((f"{float(at * 100):.1f}", f"{float(bar.chance * 100):.1f}"))
            at += bar.chance
        return found


@dataclass(frozen=True)
class Row:
    """A row of a table. Tapping its first cell shows ``why``."""

    cells: tuple[str, ...]
    why: Facts = ()

    @property
    def first(self) -> str:
        return self.cells[0]

    @property
    def rest(self) -> tuple[str, ...]:
        return self.cells[1:]


@dataclass(frozen=True)
class Section:
    """A section of a forecast. It shows options as panels side by side, or as rows of a table. ``id``
    identifies the section on the page, so that open rows stay open.
    """

    id: str
    title: str
    panels: tuple[Panel, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    rule: str = ""
    note: str = ""
    folded: bool = False
    counted: bool = True  # whether the section contains chances

    @property
    def outcomes(self) -> tuple[str, ...]:
        """Return the outcomes that all panels share, as column heads, or () if the panels differ."""
        found = {tuple(bar.label for bar in panel.bars) for panel in self.panels}
        return found.pop() if len(found) == 1 else ()


def options(choice: Choice) -> Iterator[Option]:
    """Yield the options of a choice's fields, each of which gets a panel or a row."""
    for one in choice.fields:
        if isinstance(one, Pick | Many | Share):
            yield from one.options


def percent(chance: Fraction) -> str:
    """Format a chance as a percentage with at most one decimal place, such as 12.5%."""
    return average(chance * 100) + "%"


def average(value: Fraction) -> str:
    """Format an average in the reader's locale, with at most one decimal place."""
    short = f"{float(value):.1f}".rstrip("0").rstrip(".")
    return short.replace(".", get_format("DECIMAL_SEPARATOR"))


def spread(chances: Odds[int]) -> str:
    """Format the range of a roll with its average, such as "0–9 (4.5)", or the only possible value."""
    low, high = min(chances), max(chances)
    return str(low) if low == high else f"{low}–{high} ({average(chances.expectation())})"


def listing(chances: Odds[int]) -> Facts:
    """Return (value, chance) for every possible value in order, both as text."""
    return tuple((str(value), percent(chance)) for value, chance in sorted(chances.items()))
