"""The order of keys in a mapping has no meaning: however keys are shuffled, every byte of every step stays
the same.
"""

import json
import random
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.dba.rules.system import DBA
from campaigns.justinian.rules.system import JUSTINIAN
from engine import canonical_order, journal
from engine.canonical_order import AS_IT_CAME, BY_KEY, as_postgresql_keeps_it, by_key, sort_keys
from engine.choices import sample_action
from engine.codec import canonical, digest
from engine.dice import Seeded, Throw, commitment
from engine.dice_record import roll_json
from engine.game import GM, Refusal, System
from engine.journal import Entry, Head, Opening
from engine.log.audit import verify
from engine.log.replay import Replay, UnknownOrder
from tests.engine.example.system import FORDS
from tests.engine.shuffling import shuffled

SECRET = b"the order of keys"
STEPS = 260


@dataclass(frozen=True)
class Stored:
    """A game as a database stores it: opening, log, and the state after each entry as JSON."""

    opening: Opening
    log: tuple[Entry, ...]
    states: tuple[Any, ...]


@cache
def a_game(name: str) -> Stored:
    """Play a game with half of the answers drawn at random, to reach more of the rules."""
    system: System = {"justinian": JUSTINIAN, "dba": DBA, "fords": FORDS}[name]
    scenario = system.scenario(next(iter(system.scenarios())))
    opening = Opening(f"order-{name}", system, scenario, {}, commitment(SECRET))
    moment = journal.begin(opening, journal.step_dice(opening, None, SECRET))
    log, states, own = (
        [moment.entry],
        [journal.state_json(opening, moment.head.state)],
        Seeded(b"own", name, 1),
    )
    while opening.rules.outcome(moment.head.state) is None and len(log) < STEPS:
        moment = a_step(opening, moment.head, own)
        log.append(moment.entry)
        states.append(journal.state_json(opening, moment.head.state))
    return Stored(opening, tuple(log), tuple(states))


def a_step(opening: Opening, head: Head[Any], own: Seeded) -> journal.Moment[Any]:
    decision = opening.rules.pending(head.state)[0]
    write, tries = opening.system.codec.write, []
    offered = [c for c in opening.rules.choices(head.state, decision.seat) if c.kind != "concede"]
    if offered and own.roll(Throw(2, "wild")) == 1:
        tries.append(sample_action(offered[own.roll(Throw(len(offered), "which", low=0))], own))
    if decision.seat != GM:
        tries.append(write(opening.rules.bot(head.state, decision.seat, own)))
    for action in (*tries, write(decision.default)):
        try:
            return journal.play(
                opening, head, decision.seat, action, journal.step_dice(opening, head, SECRET)
            )
        except Refusal:
            continue
    raise AssertionError(f"{decision.id}: even the default is refused")


@pytest.mark.parametrize("name", ["justinian", "dba", "fords"])
@given(place=st.integers(1, STEPS), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_step_is_the_same_however_its_mappings_are_ordered(name: str, place: int, seed: int) -> None:
    game, chance = a_game(name), random.Random(seed)
    place = 1 + place % (len(game.log) - 1)
    before, entry = game.log[place - 1], game.log[place]
    opening = replace(
        game.opening,
        scenario=shuffled(game.opening.scenario, chance),
        options=shuffled(game.opening.options, chance),
    )
    state = journal.state_of(opening, shuffled(game.states[place - 1], chance))
    head = Head(before.seq, before.step, before.digest, state)
    action = shuffled(entry.action, chance)
    played = journal.play(opening, head, entry.seat, action, journal.step_dice(opening, head, SECRET))
    assert played.entry.digest == entry.digest  # the digest covers dice and events
    reached = journal.state_json(opening, played.head.state)
    assert json.dumps(reached) == json.dumps(game.states[place])  # equal bytes without sorting
    replay = Replay(opening)
    again = replay.step(head, replace(entry, action=action))
    assert json.dumps(journal.state_json(opening, again.state)) == json.dumps(game.states[place])
    assert journal.same_json(replay.write_events(again), list(entry.events))


@pytest.mark.parametrize("name", ["justinian", "dba", "fords"])
def test_a_log_whose_every_part_was_shuffled_verifies(name: str) -> None:
    game, chance = a_game(name), random.Random(name)
    opening = replace(game.opening, scenario=shuffled(game.opening.scenario, chance))
    log = [
        replace(
            entry,
            action=shuffled(entry.action, chance),
            events=tuple(shuffled(event, chance) for event in entry.events),
            rolls=tuple(shuffled(roll, chance) for roll in entry.rolls),
        )
        for entry in game.log
    ]
    verdict = verify(opening, log, SECRET)
    assert verdict.ok, verdict.difference
    reached = journal.replay(opening, log)
    assert json.dumps(journal.state_json(opening, reached.state)) == json.dumps(game.states[-1])


@pytest.mark.parametrize("name", ["justinian", "dba", "fords"])
def test_what_is_stored_comes_back_to_the_byte_from_postgresql(name: str) -> None:
    game = a_game(name)
    for state in game.states[:: len(game.states) // 20]:
        back = sort_keys(journal.state_of(game.opening, as_postgresql_keeps_it(state)))
        assert json.dumps(journal.state_json(game.opening, back)) == json.dumps(state)
    assert json.dumps(by_key(as_postgresql_keeps_it(game.opening.scenario))) == json.dumps(
        by_key(game.opening.scenario)
    )


def test_sorting_sorted_keys_returns_the_same_object() -> None:
    game = a_game("justinian")
    state = sort_keys(journal.state_of(game.opening, game.states[-1]))
    assert sort_keys(state) is state


# --- entries of older versions ---


def an_older_log(name: str, keep: Any) -> tuple[Opening, list[Entry]]:
    """Return a bot game as an earlier version stored it. That version passed states to the rules in the key
    order in which the database returned them.
    """
    game = a_game(name).opening
    rules, codec, own = game.rules_as_it_came, game.system.codec, Seeded(b"older", name, 0)
    dice, log, state, previous = journal.step_dice(game, None, SECRET), [], None, game.digest
    step = rules.setup(dice)
    for seq in range(120):
        decision, action, seat, kind = None, None, "", "setup"
        if state is not None:
            head = Head(seq - 1, seq - 1, previous, state)
            dice, kind = journal.step_dice(game, head, SECRET), "action"
            decision = rules.pending(state)[0]
            seat = decision.seat
            given = decision.default if seat == GM else rules.bot(state, seat, own)
            action = codec.write(given)
            step = rules.apply(state, seat, given, dice)
        rolls = tuple(roll_json(roll) for roll in dice.rolls)
        events = tuple(codec.write(event) for event in step.events)
        entry = Entry(seq, seq, kind, seat, action, rolls, events, game.system.version, "", AS_IT_CAME)
        previous = journal.chain_digest(previous, entry.content())
        kept = replace(entry, digest=previous, action=keep(action), events=tuple(map(keep, events)))
        log.append(kept)
        state = codec.read(keep(codec.write(step.state)))
        if rules.outcome(state) is not None:
            break
    return game, log


@pytest.mark.parametrize("name", ["justinian", "dba", "fords"])
@pytest.mark.parametrize("keep", [lambda value: value, as_postgresql_keeps_it], ids=["sqlite", "postgresql"])
def test_entries_of_before_are_carried_out_in_the_order_they_had(name: str, keep: Any) -> None:
    opening, log = an_older_log(name, keep)
    verdict = verify(opening, log, SECRET)
    assert verdict.ok, verdict.difference


def test_the_key_order_of_older_logs_changes_their_replay() -> None:
    """Replaying an older log with its keys in SQLite's order gives results different from PostgreSQL's, where
    it was written. If the order had never mattered, the tests above would pass with any code.
    """
    opening, log = an_older_log("justinian", as_postgresql_keeps_it)
    sqlite = Replay(opening)
    head: Head[Any] | None = None
    for entry in log:
        step = sqlite.step(head, entry)
        head = Head(entry.seq, entry.step, entry.digest, step.state)
        if sqlite.differed:
            return
    raise AssertionError("PostgreSQL's order gives what SQLite's gives")


def test_an_order_that_cannot_be_found_again_is_no_tampering_but_a_changed_die_is() -> None:
    opening, log = an_older_log("justinian", lambda value: value)
    place = next(seq for seq, entry in enumerate(log) if len(entry.events) > 1)
    other = rechained(opening, log, place, events=tuple(reversed(log[place].events)))
    found = verify(opening, other, SECRET).difference
    assert found is not None and (found.seq, found.what, found.older_order) == (place, "events", True)
    assert not found.tampering
    place = next(seq for seq, entry in enumerate(log) if entry.rolls)
    rolls = [dict(roll) for roll in log[place].rolls]
    rolls[0]["face"] = rolls[0]["low"] + (rolls[0]["face"] - rolls[0]["low"] + 1) % rolls[0]["sides"]
    found = verify(opening, rechained(opening, log, place, rolls=tuple(rolls)), SECRET).difference
    assert found is not None and (found.seq, found.what) == (place, "die") and found.tampering


def test_in_entries_of_now_other_events_are_tampering() -> None:
    game = a_game("justinian")
    place = next(seq for seq, entry in enumerate(game.log) if len(entry.events) > 1)
    other = rechained(game.opening, list(game.log), place, events=tuple(reversed(game.log[place].events)))
    found = verify(game.opening, other, SECRET).difference
    assert found is not None and (found.seq, found.what, found.tampering) == (place, "events", True)


# --- after an entry whose order is lost -------------------------------------------------------------------


def a_log_with_a_lost_order(place: int, **changes: Any) -> tuple[Stored, list[Entry]]:
    """Return a Justinian log in which an older, different entry is at ``place``."""
    game = a_game("justinian")
    log = list(game.log)
    changes = changes or {"events": tuple(reversed(log[place].events))}
    log[place] = replace(log[place], order=AS_IT_CAME, **changes)
    return game, log


def kept_every(game: Stored, step: int) -> tuple[dict[int, str], Any]:
    """Return the digests of every ``step``-th state by entry number, as if only these states were stored.
    Also return a function that returns the stored state of an entry, or None.
    """
    states = {seq: digest(game.states[seq]) for seq in range(0, len(game.states), step)}
    return states, lambda seq: game.states[seq] if seq in states else None


def many_events(game: Stored, behind: int) -> int:
    return next(e.seq for e in game.log if e.seq > behind and len(set(map(canonical, e.events))) > 1)


def test_behind_an_entry_whose_order_is_lost_everything_is_checked() -> None:
    place = many_events(a_game("justinian"), 30)
    game, log = a_log_with_a_lost_order(place)
    log = rechained(game.opening, log)
    states, stored = kept_every(game, 20)
    verdict = verify(game.opening, log, SECRET, states, stored)
    assert verdict.unjudged == (place,) and verdict.checked == len(log) - 1
    assert verdict.difference is not None and verdict.difference.seq == place
    assert verdict.difference.older_order and not verdict.difference.tampering


def test_an_unreplayable_entry_is_bridged_by_the_next_stored_position() -> None:
    """Until the next stored position, only an entry's place, digest and dice can be checked."""
    place = next(e.seq for e in a_game("justinian").log if e.seq > 42 and e.seq % 20 < 15)
    game, log = a_log_with_a_lost_order(place, action={"kind": "no_such_step"})
    log = rechained(game.opening, log)
    states, stored = kept_every(game, 20)
    anchor = place + 20 - place % 20
    verdict = verify(game.opening, log, SECRET, states, stored)
    assert verdict.gaps == ((place, anchor),)
    assert verdict.checked == len(log) - (anchor - place + 1)
    assert verdict.difference is not None and verdict.difference.what == "refused"
    unbridged = verify(game.opening, log, SECRET, states)
    assert unbridged.gaps == ((place, len(log) - 1),)


def test_a_stored_position_of_another_shape_is_of_no_use() -> None:
    game, log = a_log_with_a_lost_order(43, action={"kind": "no_such_step"})
    states, _stored = kept_every(game, 20)
    verdict = verify(
        game.opening, rechained(game.opening, log), SECRET, states, lambda seq: {"kind": "nothing"}
    )
    assert verdict.gaps == ((43, len(log) - 1),)


def test_what_was_tampered_with_behind_a_lost_order_is_found() -> None:
    place = many_events(a_game("justinian"), 30)
    game, log = a_log_with_a_lost_order(place)
    later = many_events(game, place + 25)
    log[later] = replace(log[later], events=tuple(reversed(log[later].events)))
    states, stored = kept_every(game, 20)
    verdict = verify(game.opening, rechained(game.opening, log), SECRET, states, stored)
    found = verdict.difference
    assert found is not None and (found.seq, found.what, found.tampering) == (later, "events", True)
    assert (verdict.unjudged, verdict.checked) == ((place,), later - 1)


def test_a_forged_die_is_found_after_an_unreplayable_entry() -> None:
    game, log = a_log_with_a_lost_order(43, action={"kind": "no_such_step"})
    later = next(e.seq for e in log if e.seq > 43 and e.rolls)
    rolls = [dict(roll) for roll in log[later].rolls]
    rolls[0]["face"] = rolls[0]["low"] + (rolls[0]["face"] - rolls[0]["low"] + 1) % rolls[0]["sides"]
    log[later] = replace(log[later], rolls=tuple(rolls))
    found = verify(game.opening, rechained(game.opening, log), SECRET).difference
    assert found is not None and (found.seq, found.what, found.tampering) == (later, "die", True)


def test_before_the_next_stored_position_nobody_is_accused() -> None:
    """If the rules can only guess an entry's state, later entries may have followed from a different one.
    Until the next stored position they are therefore not called forged.
    """
    place = many_events(a_game("justinian"), 42)
    game, log = a_log_with_a_lost_order(place)
    later = many_events(game, place)
    log[later] = replace(log[later], events=tuple(reversed(log[later].events)))
    verdict = verify(game.opening, rechained(game.opening, log), SECRET)
    assert verdict.unjudged == (place, later)
    assert verdict.difference is not None and not verdict.difference.tampering


def rechained(opening: Opening, log: list[Entry], place: int | None = None, **changes: Any) -> list[Entry]:
    """Return a forger's log with one entry replaced and every digest recomputed."""
    done, previous = [], opening.digest
    for seq, entry in enumerate(log):
        entry = replace(entry, **changes) if seq == place else entry
        previous = journal.chain_digest(previous, entry.content())
        done.append(replace(entry, digest=previous))
    return done


def test_an_order_of_a_later_version_is_not_guessed_at() -> None:
    game = a_game("fords")
    entry = replace(game.log[0], order=BY_KEY + 1)
    with pytest.raises(UnknownOrder):
        Replay(game.opening).step(None, entry)


@dataclass(frozen=True)
class Shelf:
    boxes: tuple[Mapping[str, int], ...]


def test_mappings_in_a_tuple_are_sorted_too() -> None:
    mixed, sorted_too = Shelf(({"b": 1, "a": 2},)), Shelf(({"a": 2, "b": 1},))
    assert list(sort_keys(mixed).boxes[0]) == ["a", "b"]
    assert sort_keys(sorted_too) is sorted_too


@dataclass(frozen=True)
class Nested:
    """A type that contains itself and is first seen by two threads at once."""

    within: "tuple[Nested, ...]" = ()
    keys: Mapping[str, int] = field(default_factory=dict)


def test_a_thread_waits_for_another_to_finish_building_a_type(monkeypatch: pytest.MonkeyPatch) -> None:
    build, begun, go_on = canonical_order._build, threading.Event(), threading.Event()

    def slowly(t: Any) -> Any:
        if t is Nested:
            begun.set()
            assert go_on.wait(10)
        return build(t)

    monkeypatch.setattr(canonical_order, "_found", {})
    monkeypatch.setattr(canonical_order, "_build", slowly)
    value = Nested((Nested(keys={"b": 1, "a": 2}),), {"d": 3, "c": 4})
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(sort_keys, value)
        assert begun.wait(10)
        second = pool.submit(sort_keys, value)
        threading.Timer(0.2, go_on.set).start()
        for found in (first.result(20), second.result(20)):
            assert list(found.keys) == ["c", "d"] and list(found.within[0].keys) == ["a", "b"]
