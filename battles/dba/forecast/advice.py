"""Find the single change that would most help each side in a combat, by trying all possible changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from battles.dba.rules.odds import PAIRS, Odds, odds
from battles.dba.rules.relevance import Chip, chips
from battles.dba.rules.situation import SIDES, Contender, Side, Situation, other
from battles.dba.rules.validate import mistakes
from engine.game import Json

LOST = ("destroyed", "surrender")
BEATEN = ("recoil", "flee")

# Facts that players cannot plan to change: the base, its place, the target's reply, and what a beaten
# element or a pursuer would meet.
_NOT_PLANNED = frozenset(
    {"post", "depth_mm", "code", "obstacle", "flight", "pursuit", "room", "answered", "sacking"}
)


class Change(NamedTuple):
    """A change of one fact: the side, the fact's name and new value, and both sides' chances of loss before
    and after the change.
    """

    side: str
    field: str
    value: Json
    own_before: Fraction
    own_after: Fraction
    foe_before: Fraction
    foe_after: Fraction


def advice(s: Situation) -> dict[Side, Change | None]:
    """Return, for each side, the change that would help it most, or None if no change helps."""
    now = odds(s)
    tried = [(chip, value, odds(changed)) for chip, value, changed in _changes(s)]
    return {side: _best(side, now, tried) for side in SIDES}


def _best(side: Side, now: Odds, tried: list[tuple[Chip, Json, Odds]]) -> Change | None:
    best: tuple[Chip, Json, Odds] | None = None
    most = _worth(now, side)
    for chip, value, then in tried:
        worth = _worth(then, side)
        if worth > most:
            best, most = (chip, value, then), worth
    if best is None:
        return None
    chip, value, then = best
    foe = other(side)
    return Change(
        chip.side,
        chip.field,
        value,
        loss_chance(now, side),
        loss_chance(then, side),
        loss_chance(now, foe),
        loss_chance(then, foe),
    )


def loss_chance(o: Odds, side: Side) -> Fraction:
    """Return the chance that this side loses its element."""
    fates = o.a if side == "a" else o.b
    return Fraction(sum(fates.get(fate, 0) for fate in LOST), PAIRS)


def _worth(o: Odds, side: Side) -> tuple[int, int]:
    own, foe = (o.a, o.b) if side == "a" else (o.b, o.a)
    return (
        sum(foe.get(f, 0) for f in LOST) - sum(own.get(f, 0) for f in LOST),
        sum(foe.get(f, 0) for f in BEATEN) - sum(own.get(f, 0) for f in BEATEN),
    )


def _changes(s: Situation) -> Iterator[tuple[Chip, Json, Situation]]:
    """Yield every valid situation that differs by one step in one fact that a player can plan to change."""
    for chip in chips(s):
        if chip.field in _NOT_PLANNED:
            continue
        side: Side = "a" if chip.side == "a" else "b"
        now = s.a if side == "a" else s.b
        had = getattr(now, chip.field)
        for value in _steps(chip, had, now):
            changed = replace(now, **{chip.field: value})
            if chip.field == "behind" and not value:
                changed = replace(changed, behind_gap=False, behind_bad=False, room="free")
            then = replace(s, a=changed) if side == "a" else replace(s, b=changed)
            if chip.field == "charged" and value:
                then = replace(then, active=side)
            if not mistakes(then):
                yield chip, value, then


def _steps(chip: Chip, had: Json, c: Contender) -> list[Json]:
    if chip.field == "behind":  # only friends that can support; others matter only for recoils
        return [v for v in ("", c.type, "Ps") if v in chip.options and v != had]
    if chip.field in ("overlaps", "flank_contacts", "extra_shooters"):
        return [v for v in chip.options if abs(v - had) == 1]
    return [v for v in chip.options if v != had]
