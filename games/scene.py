"""A game as one seat sees it, as plain values for pages, wordings and forms.

These classes depend on no system and no service, so that games.contract can use them in its types.
games.pages creates their instances.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _

from accounts import clocks
from engine.game import GM, Choice, Facts, Power, SeatInfo
from games.models import Game

GM_INFO = SeatInfo(GM, "Game master", "#66553f", "GM")


@dataclass(frozen=True)
class StateBefore:
    """The state before an entry, as far as the reader may know it. ``state`` is None if something is
    hidden.
    """

    view: Facts
    state: Any = None


@dataclass(frozen=True)
class Place:
    """A seat as a page shows it: its name and its player."""

    key: str
    info: SeatInfo
    user: Any = None
    is_bot: bool = False
    mine: bool = False
    owes: bool = False
    powers: tuple[Power, ...] = ()  # the powers that the seat leads at present, with their names
    lender: Any = None  # the owner, while a substitute plays the seat
    back_at: datetime | None = None  # when the seat returns to its owner
    hard: str = ""  # name of the difficulty that the game master has set

    def leading(self, power: str) -> Power | None:
        """Return the power with this id if the seat leads it, or None."""
        return next((one for one in self.powers if one.id == power), None)

    @property
    def name(self) -> str:
        return _(self.info.name) if self.info.name else self.key

    @property
    def free(self) -> bool:
        return self.user is None and not self.is_bot

    @property
    def away_until(self) -> Any:
        """The last day of the player's current absence, or None."""
        profile = getattr(self.user, "profile", None)
        return profile.away_until if profile is not None and profile.is_away(clocks.now()) else None


class Battle(Protocol):
    """The battle that a pending decision is about: see games.page_facts.battle_summary."""

    @property
    def may_confirm(self) -> bool: ...


@dataclass(frozen=True)
class Waiting:
    """The description of a pending decision. ``text`` is only for the player who owes it; ``about`` is also
    for a game master who does not play.
    """

    place: Place
    text: str
    due_at: Any
    mine: bool
    rule: str = ""
    address: str = ""
    default: str = ""
    since: Any = None
    about: str = ""
    reported: bool = False  # whether this is a reported battle that needs agreement
    ordered: bool = False  # whether the ``default`` comes from a standing order
    doing: str = ""  # the pending decision, described for those who wait for it
    held: Any = None  # time left once a paused game resumes
    power: Power | None = None  # which of the seat's powers must answer
    encounter: Battle | None = None  # the battle to fight or to agree on


@dataclass(frozen=True)
class Scene:
    """A game as one seat sees it (None: a spectator). ``eyes``: the seat whose secrets are shown. It can
    differ from ``seat`` for a game master who plays.
    """

    game: Game
    table: Any
    seat: str | None
    my_seats: tuple[str, ...]
    is_gm: bool
    places: tuple[Place, ...]
    user: Any = None
    waits: tuple[Waiting, ...] = ()
    due: datetime | None = None  # when the next answer is due, from anyone
    eyes: str | None = None
    referee: bool = False  # whether the reader leads the game without playing in it
    in_secret: bool = False  # whether the game waits only for other seats' hidden answers
    hung: bool = False  # whether a curtain hides the reader's seats from each other: games.services.curtain
    choices: tuple[Choice, ...] = ()
    # the reader's knowledge before entries, for odds: see games.contract.Page.staked
    befores: Mapping[int, StateBefore] = field(default_factory=dict)
    view: Facts = field(default_factory=dict)
    live: Any = None  # the LiveGame at present; only for history, which is redacted where it is read

    @property
    def by_key(self) -> dict[str, Place]:
        return {place.key: place for place in self.places}

    @property
    def is_closed(self) -> bool:
        """Whether a curtain hides the reader's seats from each other and none of their hands is open
        (games.services.curtain).
        """
        return self.hung and self.seat is None

    @property
    def own_seats(self) -> tuple[str, ...]:
        """The reader's seats that are shown in full. Behind a curtain this is only the open one."""
        if not self.hung:
            return self.my_seats
        return tuple(key for key in self.my_seats if key == self.seat)

    def place(self, key: str | None) -> Place:
        """Return the seat with this key. Any unknown key means the game master."""
        return self.by_key.get(key or "", Place(GM, GM_INFO))
