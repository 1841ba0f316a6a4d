"""A game master's corrections: random facts, and impossible positions."""

from typing import Any

import pytest

from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, Army
from campaigns.justinian.rules.system import JUSTINIAN
from engine.canonical_order import sort_keys
from engine.game import Pick
from engine.log.amending import apply_changes, change, facts, ineffective_changes
from tests.campaigns.justinian.players import play, rules
from tests.engine.amendments import check_amendments, check_no_mistakes
from tests.found import some

CODEC = JUSTINIAN.codec


def a_state() -> tuple[Any, Any]:
    game = rules(setup="suggested")
    *_, (_before, _seat, _action, step) = play(game, 1, "bot", 30)
    return game, step.state


def wrong(path: tuple[str, ...], to: Any) -> list[tuple[str, str]]:
    """Return the mistakes that the rules find in the state after this fact is changed to ``to``."""
    game, state = a_state()
    one = change(facts(CODEC, game, state)[path], CODEC.write(state), to)
    return [(it.path, it.code) for it in game.check_state(apply_changes(CODEC, game, state, [one]))]


@pytest.mark.parametrize("seed", [1, 2])
def test_random_facts_put_right_leave_the_game_playable_and_its_log_true(seed: int) -> None:
    count = check_amendments(JUSTINIAN, seed, {"setup": "suggested"})
    assert count["made"] > 20 and count["added"] and count["removed"]


def test_gold_markers_and_garrisons_may_be_put_right() -> None:
    assert wrong(("gold",), 12) == []
    assert wrong(("markers", "sicilia"), "vandals") == []
    assert wrong(("frontier", "thracia", "sp"), 2) == []


def test_more_troops_than_counters_are_refused() -> None:
    assert ("armies", "over_limit") in wrong(("frontier", "thracia", "sp"), 150)


def _power(scn: Any, army: str) -> str:
    return scn.leaders[army].power if army in scn.leaders else BYZANTIUM


def test_an_army_is_offered_no_foreign_box_and_no_sea() -> None:
    game, state = a_state()
    scn = game.position(state).scn
    for path, fact in some([*facts(CODEC, game, state).items()]):
        if path[0] == "armies" and path[2] == "at" and isinstance(fact.field, Pick):
            army = state.armies.get(path[1]) or Army(path[1], _power(scn, path[1]), None, "", 0)
            places = {one.value for one in fact.field.options} - {army.at, ""}
            assert places <= {*scn.provinces, f"{army.power}_box"}


def test_an_alliance_and_a_lost_treasury_may_be_put_right_where_there_is_none() -> None:
    game, state = a_state()
    bare = state.but(alliances={}, treasuries={})
    found, written = facts(CODEC, game, bare), CODEC.write(bare)
    changes = [
        change(found["alliances", "franks"], written, "byzantium"),
        change(found["treasuries", "vandals"], written, "zeugitana"),
    ]
    after = apply_changes(CODEC, game, bare, changes)
    assert (after.alliances, after.treasuries) == ({"franks": "byzantium"}, {"vandals": "zeugitana"})
    assert ("alliances", "persia") not in found and ("alliances", "vandals") not in found


def test_a_place_that_is_none_is_refused() -> None:
    game, state = a_state()
    army = next(iter(state.armies))
    odd = state.but(armies={**state.armies, army: state.armies[army].but(at="atlantis")})
    assert (f"armies.{army}.at", "no_such_place") in {(it.path, it.code) for it in game.check_state(odd)}


def test_no_position_that_the_rules_lead_to_has_a_mistake() -> None:
    check_no_mistakes(JUSTINIAN, 3, {"setup": "suggested"})


def changes(game: Any, state: Any, *wanted: tuple[str, Any]) -> list[dict[str, Any]]:
    """Return the changes that set these facts, each by its dotted path."""
    found, written = facts(CODEC, game, state), CODEC.write(state)
    return [change(found[tuple(path.split("."))], written, to) for path, to in wanted]


def put(game: Any, state: Any, *wanted: tuple[str, Any]) -> Any:
    return apply_changes(CODEC, game, state, changes(game, state, *wanted))


def codes(game: Any, state: Any) -> set[tuple[str, str]]:
    return {(it.path, it.code) for it in game.check_state(state)}


def between_turns() -> tuple[Any, Any]:
    """Return a state with no frame in progress."""
    game, state = a_state()
    return game, sort_keys(state.but(stack=()))


def test_an_army_counter_comes_on_the_map_and_is_as_one_that_was_raised() -> None:
    game, state = between_turns()
    free, leader = next(id for id in game.setting.scn.armies if id not in state.armies), state.cup[0]
    wanted = {"at": "thracia", "sp": 7, "leader": leader}
    after = put(game, state, *((f"armies.{free}.{name}", to) for name, to in wanted.items()))
    assert after.armies[free] == Army(free, BYZANTIUM, leader, "thracia", 7)
    assert (after.cup, game.check_state(after)) == (state.cup[1:], ())
    assert after == sort_keys(state.but(armies={**state.armies, free: after.armies[free]}, cup=after.cup))
    assert put(game, after, (f"armies.{free}.at", "")) == state, "and is off it again, its leader in the cup"


def test_strength_of_an_army_that_is_nowhere_comes_to_nothing() -> None:
    game, state = between_turns()
    free = next(id for id in game.setting.scn.armies if id not in state.armies)
    (one,) = changes(game, state, (f"armies.{free}.sp", 7))
    after = apply_changes(CODEC, game, state, [one])
    assert after == state
    assert [it.code for it in ineffective_changes(CODEC, after, [one])] == ["comes_to_nothing"]
    both = changes(game, state, (f"armies.{free}.sp", 7), (f"armies.{free}.at", "thracia"))
    assert ineffective_changes(CODEC, apply_changes(CODEC, game, state, both), both) == ()


def test_an_army_that_is_taken_off_leaves_nobody_under_it() -> None:
    game, state = between_turns()
    one, other = [army for army in state.armies.values() if army.power == BYZANTIUM][:2]
    state = state.but(armies={**state.armies, other.id: other.but(head=one.id, at=one.at)})
    after = put(game, state, (f"armies.{one.id}.at", ""))
    assert after.armies.keys() == state.armies.keys() - {one.id}
    assert after.armies[other.id].head is None and one.leader in after.cup
    assert game.check_state(after) == ()


def test_an_army_on_the_march_cannot_be_removed() -> None:
    game, state = between_turns()
    army = next(id for id, one in state.armies.items() if one.power == BYZANTIUM)
    marching = state.but(stack=(March(army, BYZANTIUM, 3),))
    assert codes(game, put(game, marching, (f"armies.{army}.at", ""))) == {(f"armies.{army}.at", "under_way")}


def test_a_minor_power_keeps_its_leader_and_persia_its_last() -> None:
    game, state = between_turns()
    assert "" not in {
        one.value for one in facts(CODEC, game, state)["armies", "moors_leader", "at"].field.options
    }
    alone = put(game, state, ("armies.perozes.at", ""))
    assert codes(game, alone) == set() and "perozes" not in alone.armies
    gone = put(game, alone, ("armies.chosroes.at", ""))
    assert codes(game, gone) == {("armies.chosroes.at", "has_to_stay")}
    both = put(game, state, ("armies.perozes.at", ""), ("armies.chosroes.at", ""))
    assert {code for _path, code in codes(game, both)} == {"has_to_stay"}
    away = alone.but(away=frozenset({"perozes"}))
    back = put(game, away, ("armies.perozes.at", "persia_box"))
    assert "perozes" in back.armies and not back.away, "who is there is not to come back"


def test_barbarian_leaders_who_follow_each_other_are_never_both_there() -> None:
    game, state = between_turns()
    first, next_one = ("athalaric", "witigis") if "athalaric" in state.armies else ("witigis", "totila")
    at = state.armies[first].at
    both = put(game, state, (f"armies.{next_one}.at", at))
    assert codes(game, both) == {(f"armies.{id}.at", "follows_another") for id in (first, next_one)}
    instead = put(game, state, (f"armies.{next_one}.at", at), (f"armies.{first}.at", ""))
    assert codes(game, instead) == set()
    assert instead.armies[next_one] == Army(next_one, "ostrogoths", next_one, at, 0)


def test_nobody_leads_twice_or_a_power_that_is_out_of_the_game() -> None:
    game, state = between_turns()
    one, other = [army for army in state.armies.values() if army.power == BYZANTIUM and army.leader][:2]
    twice = put(game, state, (f"armies.{one.id}.leader", other.leader))
    assert codes(game, twice) == {(f"armies.{id}.leader", "leads_another") for id in (one.id, other.id)}
    swapped = put(
        game, state, (f"armies.{one.id}.leader", other.leader), (f"armies.{other.id}.leader", one.leader)
    )
    assert codes(game, swapped) == set() and swapped.cup == state.cup
    gone = state.but(gone=frozenset({"vandals"}))
    assert ("armies", "tzazon", "at") not in facts(CODEC, game, gone)
    here = next(id for id, army in state.armies.items() if army.power == "vandals")
    assert (f"armies.{here}.at", "out_of_the_game") in codes(game, gone)


def test_who_travels_alone_may_be_given_an_army_and_who_fell_be_put_back_into_the_cup() -> None:
    game, state = between_turns()
    army = next(one for one in state.armies.values() if one.power == BYZANTIUM and one.leader)
    alone, fallen = state.cup[:2]
    state = state.but(
        lone={alone: "thracia"},
        cup=state.cup[2:],
        armies={**state.armies, army.id: army.but(leader=None)},
    )
    led = put(game, state, (f"armies.{army.id}.leader", alone))
    assert (led.lone, led.armies[army.id].leader, codes(game, led)) == ({}, alone, set())
    cup = put(game, state, ("cup", sorted({*state.cup, fallen})))
    assert set(cup.cup) == {*state.cup, fallen} and codes(game, cup) == set()
