"""News since the reader's last move, in brief, with the oldest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.journal import REWIND
from engine.log.amending import AMEND
from games import plugins, services
from games.contract import Wording
from games.page_facts.result_cards import ResultCard
from games.wording.narration import describe_amendment, describe_rewind

if TYPE_CHECKING:
    from engine.game import Facts

NEAR, ENTRIES = 12, 60  # entries searched for the reader's last move: first 12, then 60
SHORT, LONG = 8, 16  # sentences not collapsed: 8, or up to 16 if important ones are among them
BRIEF, LONGER = 3, 6  # lower limits while the reader must decide, so that the buttons stay in sight


@dataclass(frozen=True)
class NewsItem:
    """A sentence of the news, and the kind of its event. ``battle``: whether it is about a fight.
    ``weighty``: whether it is important enough to be always shown.
    """

    text: str
    kind: str
    battle: bool = False
    weighty: bool = False

    @property
    def parts(self) -> tuple[str, str]:
        """The sentence in two parts: the event, and its cause in brackets."""
        what, bracket, how = self.text.partition(" (")
        return what, bracket + how


@dataclass(frozen=True)
class News:
    """News for a reader. ``early``: the sentences in the collapsed part. ``late``: the other sentences.
    ``own``: whether the news begins after a move by the reader. ``more``: whether there are earlier events.
    ``results``: the battles fought, latest first.
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
    """A system's functions for writing news. ``sentences``: returns the sentences worth showing, oldest
    first. ``again``: kinds of events that are shown even if the reader's own move caused them. ``results``:
    takes the earlier and the new events, and returns the battles that ended in the new ones, latest first.
    """

    sentences: Callable[[Sequence[Facts]], Iterable[NewsItem]]
    again: frozenset[str]
    results: Callable[[Sequence[Facts], Sequence[Facts]], tuple[ResultCard, ...]] = lambda _old, _new: ()

    def collect_news(self, table: Any, seat: str | None, asked: bool = False) -> News:
        """Return the news since the last move of the seat's player, or the last few entries for spectators.
        The player's own move is included if it rolled dice or had events worth repeating. ``asked``: whether
        the reader must decide, in which case more of the news is collapsed.
        """
        lines = services.chronicle(table, seat, limit=NEAR if seat else ENTRIES)
        mine = _own_move(lines, seat)
        if seat and mine is None:
            lines = services.chronicle(table, seat, limit=ENTRIES)
            mine = _own_move(lines, seat)
        first = len(lines) if mine is None else mine + self._repeats_own_move(lines[mine])
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

    def _repeats_own_move(self, line: Any) -> bool:
        """Return whether the reader's own move is worth repeating in the news. A move is worth repeating if
        it rolled dice or caused an event of a kind in ``again``.
        """
        return bool(line.rolls) or any(e["kind"] in self.again for e in line.events)

    def _news_items(self, lines: Iterable[Any], wording: Wording) -> Iterator[NewsItem]:
        """Yield the sentences of entries, oldest first, with rewinds and corrections at the points where
        they were made.
        """
        events: list[Facts] = []
        for line in lines:
            if line.kind not in (REWIND, AMEND):
                events.extend(line.events)
                continue
            yield from self.sentences(events)
            events = []
            if line.kind == REWIND:
                yield NewsItem(" ".join(describe_rewind(line.rewound)), REWIND)
            else:
                yield NewsItem(" ".join(describe_amendment(wording, line.amended)), AMEND, weighty=True)
        yield from self.sentences(events)


def _events(lines: Sequence[Any]) -> list[Facts]:
    """Return the events of entries that were not undone, oldest first. ``lines``: the entries, newest
    first.
    """
    return [e for line in reversed(lines) if not line.undone for e in line.events]


def _own_move(lines: Sequence[Any], seat: str | None) -> int | None:
    return next((i for i, x in enumerate(lines) if seat and x.seat == seat and x.reason == "player"), None)


def shown_from(told: Sequence[NewsItem], short: int = SHORT, long: int = LONG) -> int:
    """Return the index in ``told`` (all sentences of the news) of the first one that is not collapsed. The
    last ``short`` sentences are always shown. Up to ``long`` sentences are shown if an important one would
    otherwise be collapsed.
    """
    longest = max(0, len(told) - long)
    first = next((i for i, one in enumerate(told) if i >= longest and one.weighty), len(told))
    return min(first, max(0, len(told) - short))
