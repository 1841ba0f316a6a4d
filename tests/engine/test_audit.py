"""The audit finds a single altered byte, and tells a forgery from newer rules."""

import json
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.canonical_order import AS_IT_CAME
from engine.codec import digest
from engine.dice import Entered
from engine.journal import (
    BINDINGS,
    BY_KIND,
    BY_SEQ,
    BY_STEP,
    Entry,
    Opening,
    begin,
    chain_digest,
    play,
    rewind,
    state_digest,
    step_dice,
)
from engine.log.audit import verify
from tests.engine.example.system import FORDS, Fords
from tests.engine.factories import SEED, a_game, a_game_in_battle, an_opening, bot_step

OPENING, ENTRIES, HEADS = a_game()


def a_log_with_everything() -> tuple[Opening, list[Entry]]:
    """Return the opening and the log of a game with seeded and entered dice, a battle, a rewind, and more
    steps after the rewind.
    """
    opening, entries = _everything()
    return opening, list(entries)


@cache
def _everything() -> tuple[Opening, tuple[Entry, ...]]:
    opening, entries, head = a_game_in_battle()
    fought = play(opening, head, "gm", {"kind": "fight_here"}, Entered([6, 1]))
    back = rewind(opening, fought.head, "gm", replace(head))
    fought_again = bot_step(opening, back.head)
    after = bot_step(opening, fought_again.head)
    return opening, (*entries, fought.entry, back.entry, fought_again.entry, after.entry)


def rechained(opening: Opening, entries: list[Entry]) -> list[Entry]:
    """Return a forged log with recomputed digests."""
    previous, forged = opening.digest, []
    for entry in entries:
        forged.append(replace(entry, digest=chain_digest(previous, entry.content())))
        previous = forged[-1].digest
    return forged


def test_an_unaltered_log_verifies() -> None:
    verdict = verify(OPENING, iter(ENTRIES), SEED)
    assert verdict.ok
    assert verdict.seeded
    assert verdict.checked == len(ENTRIES)
    assert verdict.state == state_digest(OPENING, HEADS[-1].state)


def test_a_log_with_entered_dice_and_a_rewind_is_found_true() -> None:
    opening, entries = a_log_with_everything()
    assert verify(opening, entries, SEED).difference is None
    assert verify(opening, entries).difference is None  # the seed is still secret


@pytest.mark.parametrize("binding", BINDINGS)
def test_seeded_dice_after_a_rewind_are_checked_by_what_they_are_bound_to(binding: int) -> None:
    opening, entries, head = a_game_in_battle("bound", binding=binding)
    fought = bot_step(opening, head, entries)
    back = rewind(opening, fought.head, "gm", head)
    log = [*entries, fought.entry, back.entry]
    log.append(bot_step(opening, back.head, log).entry)
    assert log[-1].rolls and verify(opening, log, SEED).ok
    other = replace(opening, binding=BY_STEP if binding == BY_SEQ else BY_SEQ)
    found = verify(other, rechained(other, log), SEED).difference
    first = 0 if binding == BY_KIND else log[-1].seq  # the first changed die
    assert found is not None and (found.seq, found.what) == (first, "die")


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_one_altered_byte_in_any_field_of_any_entry_is_found(data: st.DataObject) -> None:
    opening, entries = a_log_with_everything()
    place = data.draw(st.integers(0, len(entries) - 1), "entry")
    name = data.draw(st.sampled_from([f.name for f in fields(Entry)]), "field")
    written = json.dumps(getattr(entries[place], name))
    at = data.draw(st.integers(0, len(written) - 1), "byte")
    byte = data.draw(st.characters(codec="ascii").filter(lambda c: c != written[at]), "new byte")
    try:
        altered = json.loads(written[:at] + byte + written[at + 1 :])
    except ValueError:
        return  # the database could not even read it
    if altered == json.loads(written):
        return  # only white space changed
    if name in ("rolls", "events"):
        altered = tuple(altered)
    entries[place] = replace(entries[place], **{name: altered})
    found = verify(opening, entries, SEED).difference
    assert found is not None
    assert found.seq == place
    assert found.tampering


def test_every_field_of_every_entry_is_covered() -> None:
    other: dict[str, Any] = {
        "seq": 99,
        "step": 99,
        "kind": "other",
        "seat": "other",
        "action": {"kind": "other"},
        "rolls": ({},),
        "events": ({},),
        "rules_version": "0",
        "digest": "0" * 64,
        "order": AS_IT_CAME,
    }
    assert set(other) == {f.name for f in fields(Entry)}
    opening, entries = a_log_with_everything()
    for place, entry in enumerate(entries):
        for name, value in other.items():
            log = [*entries[:place], replace(entry, **{name: value}), *entries[place + 1 :]]
            found = verify(opening, log, SEED).difference
            assert found is not None and (found.seq, found.what) == (place, "digest"), (place, name)


def loaded_die(entry: Entry) -> Entry:
    rolls = [dict(roll) for roll in entry.rolls]
    rolls[0]["face"] = rolls[0]["face"] % 6 + 1
    return replace(entry, rolls=tuple(rolls))


def other_source(entry: Entry) -> Entry:
    return replace(entry, rolls=tuple({**roll, "source": "scripted"} for roll in entry.rolls))


def fewer_dice(entry: Entry) -> Entry:
    return replace(entry, rolls=entry.rolls[:-1])


def more_dice(entry: Entry) -> Entry:
    extra = {**entry.rolls[0], "source": "entered"}
    return replace(entry, rolls=(*entry.rolls, extra))


def other_events(entry: Entry) -> Entry:
    return replace(entry, events=())


def unreadable_die(entry: Entry) -> Entry:
    return replace(entry, rolls=({"sides": 6},))


@pytest.mark.parametrize(
    ("forgery", "what"),
    [
        (loaded_die, "die"),
        (other_source, "source"),
        (fewer_dice, "dice"),
        (more_dice, "dice"),
        (other_events, "events"),
        (unreadable_die, "broken"),
    ],
)
def test_a_forger_who_mends_the_chain_is_found_by_the_rules_and_the_seed(
    forgery: Callable[[Entry], Entry], what: str
) -> None:
    opening, entries, _ = a_game()
    forged = rechained(opening, [forgery(entries[0]), *entries[1:]])
    found = verify(opening, forged, SEED).difference
    assert found is not None
    assert (found.seq, found.what, found.tampering) == (0, what, True)


def test_an_action_that_the_rules_refuse_is_found() -> None:
    opening, entries, _ = a_game()
    forged = rechained(opening, [entries[0], replace(entries[1], seat="gm"), *entries[2:]])
    found = verify(opening, forged, SEED).difference
    assert found is not None and (found.seq, found.what) == (1, "refused")
    assert "not_awaited" in found.found


def test_an_entry_left_out_or_put_twice_is_found() -> None:
    opening, entries, _ = a_game()
    for forged in (entries[:2] + entries[3:], entries[:2] + entries[1:], entries[1:]):
        found = verify(opening, rechained(opening, forged), SEED).difference
        assert found is not None and found.what == "order"


def test_a_rewind_to_what_was_undone_is_found() -> None:
    opening, entries = a_log_with_everything()
    at = next(e.seq for e in entries if e.kind == "rewind")
    forged = rechained(opening, [*entries[:at], replace(entries[at], action={"to": 77}), *entries[at + 1 :]])
    found = verify(opening, forged, SEED).difference
    assert found is not None and (found.seq, found.what) == (at, "order")


def test_another_seed_than_the_committed_one_is_found() -> None:
    found = verify(OPENING, ENTRIES, b"another seed").difference
    assert found is not None and found.what == "commitment"


def test_another_scenario_than_the_game_began_with_is_found() -> None:
    found = verify(an_opening(rounds=4), ENTRIES, SEED).difference
    assert found is not None and (found.seq, found.what) == (0, "digest")


def test_an_altered_snapshot_is_found() -> None:
    states = {4: state_digest(OPENING, HEADS[4].state), 6: digest("altered")}
    found = verify(OPENING, ENTRIES, SEED, states).difference
    assert found is not None and (found.seq, found.what) == (6, "state")


class NewerFords(Fords):
    """Rules of a later version, in which rule 1 gives one extra strength point."""

    version = "2"

    def open(self, scenario: Any, options: Any) -> Any:
        return super().open({**scenario, "strength": scenario["strength"] + 1}, options)


def test_newer_rules_that_judge_differently_are_no_forgery() -> None:
    found = verify(replace(OPENING, system=NewerFords()), ENTRIES, SEED).difference
    assert found is not None
    assert (found.seq, found.what, found.newer_rules) == (0, "events", True)
    assert not found.tampering


class MendedFords(Fords):
    """Rules of a later version without changes that matter to this game."""

    version = "1.1"


def test_newer_rules_that_judge_alike_agree() -> None:
    assert verify(replace(OPENING, system=MendedFords()), ENTRIES, SEED).ok


def test_a_forged_die_is_a_forgery_under_newer_rules_too() -> None:
    newer = replace(OPENING, system=NewerFords())
    forged = rechained(newer, [loaded_die(ENTRIES[0]), *ENTRIES[1:]])
    found = verify(newer, forged, SEED).difference
    assert found is not None and (found.what, found.tampering) == ("die", True)


# --- secret dice ---


def a_log_with_cards(sources: tuple[str, ...]) -> tuple[Opening, list[Entry]]:
    """Return the opening and the log of a game of Three Fords that has just begun. Each seat has secretly
    drawn two cards from the server's dice, and entered dice have placed the camps.
    """
    opening = replace(an_opening(sources=sources), scenario=FORDS.scenario("cards"))
    dice = Entered([1, 2, 3, 4, 5, 6], server=step_dice(opening, None, SEED))
    return opening, [begin(opening, dice).entry]


@pytest.mark.parametrize("sources", [("entered",), ("seeded", "entered")])
def test_secret_dice_are_the_servers_whatever_else_the_game_allows(sources: tuple[str, ...]) -> None:
    opening, log = a_log_with_cards(sources)
    assert {roll["source"] for roll in log[0].rolls} == {"seeded", "entered"}
    assert verify(opening, log, SEED).ok and verify(opening, log).ok


@pytest.mark.parametrize(
    ("change", "what"),
    [({"source": "entered"}, "source"), ({"face": 0}, "die"), ({"secret": False}, "source")],
)
def test_a_secret_die_that_is_not_the_servers_is_found(change: dict[str, Any], what: str) -> None:
    opening, log = a_log_with_cards(("entered",))
    place = next(i for i, roll in enumerate(log[0].rolls) if roll.get("secret") and roll["face"])
    rolls = [{**roll, **change} if i == place else roll for i, roll in enumerate(log[0].rolls)]
    forged = rechained(opening, [replace(log[0], rolls=tuple(rolls))])
    found = verify(opening, forged, SEED).difference
    assert found is not None and found.what == what and found.tampering
