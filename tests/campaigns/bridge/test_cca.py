"""Battles of both campaigns fought with Commands & Colors: Ancients: forces become armies that the box can
field, lost blocks cost strength, and fallen leaders are reported.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.cca.rules.system import CCA
from battles.cca.rules.terrain.board import HEXES
from battles.cca.rules.units import UNITS
from battles.cca.wording import CcaWording
from campaigns.bridge import cca_armies, cca_field, cca_race, italia_cca, justinian_cca
from campaigns.bridge.from_campaign import read
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from campaigns.justinian.wording import JustinianWording
from engine.codec import Codec
from engine.dice import Seeded
from engine.game import InvalidAction, Muster, OpenBattle, Outcome, won_by
from tests.campaigns.bridge.forces import a_combat, a_force, a_unit, an_attack
from tests.campaigns.bridge.kinds import KINDS, SCENARIO, on_the_table, opened
from tests.engine.secrecy import check_secrecy
from tests.found import some

BRIDGE = justinian_cca.BRIDGE
SHAPES = Codec(1)
NATIONS = sorted(read("italia_troops")["nations"])
POWERS = sorted(read("justinian_troops")["power"])


def mustered(battle: OpenBattle) -> Muster:
    return BRIDGE.muster(battle, SCENARIO)


def row(muster: Muster, code: str, side: str = "") -> Any:
    return next(one for one in muster.reckoning if one["code"] == code and side in ("", one.get("side")))


def last_view(muster: Muster) -> dict[str, Any]:
    """Return the board after set-up, as observers see it."""
    rules = CCA.open(muster.scenario, muster.options)
    return dict(rules.view(rules.setup(Seeded(b"bridge", "setup", 0)).state, None))


def after(muster: Muster, *, gone: int = 0, weak: int = 0, seat: str = "top") -> dict[str, Any]:
    """Return the board after one side has lost its first ``gone`` units and one block of each of its last
    ``weak`` units.
    """
    view = last_view(muster)
    hexes = [at for at, unit in sorted(view["units"].items()) if unit["seat"] == seat]
    for at in hexes[:gone]:
        del view["units"][at]
    for at in hexes[max(gone, len(hexes) - weak) :]:
        view["units"][at] = {**view["units"][at], "blocks": view["units"][at]["blocks"] - 1}
    return view


def battle_report(battle: OpenBattle, muster: Muster, winner: str, view: Any) -> Any:
    return BRIDGE.report(battle, muster, Outcome(won_by(winner), "banners"), view)


# --- into the battle --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_battle_opens_within_the_box(kind: str) -> None:
    battle = opened(kind).battle
    muster = mustered(battle)
    rules = CCA.open(muster.scenario, muster.options)
    state = rules.setup(Seeded(b"bridge", "setup", 0)).state
    attacker = row(muster, "cca_side", "attacker")["seat"]
    assert [decision.seat for decision in rules.pending(state)] == [attacker]
    assert muster.seats == {"bottom": "byzantium", "top": "barbarian"}
    race, own = row(muster, "cca_race"), BRIDGE.own_chances(battle)
    assert abs(race["here"] / 100 - float(own.attacker + own.tie / 2)) < 0.1
    blocks = sum(UNITS[one["type"]].blocks for one in muster.scenario["units"])
    assert sum(BRIDGE.elements(muster).values()) == blocks


SIZES = st.integers(1, 40)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(NATIONS), SIZES), min_size=2, max_size=2))
def test_whatever_nations_meet_the_box_holds_both(sides: list[tuple[str, int]]) -> None:
    (nation, one), (other, two) = sides
    battle = a_combat(nation, other)
    forces = [
        type(force)(force.seat, (type(unit)(unit.id, unit.power, unit.kind, number),), force.facts)
        for force, number in ((battle.attacker, one), (battle.defender, two))
        for unit in force.units
    ]
    battle = OpenBattle("b", forces[0], forces[1], battle.ground)
    muster = italia_cca.BRIDGE.muster(battle, ITALIA.scenario("italia1"))
    scenario = CCA.open(muster.scenario, muster.options).setting.scenario
    counted = Counter(one["side"] for one in muster.scenario["units"])
    assert max(counted.values()) <= cca_armies.data()["size"]["units"]
    for side in scenario.seats:
        assert 2 <= scenario.goal(side) <= scenario.pieces(side.other)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(POWERS), st.integers(1, 30), st.booleans()), min_size=2, max_size=5)
)
def test_whatever_powers_meet_every_unit_is_counted_once(rows: list[tuple[str, int, bool]]) -> None:
    units = [
        a_unit(f"army:{n}", power, sp, "field" if field else "frontier", leader=None)
        for n, (power, sp, field) in enumerate(rows)
    ]
    battle = an_attack(a_force("byzantium", *units[1:]), a_force("barbarian", units[0]))
    muster = mustered(battle)
    CCA.open(muster.scenario, muster.options)
    for side, force in (("attacker", battle.attacker), ("defender", battle.defender)):
        seat = row(muster, "cca_side", side)["seat"]
        board = Counter(one["type"] for one in muster.scenario["units"] if one["side"] == seat)
        rows_of = [one for one in muster.reckoning if one["code"] == "cca_unit" and one["side"] == side]
        assert [one["unit"] for one in rows_of] == [unit.id for unit in force.units]
        assert cca_armies.total_troops({one["unit"]: one["troops"] for one in rows_of}) == board


def test_the_same_place_is_the_same_board_and_favours_neither_side() -> None:
    assert cca_field.terrain("roma", "open", "bottom") == cca_field.terrain("roma", "open", "top")
    for kind, boards in some(cca_armies.data()["boards"].items()):
        own = {"sea", "defended"} & {what for board in boards for what in board}
        for place in ("roma", "capua", "tarentum", "salona"):
            found = cca_field.terrain(place, kind, "bottom")
            assert set(found) <= set(HEXES)
            if not own:
                assert found == {cca_field.turn_hex(at): what for at, what in found.items()}


def test_who_is_better_led_holds_more_cards_and_needs_no_more_banners_for_it() -> None:
    muster = mustered(opened("a great leader (battle 2)").battle)
    assert [row(muster, "cca_side", side)["hand"] for side in ("attacker", "defender")] == [6, 4]
    even = Fraction(1, 2)
    goals = cca_race.goals(
        even, Fraction(3, 5), {"attacker": 12, "defender": 12}, dict.fromkeys(("attacker", "defender"), 13)
    )
    assert goals["attacker"] > goals["defender"]  # the campaign's chances already include the cards


def test_a_race_for_banners_is_won_as_often_as_it_is_said() -> None:
    chances = [cca_race.wins(mine, 9 - mine, Fraction(1, 2)) for mine in range(1, 9)]
    assert chances == sorted(chances, reverse=True)
    assert cca_race.wins(3, 5, Fraction(3, 5)) + cca_race.wins(5, 3, Fraction(2, 5)) == 1


def test_leaders_stand_with_units_by_their_names() -> None:
    muster = mustered(opened("several armies").battle)
    leaders = {one["name"]: one["hex"] for one in muster.scenario["leaders"]}
    units = {one["hex"] for one in muster.scenario["units"]}
    assert {"Belisarius", "Bessas", "Totila", "Teias"} <= set(leaders) and set(leaders.values()) <= units
    assert muster.scenario["bottom"]["leader"] == "Belisarius"


@pytest.mark.parametrize(
    ("language", "named"), [("en", ["Byzantines", "Ostrogoths"]), ("it", ["Bizantini", "Ostrogoti"])]
)
def test_a_side_is_called_by_the_people_that_bring_most(language: str, named: list[str]) -> None:
    muster = mustered(opened("field armies, even").battle)
    rules = CCA.open(muster.scenario, muster.options)
    with translation.override(language):
        wording = CcaWording(muster.scenario)
        assert [wording.army("bottom"), wording.army("top")] == named
        assert [wording.seat(info) for info in rules.seats] == named


def test_a_force_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="brings nobody"):
        mustered(an_attack(a_force("byzantium", a_unit(sp=0))))


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_line_of_the_calculation_is_told(language: str) -> None:
    battle = a_combat("carthaginians", "romans", ground="highland")
    italia = italia_cca.BRIDGE.muster(battle, ITALIA.scenario("italia1"))
    words = (
        (JustinianWording(SCENARIO), mustered(opened("several armies").battle)),
        (ItaliaWording(ITALIA.scenario("italia1")), italia),
    )
    with translation.override(language):
        lines = [wording.reckoning(line) for wording, muster in words for line in muster.reckoning]
    assert all(some(lines)) and not [line for line in lines if "%(" in line or "cca_" in line]


# --- back to the campaign ---------------------------------------------------------------------------------


@pytest.fixture
def great() -> tuple[OpenBattle, Muster]:
    battle = opened("several armies").battle
    return battle, mustered(battle)


def test_the_same_board_costs_nothing(great: Any) -> None:
    battle, muster = great
    report = battle_report(battle, muster, "bottom", last_view(muster))
    assert (report.winner, report.holds) == ("attacker", "attacker")
    hunted = report.facts["defender"].get("pursued", 0)
    assert set(report.losses) <= {unit.id for unit in battle.defender.units} and hunted < 10
    assert not report.fates


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 12), st.integers(0, 6), st.sampled_from(["bottom", "top", ""]))
def test_nobody_loses_more_than_they_had_and_worse_losses_cost_more(
    gone: int, weak: int, winner: str
) -> None:
    battle = opened("several armies").battle
    muster = mustered(battle)
    fewer, more = (
        battle_report(battle, muster, winner, after(muster, gone=number, weak=weak)).losses
        for number in (gone, gone + 1)
    )
    for force in (battle.attacker, battle.defender):
        for unit in force.units:
            assert 0 <= fewer.get(unit.id, 0) <= unit.sp
        totals = [sum(found.get(unit.id, 0) for unit in force.units) for found in (fewer, more)]
        assert totals == sorted(totals)


def test_a_side_with_nobody_left_loses_everything(great: Any) -> None:
    battle, muster = great
    view = after(muster, gone=99)
    report = battle_report(battle, muster, "bottom", view)
    assert {unit.id: unit.sp for unit in battle.defender.units}.items() <= report.losses.items()


def test_the_report_typed_by_hand_says_the_same_as_the_board() -> None:
    """Losses typed by hand give the same report as the board, to within one SP. Each unit of the
    campaign has one troop type, so it is clear which one fell.
    """
    battle = an_attack(
        a_force("byzantium", a_unit("army:a", "byzantium", 12)),
        a_force("barbarian", a_unit("army:b", "kotrigur_huns", 9, "frontier", leader=None)),
    )
    muster = mustered(battle)
    kinds = row(muster, "cca_unit", "defender")["troops"]
    assert len(kinds) > 0
    for gone, weak in some([(0, 0), (2, 0), (0, 3), (3, 2)]):
        view = after(muster, gone=gone, weak=weak)
        shown = battle_report(battle, muster, "bottom", view)
        blocks = sum(
            UNITS[unit["type"]].blocks
            for at, unit in last_view(muster)["units"].items()
            if at not in view["units"]
        )
        how = {"army:b": {"eliminated": blocks, "weakened": weak}}
        typed = BRIDGE.convert_losses(battle, muster, "attacker", {"army:b": blocks + weak}, how)
        assert abs(typed.losses.get("army:b", 0) - shown.losses.get("army:b", 0)) <= 1


def test_blocks_of_eliminated_units_cost_more_than_those_of_survivors(great: Any) -> None:
    battle, muster = great
    side = "army:totila"
    lost = [
        BRIDGE.convert_losses(battle, muster, None, {side: 24}, {side: how}).losses.get(side, 0)
        for how in ({"weakened": 24}, {"weakened": 12, "eliminated": 12}, {"eliminated": 24}, {})
    ]
    assert lost[0] < lost[2] == lost[3] and lost[0] <= lost[1] <= lost[2]


@pytest.mark.parametrize(
    ("fell", "how"),
    [
        ({"army:totila": 999}, {}),
        ({"army:totila": -1}, {}),
        ({"army:nobody": 1}, {}),
        ({"army:totila": 1}, {"army:totila": {"weakened": 2}}),
        ({"army:totila": 1}, {"army:totila": {"asleep": 1}}),
        ({"army:totila": 1}, {"army:totila": {"weakened": -1}}),
    ],
)
def test_wrong_numbers_are_refused_with_their_unit(great: Any, fell: Any, how: Any) -> None:
    with pytest.raises(InvalidAction) as refused:
        BRIDGE.convert_losses(*great, "attacker", fell, how)
    assert next(iter(fell)) in refused.value.facts["path"]


def test_a_leader_off_the_board_lives_and_one_who_is_nowhere_fell(great: Any) -> None:
    battle, muster = great
    view = last_view(muster)
    at = {one["name"]: where for where, one in view["leaders"].items()}
    del view["leaders"][at["Totila"]], view["leaders"][at["Teias"]]
    view["armies"]["top"] = {**view["armies"]["top"], "away": ["Teias"]}
    report = battle_report(battle, muster, "bottom", view)
    assert report.fates == (("totila", "lost"),) and report.facts["defender"]["leaders"] == ["totila"]
    with translation.override("en"):
        said = JustinianWording(SCENARIO).reckoned_back(SHAPES.encode(report), SHAPES.encode(battle))
    assert "Totila fell on the board." in said[1]
    assert BRIDGE.fallen_leaders(muster) == {}  # no effect in Justinian


def test_in_italia_a_leader_who_falls_is_dead_and_people_may_say_so() -> None:
    battle = a_combat("carthaginians", "romans")
    bridge = italia_cca.BRIDGE
    muster = bridge.muster(battle, ITALIA.scenario("italia1"))
    assert bridge.fallen_leaders(muster) == {"hannibal": "killed", "mago": "killed"}
    view = last_view(muster)
    at = next(where for where, one in view["leaders"].items() if one["name"] == "Hannibal Barkas")
    del view["leaders"][at]
    report = bridge.report(battle, muster, Outcome(won_by("bottom"), "banners"), view)
    assert report.fates == (("hannibal", "killed"),)


def test_a_battle_without_a_winner_is_a_tie_and_nobody_is_pursued(great: Any) -> None:
    battle, muster = great
    report = BRIDGE.report(battle, muster, Outcome((), "exhausted"), after(muster, gone=2))
    assert report.winner is None and "pursued" not in report.facts["defender"]


def test_bots_fight_battles_of_both_campaigns_to_their_end() -> None:
    battle = opened("small forces").battle
    end = on_the_table(battle, 1, None, BRIDGE)
    assert end.report.winner in ("attacker", "defender")
    combat = a_combat("romans", "celts")
    muster = italia_cca.BRIDGE.muster(combat, ITALIA.scenario("italia1"))
    assert on_the_table(combat, 1, muster, italia_cca.BRIDGE).report.losses


# --- secrecy ----------------------------------------------------------------------------------------------


def test_hands_stay_hidden_in_a_battle_of_a_campaign() -> None:
    muster = mustered(opened("small forces").battle)
    kept = check_secrecy(CCA, seed=1, scenario=dict(muster.scenario), options={})
    assert kept.worlds > 20 and kept.steps > 20
