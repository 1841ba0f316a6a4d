"""The interface of a rules system: the game, its pending decisions, its choices and its events.

A *system* (``System``) is a small object registered under a name. Opened with a scenario and options it gives
*rules* (``Rules``): pure functions from state to state. Nothing here knows a database or a page. Refusals are
in :mod:`engine.refusals`; everything else that a writer of rules needs is here.

Actions are imperative (``MoveArmy``), events past tense (``ArmyMoved``); both are frozen dataclasses that the
system registers with its :class:`engine.codec.Codec`, which writes them as ``{"kind": "move_army", ...}``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pprint import pformat
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from engine import orders
from engine.codec import late
from engine.minds import mind_of
from engine.paths import Leg as Leg
from engine.paths import Path as Path
from engine.promises import FURTHEST, LONGEST, OPEN, UNTIL, WORDS
from engine.promises import Breach as Breach
from engine.promises import Promise as Promise
from engine.refusals import BadScenario as BadScenario
from engine.refusals import Facts as Facts
from engine.refusals import IllegalAction as IllegalAction
from engine.refusals import InvalidAction as InvalidAction
from engine.refusals import Json as Json
from engine.refusals import Mistake as Mistake
from engine.refusals import Refusal as Refusal
from engine.refusals import StaleAction as StaleAction
from engine.refusals import Unimaginable as Unimaginable

if TYPE_CHECKING:
    from engine.codec import Codec
    from engine.dice import Dice

GM: Final = "gm"  # the referee: answers decisions that belong to no player (a battle's report, a ruling)


# --- what the game waits for ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decision:
    """An answer that a seat owes.

    ``id`` is unique in the game and stable while the decision is pending. ``default`` is a legal action: it
    happens at the deadline unless a standing order says otherwise. ``facts`` are for the page. ``power`` is
    the one asked, if the seat leads several powers.

    ``covert``: the question itself would reveal what the seat holds. So it comes whether or not the seat can
    do anything, is answered at once by standing order or default, and is shown to nobody else, before or
    after, until an event reveals it. A seat that wants to be asked (``ASK_ME``) is asked in both cases. Its
    kind is among the system's ``order_kinds``.
    """

    id: str
    seat: str
    kind: str
    default: Any
    rule: str = ""
    facts: Facts = field(default_factory=dict)
    power: str = ""
    covert: bool = False


# --- what may be done -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """A possible value of a field. ``facts`` help to describe it (distance, chance). ``cost``: its share of
    the field's ``budget`` each time it is taken. In a Share it gets from ``low`` to ``high`` (None:
    everything). In a Pick the ``usual`` one is preselected."""

    value: Json
    facts: Facts = field(default_factory=dict)
    cost: int = 0
    low: int = 0
    high: int | None = None
    usual: bool = False


@dataclass(frozen=True)
class Pick:
    """Exactly one of the options (or nothing, when ``optional``: the action's field is then None)."""

    name: str
    options: tuple[Option, ...]
    optional: bool = False


@dataclass(frozen=True)
class Number:
    """A whole number from ``low`` to ``high``."""

    name: str
    low: int
    high: int
    default: int | None = None


@dataclass(frozen=True)
class Many:
    """A subset of the options, of a size from ``low`` to ``high``; a list in the action. Their total cost is
    at most ``budget``, if there is one.
    """

    name: str
    options: tuple[Option, ...]
    low: int = 0
    high: int | None = None
    budget: int | None = None


@dataclass(frozen=True)
class Share:
    """A distribution: a mapping from option value to a whole number within that option's own bounds, the sum
    from ``low`` to ``high``. The total cost (each option's cost times its number) is at most ``budget``, if
    there is one.
    """

    name: str
    options: tuple[Option, ...]
    low: int
    high: int
    budget: int | None = None


@dataclass(frozen=True)
class Word:
    """Free text of at most ``longest`` characters."""

    name: str
    longest: int = 200


@dataclass(frozen=True)
class Given:
    """JSON whose shape the system documents under ``schema`` (a situation, a battlefield); its own pages draw
    it, the generic page offers a text box. The system's ``apply`` checks it.
    """

    name: str
    schema: str
    example: Json = None


Field = Pick | Number | Many | Share | Word | Path | Given


@dataclass(frozen=True)
class Choice:
    """A legal kind of action, with ``fixed`` fields and ``fields`` to fill in.

    Fields must be independent of each other: where one answer restricts another, offer several choices.
    ``apply`` accepts every value that fits the fields (only a ``Given`` field may still be refused).
    ``decision`` names the pending decision it answers. ``rule`` is the section that allows it.
    """

    kind: str
    fixed: Facts = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    rule: str = ""
    decision: str | None = None
    facts: Facts = field(default_factory=dict)


Choices = tuple[Choice, ...]


@dataclass(frozen=True)
class Fact:
    """A fact of a state that a game master may correct (engine.log.amending). ``path``: the names and keys
    that lead to it in the JSON state. ``field``: its possible values; None: any of its type. ``missing``: its
    value while absent; ``within``: how its record begins if that is absent too. ``seen_by``: the seats that
    know it; None: everyone. ``about``: facts for its name.
    """

    path: tuple[str, ...]
    field: Field | None = None
    missing: Json = None
    within: Facts | None = None
    seen_by: tuple[str, ...] | None = None
    about: Facts | None = None


def in_words(turn: int | None, last: int | None = None) -> Choice:
    """A promise in free words, from this turn until a chosen one."""
    return Choice(WORDS, fields=(Word(WORDS, LONGEST), *until_turn(turn, last)))


def until_turn(turn: int | None, last: int | None = None) -> tuple[Number, ...]:
    """The field for the turn in which a promise ends; none if no turns are counted."""
    if turn is None:
        return ()
    high = turn + FURTHEST if last is None else max(turn, last)
    return (Number(UNTIL, turn, high, min(turn + 1, high)),)


# --- what happened ----------------------------------------------------------------------------------------

S = TypeVar("S")


@dataclass(frozen=True)
class Step(Generic[S]):
    """The state after an action, and the events on the way in order.

    ``dice``: for each die of the step, in order, the number of the event it caused (from 0), or None where it
    caused none; :class:`engine.story.Story` counts them. None for the whole means that all the dice belong to
    the first event.
    """

    state: S
    events: tuple[Any, ...] = ()
    dice: tuple[int | None, ...] | None = None


@dataclass(frozen=True)
class Outcome:
    """The result of a game. ``ranks``: seats by result, winners first; seats in one rank did equally well,
    and unnamed ones come last. () is a draw. ``reason`` is a code, ``rule`` the section."""

    ranks: tuple[tuple[str, ...], ...]
    reason: str
    rule: str = ""
    scores: Facts = field(default_factory=dict)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winning seats; empty for a draw."""
        return self.ranks[0] if self.ranks else ()

    @property
    def winner(self) -> str | None:
        """The sole winner; None if there is none."""
        return self.winners[0] if len(self.winners) == 1 else None

    def written(self) -> Facts:
        """The outcome as JSON. Older versions had only a ``winner``."""
        return {
            "winner": self.winner,
            "ranks": [list(rank) for rank in self.ranks],
            "reason": self.reason,
            "rule": self.rule,
            "scores": dict(self.scores),
        }


def won_by(*seats: str | None) -> tuple[tuple[str, ...], ...]:
    """The ranks of a game that these seats win; a draw without any.

    >>> won_by("red"), won_by("red", "blue"), won_by(None)
    ((('red',),), (('red', 'blue'),), ())
    """
    winners = tuple(seat for seat in seats if seat is not None)
    return (winners,) if winners else ()


# --- one game opens another -------------------------------------------------------------------------------


@dataclass(frozen=True)
class ForceUnit:
    """A block of strength in a battle. ``kind``: the campaign's own word (field, frontier, detached, ally);
    ``power``: its nation; ``leader``: its commander, if any. ``strength``: its composition, if the campaign
    counts troop types: (("legion", 2), ("cavalry", 1)); ``sp``: its total worth."""

    id: str
    power: str
    kind: str
    sp: int
    leader: str | None = None
    facts: Facts = field(default_factory=dict)
    strength: tuple[tuple[str, int], ...] = late(())


@dataclass(frozen=True)
class Force:
    """One side of a battle to be fought."""

    seat: str
    units: tuple[ForceUnit, ...]
    facts: Facts = field(default_factory=dict)

    @property
    def sp(self) -> int:
        return sum(unit.sp for unit in self.units)


@dataclass(frozen=True)
class OpenBattle:
    """A decision that a battle may answer (its seat is ``GM``). ``ground`` is the place of the battle."""

    decision: str
    attacker: Force
    defender: Force
    ground: Facts
    rule: str = ""


@dataclass(frozen=True)
class BattleReport:
    """A battle's result: ``winner`` is "attacker", "defender" or None (a tie); losses per unit id in SP.
    ``fates``: what befell leaders, (("totila", "killed"),), as far as the battle shows it; ``holds``: the
    side that holds the field. The campaign decides the consequences."""

    winner: str | None
    losses: Mapping[str, int]
    facts: Facts = field(default_factory=dict)
    fates: tuple[tuple[str, str], ...] = late(())
    holds: str | None = late(None)


@dataclass(frozen=True)
class Muster:
    """The battle game that a bridge proposes for an open battle: the scenario to open the battle system with,
    the campaign seat that plays each of its seats, and the calculation (one JSON object per line, worded by
    the shell) that shows the players how each SP became an element."""

    scenario: Facts
    options: Facts
    seats: Mapping[str, str]
    reckoning: tuple[Facts, ...] = ()


@dataclass(frozen=True)
class OwnChances:
    """The odds of a battle by a campaign's own dice: the chances that the attacker wins, that neither does,
    that the defender wins; and each side's mean loss as a share of its strength."""

    attacker: Fraction
    tie: Fraction
    defender: Fraction
    attacker_loses: Fraction
    defender_loses: Fraction


ANYHOW: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {}
)  # reports do not say how pieces were lost


BEATEN, VICTOR = Fraction(1, 2), Fraction(1, 4)  # the usual shares of losses


def usual_end(battle: OpenBattle, winner: str) -> BattleReport:
    """A plain guess at a battle won by this side: every beaten unit loses half, rounded up; every victorious
    one a quarter, rounded down."""
    losses = {}
    for side, force in (("attacker", battle.attacker), ("defender", battle.defender)):
        for unit in force.units:
            lost = int(unit.sp * VICTOR) if side == winner else -int(-unit.sp * BEATEN // 1)
            if lost:
                losses[unit.id] = lost
    return BattleReport(winner, losses, holds=winner)


class Bridge(ABC):
    """Turns a campaign's strengths into a battle's army, and casualties back. Pure."""

    campaign: str
    battle: str
    here: ClassVar[bool] = False
    """Whether battles are played here, on the screen, with the server's dice; else on a table, where people
    move miniatures, may roll real dice and correct what they mistyped."""

    pieces: ClassVar[str] = "elements"
    """What an army is counted in there: "elements", "units" or "blocks"."""

    ways: ClassVar[tuple[str, ...]] = ()
    """The ways in which pieces may be lost, where these cost the campaign differently. By default a loss is a
    loss."""

    def size(self, battle: OpenBattle) -> int:
        """The size of a battle: a game may leave smaller ones to the campaign's own dice. By default the
        strength points of both sides together.
        """
        return battle.attacker.sp + battle.defender.sp

    @abstractmethod
    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        """The battle game for that decision of a campaign on that scenario."""

    @abstractmethod
    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        """The ended battle's result for the campaign. ``view`` is the battle's view for a spectator."""

    def own_chances(self, battle: OpenBattle) -> OwnChances | None:
        """The exact chances of that battle by the campaign's own dice, with which the bridge is compared
        (`manage.py fairness`). None by default.
        """
        return None

    def elements(self, muster: Muster) -> Mapping[str, int]:
        """The number of elements of each unit on the table. By default none: people then report strength
        points.
        """
        return {}

    def fallen_leaders(self, muster: Muster) -> Mapping[str, str]:
        """Return the leaders whom people may report as fallen in a battle fought elsewhere, each with the
        fate that the report then gives them. None by default."""
        return {}

    def typed(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        fell: Mapping[str, int],
        how: Mapping[str, Mapping[str, int]] = ANYHOW,
    ) -> BattleReport:
        """Convert a battle's result, typed as fallen elements per unit. ``how``: the number lost in each of
        the bridge's ``ways``; by default all in the first. Only for bridges with ``elements``. Raises
        InvalidAction for impossible losses.
        """
        raise InvalidAction("", "nothing_fielded")


# --- a system ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatInfo:
    """A place at the table. ``colour`` and ``mark`` (two letters) distinguish a power."""

    id: str
    name: str  # msgid: the shell translates it
    colour: str = ""
    mark: str = ""


ASK_ME: Final = {"ask_me": True}  # an order for covert decisions: to be asked instead of answered for


@dataclass(frozen=True)
class Power:
    """A power that a seat leads, if a player leads several: a nation, a people. Its ``id`` is unique in the
    whole game, its colour and mark are like a seat's."""

    id: str
    name: str  # msgid: the system's wording translates it
    colour: str = ""
    mark: str = ""


@dataclass(frozen=True)
class OrderKind:
    """A kind of standing order for decisions of kind ``decision``, for one power or (``power`` empty) for all
    without their own. ``covert`` ones may also be ``ASK_ME``, which the shell handles and rules never see.
    Without ``asked`` the order has no decision kind of its own and answers several."""

    decision: str
    fields: tuple[Field, ...]
    rule: str = ""
    power: str = ""
    covert: bool = False
    asked: bool = True

    @property
    def key(self) -> str:
        """The key under which it is stored."""
        return orders.key(self.decision, self.power)


class Rules(ABC, Generic[S]):
    """A system opened on one scenario and one set of options. Every method is a pure function.

    Callers pass scenario, options, states, actions and orders with the keys of every mapping sorted
    (engine.order), so that rules may iterate over a mapping directly: its order means nothing.
    """

    system: ClassVar[str] = ""
    """The name of the system whose mind plays the bots' seats; "" where the rules have a bot of their own."""

    @property
    def hides_nothing(self) -> bool:
        """Whether every event is public and ``view`` hides nothing, in this scenario under these options.
        Then people may undo their own steps; otherwise only those named by ``leaves_open``."""
        return False

    @property
    @abstractmethod
    def seats(self) -> tuple[SeatInfo, ...]:
        """The places at the table, in order."""

    def powers(self, state: S, seat: str) -> tuple[Power, ...]:
        """The powers that seat leads now, in order; they are public. None by default."""
        return ()

    def order_kinds(self, seat: str) -> tuple[OrderKind, ...]:
        """The standing orders that this seat may write. By default none."""
        return ()

    @abstractmethod
    def setup(self, dice: Dice) -> Step[S]:
        """The first state and the events of setting up."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Decision, ...]:
        """The decisions the game waits for. Empty only when ``outcome`` is not None."""

    @abstractmethod
    def choices(self, state: S, seat: str) -> Choices:
        """Every legal action of that seat now. Empty for a seat without decisions or options."""

    @abstractmethod
    def apply(self, state: S, seat: str, action: Any, dice: Dice) -> Step[S]:
        """Carry out an action. Raises IllegalAction with nothing changed; may raise
        engine.dice.DiceNeeded.

        It refuses before its first die. The reason reaches the player (also for actions that no choice
        offers, see engine.rehearsal), so it must reveal no more than ``view`` does.
        """

    @abstractmethod
    def view(self, state: S, seat: str | None) -> Facts:
        """The JSON view of that seat (None: a spectator). Hidden facts never appear in it."""

    def imagine(self, state: S, seat: str, dice: Dice) -> S:
        """A state that this seat cannot distinguish from the real one. Anything that decides on a seat's
        behalf (bot, advice, standing order, refusal, rehearsal) gets this one, so that nothing can peek. Its
        dice are separate from the game's. ``seat`` may be ``GM``, who knows only public facts.

        It depends only on the dice and on the seat's knowledge: states that the seat cannot tell apart give,
        with equal dice, the same state. The view includes everything the seat ever learned about facts still
        hidden; for an ended game the state itself is returned. Raises Unimaginable when there is too little
        to draw from. By default the state itself, as long as the rules hide nothing.
        """
        if not self.hides_nothing:
            raise Unimaginable("", "not_imagined")
        return state

    @abstractmethod
    def sees(self, event: Any, seat: str | None) -> Any | None:
        """The event as that seat may know it: whole, a redacted copy, or None."""

    def only_announces(self, event: Any) -> bool:
        """Whether a public event reveals only that somebody has answered, but not how: others asked at the
        same time may answer as if it had not happened. False by default.
        """
        return False

    def leaves_open(self, action: Any, events: Sequence[Any]) -> bool:
        """Whether a player may undo a step without a trace: it was no secret answer and has revealed nothing
        hidden. By default no step where anything is hidden."""
        return self.hides_nothing

    def unsettles(self, event: Any, seat: str) -> bool:
        """Whether an event should stop a plan so that its player can look: their army was beaten on the way.
        By default a plan continues while its next action is allowed."""
        return False

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result of the game; None while it continues."""

    def bot(self, state: S, seat: str, dice: Dice) -> Any:
        """A legal, sensible action for a seat that owes a decision. The state is one that the seat imagines,
        and the dice are the bot's own. By default the action of the system's bot (engine.minds)."""
        return mind_of(self.system).act(self, state, seat, dice)

    def why(self, state: S, action: Any) -> Facts | None:
        """The bot's reason for that action, as a ``code`` and facts, in the same imagined state. None if it
        has no reason to give.
        """
        return mind_of(self.system).why(self, state, action) if self.system else None

    def advice(self, state: S, seat: str, dice: Dice) -> tuple[Any, Facts | None]:
        """The bot's action for a seat, and its reason."""
        if self.system:
            return mind_of(self.system).advise(self, state, seat, dice)
        action = self.bot(state, seat, dice)
        return action, self.why(state, action)

    def turn_of(self, state: S) -> int | None:
        """The number of the turn (round, bound) now. By default none is counted."""
        return None

    def scores(self, state: S) -> Mapping[str, int]:
        """The public score of each seat: points won (or lost, if the wording says so) or another count. By
        default nothing is scored before the end."""
        return {}

    def gauges(self, state: S) -> Mapping[str, int]:
        """The ``scores`` measured in play-outs, as means after some turns and at the end (engine.playouts).
        They say more than the winner where one side nearly always wins. None by default.
        """
        return {}

    def opens(self, state: S) -> OpenBattle | None:
        """The battle that would answer a pending decision. By default no decision awaits one."""
        return None

    def report(self, state: S, report: BattleReport) -> Any:
        """The action with which seat ``GM`` answers the open battle from this report. Raises InvalidAction if
        the report does not fit the forces; by default no battle is open."""
        raise InvalidAction("", "no_battle_open")

    def ended_so(self, state: S, winner: str, dice: Dice) -> BattleReport:
        """A typical report of the open battle if that side ("attacker", "defender") wins it. Forecasts of a
        battle's stakes use such reports, with dice of their own (engine.playouts). By default the beaten side
        loses half of every unit and the victor a quarter. Raises InvalidAction without an open battle."""
        battle = self.opens(state)
        if battle is None:
            raise InvalidAction("", "no_battle_open")
        return usual_end(battle, winner)

    def check_state(self, state: S) -> tuple[Mistake, ...]:
        """Impossible facts of a state: a unit too many, an unknown place. Rules never lead there; corrections
        by hand are checked with this. By default none are known."""
        return ()

    def amendable(self, state: S) -> tuple[Fact, ...] | None:
        """The facts that a game master may correct now. By default (None) every plain value except what is in
        progress; none where something is hidden."""
        return None

    def tidied(self, state: S) -> S:
        """Tidy the state after a correction, dropping parts that have become empty. Unchanged by default."""
        return state

    def promises(self, state: S, seat: str, to: str) -> Choices:
        """The promises that seat may make to another, each as a choice whose fields are the terms, based on
        public facts. By default free words, until a turn if turns are counted.
        """
        return (in_words(self.turn_of(state)),)

    def bears_on(self, state: S, promise: Promise, event: Any) -> bool:
        """Whether an event concerns a promise; ``state`` is the one before the step. False by default."""
        return False

    def breach(self, state: S, promise: Promise, choice: Choice) -> Breach | None:
        """How a choice would break a promise of the seat it is offered to; None if it does not. Computed in
        advance, from that seat's knowledge. By default nothing breaks one.
        """
        return None

    def kept(self, promise: Promise, events: Sequence[Any], over: bool) -> str:
        """Whether a promise is kept, broken or open, by the events since it was made that concern it.
        ``over``: its time has passed. The two parties declare the result of open ones. By default all stay
        open.
        """
        return OPEN

    def settles(self, promise: Promise) -> bool:
        """Whether the log alone decides if a promise was kept. False by default."""
        return False

    def describe(self, state: S) -> str:
        """The whole state as text, including hidden facts, for debugging (`manage.py show`). By default
        Python's own form.
        """
        return pformat(state)

    def standing(self, state: S, decision: Decision, orders: Facts) -> Any | None:
        """The action given by standing orders ({decision kind: {field: value}}, those for the decision's
        power), in a state that the seat imagines. None by default."""
        return None


@dataclass(frozen=True)
class Completed:
    """A scenario completed from a part. ``moved``: prefixes of paths in the whole -> prefixes in the part, to
    locate mistakes.
    """

    scenario: Facts
    moved: Mapping[str, str] = field(default_factory=dict)

    def placed(self, mistake: Mistake) -> Mistake:
        """A mistake with its path in the document that was sent."""
        row, bracket, rest = mistake.path.partition("]")
        sent = self.moved.get(row + bracket)
        return mistake if sent is None else replace(mistake, path=sent + rest)


class System(ABC):
    """A rules system, registered under a name."""

    name: str
    version: str  # of the rules code: recorded in every entry
    codec: Codec  # of this system's state, actions and events
    actions: tuple[type, ...] = ()  # the codec's classes that are actions
    events: tuple[type, ...] = ()  # ... and its events
    state: type | None = None
    title: str = ""  # msgid of its name for people; without one its name in capitals

    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Names of the built-in scenarios and their titles (msgids), the default one first."""

    @abstractmethod
    def scenario(self, name: str) -> Facts:
        """A built-in scenario as JSON, with its provenance."""

    @abstractmethod
    def open(self, scenario: Facts, options: Facts) -> Rules[Any]:
        """Rules for one scenario. Raises BadScenario with every mistake. Cheap when called again with equal
        arguments (implementations cache the parsed scenario)."""

    def parts(self, name: str) -> tuple[str, ...]:
        """The parts of a built-in scenario that can be downloaded, edited and uploaded separately. None by
        default."""
        return ()

    def part(self, name: str, part: str) -> Facts:
        """A part of the scenario as a document. Raises KeyError for an unknown name."""
        raise KeyError(part)

    def completed(self, document: Facts) -> Completed:
        """The whole scenario that a part belongs to; any other document is returned unchanged. Raises
        BadScenario."""
        return Completed(document)

    def options(self) -> tuple[Field, ...]:
        """The variants a game may choose; the first option or the default is the standard. By default
        none."""
        return ()
