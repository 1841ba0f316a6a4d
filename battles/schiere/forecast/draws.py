"""Exact chances of drawn cards: shots, the initiative and tests of nerve."""

from __future__ import annotations

from battles.schiere.rules.initiative import Bid, score
from battles.schiere.rules.melee.rout import DRAWN_FROM, Nerve, nerve
from battles.schiere.rules.shooting.shot import Shot, damages
from engine.odds import Odds, combine, die, uniform


def shot_odds(what: Shot) -> Odds[int]:
    """The distribution of a shot's damage."""
    return uniform(found.damage for found in damages(what))


def hits(what: Shot) -> Odds[bool]:
    """The chance that a shot hits, counting hits without damage."""
    return uniform(found.hit for found in damages(what))


def initiative(a: Bid, b: Bid) -> Odds[tuple[int, int]]:
    """The joint distribution of both sides' scores."""
    return combine(die(3), die(3), lambda x, y: (score(a, x, b), score(b, y, a)))


def nerves(moves: bool) -> Odds[Nerve]:
    """The chances of each result of a test of nerve."""
    return uniform(nerve(card, moves) for card in DRAWN_FROM)
