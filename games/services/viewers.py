"""Which facts a game master may see. While the game runs, a game master who plays or has played in it sees
only the view of their seat and the spectators' view.
"""

from __future__ import annotations

from engine.game import GM
from engine.journal import ACTION
from games.access import User, is_gm, seats_of
from games.models import Command, Entry, Game, Observer, Outbox
from games.participants import FOR_OTHERS, has_led, plays
from games.services.proof import duplicates
from games.services.tables import opening_of


def impartial(user: User, game: Game) -> bool:
    """Whether a user leads a game and does not play in it; with hidden information, they must never have
    played in it. This concerns only what the user may see. For what they may do, even after leaving a seat,
    see games.services.fairplay.guard.
    """
    if not is_gm(user, game) or seats_of(user, game):
        return False
    return opening_of(game).rules.hides_nothing or not plays(user, game)


def eyes(game: Game, seat: str | None, referee: bool) -> str | None:
    """The seat whose view a user gets; None for a spectator. ``referee``: the user is an impartial game
    master.
    """
    return seat if seat != GM or game.is_over or referee else None


def may_download(user: User, game: Game) -> bool:
    """Whether the user may download the whole game with its secrets: an impartial game master while it runs,
    anyone who sees the game once it is over.
    """
    return game.is_over or impartial(user, game)


def knows_too_much(user: User, game: Game, seat: str = "") -> bool:
    """Whether a newcomer (to ``seat``) may have seen hidden facts: as a game master, an observer, a player of
    another seat, or at another table with the same dice.
    """
    if game.sealed:
        return duplicates.knows_another(user, game)
    if game.seq < 0 or game.is_over or opening_of(game).rules.hides_nothing:
        return False
    if any(has(user, game, seat) for has in (has_looked, has_commanded, has_played)):
        return True
    return has_led(user, game) and not plays(user, game)


def has_looked(user: User, game: Game, seat: str = "") -> bool:
    """Whether the user ever observed a seat other than ``seat``."""
    rows = Observer.objects.filter(game=game, user=user.pk, accepted_at__isnull=False)
    return game.has_observers and rows.exclude(seat=seat or "-").exists()


def has_commanded(user: User, game: Game, seat: str = "") -> bool:
    """Whether the user was ever a guest commander of a seat other than ``seat``."""
    rows = Command.objects.filter(game=game, user=user.pk, taken_at__isnull=False)
    return game.has_agreed and rows.exclude(seat=seat or "-").exists()


def has_played(user: User, game: Game, seat: str = "") -> bool:
    """Whether the user has moved for a seat other than ``seat``, or was its substitute, and does not play it
    now.
    """
    theirs = [seat, *seats_of(user, game)]
    moved = Entry.objects.filter(game=game, kind=ACTION, actor=user.pk).exclude(seat__in=[GM, *theirs])
    stood_in = Outbox.objects.filter(game=game, kind=Outbox.Kind.STAND_IN, recipient=user.pk)
    seats = {payload.get("seat", seat) for payload in stood_in.values_list("payload", flat=True)}
    return bool(seats - {*theirs}) or moved.exclude(reason__in=FOR_OTHERS).exists()


def trouble_of(user: User, game: Game) -> str:
    """The reason why a game cannot continue automatically. Only an impartial game master gets the details,
    because an error message may reveal secrets.
    """
    if not game.trouble or opening_of(game).rules.hides_nothing or impartial(user, game):
        return game.trouble
    return game.trouble.partition(":")[0]
