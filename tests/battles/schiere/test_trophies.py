"""Standards, camps, the end of the battle, and numbered boards (L33-37, L248-250, L411-423)."""

import pytest

from battles.schiere.rules.board.generator import generate_board
from battles.schiere.rules.board.scenario import TITLES, builtin, load
from battles.schiere.rules.rules import SchiereRules
from battles.schiere.rules.system import SCHIERE
from battles.schiere.rules.turn.acting import TakeAction
from battles.schiere.rules.turn.ending import points
from battles.schiere.rules.turn.march import MoveAlong
from tests.battles.schiere.boards import at_work, battle, done

ARMY = ("r9 chief:solid c1n", "c9 chief:solid c16s")


def test_a_bearer_keeps_up_with_his_commander() -> None:
    pos = battle(*ARMY, "r8 standard c2n @r9")
    pos = done(pos, TakeAction(("r9",)), MoveAlong("r9", ("d2", "d3", "d4"), "n"))
    assert pos.ground.distance(pos.piece("r8").at, "d4") == 1


def test_a_standard_is_taken_by_coming_beside_it() -> None:
    army = ("r9 chief:solid c1n", "c9 chief:solid h12s", "c8 standard h11s @c9")
    pos = battle(*army, "r1 heavy_cavalry h8n A", "r8 wing:resolute d5n")
    before = points(pos, "rome")
    pos = done(pos, TakeAction(("r1",)), MoveAlong("r1", ("h9", "h10"), "n"))
    assert pos.piece("c8").captured == "rome" and pos.piece("c8").host == "r1"
    assert points(pos, "rome") == before + 5


def test_a_commander_beside_his_camp_brings_it_home() -> None:
    pos = battle("r9 chief:solid g1n", "r1 heavy_cavalry h4n A", "c9 chief:solid c16s")
    taken = pos.piece("r1").but(seat="carthage", troop="standard", captured="rome", host="r1", schiera="")
    pos = pos._replace(state=pos.state.but(pieces=dict(sorted({**pos.state.pieces, "c8": taken}.items()))))
    pos = done(pos, TakeAction(("r1",)), MoveAlong("r1", ("h3", "h2"), "n"))
    assert "c8" not in pos.state.pieces and pos.side("rome").trophies == ("standard",)


def test_a_standard_is_its_own_sides_again_when_its_carrier_falls() -> None:
    pos = battle(*ARMY, "r1 velites h4n A")
    taken = pos.piece("r1").but(seat="carthage", troop="standard", captured="rome", host="r1", kind="chief")
    pos = pos._replace(state=pos.state.but(pieces=dict(sorted({**pos.state.pieces, "c8": taken}.items()))))
    play = at_work(pos)
    play.lose("r1", "eliminated")
    assert play.pos.piece("c8").captured == "" and play.pos.piece("c8").host == "c9"


def test_a_camp_is_taken_by_standing_on_it() -> None:
    pos = battle(*ARMY, "r1 heavy_cavalry h12n A", "r8 wing:resolute d5n")
    pos = done(pos, TakeAction(("r1",)), MoveAlong("r1", ("h13", "h14", "h15", "h16"), "n"))
    assert pos.side("rome").trophies == ("camp",) and pos.side("carthage").camp == ""


def test_a_fallen_chief_ends_the_battle() -> None:
    pos = battle(*ARMY)
    play = at_work(pos)
    play.hurt("c9", 2)
    rules = SchiereRules(pos.setting)
    rules.drive(play)
    outcome = rules.outcome(play.state)
    assert outcome is not None and outcome.winner == "rome" and outcome.reason == "chief_lost"


def test_points_count_shields_whole_commanders_and_trophies() -> None:
    pos = battle(*ARMY, "r1 legionaries c4n 1 A", "r2 velites d4n B", "r8 wing:resolute e4n")
    assert points(pos, "rome") == 3 + 2 + 2 + 2
    play = at_work(pos)
    play.lose("r8", "eliminated")
    assert points(play.pos, "rome") == 7 and points(play.pos, "carthage") == 2 + 8
    play.hurt("r9", 1)
    assert points(play.pos, "rome") == 5  # a wounded commander gives no points (ruling S18)


@pytest.mark.parametrize("name", TITLES)
def test_boards_by_number_can_be_read(name: str) -> None:
    raw = builtin(name)
    for number in range(1, 25):
        assert load(generate_board(raw, number)).armies == load(raw).armies


def test_equal_numbers_give_equal_boards() -> None:
    raw = builtin("ford")
    assert generate_board(raw, 7) == generate_board(raw, 7) != generate_board(raw, 8)
    rules = SCHIERE.open(raw, {"ground": 7})
    assert rules.setting.ground.kinds == load(generate_board(raw, 7)).ground.kinds
