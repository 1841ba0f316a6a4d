"""The facts that a game master may see. Those who play or have played in a running game see only their
seat's view and the spectators' view.
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
    """Return whether a user leads a game without playing in it. With hidden information, they must never
    have played in it either. This concerns only what the user may see. For what they may do, even after
    leaving a seat, see games.services.fairplay.guard.
    """
    if not is_gm(user, game) or seats_of(user, game):
        return False
    return opening_of(game).rules.hides_nothing or not plays(user, game)


def eyes(game: Game, seat: str | None, referee: bool) -> str | None:
    """Return the seat whose view a user gets, or None for a spectator's view. ``referee``: whether the user
    is an impartial game master.
    """
    return seat if seat != GM or game.is_over or referee else None


def may_download(user: User, game: Game) -> bool:
    """Return whether the user may download the whole game with its secrets. While it runs, only an impartial
    game master may; once it is over, anyone who sees the game may.
    """
    return game.is_over or impartial(user, game)


def knows_too_much(user: User, game: Game, seat: str = "") -> bool:
    """Return whether a newcomer (to ``seat``) may have seen hidden facts. They may have been a game master,
    an observer or the player of another seat. They may also have played at another table with the same
    dice.
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
    """Return whether the user has played, and no longer plays, a seat other than ``seat``. Moving for a seat
    counts, and so does being its substitute.
    """
    theirs = [seat, *seats_of(user, game)]
    moved = Entry.objects.filter(game=game, kind=ACTION, actor=user.pk).exclude(seat__in=[GM, *theirs])
    stood_in = Outbox.objects.filter(game=game, kind=Outbox.Kind.STAND_IN, recipient=user.pk)
    seats = {payload.get("seat", seat) for payload in stood_in.values_list("payload", flat=True)}
    return bool(seats - {*theirs}) or moved.exclude(reason__in=FOR_OTHERS).exists()


def trouble_of(user: User, game: Game) -> str:
    """Return the reason a game cannot continue automatically, or "". If the rules hide something, only an
    impartial game master gets the details, because an error message may reveal secrets.
    """
    if not game.trouble or opening_of(game).rules.hides_nothing or impartial(user, game):
        return game.trouble
    return game.trouble.partition(":")[0]
