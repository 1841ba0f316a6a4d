"""The dice behind each event: recorded by the rules, kept in the log, checked by the audit."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import Scripted, d6
from engine.dice_record import owners, pair_with_dice, recorded_owners
from engine.game import Step
from engine.journal import Entry, chain_digest
from engine.log.audit import verify
from engine.story import Story
from tests.engine.factories import SEED, a_game
from tests.found import some


def told(*deeds: Any) -> Step[str]:
    """Carry out a story and return its step. An int throws that many dice, a text is an event, a pair is
    an event with the purpose of its dice, and None sets dice aside. The purpose of a die is the number
    of its throw.
    """
    dice = Scripted([1] * 99)
    story = Story(dice)
    for number, deed in enumerate(deeds):
        match deed:
            case int():
                for _ in range(deed):
                    d6(dice, f"throw {number}")
            case str():
                story.tell(deed)
            case (event, of):
                story.tell(event, of=of)
            case None:
                story.set_aside()
    return story.step("state")


def test_an_event_takes_the_dice_that_fell_since_another_one_did() -> None:
    assert told("began", 2, "fought", "fled", 1, "drowned", 1).dice == (1, 1, 3, None)


def test_the_first_of_several_events_owns_the_dice() -> None:
    dice = Scripted([1, 2])
    story = Story(dice)
    d6(dice, "river")
    story.tell("found", "drowned")
    assert story.step("state") == Step("state", ("found", "drowned"), (0,))


def test_an_empty_event_list_owns_no_dice() -> None:
    dice = Scripted([1])
    story = Story(dice)
    d6(dice, "river")
    story.tell()
    story.tell("found")
    assert story.step("state").dice == (0,)


def test_dice_set_aside_wait_for_the_event_that_names_their_purpose() -> None:
    assert told(2, None, 1, "struck", ("drawn", "throw 0")).dice == (1, 1, 0)
    assert told(2, None, 1, "struck").dice == (None, None, 0)


def test_dice_that_are_taken_are_not_taken_again() -> None:
    assert told(1, ("drawn", "throw 0"), 1, ("again", "throw 0"), "later").dice == (0, None)


def test_a_source_used_before_counts_from_where_the_step_began() -> None:
    dice = Scripted([1, 2])
    d6(dice, "an earlier step")
    story = Story(dice)
    d6(dice, "now")
    story.tell("happened")
    assert story.step("state").dice == (0,)


@given(st.lists(st.one_of(st.integers(0, 4), st.sampled_from(["event"]), st.none()), max_size=12))
def test_every_die_is_of_one_event_or_none_and_no_event_comes_before_its_dice(deeds: list[Any]) -> None:
    step = told(*deeds)
    assert step.dice is not None and len(step.dice) == sum(d for d in deeds if isinstance(d, int))
    mine = [event for event in step.dice if event is not None]
    assert mine == sorted(mine) and all(event < len(step.events) for event in mine)


def test_rules_that_say_nothing_mean_the_first_event() -> None:
    assert owners(Step("state", ("foraged", "lost")), 2) == (0, 0)
    assert owners(Step("state"), 2) == (None, None)


@pytest.mark.parametrize("dice", [(0,), (0, 0, 0), (0, 2), (0, -1)])
def test_rules_that_assign_dice_wrongly_are_found(dice: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="2 dice and 2 events"):
        owners(Step("state", ("foraged", "lost"), dice), 2)


def test_the_log_keeps_it_and_an_entry_is_read_with_it() -> None:
    _, log, _ = a_game()
    for entry in some(e for e in log if e.rolls):
        events, rest = pair_with_dice(entry.events, entry.rolls)
        assert [dict(event) for event, _ in events] == [dict(event) for event in entry.events]
        assert [roll for _, rolls in events for roll in rolls] == list(entry.rolls) and not rest


def test_an_entry_of_before_does_not_tell_it() -> None:
    _, log, _ = a_game()
    entry = next(e for e in log if e.rolls)
    older = silent(entry)
    assert recorded_owners(entry.rolls) is not None and recorded_owners(older.rolls) is None
    assert pair_with_dice(older.events, older.rolls)[1] == older.rolls


def test_a_log_of_before_is_verified_as_ever() -> None:
    opening, log, _ = a_game()
    assert verify(opening, rechained(opening, [silent(entry) for entry in log]), SEED).ok


def test_a_die_given_to_another_event_is_found() -> None:
    opening, log, _ = a_game()
    place = next(entry.seq for entry in log if entry.rolls)
    moved = tuple({**roll, "event": None} for roll in log[place].rolls)
    log[place] = replace(log[place], rolls=moved)
    found = verify(opening, rechained(opening, log), SEED).difference
    assert found is not None and (found.seq, found.what) == (place, "dice") and found.tampering


def silent(entry: Entry) -> Entry:
    """Return the entry as older versions wrote it, without links from dice to events."""
    rolls = tuple({k: v for k, v in roll.items() if k != "event"} for roll in entry.rolls)
    return replace(entry, rolls=rolls)


def rechained(opening: Any, log: list[Entry]) -> list[Entry]:
    previous, found = opening.digest, []
    for entry in log:
        previous = chain_digest(previous, entry.content())
        found.append(replace(entry, digest=previous))
    return found
