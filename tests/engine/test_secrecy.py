"""Rules with a leak are found, whatever the leak; the example system has none."""

from dataclasses import replace
from typing import Any

import pytest

from engine.dice import Seeded, Throw, d6
from engine.game import Choices, Decision, Facts, IllegalAction, Step
from engine.journal import Opening, begin
from kit.hand import deck
from tests.engine.example import FORDS
from tests.engine.example.pieces import (
    AMBUSH,
    CAMPS,
    SEATS,
    AmbushLaid,
    Attack,
    Hold,
    Levy,
    OrderGiven,
    State,
)
from tests.engine.example.system import DRAW, Fords, FordsRules
from tests.engine.secrecy import Kept, check_secrecy
from tests.engine.toll_road import TOLL_ROAD

CARDS: dict[str, Any] = {"scenario": FORDS.scenario("cards"), "options": {"rounds": 5}}


def checked(rules: type[FordsRules], **more: Any) -> Kept:
    """Run the secrecy check on Three Fords with changed rules."""

    class Planted(Fords):
        def open(self, scenario: Facts, options: Facts) -> FordsRules:
            return rules(**vars(super().open(scenario, options)))

    return check_secrecy(Planted(), 1, **CARDS, **more)


def lucky(state: State, seat: str | None) -> bool:
    """Return whether any other seat holds an ambush, which is a secret."""
    return any(AMBUSH in hand for other, hand in state.hands.items() if other != seat)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_example_system_keeps_its_secrets(seed: int) -> None:
    found = check_secrecy(FORDS, seed, **CARDS, worlds=3)
    assert found.worlds > 100 and found.tries > 1000 and found.steps > 200


@pytest.mark.parametrize("seed", range(2))
def test_a_system_made_of_frames_keeps_them_too(seed: int) -> None:
    found = check_secrecy(TOLL_ROAD, seed)
    assert found.worlds > 10 and found.steps > 100


def test_without_cards_orders_are_hidden_all_the_same() -> None:
    found = check_secrecy(FORDS, 1)
    assert found.worlds > 10 and found.steps > 50


def test_a_leaking_view_is_found() -> None:
    class Leaking(FordsRules):
        def view(self, state: State, seat: str | None) -> Facts:
            return {**super().view(state, seat), "careful": lucky(state, seat)}

    with pytest.raises(AssertionError, match="by the view"):
        checked(Leaking)


def test_a_view_that_tells_by_its_order_is_found() -> None:
    class Leaking(FordsRules):
        def view(self, state: State, seat: str | None) -> Facts:
            seen = super().view(state, seat)
            return dict(reversed(seen.items())) if lucky(state, seat) else seen

    with pytest.raises(AssertionError, match="by the view"):
        checked(Leaking)


def test_a_view_that_tells_only_spectators_is_found() -> None:
    class Leaking(FordsRules):
        def view(self, state: State, seat: str | None) -> Facts:
            seen = super().view(state, seat)
            return {**seen, "hands": {s: list(h) for s, h in state.hands.items()}} if seat is None else seen

    with pytest.raises(AssertionError, match="by a spectator's view"):
        checked(Leaking)


def test_a_leaking_choice_is_found() -> None:
    class Leaking(FordsRules):
        def choices(self, state: State, seat: str) -> Choices:
            risk = {"risky": lucky(state, seat)}
            return tuple(replace(choice, facts=risk) for choice in super().choices(state, seat))

    with pytest.raises(AssertionError, match="by the choices"):
        checked(Leaking)


@pytest.mark.parametrize("part", ["facts", "default"])
def test_a_question_that_tells_by_its_facts_or_its_default_is_found(part: str) -> None:
    class Leaking(FordsRules):
        def pending(self, state: State) -> tuple[Decision, ...]:
            return tuple(self.told(state, owed) for owed in super().pending(state))

        def told(self, state: State, owed: Decision) -> Decision:
            if part == "facts":
                return replace(owed, facts={"risky": lucky(state, owed.seat)})
            careful = owed.kind == "levy" and lucky(state, owed.seat)
            return replace(owed, default=Levy({"east": 1})) if careful else owed

    with pytest.raises(AssertionError, match="by what it owes"):
        checked(Leaking)


def test_who_is_asked_covertly_only_when_there_is_something_to_lay_is_found_out() -> None:
    class Leaking(FordsRules):
        def _fights(self, state: State) -> bool:
            stands = state.phase == "raids" and state.raids[0].stands
            return stands and (
                super()._fights(state) or AMBUSH not in state.hands[state.raids[0].order.target]
            )

    with pytest.raises(AssertionError, match="by whom the game waits for"):
        checked(Leaking)


def test_a_leaking_event_is_found() -> None:
    class Leaking(FordsRules):
        def sees(self, event: Any, seat: str | None) -> Any | None:
            return event if isinstance(event, OrderGiven) else super().sees(event, seat)

    with pytest.raises(AssertionError, match="by events"):
        checked(Leaking)


def test_an_event_that_comes_only_in_one_case_is_found() -> None:
    class Leaking(FordsRules):
        def sees(self, event: Any, seat: str | None) -> Any | None:
            if isinstance(event, AmbushLaid) and event.laid:
                return replace(event, laid=False)
            return super().sees(event, seat)

    with pytest.raises(AssertionError, match="by events"):
        checked(Leaking)


def test_a_die_that_should_be_secret_and_is_not_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaking(FordsRules):
        pass

    monkeypatch.setattr(deck, "Throw", lambda *args, secret, **more: Throw(*args, **more))
    with pytest.raises(AssertionError, match="events"):
        checked(Leaking)


def test_a_leaking_refusal_is_found() -> None:
    class Leaking(FordsRules):
        def apply(self, state: State, seat: str, action: Any, dice: Any) -> Step[State]:
            if isinstance(action, Attack) and action.camp not in CAMPS and lucky(state, seat):
                raise IllegalAction("8", "you_would_regret_it")
            return super().apply(state, seat, action, dice)

    with pytest.raises(AssertionError, match="by refusals"):
        checked(Leaking)


def test_a_dry_run_that_leaks_by_where_it_stops_is_found() -> None:
    class Leaking(FordsRules):
        def apply(self, state: State, seat: str, action: Any, dice: Any) -> Step[State]:
            if isinstance(action, Hold) and lucky(state, seat):
                d6(dice, "a twig snaps", "8", seat)
            return super().apply(state, seat, action, dice)

    with pytest.raises(AssertionError, match="by where a rehearsal stops"):
        checked(Leaking)


def test_what_everybody_is_told_of_a_question_may_not_depend_on_its_secret() -> None:
    def awaited(decision: Decision) -> str:
        return str(decision.facts)

    class Asking(FordsRules):
        def pending(self, state: State) -> tuple[Decision, ...]:
            return tuple(replace(d, facts={"hand": state.hands.get(d.seat)}) for d in super().pending(state))

    assert checked(Asking).worlds > 100
    with pytest.raises(AssertionError, match="by what the others are asked"):
        checked(Asking, awaited=awaited)


def test_an_imagined_state_with_hidden_facts_is_found() -> None:
    class Peeping(FordsRules):
        def imagine(self, state: State, seat: str, dice: Any) -> State:
            return replace(super().imagine(state, seat, dice), orders=state.orders)

    with pytest.raises(AssertionError, match="its bot could peep"):
        checked(Peeping)


def test_rules_that_imagine_the_real_state_are_found() -> None:
    class Peeping(FordsRules):
        def imagine(self, state: State, seat: str, dice: Any) -> State:
            return state

    with pytest.raises(AssertionError, match="peep|imagines only what is"):
        checked(Peeping)


def test_a_bot_that_remembers_what_apply_was_given_is_found() -> None:
    seen: list[State] = []

    class Cheating(FordsRules):
        def apply(self, state: State, seat: str, action: Any, dice: Any) -> Step[State]:
            step = super().apply(state, seat, action, dice)
            seen[:] = [step.state]
            return step

        def bot(self, state: State, seat: str, dice: Any) -> Any:
            owed = next(d for d in self.pending(state) if d.seat == seat)
            hit = owed.kind == "order" and any(isinstance(o, Attack) for s in seen for o in s.orders.values())
            return Hold() if hit else super().bot(state, seat, dice)

    with pytest.raises(AssertionError, match="by what its bot does"):
        checked(Cheating)


def test_a_secret_told_in_several_entries_is_found() -> None:
    class Dribbling(FordsRules):
        def apply(self, state: State, seat: str, action: Any, dice: Any) -> Step[State]:
            step = super().apply(state, seat, action, dice)
            scouting = isinstance(action, Attack) and action.stake == 1
            return Step(state, (OrderGiven(seat, action),)) if scouting else step

    with pytest.raises(AssertionError, match="in several entries"):
        checked(Dribbling)


def test_an_entry_of_which_others_see_nothing_is_found() -> None:
    class Silent(FordsRules):
        def apply(self, state: State, seat: str, action: Any, dice: Any) -> Step[State]:
            step = super().apply(state, seat, action, dice)
            return Step(state) if isinstance(action, Attack) and action.stake == 1 else step

    with pytest.raises(AssertionError, match="sees nothing of order"):
        checked(Silent)


def test_the_seats_and_purposes_named_here_are_those_of_the_game() -> None:
    opening = Opening("g", FORDS, FORDS.scenario("cards"), {})
    secret = [
        roll["purpose"] for roll in begin(opening, Seeded(b"s", "g", 0)).entry.rolls if "secret" in roll
    ]
    assert set(secret) == {DRAW} and len(secret) == 2 * len(SEATS)
