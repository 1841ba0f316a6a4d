"""Letters between players of one game: who may read which, to whom a seat can write, and which letters the
game's book publishes. Only the sender and the recipients can read a letter.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import Block
from engine.game import GM
from games.access import NotYourSeat, User, voices_of
from games.models import Game, Letter, Reading
from games.models.letter import EVERYBODY


def correspondents(game: Game, seat: str) -> list[str]:
    """Return the recipients to whom a seat can write: everybody, the other seats, and the game master. Bots
    read no letters, so their seats are left out.
    """
    others = [one.key for one in game.seats.all() if not one.is_bot] + [GM]
    return [EVERYBODY, *(key for key in others if key != seat)]


def letters_for(user: User, game: Game) -> QuerySet[Letter]:
    """Return the letters the user may read: their own, those to or from their seats, and those to everybody.
    Outsiders get none, and letters by people whom the user has blocked are left out. Earlier letters of the
    user's seat are included only if the seat's previous player allowed it.
    """
    mine = voices_of(user, game)
    if not mine:
        return Letter.objects.none()
    meant = Q(to=EVERYBODY) | Q(author=user)
    since = {seat.key: seat.letters_since for seat in game.seats.all()}
    for voice in mine:
        theirs = Q(to=voice) | Q(seat=voice)
        meant |= theirs if since.get(voice) is None else theirs & Q(created_at__gte=since[voice])
    unheard = Block.objects.filter(user=user.pk).values("blocked")
    found = Letter.objects.filter(meant, game=game).exclude(author__in=unheard)
    return found.select_related("author")


# --- letters published with the game's book ---


def has_written(user: User, game: Game) -> bool:
    """Whether the user has written letters in this game and not deleted them all."""
    return bool(user.is_authenticated) and _undeleted_letters(game).filter(author=user).exists()


def has_published(user: User, game: Game) -> bool:
    """Whether the user has published their letters in the game's book."""
    return bool(user.is_authenticated) and Reading.objects.filter(user=user, game=game, gives=True).exists()


def publish_letters(user: User, game: Game, yes: bool) -> None:
    """Publish the user's letters to all readers once the game has ended, or withdraw them. Raises
    NotYourSeat for a user who has written none.
    """
    if not has_written(user, game):
        raise NotYourSeat
    Reading.objects.update_or_create(user=user, game=game, defaults={"gives": yes})


def published_letters(game: Game) -> QuerySet[Letter]:
    """Return the published letters, oldest first. None are published before the game ends."""
    if not game.is_over:
        return Letter.objects.none()
    willing = Reading.objects.filter(game=game, gives=True).values("user")
    return _undeleted_letters(game).filter(author__in=willing).order_by("pk")


def _undeleted_letters(game: Game) -> QuerySet[Letter]:
    return Letter.objects.filter(game=game, deleted_at=None)
