"""News since the reader's own last move: short, oldest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.journal import REWIND
from engine.log.amending import AMEND
from games import plugins, services
from games.contract import Wording
from games.narration import describe_amendment, rewound
from games.result_cards import ResultCard

if TYPE_CHECKING:
    from engine.game import Facts

NEAR, ENTRIES = 12, 60  # entries to look back: at first, and if the reader's own last move is not among them
SHORT, LONG = 8, 16  # sentences shown at once; up to the second number if a battle is among them
BRIEF, LONGER = 3, 6  # the same during a decision, so that its buttons stay in sight


@dataclass(frozen=True)
class NewsItem:
    """A sentence, and the kind of its event. ``battle``: whether it comes from a fight; ``weighty``: never
    folded away before the following lines.
    """

    text: str
    kind: str
    battle: bool = False
    weighty: bool = False

    @property
    def parts(self) -> tuple[str, str]:
        """Split a sentence into the event and its cause in brackets."""
        what, bracket, how = self.text.partition(" (")
        return what, bracket + how


@dataclass(frozen=True)
class News:
    """News for a reader. ``early`` is folded, ``late`` is shown; ``own``: whether it begins after the
    reader's own move; ``results``: the battles fought, latest first.
    """

    early: tuple[NewsItem, ...]
    late: tuple[NewsItem, ...]
    own: bool
    more: bool
    results: tuple[ResultCard, ...] = ()

    @property
    def count(self) -> int:
        return len(self.early) + len(self.late)


@dataclass(frozen=True)
class Teller:
    """The functions that write a system's news. ``sentences``: the notable ones of events, oldest first;
    ``again``: kinds of events repeated even after the reader's move; ``results``: the battles that ended
    in the second events, begun in those before or in them, latest first.
    """

    sentences: Callable[[Sequence[Facts]], Iterable[NewsItem]]
    again: frozenset[str]
    results: Callable[[Sequence[Facts], Sequence[Facts]], tuple[ResultCard, ...]] = lambda _old, _new: ()

    def collect_news(self, table: Any, seat: str | None, asked: bool = False) -> News:
        """Return the news since the last move of the seat's player; for spectators, the last few entries. A
        move with dice or with repeated kinds of events is included.
        """
        lines = services.chronicle(table, seat, limit=NEAR if seat else ENTRIES)
        mine = _own_move(lines, seat)
        if seat and mine is None:
            lines = services.chronicle(table, seat, limit=ENTRIES)
            mine = _own_move(lines, seat)
        first = len(lines) if mine is None else mine + self._told_again(lines[mine])
        fresh = [x for x in lines[:first] if not x.undone]
        told = tuple(self._news_items(reversed(fresh), plugins.wording(table.game)))
        start = shown_from(told, BRIEF, LONGER) if asked else shown_from(told)
        return News(
            early=told[:start],
            late=told[start:],
            own=mine is not None,
            more=mine is None and len(lines) == ENTRIES,
            results=self.results(_events(lines[first:]), _events(fresh)) if seat else (),
        )

    def _told_again(self, line: Any) -> bool:
        """Return whether the reader's own move had more effects than its choice."""
        return bool(line.rolls) or any(e["kind"] in self.again for e in line.events)

    def _news_items(self, lines: Iterable[Any], wording: Wording) -> Iterator[NewsItem]:
        """Yield the sentences of entries, oldest first, with rewinds and corrections where they were made."""
        events: list[Facts] = []
        for line in lines:
            if line.kind not in (REWIND, AMEND):
                events.extend(line.events)
                continue
            yield from self.sentences(events)
            events = []
            if line.kind == REWIND:
                yield NewsItem(" ".join(rewound(line.rewound)), REWIND)
            else:
                yield NewsItem(" ".join(describe_amendment(wording, line.amended)), AMEND, weighty=True)
        yield from self.sentences(events)


def _events(lines: Sequence[Any]) -> list[Facts]:
    """Return the events of valid entries, oldest first; ``lines`` begin with the newest."""
    return [e for line in reversed(lines) if not line.undone for e in line.events]


def _own_move(lines: Sequence[Any], seat: str | None) -> int | None:
    return next((i for i, x in enumerate(lines) if seat and x.seat == seat and x.reason == "player"), None)


def shown_from(told: Sequence[NewsItem], short: int = SHORT, long: int = LONG) -> int:
    """Return the index of the first sentence shown unfolded. The last ``short`` are always shown, and up to
    ``long`` so that no recent battle is folded away.
    """
    longest = max(0, len(told) - long)
    first = next((i for i, one in enumerate(told) if i >= longest and one.weighty), len(told))
    return min(first, max(0, len(told) - short))
