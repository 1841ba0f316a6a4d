"""The kit's bot takes the option of the highest value, judged by what its seat may know, within its limit of
work.
"""

from dataclasses import replace
from typing import Any

import pytest

from engine.bots import EndlessGame, play_out
from engine.codec import canonical
from engine.dice import Seeded
from engine.game import IllegalAction
from kit.bot.one_ply import Work, one_ply, sample_actions
from tests.engine.example.pieces import CODEC, Attack, Hold, Levy
from tests.engine.example.system import FORDS, SEATS, evaluate
from tests.found import some

RULES = FORDS.open(FORDS.scenario("even"), {"rounds": 6})


def thoughts(number: int = 0) -> Seeded:
    return Seeded(b"thoughts", "test", number)


def at_first() -> Any:
    return RULES.setup(Seeded(b"game", "test", 0)).state


def at_levy(seat: str) -> Any:
    """Return a state in which all seats have held and this seat levies first."""
    state = at_first()
    for who in SEATS:
        state = RULES.apply(state, who, Hold(), thoughts()).state
    assert any(d.kind == "levy" and d.seat == seat for d in RULES.pending(state))
    return state


def test_it_takes_the_action_after_which_most_is_there() -> None:
    state = at_levy("red")
    taken = one_ply(RULES, CODEC, state, "red", evaluate, thoughts(), Work(actions=40, trials=80))
    assert isinstance(taken, Levy) and sum(taken.shares.values()) == 2
    worst = one_ply(RULES, CODEC, state, "red", lambda s, seat: -evaluate(s, seat), thoughts(), Work(40, 80))
    assert isinstance(worst, Levy) and sum(worst.shares.values()) == 0


def test_equal_dice_think_equal_thoughts() -> None:
    state = at_first()
    twice = [one_ply(RULES, CODEC, state, "blue", evaluate, thoughts(3), Work(12, 24, 4)) for _ in range(2)]
    assert twice[0] == twice[1]


def test_what_is_tried_is_different_and_allowed() -> None:
    state = at_first()
    found = list(sample_actions(RULES, CODEC, state, "red", thoughts(), 12))
    assert found[0] == Hold() and any(isinstance(one, Attack) for one in found)
    assert len({canonical(CODEC.write(one)) for one in found}) == len(found) <= 12
    for one in some(found):
        RULES.apply(state, "red", one, thoughts())


def test_the_bot_tries_a_limited_number_of_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    state, calls = at_first(), []
    real = type(RULES).apply
    monkeypatch.setattr(type(RULES), "apply", lambda *a: calls.append(a[2]) or real(*a))
    one_ply(RULES, CODEC, state, "red", evaluate, thoughts(), Work(actions=8, trials=16))
    assert 8 <= len(calls) <= 24
    calls.clear()
    one_ply(RULES, CODEC, state, "red", evaluate, thoughts(), Work(8, 16), enough=lambda: True)
    assert len(calls) <= 8, "a clock stops it after the first trial of each"


def test_it_thinks_on_imagined_states_only() -> None:
    """The secret orders of other seats make no difference to the bot's decision."""
    state = RULES.apply(at_first(), "blue", Hold(), thoughts()).state
    other = replace(state, orders={"blue": Attack("east", "red", 1)})
    seen: list[Any] = []

    def watching(world: Any, seat: str) -> float:
        seen.append(world)
        return evaluate(world, seat)

    taken = [
        one_ply(RULES, CODEC, world, "red", watching, thoughts(5), Work(6, 12)) for world in (state, other)
    ]
    assert taken[0] == taken[1]
    half = len(seen) // 2
    assert half and seen[:half] == seen[half:], "every state that it saw was the same"


def test_what_is_refused_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    real = type(RULES).apply

    def stubborn(self: Any, state: Any, seat: str, action: Any, dice: Any) -> Any:
        if isinstance(action, Attack):
            raise IllegalAction("2", "not_today")
        return real(self, state, seat, action, dice)

    monkeypatch.setattr(type(RULES), "apply", stubborn)
    assert one_ply(RULES, CODEC, at_first(), "red", evaluate, thoughts(), Work(12, 24)) == Hold()


def test_bots_play_a_game_to_its_end_and_the_kit_beats_the_default() -> None:
    def default(rules: Any, state: Any, seat: str, dice: Any) -> Any:
        return next(d.default for d in rules.pending(state) if d.seat == seat)

    def own(rules: Any, state: Any, seat: str, dice: Any) -> Any:
        return rules.bot(state, seat, dice)

    won = sum(
        seat in play_out(RULES, {**dict.fromkeys(SEATS, default), seat: own}, f"{n}").winners
        for n in range(3)
        for seat in SEATS
    )
    assert won >= 6
    bots = dict.fromkeys(SEATS, own)
    assert play_out(RULES, bots, "again") == play_out(RULES, bots, "again")
    with pytest.raises(EndlessGame):
        play_out(RULES, bots, "again", most=3)


def test_rules_without_a_system_advise_what_their_bot_does() -> None:
    assert not RULES.system
    action, why = RULES.advice(at_first(), "red", thoughts())
    assert action == RULES.bot(at_first(), "red", thoughts()) and why is None
