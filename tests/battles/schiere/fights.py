"""Positions in which both sides act, with their questions and the results of their answers.

>>> from tests.battles.schiere.boards import battle
>>> from tests.battles.schiere.fights import Fight
>>> fight = Fight(battle("r1 legionaries c4n", "r2 chief:solid a1n", "c1 chief:solid c6s"))
>>> fight.asked()
{'rome': 'act'}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.schiere.rules.board.play import FRAMES, Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.melee.clash import Lay
from engine.choices import permits
from engine.dice import Dice, Scripted, Seeded
from engine.frames import Ask
from engine.game import Choices
from kit.rules.decisions import Action


class Fight:
    """A battle played on from a position. ``told`` collects all events so far."""

    def __init__(self, pos: Position, *faces: int) -> None:
        self.pos, self.told = pos, list[Any]()
        self.dice: Dice = Scripted(list(faces)) if faces else Seeded(b"schiere", "test", 0)

    def owed(self) -> tuple[Ask, ...]:
        asking = FRAMES.asking(self.pos.state)
        assert asking is not None
        return asking[0].pending_asks(self.pos, asking[1])

    def asked(self) -> dict[str, str]:
        """Return the kind of decision that each side owes."""
        return {ask.seat: ask.kind for ask in self.owed()}

    def offered(self, seat: str) -> Choices:
        asking = FRAMES.asking(self.pos.state)
        assert asking is not None
        handler, frame = asking
        return next(
            handler.list_choices(self.pos, frame, ask)
            for ask in handler.pending_asks(self.pos, frame)
            if ask.seat == seat
        )

    def kinds(self, seat: str) -> set[str]:
        """Return the kinds of actions offered to a side."""
        return {choice.kind for choice in self.offered(seat)}

    def does(self, seat: str, *actions: Action) -> Fight:
        """Answer for one side; the other side's question stays open."""
        for action in actions:
            asking = FRAMES.asking(self.pos.state)
            assert asking is not None
            handler, frame = asking
            ask = next(one for one in handler.pending_asks(self.pos, frame) if one.seat == seat)
            play = Play(
                self.pos._replace(state=self.pos.state.but(serial=self.pos.state.serial + 1)), self.dice
            )
            handler.take(play, frame, ask, action)
            while play.state.stack and FRAMES[type(play.top)].advance(play, play.top):
                pass
            self.pos = play.pos
            self.told += play.events
        return self

    def happened(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.told if isinstance(event, kind)]

    def offers(self, seat: str, said: dict[str, Any]) -> bool:
        return permits(self.offered(seat), said)


def blows(fight: Fight, cards: Sequence[tuple[str, str]], first: str = "rome") -> None:
    """Let both sides lay these cards, the attacker first."""
    other = "carthage" if first == "rome" else "rome"
    for own, theirs in cards:
        fight.does(first, Lay(own)).does(other, Lay(theirs))
