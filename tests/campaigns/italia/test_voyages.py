"""A voyage of several seas is what its single steps are (9.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from campaigns.italia.rules.movement.sea import Sail
from campaigns.italia.rules.movement.voyage import Voyage
from campaigns.italia.rules.system import ITALIA
from engine.dice import Seeded
from engine.paths import goals
from tests.found import some

RULES = ITALIA.open(ITALIA.scenario("italia1"), {})


def at_sea() -> tuple[Any, str]:
    """The first state in which fleets may go several seas."""
    state = RULES.setup(Seeded(b"voyage", "setup", 0)).state
    for number in range(3000):
        (decision, *_) = RULES.pending(state)
        if decision.kind == "movement" and "voyage" in {c.kind for c in RULES.choices(state, decision.seat)}:
            return state, decision.seat
        dice = Seeded(b"voyage", "bot", number)
        action = RULES.bot(state, decision.seat, dice) or decision.default
        state = RULES.apply(state, decision.seat, action, dice).state
    raise AssertionError("no fleet was built")


@pytest.mark.slow
def test_it_is_what_its_steps_are() -> None:
    state, seat = at_sea()
    none = Seeded(b"voyage", "none", 0)
    for choice in some(c for c in RULES.choices(state, seat) if c.kind == "voyage"):
        sea, ship = choice.fixed["sea"], choice.fixed["ship"]
        most = choice.fields[1].high
        for goal in some(goals(choice.fields[0])):
            whole = RULES.apply(state, seat, Voyage(sea, goal.way, ship, most, {}), none)
            here, told, by_steps = sea, list[Any](), state
            for to in goal.way:
                fleets = RULES.position(by_steps).state.stack[-1].ships
                lots = (i for i, one in enumerate(fleets) if one.at == here and one.left == 1)
                lot = ship if here == sea else next(lots)
                step = RULES.apply(by_steps, seat, Sail(here, to, lot, most, {}), none)
                here, by_steps = to, step.state
                told += step.events
            assert replace(whole.state, serial=0) == replace(by_steps, serial=0)  # but for the steps counted
            assert list(whole.events) == told
