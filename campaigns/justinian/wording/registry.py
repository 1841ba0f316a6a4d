"""The registry of the system's words by code. Each module registers its words, each code once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from engine.game import Facts

if TYPE_CHECKING:
    from campaigns.justinian.wording.names import Names

Text = Any  # a lazy string; %(...)s are its facts in words
Tell = Callable[[Facts, "Names"], str]

# Groups of orders on the page of standing orders.
LAND, SEA, GOLD, LEADERS, REVOLTS = (
    _("Battles on land"),
    _("At sea"),
    _("Gold and allies"),
    _("Armies and leaders"),
    _("Revolts"),
)


class TwiceWorded(Exception):
    """Raised when two files have words for the same code."""


@dataclass(frozen=True)
class DecisionText:
    """A decision in words, for its seat and for the others."""

    question: Text
    title: Text  # the question without its facts, for a game master who sees all pending decisions
    awaited: Text = ""  # the activity, next to the side's name; only public facts
    explained: Text = ""  # the consequences of a rare question
    variant: Callable[[Facts], Text | None] = lambda facts: None  # the question, if its facts change it


@dataclass(frozen=True)
class Order:
    """A standing order. ``said``: the bot's answers, by its policy or from all its values; ``default``: the
    rules' answer without the order.
    """

    title: Text
    help: Text
    said: Mapping[str, Text] | Callable[[Facts], Text]
    suggested: Mapping[str, Any]  # initial values of a new form
    default: Text = ""
    group: Text = ""


@dataclass(frozen=True)
class Chapter:
    """The texts for a decision, or for a section of the rules."""

    decisions: Mapping[str, DecisionText] = field(default_factory=dict)
    orders: Mapping[str, Order] = field(default_factory=dict)
    policies: Mapping[str, Text] = field(default_factory=dict)
    labels: Mapping[str, Text] = field(default_factory=dict)  # kind of action -> its label
    unchosen: Mapping[str, Text] = field(default_factory=dict)  # labels while a named value is still a field
    # section -> the button that passes if only a single thing is asked
    passes: Mapping[str, Text] = field(default_factory=dict)
    # confirmation asked before an action that cannot be undone
    cautions: Mapping[str, Text] = field(default_factory=dict)
    fields: Mapping[str, Text] = field(default_factory=dict)
    values: Mapping[tuple[str, str], Text] = field(default_factory=dict)  # (field, value) -> label
    facts: Mapping[str, Text] = field(default_factory=dict)  # shown next to an option or a form
    ground: Mapping[str, Text] = field(default_factory=dict)  # descriptions of a battle's terrain
    scores: Mapping[str, Text] = field(default_factory=dict)  # the meanings of the final scores
    refusals: Mapping[str, Text] = field(default_factory=dict)
    mistakes: Mapping[str, Text] = field(default_factory=dict)  # mistakes in a scenario file
    events: Mapping[str, Text] = field(default_factory=dict)  # events whose sentence needs only their fields
    told: Mapping[str, Tell] = field(
        default_factory=dict
    )  # events whose sentence needs more than their fields
    # sentences of the chronicle
    headlines: Mapping[str, Callable[[Facts, Names], str]] = field(default_factory=dict)
    throws: Mapping[str, Text] = field(default_factory=dict)  # the purposes of dice
    reasons: Mapping[str, Text] = field(default_factory=dict)  # reasons for the bot's advice
    codes: Mapping[str, Text] = field(default_factory=dict)  # single codes: reasons, modifiers, statuses


ALL = Chapter(**{one.name: {} for one in fields(Chapter)})  # the texts of all chapters together


def enter(*chapters: Chapter) -> None:
    """Register the words of chapters. Raises TwiceWorded if a code already has words."""
    for chapter in chapters:
        for one in fields(Chapter):
            table, entries = getattr(ALL, one.name), getattr(chapter, one.name)
            twice = table.keys() & entries.keys()
            if twice:
                raise TwiceWorded(f"{one.name}: {', '.join(sorted(map(str, twice)))}")
            table.update(entries)
