"""Combats of Italia, reached by the campaign's own rules and bots."""

from __future__ import annotations

from typing import Any

from campaigns.italia.rules.system import ITALIA
from engine.dice import Seeded

SCENARIO = ITALIA.scenario("italia1")
RULES = ITALIA.open(SCENARIO, {"battles": "open"})


def first_battle(least: int = 2) -> Any:
    """Return the first state that waits for a battle whose smaller side has this many counters."""
    state = RULES.setup(Seeded(b"bridge", "setup", 0)).state
    for number in range(2000):
        found = RULES.opens(state)
        if found and min(found.attacker.sp, found.defender.sp) >= least:
            return state
        decision = RULES.pending(state)[0]
        dice = Seeded(b"bridge", "step", number)
        action = decision.default if decision.seat == "gm" else RULES.bot(state, decision.seat, dice)
        state = RULES.apply(state, decision.seat, action, dice).state
    raise AssertionError("no battle came up")
