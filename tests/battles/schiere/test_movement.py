"""Movement, actions and command: schiere as a whole, open order, shapes, joining (L102-130, L184-216)."""

from typing import Any

import pytest

from battles.schiere.rules.board.position import Position
from battles.schiere.rules.rules import SchiereRules
from battles.schiere.rules.turn.acting import Reserve, TakeAction
from battles.schiere.rules.turn.attaching import Attach
from battles.schiere.rules.turn.forming import FormUp
from battles.schiere.rules.turn.going import EndAction, Going
from battles.schiere.rules.turn.hastening import Hasten
from battles.schiere.rules.turn.march import MoveAlong, Turn
from battles.schiere.rules.turn.shifting import MakeRoom, StepUp
from engine.game import IllegalAction
from tests.battles.schiere.boards import battle, done, setting

CHIEFS = ("r9 chief:solid c1n", "c9 chief:solid c16s")


def refused(pos: Position, *actions: Any) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as told:
        done(pos, *actions)
    return told.value.rule, told.value.code


LINE = ("r1 legionaries c3n A", "r2 legionaries d3n A", *CHIEFS)


def test_a_schiera_moves_as_one() -> None:
    pos = done(battle(*LINE), TakeAction(("r1", "r2")), MoveAlong("r1", ("c4", "d5"), "e"))
    assert [(pos.piece(id).at, pos.piece(id).facing) for id in ("r1", "r2")] == [("d5", "e"), ("e5", "e")]


def test_foot_goes_six_squares_and_no_farther() -> None:
    far = tuple(f"c{row}" for row in range(4, 11))
    assert refused(battle(*LINE), TakeAction(("r1",)), MoveAlong("r1", far, "n")) == ("movement", "too_far")
    assert done(battle(*LINE), TakeAction(("r1",)), MoveAlong("r1", far[:6], "n")).piece("r1").at == "c9"


def test_movement_points_are_those_of_the_whole_action() -> None:
    first = (TakeAction(("r1",)), MoveAlong("r1", ("c4", "c5", "c6", "c7"), "n"))
    second = MoveAlong("r1", ("c8", "c9", "c10"), "n")
    assert refused(battle(*LINE), *first, second) == ("movement", "too_far")


def test_an_action_has_three_moves() -> None:
    turns = [Turn("r1", facing) for facing in ("e", "s", "w")]
    after = done(battle(*LINE), TakeAction(("r1",)), *turns)
    assert after.state.today.acted["r1"] == 1
    assert SchiereRules(after.setting).pending(after.state)[0].kind == "act"


def test_units_in_open_order_go_their_own_ways_and_face_alike() -> None:
    army = ("r1 velites c3n A", "r2 velites d3n A", *CHIEFS)
    pos = done(battle(*army), TakeAction(("r1", "r2")), MoveAlong("r1", ("b4",), "e"))
    assert refused(pos, MoveAlong("r2", ("d4",), "n")) == ("schiere", "one_goal")
    pos = done(pos, MoveAlong("r2", ("d4", "d5"), "e"))
    assert (pos.piece("r1").at, pos.piece("r2").at) == ("b4", "d5")


def test_nobody_steps_where_somebody_stands() -> None:
    blocked = battle(*LINE, "r3 velites d4n")
    assert refused(blocked, TakeAction(("r1", "r2")), MoveAlong("r1", ("c4",), "n"))[1] == "cannot_enter"


def test_an_influence_area_stops_whoever_enters_it() -> None:
    pos = battle(*LINE, "c1 punic_foot c7s")
    far = MoveAlong("r1", ("c4", "c5", "c6", "b7"), "n")
    assert refused(pos, TakeAction(("r1",)), far) == ("influence", "must_halt")


def test_foot_does_not_come_up_to_horse() -> None:
    pos = battle(*LINE, "c1 numidians c5s")
    assert refused(pos, TakeAction(("r1",)), MoveAlong("r1", ("c4",), "n"))[1] == "cannot_enter"


def test_whoever_is_out_of_command_stands() -> None:
    pos = battle("r1 legionaries p16n A", *CHIEFS)
    assert refused(pos, TakeAction(("r1",))) == ("chief", "out_of_command")


def test_foot_halts_where_no_order_reaches() -> None:
    army = ("r1 legionaries c12n A", "r9 chief:solid c1n", "c9 chief:solid p1s")
    pos = done(battle(*army), TakeAction(("r1",)), MoveAlong("r1", ("c13", "c14"), "n"), seat="rome")
    assert not pos.in_command("r1")
    over = MoveAlong("r1", ("c13", "c14", "c15"), "n")
    assert refused(battle(*army), TakeAction(("r1",)), over) == ("chief", "must_halt")


def test_cavalry_may_go_out_as_far_as_it_can_come_back() -> None:
    army = ("r1 heavy_cavalry c12n A", "r9 chief:solid c1n", "c9 chief:solid p1s")
    out = tuple(f"c{row}" for row in range(13, 17))
    assert done(battle(*army), TakeAction(("r1",)), MoveAlong("r1", out, "n")).piece("r1").at == "c16"


def test_a_schiera_acts_once_a_turn_unless_a_resolute_commander_urges_it_on() -> None:
    twice = (TakeAction(("r1",)), EndAction(), TakeAction(("r1",)))
    assert refused(battle(*LINE), *twice) == ("actions", "acted_already")
    army = ("r1 legionaries c3n A >resolute", "r5 wing:resolute d1n", *CHIEFS)
    assert done(battle(*army), *twice).state.today.acted["r1"] == 2
    assert refused(battle(*army), *twice, EndAction(), TakeAction(("r1",))) == ("actions", "acted_already")


def test_unused_actions_can_be_reserved() -> None:
    pos = done(battle(*LINE), TakeAction(("r1",)), EndAction(), Reserve())
    assert pos.side("rome").banked == 2


# --- shapes -----------------------------------------------------------------------------------------------


def test_a_schiera_changes_its_shape_and_pays_for_the_longest_way() -> None:
    army = tuple(f"r{n} legionaries {column}3n A" for n, column in enumerate("cdef", 1))
    pos = done(battle(*army, *CHIEFS), TakeAction(("r1", "r2", "r3", "r4")), FormUp("n", "square"))
    assert [pos.piece(f"r{n}").at for n in range(1, 5)] == ["c3", "d3", "c2", "d2"]
    going = pos.state.stack[-1]
    assert going.left["r1"] == 6 - 2  # type: ignore[attr-defined]  # two squares for the last one


def test_who_has_no_points_left_stays_while_others_form_up_beside_it() -> None:
    """Every unit pays for the costliest route in the group; one left in deficit cannot move (ruling S25)."""
    army = ("r1 slingers c3n A", "r2 slingers d3n A", *CHIEFS)
    far = tuple(f"c{row}" for row in range(4, 10))
    pos = done(battle(*army), TakeAction(("r1", "r2")), MoveAlong("r1", far, "n"))
    pos = done(pos, MoveAlong("r2", ("d4", "d5", "d6"), "n"), FormUp("n", "column"))
    assert [pos.piece(id).at for id in ("r1", "r2")] == ["c9", "c8"]
    offered = SchiereRules(pos.setting).choices(pos.state, "rome")
    assert [choice.fixed["lead"] for choice in offered if choice.kind == "move_along"] == ["r2"]


def test_there_must_be_room_to_form() -> None:
    army = ("r1 legionaries c3n A", "r2 legionaries d3n A", "r3 velites c2n", *CHIEFS)
    assert refused(battle(*army), TakeAction(("r1", "r2")), FormUp("n", "column"))[1] == "no_room_to_form"


# --- commanders -------------------------------------------------------------------------------------------


def test_a_commander_joins_a_unit_and_goes_with_it() -> None:
    army = ("r1 legionaries c3n A", "r9 chief:solid c2n", "c9 chief:solid c16s")
    pos = done(battle(*army), TakeAction(("r9",)), Attach("r1"))
    assert pos.attached_commander("r1") == "r9" and pos.piece("r9").at == "c3"
    pos = done(pos, TakeAction(("r1",)), MoveAlong("r1", ("c4",), "n"))
    assert pos.piece("r9").at == "c4"


def test_a_commander_stays_with_a_unit_under_attack() -> None:
    army = ("r1 legionaries c3n A", "r9 chief:solid c3n @r1", "c1 punic_foot c4s", "c9 chief:solid c16s")
    assert refused(battle(*army), TakeAction(("r9",))) == ("chief", "host_under_attack")


# --- free of actions --------------------------------------------------------------------------------------


def test_a_unit_makes_room_for_friends() -> None:
    army = ("r1 legionaries c3n A", "r2 velites c2n B", *CHIEFS)
    pos = done(battle(*army), MakeRoom("r1", "d3"))
    assert pos.piece("r1").at == "d3" and pos.state.today.actions["rome"] == 3
    assert refused(pos, MakeRoom("r1", "e3")) == ("actions", "cannot_shift")
    assert refused(battle(LINE[0], *CHIEFS), MakeRoom("r1", "d3")) == ("actions", "nobody_waits")


def test_a_schiera_steps_up_where_another_has_left() -> None:
    army = ("r1 legionaries c3n A", "r2 auxiliaries c2n B", *CHIEFS)
    assert refused(battle(*army), StepUp("B")) == ("actions", "cannot_step_up")
    pos = done(battle(*army), TakeAction(("r1",)), MoveAlong("r1", ("c4", "c5"), "n"), EndAction())
    assert done(pos, StepUp("B")).piece("r2").at == "c3"


def test_a_part_of_a_schiera_steps_up_into_places_left_by_another() -> None:
    army = ("r1 legionaries c3n A", "r2 auxiliaries c2n B", "r3 auxiliaries d2n B", *CHIEFS)
    away = (TakeAction(("r1",)), MoveAlong("r1", ("c4", "c5"), "n"), EndAction())
    pos = done(battle(*army), *away, StepUp("B", ("r2",)))
    assert (pos.piece("r2").at, pos.piece("r3").at) == ("c3", "d2")
    assert refused(battle(*army), *away, StepUp("B", ("r3",))) == ("actions", "cannot_step_up")
    assert refused(battle(*army), *away, StepUp("B", ("r1",))) == ("schiere", "not_one_schiera")


def test_nobody_steps_up_into_a_place_that_the_same_schiera_has_left() -> None:
    army = ("r1 velites c3n A", "r2 velites c2n A", *CHIEFS)
    away = (TakeAction(("r1",)), MoveAlong("r1", ("c4", "c5"), "n"), EndAction())
    assert refused(battle(*army), *away, StepUp("A", ("r2",))) == ("actions", "cannot_step_up")


def test_a_third_line_steps_up_behind_the_second() -> None:
    army = (
        "r1 legionaries c3n A",
        "r2 auxiliaries c2n B",
        "r3 velites c1n C",
        "r9 chief:solid d1n",
        CHIEFS[1],
    )
    away = (TakeAction(("r1",)), MoveAlong("r1", ("c4", "c5"), "n"), EndAction())
    assert done(battle(*army), *away, StepUp("B"), StepUp("C")).piece("r3").at == "c2"


def test_a_bridge_is_crossed_in_column() -> None:
    army = ("r1 legionaries m7n A", "r9 chief:solid m1n", "c9 chief:solid c16s")
    pos = done(battle(*army, on=setting("ford")), TakeAction(("r1",)), MoveAlong("r1", ("m8", "m9"), "n"))
    assert pos.piece("r1").at == "m9"


# --- acting together and acting again ---------------------------------------------------------------------


def test_close_order_acts_as_one_only_side_by_side() -> None:
    army = ("r1 legionaries c3n A", "r2 legionaries d3n A", "r3 legionaries h3n A", *CHIEFS)
    assert refused(battle(*army), TakeAction(("r1", "r3"))) == ("schiere", "not_together")
    assert done(battle(*army), TakeAction(("r1", "r2"))).state.in_progress(Going)
    loose = ("r1 velites c3n A", "r3 velites h3n A", *CHIEFS)
    assert done(battle(*loose), TakeAction(("r1", "r3"))).state.in_progress(Going)  # in open order


def test_each_of_two_resolute_commanders_urges_on_a_schiera_of_his_own() -> None:
    army = (
        "r1 legionaries c3n A >resolute",
        "r2 legionaries f3n B >resolute2",
        "r5 wing:resolute d1n",
        "r6 wing:resolute2 e1n",
        *CHIEFS,
    )
    twice = [one for id in ("r1", "r2") for one in (TakeAction((id,)), EndAction()) * 2]
    pos = done(battle(*army, actions=6), *twice)
    assert pos.state.today.urged == {"r5": "A", "r6": "B"}
    alone = tuple(said.replace(">resolute2", ">resolute") for said in army)
    assert refused(battle(*alone, actions=6), *twice) == ("actions", "acted_already")


def test_a_resolute_commander_lets_infantry_move_twice_in_an_action() -> None:
    army = (
        "r1 legionaries c3n A >resolute",
        "r2 legionaries f3n B >resolute",
        "r5 wing:resolute d1n",
        *CHIEFS,
    )
    up = MoveAlong("r1", ("c4", "c5", "c6", "c7", "c8", "c9"), "n")
    on = MoveAlong("r1", ("c10", "c11"), "n")
    assert refused(battle(*army), TakeAction(("r1",)), Hasten()) == ("wings", "not_urged_on")  # nothing moved
    assert refused(battle(*army), TakeAction(("r1",)), up, on) == ("movement", "too_far")
    pos = done(battle(*army), TakeAction(("r1",)), up, Hasten(), on, EndAction())
    assert pos.piece("r1").at == "c11"
    # urging it on replaced its second action
    assert refused(pos, TakeAction(("r1",))) == (
        "actions",
        "acted_already",
    )
    second = (TakeAction(("r2",)), MoveAlong("r2", ("f4",), "n"), Hasten())
    assert refused(pos, *second) == ("wings", "not_urged_on")  # only one schiera a turn


def test_foot_that_has_come_out_of_command_goes_no_further_in_the_same_action() -> None:
    army = ("r1 legionaries c12n A", "r9 chief:solid c1n", "c9 chief:solid p1s")
    once = (TakeAction(("r1",)), MoveAlong("r1", ("c13", "c14"), "n"))
    assert refused(battle(*army), *once, MoveAlong("r1", ("c15",), "n")) == ("chief", "out_of_command")
