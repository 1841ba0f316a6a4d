"""Players' objections to amendments, which everybody sees."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from games.models import Entry, Game, Objection

LONGEST_OBJECTION: Final = 500  # maximum length of an objection, in characters


def objections(game: Game, seqs: Collection[int]) -> Mapping[int, list[Objection]]:
    """Return the objections to each of these entries, oldest first. A view of the past includes only those
    made by then.
    """
    found: dict[int, list[Objection]] = {}
    if seqs:
        rows = Objection.objects.filter(game=game, seq__in=seqs).select_related("user")
        after = None if game.as_was is None else Entry.objects.filter(game=game, seq=game.seq + 1).first()
        for one in rows if after is None else rows.filter(created_at__lte=after.created_at):
            found.setdefault(one.seq, []).append(one)
    return found
