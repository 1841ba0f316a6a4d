"""The hooks through which the rest of the site reaches notes."""

from __future__ import annotations

from typing import Any

from accounts.parts import Part
from features.notes.marks import mark_json, mark_of
from features.notes.models import Enclosure, Note


class InNotes(Part):
    """A person's notes: part of their data, deleted with their account."""

    def known_of(self, user: Any) -> dict[str, Any]:
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
