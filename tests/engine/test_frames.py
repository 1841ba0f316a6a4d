"""How frames in progress are handled: interruptions nested four deep, a path whose remaining steps are on the
stack, and several decisions at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from engine.dice import Scripted
from engine.frames import Ask, Frame, Frames, JointHandler, Stacked, Work, stack_lines
from engine.game import Choice, Decision, IllegalAction
from tests.engine import factories, toll_road
from tests.engine.contract import check_contract, check_refusals
from tests.engine.toll_road import (
    CODEC,
    FRAMES,
    TOLL_ROAD,
    Action,
    Answer,
    Backing,
    Plan,
    Planned,
    Plans,
    Quarrel,
    Quarrelled,
    Refusal,
    Rounds,
    Stake,
    State,
    Toll,
    TollHandler,
    TollRoadRules,
    Tour,
    TourEnded,
    Visited,
)

RULES = TollRoadRules()


def after(*steps: tuple[str, Action], faces: tuple[int, ...] = ()) -> tuple[State, list[Any]]:
    """Return the state after these answers, and all events that the answers caused."""
    state, events, dice = RULES.setup(Scripted([])).state, [], Scripted(list(faces))
    for seat, action in steps:
        step = RULES.apply(state, seat, action, dice)
        state, events = step.state, [*events, *step.events]
    assert not dice.faces
    return state, events


PLANNED = (("red", Plan(("blue", "green", "red"))), ("blue", Plan(("blue",))), ("green", Plan(("green",))))
QUARREL = (*PLANNED, ("blue", Answer(True)), ("red", Answer(True)), ("green", Answer(True)))


# --- several seats at once ---


def test_all_who_are_asked_at_once_answer_in_any_order_and_nothing_happens_before_the_last() -> None:
    state, events = after(*PLANNED[:2])
    assert [(d.seat, d.kind) for d in RULES.pending(state)] == [("green", "plan")]
    assert events == [Planned("red"), Planned("blue")] and state.round == 1
    there, told = after(*PLANNED)
    back, _ = after(*reversed(PLANNED))
    assert there == back and Visited("red", "blue") in told


def test_a_decision_keeps_its_id_while_others_answer_and_no_two_have_the_same() -> None:
    ids: dict[str, tuple[str, str]] = {}
    for count in range(len(QUARREL) + 1):
        for decision in RULES.pending(after(*QUARREL[:count])[0]):
            asked = (decision.seat, decision.kind)
            assert ids.setdefault(decision.id, asked) == asked
    assert sorted(ids) == [
        "0:plan:blue",
        "0:plan:green",
        "0:plan:red",
        "3:toll",
        "4:refuse",
        "5:back",
        "6:stake:blue",
        "6:stake:red",
    ]


def test_what_one_has_answered_is_kept_in_the_frame_and_shown_to_nobody_else() -> None:
    one, _ = after(("red", Plan(("blue",))))
    other, _ = after(("red", Plan(("green", "red"))))
    assert one.stack[-1] == Plans(answers={"red": Plan(("blue",))})
    assert RULES.view(one, "blue") == RULES.view(other, "blue")
    assert RULES.view(one, "red") != RULES.view(other, "red")
    assert CODEC.read(CODEC.write(one)) == one


def test_whoever_has_answered_is_not_asked_again() -> None:
    state, _ = after(("red", Plan(("blue",))))
    assert RULES.choices(state, "red") == ()
    assert [c.decision for c in RULES.choices(state, "blue")] == ["0:plan:blue"]
    with pytest.raises(IllegalAction, match="not_your_decision"):
        RULES.apply(state, "red", Plan(("green",)), Scripted([]))


def test_a_wrong_answer_is_refused_at_once_and_not_when_all_are_in() -> None:
    state = RULES.setup(Scripted([])).state
    for wrong in (Plan(()), Plan(("red", "red")), Plan(("rome",)), Stake(1)):
        with pytest.raises(IllegalAction):
            RULES.apply(state, "red", wrong, Scripted([]))


# --- interrupts and paths ---


def test_four_interrupts_lie_on_top_of_a_tour_whose_rest_waits_below_them() -> None:
    state, _ = after(*QUARREL)
    assert state.stack == (
        Rounds(),
        Tour("green", ("green",)),
        Tour("blue", ("blue",)),
        Tour("red", ("green", "red")),
        Toll("blue", "red", True),
        Refusal("blue", "red", True),
        Backing("blue", "red", True),
        Quarrel("blue", "red", True),
    )
    assert state.in_progress(Tour) == Tour("red", ("green", "red"))
    assert CODEC.read(CODEC.write(state)) == state


def test_when_the_interrupts_are_over_the_way_goes_on_with_its_next_leg() -> None:
    state, events = after(*QUARREL, ("blue", Stake(1)), ("red", Stake(2)), faces=(3, 3))
    assert Quarrelled({"blue": 1, "red": 2}, "blue") in events
    assert events[-1] == Visited("red", "green") and TourEnded("red") not in events
    assert state.stack[3:] == (Tour("red", ("red",)), Toll("green", "red"))


def test_a_way_that_is_broken_off_below_the_interrupts_ends_when_they_are_over() -> None:
    state, events = after(*QUARREL, ("red", Stake(0)), ("blue", Stake(1)), faces=(3, 3))
    assert Quarrelled({"blue": 1, "red": 0}, "red") in events
    assert Visited("red", "green") not in events and TourEnded("red") in events
    assert {d.kind for d in RULES.pending(state)} == {"plan"} and state.round == 2  # posts of other seats


def test_a_stack_prints_what_is_not_as_usual() -> None:
    lines = list(stack_lines(after(*QUARREL)[0].stack))
    assert lines[0] == "in progress: Quarrel keeper=blue, visitor=red, backed=True"
    assert lines[1] == "below it: Backing keeper=blue, visitor=red, done=True"
    assert lines[4] == "below it: Tour seat=red, rest=(green red)" and lines[-1] == "below it: Rounds"
    assert str(Plans({"red": Plan(("blue",))})) == "Plans answers=(red:Plan(posts=('blue',)))"


# --- standing orders ---


def decided(state: State, seat: str) -> Decision:
    return next(d for d in RULES.pending(state) if d.seat == seat)


def test_a_standing_order_answers_for_the_one_who_is_asked() -> None:
    state, _ = after(*QUARREL[:-1])
    green = decided(state, "green")
    assert RULES.standing(state, green, {"back": {"yes": True}}) == Answer(True)
    assert RULES.standing(state, green, {}) is None
    assert RULES.standing(state, green, {"stake": {"keep": 1}}) is None


def test_a_standing_order_answers_for_each_of_those_who_are_asked_at_once() -> None:
    state, _ = after(*QUARREL)
    state = state.but(coins={"red": 7, "blue": 3, "green": 0})
    orders = {"stake": {"keep": 2}}
    said = [RULES.standing(state, decided(state, seat), orders) for seat in ("red", "blue")]
    assert said == [Stake(5), Stake(1)]
    answered = RULES.apply(state, "red", Stake(5), Scripted([])).state
    assert RULES.standing(answered, decided(state, "red"), orders) is None  # red has answered already
    assert RULES.standing(state.but(stack=()), green_light(), orders) is None


def green_light() -> Decision:
    return Decision("9:stake:green", "green", "stake", Stake(0))


def test_the_order_kinds_stand_in_the_order_of_their_files() -> None:

    assert [kind.decision for kind in FRAMES.order_kinds((factories, toll_road))] == ["back", "stake"]
    assert FRAMES.order_kinds((factories,)) == ()


# --- the kit ---


def test_a_kind_of_frame_has_one_duty() -> None:
    with pytest.raises(ValueError, match="Toll has two handlers"):
        FRAMES.handler(Toll)(TollHandler)


def test_two_systems_know_nothing_of_each_others_frames() -> None:
    other: Frames[Any, Any] = Frames()
    other.handler(Toll)(TollHandler)
    assert other.kinds == (Toll,) and len(FRAMES.kinds) == 7


def test_a_state_changes_only_fields_that_it_has() -> None:
    state, _ = after()
    assert state.but(round=4) == replace(state, round=4) and type(state.but(round=4)) is State
    with pytest.raises(TypeError, match="rounds"):
        state.but(rounds=4)


def test_a_game_that_is_over_takes_no_answer() -> None:
    over = after()[0].but(stack=())
    assert RULES.pending(over) == () and RULES.choices(over, "red") == ()
    with pytest.raises(IllegalAction, match="game_over") as refused:
        RULES.apply(over, "red", Plan(("red",)), Scripted([]))
    assert refused.value.rule == "7"


@dataclass(frozen=True)
class Council(Frame):
    answers: Mapping[str, Any] = field(default_factory=dict)


class CouncilHandler(JointHandler[Stacked, Any]):
    """The handler of a frame that asks red about two of its powers, and blue without naming a power."""

    def asks(self, pos: Stacked, frame: Council) -> tuple[Ask, ...]:
        return (
            Ask("red", "vote", Answer(False), power="rome"),
            Ask("red", "vote", Answer(False), power="greeks"),
            Ask("blue", "vote", Answer(False)),
        )

    def choices(self, pos: Stacked, frame: Council, ask: Ask) -> tuple[Choice, ...]:
        return (Choice("vote", {"power": ask.power}),)

    def check(self, pos: Stacked, frame: Council, ask: Ask, action: Any) -> None:
        assert action != "nonsense"

    def settle(self, play: Work[Stacked, Stacked], frame: Council) -> None:
        play.pop()


class Meeting(Work[Stacked, Stacked]):
    @property
    def pos(self) -> Stacked:
        return self.state


def test_a_seat_that_leads_several_powers_answers_for_one_after_the_other() -> None:
    handler, play = CouncilHandler(), Meeting(Stacked(stack=(Council(),)), Scripted([]))
    asked = []
    while not handler.advance(play, play.top):
        owed = handler.pending_asks(play.pos, play.top)
        asked.append([ask.whose for ask in owed])
        handler.take(play, play.top, owed[0], "aye")
    assert asked == [["rome", "blue"], ["greeks", "blue"], ["blue"]]
    assert play.state.stack == ()
    powers = [ask.decision("1").power for ask in handler.asks(play.pos, Council())]
    assert powers == ["rome", "greeks", ""]


def test_an_expensive_default_is_calculated_lazily() -> None:
    thought = []

    def default() -> Answer:
        thought.append("once")
        return Answer(True)

    ask = Ask("red", "vote", default)
    assert ask.seat == "red" and not thought
    assert ask.decision("1").default == Answer(True) and thought == ["once"]
    assert Ask("red", "vote", Answer(False)).decision("1").default == Answer(False)


# --- whole games ---


def test_toll_road_keeps_the_contract() -> None:
    deepest = 0
    for seed in range(1, 5):
        played = check_contract(TOLL_ROAD, seed)
        deepest = max(deepest, *(len(head.state.stack) for head in played.heads))
    assert deepest == 8


def test_no_illegal_action_is_accepted() -> None:
    reasons = check_refusals(check_contract(TOLL_ROAD, 7), 1500)
    assert {"not_your_decision", "not_now", "no_tour", "not_that_much"} <= reasons


# --- covert questions ---


def test_a_covert_question_is_covert_as_a_decision_and_in_its_standing_order() -> None:
    frames: Frames[State, Any] = Frames()
    said = frames.standing_order("toll", rule="3", covert=True)(lambda pos, frame, said: Answer(False))
    assert said is not None and frames.orders["toll"].kind.covert
    assert Ask("red", "toll", Answer(False), "3", covert=True).decision("1:toll").covert
    assert not Ask("red", "toll", Answer(False), "3").decision("1:toll").covert
