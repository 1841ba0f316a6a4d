"""Each die of a battle belongs to the event that it produced."""

from collections import Counter
from typing import Any

from battles.dba.rules.system import DBA
from engine.dice import Scripted
from engine.dice_record import owners, pair_with_dice
from features.trials.playthrough import play_game
from tests.battles.dba.table.table import Play, a_battle, a_table

OF = {
    "aggression": "aggression_rolled",
    "edge": "edge_rolled",
    "pips": "pips_rolled",
    "combat": "fought",
    "shooting": "fought",
    "river": "river_found",
}


def came_of(play: Play, kind: str, *faces: int, **fields: Any) -> list[tuple[str, list[int]]]:
    """Return the events of an action, each with the dice that produced it."""
    action, dice = DBA.codec.read({"kind": kind, **fields}), Scripted(list(faces))
    step = play.rules.apply(play.state, play.state.active or "red", action, dice)
    of = owners(step, len(faces))
    return [
        (type(event).__name__, [face for face, number in zip(faces, of, strict=True) if number == place])
        for place, event in enumerate(step.events)
    ]


def test_each_throw_for_aggression_has_its_own_two_dice() -> None:
    told = came_of(Play(a_table(quick=False)), "roll_aggression", 3, 3, 1, 6)
    assert told == [("AggressionRolled", [3, 3]), ("AggressionRolled", [1, 6]), ("InvaderKnown", [])]


def a_river() -> Play:
    return a_battle(river=True).next_bound().next_bound().to("moves", 6)


def test_what_the_river_is_like_and_who_gets_across_are_two_things() -> None:
    crossed = came_of(a_river(), "move_elements", 6, 3, 4, elements=["r3", "r4"], ford=True)
    assert crossed == [("RiverFound", [6]), ("ElementsMoved", [3, 4])]


def test_the_die_that_bars_the_river_is_told_with_those_before_it() -> None:
    failed = came_of(a_river(), "move_elements", 6, 3, 2, elements=["r3", "r4"], ford=True)
    assert failed == [("RiverFound", [6]), ("FordingFailed", [3, 2]), ("ElementsMoved", [])]


def test_in_whole_battles_every_die_is_of_the_event_that_one_would_say() -> None:
    found: Counter[str] = Counter()
    for seed in (1, 2, 3):
        for entry in play_game(DBA, seed, check=False).log:
            told, rest = pair_with_dice(entry.events, entry.rolls)
            assert not rest, entry.seq
            for event, rolls in told:
                for roll in rolls:
                    assert event["kind"] == OF[roll["purpose"]], entry.seq
                    found[roll["purpose"]] += 1
    assert found["pips"] > 10 and found["combat"] > 20
