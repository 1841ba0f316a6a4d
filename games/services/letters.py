"""Letters between players of one game. Only the sender and the recipients can read them."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts.models import Block
from engine.codec import digest
from engine.game import GM
from games import enclosures
from games.access import NotYourSeat, User, get_game_for, voices_of
from games.models import Game, Letter, Outbox, Reading
from games.models.letter import EVERYBODY, LONGEST
from games.refusals import illegal, invalid
from games.services import messages
from games.services.entries import own_key

MOST_WORDS = 8  # maximum number of words in a search; further words are ignored


def write(game_id: UUID, user: User, *, seat: str, to: str, text: str, key: str, now: datetime) -> Letter:
    """Send a letter from one of the user's seats. Submitting the same form twice sends one letter;
    submitting it again with changed text sends another. Raises NotYourSeat for another player's seat,
    InvalidAction if the text is missing or too long, and IllegalAction if there is no such recipient.
    """
    game = get_game_for(user, game_id)
    if seat not in voices_of(user, game):
        raise NotYourSeat
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise invalid("letter_empty")
    if len(text) > LONGEST:
        raise invalid("letter_too_long", most=LONGEST)
    if to not in correspondents(game, seat):
        raise illegal("no_such_seat", seat=to)
    with transaction.atomic():
        once = own_key(user, digest([own_key(user, key), seat, to, text]))
        fields = {"seat": seat, "to": to, "author": user, "text": text, "created_at": now}
        letter, fresh = Letter.objects.get_or_create(game=game, key=once, defaults=fields)
        if fresh:
            unwilling = set(Block.objects.filter(blocked=user.pk).values_list("user", flat=True))
            readers = [one for one in _readers(game, to) if one is not None and one.pk not in unwilling]
            messages.owe(game, Outbox.Kind.LETTER, str(letter.pk), readers, now, actor=user, letter=letter.pk)
            Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    return letter


def delete(game_id: UUID, user: User, number: int, now: datetime) -> None:
    """Delete a letter that the user wrote. Its text disappears for everybody, but a placeholder remains.
    Deleting it twice changes nothing. Raises NotYourSeat for others' letters and for people who have
    left.
    """
    game = get_game_for(user, game_id)
    with transaction.atomic():
        mine = letters_for(user, game).filter(pk=number, author=user)
        if not mine.exists():
            raise NotYourSeat
        kept = Letter.objects.filter(pk=number, deleted_at=None)
        if kept.update(text="", deleted_at=now):
            enclosures.forget(number)
            Game.objects.filter(pk=game.pk).update(version=F("version") + 1)


def search_letters(letters: QuerySet[Letter], words: str) -> QuerySet[Letter]:
    """Return the letters that contain all of the words, in any order. Words after the first MOST_WORDS are
    ignored.
    """
    for word in words.split()[:MOST_WORDS]:
        letters = letters.filter(text__icontains=word)
    return letters


def correspondents(game: Game, seat: str) -> list[str]:
    """Return the recipients to whom a seat can write: everybody, the other seats, and the game master. Bots
    read no letters, so their seats are left out.
    """
    others = [one.key for one in game.seats.all() if not one.is_bot] + [GM]
    return [EVERYBODY, *(key for key in others if key != seat)]


def _readers(game: Game, to: str) -> list[Any]:
    if to == EVERYBODY:
        return messages.players(game)
    return [game.gm] if to == GM else [one.user for one in game.seats.all() if one.key == to]


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


def mark_read(user: User, game: Game, newest: int) -> None:
    """Mark the letters up to ``newest`` as read by the user."""
    reading, _made = Reading.objects.get_or_create(user=user, game=game)
    if reading.letter < newest:
        Reading.objects.filter(pk=reading.pk, letter__lt=newest).update(letter=newest)


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
