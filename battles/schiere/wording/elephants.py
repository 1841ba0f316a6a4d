"""Texts for elephants, captured ballistae and bridges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from battles.schiere.wording.names import card, piece, pieces, side
from engine.game import Choice, Decision, Facts
from games.wording.generic import plain


def _word_turned(e: Facts) -> str:
    facts = {"unit": piece(e["unit"]), "n": e["squares"]}
    if e["why"] == "shots":
        return _("Javelins turn %(unit)s back; out of hand, it runs up to %(n)s squares.") % facts
    return _("Noise turns %(unit)s back; out of hand, it runs up to %(n)s squares.") % facts


def _noise(e: Facts) -> str:
    text = {
        "turns_back": _("%(seat)s makes noise (%(card)s): %(units)s turn back."),
        "runs_through": _("%(seat)s makes noise (%(card)s): %(units)s run on through a corridor."),
    }.get(e["course"], _("%(seat)s makes noise (%(card)s): %(units)s charge on."))
    return text % {"seat": side(e["seat"]), "card": card(e["card"]), "units": pieces(e["units"])}


EVENTS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "horse_shied": lambda e: (
        _("%(unit)s shy from elephants to %(to)s, and fight worse for the rest of the turn.")
        % {"unit": piece(e["unit"]), "to": e["to"]}
    ),
    "elephants_turned": _word_turned,
    "elephants_ran": lambda e: _("%(unit)s run to %(to)s.") % {"unit": piece(e["unit"]), "to": e["to"]},
    "elephants_restored": lambda e: (
        _("%(unit)s is brought to order with a shield.") % {"unit": piece(e["unit"])}
    ),
    "noise_made": _noise,
    "way_cleared": lambda e: _("%(units)s step aside.") % {"units": pieces(e["units"])},
    "ballista_taken": lambda e: (
        _("%(by)s takes the ballista %(piece)s.") % {"by": piece(e["by"]), "piece": piece(e["piece"])}
    ),
    "bridge_begun": lambda e: (
        _("%(seat)s builds a bridge of boats at %(at)s.") % {"seat": side(e["seat"]), "at": e["at"]}
    ),
    "bridge_broken": lambda e: (
        _("%(seat)s breaks the bridge at %(at)s.") % {"seat": side(e["seat"]), "at": e["at"]}
    ),
}
CHOICES: Final[Mapping[str, Callable[[Choice], str]]] = {
    "make_noise": lambda choice: _("Make noise, or let them come"),
    "restore": lambda choice: _("Bring them to order, or lose them"),
    "build_bridge": lambda choice: _("Build a bridge of boats (2 actions)"),
    "break_bridge": lambda choice: _("Break a bridge (1 action)"),
}
ASKED: Final[Mapping[str, Callable[[Decision], str]]] = {
    "noise": lambda decision: (
        _("%(units)s charge. Do you make noise, with an order of swords, a feint, a shield and an action?")
        % {"units": pieces(decision.facts.get("units", ()))}
    ),
    "restore": lambda decision: (
        _("%(unit)s has come to a halt. Do you bring it to order with a shield?")
        % {"unit": piece(str(decision.facts.get("unit", "")))}
    ),
}
KINDS: Final[Mapping[str, Callable[[], str]]] = {
    "noise": lambda: _("making noise against elephants"),
    "restore": lambda: _("bringing elephants to order"),
}
ORDERS: Final[Mapping[str, Callable[[], str]]] = {
    "noise": lambda: _("Whether noise is made against charging elephants whenever it can be paid for."),
    "restore": lambda: _("Whether a shield brings your elephants to order when they have been turned back."),
}
REFUSALS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "too_few_actions": lambda facts: _("That takes %(needed)s actions.") % facts,
    "no_place_for_a_bridge": lambda facts: _(
        "A bridge of boats is built next to one of your units in command."
    ),
    "enemy_too_near": lambda facts: _("A bridge of boats is built only where no enemy unit could come."),
    "no_bridge_to_break": lambda facts: _("There is no free bridge next to one of your units in command."),
}


def _swords(said: Any) -> str:
    return card(plain(said))


FIELDS: Final[Mapping[str, Callable[[], str]]] = {
    "swords": lambda: _("Order with swords"),
    "make": lambda: _("Make noise"),
}
VALUES: Final[Mapping[str, Callable[[Any], str]]] = {"swords": _swords}
THROWS: Final[Mapping[str, Callable[[], str]]] = {"noise": lambda: _("Card turned for the elephants")}
RULES: Final[Mapping[str, Callable[[], str]]] = {
    "elephants": lambda: _("Elephants"),
    "ballistae": lambda: _("War machines"),
    "bridges": lambda: _("Bridges of boats"),
}
