"""Deployment and the battlefield: aggression, the terrain table, edges, camps, swaps, landings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.dba.bot import table as bot
from battles.dba.rules.table import terrain
from battles.dba.rules.table.terrain import Piece, faults
from tests.battles.dba.table.table import TWELVE, Play, a_battle, a_table, an_army


def guided(**armies):
    return Play(a_table(quick=False, **armies))


def test_the_lower_aggression_total_defends():
    play = guided(red=an_army("r", *TWELVE, aggression=3), blue=an_army("b", *TWELVE, aggression=0))
    play.do("roll_aggression", 2, 4)
    assert (play.state.invader, play.state.defender, play.state.active) == ("red", "blue", "blue")


def test_equal_totals_are_diced_again():
    play = guided().do("roll_aggression", 3, 3, 1, 6)
    assert play.state.invader == "blue" and play.kinds().count("AggressionRolled") == 2


GOOD = (Piece("bua", (1,), 150, 100), Piece("woods", (2,), 140, 100), Piece("steep_hill", (3,), 130, 100))


def test_a_legal_battlefield():
    assert not list(faults("arable", GOOD))


@pytest.mark.parametrize(
    ("topography", "pieces", "code"),
    [
        ("arable", GOOD[1:], "compulsory_number"),
        ("arable", GOOD[:2], "optional_number"),
        ("arable", (*GOOD, Piece("marsh", (4,))), "not_of_this_topography"),
        ("arable", (*GOOD, Piece("bua", (4,))), "only_one"),
        ("arable", (GOOD[0], *(Piece("woods", (n,), 100 + n, 90) for n in (1, 2, 3))), "only_two"),
        ("arable", tuple(Piece(p.kind, (1,), p.length_mm, 100) for p in GOOD), "three_quarters"),
        ("arable", (GOOD[0], Piece("gentle_hill", (2,)), Piece("road", (3, 4))), "two_hard_quarters"),
        ("arable", (GOOD[0], GOOD[1], Piece("steep_hill", (3,), 150, 100)), "areas_same_size"),
        ("arable", (*GOOD[:2], Piece("steep_hill", (3,), 30, 30)), "narrower_than_base"),
        ("arable", (*GOOD[:2], Piece("steep_hill", (3,), 200, 170)), "area_too_large"),
        ("arable", (*GOOD[:2], Piece("steep_hill", (3,), 201, 100)), "area_too_long"),
        ("arable", (*GOOD[:2], Piece("road", (3,))), "linear_two_quarters"),
        ("arable", (*GOOD[:2], Piece("steep_hill", (5,))), "bad_quarters"),
        (
            "littoral",
            (Piece("waterway", (1, 2)), Piece("marsh", (3,)), Piece("steep_hill", (4,))),
            "either_or",
        ),
    ],
)
def test_what_makes_a_battlefield_illegal(topography, pieces, code):
    assert code in [code for code, _ in faults(topography, pieces)]


def test_marsh_and_rough_may_be_long():
    long = Piece("rough", (2,), 240, 80)
    assert "area_too_long" not in [code for code, _ in faults("steppe", (Piece("gentle_hill", (1,)), long))]


@pytest.mark.parametrize("home", list(terrain.TOPOGRAPHIES))
def test_a_battlefield_is_suggested_for_every_home(home):
    play = guided(blue=an_army("b", *TWELVE, topography=home)).do("roll_aggression", 6, 1)
    assert not list(faults(home, bot.pieces(play.rules.battle, play.state)))


@given(st.lists(st.sampled_from(terrain.KINDS), max_size=6), st.sampled_from(list(terrain.TOPOGRAPHIES)))
def test_a_legal_battlefield_never_has_more_than_five_pieces(kinds, home):
    pieces = tuple(Piece(k, (1 + n % 4, 1 + (n + 1) % 4)) for n, k in enumerate(kinds))
    if not list(faults(home, pieces)):
        assert 3 <= len(pieces) <= 5


def laid():
    play = guided().do("roll_aggression", 6, 1)
    pieces = [
        {"kind": "bua", "quarters": [1]},
        {"kind": "woods", "quarters": [2]},
        {"kind": "river", "quarters": [3, 4]},
    ]
    return play.do("place_terrain", pieces=pieces)


def test_bad_terrain_is_refused_and_nothing_is_lost():
    play = guided().do("roll_aggression", 6, 1)
    assert play.refused("place_terrain", pieces=[])[0] == "battlefield"


@pytest.mark.parametrize(("die", "edge"), [(4, 2), (5, 2), (6, 2), (1, 3), (2, 4), (3, 1)])
def test_the_chosen_edge_is_given_by_half_of_the_rolls(die, edge):
    assert laid().do("choose_edge", die, edge=2).state.side == edge


def test_who_controls_the_built_up_area_has_no_camp():
    play = laid().do("choose_edge", 6, edge=2)
    assert play.state.phase == "camps" and play.state.active == "red"
    assert play.state.camps["blue"].pitched is False
    assert play.state.elements["bf"].where == "lost"


def test_an_army_with_two_war_wagons_has_no_camp():
    play = a_battle(an_army("r", "Cv", "WWg", "WWg", *TWELVE[3:]))
    assert play.state.camps["red"].pitched is False and play.state.camps["blue"].pitched is True


def test_a_sortie_has_no_camp():
    assert a_battle(an_army("r", *TWELVE, camp=False)).state.camps["red"].pitched is False


def deployed(garrison="b3"):
    play = laid().do("choose_edge", 6, edge=2).do("pitch_camp", garrison="rf")
    return play.do("deploy", garrison=garrison)


def test_one_foot_element_may_garrison_the_defenders_built_up_area():
    play = deployed()
    assert play.state.elements["b3"].where == "bua" and play.state.active == "red"
    assert play.refused("deploy", garrison="r3") == ("deployment", "invader_no_bua")


def test_no_mounted_garrison():
    play = laid().do("choose_edge", 6, edge=2).do("pitch_camp", garrison=None)
    assert play.refused("deploy", garrison="b1") == ("deployment", "garrison_foot")


def test_the_defender_swaps_up_to_two_pairs_and_the_invader_begins():
    play = deployed().do("deploy")
    assert play.state.phase == "swaps" and play.state.active == "blue"
    three = [["b1", "b2"], ["b4", "b5"], ["b6", "b7"]]
    assert play.refused("swap_elements", pairs=three) == ("deployment", "two_swaps")
    assert play.refused("swap_elements", pairs=[["b1", "r2"]]) == ("deployment", "swap_own")
    assert play.refused("swap_elements", pairs=[["b1", "b2"], ["b2", "b4"]]) == ("deployment", "swap_twice")
    assert play.refused("swap_elements", pairs=[["b3", "b1"]]) == ("deployment", "garrison_foot")
    play.do("swap_elements", pairs=[["b3", "b4"]])
    assert play.state.elements["b4"].where == "bua" and play.state.elements["b3"].where == "table"
    assert (play.state.bound, play.state.active) == (1, "red")


def littoral():
    sea = an_army("b", *TWELVE, topography="littoral")
    play = guided(blue=sea).do("roll_aggression", 6, 1)
    pieces = [
        {"kind": "waterway", "quarters": [1, 2]},
        {"kind": "marsh", "quarters": [3]},
        {"kind": "woods", "quarters": [4]},
    ]
    play.do("place_terrain", pieces=pieces).do("choose_edge", 6, edge=1)
    return play.do("pitch_camp", garrison="bf").do("pitch_camp", garrison="rf")


def test_littoral_armies_may_land_up_to_four_elements_in_their_first_bound():
    play = littoral()
    assert play.refused("deploy", reserve=["b2", "b3", "b4", "b5", "b6"]) == ("deployment", "four_in_reserve")
    play.do("deploy", reserve=["b3", "b4"])
    assert play.refused("deploy", reserve=["r3"]) == ("deployment", "no_landing")
    play.do("deploy").do("swap_elements").next_bound().to("moves", 2)
    play.do("land_reserve")
    assert play.state.elements["b3"].where == "table" and play.state.pips == 1
    assert play.refused("land_reserve") == ("deployment", "nothing_to_land")


def test_a_campaign_may_settle_who_defends():
    ground = {"defender": "red", "bua": True, "bua_garrison": "r3", "river": True}
    play = Play(a_table(ground=ground))
    assert (play.state.invader, play.state.phase, play.state.bound) == ("blue", "pips", 1)
    assert play.state.elements["r3"].where == "bua" and play.state.river is not None


# --- a littoral army's reserve when people deploy without the assistant (p. 8) ---


def by_hand(topography: str = "littoral", **more) -> Play:
    more = {"terrain": ["waterway"], **more}
    return a_battle(blue=an_army("b", *TWELVE, topography=topography), **more)


def offered(play: Play) -> list[str]:
    seat = play.state.active
    kept = [c for c in play.rules.choices(play.state, seat) if c.kind == "keep_aboard"]
    return [option.value for choice in kept for option in choice.fields[0].options]


def test_set_up_by_hand_a_littoral_army_says_who_waits_aboard_and_lands_them():
    play = by_hand()
    assert not offered(play)  # red's home topography is not littoral
    play.next_bound()
    assert set(offered(play)) == {f"b{n}" for n in range(1, 13)}
    play.do("keep_aboard", reserve=["b2", "b9"])
    assert play.kinds() == ["KeptAboard"] and not offered(play)
    assert [e for e, now in play.state.elements.items() if now.where == "reserve"] == ["b2", "b9"]
    play.to("moves", pips=3).do("land_reserve")
    assert play.state.pips == 2 and play.state.elements["b9"].where == "table"
    assert not offered(play)  # the reserve has already landed


def test_a_reserve_forgotten_until_the_moves_may_still_be_told_of():
    play = by_hand().next_bound().to("moves")
    assert offered(play)
    play.do("move_elements", elements=["b3"])
    assert not offered(play)
    assert play.refused("keep_aboard", reserve=["b2"]) == ("deployment", "no_landing")


@pytest.mark.parametrize(
    ("more", "reserve", "code"),
    [
        ({"topography": "arable"}, ["b2"], "no_landing"),
        ({"terrain": ["woods"]}, ["b2"], "no_landing"),
        ({}, [], "no_landing"),
        ({}, ["b1", "b2", "b3", "b4", "b5"], "four_in_reserve"),
        ({}, ["b2", "b2"], "four_in_reserve"),
        ({}, ["r2"], "not_your_element"),
    ],
)
def test_who_cannot_wait_aboard(more, reserve, code):
    assert by_hand(**more).next_bound().refused("keep_aboard", reserve=reserve) == ("deployment", code)


def test_after_its_first_bound_nobody_of_it_waits_aboard():
    play = by_hand().next_bound().next_bound().next_bound()
    assert play.state.active == "blue" and not offered(play)
    assert play.refused("keep_aboard", reserve=["b2"]) == ("deployment", "no_landing")
