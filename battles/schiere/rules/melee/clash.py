"""A duel on the board, blow by blow, with tests of nerve between blows and its effects on both sides
(L134-156).

Both sides choose the card of a blow in secret. With its first card, a side can reveal the order under its
unit. The order then counts to the end of the duel (L166, L174, ruling S33). A player can choose several cards
in advance, or leave one blow or the whole duel to a policy. A policy plays the best mixture of cards for some
aim, or any card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any, Final, cast

from battles.schiere.rules.board.play import FRAMES, Play, Secret
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.troops import SEATS
from battles.schiere.rules.cards import CARDS, Card
from battles.schiere.rules.melee import duel, situation
from battles.schiere.rules.melee.contact import Meeting, melee
from battles.schiere.rules.melee.duel import Fighter
from battles.schiere.rules.melee.policies import ANY, IN_ORDER, POLICIES, card_at, first_left, mixture
from battles.schiere.rules.melee.rout import may_be_asked
from battles.schiere.rules.melee.routing import Nerves, when_unit_stays
from battles.schiere.rules.melee.situation import Reception, Struck
from battles.schiere.rules.melee.solution import Hand
from battles.schiere.rules.melee.wounds import wound
from battles.schiere.rules.turn.going import Going, when_action_ends
from engine.dice import Throw
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Many, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE: Final = "duel"
HAND: Final[Hand] = CARDS
OVER: Final = "over"  # the stage of a duel that was broken off
_POLICY: Final = Pick("policy", tuple(Option(one) for one in POLICIES))
_WHOLE: Final = Pick("whole", (Option(False), Option(True)))
WHEN_OVER: Final[list[Callable[[Play, Any], None]]] = []  # called with the Clash when it has ended


@dataclass(frozen=True)
class Clash(Frame):
    """A duel in progress. ``played``: the cards of each blow, the attacker's first. ``harm``: the damage that
    the attacker took and did. ``shown``: the faces of the orders that affect the duel. ``answer``: whether
    the duel answers an attack, as when an attacked unit strikes back. ``stage``: "blow", "test_defender" or
    "test_attacker" after a blow, or "over". ``answers``: the cards chosen for the next blow and in advance,
    which are secret.
    """

    attacker: str
    defender: str
    second: str = ""
    received: Reception = "stands"
    struck: Struck = "front"
    faced: bool = True
    support: int = 0
    played: tuple[tuple[str, str], ...] = ()
    harm: tuple[int, int] = (0, 0)
    shown: tuple[str, str] = ("", "")
    answer: bool = False
    stage: str = "blow"
    answers: Mapping[str, Action] = field(default_factory=dict)

    @property
    def meeting(self) -> Meeting:
        return Meeting(self.attacker, self.defender, self.second, self.struck, self.faced, self.support)

    def cards_left(self, index: int) -> Hand:
        """Return the cards that a side has not played yet. Side 0 is the attacker, side 1 the defender."""
        gone = {pair[index] for pair in self.played}
        return tuple(card for card in HAND if card not in gone)


@dataclass(frozen=True)
class Lay(Action):
    """Choose the card for the next blow. With the first card of a duel, an order can also be revealed.
    ``then``: the cards to play next if the duel continues.
    """

    card: str
    order: str | None = None
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class LeaveTo(Action):
    """Let a policy choose the card. ``whole``: whether the policy also chooses every later card of the
    duel.
    """

    policy: str
    whole: bool = False
    order: str | None = None


@dataclass(frozen=True)
class DuelBegan(Event):
    """A duel begins. ``lines`` lists the modifiers other than counters and cards, each as [side, code,
    attack, defence].
    """

    attacker: str
    defender: str
    second: str
    received: str
    struck: str
    lines: tuple[tuple[str, str, int, int], ...]


@dataclass(frozen=True)
class BlowStruck(Event):
    """A blow has been struck. It holds both cards, each side's attack and defence, and the damage each side
    took.
    """

    number: int
    attacker: str
    defender: str
    cards: tuple[str, str]
    orders: tuple[str, str]
    totals: tuple[tuple[int, int], tuple[int, int]]
    damage: tuple[int, int]


@dataclass(frozen=True)
class DuelEnded(Event):
    """A duel has ended. ``harm``: the damage that the attacker took, then the damage that it dealt."""

    attacker: str
    defender: str
    harm: tuple[int, int]


# --- queries about the duel -------------------------------------------------------------------------------


def fighters(pos: Position, clash: Clash) -> tuple[Fighter, Fighter]:
    """Return both sides as they are before the next blow."""
    cards = cast("tuple[Card | None, Card | None]", (clash.shown[0] or None, clash.shown[1] or None))
    return situation.fighters(melee(pos, clash.meeting, clash.received, cards))


def still_touching(pos: Position, clash: Clash) -> bool:
    """Return whether both pieces are still on the board and touch."""
    pieces = pos.state.pieces
    if clash.attacker not in pieces or clash.defender not in pieces:
        return False
    return pieces[clash.attacker].at in pos.ground.neighbours[pieces[clash.defender].at]


def is_idle(a: Fighter, d: Fighter, left: Hand, right: Hand) -> bool:
    """Return whether the remaining cards can do no damage, so that the duel is over (L156)."""
    for x in left:
        for y in right:
            if duel.does_damage(a, x, d, y, 2):
                return False
    return True


# --- progress of the duel ---------------------------------------------------------------------------------


@FRAMES.handler(Clash)
class _Clash(Secret):
    def advance(self, play: Play, frame: Clash) -> bool:
        pos = play.pos
        if not still_touching(pos, frame) or frame.stage == OVER:
            _end_duel(play, frame)
        elif frame.stage == "blow":
            return self._blow(play, frame)
        else:
            self._test(play, frame)
        return True

    def _test(self, play: Play, frame: Clash) -> None:
        pos = play.pos
        a, d = fighters(pos, frame)
        commanders = pos.setting.options.tests_commanders
        if frame.stage == "test_defender":
            play.swap(frame.but(stage="test_attacker"))
            if _can_be_tested(pos, frame.defender) and may_be_asked(d, a, commanders=commanders):
                play.push(Nerves(pos.piece(frame.attacker).seat, frame.defender))
        else:
            play.swap(frame.but(stage="blow"))
            if _can_be_tested(pos, frame.attacker) and may_be_asked(a, d, commanders=commanders):
                play.push(Nerves(pos.piece(frame.defender).seat, frame.attacker))

    def _blow(self, play: Play, frame: Clash) -> bool:
        left, right = frame.cards_left(0), frame.cards_left(1)
        if not left or (frame.played and is_idle(*fighters(play.pos, frame), left, right)):
            _end_duel(play, frame)
        elif len(left) == 1:  # everyone knows which card comes last
            _strike(play, frame.but(answers={}), (left[0], right[0]))
        elif self.pending_asks(play.pos, frame):
            return False
        else:
            self.settle(play, frame)
        return True

    def asks(self, pos: Position, frame: Clash) -> tuple[Ask, ...]:
        facts = {"attacker": frame.attacker, "defender": frame.defender, "blow": len(frame.played) + 1}
        return tuple(
            Ask(pos.piece(id).seat, "blow", LeaveTo("net", whole=False), RULE, facts)
            for id in (frame.attacker, frame.defender)
        )

    def choices(self, pos: Position, frame: Clash, ask: Ask) -> Choices:
        return (self._card_choice(pos, frame, ask), self._policy_choice(pos, frame, ask))

    def matching_choices(self, pos: Position, frame: Clash, ask: Ask, action: Action) -> Iterable[Choice]:
        if isinstance(action, LeaveTo):
            return (self._policy_choice(pos, frame, ask),)
        return (self._card_choice(pos, frame, ask),)

    def _card_choice(self, pos: Position, frame: Clash, ask: Ask) -> Choice:
        index = side_of(pos, frame, ask.seat)
        cards = tuple([Option(card) for card in frame.cards_left(index)])
        shown = _order_picks(pos, frame, index)
        return Choice("lay", {}, (Pick("card", cards), *shown, Many("then", cards)), RULE)

    def _policy_choice(self, pos: Position, frame: Clash, ask: Ask) -> Choice:
        shown = _order_picks(pos, frame, side_of(pos, frame, ask.seat))
        return Choice("leave_to", {}, (_POLICY, _WHOLE, *shown), RULE)

    def settle(self, play: Play, frame: Clash) -> None:
        """Reveal both cards. If a side left its card to a policy, draw the card now."""
        pos, said = play.pos, [_answer_of(play.pos, frame, index) for index in (0, 1)]
        shown = list(frame.shown)
        for index, answer in enumerate(said):
            order = answer.order if isinstance(answer, Lay | LeaveTo) else None
            if order:
                shown[index] = str(play.state.orders[order].card)
                play.change_order(order, open=True, known=tuple(sorted(SEATS)))
        open_now = frame.but(shown=(shown[0], shown[1]))
        cards = tuple(_card(play, open_now, frame.shown, index, answer) for index, answer in enumerate(said))
        ahead = {
            pos.piece(id).seat: further
            for id, answer, card in zip((frame.attacker, frame.defender), said, cards, strict=True)
            if (further := _next_answer(answer, card)) is not None
        }
        _strike(play, open_now.but(answers=ahead), (cards[0], cards[1]))


def _order_picks(pos: Position, frame: Clash, index: int) -> tuple[Pick, ...]:
    """Return the field for the order that a side reveals, if it can reveal any."""
    orders = tuple([Option(id, {"card": pos.state.orders[id].card}) for id in usable(pos, frame, index)])
    return (Pick("order", orders, optional=True),) if orders else ()


def _can_be_tested(pos: Position, id: str) -> bool:
    """Return whether a unit's nerve can be tested. Elephants out of control are never tested (ruling S73)."""
    return not pos.is_driven(id)


def side_of(pos: Position, frame: Clash, seat: str) -> int:
    """Return the index of a seat's side in the duel: 0 for the attacker, 1 for the defender."""
    return int(pos.piece(frame.attacker).seat != seat)


def usable(pos: Position, frame: Clash, index: int) -> tuple[str, ...]:
    """Return the orders that a side of the duel can still reveal: the orders under its unit. A side can
    reveal an order only with its first card, and only while its unit is in command (L166, L210).
    """
    unit = (frame.attacker, frame.defender)[index]
    if frame.played or frame.shown[index] or not pos.in_command(unit):
        return ()
    return tuple(pos.orders(pos.piece(unit).seat, unit))


def _answer_of(pos: Position, frame: Clash, index: int) -> Action:
    return frame.answers[pos.piece((frame.attacker, frame.defender)[index]).seat]


def _card(play: Play, frame: Clash, known: tuple[str, str], index: int, answer: Action) -> Card:
    """Return the card that an answer chooses. ``known``: the orders revealed before this blow. A policy takes
    account of its own side's order, and of the enemy's order only if that was known before.
    """
    if isinstance(answer, Lay):
        return cast(Card, answer.card)
    assert isinstance(answer, LeaveTo)
    seat = play.pos.piece((frame.attacker, frame.defender)[index]).seat
    if answer.policy == ANY:
        weights: Mapping[Card, int] = dict.fromkeys(frame.cards_left(index), 1)
    else:
        own = frame.but(shown=(frame.shown[0], known[1]) if index == 0 else (known[0], frame.shown[1]))
        a, d = fighters(play.pos, own)
        tested = play.setting.options.tests_commanders
        weights = mixture(
            a, d, frame.cards_left(0), frame.cards_left(1), answer.policy, index, commanders=tested
        )
    face = play.dice.roll(Throw(sum(weights.values()), "policy", RULE, seat, secret=True))
    return card_at(weights, face)


def _next_answer(answer: Action, card: Card) -> Action | None:
    if isinstance(answer, LeaveTo):
        return LeaveTo(answer.policy, whole=True) if answer.whole else None
    assert isinstance(answer, Lay)
    then = tuple(one for one in answer.then if one != card)
    return Lay(then[0], then=then[1:]) if then else None


def _strike(play: Play, frame: Clash, cards: tuple[Card, Card]) -> None:
    """Strike one blow and apply the damage to both sides at once."""
    a, d = fighters(play.pos, frame)
    number = len(frame.played) + 1
    struck = duel.blow(a, cards[0], d, cards[1], number)
    play.tell(
        BlowStruck(
            number,
            frame.attacker,
            frame.defender,
            cards,
            frame.shown,
            ((struck.a.attack, struck.a.defence), (struck.d.attack, struck.d.defence)),
            (struck.damage_a, struck.damage_d),
        )
    )
    harm = (frame.harm[0] + struck.damage_a, frame.harm[1] + struck.damage_d)
    attacker = wound(play, frame.attacker, struck.damage_a)
    defender = wound(play, frame.defender, struck.damage_d)
    played = (*frame.played, (str(cards[0]), str(cards[1])))
    play.swap(
        frame.but(attacker=attacker, defender=defender, harm=harm, played=played, stage="test_defender")
    )


# --- beginning and end ------------------------------------------------------------------------------------


def begin(play: Play, meeting: Meeting, received: Reception, *, answer: bool = False) -> None:
    """Begin the duel between the pieces of a meeting. ``answer``: whether the duel answers an attack."""
    m = melee(play.pos, meeting, received)
    lines = tuple((line.side, line.code, line.attack, line.defence) for line in situation.reckon(m))
    shown = tuple(_kept_face(play.pos, id) for id in (meeting.attacker, meeting.defender))
    play.push(
        Clash(
            meeting.attacker,
            meeting.defender,
            meeting.second,
            received,
            meeting.struck,
            meeting.faced,
            meeting.support,
            shown=(shown[0], shown[1]),
            answer=answer,
        )
    )
    play.tell(DuelBegan(meeting.attacker, meeting.defender, meeting.second, received, meeting.struck, lines))


def _kept_face(pos: Position, unit: str) -> str:
    """Return the face of the order that a unit has kept face up from a duel that it has just won (L174), or
    "".
    """
    held = pos.orders(pos.piece(unit).seat, unit).values()
    return next((str(order.card) for order in held if order.open), "")


def when_over(follows: Callable[[Play, Any], None]) -> Callable[[Play, Any], None]:
    """Register a function that is called when a duel has ended."""
    WHEN_OVER.append(follows)
    return follows


def _end_duel(play: Play, frame: Clash) -> None:
    """End the duel and use up the orders that counted. An attacker who did damage keeps its order for
    another attack (L174).
    """
    play.pop()
    play.remember(duel=frame.played)
    play.tell(DuelEnded(frame.attacker, frame.defender, frame.harm))
    won = frame.harm[1] > 0 and frame.attacker in play.state.pieces
    for id, order in tuple(play.state.orders.items()):
        kept = won and not frame.answer and order.holder == frame.attacker
        if order.open and order.holder in (frame.attacker, frame.defender) and not kept:
            play.spend_order(id, "used")
    for follows in WHEN_OVER:
        follows(play, frame)


@when_unit_stays
def break_off_duel(play: Play, unit: str) -> None:
    """Break off a duel because a unit that should rout or retreat stays in place (rulings S48, S75)."""
    duel = play.state.in_progress(Clash)
    if duel is not None and unit in (duel.attacker, duel.defender):
        play.amend(Clash, stage=OVER)


@when_action_ends
def discard_kept_orders(play: Play, going: Going) -> None:
    """When an action ends, discard the orders kept for another attack (L174)."""
    for id, order in tuple(play.state.orders.items()):
        if order.open:
            play.spend_order(id, "used")


# --- standing orders --------------------------------------------------------------------------------------

_CARDS: Final = tuple(Option(card) for card in CARDS)


@FRAMES.standing_order_of_each(
    "blow",
    Pick("policy", tuple(Option(one) for one in (*POLICIES, IN_ORDER))),
    *(Pick(name, _CARDS) for name in ("first", "second", "third", "fourth", "fifth")),
    Pick("use_order", (Option(False), Option(True))),
    rule=RULE,
)
def apply_lay_order(pos: Position, frame: Clash, ask: Ask, said: Facts) -> Action:
    """The standing order's answer: leave the blow to a policy, or play the cards in a fixed sequence."""
    index = side_of(pos, frame, ask.seat)
    orders = usable(pos, frame, index) if said["use_order"] else ()
    order = orders[0] if orders else None
    if said["policy"] != IN_ORDER:
        return LeaveTo(str(said["policy"]), order=order)
    wanted = [str(said[name]) for name in ("first", "second", "third", "fourth", "fifth")]
    return Lay(first_left(wanted, frame.cards_left(index)), order)
