"""Facts corrected by hand: their new values, the report, and the audit's findings."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Seeded
from engine.game import Fact, InvalidAction, Many, Number
from engine.journal import AMEND, Entry, Head, Opening, amend, chain_digest, replay, rewind, state_digest
from engine.log.amending import apply_changes, change, facts, ineffective_changes, mistakes, value_of
from engine.log.audit import verify
from tests.engine.example.pieces import CODEC
from tests.engine.factories import SEED, a_game, an_opening, bot_step
from tests.engine.toll_road import TOLL_ROAD, TollRoadRules

CAMP = ("camps", "red", "east")


class OpenRoad(TollRoadRules):
    """Rules that hide nothing."""

    hides_nothing = True


def a_change(opening: Opening, state: Any, path: tuple[str, ...], to: Any) -> dict[str, Any]:
    fact = facts(CODEC, opening.rules, state)[path]
    return change(fact, CODEC.write(state), to)


def put_right(path: tuple[str, ...] = CAMP, to: Any = 9) -> tuple[Opening, list[Entry], Head[Any]]:
    """Return a game of three steps in which a fact was corrected."""
    opening, entries, heads = a_game(steps=3)
    one = a_change(opening, heads[-1].state, path, to)
    moment = amend(opening, heads[-1], "gm", [one], "miscounted")
    return opening, [*entries, moment.entry], moment.head


def test_a_correction_changes_only_the_named_fact() -> None:
    opening, entries, head = put_right()
    before = replay(opening, entries, until=3).state
    assert head.state == replace(before, camps={**before.camps, "red": {**before.camps["red"], "east": 9}})
    assert entries[-1].kind == AMEND and entries[-1].action["why"] == "miscounted"
    assert entries[-1].action["changes"][0]["from"] == before.camps["red"]["east"]


def test_the_audit_and_a_replay_know_it() -> None:
    opening, entries, head = put_right()
    after = bot_step(opening, head)
    log = [*entries, after.entry]
    assert verify(opening, log, SEED).ok
    assert state_digest(opening, replay(opening, log).state) == state_digest(opening, after.head.state)


def test_a_rewind_goes_back_behind_it() -> None:
    opening, entries, head = put_right()
    target = replay(opening, entries, until=2)
    back = rewind(opening, head, "gm", target)
    log = [*entries, back.entry]
    assert verify(opening, log, SEED).ok
    assert replay(opening, log).state == target.state


def forged(entry: Entry, **changes: Any) -> Entry:
    """Return a copy of a log entry with these fields changed. Its digest is not recomputed."""
    return replace(entry, **changes)


def test_the_audit_finds_what_no_rules_allow_and_what_was_not_so() -> None:
    opening, entries, _head = put_right(to=-1)
    found = verify(opening, entries, SEED).difference
    assert found is not None and found.what == "refused" and "camps.red.east" in found.found
    opening, entries, _head = put_right()
    action = entries[-1].action
    lie = forged(entries[-1], action={**action, "changes": [{**action["changes"][0], "from": 40}]})
    lie = replace(lie, digest=chain_digest(entries[-2].digest, lie.content()))
    found = verify(opening, [*entries[:-1], lie], SEED).difference
    assert found is not None and found.what == "amended"
    thrown = forged(entries[-1], events=entries[0].events)
    thrown = replace(thrown, digest=chain_digest(entries[-2].digest, thrown.content()))
    found = verify(opening, [*entries[:-1], thrown], SEED).difference
    assert found is not None and found.what == "order"


@pytest.mark.parametrize("to", ["seven", 1.5, True, [3]])
def test_what_is_no_such_value_is_refused_with_its_place(to: Any) -> None:
    opening, _entries, heads = a_game(steps=1)
    one = {"path": list(CAMP), "from": 3, "to": to}
    with pytest.raises(InvalidAction) as refused:
        apply_changes(
            CODEC, opening.rules, heads[-1].state, [one, {**one, "path": ["camps", "red", "west"], "to": 1}]
        )
    assert "camps" in refused.value.facts["path"]


@pytest.mark.parametrize("path", [("camps", "red", "east", "x"), ("nothing",), ("round", "x")])
def test_corrections_of_unknown_facts_are_refused(path: tuple[str, ...]) -> None:
    opening, _entries, heads = a_game(steps=1)
    with pytest.raises(InvalidAction):
        apply_changes(CODEC, opening.rules, heads[-1].state, [{"path": list(path), "from": 1, "to": 1}])


def test_a_type_says_how_its_fact_is_asked_for() -> None:
    opening, _entries, heads = a_game(an_opening())
    found = facts(CODEC, opening.rules, heads[0].state)
    assert isinstance(found[CAMP].field, Number)
    assert not [path for path in found if path[0] == "hands"], "no cards are dealt in this game"


def test_rules_that_hide_something_and_name_no_fact_offer_none() -> None:
    rules = TOLL_ROAD.open(TOLL_ROAD.scenario(next(iter(TOLL_ROAD.scenarios()))), {})
    state = rules.setup(Seeded(SEED, "x", 0)).state
    assert facts(TOLL_ROAD.codec, rules, state) == {}, "whatever is hidden might be among them"


def test_open_rules_allow_corrections_except_to_the_stack() -> None:
    rules = OpenRoad()
    state = TOLL_ROAD.open(TOLL_ROAD.scenario("road"), {}).setup(Seeded(SEED, "x", 0)).state
    found = facts(TOLL_ROAD.codec, rules, state)
    assert {path[0] for path in found} >= {"round", "coins"}
    assert not {"stack", "serial"} & {path[0] for path in found}


def test_a_missing_value_counts_as_the_facts_default() -> None:
    fact = Fact(("camps", "red", "north"), Number("sp", 0, 9), missing=0)
    opening, _entries, heads = a_game(steps=1)
    assert value_of(fact, CODEC.write(heads[-1].state)) == 0
    fact = Fact(CAMP, Many("cards", ()), within={"sp": 1}, seen_by=("red",))
    assert change(fact, {}, 3) == {
        "path": list(CAMP),
        "from": None,
        "to": 3,
        "within": {"sp": 1},
        "seen_by": ["red"],
    }


class TidyRules(TollRoadRules):
    """Rules that remove all coins between rounds."""

    hides_nothing = True

    def tidy_state(self, state: Any) -> Any:
        return replace(state, coins={})


def test_corrections_without_effect_are_found() -> None:
    state = TOLL_ROAD.open(TOLL_ROAD.scenario("road"), {}).setup(Seeded(SEED, "x", 0)).state
    codec, found = TOLL_ROAD.codec, {}
    for rules in (OpenRoad(), TidyRules()):
        known = facts(codec, rules, state)
        path = next(path for path in known if path[0] == "coins")
        one = change(known[path], codec.write(state), 7)
        more = change(known["round",], codec.write(state), 2)
        after = apply_changes(codec, rules, state, [one, more])
        found[type(rules)] = [(it.path, it.code) for it in ineffective_changes(codec, after, [one, more])]
        gone = {**one, "path": [*path, "x", "y"]}
        assert [it.code for it in ineffective_changes(codec, after, [gone])] == ["comes_to_nothing"]
        assert ineffective_changes(codec, after, [{**one, "to": 0}]) == (), "that nothing is left was meant"
    assert found == {OpenRoad: [], TidyRules: [(".".join(path), "comes_to_nothing")]}


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whatever_the_rules_allow_to_be_put_right_keeps_the_log_true(data: st.DataObject) -> None:
    opening, entries, heads = a_game(steps=2)
    head = heads[-1]
    for _ in range(data.draw(st.integers(1, 6))):
        if opening.rules.outcome(head.state) is not None:
            break
        if data.draw(st.booleans()):
            path = data.draw(st.sampled_from(sorted(facts(CODEC, opening.rules, head.state))))
            one = a_change(opening, head.state, path, data.draw(st.integers(-2, 12)))
            if mistakes(
                CODEC, opening.rules, head.state, apply_changes(CODEC, opening.rules, head.state, [one])
            ):
                continue
            moment = amend(opening, head, "gm", [one], "why")
        else:
            moment = bot_step(opening, head)
        entries.append(moment.entry)
        head = moment.head
    assert verify(opening, entries, SEED).ok
    assert state_digest(opening, replay(opening, entries).state) == state_digest(opening, head.state)
