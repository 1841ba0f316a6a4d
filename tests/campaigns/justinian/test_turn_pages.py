"""A player's whole turns on the pages, with questions and forms that explain themselves."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict
from django.utils import translation

from campaigns.justinian.rules.battle.withdraw import Withdraw
from campaigns.justinian.rules.march.forts import LateFort
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.segment.tribes import PlaceTribe
from campaigns.justinian.rules.state.losses import Losses
from campaigns.justinian.rules.state.progress import (
    BarbarianSegment,
    ByzantineSegment,
    March,
    Sail,
    SeaCheck,
)
from campaigns.justinian.rules.state.state import Fleet, State
from campaigns.justinian.rules.state.values import ArmySP, FleetKey, Frontier, WholeForce
from campaigns.justinian.rules.turn.arriving_leaders import NewLeader
from campaigns.justinian.rules.turn.levy import PlaceLevy
from campaigns.justinian.rules.turn.new_armies import RaiseArmy
from campaigns.justinian.wording import JustinianWording, events
from campaigns.justinian.wording.choices import facts
from campaigns.justinian.wording.lookup import question
from campaigns.justinian.wording.names import Names
from engine.game import Decision
from games import services
from games.forms import act_id, find_choice, read
from tests.campaigns.justinian.stored import page, stored

SCENARIO = builtin()
WORDING = JustinianWording(SCENARIO)
NAMES = Names(SCENARIO)
pytestmark = pytest.mark.django_db


def asking(*frames: Any, **counts: Any) -> Any:
    """Create a stored campaign that waits for the decisions of these frames."""

    def change(state: State) -> State:
        return replace(state, stack=(*state.stack, *frames), **counts)

    return stored(change)


def doing(told: str) -> str:
    """Return the part of the page with the buttons."""
    return told[told.index('id="doing"') : told.index('class="stage__board')]


def test_the_buttons_stand_before_the_chances_and_the_row_leads_to_the_question() -> None:
    told = page(asking(ByzantineSegment()), "byzantium")
    assert told.index('id="next"') < told.index('id="doing"') < told.index('id="chances"')
    assert 'bar__whose chip chip--owed" href="#next"' in told
    assert "chip--owed" not in page(asking(ByzantineSegment()), "barbarian").split('id="panel"')[0]


def test_6_24_two_ships_out_of_six_recruits_are_a_form_of_their_own() -> None:
    game = asking(PlaceTribe("vandals", 6))
    table = services.table(game)
    choices = table.choices("barbarian")
    assert len({act_id(c) for c in choices}) == len(choices) == 3
    sent = QueryDict(mutable=True)
    sent.update({"kind": "place_tribesmen", "fixed": "{}", "f-fleets-zeugitana": "2"})
    choice = find_choice(choices, sent)
    assert choice is not None and read(choice, sent)["fleets"] == {"zeugitana": 2}
    told = doing(page(game, "barbarian"))
    assert "0 SP of troops, 2 SP of ships for 3 SP each" in told
    assert "exactly 0" not in told


def test_5_3_without_recruits_and_gold_nothing_is_asked_for_in_vain() -> None:
    told = doing(page(asking(PlaceLevy(0), gold=2), "byzantium"))
    assert "No ships: 2 G in the treasury are not enough." in told and "Go on" in told
    assert 'type="number"' not in told
    assert "No recruits come this time" in page(asking(PlaceLevy(0), gold=9), "byzantium")


def test_6_4_a_combined_operation_tells_what_it_takes() -> None:
    told = doing(page(asking(BarbarianSegment(), turn=2), "barbarian"))
    assert "Begin a Combined Operation" in told and "It takes both Select markers." in told


def test_6_51_an_empty_treasury_is_why_nobody_can_be_activated() -> None:
    told = page(asking(ByzantineSegment(), gold=1), "byzantium")
    assert "too little to activate anybody (2 G)" in told


def test_6_45_a_declared_double_is_not_forgotten() -> None:
    asked = question("byzantine_segment", {"gold": 9, "double": "declared", "segment": 1})
    assert "The next one follows at once" in asked
    assert "follows at once" not in question("byzantine_segment", {"gold": 9, "double": "may", "segment": 1})


def test_6_51_recruiting_that_is_compulsory_says_why() -> None:
    def short(state: State) -> State:
        armies = {**state.armies, "praesental_i": replace(state.armies["praesental_i"], sp=9)}
        return replace(state, armies=armies, stack=(*state.stack, ByzantineSegment()))

    assert "fewer than 10 SP: Byzantium must recruit" in doing(page(stored(short), "byzantium"))


def test_4_13_who_travels_alone_is_told_with_what_he_leads() -> None:
    game = asking(ByzantineSegment())
    leader = services.table(game).state.armies["oriens"].leader
    told = doing(page(game, "byzantium"))
    form = told[told.index('id="merged-move_leader"') :]
    (option,) = re.findall(rf'"leader":"{leader}".*?>(.*?)</option>', form)
    assert "Army of the East, Mesopotamia" in option
    assert "A leader who leaves an army leaves it without one; it can" in form


def test_5_34_a_new_army_says_what_it_is_worth() -> None:
    told = doing(page(asking(RaiseArmy()), "byzantium"))
    assert "10 SP of its own" in told


def test_9_0_losses_name_the_place_and_what_stands_there() -> None:
    units = (ArmySP("oriens"), Frontier("osrhoene"))
    told = page(asking(Losses("byzantium", units, 3, "epidemic", "9.0", "osrhoene")), "byzantium")
    assert "3 SP are lost in Osrhoene (epidemic)" in told
    assert "up to 3, 25 SP" in told


def test_7_14_a_refuge_outside_the_zone_costs_the_army() -> None:
    """The Praesental Army is beaten far east of its zone. The button for a refuge outside the zone warns that
    the army leaves the map.
    """

    def beaten(state: State) -> State:
        there = replace(state.armies["praesental_ii"], at="armenia_iv")
        stack = (
            *state.stack,
            March("praesental_ii", "byzantium", 2, over=True),
            Withdraw(WholeForce("praesental_ii"), "byzantium", "armenia_iv"),
        )
        return replace(state, armies={**state.armies, "praesental_ii": there}, stack=stack)

    told = doing(page(stored(beaten), "byzantium"))
    assert "outside its zone: it leaves the map" in told


def test_a_barbarian_does_not_march_under_himself() -> None:
    assert facts({"sp": 9, "leader": "chosroes"}, NAMES) == "9 SP"
    assert "Belisarius" in facts({"sp": 9, "leader": "belisarius"}, NAMES)
    with translation.override("it"):
        assert facts({"sp": 9, "at": "franks_box"}, NAMES) == "9 SP, casella dei Franchi"
        assert facts({"sp": 9, "at": "liguria"}, NAMES) == "9 SP, in Liguria"


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"place": "mar_tirreno", "patrol": True}, "stays on patrol: Tyrrhenian Sea"),
        ({"place": "sicilia", "patrol": False}, "puts in at Sicilia"),
    ],
)
def test_7_22_a_fleet_puts_in_or_patrols(event: dict[str, Any], told: str) -> None:
    with translation.override("en"):
        known = {"kind": "fleet_stopped", "power": "vandals", "sp": 2}
        assert told in events.sentence(known | event, NAMES)


@pytest.mark.parametrize(
    ("leader", "to", "told"),
    [
        ("bessas", "cup", "Bessas goes back into the leader cup."),
        ("bulgars_leader", "bulgars_box", "Bulgars go back to the home of the Bulgars."),
        ("perozes", "turn_track", "Perozes goes back: the turn track."),
    ],
)
def test_8_26_where_a_leader_goes_back_to(leader: str, to: str, told: str) -> None:
    with translation.override("en"):
        assert events.sentence({"kind": "leader_returned", "leader": leader, "to": to}, NAMES) == told


def test_6_52_a_march_says_who_goes_along() -> None:
    def together(state: State) -> State:
        first, second = state.armies["praesental_i"], state.armies["praesental_ii"]
        under = replace(first, at=second.at, head="praesental_ii")
        stack = (*state.stack, March("praesental_ii", "byzantium", 4))
        return replace(state, armies={**state.armies, "praesental_i": under}, stack=stack)

    game = stored(together)
    armies = services.table(game).state.armies
    told = doing(page(game, "byzantium"))
    assert f"{armies['praesental_i'].sp + armies['praesental_ii'].sp} SP; under it: Praesental Army I" in told


def test_7_19_entering_a_box_is_told_as_the_attack_it_is() -> None:
    def setting_out(state: State) -> State:
        franks = replace(state.armies["franks_leader"], sp=12)
        march = March("franks_leader", "barbarian", 4)
        return replace(state, armies={**state.armies, "franks_leader": franks}, stack=(*state.stack, march))

    game = stored(setting_out)
    assert "home of the Alamanni: 1 MP, an attack with all its MP" in page(game, "barbarian")
    assert "If only the leader is at home" in page(game, "barbarian", "?at=alamanni_box")


def test_8_11_the_odds_of_an_attack_stand_between_the_attack_and_the_march() -> None:
    def facing(state: State) -> State:
        kings = replace(state.armies["chosroes"], at="mesopotamia", sp=31)
        march = March("chosroes", "barbarian", 4)
        return replace(state, armies={**state.armies, "chosroes": kings}, stack=(*state.stack, march))

    told = page(stored(facing), "barbarian")
    assert told.count('id="chances"') == 1
    assert told.index('value="attack"') < told.index('id="chances"') < told.index('id="march"')


def test_passing_does_not_look_like_the_thing_to_do() -> None:
    told = doing(page(asking(ByzantineSegment()), "byzantium"))
    assert re.search(r'<button class="btn--quiet">\s*Pass<', told)
    assert re.search(r"<button>\s*Recruit<", told)


def test_7_21_out_of_port_the_first_area_is_free() -> None:
    sail = Sail("byzantium", "byzantium", 2, "europa", army="praesental_i")
    out = page(asking(sail), "byzantium")
    assert "The area outside the port costs nothing, then 2 more. Aboard: Praesental Army I." in out
    assert "Sea areas left: 1" in page(asking(replace(sail, sea="mare_egeo", areas=1, army="")), "byzantium")


def test_a_question_begins_with_a_capital() -> None:
    facts = {"fleet": "byzantium@mar_tirreno", "sp": 1, "sea": "mar_tirreno"}
    asked = WORDING.decision(Decision("d", "barbarian", "sea_intercept", None, "7.34", facts))
    assert asked.startswith("Fleet of Byzantium")


def test_7_34_a_patrol_intercepts_by_one_press() -> None:
    def passing(state: State) -> State:
        fleets = {
            FleetKey("vandals", "mar_tirreno"): Fleet("vandals", "mar_tirreno", 2),
            FleetKey("byzantium", "moving"): Fleet("byzantium", "moving", 1),
        }
        check = SeaCheck(
            FleetKey("byzantium", "moving"), "mar_tirreno", (FleetKey("vandals", "mar_tirreno"),)
        )
        return replace(state, fleets={**state.fleets, **fleets}, stack=(*state.stack, check))

    told = doing(page(stored(passing), "barbarian"))
    assert re.search(r'<button name="f-fleet" value="vandals@mar_tirreno"', told)


def test_8_21_a_side_that_is_wiped_out_is_told_why_it_lost() -> None:
    """Three SP attack one, and each side loses one. The sentence explains why the attackers won: the
    defenders would have lost more SP than they had (G6).
    """
    fought = {
        "kind": "battle_fought",
        "province": "syria_i",
        "attacker_sp": 3,
        "defender_sp": 1,
        "attacker_die": 5,
        "defender_die": 7,
        "attacker_drms": {},
        "defender_drms": {},
        "attacker_loses": 1,
        "defender_loses": 1,
        "winner": "attacker",
        "by": "table",
    }
    with translation.override("en"):
        assert "would have lost more than they had" in events.sentence(fought, NAMES)
        plain = fought | {"attacker_sp": 9, "defender_sp": 9, "defender_loses": 3}
        assert "would have lost" not in events.sentence(plain, NAMES)
        assert "would have lost" not in events.sentence(fought | {"winner": "tie"}, NAMES)


def test_the_map_shows_where_the_vandals_stand_when_they_are_activated() -> None:
    told = page(asking(BarbarianSegment("unit", "select", "vandals")), "barbarian")
    assert 'data-map-focus="zeugitana"' in told


def test_4_22_the_map_shows_where_a_leader_may_arrive() -> None:
    told = page(asking(NewLeader("teias")), "barbarian")
    (place,) = re.findall(r'data-map-focus="(\w+)"', told)
    assert f'value="{place}"' in doing(told)


def test_6_52_troops_change_armies_under_a_whole_heading() -> None:
    def together(state: State) -> State:
        moved = replace(state.armies["thrace"], at=state.armies["illyricum"].at)
        march = March("thrace", "byzantium", 3)
        return replace(state, armies={**state.armies, "thrace": moved}, stack=(*state.stack, march))

    told = doing(page(stored(together), "byzantium"))
    (heading,) = re.findall(r'id="group-redistribute".*?<summary>(.*?)<', told)
    assert heading.strip() == "Redistribute troops"


def test_6_52_after_the_last_mp_what_is_paid_may_still_be_shared_out() -> None:
    def spent(state: State) -> State:
        at = state.armies["illyricum"].at
        moved = replace(state.armies["thrace"], at=at)
        march = March("thrace", "byzantium", 0, shared=at)
        return replace(state, armies={**state.armies, "thrace": moved}, stack=(*state.stack, march))

    told = doing(page(stored(spent), "byzantium"))
    assert 'id="group-redistribute"' in told and "End the activation" in told
    assert 'id="group-combine"' not in told and 'id="march"' not in told


def test_6_54_the_fort_says_that_it_may_wait_and_is_asked_for_in_the_end() -> None:
    told = doing(page(asking(ByzantineSegment()), "byzantium"))
    fort = told[told.index('id="group-build_fort"') :]
    fort = fort[: fort.index("</details>")]
    assert "The segment ends as soon as an army has spent its last MP." in fort
    assert told.count("Ask me about the fort when the action is over") == 1
    assert "Ask me about the fort when the action is over" in fort
    noted = doing(page(asking(ByzantineSegment(later=True)), "byzantium"))
    assert "You will be asked about it after the action, unless" in noted and "Ask me about" not in noted
    waiting = doing(page(asking(ByzantineSegment("done", later=True), LateFort()), "byzantium"))
    assert 'value="build_fort"' in waiting and 'value="pass"' in waiting
    assert "Ask me about the fort" not in waiting


def test_6_54_the_fort_that_waits_is_asked_about_in_words() -> None:
    game = asking(ByzantineSegment("done", later=True), LateFort(), gold=7)
    assert "The action is over, 7 G in the treasury. Do you build the fort now?" in page(game, "byzantium")
    assert "building a fort, or not" in page(game, "barbarian")
