"""A turn, from playing a card to drawing one, and the end of the battle (L150-166, L831-837)."""

from __future__ import annotations

from typing import Final

from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, CommandChanged, DeckShuffled, Play, Routine
from battles.cca.rules.play.state import SEATS, Last, Turn, foe
from battles.cca.rules.turn.battling import Battling
from battles.cca.rules.turn.commanding import Commanding
from battles.cca.rules.turn.orderable_units import SPARTACUS, sections_used
from battles.cca.rules.turn.playing import PlayingCard
from engine.frames import Frame
from engine.game import Outcome, won_by
from engine.values import dataclass
from kit.rules.decisions import Event

RULE: Final = "L150"
LONGEST: Final = 300  # after this many turns, an undecided battle is a draw
CARD, ORDERS, BATTLES, AGAIN, END = range(5)


@dataclass(frozen=True)
class GameTurn(Frame):
    """A side's turn in progress. ``stage`` is the part of the turn that comes next."""

    seat: str
    stage: int = CARD


@dataclass(frozen=True)
class Finish(Frame):
    """The end of the battle. It replaces every decision and turn in progress."""


@dataclass(frozen=True)
class TurnBegan(Event):
    number: int
    seat: str


@dataclass(frozen=True)
class BattleEnded(Event):
    """The battle has ended. ``reason`` is banners, leader_lost, draw or exhausted. ``winner`` is "" in a
    draw.
    """

    reason: str
    winner: str
    banners: tuple[int, int]


@dataclass(frozen=True)
class Dealing(Frame):
    """Both sides draw their starting hands (L142)."""


@FRAMES.handler(Dealing)
class _Dealing(Routine):
    def advance(self, play: Play, frame: Dealing) -> bool:
        for seat in SEATS:
            for _card in range(play.state.armies[seat].command):
                play.draw(seat)
        play.swap(GameTurn(play.state.turn.seat))
        return True


@FRAMES.handler(GameTurn)
class _GameTurn(Routine):
    def advance(self, play: Play, frame: GameTurn) -> bool:
        seat = frame.seat
        play.swap(frame.but(stage=frame.stage + 1))
        if frame.stage == CARD:
            play.set(turn=Turn(seat))
            play.tell(TurnBegan(play.state.number, seat))
            play.push(PlayingCard(seat))
        elif frame.stage == ORDERS:
            play.push(Commanding(seat))
        elif frame.stage == BATTLES:
            play.remember(used=sections_used(play.pos, play.pos.card))
            play.push(Battling(seat))
        elif frame.stage == AGAIN:
            if not play.state.turn.plain and play.pos.card.again:
                _move_again(play, seat)
        else:
            _end_turn(play, seat)
        return True


def _move_again(play: Play, seat: str) -> None:
    """Begin the second move of Move-Fire-Move for units that terrain has not stopped (ruling 31)."""
    units = play.state.turn.units
    play.remember(units={at: known.but(done=known.stopped) for at, known in units.items()}, frozen=())
    play.push(Commanding(seat, again=True))


def _end_turn(play: Play, seat: str) -> None:
    """Discard the card and draw another (L166). A side that has played First Strike draws first (L1163). I
    Am Spartacus shuffles the discards into the deck before the draw (L1169).
    """
    turn, army = play.state.turn, play.state.armies[seat]
    play.set(
        last=Last(seat, turn.stands_for, turn.used, turn.rolls),
        discards=(*play.state.discards, turn.card),
    )
    if turn.stands_for == SPARTACUS:
        play.set(deck=play.state.deck.shuffle(*play.state.discards), discards=())
        play.tell(DeckShuffled("spartacus", len(play.state.deck)))
    play.change_army(seat, turns=army.turns + 1)
    _grow_hand(play, seat)
    for one in (foe(seat), seat):
        for _card in range(play.state.armies[one].command - len(play.state.armies[one].hand)):
            play.draw(one)
    if play.state.number >= LONGEST:
        play.end("exhausted", "")
        return
    play.set(number=play.state.number + 1)
    play.swap(GameTurn(foe(seat)))


def _grow_hand(play: Play, seat: str) -> None:
    """Enlarge a side's hand if the scenario says so (L1443, L1871)."""
    for rule in play.setting.special("hand_grows"):
        if rule["side"] != seat:
            continue
        after, army = rule["hand_after"], play.state.armies[seat]
        if army.turns <= len(after) and after[army.turns - 1] != army.command:
            play.change_army(seat, command=after[army.turns - 1])
            play.tell(CommandChanged(seat, after[army.turns - 1]))


@FRAMES.handler(Finish)
class _Finish(Routine):
    def advance(self, play: Play, frame: Finish) -> bool:
        play.pop()
        state = play.state
        banners = play.pos.banners(SEATS[0]), play.pos.banners(SEATS[1])
        play.tell(BattleEnded(state.ended, state.winner, banners))
        return True


def outcome(pos: Battle) -> Outcome | None:
    """Return the result of the battle, or None while it is in progress."""
    state = pos.state
    if not state.ended or state.stack:
        return None
    scores = {seat: pos.banners(seat) for seat in SEATS}
    return Outcome(won_by(state.winner or None), state.ended, RULE, scores)
