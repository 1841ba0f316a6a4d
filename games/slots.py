"""Slots on the core's pages in which features show their own content, without the core knowing the features.

A template names a slot with ``{% slot "replay" %}``. A feature registers a template for the slot when its
app is ready. Fragments of one slot follow each other in the order of registration.
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
    "over": "the page of a game that is over, between its result and the buttons",
    "ended": "the buttons of a game that is over",
    "fight": "a campaign's page of a battle that is still to be fought, at its foot",
    "battle": "a campaign's page of a battle, below its result",
    "orders": "the page of standing orders, below the orders",
    "calendar": "the page of a game's deadlines, below them",
    "desk": "the game master's tools",
    "decisions": "a person's own page: what waits for their decision",
    "messages": "a person's messages, above them",
    "wishes": "a person's notification settings, above the choices",
    "home": "a person's own page, below the running games",
}

Facts = Callable[[Any], Mapping[str, Any] | None]  # returns a fragment's variables, given the page's context


@dataclass(frozen=True)
class Fragment:
    """A template in a slot. ``facts`` receives the page's variables. It returns the template's variables, or
    None to show nothing.
    """

    template: str
    facts: Facts


_fragments: dict[str, list[Fragment]] = {name: [] for name in SLOTS}


def register(slot: str, template: str, facts: Facts = lambda context: {}) -> None:
    """Show a template in a slot. Apps call this once for each fragment, when they are ready."""
    _fragments[slot].append(Fragment(template, facts))


def fragments(slot: str) -> tuple[Fragment, ...]:
    """The fragments of a slot, in order."""
    return tuple(_fragments[slot])
