"""The curtain between the hands of several seats that one user plays on one device.

If the rules hide something, a page shows one of these hands at a time, and none until the player says who is
looking. A browser keeps the open hand in its session; an API client names its seat in each request; feeds and
e-mails show no hand. An open hand closes when the game moves on to another seat of the same user.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from games.access import NotYourSeat, User, get_game_for, seat_of, seats_of
from games.models import Game, PendingDecision
from games.prepared_sql import PreparedQuery
from games.refusals import illegal
from games.services import covert
from games.services.tables import opening_of

IN_SESSION: Final = "hands"
BOTH: Final = "*"  # one person plays all of the seats and wants no curtain
MOST: Final = 20  # how many games' open hands a session remembers

Row = PendingDecision

_OPEN: Final = PreparedQuery(lambda game: Row.objects.filter(game=game, answered_at__isnull=True), UUID)


@dataclass
class Hands:
    """The hands open in a browser: each game's seat, and the entry after which its hand was opened.
    ``looked``: whether this request showed a hand, so that the response must not be cached.
    """

    opened: MutableMapping[str, Any] = field(default_factory=dict)
    looked: bool = False

    def of(self, game: Game) -> tuple[str, int]:
        seat, seq = self.opened.get(str(game.pk), ("", -1))
        return seat, seq


class Program(Hands):
    """An API client, which sees the hand of the seat it names."""


def hands_of(user: User) -> Hands | None:
    """The open hands of the requesting device, or None without a device."""
    found: Hands | None = getattr(user, "hands", None)
    return found


# --- what is shown ----------------------------------------------------------------------------------------


def hangs(user: User, game: Game) -> bool:
    """Whether a curtain hides this user's seats from each other: they have several, and something is
    hidden."""
    if game.seq < 0 or game.is_over or game.tryout or len(seats_of(user, game)) < 2:
        return False
    if opening_of(game).rules.hides_nothing:
        return False
    hands = hands_of(user)
    return hands is None or hands.of(game)[0] != BOTH


def seat_shown(user: User, game: Game, wanted: str = "", rows: Iterable[Row] | None = None) -> str | None:
    """The seat whose view the user sees now; None while the curtain is closed, and for an observer. ``rows``:
    the pending answers, if the caller has loaded them.
    """
    mine = seats_of(user, game)
    if wanted not in mine and wanted and seat_of(user, game, wanted) == wanted:
        return wanted  # the game master's own view
    if not hangs(user, game):
        return seat_of(user, game, wanted)
    hands = hands_of(user)
    if isinstance(hands, Program):
        return wanted if wanted in mine else None
    seat, seq = ("", -1) if hands is None else hands.of(game)
    if hands is None or seat not in mine:
        return None
    asked = seats_asked(mine, _OPEN(game.pk) if rows is None and game.running else rows or ())
    if asked and seat not in asked and game.seq > seq:
        return None
    hands.looked = True
    return seat


def seats_shown(user: User, game: Game) -> tuple[str, ...]:
    """The user's seats that this device shows in full: all of them without a curtain."""
    if isinstance(hands_of(user), Program) or not hangs(user, game):
        return seats_of(user, game)
    seat = seat_shown(user, game)
    return () if seat is None else (seat,)


def seats_asked(mine: Collection[str], rows: Iterable[Row]) -> tuple[str, ...]:
    """The user's seats that owe an answer, except hidden covert ones."""
    return tuple(dict.fromkeys(row.seat for row in rows if row.seat in mine and not covert.is_hidden(row)))


def require_shown(user: User, game: Game, seat: str) -> None:
    """Raise IllegalAction if a browser acts for a seat whose hand is behind the curtain on this device."""
    hands = hands_of(user)
    if hands is None or isinstance(hands, Program) or not hangs(user, game):
        return
    if seat in seats_of(user, game) and seat_shown(user, game) != seat:
        raise illegal("behind_curtain")


# --- opening and closing ----------------------------------------------------------------------------------


def open_hand(user: User, game_id: UUID, seat: str) -> Game:
    """Open a seat's hand on this device; "" closes all hands, BOTH opens all. Raises Http404, NotYourSeat."""
    game = get_game_for(user, game_id)
    hands, mine = hands_of(user), seats_of(user, game)
    if hands is None or len(mine) < 2 or seat not in (*mine, "", BOTH):
        raise NotYourSeat
    hands.opened.pop(str(game.pk), None)
    if seat:
        hands.opened[str(game.pk)] = (seat, game.seq)
    while len(hands.opened) > MOST:
        hands.opened.pop(next(iter(hands.opened)))
    return game
