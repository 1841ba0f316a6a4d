"""Write, delete and search the letters between players of one game."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from accounts.models import Block
from engine.codec import digest
from engine.game import GM
from games import enclosures
from games.access import NotYourSeat, User, get_game_for, voices_of
from games.models import Game, Letter, Outbox, Reading
from games.models.letter import EVERYBODY, LONGEST
from games.refusals import illegal, invalid
from games.services import messages
from games.services.correspondence import correspondents, letters_for
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


def _readers(game: Game, to: str) -> list[Any]:
    if to == EVERYBODY:
        return messages.players(game)
    return [game.gm] if to == GM else [one.user for one in game.seats.all() if one.key == to]


def mark_read(user: User, game: Game, newest: int) -> None:
    """Mark the letters up to ``newest`` as read by the user."""
    reading, _made = Reading.objects.get_or_create(user=user, game=game)
    if reading.letter < newest:
        Reading.objects.filter(pk=reading.pk, letter__lt=newest).update(letter=newest)
