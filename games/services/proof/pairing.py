"""Match each roll of an entry to the event it caused.

The log records the match (engine.dice_record). Older entries without a record are replayed from the
nearest snapshot. The result counts only if the rules still yield the same events.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.dice_record import Owners, owners, recorded_owners
from engine.journal import REWIND, Head, same_json
from engine.log.replay import Replay
from games.models import Entry, Snapshot
from games.refusals import SystemMissing
from games.services.entries import as_journal
from games.services.tables import LiveGame, stored_head

REMEMBERED: Final = 5000  # maximum number of old entries whose matches are cached, by digest

_remembered: dict[str, Owners] = {}


def pairing(at: LiveGame, entries: Iterable[Entry]) -> dict[int, Owners]:
    """Map the seq of each entry with rolls to the owners of these rolls. The owner of a roll is the number of
    the event that the roll belongs to, or None.
    """
    rolled = [entry for entry in entries if entry.rolls]
    told = {entry.seq: recorded_owners(entry.rolls) for entry in rolled}
    silent = [entry for entry in rolled if told[entry.seq] is None]
    found = {entry.seq: _remembered[entry.digest] for entry in silent if entry.digest in _remembered}
    # as in journal.replay: first with the current key order, then with one found by trial
    for lost in (False, True):
        asked = {entry.seq for entry in silent} - found.keys()
        if asked:
            found |= _Walk(at, lost).find_owners(asked)
    for entry in silent:  # rolls of entries that cannot be replayed belong to no event
        _remember(entry, found.setdefault(entry.seq, (None,) * len(entry.rolls)))
    return {entry.seq: told[entry.seq] or found[entry.seq] for entry in rolled}


def _remember(entry: Entry, of: Owners) -> None:
    _remembered.setdefault(entry.digest, of)
    while len(_remembered) > REMEMBERED:
        _remembered.pop(next(iter(_remembered)), None)


class _Walk:
    """A replay of the stretch of log that holds the requested entries."""

    def __init__(self, at: LiveGame, lost: bool) -> None:
        self.at = at
        self.again = Replay(at.opened, lost)
        self.heads: dict[int, Head[object]] = {}
        self.found: dict[int, Owners] = {}

    def find_owners(self, asked: set[int]) -> dict[int, Owners]:
        kept = Snapshot.objects.filter(game=self.at.game)
        near = kept.filter(seq__lt=min(asked)).order_by("-seq").values_list("seq", flat=True).first()
        first = -1 if near is None else near
        stored = set(kept.filter(seq__gte=first, seq__lt=max(asked)).values_list("seq", flat=True))
        rows = Entry.objects.filter(game=self.at.game, seq__gte=first, seq__lte=max(asked)).order_by("seq")
        head: Head[object] | None = None
        for row in rows:
            if row.seq == first:
                head = self._stored_head(row.seq)
            elif row.kind == REWIND and row.action is not None:
                head = self.heads.get(row.action["to"])
            else:
                head = self._next_head(head, row)
            if head is None and row.seq in stored:
                head = self._stored_head(row.seq)
            if head is not None:
                self.heads[row.seq] = head
        return self.found

    def _stored_head(self, seq: int) -> Head[object] | None:
        try:
            return stored_head(self.at.opened, Snapshot.objects.get(game=self.at.game, seq=seq))
        except SystemMissing:  # the current rules do not know the snapshot's format
            return None

    def _next_head(self, head: Head[object] | None, row: Entry) -> Head[object] | None:
        if head is None and row.seq:
            return None
        entry = as_journal(row)
        try:
            step = self.again.step(head, entry)
            events = self.again.write_events(step)
        except Exception:  # if the current rules fail, the dice of each event stay unknown
            return None
        if not same_json(events, list(entry.events)):
            return None
        self.found[entry.seq] = owners(step, len(entry.rolls))
        return Head(entry.seq, entry.step, entry.digest, step.state)
