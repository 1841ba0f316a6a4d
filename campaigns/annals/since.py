"""The events since the reader's own last move: short, oldest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.journal import REWIND
from engine.log.amending import AMEND
from games import plugins, services
from games.contract import Wording
from games.telling import amended, rewound

if TYPE_CHECKING:
    from engine.game import Facts

NEAR, ENTRIES = 12, 60  # as far as this is looked back: at first, and where no own move is found so near
SHORT, LONG = 8, 16  # as many sentences are shown at once; more, up to this, from the first battle on
BRIEF, LONGER = 3, 6  # the same while the reader is asked for something: the buttons stay in sight


@dataclass(frozen=True)
class Told:
    """A sentence, and what kind of event it tells. ``battle``: of a fight; ``weighty``: not folded away
    before the lines after it."""

    text: str
    kind: str
    battle: bool = False
    weighty: bool = False

    @property
    def parts(self) -> tuple[str, str]:
        """Return what happened, and in brackets how it came about."""
        what, bracket, how = self.text.partition(" (")
        return what, bracket + how


@dataclass(frozen=True)
class Since:
    """``early`` is folded, ``late`` is shown; ``own`` tells whether it begins after a move of the reader."""

    early: tuple[Told, ...]
    late: tuple[Told, ...]
    own: bool
    more: bool

    @property
    def count(self) -> int:
        return len(self.early) + len(self.late)


@dataclass(frozen=True)
class Teller:
    """``sentences``: what is worth telling of events, oldest first; ``again``: the kinds of events that are
    told although they came of one's own move."""

    sentences: Callable[[Sequence[Facts]], Iterable[Told]]
    again: frozenset[str]

    def since(self, table: Any, seat: str | None, asked: bool = False) -> Since:
        """From the entries after the seat's last move by a person; for spectators the last few. A move that
        threw dice, or led to one of the kinds that are told again, belongs to it."""
        lines = services.chronicle(table, seat, limit=NEAR if seat else ENTRIES)
        mine = _own_move(lines, seat)
        if seat and mine is None:
            lines = services.chronicle(table, seat, limit=ENTRIES)
            mine = _own_move(lines, seat)
        first = len(lines) if mine is None else mine + self._told_again(lines[mine])
        fresh = [x for x in lines[:first] if not x.undone]
        told = tuple(self._told(reversed(fresh), plugins.wording(table.game)))
        start = shown_from(told, BRIEF, LONGER) if asked else shown_from(told)
        return Since(
            early=told[:start],
            late=told[start:],
            own=mine is not None,
            more=mine is None and len(lines) == ENTRIES,
        )

    def _told_again(self, line: Any) -> bool:
        """More came of one's own move than what was chosen."""
        return bool(line.rolls) or any(e["kind"] in self.again for e in line.events)

    def _told(self, lines: Iterable[Any], wording: Wording) -> Iterator[Told]:
        """The sentences of entries, oldest first; a step back stands where it was made, and so does what was
        corrected by hand."""
        events: list[Facts] = []
        for line in lines:
            if line.kind not in (REWIND, AMEND):
                events.extend(line.events)
                continue
            yield from self.sentences(events)
            events = []
            if line.kind == REWIND:
                yield Told(" ".join(rewound(line.rewound)), REWIND)
            else:
                yield Told(" ".join(amended(wording, line.amended)), AMEND, weighty=True)
        yield from self.sentences(events)


def _own_move(lines: Sequence[Any], seat: str | None) -> int | None:
    return next((i for i, x in enumerate(lines) if seat and x.seat == seat and x.reason == "player"), None)


def shown_from(told: Sequence[Told], short: int = SHORT, long: int = LONG) -> int:
    """The first sentence that is shown at once: no battle is folded away before the last few sentences."""
    longest = max(0, len(told) - long)
    first = next((i for i, one in enumerate(told) if i >= longest and one.weighty), len(told))
    return min(first, max(0, len(told) - short))
