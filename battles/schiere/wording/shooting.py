"""Texts for shooting: volleys, answering fire, and overwatch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from battles.schiere.wording.names import card, piece, pieces, side
from engine.game import Choice, Decision, Facts


def _word_fired(e: Facts) -> str:
    facts = {
        "units": pieces(e["units"]),
        "target": piece(e["target"]),
        "own": f"{e['sets'][0]}: {card(e['cards'][0])}",
        "other": f"{e['sets'][1]}: {card(e['cards'][1])}",
        "hurt": piece(e["hurt"]),
        "n": e["damage"],
    }
    said = _("%(units)s shoot at %(target)s (%(own)s; %(other)s)") % facts
    if not e["hit"]:
        return _("%(shot)s and miss.") % {"shot": said}
    if e["hurt"] != e["target"]:
        return _("%(shot)s; the answer hits %(hurt)s, damage %(n)s.") % {"shot": said, **facts}
    return _("%(shot)s and hit, damage %(n)s.") % {"shot": said, **facts}


EVENTS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "shot_fired": _word_fired,
    "halted_by_shots": lambda e: (
        _("%(seat)s spends an action: %(units)s are shot at on their way.")
        % {"seat": side(e["seat"]), "units": pieces(e["units"])}
    ),
}
QUIET: Final[Mapping[str, Callable[[Facts, str], str]]] = {
    "shoot": lambda action, army: (
        _("%(units)s shoot at %(target)s.")
        % {"units": pieces(action["units"]), "target": piece(str(action["target"]))}
    ),
    "let_pass": lambda action, army: _("%(seat)s holds its fire.") % {"seat": army},
}
CHOICES: Final[Mapping[str, Callable[[Choice], str]]] = {
    "shoot": lambda choice: _("Shoot at %(target)s") % {"target": piece(str(choice.fixed["target"]))},
    "reply": lambda choice: _("Shoot back"),
    "let_pass": lambda choice: _("Let them pass"),
    "fire_at": lambda choice: (
        _("Halt them and shoot at %(target)s") % {"target": piece(str(choice.fixed["target"]))}
    ),
}
ASKED: Final[Mapping[str, Callable[[Decision], str]]] = {
    "reply": lambda decision: (
        _("%(units)s shoot at %(target)s. Do you shoot back with the same cards?")
        % {
            "units": pieces(decision.facts.get("units", ())),
            "target": piece(str(decision.facts.get("target", ""))),
        }
    ),
    "overwatch": lambda decision: (
        _("%(units)s come into range. Do you spend an action to shoot now?")
        % {"units": pieces(decision.facts.get("units", ()))}
    ),
}
KINDS: Final[Mapping[str, Callable[[], str]]] = {
    "reply": lambda: _("meeting a shot"),
    "overwatch": lambda: _("shooting at an enemy on the move"),
}
ORDERS: Final[Mapping[str, Callable[[], str]]] = {
    "reply": lambda: _("Whether your shooters shoot back with the same cards when they can."),
    "overwatch": lambda: _(
        "Whether your shooters spend an action on enemies who come that near, or you decide each time."
    ),
}
REFUSALS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "one_shot_an_action": lambda facts: _("In an action a schiera shoots once."),
    "cannot_shoot": lambda facts: _(
        "That unit cannot shoot there: range, ground, friends in the way, or no shot left in this turn."
    ),
}
FIELDS: Final[Mapping[str, Callable[[], str]]] = {
    "same": lambda: _("Shoot back with the same cards"),
    "within": lambda: _("Within how many squares"),
}
THROWS: Final[Mapping[str, Callable[[], str]]] = {
    "shot": lambda: _("Card of a shot"),
    "shot_met": lambda: _("Card that meets a shot"),
}
RULES: Final[Mapping[str, Callable[[], str]]] = {"shooting": lambda: _("Shots from afar")}
