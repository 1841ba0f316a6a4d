"""Send marks with a letter, and read the marks that came with one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from features.notes import services
from features.notes.marks import Mark, mark_json, mark_of, read_mark
from features.notes.models import Enclosure
from games import access, enclosures, pages
from games.enclosures import EnclosedLink, Encloser
from games.models import Letter
from games.services import correspondence


def send(
    at: pages.Scene, numbers: Sequence[int], *, seat: str, to: str, text: str, key: str, now: datetime
) -> Letter | None:
    """Send a letter with copies of the reader's own notes whose ids are in ``numbers``. Return the letter. If
    none of these notes exists, or if players write no letters here, send nothing and return None. Raises the
    errors of ``enclosures.Writer``.
    """
    marks = [mark_of(note) for note in services.own_notes(at).filter(pk__in=numbers)]
    write = enclosures.find_writer()
    if not marks or write is None:
        return None
    with transaction.atomic():
        said = text.strip() or _("Look at my marks on the map.")
        letter = write(at.game.pk, at.user, seat=seat, to=to, text=said, key=key, now=now)
        facts = {"seq": at.game.seq, "marks": [mark_json(one) for one in marks]}
        Enclosure.objects.get_or_create(letter=letter, defaults=facts)
    return letter


def enclosure_for(user: Any, game_id: UUID, number: int) -> Enclosure:
    """Return the marks that were sent with a letter. Raises Http404 if there are none, or if the user may
    not read the letter.
    """
    game = access.get_game_for(user, game_id)
    readable = correspondence.letters_for(user, game).filter(pk=number, deleted_at=None)
    found = Enclosure.objects.filter(letter__in=readable.order_by().values("pk")).select_related("letter")
    one = found.first()
    if one is None:
        raise Http404
    return one


def marks_in(enclosure: Enclosure) -> list[Mark]:
    """Return the marks in an enclosure."""
    return [read_mark(one) for one in enclosure.marks]


class NotesEncloser(Encloser):
    """Links letters to the marks sent with them."""

    def find_links(self, letters: Sequence[Letter]) -> Mapping[int, EnclosedLink]:
        there = Enclosure.objects.filter(letter__in=[one.pk for one in letters]).values_list("pk", flat=True)
        games = {one.pk: one.game_id for one in letters}
        return {
            pk: EnclosedLink(_("Marks on the map"), reverse("letter-marks", args=[games[pk], pk]), "marks")
            for pk in there
        }

    def forget(self, letter: int) -> None:
        Enclosure.objects.filter(letter=letter).delete()
