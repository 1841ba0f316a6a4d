"""A battle on the board: deployment, movement, combat and refusals; its records agree with the positions."""

import pytest

from battles.dba.rules.board import deployment, layouts, moves, table_terms
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.board.orders import Move
from battles.dba.rules.field import sight
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.shapes import DrawnPiece
from battles.dba.rules.system import DBA
from battles.dba.rules.table.state import River
from engine.dice import Scripted
from engine.game import IllegalAction, InvalidAction
from tests.battles.dba.board.fought import FEW, a_board, agrees, dice, played, stood
from tests.battles.dba.table.table import an_army
from tests.found import some


def test_a_battle_between_bots_ends_and_its_books_agree_with_the_board():
    rules = a_board(red=("Cv", "Bd", "Bw"), blue=("Kn", "Sp", "Ps"))
    state = played(rules, "two", lambda state: False)
    assert state.ending is not None
    assert state.bound > 2


def test_an_army_is_deployed_in_its_zone_without_overlaps():
    rules = a_board()
    state = played(rules, "deployed", lambda state: state.phase == "pips")
    position = position_of(rules.battle, state)
    for name, one in some(position.elements.items()):
        x, y = one.base.x, one.base.y
        off = {0: 60_000 - y, 180: x, 360: y, 540: 60_000 - x}[one.base.heading]
        edge = {0: 3, 180: 4, 360: 1, 540: 2}[one.base.heading]
        assert one.inside or off <= sight.PER_PACE * 600 + deployment.shore(position, edge), name


def test_the_defender_swaps_places_where_there_is_room():
    rules = a_board(red=("Cv", "Bd", "Bd", "WWg"), blue=("Cv", "Bd", "Bd", "WWg"))
    state = played(rules, "swaps", lambda state: state.phase == "swaps")
    own = [n for n in rules.battle.of(state.active) if state.elements[n].where == "table"]
    was = state.board.places
    swap = act("swap_elements", pairs=[[own[0], own[1]]])
    step = rules.apply(state, state.active, swap, dice("swap"))
    now = step.state.board.places
    assert now[own[0]].corner == was[own[1]].corner and now[own[1]].corner == was[own[0]].corner
    assert now[own[0]].code == was[own[0]].code
    agrees(rules, step.state)


def set_up_at_sea(*, reserve=(), garrison=""):
    """Return the rules and the state of a set-up in which the defender can now swap elements. The defender's
    home is littoral, and the board has a sea and a town.
    """
    armies = {"red": an_army("r", *FEW), "blue": an_army("b", *FEW, topography="littoral")}
    ground = {"defender": "blue", "shore": True, "bua": True}
    rules = DBA.open({"armies": armies, "board": True, "ground": ground}, {})
    state = rules.setup(dice("at sea")).state
    while state.phase != "swaps":
        action = rules.pending(state)[0].default
        if state.phase == "deployment" and state.active == "blue":
            action = act("deploy_on_board", layout="centre", garrison=garrison, reserve=list(reserve))
        state = rules.apply(state, state.active, action, dice(state.phase)).state
    return rules, state


def test_an_element_that_waits_aboard_can_be_swapped():
    """An element aboard has no base on the board, so it gets the place of the element with which it is
    swapped (L238).
    """
    rules, state = set_up_at_sea(reserve=("b2",))
    was = state.board.places["b4"]
    step = rules.apply(state, "blue", act("swap_elements", pairs=[["b2", "b4"]]), dice("swap"))
    assert (step.state.elements["b2"].where, step.state.elements["b4"].where) == ("table", "reserve")
    assert step.state.board.places["b2"].corner == was.corner
    assert "b4" not in step.state.board.places
    agrees(rules, step.state)


def test_a_swapped_garrison_stands_in_the_middle_of_its_place():
    """b6 (Psiloi) has a deeper base than b2 (Blades). The middle of the base stays where it was (ruling
    B19).
    """
    rules, state = set_up_at_sea(garrison="b2")
    middle = state.board.places["b2"].middle
    step = rules.apply(state, "blue", act("swap_elements", pairs=[["b2", "b6"]]), dice("swap"))
    assert step.state.elements["b6"].where == "bua"
    assert step.state.board.places["b6"].middle == middle
    assert step.state.board.places["b6"].deep != state.board.places["b2"].deep
    agrees(rules, step.state)


def act(kind, **fields):
    return DBA.codec.read({"kind": kind, **fields})


def test_a_move_is_paid_and_recorded_and_an_unlawful_one_names_its_section():
    rules = a_board()
    state = stood(rules, r1=Base("Cv", 30_000, 40_000, 0), b1=Base("Cv", 34_000, 20_000, 360))
    step = rules.apply(state, "red", act("move_on_board", order="r1: ahead 400p"), Scripted([]))
    assert step.state.board.places["r1"] == Base("Cv", 30_000, 30_000, 0)
    assert step.state.pips == 5 and step.state.elements["r1"].moves == 1
    with pytest.raises(IllegalAction) as refused:
        rules.apply(state, "red", act("move_on_board", order="r1: ahead 401p"), Scripted([]))
    assert (refused.value.rule, refused.value.code) == ("distances", "too_far")
    with pytest.raises(IllegalAction) as refused:
        rules.apply(state, "red", act("move_on_board", order="b1: ahead 100p"), Scripted([]))
    assert refused.value.code == "not_your_element"


def test_a_combat_is_the_tables_and_its_results_are_carried_out():
    rules = a_board()
    state = stood(rules, r2=Base("Bd", 30_000, 40_000, 0), b4=Base("Sp", 34_000, 38_000, 360))
    state = rules.apply(state, "red", act("move_on_board", order="r2: r2 onto b4 front"), Scripted([])).state
    assert state.contacts == (("b4", "r2"),) and state.elements["r2"].charged
    state = state.but(phase="combat")
    with pytest.raises(IllegalAction) as refused:
        rules.apply(state, "red", act("end_combat"), Scripted([]))
    assert refused.value.code == "must_fight"
    step = rules.apply(state, "red", act("fight_on_board", attacker="r2", defender="b4"), Scripted([4, 4]))
    assert [type(event).__name__ for event in step.events] == ["Fought", "ElementsPlaced"]
    assert step.state.board.places["b4"] == Base("Sp", 34_000, 36_500, 360)
    assert step.state.contacts == () and table_terms.must_fight(rules.battle, step.state) == []


def test_who_is_killed_leaves_the_board():
    rules = a_board()
    state = stood(rules, r2=Base("Bd", 30_000, 40_000, 0), b4=Base("Sp", 34_000, 40_000, 360))
    state = state.but(phase="combat", contacts=(("b4", "r2"),))
    step = rules.apply(state, "red", act("fight_on_board", attacker="r2", defender="b4"), Scripted([6, 1]))
    assert step.state.elements["b4"].where == "lost"
    assert "b4" not in position_of(rules.battle, step.state).elements


def test_bows_that_can_shoot_at_each_other_must():
    rules = a_board()
    state = stood(rules, r5=Base("Bw", 30_000, 40_000, 0), b5=Base("Bw", 34_000, 36_000, 360))
    state = state.but(phase="shooting")
    with pytest.raises(IllegalAction) as refused:
        rules.apply(state, "red", act("end_shooting"), Scripted([]))
    assert (refused.value.rule, refused.value.code) == ("shooting", "must_shoot")
    shot = act("shoot_on_board", shooters=["r5"], target="b5")
    step = rules.apply(state, "red", shot, Scripted([4, 3]))
    assert step.state.board.places["b5"] == Base("Bw", 34_000, 34_000, 360)
    rules.apply(step.state, "red", act("end_shooting"), Scripted([]))


def test_breaking_off_goes_back_and_the_impetuous_follow():
    rules = a_board(blue=("Kn", "Kn", "Kn"))
    state = stood(rules, r1=Base("Cv", 30_000, 40_000, 0), b1=Base("Kn", 34_000, 40_000, 360))
    state = state.but(contacts=(("b1", "r1"),))
    step = rules.apply(state, "red", act("break_off_on_board", element="r1", paces=200), Scripted([]))
    assert step.state.board.places["r1"] == Base("Cv", 30_000, 45_000, 0)
    assert step.state.board.places["b1"] == Base("Kn", 34_000, 43_000, 360)


def test_breaking_off_must_not_meet_another_enemy():
    """An element that breaks off meets no enemies on its way back (L293)."""
    rules = a_board(blue=("Kn", "Kn", "Kn"))
    places = {"r1": Base("Cv", 30_000, 40_000, 0), "b1": Base("Kn", 34_000, 40_000, 360)}
    behind = Base("Kn", 30_000, 48_000, 0)  # 80 mm behind the front; the element is 30 mm deep
    state = stood(rules, **places, b2=behind).but(contacts=(("b1", "r1"),))
    for paces, met in ((200, "enemy_in_the_way"), (240, "enemy_in_the_way")):
        with pytest.raises(IllegalAction) as refused:
            rules.apply(state, "red", act("break_off_on_board", element="r1", paces=paces), Scripted([]))
        assert refused.value.code == met
        assert refused.value.facts == {"element": "r1", "other": "b2"}
    clear = stood(rules, **places, b2=behind.move_to((30_000, 48_100))).but(contacts=(("b1", "r1"),))
    rules.apply(clear, "red", act("break_off_on_board", element="r1", paces=200), Scripted([]))


def test_no_fording_is_offered_after_a_failed_crossing():
    """A failure bars every later attempt in the bound (L275)."""
    rules = a_board()
    water = DrawnPiece("river", width=20, edge=4, course=(300, 300, 300, 300, 300))
    state = stood(rules, r2=Base("Bd", 28_000, 33_000, 0)).but(drawing=(water,))
    across = "r2: ahead 25"
    for barred in (False, True):
        now = state.but(river=River("difficult", barred))
        position = position_of(rules.battle, now)
        assert Position.parse(str(position)).barred == barred
        assert moves.is_lawful(position, Move.parse(across)) != barred
    with pytest.raises(IllegalAction) as refused:
        rules.apply(now, "red", act("move_on_board", order=across), Scripted([]))
    assert (refused.value.rule, refused.value.code) == ("rivers", "fording_barred")
    offered = [one.fixed["order"] for one in rules.choices(now, "red") if "order" in one.fixed]
    assert all(moves.is_lawful(position, Move.parse(order)) for order in offered)


def test_light_horse_move_again_only_far_from_the_enemy():
    """A second move must neither start nor end within a base width of an enemy (L313)."""
    rules = a_board(red=("LH", "LH", "LH"))
    near = stood(rules, r1=Base("LH", 30_000, 40_000, 0), b1=Base("Cv", 34_000, 20_000, 360))
    near = rules.apply(near, "red", act("move_on_board", order="r1: ahead 100"), Scripted([])).state
    further = rules.apply(near, "red", act("move_on_board", order="r1: back 20"), Scripted([])).state
    assert further.elements["r1"].moves == 2 and further.pips == 4
    with pytest.raises(IllegalAction) as refused:
        rules.apply(near, "red", act("move_on_board", order="r1: ahead 70"), Scripted([]))
    assert refused.value.code == "light_horse_near_enemy"


def test_warbands_move_again_only_into_combat():
    rules = a_board(red=("Wb", "Wb", "Wb"))
    state = stood(rules, r1=Base("Wb", 30_000, 40_000, 0), b1=Base("Cv", 34_000, 31_000, 360))
    state = rules.apply(state, "red", act("move_on_board", order="r1: ahead 50"), Scripted([])).state
    charge = act("move_on_board", order="r1: r1 onto b1 front")
    assert rules.apply(state, "red", charge, Scripted([])).state.contacts == (("b1", "r1"),)
    with pytest.raises(IllegalAction) as refused:
        rules.apply(state, "red", act("move_on_board", order="r1: back 20"), Scripted([]))
    assert refused.value.code == "no_further_move"


def test_far_from_the_general_a_move_costs_more():
    rules = a_board()
    where = {"r1": Base("Cv", 5_000, 50_000, 0), "r2": Base("Bd", 45_000, 50_000, 0)}
    state = stood(rules, **where, b1=Base("Cv", 34_000, 10_000, 360))
    step = rules.apply(state, "red", act("move_on_board", order="r2: ahead 20"), Scripted([]))
    assert step.state.pips == 4
    assert next(e for e in step.events if hasattr(e, "reasons")).reasons == ("far_from_general",)


def test_what_only_people_at_a_table_tell_is_refused():
    rules = a_board()
    state = stood(rules, r1=Base("Cv", 30_000, 40_000, 0))
    with pytest.raises(IllegalAction) as refused:
        rules.apply(state, "red", act("move_elements", elements=["r1"]), Scripted([]))
    assert refused.value.code == "seen_on_the_board"


def test_every_offer_is_accepted():
    rules = a_board()
    state = played(rules, "offers", lambda state: state.phase == "moves" and state.bound > 3)
    if state.ending is not None:
        pytest.fail("the battle ended before its third bound")
    for choice in some(rules.choices(state, state.active)):
        if not choice.fields and choice.kind in ("move_on_board", "break_off_on_board", "end_moves"):
            rules.apply(state, state.active, act(choice.kind, **choice.fixed), dice("offer"))


def test_the_view_shows_the_position_as_text():
    rules = a_board()
    state = stood(rules, r1=Base("Cv", 30_000, 40_000, 0), b1=Base("Cv", 34_000, 20_000, 360))
    assert rules.view(state, None)["position"] == [
        "r1 red Cv 300 400 0 general",
        "b1 blue Cv 340 200 180 general",
    ]


def test_the_state_is_written_and_read_back():
    rules = a_board()
    state = played(rules, "written", lambda state: state.phase == "moves")
    assert DBA.codec.decode(type(state), DBA.codec.encode(state)) == state


def test_a_layout_of_ones_own_is_refused_outside_the_zone_and_where_bases_meet():
    rules = a_board()
    state = played(rules, "layout", lambda state: state.phase == "deployment")
    zone = layouts.zone(rules.battle, state, state.active)
    proposed = layouts.places(zone, "left")
    one, two = list(proposed)[:2]
    for changed, code in (
        ({one: Base(proposed[one].code, 30_000, 30_000, proposed[one].heading)}, "outside_zone"),
        ({one: proposed[two].move_to(proposed[two].corner)}, "place_taken"),
    ):
        text = layouts.write_layout({**proposed, **changed})
        with pytest.raises(IllegalAction) as refused:
            rules.apply(state, state.active, act("deploy_on_board", layout=text, garrison=""), dice("layout"))
        assert refused.value.code == code
    with pytest.raises(InvalidAction) as wrong:
        rules.apply(state, state.active, act("deploy_on_board", layout="b1 1", garrison=""), dice("layout"))
    assert wrong.value.code == "layout_text"
    for style in layouts.STYLES:
        text = layouts.write_layout(layouts.places(zone, style))
        assert layouts.write_layout(layouts.places(zone, text)) == text
