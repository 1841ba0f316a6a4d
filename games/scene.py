"""A game as one seat sees it: the values that pages, wordings and forms use.

These classes depend on no system and no service, so that the interface of pages can name them. games.pages
creates their instances.
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
    """The state before an entry as the reader may know it; ``state`` is None if something is hidden."""

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
    powers: tuple[Power, ...] = ()  # the powers it leads at present, with their names
    lender: Any = None  # the owner, while a substitute plays the seat
    back_at: datetime | None = None  # when the seat returns to its owner
    hard: str = ""  # the difficulty set by the game master, in words

    def leading(self, power: str) -> Power | None:
        """The power with this id, if the seat leads it."""
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
    """A battle that an answer waits for: see games.battle_summary."""

    @property
    def may_confirm(self) -> bool: ...


@dataclass(frozen=True)
class Waiting:
    """A pending decision in words. ``text`` is for its player; ``about`` also for a game master who does not
    play.
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
    reported: bool = False  # a reported battle that needs agreement
    ordered: bool = False  # the ``default`` comes from a standing order
    doing: str = ""  # the seat's pending decision, for those who wait for it
    held: Any = None  # if the game is paused: the time left once it resumes
    power: Power | None = None  # which of the seat's powers is to answer
    encounter: Battle | None = None  # the battle to fight or to agree on


@dataclass(frozen=True)
class Scene:
    """A game as one seat sees it (None: a spectator). ``eyes``: the seat whose secrets are shown; for a game
    master who plays it differs from the seat.
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
    referee: bool = False  # the reader leads the game without playing in it
    in_secret: bool = False  # the game waits only for others' hidden answers
    hung: bool = False  # a curtain hides the reader's seats from each other: games.services.curtain
    choices: tuple[Choice, ...] = ()
    befores: Mapping[int, StateBefore] = field(
        default_factory=dict
    )  # the reader's knowledge before entries, for odds: see games.contract.Page.staked
    view: Facts = field(default_factory=dict)

    @property
    def by_key(self) -> dict[str, Place]:
        return {place.key: place for place in self.places}

    @property
    def is_closed(self) -> bool:
        """Whether the reader is a player behind the curtain, with none of their hands open."""
        return self.hung and self.seat is None

    @property
    def own_seats(self) -> tuple[str, ...]:
        """The reader's seats that are shown in full: behind a curtain only the open one."""
        if not self.hung:
            return self.my_seats
        return tuple(key for key in self.my_seats if key == self.seat)

    def place(self, key: str | None) -> Place:
        """The seat with a key; the game master for any other key."""
        return self.by_key.get(key or "", Place(GM, GM_INFO))
