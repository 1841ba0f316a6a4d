"""Shooting and close combat at the table: who may fight, what is recorded, and who is lost."""

from fractions import Fraction

from battles.dba.rules.odds import odds
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import engagement
from battles.dba.rules.table.choices import opponents
from tests.battles.dba.table.table import TWELVE, a_battle, an_army


def in_combat(**more):
    return a_battle(**more).to("combat")


def test_the_loser_is_taken_off_and_told():
    play = in_combat().do("fight", 6, 1, attacker="r2", defender="b5")  # Kn 3+6 against Bd 3+1: doubled
    assert play.lost() == {"b5"} and "ElementLost" in play.kinds()
    assert play.events[0].totals == (9, 4)


def test_a_draw_hurts_nobody():
    play = in_combat().do("fight", 3, 3, attacker="r3", defender="b3")
    assert play.lost() == set()


def test_the_supporter_behind_dies_too():
    # supported Sp against Kn
    play = in_combat().do("fight", 6, 1, attacker="r2", defender="b3", b={"behind": "b4"})
    assert play.lost() == {"b3", "b4"}
    assert [e.cause for e in play.events if hasattr(e, "cause")] == ["destroyed", "supporter"]


def test_one_combat_a_bound():
    play = in_combat().do("fight", 3, 3, attacker="r3", defender="b3")
    assert play.refused("fight", attacker="r3", defender="b4") == ("close_combat", "fought_already")
    assert play.refused("fight", attacker="r4", defender="b3") == ("close_combat", "fought_already")


def test_impossible_combats_name_their_rule():
    play = in_combat()
    assert play.refused("fight", attacker="b3", defender="r3")[1] == "wrong_side"
    charge = {"attacker": "r12", "defender": "b3", "charged": True}
    assert play.refused("fight", **charge) == ("contact", "engines_never_charge")
    assert play.refused("fight", attacker="r3", defender="b3", b={"overlaps": 3})[1] == "one_a_flank"
    assert play.refused("fight", attacker="r3", defender="denizens") == ("garrisons", "no_denizens")


def test_knights_that_have_just_charged_bows_die_when_beaten():
    play = a_battle().to("moves").do("move_elements", elements=["r2"], contact=True).do("end_moves")
    play.to("combat").do("fight", 1, 2, attacker="r2", defender="b8")  # 4 against 6
    assert play.lost() == {"r2"}
    again = in_combat().do("fight", 1, 2, attacker="r2", defender="b8", charged=False)
    assert again.lost() == set()


def test_a_recoil_that_strikes_an_enemy_kills_both():
    play = in_combat().do(
        "fight", 1, 2, attacker="r3", defender="b3", a={"obstacle": "enemy_struck", "struck": ["b9"]}
    )
    assert play.lost() == {"r3", "b9"}


def test_who_leaves_the_table_is_lost_but_not_fallen():
    play = in_combat().do("fight", 1, 2, attacker="r3", defender="b3", a={"obstacle": "table_edge"})
    assert play.state.elements["r3"].cause == "left_table"
    assert play.standing("red")["lost"] == 1


def test_a_general_lost_is_said():
    play = in_combat().do("fight", 1, 6, attacker="r1", defender="b2")
    assert play.lost() == {"r1"} and "GeneralLost" in play.kinds()
    assert play.standing("red")["general_lost"]


def test_denizens_under_assault_are_offered_in_their_owners_bound():
    play = a_battle(blue=an_army("b", *TWELVE, followers=False), bua=True).to("combat")
    own, enemies = opponents(play.rules.battle, play.next_bound().to("combat").state)
    assert "denizens" in own and "r5" in enemies and "denizens" not in enemies


# --- shooting ---


def shooting(**more):
    return a_battle(**more).to("shooting")


def test_shooting_comes_only_when_somebody_can():
    play = (
        a_battle(an_army("r", "Cv", "Sp", "Sp"), an_army("b", "Cv", "Sp", "Wb")).to("moves").do("end_moves")
    )
    assert play.state.phase == "combat"


def test_bows_shoot_once_and_a_target_is_shot_at_once():
    play = shooting().do("shoot", 3, 3, shooter="r8", target="b3")
    assert play.refused("shoot", shooter="r8", target="b4") == ("shooting", "shot_already")
    assert play.refused("shoot", shooter="b8", target="b4")[1] == "wrong_side"


def test_an_unanswered_shooter_never_suffers():
    play = shooting().do("shoot", 1, 6, shooter="r8", target="b2")
    assert play.lost() == set() and play.events[0].fates[0] == "none"


def test_further_shooters_count_against_the_target():
    red = an_army("r", "Cv", "Bw", "Bw", "Bw", "Bw")
    play = shooting(red=red).do("shoot", 6, 1, shooter="r2", target="b3", more=["r3", "r4"])
    assert play.events[0].reckoning["b"][-1]["value"] < 0
    assert play.refused("shoot", shooter="r3", target="b4") == ("shooting", "shot_already")
    again = shooting(red=red)
    crowd = ["r3", "r4", "r5"]
    assert again.refused("shoot", shooter="r2", target="b3", more=crowd) == ("shooting", "three_shooters")


def test_artillery_shoots_in_the_enemys_bound_or_to_answer():
    play = shooting()
    assert play.refused("shoot", shooter="r12", target="b3")[1] == "artillery_waits"
    play.do("shoot", 3, 3, shooter="b12", target="r3")
    answer = shooting().do("shoot", 3, 3, shooter="r12", target="b12", answered=True)
    assert {"r12", "b12"} <= set(answer.state.shot)


def test_opponents_that_can_shoot_at_each_other_must():
    play = shooting()
    assert play.refused("shoot", shooter="r8", target="b8") == ("shooting", "must_answer")
    play.do("shoot", 3, 3, shooter="r8", target="b8", unable=True)  # the target is shot at from its flank
    assert "b8" not in play.state.shot
    assert play.refused("end_shooting") == ("shooting", "must_shoot")  # r12 has not yet shot at b8 or b12
    play.do("shoot", 3, 3, shooter="b12", target="r12", answered=True)
    assert play.do("end_shooting").state.phase == "combat"


def test_the_shooting_ends_when_nobody_left_is_in_reach_of_another():
    assert shooting().do("end_shooting", none_in_reach=True).state.phase == "combat"


def test_artillery_that_has_moved_owes_no_answer():
    play = a_battle().to("moves").do("move_elements", elements=["r12"]).to("shooting")
    assert play.refused("shoot", shooter="b12", target="r12", answered=True)[1] == "cannot_answer"
    play.do("shoot", 3, 3, shooter="b12", target="r12")
    assert play.refused("shoot", shooter="r12", target="b3")[1] == "artillery_waits"


def test_artillery_under_fire_may_shoot_at_another_in_its_own_bound():
    play = shooting().do("shoot", 3, 3, shooter="b12", target="r12", unable=True)
    play.do("shoot", 3, 3, shooter="r12", target="b3")
    assert "r12" in play.state.shot


def test_spears_do_not_shoot():
    assert shooting().refused("shoot", shooter="r3", target="b3") == ("shooting", "cannot_shoot")


def test_no_denizens_are_told_to_defend_where_they_are_no_more():
    play = a_battle(blue=an_army("b", *TWELVE, followers=False), bua=True).to("combat")
    play.do("fight", 6, 1, attacker="r5", defender="denizens").next_bound().to("shooting")
    play.do("shoot", 6, 1, shooter="b8", target="r5")
    assert play.lost() == {"r5"}
    assert [c["code"] for c in play.events[0].consequences] == ["destroyed", "unoccupied"]


# --- luck ---


def test_luck_is_the_exact_chance_not_a_guess():
    play = in_combat()
    fight = act.Fight("r2", "b5")
    situation = engagement.engage(play.rules.battle, play.state, fight).situation
    killed = odds(situation).chance("b", "destroyed")
    play.do("fight", 6, 1, attacker="r2", defender="b5")
    luck = play.state.luck["red"]
    assert luck.expected_kills == killed and luck.kills == 1
    assert luck.expected_losses == odds(situation).chance("a", "destroyed")
    assert play.state.luck["blue"].expected_losses == killed
    assert luck.variance > Fraction(0) and luck.dice == 6
