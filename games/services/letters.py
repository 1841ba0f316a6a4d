"""Letters between players of one game, readable by sender and recipients only."""

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

MOST_WORDS = 8  # a search uses this many words and ignores the rest


def write(game_id: UUID, user: User, *, seat: str, to: str, text: str, key: str, now: datetime) -> Letter:
    """Send a letter from one of the user's seats. Submitting the same form twice sends one letter; with
    changed text, after going back in the browser, it sends another. Raises NotYourSeat, InvalidAction (no
    text, too long), IllegalAction (no such recipient).
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
    """Delete a letter the user wrote: its text disappears for everybody, but a placeholder remains. Repeating
    it changes nothing. Raises NotYourSeat for others' letters and for people who have left.
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
    """Letters that contain all the words, in any order."""
    for word in words.split()[:MOST_WORDS]:
        letters = letters.filter(text__icontains=word)
    return letters


def correspondents(game: Game, seat: str) -> list[str]:
    """The seats that a seat can write to. Bots read no letters."""
    others = [one.key for one in game.seats.all() if not one.is_bot] + [GM]
    return [EVERYBODY, *(key for key in others if key != seat)]


def _readers(game: Game, to: str) -> list[Any]:
    if to == EVERYBODY:
        return messages.players(game)
    return [game.gm] if to == GM else [one.user for one in game.seats.all() if one.key == to]


def letters_for(user: User, game: Game) -> QuerySet[Letter]:
    """Letters the user may read: by them, to them, or to everybody. Outsiders get none. Earlier letters of
    their seat appear only if the predecessor allowed it.
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
    return bool(user.is_authenticated) and _standing(game).filter(author=user).exists()


def gives(user: User, game: Game) -> bool:
    """Whether the user has published their letters in the game's book."""
    return bool(user.is_authenticated) and Reading.objects.filter(user=user, game=game, gives=True).exists()


def give(user: User, game: Game, yes: bool) -> None:
    """Publish this user's letters to all readers once the game has ended, or withdraw them. Raises
    NotYourSeat for a user who has written none.
    """
    if not has_written(user, game):
        raise NotYourSeat
    Reading.objects.update_or_create(user=user, game=game, defaults={"gives": yes})


def published_letters(game: Game) -> QuerySet[Letter]:
    """Published letters, oldest first. There are none before the game ends."""
    if not game.is_over:
        return Letter.objects.none()
    willing = Reading.objects.filter(game=game, gives=True).values("user")
    return _standing(game).filter(author__in=willing).order_by("pk")


def _standing(game: Game) -> QuerySet[Letter]:
    return Letter.objects.filter(game=game, deleted_at=None)
