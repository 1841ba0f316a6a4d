"""Panels that show chances: outcomes to compare, rows of facts, and the sections that hold them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import get_format

from engine.game import Choice, Many, Option, Pick, Share
from engine.odds import Odds

Facts = tuple[tuple[str, str], ...]  # a label, and its value in words


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
    """A forecast of one event: a title, the chance of each outcome, further facts, and how the numbers were
    calculated.
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
        """Return (start, width) of each outcome on a bar of 100, as plain numbers for the drawing."""
        found, at = [], Fraction(0)
        for bar in self.bars:
            found.append((f"{float(at * 100):.1f}", f"{float(bar.chance * 100):.1f}"))
            at += bar.chance
        return found


@dataclass(frozen=True)
class Row:
    """A line of a table; tapping its first cell unfolds ``why``."""

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
    """A group of rows that belong together: options as panels side by side, or rows under headings. ``id``
    identifies it on the page, so that open rows stay open.
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
        """Return the outcomes that all panels share, as column headings; () if they differ."""
        found = {tuple(bar.label for bar in panel.bars) for panel in self.panels}
        return found.pop() if len(found) == 1 else ()


def options(choice: Choice) -> Iterator[Option]:
    """Yield the options, each of which gets a panel or a row."""
    for one in choice.fields:
        if isinstance(one, Pick | Many | Share):
            yield from one.options


def percent(chance: Fraction) -> str:
    """Format a percentage such as 12.5%, exact to a tenth where possible."""
    return average(chance * 100) + "%"


def average(value: Fraction) -> str:
    """Format an average in the reader's locale, with one decimal if needed."""
    short = f"{float(value):.1f}".rstrip("0").rstrip(".")
    return short.replace(".", get_format("DECIMAL_SEPARATOR"))


def spread(chances: Odds[int]) -> str:
    """Format a range with its average: "0–9 (4.5)"."""
    low, high = min(chances), max(chances)
    return str(low) if low == high else f"{low}–{high} ({average(chances.expectation())})"


def listing(chances: Odds[int]) -> Facts:
    """List every value with its chance."""
    return tuple((str(value), percent(chance)) for value, chance in sorted(chances.items()))
