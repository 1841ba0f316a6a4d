"""Try actions without rolling a die or keeping the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, Generic, Literal, TypeVar

from engine.canonical_order import in_order
from engine.choices import matching
from engine.codec import Codec
from engine.dice import Dice, Roll, Throw
from engine.game import Choice, IllegalAction, Json, Refusal, Rules, Step
from engine.values import dataclass

S = TypeVar("S")

MOST_ALIKE: Final = 1000  # throws for the same purpose in one rehearsal

Why = Literal["die", "other_seat", "hidden", "refused", "ended"]


class ComesToADie(Exception):
    """Raised when the tried action needs dice; up to here no rule forbids it."""

    def __init__(self, throws: Sequence[Throw]) -> None:
        self.throws = tuple(throws)
        super().__init__(", ".join(sorted({throw.purpose for throw in throws})))


class Withheld:
    """Dice that cannot be rolled: any attempt raises ComesToADie."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    def roll(self, throw: Throw) -> int:
        raise ComesToADie([throw])

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        raise ComesToADie(throws)


class Middling(Withheld):
    """Dice that show their middle face, so that a plan can continue past them. Secret throws are refused,
    since an invented card would look like a fact. Endless rerolls are also refused, since the face never
    changes.
    """

    def __init__(self) -> None:
        super().__init__()
        self._asked = Counter[str]()

    def roll(self, throw: Throw) -> int:
        self._asked[throw.purpose] += 1
        if throw.secret or self._asked[throw.purpose] > MOST_ALIKE:
            raise ComesToADie([throw])
        return throw.low + (throw.sides - 1) // 2

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        return tuple(map(self.roll, throws))


def why_not(rules: Rules[S], state: S, seat: str, action: Any) -> Refusal | None:
    """Return the rules' refusal of an action (a dataclass, as the codec reads it); None if they allow it, at
    least up to its first die. Nothing is rolled, and the result is discarded.
    """
    try:
        rules.apply(state, seat, action, Withheld())
    except Refusal as refusal:
        return refusal
    except ComesToADie:
        return None
    return None


# --- several actions, one after the other -----------------------------------------------------------------


@dataclass(frozen=True)
class TriedAction(Generic[S]):
    """An action carried out on trial: the matching choice, the resulting state and the events."""

    choice: Choice
    state: S
    events: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Stop:
    """The reason why a rehearsal stops: the next action needs dice (``throws``; the action is allowed by
    ``choice``), other ``seats`` answer first, the action would reveal something hidden, it is refused, or
    the game has ended.
    """

    why: Why
    throws: tuple[Throw, ...] = ()
    seats: tuple[str, ...] = ()
    refusal: Refusal | None = None
    choice: Choice | None = None


@dataclass(frozen=True)
class Rehearsal(Generic[S]):
    """The result of trying some actions. ``stop`` is None if all were carried out. Otherwise the rehearsal
    stopped before action number ``len(taken)``, counted from 0, and the rest is unknown.
    """

    taken: tuple[TriedAction[S], ...]
    state: S
    stop: Stop | None = None


def rehearse(
    rules: Rules[S],
    codec: Codec,
    worlds: Sequence[S],
    seat: str,
    actions: Sequence[Json],
    *,
    supposing: bool = False,
) -> Rehearsal[S]:
    """Try a seat's actions (JSON, as ``codec`` writes them), up to a die, another seat's decision or a look
    at something hidden.

    ``worlds`` are states that the seat cannot tell from one another (``Rules.imagine``), or the real state
    alone if nothing is hidden. An action after which the seat could tell them apart reveals something hidden.
    The result belongs to the first of them. ``supposing``: continue past a die as if it showed its middle
    face; nothing after it is certain.
    """
    dice: Dice = Middling() if supposing else Withheld()
    states, taken = list(worlds), list[TriedAction[S]]()
    for action in actions:
        found = [_try_action(rules, codec, state, seat, action, dice) for state in states]
        first = found[0]
        if any(
            _known_effects(rules, codec, seat, one) != _known_effects(rules, codec, seat, first)
            for one in found[1:]
        ):
            first = Stop("hidden")
        if isinstance(first, Stop):
            return Rehearsal(tuple(taken), states[0], first)
        taken.append(first)
        states = [one.state for one in found if isinstance(one, TriedAction)]
    return Rehearsal(tuple(taken), states[0])


def _try_action(
    rules: Rules[S], codec: Codec, state: S, seat: str, action: Json, dice: Dice
) -> TriedAction[S] | Stop:
    """Try one action. As in a real submission, it must be the seat's turn, and the action must be valid,
    offered and allowed.
    """
    if rules.outcome(state) is not None:
        return Stop("ended")
    asked = tuple(sorted({decision.seat for decision in rules.pending(state)}))
    if seat not in asked:
        return Stop("other_seat", seats=asked)
    choice: Choice | None = None
    try:
        understood = in_order(codec.read(action))
        choice = find_choice(rules.choices(state, seat), action, codec.write(understood))
        if choice is None:
            raise why_not(rules, state, seat, understood) or IllegalAction("", "not_a_choice")
        step: Step[S] = rules.apply(state, seat, understood, dice)
    except Refusal as refusal:
        return Stop("refused", refusal=refusal)
    except ComesToADie as comes:
        return Stop("die", throws=comes.throws, choice=choice)
    return TriedAction(choice, in_order(step.state), tuple(step.events))


def find_choice(choices: Sequence[Choice], action: Json, written: Json) -> Choice | None:
    """Return the choice that offers an action, as it was sent or as the codec writes it, with omitted parts
    filled in.
    """
    return matching(choices, action) or matching(choices, written)


def _known_effects(rules: Rules[S], codec: Codec, seat: str, found: TriedAction[S] | Stop) -> Any:
    """Return everything that the seat would learn from an action."""
    if isinstance(found, Stop):
        refusal = (
            None if found.refusal is None else str(found.refusal)
        )  # compare only section, code and facts
        return (found.why, found.throws, found.seats, refusal)
    shown = [rules.sees(event, seat) for event in found.events]
    return (
        [None if event is None else codec.write(event) for event in shown],
        rules.view(found.state, seat),
        rules.choices(found.state, seat),
    )
