"""Memorable events of a battle at a table: losses against the odds, lost generals, turning points."""

import pytest

from battles.dba.pages import motion
from battles.dba.rules.system import DBA
from engine.game import Facts
from games.motion.values import Milestone
from tests.battles.dba.table.table import Play, a_battle


def told(play: Play) -> list[Facts]:
    return [DBA.codec.write(event) for event in play.events]


def stones(
    play: Play, events: list[Facts], own: tuple[str, ...] = (), ends: list[Facts] | None = None
) -> list[Milestone]:
    (found,) = motion.motions([events], {}, frozenset(own), lambda: ends or [])
    return [one for one in found if isinstance(one, Milestone)]


def test_an_element_lost_is_told_by_its_exact_chance_if_it_was_unlikely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Kn 3+6 against Bd 3+1: doubled
    play = a_battle().to("combat").do("fight", 6, 1, attacker="r2", defender="b5")
    events = told(play)
    chance = events[0]["chances"]["b"]["destroyed"]
    monkeypatch.setattr(motion, "UNLIKELY", chance)
    (stone,) = stones(play, events, ("red",))
    assert f"{chance} in 36" in stone.text and "b5" in stone.text and stone.good
    assert not stones(play, events, ("blue",))[0].good
    assert stones(play, events, ("red", "blue"))[0].good, "who plays both takes no side"
    monkeypatch.setattr(motion, "UNLIKELY", chance - 1)
    assert not stones(play, events)


def test_a_general_who_falls_is_told() -> None:
    play = a_battle().to("combat").do("fight", 6, 1, attacker="r2", defender="b1")
    assert "GeneralLost" in play.kinds()
    fallen = [one for one in stones(play, told(play), ("blue",)) if "general" in one.text]
    assert [one.good for one in fallen] == [False]


def test_a_battle_is_turned_by_who_was_behind_and_won() -> None:
    play = a_battle()
    ended: Facts = {"kind": "battle_ended", "winner": "red", "reason": "broken", "rule": "victory"}
    bounds: list[Facts] = [
        {"kind": "bound_ended", "bound": 3, "losses": [2, 1], "extras": [1, 0]},
        {"kind": "bound_ended", "bound": 4, "losses": [2, 4], "extras": [1, 0]},
    ]
    (stone,) = stones(play, [ended], ends=bounds)
    assert "3 lost to 1 after bound 3" in stone.text
    assert not stones(play, [{**ended, "winner": "blue"}], ends=bounds)
    assert not stones(play, [{**ended, "winner": None}], ends=bounds)
