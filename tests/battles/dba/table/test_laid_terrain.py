"""The terrain on the table decides which facts a combat asks for; an element that flees into a river
reveals its nature.
"""

from dataclasses import replace

import pytest

from battles.dba.pages import combat as dba_combat
from battles.dba.rules.situation import Contender
from battles.dba.rules.table import laid_terrain
from tests.battles.dba.table.table import a_battle


class Query(dict):
    def getlist(self, name):
        return self.get(name, [])


def asked(play, first, second):
    """Return the fields and values that the page of this combat offers, as {side.field: values}."""
    told = Query(mode="close", first=first, second=second)
    composed = dba_combat.compose(play.rules.battle, play.state, told, {})
    offered = {}
    for row in composed["rows"]:
        for one in (*row["asked_first"], *row["ticks"], *row["controls"], *row["rest"]):
            offered[one["name"]] = [o["value"] for o in one.get("options", ())] or [True]
    return offered


def on(*terrain, **more):
    return a_battle(terrain=list(terrain), **more).to("combat")


def test_without_a_river_nobody_defends_its_bank():
    offered = asked(on("woods"), "r3", "b2")
    assert "a.bank" not in offered and "river" not in offered["a.going"]
    assert "a.bank" in asked(on("woods", river=True), "r3", "b2")


def test_without_hills_nobody_is_uphill_and_without_bad_going_nobody_is_in_it():
    plain = asked(on("road"), "r3", "b2")
    assert "a.uphill" not in plain and "a.going" not in plain
    hill = asked(on("gentle_hill"), "r3", "b2")
    assert "a.uphill" in hill and "a.going" not in hill
    assert "bad" in asked(on("steep_hill"), "r3", "b2")["a.going"]


def test_marsh_and_rough_going_hold_no_pursuer_back():
    assert asked(on("marsh"), "r2", "b3")["a.pursuit"] == ["clear", "table_edge"]
    assert asked(on("rough"), "r2", "b3")["a.pursuit"] == ["clear", "table_edge"]
    assert "bad_going" in asked(on("woods"), "r2", "b3")["a.pursuit"]
    assert "bad_going" in asked(on("dunes"), "r2", "b3")["a.pursuit"]


def obstacles(state, kind="Bd"):
    """Return the possible obstacles to a recoil on this table, of those that depend on the terrain."""
    every = ("", "impassable", "own_camp", "garrisoned_bua")
    return laid_terrain.possible(state, "red", Contender(kind), "obstacle", every)


def test_a_recoil_meets_what_lies_there():
    woods = on("woods").state
    assert obstacles(woods) == ("", "own_camp")
    assert obstacles(replace(woods, camps={})) == ("",)
    assert obstacles(on("waterway").state) == ("", "impassable", "own_camp")
    assert obstacles(woods, "Art") == ("", "impassable", "own_camp")  # for artillery, bad going is impassable


def test_a_combat_asks_about_the_river_only_if_it_is_there():
    assert "unknown_river" in asked(on("woods", river=True), "r7", "b2")["a.flight"]
    assert {"river", "unknown_river"}.isdisjoint(asked(on("woods"), "r7", "b2")["a.flight"])


def test_nothing_is_ruled_out_while_nobody_has_told_the_terrain():
    offered = asked(a_battle().to("combat"), "r3", "b2")
    assert "a.uphill" in offered and "bad" in offered["a.going"]


def test_a_forgotten_piece_is_added_at_any_time():
    play = on("road").do("note_terrain", terrain=["gentle_hill", "river"])
    assert play.kinds() == ["TerrainNoted"] and play.state.river is not None
    assert {"a.uphill", "a.bank"} <= asked(play, "r3", "b2").keys()
    assert "note_terrain" in {choice.kind for choice in play.rules.choices(play.state, "red")}


@pytest.mark.parametrize(("kinds", "code"), [([], "nothing_noted"), (["bua"], "bua_by_itself")])
def test_what_cannot_be_added(kinds, code):
    assert on("road").refused("note_terrain", terrain=kinds) == ("battlefield", code)


def test_every_kind_but_the_area_may_be_added():
    play = on("road").do("note_terrain", terrain=[k for k in laid_terrain.NOTED if k != "road"])
    assert "note_terrain" not in {choice.kind for choice in play.rules.choices(play.state, "red")}


# --- fleeing into an uncrossed river ---


def fleeing(*dice, **stance):
    play = a_battle(river=True).to("combat")
    return play.do("fight", 1, 3, *dice, attacker="r7", defender="b7", a={"flight": "unknown_river"} | stance)


def test_who_flees_into_a_shallow_river_lives():
    play = fleeing(2)
    assert play.lost() == set() and play.state.river.nature == "paltry"


def test_who_flees_into_a_real_river_drowns_and_everybody_knows_it_now():
    play = fleeing(4)
    assert play.lost() == {"r7"} and play.state.river.nature == "hindering"
    assert play.state.elements["r7"].cause == "river"
