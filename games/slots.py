"""Places on the core's pages where features show something of theirs, without the core knowing them.

A template names a place with ``{% slot "replay" %}``. A feature registers a template for it when its app is
ready. Fragments of one place follow each other in the order of registration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

SLOTS: Final[Mapping[str, str]] = {
    "head": "the head of every document, for readers other than people",
    "tabs": "the menu of a game's pages, as items of a list",
    "notices": "the head of every page of a game",
    "people": "the head of every page of a game, below its observers and arrangements",
    "requests": "the foot of the notices of a game: what waits for the reader's consent; nothing in a replay",
    "guide": "the head of the page of a game, above its news",
    "acts": "the page of a game, between the question and the forms",
    "replay": "below the moves of a replay",
    "ended": "the buttons of a game that is over",
    "battle": "a campaign's page of a battle, below its result",
    "desk": "the game master's tools",
    "decisions": "a person's own page: what waits for their decision",
    "messages": "a person's messages, above them",
    "home": "a person's own page, below the running games",
}

Facts = Callable[[Any], Mapping[str, Any] | None]  # calculated from the page's context


@dataclass(frozen=True)
class Fragment:
    """A template in a slot. ``facts`` receives the page's variables and returns the template's, or None to
    show nothing.
    """

    template: str
    facts: Facts


_fragments: dict[str, list[Fragment]] = {name: [] for name in SLOTS}


def register(slot: str, template: str, facts: Facts = lambda context: {}) -> None:
    """Show a template in a slot. Called once for each fragment, when an app is ready."""
    _fragments[slot].append(Fragment(template, facts))


def fragments(slot: str) -> tuple[Fragment, ...]:
    """The fragments of a slot, in order."""
    return tuple(_fragments[slot])
