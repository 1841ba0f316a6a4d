"""Camps and built-up areas change hands, and armies break."""

import pytest

from battles.dba.rules.table.scenario import parse
from engine.game import BadScenario
from tests.battles.dba.table.table import TWELVE, Play, a_battle, a_table, an_army


def storming(garrison=None):
    """Return a battle in which red can assault blue's built-up area, with or without a garrison."""
    return a_battle(bua=True, garrison=garrison)


def assault(play, element="r5"):
    play.to("moves").do("move_elements", elements=[element], onto="bua", contact=True)
    return play.to("combat")


def test_denizens_defend_with_plus_four():
    play = assault(storming()).do("fight", 6, 1, attacker="r5", defender="denizens")
    assert play.events[0].totals == (11, 6)  # Bd 5+6 against 1+4+1


def test_the_winner_occupies_and_sacks_until_a_six():
    play = assault(storming()).do("fight", 6, 1, attacker="r5", defender="denizens")
    assert play.state.bua.denizens == "destroyed"
    assert play.state.elements["r5"].where == "bua" and play.state.elements["r5"].sacking
    assert play.state.bua.holder == "red" and play.standing("blue")["extra"] == 2
    play.next_bound().next_bound().to("moves", 5)
    leave = {"elements": ["r5"], "onto": "leave"}
    assert play.refused("move_elements", **leave) == ("garrisons", "still_sacking")
    play.next_bound().next_bound().to("moves", 6)
    assert not play.state.elements["r5"].sacking
    play.do("move_elements", **leave)
    assert play.state.elements["r5"].where == "table" and play.state.bua.holder == "red"


def test_a_garrison_beaten_in_close_combat_takes_the_denizens_with_it():
    play = assault(storming("b6"))
    play.do("fight", 6, 1, attacker="r5", defender="b6")  # Bd 5+6 against Ax 3+4+1
    assert "b6" in play.lost()
    assert play.state.bua.loyal_to == "red" and play.state.elements["r5"].where == "bua"


def test_three_may_assault_one_built_up_area():
    play = storming("b6").to("combat")
    for attacker in ("r3", "r4", "r5"):
        play.do("fight", 1, 1, attacker=attacker, defender="b6")
    assert play.refused("fight", attacker="r6", defender="b6") == ("close_combat", "fought_already")


def test_denizens_that_surrender_to_artillery_may_revolt():
    play = storming().next_bound().to("shooting")
    play.do("shoot", 6, 1, shooter="r12", target="denizens")  # Art 4+6 against 1+4+1
    assert play.state.bua.loyal_to == "red" and play.state.bua.holder == "red"
    assert play.standing("blue")["extra"] == 2
    play.next_bound().next_bound().to("moves", 6)
    assert play.state.active == "blue"
    play.do("incite_revolt")
    assert play.state.bua.loyal_to == "blue" and play.standing("blue")["extra"] == 0
    assert play.state.pips == 0


def test_no_revolt_with_five_pips():
    play = storming().next_bound().to("shooting").do("shoot", 6, 1, shooter="r12", target="denizens")
    play.next_bound().next_bound().to("moves", 5)
    assert play.refused("incite_revolt") == ("garrisons", "no_revolt")


def test_an_undefended_camp_is_taken_by_walking_in_and_retaken():
    play = a_battle(blue=an_army("b", *TWELVE, followers=False)).to("moves")
    play.do("move_elements", elements=["r3"], onto="enemy_camp")
    assert play.standing("blue")["extra"] == 2 and play.state.elements["r3"].where == "enemy_camp"
    play.do("remove_element", element="r3", cause="destroyed").next_bound().to("moves")
    play.do("move_elements", elements=["b3"], onto="own_camp")
    assert play.standing("blue")["extra"] == 0


def test_followers_make_room_for_good():
    play = a_battle().to("moves").do("move_elements", elements=["r3"], onto="own_camp")
    assert play.state.elements["rf"].cause == "replaced" and play.standing("red")["lost"] == 0


def test_followers_beaten_lose_the_camp_and_do_not_count():
    play = a_battle().to("combat").do("fight", 6, 1, attacker="r5", defender="bf")
    assert "bf" in play.lost() and play.standing("blue") == {
        "lost": 0,
        "extra": 2,
        "general_lost": False,
        "breaks_at": 4,
        "total": 2,
    }
    assert play.state.elements["r5"].where == "enemy_camp"


# --- victory ---


def after_losing(red=(), blue=(), **more):
    play = a_battle(**more).to("combat")
    for element in (*red, *blue):
        play.do("remove_element", element=element, cause="destroyed")
    return play.do("end_combat")


def test_four_lost_and_more_than_the_enemy():
    play = after_losing(red=("r3", "r4", "r5", "r6"), blue=("b3", "b4", "b5"))
    assert play.rules.outcome(play.state).winner == "blue"


def test_equal_losses_of_four_elements_do_not_end_the_battle():
    play = after_losing(red=("r3", "r4", "r5", "r6"), blue=("b3", "b4", "b5", "b6"))
    assert play.state.phase == "pips"


def test_a_lost_general_is_not_enough_by_itself():
    assert after_losing(red=("r1",), blue=("b3",)).state.phase == "pips"
    beaten = after_losing(red=("r1",))
    assert beaten.rules.outcome(beaten.state).winner == "blue"


def test_scythed_chariots_do_not_count():
    red = an_army("r", "Cv", "SCh", "SCh", "SCh", "SCh", *TWELVE[5:])
    assert after_losing(red=("r2", "r3", "r4", "r5")).state.phase == "over"
    play = a_battle(red=red).to("combat")
    for element in ("r2", "r3", "r4", "r5"):
        play.do("remove_element", element=element, cause="destroyed")
    assert play.do("end_combat").state.phase == "pips"


@pytest.mark.parametrize(
    ("size", "breaks"), [(1, 1), (3, 1), (6, 2), (8, 3), (10, 3), (12, 4), (16, 5), (24, 8)]
)
def test_other_armies_break_at_a_third(size, breaks):
    rules = a_table(an_army("r", *(["Sp"] * size)))
    assert rules.battle.breaking_point("red") == breaks


def test_a_battle_ends_as_a_draw_at_nightfall():
    facts = {"armies": {"red": an_army("r", "Cv", "Sp"), "blue": an_army("b", "Cv", "Sp")}}
    from battles.dba.rules.system import DBA

    play = Play(DBA.open(facts, {"setup": "quick", "nightfall": 8})).do("set_table", invader="red")
    for _ in range(8):
        play.next_bound()
    outcome = play.rules.outcome(play.state)
    assert (outcome.winner, outcome.reason) == (None, "nightfall")


def test_giving_up_and_agreeing():
    assert a_battle().do("concede", by="red").state.ending.winner == "blue"
    play = a_battle().do("agree_draw", by="blue")
    assert play.refused("agree_draw", by="blue")[1] == "draw_offered_already"
    assert play.do("agree_draw", by="red").state.ending.reason == "agreed"
    assert play.refused("roll_pips")[1] == "battle_over"


# --- scenarios ---


@pytest.mark.parametrize(
    ("spoil", "path", "code"),
    [
        (lambda s: s["armies"].pop("red"), "armies", "two_armies"),
        (lambda s: s["armies"]["red"].update(aggression=9), "armies.red.aggression", "aggression_range"),
        (
            lambda s: s["armies"]["red"].update(topography="moon"),
            "armies.red.topography",
            "unknown_topography",
        ),
        (lambda s: s["armies"]["red"]["elements"][0].pop("general"), "armies.red.elements", "one_general"),
        (
            lambda s: s["armies"]["red"]["elements"][1].update(id="b1"),
            "armies.blue.elements[0].id",
            "id_twice",
        ),
        (
            lambda s: s["armies"]["red"]["elements"][1].update(type="Xx"),
            "armies.red.elements[1].type",
            "unknown_type",
        ),
        (lambda s: s.update(ground={"defender": "green"}), "ground.defender", "no_defender"),
        (
            lambda s: s.update(ground={"defender": "red", "bua_garrison": "b1"}),
            "ground.bua_garrison",
            "garrison_of_defender",
        ),
    ],
)
def test_every_mistake_of_a_scenario_has_its_place(spoil, path, code):
    facts = {"armies": {"red": an_army("r", *TWELVE), "blue": an_army("b", *TWELVE)}}
    spoil(facts)
    with pytest.raises(BadScenario) as found:
        parse(facts)
    assert (path, code) in [(m.path, m.code) for m in found.value.mistakes]


def test_who_is_breaking_is_told_before_the_bound_ends():
    play = a_battle().to("combat")
    told = [play.rules.view(play.state, None)["broken_now"]]
    for element in ("b3", "b4", "b5", "b6"):
        play.do("remove_element", element=element, cause="destroyed")
        told.append(play.rules.view(play.state, None)["broken_now"])
    assert told == ["", "", "", "", "blue"]
    assert play.do("end_combat").rules.outcome(play.state).scores == {"red": 0, "blue": 4}


# --- replacing a camp's garrison ---


def garrisoned():
    """Return a battle in red's bound, with r4 garrisoning red's camp."""
    play = a_battle(an_army("r", *TWELVE, followers=False)).next_bound().next_bound().to("moves")
    play.do("move_elements", elements=["r4"], onto="own_camp")
    return play.next_bound().next_bound().to("moves")


def test_another_element_replaces_the_garrison_of_its_camp_in_one_move():
    play = garrisoned().do("move_elements", elements=["r5"], onto="own_camp")
    assert play.state.elements["r5"].where == "camp" and play.state.elements["r4"].where == "table"
    assert play.state.pips == 5 and play.standing("red")["extra"] == 0
    assert play.refused("move_elements", elements=["r4"])[1] == "no_further_move"


def test_hordes_make_the_replacement_dearer():
    play = garrisoned().do("move_elements", elements=["r11"], onto="own_camp")  # moving Hd costs 2 PIPs
    assert play.state.pips == 4


def test_an_element_that_has_just_entered_a_camp_cannot_be_replaced():
    play = garrisoned().do("move_elements", elements=["r5"], onto="own_camp")
    assert play.refused("move_elements", elements=["r6"], onto="own_camp")[1] == "garrison_has_moved"


def test_two_elements_do_not_change_places_in_a_built_up_area_in_one_move():
    play = a_battle(bua=True, garrison="b3").next_bound().to("moves")
    assert play.refused("move_elements", elements=["b4"], onto="bua")[1] == "bua_full"
