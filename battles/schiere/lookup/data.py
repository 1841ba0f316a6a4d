"""The data that the page needs offline: the tables of the rules and all texts, as one JSON document."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from armies.schiere.catalogue import (
    ACTION_PRICE,
    ASTUTE_ORDERS,
    LEAST_POINTS,
    MOST_POINTS,
    MOST_WINGS,
    ORDER_PRICE,
    SCHIERA,
    SUGGESTED,
    USUAL_POINTS,
    army_lists,
    kinds,
)
from battles.schiere.lookup.words import texts
from battles.schiere.rules.cards import ATTACK_SETS, CARDS, DEFENCE_SETS, SWORDS
from battles.schiere.rules.initiative import ENTERPRISING
from battles.schiere.rules.melee.duel import ATTACHED, TRACKS
from battles.schiere.rules.melee.rout import DRAWN_FROM, ONE_LEFT, RALLY_CHIEF, RALLY_ORDER, TWO_SWORDS
from battles.schiere.rules.melee.situation import CLASSES, COMMANDERS, FIGHTERS, Melee, Unit, reckon
from battles.schiere.rules.melee.solution import AIMS
from battles.schiere.rules.shooting.shot import BALLISTA, NEAREST, RANGES
from battles.schiere.rules.tables import load
from games.wording.explanations import section_url

LANGUAGES: Final = ("en", "it")
ARMY_RULES: Final = ("L96", "L250", "L326", "L425")  # lines named by the problems of an army


@cache
def data() -> dict[str, Any]:
    """Return the tables and the texts in every language. The result is cached, so treat it as read-only."""
    return {
        "rules": rules(),
        "texts": {language: texts(language) for language in LANGUAGES},
        "sections": {rule: section_url("schiere", rule) for rule in ARMY_RULES},
    }


def rules() -> dict[str, Any]:
    """Return the tables of the rules in the shape that static/lookup/schiere.js reads."""
    return {
        "tracks": TRACKS,
        "attached": ATTACHED,
        "swords": SWORDS,
        "cards": list(CARDS),
        "draw": load("cards")["draw"],
        "attack": ATTACK_SETS,
        "defence": DEFENCE_SETS,
        "ranges": RANGES,
        "classes": CLASSES,
        "commanders": list(COMMANDERS),
        "foot": [name for name in FIGHTERS if Unit(name).foot],
        "modifiers": modifiers(),
        "drawn": DRAWN_FROM,
        "asked_at": [ONE_LEFT, TWO_SWORDS],
        "aims": list(AIMS),
        "enterprising": ENTERPRISING,
        "ballista": BALLISTA,
        "nearest": NEAREST,
        "stop": [RALLY_CHIEF, RALLY_ORDER],
        "army": army(),
    }


def army() -> dict[str, Any]:
    """Return the army lists, the costs and the limits for building an army."""
    return {
        "lists": {id: list(one.kinds) for id, one in army_lists().items()},
        "lines": {id: kind.line for id, kind in kinds().items()},
        "kinds": {id: [kind.points, kind.units] for id, kind in kinds().items()},
        "prices": [ORDER_PRICE, ACTION_PRICE],
        "wings": MOST_WINGS,
        "astute": ["astute", ASTUTE_ORDERS],
        "points": [LEAST_POINTS, MOST_POINTS, USUAL_POINTS],
        "schiera": SCHIERA,
        "an_order": SUGGESTED[0],
    }


_FOOT = Unit("heavy_infantry")
_HORSE = Unit("heavy_cavalry")
_BUSY = Unit(
    "heavy_infantry", support=1, beside=1, solid=True, out_of_command=True, shaken=True, isolated=True
)


def modifiers() -> dict[str, list[Any]]:
    """Map each modifier's code to its effect on attack, its effect on defence, and whether it applies only
    to the first blow.

    The effects are measured in sample melees, so that the numbers are written only in the rules.
    """
    melees = [
        Melee(_BUSY, _FOOT),
        Melee(_FOOT, _BUSY, "already_fighting", "two_sides", Unit("ballista")),
        Melee(Unit("elephants"), _FOOT),
        Melee(_FOOT, _FOOT, "stands", "flank"),
        Melee(_HORSE, _HORSE, "stands", "flank"),
        *(
            Melee(Unit("heavy_infantry", ground=ground), _FOOT)
            for ground in ("height", "wood", "ford", "stream")
        ),
    ]
    return {one.code: [one.attack, one.defence, one.first] for melee in melees for one in reckon(melee)}
