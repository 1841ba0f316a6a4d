"""Read, write and delete a player's own notes.

Only their author reads the notes; not even the game master can. If one account plays several seats with
hidden hands, only the notes of the seat whose hand is open are shown.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from features.notes.marks import Mark
from features.notes.models import Note
from games import access, pages
from games.models import Entry
from games.services.entries import own_key

MOST: Final = 300  # maximum number of one person's notes in a game


def scene_of(user: Any, game_id: UUID, seat: str = "", *, closed: bool = False) -> pages.Scene:
    """Return the game as a player or its game master sees it. Raises Http404 for anybody else. If one device
    serves several seats with hidden hands and none is open, it also raises Http404, unless ``closed`` is set.
    """
    game = access.get_game_for(user, game_id)
    at = pages.scene(user, game, seat, bare=True)
    if not (at.my_seats or at.is_gm) or (at.is_closed and not closed) or game.seq < 0:
        raise Http404
    return at


def own_notes(at: pages.Scene) -> QuerySet[Note]:
    """Return the reader's own notes in this game, oldest first."""
    found = Note.objects.filter(game=at.game, user=at.user)
    return found.filter(seat=at.seat or "") if at.hung else found


def turn_at(at: pages.Scene, seq: int | None) -> int | None:
    """Return the turn of the position after an entry, or of the present position if ``seq`` is None."""
    if seq is None or seq >= at.game.seq:
        now: int | None = at.table.turn
        return now
    entry = Entry.objects.filter(game=at.game, seq__lte=seq, turn__isnull=False).order_by("-seq").first()
    return None if entry is None else entry.turn


def shown_at(at: pages.Scene, seq: int | None) -> list[Note]:
    """Return the notes of the turn that a position belongs to. If the rules count no turns, return all notes
    made up to that position.
    """
    turn = turn_at(at, seq)
    if turn is None:
        return list(own_notes(at).filter(seq__lte=at.game.seq if seq is None else seq))
    return list(own_notes(at).filter(turn=turn))


def add(at: pages.Scene, mark: Mark, key: str, now: datetime, seq: int | None = None) -> Note:
    """Store a note for the present position, or for the earlier position that the reader is viewing. Sending
    the same form twice makes one note. Raises ValidationError if there are too many notes.
    """
    if own_notes(at).count() >= MOST:
        raise ValidationError(_("At most %(most)s notes in one game: delete some first.") % {"most": MOST})
    then = at.game.seq if seq is None else min(seq, at.game.seq)
    facts = {
        "seat": at.seat or "",
        "seq": then,
        "turn": turn_at(at, seq),
        "kind": mark.kind,
        "points": list(mark.points),
        "places": list(mark.places),
        "text": mark.text,
        "created_at": now,
    }
    once = {"user": at.user, "game": at.game, "key": own_key(at.user, (key or str(uuid4()))[:64])}
    try:
        with transaction.atomic():
            return Note.objects.create(**once, **facts)
    except IntegrityError:
        return Note.objects.get(**once)


def delete(at: pages.Scene, number: int) -> None:
    """Delete one of the reader's own notes. If the note does not exist, do nothing."""
    own_notes(at).filter(pk=number).delete()
