"""Wording and page of a system that brings none of its own: codes become readable words.

A system's wording may subclass :class:`GenericWording` and put into sentences what it likes; the rest stays
readable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _

from engine.game import Choice, Decision, Facts, Mistake, OpenBattle, Refusal, SeatInfo
from games.numbers import minus

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.models import Game


def readable(code: Any) -> str:
    """A code as words: ``no_common_border`` -> ``No common border``."""
    text = str(code).replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def plain(value: Any) -> str:
    """A JSON value as words."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{readable(k)} {plain(v)}" for k, v in value.items()) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(plain(v) for v in value) or "–"
    if isinstance(value, int | float):
        return minus(value)
    return str(value).replace("_", " ")


class GenericWording:
    """Readable words for any system."""

    def event(self, event: Facts, game: Facts) -> str:
        rest = {k: v for k, v in event.items() if k != "kind" and v not in (None, [], {}, "")}
        words = readable(event.get("kind", ""))
        return f"{words}: {self._pairs(rest, game)}" if rest else words

    def refusal(self, refusal: Refusal, game: Facts) -> str:
        text = form_text(refusal.code, refusal.facts)
        if text:
            return text
        facts = {k: v for k, v in refusal.facts.items() if k != "path"}
        words = readable(refusal.code)
        return f"{words} ({self._pairs(facts, game)})" if facts else words

    def choice(self, choice: Choice, game: Facts) -> str:
        fixed = ", ".join(
            self.value(k, v, game) for k, v in choice.fixed.items() if v not in (None, [], {}, "")
        )
        return f"{readable(choice.kind)}: {fixed}" if fixed else readable(choice.kind)

    def deed(self, choice: Choice, game: Facts) -> str:
        """What the button of a choice says; "" where its label names the deed."""
        return ""

    def value(self, field: str, value: Any, game: Facts) -> str:
        return readable(plain(value))

    def all_but(self, field: str, left: Sequence[str], game: Facts) -> str:
        """All that may be ticked but these few (none: all); "" where it is better to list what is ticked."""
        return ""

    def field(self, name: str, game: Facts) -> str:
        """The label of a field."""
        return readable(name)

    def budget(self, name: str, game: Facts) -> str:
        """What the options of a field cost together, as a label."""
        return _("Cost")

    def facts(self, facts: Facts, game: Facts) -> str:
        """What stands beside an option or a form: cost, distance, chance."""
        return self._pairs({k: v for k, v in facts.items() if k not in ("low", "high")}, game)

    def decision(self, decision: Decision, game: Facts) -> str:
        return readable(decision.kind)

    def asked(self, kind: str) -> str:
        """What decisions of a kind are about, without anything that only their seat may know."""
        return readable(kind)

    def awaited(self, decision: Decision, game: Facts) -> str:
        """What a seat is deciding, for everybody who waits: nothing that only that seat may know. "" where it
        is not known what may be told."""
        return ""

    def turn(self, number: int, game: Facts) -> str:
        """The name of a turn, as a heading of the chronicle."""
        return _("Turn %(number)s") % {"number": number}

    scores_are_losses: ClassVar[bool] = False  # of the seats: fewer are better, none is told as none

    def score(self, name: str, game: Facts) -> str:
        """What a score of the outcome counts that is no seat's."""
        return readable(name)

    def battle_name(self, battle: OpenBattle, turn: int | None, game: Facts) -> str:
        """What a campaign on that scenario calls a battle that it waits for, in the language that
        is active: place, year, commanders. "" where it has no name: then the battle is numbered."""
        return ""

    def seat(self, seat: SeatInfo, game: Facts) -> str:
        """What a seat is called in a game on that scenario."""
        return _(seat.name) if seat.name else seat.id

    def ground(self, ground: Facts, game: Facts) -> list[tuple[str, str]]:
        """Where a battle is fought: what and which. Only what a system has words for."""
        return []

    def throw(self, purpose: str) -> str:
        return readable(purpose)

    def reason(self, why: Facts, game: Facts) -> str:
        """Why the program advises what it does."""
        return readable(why["code"])

    def mistake(self, mistake: Mistake) -> str:
        return form_text(mistake.code, mistake.facts) or GenericWording.refusal(
            self, Refusal("", mistake.code, **mistake.facts), {}
        )

    def _pairs(self, facts: Facts, game: Facts) -> str:
        return ", ".join(f"{readable(k).lower()} {plain(v)}" for k, v in facts.items())


def form_text(code: str, facts: Facts) -> str:
    """The sentence for a mistake in a form or a JSON value; "" for a code that is not of that kind."""
    texts = {
        "missing_field": _("This must be filled in."),
        "unknown_field": _("There is no such field."),
        "wrong_type": _("This is not of the right kind."),
        "wrong_length": _("This list has the wrong length."),
        "wrong_key": _("A whole number belongs here."),
        "not_one_of": _("This is none of the values offered."),
        "not_an_object": _("A JSON object belongs here."),
        "not_a_list": _("A list belongs here."),
        "not_json": _("This is no JSON."),
        "not_a_number": _("A whole number belongs here."),
        "unknown_kind": _("There is no such action."),
        "too_few": _("Choose at least %(low)s."),
        "too_many": _("Choose at most %(high)s."),
        "too_low": _("At least %(low)s is needed."),
        "too_high": _("At most %(high)s is possible."),
        "sum": _("Together they must be from %(low)s to %(high)s; now they are %(value)s."),
        "over_budget": _(
            "This costs %(value)s together, %(over)s more than the %(high)s there are. Take something away."
        ),
        "sum_exact": _("Together they must be exactly %(low)s; now they are %(value)s."),
        "too_big": _("The file is too big."),
        "too_long": _("At most %(high)s characters."),
    }
    text = texts.get(code, "")
    if "%" not in text or not {"low", "high"} & set(facts):
        return text
    return text % {k: minus(v) if isinstance(v, int) else v for k, v in facts.items()}


class GenericPage:
    """Facts as tables, choices as forms, events as lines."""

    template = "games/game.html"

    def context(
        self, request: HttpRequest, game: Game, seat: str | None, view: Facts, choices: tuple[Choice, ...]
    ) -> Mapping[str, Any]:
        return {}


WORDING = GenericWording()
PAGE = GenericPage()
