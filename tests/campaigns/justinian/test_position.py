"""A position gives the same answers as its state and prints as text."""

from dataclasses import replace

import pytest

from campaigns.justinian.rules.state.position import Position
from engine.dice import Seeded
from tests.campaigns.justinian.players import rules

GAME = rules(setup="suggested")
POS = Position(GAME.setting, GAME.setup(Seeded(b"position", "x", 0)).state)


def test_a_position_agrees_with_its_state() -> None:
    asked = 0
    for place in sorted({army.at for army in POS.state.armies.values()}):
        for seat in ("byzantium", "barbarian"):
            assert POS.sp_at(place, seat) == POS.state.sp_at(place, seat) == POS.strengths(seat).get(place, 0)
            assert POS.heads_at(place, seat) == POS.state.heads_at(place, seat)
            asked += 1
    assert asked > 10
    assert POS.byzantine_sp() == POS.power_sp("byzantium") == POS.state.byzantine_sp()


def test_it_is_printed_place_by_place() -> None:
    lines = str(POS).splitlines()
    assert lines[0].startswith("turn 1, ") and f"{POS.state.gold} G" in lines[0]
    for army in POS.state.armies.values():
        (line,) = [line for line in lines if line.startswith(f"  {army.at}: ")]
        assert f"{army.id} " in line and f"{army.sp} SP" in line
    assert sum(line.startswith("  in progress: ") for line in lines) == 1


def test_a_failing_test_shows_the_text() -> None:
    ended = replace(POS, state=replace(POS.state, ended="last_turn", victor="barbarian", stack=()))
    assert repr(ended).startswith("<Position\nturn 1")
    assert "ended (last_turn); won by barbarian" in repr(ended)


def test_a_changed_state_is_what_the_library_gives() -> None:
    changes = {"gold": 3, "turn": 2, "next_side": "byzantium", "forts": frozenset({"europa"})}
    before = POS.state
    after = before.but(**changes)
    assert after == replace(before, **changes) and type(after) is type(before)
    assert before.gold == POS.state.gold != after.gold, "the state it came of stays as it was"


def test_what_is_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="no field of State: .'silver'"):
        POS.state.but(silver=3)
