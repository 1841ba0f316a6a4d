"""Dry runs of actions: how far they go, and why they stop."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import dice
from engine.codec import Codec
from engine.dice import Dice, Scripted, d6
from engine.dry_run import DiceRequired, MiddleFaceDice, rehearse, why_not
from engine.game import Choice, Choices, Decision, Facts, IllegalAction, Outcome, Rules, SeatInfo, Step
from tests.engine.example.system import FORDS
from tests.found import some
from tests.games.stroll import CODEC as STROLL_CODEC
from tests.games.stroll import HALT, STROLL, THROW, WALK, Halt, Throw, Walk, Walked

STEPS = {"walk": Walk(), "throw": Throw(), "halt": Halt()}


def stroll(turns: int = 9) -> tuple[Any, Any]:
    rules = STROLL.open({"seats": ["north", "south"], "turns": turns}, {})
    return rules, rules.setup(Scripted([])).state


def test_a_dry_run_executes_steps_without_dice() -> None:
    rules, state = stroll()
    done = rehearse(rules, STROLL_CODEC, [state], "north", [WALK, WALK, HALT])
    assert done.stop is None
    assert [step.events for step in done.taken[:2]] == [(Walked("north"),)] * 2
    assert (done.state.points, done.state.seat) == ({"north": 2, "south": 0}, "south")
    assert state.points == {"north": 0, "south": 0}, "the real state is as it was"


def test_it_stops_before_a_die_and_tells_which() -> None:
    rules, state = stroll()
    done = rehearse(rules, STROLL_CODEC, [state], "north", [WALK, THROW, WALK])
    assert done.stop is not None
    assert (len(done.taken), done.stop.why) == (1, "die")
    assert [throw.purpose for throw in done.stop.throws] == ["throw"]
    assert done.stop.choice == Choice("throw", decision="turn:1:north"), "the throw itself is allowed"


def test_a_supposing_dry_run_uses_the_middle_face_of_each_die() -> None:
    rules, state = stroll()
    done = rehearse(rules, STROLL_CODEC, [state], "north", [WALK, THROW, WALK], supposing=True)
    certain = rehearse(rules, STROLL_CODEC, [state], "north", [WALK, THROW, WALK])
    assert (len(done.taken), done.stop) == (3, None)
    assert done.taken[0] == certain.taken[0]
    middle = rules.apply(done.taken[0].state, "north", Throw(), Scripted([3]))
    assert done.taken[1].events == tuple(middle.events)


def test_secret_dice_are_never_assumed() -> None:
    with pytest.raises(DiceRequired):
        MiddleFaceDice().roll(dice.Throw(6, "draw", secret=True))
    assert MiddleFaceDice().roll_all([dice.Throw(6, "a"), dice.Throw(10, "b", low=0)]) == (3, 4)


def test_equal_faces_that_are_rolled_off_are_not_supposed_for_ever() -> None:
    """A dry run supposes the middle face for every die. Two such dice always tie, so the dry run stops
    instead of rolling them off again and again.
    """
    middling = MiddleFaceDice()

    def roll_off() -> None:
        while len(set(middling.roll_all([dice.Throw(6, "roll_off", seat=seat) for seat in "ab"]))) == 1:
            pass

    with pytest.raises(DiceRequired, match="roll_off"):
        roll_off()
    assert middling.roll(dice.Throw(6, "another")) == 3, "only what was asked for over and over is withheld"


def test_it_stops_where_another_seat_is_asked() -> None:
    rules, state = stroll()
    done = rehearse(rules, STROLL_CODEC, [state], "north", [WALK, HALT, WALK])
    assert done.stop is not None
    assert (len(done.taken), done.stop.why, done.stop.seats) == (2, "other_seat", ("south",))
    waiting = rehearse(rules, STROLL_CODEC, [state], "south", [WALK])
    assert waiting.stop is not None
    assert (waiting.stop.why, waiting.stop.seats) == ("other_seat", ("north",))


def test_it_stops_at_the_end_of_the_game() -> None:
    rules, state = stroll(turns=0)
    done = rehearse(rules, STROLL_CODEC, [state], "north", [WALK])
    assert done.stop is not None
    assert (done.taken, done.stop.why) == ((), "ended")


@pytest.mark.parametrize(
    ("action", "rule", "code"),
    [
        ({"kind": "attack", "camp": "east", "target": "red", "stake": 1}, "2", "no_such_target"),
        ({"kind": "attack", "camp": "east", "target": "blue", "stake": 9}, "2", "stake_not_there"),
        ({"kind": "levy", "shares": {}}, "2", "not_now"),
        ({"kind": "fly"}, "", "unknown_kind"),
        ({"kind": "attack", "camp": "east"}, "", "missing_field"),
        ("attack", "", "not_an_object"),
    ],
)
def test_what_is_refused_is_refused_as_when_it_is_sent(action: Any, rule: str, code: str) -> None:
    rules = FORDS.open({"strength": 3}, {})
    state = rules.setup(Scripted([1] * 6)).state
    done = rehearse(rules, FORDS.codec, [state], "red", [action, {"kind": "hold"}])
    assert done.stop is not None
    assert done.stop.refusal is not None
    assert (done.taken, done.stop.why) == ((), "refused")
    assert (done.stop.refusal.rule, done.stop.refusal.code) == (rule, code)


@given(st.lists(st.sampled_from(sorted(STEPS)), max_size=8))
def test_a_dry_run_gives_the_same_state_as_playing(kinds: list[str]) -> None:
    rules, state = stroll()
    done = rehearse(rules, STROLL_CODEC, [state], "north", [{"kind": kind} for kind in kinds])
    events: list[Any] = []
    for kind in kinds[: len(done.taken)]:
        step = rules.apply(state, "north", STEPS[kind], Scripted([]))
        state, events = step.state, [*events, *step.events]
    assert (done.state, [e for taken in done.taken for e in taken.events]) == (state, events)
    whole = len(done.taken) == len(kinds)
    assert (done.stop is None) == whole
    if done.stop is not None:
        assert done.stop.why == ("die" if state.seat == "north" else "other_seat")


# --- hidden facts -----------------------------------------------------------------------------------------

CODEC = Codec(1)


@CODEC.register
@dataclass(frozen=True)
class Wait:
    pass


@CODEC.register
@dataclass(frozen=True)
class LookUnder:
    """An action that turns the cup over and reveals what is under it."""


@CODEC.register
@dataclass(frozen=True)
class Seen:
    what: str


@CODEC.register
@dataclass(frozen=True)
class Cup:
    under: str
    shown: bool = False
    waited: int = 0


class CupRules(Rules[Cup]):
    """Rules with one seat, and a cup with something under it."""

    seats = (SeatInfo("one", "One"),)

    def setup(self, dice: Dice) -> Step[Cup]:
        return Step(Cup("pearl" if d6(dice, "hide") > 3 else "pebble"))

    def pending(self, state: Cup) -> tuple[Decision, ...]:
        return (Decision(str(state.waited), "one", "do", Wait()),)

    def choices(self, state: Cup, seat: str) -> Choices:
        return (Choice("wait"), Choice("look_under"))

    def apply(self, state: Cup, seat: str, action: Any, dice: Dice) -> Step[Cup]:
        if isinstance(action, LookUnder):
            return Step(replace(state, shown=True), (Seen(state.under),))
        if state.shown and state.under == "pebble":
            raise IllegalAction("7", "nothing_to_wait_for")
        return Step(replace(state, waited=state.waited + 1))

    def view(self, state: Cup, seat: str | None) -> Facts:
        return {"waited": state.waited, "under": state.under if state.shown else None}

    def sees(self, event: Any, seat: str | None) -> Any | None:
        return event

    def outcome(self, state: Cup) -> Outcome | None:
        return None

    def bot(self, state: Cup, seat: str, dice: Dice) -> Any:
        return Wait()


WAIT, LOOK = {"kind": "wait"}, {"kind": "look_under"}


def test_a_dry_run_stops_before_revealing_hidden_facts() -> None:
    worlds = [Cup("pearl"), Cup("pebble")]
    done = rehearse(CupRules(), CODEC, worlds, "one", [WAIT, LOOK, WAIT])
    assert done.stop is not None
    assert (len(done.taken), done.stop.why) == (1, "hidden")
    assert done.stop.refusal is None


def test_a_dry_run_gives_the_same_result_for_every_hidden_state() -> None:
    for actions in some([[LOOK], [WAIT, LOOK], [WAIT, WAIT]]):
        first = rehearse(CupRules(), CODEC, [Cup("pearl"), Cup("pebble")], "one", actions)
        second = rehearse(CupRules(), CODEC, [Cup("pebble"), Cup("pearl")], "one", actions)
        assert (len(first.taken), first.stop) == (len(second.taken), second.stop)
        assert CupRules().view(first.state, "one") == CupRules().view(second.state, "one")


def test_what_was_shown_before_is_no_secret_any_more() -> None:
    done = rehearse(CupRules(), CODEC, [Cup("pebble", shown=True)], "one", [LOOK, WAIT])
    assert done.stop is not None
    assert done.stop.refusal is not None
    assert (len(done.taken), done.stop.refusal.code) == (1, "nothing_to_wait_for")
    assert why_not(CupRules(), Cup("pebble", shown=True), "one", Wait()) is not None
