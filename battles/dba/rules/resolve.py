"""Resolve a combat or a shot, in the same way for the table, the board, the calculator, the odds and the
test cases.
"""

from __future__ import annotations

from typing import NamedTuple

from battles.dba.rules.consequences import Consequence, consequences, fate
from battles.dba.rules.flight import pursues, pursuit_mm
from battles.dba.rules.outcomes import Outcome, compare, outcome
from battles.dba.rules.reckoning import Reckoning, reckon
from battles.dba.rules.situation import Contender, Side, Situation
from battles.dba.rules.support import supporter_follows


class Resolution(NamedTuple):
    """A resolved combat: the calculation, the dice, their comparison, the table results and the
    consequences.

    ``fate_a`` and ``fate_b`` are the final fates of the two elements.
    """

    situation: Situation
    reckoning: Reckoning
    die_a: int
    die_b: int
    final_a: int
    final_b: int
    comparison: str
    outcome: Outcome
    consequences: tuple[Consequence, ...]
    fate_a: str
    fate_b: str


def resolve(s: Situation, die_a: int, die_b: int) -> Resolution:
    """Resolve a situation with the given dice (1-6 each). The situation must be valid; see validate.check."""
    reckoning = reckon(s)
    final_a, final_b = reckoning.total_a + die_a, reckoning.total_b + die_b
    comparison = compare(final_a, final_b)
    said = outcome(s, comparison)
    return Resolution(
        s,
        reckoning,
        die_a,
        die_b,
        final_a,
        final_b,
        comparison,
        said,
        consequences(s, said),
        fate(s, "a", said.a),
        fate(s, "b", said.b),
    )


def break_off_pursuit(pursuer: Contender, gone: Contender, side: Side) -> tuple[Consequence, ...]:
    """Return the pursuit that follows when ``gone`` breaks off from ``pursuer``, which is on ``side``. Only
    impetuous troops pursue, together with an element that supports them from behind (section "pursuit").
    Without a pursuit, return ().
    """
    if not pursues(pursuer):
        return ()
    types = {"element": pursuer.type} | (
        {"behind": pursuer.behind} if supporter_follows(pursuer, gone) else {}
    )
    return tuple(
        Consequence("pursue", side, who, "pursuit", kind, pursuit_mm(pursuer), cause="broke_off")
        for who, kind in types.items()
    )
