"""The plans of the better bot for Byzantium: where its troops go, and which enemies it ignores."""

from dataclasses import replace
from typing import Any

from campaigns.justinian.answers.cases import game, position
from campaigns.justinian.bot import better, skeletons
from campaigns.justinian.bot.effort import theatres_lacking_sp
from campaigns.justinian.bot.outlook import outlook, worth
from campaigns.justinian.bot.remnants import last_of_a_power
from campaigns.justinian.bot.roads import posts
from campaigns.justinian.bot.sea.seaborne import landings, meeting_coasts
from campaigns.justinian.rules.march.combine import Redistribute
from campaigns.justinian.rules.march.disband import Disband
from campaigns.justinian.rules.march.handler import Attack, EndActivation, MoveArmy
from campaigns.justinian.rules.sea.fleets import ActivateFleet
from campaigns.justinian.rules.sea.naval_retreat import PutIn
from campaigns.justinian.rules.sea.sail import SailTo
from campaigns.justinian.rules.segment.ally import AllyUse, JoinArmy
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import BarbarianSegment
from campaigns.justinian.rules.turn.levy import PlaceLevy
from engine.dice import Scripted
from tests.campaigns.justinian.positions import PRAESENTALS, army, march, tribe

VANDALS = {"gelimer": tribe("zeugitana", 20, leader="gelimer")}


def answer(given: dict[str, Any]) -> Any:
    table = game()
    state = position(table, {"markers": {}, **given})
    (decision,) = table.pending(state)
    return better.choose(table, state, decision.seat, Scripted([]))


def test_the_army_raised_in_egypt_takes_over_the_eastern_troops() -> None:
    """The army raised in Egypt marches to the Army of the East if it keeps enough MP to return. It takes over
    as many SP as the rules allow, and then goes home (4.31, 6.52, 7.14).
    """
    armies = {**PRAESENTALS, **VANDALS, "oriens": army("palaestina_i", 30)}
    walking = {"armies": {**armies, "africa": army("augustamnica_i", 10)}, "turn": 2}
    assert answer({**walking, "doing": march("africa", "byzantium", 3)}) == MoveArmy("palaestina_i")
    assert answer({**walking, "doing": march("africa", "byzantium", 2)}) == EndActivation()
    there = {"armies": {**armies, "africa": army("palaestina_i", 10)}, "turn": 2}
    doing = march("africa", "byzantium", 2, came_from="augustamnica_i")
    assert answer({**there, "doing": doing}) == Redistribute("oriens", "africa", 25)
    full = {"armies": {**armies, "oriens": army("palaestina_i", 5), "africa": army("palaestina_i", 35)}}
    home = march("africa", "byzantium", 1, came_from="augustamnica_i")
    assert answer({**full, "turn": 2, "doing": home}) == MoveArmy("augustamnica_i")


def test_recruits_are_wanted_where_a_theatre_lacks_most() -> None:
    armies = {**PRAESENTALS, "illyricum": army("dalmatia", 35), "oriens": army("syria_i", 12)}
    given = {"armies": {**armies, "perozes": tribe("armenia_i", 30, leader="perozes")}, "turn": 4}
    state = position(game(), {"markers": {}, **given})
    assert [e.armies for e in theatres_lacking_sp(Position(game().setting, state))] == [("oriens",)]


def test_missing_provinces_are_counted_once() -> None:
    """A prefecture lacks must-hold provinces and provinces for its two thirds. The larger number counts, so
    that no province counts twice (10.21).
    """
    table = game().setting
    markers = {"flaminia": "ostrogoths", "sardinia": "vandals", "corsica": "vandals"}
    state = position(game(), {"armies": PRAESENTALS, "markers": markers})
    assert outlook(Position(table, state)).missing == 2
    assert outlook(Position(table, position(game(), {"armies": PRAESENTALS, "markers": {}}))).missing == 0


def test_the_bot_recognises_the_last_troops_of_a_power() -> None:
    alone = position(game(), {"armies": {**PRAESENTALS, **VANDALS}, "markers": {}})
    assert last_of_a_power(alone, "zeugitana")
    more = {**PRAESENTALS, **VANDALS, "tzazon": tribe("sardinia", 3, leader="tzazon")}
    assert not last_of_a_power(position(game(), {"armies": more, "markers": {}}), "zeugitana")


def test_the_bot_ignores_a_powers_last_troops_while_other_provinces_are_missing() -> None:
    """To win a prefecture, Byzantium needs certain provinces and two thirds of all. The bot counts the
    provinces still missing for either condition, each province once (10.21).
    """
    armies = {**PRAESENTALS, "illyricum": army("flaminia", 20)}
    given = {
        "armies": armies,
        "doing": march("illyricum", "byzantium", 4),
        "detached": {"flaminia": {"ostrogoths": 3}},
    }
    elsewhere = {"hispania": "vandals", "campania": "ostrogoths", "liguria": "ostrogoths"}
    assert answer({**given, "markers": elsewhere, "turn": 4}) != Attack("all")
    assert answer({**given, "turn": 4}) == Attack("all")
    assert answer({**given, "markers": elsewhere, "turn": 10}) == Attack("all")
    more = {"flaminia": {"ostrogoths": 3}, "campania": {"ostrogoths": 4}}
    assert answer({**given, "markers": elsewhere, "turn": 4, "detached": more}) == Attack("all")


def test_the_bot_attacks_a_powers_last_troops_if_enough_segments_remain() -> None:
    """After the last segment of a turn a remnant is left alone, because only the Persians would gain. In the
    last turns it is always attacked, because besieging three SP until the end would cost more.
    """
    given = {
        "armies": {**PRAESENTALS, "illyricum": army("flaminia", 20)},
        "doing": march("illyricum", "byzantium", 4),
        "detached": {"flaminia": {"ostrogoths": 3}},
        "markers": {"hispania": "vandals"},
    }
    assert answer({**given, "turn": 4, "segments": 0}) == Attack("all")
    assert answer({**given, "turn": 4, "segments": 4}) != Attack("all")
    many = {"hispania": "vandals", "campania": "ostrogoths", "liguria": "ostrogoths"}
    assert answer({**given, "turn": 7, "markers": many}) != Attack("all")
    assert answer({**given, "turn": 8, "markers": many}) == Attack("all")


def test_provinces_missing_from_two_thirds_are_nearly_worth_what_a_must_is() -> None:
    """To control a prefecture, Byzantium needs two thirds of its provinces, including every one with a City
    or at least 2 G (10.21). A province needed only for the two thirds is worth nearly as much as those.
    """
    table = game().setting
    lost = {"numidia", "byzacena", "tripolitana", "septem", "baleares", "corsica", "mauretania_sitifensis"}
    markers = {**dict.fromkeys(lost, "vandals"), "sicilia": "ostrogoths"}
    state = position(game(), {"armies": {**PRAESENTALS, "africa": army("zeugitana", 12)}, "markers": markers})
    view = outlook(Position(table, state))

    def prize(place: str) -> float:
        return worth(Position(table, state), state.armies["africa"], place, "byzantium", view)

    assert 0.6 * prize("sicilia") < prize("numidia") < prize("sicilia")


NINE = {
    **PRAESENTALS,
    "illyricum": army("dalmatia", 20),
    "italia": army("dalmatia", 9),
    "oriens": army("syria_i", 30),
    "armenia": army("armenia_i", 10),
    "thrace": army("thracia", 8),
    "africa": army("zeugitana", 12),
    "spain": army("hispania", 10),
}


def test_an_army_whose_men_another_can_take_is_given_up_for_its_counter() -> None:
    """The troops move over for 1 MP; then the army is disbanded and raised again with ten more (5.34,
    6.52, 6.53).
    """
    begun = {"armies": NINE, "turn": 6, "doing": march("italia", "byzantium", 3)}
    assert answer(begun) == Redistribute("italia", "illyricum", 8)
    handed_on = {**NINE, "illyricum": army("dalmatia", 28), "italia": army("dalmatia", 1)}
    assert answer({**begun, "armies": handed_on}) == Disband()


def test_no_army_is_given_up_while_a_counter_is_free_or_too_early_or_too_late() -> None:
    state = position(game(), {"markers": {}, "armies": NINE, "turn": 6})
    found = skeletons.army_to_disband(Position(game().setting, state))
    assert found is not None and found.id == "italia"
    eight = {k: v for k, v in NINE.items() if k != "spain"}
    for given in ({"armies": eight, "turn": 6}, {"armies": NINE, "turn": 4}, {"armies": NINE, "turn": 10}):
        other = position(game(), {"markers": {}, **given})
        assert skeletons.army_to_disband(Position(game().setting, other)) is None


def test_a_new_ally_joins_the_army_that_lacks_men() -> None:
    """A march could win the new ally nothing. It joins the army of Illyricum (6.34 b) instead of passing."""
    table = game()
    armies = {**PRAESENTALS, "illyricum": army("flaminia", 8), "lombards_leader": tribe("lombards_box", 12)}
    state = position(table, {"armies": armies, "alliances": {"lombards": "byzantium"}, "markers": {}})
    asked = replace(state, stack=(state.stack[0], BarbarianSegment("done"), AllyUse("lombards_leader")))
    assert better.choose(table, asked, "byzantium", Scripted([])) == JoinArmy("illyricum")


def test_a_remote_city_of_the_vandals_is_taken_before_they_gather_there() -> None:
    """A remote City of the Vandals is worth more to the bot than a City at their home, until many Vandals
    gather there. Vandals who are beaten at home would keep recruiting in Spain (6.24).
    """
    table = game().setting

    def prize(place: str, vandals: int = 0, holder: str = "vandals") -> float:
        given = {
            "armies": {**PRAESENTALS, "africa": army("byzacena", 25)},
            "markers": {"zeugitana": holder, "hispania": holder},
            "treasuries": {},
            "detached": {place: {"vandals": vandals}} if vandals else {},
        }
        state = position(game(), given)
        return worth(
            Position(table, state),
            state.armies["africa"],
            place,
            "byzantium",
            outlook(Position(table, state)),
        )

    assert prize("hispania") > prize("zeugitana")
    assert prize("hispania") == prize("hispania", 3) > prize("hispania", 30)
    assert prize("hispania", holder="visigoths") == prize("zeugitana", holder="visigoths")


def recruits(given: dict[str, Any], sp: int) -> Any:
    """Return the provinces in which the bot places this many recruits."""
    state = position(game(), {"markers": {}, "gold": 0, **given})
    return better.choose(
        game(), replace(state, stack=(*state.stack, PlaceLevy(sp))), "byzantium", Scripted([])
    )


def test_7_18_a_man_in_each_province_that_must_be_held_bars_the_road_of_a_marker() -> None:
    persians = tribe("osrhoene", 30, leader="perozes")
    given = {"armies": {**PRAESENTALS, "perozes": persians}, "frontier": {"europa": 20}}
    placed = recruits(given, 6).land
    manned = {u.removeprefix("frontier:") for u in placed if u.startswith("frontier:")}
    assert {"mesopotamia", "syria_i"} <= manned  # nearest to Perozes
    table, state = game().setting, position(game(), {"markers": {}, **given})
    assert posts(Position(table, state), 6) == ["mesopotamia", "syria_i", "cappadocia_i"]
    guarded = position(game(), {"markers": {}, **given, "frontier": {"mesopotamia": 1, "syria_i": 1}})
    assert not {"mesopotamia", "syria_i"} & set(posts(Position(table, guarded), 6))
    assert posts(Position(table, state), 0) == []


def test_9_0_a_man_is_put_back_where_egypt_would_rise() -> None:
    """Provinces of Egypt in which a revolt could begin get a garrison each, after the restless provinces
    close to enemies.
    """
    state = position(game(), {"markers": {}, "armies": PRAESENTALS, "removed": ["chosroes", "perozes"]})
    assert posts(Position(game().setting, state), 9) == ["aegyptus_i", "aegyptus_ii", "augustamnica_i"]


HISPANIA = {"gelimer": tribe("hispania", 24, leader="gelimer")}


def test_6_52_two_armies_meet_beside_a_stronghold_that_neither_takes_alone() -> None:
    """The armies meet at Septem before they attack Hispania, which can be reached from there only across the
    strait (7.13).
    """
    armies = {**PRAESENTALS, **HISPANIA, "africa": army("zeugitana", 20), "spain": army("septem", 20)}
    given = {"armies": armies, "fleets": {"byzantium@zeugitana": 2}, "turn": 6}
    state = position(game(), {"markers": {"hispania": "vandals"}, **given})
    table = game().setting
    assert "hispania" not in landings(Position(table, state), state.armies["africa"], "byzantium")
    assert meeting_coasts(Position(table, state), state.armies["africa"], "byzantium").keys() == {"septem"}
    segment = answer({"markers": {"hispania": "vandals"}, **given, "doing": {"segment": "byzantium"}})
    assert segment == ActivateFleet("byzantium", "zeugitana", 2, "africa")
    alone = {k: a for k, a in armies.items() if k != "spain"}
    state = position(game(), {"markers": {"hispania": "vandals"}, **given, "armies": alone})
    assert not meeting_coasts(Position(table, state), state.armies["africa"], "byzantium")


def test_7_22_ships_are_fetched_where_an_army_waits_for_them() -> None:
    """Ships in Numidia, where no army embarks, sail to Carthage although Vandal ships are in its harbour."""
    waiting = {"armies": {**PRAESENTALS, "africa": army("zeugitana", 20)}, "markers": {"hispania": "vandals"}}
    given = {
        **waiting,
        "treasuries": {},
        "gold": 5,
        "turn": 6,
        "doing": {"segment": "byzantium"},
        "frontier": {"europa": 20},
    }
    fetch = ActivateFleet("byzantium", "numidia", 4)
    assert answer({**given, "fleets": {"byzantium@numidia": 4}}) == fetch
    held = {"byzantium@numidia": 4, "vandals@zeugitana": 2}
    assert answer({**given, "fleets": held}) == fetch
    # the advantage is too small (8.32)
    assert answer({**given, "fleets": {**held, "vandals@zeugitana": 3}}) != fetch
    table, state = game(), position(game(), {**given, "fleets": held})
    sailing = table.apply(state, "byzantium", fetch, Scripted([])).state
    for expected in (SailTo("mare_di_cartagine"), PutIn("zeugitana")):
        assert better.choose(table, sailing, "byzantium", Scripted([])) == expected
        sailing = table.apply(sailing, "byzantium", expected, Scripted([9, 0, 0])).state


def test_10_21_lazica_counts_as_missing_while_barbarians_stand_there() -> None:
    table = game().setting
    huns = {"utigur_huns_leader": tribe("lazica", 5)}
    state = position(game(), {"armies": {**PRAESENTALS, **huns}, "markers": {}})
    assert outlook(Position(table, state)).missing == 1
    near = {**PRAESENTALS, **huns, "armenia": army("armenia_i", 20)}
    state = position(game(), {"armies": near, "markers": {}})
    prize = worth(
        Position(table, state),
        state.armies["armenia"],
        "lazica",
        "byzantium",
        outlook(Position(table, state)),
    )
    assert prize > 60  # nothing else is missing


def test_10_21_at_the_end_an_army_stands_guard_in_lazica() -> None:
    """An army with nothing better to do guards Lazica from the last turn but one."""
    armies = {**PRAESENTALS, "armenia": army("armenia_i", 20)}
    for turn, wanted in ((5, None), (9, MoveArmy("lazica"))):
        doing = march("armenia", "byzantium", 4)
        found = answer({"armies": armies, "turn": turn, "doing": doing, "frontier": {"europa": 20}})
        assert found == (wanted or EndActivation())


def test_recruits_go_first_where_a_prefecture_is_still_to_be_won() -> None:
    armies = {
        **PRAESENTALS,
        **HISPANIA,
        "africa": army("septem", 20),
        "illyricum": army("dalmatia", 5),
        "franks_leader": tribe("liguria", 30),
    }
    state = position(game(), {"armies": armies, "markers": {"hispania": "vandals"}, "turn": 6})
    assert [e.armies for e in theatres_lacking_sp(Position(game().setting, state))][0] == ("africa",)
