"""Include a user's notes in the user's account data."""

from __future__ import annotations

from typing import Any

from accounts.parts import Part
from features.notes.marks import mark_json, mark_of
from features.notes.models import Enclosure, Note


class NotesPart(Part):
    """A user's notes, as part of the user's account data."""

    def data_about(self, user: Any) -> dict[str, Any]:
        notes = Note.objects.filter(user=user)
        sent = Enclosure.objects.filter(letter__author=user).order_by("pk")
        return {
            "notes": [
                {
                    "game": str(one.game_id),
                    "seat": one.seat,
                    "turn": one.turn,
                    "at": one.created_at.isoformat(),
                    **mark_json(mark_of(one)),
                }
                for one in notes
            ],
            "marks_sent": [{"letter": one.pk, "marks": one.marks} for one in sent],
        }
