"""The contract of a game's rules, for one scenario and one set of options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pprint import pformat
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from engine.contract.battles import BattleReport, OpenBattle, usual_end
from engine.contract.decisions import Choice, Choices, Decision, free_promise
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
    """The rules of a system for one scenario and one set of options. Every method is a pure function.

    Callers sort the keys of every mapping in the scenario, options, states, actions and orders that they pass
    (engine.canonical_order). Rules can therefore iterate over a mapping directly, because its order has no
    meaning.
    """

    system: ClassVar[str] = ""
    """The name of the system whose bot plays these rules; "" if the rules have a bot of their own."""

    @property
    def hides_nothing(self) -> bool:
        """Whether, in this scenario with these options, every event is public and ``view`` hides nothing. If
        so, players can undo all their own steps; otherwise only those that ``is_undoable`` accepts.
        """
        return False

    @property
    @abstractmethod
    def seats(self) -> tuple[SeatInfo, ...]:
        """The places at the table, in order."""

    def powers(self, state: S, seat: str) -> tuple[Power, ...]:
        """Return the powers that the seat leads now, in order. Everybody may know them. By default there are
        none.
        """
        return ()

    def order_kinds(self, seat: str) -> tuple[OrderKind, ...]:
        """Return the standing orders that the seat can write. By default there are none."""
        return ()

    @abstractmethod
    def setup(self, dice: Dice) -> Step[S]:
        """Return the first state and the events of the set-up."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Decision, ...]:
        """Return the decisions that the game waits for. There are none only if ``outcome`` is not None."""

    @abstractmethod
    def choices(self, state: S, seat: str) -> Choices:
        """Return every legal action of the seat now. The result is empty if the seat has neither decisions
        nor options.
        """

    @abstractmethod
    def apply(self, state: S, seat: str, action: Any, dice: Dice) -> Step[S]:
        """Carry out an action. Raises IllegalAction if a rule forbids it, and then changes nothing. Can
        raise engine.dice.DiceNeeded.

        Rules must refuse before they roll the first die. The reason reaches the player, even for an
        action that no choice offers (see engine.dry_run). It must therefore not reveal more than ``view``
        does.
        """

    @abstractmethod
    def view(self, state: S, seat: str | None) -> Facts:
        """Return the seat's view as JSON, or a spectator's view for None. Hidden facts never appear in a
        view.
        """

    def imagine(self, state: S, seat: str, dice: Dice) -> S:
        """Return a state that this seat cannot distinguish from the real one. Anything that decides on a
        seat's behalf (bot, advice, standing order, refusal, dry run) gets this state, so that nothing can
        peek. The dice are separate from the game's. ``seat`` can be ``GM``, who knows only public facts.

        The result depends only on the dice and on the seat's knowledge: states that the seat cannot tell
        apart give, with equal dice, the same state. The seat's view includes everything that the seat has
        ever learned about facts that are still hidden. For an ended game the state itself is returned. Raises
        Unimaginable when too little is known to imagine a state. By default returns the state itself if the
        rules hide nothing.
        """
        if not self.hides_nothing:
            raise Unimaginable("", "not_imagined")
        return state

    @abstractmethod
    def sees(self, event: Any, seat: str | None) -> Any | None:
        """Return the event as the seat sees it: the whole event, a redacted copy, or None."""

    def only_announces(self, event: Any) -> bool:
        """Return whether a public event reveals only that a player has answered, but not how. Other players
        who were asked at the same time can then answer as if the event had not happened. By default return
        False.
        """
        return False

    def is_undoable(self, action: Any, events: Sequence[Any]) -> bool:
        """Return whether a player can undo the step without a trace, because it was no secret answer and
        revealed nothing hidden. By default, if the rules hide anything, no step can be undone in this
        way.
        """
        return self.hides_nothing

    def interrupts_plan(self, event: Any, seat: str) -> bool:
        """Return whether an event should stop the seat's plan so that its player can look. An example is a
        defeat of the marching army. By default a plan continues while its next action is allowed.
        """
        return False

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result of the game, or None while the game continues."""

    def bot(self, state: S, seat: str, dice: Dice) -> Any:
        """Return a legal, sensible action for a seat that owes a decision. ``state``: the state imagined for
        the seat, with hidden facts filled in. ``dice``: the bot's own. By default the system's bot decides
        (engine.minds).
        """
        return mind_of(self.system).act(self, state, seat, dice)

    def why(self, state: S, action: Any) -> Facts | None:
        """Return the bot's reason for an action, as a ``code`` and facts, or None if the bot has no reason to
        give. ``state``: the imagined state in which the bot chose the action.
        """
        return mind_of(self.system).why(self, state, action) if self.system else None

    def advice(self, state: S, seat: str, dice: Dice) -> tuple[Any, Facts | None]:
        """Return the action that the bot advises for a seat, and the bot's reason or None."""
        if self.system:
            return mind_of(self.system).advise(self, state, seat, dice)
        action = self.bot(state, seat, dice)
        return action, self.why(state, action)

    def turn_of(self, state: S) -> int | None:
        """Return the number of the current turn (round, bound). By default return None."""
        return None

    def scores(self, state: S) -> Mapping[str, int]:
        """Return the public score of each seat: points won (or lost, if the wording says so) or another
        count. By default the mapping is empty.
        """
        return {}

    def metrics(self, state: S) -> Mapping[str, int]:
        """Return the measures that play-outs record, as means after some turns and at the end
        (engine.playouts). If one side nearly always wins, measures tell more than the winner does. By default
        there are none.
        """
        return {}

    def opens(self, state: S) -> OpenBattle | None:
        """Return the open battle, whose result would answer a pending decision. By default return None."""
        return None

    def report(self, state: S, report: BattleReport) -> Any:
        """Return the action by which seat ``GM`` answers the open battle in line with this report. Raises
        InvalidAction if the report does not fit the forces. By default it always raises InvalidAction.
        """
        raise InvalidAction("", "no_battle_open")

    def force_result(self, state: S, winner: str, dice: Dice) -> BattleReport:
        """Return a typical report of the open battle, won by this side ("attacker" or "defender"). Forecasts
        of a battle's stakes use such reports, with separate dice (engine.playouts). By default the beaten
        side loses half of every unit and the victor a quarter. Raises InvalidAction without an open battle.
        """
        battle = self.opens(state)
        if battle is None:
            raise InvalidAction("", "no_battle_open")
        return usual_end(battle, winner)

    def check_state(self, state: S) -> tuple[Mistake, ...]:
        """Return the impossible facts of a state, such as a surplus unit or an unknown place. Rules never
        produce such states; this method checks corrections made by hand. By default there are none.
        """
        return ()

    def amendable(self, state: S) -> tuple[Fact, ...] | None:
        """Return the facts that a game master can correct now. None, which is the default, means every plain
        value that is not in progress, or nothing if the rules hide anything.
        """
        return None

    def tidy_state(self, state: S) -> S:
        """Return the state without parts that a correction has left empty. By default nothing is changed."""
        return state

    def promises(self, state: S, seat: str, to: str) -> Choices:
        """Return the promises that one seat can make to another, as choices whose fields are the terms. Only
        public facts may determine them. By default the only promise is one in free words, with a last
        turn if the game counts turns.
        """
        return (free_promise(self.turn_of(state)),)

    def concerns_promise(self, state: S, promise: Promise, event: Any) -> bool:
        """Return whether an event concerns a promise. ``state``: the state before the step. By default return
        False.
        """
        return False

    def breach(self, state: S, promise: Promise, choice: Choice) -> Breach | None:
        """Return how a choice would break a promise of its seat, or None if it would not. The prediction
        uses only that seat's knowledge. By default nothing breaks a promise.
        """
        return None

    def judge_promise(self, promise: Promise, events: Sequence[Any], over: bool) -> str:
        """Return KEPT, BROKEN or OPEN for a promise, judging by the events since it was made that concern it.
        ``over``: whether its time has passed. If a promise stays open, the two parties declare its result. By
        default all promises stay open.
        """
        return OPEN

    def settles(self, promise: Promise) -> bool:
        """Return whether the log alone decides if a promise was kept. By default return False."""
        return False

    def describe(self, state: S) -> str:
        """Return a description of the whole state, including hidden facts, for debugging (`manage.py show`).
        By default this is the state's ``repr``.
        """
        return pformat(state)

    def standing(self, state: S, decision: Decision, orders: Facts) -> Any | None:
        """Return the action that standing orders give for a decision, or None if they give none. ``state``:
        the state imagined for the seat, with hidden facts filled in. ``orders``: {decision kind: {field:
        value}} for the decision's power. By default return None.
        """
        return None
