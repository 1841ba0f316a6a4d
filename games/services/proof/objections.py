"""Players' objections to amendments, which everybody sees."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from games.models import Entry, Game, Objection

LONGEST_OBJECTION: Final = 500  # characters


def objections(game: Game, seqs: Collection[int]) -> Mapping[int, list[Objection]]:
    """Objections to these entries, oldest first. A view of the past shows only objections made by then."""
    found: dict[int, list[Objection]] = {}
    if seqs:
        rows = Objection.objects.filter(game=game, seq__in=seqs).select_related("user")
        after = None if game.as_was is None else Entry.objects.filter(game=game, seq=game.seq + 1).first()
        for one in rows if after is None else rows.filter(created_at__lte=after.created_at):
            found.setdefault(one.seq, []).append(one)
    return found
