"""The play of a card: the orders that it gives, and the dice that some cards roll (L170-174, L1059-1205)."""

from __future__ import annotations

from typing import Any, Final

from battles.cca.rules.cards import CARDS
from battles.cca.rules.movement import touches
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, FrameHandler, Play
from battles.cca.rules.play.state import Turn
from battles.cca.rules.terrain.board import HEXES
from battles.cca.rules.turn.orderable_units import (
    CLASH,
    DARKEN,
    FIRST_STRIKE,
    RALLY,
    SPARTACUS,
    copied_card,
    leaders_in_command,
    orders_plainly,
    playable,
    section_of_copy,
)
from battles.cca.rules.turn.rallying import Rallying
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse

RULE: Final = "L170"
BLANK: Final = ("FLAG", "SWORDS")  # symbols that order no unit (L1167)


@dataclass(frozen=True)
class PlayingCard(Frame):
    """A decision in progress: ``seat`` plays a card."""

    seat: str


@dataclass(frozen=True)
class PlayCard(Action):
    """Play a card from the hand."""

    card: str


@dataclass(frozen=True)
class CardPlayed(Event):
    """A side has played a card. ``stands_for`` is the card whose orders it gives. ``plain``: whether it
    orders any one unit, because no unit that it names is on the board.
    """

    seat: str
    card: str
    stands_for: str
    plain: bool = False


@dataclass(frozen=True)
class OrdersRolled(Event):
    """The dice of I Am Spartacus or Rally have been rolled. Each symbol can give an order or restore a
    block.
    """

    seat: str
    card: str
    faces: tuple[str, ...]


@FRAMES.handler(PlayingCard)
class _PlayingCard(FrameHandler):
    def ask(self, pos: Battle, frame: PlayingCard) -> Ask:
        return Ask(frame.seat, "card", lambda: PlayCard(_usual(pos, frame.seat)), RULE)

    def choices(self, pos: Battle, frame: PlayingCard) -> Choices:
        return tuple(
            Choice("play_card", {"card": card}, rule=RULE, facts=_facts(pos, card))
            for card in pos.holdable(frame.seat)
            if playable(pos, frame.seat, card) is None
        )

    def answer(self, play: Play, frame: PlayingCard, action: Any) -> None:
        if not isinstance(action, PlayCard):
            refuse(RULE, "play_a_card")
        against = playable(play.pos, frame.seat, action.card)
        if against is not None:
            refuse(*against, card=action.card)
        play.pop()
        play_card(play, frame.seat, action.card)


def play_card(play: Play, seat: str, name: str) -> None:
    """Play a card, roll its dice, and issue any of its orders that involve no choice."""
    pos = play.pos
    meant = copied_card(pos, name)
    plain = orders_plainly(pos, seat, CARDS[meant])
    sections = section_of_copy(pos, name)
    play.lay_card(seat, name)
    play.set(turn=Turn(seat, name, meant, sections, plain))
    play.remember(commanders=leaders_in_command(play.pos, CARDS[meant]))
    play.tell(CardPlayed(seat, name, meant, plain))
    if plain:
        return
    if meant in (SPARTACUS, RALLY):
        _roll(play, seat, meant)
    elif meant == CLASH:
        _order_all(play, [at for at in play.pos.units_of(seat) if _touches_enemy(play.pos, at)])
    elif meant == DARKEN:
        units = play.state.units
        _order_all(play, [at for at in play.pos.units_of(seat) if units[at].kind.missiles])


def _roll(play: Play, seat: str, card: str) -> None:
    command = play.state.armies[seat].command
    faces = tuple(str(face) for face in play.throw(command, card, "L1167", seat))
    play.remember(faces=tuple(face for face in faces if face not in BLANK))
    play.tell(OrdersRolled(seat, card, faces))
    if card == RALLY:
        play.push(Rallying(seat))


def _order_all(play: Play, hexes: list[str]) -> None:
    for at in hexes:
        play.order_unit(at)


def _touches_enemy(pos: Battle, at: str) -> bool:
    return touches(pos.board, pos.state.units[at], HEXES[at])


def _usual(pos: Battle, seat: str) -> str:
    able = [card for card in pos.holdable(seat) if playable(pos, seat, card) is None]
    return min(able, key=lambda card: (CARDS[card].kind != "section", card == FIRST_STRIKE, card), default="")


def _facts(pos: Battle, card: str) -> dict[str, Any]:
    return {"stands_for": copied_card(pos, card)} if card != copied_card(pos, card) else {}
