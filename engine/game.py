"""The interface of a rules system: the game, its pending decisions, its choices and its events.

A *system* (``System``) is a small object registered under a name. Opened with a scenario and options it gives
*rules* (``Rules``): pure functions from state to state. Nothing here knows a database or a page. Refusals are
in :mod:`engine.refusals`; everything else that a rules author needs is here.

Actions are imperative (``MoveArmy``), events past tense (``ArmyMoved``); both are frozen dataclasses that the
system registers with its :class:`engine.codec.Codec`, which writes them as ``{"kind": "move_army", ...}``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from pprint import pformat
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from engine.codec import late
from engine.contract import orders
from engine.contract.promises import FURTHEST, LONGEST, OPEN, UNTIL, WORDS
from engine.contract.promises import Breach as Breach
from engine.contract.promises import Promise as Promise
from engine.minds import mind_of
from engine.refusals import BadScenario as BadScenario
from engine.refusals import Facts as Facts
from engine.refusals import IllegalAction as IllegalAction
from engine.refusals import InvalidAction as InvalidAction
from engine.refusals import Json as Json
from engine.refusals import Mistake as Mistake
from engine.refusals import Refusal as Refusal
from engine.refusals import StaleAction as StaleAction
from engine.refusals import Unimaginable as Unimaginable
from engine.routes.paths import Leg as Leg
from engine.routes.paths import Path as Path
from engine.values import dataclass, replace

if TYPE_CHECKING:
    from engine.codec import Codec
    from engine.dice import Dice

GM: Final = "gm"  # the referee, who answers decisions that belong to no player (a battle's report, a ruling)


# --- what the game waits for ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decision:
    """A decision that a seat owes.

    ``id`` is unique in the game and stable while the decision is pending. ``default`` is a legal action; it
    is taken at the deadline unless a standing order says otherwise. ``facts`` are for the page. ``power`` is
    the power that decides, if the seat leads several.

    ``covert``: the question itself would reveal what the seat holds. It is therefore asked whether or not the
    seat can do anything, answered at once by standing order or default, and never shown to other seats until
    an event reveals it. A seat that wants to be asked (``ASK_ME``) is asked in either case. The kind of a
    covert decision is among the system's ``order_kinds``.
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
    """A possible value of a field. ``facts`` help to describe it (distance, chance). ``cost`` is what it
    takes from the field's ``budget`` each time it is chosen. In a Share, an option gets from ``low`` to
    ``high`` (None: unlimited). In a Pick, the ``usual`` option is preselected.
    """

    value: Json
    facts: Facts = field(default_factory=dict)
    cost: int = 0
    low: int = 0
    high: int | None = None
    usual: bool = False


@dataclass(frozen=True)
class Pick:
    """Exactly one of the options. If ``optional``, the field can also be None."""

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
    """A subset with ``low`` to ``high`` of the options, given as a list in the action. Their total cost must
    not exceed ``budget``, if there is one.
    """

    name: str
    options: tuple[Option, ...]
    low: int = 0
    high: int | None = None
    budget: int | None = None


@dataclass(frozen=True)
class Share:
    """A distribution: a mapping from option value to an amount within the option's own bounds, with a sum
    from ``low`` to ``high``. The total cost (each option's cost times its amount) must not exceed
    ``budget``, if there is one.
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
    """JSON in a format that the system documents under ``schema`` (a situation, a battlefield). The system's
    own pages draw it, the generic page offers a text box, and ``apply`` checks it.
    """

    name: str
    schema: str
    example: Json = None


Field = Pick | Number | Many | Share | Word | Path | Given


@dataclass(frozen=True)
class Choice:
    """A legal kind of action, with ``fixed`` fields and ``fields`` to fill in.

    Fields must be independent: where one answer would restrict another, offer several choices. ``apply``
    accepts every value that fits the fields (except that it can refuse the content of a ``Given`` field).
    ``decision`` names the pending decision that the choice answers. ``rule`` is the section that allows it.
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
    """A fact of a state that a game master can correct (engine.log.amending). ``path``: the names and keys
    that lead to it in the JSON state. ``field``: its possible values; None: any value of its type.
    ``missing``: its value while absent; ``within``: the start of its record if that is absent too.
    ``seen_by``: the seats that know the fact; None: everyone. ``about``: facts used to name it.
    """

    path: tuple[str, ...]
    field: Field | None = None
    missing: Json = None
    within: Facts | None = None
    seen_by: tuple[str, ...] | None = None
    about: Facts | None = None


def in_words(turn: int | None, last: int | None = None) -> Choice:
    """Return the choice of a promise in free words, from this turn until a chosen one."""
    return Choice(WORDS, fields=(Word(WORDS, LONGEST), *until_turn(turn, last)))


def until_turn(turn: int | None, last: int | None = None) -> tuple[Number, ...]:
    """Return the field for the last turn of a promise; none if no turns are counted."""
    if turn is None:
        return ()
    high = turn + FURTHEST if last is None else max(turn, last)
    return (Number(UNTIL, turn, high, min(turn + 1, high)),)


# --- what happened ----------------------------------------------------------------------------------------

S = TypeVar("S")


@dataclass(frozen=True)
class Step(Generic[S]):
    """The state after an action, and the events that led to it in order.

    ``dice`` holds, for each die of the step, the number of the event it caused (from 0), or None if it caused
    none; :class:`engine.story.Story` assigns them. If the whole tuple is None, all dice belong to the first
    event.
    """

    state: S
    events: tuple[Any, ...] = ()
    dice: tuple[int | None, ...] | None = None


@dataclass(frozen=True)
class Outcome:
    """The result of a game. ``ranks``: seats by result, winners first. Seats in one rank did equally well,
    and unnamed seats come last; () is a draw. ``reason`` is a code, ``rule`` the section.
    """

    ranks: tuple[tuple[str, ...], ...]
    reason: str
    rule: str = ""
    scores: Facts = field(default_factory=dict)

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the winning seats; empty for a draw."""
        return self.ranks[0] if self.ranks else ()

    @property
    def winner(self) -> str | None:
        """Return the sole winner; None if there is none."""
        return self.winners[0] if len(self.winners) == 1 else None

    def written(self) -> Facts:
        """Return the outcome as JSON. Older versions had only a ``winner``."""
        return {
            "winner": self.winner,
            "ranks": [list(rank) for rank in self.ranks],
            "reason": self.reason,
            "rule": self.rule,
            "scores": dict(self.scores),
        }


def won_by(*seats: str | None) -> tuple[tuple[str, ...], ...]:
    """Return the ranks of a game that these seats win; without seats, a draw.

    >>> won_by("red"), won_by("red", "blue"), won_by(None)
    ((('red',),), (('red', 'blue'),), ())
    """
    winners = tuple(seat for seat in seats if seat is not None)
    return (winners,) if winners else ()


# --- one game opens another -------------------------------------------------------------------------------


@dataclass(frozen=True)
class ForceUnit:
    """A block of strength in a battle. ``kind``: the campaign's own term (field, frontier, detached, ally);
    ``power``: its nation; ``leader``: its commander, if any. ``strength``: its composition, if the
    campaign counts troop types: (("legion", 2), ("cavalry", 1)); ``sp``: its total strength points.
    """

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
    """A decision (of seat ``GM``) that the result of a battle can answer. ``ground`` is the place of the
    battle.
    """

    decision: str
    attacker: Force
    defender: Force
    ground: Facts
    rule: str = ""


@dataclass(frozen=True)
class BattleReport:
    """The result of a battle. ``winner`` is "attacker", "defender" or None (a tie); losses are in SP by unit
    id. ``fates``: what befell leaders, such as (("totila", "killed"),), if the battle shows it; ``holds``:
    the side that holds the field. The campaign decides the consequences.
    """

    winner: str | None
    losses: Mapping[str, int]
    facts: Facts = field(default_factory=dict)
    fates: tuple[tuple[str, str], ...] = late(())
    holds: str | None = late(None)


@dataclass(frozen=True)
class Muster:
    """The battle game that a bridge proposes for an open battle: the battle system's scenario, the campaign
    seat that plays each of its seats, and the calculation that shows the players how each SP became an
    element (one JSON object per line, worded by the shell).
    """

    scenario: Facts
    options: Facts
    seats: Mapping[str, str]
    reckoning: tuple[Facts, ...] = ()


@dataclass(frozen=True)
class OwnChances:
    """The odds of a battle by the campaign's own dice: the chances of an attacker's win, a tie and a
    defender's win, and each side's mean loss as a share of its strength.
    """

    attacker: Fraction
    tie: Fraction
    defender: Fraction
    attacker_loses: Fraction
    defender_loses: Fraction


ANYHOW: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {}
)  # reports do not say how elements were lost


BEATEN, VICTOR = Fraction(1, 2), Fraction(1, 4)  # typical shares of losses


def usual_end(battle: OpenBattle, winner: str) -> BattleReport:
    """Guess the report of a battle won by this side: every beaten unit loses half, rounded up; every
    victorious unit loses a quarter, rounded down.
    """
    losses = {}
    for side, force in (("attacker", battle.attacker), ("defender", battle.defender)):
        for unit in force.units:
            lost = int(unit.sp * VICTOR) if side == winner else -int(-unit.sp * BEATEN // 1)
            if lost:
                losses[unit.id] = lost
    return BattleReport(winner, losses, holds=winner)


class Bridge(ABC):
    """Converts a campaign's strengths into a battle's armies, and casualties back. Pure code."""

    campaign: str
    battle: str
    system: ClassVar[str] = ""
    """The system that plays these battles. By default the one named ``battle``; a second bridge to the same
    system has a name of its own."""

    here: ClassVar[bool] = False
    """Whether battles are played here, on the screen, with the server's dice; else on a table, where people
    move miniatures, may roll real dice and correct what they mistyped."""

    pieces: ClassVar[str] = "elements"
    """What an army is counted in there: "elements", "units" or "blocks"."""

    ways: ClassVar[tuple[str, ...]] = ()
    """The ways in which pieces may be lost, where these cost the campaign differently. By default a loss is a
    loss."""

    @property
    def fought_by(self) -> str:
        """The name of the system that plays these battles."""
        return self.system or self.battle

    def size(self, battle: OpenBattle) -> int:
        """Return the size of a battle; a game can leave small ones to the campaign's own dice. By default the
        sum of both sides' strength points.
        """
        return battle.attacker.sp + battle.defender.sp

    @abstractmethod
    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        """Return the battle game for an open battle of a campaign on this scenario."""

    @abstractmethod
    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        """Convert the result of a finished battle for the campaign. ``view`` is a spectator's view of the
        battle.
        """

    def own_chances(self, battle: OpenBattle) -> OwnChances | None:
        """Return the exact odds of the battle by the campaign's own dice, to compare the bridge with
        (`manage.py fairness`). None by default.
        """
        return None

    def elements(self, muster: Muster) -> Mapping[str, int]:
        """Return the number of elements of each unit on the table. None by default: people then report losses
        in strength points.
        """
        return {}

    def fallen_leaders(self, muster: Muster) -> Mapping[str, str]:
        """Return the leaders who can be reported as fallen in a battle fought elsewhere, each with the fate
        that the report then records. None by default.
        """
        return {}

    def typed(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        fell: Mapping[str, int],
        how: Mapping[str, Mapping[str, int]] = ANYHOW,
    ) -> BattleReport:
        """Convert the result of a battle, typed as fallen elements per unit. ``how``: the number lost in each
        of the bridge's ``ways``; by default all in the first. Only for bridges with ``elements``. Raises
        InvalidAction for impossible losses.
        """
        raise InvalidAction("", "nothing_fielded")


# --- a system ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatInfo:
    """A place at the table. ``colour`` and ``mark`` (two letters) distinguish a power."""

    id: str
    name: str  # a msgid that the shell translates
    colour: str = ""
    mark: str = ""


ASK_ME: Final = {
    "ask_me": True
}  # a standing order to ask the player a covert decision instead of answering it


@dataclass(frozen=True)
class Power:
    """One of several powers that a seat leads: a nation, a people. Its ``id`` is unique in the whole game;
    its colour and mark are like a seat's.
    """

    id: str
    name: str  # a msgid that the system's wording translates
    colour: str = ""
    mark: str = ""


@dataclass(frozen=True)
class OrderKind:
    """A kind of standing order for decisions of kind ``decision``, given for one power or (with ``power``
    empty) for all powers without an order. ``covert`` ones can also be ``ASK_ME``, which the shell handles
    and rules never see. Without ``asked``, the order matches no single kind of decision but answers
    several.
    """

    decision: str
    fields: tuple[Field, ...]
    rule: str = ""
    power: str = ""
    covert: bool = False
    asked: bool = True

    @property
    def key(self) -> str:
        """Return the key under which the order is stored."""
        return orders.key(self.decision, self.power)


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
        options. If so, people can undo their own steps; otherwise only those that ``leaves_open`` names.
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

    def leaves_open(self, action: Any, events: Sequence[Any]) -> bool:
        """Return whether a player can undo the step without a trace, because it was no secret answer and
        revealed nothing hidden. By default no step can be undone so if anything is hidden.
        """
        return self.hides_nothing

    def unsettles(self, event: Any, seat: str) -> bool:
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

    def gauges(self, state: S) -> Mapping[str, int]:
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

    def ended_so(self, state: S, winner: str, dice: Dice) -> BattleReport:
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

    def tidied(self, state: S) -> S:
        """Clean up the state after a correction, dropping parts that have become empty. Changes nothing by
        default.
        """
        return state

    def promises(self, state: S, seat: str, to: str) -> Choices:
        """Return the promises that one seat can make to another, each as a choice whose fields are the terms,
        based on public facts. By default free words, until a turn if turns are counted.
        """
        return (in_words(self.turn_of(state)),)

    def bears_on(self, state: S, promise: Promise, event: Any) -> bool:
        """Return whether an event concerns a promise; ``state`` is the one before the step. False by
        default.
        """
        return False

    def breach(self, state: S, promise: Promise, choice: Choice) -> Breach | None:
        """Return how a choice would break a promise of its seat; None if it would not. Predicted from that
        seat's knowledge. By default nothing breaks a promise.
        """
        return None

    def kept(self, promise: Promise, events: Sequence[Any], over: bool) -> str:
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


@dataclass(frozen=True)
class Completed:
    """A scenario completed from a part. ``moved`` maps prefixes of paths in the whole to prefixes in the
    part, to locate mistakes.
    """

    scenario: Facts
    moved: Mapping[str, str] = field(default_factory=dict)

    def placed(self, mistake: Mistake) -> Mistake:
        """Return a mistake with its path in the document that was sent."""
        row, bracket, rest = mistake.path.partition("]")
        sent = self.moved.get(row + bracket)
        return mistake if sent is None else replace(mistake, path=sent + rest)


class System(ABC):
    """A rules system, registered under a name."""

    name: str
    version: str  # version of the rules code, recorded in every entry
    codec: Codec  # for the system's state, actions and events
    actions: tuple[type, ...] = ()  # the action classes of the codec
    events: tuple[type, ...] = ()  # the event classes of the codec
    state: type | None = None
    title: str = ""  # msgid of the displayed name; by default the name in capitals

    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Return the titles (msgids) of the built-in scenarios by name, the default scenario first."""

    @abstractmethod
    def scenario(self, name: str) -> Facts:
        """Return a built-in scenario as JSON, with its provenance."""

    @abstractmethod
    def open(self, scenario: Facts, options: Facts) -> Rules[Any]:
        """Open the rules on one scenario. Raises BadScenario with every mistake. Cheap when called again with
        equal arguments, because implementations cache the parsed scenario.
        """

    def parts(self, name: str) -> tuple[str, ...]:
        """Return the parts of a built-in scenario that can be downloaded, edited and uploaded separately.
        None by default.
        """
        return ()

    def part(self, name: str, part: str) -> Facts:
        """Return a part of the scenario as a document. Raises KeyError for an unknown name."""
        raise KeyError(part)

    def completed(self, document: Facts) -> Completed:
        """Complete a part to a whole scenario; any other document is returned unchanged. Raises
        BadScenario.
        """
        return Completed(document)

    def options(self) -> tuple[Field, ...]:
        """Return the variants that a game can choose; the first option or the default is the standard. None
        by default.
        """
        return ()
