"""The chances shown with a decision come from the code that resolves it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from campaigns.justinian import forecast as odds
from campaigns.justinian.pages import planner
from campaigns.justinian.pages.forecasts import chances, random_marker, unpaid
from campaigns.justinian.pages.forecasts.panels import Panel, Section, percent
from campaigns.justinian.rules.battle.forces import land_battle
from campaigns.justinian.rules.march.interception import Intercept
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.segment.alliance import Bribing
from campaigns.justinian.rules.state.geography import neighbours
from campaigns.justinian.rules.state.play import FRAMES
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle, March, Sail, SeaCheck
from campaigns.justinian.rules.state.state import Fleet, Garrison, State
from campaigns.justinian.rules.state.values import FleetKey
from campaigns.justinian.rules.system import JUSTINIAN
from campaigns.justinian.rules.turn.arriving_leaders import NewLeader
from campaigns.justinian.rules.turn.replaced_leaders import ChangeLeaders
from campaigns.justinian.rules.turn.sardinia import Sardinia
from campaigns.justinian.rules.turn.treasuries import Capture
from campaigns.justinian.rules.turn.tzazon import Tzazon
from campaigns.justinian.wording.names import Names
from engine.dice import Seeded
from tests.campaigns.justinian.players import play, rules

SCENARIO = builtin()
NAMES = Names(SCENARIO)


@pytest.fixture(autouse=True)
def english() -> Any:
    with translation.override("en"):
        yield


def opened() -> tuple[Any, State]:
    game = JUSTINIAN.open(SCENARIO, {"setup": "suggested"})
    return game.setting, game.setup(Seeded(b"chances", "board", 0)).state


def placed(state: State, *frames: Any, **armies: dict[str, Any]) -> State:
    """Return the state with these frames in progress and these armies changed."""
    changed = {k: replace(state.armies[k], **v) for k, v in armies.items()}
    return replace(state, stack=(*state.stack, *frames), armies={**state.armies, **changed})


def told(table: Any, state: State) -> dict[str, Section]:
    """Return the sections shown with the decision of the top frame."""
    top = state.stack[-1]
    choices = FRAMES[type(top)].choices(Position(table, state), top)
    return {s.id: s for s in chances.sections(Position(table, state), choices, NAMES)}


def planned(table: Any, state: State, army: str, goal: str = "") -> Any:
    return planner.plan(Position(table, state), army, NAMES, goal=goal)


def chance(panel: Panel, label: str) -> Fraction:
    return next(bar.chance for bar in panel.bars if bar.label == label)


# --- on land ---


def test_7_32_an_interception_shows_the_attempt_and_the_battle() -> None:
    table, state = opened()
    frame = Intercept("athalaric", "epirus_nova", ("illyricum",))
    before = replace(state, held={"epirus_nova": "byzantium"})  # as the segment starts (8.17)
    state = placed(before, frame, athalaric={"at": "epirus_nova"}, illyricum={"at": "epirus_nova"})
    found = told(table, state)
    control = table.scn.leaders[state.armies["illyricum"].leader].control
    (attempt,), (battle,) = found["intercept"].panels, found["intercepted"].panels
    assert chance(attempt, "intercepts") == odds.interception_chance(control, -2)  # Dyrrachium is a city
    assert sum(bar.chance for bar in battle.bars) == 1 and battle.rule == "8.15"


def attacked(state: State, **changes: Any) -> State:
    """Return a state in which Ostrogoths attack the Army of Illyricum in Dalmatia."""
    battle = Battle("dalmatia", ("athalaric",), "all", "barbarian", queue=("illyricum",))
    dalmatia = {"at": "dalmatia", **changes}
    return placed(state, battle, athalaric={"at": "dalmatia", "sp": 20}, illyricum=dalmatia)


def test_8_13_standing_and_every_retreat_stand_side_by_side() -> None:
    table, state = opened()
    state = attacked(state)
    stand, *ways = told(table, state)["stand"].panels
    led = replace(state.stack[-1], attacker_leader="athalaric", defender_leader="illyricum")
    found = odds.land(land_battle(Position(table, state), led))
    assert chance(stand, "defenders win") == found.defender_wins
    assert stand.own_loss == f"{float(found.mean_defender):.1f}".rstrip("0").rstrip(".")
    assert len(ways) >= 3 and all(chance(w, "in good order") + chance(w, "disorganised") == 1 for w in ways)


def test_7_31_a_retreat_tells_who_lies_in_wait() -> None:
    table, state = opened()
    state = attacked(state)
    to = next(p.title for p in told(table, state)["stand"].panels[1:])
    place = next(p.id for p in table.scn.provinces.values() if NAMES.place(p.id) == to[len("Retreat to ") :])
    state = placed(state, chosroes={"at": place, "sp": 10})
    way = next(p for p in told(table, state)["stand"].panels if p.title == to)
    assert any(what.startswith("May be intercepted") and "Chosroes" in who for what, who in way.facts)


def test_8_27_the_battle_of_an_unpaid_army_shows_what_pillage_costs() -> None:
    table, state = opened()
    paid, unpaid = attacked(state), attacked(state, unpaid=True)
    facts = told(table, unpaid)["stand"].panels[0].facts
    assert not any("8.27" in what for what, _told in told(table, paid)["stand"].panels[0].facts)
    army = unpaid.armies["illyricum"]
    lost = odds.pillage_after_victory(table.scn.leaders[army.leader].control, army.sp)
    (line,) = [value for what, value in facts if "8.27" in what]
    assert f"{float(lost.expectation()):.1f}".rstrip("0").rstrip(".") in line


def test_8_21_a_force_without_a_way_out_is_told() -> None:
    table, state = opened()
    bare = replace(state, frontier={}, detached={}, markers={}, fleets={})
    everywhere = dict.fromkeys(table.scn.provinces, "persia")
    state = attacked(replace(bare, markers=everywhere))
    facts = told(table, state)["stand"].panels[0].facts
    assert any("no way out (8.21)" in what and "4.5" in value for what, value in facts)


def test_8_12_who_may_command_sees_the_battle_under_each() -> None:
    table, state = opened()
    frame = Battle(
        "dalmatia", ("athalaric",), "all", "barbarian", attacker_leader="athalaric", stage="command"
    )
    belisarius = {"at": "dalmatia", "leader": "belisarius"}
    state = placed(
        state,
        frame,
        athalaric={"at": "dalmatia", "sp": 20},
        illyricum={"at": "dalmatia"},
        thrace=belisarius,
    )
    under = {p.title: chance(p, "defenders win") for p in told(table, state)["command"].panels}
    assert len(under) == 2
    assert under["Under Army of Thrace"] > under["Under Army of Illyricum"]


def test_7_31_a_march_is_told_who_may_fall_upon_it() -> None:
    table, state = opened()
    start = state.armies["oriens"].at
    frame = March("oriens", "byzantium", 6)
    assert not any(g.threatened for g in planned(table, placed(state, frame), "oriens").goals)
    neighbour = next(iter(neighbours(table.scn, start)))
    there = planned(table, placed(state, frame, chosroes={"at": neighbour, "sp": 30}), "oriens", neighbour)
    meets = odds.interception_chance(table.scn.leaders["chosroes"].control)
    (goal,) = [g for g in there.goals if g.id == neighbour]
    assert goal.threatened == there.ahead.hindered == f"interception {percent(meets)} if tried"
    (met,) = there.ahead.way.panels
    assert chance(met, "no battle") == 1 - meets
    assert sum(bar.chance for bar in met.bars) == 1


def test_3_41_whoever_enters_lazica_meets_a_die_of_lazi() -> None:
    table, state = opened()
    beside = next(iter(neighbours(table.scn, "lazica")))
    bare = replace(state, frontier={}, detached={})
    state = placed(bare, March("chosroes", "barbarian", 6), chosroes={"at": beside, "sp": 20})
    (lazi,) = planned(table, state, "chosroes", "lazica").ahead.fight.panels
    assert ("Nobody there after all", "10%") in lazi.facts


def test_7_14_ending_outside_the_zone_is_warned_of() -> None:
    table, state = opened()
    frame = March("oriens", "byzantium", 6)
    outside = told(table, placed(state, frame, oriens={"at": "dalmatia"}))
    assert "leaves the map" in outside["zone"].note
    assert "zone" not in told(table, placed(state, frame))


# --- at sea ---


def patrol(state: State) -> State:
    fleets = {
        FleetKey("byzantium", "mar_tirreno"): Fleet("byzantium", "mar_tirreno", 3),
        FleetKey("ostrogoths", "moving"): Fleet("ostrogoths", "mar_tirreno", 1),
    }
    return replace(state, fleets=fleets)


def test_7_35_a_patrol_sees_its_chance_and_the_naval_battle() -> None:
    table, state = opened()
    check = SeaCheck(FleetKey("ostrogoths", "moving"), "mar_tirreno", (FleetKey("byzantium", "mar_tirreno"),))
    found = told(table, placed(patrol(state), check))
    assert chance(found["patrol"].panels[0], "intercepts") == Fraction(1, 2)
    assert chance(found["at-sea"].panels[0], "attackers win") > Fraction(9, 10)


def test_7_36_fight_or_turn_back() -> None:
    table, state = opened()
    sail = Sail("ostrogoths", "barbarian", 1, "sicilia", sea="mar_tirreno", last="mar_ionio")
    check = SeaCheck(
        FleetKey("ostrogoths", "moving"),
        "mar_tirreno",
        (FleetKey("byzantium", "mar_tirreno"),),
        stage="evade",
        evadable=True,
    )
    fight, back = told(table, placed(patrol(state), sail, check))["evade"].panels
    assert chance(fight, "attackers win") > Fraction(9, 10) and chance(back, "gets away") == 1


def test_7_23_sailing_past_a_patrol_and_into_a_defended_port() -> None:
    table, state = opened()
    fleets = {
        FleetKey("byzantium", "mar_tirreno"): Fleet("byzantium", "mar_tirreno", 3),
        FleetKey("ostrogoths", "moving"): Fleet("ostrogoths", "mar_ionio", 2),
        FleetKey("byzantium", "sicilia"): Fleet("byzantium", "sicilia", 1),
    }
    sail = Sail("ostrogoths", "barbarian", 1, "calabria", sea="mar_ionio")
    found = told(table, placed(replace(state, fleets=fleets), sail))
    (watched,) = found["sail"].panels
    assert chance(watched, "no battle") == Fraction(1, 2)
    assert any("Sicilia" in p.title for p in found["ports"].panels)


# --- events and fortune ---


def test_6_32_a_bribe_shows_what_each_step_buys() -> None:
    table, state = opened()
    (section,) = told(table, placed(state, Bribing("lombards"))).values()
    won = [chance(p, "with Byzantium") for p in section.panels]
    assert won == [Fraction(n, 10) for n in (3, 4, 5, 6)]
    assert [p.title for p in section.panels] == ["0 G", "3 G (+10%)", "6 G (+10%)", "9 G (+10%)"]


def test_6_32_only_what_the_treasury_can_pay_is_compared() -> None:
    table, state = opened()
    (section,) = told(table, placed(replace(state, gold=4), Bribing("lombards"))).values()
    assert [p.title for p in section.panels] == ["0 G", "3 G (+10%)"]
    (section,) = told(table, placed(replace(state, gold=2), Bribing("lombards"))).values()
    assert len(section.panels) == 1 and "2 G" in section.note


def test_6_22_who_may_be_activated_and_what_may_strike() -> None:
    table, state = opened()
    powers, events = random_marker.marker_sections(Position(table, state), NAMES)
    assert len(powers.rows) == 16 and len(events.rows) == len(odds.event_chances())
    assert next(r.cells for r in powers.rows if r.cells[0] == NAMES.power("persia"))[1:3] == ("yes", "10%")
    gone = random_marker.marker_sections(Position(table, replace(state, gone=frozenset({"vandals"}))), NAMES)[
        0
    ]
    assert len(gone.rows) == 15


def test_9_0_an_event_tells_what_it_would_strike_now() -> None:
    table, state = opened()

    def meaning(name: str, at: State) -> str:
        return random_marker.MEANINGS[name](Position(table, at), NAMES)

    assert "nothing happens" in meaning("mutiny", state)
    poor = replace(state, frontier={**state.frontier, "europa": Garrison(4, True)})
    assert "1 unpaid" in meaning("mutiny", poor) and "4 SP" in meaning("mutiny", poor)
    assert "before turn 7" in meaning("epidemic", replace(state, epidemics=1, turn=4))
    assert "ends" in meaning("epidemic", replace(state, epidemics=1, turn=8))
    assert "5 more" in meaning("justinian_builds", replace(state, gold=5))


def test_5_42_ten_dice_or_one() -> None:
    table, state = opened()
    (section,) = told(table, placed(state, Capture("vandals"))).values()
    assert [r.cells[1] for r in section.rows] == ["45", "46"]


def test_9_0_sardinia_tells_what_the_revolt_costs() -> None:
    table, state = opened()
    fleets = {FleetKey("byzantium", "europa"): Fleet("byzantium", "europa", 2)}
    state = placed(replace(state, fleets=fleets), Sardinia("byzantium", "byzantium"))
    (section,) = told(table, state).values()
    assert chance(section.panels[0], "the island is held") == 1  # of 5 SP, at most 4 are lost


def test_5_25_whoever_is_not_paid_has_his_risk_told() -> None:
    table, state = opened()
    risks = unpaid.risks(Position(table, state), NAMES)
    assert {unit.partition(":")[0] for unit in risks} == {"army", "frontier", "fleet"}
    assert all(r.rule == ("8.27" if unit.startswith("army") else "5.25") for unit, r in risks.items())
    army = state.armies["oriens"]
    lost = odds.pillage_after_victory(table.scn.leaders[army.leader].control, army.sp)
    assert risks["army:oriens"].sp == lost.expectation()


def test_4_22_an_arriving_leader_is_told_where_he_may_appear() -> None:
    table, state = opened()
    (section,) = told(table, placed(state, NewLeader("teias"))).values()
    assert {r.cells[0] for r in section.rows} == {
        NAMES.place(p.id) for p in table.scn.provinces.values() if state.power_sp_at(p.id, "ostrogoths")
    }
    assert "Detached troops there join the leader at once; an army" in section.note


def test_4_22_tzazon_is_told_how_many_ships_his_troops_need() -> None:
    table, state = opened()
    (section,) = told(table, placed(state, Tzazon("tzazon"))).values()
    ships = sum(f.sp for f in state.fleets.values() if f.power == "vandals")
    assert "At least 5 SP" in section.note and f"{ships} SP of ships for {10 * ships} SP" in section.note
    assert {r.cells[2] for r in section.rows} <= {"yes", "no: they are there"}


def test_4_14_who_may_be_replaced_and_by_how_many() -> None:
    table, state = opened()
    beaten = replace(state, losers=frozenset({state.armies["oriens"].leader}))
    (section,) = told(table, placed(beaten, ChangeLeaders(("oriens", "thrace"), 1))).values()
    assert [r.cells[3] for r in section.rows] == ["yes", "no"]
    assert f"{len(state.cup)} leaders are in the cup" in section.note


# --- every decision ---


def test_every_chance_of_a_whole_game_sums_to_one() -> None:
    game, seen = rules(setup="suggested"), set()
    for state, _seat, _choices, _action in play(game, 41, "bot", 500):
        decision = game.pending(state)[0]
        found = chances.sections(Position(game.setting, state), game.choices(state, decision.seat), NAMES)
        for section in found:
            seen.add(section.id)
            for panel in section.panels:
                assert sum(bar.chance for bar in panel.bars) == 1, panel
            assert all(len(row.cells) == len(section.heads) for row in section.rows)
    assert {"powers", "events", "activation", "bribe", "attack", "stand"} <= seen
