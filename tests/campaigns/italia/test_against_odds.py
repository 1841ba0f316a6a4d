"""Battles won against the odds are recorded with their exact chance before the first die."""

from typing import Any

import pytest

from campaigns.italia.pages import motion
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from engine.dice import Seeded
from engine.game import Facts
from games.motion.values import Milestone
from tests.found import some

SCENARIO = ITALIA.scenario("italia1")
STEPS = 260


@pytest.fixture(scope="module")
def war() -> tuple[Any, list[list[Facts]], dict[int, Any]]:
    """Return part of a war between bots: its entries, and the state before each one with a battle."""
    rules = ITALIA.open(SCENARIO, {})
    state, entries, stood = rules.setup(Seeded(b"war", "odds", 0)).state, [], {}
    for number in range(1, STEPS):
        if rules.outcome(state) is not None:
            break
        owed = rules.pending(state)[0]
        action = owed.default
        if owed.seat != "gm":
            action = rules.bot(state, owed.seat, Seeded(b"war", owed.seat, number))
        step = rules.apply(state, owed.seat, action, Seeded(b"war", "odds", number))
        events = [ITALIA.codec.write(event) for event in step.events]
        if any(event["kind"] == "battle_began" for event in events):
            stood[len(entries)] = rules.position(state)
        entries.append(events)
        state = step.state
    return rules.setting.scn, entries, stood


def told(war: Any, own: frozenset[str] = frozenset(), known: bool = True) -> list[Milestone]:
    scn, entries, stood = war
    found = motion.motions(entries, scn, ItaliaWording(SCENARIO).names, own, stood if known else {})
    stones = (one for motions in found for one in motions if isinstance(one, Milestone))
    return [one for one in stones if one.text.startswith("Against the odds")]


def test_the_chances_before_the_first_die_are_those_of_both_sides(war: Any) -> None:
    _scn, entries, stood = war
    hoped = [
        motion.winning_chances(stood[number], event)
        for number in some(stood)
        for event in entries[number]
        if event["kind"] == "battle_began"
    ]
    known = [one for one in hoped if one]
    assert len(known) > len(hoped) // 2
    for one in some(known):
        assert len(one) == 2 and 0.3 < sum(one.values()) < 1.000001, "or nobody is left"


def test_only_what_was_unlikely_is_told(war: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rare = told(war)
    monkeypatch.setattr(motion, "UNLIKELY", 1.0)
    every = told(war)
    assert every and len(rare) < len(every)
    monkeypatch.setattr(motion, "UNLIKELY", -1.0)
    assert not told(war)


def test_an_unlikely_victory_is_good_for_the_winner_and_hidden_without_a_position(
    war: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(motion, "UNLIKELY", 0.9999)
    scn = war[0]
    seat = next(iter(scn.nations.values())).seat
    own = frozenset(one.id for one in scn.nations.values() if one.seat == seat)
    assert {one.good for one in told(war, own)} == {True, False}
    assert all(one.good for one in some(told(war))), "spectators take no side"
    assert not told(war, known=False)
