"""The values of a log: a game's opening, a stored entry, and a position in the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from engine.codec import digest
from engine.game import Facts, Json, Rules, System
from engine.order import AS_IT_CAME, BY_KEY, by_key

S = TypeVar("S")

SETUP: Final = "setup"
ACTION: Final = "action"
REWIND: Final = "rewind"

BY_STEP: Final = 1  # a seeded die is bound to its place in the line of play: a rewind repeats it
BY_SEQ: Final = 2  # bound to its place in the log, so no rewind repeats it
BY_KIND: Final = 3  # ... to its kind and number (engine.dice.Shared): games with one seed have the same dice
BINDINGS: Final = (BY_STEP, BY_SEQ, BY_KIND)


@dataclass(frozen=True)
class Opening:
    """The opening of a game. ``game`` names it (its dice are bound to it), ``commitment`` is the SHA-256 of
    its secret seed, ``sources`` are the kinds of dice it allows, ``binding`` is what its seeded dice are
    bound to (BY_STEP, BY_SEQ, BY_KIND); it is fixed when the game begins.
    """

    game: str
    system: System
    scenario: Facts
    options: Facts
    commitment: str = ""
    sources: tuple[str, ...] = ("seeded", "entered")
    binding: int = BY_SEQ

    @cached_property
    def rules(self) -> Rules[Any]:
        """The rules, opened with every mapping of scenario and options sorted by key."""
        return self.system.open(by_key(self.scenario), by_key(self.options))

    @cached_property
    def rules_as_it_came(self) -> Rules[Any]:
        """The rules as older entries were written with: opened on the scenario in its stored order."""
        return self.system.open(self.scenario, self.options)

    @cached_property
    def digest(self) -> str:
        """The value that the first entry is chained to. The oldest binding is not part of it: games begun
        with it knew no other.
        """
        named = {} if self.binding == BY_STEP else {"binding": self.binding}
        return digest(
            {
                "game": self.game,
                "system": self.system.name,
                "scenario": self.scenario,
                "options": self.options,
                "commitment": self.commitment,
                "sources": sorted(self.sources),
                **named,
            }
        )


@dataclass(frozen=True)
class Entry:
    """One step as it is stored. ``action`` is None at set-up, ``{"to": seq}`` for a rewind and ``{"changes":
    [...]}`` (engine.log.amending) for an amendment, ``{"state": ...}`` for a position laid out (with ``why``,
    if a reason was given, and other remarks); ``rolls`` as :mod:`engine.record` writes them (older ones do
    not name their event), ``events`` and actions as the system's codec does. ``order`` is the order in which
    the rules got mappings (see engine.order).
    """

    seq: int
    step: int
    kind: str
    seat: str
    action: Json
    rolls: tuple[Facts, ...]
    events: tuple[Facts, ...]
    rules_version: str
    digest: str
    order: int = BY_KEY

    def content(self) -> dict[str, Json]:
        """Everything except the digest. Fields that older entries lack are left out if empty."""
        later = {"order": self.order} if self.order != AS_IT_CAME else {}
        return {
            "seq": self.seq,
            "step": self.step,
            "kind": self.kind,
            "seat": self.seat,
            "action": self.action,
            "rolls": list(self.rolls),
            "events": list(self.events),
            "rules_version": self.rules_version,
            **later,
        }


def chained(previous: str, content: Mapping[str, Json]) -> str:
    """The digest of an entry that follows the one with digest ``previous``."""
    return digest({**content, "previous": previous})


@dataclass(frozen=True)
class Head(Generic[S]):
    """The position of a game right after entry ``seq`` with this digest."""

    seq: int
    step: int
    digest: str
    state: S


@dataclass(frozen=True)
class Moment(Generic[S]):
    """A step taken: the entry to append, the new position, and the events."""

    entry: Entry
    head: Head[S]
    events: tuple[Any, ...] = ()
