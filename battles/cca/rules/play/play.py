"""The working copy of an action: the state so far, its events, and the source of its dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from battles.cca.rules.dice import Face
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.state import SEATS, Ordered, State, foe
from battles.cca.rules.position import Leader, Unit
from engine import frames
from engine.dice import Throw
from engine.frames import Frames
from engine.values import dataclass, replace
from kit.hand.deck import Why
from kit.hand.hands import COVERED, count_drawable, play_card
from kit.rules import decisions
from kit.rules import play as kit
from kit.rules.decisions import Event

DRAWN = "L166"
V = TypeVar("V")


@dataclass(frozen=True)
class CardDrawn(Event):
    """A side draws a card, which other seats cannot see. If the players hold real cards, this site does not
    know it either.
    """

    seat: str
    card: str

    def seen_by(self, seat: str | None) -> Event:
        """Return the event without its card, except to the side that drew it."""
        return self if seat == self.seat else replace(self, card="")


@dataclass(frozen=True)
class DeckShuffled(Event):
    """The discards and the remaining deck are shuffled into a new deck. ``why`` is empty (L835) or spartacus
    (L1169).
    """

    why: str
    cards: int


@dataclass(frozen=True)
class BannerWon(Event):
    """A side gains a banner, or loses the banner of a camp. ``banners`` is its new total."""

    seat: str
    why: str
    number: int
    banners: int


@dataclass(frozen=True)
class CommandChanged(Event):
    """The hand limit of a side changes (L190)."""

    seat: str
    command: int


def drop_key(mapping: Mapping[str, V], key: str) -> dict[str, V]:
    """Return a mapping without one of its keys."""
    return {k: v for k, v in mapping.items() if k != key}


def put_key(mapping: Mapping[str, V], key: str, value: V) -> dict[str, V]:
    """Return a mapping with one more key, sorted by key."""
    return dict(sorted({**mapping, key: value}.items()))


class Play(kit.Play[State, Battle]):
    """The mutable working copy that the rules change while they apply an action."""

    @property
    def pos(self) -> Battle:
        """The current position. Its board is rebuilt only after a change."""
        before = self._pos
        found = super().pos
        if found is not before and "board" in before.__dict__:
            moved = (
                before.state.units is not found.state.units or before.state.leaders is not found.state.leaders
            )
            if not moved:
                found.__dict__["board"] = before.board
        return found

    # --- chance ---

    def throw(self, number: int, purpose: str, rule: str, seat: str) -> tuple[Face, ...]:
        """Roll battle dice and return their faces."""
        throws = [Throw(6, purpose, rule, seat)] * number
        faces = self.dice.roll_all(throws)
        self.note_roll(f"{purpose} {''.join(map(str, faces))}")
        return tuple(Face.from_number(face) for face in faces)

    def note_roll(self, what: str) -> None:
        """Add a short note on a public fact of this turn."""
        self.remember(rolls=(*self.state.turn.rolls, what))

    def draw(self, seat: str) -> None:
        """Draw a card. The discards are shuffled if the deck is empty (L835)."""
        if not count_drawable(self.state.deck, (army.hand for army in self.state.armies.values())):
            self.set(deck=self.state.deck.shuffle(*self.state.discards), discards=())
            self.tell(DeckShuffled("empty", len(self.state.deck)))
        card, deck = COVERED, self.state.deck
        if not self.setting.options.real_cards:
            card, deck = deck.draw(self.dice, Why("card", DRAWN, seat))
        army = self.state.armies[seat]
        self.change_army(seat, hand=tuple(sorted((*army.hand, card))))
        self.set(deck=deck)
        self.tell(CardDrawn(seat, card))

    def lay_card(self, seat: str, card: str) -> None:
        """Remove a card from a hand."""
        hand, deck = play_card(self.state.armies[seat].hand, self.state.deck, card)
        self.change_army(seat, hand=hand)
        self.set(deck=deck)

    # --- the armies ---

    def change_army(self, seat: str, **changes: Any) -> None:
        """Change fields of a side's army."""
        self.set(armies={**self.state.armies, seat: self.state.armies[seat].but(**changes)})

    def remember(self, **changes: Any) -> None:
        """Update the notes about the current turn."""
        self.set(turn=self.state.turn.but(**changes))

    def award(self, seat: str, why: str, *, check: bool = True) -> None:
        """Give a side a banner for a destroyed enemy. ``check``: whether the battle ends at once if a side
        now has enough banners (L152).
        """
        if self.state.ended:
            return
        self.change_army(seat, fallen=self.state.armies[seat].fallen + 1)
        self.tell(BannerWon(seat, why, 1, self.pos.banners(seat)))
        self.raise_command(seat)
        if check:
            self.check_won()

    def award_extra(self, seat: str, why: str) -> None:
        """Give a side a permanent banner from the scenario."""
        if self.state.ended:
            return
        self.change_army(seat, extra=self.state.armies[seat].extra + 1)
        self.tell(BannerWon(seat, why, 1, self.pos.banners(seat)))
        self.raise_command(seat)
        self.check_won()

    def check_won(self) -> None:
        """End the battle if a side has enough banners. It is a draw if both have enough (L654)."""
        won = [seat for seat in SEATS if self.pos.banners(seat) >= self.setting.goal(seat)]
        if won:
            self.end("banners" if len(won) == 1 else "draw", won[0] if len(won) == 1 else "")

    def raise_command(self, seat: str) -> None:
        """Raise a side's hand limit once it has enough banners for that, and draw the new cards at once
        (L1548).
        """
        for rule in self.setting.special("hand_at_banner"):
            army = self.state.armies[seat]
            if (
                rule["side"] == seat
                and self.pos.banners(seat) >= rule["banner"]
                and army.command < rule["command"]
            ):
                self.change_army(seat, command=rule["command"])
                self.tell(CommandChanged(seat, rule["command"]))
                for _card in range(rule["draw_at_once"]):
                    self.draw(seat)

    def end(self, why: str, winner: str) -> None:
        """End the battle. The rules then drop all decisions in progress."""
        if not self.state.ended:
            self.set(ended=why, winner=winner)

    # --- pieces on the board ---

    def put_unit(self, at: str, unit: Unit | None) -> None:
        """Put a new or changed unit in a hex. If ``unit`` is None, remove the unit there and all notes about
        it.
        """
        if unit is not None:
            units = (
                {**self.state.units, at: unit}
                if at in self.state.units
                else put_key(self.state.units, at, unit)
            )
            self.set(units=units)
            return
        self.set(units=drop_key(self.state.units, at))
        if at in self.state.turn.units:
            self.remember(units=drop_key(self.state.turn.units, at))

    def take_leader(self, at: str) -> Leader:
        """Remove the leader from a hex, with all notes about that leader, and return the leader."""
        leader = self.state.leaders[at]
        self.set(leaders=drop_key(self.state.leaders, at))
        if at in self.state.turn.leaders:
            self.remember(leaders=drop_key(self.state.turn.leaders, at))
        return leader

    def take_leader_off_board(self, at: str) -> None:
        """Take the leader in a hex off the board. The leader survives."""
        leader = self.take_leader(at)
        seat = str(leader.side)
        self.change_army(seat, away=(*self.state.armies[seat].away, leader.name))

    def move_unit(self, at: str, to: str) -> None:
        """Move a unit with its leader and all notes about both. A lone friendly leader in the new hex joins
        the unit.
        """
        if at == to:
            return
        state = self.state
        units = put_key(drop_key(state.units, at), to, state.units[at])
        leaders, turn = state.leaders, state.turn
        if at in leaders:
            leaders = put_key(drop_key(leaders, at), to, leaders[at])
            if at in turn.leaders:
                turn = turn.but(leaders=put_key(drop_key(turn.leaders, at), to, turn.leaders[at]))
        if at in turn.units:
            turn = turn.but(units=put_key(drop_key(turn.units, at), to, turn.units[at]))
        self.set(units=units, leaders=leaders, turn=turn)

    def move_leader(self, at: str, to: str) -> None:
        """Move a leader without a unit, with all notes about the leader."""
        state = self.state
        leaders, turn = put_key(drop_key(state.leaders, at), to, state.leaders[at]), state.turn
        if at in turn.leaders:
            turn = turn.but(leaders=put_key(drop_key(turn.leaders, at), to, turn.leaders[at]))
        self.set(leaders=leaders, turn=turn)

    def note_unit(self, at: str, **changes: Any) -> None:
        """Change the notes on a unit that has been given an order."""
        units = self.state.turn.units
        self.remember(units={**units, at: units[at].but(**changes)})

    def order_unit(self, at: str, origin: str = "", **known: Any) -> None:
        """Give an order to the unit in a hex."""
        self.remember(units=put_key(self.state.turn.units, at, Ordered(origin or at, **known)))

    def order_leader(self, at: str, **known: Any) -> None:
        """Give a separate order to the leader in a hex, without the unit."""
        self.remember(leaders=put_key(self.state.turn.leaders, at, Ordered(at, **known)))


def enemy(seat: str) -> str:
    """Return the other seat."""
    return foe(seat)


Routine = frames.Routine[Play]
FrameHandler = frames.FrameHandler[Battle, Play]
Offered = decisions.OfferingHandler[Battle, Play]
ActionHandler = decisions.ActionHandler[Battle, Play]
MenuHandler = decisions.MenuHandler[Battle, Play]
FRAMES: Frames[Battle, Play] = Frames()
