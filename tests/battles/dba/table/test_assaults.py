"""A move into combat is a single decision. It can be an assault, a sortie, or a fight that the end of the
bound demands.
"""

import pytest

from battles.dba.answers import lookup
from battles.dba.rules.table.reminders import reminders
from engine.game import IllegalAction
from tests.battles.dba.table.table import TWELVE, a_battle, an_army


def refused(play, kind, *dice, **action) -> str:
    with pytest.raises(IllegalAction) as no:
        play.do(kind, *dice, **action)
    return no.value.code


def offers(play, seat, **fixed):
    return [
        c for c in play.rules.choices(play.state, seat)
        if c.kind == "move_elements" and all(c.fixed.get(k) == v for k, v in fixed.items())
    ]  # fmt: skip


def test_nobody_dismounts_into_an_assault() -> None:
    """An element must not dismount into contact, whether or not it declares an assault (L271)."""
    red = an_army("r", *TWELVE)
    red["elements"][1]["dismounts"] = {"code": "4Bd", "type": "Bd", "depth_mm": 15, "figures": 4}
    play = a_battle(red, bua=True).to("moves")
    told = {"elements": ["r2"], "dismount": True, "onto": "bua"}
    assert refused(play, "move_elements", **told) == "dismounts_clear_of_enemy"


def test_the_own_camp_is_taken_back_by_assault() -> None:
    play = a_battle(blue=an_army("b", *TWELVE, followers=False)).to("moves")
    play.do("move_elements", elements=["r9"], onto="enemy_camp").to("combat").do("end_combat").to("moves")
    (assault,) = [c for c in offers(play, "blue", onto="own_camp") if c.fixed["contact"]]
    play.do("move_elements", elements=["b5"], onto="own_camp", contact=True).to("combat")
    assert refused(play, "end_combat") == "must_fight"
    play.do("fight", 6, 1, attacker="b5", defender="r9")
    assert play.state.elements["b5"].where == "camp" and play.state.camps["blue"].holder == "blue"


def test_a_sortie_goes_out_into_contact_and_must_fight() -> None:
    play = a_battle(bua=True, garrison="b5").to("combat").do("end_combat").to("moves")
    assert offers(play, "blue", onto="leave", contact=True)
    play.do("move_elements", elements=["b5"], onto="leave", contact=True).to("combat")
    assert refused(play, "end_combat") == "must_fight"


def test_a_full_camp_is_offered_to_nobody_else() -> None:
    play = a_battle().to("moves")
    assert offers(play, "red", onto="enemy_camp")
    play.do("move_elements", elements=["r5"], onto="enemy_camp", contact=True)
    assert not offers(play, "red", onto="enemy_camp")


def test_second_ranks_and_overlappers_have_fought() -> None:
    red = an_army("r", "Cv", "Sp", "Sp", *TWELVE[3:])
    play = (
        a_battle(red).to("moves").do("move_elements", elements=["r2", "r3", "r4"], contact=True).to("combat")
    )
    told = {"attacker": "r2", "defender": "b3", "a": {"behind": "r3"}}
    again = (
        a_battle(red).to("moves").do("move_elements", elements=["r2", "r3", "r4"], contact=True).to("combat")
    )
    play.do("fight", 3, 3, **told, b={"overlaps": 1}).do("end_combat")
    assert play.state.active == "blue"
    again.do("fight", 3, 3, **told)
    assert refused(again, "end_combat") == "must_fight"


def test_who_assaulted_a_place_that_has_fallen_is_free() -> None:
    play = a_battle(bua=True, garrison="b6").to("moves")
    for one in ("r5", "r3"):
        play.do("move_elements", elements=[one], onto="bua", contact=True)
    play.to("combat").do("fight", 6, 1, attacker="r5", defender="b6").do("end_combat")
    assert play.state.active == "blue"


def test_nobody_is_left_to_defend_after_sackers_were_shot() -> None:
    """Shooting the sackers leaves the area unoccupied; shooting the garrison leaves it to the denizens
    (L222, L228).
    """

    def left(**sacker) -> list[str]:
        asked = {"mode": "shooting", "a": {"type": "Art"}, "b": {"type": "Ax", "post": "bua", **sacker}}
        found = lookup.resolve({**asked, "dice": [6, 1]})
        return [c["code"] for c in found["consequences"] if c["who"] == "place"]

    assert left(sacking=True) == ["unoccupied"] and left() == ["denizens_defend"]


def test_a_six_is_said_to_end_the_sack() -> None:
    """A reminder says that a six ends the sack (L222)."""
    play = a_battle(bua=True).to("moves").do("move_elements", elements=["r5"], onto="bua", contact=True)
    play.to("combat").do("fight", 6, 1, attacker="r5", defender="denizens").do("end_combat").to("moves")
    play.to("combat").do("end_combat")
    assert play.state.elements["r5"].sacking
    assert ("six_ends_sack", "garrisons") in list(reminders(play.rules.battle, play.state))
