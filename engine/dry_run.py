"""Try actions without rolling a die or keeping the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, Generic, Literal, TypeVar

from engine.canonical_order import sort_keys
from engine.choices import matching
from engine.codec import Codec
from engine.dice import Dice, Roll, Throw
from engine.game import Choice, IllegalAction, Json, Refusal, Rules, Step
from engine.values import dataclass

S = TypeVar("S")

MOST_ALIKE: Final = 1000  # maximum number of throws for one purpose in one rehearsal

Why = Literal["die", "other_seat", "hidden", "refused", "ended"]


class DiceRequired(Exception):
    """Raised when the tried action needs dice. No rule has forbidden the action so far."""

    def __init__(self, throws: Sequence[Throw]) -> None:
        self.throws = tuple(throws)
        super().__init__(", ".join(sorted({throw.purpose for throw in throws})))


class NoRolls:
    """Dice that cannot be rolled: any attempt raises DiceRequired."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    def roll(self, throw: Throw) -> int:
        raise DiceRequired([throw])

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        raise DiceRequired(throws)


class MiddleFaceDice(NoRolls):
    """Dice that always show their middle face, so that a rehearsal can continue past them. Secret throws are
    refused, since an invented card would look like a fact. Endless rerolls are also refused, since the face
    never changes.
    """

    def __init__(self) -> None:
        super().__init__()
        self._asked = Counter[str]()

    def roll(self, throw: Throw) -> int:
        self._asked[throw.purpose] += 1
        if throw.secret or self._asked[throw.purpose] > MOST_ALIKE:
            raise DiceRequired([throw])
        return throw.low + (throw.sides - 1) // 2

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        return tuple(map(self.roll, throws))


def why_not(rules: Rules[S], state: S, seat: str, action: Any) -> Refusal | None:
    """Return the reason why the rules refuse an action, or None if they allow it at least up to its first
    die. The action is a dataclass, as the codec reads it. Nothing is rolled, and the result is discarded.
    """
    try:
        rules.apply(state, seat, action, NoRolls())
    except Refusal as refusal:
        return refusal
    except DiceRequired:
        return None
    return None


# --- several actions in a row ----------------------------------------------------------------------------


@dataclass(frozen=True)
class TriedAction(Generic[S]):
    """An action that was tried: the choice that offers it, the resulting state, and the events."""

    choice: Choice
    state: S
    events: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Stop:
    """The reason why a rehearsal stops. ``why`` is "die" if the next action needs dice (``throws``), and then
    ``choice`` offers it. It is "other_seat" if other ``seats`` answer first, and "hidden" if the action would
    reveal something hidden. It is "refused" if the rules refuse the action (``refusal``), and "ended" if the
    game has ended.
    """

    why: Why
    throws: tuple[Throw, ...] = ()
    seats: tuple[str, ...] = ()
    refusal: Refusal | None = None
    choice: Choice | None = None


@dataclass(frozen=True)
class Rehearsal(Generic[S]):
    """The result of trying some actions. ``taken``: the actions carried out. ``state``: the state after them.
    ``stop``: None if all were carried out. Otherwise the rehearsal stopped before action number
    ``len(taken)``, counted from 0, and the remaining actions were not tried.
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
    """Try a seat's actions (JSON, as ``codec`` writes them) until one needs dice, waits for another seat or
    would reveal something hidden.

    ``worlds``: states that the seat cannot tell from one another (``Rules.imagine``), or only the real state
    if nothing is hidden. If the seat could tell them apart after an action, the action reveals something
    hidden. The result belongs to the first of these states. ``supposing``: whether to continue past a die as
    if it showed its middle face, in which case nothing after it is certain.
    """
    dice: Dice = MiddleFaceDice() if supposing else NoRolls()
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
    """Try one action and return its result, or the reason to stop. As in a real submission, it must be the
    seat's turn, and the action must be valid, offered and allowed.
    """
    if rules.outcome(state) is not None:
        return Stop("ended")
    asked = tuple(sorted({decision.seat for decision in rules.pending(state)}))
    if seat not in asked:
        return Stop("other_seat", seats=asked)
    choice: Choice | None = None
    try:
        understood = sort_keys(codec.read(action))
        choice = find_choice(rules.choices(state, seat), action, codec.write(understood))
        if choice is None:
            raise why_not(rules, state, seat, understood) or IllegalAction("", "not_a_choice")
        step: Step[S] = rules.apply(state, seat, understood, dice)
    except Refusal as refusal:
        return Stop("refused", refusal=refusal)
    except DiceRequired as comes:
        return Stop("die", throws=comes.throws, choice=choice)
    return TriedAction(choice, sort_keys(step.state), tuple(step.events))


def find_choice(choices: Sequence[Choice], action: Json, written: Json) -> Choice | None:
    """Return the choice that offers an action, or None. ``written``: the same action as the codec writes it,
    with omitted parts filled in.
    """
    return matching(choices, action) or matching(choices, written)


def _known_effects(rules: Rules[S], codec: Codec, seat: str, found: TriedAction[S] | Stop) -> Any:
    """Return everything that the seat would learn from a tried action, whether it was carried out or stopped,
    in a form that can be compared.
    """
    if isinstance(found, Stop):
        # compare only the refusal's section, code and facts
        refusal = None if found.refusal is None else str(found.refusal)
        return (found.why, found.throws, found.seats, refusal)
    shown = [rules.sees(event, seat) for event in found.events]
    return (
        [None if event is None else codec.write(event) for event in shown],
        rules.view(found.state, seat),
        rules.choices(found.state, seat),
    )
