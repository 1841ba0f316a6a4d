"""Exact chances of drawn cards, for shots, the initiative and tests of nerve."""

from __future__ import annotations

from battles.schiere.rules.initiative import Bid, score
from battles.schiere.rules.melee.rout import DRAWN_FROM, Nerve, nerve
from battles.schiere.rules.shooting.shot import Shot, damages
from engine.odds import Odds, combine, die, uniform


def shot_odds(what: Shot) -> Odds[int]:
    """Return the distribution of a shot's damage."""
    return uniform(found.damage for found in damages(what))


def hits(what: Shot) -> Odds[bool]:
    """Return the chances that a shot hits and that it misses. A hit without damage counts as a hit."""
    return uniform(found.hit for found in damages(what))


def initiative(a: Bid, b: Bid) -> Odds[tuple[int, int]]:
    """Return the joint distribution of both sides' initiative scores."""
    return combine(die(3), die(3), lambda x, y: (score(a, x, b), score(b, y, a)))


def nerves(moves: bool) -> Odds[Nerve]:
    """Return the chance of each result in a test of nerve."""
    return uniform(nerve(card, moves) for card in DRAWN_FROM)
