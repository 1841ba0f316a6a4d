"""A voyage over several seas leads to the same state as its single steps (9.5)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from campaigns.italia.pages import place_choices
from campaigns.italia.rules.movement.crossing import Cross
from campaigns.italia.rules.movement.sea import Embark, Land, Sail
from campaigns.italia.rules.movement.voyage import Voyage
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from engine.dice import Seeded
from engine.routes.paths import goals
from games.forms import draw
from tests.found import some

RULES = ITALIA.open(ITALIA.scenario("italia1"), {})


def at_sea(kind: str = "voyage") -> tuple[Any, str]:
    """Return the first state in which fleets can cross several seas or carry a unit across."""
    state = RULES.setup(Seeded(b"voyage", "setup", 0)).state
    for number in range(3000):
        (decision, *_) = RULES.pending(state)
        if decision.kind == "movement" and kind in {c.kind for c in RULES.choices(state, decision.seat)}:
            return state, decision.seat
        dice = Seeded(b"voyage", "bot", number)
        action = RULES.bot(state, decision.seat, dice) or decision.default
        state = RULES.apply(state, decision.seat, action, dice).state
    raise AssertionError("no fleet was built")


def test_a_voyage_equals_its_single_steps() -> None:
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
            assert replace(whole.state, serial=0) == replace(by_steps, serial=0)  # the step count differs
            assert list(whole.events) == told


def test_a_crossing_is_going_aboard_sailing_and_landing() -> None:
    state, seat = at_sea("cross")
    none, seen = Seeded(b"voyage", "none", 0), set[int]()
    for choice in some(c for c in RULES.choices(state, seat) if c.kind == "cross"):
        origin, (path, share) = choice.fixed["origin"], choice.fields
        unit = next(option.value for option in share.options if option.value in RULES.setting.scn.units)
        # tapped on the map
        assert {goal.place for goal in goals(path)} <= place_choices.goals([choice], origin)
        for goal in some(goals(path)):
            (start, *seas, ashore), units = goal.way, {unit: 1}
            whole = RULES.apply(state, seat, Cross(origin, goal.way, units), none)
            step = RULES.apply(state, seat, Embark(origin, start, units), none)
            told, by_steps, here = list(step.events), step.state, start
            before = RULES.position(state).state.stack[-1].ships
            for to in seas:
                fleets = RULES.position(by_steps).state.stack[-1].ships
                lot = next(i for i, one in enumerate(fleets) if one != before[i])
                step = RULES.apply(by_steps, seat, Sail(here, to, lot, 1, {}), none)
                by_steps, here = step.state, to
                told += step.events
            step = RULES.apply(by_steps, seat, Land(here, ashore, units), none)
            assert replace(whole.state, serial=0) == replace(step.state, serial=0)
            assert list(whole.events) == [*told, *step.events]
            seen.add(len(seas))
    assert len(seen) > 1  # across one sea and across several


def test_every_number_next_to_a_crossed_sea_can_be_sent() -> None:
    """At the destination of a crossing there is a button for each number of units. The rules accept the
    crossing that each button sends.
    """
    state, seat = at_sea("cross")
    none, sent = Seeded(b"voyage", "none", 0), 0
    acts = [draw(c, ItaliaWording(), None) for c in RULES.choices(state, seat) if c.kind == "cross"]
    for act in some(acts):
        origin = act.choice.fixed["origin"]
        for goal in {one.place for one in goals(act.choice.fields[0])}:
            for way in place_choices.crossings([act], origin, goal):
                assert way.path and way.path[0] == "f-path"
                for option, number in way.act.fields[0].amounts:
                    crossing = Cross(origin, tuple(json.loads(way.path[1])), {option.text: number})
                    RULES.apply(state, seat, crossing, none)  # no refusal
                    sent += 1
    assert sent
