"""The rules of a game: a system opened on one scenario and one set of options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pprint import pformat
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from engine.contract.battles import BattleReport, OpenBattle, usual_end
from engine.contract.decisions import Choice, Choices, Decision, in_words
from engine.contract.facts import Fact
from engine.contract.promises import OPEN, Breach, Promise
from engine.contract.seats import OrderKind, Power, SeatInfo
from engine.contract.steps import Outcome, Step
from engine.minds import mind_of
from engine.refusals import Facts, InvalidAction, Mistake, Unimaginable

if TYPE_CHECKING:
    from engine.dice import Dice


S = TypeVar("S")


class Rules(ABC, Generic[S]):
    """A system opened on one scenario and one set of options. Every method is a pure function.

    Callers pass scenario, options, states, actions and orders with the keys of every mapping sorted
    (engine.canonical_order), so that rules can iterate over a mapping directly: its order has no meaning.
    """

    system: ClassVar[str] = ""
    """The name of the system whose mind plays the bots' seats; "" where the rules have a bot of their own."""

    @property
    def hides_nothing(self) -> bool:
        """Return whether every event is public and ``view`` hides nothing, in this scenario under these
        options. If so, people can undo their own steps; otherwise only those that ``is_undoable`` names.
        """
        return False

    @property
    @abstractmethod
    def seats(self) -> tuple[SeatInfo, ...]:
        """Return the places at the table, in order."""

    def powers(self, state: S, seat: str) -> tuple[Power, ...]:
        """Return the powers that the seat leads now, in order. They are public. None by default."""
        return ()

    def order_kinds(self, seat: str) -> tuple[OrderKind, ...]:
        """Return the standing orders that the seat can write. None by default."""
        return ()

    @abstractmethod
    def setup(self, dice: Dice) -> Step[S]:
        """Return the first state and the events of the set-up."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Decision, ...]:
        """Return the decisions that the game waits for. Empty only when ``outcome`` is not None."""

    @abstractmethod
    def choices(self, state: S, seat: str) -> Choices:
        """Return every legal action of the seat now. Empty for a seat without decisions or options."""

    @abstractmethod
    def apply(self, state: S, seat: str, action: Any, dice: Dice) -> Step[S]:
        """Carry out an action. Raises IllegalAction with nothing changed; can raise engine.dice.DiceNeeded.

        Rules refuse before the first die. The reason reaches the player (also for actions that no choice
        offers, see engine.dry_run), so it must not reveal more than ``view`` does.
        """

    @abstractmethod
    def view(self, state: S, seat: str | None) -> Facts:
        """Return the seat's view as JSON (None: a spectator's). Hidden facts never appear in it."""

    def imagine(self, state: S, seat: str, dice: Dice) -> S:
        """Return a state that this seat cannot distinguish from the real one. Anything that decides on a
        seat's behalf (bot, advice, standing order, refusal, rehearsal) gets this state, so that nothing can
        peek. The dice are separate from the game's. ``seat`` can be ``GM``, who knows only public facts.

        The result depends only on the dice and on the seat's knowledge: states that the seat cannot tell
        apart give, with equal dice, the same state. The view includes everything the seat ever learned about
        facts still hidden; for an ended game the state itself is returned. Raises Unimaginable when there is
        too little to draw from. By default returns the state itself if the rules hide nothing.
        """
        if not self.hides_nothing:
            raise Unimaginable("", "not_imagined")
        return state

    @abstractmethod
    def sees(self, event: Any, seat: str | None) -> Any | None:
        """Return the event as the seat sees it: whole, a redacted copy, or None."""

    def only_announces(self, event: Any) -> bool:
        """Return whether a public event reveals only that a player has answered, but not how. Others asked at
        the same time can then answer as if it had not happened. False by default.
        """
        return False

    def is_undoable(self, action: Any, events: Sequence[Any]) -> bool:
        """Return whether a player can undo the step without a trace, because it was no secret answer and
        revealed nothing hidden. By default no step can be undone so if anything is hidden.
        """
        return self.hides_nothing

    def interrupts_plan(self, event: Any, seat: str) -> bool:
        """Return whether an event should stop a plan so that its player can look, such as a defeat of their
        army on the way. By default a plan continues while its next action is allowed.
        """
        return False

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result of the game; None while it continues."""

    def bot(self, state: S, seat: str, dice: Dice) -> Any:
        """Return a legal, sensible action for a seat that owes a decision. The state is one that the seat
        imagines, and the dice are the bot's own. By default the system's bot decides (engine.minds).
        """
        return mind_of(self.system).act(self, state, seat, dice)

    def why(self, state: S, action: Any) -> Facts | None:
        """Return the bot's reason for an action, as a ``code`` and facts, in the same imagined state. None if
        the bot has no reason to give.
        """
        return mind_of(self.system).why(self, state, action) if self.system else None

    def advice(self, state: S, seat: str, dice: Dice) -> tuple[Any, Facts | None]:
        """Return the bot's action for a seat, and the reason."""
        if self.system:
            return mind_of(self.system).advise(self, state, seat, dice)
        action = self.bot(state, seat, dice)
        return action, self.why(state, action)

    def turn_of(self, state: S) -> int | None:
        """Return the number of the current turn (round, bound). None by default."""
        return None

    def scores(self, state: S) -> Mapping[str, int]:
        """Return the public score of each seat: points won (or lost, if the wording says so) or another
        count. By default nothing is scored before the end.
        """
        return {}

    def metrics(self, state: S) -> Mapping[str, int]:
        """Return the measures that play-outs record, as means after some turns and at the end
        (engine.playouts). They say more than the winner if one side nearly always wins. Empty by default.
        """
        return {}

    def opens(self, state: S) -> OpenBattle | None:
        """Return the battle that would answer a pending decision. None by default."""
        return None

    def report(self, state: S, report: BattleReport) -> Any:
        """Return the action with which seat ``GM`` answers the open battle from this report. Raises
        InvalidAction if the report does not fit the forces, and always by default.
        """
        raise InvalidAction("", "no_battle_open")

    def force_result(self, state: S, winner: str, dice: Dice) -> BattleReport:
        """Return a typical report of the open battle if this side ("attacker", "defender") wins it. Forecasts
        of a battle's stakes use such reports, with separate dice (engine.playouts). By default the beaten
        side loses half of every unit and the victor a quarter. Raises InvalidAction without an open battle.
        """
        battle = self.opens(state)
        if battle is None:
            raise InvalidAction("", "no_battle_open")
        return usual_end(battle, winner)

    def check_state(self, state: S) -> tuple[Mistake, ...]:
        """Return the impossible facts of a state: a unit too many, an unknown place. Rules never produce such
        states; this checks corrections by hand. None are known by default.
        """
        return ()

    def amendable(self, state: S) -> tuple[Fact, ...] | None:
        """Return the facts that a game master can correct now. By default (None) every plain value except
        what is in progress; none if something is hidden.
        """
        return None

    def tidy_state(self, state: S) -> S:
        """Clean up the state after a correction, dropping parts that have become empty. Changes nothing by
        default.
        """
        return state

    def promises(self, state: S, seat: str, to: str) -> Choices:
        """Return the promises that one seat can make to another, each as a choice whose fields are the terms,
        based on public facts. By default free words, until a turn if turns are counted.
        """
        return (in_words(self.turn_of(state)),)

    def concerns_promise(self, state: S, promise: Promise, event: Any) -> bool:
        """Return whether an event concerns a promise; ``state`` is the one before the step. False by
        default.
        """
        return False

    def breach(self, state: S, promise: Promise, choice: Choice) -> Breach | None:
        """Return how a choice would break a promise of its seat; None if it would not. Predicted from that
        seat's knowledge. By default nothing breaks a promise.
        """
        return None

    def judge_promise(self, promise: Promise, events: Sequence[Any], over: bool) -> str:
        """Return whether a promise is kept, broken or open, judging by the relevant events since it was made.
        ``over``: its time has passed. The two parties declare the result of open ones. By default all stay
        open.
        """
        return OPEN

    def settles(self, promise: Promise) -> bool:
        """Return whether the log alone decides if a promise was kept. False by default."""
        return False

    def describe(self, state: S) -> str:
        """Describe the whole state as text, including hidden facts, for debugging (`manage.py show`). By
        default its ``repr``.
        """
        return pformat(state)

    def standing(self, state: S, decision: Decision, orders: Facts) -> Any | None:
        """Return the action that standing orders give ({decision kind: {field: value}}, those for the
        decision's power), in a state that the seat imagines. None by default.
        """
        return None
