"""Whole games: the contract, and invariants after every step."""

from collections import Counter
from typing import Any

import pytest

from campaigns.italia.rules.combat.battle import Battle
from campaigns.italia.rules.state.position import Position
from engine.canonical_order import sort_keys
from engine.journal import Entry
from tests.campaigns.italia.playing import played
from tests.engine.contract import Played, check_refusals

GAMES = [
    ("italia1", {}),
    ("italia2", {}),
    ("italia1", {"board": "small"}),
    ("italia2", {"scoring": "alternative"}),
    ("italia1", {"targets": "units", "pyrrhus": "faq"}),
    ("italia2", {"targets": "units", "cargo_shifts": "yes", "halving": "round"}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_it_keeps_the_contract_at_random(name: str, options: dict[str, Any]) -> None:
    assert_sound(played(name, options, 1, 60))


@pytest.mark.parametrize(("name", "options"), GAMES[:2])
def test_the_bots_alone_come_to_an_end(name: str, options: dict[str, Any]) -> None:
    game = played(name, options, 1, 0, every=40)
    assert_sound(game)
    assert game.outcome and len(game.outcome.ranks) >= 1


def assert_sound(game: Played) -> None:
    """Check the invariants after each step."""
    rules: Any = game.opening.rules
    scored: dict[str, int] = {}
    pieces: Counter[tuple[str, str]] = Counter()
    acting, round = "", 0
    for entry, head in zip(game.entries, game.heads, strict=True):
        pos = rules.position(sort_keys(head.state))
        check_counters(pos)
        check_gold(pos)
        check_places(pos)
        for event in entry.events:
            if event["kind"] == "scored":
                scored[event["nation"]] = scored.get(event["nation"], 0) + event["halves"]
            pieces.update(came_and_went(event))
        assert scored == {n: h for n, h in pos.state.scores.items() if h or n in scored}
        check_pieces(pos, pieces)
        if acting and pos.state.nation != acting:
            check_stacks(pos, acting, entry, led=bool(pos.nation(acting).campaigns.get(round)))
        acting, round = pos.state.nation, pos.state.round


def came_and_went(event: Any) -> dict[tuple[str, str], int]:
    """Return how an event changes the number of units of each nation and type, counting every unit once."""
    match event["kind"]:
        case "units_placed" if event["why"] not in ("tribute", "converted"):
            return {(event["nation"], unit): n for unit, n in event["units"].items()}
        case "units_lost" | "units_taken_off":
            return {(event["nation"], unit): -n for unit, n in event["units"].items()}
        case "converted" | "bought_aside":
            return {(event["nation"], event["unit"]): 1}
    return {}


def check_pieces(pos: Position, told: Counter[tuple[str, str]]) -> None:
    """Check that the units on the map, and those that fight as guests, are exactly those that the events have
    placed. A converted unit for which its new nation has no counter fights as a guest until the combat ends.
    """
    guests = Counter(
        (f.attacker if f.guest.side == "attacker" else f.defender, f.guest.unit)
        for f in pos.state.stack
        if isinstance(f, Battle) and f.guest
    )
    here = Counter(
        {(n.id, unit): pos.on_board(n.id, unit) for n in pos.scn.nations.values() for unit in n.counters}
    )
    assert +(here + guests) == +told


def check_stacks(pos: Position, nation: str, entry: Entry, *, led: bool) -> None:
    """Check after a nation's turn that no stack exceeds its limit plus the one unit that may retreat.
    Places where a campaign started or the next round's reinforcements arrived are exempt.
    """
    if led:
        return
    come = {e["place"] for e in entry.events if e["kind"] == "units_placed" and e["nation"] == nation}
    for area in set(pos.areas_of(nation)) - come:
        assert pos.troops(area, nation) <= pos.limit(nation, area) + 1, f"{nation} are too many in {area}"


def check_counters(pos: Position) -> None:
    for nation in pos.scn.nations.values():
        for unit, number in nation.counters.items():
            assert pos.on_board(nation.id, unit) <= number, f"{nation.id} has too many {unit}"


def check_gold(pos: Position) -> None:
    busy = bool(pos.state.stack)
    for nation, has in pos.state.nations.items():
        assert has.gold >= 0
        assert has.gold <= 10 or busy or pos.state.ended, f"{nation} keeps {has.gold} gold"


def check_places(pos: Position) -> None:
    for place, here in pos.state.units.items():
        for nation, units in here.items():
            assert units and all(number > 0 for number in units.values())
            if pos.scn.is_sea(place):
                assert pos.troops(place, nation) <= 2 * pos.fleets(place, nation), (
                    f"{nation} swims in {place}"
                )
            else:
                assert "fleet" not in units
    for leader, piece in pos.state.leaders.items():
        assert pos.scn.leaders[leader].nation == piece.nation
        assert f"dead:{leader}" not in pos.state.tallies


@pytest.mark.parametrize("name", ["italia1", "italia2"])
def test_what_is_not_offered_is_refused(name: str) -> None:
    game = played(name, {}, 7, 60, every=1000)
    reasons = check_refusals(game, 1500)
    assert {"not_offered", "not_your_decision"} <= reasons and len(reasons) >= 6
