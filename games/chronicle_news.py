"""News that the chronicle shows between log entries, such as an appointment or the new name of a battle.
Features register their sources of news here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class News:
    """A line of the chronicle that is not part of any log entry."""

    kind: str  # general, meeting, name or ruling
    text: str


Source = Callable[[Any], Iterable[tuple[int, News]]]  # returns a scene's news, each with the entry before

_sources: list[Source] = []


def register(source: Source) -> None:
    """Register a source of news. Its app calls this once, when it is ready."""
    _sources.append(source)


def news_of(at: Any) -> list[tuple[int, News]]:
    """Return the news from all features that the reader of a page may see, each with the number of the entry
    that it follows. ``at``: the game as that reader sees it (a Scene).
    """
    return [news for source in _sources for news in source(at)]
