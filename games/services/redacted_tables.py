"""The redacted game that a page gets if the system hides information. It holds the seat's ``view`` and
``choices``, but neither the state nor anything rendered for other viewers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.game import Choices, Decision, Facts, Outcome, Power, Rules, System
from games.access import NotYourSeat
from games.models import Game
from games.services.tables import LiveGame, Remembering


@dataclass(frozen=True)
class RedactedTable(Remembering):
    """A redacted replacement for a :class:`LiveGame`. ``eyes`` is the viewing seat, or None for a spectator.
    Other seats' views and choices are refused.
    """

    game: Game
    system: System
    rules: Rules[Any]
    seq: int
    goes_on: bool
    turn: int | None
    seat: str | None
    eyes: str | None
    seen: Facts
    offered: Choices
    asked: tuple[Decision, ...]
    ended: Outcome | None
    led: Mapping[str, tuple[Power, ...]]
    drawn: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def view(self, seat: str | None) -> Facts:
        """Return the game's view for the viewing seat. Raises NotYourSeat if any other seat is asked for."""
        if seat != self.eyes:
            raise NotYourSeat
        return self.seen

    def choices(self, seat: str | None) -> Choices:
        """Return the viewing seat's choices. Raises NotYourSeat if any other seat is asked for."""
        if seat != self.seat:
            raise NotYourSeat
        return self.offered

    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that this seat owes. Other seats' decisions are not included."""
        return self.asked

    def outcome(self) -> Outcome | None:
        return self.ended

    def powers(self, seat: str) -> tuple[Power, ...]:
        """The powers a seat leads at present."""
        return self.led[seat]


def redact_table(
    at: LiveGame, seat: str | None, eyes: str | None, seen: Facts, offered: Choices
) -> LiveGame | RedactedTable:
    """Redact a game for a system's page. If nothing is hidden or the game is over, return the whole game."""
    if at.rules.hides_nothing or at.game.is_over:
        return at
    return RedactedTable(
        game=at.game,
        system=at.system,
        rules=at.rules,
        seq=at.seq,
        goes_on=at.goes_on,
        turn=at.turn,
        seat=seat,
        eyes=eyes,
        seen=seen,
        offered=offered,
        asked=tuple(one for one in at.decisions() if one.seat == seat is not None),
        ended=at.outcome(),
        led={one.id: at.powers(one.id) for one in at.rules.seats},
        drawn=at.remember(("redact_table", seat, eyes), dict[Any, Any]),
    )
