"""The curtain that hides one user's seats from each other on one device. A seat's hand is the hidden
information that only this seat may see.

If the rules hide something, a page shows one hand at a time. It shows none until the player says which
seat is looking. A browser keeps the open hand in its session, and an API client names its seat in each
request. Feeds and e-mails show no hand. An open hand closes when the game moves on to another seat of the
same user.
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
BOTH: Final = "*"  # stored instead of a seat when one person plays all of the seats and wants no curtain
MOST: Final = 20  # maximum number of games whose open hands a session remembers

Row = PendingDecision

_OPEN: Final = PreparedQuery(lambda game: Row.objects.filter(game=game, answered_at__isnull=True), UUID)


@dataclass
class Hands:
    """The hands open in a browser: for each game the open seat and the entry after which it was opened.
    ``looked`` is set if this request showed a hand, so that the response must not be cached.
    """

    opened: MutableMapping[str, Any] = field(default_factory=dict)
    looked: bool = False

    def of(self, game: Game) -> tuple[str, int]:
        seat, seq = self.opened.get(str(game.pk), ("", -1))
        return seat, seq


class Program(Hands):
    """An API client, which sees the hand of the seat it names."""


def hands_of(user: User) -> Hands | None:
    """Return the open hands of the requesting device, or None if no device is known."""
    found: Hands | None = getattr(user, "hands", None)
    return found


# --- what is shown ----------------------------------------------------------------------------------------


def has_curtain(user: User, game: Game) -> bool:
    """Return whether a curtain hides this user's seats from each other. It does if they have several seats in
    a running game whose rules hide something. There is no curtain in a sandbox, or if this device shows all
    hands.
    """
    if game.seq < 0 or game.is_over or game.tryout or len(seats_of(user, game)) < 2:
        return False
    if opening_of(game).rules.hides_nothing:
        return False
    hands = hands_of(user)
    return hands is None or hands.of(game)[0] != BOTH


def seat_shown(user: User, game: Game, wanted: str = "", rows: Iterable[Row] | None = None) -> str | None:
    """Return the seat whose view the user sees now, or None while the curtain is closed and for an observer.
    ``wanted``: the seat that the request names. ``rows``: the pending decisions, if the caller has loaded
    them.
    """
    mine = seats_of(user, game)
    if wanted not in mine and wanted and seat_of(user, game, wanted) == wanted:
        return wanted  # the game master's own view
    if not has_curtain(user, game):
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
    """Return the user's seats that this device shows in full. Without a curtain these are all of them."""
    if isinstance(hands_of(user), Program) or not has_curtain(user, game):
        return seats_of(user, game)
    seat = seat_shown(user, game)
    return () if seat is None else (seat,)


def seats_asked(mine: Collection[str], rows: Iterable[Row]) -> tuple[str, ...]:
    """Return those of the user's seats (``mine``) that owe an answer. Hidden covert decisions do
    not count.
    """
    return tuple(dict.fromkeys(row.seat for row in rows if row.seat in mine and not covert.is_hidden(row)))


def require_shown(user: User, game: Game, seat: str) -> None:
    """Raise IllegalAction if a browser acts for a seat whose hand this device does not show."""
    hands = hands_of(user)
    if hands is None or isinstance(hands, Program) or not has_curtain(user, game):
        return
    if seat in seats_of(user, game) and seat_shown(user, game) != seat:
        raise illegal("behind_curtain")


# --- opening and closing ----------------------------------------------------------------------------------


def open_hand(user: User, game_id: UUID, seat: str) -> Game:
    """Open a seat's hand on this device. The seat "" closes all hands, and BOTH opens all of them. Raises
    Http404 for a hidden game, and NotYourSeat for another player's seat or if there is no curtain.
    """
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
