"""A built-up area that was not noted at first comes with its denizens and removes its owner's camp."""

from typing import Any

import pytest

from tests.battles.dba.table.table import TWELVE, Play, a_battle, a_table, an_army


def offered(play: Play) -> Any:
    """Return the choice that adds a built-up area, or None."""
    found = [c for c in play.rules.choices(play.state, "red") if c.kind == "note_bua"]
    return found[0] if found else None


def test_a_forgotten_built_up_area_belongs_to_the_defender_with_denizens():
    play = a_battle().to("combat").do("note_bua")
    assert play.kinds() == ["BuaNoted"]
    bua = play.state.bua
    assert (bua.owner, bua.holder, bua.denizens, bua.loyal_to) == ("blue", "blue", "alive", "blue")
    play.do("fight", 6, 1, attacker="r5", defender="denizens")  # 11 against 6
    assert play.state.elements["r5"].where == "bua"
    assert play.standing("blue")["extra"] == 2


def test_its_owners_camp_comes_off_the_table_with_the_followers():
    play = a_battle().to("combat")
    assert play.state.camps["blue"].pitched
    play.do("note_bua")
    assert not play.state.camps["blue"].pitched and play.events[0].camp_struck
    assert play.state.elements["bf"].where == "lost" and play.state.elements["bf"].cause == "no_camp"
    assert play.standing("blue")["total"] == 0
    assert play.state.camps["red"].pitched and play.state.elements["rf"].where == "camp"


def test_a_garrison_of_the_twelve_is_left_where_the_camp_was():
    play = a_battle().to("moves").next_bound().to("moves")  # now it is blue's bound
    play.do("move_elements", elements=["b5"], onto="own_camp")
    assert play.state.elements["b5"].where == "camp"
    play.do("note_bua")
    assert play.state.elements["b5"].where == "table"


def test_a_forgotten_built_up_area_can_have_a_garrison():
    play = a_battle().to("combat")
    assert "b6" in [o.value for o in offered(play).fields[0].options]
    play.do("note_bua", garrison="b6")
    assert play.state.elements["b6"].where == "bua"


@pytest.mark.parametrize(
    ("garrison", "code"), [("r6", "not_your_element"), ("b1", "garrison_foot"), ("bf", "garrison_foot")]
)
def test_garrisons_that_are_not_allowed_are_refused(garrison: str, code: str):
    assert a_battle().to("combat").refused("note_bua", garrison=garrison) == ("deployment", code)


def test_a_second_built_up_area_cannot_be_noted():
    play = a_battle(bua=True).to("combat")
    assert offered(play) is None
    assert play.refused("note_bua") == ("battlefield", "only_one")


def test_no_built_up_area_can_be_noted_after_a_camp_is_taken():
    play = a_battle().to("combat")
    play.do("fight", 6, 1, attacker="r5", defender="bf")  # 11 against 4
    assert play.state.elements["r5"].where == "enemy_camp"
    assert offered(play) is None
    assert play.refused("note_bua") == ("battlefield", "bua_and_camp_taken")


def test_a_campaign_battle_offers_no_forgotten_built_up_area():
    ground = {"defender": "blue", "bua": False, "river": False}
    play = Play(a_table(ground=ground))
    assert offered(play) is None
    assert play.refused("note_bua") == ("battlefield", "bua_of_the_campaign")


def test_the_terrain_that_was_told_knows_of_it_and_untold_terrain_stays_untold():
    assert "bua" in [p.kind for p in a_battle(terrain=["woods"]).to("combat").do("note_bua").state.pieces]
    assert a_battle().to("combat").do("note_bua").state.pieces == ()


PIECES = [
    {"kind": "woods", "quarters": [1], "length_mm": 160, "width_mm": 100},
    {"kind": "woods", "quarters": [2], "length_mm": 150, "width_mm": 100},
    {"kind": "marsh", "quarters": [3], "length_mm": 140, "width_mm": 100},
    {"kind": "gentle_hill", "quarters": [4], "length_mm": 130, "width_mm": 100},
]


def guided() -> Play:
    """Return a battle in which red invades blue's forest, just before the camps are pitched."""
    red, blue = (an_army(prefix, *TWELVE, topography="forest") for prefix in "rb")
    play = Play(a_table(red, blue, quick=False))
    play.do("roll_aggression", 6, 1).do("place_terrain", pieces=PIECES)
    return play.do("choose_edge", 4, edge=1)


def test_before_the_camps_its_owner_pitches_none():
    play = guided()
    assert (play.state.phase, play.state.active) == ("camps", "blue")
    assert play.refused("note_bua", garrison="b6") == ("deployment", "garrison_when_deploying")
    play.do("note_bua")
    assert play.kinds() == ["BuaNoted", "CampPitched"] and play.state.active == "red"
    assert not play.state.camps["blue"].pitched


def test_after_the_camps_the_garrison_is_named_in_deploying():
    play = guided().do("pitch_camp", garrison="bf").do("pitch_camp", garrison="rf")
    assert (play.state.phase, play.state.active) == ("deployment", "blue")
    assert offered(play).fields == ()
    play.do("note_bua").do("deploy", garrison="b6")
    assert play.state.elements["b6"].where == "bua" and not play.state.camps["blue"].pitched
