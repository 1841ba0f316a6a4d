"""Which event each die of an entry is of. The log tells it (engine.record), but for entries of before it did:
these are carried out again, from the nearest snapshot on, and what they say then counts as long as the rules
still tell the same events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.again import Again
from engine.journal import REWIND, Head, same_json
from engine.record import Owners, owners, owners_told
from games.models import Entry, Snapshot
from games.refusals import SystemMissing
from games.services.entries import as_journal
from games.services.tables import Table, stored_head

REMEMBERED: Final = 5000  # entries of before whose pairing a process keeps, by their digest

_found: dict[str, Owners] = {}


def pairing(at: Table, entries: Iterable[Entry]) -> dict[int, Owners]:
    """For each entry that rolled dice, by its seq, the numbers of their events."""
    rolled = [entry for entry in entries if entry.rolls]
    told = {entry.seq: owners_told(entry.rolls) for entry in rolled}
    silent = [entry for entry in rolled if told[entry.seq] is None]
    unknown = {entry.seq for entry in silent if entry.digest not in _found}
    if unknown:
        _Walk(at).through(unknown)
    return {entry.seq: told[entry.seq] or _known(entry) for entry in rolled}


def _known(entry: Entry) -> Owners:
    """What the walk found; where it led nowhere, the dice are of no event."""
    return _found.get(entry.digest, (None,) * len(entry.rolls))


class _Walk:
    """Through the part of a log that holds the entries asked for."""

    def __init__(self, at: Table) -> None:
        self.at = at
        self.again = Again(at.opened, lost=True)
        self.heads: dict[int, Head[object]] = {}

    def through(self, asked: set[int]) -> None:
        kept = Snapshot.objects.filter(game=self.at.game)
        near = kept.filter(seq__lt=min(asked)).order_by("-seq").values_list("seq", flat=True).first()
        first = -1 if near is None else near
        stored = set(kept.filter(seq__gte=first, seq__lt=max(asked)).values_list("seq", flat=True))
        rows = Entry.objects.filter(game=self.at.game, seq__gte=first, seq__lte=max(asked)).order_by("seq")
        head: Head[object] | None = None
        for row in rows:
            if row.seq == first:
                head = self._stored(row.seq)
            elif row.kind == REWIND and row.action is not None:
                head = self.heads.get(row.action["to"])
            else:
                head = self._after(head, row)
            if head is None and row.seq in stored:
                head = self._stored(row.seq)
            if head is not None:
                self.heads[row.seq] = head

    def _stored(self, seq: int) -> Head[object] | None:
        try:
            return stored_head(self.at.opened, Snapshot.objects.get(game=self.at.game, seq=seq))
        except SystemMissing:  # of another shape than the rules of today write
            return None

    def _after(self, head: Head[object] | None, row: Entry) -> Head[object] | None:
        """Where the entry led to, and its dice noted; None where that cannot be said any more."""
        if head is None and row.seq:
            return None
        entry = as_journal(row)
        try:
            step, events = self.again.step(head, entry)
        except Exception:  # whatever the rules of today say to it: they cannot tell
            return None
        if not same_json(events, list(entry.events)):
            return None
        while len(_found) >= REMEMBERED:
            _found.pop(next(iter(_found)), None)
        _found[entry.digest] = owners(step, len(entry.rolls))
        return Head(entry.seq, entry.step, entry.digest, step.state)
