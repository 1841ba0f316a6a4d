"""Whole sheets: the contract, and invariants of random sheets."""

import random

import pytest

from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.sheet.command.activation import Activate
from battles.cataphract.rules.sheet.command.momentum import FinishLeader
from battles.cataphract.rules.sheet.play.field import PER_LEADER, Field
from battles.cataphract.rules.sheet.play.state import DEAD, ELIMINATED, MAP, Sheet
from battles.cataphract.rules.sheet.rules import SheetRules
from battles.cataphract.rules.sheet.units.moving import MoveUnits, TakeHits
from battles.cataphract.rules.system import CATAPHRACT
from engine.choices import sample_action
from engine.dice import Scripted, Throw
from engine.game import IllegalAction
from tests.engine.contract import check_contract
from tests.found import some

STEPS = 250
REPLACED = 3  # the Initiative of a replacement leader


def test_the_bots_end_the_teaching_battle() -> None:
    played = check_contract(CATAPHRACT, seed=1, wild=0, every=40)
    assert played.outcome is not None


@pytest.mark.parametrize("name", ["utus", "taginae"])
def test_it_keeps_the_contract(name: str) -> None:
    scenario = CATAPHRACT.scenario(name)
    check_contract(CATAPHRACT, seed=2, scenario=scenario, avoid=("end_battle",), wild_steps=60, every=20)


class Rolling(Scripted):
    """Dice drawn from a seeded random source."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__([])
        self.chance = chance

    def roll(self, throw: Throw) -> int:
        self.faces = [throw.low + self.chance.randrange(throw.sides)]
        return super().roll(throw)

    def roll_all(self, throws: object) -> tuple[int, ...]:
        return tuple(self.roll(one) for one in throws)  # type: ignore[attr-defined]


def wrong(pos: Field) -> list[str]:
    """Return the broken invariants of a sheet."""
    found = []
    for unit, now in pos.state.units.items():
        if now.where == MAP and not now.routed and now.hits >= pos.limit(unit):
            found.append(f"{unit}: {now.hits} hits of {pos.limit(unit)}, not routed")
        if now.where == MAP and now.routed and now.hits:
            found.append(f"{unit}: routed with hits")
    for seat in SEATS:
        units = [u.rp for u in pos.roster.counters_of(seat) if pos.markers(u.id).where == ELIMINATED]
        fallen = [c for c in pos.roster.chiefs_of(seat) if pos.command(c.id).status == DEAD]
        leaders = [REPLACED if pos.command(c.id).replaced else c.initiative for c in fallen]
        before = sum(pos.command(c.id).lost for c in pos.roster.chiefs_of(seat))
        if pos.rout_points(seat) != sum(units) + PER_LEADER * sum(leaders) + before:
            found.append(f"{seat}: {pos.rout_points(seat)} rout points")
    for unit in pos.uncontrolled_units():
        if pos.markers(unit).where != MAP or pos.markers(unit).routed:
            found.append(f"{unit} is in an Uncontrolled Line and cannot advance")
    phase = pos.state.phase
    if phase is not None and not phase.lines and phase.orders > pos.chief(phase.leader).initiative:
        found.append(f"{phase.orders} orders of {phase.leader}")
    if any(len(set(one.ordered)) != len(one.ordered) for one in pos.state.units.values()):
        found.append("an order given twice in a phase")
    return found


def step(rules: SheetRules, state: Sheet, chance: random.Random, avoid: str = "end_battle") -> Sheet:
    """Return the sheet after a random input. Raises if the rules offered an impossible one."""
    seat = rules.pending(state)[0].seat
    choices = [one for one in rules.choices(state, seat) if one.kind != avoid]
    drawn = sample_action(choices[chance.randrange(len(choices))], Rolling(chance))
    return rules.apply(state, seat, CATAPHRACT.codec.read(drawn), Rolling(chance)).state


@pytest.mark.parametrize("seed", range(6))
def test_random_inputs_leave_a_sound_sheet(seed: int) -> None:
    chance = random.Random(seed)
    names = ["tricameron", "taginae", "catalaunian", "dara", "casilinum", "utus"]
    rules = CATAPHRACT.open(CATAPHRACT.scenario(names[seed % len(names)]), {})
    state = rules.setup(Scripted([])).state
    seen: list[list[str]] = []
    for _number in range(STEPS):
        if not state.stack:
            break
        state = step(rules, state, chance)
        seen.append(wrong(rules.position(state)))
    assert some(seen)
    assert [one for one in seen if one] == []


def test_illegal_inputs_are_refused_with_a_section() -> None:
    """Thousands of inputs that were not offered are refused with their section and change nothing."""
    chance = random.Random(7)
    rules = CATAPHRACT.open(CATAPHRACT.scenario("tricameron"), {})
    state = rules.setup(Scripted([])).state
    sections = set()
    units, leaders = list(state.units), list(state.leaders)
    for number in range(3000):
        if number % 100 == 0:
            state = step(rules, state, chance)
        if not state.stack:
            state = rules.setup(Scripted([])).state
        seat = rules.pending(state)[0].seat
        made = [
            Activate(chance.choice([*leaders, "nobody"])),
            MoveUnits(tuple(chance.choices([*units, "z9"], k=2)), chance.randrange(-1, 12)),
            TakeHits((chance.choice([*units, "z9"]),), 10, "other"),
            FinishLeader(),
        ][number % 4]
        try:
            rules.apply(state, seat, made, Rolling(chance))
        except IllegalAction as refusal:
            sections.add(refusal.rule)
    assert "" not in sections and {"5.11", "10.1", "5.14"} <= sections
