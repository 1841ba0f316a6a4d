"""Garrisons, landings and shots together, in a battle on the board (p. 7, 8, 10)."""

import pytest

from battles.dba.rules.board import offers
from battles.dba.rules.board.actions import LandOnBoard
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Camp as Site
from battles.dba.rules.field.shapes import DrawnPiece
from battles.dba.rules.system import DBA
from battles.dba.rules.table.state import BuiltUpArea, Camp
from battles.dba.rules.table.terrain import Piece
from engine.dice import Scripted
from engine.game import IllegalAction, InvalidAction
from tests.battles.dba.board.fought import a_board, agrees, stood
from tests.battles.dba.table.table import an_army
from tests.found import some

TOWN = DrawnPiece("bua", 300, 200, 80, 60)
SEA = DrawnPiece("waterway", width=100, edge=3, course=(120, 120, 120, 120, 120))


def act(kind, **fields):
    return DBA.codec.read({"kind": kind, **fields})


def do(rules, state, kind, *faces, **fields):
    return rules.apply(state, state.active, act(kind, **fields), Scripted(list(faces)))


def kinds(rules, state):
    return {choice.kind for choice in rules.choices(state, state.active)}


def in_town(state, holder="red", denizens="none"):
    town = BuiltUpArea("red", holder, denizens, holder if denizens == "alive" else "")
    return state.but(bua=town, drawing=(TOWN,))


def at_camp(rules, **where):
    """Return a battle in which Red's camp is at the near edge, with r2 inside."""
    state = stood(rules, **where, r1=Base("Cv", 18_000, 52_000, 0), r2=Base("Bd", 28_000, 56_250, 0))
    state = state.with_element("r2", where="camp")
    site = Site(27_000, 55_000, 0, 12, 8, "red")
    board = state.board.but(camps={"red": site})
    return state.but(board=board, camps={"red": Camp(True, "red"), "blue": Camp(False, "")})


def test_a_garrison_leaves_and_an_element_goes_in():
    rules = a_board()
    state = in_town(stood(rules, r2=Base("Bd", 28_000, 23_000, 0)), holder="")
    inside = do(rules, state, "move_on_board", order="r2: assault bua 2 20").state
    assert inside.elements["r2"].where == "bua" and inside.bua.holder == "red"
    assert inside.board.places["r2"] == Base("Bd", 28_000, 19_250, 0)
    fresh = inside.with_element("r2", moves=0)
    orders = [str(move) for move in offers.places(rules.battle, fresh, position_of(rules.battle, fresh))]
    assert "r2: to 280 155 0" in orders and len(orders) == 4
    out = do(rules, fresh, "move_on_board", order="r2: to 280 155 0").state
    assert out.elements["r2"].where == "table" and out.bua.holder == "red"
    agrees(rules, out)


def from_town_to_camp(rules, owner, **more):
    """Return a battle with r6 in the middle of the town, and 30 mm from the town a camp without a
    garrison.
    """
    state = stood(rules, r6=Base("Ps", 32_000, 21_000, 360), r1=Base("Cv", 10_000, 50_000, 0), **more)
    state = in_town(state).with_element("r6", where="bua")
    board = state.board.but(camps={owner: Site(26_000, 26_000, 0, 12, 8, owner)})
    camps = {seat: Camp(seat == owner, owner if seat == owner else "") for seat in ("red", "blue")}
    return state.but(board=board, camps=camps)


@pytest.mark.parametrize(("owner", "where"), [("red", "camp"), ("blue", "enemy_camp")])
def test_a_garrison_goes_from_place_to_place(owner, where):
    """A garrison can move straight from a town into a camp. Afterwards the facts recorded in the state match
    the board (L210, L220).
    """
    rules = a_board()
    state = from_town_to_camp(rules, owner)
    step = do(rules, state, "move_on_board", order=f"r6: assault camp {owner} 0 10")
    assert (step.state.elements["r6"].where, step.state.camps[owner].holder) == (where, "red")
    assert position_of(rules.battle, step.state).elements["r6"].inside == where
    agrees(rules, step.state)


def test_a_garrison_does_not_relieve_another_from_its_place():
    rules = a_board()
    state = from_town_to_camp(rules, "red", r2=Base("Bd", 28_000, 28_000, 0)).with_element("r2", where="camp")
    with pytest.raises(IllegalAction) as refused:
        do(rules, state, "move_on_board", order="r6: assault camp red 0 10")
    assert refused.value.code == "camp_full"


def test_sackers_and_followers_stay_inside():
    rules = a_board()
    state = in_town(stood(rules, r2=Base("Bd", 28_000, 19_250, 0))).with_element("r2", where="bua")
    state = state.with_element("r2", sacking=True)
    with pytest.raises(IllegalAction) as refused:
        do(rules, state, "move_on_board", order="r2: to 280 155 0")
    assert refused.value.code == "still_sacking"
    assert offers.garrisons_ready(rules.battle, state, position_of(rules.battle, state)) == []


def test_a_camps_garrison_is_relieved_for_one_move():
    rules = a_board()
    state = at_camp(rules, r3=Base("Bd", 32_000, 52_000, 360))
    offered = [str(move) for move in offers.places(rules.battle, state, position_of(rules.battle, state))]
    order = "r3: assault camp red 0 10"
    assert order in offered
    step = do(rules, state, "move_on_board", order=order)
    assert step.state.pips == 5
    assert (step.state.elements["r3"].where, step.state.elements["r2"].where) == ("camp", "table")
    assert step.state.board.places["r2"] == Base("Bd", 28_000, 53_500, 0)
    assert step.state.elements["r2"].moves == 1
    agrees(rules, step.state)


def test_a_garrison_that_has_moved_cannot_be_replaced():
    rules = a_board()
    state = at_camp(rules, r3=Base("Bd", 32_000, 52_000, 360)).with_element("r2", moves=1)
    assert all(
        not str(move).startswith("r3: assault")
        for move in offers.places(rules.battle, state, position_of(rules.battle, state))
    )
    with pytest.raises(IllegalAction) as refused:
        do(rules, state, "move_on_board", order="r3: assault camp red 0 10")
    assert refused.value.code == "garrison_has_moved"


def test_an_assault_is_fought_and_broken_off():
    rules = a_board()
    state = in_town(stood(rules, r2=Base("Bd", 28_000, 26_000, 0)), holder="blue", denizens="alive")
    step = do(rules, state, "move_on_board", order="r2: assault bua 2 20")
    assert step.state.contacts == (("denizens", "r2"),) and step.state.elements["r2"].charged
    later = step.state.with_element("r2", moves=0, charged=False)
    assert (("r2", 200)) in list(offers.breaks(rules.battle, later, position_of(rules.battle, later)))
    broken = do(rules, later, "break_off_on_board", element="r2", paces=200)
    assert broken.state.board.places["r2"] == Base("Bd", 28_000, 28_000, 0)
    assert broken.state.contacts == ()
    fought = do(
        rules, step.state.but(phase="combat"), "fight_on_board", 6, 1, attacker="r2", defender="denizens"
    )
    assert fought.state.elements["r2"].where == "bua" and fought.state.elements["r2"].sacking


def test_a_fourth_does_not_assault():
    rules = a_board(red=("Cv", "Bd", "Bd", "Bd", "Bd"))
    where = {
        "r2": Base("Bd", 28_000, 23_000, 0),
        "r3": Base("Bd", 26_000, 18_000, 180),
        "r4": Base("Bd", 34_000, 22_000, 540),
        "r5": Base("Bd", 32_000, 14_000, 360),
    }
    state = in_town(stood(rules, **where), holder="blue", denizens="alive")
    state = state.but(contacts=(("denizens", "r2"), ("denizens", "r3"), ("denizens", "r4")))
    assert list(offers.places(rules.battle, state, position_of(rules.battle, state))) == []
    with pytest.raises(IllegalAction) as refused:
        do(rules, state, "move_on_board", order="r5: assault bua 0 20")
    assert refused.value.code == "assaulted_already"


# --- landing (L238) ---


def at_sea(**where):
    """Return a battle in its first bound. Red's home is littoral, the sea is off the near edge, and r3 and r4
    are still aboard.
    """
    armies = {"red": an_army("r", "Cv", "Bd", "Bd", "Bd", topography="littoral"), "blue": an_army("b", "Cv")}
    rules = DBA.open({"armies": armies, "board": True}, {})
    state = stood(rules, r1=Base("Cv", 10_000, 20_000, 0), **where).but(bound=1, drawing=(SEA,))
    state = state.with_element("r3", where="reserve").with_element("r4", where="reserve")
    return rules, state.but(pieces=(Piece("waterway", (3, 4)),))


def test_a_reserve_lands_on_the_shore_for_one_pip():
    rules, state = at_sea()
    lands = [c for c in rules.choices(state, "red") if c.kind == "land_on_board"]
    for choice in some(lands):
        step = rules.apply(state, "red", act("land_on_board", **choice.fixed), Scripted([]))
        assert step.state.pips == 5
        assert {step.state.elements[n].where for n in ("r3", "r4")} == {"table"}
        agrees(rules, step.state)
    assert {choice.fixed["files"] for choice in lands} == {2}
    column = LandOnBoard(("r3", "r4"), 280, 449, 0, 1)
    with pytest.raises(IllegalAction) as refused:  # only one of the two elements would be on the shore
        rules.apply(state, "red", column, Scripted([]))
    assert refused.value.code == "off_the_shore"


def test_a_landing_is_refused_elsewhere_and_later():
    rules, state = at_sea()
    for x, y, code in ((280, 300, "off_the_shore"), (280, 470, "no_room")):
        with pytest.raises(IllegalAction) as refused:
            rules.apply(state, "red", LandOnBoard(("r3", "r4"), x, y, 0, 2), Scripted([]))
        assert refused.value.code == code
    with pytest.raises(InvalidAction) as wrong:
        rules.apply(state, "red", LandOnBoard(("r3",), 280, 465, 0, 1), Scripted([]))
    assert wrong.value.code == "landing_text"
    with pytest.raises(IllegalAction) as refused:
        rules.apply(state.but(bound=3), "red", LandOnBoard(("r3", "r4"), 280, 464, 0, 2), Scripted([]))
    assert refused.value.code == "nothing_to_land"
    assert "land_on_board" not in kinds(rules, state.but(bound=3))


def test_nobody_lands_at_an_enemys_front():
    rules, state = at_sea(b1=Base("Cv", 32_000, 43_000, 360))
    with pytest.raises(IllegalAction) as refused:
        rules.apply(state, "red", LandOnBoard(("r3", "r4"), 280, 464, 0, 2), Scripted([]))
    assert (refused.value.rule, refused.value.code) == ("crossing_fronts", "strip_closed")


# --- shooting together (L320) ---


def a_volley(**more):
    rules = a_board(red=("Cv", "Bw", "Bw", "Bw", "Bw"), blue=("Cv", "Bw", "Bw", "Bd"))
    where = {
        "r2": Base("Bw", 26_000, 40_000, 0),
        "r3": Base("Bw", 30_000, 40_000, 0),
        "r4": Base("Bw", 34_000, 40_000, 0),
    }
    return rules, stood(rules, **where, **more).but(phase="shooting")


def test_up_to_three_are_offered_together():
    rules, state = a_volley(b4=Base("Bd", 34_000, 36_500, 360))
    shots = [c.fixed["shooters"] for c in rules.choices(state, "red") if c.kind == "shoot_on_board"]
    assert ["r3", "r2", "r4"] in shots and ["r3"] in shots
    step = do(rules, state, "shoot_on_board", 4, 4, shooters=["r3", "r2", "r4"], target="b4")
    assert {"r2", "r3", "r4", "@b4"} <= set(step.state.shot)
    assert step.events[0].totals == (2 + 4, 5 + 4 - 2)  # L335, L341, L359


def test_those_who_must_shoot_at_one_enemy_are_offered_together():
    """r3 and r4 can shoot only at b2, which can shoot at both. They are offered as one volley, in which the
    second shooter supports the first (L320).
    """
    rules, state = a_volley(b2=Base("Bw", 34_000, 36_000, 360))
    gone = {n: e.but(where="lost") if n == "r2" else e for n, e in state.elements.items()}
    state = state.but(elements=gone)
    shots = [c.fixed["shooters"] for c in rules.choices(state, "red") if c.kind == "shoot_on_board"]
    assert ["r3", "r4"] in shots
    step = do(rules, state, "shoot_on_board", 4, 4, shooters=["r3", "r4"], target="b2")
    assert {"r3", "r4", "b2"} <= set(step.state.shot)
    assert step.events[0].totals == (2 + 4, 2 + 4 - 1)  # L335, L359


def test_who_can_shoot_at_the_first_shooter_answers_with_the_target():
    """An enemy that can shoot at the first shooter shoots with the target. Here r3 shoots at b2, and b3 joins
    in: it can shoot at r3 and has no target at which it must shoot (rulings T20, B22).
    """
    rules, state = a_volley(b2=Base("Bw", 34_000, 36_000, 360), b3=Base("Bw", 38_000, 36_000, 360))
    gone = {n: e.but(where="lost") if n in ("r2", "r4") else e for n, e in state.elements.items()}
    state = state.but(elements=gone)
    step = do(rules, state, "shoot_on_board", 4, 4, shooters=["r3"], target="b2")
    assert {"r3", "b2", "b3"} <= set(step.state.shot)


def test_an_element_that_took_a_place_in_this_bound_defends_it():
    """The element beat the denizens and now holds the town, so the next enemy at an edge fights a garrison
    (L220).
    """
    rules = a_board()
    where = {"r2": Base("Bd", 28_000, 19_250, 0), "b2": Base("Bd", 28_000, 23_000, 0)}
    state = in_town(stood(rules, **where), holder="red")
    state = state.with_element("r2", where="bua", charged=True).but(phase="combat", contacts=(("b2", "r2"),))
    (fight,) = (one for one in rules.choices(state, "red") if one.kind == "fight_on_board")
    assert set(fight.fixed.values()) == {"r2", "b2"}
    step = do(rules, state, "fight_on_board", 3, 3, **fight.fixed)
    assert "r2" in step.state.fought and step.state.elements["r2"].where == "bua"
