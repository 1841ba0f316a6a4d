"""The registry of texts by code. Each module registers its texts, and each code has one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from engine.game import Facts

if TYPE_CHECKING:
    from campaigns.justinian.wording.names import Names

Text = Any  # a lazy string with gaps, written %(...)s, for the texts of facts
Tell = Callable[[Facts, "Names"], str]

# Groups on the page of standing orders.
LAND, SEA, GOLD, LEADERS, REVOLTS = (
    _("Battles on land"),
    _("At sea"),
    _("Gold and allies"),
    _("Armies and leaders"),
    _("Revolts"),
)


class DuplicateText(Exception):
    """Raised when two modules register a text for the same code."""


@dataclass(frozen=True)
class DecisionText:
    """The texts of a decision, for its seat and for the other players."""

    question: Text
    title: Text  # the question without its facts, for a game master who sees all pending decisions
    awaited: Text = ""  # what the side is doing, shown to players who wait; names only public facts
    explained: Text = ""  # explanation of a rare decision's consequences
    variant: Callable[[Facts], Text | None] = lambda facts: None  # a different question for some facts


@dataclass(frozen=True)
class Order:
    """The texts of a standing order. ``said`` describes the bot's answers, either by policy or as a function
    of all values. ``default`` describes the answer without the order.
    """

    title: Text
    help: Text
    said: Mapping[str, Text] | Callable[[Facts], Text]
    suggested: Mapping[str, Any]  # initial values of the form
    default: Text = ""
    group: Text = ""


@dataclass(frozen=True)
class Chapter:
    """The texts of a decision or of a section of the rules."""

    decisions: Mapping[str, DecisionText] = field(default_factory=dict)
    orders: Mapping[str, Order] = field(default_factory=dict)
    policies: Mapping[str, Text] = field(default_factory=dict)
    labels: Mapping[str, Text] = field(default_factory=dict)  # kind of action -> label
    unchosen: Mapping[str, Text] = field(default_factory=dict)  # labels with a value still to choose
    # section -> label of the button that passes
    passes: Mapping[str, Text] = field(default_factory=dict)
    # confirmations before an action that cannot be undone
    cautions: Mapping[str, Text] = field(default_factory=dict)
    fields: Mapping[str, Text] = field(default_factory=dict)
    values: Mapping[tuple[str, str], Text] = field(default_factory=dict)  # (field, value) -> label
    facts: Mapping[str, Text] = field(default_factory=dict)  # facts shown next to an option or a form
    ground: Mapping[str, Text] = field(default_factory=dict)  # descriptions of the terrain of a battle
    scores: Mapping[str, Text] = field(default_factory=dict)  # names of the final scores
    refusals: Mapping[str, Text] = field(default_factory=dict)
    mistakes: Mapping[str, Text] = field(default_factory=dict)  # mistakes in a scenario file
    events: Mapping[str, Text] = field(default_factory=dict)  # events whose sentence needs only their fields
    # events whose sentence needs more than their fields
    told: Mapping[str, Tell] = field(default_factory=dict)
    # phrases for headlines of the chronicle
    headlines: Mapping[str, Callable[[Facts, Names], str]] = field(default_factory=dict)
    throws: Mapping[str, Text] = field(default_factory=dict)  # purposes of dice
    reasons: Mapping[str, Text] = field(default_factory=dict)  # reasons for the bot's advice
    codes: Mapping[str, Text] = field(default_factory=dict)  # single codes: reasons, modifiers, statuses


ALL = Chapter(**{one.name: {} for one in fields(Chapter)})  # the texts of all registered chapters


def register(*chapters: Chapter) -> None:
    """Register the texts of chapters. Raises DuplicateText if a code already has a text."""
    for chapter in chapters:
        for one in fields(Chapter):
            table, entries = getattr(ALL, one.name), getattr(chapter, one.name)
            twice = table.keys() & entries.keys()
            if twice:
                raise DuplicateText(f"{one.name}: {', '.join(sorted(map(str, twice)))}")
            table.update(entries)
