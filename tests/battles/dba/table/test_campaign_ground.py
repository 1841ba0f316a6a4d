"""The strait and the landing of a campaign battle at the table (our design, docs/bridge.md)."""

import pytest

from battles.dba.rules.system import DBA
from engine.game import BadScenario
from tests.battles.dba.table.table import TWELVE, Play, a_table, an_army


def a_landing(quick=True):
    return Play(a_table(ground={"defender": "blue", "landing": True}, quick=quick))


def codes(play):
    return [code for code, _ in play.rules.view(play.state, None)["reminders"]]


def test_a_strait_is_a_river_that_hinders_crossing():
    play = Play(a_table(ground={"defender": "blue", "strait": True}))
    assert play.state.river.nature == "hindering"
    play.to("moves", 3)
    assert "bank_held" in codes(play)
    play.do("move_elements", elements=["r3"], ford=True)  # a strait needs no roll for the river's nature


def test_people_are_told_what_to_lay_out():
    strait = Play(a_table(ground={"defender": "blue", "strait": True, "bua": True}, quick=False))
    assert {"lay_strait", "lay_bua"} <= set(codes(strait))
    assert "lay_sea" in codes(a_landing(quick=False))


def test_half_of_a_landing_army_waits_aboard():
    play = a_landing()
    aboard = [e for e, now in play.state.elements.items() if now.where == "reserve"]
    assert aboard == ["r7", "r8", "r9", "r10", "r11", "r12"]


def test_the_second_wave_lands_from_the_second_bound_on_four_for_a_pip():
    play = a_landing().to("moves", 6)
    assert play.refused("land_reserve") == ("deployment", "nothing_to_land")
    play.next_bound().next_bound().to("moves", 2)
    assert "land_wave" in codes(play)
    play.do("land_reserve")
    assert play.state.pips == 1
    assert sum(now.where == "reserve" for now in play.state.elements.values()) == 2
    play.do("land_reserve")
    assert play.state.pips == 0 and not any(e.where == "reserve" for e in play.state.elements.values())


def test_the_invader_chooses_who_waits():
    play = a_landing(quick=False).do("pitch_camp", garrison="bf").do("pitch_camp", garrison="rf").do("deploy")
    assert play.refused("deploy", reserve=["r2"]) == ("deployment", "half_aboard")
    general = ["r1", "r2", "r3", "r4", "r5", "r6"]
    assert play.refused("deploy", reserve=general) == ("deployment", "general_lands_first")
    play.do("deploy", reserve=general[1:] + ["r7"])
    assert play.state.elements["r8"].where == "table" and play.state.elements["r2"].where == "reserve"


def test_the_default_leaves_half_aboard():
    play = a_landing(quick=False).do("pitch_camp", garrison="bf").do("pitch_camp", garrison="rf").do("deploy")
    play.do("deploy")
    assert sum(e.where == "reserve" for e in play.state.elements.values()) == 6


def test_one_element_lands_at_once():
    play = Play(a_table(red=an_army("r", "Cv"), ground={"defender": "blue", "landing": True}))
    assert play.state.elements["r1"].where == "table"


def test_the_ground_is_checked():
    armies = {"red": an_army("r", *TWELVE), "blue": an_army("b", *TWELVE)}
    with pytest.raises(BadScenario) as found:
        DBA.open({"armies": armies, "ground": {"defender": "blue", "strait": "yes"}}, {})
    assert found.value.mistakes[0].path == "ground.strait"
